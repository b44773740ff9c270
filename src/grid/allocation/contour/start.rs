//! Where a ray may start, and roughly what a tilt makes of the sum there.

use super::path::Centre;
use crate::grid::allocation::summands::Summands;
use crate::numerics::{count, normal};

/// Distance of the points of a rough sum, and how far they go.
const ROUGH: f64 = 0.04;
const REACH: f64 = 38.0;
/// What a ray is off by, roughly, as a share of its peak and in units of the spread.
const OF_LINE: f64 = 1e-15;
/// How far from its mean a ray serves, in standard deviations and in the logarithm, and by how much worse it is beyond.
const SPAN: f64 = 2.0;
const SPAN_LEFT: f64 = 0.55;
const FALLS: f64 = 8.0;
const FALLS_LEFT: f64 = 30.0;

/// Where the ray starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) s: f64,
    /// Logarithm of the power of the transform there, of summands less the centre.
    pub(super) log: f64,
    /// The mean of the sum under the tilt, and the standard deviation.
    pub(super) centre: Centre,
    pub(super) deviation: f64,
}

impl Start {
    /// How far from the mean the ray serves, to both sides.
    pub(super) fn served(&self) -> [f64; 3] {
        let low = (-SPAN * self.deviation).max(libm::expm1(-SPAN_LEFT) * self.centre.sum());
        [low, 0.0, SPAN * self.deviation]
    }

    /// Roughly what the ray is off by at a ratio, the origin taken off: its share, or where that is next to nothing, all of it.
    pub(super) fn rough_error(&self, excess: f64) -> f64 {
        let away = (excess - self.centre.mean).abs() / self.deviation;
        let left = libm::log(self.centre.sum() / (self.centre.origin + excess));
        let beyond = FALLS * (away - SPAN).max(0.0) + FALLS_LEFT * (left - SPAN_LEFT).max(0.0);
        let peak = self.log + self.s * (excess - self.centre.mean) - libm::log(self.deviation);
        let share = libm::log(OF_LINE) + beyond;
        libm::exp(
            peak + if excess > self.centre.mean {
                share.min(0.0)
            } else {
                share
            },
        )
    }
}

/// Points of a rough sum over one summand: values less their part of the origin and masses.
pub(super) fn points(summands: &Summands, origin: f64) -> Vec<(f64, f64)> {
    (0..=count(2.0 * REACH / ROUGH))
        .map(|index| {
            let z = ROUGH * index as f64 - REACH;
            let value = summands.centred(z, Centre { origin, mean: 0.0 });
            (value, ROUGH * normal::density(z))
        })
        .collect()
}

impl Start {
    /// Of a tilt to the right it looks at summands on this side of the saddle.
    pub(super) fn new(summands: &Summands, origin: f64, points: &[(f64, f64)], s: f64) -> Self {
        let last = if s < 0.0 {
            let corner = summands
                .saddle(-s)
                .unwrap_or_else(|| summands.place(-1.0 / s));
            summands.centred(corner, Centre { origin, mean: 0.0 })
        } else {
            f64::INFINITY
        };
        let points = || points.iter().take_while(|(value, _)| *value <= last);
        let log = |value: f64, weight: f64| libm::log(weight) - s * value;
        let peak = points()
            .map(|(value, weight)| log(*value, *weight))
            .fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
        for (value, weight) in points() {
            let mass = libm::exp(log(*value, *weight) - peak);
            sum += mass;
            first += mass * value;
            second += mass * value * value;
        }
        let n = summands.times;
        let mean = first / sum;
        let less_one: f64 = points()
            .map(|(value, weight)| weight * libm::expm1(-s * (value - mean)))
            .sum();
        let log = if less_one.abs() < 0.5 {
            libm::log1p(less_one)
        } else {
            libm::log(sum) + peak + s * mean
        };
        Start {
            s,
            log: n * log,
            centre: Centre {
                origin,
                mean: n * mean,
            },
            deviation: libm::sqrt((n * (second / sum - mean * mean)).max(0.0)),
        }
    }
}
