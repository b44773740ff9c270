//! Bounds are pushed to their safe side by more than evaluating their formula can have moved them.

/// Relative slack of a short formula of libm functions and sums without cancellation: each of at most a dozen
/// operations errs by less than one unit in the last place.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// What such a formula errs by at most where doubles thin out, near the smallest of them.
const LEAST: f64 = 8.0 * f64::from_bits(1);

/// Upper bound of a value that is at least 0, known up to the rounding of a short formula. 0 is taken as exact.
#[must_use]
pub(crate) fn up(value: f64) -> f64 {
    let spare = if value > 0.0 { LEAST } else { 0.0 };
    value * (1.0 + SLACK) + spare
}

/// Lower bound of such a value.
#[must_use]
pub(crate) fn down(value: f64) -> f64 {
    (value * (1.0 - SLACK) - LEAST).max(0.0)
}

/// Relative slack of a sum of few rounded terms that is then exponentiated: what it errs by is relative to the terms.
const LOG_SLACK: f64 = 4.0 * f64::EPSILON;

/// Upper bound of `e^log`, `log` a sum whose terms are at most `size` together. Never 0.
#[must_use]
pub(crate) fn exp_up(log: f64, size: f64) -> f64 {
    up(libm::exp(log + LOG_SLACK * size)) + LEAST
}

/// Lower bound of `e^log`, which may be below the smallest double.
#[must_use]
pub(crate) fn exp_down(log: f64, size: f64) -> f64 {
    down(libm::exp(log - LOG_SLACK * size))
}

/// Upper bound of a probability; 1 says nothing.
#[must_use]
pub(crate) fn probability_up(value: f64) -> f64 {
    up(value).min(1.0)
}
