//! Deletion without touching the model: how sure it is that the deleted records were never in the sampled data set
//! (Thudi et al., Definition 5.1 and Corollary 5.2 with erratum E10). For pure DP only: with a delta a rare output may
//! give a record away for certain.

use super::guarantee::Guarantee;
use super::options::GuaranteeOptions;
use super::result::{METHOD, SAMPLED, Unlearning};
use super::theorems;
use crate::figure::{Error, Figure, RANGES};
use crate::numerics::{down, up};

/// Lower bound `L` of `P(x not in D | S)` for every output: `1/(1 + e^eps P1/P0)`, attained by randomised response. The
/// printed form has `e^-eps` and is an upper bound (erratum E10).
///
/// ```
/// assert!((mi_bounds::absence(1.0, 0.01) - 0.973276).abs() < 1e-6);
/// ```
#[must_use]
pub fn absence(epsilon: f64, sampling_probability: f64) -> f64 {
    let log_odds = log_odds(epsilon, sampling_probability);
    // Of the two forms the one whose exponential cannot overflow.
    let present = libm::exp(-log_odds.abs());
    down(if log_odds > 0.0 { present } else { 1.0 } / (1.0 + present))
}

/// Lower bound `L^m` of the probability that none of `deletions` records was in the data set.
#[must_use]
pub fn absence_of_all(epsilon: f64, sampling_probability: f64, deletions: f64) -> f64 {
    let exponent = deletions * log_presence(log_odds(epsilon, sampling_probability));
    down(libm::exp(-up(exponent)))
}

/// `ln B/ln L`, rounded down: that many records may be deleted before the probability that none of them was in the data
/// set falls below `target_absence`. Infinite where no record is ever sampled.
///
/// ```
/// // N = 10,000 and an expected size of 100: the printed form promises 60 deletions.
/// assert!((mi_bounds::deletion_capacity(1.0, 0.01, 0.8) - 8.2379).abs() < 1e-4);
/// ```
#[must_use]
pub fn deletion_capacity(epsilon: f64, sampling_probability: f64, target_absence: f64) -> f64 {
    let log_presence = log_presence(log_odds(epsilon, sampling_probability));
    down(-libm::log(target_absence) / log_presence)
}

/// The capacity with the printed sign of epsilon, for comparison; too large by a factor of up to `e^(2 eps)`.
#[must_use]
pub fn printed_deletion_capacity(
    epsilon: f64,
    sampling_probability: f64,
    target_absence: f64,
) -> f64 {
    -libm::log(target_absence) / log_presence(log_odds(-epsilon, sampling_probability))
}

/// Upper bound of `ln(e^eps P1/P0)`, which no epsilon overflows.
fn log_odds(epsilon: f64, sampling_probability: f64) -> f64 {
    let (p1, p0) = (
        libm::log(sampling_probability),
        libm::log1p(-sampling_probability),
    );
    let sum = epsilon + (p1 - p0);
    if sum.is_infinite() {
        return sum;
    }
    sum + 2.0 * f64::EPSILON * (epsilon.abs() - p1 - p0)
}

/// Upper bound of `-ln L = ln(1 + e^log_odds)`.
fn log_presence(log_odds: f64) -> f64 {
    up(log_odds.max(0.0) + libm::log1p(libm::exp(-log_odds.abs())))
}

impl GuaranteeOptions {
    pub(crate) fn unlearning(&self, guarantee: &Guarantee) -> Result<Option<Unlearning>, Error> {
        let Some(target) = self.target_absence else {
            return Ok(None);
        };
        RANGES.positive_accuracy.check("target_absence", target)?;
        let deletions = RANGES.deletions.or_default("deletions", self.deletions)?;
        let (Some(size), Some(probability)) = (self.dataset_size, self.sampling_probability) else {
            return Err(Error::Missing {
                parameter: "dataset_size",
                needed: "dataset_size and sampling_probability beside target_absence",
            });
        };
        RANGES.dataset_size.check("dataset_size", size)?;
        let Guarantee::PureDp { epsilon } = guarantee else {
            return Err(Error::Unknown {
                parameter: "target_absence",
                reason: "needs pure DP: with a delta a rare output may give a deleted record away (E10)",
                nearest: None,
            });
        };
        let all = absence_of_all(*epsilon, probability, deletions);
        let figure = |value, theorem| {
            Figure::lower(value, METHOD, theorem)
                .with_erratum("E10")
                .with_assumptions(SAMPLED)
        };
        let capacity = deletion_capacity(*epsilon, probability, target);
        Ok(Some(Unlearning {
            dataset_size: size,
            expected_size: size * probability,
            deletions,
            target_absence: target,
            absence: figure(absence(*epsilon, probability), theorems::ABSENCE),
            absence_of_all: figure(all, theorems::ABSENCE),
            guaranteed: all >= target,
            capacity: capacity
                .is_finite()
                .then(|| figure(capacity, theorems::DELETION_CAPACITY)),
            printed_capacity: Some(printed_deletion_capacity(*epsilon, probability, target))
                .filter(|capacity| capacity.is_finite()),
        }))
    }
}
