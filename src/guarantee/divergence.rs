//! The divergence that each form of guarantee allows at an order.

use super::guarantee::{Guarantee, ROUNDING};
use crate::mechanism::Gaussian;

impl Guarantee {
    /// Upper bound of the divergence of both orders of the pair at any order `eps`.
    ///
    /// ```
    /// let dp = mi_bounds::Guarantee::ApproximateDp { epsilon: 1.0, delta: 1e-5 };
    /// // Humphries et al. at order 0.
    /// assert!((dp.divergence(0.0) - mi_bounds::humphries(1.0, 1e-5)).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn divergence(&self, epsilon: f64) -> f64 {
        if epsilon < 0.0 {
            // Both orders: D(eps) = 1 - e^eps + e^eps D(-eps).
            let mirrored = libm::exp(epsilon) * self.divergence(-epsilon) - libm::expm1(epsilon);
            return mirrored * (1.0 + ROUNDING);
        }
        if let Self::PureDp { epsilon: bound } | Self::ApproximateDp { epsilon: bound, .. } = self
            && epsilon >= *bound
        {
            // Beyond its epsilon the guarantee is its delta, without a rounding.
            return self.delta();
        }
        let value = match self {
            Self::PureDp { epsilon: bound } => randomised_response(*bound, 0.0, epsilon),
            Self::ApproximateDp {
                epsilon: bound,
                delta,
            } => randomised_response(*bound, *delta, epsilon),
            Self::Gdp { mu } if *mu == 0.0 => 0.0,
            Self::Gdp { mu } => Gaussian { mu: *mu }.hockey_stick(epsilon).upper.max(0.0),
            Self::Zcdp { rho } => {
                // (1 - 1/a)^a/(a - 1) e^((a - 1)(a rho - eps)) is smallest near a = (eps + rho)/(2 rho).
                let centre = ((epsilon + rho) / (2.0 * rho)).max(1.0);
                (0..400)
                    .map(|i| 1.0 + centre * libm::exp(0.05 * (f64::from(i) - 200.0)))
                    .map(|order| renyi_tail(order, order * rho, epsilon))
                    .fold(bretagnolle_huber(*rho), f64::min)
            }
            Self::Rdp { orders } => {
                let least = orders.iter().map(|&(_, d)| d).fold(f64::INFINITY, f64::min);
                orders
                    .iter()
                    .map(|&(order, divergence)| renyi_tail(order, divergence, epsilon))
                    .fold(bretagnolle_huber(least), f64::min)
            }
        };
        (value * (1.0 + ROUNDING)).min(1.0)
    }
}

/// `D(eps)` of the worst `(bound, delta)` mechanism.
fn randomised_response(bound: f64, delta: f64, epsilon: f64) -> f64 {
    // (e^bound - e^eps)/(1 + e^bound)
    delta + (1.0 - delta) * -libm::expm1(epsilon - bound) / (1.0 + libm::exp(-bound))
}

/// `delta(eps) <= (1 - 1/a)^a/(a - 1) e^((a - 1)(D_a - eps))`.
fn renyi_tail(order: f64, divergence: f64, epsilon: f64) -> f64 {
    let c = order - 1.0;
    let shrink = order * libm::log1p(-1.0 / order) - libm::log(c);
    libm::exp(c * (divergence - epsilon) + shrink)
}

/// `TV <= sqrt(1 - e^-KL)`, and Pinsker's `sqrt(KL/2)`.
fn bretagnolle_huber(divergence: f64) -> f64 {
    libm::sqrt(-libm::expm1(-divergence)).min(libm::sqrt(0.5 * divergence))
}
