//! The front door: what is known of a training run in, everything that follows from it out.

use super::figures::Figures;
use super::quantity::{Quantity, rates_up_to};
use super::result::TrainingResult;
use crate::curve::Bounds;
use crate::figure::{Error, RANGES, asked_rates, drawn_rates, log_odds_against};
use crate::mechanism::{Demand, Mechanism, RunOptions};

/// What is asked about a run.
#[derive(Clone, Debug, Default)]
pub struct TrainingOptions {
    /// The run.
    pub run: RunOptions,
    /// Asks for epsilon and for the bounds that follow from it.
    pub target_delta: Option<f64>,
    /// Probability that the record is a member before the attack.
    pub prior: Option<f64>,
    /// False-positive rates; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
    /// Orders of the hockey-stick divergence.
    pub epsilon: Vec<f64>,
    /// Probabilities of a right guess without what was trained: asks for the success with it.
    pub baseline: Vec<f64>,
    /// Points of the ROC curve.
    pub roc_points: Option<f64>,
    /// Asks for the GDP parameter over a range of false-positive rates.
    pub fpr_range: Option<(f64, f64)>,
    /// Asks for the best precision among attackers who name at least this share of the candidates.
    pub flagged_share: Option<f64>,
    /// Asks for the positive accuracy of attackers who recognise at least this share of the members.
    pub attack_rate: Option<f64>,
}

/// The checked question.
pub(super) struct Asked {
    pub(super) prior: f64,
    pub(super) delta: Option<f64>,
    pub(super) fpr: Vec<f64>,
    /// Orders of the hockey-stick divergence.
    pub(super) epsilon: Vec<f64>,
    pub(super) baseline: Vec<f64>,
    /// Rates at which the ROC curve is drawn.
    pub(super) drawn: Vec<f64>,
    pub(super) fpr_range: Option<(f64, f64)>,
    pub(super) flagged_share: Option<f64>,
    pub(super) attack_rate: Option<f64>,
}

impl Asked {
    /// What the curve must be computed for.
    fn demand(&self) -> Demand {
        let mut demand = Demand {
            fpr: [&self.fpr[..], &self.baseline].concat(),
            drawn: self.drawn.clone(),
            epsilon: self.epsilon.clone(),
            delta: self.delta,
            draft: false,
        };
        demand.epsilon.push(log_odds_against(self.prior));
        if let Some((low, high)) = self.fpr_range {
            demand.fpr.extend([low, high]);
        }
        for share in [self.flagged_share, self.attack_rate].into_iter().flatten() {
            demand.fpr.extend(rates_up_to(share));
        }
        demand
    }
}

impl TrainingOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::{RunOptions, TrainingOptions};
    /// let options = TrainingOptions {
    ///     run: RunOptions {
    ///         noise_multiplier: Some(1.1),
    ///         batch_size: Some(256.0),
    ///         dataset_size: Some(60_000.0),
    ///         epochs: Some(15.0),
    ///         ..RunOptions::default()
    ///     },
    ///     ..TrainingOptions::default()
    /// };
    /// let result = options.result()?;
    /// assert_eq!(result.parameters.num_steps, 3516.0);
    /// assert!((result.advantage.estimate - 0.1133476027).abs() < 1e-10);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range, or for which nothing is
    /// proven.
    pub fn result(&self) -> Result<TrainingResult, Error> {
        let (mechanism, asked) = self.checked()?;
        let bounds = Bounds::new(&mechanism, &asked.demand())?;
        Ok(Figures::new(&mechanism, &bounds, &asked).result(&self.run))
    }

    /// The same digits in a part of the code, for programs that have to be small: `None` where the second engine is
    /// needed, and for a baseline or divergences.
    ///
    /// # Errors
    /// As [`TrainingOptions::result`].
    pub fn result_by_first_engine(&self) -> Result<Option<TrainingResult>, Error> {
        let (mechanism, asked) = self.checked()?;
        if !asked.baseline.is_empty() || !asked.epsilon.is_empty() {
            return Ok(None);
        }
        let bounds = Bounds::by_first_engine(&mechanism, &asked.demand())?;
        Ok(bounds.map(|bounds| Figures::new(&mechanism, &bounds, &asked).result(&self.run)))
    }

    fn checked(&self) -> Result<(Mechanism, Asked), Error> {
        Ok((self.run.mechanism()?, self.asked()?))
    }

    fn asked(&self) -> Result<Asked, Error> {
        let optional = |value: Option<f64>, check: &dyn Fn(f64) -> Result<f64, Error>| {
            value.map(check).transpose()
        };
        let prior = RANGES.prior.or_default("prior", self.prior)?;
        let delta = optional(self.target_delta, &|delta| {
            RANGES.target_delta.check("target_delta", delta)
        })?;
        let fpr = asked_rates(self.fpr.as_ref());
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        for &order in &self.epsilon {
            RANGES.epsilon.check("epsilon", order)?;
        }
        for &baseline in &self.baseline {
            RANGES.baseline.check("baseline", baseline)?;
        }
        let points = RANGES
            .roc_points
            .or_default("roc_points", self.roc_points)?;
        if let Some((fpr_min, fpr_max)) = self.fpr_range {
            Quantity::GdpMu { fpr_min, fpr_max }.check()?;
        }
        Ok(Asked {
            prior,
            delta,
            fpr,
            epsilon: self.epsilon.clone(),
            baseline: self.baseline.clone(),
            drawn: drawn_rates(points),
            fpr_range: self.fpr_range,
            flagged_share: optional(self.flagged_share, &|share| {
                RANGES.flagged_share.check("flagged_share", share)
            })?,
            attack_rate: optional(self.attack_rate, &|rate| {
                RANGES.attack_rate.check("attack_rate", rate)
            })?,
        })
    }
}
