//! What an attack's "yes" and "no" are worth when the data set itself was sampled (Thudi et al., "Less can be more").
//!
//! A record is in the data set with probability `P1 = P_x(1)`, independently of all others, and `S` is the set of
//! outputs after which the attack says "member". Differential privacy holds between the data set with the record and
//! the one without, so it carries over to the averages `P(S | x in D)` and `P(S | x not in D)`.

use super::guarantee::Guarantee;
use super::options::GuaranteeOptions;
use super::result::{METHOD, PositiveAccuracyTarget, RecordBounds, SAMPLED};
use super::theorems;
use crate::figure::{Error, Figure, RANGES};
use crate::numerics::{normal, probability_up};

const ANY_RATE: &str = "At whatever rate the attack says so: with a delta, a rare output may give a record away for certain. \
    Give attack_rate for a bound below 1.";

/// Upper bound of the positive accuracy `P(x in D | S)`, `P1 a/(P1 a + P0 b)` with `a = P(S | x in D)` and `b` the least
/// rate on non-members that the guarantee allows.
///
/// Without an attack rate it is the worst over all rates: `1/(1 + e^-eps P0/P1)` for pure DP, and 1 for every guarantee
/// that allows a rare output to give a record away. Attained for one pair (epsilon, delta). In Theorem 3.3 the delta
/// term divides by the joint probability `P(S and x in D) = P1 a`, not by `a` (erratum E9); at `a <= delta` it says 1.
///
/// ```
/// use mi_bounds::{Guarantee, positive_accuracy};
/// let dp = Guarantee::ApproximateDp { epsilon: 1.0, delta: 0.05 };
/// // Printed, with the conditional probability: 0.247831, which a two-valued mechanism exceeds.
/// assert!((positive_accuracy(&dp, 0.1, Some(0.06)) - 0.644405).abs() < 1e-6);
/// ```
#[must_use]
pub fn positive_accuracy(
    guarantee: &Guarantee,
    sampling_probability: f64,
    attack_rate: Option<f64>,
) -> f64 {
    let (p1, p0) = (sampling_probability, 1.0 - sampling_probability);
    if p1 == 0.0 {
        return 0.0;
    }
    if p0 == 0.0 {
        return 1.0;
    }
    match (guarantee, attack_rate) {
        (Guarantee::PureDp { epsilon }, None) => {
            probability_up(p1 / (p1 + p0 * libm::exp(-epsilon)))
        }
        (_, None | Some(0.0)) => 1.0,
        (_, Some(rate)) => probability_up(p1 * rate / (p1 * rate + p0 * guarantee.least_fpr(rate))),
    }
}

/// Upper bound of the negative accuracy `P(x not in D | S')`, with `attack_rate = P(S' | x not in D)`: the positive
/// accuracy with both roles exchanged.
#[must_use]
pub fn negative_accuracy(
    guarantee: &Guarantee,
    sampling_probability: f64,
    attack_rate: Option<f64>,
) -> f64 {
    // 1 - p exactly where it matters: at p = 0 and p = 1.
    positive_accuracy(guarantee, 1.0 - sampling_probability, attack_rate)
}

/// Largest epsilon at which `(epsilon, delta)`-DP keeps the positive accuracy at or below `target`; `None` where not
/// even epsilon 0 does. Rounded down.
///
/// Inverse of [`positive_accuracy`] in epsilon: the least rate on non-members must reach
/// `b = a (P1/P0) (1 - target)/target`, so `eps = max(ln((a - delta)/b), ln((1 - delta - b)/(1 - a)))`.
///
/// ```
/// use mi_bounds::{Guarantee, largest_epsilon, positive_accuracy};
/// let epsilon = largest_epsilon(0.6, 0.5, 0.0, None).expect("some");
/// assert!((epsilon - 1.5_f64.ln()).abs() < 1e-12);
/// assert!(positive_accuracy(&Guarantee::PureDp { epsilon }, 0.5, None) <= 0.6);
/// ```
#[must_use]
pub fn largest_epsilon(
    target: f64,
    sampling_probability: f64,
    delta: f64,
    attack_rate: Option<f64>,
) -> Option<f64> {
    let (p1, p0) = (sampling_probability, 1.0 - sampling_probability);
    // e^eps for pure DP: the odds that the target allows over the odds of the sampling.
    let factor = target / (1.0 - target) * (p0 / p1);
    let found = match attack_rate {
        None if delta == 0.0 => libm::log(factor),
        None => return None,
        Some(rate) => {
            let least = rate / factor;
            let low = libm::log((rate - delta) / least);
            let high = libm::log((1.0 - delta - least) / (1.0 - rate));
            // NaN where a logarithm has no argument.
            low.max(high)
        }
    };
    if found == f64::INFINITY {
        return Some(found);
    }
    let kept = |epsilon: &f64| {
        let guarantee = if delta == 0.0 {
            Guarantee::PureDp { epsilon: *epsilon }
        } else {
            Guarantee::ApproximateDp {
                epsilon: *epsilon,
                delta,
            }
        };
        positive_accuracy(&guarantee, sampling_probability, attack_rate) <= target
    };
    if found >= 0.0 {
        safe(found, kept)
    } else {
        None
    }
}

