//! What is known of an output and what is wanted of its noise.

use super::eta::{epsilon_from_eta, tpr_from_eta};
use super::parameters::Checked;
use super::result::{EtaTpr, METHOD, NoiseResult};
use super::theorems;
use crate::figure::{Error, Figure, RANGES, VERSION, asked_rates};

/// What is known of an output and what is wanted.
#[derive(Clone, Debug, Default)]
pub struct NoiseOptions {
    /// Accuracy above blind guessing that is allowed.
    pub eta: Option<f64>,
    /// A scale whose eta is asked for, instead of `eta`.
    pub noise_scale: Option<f64>,
    /// Upper bound of `E||theta - c||`.
    pub sigma_1: Option<f64>,
    /// Upper bound of `(E||theta - c||^M)^(1/M)`, which is at least `sigma_1`.
    pub sigma_m: Option<f64>,
    /// `M`, 2 if left out.
    pub moment_order: Option<f64>,
    /// Number of published coordinates, 1 if left out.
    pub dimension: Option<f64>,
    /// `k/n`, 1/2 if left out.
    pub subset_fraction: Option<f64>,
    /// Sensitivity over exchanged records: asks for the Laplace mechanism.
    pub sensitivity: Option<f64>,
    /// Mean distance of the output when a record is exchanged for a random one.
    pub swap_distance: Option<f64>,
    /// Rates of false positives.
    pub fpr: Option<Vec<f64>>,
}

const ASSUMPTIONS: [&str; 4] = [
    "The training subset is drawn uniformly from all subsets of its size, and the noise is independent of it.",
    "sigma_1 is an upper bound of the mean distance of the output from some fixed centre, over subset and training; an estimate is not.",
    "The scale may not depend on the subset that was drawn: estimate moments on other subsets of the whole data set (E16e).",
    "The attacker sees one noisy output and knows every record.",
];

impl NoiseOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::NoiseOptions;
    /// let options = NoiseOptions {
    ///     eta: Some(0.1),
    ///     sigma_1: Some(1.0),
    ///     dimension: Some(3.0),
    ///     ..NoiseOptions::default()
    /// };
    /// let scale = options.result()?.scale.expect("asked for");
    /// assert!((scale.sharp.scale.estimate - 4.93261).abs() < 1e-5);
    /// // The printed sampler proves nothing in three dimensions.
    /// assert_eq!(scale.printed.expect("M = 2").proven_eta, None);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn result(&self) -> Result<NoiseResult, Error> {
        let checked = self.checked()?;
        let p = checked.fraction;
        let eta = self
            .eta
            .map(|eta| RANGES.eta.check("eta", eta))
            .transpose()?;
        let scale = self
            .noise_scale
            .map(|scale| RANGES.moment.check("noise_scale", scale))
            .transpose()?;
        match (eta, scale) {
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "eta",
                    needed: "eta or noise_scale",
                });
            }
            (Some(_), Some(_)) => {
                return Err(Error::Conflict {
                    parameter: "noise_scale",
                    other: "eta",
                });
            }
            _ => {}
        }
        let achieved = scale.map(|scale| checked.achieved(scale));
        let level = eta.or_else(|| achieved.as_ref().map(|achieved| achieved.sharp.estimate));
        let rates = asked_rates(self.fpr.as_ref());
        let mut tpr = Vec::new();
        for fpr in rates {
            RANGES.fpr.check("fpr", fpr)?;
            if let Some(eta) = level {
                tpr.push(EtaTpr {
                    fpr,
                    tpr: Figure::upper(tpr_from_eta(eta, fpr, p), METHOD, theorems::TPR_FROM_ETA)
                        .with_erratum("E11"),
                    printed: fpr + eta,
                });
            }
        }
        Ok(NoiseResult {
            library_version: VERSION,
            eta,
            dimension: checked.dimension,
            moment_order: checked.order,
            subset_fraction: p,
            sigma_1: checked.sigma_1,
            scale: eta.map(|eta| checked.scales(eta)),
            achieved,
            equivalent_epsilon: level
                .map(|eta| epsilon_from_eta(eta, p))
                .filter(|epsilon| epsilon.is_finite())
                .map(|epsilon| Figure::lower(epsilon, METHOD, theorems::EQUIVALENT_EPSILON)),
            tpr,
            assumptions: ASSUMPTIONS.to_vec(),
            warnings: checked.warnings(eta),
        })
    }

    fn checked(&self) -> Result<Checked, Error> {
        let order = RANGES
            .moment_order
            .or_default("moment_order", self.moment_order)?;
        let sigma = |name, value: Option<f64>| {
            value
                .map(|value| RANGES.moment.check(name, value))
                .transpose()
        };
        let (sigma_1, sigma_m) = (
            sigma("sigma_1", self.sigma_1)?,
            sigma("sigma_m", self.sigma_m)?,
        );
        let least = match (sigma_1, sigma_m) {
            (Some(first), Some(other)) => first.min(other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "sigma_1",
                    needed: "sigma_1 or sigma_m",
                });
            }
        };
        Ok(Checked {
            sigma_1: least,
            sigma_m: sigma_m.unwrap_or(least),
            moment_given: sigma_m.is_some(),
            order,
            dimension: RANGES.dimension.or_default("dimension", self.dimension)?,
            fraction: RANGES
                .subset_fraction
                .or_default("subset_fraction", self.subset_fraction)?,
            sensitivity: sigma("sensitivity", self.sensitivity)?,
            swap_distance: sigma("swap_distance", self.swap_distance)?,
        })
    }
}
