//! How much noise on an output gives membership inference privacy (Izzo et al., Section 4), from a central moment of the
//! output over random training subsets instead of its sensitivity.
//!
//! The bounds of this file are erratum E13. Let `a` and `b` be the output with the record in and out, coupled in any way,
//! and `X` the noise. Total variation is jointly convex, so that of `a + X` and `b + X` is at most the mean of the
//! one between two fixed shifts at distance `D = ||a - b||`: at most `tanh(D/(2s))` for density `exp(-||x||/s)` (which is
//! pure DP with epsilon `D/s`), `1 - e^(-D/(2s))` for Laplace noise on one number, `erf(D/(2 sqrt2 s))` for Gaussian
//! noise. All three are concave in `D`, so `D` may be replaced by its mean, which is at most `sigma_1/p`: with
//! `p = min(k/n, 1 - k/n)`, `sigma_1 = E||theta - c||` and any centre `c`, the two conditional means of `||theta - c||`
//! add up to at most `sigma_1/p`. And `eta` is at most `p` times the total variation.

use crate::membership_privacy::{epsilon_from_eta, tpr_from_eta};
use crate::normal::inverse_erf;
use crate::rounding::up;
use crate::{Error, Figure, RANGES, Warning};
use core::f64::consts::SQRT_2;
use serde::Serialize;

/// The laws of noise for which a bound is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseLaw {
    /// Density proportional to `exp(-||x||/s)`, any norm, any dimension.
    ExponentialNorm,
    /// Laplace noise of scale `s` on one number.
    Laplace,
    /// Gaussian noise of standard deviation `s` in each coordinate, l2 norm.
    Gaussian,
}

impl NoiseLaw {
    /// Upper bound of the total variation between shifts at mean distance `ratio` scales.
    fn variation(self, ratio: f64) -> f64 {
        match self {
            Self::ExponentialNorm => libm::tanh(0.5 * ratio),
            Self::Laplace => -libm::expm1(-0.5 * ratio),
            Self::Gaussian => libm::erf(ratio / (2.0 * SQRT_2)),
        }
    }

    /// The ratio at which that bound is `variation`; infinite at 1.
    fn ratio(self, variation: f64) -> f64 {
        if variation >= 1.0 {
            return f64::INFINITY;
        }
        match self {
            Self::ExponentialNorm => 2.0 * libm::atanh(variation),
            Self::Laplace => -2.0 * libm::log1p(-variation),
            Self::Gaussian => 2.0 * SQRT_2 * inverse_erf(variation),
        }
    }
}

/// Upper bound of `eta` for noise of scale `scale` when the output with the record and without lie `distance` apart in
/// the mean, under some coupling: `p` times the total variation.
#[must_use]
pub fn eta_from_distance(law: NoiseLaw, distance: f64, scale: f64, subset_fraction: f64) -> f64 {
    let p = subset_fraction.min(1.0 - subset_fraction);
    up(p * law.variation(distance / scale)).min(p)
}

/// Upper bound of `eta` from the first central moment: `tanh(sigma_1/s)/2`, `(1 - e^(-sigma_1/s))/2` or
/// `Phi(sigma_1/s) - 1/2` at `k = n/2`, the last two attained (erratum E13).
///
/// ```
/// use mi_bounds::{NoiseLaw, eta_from_moment};
/// let eta = eta_from_moment(NoiseLaw::ExponentialNorm, 1.0, 4.93261, 0.5);
/// assert!((eta - 0.1).abs() < 1e-5);
/// ```
#[must_use]
pub fn eta_from_moment(law: NoiseLaw, sigma_1: f64, scale: f64, subset_fraction: f64) -> f64 {
    let p = subset_fraction.min(1.0 - subset_fraction);
    eta_from_distance(law, sigma_1 / p, scale, subset_fraction)
}

/// Scale of noise that suffices for `eta` at a mean distance: inverse of [`eta_from_distance`], rounded up; 0 where
/// `eta >= p` asks for nothing, infinite at `eta = 0`.
#[must_use]
pub fn scale_from_distance(law: NoiseLaw, distance: f64, eta: f64, subset_fraction: f64) -> f64 {
    let p = subset_fraction.min(1.0 - subset_fraction);
    // The quantile behind the Gaussian is good to some units in the last place.
    up(up(distance / law.ratio(eta / p)))
}

