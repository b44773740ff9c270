//! Sixteen simulated trainings: what is wanted of them, and their losses.

use crate::random::LANES;

/// Which losses of a block are wanted besides those under "out".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) mirrored: bool,
    pub(crate) member: bool,
}

/// Total losses `ln in/out` of sixteen trainings, all from the same noise `z`. A loss may be minus infinity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Observed under "out".
    pub(crate) out: [f64; LANES],
    /// The same with `-z`; meaningful only if mirrored losses are wanted.
    pub(crate) out_mirrored: [f64; LANES],
    /// Observed under "in"; meaningful only if losses of a member are wanted.
    pub(crate) member: [f64; LANES],
    /// The same with `-z`; meaningful only if both are wanted.
    pub(crate) member_mirrored: [f64; LANES],
    /// `sum c_t z_t/linear_mu` with `c_t` the slope of a step's loss at no noise to first order in its rate: `q m`,
    /// times the size of a group, times two under substitution. Standard normal; 0 for Laplace noise.
    pub(crate) linear: [f64; LANES],
}
