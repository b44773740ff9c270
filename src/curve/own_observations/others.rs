//! How large the other observations of an epoch are together, from above.

use super::SLACK;
use crate::numerics::normal;

/// Parts of what is exceeded above which a single observation counts as large.
const MOST_PARTS: u8 = 8;

/// A sum of at most `bins` independent `e^(m z - m²/2)/bins`, `z` standard normal.
pub(super) struct Others {
    pub(super) shift: f64,
    pub(super) bins: f64,
}

impl Others {
    /// Bound of the probability that the sum exceeds `r`, given its logarithm.
    ///
    /// One of them exceeds `c = r/k`, or those that do not have the sum, of mean `v = P(z < z_c - m)` at most: by Markov's inequality with
    /// `v/r`, and by Bennett's with `(e v/r)^k`.
    pub(super) fn beyond(&self, log_r: f64) -> f64 {
        let m = self.shift;
        let of_parts = |parts: u8| {
            let parts = f64::from(parts);
            let z = (log_r - libm::log(parts) + libm::log(self.bins)) / m + 0.5 * m;
            let single = self.bins * normal::sf(z);
            let log_ratio = normal::log_sf(m - z) - log_r;
            let power = if log_ratio < 0.0 {
                (parts * (1.0 + log_ratio)).min(log_ratio)
            } else {
                0.0
            };
            single + libm::exp(power)
        };
        let least = (1..=MOST_PARTS).map(of_parts).fold(1.0, f64::min);
        (least * (1.0 + SLACK) + f64::MIN_POSITIVE).min(1.0)
    }
}
