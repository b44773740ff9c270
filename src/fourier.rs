//! Method F: the law of the total loss by a Fourier series on the Hellinger line, with its certificate.

use crate::affinity::Affinity;
use crate::characteristic::{Phases, REFRESH, log1p};
use crate::layer_cake::LayerCake;
use crate::range::count;
use crate::{Interval, SampledGaussian};
use core::f64::consts::PI;

/// Error asked of each part of the certificate, in units of the overlap at epsilon 0.
pub(crate) const TOLERANCE: f64 = 4e-15;
/// Most node-frequency pairs that are spent on one curve.
const BUDGET: f64 = 2.5e7;
/// What a frequency costs beside its nodes, in nodes.
const FREQUENCY_COST: f64 = 20.0;

/// The overlap `O(eps) = ∫ min(P, e^eps Q)` of the whole run, for `|eps| <= epsilon_max`.
///
/// With `psi(t) = E_Q[w^(1/2+it)]`,
/// `O(eps) = e^(eps/2) (1/2π) ∫ psi(t)^T e^(-it eps)/(1/4 + t²) dt`, and the integral is exactly a
/// series once its kernel is made periodic. Four errors, each bounded: the window (exponential tail
/// bounds), the truncation ([`LayerCake`]), the quadrature of `psi` ([`crate::contour`]), rounding.
pub(crate) struct FourierCurve {
    step: f64,
    re: Vec<f64>,
    im: Vec<f64>,
    /// Bound of the error of the series, without the factor `e^(eps/2)`.
    error: f64,
    epsilon_max: f64,
}

/// The overlap and its first two derivatives in epsilon, as the series gives them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    pub(crate) value: f64,
    pub(crate) slope: f64,
    pub(crate) curvature: f64,
    /// Bound of the error of `value`.
    pub(crate) error: f64,
}

impl FourierCurve {
    /// Sums the series for `|eps| <= epsilon_max`; the window comes from the tails of `still`, the law of one
    /// step at frequency 0.
    ///
    /// Returns `None` where the frequencies that fit the budget say nothing.
    pub(crate) fn new(run: &SampledGaussian, still: &Affinity, epsilon_max: f64) -> Option<Self> {
        let num_steps = run.num_steps();
        let cake = LayerCake::new(run, run.reach(TOLERANCE * 1e-3));
        let window = Window::new(still, epsilon_max);
        let mut cutoff = cake.cutoff(num_steps, TOLERANCE, 1e12);
        // Where the budget does not allow the frequencies wanted, fewer give a wider interval.
        while cake.tail(cutoff, num_steps) < 0.5 {
            let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
            let most_nodes = BUDGET / frequencies - FREQUENCY_COST;
            if let Some(affinity) = Affinity::new(run, cutoff, TOLERANCE, most_nodes) {
                let frequencies = count(frequencies);
                return Some(Self::sum(
                    &affinity,
                    &cake,
                    &window,
                    frequencies,
                    epsilon_max,
                ));
            }
            cutoff *= 0.5;
        }
        None
    }

    fn sum(
        affinity: &Affinity,
        cake: &LayerCake,
        window: &Window,
        frequencies: usize,
        epsilon_max: f64,
    ) -> Self {
        let num_steps = affinity.num_steps();
        let step = 2.0 * PI / window.length;
        let mut phases = Phases::new(affinity, step, step * frequencies as f64);
        let (mut re, mut im) = (Vec::new(), Vec::new());
        let mut error = 0.0;
        for k in 0..=frequencies {
            let t = step * k as f64;
            let (x, y, rounding) = phases.next();
            let (log_modulus, argument) = log1p(x, y);
            let modulus = libm::exp(log_modulus);
            let uncertainty = rounding + affinity.quadrature_error;
            let power = libm::exp(num_steps * log_modulus);
            // (|psi| + u)^T - |psi|^T
            let spoiled = if uncertainty < 0.1 * modulus {
                power * libm::expm1(num_steps * libm::log1p(uncertainty / modulus))
            } else {
                libm::exp(num_steps * libm::log(modulus + uncertainty)) - power
            };
            let phase = num_steps * argument;
            let both = if k == 0 { 1.0 } else { 2.0 };
            let kernel = window.kernel[k % 2] / (0.25 + t * t);
            let weight = both * kernel / window.length;
            re.push(weight * power * libm::cos(phase));
            im.push(weight * power * libm::sin(phase));
            let turning = 64.0 + 4.0 * (phase.abs() + num_steps * log_modulus.abs());
            let evaluation = turning + 4.0 * t * epsilon_max;
            error += weight * (spoiled + power * evaluation * f64::EPSILON);
        }
        let truncation = window.kernel[1] * cake.tail(step * frequencies as f64, num_steps);
        Self {
            step,
            re,
            im,
            error: (error + truncation + window.error) * (1.0 + 1e-9),
            epsilon_max,
        }
    }

