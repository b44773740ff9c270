//! The Gaussian game: all that is left of DP-SGD when the rest of machine learning is taken away.
//!
//! The data set is `{0, ..., 0}`, or the same with a record 1 (Mahloujifar et al., Appendix F.1). In each of `T` steps the record
//! is in the batch with probability `q`, and the attacker sees the batch's sum with noise. He guesses by the likelihood ratio
//!
//! ```text
//! L = sum over t of ln(1 - q + q exp((2 x_t - 1)/(2 sigma^2))),
//! ```
//!
//! so his advantage is the largest there is, and the bound is met.

use super::advantage;
use super::experiment::{Experiment, Trials, compared, seed, sums};
use super::observations::{AttackObservation, AttackPoint, Observations};
use super::setting::Setting;
use crate::figure::{Error, RANGES, Range};
use crate::mechanism::{NeighboringRelation, RunOptions};
use crate::numerics::count;
use crate::random::{Random, Source};
use std::sync::OnceLock;

/// Options of the Gaussian game.
#[derive(Clone, Debug, Default)]
pub struct GaussianGameOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting; 0.5, 1, 2 and 4 if none is given.
    pub noise_multiplier: Vec<f64>,
    /// Probability with which the record enters a step; 0.1 if left out.
    pub sample_rate: Option<f64>,
    /// Steps of a training; 30 if left out.
    pub num_steps: Option<f64>,
    /// Trainings for each noise; 20,000 if left out.
    pub trials: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// Rates of false positives near which thresholds are set, by trainings that count for nothing else.
const AIMED_FPR: [f64; 16] = [
    0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97,
];
const MOST_PILOTS: f64 = 4000.0;
const STEPS_OF_PILOT: f64 = 2e6;
/// Steps that a unit draws, about 30 ms of work.
const STEPS_OF_UNIT: f64 = 500_000.0;
/// Trials, right guesses, members; then members and non-members beyond each threshold.
const WIDTH: usize = 3 + 2 * AIMED_FPR.len();

struct GaussianGame {
    games: Vec<Game>,
    trials: usize,
    block: usize,
    seed: u64,
    confidence: f64,
}

struct Game {
    noise: f64,
    rate: f64,
    steps: usize,
    /// Made when the first unit needs them: who only reads rows does not.
    thresholds: OnceLock<Vec<f64>>,
    /// The stream of what they are made from.
    pilot: u64,
}

impl GaussianGameOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e3);
    pub(crate) const NOISES: &[f64] = &[0.5, 1.0, 2.0, 4.0];
    pub(crate) const RATE: Range = RANGES.sample_rate.with_default(0.1);
    pub(crate) const STEPS: Range = Range::whole(1.0, 1e5).with_default(30.0);
    pub(crate) const TRIALS: Range = Range::whole(100.0, 1e7).with_default(20_000.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        let rate = Self::RATE.or_default("sample_rate", self.sample_rate)?;
        let num_steps = Self::STEPS.or_default("num_steps", self.num_steps)?;
        let trials = count(Self::TRIALS.or_default("trials", self.trials)?);
        let confidence = RANGES
            .confidence
            .or_default("confidence", self.confidence)?;
        let seed = seed(self.seed)?;
        let steps = count(num_steps);
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
        let games = (0..).zip(&noises).map(|(i, &noise)| Game {
            noise,
            rate,
            steps,
            thresholds: OnceLock::new(),
            // From the far end of the streams, where no unit gets to.
            pilot: u64::MAX - i,
        });
        let block = count((STEPS_OF_UNIT / num_steps).clamp(1.0, 20_000.0)).min(trials);
        Ok(Experiment::new(
            "gaussian_game",
            settings.collect(),
            GaussianGame {
                games: games.collect(),
                trials,
                block,
                seed,
                confidence,
            },
        ))
    }
}

impl Game {
    fn thresholds(&self, seed: u64) -> &[f64] {
        self.thresholds.get_or_init(|| {
            let trainings = (STEPS_OF_PILOT / self.steps as f64).clamp(100.0, MOST_PILOTS);
            let mut random = Random::seeded(seed, self.pilot);
            let mut losses: Vec<f64> = (0..count(trainings))
                .map(|_| self.loss(false, &mut random))
                .collect();
            losses.sort_unstable_by(|a, b| b.total_cmp(a));
            let at = |fpr: f64| losses[count(fpr * losses.len() as f64)];
            AIMED_FPR.map(at).to_vec()
        })
    }

    /// The privacy loss of one training.
    fn loss<S: Source>(&self, member: bool, random: &mut Random<S>) -> f64 {
        let inverse = 1.0 / self.noise;
        (0..self.steps)
            .map(|_| {
                let hit = member && random.uniform() < self.rate;
                let seen = random.normal() + if hit { inverse } else { 0.0 };
                let shift = libm::expm1((seen - 0.5 * inverse) * inverse);
                libm::log1p(self.rate * shift)
            })
            .sum()
    }
}

impl Trials for GaussianGame {
    fn units(&self) -> usize {
        self.games.len() * self.trials.div_ceil(self.block)
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let (block, game) = (
            index / self.games.len(),
            &self.games[index % self.games.len()],
        );
        let trials = self.block.min(self.trials - block * self.block);
        let mut random = Random::seeded(self.seed, index as u64);
        let thresholds = game.thresholds(self.seed);
        let mut row = vec![0.0; WIDTH];
        for _ in 0..trials {
            let member = random.sign() > 0.0;
            let loss = game.loss(member, &mut random);
            row[0] += 1.0;
            row[1] += f64::from(u8::from((loss > 0.0) == member));
            row[2] += f64::from(u8::from(member));
            let beyond = &mut row[3..];
            for (i, _) in (0..).zip(thresholds).filter(|(_, t)| loss > **t) {
                beyond[2 * i + usize::from(!member)] += 1.0;
            }
        }
        row
    }

    fn observed(&self, _: usize, rows: &[&[f64]]) -> Observations {
        let sums = sums(WIDTH, rows);
        let [trials, correct, members] = [sums[0], sums[1], sums[2]];
        let points = sums[3..].chunks_exact(2).filter_map(|beyond| {
            AttackPoint::of(
                [beyond[1], trials - members],
                [beyond[0], members],
                self.confidence,
            )
        });
        Observations {
            trainings: trials,
            attacks: vec![AttackObservation {
                attack: "likelihood_ratio",
                game: None,
                relation: Some(NeighboringRelation::AddOrRemoveOne),
                trials,
                advantage: advantage::of_guesses(correct, trials, self.confidence),
                points: points.collect(),
            }],
            measures: Vec::new(),
            series: Vec::new(),
        }
    }
}
