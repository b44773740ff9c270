//! Two games side by side: one in which members are told from others by more than chance, and one in which the curve bounds every
//! attack. Each training is attacked by its loss and by shadow models (Humphries et al., sections 4 and 5).

use super::advantage::{ADVANTAGES, SHARES, mean_of};
use super::attack::{Outputs, Shadow, log_loss};
use super::data::Records;
use super::experiment::{Experiment, Trials, compared, seed};
use super::learning::{LearningOptions, Recipe, train};
use super::model::Pass;
use super::observations::{AttackObservation, Measure, Observations};
use super::setting::Setting;
use crate::figure::{Error, RANGES, Range};
use crate::mechanism::NeighboringRelation;
use crate::numerics::count;
use crate::random::{Random, Seeded};
use core::cell::OnceCell;

/// Where the records of the two games come from.
pub(super) trait Draws {
    /// Name of the experiment.
    const NAME: &'static str;

    /// Words for the game that no curve bounds and for the one beside it.
    const GAMES: [&'static str; 2];

    /// Features and classes.
    fn shape(&self) -> [usize; 2];

    /// How many members a training has in a game.
    fn members(&self, bounded: bool) -> usize;

    /// Members, records of their law that are not trained with, and non-members; for the bounded game in such a way that a member
    /// and a non-member might have changed places.
    fn training(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 3];

    /// Members and others for a shadow model, by chance of its own.
    fn shadow(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 2];
}

/// What both experiments are asked besides their records.
#[derive(Clone, Debug, Default)]
pub struct ContestOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting; 2, 4, 8, 16 and 32 if none is given.
    pub noise_multiplier: Vec<f64>,
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

/// Whether the curve bounds the attacks of a game.
const BOUNDED: [bool; 2] = [false, true];
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
const WIDTH: usize = OF_GAME * BOUNDED.len();

struct Contest<D> {
    draws: D,
    noises: Vec<f64>,
    recipe: Recipe,
    shadow_models: usize,
    trainings: usize,
    seed: u64,
    confidence: f64,
    /// For each noise the attackers of both games, once they have learnt.
    shadows: Vec<OnceCell<[Shadow; 2]>>,
}

impl ContestOptions {
    pub(crate) const NOISE: Range = Range::closed(0.05, 1e4);
    pub(crate) const NOISES: &[f64] = &[2.0, 4.0, 8.0, 16.0, 32.0];
    pub(crate) const SHADOW_MODELS: Range = Range::whole(1.0, 20.0).with_default(5.0);
    pub(crate) const TRAININGS: Range = Range::whole(1.0, 1e4).with_default(40.0);

    /// The seed, for what is drawn once.
    pub(super) fn seed(&self) -> Result<u64, Error> {
        seed(self.seed)
    }

    pub(super) fn experiment<D: Draws + 'static>(&self, draws: D) -> Result<Experiment, Error> {
        let noises = compared(
            "noise_multiplier",
            &self.noise_multiplier,
            Self::NOISES,
            &Self::NOISE,
        )?;
        let recipe = self.learning.recipe()?;
        let settings = noises.iter().map(|&noise| Setting {
            parameter: "noise_multiplier",
            value: noise,
            label: None,
            run: Some(recipe.run(noise)),
            clipping_norm: None,
            prior: None,
            bound: None,
        });
        Ok(Experiment::new(
            D::NAME,
            settings.collect(),
            Contest {
                draws,
                recipe,
                shadow_models: count(
                    Self::SHADOW_MODELS.or_default("shadow_models", self.shadow_models)?,
                ),
                trainings: count(Self::TRAININGS.or_default("trainings", self.trainings)?),
                seed: self.seed()?,
                confidence: RANGES
                    .confidence
                    .or_default("confidence", self.confidence)?,
                shadows: noises.iter().map(|_| OnceCell::new()).collect(),
                noises,
            },
        ))
    }
}

