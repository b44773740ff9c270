//! Noise on a published statistic: a random half of the records is used, and the attacker who knows them all says whether the
//! record that moves the statistic most was among it (Izzo et al., Definition 1 and Algorithm 1).

use super::experiment::{Experiment, Trials, seed, sums};
use super::halves::{Halves, Outputs, Posterior, Statistic};
use super::observations::{AttackObservation, Measure, Observations};
use super::setting::Setting;
use super::theorems;
use crate::figure::{Error, Figure, RANGES, Range, malformed};
use crate::numerics::{Interval, count};
use crate::output_noise::{
    NoiseLaw, eta_from_distance, laplace_mechanism_scale, powers_of_two, printed_scale,
    scale_from_distance, scale_from_moment,
};
use crate::random::Random;
use serde::Deserialize;

/// Records that are made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoiseRecords {
    /// Standard normals.
    #[default]
    Normal,
    /// A one among zeros.
    OneOutlier,
    /// `1, 2, 4, ...`, as in Proposition 11.
    PowersOfTwo,
}

/// Options of the experiment with noise on a statistic.
#[derive(Clone, Debug, Default)]
pub struct NoiseGameOptions {
    /// The records.
    pub records: NoiseRecords,
    /// What is published.
    pub statistic: Statistic,
    /// Number of records, even; 16 if left out.
    pub dataset_size: Option<f64>,
    /// Accuracy above blind guessing that the noise is chosen for; 0.1 if left out.
    pub eta: Option<f64>,
    /// Published outputs for each scale of noise; 20,000 if left out.
    pub trials: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// Members, members named, non-members, non-members named.
const WIDTH: usize = 4;
/// Outputs of a unit.
const BLOCK: usize = 2000;
/// The streams of units begin after those of records and halves.
const FIRST_STREAM: u64 = 2;

struct NoiseGame {
    halves: Halves,
    outputs: Outputs,
    scales: Vec<Scale>,
    eta: f64,
    trials: usize,
    seed: u64,
    confidence: f64,
}

struct Scale {
    scale: f64,
    attacker: Posterior,
}

impl NoiseGameOptions {
    pub(crate) const SIZE: Range = Range::whole(4.0, 10_000.0).with_default(16.0);
    pub(crate) const ETA: Range = Range::closed(1e-3, 0.49).with_default(0.1);
    pub(crate) const TRIALS: Range = Range::whole(100.0, 1e7).with_default(20_000.0);
    /// Beyond, the powers of two are no doubles any more.
    const MOST_POWERS: f64 = 40.0;

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let size = Self::SIZE.or_default("dataset_size", self.dataset_size)?;
        if size % 2.0 != 0.0 {
            return Err(malformed(
                "dataset_size",
                format!("is {size}; it must be even, to have halves"),
            ));
        }
        if self.records == NoiseRecords::PowersOfTwo {
            Range::whole(4.0, Self::MOST_POWERS).check("dataset_size", size)?;
        }
        let eta = Self::ETA.or_default("eta", self.eta)?;
        let trials = count(Self::TRIALS.or_default("trials", self.trials)?);
        let confidence = RANGES
            .confidence
            .or_default("confidence", self.confidence)?;
        let seed = seed(self.seed)?;
        let halves = Halves::new(self.drawn(count(size), seed), self.statistic);
        let outputs = halves.outputs(&mut Random::seeded(seed, 1));
        if !(outputs.distance > 0.0 && outputs.sigma_2.is_finite()) {
            return Err(malformed(
                "statistic",
                "is the same number for every half, so there is nothing to hide".into(),
            ));
        }
        let scales = scales(&outputs, eta);
        let settings = scales.iter().map(|&(label, scale)| Setting {
            parameter: "noise_scale",
            value: scale,
            label: Some(label.into()),
            run: None,
            bound: Some(bound(&outputs, scale)),
        });
        let attackers = scales.iter().map(|&(_, scale)| Scale {
            scale,
            attacker: Posterior::new(&outputs, scale),
        });
        Ok(Experiment::new(
            "noise",
            settings.collect(),
            NoiseGame {
                scales: attackers.collect(),
                halves,
                outputs,
                eta,
                trials,
                seed,
                confidence,
            },
        ))
    }

