//! The characteristic function of one step's loss on a raised line, frequency by frequency.

use super::raised_step::{RaisedNode, RaisedStep};
use crate::numerics::complex::{self, Complex};

/// Losses whose phase stays below this are summed as moments.
const SMALL_PHASE: f64 = 1.0;
const MOMENTS: usize = 20;
/// Rotations between two direct evaluations of an exponential.
const REFRESH: usize = 16;
const LANES: usize = 4;
/// Frequencies of the first block; each block ends at twice the index of the one before.
const FIRST_BLOCK: usize = 32;
/// What the rotations add to the relative rounding of `e^(itL) - 1`, in units of epsilon.
const DRIFT: f64 = 5.0 * REFRESH as f64 + 8.0;
/// A node whose exponential has fallen below `e^-45` is left out.
pub(super) const DAMPED: f64 = 45.0;

/// `E_nu[e^(itL)] - 1` at `t = k step` for k = 0, 1, 2, ..., in blocks of growing frequency: in each the losses with small
/// phases are summed as moments, which keeps the relative accuracy near 0, and those that are damped without their
/// exponential; where nothing is small the mean stays in. Only what is neither small nor damped turns with the frequency.
pub(super) struct RaisedPhases<'a> {
    law: &'a RaisedStep,
    step: f64,
    index: usize,
    /// First index of the next block.
    end: usize,
    block: Block,
}

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

/// Four losses `L` that turn together: `e^(itL) - 1` for the current `t`.
#[derive(Clone, Copy, Default)]
struct Rotor {
    loss: [Lane; 2],
    mass: [Lane; 2],
    value: [Lane; 2],
    turn: [Lane; 2],
}

/// One real part, or imaginary part, of each of four numbers.
type Lane = [f64; LANES];

impl<'a> RaisedPhases<'a> {
    pub(super) fn new(law: &'a RaisedStep, step: f64) -> Self {
        Self {
            law,
            step,
            index: 0,
            end: 0,
            block: Block::default(),
        }
    }

    /// How many nodes turn at a frequency, on average over so many of them from 0 on.
    pub(super) fn turning(law: &RaisedStep, step: f64, frequencies: f64) -> f64 {
        let turning = |node: &RaisedNode| {
            // A block ends at twice its first index.
            let damped = (2.0 * DAMPED / (node.loss.im * step)).min(frequencies);
            let small = 0.5 * SMALL_PHASE / (node.length * step);
            (damped - small).max(0.0)
        };
        law.nodes.iter().map(turning).sum::<f64>() / frequencies
    }

    /// Real and imaginary part at the next frequency, and a bound of their rounding.
    pub(super) fn next(&mut self) -> (f64, f64, f64) {
        if self.index == self.end {
            self.end = FIRST_BLOCK.max(self.end * 2);
            let first = self.step * self.index as f64;
            let last = self.step * (self.end - 1) as f64;
            self.block = Block::best(self.law, first, last);
            for rotor in &mut self.block.turning {
                rotor.turn = minus_one(self.step, rotor.loss);
            }
        }
        let t = self.step * self.index as f64;
        if self.index.is_multiple_of(REFRESH) {
            for rotor in &mut self.block.turning {
                rotor.value = minus_one(t, rotor.loss);
            }
        }
        self.index += 1;
        let value = self.block.next(self.law, t);
        (value.re, value.im, self.block.rounding.at(t))
    }
}

impl Block {
    /// The way to sum the frequencies from `first` to `last` that rounds less.
    pub(super) fn best(law: &RaisedStep, first: f64, last: f64) -> Self {
        let centred = Self::centred(law, first, last);
        let direct = Self::direct(law, first, last);
        if centred.rounding.at(last) <= direct.rounding.at(last) {
            centred
        } else {
            direct
        }
    }

    /// The characteristic function, less 1, at any frequency.
    pub(super) fn at(&mut self, law: &RaisedStep, t: f64) -> Complex<f64> {
        for rotor in &mut self.turning {
            rotor.value = minus_one(t, rotor.loss);
        }
        self.next(law, t)
    }

    /// The same at the frequency to which the rotors have turned, which turn on.
    fn next(&mut self, law: &RaisedStep, t: f64) -> Complex<f64> {
        let (mut re, mut im) = self.sum(t);
        let [constant, linear] = self.straight;
        re += constant.re + t * linear.re;
        im += constant.im + t * linear.im;
        let mut power = t;
        for moment in &self.moments {
            power *= t;
            re += power * moment.re;
            im += power * moment.im;
        }
        if self.centred {
            im += t * law.mean;
        } else {
            re -= 1.0;
        }
        Complex::new(re, im)
    }

