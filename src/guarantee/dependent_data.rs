//! Records that depend on each other (Humphries et al.): a guarantee for one record does not bound what the others say
//! about it, and all of them together must be hidden.

use super::published_bounds::humphries;
use super::theorems;
use crate::figure::{Error, Figure, RANGES, VERSION};
use crate::numerics::{down, exp_down, exp_up, probability_up, up};
use serde::Serialize;

/// Delta that `(record_epsilon, record_delta)` for one record comes to for a group of `n`:
/// `d0 (e^(n e0) - 1)/(e^e0 - 1)`, attained, and at most 1, which says nothing. Upper side.
///
/// ```
/// // (1/1000, 1e-5/1000) for each of 1000 records is not (1, 1e-5) for all of them.
/// let delta = mi_bounds::group_delta(1e-3, 1e-8, 1000.0);
/// assert!((delta - 1.7174e-5).abs() < 1e-9);
/// ```
#[must_use]
pub fn group_delta(record_epsilon: f64, record_delta: f64, records: f64) -> f64 {
    if record_delta == 0.0 {
        return 0.0;
    }
    let (growth, delta) = (log_growth(record_epsilon, records), libm::log(record_delta));
    exp_up(growth + delta, growth - delta).min(1.0)
}

/// The delta for one record that makes `(epsilon, delta)` for the group, beside `epsilon/n`: erratum E14 in place of
/// `delta/n`. Lower side; 0 where it is below the smallest double.
#[must_use]
pub fn record_delta(epsilon: f64, delta: f64, records: f64) -> f64 {
    if delta == 0.0 {
        return 0.0;
    }
    let (growth, delta) = (log_growth(epsilon / records, records), libm::log(delta));
    exp_down(delta - growth, growth - delta)
}

/// Largest total variation between two data sets that differ in all of `n` records, each of which keeps
/// `(e0, d0)`: `1 - 2 p`, at most 1, with `p = e^(-m e0) (x - d0 (e^(m e0) - 1)/(e^e0 - 1))`. For `n = 2m` records
/// `x = 1/2` (erratum E14), for `n = 2m + 1` it is `(1 - d0)/(1 + e^e0)`. Upper side, attained.
///
/// One bit tells the data sets apart as well as anything. Record by record its probability `p` may grow to
/// `min(e^e0 p + d0, 1 - (1 - p - d0)/e^e0)`, a concave function with slopes `e^e0` and `e^-e0`; so the gain of `n`
/// records is largest where as many of them stand on either side of the kink at `(1 - d0)/(1 + e^e0)`, and the middle
/// one of an odd number on it. A start below 0 means that the bit is certain.
#[must_use]
pub fn group_variation(record_epsilon: f64, record_delta: f64, records: f64) -> f64 {
    let half = libm::floor(0.5 * records);
    // 1 - 2p in terms that are not negative: 1 - e^(-n e0/2), and what both deltas add.
    let mut kept = -libm::expm1(-0.5 * records * record_epsilon);
    let mut leaked = libm::exp(-record_epsilon) * ratio(record_epsilon, half);
    if records > 2.0 * half {
        let below = libm::exp(-0.5 * records * record_epsilon);
        kept += below * sech_gap(0.5 * record_epsilon);
        leaked += libm::exp(-half * record_epsilon) / (1.0 + libm::exp(record_epsilon));
    }
    probability_up(kept + 2.0 * record_delta * leaked)
}

/// Whether bound (8) for `(epsilon, delta)` fails for a group of `n` records that keep `(epsilon/n, delta/n)` each: whether
/// [`group_variation`] exceeds `1 - 2 (1 - delta)/(1 + e^epsilon)`. That is a linear inequality in delta, whose
/// coefficients are sums without cancellation; what differs by less than their rounding is not said to fail.
fn bound_fails(epsilon: f64, delta: f64, records: f64) -> bool {
    let n = records;
    let (record, half) = (epsilon / n, libm::floor(0.5 * n));
    let x = 0.5 * record;
    // Over half the records, e^(j e0) on average, less 1.
    let excess = mean_growth(record, half);
    let (kept, leaked) = if n > 2.0 * half {
        let kept = if x < 0.5 {
            sech_gap(n * x) - sech_gap(x)
        } else {
            1.0 / libm::cosh(x) - 1.0 / libm::cosh(n * x)
        };
        let turned = libm::expm1(x) * (1.0 + excess) + excess;
        (kept, (2.0 * half * turned - sech_gap(x)) / n)
    } else {
        (sech_gap(n * x), excess)
    };
    // Without epsilon both are 0, and without delta there is nothing to leak.
    delta > 0.0 && delta < 1.0 && up(up(kept)) < down(down(delta * (leaked + sech_gap(n * x))))
}

/// `1 - 1/cosh(x)`.
fn sech_gap(x: f64) -> f64 {
    libm::tanh(x) * libm::tanh(0.5 * x)
}

/// `ln((e^(n e) - 1)/(e^e - 1))`.
fn log_growth(epsilon: f64, records: f64) -> f64 {
    (records - 1.0) * epsilon + libm::log(ratio(epsilon, records))
}

