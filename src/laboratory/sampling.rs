//! The data set itself is sampled: what four attacks are worth where each record is a member with probability `P_x(1)` (Thudi et al.,
//! sections 4.2 and 4.3).
//!
//! Reference models are trained with halves of the pool, for each noise once, and serve all trainings with it. An attack's positive
//! accuracy is the share of members among the tenth of the pool with the largest scores; the paper reports the best of 40 shares
//! that the attacker names, chosen with the truth in hand, which stands beside it.

use super::advantage::{SHARES, mean_of};
use super::attack::{Lira, References, confidences, population_attack, reference_attack};
use super::experiment::{Experiment, Trials, compared, seed};
use super::learning::{LearningOptions, Recipe, train};
use super::model::Pass;
use super::observations::{AttackObservation, Measure, Observations};
use super::pool::{Pool, advantage, advantages, precision};
use super::setting::Setting;
use super::table_options::TableOptions;
use crate::figure::{Error, RANGES, Range, malformed};
use crate::mechanism::NeighboringRelation;
use crate::numerics::count;
use crate::random::Random;
use core::cell::OnceCell;

/// Options of the experiment with a sampled data set.
#[derive(Clone, Debug, Default)]
pub struct SamplingOptions {
    /// The table.
    pub table: TableOptions,
    /// Probabilities with which a record is a member; 0.1, 0.3, 0.5, 0.7 and 0.9 if none is given.
    pub sampling_probability: Vec<f64>,
    /// Standard deviations of the noise over the clipping norm; 1 and 4 if none is given.
    pub noise_multiplier: Vec<f64>,
    /// Whether each probability has the noise at its own place, as along an iso-bound; else each has every noise.
    pub paired: bool,
    /// Most records that may be members; 1,000 if left out.
    pub dataset_size: Option<f64>,
    /// How the network is trained; steps and sample rate are the same for all probabilities.
    pub learning: LearningOptions,
    /// Reference models for each noise; 20 if left out.
    pub reference_models: Option<f64>,
    /// Trainings of each setting; 20 if left out.
    pub trainings: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

const ATTACKS: [&str; 4] = ["lira", "lira_offline", "population", "reference"];
const MEASURES: [&str; 6] = [
    "positive_accuracy_lira",
    "positive_accuracy_lira_offline",
    "positive_accuracy_population",
    "positive_accuracy_reference",
    "best_positive_accuracy_lira",
    "test_accuracy",
];
const WIDTH: usize = ATTACKS.len() + MEASURES.len();
/// The steps in which the paper varies the share of the pool that is named.
const NAMINGS: usize = 40;
/// Rate of false positives at which attacks P and R say member.
const FPR: f64 = 0.1;
/// The normal score at that rate, from which on `LiRA` without models of members says member.
const OFFLINE: f64 = 1.281_551_565_5;
/// The share of the pool with which a reference model is trained.
const HALF: f64 = 0.5;
const MOST_SETTINGS: usize = 48;

struct SampledData {
    pool: Pool,
    recipe: Recipe,
    /// Probability and place of the noise.
    settings: Vec<(f64, usize)>,
    noises: Vec<f64>,
    references: Vec<OnceCell<References>>,
    reference_models: usize,
    trainings: usize,
    seed: u64,
    confidence: f64,
}

impl SamplingOptions {
    /// Share of the pool that an attack names. Who is right more often than records are members finds at least that share of the
    /// members.
    pub(crate) const NAMED: f64 = 0.1;
    pub(crate) const PROBABILITY: Range = Range::closed(0.01, 0.99);
    pub(crate) const PROBABILITIES: &[f64] = &[0.1, 0.3, 0.5, 0.7, 0.9];
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e4);
    pub(crate) const NOISES: &[f64] = &[1.0, 4.0];
    pub(crate) const RECORDS: Range = Range::whole(10.0, 1e5).with_default(1000.0);
    pub(crate) const REFERENCE_MODELS: Range = Range::whole(1.0, 256.0).with_default(20.0);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e4).with_default(20.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let shares = compared(
            "sampling_probability",
            &self.sampling_probability,
            Self::PROBABILITIES,
            &Self::PROBABILITY,
        )?;
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        if self.paired && noises.len() != shares.len() {
            return Err(malformed(
                "noise_multiplier",
                format!(
                    "has {} entries; with paired it needs one for each of the {} probabilities",
                    noises.len(),
                    shares.len()
                ),
            ));
        }
        let pairs: Vec<(f64, usize)> = if self.paired {
            shares.into_iter().zip(0..).collect()
        } else {
            let each = |noise| shares.iter().map(move |share| (*share, noise));
            (0..noises.len()).flat_map(each).collect()
        };
        if pairs.len() > MOST_SETTINGS {
            return Err(malformed(
                "sampling_probability",
                format!(
                    "makes {} settings with the noises; at most {MOST_SETTINGS} are allowed",
                    pairs.len()
                ),
            ));
        }
        let recipe = self.learning.recipe()?;
        let settings = pairs.iter().map(|(share, noise)| Setting {
            parameter: "sampling_probability",
            value: *share,
            label: Some(format!(
                "probability {share}, noise multiplier {}",
                noises[*noise]
            )),
            run: Some(recipe.run(noises[*noise])),
            clipping_norm: None,
            prior: Some(*share),
            bound: None,
        });
        let settings = settings.collect();
        let seed = seed(self.seed)?;
        let most = count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?);
        // From the far end of the streams, where no unit gets to.
        let mut random = Random::seeded(seed, u64::MAX);
        Ok(Experiment::new(
            "sampling",
            settings,
            SampledData {
                pool: Pool::new(&self.table.encoded(None)?.records, most, &mut random)?,
                recipe,
                settings: pairs,
                references: noises.iter().map(|_| OnceCell::new()).collect(),
                noises,
                reference_models: count(
                    Self::REFERENCE_MODELS.or_default("reference_models", self.reference_models)?,
                ),
                trainings: count(Self::TRAININGS.or_default("trainings", self.trainings)?),
                seed,
                confidence: RANGES
                    .confidence
                    .or_default("confidence", self.confidence)?,
            },
        ))
    }
}

