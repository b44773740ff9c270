//! What is read off the curve of own observations.

use super::{OF_ORDER, OwnObservations};
use crate::curve::engine::{Engine, from_other, scaled};
use crate::mechanism::Gaussian;
use crate::numerics::{Interval, normal, sign_change};

/// Place beyond which no tail is looked for, and how narrow that of a rate is found.
const FARTHEST: f64 = 1e6;
const OF_PLACE: f64 = 1e-15;
/// The hazard of a normal law right of its middle is more than that.
const LEAST_HAZARD: f64 = 0.79;

impl OwnObservations {
    /// Where the tail of a rate over `N^E` begins, and how far that may be off.
    fn place(&self, fpr: f64) -> (f64, f64) {
        let all = self.epochs * self.log_bins;
        let log = libm::log(fpr) - all;
        let excess = |z: f64| normal::log_sf(z) - log;
        let step = |z: f64| OF_PLACE * z;
        let (first, last) = ((0.0, f64::INFINITY), (FARTHEST, f64::NEG_INFINITY));
        let (low, high) = sign_change(first, last, step, excess);
        let rounding = OF_ORDER * (log.abs() + all + 1.0) / LEAST_HAZARD.max(low);
        (high, high - low + rounding)
    }
}

impl Engine for OwnObservations {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        let (divergence, overlap) = self.at(epsilon);
        overlap.intersect(divergence.complement())
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let (divergence, overlap) = self.at(epsilon);
        divergence.intersect(overlap.complement())
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.hockey_stick(-epsilon));
        }
        let divergence = scaled(self.overlap(-epsilon), epsilon).complement();
        let most = self.reverse.divergence(epsilon);
        let unsampled = self.unsampled.hockey_stick(epsilon).upper;
        Interval {
            lower: divergence.lower.max(0.0),
            upper: divergence.upper.min(most).min(unsampled),
        }
    }

    /// From below `inf H_mu(eps + E ln N) + FPR e^eps`, the rate of a Gaussian at `FPR/N^E`; from above the line at the order where that is.
    fn tpr(&self, fpr: f64, _: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval {
                lower: 1.0,
                upper: 1.0,
            };
        }
        let (z, slack) = self.place(fpr);
        let mu = self.unsampled.mu;
        let missed = z + slack - mu + f64::EPSILON * (z + mu);
        let lower = if missed > 0.0 {
            normal::sf(missed) * (1.0 - normal::relative_error(missed))
        } else {
            1.0 - normal::cdf(missed) * (1.0 + normal::relative_error(missed))
        };
        let order = mu * z - 0.5 * mu * mu - self.epochs * self.log_bins;
        *near = order;
        let log_rest = libm::log(fpr) + order;
        let rounding = OF_ORDER * (libm::log(fpr).abs() + order.abs());
        let rest = libm::exp(log_rest + rounding).next_up();
        Interval {
            lower: lower.next_down().max(fpr),
            upper: (self.hockey_stick(order).upper + rest).next_up().min(1.0),
        }
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(self.unsampled)
    }
}
