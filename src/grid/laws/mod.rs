//! The law of the loss of one step, for each kind of pair.

mod exchange;
mod group;
mod laplace;
mod law;

pub(super) use exchange::Exchange;
pub(super) use group::Group;
pub(super) use laplace::Laplace;
pub(super) use law::{Knot, LossLaw, Part, Single, expm1};
