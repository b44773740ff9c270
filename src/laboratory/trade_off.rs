//! What privacy costs: the accuracy of a network on new records, over noise, clipping and batch, beside the certified advantage
//! (Mahloujifar et al., section 6 and figure 2).
//!
//! Each record of a pool is a member by a fair coin, so that the curve for an added or removed record bounds the attack.

use super::advantage::{SHARES, mean_of};
use super::attack::log_loss;
use super::experiment::{Experiment, Trials, compared, seed};
use super::learning::{LearningOptions, Recipe, train};
use super::model::Pass;
use super::observations::{AttackObservation, Measure, Observations};
use super::pool::{Pool, advantage, advantages};
use super::setting::Setting;
use super::table_options::TableOptions;
use crate::figure::{Error, RANGES, Range, malformed};
use crate::mechanism::NeighboringRelation;
use crate::numerics::count;
use crate::random::Random;

/// Options of the experiment on accuracy against advantage.
#[derive(Clone, Debug, Default)]
pub struct TradeOffOptions {
    /// The table.
    pub table: TableOptions,
    /// Standard deviations of the noise over the clipping norm; 0.5, 1, 2, 4 and 8 if none is given.
    pub noise_multiplier: Vec<f64>,
    /// Clipping norms, each with each noise; that of the training if none is given.
    pub clipping_norms: Vec<f64>,
    /// Sample rates, each with each noise; that of the training if none is given.
    pub sample_rates: Vec<f64>,
    /// Most records that may be members; 2,000 if left out.
    pub dataset_size: Option<f64>,
    /// How the network is trained.
    pub learning: LearningOptions,
    /// Trainings of each setting; 10 if left out.
    pub trainings: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// The probability with which a record is a member.
const SHARE: f64 = 0.5;
const MEASURES: [&str; 2] = ["test_accuracy", "member_accuracy"];
const WIDTH: usize = 1 + MEASURES.len();
/// Most combinations of noise, clipping and batch.
const MOST_SETTINGS: usize = 48;

struct TradeOff {
    pool: Pool,
    recipes: Vec<(f64, Recipe)>,
    trainings: usize,
    seed: u64,
    confidence: f64,
}

impl TradeOffOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e4);
    pub(crate) const NOISES: &[f64] = &[0.5, 1.0, 2.0, 4.0, 8.0];
    pub(crate) const RECORDS: Range = Range::whole(8.0, 1e5).with_default(2000.0);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e4).with_default(10.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        let recipe = self.learning.recipe()?;
        let clips = compared(
            "clipping_norms",
            &self.clipping_norms,
            &[recipe.clipping_norm()],
            &LearningOptions::CLIPPING_NORM,
        )?;
        let rates = compared(
            "sample_rates",
            &self.sample_rates,
            &[recipe.sample_rate()],
            &LearningOptions::RATE,
        )?;
        let mut recipes = Vec::new();
        for &rate in &rates {
            for &clip in &clips {
                for &noise in &noises {
                    recipes.push((noise, recipe.with(rate, clip)));
                }
            }
        }
        if recipes.len() > MOST_SETTINGS {
            return Err(malformed(
                "noise_multiplier",
                format!(
                    "makes {} settings with the clipping norms and sample rates; at most {MOST_SETTINGS} are allowed",
                    recipes.len()
                ),
            ));
        }
        let several = rates.len() * clips.len() > 1;
        let settings = recipes.iter().map(|(noise, recipe)| Setting {
            parameter: "noise_multiplier",
            value: *noise,
            label: several.then(|| {
                let (clip, rate) = (recipe.clipping_norm(), recipe.sample_rate());
                format!("clipping norm {clip}, sample rate {rate}")
            }),
            run: Some(recipe.run(*noise)),
            clipping_norm: None,
            prior: None,
            bound: None,
        });
        let settings = settings.collect();
        let seed = seed(self.seed)?;
        let most = count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?);
        // From the far end of the streams, where no unit gets to.
        let mut random = Random::seeded(seed, u64::MAX);
        Ok(Experiment::new(
            "trade_off",
            settings,
            TradeOff {
                pool: Pool::new(&self.table.encoded(None)?.records, most, &mut random)?,
                recipes,
                trainings: count(Self::TRAININGS.or_default("trainings", self.trainings)?),
                seed,
                confidence: RANGES
                    .confidence
                    .or_default("confidence", self.confidence)?,
            },
        ))
    }
}

impl Trials for TradeOff {
    fn units(&self) -> usize {
        self.recipes.len() * self.trainings
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let (noise, recipe) = &self.recipes[index % self.recipes.len()];
        let mut random = Random::seeded(self.seed, index as u64);
        let pool = &self.pool;
        let member = pool.toss(SHARE, &mut random);
        let members = pool.members(&member);
        let network = recipe.network(pool.records.width(), pool.records.classes());
        let learning = recipe.learning(*noise, SHARE * pool.records.len() as f64);
        let trained = train(&network, &members, &learning, &mut random);
        let mut pass = Pass::new(&network, &trained);
        let scores = log_loss(&mut pass, &members, &pool.records);
        let guessed: Vec<bool> = scores.iter().map(|score| *score > 0.0).collect();
        vec![
            advantage(&guessed, &member, SHARE),
            pass.accuracy(&pool.tests),
            pass.accuracy(&members),
        ]
    }

    fn observed(&self, _: usize, rows: &[&[f64]]) -> Observations {
        let column = |place: usize| rows.iter().map(|row| row[place]).collect::<Vec<f64>>();
        let trainings = rows.len() as f64;
        let mean =
            |place: usize, range| mean_of(&column(place), range, self.trainings, self.confidence);
        Observations {
            trainings,
            attacks: vec![AttackObservation {
                attack: "log_loss",
                game: None,
                relation: Some(NeighboringRelation::AddOrRemoveOne),
                trials: self.pool.records.len() as f64 * trainings,
                advantage: mean(0, advantages(SHARE)),
                points: Vec::new(),
            }],
            measures: (1..)
                .zip(MEASURES)
                .map(|(place, name)| Measure {
                    name: name.into(),
                    mean: mean(place, SHARES),
                })
                .collect(),
            series: Vec::new(),
        }
    }
}
