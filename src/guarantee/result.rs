//! Everything that follows from a guarantee alone, in one answer.

use super::dependent_data::DependentDataResult;
use crate::figure::{Figure, Roc, TprFigure, Warning};
use serde::Serialize;

/// The advantage by every known bound; the figure itself is the smallest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvantageBounds {
    /// The smallest.
    #[serde(flatten)]
    pub best: Figure,
    /// From the whole curve of the guarantee.
    pub exact: Figure,
    /// From epsilon at delta.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// From epsilon at delta.
    pub yeom: Option<Figure>,
}

/// Precision at one false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrecisionAtRate {
    /// Rate of false positives.
    pub fpr: f64,
    /// Precision.
    pub precision: Figure,
}

/// Tail of the privacy loss above a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossTail {
    /// The level.
    pub loss_level: f64,
    /// Probability that the loss exceeds it.
    #[serde(flatten)]
    pub tail: Figure,
}

/// Bounds of each record, in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordBounds {
    /// `P_x(1)` of each record.
    pub sampling_probability: Vec<f64>,
    /// Upper bounds.
    pub positive_accuracy: Vec<f64>,
    /// Upper bounds.
    pub negative_accuracy: Vec<f64>,
    /// The largest.
    pub largest_positive_accuracy: Figure,
    /// The largest.
    pub largest_negative_accuracy: Figure,
}

/// What keeps the positive accuracy at or below a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositiveAccuracyTarget {
    /// The target.
    pub target_positive_accuracy: f64,
    /// At the sampling probability and the same delta.
    pub largest_epsilon: Option<Figure>,
    /// At the guarantee.
    pub largest_sampling_probability: Option<Figure>,
}

/// Deletion without retraining.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unlearning {
    /// Records that are sampled from.
    pub dataset_size: f64,
    /// Expected size of the training set.
    pub expected_size: f64,
    /// Deleted records.
    pub deletions: f64,
    /// The probability of absence that is wanted.
    pub target_absence: f64,
    /// Lower bound for one record.
    pub absence: Figure,
    /// Lower bound for all deleted records together.
    pub absence_of_all: Figure,
    /// Whether it reaches the target.
    pub guaranteed: bool,
    /// How many may be deleted; none where nothing is sampled and any number may.
    pub capacity: Option<Figure>,
    /// The same as printed, where it is finite.
    pub printed_capacity: Option<f64>,
}

/// Gap between training loss and other loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GeneralisationGap {
    /// Upper bound of the loss.
    pub loss_bound: f64,
    /// Against records that were not sampled.
    pub held_out: Figure,
    /// Against the whole data set.
    pub whole_set: Figure,
}

/// Membership inference privacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrivacyOfMembership {
    /// `k/n`.
    pub subset_fraction: f64,
    /// Accuracy above blind guessing.
    pub eta: Figure,
    /// By how much an output changes the odds.
    pub odds_factor: Option<Figure>,
    /// The posterior probability that follows.
    pub posterior: Option<Figure>,
}

/// What follows from a guarantee.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuaranteeResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Which form it has.
    pub guarantee: &'static str,
    /// What holds for every figure.
    pub assumptions: Vec<&'static str>,
    /// Advantage, by each bound.
    pub advantage: AdvantageBounds,
    /// One less the advantage, from below.
    pub bayes_security: Figure,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Rates of true positives.
    pub tpr: Vec<TprFigure>,
    /// Precision at a rate from the pair (epsilon, delta) alone.
    pub jayaraman_precision: Vec<PrecisionAtRate>,
    /// Posterior by Sablayrolles et al., for pure DP.
    pub sablayrolles: Option<Figure>,
    /// Epsilon at the target delta.
    pub epsilon: Option<Figure>,
    /// By how much an output may be likelier on one of two neighbours, up to that delta; none above epsilon 700, where no
    /// double holds it.
    pub likelihood_factor: Option<Figure>,
    /// That delta.
    pub delta: Option<f64>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// Tails of the privacy loss.
    pub loss_tail: Vec<LossTail>,
    /// Positive accuracy at the sampling probability.
    pub positive_accuracy: Option<Figure>,
    /// Negative accuracy.
    pub negative_accuracy: Option<Figure>,
    /// How far a reconstruction can be trusted.
    pub reconstruction_trust: Option<Figure>,
    /// Record by record.
    pub records: Option<RecordBounds>,
    /// Backwards.
    pub positive_accuracy_target: Option<PositiveAccuracyTarget>,
    /// Deletion.
    pub unlearning: Option<Unlearning>,
    /// Generalisation.
    pub generalisation_gap: GeneralisationGap,
    /// Membership inference privacy.
    pub membership_privacy: PrivacyOfMembership,
    /// Dependent records.
    pub dependent_data: Option<DependentDataResult>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

pub(super) const METHOD: &str = "guarantee";
pub(super) const SAMPLED: &str = "Each record is sampled into the data set independently of the others; the guarantee is for adding \
    or removing one record; S is fixed before the output is seen.";
