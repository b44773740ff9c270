//! One step: places of its observation, and what lies between two of them.

use crate::mechanism::PairPhase;
use crate::numerics::{Interval, normal};

/// Left of this no observation is expected in double precision.
const NOWHERE: f64 = -36.0;
/// Absolute rounding of any probability.
const LEAST: f64 = 1e-280;
/// Least `e^x` of a place that is found by its loss.
const LEAST_RATIO: f64 = 1e-12;
/// Steps to the side, each twice as long, in which rounding is overcome.
const NUDGES: i32 = 40;

/// `Q = N(0, 1)` against `P = (1 - q) Q + q N(m, 1)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    rate: f64,
    shift: f64,
    /// `ln(1 - q)`, the least loss.
    pub(super) undrawn: f64,
}

/// A place, with all that is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observed {
    pub(super) z: f64,
    /// `ln w`, and its rounding.
    pub(super) loss: f64,
    pub(super) error: f64,
    /// `ln Q` of what lies below, and its rounding.
    log_below: (f64, f64),
    /// `ln P/Q` of what lies below, and its rounding.
    ratio_below: (f64, f64),
    /// The share of `N(m, 1)` below over that of `N(0, 1)`.
    drawn_below: f64,
    /// Both on the smaller side of the place, with their roundings.
    tails: [(f64, f64); 2],
}

impl Observed {
    /// Beyond all.
    pub(super) const ANY: Self = Self {
        z: f64::INFINITY,
        loss: f64::INFINITY,
        error: 0.0,
        log_below: (0.0, 0.0),
        ratio_below: (0.0, 0.0),
        drawn_below: 1.0,
        tails: [(0.0, 0.0); 2],
    };
}

impl Steps {
    pub(super) fn new(phase: &PairPhase) -> Self {
        Self {
            rate: phase.sample_rate,
            shift: phase.shift(),
            undrawn: libm::log1p(-phase.sample_rate),
        }
    }

    /// How many of `n` steps show at least what makes a drawn record as likely as none.
    pub(super) fn expected(&self, n: f64) -> f64 {
        n * (normal::sf(0.5 * self.shift) + self.rate)
    }

    /// `ln w` and its rounding.
    fn loss(&self, z: f64) -> (f64, f64) {
        let (q, m) = (self.rate, self.shift);
        let exponent = m * (z - 0.5 * m);
        let loss = if exponent > 600.0 {
            exponent + libm::log(q)
        } else {
            libm::log1p(q * libm::expm1(exponent))
        };
        let drawn = libm::exp((libm::log(q) + exponent - loss).min(0.0));
        let moved = 2.0 * f64::EPSILON * m * (z.abs() + m);
        (loss, 8.0 * f64::EPSILON * loss.abs() + drawn * moved)
    }

    pub(super) fn observed(&self, z: f64) -> Observed {
        if z < NOWHERE {
            return Observed {
                z: f64::NEG_INFINITY,
                loss: self.undrawn,
                error: 4.0 * f64::EPSILON * self.undrawn.abs(),
                log_below: (f64::NEG_INFINITY, 0.0),
                ratio_below: (self.undrawn, 2.0 * f64::EPSILON * self.undrawn.abs()),
                drawn_below: 0.0,
                tails: [(0.0, 0.0); 2],
            };
        }
        let (q, m) = (self.rate, self.shift);
        let (loss, error) = self.loss(z);
        let [own, drawn] = [z, z - m].map(|x| {
            let tail = normal::sf(x.abs());
            (tail, normal::relative_error(x) * tail + LEAST)
        });
        let (below, drawn_below) = (normal::cdf(z), normal::cdf(z - m));
        let known = normal::relative_error(z);
        let log_below = if z > 0.0 {
            let log = libm::log1p(-own.0);
            (log, 2.0 * (own.1 + f64::EPSILON * own.0))
        } else {
            let log = libm::log(below);
            (log, known + 2.0 * f64::EPSILON * log.abs())
        };
        let share = (drawn_below / below).min(1.0);
        // By how much less of a drawn record lies below.
        let (lacking, off) = if z > 0.0 {
            let (above, above_drawn) = (own.0, normal::sf(z - m));
            let off = own.1 + normal::relative_error(z - m) * above_drawn;
            let lacking = (above_drawn - above) / below;
            (lacking, 2.0 * off + 4.0 * f64::EPSILON * lacking)
        } else {
            let off = share * (known + normal::relative_error(z - m));
            (1.0 - share, off + 2.0 * f64::EPSILON)
        };
        let ratio = libm::log1p(-q * lacking);
        Observed {
            z,
            loss,
            error,
            log_below,
            ratio_below: (
                ratio,
                q * off / (1.0 - q) + 2.0 * f64::EPSILON * ratio.abs(),
            ),
            drawn_below: share,
            tails: [own, drawn],
        }
    }

