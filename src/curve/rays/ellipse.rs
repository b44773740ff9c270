//! The ellipse of Bernstein around a panel of arguments, on which the rule of 20 nodes has its certificate.

use super::path::Region;
use crate::numerics::complex::Complex;
use core::f64::consts::PI;

/// Of the rule of 20 nodes.
const POWER: f64 = 38.0;

/// Half the length of the panel, the sum of the semi-axes over that, and the semi-axes.
pub(super) struct Ellipse {
    half: f64,
    rho: f64,
    pub(super) along: f64,
    pub(super) across: f64,
}

impl Ellipse {
    pub(super) fn new(half: f64, rho: f64) -> Self {
        Self {
            half,
            rho,
            along: 0.5 * half * (rho + 1.0 / rho),
            across: 0.5 * half * (rho - 1.0 / rho),
        }
    }

    /// The corners of the rectangle around it.
    pub(super) fn corners(&self, centre: Complex<f64>, direction: Complex<f64>) -> Region {
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        corners.map(|(a, b)| centre + direction * Complex::new(a * self.along, b * self.across))
    }

    /// Logarithm of the error of the rule over `pi`, for powers of modulus 1 over `s(s - 1)`, whose modulus is at least `poles`.
    pub(super) fn log_rule(&self, poles: f64) -> f64 {
        let Self { half, rho, .. } = *self;
        libm::log(half / PI * 64.0 / 15.0 / (rho * rho - 1.0) / poles) - POWER * libm::log(rho)
    }
}
