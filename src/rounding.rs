//! Bounds are pushed to their safe side by more than evaluating their formula can have moved them.

/// Relative slack of a short formula of libm functions and sums without cancellation: each of at most a dozen
/// operations errs by less than one unit in the last place.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// Upper bound of a value that is at least 0, known up to the rounding of a short formula.
#[must_use]
pub(crate) fn up(value: f64) -> f64 {
    value * (1.0 + SLACK)
}

/// Lower bound of such a value.
#[must_use]
pub(crate) fn down(value: f64) -> f64 {
    value * (1.0 - SLACK)
}

/// Upper bound of a probability; 1 says nothing.
#[must_use]
pub(crate) fn probability_up(value: f64) -> f64 {
    up(value).min(1.0)
}
