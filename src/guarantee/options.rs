//! What is asked of a guarantee, and the answer to all of it.

use super::answer::Attack;
use super::dependent_data::{DependentDataOptions, DependentDataResult};
use super::guarantee::Guarantee;
use super::result::{GuaranteeResult, METHOD};
use crate::figure::{Error, Figure, RANGES, VERSION, Warning};

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

const ASSUMPTIONS: [&str; 3] = [
    "The guarantee holds for both orders of neighbouring data sets, and records are independent of each other.",
    "The attacker may see the whole output and know every other record.",
    "Each bound is attained by some mechanism that keeps the guarantee, where its theorem says so; a particular mechanism may leak less.",
];

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

    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::{Guarantee, GuaranteeOptions};
    /// let options = GuaranteeOptions {
    ///     sampling_probability: Some(0.1),
    ///     attack_rate: Some(0.06),
    ///     ..GuaranteeOptions::new(Guarantee::ApproximateDp { epsilon: 1.0, delta: 0.05 })
    /// };
    /// let positive = options.result()?.positive_accuracy.expect("asked for");
    /// assert!((positive.estimate - 0.644405).abs() < 1e-6);
    /// assert_eq!(positive.erratum, Some("E9"));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range, [`Error::Missing`] or [`Error::Unknown`] for a
    /// question that lacks a parameter or has no answer for this guarantee.
    pub fn result(&self) -> Result<GuaranteeResult, Error> {
        let guarantee = self.guarantee.clone().check()?;
        let prior = RANGES.prior.check("prior", self.prior.unwrap_or(0.5))?;
        let fpr = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let points = RANGES
            .roc_points
            .check("roc_points", self.roc_points.unwrap_or(0.0))?;
        let pair = self.pair(&guarantee)?;
        let attack = Attack {
            guarantee: &guarantee,
            pair,
            prior,
        };
        let advantage = attack.advantage();
        let theorem = guarantee.theorem();
        let sampled = self.sampled(&guarantee)?;
        Ok(GuaranteeResult {
            library_version: VERSION,
            guarantee: guarantee.name(),
            assumptions: ASSUMPTIONS.to_vec(),
            bayes_security: attack.bayes_security(&advantage.best),
            advantage,
            accuracy: Figure::upper(guarantee.accuracy(prior), METHOD, theorem),
            tpr: attack.tpr(&fpr),
            jayaraman_precision: attack.jayaraman_precision(&fpr),
            sablayrolles: attack.sablayrolles(),
            epsilon: pair.map(|(epsilon, _)| Figure::upper(epsilon, METHOD, theorem)),
            delta: pair.map(|(_, delta)| delta),
            roc: attack.roc(points),
            loss_tail: attack.loss_tails(&self.loss_level)?,
            records: self.records(&guarantee)?,
            positive_accuracy_target: self.backwards(&guarantee, pair)?,
            unlearning: self.unlearning(&guarantee)?,
            generalisation_gap: self.generalisation(&guarantee)?,
            membership_privacy: self.membership(&guarantee)?,
            dependent_data: self.dependent(pair)?,
            warnings: self.warnings(&guarantee),
            positive_accuracy: sampled.as_ref().map(|figures| figures.0.clone()),
            negative_accuracy: sampled.as_ref().map(|figures| figures.1.clone()),
            reconstruction_trust: sampled.map(|figures| figures.2),
        })
    }

    /// Epsilon with the delta it stands at.
    fn pair(&self, guarantee: &Guarantee) -> Result<Option<(f64, f64)>, Error> {
        let target = self
            .target_delta
            .map(|delta| RANGES.target_delta.check("target_delta", delta))
            .transpose()?;
        let own = match guarantee {
            Guarantee::PureDp { epsilon } => Some((*epsilon, 0.0)),
            Guarantee::ApproximateDp { epsilon, delta } => Some((*epsilon, *delta)),
            _ => None,
        };
        Ok(match target {
            None => own,
            Some(delta) if own.is_some_and(|(_, known)| known == delta) => own,
            Some(delta) => {
                Some((guarantee.epsilon(delta), delta)).filter(|(epsilon, _)| epsilon.is_finite())
            }
        })
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

    fn dependent(&self, pair: Option<(f64, f64)>) -> Result<Option<DependentDataResult>, Error> {
        let Some(dependent_records) = self.dependent_records else {
            return Ok(None);
        };
        let Some((epsilon, delta)) = pair else {
            return Err(Error::Missing {
                parameter: "target_delta",
                needed: "target_delta, at which this guarantee has an epsilon",
            });
        };
        DependentDataOptions {
            epsilon,
            delta,
            dependent_records,
            subpopulations: None,
        }
        .result()
        .map(Some)
    }

    fn warnings(&self, guarantee: &Guarantee) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if let (Guarantee::ApproximateDp { delta, .. }, Some(rate)) = (guarantee, self.attack_rate)
            && rate <= *delta
        {
            warnings.push(Warning::new(
                "attack_rate_below_delta",
                format!(
                    "attack_rate {rate} is at most delta {delta}: nothing bounds the positive accuracy of so rare an output."
                ),
            ));
        }
        warnings.extend(Warning::of_delta(self.target_delta, self.dataset_size));
        warnings
    }
}
