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
        let error = first * self.relative(below) + second * self.relative(above);
        Interval::around(
            first + second,
            error + second * epsilon.abs() * f64::EPSILON,
        )
    }

    /// `H(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-eps/mu - mu/2)`.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let (below, above) = self.arguments(epsilon);
        let first = normal::sf(below);
        let second = libm::exp(normal::log_shifted_sf(-above, self.mu));
        let error = first * self.relative(below) + second * self.relative(above);
        Interval::around(
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
        let below = normal::cdf(low) * (1.0 + normal::relative_error(low)) <= p;
        let above = normal::cdf(high) * (1.0 - normal::relative_error(high)) >= p;
        if below && above {
            break (low + shift, high + shift);
        }
        slack *= 2.0;
    };
    let rounding = 2.0 * f64::EPSILON * (middle.abs() + shift);
    let (low, high) = (low - rounding, high + rounding);
    Interval {
        lower: normal::cdf(low) * (1.0 - normal::relative_error(low)),
        upper: (normal::cdf(high) * (1.0 + normal::relative_error(high))).min(1.0),
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
}
