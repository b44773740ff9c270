//! A range of frequencies of one step's characteristic function on a raised line: what turns there, and what does not.

use super::exponentials::Exponentials;
use super::interpolant::POINTS;
use super::raised_step::{RaisedNode, RaisedStep};
use super::rotor::{LANES, Rotor, rotors};
use crate::numerics::complex::Complex;

/// Losses whose phase stays below this are summed as moments.
pub(super) const SMALL_PHASE: f64 = 1.0;
const MOMENTS: usize = 20;
/// Share of the square of a phase that moments may lack, which counts as rounding.
const NEGLIGIBLE: f64 = 1e-17;
/// Rotations between two direct evaluations of an exponential.
pub(super) const REFRESH: usize = 16;
/// What the rotations add to the relative rounding of `e^(itL) - 1`, in units of epsilon.
const DRIFT: f64 = 5.0 * REFRESH as f64 + 8.0;
/// A node whose exponential has fallen below `e^-45` is left out.
pub(super) const DAMPED: f64 = 45.0;

/// How the frequencies of a block are summed.
#[derive(Default)]
pub(super) struct Block {
    /// Whether the mean is taken out of the exponentials.
    centred: bool,
    /// What needs no exponential: a constant, and what comes with t.
    straight: [Complex<f64>; 2],
    /// `E_nu[L^n]/n!` of the losses with small phases, n from 2, times `i^n`.
    moments: [Complex<f64>; MOMENTS],
    turning: Vec<Rotor>,
    pub(super) rounding: Rounding,
}

/// Bounds of the rounding of a block's sum.
#[derive(Default)]
pub(super) struct Rounding {
    constant: f64,
    /// Times t.
    linear: f64,
    /// Times t².
    square: f64,
    /// Of the conditions of what turns, of which both bounds hold: times t, and times t².
    turning: [f64; 2],
}

impl Rounding {
    pub(super) fn at(&self, t: f64) -> f64 {
        let turning = self.turning[0].min(t * self.turning[1]);
        self.constant + t * (self.linear + t * self.square + turning)
    }
}

impl Block {
    /// The way to sum the frequencies from `first` to `last` that rounds less: `e^(itL) - 1 - itL`, to which the mean comes, or
    /// `e^(itL)`.
    pub(super) fn best(law: &RaisedStep, first: f64, last: f64) -> Self {
        let nothing = Complex::new(0.0, 0.0);
        let (mut centred, mut direct) = ([nothing; 2], [nothing; 2]);
        let (mut centred_rounding, mut direct_rounding) = (Rounding::default(), 0.0);
        let (mut moments, mut turning) = ([nothing; MOMENTS], Vec::new());
        let mut left_out = 0.0;
        for node in &law.nodes {
            let (mass, length) = (node.weight, node.length);
            let damping = first * node.loss.im;
            // |e^(iv) - 1 - iv| is at most |v|² and 2|v|, its derivative at most |v| and 2.
            let square =
                mass * length * node.size * (node.condition + 32.0 + 3.0 * law.loss_rounding);
            if length * last <= SMALL_PHASE {
                add_moments(&mut moments, node, last);
                centred_rounding.square += square;
                direct[0] += node.mass;
                direct[1] += node.mass * times_i(node.loss);
            } else {
                centred_rounding.linear += mass * length * DRIFT;
                centred_rounding.turning[0] += mass
                    * (2.0 * length * (node.condition + 32.0)
                        + 3.0 * node.size * law.loss_rounding);
                centred_rounding.turning[1] += square;
                if damping > DAMPED {
                    left_out += mass * libm::exp(-DAMPED);
                    centred[0] -= node.mass;
                    centred[1] -= node.mass * times_i(node.loss);
                    continue;
                }
                turning.push(node);
            }
            let turned = libm::exp(-damping) * last * node.size * (1.0 + law.loss_rounding);
            direct_rounding += mass * (node.condition + DRIFT + turned);
        }
        let unit = 2.0 * f64::EPSILON;
        let centred_rounding = Rounding {
            constant: left_out,
            linear: unit * centred_rounding.linear + law.mean_rounding,
            square: unit * centred_rounding.square,
            turning: centred_rounding.turning.map(|bound| unit * bound),
        };
        let direct_rounding = Rounding {
            constant: unit * direct_rounding + left_out,
            ..Rounding::default()
        };
        let is_centred = centred_rounding.at(last) <= direct_rounding.at(last);
        let (straight, rounding) = if is_centred {
            (centred, centred_rounding)
        } else {
            (direct, direct_rounding)
        };
        Self {
            centred: is_centred,
            straight,
            moments,
            turning: rotors(&turning),
            rounding,
        }
    }

