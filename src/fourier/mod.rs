//! The first engine: the curve of a pair by characteristic functions, integrated along lines in the complex plane with a
//! bound of every error (Method F).
//!
//! It may import `mechanism` and `numerics`, never `grid`: two engines that share no code check each other. Of random allocation
//! alone both know one epoch by the same law, which `curve` hands over as a table; they compose it on their own.

mod characteristic;
mod chernoff;
mod complex_step;
mod drawn_order;
mod edge;
#[cfg(not(first_module))]
mod epoch_jump;
mod event_tails;
mod exponentials;
mod interpolant;
mod large_event;
mod large_loss_line;
mod large_observation;
mod line;
mod lines;
#[cfg(not(first_module))]
mod merged_phases;
#[cfg(not(first_module))]
mod order_table;
mod panels;
mod path;
#[cfg(not(first_module))]
mod phase_cell;
#[cfg(not(first_module))]
mod phase_disc;
mod piecewise_nodes;
mod piecewise_step;
mod power;
mod quadrature_error;
mod raised_block;
mod raised_characteristic;
mod raised_step;
#[cfg(not(first_module))]
mod records;
mod rotor;
mod rough_event;
mod rough_run;
mod run_on_panels;
mod saddle;
mod series;
mod single_jump;
mod small_observations;
mod smooth_step;
mod spill;
mod split;
mod step;
mod tabulated_step;
mod tail_lines;
mod tilted_law;
mod tilted_step;
mod truncation;
mod window;

pub(crate) use line::Sample;
pub(crate) use lines::{LEAST_MERGED, Lines, affinity};
pub(crate) use saddle::{Aim, Tail};
pub(crate) use tabulated_step::TabulatedStep;
pub(crate) use tilted_law::TiltedLaw;
