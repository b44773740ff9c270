//! Logistic regression on one-hot records with random labels: a learning problem on which the bound is nearly met, even by whoever
//! sees the final model alone (Mahloujifar et al., Appendices H and I).
//!
//! A record is one of `d` unit vectors with a label `y` in {-1, 1} that a random function gives its coordinate. DP-SGD adds to the
//! parameters, at each step, the clipped gradients of the sampled records and noise, times the learning rate. A record moves no
//! coordinate but its own, by the clipping norm in the direction of its label, so the attacker looks at
//!
//! ```text
//! v = y theta[coordinate]/(learning rate),   E v = (others at the coordinate + membership) T q c    (erratum E16n).
//! ```

use super::experiment::{Experiment, Trials, compared, seed, sums};
use super::observations::{AttackObservation, Observations};
use super::setting::Setting;
use crate::figure::{Error, RANGES, Range};
use crate::mechanism::{NeighboringRelation, RunOptions};
use crate::numerics::count;
use crate::random::{Normals, Random, Source};

/// Options of the experiment with one-hot records.
#[derive(Clone, Debug, Default)]
pub struct OneHotOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting; 0.25, 0.5, 1 and 2 if none is given.
    pub noise_multiplier: Vec<f64>,
    /// Coordinates; 10,000 if left out.
    pub dimension: Option<f64>,
    /// Records of the training set; 1,000 if left out.
    pub dataset_size: Option<f64>,
    /// Probability with which a record enters a step; 0.1 if left out.
    pub sample_rate: Option<f64>,
    /// Steps of a training; 50 if left out.
    pub num_steps: Option<f64>,
    /// Norm to which gradients are clipped; 0.1 if left out.
    pub clipping_norm: Option<f64>,
    /// Learning rate; 0.001 if left out.
    pub learning_rate: Option<f64>,
    /// Trainings for each noise; 1,000 if left out.
    pub trainings: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// An attack in a game.
struct Attack {
    name: &'static str,
    game: &'static str,
    relation: NeighboringRelation,
}

use NeighboringRelation::{AddOrRemoveOne, ReplaceOne};

/// Games that put one of two records in bound an attacker who looks at one of them by adding and removing that record; who compares
/// both is bounded by replacing only (erratum E16b).
const ATTACKS: [Attack; 6] = [
    Attack::new("final_model", "OFM", AddOrRemoveOne),
    Attack::new("intermediate_models", "OIG", AddOrRemoveOne),
    Attack::new("both_records", "OFM", ReplaceOne),
    Attack::new("both_records_intermediate", "OIG", ReplaceOne),
    Attack::new("final_model", "YFM", ReplaceOne),
    Attack::new("intermediate_models", "YIG", ReplaceOne),
];
/// Members, members named, non-members, non-members named.
const COUNTS: usize = 4;
const WIDTH: usize = COUNTS * ATTACKS.len();
/// Normals that a unit draws, about 40 ms of work.
const NORMALS_OF_UNIT: f64 = 5e6;

impl Attack {
    const fn new(name: &'static str, game: &'static str, relation: NeighboringRelation) -> Self {
        Self {
            name,
            game,
            relation,
        }
    }
}

struct OneHot {
    learners: Vec<Learner>,
    trainings: usize,
    block: usize,
    seed: u64,
    confidence: f64,
}

/// DP-SGD with one noise.
#[derive(Clone, Copy)]
struct Learner {
    noise: f64,
    dimension: usize,
    records: usize,
    rate: f64,
    steps: usize,
    clipping_norm: f64,
    learning_rate: f64,
}

/// A unit vector with the label of its coordinate.
#[derive(Clone, Copy)]
struct Record {
    coordinate: usize,
    label: f32,
}

/// What an attacker measures against at a coordinate: where `v` is after a step if the record is out, and how far from that if it
/// is in, each per step.
#[derive(Clone, Copy)]
struct Expected {
    out: f64,
    shift: f64,
}

/// An attacker's view of one coordinate while the model is trained.
struct Watch {
    record: Record,
    expected: Expected,
    last: f64,
    above: usize,
}

