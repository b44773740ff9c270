//! What follows from a guarantee alone, without the mechanism behind it: curves from pure DP, (epsilon, delta), GDP,
//! zCDP and RDP. Every figure is an upper bound, attained by the worst mechanism that keeps the guarantee (not for
//! zCDP and RDP, which fix no curve).

use super::theorems;
use crate::figure::{Error, RANGES, Theorem, log_odds_against};
use crate::numerics::{Bisection, lowest};

/// A guarantee in any of its forms, for both orders of neighbouring data sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Guarantee {
    /// `(epsilon, 0)`-DP.
    PureDp {
        /// Epsilon.
        epsilon: f64,
    },
    /// `(epsilon, delta)`-DP.
    ApproximateDp {
        /// Epsilon.
        epsilon: f64,
        /// Delta.
        delta: f64,
    },
    /// `mu`-GDP.
    Gdp {
        /// Mu.
        mu: f64,
    },
    /// `rho`-zCDP: Rényi divergence at most `rho alpha` at every order.
    Zcdp {
        /// Rho.
        rho: f64,
    },
    /// Rényi divergence at some orders above 1.
    Rdp {
        /// Orders and divergences.
        orders: Vec<(f64, f64)>,
    },
}

/// Relative rounding of a bound, upward.
pub(crate) const ROUNDING: f64 = 1e-13;

