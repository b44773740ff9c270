//! The two laws that one step has to be told apart by, and how many steps there are of each.

use super::mechanism::Noise;
use super::phase::Phase;

/// What one step shows "in" and "out", in units of the noise; `m = 1/noise_multiplier`, `N(c)` the noise
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

/// A pair that composes to bounds of the whole training; nothing else passes from the parameters to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DominatingPair {
    pub(crate) shape: Shape,
    pub(crate) noise: Noise,
    /// Noise multiplier (of the pair, sensitivity folded in), sample rate and steps; all distinct.
    pub(crate) phases: Vec<Phase>,
}