impl OneHotOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e3);
    pub(crate) const NOISES: &[f64] = &[0.25, 0.5, 1.0, 2.0];
    pub(crate) const DIMENSION: Range = Range::whole(2.0, 1e6).with_default(10_000.0);
    pub(crate) const RECORDS: Range = Range::whole(1.0, 1e5).with_default(1000.0);
    pub(crate) const RATE: Range = RANGES.sample_rate.with_default(0.1);
    pub(crate) const STEPS: Range = Range::whole(1.0, 1e4).with_default(50.0);
    /// Below a half, a record's gradient is clipped while its logit is moderate.
    pub(crate) const CLIPPING_NORM: Range = Range::closed(1e-3, 1.0).with_default(0.1);
    pub(crate) const LEARNING_RATE: Range = Range::closed(1e-6, 10.0).with_default(0.001);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e6).with_default(1000.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let (one_hot, settings) = self.checked()?;
        Ok(Experiment::new("one_hot", settings, one_hot))
    }

    fn checked(&self) -> Result<(OneHot, Vec<Setting>), Error> {
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        let rate = Self::RATE.or_default("sample_rate", self.sample_rate)?;
        let num_steps = Self::STEPS.or_default("num_steps", self.num_steps)?;
        let dimension = Self::DIMENSION.or_default("dimension", self.dimension)?;
        let trainings = count(Self::TRAININGS.or_default("trainings", self.trainings)?);
        let learner = Learner {
            noise: 0.0,
            dimension: count(dimension),
            records: count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?),
            rate,
            steps: count(num_steps),
            clipping_norm: Self::CLIPPING_NORM.or_default("clipping_norm", self.clipping_norm)?,
            learning_rate: Self::LEARNING_RATE.or_default("learning_rate", self.learning_rate)?,
        };
        let confidence = RANGES
            .confidence
            .or_default("confidence", self.confidence)?;
        let settings = noises.iter().map(|&noise| Setting {
            parameter: "noise_multiplier",
            value: noise,
            label: None,
            run: Some(RunOptions {
                noise_multiplier: Some(noise),
                sample_rate: Some(rate),
                num_steps: Some(num_steps),
                ..RunOptions::default()
            }),
            clipping_norm: None,
            prior: None,
            bound: None,
        });
        let block = NORMALS_OF_UNIT / (dimension * num_steps);
        let one_hot = OneHot {
            learners: noises
                .iter()
                .map(|&noise| Learner { noise, ..learner })
                .collect(),
            trainings,
            block: count(block.clamp(1.0, 1000.0)).min(trainings),
            seed: seed(self.seed)?,
            confidence,
        };
        Ok((one_hot, settings.collect()))
    }
}

impl OneHotOptions {
    /// Of each training with the first noise: whether the record of the game `OFM` was a member, and the score by which the attack
    /// `final_model` says so where it is above 0. For an audit.
    ///
    /// # Errors
    /// As [`crate::ExperimentOptions::experiment`].
    pub fn scores(&self) -> Result<Vec<(bool, f64)>, Error> {
        let (one_hot, _) = self.checked()?;
        let learner = &one_hot.learners[0];
        let played = (0..one_hot.trainings).map(|training| {
            let (attacks, score) = learner.played(one_hot.seed, training as u64);
            (attacks[0][0], score)
        });
        Ok(played.collect())
    }
}

impl Learner {
    fn record<S: Source>(&self, labels: u64, random: &mut Random<S>) -> Record {
        let coordinate = random.index(self.dimension);
        Record {
            coordinate,
            label: label(labels, coordinate),
        }
    }

    /// One training, and for each attack whether its record was a member and whether it was named one.
    fn play(&self, seed: u64, training: u64) -> [[bool; 2]; ATTACKS.len()] {
        self.played(seed, training).0
    }

    /// The same, and how far the final model is beyond the middle in the first game, in clipping norms.
    fn played(&self, seed: u64, training: u64) -> ([[bool; 2]; ATTACKS.len()], f64) {
        let mut random = Random::seeded(seed, 2 * training);
        let mut normals = Normals::new(seed, 2 * training + 1);
        let labels = seed ^ training;
        let mut records: Vec<Record> = (0..self.records)
            .map(|_| self.record(labels, &mut random))
            .collect();
        let others = |record: Record, records: &[Record]| {
            let same = records
                .iter()
                .filter(|other| other.coordinate == record.coordinate);
            same.count() as f64
        };
        let per_step = self.rate * self.clipping_norm;
        let picked = [0, 1].map(|_| self.record(labels, &mut random));
        let expected = picked.map(|record| Expected {
            out: others(record, &records) * per_step,
            shift: per_step,
        });
        let bit = usize::from(random.sign() > 0.0);
        records.push(picked[bit]);
        // In the games after Yeom et al. nobody knows the other records: they are expected.
        let drawn_in = random.sign() > 0.0;
        let drawn = if drawn_in {
            records[random.index(records.len())]
        } else {
            self.record(labels, &mut random)
        };
        let spread = Expected {
            out: self.records as f64 / self.dimension as f64 * per_step,
            shift: per_step,
        };
        let mut watches = [
            Watch::new(picked[1], expected[1]),
            Watch::new(picked[0], expected[0]),
            Watch::new(drawn, spread),
        ];
        let mut compared = 0;
        self.train(&records, &mut random, &mut normals, |step, parameters| {
            let excess = watches
                .each_mut()
                .map(|watch| watch.look(step, parameters, self.learning_rate));
            compared += usize::from(excess[0] > excess[1]);
        });
        let [one, zero, other] = &watches;
        let majority = |above: usize| 2 * above > self.steps;
        let named = [
            one.last > 0.0,
            majority(one.above),
            one.last > zero.last,
            majority(compared),
            other.last > 0.0,
            majority(other.above),
        ];
        let member = bit == 1;
        let attacks = core::array::from_fn(|i| [if i < 4 { member } else { drawn_in }, named[i]]);
        (attacks, one.last / self.clipping_norm)
    }

