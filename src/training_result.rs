//! What the front door returns; the same object on the page and in a shell.

use crate::Figure;
use serde::Serialize;

/// The checked parameters a result belongs to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameters {
    /// Standard deviation of the noise over the clipping norm.
    pub noise_multiplier: f64,
    /// Probability with which a record enters a step.
    pub sample_rate: f64,
    /// Number of noisy steps.
    pub num_steps: f64,
    /// Probability that the record is a member before the attack.
    pub prior: f64,
    /// The delta of epsilon, if asked for.
    pub target_delta: Option<f64>,
}

/// True-positive rate and precision at one false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TprFigure {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives.
    #[serde(flatten)]
    pub tpr: Figure,
    /// Share of members among the named records, at the prior.
    pub precision: Figure,
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
}

/// The hockey-stick divergence at one order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HockeyStickFigure {
    /// The order `eps`.
    pub epsilon: f64,
    /// The divergence of "in" from "out".
    #[serde(flatten)]
    pub divergence: Figure,
}

/// The closed form with what its theorem adds and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedFormFigure {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: Figure,
    /// What must be added to make it a bound.
    pub error_term: f64,
    /// The approximation less the exact estimate.
    pub error_against_exact: f64,
}

/// Points of the ROC curve with both ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roc {
    /// Rates of false positives, rising to 1.
    pub fpr: Vec<f64>,
    /// Lower ends of the rates of true positives.
    pub lower: Vec<f64>,
    /// Middles.
    pub estimate: Vec<f64>,
    /// Upper ends.
    pub upper: Vec<f64>,
}

/// Something a reader should know before using a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// A stable word for programs.
    pub code: &'static str,
    /// The same for people.
    pub message: String,
}

/// Everything that follows from the parameters of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrainingResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: &'static str,
    /// How batches are drawn.
    pub sampling: &'static str,
    /// The checked parameters.
    pub parameters: Parameters,
    /// Advantage of the best attacker.
    pub advantage: Figure,
    /// One less the advantage.
    pub bayes_security: Figure,
    /// Rates of true positives.
    pub tpr: Vec<TprFigure>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Epsilon at the target delta.
    pub epsilon: Option<EpsilonFigure>,
    /// Divergences at the orders asked for.
    pub hockey_stick: Vec<HockeyStickFigure>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// The Bayes-security paper's closed form.
    pub closed_form: ClosedFormFigure,
    /// The chi-square bound.
    pub chi_square: Figure,
    /// Pinsker's bound.
    pub pinsker: Figure,
    /// From epsilon at delta.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// From epsilon at delta.
    pub yeom: Option<Figure>,
    /// What to know before using a number.
    pub warnings: Vec<Warning>,
}
