//! The answer to all that is asked of a guarantee.

use super::attack::Attack;
use super::dependent_data::{DependentDataOptions, DependentDataResult};
use super::guarantee::Guarantee;
use super::options::GuaranteeOptions;
use super::result::{GuaranteeResult, METHOD};
use super::theorems;
use crate::figure::{Error, Figure, RANGES, VERSION, Warning, asked_rates};
use crate::numerics::up;

const ASSUMPTIONS: [&str; 3] = [
    "The guarantee holds for both orders of neighbouring data sets, and records are independent of each other.",
    "The attacker may see the whole output and know every other record.",
    "Each bound is attained by some mechanism that keeps the guarantee, where its theorem says so; a particular mechanism may leak less.",
];

impl GuaranteeOptions {
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
        let prior = RANGES.prior.or_default("prior", self.prior)?;
        let fpr = asked_rates(self.fpr.as_ref());
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let points = RANGES
            .roc_points
            .or_default("roc_points", self.roc_points)?;
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
            baseline: attack.baseline(&self.baseline)?,
            jayaraman_precision: attack.jayaraman_precision(&fpr),
            sablayrolles: attack.sablayrolles(),
            epsilon: pair.map(|(epsilon, _)| Figure::upper(epsilon, METHOD, theorem)),
            likelihood_factor: pair.and_then(|(epsilon, _)| likelihood_factor(epsilon)),
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
                    "The attack rate {rate} is at most delta {delta}: nothing bounds the positive accuracy of so rare an output."
                ),
            ));
        }
        warnings.extend(Warning::of_delta(self.target_delta, self.dataset_size));
        warnings
    }
}

/// `e^epsilon`, rounded up.
fn likelihood_factor(epsilon: f64) -> Option<Figure> {
    let factor = if epsilon == 0.0 {
        1.0
    } else {
        up(libm::exp(epsilon))
    };
    (epsilon <= 700.0).then(|| Figure::upper(factor, METHOD, theorems::LIKELIHOOD_FACTOR))
}
