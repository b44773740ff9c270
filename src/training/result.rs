//! What the front door returns; the same object on the page and in a shell.

use crate::figure::{BaselineFigure, Figure, Roc, TprFigure, Warning};
use crate::mechanism::{Mechanism, NeighboringRelation, Noise};
use serde::Serialize;

/// The checked parameters a result belongs to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TrainingParameters"))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EpsilonFigure {
    /// The delta.
    pub target_delta: f64,
    /// `remove` or `add`: the order of the pair that attains it.
    #[cfg_attr(test, ts(type = "\"remove\" | \"add\""))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HockeyStickFigure {
    /// The order `eps`.
    pub epsilon: f64,
    /// The divergence of "in" from "out".
    #[serde(flatten)]
    pub divergence: Figure,
    /// The divergence of "out" from "in" at the same order.
    pub reverse: Figure,
    /// The larger of both: delta at epsilon in the sense of differential privacy (for epsilon >= 0).
    pub delta: Figure,
    /// `TV_a` of the optimal-bounds paper at a = e^epsilon: half the integral of |out - a in|.
    pub tv_a: Figure,
}

/// The GDP parameter that covers the curve over a range of rates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GdpFigure {
    /// Smallest rate of the range.
    pub fpr_min: f64,
    /// Largest rate of the range.
    pub fpr_max: f64,
    /// The parameter.
    #[serde(flatten)]
    pub mu: Figure,
    /// Over all rates the parameter is that of the unamplified mechanism; none where none is known.
    pub unamplified: Option<f64>,
    /// The mu whose curve is nearest, and by how much it is off at its worst rate.
    pub best_fit: f64,
    /// How far off that curve is at its worst rate.
    pub regret: f64,
}

/// The best precision among attackers who name at least a share of the candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FlaggedPrecision {
    /// The share.
    pub flagged_share: f64,
    /// Probability that a candidate is a member.
    pub prior: f64,
    /// Precision.
    #[serde(flatten)]
    pub precision: Figure,
}

/// The best precision among attackers who recognise at least a share of the members; the prior is `P_x(1)`, the probability
/// with which a record was sampled into the data set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositiveAccuracyFigure {
    /// The share.
    pub attack_rate: f64,
    /// Positive accuracy.
    #[serde(flatten)]
    pub positive_accuracy: Figure,
}

/// An approximation and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApproximationFigure {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: Figure,
    /// The approximation less the exact figure; none where that is an interval.
    pub error_against_exact: Option<f64>,
}

/// The closed form with what its theorem adds and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClosedFormFigure {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: Figure,
    /// E8: what must be added to make it a bound; above 1 it says nothing.
    pub error_term: f64,
    /// `estimate` minus the exact figure: negative when it understates the risk; none where that is an interval.
    pub error_against_exact: Option<f64>,
}

/// Everything that follows from the parameters of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrainingResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: NeighboringRelation,
    /// How batches are drawn.
    #[cfg_attr(test, ts(type = "Sampling | \"none\""))]
    pub sampling: &'static str,
    /// The law of the noise.
    pub noise: Noise,
    /// What is proven for this relation, sampling and noise, in words; why `kind` is what it is.
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
    /// The symmetrised trade-off of differential privacy at the same rates (Dong, Roth and Su, Definition F.1).
    pub symmetrised_tpr: Vec<TprFigure>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Share of wrong answers at the prior.
    pub error: Figure,
    /// 2 accuracy - 2 max(prior, 1 - prior) (Theorem 21 with the sign of erratum E2).
    pub generalised_advantage: Figure,
    /// Membership inference privacy: what the accuracy at the prior exceeds the better blind guess by (Izzo et al.,
    /// Definition 1).
    pub eta: Figure,
    /// Epsilon at the target delta.
    pub epsilon: Option<EpsilonFigure>,
    /// Divergences at the orders asked for.
    pub hockey_stick: Vec<HockeyStickFigure>,
    /// Success of guesses at the baselines asked for: of what a record holds, or whose it is.
    pub baseline: Vec<BaselineFigure>,
    /// The GDP parameter over the range asked for.
    pub gdp_mu: Option<GdpFigure>,
    /// The best precision at the share asked for.
    pub flagged_precision: Option<FlaggedPrecision>,
    /// The positive accuracy at the attack rate asked for.
    pub positive_accuracy: Option<PositiveAccuracyFigure>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// The precision at the prior along the ROC curve, if that is asked for.
    pub precision_curve: Option<Roc>,
    /// The Bayes-security paper's closed form; like the next four for one phase of Poisson-sampled Gaussian steps.
    pub closed_form: Option<ClosedFormFigure>,
    /// The closed form with its error term: a bound.
    pub closed_form_upper: Option<Figure>,
    /// GDP limit of Bu et al.: an approximation.
    pub gaussian_limit: Option<ApproximationFigure>,
    /// The chi-square bound.
    pub chi_square: Option<Figure>,
    /// Pinsker's bound.
    pub pinsker: Option<Figure>,
    /// From epsilon at `target_delta`; none without it.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on.
    pub yeom: Option<Figure>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}
