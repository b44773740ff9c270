//! What was seen in the trainings of one setting.

use super::advantage::of_guesses;
use crate::figure::Figure;
use crate::mechanism::NeighboringRelation;
use crate::numerics::{clopper_pearson_lower, clopper_pearson_upper};
use serde::Serialize;
use std::borrow::Cow;

/// What the attacks and the measurements have shown so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observations {
    /// Trainings that were run.
    pub trainings: f64,
    /// Attacks on them.
    pub attacks: Vec<AttackObservation>,
    /// What else was measured.
    pub measures: Vec<Measure>,
    /// What was recorded from step to step.
    pub series: Vec<Series>,
}

/// A number that was recorded at every step, or every few.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Series {
    /// What it is, e.g. "`gradient_distance`".
    pub name: &'static str,
    /// The steps after which it was recorded, from 1.
    pub steps: Vec<f64>,
    /// Its mean over the trainings.
    pub means: Vec<f64>,
    /// Its largest value in any of them.
    pub largest: Vec<f64>,
}

/// What one attack has shown in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttackObservation {
    /// The attack, e.g. "`likelihood_ratio`".
    pub attack: &'static str,
    /// The game, where an experiment has several: "OIG", "OFM", "YIG" or "YFM".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<&'static str>,
    /// The relation whose curve bounds the attack; absent where no curve does.
    pub relation: Option<NeighboringRelation>,
    /// Guesses that were made.
    pub trials: f64,
    /// Advantage.
    pub advantage: Figure,
    /// Rates at thresholds that were fixed before.
    pub points: Vec<AttackPoint>,
}

/// Rates of an attack at one threshold, with Clopper and Pearson's interval of each by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttackPoint {
    /// Share of non-members that were named.
    pub fpr: f64,
    /// Its interval.
    pub fpr_interval: [f64; 2],
    /// Share of members that were named.
    pub tpr: f64,
    /// Its interval.
    pub tpr_interval: [f64; 2],
}

/// A number that was measured beside the attacks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Measure {
    /// What it is, e.g. "`test_accuracy`".
    #[cfg_attr(test, ts(type = "string"))]
    pub name: Cow<'static, str>,
    /// Its mean over the trainings.
    pub mean: Figure,
}

impl AttackObservation {
    /// An attack at one threshold, from members, members named, non-members and non-members named, each of which a fair coin made
    /// one or the other.
    pub(super) fn counted(
        attack: &'static str,
        relation: Option<NeighboringRelation>,
        [members, true_positives, non_members, false_positives]: [f64; 4],
        confidence: f64,
    ) -> Self {
        let trials = members + non_members;
        let correct = true_positives + non_members - false_positives;
        let point = AttackPoint::of(
            [false_positives, non_members],
            [true_positives, members],
            confidence,
        );
        Self {
            attack,
            game: None,
            relation,
            trials,
            advantage: of_guesses(correct, trials, confidence),
            points: point.into_iter().collect(),
        }
    }
}

impl AttackPoint {
    /// Of counts; none before both classes were tried.
    pub(super) fn of(
        [false_positives, non_members]: [f64; 2],
        [true_positives, members]: [f64; 2],
        confidence: f64,
    ) -> Option<Self> {
        let alpha = 0.5 * (1.0 - confidence);
        let interval = |count: f64, trials: f64| {
            [
                clopper_pearson_lower(count, trials, alpha),
                clopper_pearson_upper(count, trials, alpha),
            ]
        };
        (members > 0.0 && non_members > 0.0).then(|| Self {
            fpr: false_positives / non_members,
            fpr_interval: interval(false_positives, non_members),
            tpr: true_positives / members,
            tpr_interval: interval(true_positives, members),
        })
    }
}
