//! A single sampled step: everything in closed form.

use super::dominating_pair::PairPhase;
use super::gaussian::{Gaussian, shifted_tail};
use crate::numerics::{Interval, normal};

/// The test between `N(0, 1)` and `(1 - q) N(0, 1) + q N(m, 1)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneStep {
    sample_rate: f64,
    shift: f64,
}

impl OneStep {
    pub(crate) fn new(phase: &PairPhase) -> Self {
        Self {
            sample_rate: phase.sample_rate,
            shift: phase.shift(),
        }
    }

    /// `q (2 Phi(m/2) - 1)`.
    pub(crate) fn advantage(&self) -> Interval {
        let whole = Gaussian { mu: self.shift }.advantage();
        Interval {
            lower: (whole.lower * self.sample_rate).next_down(),
            upper: (whole.upper * self.sample_rate).next_up(),
        }
    }

    /// `H(eps) = q (Phi(m - z) - e^(mz - m²/2) Phi(-z))` where the ratio crosses `e^eps` at `z`.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        if epsilon <= libm::log1p(-q) {
            let value = -libm::expm1(epsilon);
            return Interval::around(value, 2.0 * f64::EPSILON * value);
        }
        let exponent = if epsilon > 700.0 {
            epsilon - libm::log(q)
        } else {
            libm::log1p(libm::expm1(epsilon) / q)
        };
        let z = exponent / m + 0.5 * m;
        let first = q * normal::cdf(m - z);
        let second = q * libm::exp(normal::log_shifted_sf(z, m));
        let conditions = 2.0 + z * z + m * m + m * z.abs() + exponent.abs();
        Interval::around(
            first - second,
            8.0 * f64::EPSILON * conditions * (first + second),
        )
    }

    /// The order at which the best test has rate `fpr`. An estimate.
    pub(crate) fn order(&self, fpr: f64) -> f64 {
        let unsampled = Gaussian { mu: self.shift }.order(fpr);
        libm::log1p(self.sample_rate * libm::expm1(unsampled))
    }

    /// `TPR = (1 - q) FPR + q Phi(Phi^-1(FPR) + m)`.
    pub(crate) fn tpr(&self, fpr: f64) -> Interval {
        let sampled = shifted_tail(fpr, self.shift);
        let rest = (1.0 - self.sample_rate) * fpr;
        let value = |tail: f64| rest + self.sample_rate * tail;
        Interval {
            lower: value(sampled.lower) * (1.0 - 4.0 * f64::EPSILON),
            upper: (value(sampled.upper) * (1.0 + 4.0 * f64::EPSILON)).min(1.0),
        }
    }
}
