//! Attribute inference: the attacker knows a record but for one attribute and tells two of its values apart
//! (Cherubin et al., Corollary 10 with errata E8 and E16d).
//!
//! With value `a` a step shows `(1 - q) N(0) + q N(u)`, with value `b` `(1 - q) N(0) + q N(v)`, in units of the noise and
//! given everything before and all other records. Clipping gives `|u|, |v| <= m = 1/noise_multiplier`, the record of
//! distances `|u - v| <= r_t = R_t/(C noise_multiplier)`. No single pair is known to dominate under both constraints, so
//! the certificate is the smallest of several proven bounds:
//!
//! - **Chi-square.** `P_v >= (1 - q) N(0)` and `E_0[(dP_u - dP_v)²] = q² (e^|u|² + e^|v|² - 2 e^(u.v))`. At fixed lengths
//!   this grows with the distance; at distance `r` it grows with the longer of both, and in the shorter one it falls and
//!   then rises. So it is largest at `|u| = m` with `v` either as long (tangential) or `r` below on the same ray
//!   (radial). Conditional factors `1 + chi²` multiply over adaptive steps.
//! - **Sampling revealed.** An attacker who is told which steps took the record faces a Gaussian of length
//!   `sqrt(sum B_t r_t²)`; `erf` of a square root is concave, so the mean over the coins `B_t` is at most its value at
//!   `sqrt(q sum r_t²)`.
//! - **Membership.** Two values of an attribute are two records: the exact pair of replace-one.
//! - **Closed form with an honest error**, as for membership.
//!
//! Two pairs of gradients are allowed and so attained: `u = -v` of length `r_t/2`, by the exact engine, and those on one
//! ray at the clipping norm, by a lower bound of its own. The second is worse for the target: the closed form, which
//! knows only the distance, may understate it by half.

use crate::bayes_security::{honest_error_term, tpr_from_security, variation_from_chi_square};
use crate::radial_pair;
use crate::range::count;
use crate::rounding::{probability_up, up};
use crate::{
    Bounds, Demand, Error, Figure, Mechanism, NeighboringRelation, Phase, RANGES, SampledGaussian,
    Warning,
};
use core::f64::consts::SQRT_2;
use serde::Serialize;
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
}

/// The checked parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AttributeParameters {
    /// Standard deviation of the noise over the clipping norm.
    pub noise_multiplier: f64,
    /// Probability with which a record enters a step.
    pub sample_rate: f64,
    /// Number of steps.
    pub num_steps: f64,
    /// Clipping norm.
    pub clipping_norm: f64,
    /// l2 norm of the sequence `R_t`.
    pub gradient_distance_norm: f64,
    /// The largest `R_t`.
    pub largest_gradient_distance: f64,
}

/// A rate of true positives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives.
    pub tpr: Figure,
}

/// The closed form with its error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeSecurity {
    /// Bayes security.
    #[serde(flatten)]
    pub security: Figure,
    /// One less it.
    pub advantage: f64,
    /// What its theorem takes off.
    pub error_term: f64,
    /// Whether nothing is left.
    pub vacuous: bool,
    /// Advantage less what is attained.
    pub error_against_attained: f64,
    /// Advantage less what is certified.
    pub error_against_certified: f64,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
}

/// What is proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeCertificate {
    /// Advantage of the best attacker on the worst record.
    pub advantage: Figure,
    /// One less it.
    pub bayes_security: Figure,
    /// Which bound is the smallest.
    pub tightest: &'static str,
    /// By the chi-square divergence.
    pub chi_square: Figure,
    /// With the sampling revealed.
    pub sampling_revealed: Figure,
    /// By membership under replace-one.
    pub membership: Figure,
    /// What gradients at these distances attain, the larger of two pairs.
    pub attained: Figure,
    /// The limit of many steps for the worse pair.
    pub gaussian_limit: Figure,
    /// The closed form with an honest error.
    pub closed_form_bound: Figure,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
}

