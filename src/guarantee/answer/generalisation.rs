//! Gap between training loss and other loss.

use crate::figure::{Error, Figure, RANGES};
use crate::guarantee::generalisation::generalisation_gap;
use crate::guarantee::guarantee::Guarantee;
use crate::guarantee::options::GuaranteeOptions;
use crate::guarantee::result::{GeneralisationGap, METHOD};
use crate::guarantee::theorems;

impl GuaranteeOptions {
    pub(crate) fn generalisation(&self, guarantee: &Guarantee) -> Result<GeneralisationGap, Error> {
        let loss_bound = RANGES
            .loss_bound
            .check("loss_bound", self.loss_bound.unwrap_or(1.0))?;
        let gap = generalisation_gap(guarantee, loss_bound);
        Ok(GeneralisationGap {
            loss_bound,
            held_out: Figure::upper(gap, METHOD, theorems::GENERALISATION_GAP).with_assumptions(
                "Every record is sampled with probability 1/2; the loss lies between 0 and loss_bound; the other records were not sampled.",
            ),
            whole_set: Figure::upper(0.5 * gap, METHOD, theorems::GENERALISATION_GAP)
                .with_erratum("E16g")
                .with_assumptions(
                    "The data set is split into halves of fixed size, and the guarantee is for replacing one record.",
                ),
        })
    }
}
