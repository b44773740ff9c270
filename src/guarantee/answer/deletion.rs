//! Deletion without retraining.

use crate::figure::{Error, Figure, RANGES};
use crate::guarantee::guarantee::Guarantee;
use crate::guarantee::options::GuaranteeOptions;
use crate::guarantee::result::{METHOD, SAMPLED, Unlearning};
use crate::guarantee::theorems;
use crate::guarantee::unlearning::{
    absence, absence_of_all, deletion_capacity, printed_deletion_capacity,
};

impl GuaranteeOptions {
    pub(crate) fn unlearning(&self, guarantee: &Guarantee) -> Result<Option<Unlearning>, Error> {
        let Some(target) = self.target_absence else {
            return Ok(None);
        };
        RANGES.positive_accuracy.check("target_absence", target)?;
        let deletions = RANGES
            .deletions
            .check("deletions", self.deletions.unwrap_or(1.0))?;
        let (Some(size), Some(probability)) = (self.dataset_size, self.sampling_probability) else {
            return Err(Error::Missing {
                parameter: "dataset_size",
                needed: "dataset_size and sampling_probability beside target_absence",
            });
        };
        RANGES.dataset_size.check("dataset_size", size)?;
        let Guarantee::PureDp { epsilon } = guarantee else {
            return Err(Error::Unknown {
                parameter: "target_absence",
                reason: "needs pure DP: with a delta a rare output may give a deleted record away (E10)",
                nearest: None,
            });
        };
        let all = absence_of_all(*epsilon, probability, deletions);
        let figure = |value, theorem| {
            Figure::lower(value, METHOD, theorem)
                .with_erratum("E10")
                .with_assumptions(SAMPLED)
        };
        let capacity = deletion_capacity(*epsilon, probability, target);
        Ok(Some(Unlearning {
            dataset_size: size,
            expected_size: size * probability,
            deletions,
            target_absence: target,
            absence: figure(absence(*epsilon, probability), theorems::ABSENCE),
            absence_of_all: figure(all, theorems::ABSENCE),
            guaranteed: all >= target,
            capacity: capacity
                .is_finite()
                .then(|| figure(capacity, theorems::DELETION_CAPACITY)),
            printed_capacity: Some(printed_deletion_capacity(*epsilon, probability, target))
                .filter(|capacity| capacity.is_finite()),
        }))
    }
}
