//! Records that depend on each other: a population of subpopulations, of which all members share one (Humphries et al., section 5).
//!
//! A record's own law is the same whether it is a member or not (definition 5.1), so that an attacker who does not look at the model
//! has no advantage. Beside it the same training of records that do not depend on each other, each of a subpopulation of its own:
//! there the curve bounds every attack.

use super::advantage::{ADVANTAGES, SHARES, mean_of};
use super::attack::{Outputs, Shadow, log_loss};
use super::data::{Population, Records};
use super::experiment::{Experiment, Trials, compared, seed};
use super::learning::{LearningOptions, Recipe, train};
use super::model::Pass;
use super::observations::{AttackObservation, Measure, Observations};
use super::setting::Setting;
use crate::figure::{Error, RANGES, Range};
use crate::mechanism::NeighboringRelation;
use crate::numerics::count;
use crate::random::Random;
use core::cell::OnceCell;

/// Options of the experiment with records that depend on each other.
#[derive(Clone, Debug, Default)]
pub struct DependentRecordsOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting; 2, 4, 8, 16 and 32 if none is given.
    pub noise_multiplier: Vec<f64>,
    /// Subpopulations; 20 if left out.
    pub subpopulations: Option<f64>,
    /// Standard deviation of what is added to each feature; 0.01 if left out.
    pub spread: Option<f64>,
    /// Members, and non-members, of a training; 2,000 if left out.
    pub dataset_size: Option<f64>,
    /// How the network is trained.
    pub learning: LearningOptions,
    /// Shadow models; 5 if left out.
    pub shadow_models: Option<f64>,
    /// Trainings for each noise; 40 if left out.
    pub trainings: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// Whether the members share a subpopulation, and the word for it.
const GAMES: [(bool, &str); 2] = [(true, "dependent"), (false, "independent")];
const ATTACKS: [&str; 2] = ["log_loss", "shadow_models"];
const MEASURES: [&str; 6] = [
    "member_accuracy",
    "test_accuracy",
    "non_member_accuracy",
    "member_accuracy_independent",
    "test_accuracy_independent",
    "non_member_accuracy_independent",
];
/// Of each game the advantages of both attacks and three accuracies.
const OF_GAME: usize = ATTACKS.len() + MEASURES.len() / 2;
const WIDTH: usize = OF_GAME * GAMES.len();

struct DependentRecords {
    noises: Vec<f64>,
    population: Population,
    records: usize,
    recipe: Recipe,
    shadow_models: usize,
    trainings: usize,
    seed: u64,
    confidence: f64,
    /// For each noise the attackers of both games, once they have learnt.
    shadows: Vec<OnceCell<[Shadow; 2]>>,
}

impl DependentRecordsOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e4);
    pub(crate) const NOISES: &[f64] = &[2.0, 4.0, 8.0, 16.0, 32.0];
    pub(crate) const SUBPOPULATIONS: Range = Range::whole(2.0, 100.0).with_default(20.0);
    pub(crate) const SPREAD: Range = Range::closed(0.0, 10.0).with_default(0.01);
    pub(crate) const RECORDS: Range = Range::whole(8.0, 1e5).with_default(2000.0);
    pub(crate) const SHADOW_MODELS: Range = Range::whole(1.0, 20.0).with_default(5.0);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e4).with_default(40.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        let recipe = self.learning.recipe()?;
        let subpopulations =
            Self::SUBPOPULATIONS.or_default("subpopulations", self.subpopulations)?;
        let settings = noises.iter().map(|&noise| Setting {
            parameter: "noise_multiplier",
            value: noise,
            label: None,
            run: Some(recipe.run(noise)),
        });
        Ok(Experiment::new(
            "dependent_data",
            settings.collect(),
            DependentRecords {
                population: Population {
                    subpopulations: count(subpopulations),
                    spread: Self::SPREAD.or_default("spread", self.spread)?,
                },
                records: count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?),
                recipe,
                shadow_models: count(
                    Self::SHADOW_MODELS.or_default("shadow_models", self.shadow_models)?,
                ),
                trainings: count(Self::TRAININGS.or_default("trainings", self.trainings)?),
                seed: seed(self.seed)?,
                confidence: RANGES
                    .confidence
                    .or_default("confidence", self.confidence)?,
                shadows: noises.iter().map(|_| OnceCell::new()).collect(),
                noises,
            },
        ))
    }
}

