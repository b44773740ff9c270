//! Instrumented DP-SGD: how far a record's gradient moves with the value of its sensitive column, step by step (Cherubin et al.,
//! Algorithm 4 and section 6).
//!
//! `R_t` is the largest distance of two clipped gradients that one record has for two values of the column, over ALL records at every
//! step: over those of the batch alone, the sampling would count twice (erratum E16d). It is found from all pairs of values, or bounded
//! by twice the distance from their mean, which costs less. Both are recorded on the same training, which neither changes. `R_t`
//! belongs to this trajectory: what a proof makes of it is said where the distances are asked about.

use super::advantage::{SHARES, mean_of};
use super::data::Records;
use super::experiment::{Experiment, Trials, seed};
use super::learning::{LearningOptions, Recipe, Training};
use super::model::Pass;
use super::observations::{Measure, Observations, Series};
use super::pool::Pool;
use super::setting::Setting;
use super::table_options::TableOptions;
use crate::figure::{Error, RANGES, Range, malformed};
use crate::numerics::count;
use crate::random::Random;
use core::ops::Range as Places;

/// Options of instrumented DP-SGD.
#[derive(Clone, Debug, Default)]
pub struct InstrumentedOptions {
    /// The table.
    pub table: TableOptions,
    /// The column whose values are exchanged.
    pub sensitive_column: String,
    /// Standard deviation of the noise over the clipping norm; 2 if left out.
    pub noise_multiplier: Option<f64>,
    /// Most records that are trained with; 200 if left out.
    pub dataset_size: Option<f64>,
    /// How the network is trained; logistic regression is trained in the same way.
    pub learning: LearningOptions,
    /// Trainings of each network; 2 if left out.
    pub trainings: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// What is found out beside the training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Analysis {
    Nothing,
    Approximate,
    Full,
}

const ANALYSES: [(Analysis, &str); 3] = [
    (Analysis::Nothing, "none"),
    (Analysis::Approximate, "approximate"),
    (Analysis::Full, "full"),
];
const NETWORKS: [&str; 2] = ["logistic_regression", "network"];
/// How often the accuracy is looked at.
const LOOKS: usize = 20;
/// Most values of the column: each record passes the network with each, at each step.
const MOST_VALUES: usize = 128;

struct Instrumented {
    pool: Pool,
    /// Where the column lies among the features, and what it is there for each value.
    place: Places<usize>,
    values: Vec<Vec<f32>>,
    recipes: [Recipe; 2],
    noise: f64,
    steps: usize,
    trainings: usize,
    seed: u64,
    confidence: f64,
}

impl InstrumentedOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e4).with_default(2.0);
    pub(crate) const RECORDS: Range = Range::whole(8.0, 1e5).with_default(200.0);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e3).with_default(2.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let noise = Self::NOISE.or_default("noise_multiplier", self.noise_multiplier)?;
        let recipe = self.learning.recipe()?;
        let encoded = self.table.encoded(None)?;
        let (place, values) =
            encoded
                .encoding
                .values(&encoded.table, "sensitive_column", &self.sensitive_column)?;
        if values.len() > MOST_VALUES {
            return Err(malformed(
                "sensitive_column",
                format!(
                    "is column {:?}, which has {} values; at most {MOST_VALUES} can be exchanged",
                    self.sensitive_column,
                    values.len()
                ),
            ));
        }
        let recipes = [recipe.without_layers(), recipe];
        let settings = NETWORKS.iter().zip(&recipes).flat_map(|(network, recipe)| {
            (0_u8..)
                .zip(ANALYSES)
                .map(move |(place, (_, word))| Setting {
                    parameter: "analysis",
                    value: f64::from(place),
                    label: Some(format!("{network}, {word}")),
                    run: Some(recipe.run(noise)),
                    clipping_norm: Some(recipe.clipping_norm()),
                    prior: None,
                    bound: None,
                })
        });
        let seed = seed(self.seed)?;
        let most = count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?);
        // From the far end of the streams, where no unit gets to.
        let mut random = Random::seeded(seed, u64::MAX);
        Ok(Experiment::new(
            "instrumented",
            settings.collect(),
            Instrumented {
                pool: Pool::new(&encoded.records, most, &mut random)?,
                place,
                values,
                steps: recipe.steps(),
                recipes,
                noise,
                trainings: count(Self::TRAININGS.or_default("trainings", self.trainings)?),
                seed,
                confidence: RANGES
                    .confidence
                    .or_default("confidence", self.confidence)?,
            },
        ))
    }
}