    /// A place at or right of the one with a loss, which is a sum of `n` terms at most; minus infinity where all are.
    pub(super) fn observation_above(&self, loss: f64, n: f64) -> f64 {
        let target = loss + 8.0 * f64::EPSILON * (loss.abs() + n * self.undrawn.abs());
        let ratio = libm::expm1(target) / self.rate + 1.0;
        if ratio < -8.0 * f64::EPSILON {
            return f64::NEG_INFINITY;
        }
        let place = libm::log(ratio.max(LEAST_RATIO)) / self.shift + 0.5 * self.shift;
        self.nudged(place, 1.0, |(found, error)| found - error >= target)
            .unwrap_or(f64::INFINITY)
    }

    /// A place at or left of the one with a loss.
    pub(super) fn observation_below(&self, loss: f64) -> f64 {
        let target = loss - 8.0 * f64::EPSILON * (loss.abs() + self.undrawn.abs());
        let ratio = libm::expm1(target) / self.rate + 1.0;
        if ratio.is_nan() || ratio < LEAST_RATIO {
            return f64::NEG_INFINITY;
        }
        let place = libm::log(ratio) / self.shift + 0.5 * self.shift;
        self.nudged(place, -1.0, |(found, error)| found + error <= target)
            .unwrap_or(f64::NEG_INFINITY)
    }

    /// The nearest place on one side whose loss is as it should be.
    fn nudged(&self, place: f64, side: f64, holds: impl Fn((f64, f64)) -> bool) -> Option<f64> {
        let step = side * 1e-14 * (1.0 + place.abs());
        let places = (0..NUDGES).map(|k| place + step * (libm::exp2(f64::from(k)) - 1.0));
        places.into_iter().find(|&place| holds(self.loss(place)))
    }

    /// Mass of `P` between two places.
    pub(super) fn mass(&self, left: &Observed, right: &Observed) -> Interval {
        let between = |of: usize, shift: f64| {
            let (near, far) = (left.tails[of], right.tails[of]);
            let value = if left.z >= shift {
                near.0 - far.0
            } else if right.z <= shift {
                far.0 - near.0
            } else {
                1.0 - near.0 - far.0
            };
            (
                value.max(0.0),
                near.1 + far.1 + 2.0 * f64::EPSILON * value.abs(),
            )
        };
        let (own, drawn) = (between(0, 0.0), between(1, self.shift));
        let mix = |own: f64, drawn: f64| (1.0 - self.rate) * own + self.rate * drawn;
        let value = mix(own.0, drawn.0);
        let error = mix(own.1, drawn.1) + 4.0 * f64::EPSILON * value;
        Interval {
            lower: (value - error).max(0.0),
            upper: value + error,
        }
    }

    /// `E_Q[W - e^eps]` of `n` steps whose largest observation lies between two places, which falls with the order:
    /// `E_Q[W]` are powers of `P`, and of both the parts near 1 cancel, so that `(P/Q)^n - 1` and `e^eps - 1` are kept.
    pub(super) fn closed(
        &self,
        n: f64,
        epsilon: Interval,
        left: &Observed,
        right: &Observed,
    ) -> Interval {
        // -Q^n ((P/Q)^n - 1) and Q^n - 1, with their roundings.
        let parts = |place: &Observed| {
            let (log, log_error) = (n * place.log_below.0, n * place.log_below.1);
            let (ratio, ratio_error) = (n * place.ratio_below.0, n * place.ratio_below.1);
            let below = libm::exp(log);
            let log_error = 1.01 * log_error + 4.0 * f64::EPSILON * log.max(-700.0).abs();
            let lost = -libm::expm1(ratio);
            let first = below * lost;
            let first_error = first * (log_error + 8.0 * f64::EPSILON) + 1.01 * below * ratio_error;
            let second = libm::expm1(log);
            let second_error = below * log_error + 4.0 * f64::EPSILON * second.abs();
            ((first, first_error), (second, second_error))
        };
        let (a, b) = (parts(left), parts(right));
        let (first, second) = (a.0.0 - b.0.0, a.1.0 - b.1.0);
        let at = |order: f64, side: f64| {
            let grown = libm::expm1(order);
            let error = a.0.1
                + b.0.1
                + grown.abs() * (a.1.1 + b.1.1)
                + 4.0 * f64::EPSILON * (first.abs() + (grown * second).abs())
                + LEAST;
            first + grown * second + side * error
        };
        Interval {
            lower: at(epsilon.upper, -1.0).max(0.0),
            upper: at(epsilon.lower, 1.0).max(0.0),
        }
    }

    /// A bound of `E_Q[(W - e^eps)_+]` of `n` steps below a place: `W - (1 - q)^n` is not negative.
    pub(super) fn trivial(&self, n: f64, epsilon: f64, bound: &Observed) -> f64 {
        let (log, error) = bound.log_below;
        let below = libm::exp(n * (log + error));
        let least = n * self.undrawn;
        let odds = self.rate / (1.0 - self.rate) * bound.drawn_below;
        let drawn = libm::exp(least) * libm::expm1(n * libm::log1p(odds));
        let beyond = (libm::exp(least) - libm::exp(epsilon)).max(0.0);
        let rounding = 4.0 * f64::EPSILON * below.min(n * self.rate) + LEAST;
        // E[W] = 1, and the least of a number and none is the number.
        (below * (drawn + beyond) * (1.0 + 1e-9) + rounding).min(1.0)
    }
}