    /// The sum of `e^(itL) - 1 - itL`, to which the mean comes.
    fn centred(law: &RaisedStep, first: f64, last: f64) -> Self {
        let mut block = Self {
            centred: true,
            ..Self::default()
        };
        let mut turning = Vec::new();
        let (mut rounding, mut left_out) = (Rounding::default(), 0.0);
        for node in &law.nodes {
            let (mass, length) = (node.weight, node.length);
            // |e^(iv) - 1 - iv| is at most |v|² and 2|v|, its derivative at most |v| and 2.
            let square =
                mass * length * node.size * (node.condition + 32.0 + 3.0 * law.loss_rounding);
            if length * last <= SMALL_PHASE {
                block.add_moments(node);
                rounding.square += square;
            } else {
                rounding.linear += mass * length * DRIFT;
                rounding.turning[0] += mass
                    * (2.0 * length * (node.condition + 32.0)
                        + 3.0 * node.size * law.loss_rounding);
                rounding.turning[1] += square;
                if first * node.loss.im > DAMPED {
                    left_out += mass * libm::exp(-DAMPED);
                    block.straight[0] -= node.mass;
                    block.straight[1] -= node.mass * times_i(node.loss);
                } else {
                    turning.push(node);
                }
            }
        }
        let unit = 2.0 * f64::EPSILON;
        block.rounding = Rounding {
            constant: left_out,
            linear: unit * rounding.linear + law.mean_rounding,
            square: unit * rounding.square,
            turning: rounding.turning.map(|bound| unit * bound),
        };
        block.turning = rotors(&turning);
        block
    }

    /// The sum of `e^(itL)` for frequencies from `first` to `last`.
    fn direct(law: &RaisedStep, first: f64, last: f64) -> Self {
        let mut block = Self::default();
        let mut turning = Vec::new();
        let (mut rounding, mut left_out) = (0.0, 0.0);
        for node in &law.nodes {
            let mass = node.weight;
            let damping = first * node.loss.im;
            if damping > DAMPED {
                left_out += mass * libm::exp(-DAMPED);
                continue;
            }
            let turned = libm::exp(-damping) * last * node.size * (1.0 + law.loss_rounding);
            rounding += mass * (node.condition + DRIFT + turned);
            if node.length * last <= SMALL_PHASE {
                block.straight[0] += node.mass;
                block.straight[1] += node.mass * times_i(node.loss);
                block.add_moments(node);
            } else {
                turning.push(node);
            }
        }
        block.rounding.constant = 2.0 * f64::EPSILON * rounding + left_out;
        block.turning = rotors(&turning);
        block
    }

    /// How many exponentials a value takes.
    pub(super) fn terms(&self) -> usize {
        LANES * self.turning.len()
    }

    /// Adds the moments of a loss with a small phase.
    fn add_moments(&mut self, node: &RaisedNode) {
        let rotated = times_i(node.loss);
        let mut term = node.mass * rotated;
        for (n, moment) in self.moments.iter_mut().enumerate() {
            term = term * rotated / (n as f64 + 2.0);
            *moment += term;
        }
    }

    /// Sums what turns at frequency `t`, and turns it.
    fn sum(&mut self, t: f64) -> (f64, f64) {
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        // 1 is taken out, or 1 + itL.
        let (one, linear) = if self.centred { (0.0, t) } else { (1.0, 0.0) };
        for rotor in &mut self.turning {
            for l in 0..LANES {
                let (a, b) = (rotor.value[0][l], rotor.value[1][l]);
                let (c, d) = (rotor.turn[0][l], rotor.turn[1][l]);
                let x = a + one + linear * rotor.loss[1][l];
                let y = b - linear * rotor.loss[0][l];
                let (p, r) = (rotor.mass[0][l], rotor.mass[1][l]);
                re[l] += p * x - r * y;
                im[l] += p * y + r * x;
                rotor.value[0][l] = a + c + (a * c - b * d);
                rotor.value[1][l] = b + d + (a * d + b * c);
            }
        }
        (
            (re[0] + re[1]) + (re[2] + re[3]),
            (im[0] + im[1]) + (im[2] + im[3]),
        )
    }
}

fn times_i(z: Complex<f64>) -> Complex<f64> {
    Complex::new(-z.im, z.re)
}

fn rotors(nodes: &[&RaisedNode]) -> Vec<Rotor> {
    nodes
        .chunks(LANES)
        .map(|chunk| {
            let mut rotor = Rotor::default();
            for (l, node) in chunk.iter().enumerate() {
                (rotor.loss[0][l], rotor.loss[1][l]) = (node.loss.re, node.loss.im);
                (rotor.mass[0][l], rotor.mass[1][l]) = (node.mass.re, node.mass.im);
            }
            rotor
        })
        .collect()
}

