//! The characteristic function of one step's loss on a raised line, frequency by frequency.

use super::raised_step::{RaisedNode, RaisedStep};
use crate::numerics::complex::{self, Complex};

/// Losses whose phase stays below this are summed as moments.
const SMALL_PHASE: f64 = 1.0;
const MOMENTS: usize = 20;
/// Rotations between two direct evaluations of an exponential.
const REFRESH: usize = 16;
const LANES: usize = 4;
/// Frequencies of the first block, and by how much the last index of each block exceeds that of the one before.
const FIRST_BLOCK: usize = 64;
const GROWTH: usize = 4;
/// A node whose exponential has fallen below `e^-45` is left out.
const DAMPED: f64 = 45.0;

/// `E_nu[e^(itL)] - 1` at `t = k step` for k = 0, 1, 2, ..., in blocks of growing frequency: in each the losses with small
/// phases are summed as moments, which keeps the relative accuracy near 0; where nothing is small the exponentials are summed
/// as they are, without those that are damped.
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
struct Block {
    /// Whether the mean is taken out of the exponentials.
    centred: bool,
    /// `E_nu[L^n]/n!` of the losses with small phases, n from 2, times `i^n`.
    moments: [Complex<f64>; MOMENTS],
    turning: Vec<Rotor>,
    /// Bound of the rounding: constant, times t, and times t².
    rounding: [f64; 3],
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

    /// Real and imaginary part at the next frequency, and a bound of their rounding.
    pub(super) fn next(&mut self) -> (f64, f64, f64) {
        if self.index == self.end {
            self.end = FIRST_BLOCK.max(self.end * GROWTH);
            let first = self.step * self.index as f64;
            let last = self.step * (self.end - 1) as f64;
            let centred = Block::centred(self.law, last);
            let direct = Block::direct(self.law, first, last);
            let [constant, linear, square] = centred.rounding;
            let of_centred = constant + last * (linear + last * square);
            self.block = if of_centred <= direct.rounding[0] {
                centred
            } else {
                direct
            };
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
        let block = &mut self.block;
        let (mut re, mut im) = block.sum(t);
        if block.centred {
            let mut power = t;
            for moment in &block.moments {
                power *= t;
                re += power * moment.re;
                im += power * moment.im;
            }
            im += t * self.law.mean;
        } else {
            re -= 1.0;
        }
        let [constant, linear, square] = block.rounding;
        (re, im, constant + t * (linear + t * square))
    }
}

impl Block {
    /// The sum of `e^(itL) - 1 - itL`, to which the mean comes.
    fn centred(law: &RaisedStep, last: f64) -> Self {
        let mut block = Self {
            centred: true,
            ..Self::default()
        };
        let mut turning = Vec::new();
        for node in &law.nodes {
            let (mass, length) = (size(node.mass), size(node.loss));
            if length * last <= SMALL_PHASE {
                let rotated = Complex::new(-node.loss.im, node.loss.re);
                let mut term = node.mass * rotated;
                for (n, moment) in block.moments.iter_mut().enumerate() {
                    term = term * rotated / (n as f64 + 2.0);
                    *moment += term;
                }
                let square = mass * length * node.size;
                block.rounding[2] += square * (node.condition + 32.0 + 3.0 * law.loss_rounding);
            } else {
                let drift = 8.0 * REFRESH as f64 + 16.0;
                block.rounding[1] += mass * length * (2.0 * node.condition + drift);
                block.rounding[1] += mass * node.size * 3.0 * law.loss_rounding;
                turning.push(node);
            }
        }
        for rounding in &mut block.rounding {
            *rounding *= 2.0 * f64::EPSILON;
        }
        block.rounding[1] += law.mean_rounding;
        block.turning = rotors(&turning);
        block
    }

    /// The sum of `e^(itL)` for frequencies from `first` to `last`.
    fn direct(law: &RaisedStep, first: f64, last: f64) -> Self {
        let mut block = Self::default();
        let mut turning = Vec::new();
        let mut left_out = 0.0;
        for node in &law.nodes {
            let mass = size(node.mass);
            let damping = first * node.loss.im;
            if damping > DAMPED {
                left_out += mass * libm::exp(-DAMPED);
                continue;
            }
            let turned = libm::exp(-damping) * last * node.size * (1.0 + law.loss_rounding);
            let drift = 8.0 * REFRESH as f64 + 16.0;
            block.rounding[0] += mass * (node.condition + drift + turned);
            turning.push(node);
        }
        block.rounding[0] = 2.0 * f64::EPSILON * block.rounding[0] + left_out;
        block.turning = rotors(&turning);
        block
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

fn size(z: Complex<f64>) -> f64 {
    libm::hypot(z.re, z.im)
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
