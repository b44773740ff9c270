//! The density of the tilted sum between its knots.

use super::spectrum::Spectrum;
use crate::numerics::complex::{self, Complex};
use core::f64::consts::PI;

/// Frequencies between two direct evaluations of sine and cosine, which are summed before they are added to the others.
const BLOCK: usize = 32;
/// Rounding of a term, its rotation and its share of the sum included.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

impl Spectrum {
    /// Error of the density, for the tilted law of mass 1.
    pub(super) fn density_error(&self) -> f64 {
        let window = self.length as f64 * self.unit;
        (self.error + self.left_out + ROUNDING * self.sum) / window + self.aliased()
    }

    /// The terms of the density turned to a ratio, which is given in halves of the distance of the knots: so the phases there are
    /// known without rounding, however many turns they have made.
    pub(super) fn turned(&self, centre: usize) -> Vec<Complex<f64>> {
        let period = 2 * self.length;
        let turned = self.values.iter().enumerate().map(|(index, value)| {
            let place = (index * (centre % period)) % period;
            let phase = -2.0 * PI * place as f64 / period as f64;
            let both = if index == 0 { 1.0 } else { 2.0 };
            value * complex::exp(Complex::new(0.0, phase)) * both
        });
        turned.collect()
    }

    /// The density at offsets from the ratio to which the terms are turned.
    pub(super) fn densities<const LENGTH: usize>(
        &self,
        turned: &[Complex<f64>],
        offsets: &[f64; LENGTH],
    ) -> [f64; LENGTH] {
        let window = self.length as f64 * self.unit;
        offsets.map(|offset| {
            let angle = -self.spacing * offset;
            let turn = complex::exp(Complex::new(0.0, angle));
            let blocks = turned.chunks(BLOCK).enumerate().map(|(block, values)| {
                let mut phase = complex::exp(Complex::new(0.0, angle * (block * BLOCK) as f64));
                let mut sum = 0.0;
                for value in values {
                    sum += value.re * phase.re - value.im * phase.im;
                    phase *= turn;
                }
                sum
            });
            blocks.sum::<f64>() / window
        })
    }

    /// Logarithm of a bound of the density at complex ratios with imaginary parts of at most `height`.
    pub(super) fn log_largest(&self, height: f64) -> f64 {
        let grown = |(index, value): (usize, &Complex<f64>)| {
            let both = if index == 0 { 1.0 } else { 2.0 };
            both * complex::abs(*value) * libm::exp(index as f64 * self.spacing * height)
        };
        let sum: f64 = self.values.iter().enumerate().map(grown).sum();
        libm::log(sum / (self.length as f64 * self.unit)) + 1e-9
    }

    /// What makes a density that of the law without the tilt.
    pub(super) fn untilted(&self, ratio: f64) -> f64 {
        libm::exp(self.log_mass - self.theta * ratio)
    }
}
