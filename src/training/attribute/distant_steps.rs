//! A training with distinct gradient distances, and the formulas of its attackers.

use super::collinear_gradients;
use crate::curve::Bounds;
use crate::figure::{Error, RANGES};
use crate::mechanism::{Demand, Mechanism, NeighboringRelation, Phase};
use crate::numerics::{count, up};
use core::f64::consts::SQRT_2;
use std::collections::BTreeMap;

/// Steps that share their distance, in units of the clipping norm.
pub(super) struct DistantSteps {
    pub(super) noise: f64,
    pub(super) rate: f64,
    /// Distance over clipping norm and number of steps; ascending.
    pub(super) steps: Vec<(f64, f64)>,
    /// The same in the order of time.
    pub(super) sequence: Vec<(f64, f64)>,
}

/// Distinct distances that the exact engine is given.
const MOST_PHASES: usize = 64;

impl DistantSteps {
    pub(super) fn num_steps(&self) -> f64 {
        self.steps.iter().map(|(_, steps)| steps).sum()
    }

    pub(super) fn largest(&self) -> f64 {
        self.steps.iter().map(|&(r, _)| r).fold(0.0, f64::max)
    }

    /// l2 norm of the sequence over the clipping norm.
    pub(super) fn norm(&self) -> f64 {
        libm::sqrt(self.steps.iter().map(|&(r, steps)| r * r * steps).sum())
    }

    /// Advantage by Corollary 10.
    pub(super) fn closed(&self) -> f64 {
        libm::erf(self.rate * self.norm() / (2.0 * SQRT_2 * self.noise))
    }

    /// Relative rounding of sums over the distinct distances.
    pub(super) fn slack(&self) -> f64 {
        1.0 + f64::EPSILON * (32.0 + self.steps.len() as f64)
    }

    /// `E_0[(dP_u - dP_v)²]` of a step at its largest, the distance in units of the clipping norm.
    fn spread_of(&self, r: f64) -> f64 {
        let m = 1.0 / self.noise;
        let (r, square) = (r * m, (m * m).min(600.0));
        // |v| = m - r on the ray of u; or |v| = m.
        let along = libm::expm1(-m * r);
        let radial = along * along + libm::exp(-2.0 * m * r) * libm::expm1((r * r).min(600.0));
        let tangential = -2.0 * libm::expm1(-0.5 * r * r);
        self.rate * self.rate * libm::exp(square) * radial.max(tangential)
    }

    /// Its sum over the steps: roughly the variance of the loss.
    pub(super) fn spread(&self) -> f64 {
        self.steps
            .iter()
            .map(|&(r, steps)| steps * self.spread_of(r))
            .sum()
    }

    /// `ln(1 + chi²)` of the whole training; infinite where it says nothing.
    pub(super) fn log_growth(&self) -> f64 {
        let m = 1.0 / self.noise;
        if self.rate == 1.0 || m * m > 600.0 {
            return f64::INFINITY;
        }
        let sum: f64 = self
            .steps
            .iter()
            .map(|&(r, steps)| steps * libm::log1p(self.spread_of(r) / (1.0 - self.rate)))
            .sum();
        sum * self.slack() * (1.0 + f64::EPSILON * (32.0 + 8.0 * m * m))
    }

    /// Distances in units of the clipping norm with their numbers. Where there are too many they are rounded down, and
    /// the smallest left out, both of which take from the attacker.
    fn few_steps(&self) -> Vec<(f64, f64)> {
        if self.steps.len() <= MOST_PHASES {
            return self.steps.clone();
        }
        let largest = self.largest();
        let mut few: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for &(r, steps) in &self.steps {
            // Sixteenths of a factor two below the largest.
            let step = libm::ceil(-16.0 * libm::log2(r / largest) - 1e-9);
            if step < MOST_PHASES as f64 {
                let rounded = (largest * libm::exp2(-step / 16.0)).min(r);
                let entry = few.entry(count(step.max(0.0))).or_insert((rounded, 0.0));
                entry.0 = entry.0.min(rounded);
                entry.1 += steps;
            }
        }
        few.into_values().collect()
    }

