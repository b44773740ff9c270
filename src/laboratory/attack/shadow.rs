//! The shadow-model attack (Shokri et al. 2017): networks that learn from the outputs of others what a member looks like.

use crate::laboratory::data::Records;
use crate::laboratory::learning::{Learning, Optimiser, train};
use crate::laboratory::model::{Network, Pass, probabilities};
use crate::random::{Random, Source};

/// Hidden neurons of the attacking networks (Humphries et al. 2020, section 4.1), and how they are trained.
const HIDDEN: usize = 64;
const BATCH: f64 = 100.0;
const EPOCHS: f64 = 20.0;

/// One attacking network for each class that was met.
pub(crate) struct Shadow {
    network: Network,
    trained: Vec<Option<Vec<f32>>>,
}

/// What shadow models say of records with which they were and were not trained.
pub(crate) struct Outputs(Vec<Records>);

impl Outputs {
    pub(crate) fn new(classes: usize) -> Self {
        Self((0..classes).map(|_| Records::new(classes, 2)).collect())
    }

    /// Trains one more shadow model, and keeps what it says of its members and of as many others.
    pub(crate) fn add<S: Source>(
        &mut self,
        network: &Network,
        learning: &Learning,
        members: &Records,
        others: &Records,
        random: &mut Random<S>,
    ) {
        let trained = train(network, members, learning, random);
        let mut pass = Pass::new(network, &trained);
        for (records, member) in [(members, 1), (others, 0)] {
            for (record, row) in outputs(&mut pass, records).into_iter().enumerate() {
                self.0[records.label(record)].push(row, member);
            }
        }
    }
}

impl Shadow {
    /// Attackers that learn from these outputs.
    pub(crate) fn new<S: Source>(outputs: &Outputs, random: &mut Random<S>) -> Self {
        let classes = outputs.0.len();
        let network = Network::new(classes, &[HIDDEN], 2);
        let trained = outputs.0.iter().map(|outputs| {
            let records = outputs.len();
            if records == 0 {
                return None;
            }
            let sample_rate = (BATCH / records as f64).min(1.0);
            let learning = Learning {
                optimiser: Optimiser::Adam,
                learning_rate: 0.01,
                clip_norm: f64::INFINITY,
                noise_multiplier: 0.0,
                sample_rate,
                batch: sample_rate * records as f64,
                steps: crate::numerics::count(libm::ceil(EPOCHS / sample_rate)),
                l2: 1e-6,
            };
            Some(train(&network, outputs, &learning, random))
        });
        Self {
            trained: trained.collect(),
            network,
        }
    }

    /// The log-odds that a record was trained with: above 0, the attacker says member; 0 for a class that no shadow model met.
    pub(crate) fn scores(&self, target: &mut Pass, records: &Records) -> Vec<f64> {
        let mut scores = vec![0.0; records.len()];
        let outputs = outputs(target, records);
        for (class, trained) in self.trained.iter().enumerate() {
            let Some(trained) = trained else { continue };
            let of_class: Vec<usize> = (0..records.len())
                .filter(|record| records.label(*record) == class)
                .collect();
            let mut asked = Records::new(records.classes(), 2);
            for &record in &of_class {
                asked.push(outputs[record].iter().copied(), 0);
            }
            let logits = Pass::new(&self.network, trained).logits(&asked);
            for (record, row) in of_class.into_iter().zip(logits.chunks_exact(2)) {
                let score = f64::from(row[1]) - f64::from(row[0]);
                scores[record] = if score.is_nan() { 0.0 } else { score };
            }
        }
        scores
    }
}

/// The probabilities of all classes.
fn outputs(pass: &mut Pass, records: &Records) -> Vec<Vec<f32>> {
    let logits = pass.logits(records);
    let rows = logits.chunks_exact(records.classes()).map(|row| {
        let mut row = row.to_vec();
        probabilities(&mut row);
        row
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::attack::log_loss;
    use crate::laboratory::data::Population;

    fn advantage(members: &[f64], others: &[f64]) -> f64 {
        let share = |scores: &[f64]| {
            scores.iter().filter(|score| **score > 0.0).count() as f64 / scores.len() as f64
        };
        share(members) - share(others)
    }

    /// Members share their subpopulation of five, others have it with probability 1/5: both attacks come near 4/5.
    #[test]
    fn both_attacks_find_members_of_one_subpopulation() {
        let population = Population {
            subpopulations: 5,
            spread: 0.01,
        };
        let learning = Learning {
            optimiser: Optimiser::Adam,
            learning_rate: 0.01,
            clip_norm: 1.0,
            noise_multiplier: 1.0,
            sample_rate: 0.2,
            batch: 80.0,
            steps: 100,
            l2: 1e-5,
        };
        let network = Network::new(5, &[32], 5);
        let mut random = Random::seeded(2, 0);
        let mut outputs = Outputs::new(5);
        for shadow in 0..3 {
            let members = population.records(400, shadow, &mut random);
            let others = population.mixed(400, &mut random);
            outputs.add(&network, &learning, &members, &others, &mut random);
        }
        let shadow = Shadow::new(&outputs, &mut random);
        let members = population.records(400, 4, &mut random);
        let others = population.mixed(400, &mut random);
        let trained = train(&network, &members, &learning, &mut random);
        let mut target = Pass::new(&network, &trained);
        let by_shadow = [&members, &others].map(|records| shadow.scores(&mut target, records));
        let found = advantage(&by_shadow[0], &by_shadow[1]);
        assert!((0.7..=0.9).contains(&found), "{found}");
        let by_loss = [&members, &others].map(|records| log_loss(&mut target, &members, records));
        let found = advantage(&by_loss[0], &by_loss[1]);
        assert!((0.3..=0.9).contains(&found), "{found}");
    }
}
