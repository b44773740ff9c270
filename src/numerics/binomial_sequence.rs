//! Intervals for a probability that hold at every look at once.
//!
//! Of `n` independent trials `k` succeed. For the true `p` the likelihood ratio of a Beta(1/2, 1/2) mixture,
//!
//! ```text
//! M = B(k + 1/2, n - k + 1/2)/B(1/2, 1/2) / (p^k (1 - p)^(n - k)),
//! ```
//!
//! is a martingale that starts at 1, so it ever reaches `1/alpha` with probability at most `alpha` (Robbins 1970, Ville);
//! the `p` at which it is below are an interval around `k/n`.

use super::interval::Interval;

/// Error of the logarithms of the gamma function at `n <= 1e8`, which are up to `2e9`, generously.
const ROUNDING: f64 = 1e-5;

/// The interval after `successes` of `trials`, wrong at any time with probability `alpha` at most.
pub(crate) fn anytime_binomial(successes: f64, trials: f64, alpha: f64) -> Interval {
    let (k, rest) = (successes, trials - successes);
    if trials == 0.0 {
        return Interval {
            lower: 0.0,
            upper: 1.0,
        };
    }
    let mixture = libm::lgamma(k + 0.5) + libm::lgamma(rest + 0.5)
        - libm::lgamma(trials + 1.0)
        - libm::log(core::f64::consts::PI);
    let threshold = -libm::log(alpha) + ROUNDING - mixture;
    let outside = |p: f64| {
        // A term without trials is nothing, even where the logarithm is infinite.
        let hit = if k > 0.0 { k * libm::log(p) } else { 0.0 };
        let miss = if rest > 0.0 {
            rest * libm::log1p(-p)
        } else {
            0.0
        };
        -(hit + miss) >= threshold
    };
    let mean = k / trials;
    let end = |mut inner: f64, mut outer: f64| {
        if !outside(outer) {
            return outer;
        }
        while (outer - inner).abs() > 1e-12 * (outer + inner) {
            let middle = 0.5 * (inner + outer);
            if outside(middle) {
                outer = middle;
            } else {
                inner = middle;
            }
        }
        outer
    };
    Interval {
        lower: if k == 0.0 { 0.0 } else { end(mean, 0.0) },
        upper: if rest == 0.0 { 1.0 } else { end(mean, 1.0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_counts(n in 1.0..1e8_f64, share in 0.0..=1.0_f64, alpha in 1e-9..0.5_f64) {
            let n = n.floor();
            let k = (share * n).floor();
            let found = anytime_binomial(k, n, alpha);
            prop_assert!(0.0 <= found.lower && found.lower <= k / n);
            prop_assert!(k / n <= found.upper && found.upper <= 1.0);
            let mirrored = anytime_binomial(n - k, n, alpha);
            prop_assert!((mirrored.lower - (1.0 - found.upper)).abs() < 1e-9);
            let stricter = anytime_binomial(k, n, 0.5 * alpha);
            prop_assert!(stricter.lower <= found.lower && found.upper <= stricter.upper);
        }
    }

    /// Whatever was seen, the mixture is expected to stay where it is.
    #[test]
    fn the_mixture_is_a_martingale() {
        let log = |k: f64, n: f64, p: f64| {
            libm::lgamma(k + 0.5) + libm::lgamma(n - k + 0.5)
                - libm::lgamma(n + 1.0)
                - libm::log(core::f64::consts::PI)
                - k * libm::log(p)
                - (n - k) * libm::log1p(-p)
        };
        assert!(log(0.0, 0.0, 0.3).abs() < 1e-14);
        for p in [0.001, 0.3, 0.9] {
            for (k, n) in [(0.0, 1.0), (3.0, 10.0), (40.0, 41.0), (100.0, 900.0)] {
                let now = log(k, n, p);
                let next = p * libm::exp(log(k + 1.0, n + 1.0, p) - now)
                    + (1.0 - p) * libm::exp(log(k, n + 1.0, p) - now);
                // Logarithms of some thousands, rounded.
                assert!((next - 1.0).abs() < 1e-10, "{p} {k} {n}");
            }
        }
    }

    #[test]
    fn nothing_seen_leaves_everything_open() {
        assert_eq!(
            anytime_binomial(0.0, 0.0, 0.1),
            Interval {
                lower: 0.0,
                upper: 1.0
            }
        );
        let none = anytime_binomial(0.0, 1000.0, 0.05);
        assert!(none.lower == 0.0 && none.upper > 3.0 / 1000.0 && none.upper < 0.01);
    }
}
