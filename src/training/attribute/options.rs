//! A training with its record of gradient distances, checked and answered.

use super::certificate::{METHOD, certificate};
use super::distant_steps::DistantSteps;
use super::result::{AttributeParameters, AttributeSecurity, AttributeTpr, AttributesResult};
use crate::figure::{Error, Figure, RANGES, VERSION, Warning, asked_rates};
use crate::training::security_formulas::tpr_from_security;
use crate::training::theorems;
use std::collections::BTreeMap;

/// A training with the record of its gradient distances.
#[derive(Clone, Debug, Default)]
pub struct AttributesOptions {
    /// Standard deviation of the noise over the clipping norm.
    pub noise_multiplier: Option<f64>,
    /// Probability with which a record enters a step.
    pub sample_rate: Option<f64>,
    /// Number of steps; the length of `gradient_distances` if left out.
    pub num_steps: Option<f64>,
    /// Clipping norm, 1 if left out.
    pub clipping_norm: Option<f64>,
    /// `R` of every step.
    pub gradient_distance: Option<f64>,
    /// `R_t` step by step.
    pub gradient_distances: Option<Vec<f64>>,
    /// Rates of false positives.
    pub fpr: Option<Vec<f64>>,
    /// Probability of one of the two values before the attack.
    pub prior: Option<f64>,
    /// For a picture: the curves behind the bounds may be wider, by up to a few per cent where steps are few, and take a
    /// fiftieth of the time there. What they say still holds.
    pub draft: bool,
}

const ASSUMPTIONS: [&str; 4] = [
    "Each R_t is a bound that was fixed before training: the largest distance over all records (or for the one target), at every step, whether or not the step takes the record, and for every state that training can reach.",
    "Poisson sampling, independent of everything; Gaussian noise; gradients clipped in l2; the attacker sees every noisy sum and knows all other records.",
    "The distances of one run bound that run's path only, not the mechanism (E16d).",
    "R_t and what is computed from it depend on the data: publishing the sequence can reveal which steps took the record.",
];

