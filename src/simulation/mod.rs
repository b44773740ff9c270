//! The attack itself, drawn: simulated trainings, their losses, and estimates with intervals that hold at every look.
//!
//! It may import `mechanism`, `figure`, `numerics` and `random`; never `fourier`, `grid`, `curve` or `training`: it is the
//! witness for the curve and shares no code with it. Its tests alone compare both.

mod control_variate;
mod estimate;
mod estimator;
mod loss_histogram;
mod loss_reach;
mod moments;
mod options;
mod plan;
mod result;
mod roc_band;
mod simulation;
mod tally;
mod theorems;
mod transcripts;

pub(crate) use options::{MOST_ORDERS, MOST_RATES, POINTS};
#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use estimator::Estimator;
pub use loss_histogram::LossHistogram;
pub use options::MonteCarloOptions;
pub use plan::MonteCarloPlan;
pub use result::{MonteCarloResult, SimulatedSide, SimulatedTotalVariation, SimulatedTpr};
pub use simulation::Simulation;
pub use tally::Tally;
