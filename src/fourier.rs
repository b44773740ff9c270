//! Method F: the law of the total loss by a Fourier series on the Hellinger line, with its certificate.

use crate::affinity::Affinity;
use crate::layer_cake::LayerCake;
use crate::{Interval, SampledGaussian};
use core::f64::consts::PI;

/// Error asked of each part of the certificate, in units of the overlap at epsilon 0.
const TOLERANCE: f64 = 4e-15;
/// Most node-frequency pairs that are spent on one curve.
const BUDGET: f64 = 2.5e7;
const MOST_NODES: f64 = 2e5;
/// Losses whose phase stays below this are summed as moments.
const SMALL_PHASE: f64 = 1.0;
const MOMENTS: usize = 20;
/// Rotations between two direct evaluations of sine and cosine.
const REFRESH: usize = 16;
const LANES: usize = 4;

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
    /// Sums the series for `|eps| <= epsilon_max(affinity)`.
    ///
    /// Returns `None` where not even a poor certificate fits the budget.
    pub(crate) fn new(
        run: &SampledGaussian,
        epsilon_max: impl Fn(&Affinity) -> f64,
    ) -> Option<Self> {
        let num_steps = run.num_steps();
        let cake = LayerCake::new(run, run.reach(TOLERANCE * 1e-3));
        let mut cutoff = cake.cutoff(num_steps, TOLERANCE, 1e12);
        // The fewest frequencies that still say something: below, the series is all error.
        for _ in 0..60 {
            if let Some(affinity) = Affinity::new(run, cutoff, TOLERANCE, MOST_NODES) {
                let epsilon_max = epsilon_max(&affinity);
                let window = Window::new(&affinity, epsilon_max);
                let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
                if frequencies * (affinity.nodes.len() as f64 + 20.0) <= BUDGET {
                    return Some(Self::sum(
                        &affinity,
                        &cake,
                        &window,
                        frequencies as usize,
                        epsilon_max,
                    ));
                }
            }
            cutoff *= 0.7;
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
            let spoiled = libm::exp(num_steps * libm::log(modulus + uncertainty)) - power;
            let spoiled = if uncertainty < 0.1 * modulus {
                power * libm::expm1(num_steps * libm::log1p(uncertainty / modulus))
            } else {
                spoiled
            };
            let phase = num_steps * argument;
            let parity = if k % 2 == 0 { 1.0 } else { -1.0 };
            let both = if k == 0 { 1.0 } else { 2.0 };
            let kernel = (1.0 - parity * window.edge) / (0.25 + t * t);
            let weight = both * kernel / window.length;
            re.push(weight * power * libm::cos(phase));
            im.push(weight * power * libm::sin(phase));
            let turning = 40.0 + 4.0 * (phase.abs() + num_steps * log_modulus.abs());
            let evaluation = turning + 4.0 * t * epsilon_max;
            error += weight * (spoiled + power * evaluation * f64::EPSILON);
        }
        let truncation = (1.0 + window.edge) * cake.tail(step * frequencies as f64, num_steps);
        Self {
            step,
            re,
            im,
            error: (error + truncation + window.error) * (1.0 + 1e-9),
            epsilon_max,
        }
    }

    #[cfg(test)]
    pub(crate) fn describe(&self) -> String {
        format!("K {} step {:.3}", self.re.len(), self.step)
    }

    /// Largest `|eps|` at which the certificate holds.
    pub(crate) fn epsilon_max(&self) -> f64 {
        self.epsilon_max
    }

    /// The overlap at `epsilon` with its certified error.
    pub(crate) fn overlap(&self, epsilon: f64) -> Overlap {
        let (mut value, mut slope, mut curvature) = (0.0, 0.0, 0.0);
        let angle = self.step * epsilon;
        let (turn_sin, turn_cos) = libm::sincos(angle);
        let (mut sin, mut cos) = (0.0, 1.0);
        for k in 0..self.re.len() {
            if k % REFRESH == 0 {
                (sin, cos) = libm::sincos(angle * k as f64);
            }
            let t = self.step * k as f64;
            let along = self.re[k] * cos + self.im[k] * sin;
            let across = self.im[k] * cos - self.re[k] * sin;
            value += along;
            slope += t * across;
            curvature -= t * t * along;
            (sin, cos) = (
                sin * turn_cos + cos * turn_sin,
                cos * turn_cos - sin * turn_sin,
            );
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
    /// `e^(-length/4)` where the kernel is cut at the window's edge, 0 where it is summed over all periods.
    edge: f64,
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
                edge: libm::exp(-0.25 * length),
                error: tolerance + affinity.outside,
            }
        } else {
            Self {
                length: free,
                edge: 0.0,
                error: tolerance,
            }
        }
    }
}

/// `psi(k step) - 1` for k = 0, 1, 2, ..., relative accuracy kept near 0.
struct Phases<'a> {
    affinity: &'a Affinity,
    step: f64,
    index: usize,
    /// `E_nu[L^n]/n!` of the losses with small phases, n from 2.
    moments: [f64; MOMENTS],
    /// Second moment of the same, weighted by the rounding of each term, and of the other losses.
    small_rounding: f64,
    large: Vec<Rotor>,
    large_rounding: f64,
    large_first: f64,
}