    /// The sequence in units of the noise.
    pub(super) fn in_time(&self) -> Vec<(f64, f64)> {
        let in_noise = |&(r, steps): &(f64, f64)| (r / self.noise, steps);
        self.sequence.iter().map(in_noise).collect()
    }

    /// The exact pair of replace-one: two values of an attribute are two records.
    pub(super) fn membership(&self, fpr: &[f64], draft: bool) -> Result<Bounds, Error> {
        let phase = Phase {
            noise_multiplier: self.noise,
            sample_rate: self.rate,
            num_steps: self.num_steps(),
        };
        let mechanism = Mechanism::new(&[phase])?.with_relation(NeighboringRelation::ReplaceOne);
        let demand = Demand {
            fpr: fpr.to_vec(),
            draft,
            ..Demand::default()
        };
        Bounds::new(&mechanism, &demand)
    }

    /// What gradients on one ray attain, of the clipping norm and `R_t` below.
    pub(super) fn radial(&self, deviation: f64) -> f64 {
        let m = 1.0 / self.noise;
        let steps: Vec<(f64, f64)> = self
            .few_steps()
            .into_iter()
            .map(|(r, steps)| (r * m, steps))
            .collect();
        collinear_gradients::lower_bound(m, self.rate, &steps, deviation)
    }

    /// What gradients plus and minus `R_t/2` attain.
    pub(super) fn opposite(&self, draft: bool) -> f64 {
        let mut phases: Vec<Phase> = Vec::new();
        for (r, num_steps) in self.few_steps() {
            // Rounding may not move the noise below what it is.
            let noise_multiplier = up(2.0 * self.noise / r);
            if noise_multiplier <= RANGES.noise_multiplier.max {
                phases.push(Phase {
                    noise_multiplier,
                    sample_rate: self.rate,
                    num_steps,
                });
            }
        }
        if phases.is_empty() {
            return 0.0;
        }
        let demand = Demand {
            draft,
            ..Demand::default()
        };
        Mechanism::new(&phases)
            .map(|mechanism| mechanism.with_relation(NeighboringRelation::ReplaceOne))
            .and_then(|mechanism| Bounds::new(&mechanism, &demand))
            .ok()
            .and_then(|bounds| bounds.advantage().lower)
            .unwrap_or(0.0)
            .max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Among gradients of any length up to the clipping norm, in the plane they span, none exceeds the largest spread,
    /// and the closed form of both candidates is that of the definition.
    #[test]
    fn spread_is_largest_at_the_clipping_norm() {
        for noise in [0.7, 1.0, 3.0] {
            let m = 1.0 / noise;
            for distance in [0.05, 0.4, 1.0, 1.6, 2.0] {
                let run = DistantSteps {
                    noise,
                    rate: 0.01,
                    steps: vec![(distance, 1.0)],
                    sequence: vec![(distance, 1.0)],
                };
                let most = run.spread() / 1e-4;
                let r = distance * m;
                let spread = |u: f64, v: f64, dot: f64| {
                    libm::exp(u * u) + libm::exp(v * v) - 2.0 * libm::exp(dot)
                };
                let mut found = 0.0_f64;
                for i in 0..=60 {
                    for j in 0..=60 {
                        for k in 0..=200 {
                            let (u, v) = (m * f64::from(i) / 60.0, m * f64::from(j) / 60.0);
                            let dot =
                                u * v * libm::cos(core::f64::consts::PI * f64::from(k) / 200.0);
                            if u * u + v * v - 2.0 * dot <= r * r * (1.0 + 1e-12) {
                                found = found.max(spread(u, v, dot));
                            }
                        }
                    }
                }
                assert!(
                    found <= most * (1.0 + 1e-9),
                    "{noise} {distance}: {found} {most}"
                );
                let radial = spread(m, m - r, m * (m - r));
                let tangential = spread(m, m, m * m - 0.5 * r * r);
                assert!((radial.max(tangential) / most - 1.0).abs() < 1e-9);
                // The grid comes near it.
                assert!(found > 0.8 * most, "{noise} {distance}: {found} {most}");
            }
        }
    }
}
