//! Membership inference privacy.

use crate::figure::{Error, Figure, RANGES};
use crate::guarantee::guarantee::Guarantee;
use crate::guarantee::membership_privacy::{eta_from_guarantee, odds_factor};
use crate::guarantee::options::GuaranteeOptions;
use crate::guarantee::positive_accuracy::positive_accuracy;
use crate::guarantee::result::{METHOD, PrivacyOfMembership};
use crate::guarantee::theorems;

const REPLACED: &str =
    "The guarantee is for replacing one record; a subset of fixed size is drawn.";

impl GuaranteeOptions {
    pub(crate) fn membership(&self, guarantee: &Guarantee) -> Result<PrivacyOfMembership, Error> {
        let subset_fraction = RANGES
            .subset_fraction
            .check("subset_fraction", self.subset_fraction.unwrap_or(0.5))?;
        let theorem = if guarantee.fixes_curve() {
            theorems::ETA
        } else {
            theorems::ETA_OF_ORDERS
        };
        let eta = Figure::upper(
            eta_from_guarantee(guarantee, subset_fraction),
            METHOD,
            theorem,
        )
        .with_assumptions(REPLACED);
        let factor = odds_factor(guarantee);
        // That an output for members, as Proposition 6 bounds its odds, is an attack of any rate.
        let posterior = matches!(guarantee, Guarantee::PureDp { .. })
            .then(|| positive_accuracy(guarantee, subset_fraction, None));
        Ok(PrivacyOfMembership {
            subset_fraction,
            eta: if subset_fraction == 0.5 {
                eta
            } else {
                eta.with_erratum("E16m")
            },
            odds_factor: factor.map(|factor| Figure::upper(factor, METHOD, theorems::ODDS)),
            posterior: posterior.map(|posterior| Figure::upper(posterior, METHOD, theorems::ODDS)),
        })
    }
}
