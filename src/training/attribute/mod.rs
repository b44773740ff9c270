//! Attribute inference: the attacker knows a record but for one attribute and tells two of its values apart
//! (Cherubin et al., Corollary 10 with errata E8 and E16d).
//!
//! With value `a` a step shows `(1 - q) N(0) + q N(u)`, with value `b` `(1 - q) N(0) + q N(v)`, in units of the noise and
//! given everything before and all other records. Clipping gives `|u|, |v| <= m = 1/noise_multiplier`, the record of
//! distances `|u - v| <= r_t = R_t/(C noise_multiplier)`. No single pair is known to dominate under both constraints; the
//! certificate is the smallest of several proven bounds:
//!
//! - **Any gradients.** What the best choice of gradients and of their order is worth, given the likelihood ratio so far, by
//!   dynamic programming from the last step on: `AdaptiveSteps`. It is nearly attained.
//! - **Chi-square.** `P_v >= (1 - q) N(0)` and `E_0[(dP_u - dP_v)²] = q² (e^|u|² + e^|v|² - 2 e^(u.v))`. At fixed lengths
//!   this grows with the distance; at distance `r` it grows with the longer of both, and in the shorter one it falls and
//!   then rises. So it is largest at `|u| = m` with `v` either as long (tangential) or `r` below on the same ray
//!   (radial). Conditional factors `1 + chi²` multiply over adaptive steps.
//! - **Sampling revealed.** An attacker who is told which steps took the record faces a Gaussian of length
//!   `sqrt(sum B_t r_t²)`; `erf` of a square root is concave, so the mean over the coins `B_t` is at most its value at
//!   `sqrt(q sum r_t²)`.
//! - **Membership.** Two values of an attribute are two records: the exact pair of replace-one.
//! - **Closed form with an honest error**, as for membership.
//!
//! Attained are `u = -v` of length `r_t/2`, by the exact engine, those on one ray at the clipping norm, and those whose order
//! depends on what was seen before, by lower bounds of their own: the closed form, which knows only the distance, may understate
//! the risk by half.

mod adaptive_bound;
mod adaptive_gradients;
mod certificate;
mod collinear_gradients;
mod distant_steps;
mod gradient_distance;
mod gradient_pairs;
mod options;
mod overlap_kernel;
mod overlaps;
mod plane_law;
mod result;
mod score_law;

pub use gradient_distance::{GradientDistance, GradientDistanceOptions};
pub use options::AttributesOptions;
pub use result::{
    AttributeCertificate, AttributeParameters, AttributeSecurity, AttributeTpr, AttributesResult,
};
