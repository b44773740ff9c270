//! How a Monte Carlo run is cut into chunks: by its parameters alone, never by the machine.

use super::estimator::Estimator;
use crate::random::LANES;
use serde::Serialize;

/// How a run is cut: chunk `c` is stream `c` of the seed, whatever computes it; chunk 0 is the pilot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonteCarloPlan {
    /// Simulated trainings, a multiple of 16 summands: of 32 where a summand is a pair of trainings.
    pub samples: f64,
    /// Trainings of each chunk but the pilot and perhaps the last.
    pub samples_per_chunk: f64,
    /// Number of chunks, the pilot included.
    pub chunks: f64,
    /// Steps of each training.
    pub num_steps: f64,
    /// Steps of all trainings together, those of the pilot and of the second hypothesis included.
    pub steps_drawn: f64,
    /// Numbers of chunks, rising by some 5 % up to `chunks`, after which the width is looked at: always those of the
    /// first chunks, so that a run ends at the same place whatever computes it.
    pub looks: Vec<f64>,
    /// What is averaged.
    pub estimator: Estimator,
    /// Trainings of the pilot.
    #[serde(skip)]
    pub(crate) pilot: f64,
}

/// Steps of a chunk, some 20 ms of work.
const STEPS_PER_CHUNK: f64 = 8e6;
/// What a step costs that is seen again, mirrored or under the other hypothesis, against one that is drawn.
const SEEN_AGAIN: f64 = 0.5;
const LARGEST_CHUNK: f64 = 65_536.0;
const SMALLEST_PILOT: f64 = 64.0;
const LARGEST_PILOT: f64 = 1024.0;
/// Each look comes after this many times the chunks of the last one.
const BETWEEN_LOOKS: f64 = 1.05;

impl MonteCarloPlan {
    /// `counted` says whether losses are counted under both hypotheses.
    pub(crate) fn new(samples: f64, num_steps: f64, estimator: Estimator, counted: bool) -> Self {
        let unit = LANES as f64 * estimator.trainings();
        let round_up = |samples: f64| libm::ceil(samples / unit) * unit;
        let samples = round_up(samples);
        let pilot = round_up((samples / 8.0).clamp(SMALLEST_PILOT, LARGEST_PILOT));
        let mut wanted = estimator.wanted();
        wanted.member |= counted;
        let again = f64::from(u8::from(wanted.mirrored) + u8::from(wanted.member));
        let block = LANES as f64 * num_steps * (1.0 + SEEN_AGAIN * again);
        let blocks = libm::floor(STEPS_PER_CHUNK / block);
        let samples_per_chunk = (blocks * unit).clamp(unit, LARGEST_CHUNK);
        let chunks = 1.0 + libm::ceil(samples / samples_per_chunk);
        let second = if counted && estimator != Estimator::Mixture {
            samples / estimator.trainings()
        } else {
            0.0
        };
        Self {
            samples,
            samples_per_chunk,
            chunks,
            num_steps,
            steps_drawn: num_steps * (pilot + samples + second),
            looks: looks(chunks),
            estimator,
            pilot,
        }
    }

    /// Trainings of a chunk.
    pub(crate) fn samples_of(&self, index: f64) -> f64 {
        if index == 0.0 {
            self.pilot
        } else {
            let rest = self.samples - (index - 1.0) * self.samples_per_chunk;
            rest.min(self.samples_per_chunk)
        }
    }
}

fn looks(chunks: f64) -> Vec<f64> {
    let mut looks = vec![2.0];
    let mut last: f64 = 2.0;
    while last < chunks {
        last = libm::floor(last * BETWEEN_LOOKS)
            .max(last + 1.0)
            .min(chunks);
        looks.push(last);
    }
    looks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_the_samples() {
        for samples in [1.0, 16.0, 1000.0, 1e6, 1e8] {
            for num_steps in [1.0, 1000.0, 1e9] {
                for estimator in [Estimator::Algorithm1, Estimator::Mixture] {
                    let plan = MonteCarloPlan::new(samples, num_steps, estimator, true);
                    let unit = 16.0 * estimator.trainings();
                    assert!(plan.samples >= samples && plan.samples < samples + unit);
                    let last = plan.samples_of(plan.chunks - 1.0);
                    let full = (plan.chunks - 2.0) * plan.samples_per_chunk;
                    assert_eq!(full + last, plan.samples);
                    assert!(last >= unit && last <= plan.samples_per_chunk);
                    assert!(plan.samples_of(0.0) <= 1024.0);
                }
            }
        }
    }

    #[test]
    fn looks_rise_to_the_end() {
        for chunks in [2.0, 3.0, 50.0, 1234.0, 6e6] {
            let looks = looks(chunks);
            assert!(looks.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(looks.last(), Some(&chunks));
            assert!(looks.len() < 400);
        }
    }
}