/// `e^(itL) - 1` of four losses.
fn minus_one(t: f64, loss: [Lane; 2]) -> [Lane; 2] {
    let mut value = [[0.0; LANES]; 2];
    for l in 0..LANES {
        let z = complex::expm1(Complex::new(-t * loss[1][l], t * loss[0][l]));
        (value[0][l], value[1][l]) = (z.re, z.im);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::characteristic::Phases;
    use crate::fourier::smooth_step::SmoothStep;
    use crate::fourier::tilted_step::{Search, TiltedStep};
    use crate::mechanism::{PairPhase, Shape};
    use crate::numerics::count;

    const TOLERANCE: f64 = 1e-14;
    const STEPS: [(Shape, f64, f64); 7] = [
        (Shape::Mixture { group_size: 1 }, 1.0, 0.01),
        (Shape::Mixture { group_size: 1 }, 0.5, 1e-5),
        (Shape::Mixture { group_size: 1 }, 0.2, 0.9),
        (Shape::Mixture { group_size: 1 }, 40.0, 1.0),
        (Shape::Mixture { group_size: 7 }, 3.0, 0.02),
        (Shape::Substitution, 0.8, 0.003),
        (Shape::Substitution, 2.0, 1.0),
    ];

    fn each(test: &mut dyn FnMut(&SmoothStep, f64, &TiltedStep)) {
        for (shape, noise_per_shift, sample_rate) in STEPS {
            let phase = PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 10.0,
            };
            let step = SmoothStep::new(shape, &phase).expect("has a line");
            for s in [-2.0, 0.5, 3.0] {
                let still = TiltedStep::of_smooth(&step, s, 0.0, TOLERANCE, 1e5, Search::Thorough);
                test(&step, s, &still.expect("a law"));
            }
        }
    }

    /// On the real axis and above it: the same function, within the bounds of both.
    #[test]
    fn both_paths_agree_within_their_bounds() {
        let mut compared = 0;
        each(&mut |step, s, still| {
            let highest = (10.0 / libm::sqrt(still.second_moment())).min(60.0);
            let frequency = highest / 500.0;
            let real = TiltedStep::of_smooth(step, s, highest, TOLERANCE, 1e5, Search::Thorough)
                .expect("a law");
            let raised = RaisedStep::new(step, still, s, highest, TOLERANCE, 1e5).expect("a law");
            let mut on_axis = Phases::new(&real, frequency, highest);
            let mut above = RaisedPhases::new(&raised, frequency);
            for k in 0..=500 {
                let (re, im, rounding) = on_axis.next();
                let (raised_re, raised_im, raised_rounding) = above.next();
                let quadrature = real.quadrature_error + raised.quadrature_error;
                let bound = rounding + raised_rounding + quadrature;
                let off = libm::hypot(re - raised_re, im - raised_im);
                assert!(
                    off <= bound,
                    "{step:?}, s {s}, {k}: {off:e} above {bound:e}"
                );
                assert!(
                    bound < 1e-8 && off < 1e-13,
                    "{step:?}, s {s}, {k}: {off:e}, {bound:e}"
                );
                compared += 1;
            }
        });
        assert_eq!(compared, 7 * 3 * 501);
    }

    /// At frequencies for which the bound on the real axis gives up, against a very fine sum there.
    #[test]
    fn high_frequencies_agree_with_a_fine_sum() {
        const SPACING: f64 = 2e-4;
        const LAST: usize = 1000;
        let mut compared = 0;
        each(&mut |step, s, still| {
            let highest = 1000.0 / libm::sqrt(still.second_moment()).max(0.3);
            let frequency = highest / LAST as f64;
            let raised = RaisedStep::new(step, still, s, highest, TOLERANCE, 1e5).expect("a law");
            let mut above = RaisedPhases::new(&raised, frequency);
            let (left, right) = step.range(s, -45.0, still.log_coefficient);
            let nodes: Vec<(f64, f64)> = (0..count((right - left) / SPACING))
                .map(|j| {
                    let z = left + SPACING * j as f64;
                    let point = step.point(z);
                    let log_mass = -0.5 * z * z + point.log_out + s * point.loss;
                    (
                        point.loss,
                        libm::exp(log_mass - still.log_coefficient) * SPACING,
                    )
                })
                .collect();
            let weight = 1.0 / libm::sqrt(2.0 * core::f64::consts::PI);
            for k in 0..=LAST {
                let (re, im, rounding) = above.next();
                if ![LAST / 50, LAST / 7, LAST].contains(&k) {
                    continue;
                }
                let t = frequency * k as f64;
                let (mut sum_re, mut sum_im) = (0.0, 0.0);
                for &(loss, mass) in &nodes {
                    let (sin, cos) = libm::sincos(t * loss);
                    sum_re += mass * cos;
                    sum_im += mass * sin;
                }
                let off = libm::hypot(re + 1.0 - weight * sum_re, im - weight * sum_im);
                let bound = rounding + raised.quadrature_error + 1e-11;
                assert!(
                    off <= bound,
                    "{step:?}, s {s}, t {t}: {off:e} above {bound:e}"
                );
                compared += 1;
            }
        });
        assert_eq!(compared, 7 * 3 * 3);
    }
}