impl Instrumented {
    fn settings() -> usize {
        NETWORKS.len() * ANALYSES.len()
    }

    /// The steps after which the accuracy is looked at.
    fn looks(&self) -> impl Iterator<Item = usize> {
        let (looks, steps) = (LOOKS.min(self.steps), self.steps);
        (1..=looks).map(move |look| look * steps / looks)
    }

    /// `R_t` for the parameters of the pass.
    fn distance(
        &self,
        pass: &mut Pass,
        analysis: Analysis,
        clip: f64,
        variants: &mut Records,
    ) -> f64 {
        if analysis == Analysis::Nothing {
            return 0.0;
        }
        let named: Vec<usize> = (0..self.values.len()).collect();
        let mut largest = 0.0_f64;
        for record in 0..self.pool.records.len() {
            for (variant, value) in self.values.iter().enumerate() {
                variants.copy_from(variant, &self.pool.records, record);
                variants.features_mut(variant)[self.place.clone()].copy_from_slice(value);
            }
            pass.gradients(variants, &named, clip);
            largest = largest.max(match analysis {
                Analysis::Full => pass.diameter(),
                _ => pass.diameter_bound(),
            });
        }
        // No two clipped gradients are further from each other.
        largest.min(2.0 * clip)
    }
}

impl Trials for Instrumented {
    fn units(&self) -> usize {
        Self::settings() * self.trainings
    }

    fn width(&self) -> usize {
        self.steps + self.looks().count()
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let setting = index % Self::settings();
        let (network, analysis) = (
            setting / ANALYSES.len(),
            ANALYSES[setting % ANALYSES.len()].0,
        );
        // The same training for every analysis.
        let training = index / Self::settings() * NETWORKS.len() + network;
        let mut random = Random::seeded(self.seed, training as u64);
        let recipe = &self.recipes[network];
        let records = &self.pool.records;
        let learning = recipe.learning(self.noise, records.len() as f64);
        let network = recipe.network(records.width(), records.classes());
        let mut training = Training::new(&network, records, &learning, &mut random);
        let mut variants = records.select(&vec![0; self.values.len()]);
        let mut row = Vec::with_capacity(self.width());
        let mut accuracies = Vec::new();
        let mut looks = self.looks().peekable();
        while !training.is_over() {
            let pass = training.pass();
            row.push(self.distance(pass, analysis, learning.clip_norm, &mut variants));
            training.step();
            if looks.next_if_eq(&row.len()).is_some() {
                accuracies.push(training.pass().accuracy(&self.pool.tests));
            }
        }
        row.extend(accuracies);
        row
    }

    fn observed(&self, setting: usize, rows: &[&[f64]]) -> Observations {
        let trainings = rows.len() as f64;
        let largest = |place: usize| rows.iter().map(|row| row[place]).fold(0.0, f64::max);
        let mean = |place: usize| rows.iter().map(|row| row[place]).sum::<f64>() / trainings;
        let looks: Vec<usize> = self.looks().collect();
        let accuracy = self.steps..self.steps + looks.len();
        let last: Vec<f64> = rows.iter().map(|row| row[accuracy.end - 1]).collect();
        let mut series = Vec::new();
        if trainings > 0.0 {
            let steps = |steps: &mut dyn Iterator<Item = usize>| steps.map(|t| t as f64).collect();
            if ANALYSES[setting % ANALYSES.len()].0 != Analysis::Nothing {
                series.push(Series {
                    name: "gradient_distance",
                    steps: steps(&mut (1..=self.steps)),
                    means: (0..self.steps).map(mean).collect(),
                    largest: (0..self.steps).map(largest).collect(),
                });
            }
            series.push(Series {
                name: "test_accuracy",
                steps: steps(&mut looks.iter().copied()),
                means: accuracy.clone().map(mean).collect(),
                largest: accuracy.map(largest).collect(),
            });
        }
        Observations {
            trainings,
            attacks: Vec::new(),
            measures: vec![Measure {
                name: "test_accuracy".into(),
                mean: mean_of(&last, SHARES, self.trainings, self.confidence),
            }],
            series,
        }
    }
}
