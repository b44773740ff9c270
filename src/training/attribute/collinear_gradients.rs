//! What an attacker attains who tells gradients `u` and `v` on one ray apart, `|u| = m` and `|v| = m - r`: a lower bound
//! of the advantage by a score that takes whole values.
//!
//! Any function of the observations, randomised or not, gives a lower bound of their total variation. The score of a step
//! is its log-likelihood ratio over `h`, rounded up or down at random so that its mean is kept; the laws of the sum of
//! all scores, modulo the length of a transform, are products of Fourier transforms. Nothing is rounded towards a side:
//! only floating-point error is taken off, and what rounding the scores loses.

use crate::numerics::{count, normal};
use core::f64::consts::PI;
use realfft::RealFftPlanner;
use realfft::num_complex::Complex;

/// Length of the transforms.
const POINTS: usize = 1 << 15;
/// Cells of one observation.
const CELLS: usize = 1024;
/// Shift above which cells of this width no longer resolve a step.
const LARGEST_SHIFT: f64 = 30.0;
/// Largest error of the mass of a cell, a sum of four normal tails.
const CELL_ERROR: f64 = 2e-15;
/// Largest error of a transform of a law.
const TRANSFORM_ERROR: f64 = 2e-14;

/// Lower bound of the total variation over steps with distances `r` (in units of the noise) and their numbers; `deviation`
/// is roughly the standard deviation of the loss of all steps.
pub(crate) fn lower_bound(m: f64, rate: f64, steps: &[(f64, f64)], deviation: f64) -> f64 {
    if m > LARGEST_SHIFT || deviation <= 0.0 {
        return 0.0;
    }
    let unit = 16.0 * deviation.min(4.0) / POINTS as f64;
    let mut planner = RealFftPlanner::<f64>::new();
    let forward = planner.plan_fft_forward(POINTS);
    let mut spectrum = forward.make_output_vec();
    let mut laws = [LogTransform::new(), LogTransform::new()];
    for &(r, number) in steps {
        let [inside, outside] = scores(m, rate, r, unit);
        for (law, mut masses) in laws.iter_mut().zip([inside, outside]) {
            if forward.process(&mut masses, &mut spectrum).is_err() {
                return 0.0;
            }
            law.raise(&spectrum, number);
        }
    }
    let total: f64 = steps.iter().map(|(_, number)| number).sum();
    let backward = planner.plan_fft_inverse(POINTS);
    let (mut found, mut error) = (Vec::new(), total * 2.0 * CELLS as f64 * CELL_ERROR);
    for law in &laws {
        let (mut spectrum, law_error) = law.spectrum();
        let mut masses = backward.make_output_vec();
        // The law is real, so these two have no imaginary part but rounding.
        spectrum[0].im = 0.0;
        spectrum[POINTS / 2].im = 0.0;
        if backward.process(&mut spectrum, &mut masses).is_err() {
            return 0.0;
        }
        error += law_error;
        found.push(masses);
    }
    let difference: f64 = found[0]
        .iter()
        .zip(&found[1])
        .map(|(p, q)| (p - q).abs())
        .sum();
    (0.5 * (difference / POINTS as f64 - error)).max(0.0)
}

/// Laws of the score of one step under both gradients.
fn scores(m: f64, rate: f64, r: f64, unit: f64) -> [Vec<f64>; 2] {
    let mut laws = [vec![0.0; POINTS], vec![0.0; POINTS]];
    let (u, v) = (m, m - r);
    let (left, right) = (-9.0 + v.min(0.0), 9.0 + m);
    let width = (right - left) / CELLS as f64;
    let mass = |shift: f64, from: f64, to: f64| normal::mass(from - shift, to - shift);
    for i in 0..CELLS {
        let start = left + width * i as f64;
        let from = if i == 0 { f64::NEG_INFINITY } else { start };
        let end = if i + 1 == CELLS {
            f64::INFINITY
        } else {
            start + width
        };
        let blank = (1.0 - rate) * mass(0.0, from, end);
        let p = blank + rate * mass(u, from, end);
        let q = blank + rate * mass(v, from, end);
        let z = start + 0.5 * width;
        let ratio = |shift: f64| rate * libm::expm1(shift * z - 0.5 * shift * shift);
        let loss = if rate == 1.0 {
            (u - v) * z - 0.5 * (u * u - v * v)
        } else {
            libm::log1p(ratio(u)) - libm::log1p(ratio(v))
        };
        let score = (loss / unit).clamp(-1e15, 1e15);
        let below = libm::floor(score);
        let share = score - below;
        let place = |score: f64| {
            let points = POINTS as f64;
            count(score - points * libm::floor(score / points)).min(POINTS - 1)
        };
        let (low, high) = (place(below), place(below + 1.0));
        for (law, mass) in laws.iter_mut().zip([p, q]) {
            law[low] += mass * (1.0 - share);
            law[high] += mass * share;
        }
    }
    laws
}