/// Scale of noise that suffices for `eta` at a first central moment: `sigma_1/artanh(2 eta)`,
/// `sigma_1/(-ln(1 - 2 eta))` or `sigma_1/Phi^-1(1/2 + eta)` at `k = n/2`.
///
/// ```
/// use mi_bounds::{NoiseLaw, scale_from_moment};
/// let scale = |law| scale_from_moment(law, 1.0, 0.1, 0.5);
/// assert!((scale(NoiseLaw::ExponentialNorm) - 4.93261).abs() < 1e-5);
/// assert!((scale(NoiseLaw::Laplace) - 4.48142).abs() < 1e-5);
/// assert!((scale(NoiseLaw::Gaussian) - 3.94715).abs() < 1e-5);
/// ```
#[must_use]
pub fn scale_from_moment(law: NoiseLaw, sigma_1: f64, eta: f64, subset_fraction: f64) -> f64 {
    let p = subset_fraction.min(1.0 - subset_fraction);
    scale_from_distance(law, sigma_1 / p, eta, subset_fraction)
}

/// Scale as printed: `(constant/eta)^(1 + 2/M) sigma_M`, with constant 7.5 in Theorem 9 and 6.16 in Corollary 10. Proven
/// for density `exp(-||x||/s)` at `k = n/2`; larger than [`scale_from_moment`] by a factor of hundreds.
///
/// ```
/// assert!((mi_bounds::printed_scale(6.16, 1.0, 0.1, 2.0) - 3794.56).abs() < 0.01);
/// ```
#[must_use]
pub fn printed_scale(constant: f64, sigma: f64, eta: f64, moment_order: f64) -> f64 {
    let exponent = 1.0 + 2.0 / moment_order;
    sigma * libm::pow(constant / eta, exponent) * (1.0 + 1e-14)
}

/// Scale of the Laplace mechanism at the epsilon whose `eta` it is: `Delta/ln((1 + 2 eta)/(1 - 2 eta))` at `k = n/2`,
/// rounded up.
#[must_use]
pub fn laplace_mechanism_scale(sensitivity: f64, eta: f64, subset_fraction: f64) -> f64 {
    up(sensitivity / epsilon_from_eta(eta, subset_fraction))
}

/// What is known of an output and what is wanted. See `wasm.d.ts` for each field.
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

/// A scale with what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseScale {
    /// The scale.
    #[serde(flatten)]
    pub scale: Figure,
    /// Mean norm of the noise.
    pub mean_radius: f64,
    /// What is proven for it, by the sharpest bound.
    pub proven_eta: Option<f64>,
}

/// Scales by every route.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseScales {
    /// Density `exp(-||x||/s)`.
    pub sharp: NoiseScale,
    /// Laplace noise on one number.
    pub laplace_1d: NoiseScale,
    /// Gaussian noise.
    pub gaussian: NoiseScale,
    /// Corollary 10 with its sampler.
    pub printed: Option<NoiseScale>,
    /// Theorem 9 with the sampler that its density needs.
    pub dimension_corrected: NoiseScale,
    /// From the distance of exchanged records.
    pub swap: Option<NoiseScale>,
    /// The Laplace mechanism.
    pub laplace_dp: Option<NoiseScale>,
}

/// What a given scale achieves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AchievedEta {
    /// Density `exp(-||x||/s)`.
    pub sharp: Figure,
    /// Laplace noise on one number.
    pub laplace_1d: Figure,
    /// Gaussian noise.
    pub gaussian: Figure,
    /// From the distance of exchanged records.
    pub swap: Option<Figure>,
}

/// True-positive rate that follows from `eta`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EtaTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Upper bound of the rate of true positives.
    pub tpr: Figure,
    /// As printed, without the factor two.
    pub printed: f64,
}

/// Noise and what it gives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// What was asked for.
    pub eta: Option<f64>,
    /// Number of coordinates.
    pub dimension: f64,
    /// `M`.
    pub moment_order: f64,
    /// `k/n`.
    pub subset_fraction: f64,
    /// The moment that was used.
    pub sigma_1: f64,
    /// Scales for `eta`.
    pub scale: Option<NoiseScales>,
    /// `eta` of a scale.
    pub achieved: Option<AchievedEta>,
    /// Pure DP with the same `eta`.
    pub equivalent_epsilon: Option<Figure>,
    /// Rates of true positives.
    pub tpr: Vec<EtaTpr>,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const METHOD: &str = "closed_form";
const SHARP: &str =
    "eta <= p tanh(sigma_1/(2 p s)), any norm and dimension; s = sigma_1/artanh(2 eta) at k = n/2";
