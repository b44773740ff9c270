//! The attack on the final model of a logistic regression on one-hot vectors (Mahloujifar et al., Appendix I).

use super::theorems;
use crate::figure::Figure;
use crate::numerics::{count, normal};

/// The attack reads one coordinate of the final model. Each record with that coordinate adds its clipped gradient, always
/// of the clipping norm, in the steps that sample it; every step adds noise. The attack says "member" above the threshold
/// half-way between the means, the printed one with the number of records in place of an undefined letter (erratum E16n).
pub(super) struct FinalModel {
    pub(super) records: f64,
    pub(super) dimension: f64,
    pub(super) sample_rate: f64,
    pub(super) num_steps: f64,
    pub(super) noise_multiplier: f64,
}

/// What a sum of so many rounded terms of at most 1 may be off by.
const ROUNDING: f64 = 1e-12;

impl FinalModel {
    /// Its expected advantage where the target is drawn like the others: a lower bound of the best attacker's.
    pub(super) fn advantage(&self) -> Figure {
        let advantage: f64 = masses(self.records, 1.0 / self.dimension)
            .map(|(others, mass)| mass * (self.above(others + 1.0) - self.above(others)))
            .sum();
        Figure::lower(
            (advantage - ROUNDING).max(0.0),
            "quadrature",
            theorems::FINAL_MODEL,
        )
        .with_erratum("E16n")
    }

    /// Probability that the coordinate is above the threshold where so many records share it.
    fn above(&self, sharing: f64) -> f64 {
        let (t, q) = (self.num_steps, self.sample_rate);
        let threshold = t * q * (0.5 + self.records / self.dimension);
        let deviation = self.noise_multiplier * libm::sqrt(t);
        masses(sharing * t, q)
            .map(|(sampled, mass)| mass * normal::sf((threshold - sampled) / deviation))
            .sum()
    }
}

/// The masses of a binomial law that matter.
fn masses(trials: f64, p: f64) -> impl Iterator<Item = (f64, f64)> {
    const LEAST: f64 = 1e-18;
    let mean = trials * p;
    let log_mass = move |k: f64| {
        let ways =
            libm::lgamma(trials + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(trials - k + 1.0);
        ways + k * libm::log(p) + (trials - k) * libm::log1p(-p)
    };
    let far = 12.0 * libm::sqrt(mean) + 40.0;
    let first = libm::floor(mean - far).max(0.0);
    let last = libm::ceil(mean + far).min(trials);
    (0..=count(last - first))
        .map(move |i| first + i as f64)
        .map(move |k| (k, libm::exp(log_mass(k))))
        .filter(|&(_, mass)| mass > LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_masses_sum_to_one() {
        for (trials, p) in [(0.0, 0.1), (50.0, 0.1), (1000.0, 0.0005), (15_000.0, 0.01)] {
            let sum: f64 = masses(trials, p).map(|(_, mass)| mass).sum();
            assert!((sum - 1.0).abs() < 1e-10, "{trials} {p} {sum}");
        }
    }
}
