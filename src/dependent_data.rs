//! Records that depend on each other (Humphries et al.): a guarantee for one record does not bound what the others say
//! about it, and all of them together must be hidden.

use crate::guarantee::humphries;
use crate::rounding::{down, up};
use crate::{Error, Figure, RANGES};
use serde::Serialize;

/// Delta that `(record_epsilon, record_delta)` for one record comes to for a group of `n`:
/// `d0 (e^(n e0) - 1)/(e^e0 - 1)`, attained. Upper side.
///
/// ```
/// // (1/1000, 1e-5/1000) for each of 1000 records is not (1, 1e-5) for all of them.
/// let delta = mi_bounds::group_delta(1e-3, 1e-8, 1000.0);
/// assert!((delta - 1.7174e-5).abs() < 1e-9);
/// ```
#[must_use]
pub fn group_delta(record_epsilon: f64, record_delta: f64, records: f64) -> f64 {
    // A delta of 1 says nothing.
    up(record_delta * growth(record_epsilon, records)).min(1.0)
}

/// The delta for one record that makes `(epsilon, delta)` for the group, beside `epsilon/n`: erratum E14 in place of
/// `delta/n`. Lower side.
#[must_use]
pub fn record_delta(epsilon: f64, delta: f64, records: f64) -> f64 {
    down(delta / growth(epsilon / records, records))
}

/// Largest total variation between two data sets that differ in all of `n` records, an even number:
/// `1 - e^(-n e0/2) (1 - 2 d0 (e^(n e0/2) - 1)/(e^e0 - 1))`, at most 1. Attained (erratum E14); for an odd number the
/// value of the next even one is an upper bound.
#[must_use]
pub fn group_variation(record_epsilon: f64, record_delta: f64, records: f64) -> f64 {
    let half = libm::ceil(0.5 * records);
    let leaked = 2.0 * record_delta * growth(record_epsilon, half);
    let kept = libm::exp(-half * record_epsilon);
    // 1 - kept (1 - leaked) without cancellation.
    up(-libm::expm1(-half * record_epsilon) + kept * leaked).min(1.0)
}

/// `(e^(n e) - 1)/(e^e - 1)`, `n` in the limit `e = 0`.
fn growth(epsilon: f64, records: f64) -> f64 {
    if epsilon == 0.0 {
        return records;
    }
    (libm::expm1((epsilon * records).min(700.0)) / libm::expm1(epsilon.min(700.0))).max(1.0)
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
pub struct DependentDataResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Bound (8) for the group.
    pub group_advantage: Figure,
    /// Epsilon for each record.
    pub record_epsilon: Figure,
    /// Delta for each record.
    pub record_delta: Figure,
    /// The printed `delta/n`.
    pub printed_record_delta: f64,
    /// What the printed one comes to.
    pub printed_group_delta: Figure,
    /// What the printed one lets an attacker tell, between two data sets that differ in every record.
    pub printed_group_variation: Figure,
    /// Whether bound (8) fails for the printed one.
    pub printed_bound_fails: bool,
    /// Where an attack on subpopulations is capped.
    pub cap: Option<Figure>,
    /// The printed cap.
    pub printed_cap: Option<f64>,
    /// What must hold before bound (8) may be used.
    pub checklist: [&'static str; 5],
}

const CHECKLIST: [&str; 5] = [
    "The records were drawn independently, or every group of dependent records is smaller than dependent_records.",
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
        let advantage = humphries(epsilon, delta).min(1.0);
        let variation = group_variation(epsilon / n, delta / n, n);
        // Only an even group attains its variation.
        let attained = n % 2.0 == 0.0;
        Ok(DependentDataResult {
            library_version: crate::VERSION,
            group_advantage: Figure::upper(
                advantage,
                method,
                "(e^eps - 1 + 2 delta)/(e^eps + 1) for the group (Humphries et al., Theorem 3.1)",
            ),
            record_epsilon: Figure::lower(
                down(epsilon / n),
                method,
                "Group privacy: epsilon over the number of records (Humphries et al., Section 5.2)",
            ),
            record_delta: Figure::lower(
                record_delta(epsilon, delta, n),
                method,
                "Group privacy: delta (e^(eps/n) - 1)/(e^eps - 1)",
            )
            .with_erratum("E14"),
            printed_record_delta: delta / n,
            printed_group_delta: Figure::upper(
                group_delta(epsilon / n, delta / n, n),
                method,
                "Group privacy, attained: d0 (e^(n e0) - 1)/(e^e0 - 1)",
            )
            .with_erratum("E14"),
            printed_group_variation: Figure::upper(
                variation,
                method,
                "Largest total variation of a group of even size",
            )
            .with_erratum("E14"),
            printed_bound_fails: attained && variation > advantage * (1.0 + 1e-12),
            cap: subpopulations.map(|m| {
                Figure::upper(
                    up(subpopulation_cap(m)).min(1.0),
                    method,
                    "The attack that recognises the subpopulation: 1 - 1/m",
                )
                .with_erratum("E15")
            }),
            printed_cap: subpopulations.map(|m| 1.0 - 2.0 / m),
            checklist: CHECKLIST,
        })
    }
}
