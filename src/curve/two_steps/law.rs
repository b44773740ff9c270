//! The steps each by itself: the sum of their losses under "out", and what an attacker attains who tests each.

use super::FAR;
use super::first_step::FirstStep;
use super::rule::NODES;
use crate::curve::engine::LARGEST_EXPONENT;
use crate::mechanism::OneStep;
use crate::numerics::{count, legendre, normal};

/// Parts with a rule of their own, at most, and the longest of them.
const MOST_PARTS: f64 = 128.0;
const LONGEST_PART: f64 = 0.75;
/// Part of the probability that is sought that may lie beyond the nodes.
const BEYOND: f64 = 1e-9;
/// `|ln|` of a probability over the one sought at which the order is found.
const FOUND: f64 = 1e-9;
const MOST_STEPS: usize = 100;

pub(super) struct Law {
    steps: [(FirstStep, OneStep); 2],
    nodes: [(f64, f64); NODES],
}

impl Law {
    pub(super) fn new(steps: [(FirstStep, OneStep); 2]) -> Self {
        let nodes = legendre();
        Self { steps, nodes }
    }

    /// The rate of true positives of an attacker who looks whether either step's loss is large, each at half of the false positives:
    /// less than the best attacker's, and as good as it where a drawn record stands out.
    pub(super) fn either(&self, fpr: f64) -> f64 {
        let each = -libm::expm1(0.5 * libm::log1p(-fpr)) * (1.0 - 8.0 * f64::EPSILON);
        let [one, other] = self.steps.map(|(_, step)| step.tpr(each).lower);
        (one + other * (1.0 - one)) * (1.0 - 4.0 * f64::EPSILON)
    }

    /// The least loss of each step in numbers.
    fn least(&self) -> [f64; 2] {
        self.steps.map(|(step, _)| step.loss_at(-FAR))
    }

    /// The probability of a loss above `epsilon` under "out", and the density there, by places up to `far`. Estimates.
    ///
    /// One step's place lies below its half of the loss, or the other's, or neither; below its half the other's place changes no
    /// faster than its own, however sharply it turns above.
    fn above(&self, epsilon: f64, far: f64) -> (f64, f64) {
        let least = self.least();
        let half = 0.5 * (epsilon - least[0] - least[1]);
        let places = [0, 1].map(|k| self.steps[k].1.place(least[k] + half));
        let both = normal::sf(places[0]) * normal::sf(places[1]);
        let sum = [0, 1].map(|k| self.below(k, places[k], epsilon, far));
        (both + sum[0].0 + sum[1].0, sum[0].1 + sum[1].1)
    }

    /// The part where one step's place lies below `end`.
    fn below(&self, k: usize, end: f64, epsilon: f64, far: f64) -> (f64, f64) {
        let end = end.min(far);
        if end <= -far {
            return (0.0, 0.0);
        }
        let ((step, _), (_, other)) = (self.steps[k], self.steps[1 - k]);
        // A drawn record's ratio turns within about `1/m`.
        let longest = LONGEST_PART.min(3.0 / step.shift);
        let parts = libm::ceil((end + far) / longest).min(MOST_PARTS);
        let length = 0.5 * (end + far) / parts;
        let (mut above, mut density) = (0.0, 0.0);
        for i in 0..count(parts) {
            for &(x, weight) in &self.nodes {
                let place = (2 * i + 1) as f64 * length - far + length * x;
                let mass = length * weight * normal::density(place);
                let found = other.out_above(epsilon - step.loss_at(place));
                above += mass * found.0;
                density += mass * found.1;
            }
        }
        (above, density)
    }

    /// The order at which a loss above it has probability `fpr`, and the density there, from the order of a probability nearby.
    /// Estimates.
    pub(super) fn order(&self, fpr: f64, near: f64) -> (f64, f64) {
        let [(one, _), (other, _)] = self.steps;
        let mut low = self.least().iter().sum::<f64>().max(-LARGEST_EXPONENT);
        let mut high = one.loss_at(FAR) + other.loss_at(FAR);
        let far = libm::sqrt(-2.0 * libm::log(BEYOND * fpr)).min(FAR);
        let mut epsilon = near.clamp(low, high);
        let mut density = 0.0;
        for _ in 0..MOST_STEPS {
            let found = self.above(epsilon, far);
            density = found.1;
            let excess = libm::log(found.0 / fpr);
            if excess.abs() < FOUND {
                break;
            }
            if excess > 0.0 {
                low = epsilon;
            } else {
                high = epsilon;
            }
            let newton = epsilon + excess * found.0 / density;
            let next = if newton > low && newton < high {
                newton
            } else {
                0.5 * (low + high)
            };
            if (next - epsilon).abs() <= f64::EPSILON * epsilon.abs() {
                break;
            }
            epsilon = next;
        }
        (epsilon, density)
    }
}
