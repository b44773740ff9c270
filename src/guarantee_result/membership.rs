//! Membership inference privacy.

use super::{GuaranteeOptions, METHOD, PrivacyOfMembership};
use crate::membership_privacy::{eta_from_guarantee, odds_factor};
use crate::rounding::{probability_up, up};
use crate::{Error, Figure, Guarantee, RANGES};

const ETA: &str = "Accuracy of the worst mechanism at k/n less the blind guess (Izzo et al., Theorem 4, attained)";
const ODDS: &str = "Posterior odds over prior odds are at most e^eps (Izzo et al., Proposition 6)";
const REPLACED: &str =
    "The guarantee is for replacing one record; a subset of fixed size is drawn.";

impl GuaranteeOptions {
    pub(super) fn membership(&self, guarantee: &Guarantee) -> Result<PrivacyOfMembership, Error> {
        let subset_fraction = RANGES
            .subset_fraction
            .check("subset_fraction", self.subset_fraction.unwrap_or(0.5))?;
        let eta = Figure::upper(eta_from_guarantee(guarantee, subset_fraction), METHOD, ETA)
            .with_assumptions(REPLACED);
        let factor = odds_factor(guarantee);
        let posterior = |factor: f64| {
            let odds = subset_fraction / (1.0 - subset_fraction) * factor;
            Figure::upper(probability_up(odds / (1.0 + odds)), METHOD, ODDS)
        };
        Ok(PrivacyOfMembership {
            subset_fraction,
            eta: if subset_fraction == 0.5 {
                eta
            } else {
                eta.with_erratum("E16m")
            },
            odds_factor: factor.map(|factor| Figure::upper(factor, METHOD, ODDS)),
            posterior: factor.map(|factor| posterior(up(factor))),
        })
    }
}
