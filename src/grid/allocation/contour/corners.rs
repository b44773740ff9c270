//! What the rule of a panel of a contour is off by at most.
//!
//! Where the logarithm of a bound of the integrand is a convex function, on the rectangle around an ellipse of Bernstein it is largest at
//! a corner; `e^(sx)` changes it by a linear one.

use crate::numerics::complex::Complex;

/// Of a rule of 20 nodes.
const POWER: f64 = 38.0;

/// Logarithms of bounds of the error at the corners but for `e^(sx)`, and the real parts of `s` there.
pub(super) struct Corners([(f64, f64); 4]);

impl Corners {
    /// Around a panel, given by its centre, its direction and half of its length; `log_largest` is the bound of the integrand times that.
    pub(super) fn new(
        rho: f64,
        (centre, direction, half): (Complex<f64>, Complex<f64>, f64),
        log_largest: impl Fn(Complex<f64>) -> f64,
    ) -> Self {
        let along = 0.5 * half * (rho + 1.0 / rho);
        let across = 0.5 * half * (rho - 1.0 / rho);
        let rule = libm::log(64.0 / 15.0 / (rho * rho - 1.0)) - POWER * libm::log(rho);
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        Self(corners.map(|(a, b)| {
            let s = centre + direction * Complex::new(a * along, b * across);
            (rule + log_largest(s), s.re)
        }))
    }

    /// Logarithm of the bound at a ratio.
    pub(super) fn log_error(&self, x: f64) -> f64 {
        let bounds = self.0.iter().map(|(log, re)| log + re * x);
        bounds.fold(f64::NEG_INFINITY, f64::max)
    }
}
