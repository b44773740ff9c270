//! Where rays may start: arguments on the real axis and what the characteristic functions are there.

use super::law::Law;
use super::path::Path;
use crate::numerics::complex::Complex;
use crate::numerics::normal;

/// The first argument less 1, by how much each exceeds the one before, and the most of them.
const FIRST: f64 = 0.05;
const RATIO: f64 = 1.3;
const MOST: i32 = 140;
/// Largest logarithm of a power.
const LARGEST: f64 = 600.0;
/// Tolerance of a value.
const TOLERANCE: f64 = 1e-14;
/// By how much more a bound is rounded up.
const ROUNDING: f64 = 1e-9;

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) s: f64,
    /// Logarithm of the power, and of what it exceeds the power without losses above 0 by.
    log: f64,
    log_excess: f64,
}

/// The probability that a step shows no loss.
pub(super) fn atom(law: &Law) -> f64 {
    (1.0 - law.rate) * normal::mass(-0.5 * law.shift, 0.5 * law.shift)
}

/// The arguments that are tried, each so much farther from 1 than the one before.
pub(super) fn argument(power: i32) -> f64 {
    1.0 + FIRST * libm::pow(RATIO, f64::from(power))
}

/// About the deviation of the loss under the tilt of one of so many arguments, by the bend of a logarithm.
pub(super) fn deviation_at(
    index: usize,
    count: usize,
    s: impl Fn(usize) -> f64,
    log: impl Fn(usize) -> f64,
) -> f64 {
    let least = 0.3 / (s(index) - 1.0);
    if count < 3 {
        return least;
    }
    let middle = index.clamp(1, count - 2);
    let slope = |a: usize, b: usize| (log(b) - log(a)) / (s(b) - s(a));
    let bend = (slope(middle, middle + 1) - slope(middle - 1, middle))
        / (0.5 * (s(middle + 1) - s(middle - 1)));
    let found = libm::sqrt(bend.max(0.0));
    if found.is_finite() {
        found.max(least)
    } else {
        least
    }
}

impl Start {
    pub(super) fn all(laws: &[Law]) -> Vec<Self> {
        let arguments = (0..MOST).map(argument);
        arguments.map_while(|s| Self::new(laws, s)).collect()
    }

    /// None where it is too large.
    fn new(laws: &[Law], s: f64) -> Option<Self> {
        let (mut log, mut log_less) = (0.0, 0.0);
        for law in laws {
            let value = |s: f64| {
                let s = Complex::new(s, 0.0);
                Some(Path::new(law, [s; 4], TOLERANCE)?.largest(s))
            };
            let (above, less) = (value(s)?, atom(law) + value(1.0 - s)?);
            log += law.steps * libm::log(less + above);
            log_less += law.steps * libm::log(less);
        }
        // Where hardly a loss is above 0 there is nothing to tell.
        let excess = -libm::expm1(log_less - log);
        (log < LARGEST && excess > 0.0).then(|| Self {
            s,
            log,
            log_excess: log + libm::log(excess),
        })
    }

    /// Logarithm of the modulus of the integrand of an order.
    pub(super) fn log_at(&self, order: f64) -> f64 {
        self.log_excess + (1.0 - self.s) * order - libm::log(self.s * (self.s - 1.0))
    }

    /// The same of order 0.
    pub(super) fn log(&self) -> f64 {
        self.log_at(0.0)
    }

    /// Logarithm of a bound of the divergence: `(x - 1)_+ <= x^s (s - 1)^(s - 1)/s^s`.
    pub(super) fn log_most(&self, order: f64) -> f64 {
        let Self { s, log, .. } = *self;
        let peak = (s - 1.0) * libm::log(s - 1.0) - s * libm::log(s);
        let found = log + (1.0 - s) * order + peak;
        found + ROUNDING * (1.0 + log.abs() + (s * order).abs() + s)
    }
}