impl AttributesOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::AttributesOptions;
    /// let options = AttributesOptions {
    ///     noise_multiplier: Some(1.0),
    ///     sample_rate: Some(0.01),
    ///     num_steps: Some(1000.0),
    ///     gradient_distance: Some(0.3),
    ///     ..AttributesOptions::default()
    /// };
    /// let result = options.result()?;
    /// // erf(0.01 * 0.3 sqrt(1000)/(2 sqrt2)), which is less than what is certified.
    /// assert!((result.bayes_security.advantage - 0.037833).abs() < 1e-6);
    /// // Gradients whose order depends on what was seen attain 0.0719, and none exceed 0.0727.
    /// assert!(result.certified.attained.estimate > 0.0719);
    /// assert!(result.certified.advantage.estimate < 0.0727);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range; a distance may be at most twice
    /// the clipping norm.
    pub fn result(&self) -> Result<AttributesResult, Error> {
        let checked = self.checked()?;
        let run = &checked.run;
        let closed = run.closed();
        let certified = certificate(run, closed, &checked.fpr, checked.prior, self.draft)?;
        let attained = certified.advantage.lower.unwrap_or(0.0);
        let certain = certified.advantage.estimate;
        let (norm, largest) = (run.norm(), run.largest());
        let term = libm::sqrt(run.rate * (1.0 - run.rate) * run.num_steps()) / run.noise;
        let tpr = |&fpr: &f64| AttributeTpr {
            fpr,
            tpr: Figure::approximation(
                tpr_from_security(1.0 - closed, fpr),
                METHOD,
                theorems::ATTRIBUTE_CLOSED_TPR,
            )
            .with_erratum("E6"),
        };
        let mut warnings = vec![Warning::new(
            "publishing_distances",
            "The distances depend on the data: publishing them, or a security that is updated during training, can reveal which batches held the record.",
        )];
        if closed < attained {
            warnings.push(Warning::new(
                "closed_form_understates",
                format!(
                    "The closed form claims an advantage of {}, but some gradients at these distances attain {}.",
                    Warning::share(closed),
                    Warning::share(attained)
                ),
            ));
        }
        Ok(AttributesResult {
            library_version: VERSION,
            parameters: AttributeParameters {
                noise_multiplier: run.noise,
                sample_rate: run.rate,
                num_steps: run.num_steps(),
                clipping_norm: checked.clipping,
                gradient_distance_norm: norm * checked.clipping,
                largest_gradient_distance: largest * checked.clipping,
            },
            bayes_security: AttributeSecurity {
                security: Figure::approximation(1.0 - closed, METHOD, theorems::ATTRIBUTE_CLOSED)
                    .with_erratum("E16d"),
                advantage: closed,
                error_term: term,
                vacuous: closed + term >= 1.0,
                error_against_attained: closed - attained,
                error_against_certified: closed - certain,
                tpr: checked.fpr.iter().map(tpr).collect(),
            },
            certified,
            assumptions: ASSUMPTIONS.to_vec(),
            warnings,
        })
    }

    fn checked(&self) -> Result<Checked, Error> {
        let required = |name, value: Option<f64>, needed| {
            value.ok_or(Error::Missing {
                parameter: name,
                needed,
            })
        };
        let noise = required(
            "noise_multiplier",
            self.noise_multiplier,
            "noise_multiplier",
        )?;
        let rate = required("sample_rate", self.sample_rate, "sample_rate")?;
        let clipping = RANGES
            .clipping_norm
            .or_default("clipping_norm", self.clipping_norm)?;
        let distance = |name, distance: f64| {
            if (0.0..=2.0 * clipping).contains(&distance) {
                return Ok(distance / clipping);
            }
            Err(Error::OutOfRange {
                parameter: name,
                value: distance,
                allowed: format!("from 0 up to {}, twice the clipping norm", 2.0 * clipping),
            })
        };
        let (steps, sequence) = match (self.gradient_distance, &self.gradient_distances) {
            (Some(_), Some(_)) => {
                return Err(Error::Conflict {
                    parameter: "gradient_distances",
                    other: "gradient_distance",
                });
            }
            (Some(one), None) => {
                let steps = required("num_steps", self.num_steps, "num_steps")?;
                RANGES.num_steps.check("num_steps", steps)?;
                let steps = vec![(distance("gradient_distance", one)?, steps)];
                (steps.clone(), steps)
            }
            (None, Some(each)) => {
                let length = each.len() as f64;
                if each.is_empty() || self.num_steps.is_some_and(|steps| steps != length) {
                    return Err(Error::Malformed {
                        parameter: "gradient_distances".into(),
                        problem: format!(
                            "has {length} entries; one is needed for each of the steps"
                        ),
                    });
                }
                let mut distinct: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
                let mut sequence: Vec<(f64, f64)> = Vec::new();
                for &one in each {
                    let one = distance("gradient_distances", one)?;
                    match sequence.last_mut() {
                        Some((last, number)) if *last == one => *number += 1.0,
                        _ => sequence.push((one, 1.0)),
                    }
                    // Numbers that are not negative order like their bits.
                    distinct
                        .entry((one + 0.0).to_bits())
                        .or_insert((one, 0.0))
                        .1 += 1.0;
                }
                (distinct.into_values().collect(), sequence)
            }
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "gradient_distance",
                    needed: "gradient_distance or gradient_distances",
                });
            }
        };
        let fpr = asked_rates(self.fpr.as_ref());
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        Ok(Checked {
            run: DistantSteps {
                noise: RANGES.noise_multiplier.check("noise_multiplier", noise)?,
                rate: RANGES.sample_rate.check("sample_rate", rate)?,
                steps,
                sequence,
            },
            clipping,
            fpr,
            prior: RANGES.prior.or_default("prior", self.prior)?,
        })
    }
}

/// The checked parameters.
struct Checked {
    run: DistantSteps,
    clipping: f64,
    fpr: Vec<f64>,
    prior: f64,
}