    /// DP-SGD from 0; `look` sees the parameters after each step, from 1.
    fn train<S: Source>(
        &self,
        records: &[Record],
        random: &mut Random<S>,
        normals: &mut Normals,
        mut look: impl FnMut(usize, &[f32]),
    ) {
        #[expect(clippy::cast_possible_truncation, reason = "parameters are single")]
        let (clip, learning_rate) = (self.clipping_norm as f32, self.learning_rate as f32);
        let mut parameters = vec![0.0_f32; self.dimension];
        for step in 1..=self.steps {
            // The noise comes first: it is added to the sum of the gradients, times the learning rate.
            normals.add(
                self.noise * self.clipping_norm * self.learning_rate,
                &mut parameters,
            );
            let mut at = random.gap(self.rate);
            let mut moves: Vec<(usize, f32)> = Vec::new();
            while at < records.len() {
                let Record { coordinate, label } = records[at];
                // Of the loss ln(1 + e^(-y theta)), downhill; the record is sampled at most once a step.
                let slope = 1.0 / (1.0 + libm::expf(label * parameters[coordinate]));
                moves.push((coordinate, learning_rate * label * slope.min(clip)));
                at += 1 + random.gap(self.rate);
            }
            for (coordinate, by) in moves {
                parameters[coordinate] += by;
            }
            look(step, &parameters);
        }
    }
}

impl Watch {
    fn new(record: Record, expected: Expected) -> Self {
        Self {
            record,
            expected,
            last: 0.0,
            above: 0,
        }
    }

    /// By how much the coordinate is beyond the middle of what is expected with and without the record.
    fn look(&mut self, step: usize, parameters: &[f32], learning_rate: f64) -> f64 {
        let Record { coordinate, label } = self.record;
        let moved = f64::from(label * parameters[coordinate]) / learning_rate;
        let Expected { out, shift } = self.expected;
        self.last = moved - step as f64 * (out + 0.5 * shift);
        self.above += usize::from(self.last > 0.0);
        self.last
    }
}

/// The random function that labels a coordinate, without a table of it (the finaliser of `SplitMix64`).
fn label(key: u64, coordinate: usize) -> f32 {
    let mut word = key.wrapping_add((coordinate as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    if word >> 63 == 0 { 1.0 } else { -1.0 }
}

impl Trials for OneHot {
    fn units(&self) -> usize {
        self.learners.len() * self.trainings.div_ceil(self.block)
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let block = index / self.learners.len();
        let learner = &self.learners[index % self.learners.len()];
        let first = block * self.block;
        let mut row = vec![0.0; WIDTH];
        for training in first..self.trainings.min(first + self.block) {
            let stream = (training * self.learners.len() + index % self.learners.len()) as u64;
            let played = learner.play(self.seed, stream);
            for (counts, [member, named]) in row.chunks_exact_mut(COUNTS).zip(played) {
                let class = &mut counts[if member { 0 } else { 2 }..];
                class[0] += 1.0;
                class[1] += f64::from(u8::from(named));
            }
        }
        row
    }

    fn observed(&self, _: usize, rows: &[&[f64]]) -> Observations {
        let sums = sums(WIDTH, rows);
        let (counts, _) = sums.as_chunks::<COUNTS>();
        let attacks = ATTACKS.iter().zip(counts);
        Observations {
            trainings: sums[0] + sums[2],
            attacks: attacks
                .map(|(attack, counts)| {
                    let relation = Some(attack.relation);
                    let observed =
                        AttackObservation::counted(attack.name, relation, *counts, self.confidence);
                    AttackObservation {
                        game: Some(attack.game),
                        ..observed
                    }
                })
                .collect(),
            measures: Vec::new(),
            series: Vec::new(),
        }
    }
}