/// The largest value found at or below `value` for which the rounded bound keeps its target.
fn safe(value: f64, kept: impl Fn(&f64) -> bool) -> Option<f64> {
    // Slack from one rounding to a relative 1e-8, far more than the bound is rounded by.
    (0..14)
        .map(|i| (value - libm::exp2(f64::from(2 * i)) * f64::EPSILON * value.max(1e-9)).max(0.0))
        .find(kept)
}

/// Largest sampling probability at which the guarantee keeps the positive accuracy at or below `target`: odds
/// `target/(1 - target) b/a`. Rounded down; 0 where nothing else would do.
///
/// ```
/// use mi_bounds::{Guarantee, largest_sampling_probability, positive_accuracy};
/// let dp = Guarantee::PureDp { epsilon: 1.0 };
/// let most = largest_sampling_probability(&dp, 0.5, None);
/// assert!((positive_accuracy(&dp, most, None) - 0.5).abs() < 1e-12);
/// ```
#[must_use]
pub fn largest_sampling_probability(
    guarantee: &Guarantee,
    target: f64,
    attack_rate: Option<f64>,
) -> f64 {
    let ratio = match (guarantee, attack_rate) {
        (Guarantee::PureDp { epsilon }, None) => libm::exp(-epsilon),
        (_, None | Some(0.0)) => 0.0,
        (_, Some(rate)) => guarantee.least_fpr(rate) / rate,
    };
    let odds = target / (1.0 - target) * ratio;
    safe(odds / (1.0 + odds), |probability| {
        positive_accuracy(guarantee, *probability, attack_rate) <= target
    })
    .unwrap_or(0.0)
}

/// The weights of the example in which positive accuracy has no bound (Thudi et al., Appendix A.1): one step of full
/// batch with unit clipping moves the weight by -1 if the record is in, and the attack says "member" at or below a
/// threshold `t`, counted from the initial weight.
#[derive(Clone, Copy, Debug)]
pub struct UnboundedAccuracy {
    /// Standard deviation of the noise (erratum E16f: not a variance).
    pub noise_multiplier: f64,
}

impl UnboundedAccuracy {
    /// `P(W <= t | x in D) = Phi((t + 1)/sigma)`.
    #[must_use]
    pub fn attack_rate(&self, threshold: f64) -> f64 {
        normal::cdf((threshold + 1.0) / self.noise_multiplier)
    }

    /// `P(x in D | W <= t)` at `P_x(1) = 1/2`; tends to 1 as the threshold falls.
    #[must_use]
    pub fn positive_accuracy(&self, threshold: f64) -> f64 {
        let sigma = self.noise_multiplier;
        // Through logarithms, since both tails vanish together.
        let log_ratio =
            normal::log_sf(-threshold / sigma) - normal::log_sf(-(threshold + 1.0) / sigma);
        1.0 / (1.0 + libm::exp(log_ratio))
    }

    /// Share of right answers at threshold `t`.
    #[must_use]
    pub fn accuracy(&self, threshold: f64) -> f64 {
        0.5 * (self.attack_rate(threshold) + normal::sf(threshold / self.noise_multiplier))
    }
}

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
