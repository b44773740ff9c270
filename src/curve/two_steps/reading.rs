//! What is read off the mean of two steps.

use super::first_step::Direction;
use super::{NARROW, TwoSteps};
use crate::curve::engine::{Engine, from_other};
use crate::curve::least_line::{least_line_near, lowest_line_near, tpr_from_advantage};
use crate::mechanism::Gaussian;
use crate::numerics::Interval;

/// Relative width of a rate of true positives at which its order is sought no further.
const FOUND: f64 = 1e-6;
/// How much higher the line is at least, as a part of it, where its lower end is read off.
const LEAST_EXCESS: f64 = 1e-9;

impl TwoSteps {
    /// The mean over the cells, at most what holds of any run.
    fn divergence(&self, epsilon: f64, direction: Direction) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.divergence(-epsilon, direction.reversed()));
        }
        let range = match direction {
            Direction::Forward => self.range,
            Direction::Reverse => self.range.reversed(),
        };
        let most = range.hockey_stick(epsilon);
        if most == 0.0 {
            return Interval::around(0.0, 0.0);
        }
        let mean = self.mean(epsilon, direction);
        let unsampled = self.unsampled.hockey_stick(epsilon).upper;
        Interval {
            lower: mean.lower,
            upper: mean.upper.min(most).min(unsampled),
        }
    }
}

impl Engine for TwoSteps {
    fn method(&self) -> &'static str {
        "cells"
    }

    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        self.divergence(epsilon, Direction::Forward)
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        self.divergence(epsilon, Direction::Reverse)
    }

    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval::around(1.0, 0.0);
        }
        let mut known = tpr_from_advantage(fpr, advantage);
        known.upper = known
            .upper
            .min(self.range.tpr(fpr))
            .min(self.unsampled.tpr(fpr).upper);
        known.lower = known.lower.max(self.law.either(fpr)).min(known.upper);
        if known.width() <= NARROW * known.upper {
            return known;
        }
        let (best, reach) = self.order_of(fpr, *near);
        *near = best;
        let curve = |epsilon: f64| self.hockey_stick(epsilon);
        let found = least_line_near(&curve, fpr, best, reach).intersect(known);
        if found.width() <= FOUND * found.upper {
            return found;
        }
        let (best, reach) = self.lowest_line(fpr, best);
        least_line_near(&curve, fpr, best, reach).intersect(found)
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(self.unsampled)
    }
}

impl TwoSteps {
    /// The order at which a loss above it has probability `fpr` under "out", and how far from it the line is higher by about
    /// what it is uncertain. Estimates.
    fn order_of(&self, fpr: f64, near: f64) -> (f64, f64) {
        let (order, density) = self.law.order(fpr, near);
        let divergence = self.hockey_stick(order);
        let growth = libm::exp(order);
        let value = divergence.upper + fpr * growth;
        let excess = 2.0 * divergence.width() + LEAST_EXCESS * value;
        // The line bends by the density of the loss, `e^eps` times.
        (order, libm::sqrt(2.0 * excess / (growth * density)))
    }

    /// The order with the lowest line, from a guess downhill and by a parabola, and how far from it the line is higher by about
    /// what it is uncertain. Estimates.
    fn lowest_line(&self, fpr: f64, guess: f64) -> (f64, f64) {
        let line = |epsilon: f64| self.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon);
        let reach = 1e-3 * guess.abs().max(1e-3 * self.first.rate);
        lowest_line_near(&line, guess, reach, 8.0 * NARROW)
    }
}
