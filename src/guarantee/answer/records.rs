//! How sure an attacker may be of a record that was sampled into the data set.

use crate::figure::{Error, Figure, RANGES};
use crate::guarantee::guarantee::Guarantee;
use crate::guarantee::options::GuaranteeOptions;
use crate::guarantee::positive_accuracy::{
    largest_epsilon, largest_sampling_probability, negative_accuracy, positive_accuracy,
};
use crate::guarantee::result::{METHOD, PositiveAccuracyTarget, RecordBounds, SAMPLED};
use crate::guarantee::theorems;
use crate::numerics::probability_up;

const ANY_RATE: &str = "At whatever rate the attack says so: with a delta, a rare output may give a record away for certain. \
    Give attack_rate for a bound below 1.";

impl GuaranteeOptions {
    /// Positive accuracy, negative accuracy and trust in a reconstruction.
    pub(crate) fn sampled(
        &self,
        guarantee: &Guarantee,
    ) -> Result<Option<(Figure, Figure, Figure)>, Error> {
        let (rate, negative_rate) = (self.rate()?, self.negative_rate()?);
        let Some(probability) = self.sampling_probability else {
            return Ok(None);
        };
        RANGES
            .probability
            .check("sampling_probability", probability)?;
        let rare = !matches!(guarantee, Guarantee::PureDp { .. });
        let figure = |value, rate: Option<f64>, theorem| {
            let assumptions = if rare && rate.is_none() {
                ANY_RATE
            } else {
                SAMPLED
            };
            Figure::upper(value, METHOD, theorem)
                .with_erratum("E9")
                .with_assumptions(assumptions)
        };
        let positive = positive_accuracy(guarantee, probability, rate);
        let negative = negative_accuracy(guarantee, probability, negative_rate);
        Ok(Some((
            figure(positive, rate, theorems::POSITIVE_ACCURACY),
            figure(negative, negative_rate, theorems::NEGATIVE_ACCURACY),
            figure(positive, rate, theorems::RECONSTRUCTION_TRUST),
        )))
    }

    pub(crate) fn records(&self, guarantee: &Guarantee) -> Result<Option<RecordBounds>, Error> {
        if self.sampling_probabilities.is_empty() {
            return Ok(None);
        }
        for &probability in &self.sampling_probabilities {
            RANGES
                .probability
                .check("sampling_probabilities", probability)?;
        }
        // Both factors are shared by all records, so a million of them cost no more than their own division.
        let ratio = |rate: Option<f64>| match (guarantee, rate) {
            (Guarantee::PureDp { epsilon }, None) => libm::exp(-epsilon),
            (_, None | Some(0.0)) => 0.0,
            (_, Some(rate)) => guarantee.least_fpr(rate) / rate,
        };
        let column = |ratio: f64, member: &dyn Fn(f64) -> f64| -> Vec<f64> {
            self.sampling_probabilities
                .iter()
                .map(|&p| {
                    let p1 = member(p);
                    if p1 == 0.0 {
                        0.0
                    } else {
                        probability_up(p1 / (p1 + (1.0 - p1) * ratio))
                    }
                })
                .collect()
        };
        let positive = column(ratio(self.rate()?), &|p| p);
        let negative = column(ratio(self.negative_rate()?), &|p| 1.0 - p);
        let largest = |values: &[f64], theorem| {
            let value = values.iter().copied().fold(0.0, f64::max);
            Figure::upper(value, METHOD, theorem)
                .with_erratum("E9")
                .with_assumptions(SAMPLED)
        };
        Ok(Some(RecordBounds {
            sampling_probability: self.sampling_probabilities.clone(),
            largest_positive_accuracy: largest(&positive, theorems::POSITIVE_ACCURACY),
            largest_negative_accuracy: largest(&negative, theorems::NEGATIVE_ACCURACY),
            positive_accuracy: positive,
            negative_accuracy: negative,
        }))
    }

    pub(crate) fn backwards(
        &self,
        guarantee: &Guarantee,
        pair: Option<(f64, f64)>,
    ) -> Result<Option<PositiveAccuracyTarget>, Error> {
        let Some(target) = self.target_positive_accuracy else {
            return Ok(None);
        };
        RANGES
            .positive_accuracy
            .check("target_positive_accuracy", target)?;
        let rate = self.rate()?;
        let figure = |value| {
            Figure::lower(value, METHOD, theorems::ACCURACY_INVERTED)
                .with_erratum("E9")
                .with_assumptions(SAMPLED)
        };
        let epsilon = match (self.sampling_probability, pair) {
            (Some(probability), Some((_, delta))) if probability > 0.0 => {
                largest_epsilon(target, probability, delta, rate)
            }
            _ => None,
        };
        let probability = largest_sampling_probability(guarantee, target, rate);
        Ok(Some(PositiveAccuracyTarget {
            target_positive_accuracy: target,
            largest_epsilon: epsilon.filter(|epsilon| epsilon.is_finite()).map(figure),
            largest_sampling_probability: (probability > 0.0).then(|| figure(probability)),
        }))
    }
}