const LAPLACE: &str =
    "eta <= p (1 - e^(-sigma_1/(2 p s))) for Laplace noise on one number, attained at k = n/2";
const GAUSSIAN: &str =
    "eta <= p erf(sigma_1/(2 sqrt2 p s)) for Gaussian noise in l2, attained at k = n/2";
const SWAP: &str =
    "eta <= p tanh(D/(2 s)), D the mean distance when the record is exchanged for a random one";
const PRINTED: &str =
    "(6.16/eta)^(1 + 2/M) sigma, radius |Laplace| (Izzo et al., Corollary 10 as printed)";
const CORRECTED: &str =
    "(7.5/eta)^(1 + 2/M) sigma, density exp(-||x||/s), radius Gamma(d, s) (Izzo et al., Theorem 9)";
const MECHANISM: &str = "Delta/ln((1 + 2 eta)/(1 - 2 eta)), the Laplace mechanism at equal eta (Izzo et al., Theorem 4)";
const EQUIVALENT: &str = "ln((1 + 2 eta)/(1 - 2 eta)) (Izzo et al., Theorem 4 at delta = 0)";
const RATE: &str = "TPR <= (max(p, 1 - p) + eta - (1 - p)(1 - FPR))/p, FPR + 2 eta at k = n/2 (Izzo et al., Theorem 8)";
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
        let rates = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        let mut tpr = Vec::new();
        for fpr in rates {
            RANGES.fpr.check("fpr", fpr)?;
            if let Some(eta) = level {
                tpr.push(EtaTpr {
                    fpr,
                    tpr: Figure::upper(tpr_from_eta(eta, fpr, p), METHOD, RATE).with_erratum("E11"),
                    printed: fpr + eta,
                });
            }
        }
        Ok(NoiseResult {
            library_version: crate::VERSION,
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
                .map(|epsilon| Figure::lower(epsilon, METHOD, EQUIVALENT)),
            tpr,
            assumptions: ASSUMPTIONS.to_vec(),
            warnings: checked.warnings(eta),
        })
    }

    fn checked(&self) -> Result<Checked, Error> {
        let order = RANGES
            .moment_order
            .check("moment_order", self.moment_order.unwrap_or(2.0))?;
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
            dimension: RANGES
                .dimension
                .check("dimension", self.dimension.unwrap_or(1.0))?,
            fraction: RANGES
                .subset_fraction
                .check("subset_fraction", self.subset_fraction.unwrap_or(0.5))?,
            sensitivity: sigma("sensitivity", self.sensitivity)?,
            swap_distance: sigma("swap_distance", self.swap_distance)?,
        })
    }
}

/// The checked parameters.
struct Checked {
    sigma_1: f64,
    sigma_m: f64,
    moment_given: bool,
    order: f64,
    dimension: f64,
    fraction: f64,
    sensitivity: Option<f64>,
    swap_distance: Option<f64>,
}

impl Checked {
    fn achieved(&self, scale: f64) -> AchievedEta {
        let eta = |law, theorem| {
            let eta = eta_from_moment(law, self.sigma_1, scale, self.fraction);
            Figure::upper(eta, METHOD, theorem).with_erratum("E13")
        };
        AchievedEta {
            sharp: eta(NoiseLaw::ExponentialNorm, SHARP),
            laplace_1d: eta(NoiseLaw::Laplace, LAPLACE).with_assumptions(ONE_NUMBER),
            gaussian: eta(NoiseLaw::Gaussian, GAUSSIAN),
            swap: self.swap_distance.map(|distance| {
                let law = NoiseLaw::ExponentialNorm;
                let eta = eta_from_distance(law, distance, scale, self.fraction);
                Figure::upper(eta, METHOD, SWAP).with_erratum("E13")
            }),
        }
    }

