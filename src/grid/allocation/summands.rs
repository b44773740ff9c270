//! The summands of the ratio of an epoch, and rough sums over one of them under exponential tilts.

use super::taper::Taper;
use crate::numerics::{count, normal};

/// Distance of the points of rough sums, in standard deviations.
const ROUGH: f64 = 0.02;

/// Fewer summands than these are few, and the logarithm of the least mass that a tilt leaves of one of them.
const FEW: f64 = 2000.0;
const LEAST: f64 = -300.0;

/// `times` summands `e^(m z - m²/2)/bins` with `z` standard normal, before any tilt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summands {
    pub(super) shift: f64,
    pub(super) bins: f64,
    pub(super) times: f64,
}

impl Summands {
    /// Density of the value of one.
    pub(super) fn density(&self, value: f64) -> f64 {
        normal::density(self.place(value)) / (self.shift * value)
    }

    /// The value at `z`.
    pub(super) fn value(&self, z: f64) -> f64 {
        libm::exp(self.shift * (z - 0.5 * self.shift)) / self.bins
    }

    /// Where a value is met.
    pub(super) fn place(&self, value: f64) -> f64 {
        libm::log(value * self.bins) / self.shift + 0.5 * self.shift
    }

    /// Beyond this to either side lies nothing that matters, in all summands together, under a tilt to the left that leaves a mass
    /// with this logarithm of each.
    pub(super) fn reach(&self, log_mass: f64) -> f64 {
        libm::sqrt(2.0 * (libm::log(1e18 * self.bins) - log_mass.min(0.0)))
    }

    /// The mass under "in" and the expected number under "out" of summands beyond a value, added.
    pub(super) fn expected(&self, value: f64) -> f64 {
        if value <= 0.0 {
            return f64::INFINITY;
        }
        let z = self.place(value);
        normal::sf(z - self.shift) + self.bins * normal::sf(z)
    }
}

/// What a tilt makes of the law, roughly.
pub(super) struct Tilted {
    /// Logarithm of the mass of one summand.
    pub(super) log_mass: f64,
    /// Mean and standard deviation of the sum.
    pub(super) mean: f64,
    pub(super) deviation: f64,
    /// Expected number of summands of more than half of what the taper leaves, and of twice their share.
    pub(super) large: f64,
}

/// A summand with a taper at equidistant points: sums over them are wrong by less than 1e-9 of what is tapered.
pub(super) struct Rough {
    /// Values and tapered masses.
    points: Vec<(f64, f64)>,
    /// Mass beyond them, and the value where they end.
    lost: f64,
    end: f64,
    kept: f64,
    times: f64,
    /// What each summand has of the sum on average.
    share: f64,
    /// Mass left of the points.
    neglected: f64,
}

impl Rough {
    pub(super) fn new(summands: &Summands, taper: &Taper) -> Self {
        let step = ROUGH.min(0.5 * Taper::SHARE / summands.shift);
        let end = summands.place(taper.end());
        // Few summands are under strong tilts to the left.
        let least = if summands.bins < FEW { LEAST } else { 0.0 };
        let reach = summands.reach(least);
        let from = libm::floor(-reach / step);
        let cells = count((libm::ceil(end / step) - from).max(0.0));
        let places = (0..=cells).map(|cell| (from + cell as f64) * step);
        Self {
            points: places
                .map(|z| {
                    let value = summands.value(z);
                    (value, step * normal::density(z) * taper.at(value))
                })
                .collect(),
            lost: normal::sf(end),
            end: taper.end(),
            kept: taper.kept(),
            times: summands.times,
            share: 0.0,
            neglected: normal::sf(reach),
        }
    }

    /// The same where the sum is about as large as this.
    pub(super) fn around(self, sum: f64) -> Self {
        Self {
            share: sum / self.times,
            ..self
        }
    }

    /// Logarithm of the mass of one summand: with what is beyond the taper for a tilt to the left.
    pub(super) fn log_mass(&self, theta: f64) -> f64 {
        let lost = if theta < 0.0 {
            -self.lost * libm::expm1(theta * self.end)
        } else {
            self.lost
        };
        let added = self.points.iter();
        let added: f64 = added
            .map(|(value, mass)| mass * libm::expm1(theta * value))
            .sum();
        if added - lost >= -0.5 {
            return libm::log1p(added - lost);
        }
        // A strong tilt to the left leaves little: what is next to 0, too.
        let left = self.points.iter();
        let left: f64 = left
            .map(|(value, mass)| mass * libm::exp(theta * value))
            .sum();
        libm::log(left + self.lost * libm::exp(theta * self.end) + self.neglected)
    }

    pub(super) fn tilted(&self, theta: f64) -> Tilted {
        let (mut sum, mut first, mut second, mut large) = (0.0, 0.0, 0.0, 0.0);
        for (value, mass) in &self.points {
            let mass = mass * libm::exp(theta * value);
            sum += mass;
            first += value * mass;
            second += value * value * mass;
            if *value > (0.5 * self.kept).max(2.0 * self.share) {
                large += mass;
            }
        }
        let mean = first / sum;
        Tilted {
            log_mass: self.log_mass(theta),
            mean: self.times * mean,
            deviation: libm::sqrt(self.times * (second / sum - mean * mean).max(0.0)),
            large: self.times * large / sum,
        }
    }

    /// Logarithms of the masses of the sum under a series of tilts: Chernoff's bounds of what lies beyond any ratio.
    pub(super) fn moments(&self, first: f64, growth: f64, length: usize) -> Moments {
        let mut theta = first;
        let tilts = (0..length).map(|_| {
            let moment = (theta, self.times * self.log_mass(theta));
            theta *= growth;
            moment
        });
        Moments(tilts.collect())
    }
}

/// Tilts of one sign and the logarithms of the masses under them.
pub(super) struct Moments(Vec<(f64, f64)>);

impl Moments {
    /// Logarithm of a bound of the probability under "out" that the sum is beyond a ratio, on the side of the tilts.
    pub(super) fn log_probability(&self, ratio: f64) -> f64 {
        self.log_probability_of(1.0, ratio)
    }

    /// The same for the sum of a share of the summands.
    pub(super) fn log_probability_of(&self, share: f64, ratio: f64) -> f64 {
        let logs = self
            .0
            .iter()
            .map(|(theta, log)| share * log - theta * ratio);
        logs.fold(0.0, f64::min)
    }

    /// A bound of the mass under "in" right of a ratio: `s 1(s > x) <= x e^(theta (s - x))` from `theta = 1/x` on.
    pub(super) fn inside(&self, ratio: f64) -> f64 {
        let fitting = self.0.iter().filter(|(theta, _)| theta * ratio >= 1.0);
        let logs = fitting.map(|(theta, log)| log - theta * ratio);
        ratio * libm::exp(logs.fold(f64::INFINITY, f64::min)) * (1.0 + 1e-9)
    }

    /// The ratio left of which lies at most `e^-wanted` under "out", of tilts to the left.
    pub(super) fn least(&self, wanted: f64) -> f64 {
        let ratios = self.0.iter().map(|(theta, log)| (wanted + log) / theta);
        ratios.fold(0.0, f64::max)
    }
}
