//! The gap between the loss on the training set and elsewhere, bounded by what membership can be told from it.

use super::guarantee::Guarantee;
use super::options::GuaranteeOptions;
use super::result::{GeneralisationGap, METHOD};
use super::theorems;
use crate::figure::{Error, Figure, RANGES};
use crate::numerics::up;

/// Upper bound of the gap between the mean loss on members and on records that were not sampled, for a loss in
/// `[0, loss_bound]` and `P_x(1) = 1/2`: `loss_bound` times the advantage, since an attacker who says "member" with
/// probability one less the loss attains their ratio (Yeom et al., Theorem 2; Thudi et al., Corollary 5.4).
///
/// For pure DP this is `loss_bound tanh(eps/2)`. Against the whole data set at a fixed split into halves it is half of
/// that, since half of the whole are the members themselves (erratum E16g).
///
/// ```
/// use mi_bounds::{Guarantee, generalisation_gap};
/// let gap = generalisation_gap(&Guarantee::PureDp { epsilon: 1.0 }, 2.0);
/// assert!((gap - 2.0 * 0.5_f64.tanh()).abs() < 1e-12);
/// ```
#[must_use]
pub fn generalisation_gap(guarantee: &Guarantee, loss_bound: f64) -> f64 {
    up(loss_bound * guarantee.divergence(0.0))
}

impl GuaranteeOptions {
    pub(crate) fn generalisation(&self, guarantee: &Guarantee) -> Result<GeneralisationGap, Error> {
        let loss_bound = RANGES
            .loss_bound
            .or_default("loss_bound", self.loss_bound)?;
        let gap = generalisation_gap(guarantee, loss_bound);
        Ok(GeneralisationGap {
            loss_bound,
            held_out: Figure::upper(gap, METHOD, theorems::GENERALISATION_GAP).with_assumptions(
                "Every record is sampled with probability 1/2; the loss lies between 0 and the largest loss given; the other records were not sampled.",
            ),
            whole_set: Figure::upper(0.5 * gap, METHOD, theorems::GENERALISATION_GAP)
                .with_erratum("E16g")
                .with_assumptions(
                    "The data set is split into halves of fixed size, and the guarantee is for replacing one record.",
                ),
        })
    }
}
