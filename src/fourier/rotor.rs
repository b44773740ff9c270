//! Exponentials of four losses that turn with the frequency.

use super::raised_step::RaisedNode;
use crate::numerics::complex::{self, Complex};

pub(super) const LANES: usize = 4;

/// One real part, or imaginary part, of each of four numbers.
pub(super) type Lane = [f64; LANES];

/// Four losses `L` that turn together: `e^(itL) - 1` for the current `t`.
#[derive(Clone, Copy, Default)]
pub(super) struct Rotor {
    loss: [Lane; 2],
    mass: [Lane; 2],
    value: [Lane; 2],
    turn: [Lane; 2],
}

impl Rotor {
    /// A loss and its mass; where there are fewer than four, those of the last ones are 0.
    pub(super) fn node(&self, l: usize) -> (Complex<f64>, Complex<f64>) {
        let of = |lanes: &[Lane; 2]| Complex::new(lanes[0][l], lanes[1][l]);
        (of(&self.loss), of(&self.mass))
    }

    /// The frequency from one value to the next.
    pub(super) fn turn_by(&mut self, step: f64) {
        self.turn = minus_one(step, self.loss);
    }

    /// The frequency of the next value.
    pub(super) fn turn_to(&mut self, t: f64) {
        self.value = minus_one(t, self.loss);
    }

    /// Adds the values with `one` and `-i linear L` more, times the masses, and turns on.
    pub(super) fn add(&mut self, (one, linear): (f64, f64), re: &mut Lane, im: &mut Lane) {
        for l in 0..LANES {
            let (a, b) = (self.value[0][l], self.value[1][l]);
            let (c, d) = (self.turn[0][l], self.turn[1][l]);
            let x = a + one + linear * self.loss[1][l];
            let y = b - linear * self.loss[0][l];
            let (p, r) = (self.mass[0][l], self.mass[1][l]);
            re[l] += p * x - r * y;
            im[l] += p * y + r * x;
            self.value[0][l] = a + c + (a * c - b * d);
            self.value[1][l] = b + d + (a * d + b * c);
        }
    }
}

/// Four nodes in each.
pub(super) fn rotors(nodes: &[&RaisedNode]) -> Vec<Rotor> {
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