impl DependentRecords {
    /// Members, records of the same law that are not trained with, and non-members.
    fn draw<S: crate::random::Source>(
        &self,
        dependent: bool,
        random: &mut Random<S>,
    ) -> [Records; 3] {
        let tests = (self.records / 4).max(1);
        if dependent {
            let shared = self.population.subpopulation(random);
            [
                self.population.records(self.records, shared, random),
                self.population.records(tests, shared, random),
                self.population.mixed(self.records, random),
            ]
        } else {
            [self.records, tests, self.records].map(|count| self.population.mixed(count, random))
        }
    }

    /// One attacker by shadow models for all trainings with this noise: he has the law of the records, and no target.
    fn shadow(&self, setting: usize, dependent: bool) -> Shadow {
        let m = self.population.subpopulations;
        let game = 2 * setting + usize::from(dependent);
        // From the far end of the streams, where no unit gets to.
        let mut random = Random::seeded(self.seed, u64::MAX - game as u64);
        let network = self.recipe.network(m, m);
        let learning = self
            .recipe
            .learning(self.noises[setting], self.records as f64);
        let mut outputs = Outputs::new(m);
        for _ in 0..self.shadow_models {
            let [members, _, others] = self.draw(dependent, &mut random);
            outputs.add(&network, &learning, &members, &others, &mut random);
        }
        Shadow::new(&outputs, &mut random)
    }

    fn play(&self, setting: usize, training: usize) -> Vec<f64> {
        let shadows = self.shadows[setting]
            .get_or_init(|| GAMES.map(|(dependent, _)| self.shadow(setting, dependent)));
        let m = self.population.subpopulations;
        let network = self.recipe.network(m, m);
        let learning = self
            .recipe
            .learning(self.noises[setting], self.records as f64);
        let stream = (training * self.noises.len() + setting) as u64;
        let mut random = Random::seeded(self.seed, stream);
        let mut row = Vec::with_capacity(WIDTH);
        for ((dependent, _), shadow) in GAMES.into_iter().zip(shadows) {
            let [members, tests, others] = self.draw(dependent, &mut random);
            let trained = train(&network, &members, &learning, &mut random);
            let mut target = Pass::new(&network, &trained);
            let by_loss = [&members, &others].map(|asked| log_loss(&mut target, &members, asked));
            let by_shadow = [&members, &others].map(|asked| shadow.scores(&mut target, asked));
            row.extend(
                [by_loss, by_shadow].map(|[members, others]| named(&members) - named(&others)),
            );
            row.extend([&members, &tests, &others].map(|asked| target.accuracy(asked)));
        }
        row
    }
}

/// The share of the scores by which an attacker says member.
pub(super) fn named(scores: &[f64]) -> f64 {
    scores.iter().filter(|score| **score > 0.0).count() as f64 / scores.len() as f64
}

impl Trials for DependentRecords {
    fn units(&self) -> usize {
        self.noises.len() * self.trainings
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        self.play(index % self.noises.len(), index / self.noises.len())
    }

    fn observations(&self, rows: &[&[f64]]) -> Vec<Observations> {
        // Who shares a subpopulation is found as often as the others do not (erratum E15).
        let largest = 1.0 - 1.0 / self.population.subpopulations as f64;
        let of_setting = |setting: usize| {
            let rows = || rows.iter().skip(setting).step_by(self.noises.len());
            let column = |place: usize| rows().map(|row| row[place]).collect::<Vec<f64>>();
            let trainings = rows().count() as f64;
            let attacks = GAMES
                .iter()
                .enumerate()
                .flat_map(|(game, (dependent, word))| {
                    let expected = if *dependent { largest } else { 0.0 };
                    ATTACKS.iter().enumerate().map(move |(attack, name)| {
                        let seen = column(OF_GAME * game + attack);
                        AttackObservation {
                            attack: name,
                            game: Some(word),
                            relation: (!dependent).then_some(NeighboringRelation::ReplaceOne),
                            trials: 2.0 * self.records as f64 * trainings,
                            advantage: mean_of(
                                &seen,
                                ADVANTAGES,
                                expected,
                                self.trainings,
                                self.confidence,
                            ),
                            points: Vec::new(),
                        }
                    })
                });
            let measures = MEASURES.iter().enumerate().map(|(place, name)| {
                let half = MEASURES.len() / 2;
                let seen = column(OF_GAME * (place / half) + ATTACKS.len() + place % half);
                Measure {
                    name,
                    mean: mean_of(&seen, SHARES, 0.5, self.trainings, self.confidence),
                }
            });
            Observations {
                trainings,
                attacks: attacks.collect(),
                measures: measures.collect(),
            }
        };
        (0..self.noises.len()).map(of_setting).collect()
    }
}
