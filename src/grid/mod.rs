//! The second engine: discretised losses between a pair above and a pair below, composed by FFT (Method G).
//!
//! It may import `mechanism` and `numerics`, never `fourier`: two engines that share no code check each other.

mod allocation;
mod cell_integrals;
mod chords;
mod composition;
mod convexity;
mod demand;
mod enclosure;
mod laws;
mod loss_cells;
mod loss_distribution;
mod phases;
mod reading;
mod step_pairs;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use allocation::{EpochCurve, ProductCurve, epoch_table};
pub(crate) use demand::GridDemand;
pub(crate) use enclosure::GridCurve;
