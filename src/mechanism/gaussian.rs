//! The Gaussian mechanism without sampling: everything in closed form.

use crate::numerics::{Interval, normal};

/// The test between `N(0, 1)` and `N(mu, 1)`: what any number of unsampled steps comes to, with
/// `mu = sqrt(T)/noise_multiplier` (Dong, Roth and Su, Corollary 3.3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gaussian {
    pub(crate) mu: f64,
}

impl Gaussian {
    /// Total variation `2 Phi(mu/2) - 1`.
    pub(crate) fn advantage(&self) -> Interval {
        let value = libm::erf(self.mu * core::f64::consts::FRAC_1_SQRT_2 / 2.0);
        Interval::around(value, 6.0 * f64::EPSILON * value)
    }

    /// `O(eps) = Phi(eps/mu - mu/2) + e^eps Phi(-eps/mu - mu/2)`.
    pub(crate) fn overlap(&self, epsilon: f64) -> Interval {
        let (below, above) = self.arguments(epsilon);
        let first = normal::cdf(below);
        let second = libm::exp(normal::log_shifted_sf(-above, self.mu));
        let error = self.error(below) + second * self.relative(above);
        probability(
            first + second,
            error + second * epsilon.abs() * f64::EPSILON,
        )
    }

    /// `H(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-eps/mu - mu/2)`.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let (below, above) = self.arguments(epsilon);
        let first = normal::sf(below);
        let second = libm::exp(normal::log_shifted_sf(-above, self.mu));
        let error = self.error(-below) + second * self.relative(above);
        probability(
            first - second,
            error + second * epsilon.abs() * f64::EPSILON,
        )
    }

    /// An order above which the divergence is below `delta`: `H(eps) <= P(L > eps)`.
    pub(crate) fn largest_order(&self, delta: f64) -> f64 {
        0.5 * self.mu * self.mu - self.mu * normal::quantile(delta.min(0.5)) + 1e-9
    }

    /// The order at which the best test has rate `fpr`. An estimate.
    pub(crate) fn order(&self, fpr: f64) -> f64 {
        -self.mu * normal::quantile(fpr) - 0.5 * self.mu * self.mu
    }

    /// `TPR = Phi(Phi^-1(FPR) + mu)`.
    pub(crate) fn tpr(&self, fpr: f64) -> Interval {
        shifted_tail(fpr, self.mu)
    }

    fn arguments(&self, epsilon: f64) -> (f64, f64) {
        let scaled = epsilon / self.mu;
        (scaled - 0.5 * self.mu, -scaled - 0.5 * self.mu)
    }

    /// Absolute error of `Phi(x)`: above 1/2 that of the other tail, and a rounding.
    fn error(&self, x: f64) -> f64 {
        let tail = normal::sf(x.abs()) * self.relative(x);
        if x > 0.0 {
            tail + 2.0 * f64::EPSILON
        } else {
            tail
        }
    }

    fn relative(&self, x: f64) -> f64 {
        4.0 * normal::relative_error(x) + 8.0 * f64::EPSILON * (x * x + self.mu * x.abs())
    }
}

/// `Phi(Phi^-1(p) + shift)`, by a bracket of the quantile that is itself evaluated.
pub(crate) fn shifted_tail(p: f64, shift: f64) -> Interval {
    if p >= 1.0 {
        return Interval {
            lower: 1.0,
            upper: 1.0,
        };
    }
    let middle = normal::quantile(p);
    let mut slack = 4.0 * f64::EPSILON * (1.0 + middle.abs());
    let (low, high) = loop {
        let (low, high) = (middle - slack, middle + slack);
        let is_below = normal::cdf(low) * (1.0 + normal::relative_error(low)) <= p;
        let is_above = normal::cdf(high) * (1.0 - normal::relative_error(high)) >= p;
        if is_below && is_above {
            break (low + shift, high + shift);
        }
        slack *= 2.0;
    };
    let rounding = 2.0 * f64::EPSILON * (middle.abs() + shift);
    let (low, high) = (low - rounding, high + rounding);
    Interval {
        lower: below(low),
        upper: above(high),
    }
}

/// `Phi(x)` from below, above 1/2 by the other tail.
fn below(x: f64) -> f64 {
    if x > 0.0 {
        (1.0 - above(-x)).next_down()
    } else {
        (normal::cdf(x) * (1.0 - normal::relative_error(x))).max(0.0)
    }
}

/// The same from above. Tails that are no normal number count as the smallest of these.
fn above(x: f64) -> f64 {
    if x > 0.0 {
        (1.0 - below(-x)).next_up().min(1.0)
    } else if x < FARTHEST {
        1e-300
    } else {
        normal::cdf(x) * (1.0 + normal::relative_error(x))
    }
}

/// Where tails leave the normal numbers.
const FARTHEST: f64 = -37.1;

/// A probability known up to `error`.
fn probability(value: f64, error: f64) -> Interval {
    let Interval { lower, upper } = Interval::around(value, error);
    Interval {
        lower: lower.max(0.0),
        upper: upper.min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_and_hockey_stick_add_up() {
        let pair = Gaussian { mu: 1.3 };
        for epsilon in [-8.0, -1.0, 0.0, 0.5, 3.0, 12.0] {
            let sum = pair.overlap(epsilon).middle() + pair.hockey_stick(epsilon).middle();
            assert!((sum - 1.0).abs() < 1e-14, "{epsilon}");
        }
    }

    #[test]
    fn tail_at_fpr_1e_12_is_relatively_exact() {
        // mpmath, 40 digits: Phi(Phi^-1(1e-12) + 1)
        let tpr = Gaussian { mu: 1.0 }.tpr(1e-12);
        assert!(tpr.contains(7.973580104641081e-10), "{tpr:?}");
        assert!(tpr.width() < 1e-12 * tpr.middle());
    }

    /// Figures of the least noise and the most steps stay probabilities.
    #[test]
    fn nothing_leaves_the_unit_interval() {
        for mu in [1e-12, 1.0, 1e4, 3e8] {
            let pair = Gaussian { mu };
            for epsilon in [-700.0, -1.0, 0.0, 1.0, 700.0, 5e7, 4.6e16] {
                for found in [pair.hockey_stick(epsilon), pair.overlap(epsilon)] {
                    assert!(0.0 <= found.lower && found.lower <= found.upper && found.upper <= 1.0);
                }
            }
            for fpr in [1e-12, 1e-3, 0.5, 1.0 - 1e-12] {
                let found = pair.tpr(fpr);
                assert!(0.0 <= found.lower && found.lower <= found.upper && found.upper <= 1.0);
                assert!(found.upper >= fpr);
            }
        }
        assert!(Gaussian { mu: 3e8 }.hockey_stick(1.0).width() < 1e-14);
    }
}
