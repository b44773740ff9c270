//! Bounds and formulas for the advantage that do not use the law of the whole run.

use crate::mechanism::SampledGaussian;
use crate::numerics::{count, up};
use core::f64::consts::{FRAC_1_SQRT_2, PI};

/// Shifts up to which Pinsker's bound integrates: the nodes grow with the square.
const MOST_INTEGRATED: f64 = 100.0;

/// Closed form of the Bayes-security paper for the add-or-remove-one relation:
/// `erf(q sqrt(T)/(2 sqrt2 sigma))` (Cherubin et al., Corollary 7, one mixture).
///
/// An approximation, no bound: it replaces the mixture by one Gaussian of the same mean and lies below
/// the truth at all 72 settings of erratum E8. [`closed_form_error_term`] is what the theorem adds.
///
/// ```
/// let run = mi_bounds::SampledGaussian::new(1.0, 0.01, 1000.0)?;
/// assert!((mi_bounds::closed_form(&run) - 0.125633).abs() < 1e-6); // the truth is 0.161018
/// # Ok::<(), mi_bounds::Error>(())
/// ```
#[must_use]
pub fn closed_form(run: &SampledGaussian) -> f64 {
    let mu = run.sample_rate() * run.unsampled_mu();
    libm::erf(mu * FRAC_1_SQRT_2 / 2.0)
}

/// The advantage of the Gaussian that the loss tends to: `2 Phi(mu/2) - 1` with
/// `mu = q sqrt(T (e^(1/sigma²) - 1))` (Bu et al. 2020, the accountant called GDP in Opacus).
///
/// An approximation, no bound; it has the variance of the loss right, and mostly lies above the truth.
#[must_use]
pub fn gaussian_limit(run: &SampledGaussian) -> f64 {
    let m = run.shift();
    let growth = libm::sqrt(libm::expm1(m * m).min(1e300));
    let mu = run.sample_rate() * libm::sqrt(run.num_steps()) * growth;
    libm::erf(mu * FRAC_1_SQRT_2 / 2.0)
}

/// The error term that makes [`closed_form`] a bound: `sqrt(q (1 - q) T)/(2 sigma)` (erratum E8).
///
/// Upper side. At or above 1 the bound says nothing, which is where most trainings are.
#[must_use]
pub fn closed_form_error_term(run: &SampledGaussian) -> f64 {
    let q = run.sample_rate();
    0.5 * libm::sqrt(q * (1.0 - q)) * run.unsampled_mu()
}

/// [`closed_form`] with its error term: `erf(q sqrt(T)/(2 sqrt2 sigma)) + sqrt(q (1 - q) T)/(2 sigma)` (Cherubin et al.,
/// Corollary 7 with the constant of erratum E8).
///
/// Upper side, rounded up.
///
/// ```
/// let run = mi_bounds::SampledGaussian::new(5.0, 0.0005, 2000.0)?;
/// assert!((mi_bounds::closed_form_upper(&run) - 0.101759).abs() < 1e-6); // the truth is near 0.0018
/// # Ok::<(), mi_bounds::Error>(())
/// ```
#[must_use]
pub fn closed_form_upper(run: &SampledGaussian) -> f64 {
    up(closed_form(run) + closed_form_error_term(run))
}

/// `TV <= sqrt((1 + q² (e^(1/sigma²) - 1))^T - 1)/2`, by the chi-square divergence (erratum E8).
///
/// Upper side, rounded up, for adaptive gradients of any dimension. Saturates at `f64::MAX`.
#[must_use]
pub fn chi_square(run: &SampledGaussian) -> f64 {
    chi_square_of(run.sample_rate(), run.shift(), run.num_steps())
}

/// The same for a sample rate `q`, a shift `m` and a number of steps, which a pair may have where no training has.
pub(crate) fn chi_square_of(q: f64, m: f64, num_steps: f64) -> f64 {
    let step = q * q * libm::expm1(m * m);
    let log_growth = num_steps * libm::log1p(step);
    let value = 0.5 * libm::sqrt(libm::expm1(log_growth.min(1400.0)));
    let rounding = f64::EPSILON * (16.0 + 4.0 * m * m + 4.0 * log_growth.min(1400.0));
    (value * (1.0 + rounding)).min(f64::MAX)
}

/// `TV <= sqrt(T KL/2)` with the smaller of both Kullback-Leibler divergences of one step: Pinsker's
/// bound through Rényi accounting in the limit of order 1 (Mahloujifar et al., Eq. 5).
///
/// Upper side, rounded up.
#[must_use]
pub fn pinsker(run: &SampledGaussian) -> f64 {
    let (q, m) = (run.sample_rate(), run.shift());
    if q == 1.0 {
        // KL = m²/2 in both directions.
        let value = 0.5 * run.unsampled_mu();
        return value * (1.0 + 4.0 * f64::EPSILON);
    }
    // One step without sampling has KL m²/2, of which a mixture has at most its share; and no ratio is below 1 - q.
    let simple = (0.5 * m * m * q).min(-libm::log1p(-q));
    if m > MOST_INTEGRATED {
        return libm::sqrt(0.5 * run.num_steps() * simple) * (1.0 + 1e-9);
    }
    // The trapezoidal rule on an integrand analytic for |Im z| < pi sigma; at height d the kernel is
    // e^(-2 pi d/h), and |ln w| grows by at most pi.
    let d = (0.9 * PI / m).min(6.0);
    let reach = 12.0;
    let h = (2.0 * PI * d / (46.0 + 0.5 * d * d)).min(0.5);
    let nodes = libm::ceil((2.0 * reach + m) / h);
    let h = (2.0 * reach + m) / nodes;
    let (mut out_in, mut in_out) = (0.0, 0.0);
    for j in 0..count(nodes) {
        let z = -reach + h * (j as f64 + 0.5);
        let loss = run.loss(z);
        let log_out = -0.5 * z * z;
        let (x, ratio) = (loss.log_ratio, loss.ratio_minus_one);
        let out = libm::exp(log_out);
        if ratio.abs() < 1e-2 {
            // r - ln(1 + r) and (1 + r) ln(1 + r) - r from their second order.
            let (mut power, mut forward, mut backward) = (-ratio, 0.0, 0.0);
            for n in 2..12 {
                power *= -ratio;
                forward += power / f64::from(n);
                backward += power / f64::from(n * (n - 1));
            }
            out_in += out * forward;
            in_out += out * backward;
        } else {
            let inn = libm::exp(log_out + x);
            out_in += inn - out - out * x;
            in_out += inn * x - inn + out;
        }
    }
    let per_step = out_in.min(in_out) * h / libm::sqrt(2.0 * PI);
    libm::sqrt(0.5 * run.num_steps() * per_step) * (1.0 + 1e-9)
}
