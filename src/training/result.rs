//! What the front door returns; the same object on the page and in a shell.

use crate::figure::{Figure, Roc, TprFigure, Warning};
use crate::mechanism::{Mechanism, NeighboringRelation, Noise};
use serde::Serialize;

/// The checked parameters a result belongs to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameters {
    /// Standard deviation of the noise over the clipping norm, where all phases share it.
    pub noise_multiplier: Option<f64>,
    /// Probability with which a record enters a step, where all phases share it.
    pub sample_rate: Option<f64>,
    /// Number of noisy steps of all phases.
    pub num_steps: f64,
    /// Noise multiplier, sample rate and steps of each distinct phase.
    pub history: Vec<[f64; 3]>,
    /// Records that enter or stay out together.
    pub group_size: usize,
    /// Probability that the record is a member before the attack.
    pub prior: f64,
    /// The delta of epsilon, if asked for.
    pub target_delta: Option<f64>,
}

impl Parameters {
    pub(crate) fn new(mechanism: &Mechanism, prior: f64, target_delta: Option<f64>) -> Self {
        let phases = mechanism.phases();
        let (noise, rate) = (phases[0].noise_multiplier, phases[0].sample_rate);
        let shared = |value: f64, all: bool| all.then_some(value);
        Self {
            noise_multiplier: shared(noise, phases.iter().all(|p| p.noise_multiplier == noise)),
            sample_rate: shared(rate, phases.iter().all(|p| p.sample_rate == rate)),
            num_steps: mechanism.num_steps(),
            history: phases
                .iter()
                .map(|p| [p.noise_multiplier, p.sample_rate, p.num_steps])
                .collect(),
            group_size: mechanism.group_size(),
            prior,
            target_delta,
        }
    }
}

/// Epsilon at a delta.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EpsilonFigure {
    /// The delta.
    pub target_delta: f64,
    /// `remove` or `add`: the order of the pair that attains it.
    pub direction: &'static str,
    /// Epsilon.
    #[serde(flatten)]
    pub epsilon: Figure,
    /// "in" against "out".
    pub remove: Figure,
    /// "out" against "in".
    pub add: Figure,
}

/// The hockey-stick divergence at one order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HockeyStickFigure {
    /// The order `eps`.
    pub epsilon: f64,
    /// The divergence of "in" from "out".
    #[serde(flatten)]
    pub divergence: Figure,
    /// The divergence of "out" from "in".
    pub reverse: Figure,
    /// The larger of both.
    pub delta: Figure,
    /// Half the integral of `|out - a in|`, `a = e^eps`.
    pub tv_a: Figure,
}

/// The GDP parameter that covers the curve over a range of rates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GdpFigure {
    /// Smallest rate of the range.
    pub fpr_min: f64,
    /// Largest rate of the range.
    pub fpr_max: f64,
    /// The parameter.
    #[serde(flatten)]
    pub mu: Figure,
    /// What it is over all rates: the parameter without sampling.
    pub unamplified: Option<f64>,
    /// The parameter whose curve is nearest.
    pub best_fit: f64,
    /// How far off that curve is at its worst rate.
    pub regret: f64,
}

/// The best precision among attackers who name at least a share of the candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlaggedPrecision {
    /// The share.
    pub flagged_share: f64,
    /// Probability that a candidate is a member.
    pub prior: f64,
    /// Precision.
    #[serde(flatten)]
    pub precision: Figure,
}

/// An approximation and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximationFigure {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: Figure,
    /// The approximation less the exact figure; none where that is an interval.
    pub error_against_exact: Option<f64>,
}

/// The closed form with what its theorem adds and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedFormFigure {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: Figure,
    /// What must be added to make it a bound.
    pub error_term: f64,
    /// The approximation less the exact figure; none where that is an interval.
    pub error_against_exact: Option<f64>,
}

/// Everything that follows from the parameters of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrainingResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: NeighboringRelation,
    /// How batches are drawn.
    pub sampling: &'static str,
    /// The law of the noise.
    pub noise: Noise,
    /// What is proven, in words.
    pub status: &'static str,
    /// The keys of its sources in the bibliography.
    pub status_sources: &'static [&'static str],
    /// The checked parameters.
    pub parameters: Parameters,
    /// Advantage of the best attacker.
    pub advantage: Figure,
    /// One less the advantage.
    pub bayes_security: Figure,
    /// Rates of true positives, "out" being the null hypothesis.
    pub tpr: Vec<TprFigure>,
    /// Rates of true positives of the symmetrised trade-off.
    pub symmetrised_tpr: Vec<TprFigure>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Share of wrong answers at the prior.
    pub error: Figure,
    /// What the transcript adds to guessing at the prior.
    pub generalised_advantage: Figure,
    /// Epsilon at the target delta.
    pub epsilon: Option<EpsilonFigure>,
    /// Divergences at the orders asked for.
    pub hockey_stick: Vec<HockeyStickFigure>,
    /// The GDP parameter over the range asked for.
    pub gdp_mu: Option<GdpFigure>,
    /// The best precision at the share asked for.
    pub flagged_precision: Option<FlaggedPrecision>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// The precision at the prior along the ROC curve, if that is asked for.
    pub precision_curve: Option<Roc>,
    /// The Bayes-security paper's closed form; like the next four for one phase of Poisson-sampled Gaussian steps.
    pub closed_form: Option<ClosedFormFigure>,
    /// The closed form with its error term: a bound.
    pub closed_form_upper: Option<Figure>,
    /// The limit of many steps.
    pub gaussian_limit: Option<ApproximationFigure>,
    /// The chi-square bound.
    pub chi_square: Option<Figure>,
    /// Pinsker's bound.
    pub pinsker: Option<Figure>,
    /// From epsilon at delta.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// From epsilon at delta.
    pub yeom: Option<Figure>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}
