//! The law of the loss of one step, for each kind of pair.

mod exchange;
mod group;
mod laplace;
mod law;

pub(crate) use exchange::Exchange;
pub(crate) use group::Group;
pub(crate) use laplace::Laplace;
pub(crate) use law::{Knot, LossLaw, Part, Single, expm1};
