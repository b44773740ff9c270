//! What is asked of a guarantee.

use super::guarantee::Guarantee;
use crate::figure::{Error, RANGES};

/// What is asked of a guarantee.
#[derive(Clone, Debug)]
pub struct GuaranteeOptions {
    /// The guarantee.
    pub guarantee: Guarantee,
    /// False-positive rates; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
    /// Delta at which the guarantee is read as (epsilon, delta).
    pub target_delta: Option<f64>,
    /// Probability that the record is a member before the attack, 1/2 if left out.
    pub prior: Option<f64>,
    /// Points of the ROC curve.
    pub roc_points: Option<f64>,
    /// Probabilities of a right guess without the output: asks for the success with it.
    pub baseline: Vec<f64>,
    /// `P_x(1)`: asks for the positive and the negative accuracy.
    pub sampling_probability: Option<f64>,
    /// `P(S | x in D)`.
    pub attack_rate: Option<f64>,
    /// `P(S' | x not in D)`, `attack_rate` if left out.
    pub negative_attack_rate: Option<f64>,
    /// `P_x(1)` of each record.
    pub sampling_probabilities: Vec<f64>,
    /// Asks for the largest epsilon and sampling probability that keep it.
    pub target_positive_accuracy: Option<f64>,
    /// Levels of the privacy loss whose tail is wanted.
    pub loss_level: Vec<f64>,
    /// Number of records that are sampled from.
    pub dataset_size: Option<f64>,
    /// Asks for deletion: probability with which all deleted records must have been absent.
    pub target_absence: Option<f64>,
    /// Number of deleted records, 1 if left out.
    pub deletions: Option<f64>,
    /// Upper bound of the loss function, 1 if left out.
    pub loss_bound: Option<f64>,
    /// `k/n` of membership inference privacy, 1/2 if left out.
    pub subset_fraction: Option<f64>,
    /// Number of records that depend on each other.
    pub dependent_records: Option<f64>,
}

impl GuaranteeOptions {
    /// The options of a guarantee about which nothing in particular is asked.
    #[must_use]
    pub fn new(guarantee: Guarantee) -> Self {
        Self {
            guarantee,
            fpr: None,
            target_delta: None,
            prior: None,
            roc_points: None,
            baseline: Vec::new(),
            sampling_probability: None,
            attack_rate: None,
            negative_attack_rate: None,
            sampling_probabilities: Vec::new(),
            target_positive_accuracy: None,
            loss_level: Vec::new(),
            dataset_size: None,
            target_absence: None,
            deletions: None,
            loss_bound: None,
            subset_fraction: None,
            dependent_records: None,
        }
    }

    pub(super) fn rate(&self) -> Result<Option<f64>, Error> {
        self.attack_rate
            .map(|rate| RANGES.probability.check("attack_rate", rate))
            .transpose()
    }

    pub(super) fn negative_rate(&self) -> Result<Option<f64>, Error> {
        self.negative_attack_rate
            .map(|rate| RANGES.probability.check("negative_attack_rate", rate))
            .transpose()?
            .map_or_else(|| self.rate(), |rate| Ok(Some(rate)))
    }
}