    /// Largest `|eps|` at which the certificate holds.
    pub(crate) fn epsilon_max(&self) -> f64 {
        self.epsilon_max
    }

    /// The overlap at `epsilon` with its certified error.
    pub(crate) fn overlap(&self, epsilon: f64) -> Overlap {
        let (mut value, mut lost, mut slope, mut curvature) = (0.0, 0.0, 0.0, 0.0);
        let angle = self.step * epsilon;
        let (turn_sin, turn_cos) = libm::sincos(angle);
        for (block, (re, im)) in self
            .re
            .chunks(REFRESH)
            .zip(self.im.chunks(REFRESH))
            .enumerate()
        {
            let first = (block * REFRESH) as f64;
            let (mut sin, mut cos) = libm::sincos(angle * first);
            let mut part = 0.0;
            for (k, (re, im)) in re.iter().zip(im).enumerate() {
                let t = self.step * (first + k as f64);
                let along = re * cos + im * sin;
                let across = im * cos - re * sin;
                part += along;
                slope += t * across;
                curvature -= t * t * along;
                (sin, cos) = (
                    sin * turn_cos + cos * turn_sin,
                    cos * turn_cos - sin * turn_sin,
                );
            }
            // Kahan's sum over the blocks: rounding does not grow with their number.
            let corrected = part - lost;
            let next = value + corrected;
            lost = (next - value) - corrected;
            value = next;
        }
        let scale = libm::exp(0.5 * epsilon);
        Overlap {
            value: scale * value,
            slope: scale * (0.5 * value + slope),
            curvature: scale * (0.25 * value + slope + curvature),
            error: scale * (1.0 + 1e-12) * self.error
                + 4.0 * f64::EPSILON * (1.0 + epsilon.abs()) * scale * value.abs(),
        }
    }

    /// `[lower, upper]` of the overlap at `epsilon`.
    pub(crate) fn overlap_interval(&self, epsilon: f64) -> Interval {
        let overlap = self.overlap(epsilon);
        Interval::around(overlap.value, overlap.error)
    }
}

/// The period of the kernel.
struct Window {
    length: f64,
    /// Factors of even and odd frequencies: `1 - e^(-Y/4)` and `1 + e^(-Y/4)` where the kernel is cut at the
    /// edges of a window of length `Y`, 1 where it is summed over all periods.
    kernel: [f64; 2],
    error: f64,
}

impl Window {
    fn new(affinity: &Affinity, epsilon_max: f64) -> Self {
        let tolerance = TOLERANCE * libm::exp(-0.5 * epsilon_max).max(1e-6);
        // Summed over all periods, the kernel is off by at most 2 e^(-(Y-|eps|)/2)/(1 - e^(-Y/2)) for
        // every law: each period contributes an overlap at another epsilon.
        let free = 2.0 * libm::log(3.0 / tolerance) + epsilon_max;
        let half_tolerance = libm::log(0.5 * tolerance);
        let reach = affinity
            .upper_tail(0.0, half_tolerance)
            .max(affinity.lower_tail(0.0, half_tolerance));
        let length = 2.0 * (reach + epsilon_max) * (1.0 + 1e-9);
        if length < free {
            Self {
                length,
                kernel: [
                    -libm::expm1(-0.25 * length),
                    1.0 + libm::exp(-0.25 * length),
                ],
                error: tolerance + affinity.outside,
            }
        } else {
            Self {
                length: free,
                kernel: [1.0, 1.0],
                error: tolerance,
            }
        }
    }
}
