//! A function of the frequency as a polynomial on an interval.

use super::raised_block::DAMPED;
use crate::numerics::complex::{self, Complex};
use core::f64::consts::PI;

/// Chebyshev points.
pub(super) const POINTS: usize = 24;
/// Bound of the Lebesgue constant of interpolation in them.
const LEBESGUE: f64 = 4.0;

/// A sum of exponentials `sum_j m_j e^(itL_j)`, `Im L_j >= 0`, on an interval of frequencies as a series of Chebyshev
/// polynomials.
///
/// Its `n`-th derivative is at most `sum |m_j| |L_j|^n e^(-t Im L_j)`: large losses are damped before they turn fast, so the
/// function is as smooth as its frequency is high. A polynomial continues to the whole plane, which bounds powers of it there.
pub(super) struct Interpolant {
    coefficients: [Complex<f64>; POINTS],
    /// Bound of the error everywhere in the interval.
    pub(super) error: f64,
}

/// Bound of the error of the interpolation on an interval of half the length `half` from `first` on, of nodes given by `|m|`
/// and `L`, without those that are damped: in Chebyshev points `2 (half/2)^n/n!` times the largest `n`-th derivative.
pub(super) fn interpolation_error(
    first: f64,
    half: f64,
    nodes: impl Iterator<Item = (f64, Complex<f64>)>,
) -> f64 {
    let derivative = |(weight, loss): (f64, Complex<f64>)| {
        let damping = first * loss.im;
        if damping > DAMPED {
            return 0.0;
        }
        let part = 0.5 * half;
        let square = part * part * loss.norm_sqr();
        let fourth = square * square;
        let eighth = fourth * fourth;
        weight * libm::exp(-damping) * (eighth * eighth * eighth)
    };
    let sum: f64 = nodes.map(derivative).sum();
    2.0 * sum / libm::tgamma(POINTS as f64 + 1.0) * (1.0 + 1e-9)
}

fn angle(k: usize) -> f64 {
    PI * (k as f64 + 0.5) / POINTS as f64
}

/// The points between -1 and 1, from the right.
pub(super) fn point(k: usize) -> f64 {
    libm::cos(angle(k))
}

impl Interpolant {
    /// Through the values at the [`point`]s, which are off by `rounding` at most; `error` is that of what is interpolated and of the
    /// interpolation.
    pub(super) fn new(values: &[Complex<f64>; POINTS], rounding: f64, error: f64) -> Self {
        let n = POINTS as f64;
        let coefficients = core::array::from_fn(|j| {
            let turned = |k: usize| values[k] * libm::cos(j as f64 * angle(k));
            let sum: Complex<f64> = (0..POINTS).map(turned).sum();
            sum * (if j == 0 { 1.0 } else { 2.0 } / n)
        });
        let size: f64 = coefficients.iter().copied().map(complex::abs).sum();
        Self {
            coefficients,
            error: error + LEBESGUE * rounding + 8.0 * n * f64::EPSILON * size,
        }
    }

    /// At `x` from -1 to 1, by Clenshaw's recurrence.
    pub(super) fn at(&self, x: f64) -> Complex<f64> {
        let nothing = Complex::new(0.0, 0.0);
        let (mut first, mut second) = (nothing, nothing);
        for &coefficient in self.coefficients[1..].iter().rev() {
            (first, second) = (coefficient + first * (2.0 * x) - second, first);
        }
        self.coefficients[0] + first * x - second
    }

    /// Bound of the absolute value of the polynomial and a constant on the ellipse with foci -1 and 1 and the sum of semi-axes
    /// `rho`.
    pub(super) fn largest(&self, constant: f64, rho: f64) -> f64 {
        let (mut bound, mut power) = (complex::abs(self.coefficients[0] + constant), 1.0);
        for &coefficient in &self.coefficients[1..] {
            power *= rho;
            bound += 0.5 * complex::abs(coefficient) * (power + 1.0 / power);
        }
        bound * (1.0 + 8.0 * f64::EPSILON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Damped exponentials far beyond the points' spacing, and the bound of the error is no empty one.
    #[test]
    fn sums_of_exponentials_are_met() {
        let nodes = [
            (0.3, Complex::new(2.0, 0.4)),
            (0.7, Complex::new(0.1, 0.05)),
        ];
        let value = |t: f64| -> Complex<f64> {
            let term = |&(mass, loss): &(f64, Complex<f64>)| {
                complex::exp(Complex::new(-t * loss.im, t * loss.re)) * mass
            };
            nodes.iter().map(term).sum()
        };
        for (first, half) in [(0.0, 1.0), (3.0, 2.5), (40.0, 6.0)] {
            let error = interpolation_error(first, half, nodes.into_iter());
            let values = core::array::from_fn(|k| value(first + half * (1.0 + point(k))));
            let found = Interpolant::new(&values, 1e-16, error);
            for k in 0..=200 {
                let x = -1.0 + 0.01 * f64::from(k);
                let wanted = value(first + half * (1.0 + x));
                let off = complex::abs(found.at(x) - wanted);
                assert!(off <= found.error, "{first}, {x}: {off} of {}", found.error);
                assert!(complex::abs(wanted + 1.0) <= found.largest(1.0, 1.0) + found.error);
            }
            assert!(found.error < 1e-9, "{first}: {}", found.error);
        }
    }
}
