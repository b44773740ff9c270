//! Everything that follows from a guarantee alone, in one answer.

use super::dependent_data::DependentDataResult;
use crate::figure::{BaselineFigure, Figure, Roc, TprFigure, Warning};
use serde::Serialize;

/// The advantage by every known bound; the figure itself is the smallest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdvantageBounds {
    /// The smallest.
    #[serde(flatten)]
    pub best: Figure,
    /// From the curve of the guarantee at order 0; another bound may be below it by rounding, or by more for RDP.
    pub exact: Figure,
    /// From `epsilon` at `delta`, like the next two; none where the form has no epsilon.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on.
    pub yeom: Option<Figure>,
}

/// Precision at one false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrecisionAtRate {
    /// Rate of false positives.
    pub fpr: f64,
    /// Precision.
    pub precision: Figure,
}

/// Tail of the privacy loss above a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LossTail {
    /// The level.
    pub loss_level: f64,
    /// Probability that the loss exceeds it.
    #[serde(flatten)]
    pub tail: Figure,
}

/// Bounds of each record, in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordBounds {
    /// `P_x(1)` of each record.
    pub sampling_probability: Vec<f64>,
    /// Upper bounds.
    pub positive_accuracy: Vec<f64>,
    /// Upper bounds.
    pub negative_accuracy: Vec<f64>,
    /// The largest of each.
    pub largest_positive_accuracy: Figure,
    /// The largest.
    pub largest_negative_accuracy: Figure,
}

/// What keeps the positive accuracy at or below a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositiveAccuracyTarget {
    /// The target.
    pub target_positive_accuracy: f64,
    /// At `sampling_probability` and the same delta; (epsilon, delta) only.
    pub largest_epsilon: Option<Figure>,
    /// At the guarantee.
    pub largest_sampling_probability: Option<Figure>,
}

/// Deletion without retraining.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Unlearning {
    /// Records that are sampled from.
    pub dataset_size: f64,
    /// Expected size of the training set, c = N `P_x(1)`.
    pub expected_size: f64,
    /// Deleted records.
    pub deletions: f64,
    /// The probability of absence that is wanted.
    pub target_absence: f64,
    /// L: lower bound of P(x not in D | S) for one record.
    pub absence: Figure,
    /// L^m: lower bound of the probability that none of the deleted records was in D.
    pub absence_of_all: Figure,
    /// Whether `absence_of_all` reaches `target_absence`.
    pub guaranteed: bool,
    /// ln B / ln L, a real number: at most its whole part may be deleted. Infinite (none) for L = 1.
    pub capacity: Option<Figure>,
    /// ln B / ln L with the printed e^-epsilon, which is wrong: for comparison only. None where infinite.
    pub printed_capacity: Option<f64>,
}

/// Gap between training loss and other loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GeneralisationGap {
    /// Upper bound of the loss.
    pub loss_bound: f64,
    /// Against records that were not sampled.
    pub held_out: Figure,
    /// Against the whole data set, at a fixed split into halves: half of it (E16g).
    pub whole_set: Figure,
}

/// Membership inference privacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrivacyOfMembership {
    /// `k/n`.
    pub subset_fraction: f64,
    /// Accuracy of the best attacker above that of the better blind guess.
    pub eta: Figure,
    /// Proposition 6: the odds of membership change by at most this factor, whatever the output. None if unbounded, and
    /// above epsilon 700, where no number holds it.
    pub odds_factor: Option<Figure>,
    /// The posterior probability of membership at k/n that follows; none where the odds are unbounded.
    pub posterior: Option<Figure>,
}

/// What follows from a guarantee.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GuaranteeResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Which form it has.
    #[cfg_attr(
        test,
        ts(type = "\"pure_dp\" | \"approximate_dp\" | \"gdp\" | \"zcdp\" | \"rdp\"")
    )]
    pub guarantee: &'static str,
    /// What holds for every figure, in words.
    pub assumptions: Vec<&'static str>,
    /// Advantage, by each bound.
    pub advantage: AdvantageBounds,
    /// One less the advantage, from below.
    pub bayes_security: Figure,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Rates of true positives.
    pub tpr: Vec<TprFigure>,
    /// Success of guesses at the baselines asked for: of what a record holds, or whose it is.
    pub baseline: Vec<BaselineFigure>,
    /// Jayaraman et al.: precision at each rate from both half-planes of (epsilon, delta) alone.
    pub jayaraman_precision: Vec<PrecisionAtRate>,
    /// Sablayrolles et al.: P(x in D | output) <= prior + epsilon/4 for pure DP; none for the other forms.
    pub sablayrolles: Option<Figure>,
    /// Epsilon at the target delta.
    pub epsilon: Option<Figure>,
    /// By how much an output may be likelier on one of two neighbours, up to that delta; none above epsilon 700, where no
    /// double holds it.
    pub likelihood_factor: Option<Figure>,
    /// The delta that stands beside `epsilon`.
    pub delta: Option<f64>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// Tails of the privacy loss.
    pub loss_tail: Vec<LossTail>,
    /// Positive accuracy at the sampling probability.
    pub positive_accuracy: Option<Figure>,
    /// Negative accuracy.
    pub negative_accuracy: Option<Figure>,
    /// P(the record that a reconstruction comes close to was in D): the positive accuracy of that event.
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
