//! How a number is computed with: intervals that hold the true value, at one look or at every look at data, rounding to the safe
//! side, the normal and the binomial law,
//! complex numbers near 0 and 1, where a condition ends, the minimum of a function, few points with the sums of many, sums by logarithms, ascending order, whole
//! numbers.
//!
//! It knows nothing of privacy and imports no other room, so that every room may round and enclose in the same way.

mod ascending;
mod binomial;
mod binomial_sequence;
/// Its functions are called with its name, which tells them from those of real numbers.
pub(crate) mod complex;
mod confidence_sequence;
mod interval;
mod legendre;
mod log_add;
mod minimum;
/// Its functions are called with its name, which says of which law they are.
pub(crate) mod normal;
#[cfg(not(first_module))]
mod recombination;
mod roots;
mod rounding;
mod transform;
mod whole;

pub(crate) use ascending::ascending;
pub(crate) use binomial::{
    Binomial, clopper_pearson_lower, clopper_pearson_upper, level_of_score, score_of_level,
};
pub(crate) use binomial_sequence::anytime_binomial;
pub(crate) use confidence_sequence::{ConfidenceSequence, Seen};
pub(crate) use legendre::{legendre, legendre_of_20, log_error_of_20};
pub(crate) use log_add::log_add;
pub(crate) use minimum::lowest;
#[cfg(not(first_module))]
pub(crate) use recombination::{independent, recombined};
pub(crate) use roots::{Bisection, sign_change};
pub(crate) use rounding::{down, exp_down, exp_up, probability_up, up};
pub(crate) use transform::rounding_of_transform;
pub(crate) use whole::{count, whole};

pub use interval::Interval;
