//! Upper bounds over all trainings whose gradients keep to the clipping norm and the distances, also where they depend on what
//! the attacker has seen before.
//!
//! Let `O_t(x)` be the least overlap `min(P, x Q)` of the steps from `t` on, over all gradients and orders of both values. Given
//! the first of these steps the rest is told apart with the likelihood ratio so far as its order, so `O_t(x)` is the least over
//! pairs of gradients of `E_P[O_(t+1)(x e^-L)]`, from `min(1, x)` after the last step (dynamic programming). `O` is concave, so
//! a pair of laws that is told apart better gives less, and finitely many pairs on a lattice stand for all ([`majorants`],
//! [`OverlapKernel`]). With `o(e) = e^(-e/2) O(e^e)`, which is even since both values may be exchanged, a step is a convolution
//! with `sqrt(P Q)`.
//!
//! Many steps with one distance are blocks: the least overlap of a block belongs to a pair that dominates each block, whatever
//! was seen before, so it composes with itself.

use super::gradient_pairs::majorants;
use super::overlap_kernel::OverlapKernel;
use super::overlaps::Overlaps;
use crate::numerics::{count, normal};
use realfft::num_complex::Complex;

/// Length of the transforms, which few steps have twice as long.
const POINTS: usize = 1 << 12;
const POINTS_DRAWN: usize = 1 << 10;
const FEW_STEPS: f64 = 512.0;
/// Steps that are taken one by one.
const MOST_STEPS: f64 = 1536.0;
const MOST_STEPS_DRAWN: f64 = 1024.0;
/// Distinct distances; others are rounded up.
pub(super) const MOST_DISTANCES: usize = 12;
const MOST_DISTANCES_DRAWN: usize = 3;
/// Deviations of the loss on each side.
const DEVIATIONS: f64 = 5.0;
/// Share of the deviation that may be lost with losses beyond the lattice.
const LOST: f64 = 1e-4;
/// Deviation from which on nothing is left to bound.
const LARGEST_DEVIATION: f64 = 8.0;

/// Steps with distances in units of the noise, in the order of time.
pub(super) struct AdaptiveSteps<'a> {
    /// Length of the longest gradient.
    pub(super) m: f64,
    /// Probability with which the record is drawn.
    pub(super) rate: f64,
    /// Distances with the numbers of their steps.
    pub(super) steps: &'a [(f64, f64)],
    /// About the standard deviation of the loss of all of them.
    pub(super) deviation: f64,
}

/// The kernels of steps with one distance, as transforms.
struct Stretch {
    kernels: Vec<Vec<Complex<f64>>>,
    error: f64,
}

