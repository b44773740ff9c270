//! Membership inference privacy (Izzo et al., Definition 1): a training set of `k` records out of `n` is drawn, and
//! `eta` is what the best attacker's accuracy exceeds the better blind guess `max(p, 1 - p)` by, `p = k/n`.

use super::guarantee::Guarantee;
use super::options::GuaranteeOptions;
use super::positive_accuracy::positive_accuracy;
use super::result::{METHOD, PrivacyOfMembership};
use super::theorems;
use crate::figure::{Error, Figure, RANGES};
use crate::numerics::up;

const REPLACED: &str =
    "The guarantee is for replacing one record; a subset of fixed size is drawn.";

/// Upper bound of `eta` from a guarantee for records that are exchanged: the accuracy of the worst mechanism at prior
/// `p`, less `max(p, 1 - p)` (Theorem 4, attained; erratum E16m for every `k`).
///
/// For `(epsilon, delta)` it is `max(delta min(p, 1 - p), (e^eps + delta)/(e^eps + 1) - max(p, 1 - p))`.
///
/// ```
/// use mi_bounds::{Guarantee, eta_from_guarantee};
/// let eta = eta_from_guarantee(&Guarantee::PureDp { epsilon: 1.0 }, 0.5);
/// assert!((eta - (1.0 / (1.0 + (-1.0_f64).exp()) - 0.5)).abs() < 1e-12);
/// ```
#[must_use]
pub fn eta_from_guarantee(guarantee: &Guarantee, subset_fraction: f64) -> f64 {
    // The smaller of both shares times the divergence at the order of their ratio.
    let p = subset_fraction.min(1.0 - subset_fraction);
    let order = libm::log1p(-p) - libm::log(p);
    up(p * guarantee.divergence(order)).min(p)
}

/// Largest factor by which an output changes the odds of membership under pure DP: `e^eps` (Proposition 6). Rounded up;
/// `None` where no factor is promised, and above `eps = 700`, where no double holds it.
#[must_use]
pub fn odds_factor(guarantee: &Guarantee) -> Option<f64> {
    match guarantee {
        Guarantee::PureDp { epsilon } if *epsilon <= 700.0 => Some(up(libm::exp(*epsilon))),
        _ => None,
    }
}

impl GuaranteeOptions {
    pub(crate) fn membership(&self, guarantee: &Guarantee) -> Result<PrivacyOfMembership, Error> {
        let subset_fraction = RANGES
            .subset_fraction
            .or_default("subset_fraction", self.subset_fraction)?;
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