    /// The loss with which the characteristic function turns in the middle of an interval, about.
    pub(super) fn centre(&self, law: &RaisedStep, interval: &Exponentials) -> f64 {
        // Short against any turn of what needs no exponential.
        const SHORT: f64 = 1e-4;
        let t = interval.middle;
        let short = SHORT * t;
        let here = self.straight(law, t);
        let there = self.straight(law, t + short);
        let mut value = here + 1.0;
        let mut slope = (there - here) / short;
        for rotor in &self.turning {
            let [constant, linear] = self.taken_out(rotor);
            value -= constant + linear * t;
            slope -= linear;
            for l in 0..LANES {
                let (loss, mass) = rotor.node(l);
                let turned = mass * interval.in_middle(loss);
                value += turned;
                slope += times_i(loss) * turned;
            }
        }
        let centre = (slope / value).im;
        // Where the function is 0 it turns with no loss.
        if centre.is_finite() { centre } else { 0.0 }
    }

    /// The characteristic function, less 1, at the points of an interval. The exponentials round by
    /// [`super::exponentials::ROUNDING`], and taking 1 and `itL` out of the sum by a few units more: within [`DRIFT`], of which
    /// the bound at the end has at least the mass.
    pub(super) fn at_points(
        &self,
        law: &RaisedStep,
        interval: &Exponentials,
        frequencies: &[f64; POINTS],
    ) -> [Complex<f64>; POINTS] {
        let nothing = [Complex::new(0.0, 0.0); POINTS];
        let mut values = nothing;
        for rotor in &self.turning {
            let mut four = nothing;
            for l in 0..LANES {
                let (loss, mass) = rotor.node(l);
                interval.add(loss, mass * interval.in_middle(loss), &mut four);
            }
            // What is taken out goes before the sum grows: only the differences add up their rounding.
            let [constant, linear] = self.taken_out(rotor);
            for ((sum, value), &t) in values.iter_mut().zip(four).zip(frequencies) {
                *sum += value - constant - linear * t;
            }
        }
        for (value, &t) in values.iter_mut().zip(frequencies) {
            *value += self.straight(law, t);
        }
        values
    }

    /// What is taken out of the exponentials of four losses: a constant, and what comes with t.
    fn taken_out(&self, rotor: &Rotor) -> [Complex<f64>; 2] {
        let mut sums = [Complex::new(0.0, 0.0); 2];
        if self.centred {
            for l in 0..LANES {
                let (loss, mass) = rotor.node(l);
                sums[0] += mass;
                sums[1] += mass * times_i(loss);
            }
        }
        sums
    }

    /// The frequency from one value to the next.
    pub(super) fn turn_by(&mut self, step: f64) {
        for rotor in &mut self.turning {
            rotor.turn_by(step);
        }
    }

    /// The frequency of the next value.
    pub(super) fn turn_to(&mut self, t: f64) {
        for rotor in &mut self.turning {
            rotor.turn_to(t);
        }
    }

    /// The characteristic function, less 1, at the frequency to which the rotors have turned, which turn on.
    pub(super) fn next(&mut self, law: &RaisedStep, t: f64) -> Complex<f64> {
        let (re, im) = self.sum(t);
        self.straight(law, t) + Complex::new(re, im)
    }

    /// What needs no exponential, less 1.
    fn straight(&self, law: &RaisedStep, t: f64) -> Complex<f64> {
        let [constant, linear] = self.straight;
        let mut sum = constant + linear * t;
        let mut power = t;
        for &moment in &self.moments {
            power *= t;
            sum += moment * power;
        }
        if self.centred {
            sum.im += t * law.mean;
        } else {
            sum.re -= 1.0;
        }
        sum
    }

    /// How many exponentials a value takes.
    pub(super) fn terms(&self) -> usize {
        LANES * self.turning.len()
    }

    /// Sums what turns at frequency `t`, and turns it.
    fn sum(&mut self, t: f64) -> (f64, f64) {
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        // 1 is taken out, or 1 + itL.
        let (one, linear) = if self.centred { (0.0, t) } else { (1.0, 0.0) };
        for rotor in &mut self.turning {
            rotor.add((one, linear), &mut re, &mut im);
        }
        (
            (re[0] + re[1]) + (re[2] + re[3]),
            (im[0] + im[1]) + (im[2] + im[3]),
        )
    }
}

/// Adds the moments of a loss whose phase is small up to `last`, as far as they are no less than the rounding.
fn add_moments(moments: &mut [Complex<f64>; MOMENTS], node: &RaisedNode, last: f64) {
    let rotated = times_i(node.loss);
    let mut term = node.mass * rotated;
    let (phase, mut size) = (node.length * last, 1.0);
    for (n, moment) in moments.iter_mut().enumerate() {
        let factor = 1.0 / (n as f64 + 2.0);
        term = term * rotated * factor;
        *moment += term;
        // The terms beyond are together less than this one, which is at most the mass times `phase * size`.
        size *= phase * factor;
        if size < NEGLIGIBLE * phase {
            break;
        }
    }
}

fn times_i(z: Complex<f64>) -> Complex<f64> {
    Complex::new(-z.im, z.re)
}
