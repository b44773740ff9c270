//! The step over which the other is averaged: `Q = N(0, 1)` against `P = (1 - q) Q + q N(m, 1)`.

use crate::mechanism::PairPhase;
use crate::numerics::{Interval, normal};

/// The second step's curve at the order that a loss of the first one leaves, the loss being known up to an error.
pub(super) type Kernel<'a> = dyn Fn(f64, f64) -> Interval + 'a;

/// Whose divergence is averaged, over whose law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// "in" against "out", over "in": the second step's order is `eps - ln w`.
    Forward,
    /// "out" against "in", over "out": the second step's order is `eps + ln w`.
    Reverse,
}

impl Direction {
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Reverse,
            Self::Reverse => Self::Forward,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FirstStep {
    pub(super) rate: f64,
    pub(super) shift: f64,
}

/// A place between two cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) place: f64,
    /// `ln` of the ratio of the drawn record alone, and its rounding.
    pub(super) exponent: f64,
    pub(super) exponent_error: f64,
    /// `ln w`.
    pub(super) loss: f64,
    /// Under "out", and under the law of a drawn record.
    tails: (Tails, Tails),
    /// The second step's curve here.
    pub(super) value: Interval,
}

/// A probability and its rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mass {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl FirstStep {
    pub(super) fn new(phase: &PairPhase) -> Self {
        Self {
            rate: phase.sample_rate,
            shift: phase.shift(),
        }
    }

    /// `ln(1 + q (e^x - 1))` and its rounding.
    pub(super) fn loss(&self, exponent: f64, error: f64) -> (f64, f64) {
        let q = self.rate;
        if exponent == f64::INFINITY || q >= 1.0 {
            return (exponent, error);
        }
        let loss = if exponent > 600.0 {
            exponent + libm::log(q)
        } else {
            libm::log1p(q * libm::expm1(exponent))
        };
        // `d ln w = q g/w dx`, of which the factor is at most 1.
        let drawn = libm::exp((libm::log(q) + exponent - loss).min(0.0));
        // Of a ratio below 1 the rounding of what it lacks counts for more.
        let lacking = libm::expm1((-loss).max(0.0));
        let rounding = 4.0 * f64::EPSILON * (loss.abs() + lacking);
        (loss, rounding + drawn * error)
    }

    /// `ln` of the ratio of the drawn record alone at a place, and its rounding.
    fn exponent(&self, place: f64) -> (f64, f64) {
        if place.is_infinite() {
            return (place, 0.0);
        }
        let m = self.shift;
        let rounding = 2.0 * f64::EPSILON * m * (place.abs() + m);
        (m * (place - 0.5 * m), rounding)
    }

    /// `ln w` at a place. An estimate.
    pub(super) fn loss_at(&self, place: f64) -> f64 {
        let (exponent, error) = self.exponent(place);
        self.loss(exponent, error).0
    }

    /// The loss at a place that is known up to `rounding`, its error, and the second step's curve there.
    pub(super) fn read(&self, place: f64, rounding: f64, kernel: &Kernel) -> (f64, f64, Interval) {
        let (exponent, error) = self.exponent(place);
        let (loss, error) = self.loss(exponent, error + self.shift * rounding);
        (loss, error, kernel(loss, error))
    }

    pub(super) fn edge(&self, place: f64, kernel: &Kernel) -> Edge {
        let m = self.shift;
        let (exponent, exponent_error) = self.exponent(place);
        let (loss, error) = self.loss(exponent, exponent_error);
        Edge {
            place,
            exponent,
            exponent_error,
            loss,
            tails: (Tails::at(place), Tails::at(place - m)),
            value: kernel(loss, error),
        }
    }
}

impl Edge {
    /// Masses of the cell up to another edge under "out" and under the law of a drawn record.
    pub(super) fn masses(&self, right: &Self) -> (Mass, Mass) {
        (
            self.tails.0.between(right.tails.0),
            self.tails.1.between(right.tails.1),
        )
    }
}

/// The standard normal mass on the far side of a place, which is the smaller one, and its rounding.
#[derive(Clone, Copy, Debug)]
struct Tails {
    place: f64,
    tail: f64,
    error: f64,
}

impl Tails {
    fn at(place: f64) -> Self {
        let tail = normal::sf(place.abs());
        let error = if tail == 0.0 {
            0.0
        } else {
            normal::relative_error(place) * tail
        };
        Self { place, tail, error }
    }

    /// The mass up to a place to the right.
    fn between(self, right: Self) -> Mass {
        let (value, error) = if self.place >= 0.0 {
            (self.tail - right.tail, 0.0)
        } else if right.place <= 0.0 {
            (right.tail - self.tail, 0.0)
        } else {
            ((0.5 - self.tail) + (0.5 - right.tail), f64::EPSILON)
        };
        Mass {
            value: value.max(0.0),
            error: self.error + right.error + error + f64::MIN_POSITIVE,
        }
    }
}