/// Attribute inference by the closed form and with a certificate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributesResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The checked parameters.
    pub parameters: AttributeParameters,
    /// Closed form.
    pub bayes_security: AttributeSecurity,
    /// Certificate.
    pub certified: AttributeCertificate,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const METHOD: &str = "closed_form";
const CLOSED: &str = "1 - erf(q ||R||/(2 sqrt2 sigma C)), l2 norm of the sequence (Cherubin et al., Corollary 10 without its error term)";
const CHI_SQUARE: &str = "Chi-square divergence at gradients of the clipping norm, R_t apart";
const REVEALED: &str =
    "erf(sqrt(q) ||R||/(2 sqrt2 sigma C)): as if the attacker saw which steps took the record";
const MEMBERSHIP: &str =
    "Exact pair of replace-one (Lebeda et al., Proposition 13): two values are two records";
const OPPOSITE: &str = "Exact pair of gradients plus and minus R_t/2, which no assumption excludes";
const RADIAL: &str = "Gradients on one ray, of the clipping norm and R_t below: total variation of whole-valued scores, a lower bound";
const LIMIT: &str = "Central limit for gradients of the clipping norm, R_t apart: the variance of their loss; no bound";
const HONEST: &str =
    "Closed form plus the chi-square distance of each sampled step from its Gaussian";
const SMALLEST: &str = "Smallest of the proven bounds";
const RATE: &str = "Smallest of FPR + advantage, the chi-square divergence at that rate, and the exact pair of replace-one";
const CLOSED_RATE: &str = "TPR <= 1 + FPR - security (Cherubin et al., Proposition 9)";
const ACCURACY: &str =
    "max(p, 1 - p) + min(p, 1 - p) advantage: the divergence falls with its order";
const ASSUMPTIONS: [&str; 4] = [
    "Each R_t is a bound that was fixed before training: the largest distance over all records (or for the one target), at every step, whether or not the step takes the record, and for every state that training can reach.",
    "Poisson sampling, independent of everything; Gaussian noise; gradients clipped in l2; the attacker sees every noisy sum and knows all other records.",
    "The distances of one run bound that run's path only, not the mechanism (E16d).",
    "R_t and what is computed from it depend on the data: publishing the sequence can reveal which steps took the record.",
];

/// Steps that share their distance, in units of the clipping norm.
struct Checked {
    noise: f64,
    rate: f64,
    clipping: f64,
    /// Distance over clipping norm and number of steps; ascending.
    steps: Vec<(f64, f64)>,
    fpr: Vec<f64>,
    prior: f64,
}

