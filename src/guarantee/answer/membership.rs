//! Membership inference privacy.

use crate::figure::{Error, Figure, RANGES};
use crate::guarantee::guarantee::Guarantee;
use crate::guarantee::membership_privacy::{eta_from_guarantee, odds_factor};
use crate::guarantee::options::GuaranteeOptions;
use crate::guarantee::positive_accuracy::positive_accuracy;
use crate::guarantee::result::{METHOD, PrivacyOfMembership};

const ETA: &str = "Accuracy of the worst mechanism at k/n less the blind guess (Izzo et al., Theorem 4, attained)";
const ETA_OF_ORDERS: &str = "Accuracy at k/n less the blind guess, from the divergence that the orders allow (Izzo et al., Theorem 4); no \
    mechanism attains it";
const ODDS: &str = "Posterior odds over prior odds are at most e^eps (Izzo et al., Proposition 6)";
const REPLACED: &str =
    "The guarantee is for replacing one record; a subset of fixed size is drawn.";

impl GuaranteeOptions {
    pub(crate) fn membership(&self, guarantee: &Guarantee) -> Result<PrivacyOfMembership, Error> {
        let subset_fraction = RANGES
            .subset_fraction
            .check("subset_fraction", self.subset_fraction.unwrap_or(0.5))?;
        let theorem = if guarantee.fixes_curve() {
            ETA
        } else {
            ETA_OF_ORDERS
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
            odds_factor: factor.map(|factor| Figure::upper(factor, METHOD, ODDS)),
            posterior: posterior.map(|posterior| Figure::upper(posterior, METHOD, ODDS)),
        })
    }
}
