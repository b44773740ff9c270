//! The figures of the five papers that need no private data: each with its parameters, as series of certified numbers.
//!
//! It may import every room whose questions draw a figure, with `figure` and `numerics`. It states parameters and names
//! series; what a number is, the rooms above say. Its own are the few quantities that only a figure shows: the distance of
//! a mixture from its Gaussian, and the attack on the final model.

mod closed_form;
mod dependence;
mod exchanged_step;
mod figures;
mod final_model;
mod grid;
mod less_can_be_more;
mod membership_privacy;
mod mixture;
mod optimal_bounds;
mod plan;
mod result;
#[cfg(test)]
mod tests;
mod theorems;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use figures::{PaperFigure, PaperFigureOptions};
pub use result::{FigureAxis, FigureSeries, PaperFigureResult};