/// Distinct distances that the exact engine is given.
const MOST_PHASES: usize = 64;

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
    /// // Gradients on one ray at the clipping norm attain 0.0683.
    /// assert!(result.certified.attained.estimate > 0.068);
    /// assert!(result.certified.advantage.estimate < 0.0911);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range; a distance may be at most twice
    /// the clipping norm.
    pub fn result(&self) -> Result<AttributesResult, Error> {
        let checked = self.checked()?;
        let closed = checked.closed();
        let certified = checked.certificate(closed)?;
        let attained = certified.advantage.lower.unwrap_or(0.0);
        let certain = certified.advantage.estimate;
        let (norm, largest) = (checked.norm(), checked.largest());
        let term =
            libm::sqrt(checked.rate * (1.0 - checked.rate) * checked.num_steps()) / checked.noise;
        let tpr = |&fpr: &f64| AttributeTpr {
            fpr,
            tpr: Figure::approximation(tpr_from_security(1.0 - closed, fpr), METHOD, CLOSED_RATE)
                .with_erratum("E6"),
        };
        let mut warnings = vec![Warning::new(
            "publishing_distances",
            "The distances depend on the data: publishing them, or the running security, can reveal membership in the batches.",
        )];
        if closed < attained {
            warnings.push(Warning::new(
                "closed_form_understates",
                format!(
                    "The closed form claims an advantage of {closed:.6} where {attained:.6} is attained by some gradients at these distances."
                ),
            ));
        }
        Ok(AttributesResult {
            library_version: crate::VERSION,
            parameters: AttributeParameters {
                noise_multiplier: checked.noise,
                sample_rate: checked.rate,
                num_steps: checked.num_steps(),
                clipping_norm: checked.clipping,
                gradient_distance_norm: norm * checked.clipping,
                largest_gradient_distance: largest * checked.clipping,
            },
            bayes_security: AttributeSecurity {
                security: Figure::approximation(1.0 - closed, METHOD, CLOSED).with_erratum("E16d"),
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
            .check("clipping_norm", self.clipping_norm.unwrap_or(1.0))?;
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
        let steps = match (self.gradient_distance, &self.gradient_distances) {
            (Some(_), Some(_)) => {
                return Err(Error::Conflict {
                    parameter: "gradient_distances",
                    other: "gradient_distance",
                });
            }
            (Some(one), None) => {
                let steps = required("num_steps", self.num_steps, "num_steps")?;
                RANGES.num_steps.check("num_steps", steps)?;
                vec![(distance("gradient_distance", one)?, steps)]
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
                for &one in each {
                    let one = distance("gradient_distances", one)?;
                    // Numbers that are not negative order like their bits.
                    distinct
                        .entry((one + 0.0).to_bits())
                        .or_insert((one, 0.0))
                        .1 += 1.0;
                }
                distinct.into_values().collect()
            }
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "gradient_distance",
                    needed: "gradient_distance or gradient_distances",
                });
            }
        };
        let fpr = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        Ok(Checked {
            noise: RANGES.noise_multiplier.check("noise_multiplier", noise)?,
            rate: RANGES.sample_rate.check("sample_rate", rate)?,
            clipping,
            steps,
            fpr,
            prior: RANGES.prior.check("prior", self.prior.unwrap_or(0.5))?,
        })
    }
}

impl Checked {
    fn num_steps(&self) -> f64 {
        self.steps.iter().map(|(_, steps)| steps).sum()
    }

    fn largest(&self) -> f64 {
        self.steps.iter().map(|&(r, _)| r).fold(0.0, f64::max)
    }

    /// l2 norm of the sequence over the clipping norm.
    fn norm(&self) -> f64 {
        libm::sqrt(self.steps.iter().map(|&(r, steps)| r * r * steps).sum())
    }

    /// Advantage by Corollary 10.
    fn closed(&self) -> f64 {
        libm::erf(self.rate * self.norm() / (2.0 * SQRT_2 * self.noise))
    }

    /// Relative rounding of sums over the distinct distances.
    fn slack(&self) -> f64 {
        1.0 + f64::EPSILON * (32.0 + self.steps.len() as f64)
    }

    /// `E_0[(dP_u - dP_v)²]` of a step at its largest, the distance in units of the clipping norm.
    fn spread_of(&self, r: f64) -> f64 {
        let m = 1.0 / self.noise;
        let (r, square) = (r * m, (m * m).min(600.0));
        // |v| = m - r on the ray of u; or |v| = m.
        let along = libm::expm1(-m * r);
        let radial = along * along + libm::exp(-2.0 * m * r) * libm::expm1((r * r).min(600.0));
        let tangential = -2.0 * libm::expm1(-0.5 * r * r);
        self.rate * self.rate * libm::exp(square) * radial.max(tangential)
    }

    /// Its sum over the steps: roughly the variance of the loss.
    fn spread(&self) -> f64 {
        self.steps
            .iter()
            .map(|&(r, steps)| steps * self.spread_of(r))
            .sum()
    }

    /// `ln(1 + chi²)` of the whole training; infinite where it says nothing.
    fn log_growth(&self) -> f64 {
        let m = 1.0 / self.noise;
        if self.rate == 1.0 || m * m > 600.0 {
            return f64::INFINITY;
        }
        let sum: f64 = self
            .steps
            .iter()
            .map(|&(r, steps)| steps * libm::log1p(self.spread_of(r) / (1.0 - self.rate)))
            .sum();
        sum * self.slack() * (1.0 + f64::EPSILON * (32.0 + 8.0 * m * m))
    }

