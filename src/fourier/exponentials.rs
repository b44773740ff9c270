//! `e^(itL)` at all Chebyshev points of an interval of frequencies at once.

use super::interpolant::{POINTS, point};
use crate::numerics::complex::{self, Complex};

/// Points right of the middle.
const PAIRS: usize = POINTS / 2;
/// Those of them whose exponentials are no products.
const DIRECT: usize = POINTS / 3;

/// Bound of the relative rounding of a value, its phase aside, in units of epsilon.
pub(super) const ROUNDING: f64 = 24.0;

/// An interval of frequencies `c ± h`, given by its middle and its Chebyshev points.
pub(super) struct Exponentials {
    pub(super) middle: f64,
    half: f64,
    /// `h x_k` for the points that are evaluated.
    offsets: [f64; DIRECT],
}

impl Exponentials {
    /// From `first` to `first + 2 half`.
    pub(super) fn new(first: f64, half: f64) -> Self {
        Self {
            middle: first + half,
            half,
            offsets: core::array::from_fn(|k| half * point(k)),
        }
    }

    /// The points.
    pub(super) fn frequencies(&self) -> [f64; POINTS] {
        core::array::from_fn(|k| self.middle + self.half * point(k))
    }

    /// `e^(icL)`.
    pub(super) fn in_middle(&self, loss: Complex<f64>) -> Complex<f64> {
        complex::exp(Complex::new(-self.middle * loss.im, self.middle * loss.re))
    }

    /// Adds `e^(itL)` at the points to a sum at each, from that in the middle.
    ///
    /// The points lie in pairs `±x`, whose exponentials come from one. With 24 of them `x_k = x_(k-8) - x_(15-k)` for k from 8 to
    /// 11, as `cos(a + pi/3) + cos(a - pi/3) = cos a`: those are products.
    pub(super) fn add(
        &self,
        loss: Complex<f64>,
        middle: Complex<f64>,
        sums: &mut [Complex<f64>; POINTS],
    ) {
        let nothing = Complex::new(0.0, 0.0);
        let (mut right, mut left) = ([nothing; PAIRS], [nothing; PAIRS]);
        for (k, offset) in self.offsets.into_iter().enumerate() {
            let (sin, cos) = libm::sincos(offset * loss.re);
            let damping = libm::exp(-offset * loss.im);
            let growth = 1.0 / damping;
            right[k] = Complex::new(damping * cos, damping * sin);
            left[k] = Complex::new(growth * cos, -growth * sin);
        }
        for k in DIRECT..PAIRS {
            let (a, b) = (k - DIRECT, 2 * DIRECT - 1 - k);
            right[k] = right[a] * left[b];
            left[k] = left[a] * right[b];
        }
        for k in 0..PAIRS {
            sums[k] += middle * right[k];
            sums[POINTS - 1 - k] += middle * left[k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against an exponential of each point, whose phase is rounded another way.
    #[test]
    fn exponentials_are_those_of_each_point() {
        for (first, half) in [(0.0, 0.5), (1.0, 0.5), (40.0, 15.0), (1000.0, 3.0)] {
            let interval = Exponentials::new(first, half);
            for loss in [
                Complex::new(0.3, 0.1),
                Complex::new(-2.0, 0.9),
                Complex::new(7.0, 0.02),
                Complex::new(0.01, 0.0),
            ] {
                let mut values = [Complex::new(0.0, 0.0); POINTS];
                interval.add(loss, interval.in_middle(loss), &mut values);
                for (k, value) in values.into_iter().enumerate() {
                    let t = interval.frequencies()[k];
                    let wanted = complex::exp(Complex::new(-t * loss.im, t * loss.re));
                    let phase = 4.0 * t * complex::abs(loss);
                    let bound = (ROUNDING + phase) * f64::EPSILON * complex::abs(wanted);
                    let off = complex::abs(value - wanted);
                    assert!(off <= bound, "{first}, {loss}, {k}: {off:e} of {bound:e}");
                }
            }
        }
    }
}
