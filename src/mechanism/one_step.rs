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
        self.hockey_stick_within(epsilon, 0.0)
    }

    /// The same at an order that is known up to `rounding`, a small part of 1.
    pub(crate) fn hockey_stick_within(&self, epsilon: f64, rounding: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        if epsilon <= libm::log1p(-q) {
            let value = -libm::expm1(epsilon);
            return Interval::around(value, 2.0 * f64::EPSILON * value + 2.0 * rounding);
        }
        let (exponent, z) = self.crossing(epsilon);
        let first = q * normal::cdf(m - z);
        let second = q * libm::exp(normal::log_shifted_sf(z, m));
        let conditions = 2.0 + z * z + m * m + m * z.abs() + exponent.abs();
        // The slope is `-e^eps Q(L > eps)`, with `e^eps = 1 - q + q t`, and steeper by the tail that lies within the rounding.
        let slope = if rounding == 0.0 {
            0.0
        } else if rounding * libm::exp(epsilon - exponent) * (1.0 + z.abs()) < 0.05 * q * m {
            second + (1.0 - q) * normal::sf(z)
        } else {
            libm::exp(epsilon)
        };
        Interval::around(
            first - second,
            8.0 * f64::EPSILON * conditions * (first + second) + 2.0 * rounding * slope,
        )
    }

    /// `ln` of the ratio without sampling, and the place, where the ratio is `e^eps`, above the smallest.
    fn crossing(&self, epsilon: f64) -> (f64, f64) {
        let (q, m) = (self.sample_rate, self.shift);
        let exponent = if epsilon > 700.0 {
            epsilon - libm::log(q)
        } else {
            libm::log1p(libm::expm1(epsilon) / q)
        };
        (exponent, exponent / m + 0.5 * m)
    }

    /// The place where the loss is `epsilon`, above the least. An estimate.
    pub(crate) fn place(&self, epsilon: f64) -> f64 {
        self.crossing(epsilon).1
    }

    /// `Q(L > eps)` and the density of the loss there. Estimates.
    pub(crate) fn out_above(&self, epsilon: f64) -> (f64, f64) {
        if epsilon <= libm::log1p(-self.sample_rate) {
            return (1.0, 0.0);
        }
        let (exponent, z) = self.crossing(epsilon);
        let density = normal::density(z) * libm::exp(epsilon - exponent);
        (normal::sf(z), density / (self.sample_rate * self.shift))
    }

    /// `H(eps)` of "out" against "in" for `eps >= -700`, `e^eps q (t Phi(z) - Phi(z - m))` with `t = (e^-eps - 1 + q)/q` the ratio without
    /// sampling at the place `z` where the ratio crosses `e^-eps`; 0 where it never falls so low. The errors are relative to
    /// the terms, which have the sample rate as a factor.
    pub(crate) fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        self.reverse_hockey_stick_within(epsilon, 0.0)
    }

    /// The same at an order that is known up to `slack`, a small part of 1.
    pub(crate) fn reverse_hockey_stick_within(&self, epsilon: f64, slack: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        let share = libm::expm1(-epsilon) / q;
        // Rounding of `t`, as good as all of it where it nearly vanishes.
        let rounding =
            4.0 * f64::EPSILON * (1.0 + share.abs()) + 2.0 * slack * libm::exp(-epsilon) / q;
        let t = 1.0 + share;
        let scale = q * libm::exp(epsilon);
        if t + rounding <= 0.0 {
            return Interval::around(0.0, 0.0);
        }
        if t <= rounding {
            // No more than `e^eps q t`.
            return Interval {
                lower: 0.0,
                upper: (scale * (t + rounding) * (1.0 + 8.0 * f64::EPSILON)).next_up(),
            };
        }
        let exponent = libm::log(t);
        let z = exponent / m + 0.5 * m;
        let below = normal::cdf(z);
        let (first, second) = (t * below, normal::cdf(z - m));
        let conditions = 2.0 + z * z + m * m + m * z.abs() + exponent.abs() + epsilon.abs();
        // The slope in `t` is `Phi(z)`, at the far end of the rounding.
        let slope = if rounding * (1.0 + z.abs()) < 0.05 * t * m {
            1.2 * below
        } else {
            normal::cdf(libm::log(t + rounding) / m + 0.5 * m)
        };
        let error = 8.0 * f64::EPSILON * conditions * (first + second) + rounding * slope;
        Interval::around(scale * (first - second), scale * error)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `Hrev(eps) = 1 - e^eps + e^eps H(-eps)`, where that does not cancel, and 30 digits where it does.
    #[test]
    fn both_orders_agree() {
        let step = |noise_per_shift, sample_rate| {
            OneStep::new(&PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 1.0,
            })
        };
        for (noise, rate) in [(0.7, 0.4), (3.0, 0.9), (0.2, 0.999)] {
            for epsilon in [0.0, 0.1, 0.4, 2.0, 6.0] {
                let (one, growth) = (step(noise, rate), f64::exp(epsilon));
                let known = 1.0 - growth + growth * one.hockey_stick(-epsilon).middle();
                let found = one.reverse_hockey_stick(epsilon);
                assert!(
                    (found.middle() - known).abs() < 1e-13 * growth,
                    "{noise} {epsilon} {found:?}"
                );
                assert!(found.lower <= known + 1e-13 * growth);
            }
        }
        // Beyond -ln(1 - q) nothing is left.
        assert!(step(0.1, 1e-6).reverse_hockey_stick(1.1e-6).upper < 1e-300);
        assert!(step(0.1, 1e-6).reverse_hockey_stick(0.0).upper < 1.0000001e-6);
    }
}