impl AdaptiveSteps<'_> {
    /// Length of a gradient from which on boxes of the plane would be too many.
    pub(super) const LONGEST: f64 = 5.0;

    pub(super) fn number(&self) -> f64 {
        self.steps.iter().map(|(_, number)| number).sum()
    }

    /// Into how many blocks the steps are cut.
    pub(super) fn blocks(&self, draft: bool) -> f64 {
        let most = if draft { MOST_STEPS_DRAWN } else { MOST_STEPS };
        libm::ceil(self.number() / most)
    }

    /// The one distance of all steps.
    pub(super) fn one_distance(&self) -> Option<f64> {
        let (first, _) = *self.steps.first()?;
        self.steps.iter().all(|&(r, _)| r == first).then_some(first)
    }

    /// Overlaps that no training exceeds downward; a draft is looser. None where the lattice does not serve, and where many
    /// steps have several distances.
    pub(super) fn least_overlaps(&self, draft: bool) -> Option<Overlaps> {
        let serves =
            self.m <= Self::LONGEST && self.deviation > 0.0 && self.deviation < LARGEST_DEVIATION;
        if !serves {
            return None;
        }
        let blocks = self.blocks(draft);
        if blocks <= 1.0 {
            return self.one_by_one(draft);
        }
        let steps = [(self.one_distance()?, libm::ceil(self.number() / blocks))];
        let block = AdaptiveSteps {
            steps: &steps,
            deviation: self.deviation / libm::sqrt(blocks),
            ..*self
        };
        block.one_by_one(draft)?.repeated(blocks)
    }

    fn one_by_one(&self, draft: bool) -> Option<Overlaps> {
        let (points, distances) = if draft {
            (POINTS_DRAWN, MOST_DISTANCES_DRAWN)
        } else {
            (POINTS, MOST_DISTANCES)
        };
        let points = if self.number() <= FEW_STEPS {
            2 * points
        } else {
            points
        };
        let Few { steps, most, .. } = Few::new(self.steps, distances);
        let largest = most.iter().copied().fold(0.0, f64::max);
        let reach = (DEVIATIONS * self.deviation).max(self.reach(largest));
        let mut overlaps = Overlaps::of_nothing(reach, points);
        let stretches: Vec<Stretch> = most
            .iter()
            .map(|&r| self.stretch(r, &overlaps, draft))
            .collect::<Option<_>>()?;
        for &(place, number) in steps.iter().rev() {
            let Stretch { kernels, error } = &stretches[place];
            for _ in 0..count(number) {
                overlaps.convolve(kernels, *error)?;
            }
        }
        Some(overlaps)
    }

    /// The kernels of one distance.
    fn stretch(&self, r: f64, overlaps: &Overlaps, draft: bool) -> Option<Stretch> {
        let mut stretch = Stretch {
            kernels: Vec::new(),
            error: 0.0,
        };
        for pair in majorants(self.m, r, self.rate, draft) {
            let kernel =
                OverlapKernel::new(&pair, self.rate, overlaps.unit, overlaps.last(), draft);
            stretch.error = stretch.error.max(kernel.error);
            stretch.kernels.push(overlaps.spectrum_of(&kernel.masses)?);
        }
        Some(stretch)
    }

    /// Where losses of a step on the ray end that matter: beyond, all steps together lose so little.
    fn reach(&self, r: f64) -> f64 {
        let Self { m, rate, .. } = *self;
        let loss = |z: f64| {
            let sampled = |shift: f64| rate * libm::expm1(shift * z - 0.5 * shift * shift);
            libm::log1p(sampled(m)) - libm::log1p(sampled(m - r))
        };
        let spare = LOST * self.deviation / self.number();
        let mut z = 8.0 + m;
        while z > 0.0 && normal::sf(z) + rate * normal::sf(z - m) < spare {
            z -= 0.05;
        }
        loss(z + 0.05).abs()
    }
}

/// Steps that share few distances.
pub(super) struct Few {
    /// Places among the distances, with numbers of steps, in the order of time.
    pub(super) steps: Vec<(usize, f64)>,
    /// What distances are rounded up to, ascending.
    pub(super) most: Vec<f64>,
    /// What they are rounded down to.
    pub(super) least: Vec<f64>,
}

impl Few {
    /// Of at most so many distances, each for about as many steps; those of distance 0 show nothing and are left out.
    pub(super) fn new(steps: &[(f64, f64)], distances: usize) -> Self {
        let shown = || steps.iter().copied().filter(|step| step.0 > 0.0);
        let mut sorted: Vec<(f64, f64)> = shown().collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut distinct: Vec<f64> = sorted.iter().map(|step| step.0).collect();
        distinct.dedup();
        let mut most = distinct.clone();
        if distinct.len() > distances {
            let total: f64 = sorted.iter().map(|step| step.1).sum();
            let mut seen = 0.0;
            most.clear();
            for &(r, number) in &sorted {
                seen += number;
                if seen * distances as f64 >= total * (most.len() + 1) as f64 {
                    most.push(r);
                }
            }
            most.extend(distinct.last());
            most.dedup();
        }
        let first_above = |r: f64| distinct[distinct.partition_point(|&other| other <= r)];
        let least = (0..most.len())
            .map(|i| {
                if i == 0 {
                    distinct[0]
                } else {
                    first_above(most[i - 1])
                }
            })
            .collect();
        let steps = shown()
            .map(|(r, number)| (most.partition_point(|&level| level < r), number))
            .collect();
        Self { steps, most, least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_rounded_to_both_sides() {
        let steps: Vec<(f64, f64)> = (0..100).map(|i| (f64::from(i * 37 % 100), 2.0)).collect();
        for distances in [1, 3, 12, 200] {
            let few = Few::new(&steps, distances);
            assert!(few.most.len() <= distances.max(1) + 1);
            assert_eq!(few.steps.len(), 99);
            for (&(place, number), (r, _)) in few
                .steps
                .iter()
                .zip(steps.iter().filter(|step| step.0 > 0.0))
            {
                assert!(few.least[place] <= *r && *r <= few.most[place] && number == 2.0);
            }
        }
        assert!(Few::new(&[(0.0, 5.0)], 3).most.is_empty());
    }
}
