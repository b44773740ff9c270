//! The characteristic function of one step's loss under a tilted measure, frequency by frequency.

use super::tilted_step::TiltedStep;

/// Losses whose phase stays below this are summed as moments.
const SMALL_PHASE: f64 = 1.0;
const MOMENTS: usize = 20;
/// Rotations between two direct evaluations of sine and cosine.
const REFRESH: usize = 16;
const LANES: usize = 4;

/// `E_nu[e^(itL)] - 1` at `t = k step` for k = 0, 1, 2, ..., relative accuracy kept near 0.
pub(crate) struct Phases<'a> {
    law: &'a TiltedStep,
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
    pub(crate) fn new(law: &'a TiltedStep, step: f64, cutoff: f64) -> Self {
        let relative = law.loss_relative_error / f64::EPSILON;
        let mut moments = [0.0; MOMENTS];
        let (mut small_rounding, mut large_rounding, mut large_first) = (0.0, 0.0, 0.0);
        let mut large = Vec::new();
        for node in &law.nodes {
            let square = node.mass * node.loss.abs() * node.size;
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
            law,
            step,
            index: 0,
            moments,
            small_rounding,
            large,
            large_rounding,
            large_first,
        }
    }

    /// Real and imaginary part at the next frequency, and a bound of their rounding.
    pub(crate) fn next(&mut self) -> (f64, f64, f64) {
        let t = self.step * self.index as f64;
        let square = t * t;
        // Small phases: the series of e^(itL) - 1 - itL from the second order.
        let (mut re, mut im, mut power) = (0.0, 0.0, 1.0);
        for pair in self.moments.chunks(2) {
            power *= -square;
            re += power * pair[0];
            im += power * t * pair[1];
        }
        if self.index.is_multiple_of(REFRESH) {
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
        let law = self.law;
        let rounding = 2.0
            * f64::EPSILON
            * (square * (self.small_rounding + self.large_rounding) + t * self.large_first)
            + t * law.mean_rounding;
        (re, t * law.mean + im, rounding)
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
