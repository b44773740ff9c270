//! Where an observation begins to count as large.

use super::large_observation::{LargePart, QUADRATURE};
use super::smooth_step::SmoothStep;
use crate::numerics::complex::{self, Complex};
use core::f64::consts::PI;

/// Where an observation begins to count as large: it does with the probability `1 - exp(-e^(k (z - at)))`, entire in `z`, so
/// that the other part has a lighter tail than any exponential of the loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) at: f64,
    /// `k`, larger than `at` and the shift of an observation together.
    pub(super) steepness: f64,
}

impl Edge {
    /// The edge at an observation of which the shift is at most so large.
    pub(super) fn new(at: f64, shift: f64) -> Self {
        Self {
            at,
            steepness: at + shift + 3.0,
        }
    }

    pub(super) fn exponent(self, z: f64) -> f64 {
        self.steepness * (z - self.at)
    }

    /// Logarithm of the probability with which `z` counts as large.
    pub(super) fn log_large(self, z: f64) -> f64 {
        let exponent = self.exponent(z);
        if exponent < -37.0 {
            return exponent;
        }
        libm::log(-libm::expm1(-libm::exp(exponent.min(10.0))))
    }

    /// Logarithm of the probability with which it does not.
    pub(super) fn log_small(self, z: f64) -> f64 {
        -libm::exp(self.exponent(z).min(690.0))
    }

    /// Logarithm of a bound of the same at height `y`.
    pub(super) fn log_small_above(self, z: f64, y: f64) -> f64 {
        self.log_small(z) * self.turned(y)
    }

    /// What is left of the exponent of the latter at height `y`.
    pub(super) fn turned(self, y: f64) -> f64 {
        libm::cos(self.steepness * y)
    }

    /// How fast that falls at least from `z` on.
    pub(super) fn fall(self, z: f64) -> f64 {
        -self.steepness * self.log_small(z)
    }

    pub(super) fn complex_log_small(self, z: Complex<f64>) -> Complex<f64> {
        -complex::exp((z - self.at) * self.steepness)
    }

    pub(super) fn large(self, z: Complex<f64>) -> Complex<f64> {
        let exponent = (z - self.at) * self.steepness;
        if exponent.re > 10.0 {
            return Complex::new(1.0, 0.0);
        }
        -complex::expm1(-complex::exp(exponent))
    }

    /// Largest height up to which `e^(k (z - at))` has no negative real part, with room to spare.
    pub(super) fn height(self) -> f64 {
        0.49 * PI / self.steepness
    }
}

/// What a step is left with below an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below {
    pub(super) edge: Edge,
    /// `E_Q[1 - v]`, `E_P[1 - v]` and the second less the first, each with a bound of its error.
    out: (f64, f64),
    inn: (f64, f64),
    excess: (f64, f64),
}

impl Below {
    /// `None` where the integrals need too many nodes.
    pub(super) fn new(step: &SmoothStep, edge: Edge) -> Option<Self> {
        const MOST_NODES: f64 = 2e4;
        let part = |s: f64| LargePart::new(step, edge, (s, 0.0), 0.0, QUADRATURE, MOST_NODES);
        let (out, inn) = (part(0.0)?, part(1.0)?);
        let difference = (inn.share - out.share, inn.error + out.error);
        // Where the record is rarely drawn both are nearly the same.
        let excess = inn
            .excess
            .filter(|excess| excess.1 < difference.1)
            .unwrap_or(difference);
        Some(Self {
            edge,
            out: (out.share, out.error),
            inn: (inn.share, inn.error),
            excess,
        })
    }

    /// `E_Q[v] - 1 + s E_Q[v (w - 1)]`, which is 0 where nothing is removed, and `E_Q[v (w - 1)]`, each with a bound of its error.
    pub(super) fn moments(&self, s: f64) -> [(f64, f64); 2] {
        let ((out, out_error), (excess, error)) = (self.out, self.excess);
        [
            (-out - s * excess, out_error + s.abs() * error),
            (-excess, error),
        ]
    }

    /// Bound of the probability that an observation of "in" counts as large.
    pub(super) fn inn(&self) -> f64 {
        self.inn.0 + self.inn.1
    }
}