impl Guarantee {
    /// Checks its numbers.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first that is out of range.
    pub fn check(self) -> Result<Self, Error> {
        match &self {
            Self::PureDp { epsilon } => {
                RANGES.guarantee.check("epsilon", *epsilon)?;
            }
            Self::ApproximateDp { epsilon, delta } => {
                RANGES.guarantee.check("epsilon", *epsilon)?;
                RANGES.delta.check("delta", *delta)?;
            }
            Self::Gdp { mu } => {
                RANGES.guarantee.check("gdp_mu", *mu)?;
            }
            Self::Zcdp { rho } => {
                RANGES.guarantee.check("zcdp_rho", *rho)?;
            }
            Self::Rdp { orders } => {
                if orders.is_empty() {
                    return Err(Error::Missing {
                        parameter: "rdp",
                        needed: "at least one pair of order and divergence",
                    });
                }
                for &(order, divergence) in orders {
                    RANGES.rdp_order.check("rdp", order)?;
                    RANGES.guarantee.check("rdp", divergence)?;
                }
            }
        }
        Ok(self)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::PureDp { .. } => "pure_dp",
            Self::ApproximateDp { .. } => "approximate_dp",
            Self::Gdp { .. } => "gdp",
            Self::Zcdp { .. } => "zcdp",
            Self::Rdp { .. } => "rdp",
        }
    }

    pub(super) fn delta(&self) -> f64 {
        match self {
            Self::ApproximateDp { delta, .. } => *delta,
            _ => 0.0,
        }
    }

    /// Whether its curve is that of a mechanism, which attains what follows from it; Rényi divergences fix none.
    pub(crate) fn fixes_curve(&self) -> bool {
        !matches!(self, Self::Zcdp { .. } | Self::Rdp { .. })
    }

    pub(crate) fn theorem(&self) -> &'static Theorem {
        match self {
            Self::PureDp { .. } | Self::ApproximateDp { .. } => theorems::ONE_PAIR,
            Self::Gdp { .. } => theorems::GAUSSIAN_TRADE_OFF,
            Self::Zcdp { .. } | Self::Rdp { .. } => theorems::ORDERS,
        }
    }

    /// Upper bound of the rate of true positives at rate `fpr`: `D(eps) + fpr e^eps` at its lowest order.
    #[must_use]
    pub fn tpr(&self, fpr: f64) -> f64 {
        let line = |epsilon: f64| self.divergence(epsilon) + fpr * libm::exp(epsilon);
        let kink = match self {
            Self::PureDp { epsilon } | Self::ApproximateDp { epsilon, .. } => *epsilon,
            _ => 0.0,
        };
        let kinks = line(kink).min(line(-kink)).min(line(0.0));
        (line(lowest(&line)).min(kinks) * (1.0 + ROUNDING)).clamp(fpr, 1.0)
    }

    /// Lower bound of the rate of false positives of an attack whose rate of true positives is `tpr`:
    /// `e^-eps (tpr - D(eps))` at its largest over all orders `eps`, from whichever side of 0.
    ///
    /// For `(epsilon, delta)` this is `max(0, e^-eps (tpr - delta), 1 - delta - e^eps (1 - tpr))`, attained (erratum E9).
    /// It is convex in `tpr`, so it also holds for rates that are averages over random data sets.
    ///
    /// ```
    /// let dp = mi_bounds::Guarantee::ApproximateDp { epsilon: 1.0, delta: 0.05 };
    /// assert!((dp.least_fpr(0.06) - 0.01 * (-1.0_f64).exp()).abs() < 1e-14);
    /// assert_eq!(dp.least_fpr(0.05), 0.0);
    /// ```
    #[must_use]
    pub fn least_fpr(&self, tpr: f64) -> f64 {
        if let Self::PureDp { epsilon } | Self::ApproximateDp { epsilon, .. } = self {
            let delta = self.delta();
            let below = libm::exp(-epsilon) * (tpr - delta);
            let above = tpr - delta - libm::expm1(epsilon.min(700.0)) * (1.0 - tpr);
            let slack = ROUNDING * (1.0 + libm::exp(epsilon.min(700.0)) * (1.0 - tpr));
            return (below * (1.0 - ROUNDING)).max(above - slack).max(0.0);
        }
        let line = |epsilon: f64| {
            let divergence = self.divergence(epsilon);
            libm::exp(-epsilon) * (tpr - divergence - ROUNDING * (tpr + divergence))
        };
        let best = lowest(&|epsilon| -line(epsilon));
        line(best).max(line(0.0)).max(0.0)
    }

    /// Upper bound of the probability that the privacy loss exceeds `level`: `D(eps)/(1 - e^(eps - level))` at its
    /// smallest over the orders `eps < level` (erratum E16c; delta alone does not bound it).
    ///
    /// ```
    /// // The Gaussian with mu = 1 keeps (1, 0.126937), and its loss exceeds 1 with probability 0.308538.
    /// let dp = mi_bounds::Guarantee::ApproximateDp { epsilon: 1.0, delta: 0.126937 };
    /// assert!(dp.loss_tail(1.0) > 0.308538);
    /// assert!((dp.loss_tail(3.0) - 0.126937 / (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn loss_tail(&self, level: f64) -> f64 {
        let at = |epsilon: f64| {
            let rest = -libm::expm1(epsilon - level);
            if rest > 0.0 {
                self.divergence(epsilon) / rest * (1.0 + ROUNDING)
            } else {
                1.0
            }
        };
        if let Self::PureDp { epsilon } = self
            && level >= *epsilon
        {
            return 0.0;
        }
        let kink = match self {
            Self::ApproximateDp { epsilon, .. } => at(*epsilon),
            _ => 1.0,
        };
        // Any order below the level is a bound: a fine walk down from it finds the best to some digits.
        (0..400)
            .map(|i| level - libm::exp(0.05 * (f64::from(i) - 300.0)))
            .map(at)
            .fold(kink, f64::min)
            .min(1.0)
    }

    /// Upper bound of the share of right answers at a prior.
    #[must_use]
    pub fn accuracy(&self, prior: f64) -> f64 {
        let blind = prior.max(1.0 - prior);
        let kept = prior * (1.0 - self.divergence(log_odds_against(prior)));
        ((1.0 - kept) * (1.0 + ROUNDING)).clamp(blind, 1.0)
    }

    /// Smallest epsilon found at `delta`; infinite where none is certified.
    #[must_use]
    pub fn epsilon(&self, delta: f64) -> f64 {
        let enough = |epsilon: f64| self.divergence(epsilon) <= delta;
        let mut high = 1.0;
        while !enough(high) {
            high *= 2.0;
            if high > 1e5 {
                return f64::INFINITY;
            }
        }
        if enough(0.0) {
            return 0.0;
        }
        let short = |epsilon: f64| !enough(epsilon);
        Bisection::linear(80).bracket(0.0, high, short).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::Gaussian;

    /// A Gaussian with `mu` keeps `mu²/2`-zCDP and each of its own (epsilon, delta) pairs: what follows from these lies
    /// above what follows from `mu` itself.
    #[test]
    fn weaker_guarantees_give_weaker_bounds() {
        for mu in [0.1, 0.7, 1.5] {
            let gdp = Guarantee::Gdp { mu };
            let zcdp = Guarantee::Zcdp { rho: 0.5 * mu * mu };
            let orders = [1.5, 2.0, 4.0, 16.0]
                .map(|a| (a, 0.5 * a * mu * mu))
                .to_vec();
            let rdp = Guarantee::Rdp { orders };
            let delta = 1e-4;
            let epsilon = gdp.epsilon(delta);
            let dp = Guarantee::ApproximateDp { epsilon, delta };
            for fpr in [1e-4, 0.01, 0.3, 0.9] {
                let exact = Gaussian { mu }.tpr(fpr);
                assert!(
                    (gdp.tpr(fpr) / exact.middle() - 1.0).abs() < 1e-9,
                    "{mu} {fpr}"
                );
                for weaker in [&zcdp, &rdp, &dp] {
                    assert!(weaker.tpr(fpr) >= exact.lower, "{mu} {fpr} {weaker:?}");
                }
                assert!(rdp.tpr(fpr) >= zcdp.tpr(fpr) * (1.0 - 1e-3), "{mu} {fpr}");
            }
        }
    }

    #[test]
    fn pure_dp_gives_the_two_lines() {
        let dp = Guarantee::ApproximateDp {
            epsilon: 2.0,
            delta: 0.01,
        };
        for fpr in [1e-3_f64, 0.05, 0.2, 0.6] {
            let e = 2.0_f64.exp();
            let lines = (e * fpr + 0.01).min(1.0 - (1.0 - 0.01 - fpr) / e);
            assert!((dp.tpr(fpr) - lines).abs() < 1e-9, "{fpr}");
        }
        assert!((dp.epsilon(0.01) - 2.0).abs() < 1e-9);
    }
}
