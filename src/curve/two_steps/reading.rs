//! What is read off the mean of two steps.

use super::first_step::Direction;
use super::{Cell, NARROW, TwoSteps};
use crate::curve::engine::{Engine, scaled};
use crate::curve::least_line::{least_line_near, lowest_line_near, tpr_from_advantage};
use crate::mechanism::Gaussian;
use crate::numerics::{Interval, sign_change};

/// Relative width of the curve with whose cells a rate of false positives is estimated.
const ESTIMATED: f64 = 1e-5;

impl TwoSteps {
    /// The probability of a loss above `epsilon` under "out". An estimate.
    fn out_above(&self, epsilon: f64) -> f64 {
        let cells = self.cells_near(&self.estimated, epsilon, Direction::Forward, ESTIMATED);
        let above = |cell: &Cell| cell.outside * self.second.out_above(epsilon - cell.loss);
        cells.iter().map(above).sum()
    }

    /// The mean over the cells, at most what holds of any run.
    fn divergence(&self, epsilon: f64, direction: Direction) -> Interval {
        if epsilon < 0.0 {
            return Self::from_other(epsilon, self.divergence(-epsilon, direction.reversed()));
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

    /// `1 - e^eps + e^eps H` of the other order at `-eps`, for `eps < 0`: a sum of positive terms.
    fn from_other(epsilon: f64, other: Interval) -> Interval {
        let (least, rest) = (-libm::expm1(epsilon), scaled(other, epsilon));
        Interval {
            lower: (least.next_down() + rest.lower).next_down().max(0.0),
            upper: (least.next_up() + rest.upper).next_up().min(1.0),
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

    fn overlap(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return scaled(self.reverse_hockey_stick(-epsilon).complement(), epsilon);
        }
        self.hockey_stick(epsilon).complement()
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
        let best = self.order_of(fpr);
        *near = best;
        let mut known = tpr_from_advantage(fpr, advantage);
        known.upper = known
            .upper
            .min(self.range.tpr(fpr))
            .min(self.unsampled.tpr(fpr).upper);
        let (best, reach) = self.lowest_line(fpr, best);
        least_line_near(&|epsilon| self.hockey_stick(epsilon), fpr, best, reach).intersect(known)
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
    /// The order at which a loss above it has probability `fpr` under "out". An estimate.
    fn order_of(&self, fpr: f64) -> f64 {
        let rates = (self.first.rate, self.second.sample_rate());
        let least = (libm::log1p(-rates.0) + libm::log1p(-rates.1)).max(-700.0);
        let most = 2.0 * self.unsampled.order(1e-300);
        let excess = |epsilon: f64| libm::log(self.out_above(epsilon).max(1e-320) / fpr);
        let step = |epsilon: f64| 1e-5 * epsilon.abs().max(1e-3 * rates.0);
        sign_change((least, -libm::log(fpr)), (most, -700.0), step, excess).0
    }

    /// The order with the lowest line, from a guess downhill and by a parabola, and how far from it the line is higher by about
    /// what it is uncertain. Estimates.
    fn lowest_line(&self, fpr: f64, guess: f64) -> (f64, f64) {
        let line = |epsilon: f64| self.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon);
        let reach = 1e-3 * guess.abs().max(1e-3 * self.first.rate);
        lowest_line_near(&line, guess, reach, 8.0 * NARROW)
    }
}