/// Logarithm of a product of transforms, and the sum of numbers over moduli, which scales its error.
struct LogTransform {
    log_modulus: Vec<f64>,
    turns: Vec<f64>,
    sensitivity: Vec<f64>,
}

impl LogTransform {
    fn new() -> Self {
        let zeros = vec![0.0; POINTS / 2 + 1];
        Self {
            log_modulus: zeros.clone(),
            turns: zeros.clone(),
            sensitivity: zeros,
        }
    }

    fn raise(&mut self, spectrum: &[Complex<f64>], number: f64) {
        for (k, value) in spectrum.iter().enumerate() {
            let modulus = libm::hypot(value.re, value.im).max(1e-300);
            self.log_modulus[k] += number * libm::log(modulus);
            self.turns[k] += number * libm::atan2(value.im, value.re) / (2.0 * PI);
            self.sensitivity[k] += number / modulus;
        }
    }

    /// The product, and a bound of the sum of the absolute errors of the law that it is the transform of.
    fn spectrum(&self) -> (Vec<Complex<f64>>, f64) {
        let mut squares = 0.0;
        let values = self
            .log_modulus
            .iter()
            .zip(&self.turns)
            .zip(&self.sensitivity)
            .map(|((&log_modulus, &turns), &sensitivity)| {
                let modulus = libm::exp(log_modulus);
                let error = modulus * (sensitivity + 8.0) * TRANSFORM_ERROR;
                // Every frequency but two stands for itself and its conjugate.
                squares += 2.0 * error * error;
                let (sin, cos) = libm::sincos(2.0 * PI * (turns - libm::floor(turns)));
                Complex::new(modulus * cos, modulus * sin)
            })
            .collect();
        // Sums of N numbers are at most sqrt(N) times their root of squares; Parseval divides by N.
        (values, libm::sqrt(squares) + TRANSFORM_ERROR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::Gaussian;

    /// Against a second program: losses on a grid of 2e-4 by another library's transform, 4e5 nodes a step.
    #[test]
    fn agrees_with_an_independent_program() {
        for (rate, sigma, number, r, value) in [
            (0.01, 1.0, 1000.0, 0.3, 0.0683165989),
            (0.01, 2.0, 1000.0, 0.3, 0.0224021010),
            (0.001, 1.0, 5000.0, 1.0, 0.0369358915),
            (0.01, 0.7, 1000.0, 0.2, 0.1079381459),
        ] {
            let m = 1.0 / sigma;
            let deviation = 3.0 * value;
            let found = lower_bound(m, rate, &[(r * m, number)], deviation);
            assert!(
                found <= value + 2e-8 && found >= value * 0.998,
                "{rate} {sigma}: {found} {value}"
            );
        }
    }

    /// Without sampling the sum is one Gaussian.
    #[test]
    fn stays_below_the_closed_form() {
        for mu in [0.01, 0.3, 1.0, 2.5] {
            let exact = Gaussian { mu }.advantage().lower;
            let r = mu / 10.0;
            let found = lower_bound(1.0, 1.0, &[(r, 40.0), (r, 60.0)], mu);
            assert!(
                found <= exact && found > 0.995 * exact,
                "{mu}: {found} {exact}"
            );
        }
    }
}
