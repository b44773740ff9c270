//! What is read off the curve of light observations.

use super::LightObservations;
use crate::curve::engine::Engine;
use crate::curve::least_line::{least_line_near, line_at, lowest_line_near};
use crate::mechanism::Gaussian;
use crate::numerics::Interval;

/// Share of the spread of the loss within which the lowest line is sought at first, and by which part of it the line is to be higher there.
const REACH: f64 = 1e-3;
const HIGHER: f64 = 1e-10;

impl LightObservations {
    /// A divergence of the matched Gaussian with what is added, times a scale: at least that of the mean alone, at most that of the run without
    /// sampling.
    fn around(&self, epsilon: f64, order: f64, scale: f64) -> Interval {
        let added = self.added(order);
        let found = if epsilon == 0.0 {
            self.matched.advantage()
        } else {
            self.matched.hockey_stick(epsilon)
        };
        let least = self.mean.hockey_stick(epsilon).lower;
        let most = self.unsampled.hockey_stick(epsilon).upper;
        let (low, high) = (added.value - added.error, added.value + added.error);
        Interval {
            lower: (found.lower + scale * low).next_down().max(least),
            upper: (found.upper + scale * high).next_up().min(most),
        }
    }
}

impl Engine for LightObservations {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        self.around(epsilon, epsilon, 1.0)
    }

    /// `e^eps E (e^-eps - w)_+`, of which the series differs from that of `E (w - e^-eps)_+` by nothing but its line.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        self.around(
            epsilon,
            -epsilon,
            libm::exp(epsilon) * (1.0 + 4.0 * f64::EPSILON),
        )
    }

    fn tpr(&self, fpr: f64, _: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval {
                lower: 1.0,
                upper: 1.0,
            };
        }
        let divergence = |epsilon: f64| self.hockey_stick(epsilon);
        let line = |epsilon: f64| line_at(divergence(epsilon), fpr, epsilon).value.upper;
        let guess = self.matched.order(fpr);
        let (order, reach) = lowest_line_near(&line, guess, REACH * self.matched.mu, HIGHER);
        *near = order;
        let found = least_line_near(&divergence, fpr, order, reach);
        Interval {
            lower: found.lower.max(fpr),
            upper: found.upper.min(1.0),
        }
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(self.unsampled)
    }
}
