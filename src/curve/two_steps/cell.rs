//! What one cell of the first step adds to the mean, at least and at most.

use super::first_step::{Direction, Edge, FirstStep, Kernel, Mass};
use super::rule::Rule;
use crate::numerics::Interval;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) left: Edge,
    pub(super) right: Edge,
    /// Its part of the mean.
    pub(super) mean: Interval,
    /// Whether its part is known by the rule, and not wider than the rounding.
    pub(super) is_ruled: bool,
    pub(super) is_done: bool,
}

impl Cell {
    pub(super) fn new(
        step: &FirstStep,
        left: Edge,
        right: Edge,
        direction: Direction,
        kernel: &Kernel,
    ) -> Self {
        let (outside, drawn) = left.masses(&right);
        let inside = step.inside(outside, drawn);
        let weight = match direction {
            Direction::Forward => inside,
            Direction::Reverse => outside,
        };
        let (most, least) = match direction {
            Direction::Forward => (right.value, left.value),
            Direction::Reverse => (left.value, right.value),
        };
        let far_share = step.far_share(&left, &right, outside, drawn, inside, direction);
        let chord = far_share * least.upper.min(most.upper) + (1.0 - far_share) * most.upper;
        // Its mean ratio lies between those of its ends, so the curve there is at least that of the far end.
        let mean_loss = step.mean_loss(outside, drawn, inside);
        let jensen = mean_loss.map_or(least.lower, |(loss, error)| {
            kernel(loss, error).lower.max(least.lower)
        });
        Self {
            left,
            right,
            is_ruled: false,
            is_done: false,
            mean: Interval {
                lower: (weight.value - weight.error).max(0.0) * jensen,
                upper: (weight.value + weight.error) * chord * (1.0 + 4.0 * f64::EPSILON),
            },
        }
    }

    /// The same by the rule; None where that is not certain.
    pub(super) fn ruled(&self, rule: &Rule) -> Option<Self> {
        let (mean, off) = rule.mean(&self.left, &self.right, self.mean.upper)?;
        let mean = mean.intersect(self.mean);
        Some(Self {
            mean,
            is_ruled: true,
            is_done: 8.0 * off < mean.width(),
            ..*self
        })
    }

    /// Where it is split; None where no number lies well between its ends.
    pub(super) fn middle(&self) -> Option<f64> {
        let middle = 0.5 * (self.left.place + self.right.place);
        let length = self.right.place - self.left.place;
        (length.is_finite() && length > 1e-9 * (1.0 + middle.abs())).then_some(middle)
    }
}

impl FirstStep {
    /// The mass under "in".
    fn inside(&self, outside: Mass, drawn: Mass) -> Mass {
        let q = self.rate;
        let value = (1.0 - q) * outside.value + q * drawn.value;
        Mass {
            value,
            error: (1.0 - q) * outside.error + q * drawn.error + 4.0 * f64::EPSILON * value,
        }
    }

    /// `ln` of the ratio of the masses, and its error; None where they are not known.
    fn mean_loss(&self, outside: Mass, drawn: Mass, inside: Mass) -> Option<(f64, f64)> {
        if outside.value < 4.0 * outside.error || inside.value < 4.0 * inside.error {
            return None;
        }
        let (over, over_error) = excess(outside, drawn);
        let share = self.rate * over / outside.value;
        if share.abs() < 0.5 {
            let error = self.rate * over_error / outside.value
                + share.abs() * (outside.error / outside.value + 4.0 * f64::EPSILON);
            return Some((libm::log1p(share), 4.0 * error));
        }
        let error = outside.error / outside.value + inside.error / inside.value;
        let loss = libm::log(inside.value / outside.value);
        Some((loss, 2.0 * error + 4.0 * f64::EPSILON * (1.0 + loss.abs())))
    }

    /// The weight, at least, of the end where the curve is smaller, in the chord at the mean of the cell.
    fn far_share(
        &self,
        left: &Edge,
        right: &Edge,
        outside: Mass,
        drawn: Mass,
        inside: Mass,
        direction: Direction,
    ) -> f64 {
        let (over, over_error) = excess(outside, drawn);
        // The variable less its value at the far end from the smaller curve, over its whole range: `(1 - 1/w)/q` or `(w - 1)/q`.
        let (at_left, at_right, mean) = match direction {
            Direction::Reverse => (
                grown(left.exponent, left.exponent_error),
                grown(right.exponent, right.exponent_error),
                ratio((over, over_error), outside),
            ),
            Direction::Forward if left.loss > 0.7 => (falling(left, self), falling(right, self), {
                let (value, error) = ratio((outside.value, outside.error), inside);
                (-value, error)
            }),
            Direction::Forward => (
                self.lost(left),
                self.lost(right),
                ratio((over, over_error), inside),
            ),
        };
        let range = at_right.0 - at_left.0;
        if !(range.is_finite() && range > 0.0 && mean.0.is_finite()) {
            return 0.0;
        }
        let share = match direction {
            // The curve is smaller at the right end.
            Direction::Reverse => (mean.0 - at_left.0) / range,
            Direction::Forward => (at_right.0 - mean.0) / range,
        };
        let error = (mean.1 + at_left.1 + at_right.1) / range + 4.0 * f64::EPSILON;
        let least = share - 2.0 * error;
        if least > 0.0 { least.min(1.0) } else { 0.0 }
    }

    /// `(g - 1)/w`, which is `(1 - 1/w)/q`, and its error.
    fn lost(&self, edge: &Edge) -> (f64, f64) {
        let (grown, error) = grown(edge.exponent, edge.exponent_error);
        let inverse = libm::exp(-edge.loss);
        let value = if edge.exponent > 600.0 {
            1.0 / self.rate
        } else {
            grown * inverse
        };
        // `d/dg = 1/w²`.
        (
            value,
            error * inverse * inverse + 8.0 * f64::EPSILON * value.abs() * (1.0 + edge.loss.abs()),
        )
    }
}

/// `-1/w` and its error.
fn falling(edge: &Edge, step: &FirstStep) -> (f64, f64) {
    let (loss, error) = step.loss(edge.exponent, edge.exponent_error);
    let value = libm::exp(-loss);
    (-value, value * (error + 2.0 * f64::EPSILON))
}

/// `e^x - 1` and its error.
fn grown(exponent: f64, error: f64) -> (f64, f64) {
    let value = libm::expm1(exponent);
    (
        value,
        (1.0 + value) * error * 1.1 + 2.0 * f64::EPSILON * value.abs(),
    )
}

/// By how much the mass of a drawn record exceeds that of none.
fn excess(outside: Mass, drawn: Mass) -> (f64, f64) {
    let over = drawn.value - outside.value;
    (
        over,
        outside.error + drawn.error + f64::EPSILON * over.abs(),
    )
}

/// A number over a mass.
fn ratio((value, error): (f64, f64), mass: Mass) -> (f64, f64) {
    if mass.value < 4.0 * mass.error {
        return (f64::NAN, 0.0);
    }
    let quotient = value / mass.value;
    (
        quotient,
        1.5 * (error / mass.value
            + quotient.abs() * (mass.error / mass.value + 2.0 * f64::EPSILON)),
    )
}
