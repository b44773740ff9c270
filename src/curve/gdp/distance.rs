//! How far apart two rates are as quantiles of a Gaussian.

use crate::numerics::normal::{density, quantile};

/// What two quantiles and their difference may be off, relatively.
pub(super) const ROUNDING: f64 = 1e-9;
/// Product of a quantile and a distance up to which its series is used.
const NEAR: f64 = 1e-3;

/// `Phi^-1(rate + more) - Phi^-1(rate)`, infinite where the sum cannot be told from 1.
pub(super) fn distance(rate: f64, more: f64) -> f64 {
    if rate + more >= 1.0 {
        return f64::INFINITY;
    }
    if rate <= 0.0 {
        return if more > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let x = quantile(rate);
    let step = more / density(x);
    if (step * x).abs().max(step.abs()) < NEAR {
        return step * (1.0 + step * (0.5 * x + step * (2.0 * x * x + 1.0) / 6.0));
    }
    quantile(rate + more) - x
}