    fn scales(&self, eta: f64) -> NoiseScales {
        let d = self.dimension;
        let sharp = |law, theorem| {
            let scale = scale_from_moment(law, self.sigma_1, eta, self.fraction);
            Figure::upper(scale, METHOD, theorem).with_erratum("E13")
        };
        let with = |scale: Figure, law: NoiseLaw, dimension: f64| NoiseScale {
            mean_radius: mean_radius(law, scale.estimate, dimension),
            proven_eta: Some(eta_from_moment(
                law,
                self.sigma_1,
                scale.estimate,
                self.fraction,
            )),
            scale,
        };
        let exponential = NoiseLaw::ExponentialNorm;
        let printed = printed_scale(6.16, self.sigma_m, eta, self.order);
        let corrected = printed_scale(7.5, self.sigma_m, eta, self.order);
        // Printed for k = n/2; elsewhere it is a bound where the sharper one says so.
        let half = self.fraction == 0.5;
        let proven = eta_from_moment(exponential, self.sigma_1, corrected, self.fraction) <= eta;
        let corrected = if proven {
            Figure::upper(corrected, METHOD, CORRECTED)
        } else {
            Figure::approximation(corrected, METHOD, CORRECTED)
        };
        NoiseScales {
            sharp: with(sharp(exponential, SHARP), exponential, d),
            laplace_1d: with(
                sharp(NoiseLaw::Laplace, LAPLACE).with_assumptions(ONE_NUMBER),
                NoiseLaw::Laplace,
                1.0,
            ),
            gaussian: with(sharp(NoiseLaw::Gaussian, GAUSSIAN), NoiseLaw::Gaussian, d),
            printed: (self.order >= 2.0 && half).then(|| {
                if d == 1.0 {
                    return with(Figure::upper(printed, METHOD, PRINTED), exponential, 1.0);
                }
                NoiseScale {
                    scale: Figure::approximation(printed, METHOD, PRINTED)
                        .with_erratum("E12")
                        .with_assumptions(PILED_UP),
                    mean_radius: printed,
                    proven_eta: None,
                }
            }),
            dimension_corrected: with(corrected.with_erratum("E12"), exponential, d),
            swap: self.swap_distance.map(|distance| {
                let scale = scale_from_distance(exponential, distance, eta, self.fraction);
                NoiseScale {
                    scale: Figure::upper(scale, METHOD, SWAP).with_erratum("E13"),
                    mean_radius: mean_radius(exponential, scale, d),
                    proven_eta: Some(eta_from_distance(
                        exponential,
                        distance,
                        scale,
                        self.fraction,
                    )),
                }
            }),
            laplace_dp: self.sensitivity.map(|sensitivity| {
                let scale = laplace_mechanism_scale(sensitivity, eta, self.fraction);
                NoiseScale {
                    scale: Figure::upper(scale, METHOD, MECHANISM),
                    mean_radius: mean_radius(exponential, scale, d),
                    proven_eta: Some(eta),
                }
            }),
        }
    }

    fn warnings(&self, eta: Option<f64>) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.dimension > 1.0 {
            warnings.push(Warning::new(
                "radius_grows",
                format!(
                    "The norm of exponential-norm noise grows like dimension times scale ({} scales here), that of Gaussian noise \
                     like its root ({:.4} standard deviations).",
                    self.dimension,
                    mean_radius(NoiseLaw::Gaussian, 1.0, self.dimension)
                ),
            ));
        }
        if !self.moment_given && self.order > 1.0 {
            warnings.push(Warning::new(
                "first_moment_in_printed_form",
                "The printed scales speak of the moment of order moment_order, which is at least sigma_1; sigma_1 stands in for it.",
            ));
        }
        let p = self.fraction.min(1.0 - self.fraction);
        if eta.is_some_and(|eta| eta >= p) {
            warnings.push(Warning::new(
                "no_noise_needed",
                format!("No attacker exceeds the blind guess by more than {p}: no noise is needed for this eta."),
            ));
        }
        warnings
    }
}

const ONE_NUMBER: &str = "One number is published.";
const PILED_UP: &str = "No promise: with this radius the density is exp(-||x||/s)/||x||^(d - 1), which piles up at the centre. \
    Above some 1e5 coordinates an attack exceeds the promised accuracy.";

/// Mean norm of the noise: `d s` for the exponential norm, `s sqrt2 Gamma((d + 1)/2)/Gamma(d/2)` for Gaussian noise.
fn mean_radius(law: NoiseLaw, scale: f64, dimension: f64) -> f64 {
    match law {
        NoiseLaw::ExponentialNorm | NoiseLaw::Laplace => dimension * scale,
        NoiseLaw::Gaussian if dimension < 1e3 => {
            let half = 0.5 * dimension;
            scale * SQRT_2 * libm::exp(libm::lgamma(half + 0.5) - libm::lgamma(half))
        }
        // The next term of the series is below 1e-10 of it.
        NoiseLaw::Gaussian => scale * libm::sqrt(dimension - 0.5 + 0.125 / dimension),
    }
}
