//! Method G: discretised losses between a pair above and a pair below, composed by FFT. It shares the checked
//! parameters with Method F and nothing else.

mod allocation;
mod cell_integrals;
mod cell_pairs;
mod composition;
mod convex_knots;
mod curve;
mod demand;
mod exchange_law;
mod group_law;
mod laplace_law;
mod lognormal_sum;
mod loss_cells;
mod loss_distribution;
mod loss_law;
mod reading;
mod source;
mod step;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use curve::GridCurve;
pub(crate) use demand::GridDemand;
