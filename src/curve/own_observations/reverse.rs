//! The other direction from above: how likely "out" is where its ratio is tiny.

use super::SLACK;
use crate::numerics::normal;
use core::cell::OnceCell;

/// Exponents that are tried, and places of the largest observation.
const EXPONENTS: u32 = 24;
const LEAST_EXPONENT: f64 = 0.05;
const RATIO: f64 = 1.4;
const PLACES: (f64, f64) = (-6.0, 7.5);
const STEP: f64 = 0.02;
/// Rounding of a logarithm, in units of its terms.
const OF_LOG: f64 = 16.0 * f64::EPSILON;

/// What bounds the divergence of "out" from "in", at most `Q(L < -eps)`.
///
/// The ratio of an epoch is at least its largest observation, `ln` of which is `m Z - m²/2 - ln N` with `Z` the largest of `N` standard normal
/// ones, and by the inequality of means at least `e^(m z - m²/2)` with `z` normal of variance `1/N`.
pub(super) struct Reverse {
    shift: f64,
    bins: f64,
    epochs: f64,
    /// Exponents `t` and logarithms of bounds of `E e^(-t Z)`.
    moments: OnceCell<Vec<(f64, f64)>>,
}

impl Reverse {
    pub(super) fn new(shift: f64, bins: f64, epochs: f64) -> Self {
        Self {
            shift,
            bins,
            epochs,
            moments: OnceCell::new(),
        }
    }

    /// The divergence at an order, from above.
    pub(super) fn divergence(&self, epsilon: f64) -> f64 {
        let &Self {
            shift: m,
            bins,
            epochs,
            ..
        } = self;
        let mean = (0.5 * epochs * m * m - epsilon) / (m * libm::sqrt(epochs / bins));
        let largest = 0.5 * m * m + libm::log(bins);
        let by_largest = if epochs == 1.0 {
            self.all_below((largest - epsilon) / m)
        } else {
            let away = epochs * largest - epsilon;
            let moments = self.moments.get_or_init(|| self.moments());
            let logs = moments.iter().map(|&(t, log)| {
                let size = epochs * (log.abs() + t * largest / m) + t * epsilon.abs() / m;
                epochs * log + t * away / m + OF_LOG * size
            });
            libm::exp(logs.fold(0.0, f64::min))
        };
        let least = normal::cdf(mean).min(by_largest);
        (least * (1.0 + SLACK) + f64::MIN_POSITIVE).min(1.0)
    }

    /// `P(Z < z)`.
    fn all_below(&self, z: f64) -> f64 {
        libm::exp(self.bins * self.log_below(z))
    }

    fn log_below(&self, z: f64) -> f64 {
        if z > 0.0 {
            libm::log1p(-normal::sf(z))
        } else {
            normal::log_sf(-z)
        }
    }

    /// Bounds of `E e^(-t Z)`: of what lies below the first place `N Phi(z)^(N-1) e^(t²/2) Phi(z + t)`, of each stretch its mass times the
    /// value at its beginning.
    fn moments(&self) -> Vec<(f64, f64)> {
        let places = (0..).map(|place| PLACES.0 + STEP * f64::from(place));
        let places = places.take_while(|place| *place < PLACES.1 + STEP);
        let below: Vec<_> = places.map(|z| (z, self.all_below(z))).collect();
        let last = below.last().map_or((PLACES.1, 1.0), |last| *last);
        let exponents =
            (0..EXPONENTS).map(|power| LEAST_EXPONENT * libm::pow(RATIO, f64::from(power)));
        exponents
            .map(|t| {
                let first = PLACES.0;
                let log_left = libm::log(self.bins)
                    + (self.bins - 1.0) * self.log_below(first)
                    + 0.5 * t * t
                    + normal::log_sf(-first - t);
                let stretches = below.windows(2).map(|ends| {
                    let mass = ends[1].1 * (1.0 + SLACK) - ends[0].1 * (1.0 - SLACK);
                    mass * libm::exp(-t * ends[0].0)
                });
                let beyond = (1.0 - last.1 * (1.0 - SLACK)) * libm::exp(-t * last.0);
                let sum = stretches.sum::<f64>() + libm::exp(log_left) + beyond;
                (t, libm::log(sum * (1.0 + SLACK)))
            })
            .collect()
    }
}
