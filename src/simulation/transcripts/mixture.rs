//! The ratio of a step that takes records at random to one that takes none.

use super::log_ratio::exponent;
use crate::mechanism::Noise;
use crate::random::QuadGenerator;

/// `sum_j Binomial(k, q)(j) N(j m)` against `N(0)`.
pub(super) struct Mixture {
    noise: Noise,
    shift: f64,
    rate: f64,
    /// Logarithms of the weights of 0 up to `k` records.
    log_weights: Vec<f64>,
}

/// A term below `e^-45` of the largest changes no digit, and beyond it they fall faster than by halves.
const NEGLIGIBLE: f64 = 45.0;

impl Mixture {
    /// `group_size` records of `rate` each, `rate < 1` or a single record.
    pub(super) fn new(noise: Noise, shift: f64, rate: f64, group_size: usize) -> Self {
        let k = group_size as f64;
        let log_choices =
            |j: f64| libm::lgamma(k + 1.0) - libm::lgamma(j + 1.0) - libm::lgamma(k - j + 1.0);
        Self {
            noise,
            shift,
            rate,
            log_weights: (0..=group_size)
                .map(|j| j as f64)
                .map(|j| log_choices(j) + j * libm::log(rate) + (k - j) * libm::log1p(-rate))
                .collect(),
        }
    }

    /// `ln` of the ratio at `x`.
    pub(super) fn loss(&self, x: f64) -> f64 {
        if self.log_weights.len() == 2 {
            self.single_loss(x)
        } else {
            self.group_loss(x)
        }
    }

    fn single_loss(&self, x: f64) -> f64 {
        const LARGE: f64 = 600.0;
        let a = exponent(self.noise, self.shift, x);
        if self.rate == 1.0 {
            a
        } else if a < LARGE {
            libm::log1p(self.rate * libm::expm1(a))
        } else {
            // Rates are at least 1e-9: the weight of no record changes no digit.
            a + libm::log(self.rate)
        }
    }

    /// The terms are concave in `j`, on the scale of logarithms: from the largest they fall to both sides.
    fn group_loss(&self, x: f64) -> f64 {
        let terms = self.log_weights.iter().enumerate();
        let term =
            |(j, weight): (usize, &f64)| weight + exponent(self.noise, j as f64 * self.shift, x);
        let (mut mode, mut largest) = (0, f64::NEG_INFINITY);
        for (j, weight) in terms.clone() {
            let value = term((j, weight));
            if value < largest {
                break;
            }
            (mode, largest) = (j, value);
        }
        let up = terms.clone().skip(mode + 1).map(term);
        let down = terms.take(mode).rev().map(term);
        let side = |values: &mut dyn Iterator<Item = f64>| -> f64 {
            values
                .map(|value| value - largest)
                .take_while(|&value| value > -NEGLIGIBLE)
                .map(libm::exp)
                .sum()
        };
        largest + libm::log1p(side(&mut { up }) + side(&mut { down }))
    }

    /// Probability that a step takes any record.
    pub(super) fn any(&self) -> f64 {
        -libm::expm1((self.log_weights.len() - 1) as f64 * libm::log1p(-self.rate))
    }

    /// How many records a step takes that takes any.
    pub(super) fn records(&self, lane: usize, generator: &mut QuadGenerator) -> f64 {
        let most = self.log_weights.len() - 1;
        if most == 1 {
            return 1.0;
        }
        let mut rest = generator.uniform(lane) * self.any();
        for (j, weight) in self.log_weights.iter().enumerate().skip(1) {
            rest -= libm::exp(*weight);
            if rest < 0.0 {
                return j as f64;
            }
        }
        most as f64
    }
}
