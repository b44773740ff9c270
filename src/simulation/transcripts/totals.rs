//! Losses of four trainings, added up over the phases.

use crate::random::QUAD;

/// See [`super::block::Block`]; the linear part is not yet divided by its standard deviation.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) out: [f64; QUAD],
    pub(super) out_mirrored: [f64; QUAD],
    pub(super) member: [f64; QUAD],
    pub(super) member_mirrored: [f64; QUAD],
    pub(super) linear: [f64; QUAD],
}

/// Adds `summands` to `sums`, lane by lane.
#[inline(always)]
pub(super) fn add(sums: &mut [f64; QUAD], summands: [f64; QUAD]) {
    for (sum, summand) in sums.iter_mut().zip(summands) {
        *sum += summand;
    }
}