/// Four losses `L` that turn together: `e^(itL) - 1` for the current `t`.
#[derive(Clone, Copy)]
struct Rotor {
    loss: [f64; LANES],
    mass: [f64; LANES],
    re: [f64; LANES],
    im: [f64; LANES],
    turn_re: [f64; LANES],
    turn_im: [f64; LANES],
}

impl<'a> Phases<'a> {
    fn new(affinity: &'a Affinity, step: f64, cutoff: f64) -> Self {
        let relative = affinity.loss_relative_error / f64::EPSILON;
        let mut moments = [0.0; MOMENTS];
        let (mut small_rounding, mut large_rounding, mut large_first) = (0.0, 0.0, 0.0);
        let mut large = Vec::new();
        for node in &affinity.nodes {
            let square = node.mass * node.loss * node.loss;
            let condition = node.condition + 16.0 + 3.0 * relative;
            if node.loss.abs() * cutoff <= SMALL_PHASE {
                let mut term = node.mass * node.loss;
                for (n, moment) in moments.iter_mut().enumerate() {
                    term *= node.loss / (n as f64 + 2.0);
                    *moment += term;
                }
                small_rounding += square * condition;
            } else {
                large_rounding += square * (condition + 5.0 * REFRESH as f64);
                large_first += node.mass * node.loss.abs() * (5.0 * REFRESH as f64 + 8.0);
                large.push((node.loss, node.mass));
            }
        }
        let large = large
            .chunks(LANES)
            .map(|chunk| {
                let mut rotor = Rotor {
                    loss: [0.0; LANES],
                    mass: [0.0; LANES],
                    re: [0.0; LANES],
                    im: [0.0; LANES],
                    turn_re: [0.0; LANES],
                    turn_im: [0.0; LANES],
                };
                for (l, &(loss, mass)) in chunk.iter().enumerate() {
                    (rotor.loss[l], rotor.mass[l]) = (loss, mass);
                    (rotor.turn_re[l], rotor.turn_im[l]) = exponential_minus_one(step * loss);
                }
                rotor
            })
            .collect();
        Self {
            affinity,
            step,
            index: 0,
            moments,
            small_rounding,
            large,
            large_rounding,
            large_first,
        }
    }

    /// Real and imaginary part of `psi(t) - 1` at the next frequency, and a bound of their rounding.
    fn next(&mut self) -> (f64, f64, f64) {
        let t = self.step * self.index as f64;
        let square = t * t;
        // Small phases: the series of e^(itL) - 1 - itL from the second order.
        let (mut re, mut im, mut power) = (0.0, 0.0, 1.0);
        for pair in self.moments.chunks(2) {
            power *= -square;
            re += power * pair[0];
            im += power * t * pair[1];
        }
        if self.index % REFRESH == 0 {
            self.refresh(t);
        }
        let (mut sum_re, mut sum_im) = ([0.0; LANES], [0.0; LANES]);
        for rotor in &mut self.large {
            for l in 0..LANES {
                let (a, b) = (rotor.re[l], rotor.im[l]);
                let (c, d) = (rotor.turn_re[l], rotor.turn_im[l]);
                sum_re[l] += rotor.mass[l] * a;
                sum_im[l] += rotor.mass[l] * (b - t * rotor.loss[l]);
                rotor.re[l] = a + c + (a * c - b * d);
                rotor.im[l] = b + d + (a * d + b * c);
            }
        }
        re += (sum_re[0] + sum_re[1]) + (sum_re[2] + sum_re[3]);
        im += (sum_im[0] + sum_im[1]) + (sum_im[2] + sum_im[3]);
        self.index += 1;
        let affinity = self.affinity;
        let rounding = 2.0
            * f64::EPSILON
            * (square * (self.small_rounding + self.large_rounding) + t * self.large_first)
            + t * affinity.mean_rounding
            + affinity.coefficient_rounding;
        (
            affinity.coefficient_minus_one + re,
            t * affinity.mean + im,
            rounding,
        )
    }

    fn refresh(&mut self, t: f64) {
        for rotor in &mut self.large {
            for l in 0..LANES {
                (rotor.re[l], rotor.im[l]) = exponential_minus_one(t * rotor.loss[l]);
            }
        }
    }
}

/// Real and imaginary part of `e^(ix) - 1`.
fn exponential_minus_one(x: f64) -> (f64, f64) {
    let half = libm::sin(0.5 * x);
    (-2.0 * half * half, libm::sin(x))
}

/// Real and imaginary part of `ln(1 + x + iy)`.
fn log1p(x: f64, y: f64) -> (f64, f64) {
    let argument = libm::atan2(y, 1.0 + x);
    let modulus = if x > -0.5 {
        0.5 * libm::log1p(2.0 * x + x * x + y * y)
    } else {
        libm::log(libm::hypot(1.0 + x, y))
    };
    (modulus, argument)
}