    fn membership(&self) -> Result<Bounds, Error> {
        let phase = Phase {
            noise_multiplier: self.noise,
            sample_rate: self.rate,
            num_steps: self.num_steps(),
        };
        let mechanism = Mechanism::new(&[phase])?.with_relation(NeighboringRelation::ReplaceOne);
        let demand = Demand {
            fpr: self.fpr.clone(),
            ..Demand::default()
        };
        Bounds::new(&mechanism, &demand)
    }

    /// Distances in units of the clipping norm with their numbers. Where there are too many they are rounded down, and
    /// the smallest left out, both of which take from the attacker.
    fn few_steps(&self) -> Vec<(f64, f64)> {
        if self.steps.len() <= MOST_PHASES {
            return self.steps.clone();
        }
        let largest = self.largest();
        let mut few: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for &(r, steps) in &self.steps {
            // Sixteenths of a factor two below the largest.
            let step = libm::ceil(-16.0 * libm::log2(r / largest) - 1e-9);
            if step < MOST_PHASES as f64 {
                let rounded = (largest * libm::exp2(-step / 16.0)).min(r);
                let entry = few.entry(count(step.max(0.0))).or_insert((rounded, 0.0));
                entry.0 = entry.0.min(rounded);
                entry.1 += steps;
            }
        }
        few.into_values().collect()
    }

    /// What gradients on one ray attain, of the clipping norm and `R_t` below.
    fn radial(&self, deviation: f64) -> f64 {
        let m = 1.0 / self.noise;
        let steps: Vec<(f64, f64)> = self
            .few_steps()
            .into_iter()
            .map(|(r, steps)| (r * m, steps))
            .collect();
        radial_pair::lower_bound(m, self.rate, &steps, deviation)
    }

    /// What gradients plus and minus `R_t/2` attain.
    fn opposite(&self) -> f64 {
        let mut phases: Vec<Phase> = Vec::new();
        for (r, num_steps) in self.few_steps() {
            // Rounding may not move the noise below what it is.
            let noise_multiplier = up(2.0 * self.noise / r);
            if noise_multiplier <= RANGES.noise_multiplier.max {
                phases.push(Phase {
                    noise_multiplier,
                    sample_rate: self.rate,
                    num_steps,
                });
            }
        }
        if phases.is_empty() {
            return 0.0;
        }
        Mechanism::new(&phases)
            .map(|mechanism| mechanism.with_relation(NeighboringRelation::ReplaceOne))
            .and_then(|mechanism| Bounds::new(&mechanism, &Demand::default()))
            .ok()
            .and_then(|bounds| bounds.advantage().lower)
            .unwrap_or(0.0)
            .max(0.0)
    }

