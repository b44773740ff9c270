//! The law of a sum of whole-valued scores, step by step, where the sign of the sum decides in which order two gradients stand.

use super::plane_law::PlaneLaw;
use crate::numerics::count;
use core::f64::consts::PI;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use std::sync::Arc;

/// Longest transform for blocks.
const MOST_POINTS: f64 = 4_194_304.0;
/// Largest error of a transform of a law.
const TRANSFORM_ERROR: f64 = 2e-14;

/// Masses of scores under the first value, modulo their number; under the second they are mirrored.
pub(super) struct ScoreLaw {
    masses: Vec<f64>,
    /// Bound of the sum of all errors.
    error: f64,
}

/// A step's scores under the first value, as transforms: with both gradients in their order and exchanged.
pub(super) struct StepScores {
    kept: Vec<Complex<f64>>,
    exchanged: Vec<Complex<f64>>,
    error: f64,
}

/// The transforms of single steps, of so many points.
pub(super) struct Transforms {
    points: usize,
    forward: Arc<dyn RealToComplex<f64>>,
    backward: Arc<dyn ComplexToReal<f64>>,
}

impl Transforms {
    pub(super) fn new(points: usize) -> Self {
        let mut planner = RealFftPlanner::<f64>::new();
        Self {
            points,
            forward: planner.plan_fft_forward(points),
            backward: planner.plan_fft_inverse(points),
        }
    }

    fn spectrum(&self, values: &mut [f64]) -> Option<Vec<Complex<f64>>> {
        let mut spectrum = self.forward.make_output_vec();
        self.forward.process(values, &mut spectrum).ok()?;
        Some(spectrum)
    }

    /// Of a step whose scores are losses over `unit`.
    pub(super) fn scores(&self, law: &PlaneLaw, unit: f64) -> Option<StepScores> {
        let points = self.points;
        let [mut inside, outside] = scores(law, unit, points);
        let mut exchanged: Vec<f64> = (0..points)
            .map(|i| outside[(points - i) % points])
            .collect();
        let transforms = 3.0 * TRANSFORM_ERROR * libm::sqrt(points as f64);
        Some(StepScores {
            kept: self.spectrum(&mut inside)?,
            exchanged: self.spectrum(&mut exchanged)?,
            error: 2.0 * law.error() + transforms,
        })
    }
}

/// Laws of the score of one step under both values, modulo the points.
fn scores(law: &PlaneLaw, unit: f64, points: usize) -> [Vec<f64>; 2] {
    let mut laws = [vec![0.0; points], vec![0.0; points]];
    let all = points as f64;
    let place = |score: f64| count(score - all * libm::floor(score / all)).min(points - 1);
    for part in law.boxes() {
        let score = (part.loss / unit).clamp(-1e15, 1e15);
        let below = libm::floor(score);
        let (low, high, share) = (place(below), place(below + 1.0), score - below);
        for (law, mass) in laws.iter_mut().zip([part.mass + part.excess, part.mass]) {
            law[low] += mass * (1.0 - share);
            law[high] += mass * share;
        }
    }
    laws
}

impl ScoreLaw {
    /// Before the first step.
    pub(super) fn of_nothing(points: usize) -> Self {
        let mut masses = vec![0.0; points];
        masses[0] = 1.0;
        Self { masses, error: 0.0 }
    }

    /// After so many more steps.
    pub(super) fn after(
        mut self,
        step: &StepScores,
        number: f64,
        transforms: &Transforms,
    ) -> Option<Self> {
        let points = transforms.points;
        let (middle, law) = (points / 2, &mut self.masses);
        for _ in 0..count(number) {
            let mut negative = vec![0.0; points];
            negative[middle..].copy_from_slice(&law[middle..]);
            law[middle..].fill(0.0);
            // Either order, by a coin.
            law[0] *= 0.5;
            negative[0] = law[0];
            let positive = transforms.spectrum(law)?;
            let negative = transforms.spectrum(&mut negative)?;
            let mut product = transforms.backward.make_input_vec();
            for (i, product) in product.iter_mut().enumerate() {
                *product = positive[i] * step.exchanged[i] + negative[i] * step.kept[i];
            }
            product[0].im = 0.0;
            product[middle].im = 0.0;
            transforms.backward.process(&mut product, law).ok()?;
            for mass in law.iter_mut() {
                *mass /= points as f64;
            }
        }
        self.error += number * step.error;
        Some(self)
    }

    /// Of the sum of so many independent scores.
    pub(super) fn repeated(self, times: f64) -> Option<Self> {
        if times <= 1.0 {
            return Some(self);
        }
        let own = self.masses.len();
        let points = own as f64 * libm::exp2(libm::ceil(0.5 * libm::log2(times)));
        if points > MOST_POINTS {
            return None;
        }
        let points = count(points);
        let mut planner = RealFftPlanner::<f64>::new();
        let (forward, backward) = (
            planner.plan_fft_forward(points),
            planner.plan_fft_inverse(points),
        );
        let mut masses = vec![0.0; points];
        masses[..own / 2].copy_from_slice(&self.masses[..own / 2]);
        masses[points - own / 2..].copy_from_slice(&self.masses[own / 2..]);
        let mut spectrum = forward.make_output_vec();
        forward.process(&mut masses, &mut spectrum).ok()?;
        let mut squares = 0.0;
        for value in &mut spectrum {
            let size = libm::hypot(value.re, value.im).max(1e-300);
            let turns = times * libm::atan2(value.im, value.re) / (2.0 * PI);
            let power = libm::exp(times * libm::log(size));
            let error = times * power * (TRANSFORM_ERROR / size + 16.0 * f64::EPSILON).min(2.0);
            squares += 2.0 * error * error;
            let (sin, cos) = libm::sincos(2.0 * PI * (turns - libm::floor(turns)));
            *value = Complex::new(power * cos, power * sin);
        }
        spectrum[0].im = 0.0;
        spectrum[points / 2].im = 0.0;
        backward.process(&mut spectrum, &mut masses).ok()?;
        for mass in &mut masses {
            *mass /= points as f64;
        }
        // Sums of N numbers are at most sqrt(N) times their root of squares; Parseval divides by N.
        let transform = libm::sqrt(squares) + TRANSFORM_ERROR * libm::sqrt(points as f64);
        Some(Self {
            masses,
            error: times * self.error + transform,
        })
    }

    /// At least so much is the total variation.
    pub(super) fn variation(&self) -> f64 {
        let points = self.masses.len();
        let difference: f64 = (0..points)
            .map(|i| (self.masses[i] - self.masses[(points - i) % points]).abs())
            .sum();
        (0.5 * difference - self.error).max(0.0)
    }
}
