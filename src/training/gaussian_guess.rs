//! A cheap guess of a figure: the Gaussian whose affinity is that of the run. Where searches start, never shown.

use super::quantity::{Quantity, TargetSide};
use crate::figure::log_odds_against;
use crate::fourier::affinity;
use crate::mechanism::{Domination, Gaussian, Mechanism};
use crate::numerics::{Bisection, normal};

/// The `mu` at which a Gaussian has the target value of a quantity.
pub(crate) struct Preview {
    mu: f64,
}

impl Preview {
    /// None where no `mu` gives the target.
    pub(crate) fn new(quantity: &Quantity, target: f64) -> Option<Self> {
        let (low, high) = (1e-9, 1e3);
        let below = |mu: f64| match quantity.side() {
            TargetSide::AtMost => quantity.of_gaussian(mu) <= target,
            TargetSide::AtLeast => quantity.of_gaussian(mu) >= target,
        };
        if !below(low) || below(high) {
            return None;
        }
        let (mu, _) = Bisection::logarithmic(60).bracket(low, high, below);
        Some(Self { mu })
    }

    /// By how much the run's `mu = sqrt(-8 ln rho)` exceeds the wanted one, in the logarithm; `rho` is its
    /// Bhattacharyya coefficient.
    pub(crate) fn excess(&self, run: &Mechanism) -> Option<f64> {
        let domination = Domination::of(run).ok()?;
        let log_affinity = affinity(&domination.upper)?;
        Some(libm::log(
            libm::sqrt(-8.0 * log_affinity).max(1e-300) / self.mu,
        ))
    }
}

/// The normal quantile of a rate.
fn rate(p: f64) -> f64 {
    normal::quantile(p.clamp(1e-300, 1.0 - 1e-15))
}

impl Quantity {
    /// The figure of the Gaussian test with parameter `mu`.
    fn of_gaussian(&self, mu: f64) -> f64 {
        let law = Gaussian { mu };
        match *self {
            Self::Advantage => law.advantage().middle(),
            Self::BayesSecurity => 1.0 - law.advantage().middle(),
            Self::Tpr { fpr } => law.tpr(fpr).middle(),
            Self::Precision { prior, fpr } => {
                let found = prior * law.tpr(fpr).middle();
                found / (found + (1.0 - prior) * fpr)
            }
            Self::Accuracy { prior } => {
                let order = log_odds_against(prior);
                1.0 - prior * law.overlap(order).middle()
            }
            Self::Eta { prior } => {
                let order = log_odds_against(prior);
                1.0 - prior * law.overlap(order).middle() - prior.max(1.0 - prior)
            }
            Self::PositiveAccuracy { prior, attack_rate } => {
                let fpr = normal::cdf(rate(attack_rate) - mu);
                let found = prior * attack_rate;
                found / (found + (1.0 - prior) * fpr)
            }
            Self::GdpMu { .. } => mu,
            Self::Epsilon { target_delta } => {
                let above = |order| law.hockey_stick(order).middle() > target_delta;
                Bisection::linear(60).bracket(0.0, 1e5, above).1
            }
        }
    }

    /// A scale on which the figure is roughly linear in the logarithm of the parameters.
    pub(crate) fn mu_of(&self, value: f64) -> f64 {
        match *self {
            Self::Advantage => libm::log(rate(0.5 + 0.5 * value.min(1.0)).max(1e-300)),
            Self::BayesSecurity => libm::log(rate(1.0 - 0.5 * value.clamp(0.0, 1.0)).max(1e-300)),
            Self::Tpr { fpr } => libm::log((rate(value) - rate(fpr)).max(1e-12)),
            Self::Precision { prior, fpr } => {
                let tpr = value * (1.0 - prior) * fpr / (prior * (1.0 - value).max(1e-300));
                libm::log((rate(tpr) - rate(fpr)).max(1e-12))
            }
            Self::PositiveAccuracy { prior, attack_rate } => {
                let fpr = attack_rate * prior * (1.0 - value).max(1e-300) / (value * (1.0 - prior));
                libm::log((rate(attack_rate) - rate(fpr)).max(1e-12))
            }
            Self::Accuracy { prior } => {
                let blind = prior.max(1.0 - prior);
                libm::log((value - blind).max(1e-300)) - libm::log((1.0 - value).max(1e-300))
            }
            Self::Eta { prior } => {
                let most = prior.min(1.0 - prior);
                libm::log(value.max(1e-300)) - libm::log((most - value).max(1e-300))
            }
            Self::Epsilon { .. } | Self::GdpMu { .. } => libm::log(value.clamp(1e-300, 1e300)),
        }
    }
}
