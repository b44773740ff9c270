//! The two laws that one step has to be told apart by, and how many steps there are of each.

use super::mechanism::Noise;
use super::phase::Phase;

/// What one step shows "in" and "out", in units of the noise; `m` is [`PairPhase::shift`], `N(c)` the noise
/// centred at `c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// `P = sum_j Binomial(k, q)(j) N(j m)`, `Q = N(0)`; `k = 1` for a single record.
    Mixture {
        /// The records that enter together.
        group_size: usize,
    },
    /// `P = (1 - q) N(0) + q N(m)`, `Q = (1 - q) N(0) + q N(-m)`.
    Substitution,
    /// At orders `a >= 1` the curve of `(1 - q) N(0) + q N(m)` against `N(0)`, below 1 its mirror
    /// `1 - a + a H(1/a)`: the law of the loss has an atom at 0.
    Mirrored,
    /// An epoch of `1/q` steps of which one, chosen at random, is `N(m)`: `P = avg_t N(m e_t)`, `Q = N(0)`.
    /// A phase has `num_steps q` epochs.
    Allocation,
}

impl Shape {
    /// Whether both hypotheses are mirror images, so that each has the divergence of the other.
    pub(crate) fn is_symmetric(self) -> bool {
        matches!(self, Self::Substitution | Self::Mirrored)
    }
}

/// A pair that composes to bounds of the whole training; nothing else passes from the parameters to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DominatingPair {
    pub(crate) shape: Shape,
    pub(crate) noise: Noise,
    /// All distinct.
    pub(crate) phases: Vec<PairPhase>,
}

/// Steps of a pair that share their law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairPhase {
    /// Scale of the noise over the distance by which a drawn record shifts: the noise multiplier of the training over
    /// the sensitivity of the pair.
    pub(crate) noise_per_shift: f64,
    /// Probability with which the record enters a step.
    pub(crate) sample_rate: f64,
    /// Number of steps.
    pub(crate) num_steps: f64,
}

impl PairPhase {
    /// The steps of a training at a sensitivity in units of its clipping norm.
    pub(crate) fn new(phase: &Phase, sensitivity: f64) -> Self {
        Self {
            noise_per_shift: phase.noise_multiplier / sensitivity,
            sample_rate: phase.sample_rate,
            num_steps: phase.num_steps,
        }
    }

    /// `m`, the shift of a step that takes the record, in units of the noise.
    pub(crate) fn shift(&self) -> f64 {
        1.0 / self.noise_per_shift
    }

    /// Number of steps of an epoch, `1/sample_rate` rounded.
    pub(crate) fn bins(&self) -> f64 {
        libm::round(1.0 / self.sample_rate)
    }

    /// Number of epochs, of whole ones.
    pub(crate) fn epochs(&self) -> f64 {
        libm::round(self.num_steps / self.bins())
    }
}