/// `(1 - e^(-n e))/(1 - e^-e)`, `n` in the limit `e = 0`.
fn ratio(epsilon: f64, records: f64) -> f64 {
    if epsilon * records < f64::EPSILON {
        return records;
    }
    libm::expm1(-epsilon * records) / libm::expm1(-epsilon)
}

/// `(e^(n e) - 1)/(n (e^e - 1)) - 1`, the mean of `e^(j e) - 1` over `j < n`; 0 for no record.
fn mean_growth(epsilon: f64, records: f64) -> f64 {
    if records <= 1.0 || epsilon == 0.0 {
        return 0.0;
    }
    let exponent = epsilon * records;
    if exponent > 0.5 {
        return libm::exp(log_growth(epsilon, records)) / records - 1.0;
    }
    // sum over k of (n e)^k (1 - n^(1-k))/k!, over n (e^e - 1): nothing cancels.
    let (mut term, mut share, mut sum) = (exponent, 1.0, 0.0);
    for k in 2..24 {
        term *= exponent / f64::from(k);
        share /= records;
        sum += term * (1.0 - share);
    }
    sum / (records * libm::expm1(epsilon))
}

/// Advantage at which an attack is capped that recognises the one of `m` equally likely subpopulations a training set
/// comes from: `1 - 1/m`, since a non-member belongs to it with probability `1/m` (erratum E15; printed `1 - 2/m`).
#[must_use]
pub fn subpopulation_cap(subpopulations: f64) -> f64 {
    1.0 - 1.0 / subpopulations
}

/// A guarantee that is wanted for records that depend on each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct DependentDataOptions {
    /// Epsilon for the whole group.
    pub epsilon: f64,
    /// Delta for the whole group.
    pub delta: f64,
    /// Number of records that depend on each other.
    pub dependent_records: f64,
    /// Number of equally likely subpopulations.
    pub subpopulations: Option<f64>,
}

/// What such records need.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DependentDataResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Bound (8) for the group, which needs (epsilon, delta) for all its records together.
    pub group_advantage: Figure,
    /// What each record must be given: (epsilon/n, `record_delta`) (E14).
    pub record_epsilon: Figure,
    /// 0 where it is below the smallest number.
    pub record_delta: Figure,
    /// The printed `delta/n`.
    pub printed_record_delta: f64,
    /// The delta of the group that (epsilon/n, delta/n) really gives: above delta.
    pub printed_group_delta: Figure,
    /// The largest total variation between two fully different data sets under (epsilon/n, delta/n), attained; rounded
    /// up.
    pub printed_group_variation: Figure,
    /// Whether bound (8) fails for the printed one, by more than rounding.
    pub printed_bound_fails: bool,
    /// E15: the advantage at which the attack that tells the subpopulation is capped, 1 - 1/m.
    pub cap: Option<Figure>,
    /// The printed cap.
    pub printed_cap: Option<f64>,
    /// What must hold before bound (8) may be used, one sentence each.
    pub checklist: [&'static str; 5],
}

const CHECKLIST: [&str; 5] = [
    "The records were drawn independently, or every group of dependent records is smaller than the number of dependent records given.",
    "The guarantee holds for replacing the whole group at once, not for one record.",
    "Non-members come from the same law as members: a non-member must not be recognisable without the model.",
    "Delta for one record is delta (e^(eps/n) - 1)/(e^eps - 1), not delta/n (E14).",
    "Membership of one record is asked; what the model says about the law of all records is not covered.",
];

impl DependentDataOptions {
    /// Computes everything.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range.
    pub fn result(&self) -> Result<DependentDataResult, Error> {
        let epsilon = RANGES.guarantee.check("epsilon", self.epsilon)?;
        let delta = RANGES.delta.check("delta", self.delta)?;
        let n = RANGES
            .dependent_records
            .check("dependent_records", self.dependent_records)?;
        let subpopulations = self
            .subpopulations
            .map(|m| RANGES.subpopulations.check("subpopulations", m))
            .transpose()?;
        let method = "closed_form";
        let advantage = humphries(epsilon, delta);
        let variation = group_variation(epsilon / n, delta / n, n);
        Ok(DependentDataResult {
            library_version: VERSION,
            group_advantage: Figure::upper(advantage, method, theorems::GROUP_ADVANTAGE),
            record_epsilon: Figure::lower(down(epsilon / n), method, theorems::RECORD_EPSILON),
            record_delta: Figure::lower(
                record_delta(epsilon, delta, n),
                method,
                theorems::RECORD_DELTA,
            )
            .with_erratum("E14"),
            printed_record_delta: delta / n,
            printed_group_delta: Figure::upper(
                group_delta(epsilon / n, delta / n, n),
                method,
                theorems::GROUP_DELTA,
            )
            .with_erratum("E14"),
            printed_group_variation: Figure::upper(variation, method, theorems::GROUP_VARIATION)
                .with_erratum("E14"),
            printed_bound_fails: bound_fails(epsilon, delta, n),
            cap: subpopulations.map(|m| {
                Figure::upper(
                    up(subpopulation_cap(m)).min(1.0),
                    method,
                    theorems::SUBPOPULATION_CAP,
                )
                .with_erratum("E15")
            }),
            printed_cap: subpopulations.map(|m| 1.0 - 2.0 / m),
            checklist: CHECKLIST,
        })
    }
}
