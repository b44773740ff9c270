//! Epochs of two bins: what they show beside the mean of their observations is `e^(-m²/4) cosh(m h/sqrt(2))`, `h` standard normal, by the
//! trapezoidal rule.

use super::mixture::{RuleError, Value, farthest, largest, mixture, reach};
use crate::mechanism::{Apart, TERMS_APART, TabulatedRatio};
use crate::numerics::{count, normal};
use core::f64::consts::{FRAC_1_SQRT_2, LN_2, PI};

/// Largest shift of an observation; heavier ones have a density by contours.
const LARGEST_SHIFT: f64 = 0.5;
/// The step of the rule, and how far to the zero of the hyperbolic cosine the strips go in which it is looked at.
const STEP: f64 = 0.5;
const SHARES: [f64; 5] = [0.7, 0.5, 0.35, 0.22, 0.14];
/// Largest power over the standard deviation of the mean's loss.
const MOST_POWER: f64 = 6.0;
/// Rounding of losses.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The table, of which about as much may be missing as `spare` says; none of heavier observations.
///
/// With `k = m/sqrt(2)` and `z = s + iu` the power `cosh(k h)^z` is analytic for imaginary parts of `h` up to `a < pi/(2k)`, where
/// `cosh(k x) cos(k a) <= |cosh(k (x + ia))| <= cosh(k x)` and its argument is at most `k a`: the rule of step `d` is off by at most
/// `2 e^(a²/2 + |u| k a) cos(k a)^min(s, 0) E y^s/(e^(2 pi a/d) - 1)`.
pub(in crate::curve) fn two_bins_table(shift: f64, spare: f64) -> Option<TabulatedRatio> {
    if shift > LARGEST_SHIFT {
        return None;
    }
    let (mu, reach) = (shift * FRAC_1_SQRT_2, reach(spare));
    let log_at = |h: f64| log_cosh(mu * h) - 0.25 * shift * shift;
    let values: Vec<Value> = (0..=count(reach / STEP))
        .map(|index| {
            let h = STEP * index as f64;
            let sides = if index == 0 { 1.0 } else { 2.0 };
            (log_at(h), sides * STEP * normal::density(h))
        })
        .collect();
    let errors = SHARES.map(|share| {
        let a = (2.0 * PI / STEP).min(share * 0.5 * PI / mu);
        let turns = 2.0 * PI * a / STEP;
        RuleError {
            log: 2.0 * LN_2 + 0.5 * a * a - turns - libm::log(-libm::expm1(-turns)),
            // `E y^s` is at most `2 e^(s² k²/2)`, and `e^(-s m²/4)` where the power is negative; that of the lognormal `e^(s (s - 1) k²/2)`.
            along: MOST_POWER * mu + shift * shift - libm::log(libm::cos(mu * a)),
            turn: mu * a,
        }
    });
    let missing = 4.0 * normal::sf(reach - mu - STEP);
    let largest = largest(&values);
    let apart = Apart {
        variance: mu * mu,
        moments: [0.0; TERMS_APART],
        beyond: 0.0,
        least: 0.0,
        own: (0.0, largest),
        rounding: ([0.0; 5], ROUNDING * farthest(largest, (mu, reach))),
        most_power: MOST_POWER / mu,
    };
    Some(mixture(&values, (mu, reach), (&errors, missing), apart))
}

/// `ln cosh(x)` of what is not negative.
fn log_cosh(x: f64) -> f64 {
    if x < 1.0 {
        let half = libm::sinh(0.5 * x);
        return libm::log1p(2.0 * half * half);
    }
    x + libm::log1p(libm::exp(-2.0 * x)) - LN_2
}
