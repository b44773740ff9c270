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

use super::eta::epsilon_from_eta;
use crate::numerics::normal::inverse_erf;
use crate::numerics::up;
use core::f64::consts::SQRT_2;

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

    /// Mean norm of the noise: `d s` for the exponential norm, `s sqrt2 Gamma((d + 1)/2)/Gamma(d/2)` for Gaussian noise.
    pub(super) fn mean_radius(self, scale: f64, dimension: f64) -> f64 {
        match self {
            Self::ExponentialNorm | Self::Laplace => dimension * scale,
            Self::Gaussian if dimension < 1e3 => {
                let half = 0.5 * dimension;
                scale * SQRT_2 * libm::exp(libm::lgamma(half + 0.5) - libm::lgamma(half))
            }
            // The next term of the series is below 1e-10 of it.
            Self::Gaussian => scale * libm::sqrt(dimension - 0.5 + 0.125 / dimension),
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