impl<D: Draws> Contest<D> {
    /// One attacker by shadow models for all trainings with this noise: he has records of the same laws, and no target.
    fn shadow(&self, setting: usize, bounded: bool) -> Shadow {
        let game = 2 * setting + usize::from(bounded);
        // From the far end of the streams, where no unit gets to.
        let mut random = Random::seeded(self.seed, u64::MAX - game as u64);
        let [features, classes] = self.draws.shape();
        let network = self.recipe.network(features, classes);
        let mut outputs = Outputs::new(classes);
        for _ in 0..self.shadow_models {
            let [members, others] = self.draws.shadow(bounded, &mut random);
            let learning = self
                .recipe
                .learning(self.noises[setting], members.len() as f64);
            outputs.add(&network, &learning, &members, &others, &mut random);
        }
        Shadow::new(&outputs, &mut random)
    }

    fn play(&self, setting: usize, training: usize) -> Vec<f64> {
        let shadows = self.shadows[setting]
            .get_or_init(|| BOUNDED.map(|bounded| self.shadow(setting, bounded)));
        let [features, classes] = self.draws.shape();
        let network = self.recipe.network(features, classes);
        let stream = (training * self.noises.len() + setting) as u64;
        let mut random = Random::seeded(self.seed, stream);
        let mut row = Vec::with_capacity(WIDTH);
        for (bounded, shadow) in BOUNDED.into_iter().zip(shadows) {
            let [members, tests, others] = self.draws.training(bounded, &mut random);
            let learning = self
                .recipe
                .learning(self.noises[setting], members.len() as f64);
            let trained = train(&network, &members, &learning, &mut random);
            let mut target = Pass::new(&network, &trained);
            let by_loss = [&members, &others].map(|asked| log_loss(&mut target, &members, asked));
            let by_shadow = [&members, &others].map(|asked| shadow.scores(&mut target, asked));
            let advantage = |[members, others]: [Vec<f64>; 2]| named(&members) - named(&others);
            row.extend([by_loss, by_shadow].map(advantage));
            row.extend([&members, &tests, &others].map(|asked| target.accuracy(asked)));
        }
        row
    }
}

/// The share of the scores by which an attacker says member.
fn named(scores: &[f64]) -> f64 {
    scores.iter().filter(|score| **score > 0.0).count() as f64 / scores.len() as f64
}

impl<D: Draws> Trials for Contest<D> {
    fn units(&self) -> usize {
        self.noises.len() * self.trainings
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        self.play(index % self.noises.len(), index / self.noises.len())
    }

    fn observed(&self, _: usize, seen: &[&[f64]]) -> Observations {
        let column = |place: usize| seen.iter().map(|row| row[place]).collect::<Vec<f64>>();
        let trainings = seen.len() as f64;
        let mut attacks = Vec::new();
        for (game, bounded) in BOUNDED.into_iter().enumerate() {
            for (attack, name) in ATTACKS.into_iter().enumerate() {
                let seen = column(OF_GAME * game + attack);
                attacks.push(AttackObservation {
                    attack: name,
                    game: Some(D::GAMES[game]),
                    relation: bounded.then_some(NeighboringRelation::ReplaceOne),
                    trials: 2.0 * self.draws.members(bounded) as f64 * trainings,
                    advantage: mean_of(&seen, ADVANTAGES, self.trainings, self.confidence),
                    points: Vec::new(),
                });
            }
        }
        let half = MEASURES.len() / 2;
        let measures = MEASURES.iter().enumerate().map(|(place, name)| {
            let seen = column(OF_GAME * (place / half) + ATTACKS.len() + place % half);
            Measure {
                name: (*name).into(),
                mean: mean_of(&seen, SHARES, self.trainings, self.confidence),
            }
        });
        Observations {
            trainings,
            attacks,
            measures: measures.collect(),
            series: Vec::new(),
        }
    }
}
