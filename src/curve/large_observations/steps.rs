//! The steps of a run of one phase, each with one observation.

use crate::mechanism::PairPhase;
use crate::numerics::normal;

/// `Q = N(0, 1)` against `P = (1 - q) Q + q N(m, 1)`, `n` times. The ratio of one step is `w = 1 - q + u`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) rate: f64,
    pub(super) shift: f64,
    pub(super) num_steps: f64,
    /// `1 - q`, the least ratio, and its logarithm.
    pub(super) kept: f64,
    pub(super) undrawn: f64,
}

/// A threshold of the ratio of one step over what the others leave of it, less the least ratio: `X - (1 - q)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excess {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Excess {
    /// Whether it lies at or below a value for sure.
    pub(super) fn is_within(self, most: f64) -> bool {
        self.value + self.error <= most
    }
}

impl Steps {
    pub(super) fn new(phase: &PairPhase) -> Self {
        Self {
            rate: phase.sample_rate,
            shift: phase.shift(),
            num_steps: phase.num_steps,
            kept: 1.0 - phase.sample_rate,
            undrawn: libm::log1p(-phase.sample_rate),
        }
    }

    /// `u = q e^(m z - m²/2)`.
    pub(super) fn drawn_ratio(&self, z: f64) -> f64 {
        self.rate * libm::exp(self.shift * (z - 0.5 * self.shift))
    }

    /// Where that is `u`.
    pub(super) fn place(&self, u: f64) -> f64 {
        0.5 * self.shift + libm::log(u / self.rate) / self.shift
    }

    /// How many observations of undrawn steps lie beyond the place of `u`.
    pub(super) fn shown(&self, u: f64) -> f64 {
        self.num_steps * normal::sf(self.place(u))
    }

    /// `e^eps / (1 - q)^k - (1 - q)`.
    pub(super) fn excess(&self, epsilon: f64, others: f64) -> Excess {
        let left = others * self.undrawn;
        let grown = libm::expm1(epsilon - left);
        let parts = (1.0 + grown) * (epsilon.abs() + left.abs()) + grown.abs() + self.rate;
        Excess {
            value: grown + self.rate,
            error: 4.0 * f64::EPSILON * parts,
        }
    }
}
