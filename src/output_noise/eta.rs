//! What membership inference privacy promises (Izzo et al., Definition 1): `eta` is what the best attacker's accuracy
//! exceeds the better blind guess `max(p, 1 - p)` by, `p = k/n`.

use crate::numerics::{down, up};

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
