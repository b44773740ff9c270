//! The part of the kernel's error that does not fall to either side.

use crate::random::{Amplitude, Exponential, Floats};
use core::f64::consts::{LOG2_E, PI};

/// What the rounded coefficients add to the mean loss of a step, with `z` and with `-z`, to first order.
pub(super) fn drift(
    m: f64,
    c: f64,
    amplitude: &Amplitude,
    exponential: &Exponential,
    square: Floats,
) -> [f64; 2] {
    const STEP: f64 = 0.125;
    let scale = amplitude.error(m * LOG2_E);
    let square = square.doubles()[0] / (c * c) - 1.0;
    let mut drift = [0.0; 2];
    for i in -64..=64 {
        let z = STEP * f64::from(i);
        let e = c * libm::exp(m * z);
        let weight = STEP * libm::exp(-0.5 * z * z) / libm::sqrt(2.0 * PI) * e / (1.0 + e);
        let x = m * z * LOG2_E;
        drift[0] += weight * (exponential.error(c, x) + m * z * scale);
        drift[1] += weight * (square - exponential.error(c, -x) + m * z * scale);
    }
    drift
}
