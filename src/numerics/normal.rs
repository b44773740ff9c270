//! The standard normal law from either tail.

use core::f64::consts::{FRAC_1_SQRT_2, PI};

/// Largest relative error of [`cdf`] and [`sf`] at `x`, while the value is a normal number.
///
/// `erfc` of libm is off by less than one unit in the last place; rounding its argument `x/sqrt(2)`
/// moves it by a relative `x²` units more in the tail.
#[must_use]
pub(crate) fn relative_error(x: f64) -> f64 {
    f64::EPSILON * (2.0 + x * x)
}

/// Density at `x`.
#[must_use]
pub(crate) fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI)
}

/// `P(Z <= x)`, with full relative accuracy in the lower tail.
#[must_use]
pub(crate) fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// `P(Z > x)`, with full relative accuracy in the upper tail.
#[must_use]
pub(crate) fn sf(x: f64) -> f64 {
    cdf(-x)
}

/// `P(from < Z <= to)`, the difference of the smaller tails.
#[must_use]
pub(crate) fn mass(from: f64, to: f64) -> f64 {
    if from > 0.0 {
        sf(from) - sf(to)
    } else {
        cdf(to) - cdf(from)
    }
}

/// `ln P(Z > x)`, finite for every finite `x`.
#[must_use]
pub(crate) fn log_sf(x: f64) -> f64 {
    if x < FAR {
        libm::log(sf(x))
    } else {
        -0.5 * x * x + log_mills(x)
    }
}

/// `x` from which tails are known by the asymptotic series of Mills' ratio.
const FAR: f64 = 30.0;

/// `ln(P(Z > x) e^(x²/2))` for `x >= 30`: seven terms of Mills' ratio, the first one left out is below 3e-16 at 30.
fn log_mills(x: f64) -> f64 {
    let v = 1.0 / (x * x);
    let inner = 1.0 - 7.0 * v * (1.0 - 9.0 * v * (1.0 - 11.0 * v));
    let series = 1.0 - v * (1.0 - 3.0 * v * (1.0 - 5.0 * v * inner));
    libm::log(series) - libm::log(x * libm::sqrt(2.0 * PI))
}

/// `ln(e^(m x - m²/2) P(Z > x))`, which is at most 0 for every `m >= 0`: far out without the cancellation of two squares.
#[must_use]
pub(crate) fn log_shifted_sf(x: f64, m: f64) -> f64 {
    if x < FAR {
        m * x - 0.5 * m * m + log_sf(x)
    } else {
        -0.5 * (x - m) * (x - m) + log_mills(x)
    }
}

/// The `x` with `P(Z <= x) = p`, for `0 < p < 1`; an estimate good to some units in the last place.
///
/// Starts from the rational approximation of Abramowitz and Stegun 26.2.23 and repeats Halley's
/// step on the tail that holds `p`.
#[must_use]
pub(crate) fn quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -quantile(1.0 - p);
    }
    let r = libm::sqrt(-2.0 * libm::log(p));
    let numerator = 2.515517 + r * (0.802853 + r * 0.010328);
    let denominator = 1.0 + r * (1.432788 + r * (0.189269 + r * 0.001308));
    let mut x = numerator / denominator - r;
    for _ in 0..4 {
        let step = (cdf(x) - p) / density(x);
        x -= step / (1.0 + 0.5 * x * step);
    }
    x
}

/// The `y` with `erf(y) = x`, for `0 <= x < 1`; an estimate good to some units in the last place.
#[must_use]
pub(crate) fn inverse_erf(x: f64) -> f64 {
    if x > 0.5 {
        // 1 - x is exact.
        return -quantile(0.5 * (1.0 - x)) * FRAC_1_SQRT_2;
    }
    let half_root = 0.5 * libm::sqrt(PI);
    let mut y = half_root * x;
    for _ in 0..6 {
        // Halley's step; erf'' = -2 y erf'.
        let step = (libm::erf(y) - x) * half_root * libm::exp(y * y);
        y -= step / (1.0 + y * step);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 30-digit values of an arbitrary-precision evaluation of `erfc(x/sqrt 2)/2`.
    #[test]
    fn tails_keep_relative_accuracy() {
        for (x, value) in [
            (1.0, 0.158655253931457051414767454368),
            (5.0, 2.86651571879193911673752332875e-7),
            (10.0, 7.6198530241605260659733432516e-24),
            (37.0, 5.72557122252457682268319254827e-300),
        ] {
            assert!((sf(x) / value - 1.0).abs() <= relative_error(x), "{x}");
            assert!(
                (log_sf(x) / libm::log(value) - 1.0).abs() <= 1e-15,
                "log at {x}"
            );
        }
    }

    #[test]
    fn inverse_erf_inverts_erf() {
        assert_eq!(inverse_erf(0.0), 0.0);
        for x in [1e-300, 1e-12, 0.02, 0.3, 0.5, 0.7, 0.99, 1.0 - 1e-12] {
            assert!((libm::erf(inverse_erf(x)) / x - 1.0).abs() < 1e-15, "{x}");
        }
    }

    #[test]
    fn quantile_inverts_cdf() {
        for p in [1e-300, 1e-12, 1e-3, 0.2, 0.5, 0.9, 1.0 - 1e-12] {
            let x = quantile(p);
            let slope = (density(x) / p * x.abs().max(1.0)).max(1.0);
            assert!(
                (cdf(x) / p - 1.0).abs() < 16.0 * f64::EPSILON * slope,
                "{p}"
            );
        }
    }
}