    fn certificate(&self, closed: f64) -> Result<AttributeCertificate, Error> {
        let growth = self.log_growth();
        let membership = self.membership()?;
        let reach = self.norm() / (2.0 * SQRT_2 * self.noise);
        let run = SampledGaussian::new(self.noise, self.rate, self.num_steps())?;
        let honest = up(closed + honest_error_term(&run, true).min(1.0)) * self.slack();
        let known = membership.advantage();
        let bounds = [
            ("chi_square", variation_from_chi_square(growth)),
            (
                "sampling_revealed",
                probability_up(libm::erf(libm::sqrt(self.rate) * reach) * self.slack()),
            ),
            ("membership", known.upper.unwrap_or(1.0)),
            ("closed_form_bound", honest.min(1.0)),
        ];
        let [(_, chi_square), (_, revealed), (_, member), (_, honest)] = bounds;
        let (tightest, smallest) = bounds
            .into_iter()
            .reduce(|a, b| if b.1 < a.1 { b } else { a })
            .unwrap_or(("membership", member));
        let deviation = libm::sqrt(self.spread());
        let (opposite, radial) = (self.opposite(), self.radial(deviation));
        let attained = opposite.max(radial).min(smallest);
        let curves = membership.roc(&self.fpr);
        let tpr = self
            .fpr
            .iter()
            .enumerate()
            .map(|(i, &fpr)| {
                let spread = libm::sqrt(libm::expm1(growth.min(700.0)) * fpr * (1.0 - fpr));
                let value = up(fpr + smallest.min(spread))
                    .min(curves[0][i].upper)
                    .min(1.0);
                AttributeTpr {
                    fpr,
                    tpr: Figure::upper(value, METHOD, RATE),
                }
            })
            .collect();
        let blind = self.prior.max(1.0 - self.prior);
        let upper = |value, theorem| Figure::upper(value, METHOD, theorem);
        Ok(AttributeCertificate {
            advantage: Figure::upper_from(Some(attained), smallest, METHOD, SMALLEST),
            bayes_security: Figure::lower_from(
                (1.0 - smallest).next_down().max(0.0),
                Some((1.0 - attained).next_up().min(1.0)),
                METHOD,
                SMALLEST,
            ),
            tightest,
            chi_square: upper(chi_square, CHI_SQUARE),
            sampling_revealed: upper(revealed, REVEALED),
            membership: upper(member, MEMBERSHIP),
            attained: if radial > opposite {
                Figure::lower(attained, "scores", RADIAL)
            } else {
                Figure::lower(attained, known.method, OPPOSITE)
            },
            gaussian_limit: Figure::approximation(
                libm::erf(deviation / (2.0 * SQRT_2)),
                METHOD,
                LIMIT,
            ),
            closed_form_bound: upper(honest, HONEST).with_erratum("E8"),
            tpr,
            accuracy: upper(up(blind + (1.0 - blind) * smallest).min(1.0), ACCURACY),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Among gradients of any length up to the clipping norm, in the plane they span, none exceeds the largest spread,
    /// and the closed form of both candidates is that of the definition.
    #[test]
    fn spread_is_largest_at_the_clipping_norm() {
        for noise in [0.7, 1.0, 3.0] {
            let m = 1.0 / noise;
            for distance in [0.05, 0.4, 1.0, 1.6, 2.0] {
                let checked = Checked {
                    noise,
                    rate: 0.01,
                    clipping: 1.0,
                    steps: vec![(distance, 1.0)],
                    fpr: Vec::new(),
                    prior: 0.5,
                };
                let most = checked.spread() / 1e-4;
                let r = distance * m;
                let spread = |u: f64, v: f64, dot: f64| {
                    libm::exp(u * u) + libm::exp(v * v) - 2.0 * libm::exp(dot)
                };
                let mut found = 0.0_f64;
                for i in 0..=60 {
                    for j in 0..=60 {
                        for k in 0..=200 {
                            let (u, v) = (m * f64::from(i) / 60.0, m * f64::from(j) / 60.0);
                            let dot =
                                u * v * libm::cos(core::f64::consts::PI * f64::from(k) / 200.0);
                            if u * u + v * v - 2.0 * dot <= r * r * (1.0 + 1e-12) {
                                found = found.max(spread(u, v, dot));
                            }
                        }
                    }
                }
                assert!(
                    found <= most * (1.0 + 1e-9),
                    "{noise} {distance}: {found} {most}"
                );
                let radial = spread(m, m - r, m * (m - r));
                let tangential = spread(m, m, m * m - 0.5 * r * r);
                assert!((radial.max(tangential) / most - 1.0).abs() < 1e-9);
                // The grid comes near it.
                assert!(found > 0.8 * most, "{noise} {distance}: {found} {most}");
            }
        }
    }

    /// A chi-square divergence and the variation it allows, by laws with two values.
    #[test]
    fn variation_of_two_valued_laws() {
        for x in [1e-6_f64, 0.3, 1.0, 1.5, 10.0, 1e4] {
            let bound = variation_from_chi_square(libm::log1p(x));
            let mut most = 0.0_f64;
            for i in 1..2000 {
                let q = f64::from(i) / 2000.0;
                // (p - q)² = x q (1 - q), and p is at most 1.
                most = most.max(libm::sqrt(x * q * (1.0 - q)).min(1.0 - q));
            }
            assert!(most <= bound && most > 0.99 * bound, "{x}: {most} {bound}");
        }
    }
}
