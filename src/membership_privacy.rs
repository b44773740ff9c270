//! Membership inference privacy (Izzo et al., Definition 1): a training set of `k` records out of `n` is drawn, and
//! `eta` is what the best attacker's accuracy exceeds the better blind guess `max(p, 1 - p)` by, `p = k/n`.

use crate::Guarantee;
use crate::rounding::{down, up};

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

/// The epsilon of pure DP whose `eta` it is: `ln(x/(1 - x))` with `x = max(p, 1 - p) + eta`, which is
/// `ln((1 + 2 eta)/(1 - 2 eta))` at `k = n/2`; inverse of Theorem 4 at `delta = 0`. Rounded down; infinite where no
/// attacker exceeds the blind guess by more than `eta` anyway.
#[must_use]
pub fn epsilon_from_eta(eta: f64, subset_fraction: f64) -> f64 {
    let share = subset_fraction.min(1.0 - subset_fraction);
    if eta >= share {
        return f64::INFINITY;
    }
    // 2x - 1, without the rounding of x itself.
    down(2.0 * libm::atanh((1.0 - 2.0 * share) + 2.0 * eta))
}

/// Upper bound of the rate of true positives at rate `fpr`: `FPR + 2 eta` at `k = n/2`, attained, and
/// `(max(p, 1 - p) + eta - (1 - p)(1 - FPR))/p` in general. The printed `FPR + eta` is exceeded by an attacker who is
/// always right (erratum E11).
///
/// ```
/// // A perfect attacker has eta = 1/2 and 1 - 0.
/// assert_eq!(mi_bounds::tpr_from_eta(0.5, 0.0, 0.5), 1.0);
/// ```
#[must_use]
pub fn tpr_from_eta(eta: f64, fpr: f64, subset_fraction: f64) -> f64 {
    let p = subset_fraction;
    // max(p, 1 - p) - (1 - p) is 2p - 1 or 0.
    let lead = (2.0 * p - 1.0).max(0.0);
    up((lead + eta + (1.0 - p) * fpr) / p).min(1.0)
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
