//! The closed forms of the Bayes-security paper (Cherubin et al.) and bounds beside them, for one phase of Poisson-sampled
//! Gaussian steps.

use crate::mechanism::SampledGaussian;
use crate::numerics::normal::inverse_erf;
use crate::numerics::{probability_up, up};
use core::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// Advantage by Corollary 7, `erf(q sqrt(T)/(sqrt2 sigma))`, for records that are exchanged. An approximation: below the
/// truth at 49 of the 72 settings of erratum E8.
///
/// ```
/// let run = mi_bounds::SampledGaussian::new(1.0, 0.01, 1000.0)?;
/// assert!((mi_bounds::closed_form_replaced(&run) - 0.248170).abs() < 1e-6); // the truth is 0.264352
/// # Ok::<(), mi_bounds::Error>(())
/// ```
#[must_use]
pub fn closed_form_replaced(run: &SampledGaussian) -> f64 {
    libm::erf(run.sample_rate() * run.unsampled_mu() * FRAC_1_SQRT_2)
}

/// The limit of many steps with the right variance for records that are exchanged: `erf(q sqrt(T sinh(1/sigma²)/2))`. An
/// approximation; never below the truth on the grid of erratum E8, which is no proof.
#[must_use]
pub fn gaussian_limit_replaced(run: &SampledGaussian) -> f64 {
    let m = run.shift();
    let growth = libm::sinh((m * m).min(700.0));
    libm::erf(run.sample_rate() * libm::sqrt(0.5 * run.num_steps() * growth))
}

/// Upper bound of the advantage for records that are exchanged, by the chi-square divergence: of
/// `x = (1 + 4 q² sinh(1/sigma²)/(1 - q))^T - 1` at most `sqrt(x)/2`, and `x/(1 + x)` from `x = 1` on (erratum E8).
#[must_use]
pub fn chi_square_replaced(run: &SampledGaussian) -> f64 {
    let (q, m) = (run.sample_rate(), run.shift());
    let step = 4.0 * q * q * libm::sinh((m * m).min(700.0)) / (1.0 - q);
    if !step.is_finite() || m * m > 700.0 {
        return 1.0;
    }
    let growth = run.num_steps() * libm::log1p(step);
    variation_from_chi_square(growth * (1.0 + f64::EPSILON * (16.0 + 4.0 * m * m)))
}

/// Largest total variation at a chi-square divergence `x`, from `ln(1 + x)`: `sqrt(x)/2` up to `x = 1`, `x/(1 + x)` above,
/// both attained by two-valued laws.
pub(crate) fn variation_from_chi_square(log_growth: f64) -> f64 {
    let x = libm::expm1(log_growth.min(700.0));
    probability_up(if x <= 1.0 {
        0.5 * libm::sqrt(x)
    } else {
        -libm::expm1(-log_growth)
    })
}

/// What must be added to the closed form to make it a bound, by Pinsker's inequality as in Theorem 6 with its constant
/// (erratum E8): `sqrt(q (1 - q) T)/sigma` for records that are exchanged, half of it otherwise. Says nothing from 1 on.
#[must_use]
pub fn error_term(run: &SampledGaussian, replaced: bool) -> f64 {
    let q = run.sample_rate();
    let term = libm::sqrt(q * (1.0 - q)) * run.unsampled_mu();
    if replaced { term } else { 0.5 * term }
}

/// The same by the chi-square divergence of a sampled step from the Gaussian of its mean, which stays useful:
/// `sqrt((1 + c)^T - 1)`, half of it for one mixture, with `c = q² e^((1-q)²/s²) + 2 q (1-q) e^(-q(1-q)/s²) + (1-q)²
/// e^(q²/s²) - 1` (erratum E8). Upper side.
#[must_use]
pub fn honest_error_term(run: &SampledGaussian, replaced: bool) -> f64 {
    let (q, m) = (run.sample_rate(), run.shift());
    let rest = 1.0 - q;
    let square = m * m;
    if square > 700.0 {
        return f64::MAX;
    }
    let terms = [
        q * q * libm::expm1(rest * rest * square),
        2.0 * q * rest * libm::expm1(-q * rest * square),
        rest * rest * libm::expm1(q * q * square),
    ];
    let size: f64 = terms.iter().map(|term| term.abs()).sum();
    let step = terms.iter().sum::<f64>().max(0.0) + 16.0 * f64::EPSILON * (1.0 + square) * size;
    let growth = run.num_steps() * libm::log1p(step);
    let term = 0.5 * up(libm::sqrt(libm::expm1(growth.min(1400.0)).min(f64::MAX)));
    if replaced { 2.0 * term } else { term }
}

/// Rate of true positives at rate `fpr` for Bayes security `security`: `min(1, 1 + FPR - security)` at every prior
/// (Proposition 9 with erratum E6: its cap for priors above 1/2 is needlessly loose).
///
/// ```
/// assert!((mi_bounds::tpr_from_security(0.9, 0.1) - 0.2).abs() < 1e-12); // printed 0.80 at prior 0.8
/// ```
#[must_use]
pub fn tpr_from_security(security: f64, fpr: f64) -> f64 {
    probability_up(1.0 + fpr - security)
}

/// `ln((2 - 2 delta - security)/security)`: what security says about epsilon at `delta`; `None` from
/// `delta >= 1 - security` on. With the true security it is a lower bound of epsilon; with the closed form it is neither
/// an upper nor a lower bound (erratum E16j).
#[must_use]
pub fn epsilon_from_security(security: f64, delta: f64) -> Option<f64> {
    (delta < 1.0 - security).then(|| libm::log((2.0 - 2.0 * delta - security) / security))
}

/// Shift of a run in Equation 4: the `x` with `erf(x) = 1 - security`.
fn argument(security: f64) -> f64 {
    inverse_erf(1.0 - security)
}

/// Equation 4: the noise multiplier at which the closed form gives `security`, `q sqrt(T)/(sqrt2 erfinv(1 - security))`
/// for records that are exchanged, half of it otherwise. As approximate as the closed form.
///
/// ```
/// // Adult, 20 epochs of batches of 256 out of 32,561: printed 3.51 (erratum E7).
/// let rate = 256.0 / 32_561.0;
/// let noise = mi_bounds::noise_from_security(0.9, rate, 20.0 / rate, true);
/// assert!((noise - 3.1556).abs() < 1e-4);
/// ```
#[must_use]
pub fn noise_from_security(security: f64, sample_rate: f64, num_steps: f64, replaced: bool) -> f64 {
    let noise = sample_rate * libm::sqrt(num_steps) / (SQRT_2 * argument(security));
    if replaced { noise } else { 0.5 * noise }
}

#[cfg(test)]
mod tests {
    use super::*;

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
