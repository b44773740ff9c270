//! The privacy curve: what both engines and the bounds that always hold enclose together, and what is read off it: rates,
//! epsilon, accuracy, the GDP parameter.
//!
//! It may import both engines, `mechanism`, `figure` and `numerics`. Here alone the engines meet.

mod accuracy;
mod affinities;
mod always_valid;
mod between_atoms;
mod bounds;
mod chords;
mod closure;
mod counted_draws;
mod counted_observations;
mod curve;
mod enclosures;
mod engine;
mod epochs;
mod epsilon;
#[cfg(not(first_module))]
mod fewer_records;
mod formulas;
mod gdp;
mod laplace_step;
mod large_observations;
mod least_line;
mod light_observations;
mod loss_range;
mod mirrored_step;
#[cfg(test)]
mod monotone;
mod one_observation;
mod own_observations;
mod rarely_drawn;
mod rays;
mod roc;
#[cfg(test)]
mod tests;
mod theorems;
mod two_steps;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;
pub(crate) use theorems::BAYES_SECURITY;

pub use bounds::Bounds;
pub use curve::PrivacyCurve;
pub use epsilon::Direction;
pub use formulas::{
    chi_square, closed_form, closed_form_error_term, closed_form_upper, gaussian_limit, pinsker,
};
