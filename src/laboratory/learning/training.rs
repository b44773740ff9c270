//! A training that goes step by step, so that others may look at it between two of them.

use super::learning::{Learning, Optimiser};
use crate::laboratory::data::Records;
use crate::laboratory::model::{Network, Pass};
use crate::numerics::whole;
use crate::random::{Normals, Random, Seeded, Source};

const FIRST_MOMENT: f64 = 0.9;
const SECOND_MOMENT: f64 = 0.999;
const LEAST_ROOT: f32 = 1e-8;

/// A training under way.
pub(crate) struct Training<'a> {
    records: &'a Records,
    learning: Learning,
    pass: Pass,
    parameters: Vec<f32>,
    sum: Vec<f32>,
    moments: [Vec<f32>; 2],
    random: Random<Seeded>,
    noise: Normals,
    sampled: Vec<usize>,
    steps: usize,
}

impl<'a> Training<'a> {
    /// The start of a training; all its chance comes from one number that is drawn here.
    pub(crate) fn new<S: Source>(
        network: &Network,
        records: &'a Records,
        learning: &Learning,
        random: &mut Random<S>,
    ) -> Self {
        let seed = whole(random.uniform() * 4_503_599_627_370_496.0);
        let mut random = Random::seeded(seed, 0);
        let parameters = network.initial(&mut random);
        let moments = match learning.optimiser {
            Optimiser::Sgd => 0,
            Optimiser::Adam => parameters.len(),
        };
        Self {
            records,
            learning: *learning,
            pass: Pass::new(network, &parameters),
            sum: vec![0.0; parameters.len()],
            moments: [vec![0.0; moments], vec![0.0; moments]],
            parameters,
            random,
            noise: Normals::new(seed, 1),
            sampled: Vec::new(),
            steps: 0,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.steps >= self.learning.steps
    }

    /// What the network says so far.
    pub(crate) fn pass(&mut self) -> &mut Pass {
        &mut self.pass
    }

    /// One more step.
    pub(crate) fn step(&mut self) {
        let learning = self.learning;
        self.sampled.clear();
        for record in 0..self.records.len() {
            if learning.sample_rate >= 1.0 || self.random.uniform() < learning.sample_rate {
                self.sampled.push(record);
            }
        }
        self.sum.fill(0.0);
        self.pass.add_clipped(
            self.records,
            &self.sampled,
            learning.clip_norm,
            &mut self.sum,
        );
        if learning.noise_multiplier > 0.0 {
            let deviation = learning.noise_multiplier * learning.clip_norm;
            self.noise.add(deviation, &mut self.sum);
        }
        let (share, l2) = (narrow(1.0 / learning.batch), narrow(learning.l2));
        for (gradient, parameter) in self.sum.iter_mut().zip(&self.parameters) {
            *gradient = *gradient * share + l2 * parameter;
        }
        self.steps += 1;
        match learning.optimiser {
            Optimiser::Sgd => {
                let rate = narrow(learning.learning_rate);
                for (parameter, gradient) in self.parameters.iter_mut().zip(&self.sum) {
                    *parameter -= rate * gradient;
                }
            }
            Optimiser::Adam => self.adam(),
        }
        self.pass.set(&self.parameters);
    }

    fn adam(&mut self) {
        let steps = self.steps as f64;
        let [first, second] = [FIRST_MOMENT, SECOND_MOMENT].map(narrow);
        let rate = self.learning.learning_rate / (1.0 - libm::pow(FIRST_MOMENT, steps));
        let rate = narrow(rate);
        let share = narrow(1.0 / (1.0 - libm::pow(SECOND_MOMENT, steps)));
        let [means, squares] = &mut self.moments;
        let moments = means.iter_mut().zip(squares);
        for ((parameter, gradient), (mean, square)) in
            self.parameters.iter_mut().zip(&self.sum).zip(moments)
        {
            *mean = first * *mean + (1.0 - first) * gradient;
            *square = second * *square + (1.0 - second) * gradient * gradient;
            *parameter -= rate * *mean / ((*square * share).sqrt() + LEAST_ROOT);
        }
    }
}

/// The parameters after all steps.
pub(crate) fn train<S: Source>(
    network: &Network,
    records: &Records,
    learning: &Learning,
    random: &mut Random<S>,
) -> Vec<f32> {
    let mut training = Training::new(network, records, learning, random);
    while !training.is_over() {
        training.step();
    }
    training.parameters
}

#[expect(clippy::cast_possible_truncation, reason = "steps of single precision")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::data::Population;

    const POPULATION: Population = Population {
        subpopulations: 4,
        spread: 0.1,
    };

    const LEARNING: Learning = Learning {
        optimiser: Optimiser::Sgd,
        learning_rate: 0.5,
        clip_norm: 1.0,
        noise_multiplier: 1.0,
        sample_rate: 0.2,
        batch: 100.0,
        steps: 200,
        l2: 0.0,
    };

    fn accuracy(learning: &Learning, seed: u64) -> f64 {
        let mut random = Random::seeded(seed, 0);
        let [records, tests] = [500, 300].map(|n| POPULATION.records(n, 1, &mut random));
        let network = Network::new(4, &[16], 4);
        let trained = train(&network, &records, learning, &mut random);
        Pass::new(&network, &trained).accuracy(&tests)
    }

    #[test]
    fn what_is_easy_is_learnt_with_and_without_noise() {
        for optimiser in [Optimiser::Sgd, Optimiser::Adam] {
            let learning = Learning {
                optimiser,
                learning_rate: if optimiser == Optimiser::Sgd {
                    0.5
                } else {
                    0.02
                },
                ..LEARNING
            };
            let plain = Learning {
                clip_norm: f64::INFINITY,
                noise_multiplier: 0.0,
                ..learning
            };
            for learning in [learning, plain] {
                let found = accuracy(&learning, 3);
                assert!(found > 0.98, "{found} {learning:?}");
            }
            let drowned = Learning {
                noise_multiplier: 1e4,
                ..learning
            };
            assert!(accuracy(&drowned, 3) < 0.9);
        }
    }

    #[test]
    fn a_seed_gives_the_same_training() {
        let mut random = Random::seeded(3, 0);
        let records = POPULATION.records(100, 1, &mut random);
        let network = Network::new(4, &[8], 4);
        let trained = |seed| train(&network, &records, &LEARNING, &mut Random::seeded(seed, 7));
        assert_eq!(trained(1), trained(1));
        assert_ne!(trained(1), trained(2));
    }

    /// A record whose gradient is 0 leaves the noise alone: the sum over 100 steps has variance `100 (rate C sigma/(q n))^2`.
    /// 2,000 parameters: chi-square of 2,000 degrees of freedom, outside of 1,693 to 2,330 with probability 1e-6.
    #[test]
    fn noise_has_the_variance_of_the_bounds() {
        let mut records = Records::new(999, 2);
        for _ in 0..10 {
            records.push([0.0; 999], 0);
        }
        let learning = Learning {
            learning_rate: 0.3,
            clip_norm: 0.7,
            noise_multiplier: 2.0,
            steps: 100,
            batch: 2.0,
            ..LEARNING
        };
        let trained = train(
            &Network::new(999, &[], 2),
            &records,
            &learning,
            &mut Random::seeded(9, 0),
        );
        let deviation = libm::sqrt(100.0) * 0.3 * 0.7 * 2.0 / 2.0;
        let weights = &trained[..1998];
        let statistic: f64 = weights
            .iter()
            .map(|w| f64::from(*w) / deviation)
            .map(|x| x * x)
            .sum();
        assert!((1690.0..2330.0).contains(&statistic), "{statistic}");
    }
}