    fn drawn(&self, size: usize, seed: u64) -> Vec<f64> {
        match self.records {
            NoiseRecords::PowersOfTwo => powers_of_two(size),
            NoiseRecords::OneOutlier => {
                let mut records = vec![0.0; size];
                records[0] = 1.0;
                records
            }
            NoiseRecords::Normal => {
                let mut random = Random::seeded(seed, 0);
                (0..size).map(|_| random.normal()).collect()
            }
        }
    }
}

/// Laplace noise for `eta` by each route, the least first.
fn scales(outputs: &Outputs, eta: f64) -> [(&'static str, f64); 4] {
    let Outputs {
        distance,
        sensitivity,
        sigma_1,
        sigma_2,
        ..
    } = *outputs;
    [
        (
            "mean_distance",
            scale_from_distance(NoiseLaw::Laplace, distance, eta, 0.5),
        ),
        (
            "first_moment",
            scale_from_moment(NoiseLaw::Laplace, sigma_1, eta, 0.5),
        ),
        (
            "laplace_mechanism",
            laplace_mechanism_scale(sensitivity, eta, 0.5),
        ),
        ("printed", printed_scale(6.16, sigma_2, eta, 2.0)),
    ]
}

/// What is proved of the advantage at a scale; without a promise where halves were sampled.
fn bound(outputs: &Outputs, scale: f64) -> Figure {
    let eta = eta_from_distance(NoiseLaw::Laplace, outputs.distance, scale, 0.5);
    let advantage = (2.0 * eta).next_up().min(1.0);
    if outputs.all {
        Figure::upper(advantage, "mean_distance", theorems::MEAN_DISTANCE)
    } else {
        Figure::approximation(advantage, "mean_distance", theorems::MEAN_DISTANCE_SAMPLED)
    }
}

impl Trials for NoiseGame {
    fn units(&self) -> usize {
        self.scales.len() * self.trials.div_ceil(BLOCK)
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let block = index / self.scales.len();
        let Scale { scale, attacker } = &self.scales[index % self.scales.len()];
        let mut random = Random::seeded(self.seed, FIRST_STREAM + index as u64);
        let mut row = vec![0.0; WIDTH];
        for _ in 0..BLOCK.min(self.trials - block * BLOCK) {
            let (output, member) = self.halves.play(self.outputs.target, &mut random);
            let published = output + scale * random.sign() * random.exponential();
            let class = &mut row[if member { 0 } else { 2 }..];
            class[0] += 1.0;
            class[1] += f64::from(u8::from(attacker.names(published)));
        }
        row
    }

    fn observed(&self, setting: usize, rows: &[&[f64]]) -> Observations {
        let sums = sums(WIDTH, rows);
        let counts = [sums[0], sums[1], sums[2], sums[3]];
        let attack = AttackObservation::counted("posterior", None, counts, self.confidence);
        Observations {
            trainings: attack.trials,
            attacks: vec![attack],
            measures: self.measures(&self.scales[setting]),
            series: Vec::new(),
        }
    }
}

impl NoiseGame {
    fn measures(&self, Scale { scale, .. }: &Scale) -> Vec<Measure> {
        let exactly = |name: &'static str, value: f64| Measure {
            name,
            mean: Figure::exact(
                Interval {
                    lower: value,
                    upper: value,
                },
                "chosen",
                theorems::CHOSEN,
            ),
        };
        let mut random = Random::seeded(self.seed, u64::MAX);
        let (output, _) = self.halves.play(self.outputs.target, &mut random);
        let noise = scale * random.sign() * random.exponential();
        let spread = self.outputs.sigma_2;
        vec![
            exactly("wanted_advantage", 2.0 * self.eta),
            exactly("noise_over_spread", scale / spread),
            Measure {
                name: "demonstration_output",
                mean: Figure::approximation(output + noise, "drawn", theorems::DEMONSTRATION),
            },
        ]
    }
}
