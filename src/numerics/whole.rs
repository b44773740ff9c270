//! Numbers that are known to be whole, as integers.

/// A number that is known to be whole, not negative and below `2^53`, as an integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole and in range by what the caller has checked"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number as u64
}

/// The same for how many things are kept in memory.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole and in range by what the caller has checked"
)]
pub(crate) fn count(number: f64) -> usize {
    number as usize
}
