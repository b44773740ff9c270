//! The parts of the answer to [`super::GuaranteeOptions`], one a file.

mod attack;
mod deletion;
mod generalisation;
mod membership;
mod records;

pub(crate) use attack::Attack;