impl SampledData {
    /// Trains with a part of the pool, and says who was in it.
    fn trained(&self, share: f64, noise: usize, stream: u64) -> (Vec<bool>, Pass) {
        let mut random = Random::seeded(self.seed, stream);
        let pool = &self.pool;
        let member = pool.toss(share, &mut random);
        let network = self
            .recipe
            .network(pool.records.width(), pool.records.classes());
        let learning = self
            .recipe
            .learning(self.noises[noise], share * pool.records.len() as f64);
        let trained = train(&network, &pool.members(&member), &learning, &mut random);
        (member, Pass::new(&network, &trained))
    }

    fn references(&self, noise: usize) -> &References {
        self.references[noise].get_or_init(|| {
            let mut references = References::default();
            for model in 0..self.reference_models {
                let stream = u64::MAX - 1 - (noise * self.reference_models + model) as u64;
                let (member, mut pass) = self.trained(HALF, noise, stream);
                references.push(member, confidences(&mut pass, &self.pool.records));
            }
            references
        })
    }
}

impl Trials for SampledData {
    fn units(&self) -> usize {
        self.settings.len() * self.trainings
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let (share, noise) = self.settings[index % self.settings.len()];
        let references = self.references(noise);
        let (member, mut pass) = self.trained(share, noise, index as u64);
        let seen = confidences(&mut pass, &self.pool.records);
        let population = confidences(&mut pass, &self.pool.tests);
        let lira = Lira::new(references);
        let attacks = [
            (lira.online(&seen), 0.0),
            (lira.offline(&seen), OFFLINE),
            (population_attack(&population, &seen), 1.0 - FPR),
            (reference_attack(references, &seen), 1.0 - FPR),
        ];
        let advantages = attacks.iter().map(|(scores, threshold)| {
            let guessed: Vec<bool> = scores.iter().map(|score| score > threshold).collect();
            advantage(&guessed, &member, share)
        });
        let named = |part: f64| count(libm::ceil(part * seen.len() as f64)).max(1);
        let precisions = attacks
            .iter()
            .map(|(scores, _)| precision(scores, &member, named(SamplingOptions::NAMED)));
        let best = (1..=NAMINGS)
            .map(|i| named(i as f64 / NAMINGS as f64))
            .map(|named| precision(&attacks[0].0, &member, named))
            .fold(0.0, f64::max);
        let mut row: Vec<f64> = advantages.chain(precisions).collect();
        row.extend([best, pass.accuracy(&self.pool.tests)]);
        row
    }

    fn observed(&self, setting: usize, rows: &[&[f64]]) -> Observations {
        let (share, _) = self.settings[setting];
        let column = |place: usize| rows.iter().map(|row| row[place]).collect::<Vec<f64>>();
        let trainings = rows.len() as f64;
        let attacks = ATTACKS
            .iter()
            .enumerate()
            .map(|(place, name)| AttackObservation {
                attack: name,
                game: None,
                relation: Some(NeighboringRelation::AddOrRemoveOne),
                trials: self.pool.records.len() as f64 * trainings,
                advantage: mean_of(
                    &column(place),
                    advantages(share),
                    self.trainings,
                    self.confidence,
                ),
                points: Vec::new(),
            });
        let measures = MEASURES.iter().enumerate().map(|(place, name)| {
            let seen = column(ATTACKS.len() + place);
            Measure {
                name: (*name).into(),
                mean: mean_of(&seen, SHARES, self.trainings, self.confidence),
            }
        });
        Observations {
            trainings,
            attacks: attacks.collect(),
            measures: measures.collect(),
            series: Vec::new(),
        }
    }
}
