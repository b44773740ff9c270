//! How many steps of a phase take the record: a binomial variable.

use crate::random::QuadGenerator;

/// Mean from which rejection serves; below, the law is summed from its lower end.
const REJECTION: f64 = 10.0;

/// The binomial law of `n` trials of probability `p`.
///
/// Drawn by inversion or by transformed rejection with squeeze (Hörmann 1993, algorithm BTRS). Exact in law but for
/// rounding: each probability is right to `1e-15 + 1e-16 n` of itself, and what lies beyond the outermost 1e-15 of the
/// law is never drawn by inversion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Binomial {
    n: f64,
    /// At most one half; `mirrored` says that failures are counted.
    p: f64,
    mirrored: bool,
}

impl Binomial {
    /// `n` whole, `p` in `[0, 1]`.
    pub(super) fn new(n: f64, p: f64) -> Self {
        let mirrored = p > 0.5;
        Self {
            n,
            p: if mirrored { 1.0 - p } else { p },
            mirrored,
        }
    }

    /// One draw from lane `lane`.
    pub(super) fn draw(&self, lane: usize, generator: &mut QuadGenerator) -> f64 {
        let uniform = || generator.uniform(lane);
        let count = if self.n * self.p < REJECTION {
            self.invert(uniform)
        } else {
            self.reject(uniform)
        };
        if self.mirrored { self.n - count } else { count }
    }

    fn invert(&self, mut uniform: impl FnMut() -> f64) -> f64 {
        let odds = self.p / (1.0 - self.p);
        let mut probability = libm::exp(self.n * libm::log1p(-self.p));
        let mut rest = uniform();
        let mut count = 0.0;
        while rest > probability && count < self.n && probability > 0.0 {
            rest -= probability;
            count += 1.0;
            probability *= odds * (self.n - count + 1.0) / count;
        }
        count
    }

    fn reject(&self, mut uniform: impl FnMut() -> f64) -> f64 {
        let Self { n, p, .. } = *self;
        let spread = libm::sqrt(n * p * (1.0 - p));
        let b = 1.15 + 2.53 * spread;
        let a = -0.0873 + 0.0248 * b + 0.01 * p;
        let squeeze = 0.92 - 4.2 / b;
        loop {
            let u = uniform() - 0.5;
            let v = uniform();
            let distance = 0.5 - u.abs();
            let count = libm::floor((2.0 * a / distance + b) * u + n * p + 0.5);
            if distance >= 0.07 && v <= squeeze {
                return count;
            }
            if !(0.0..=n).contains(&count) {
                continue;
            }
            let alpha = (2.83 + 5.1 / b) * spread;
            if libm::log(v * alpha / (a / (distance * distance) + b)) <= self.log_ratio(count) {
                return count;
            }
        }
    }

    /// Logarithm of the probability of `k` over that of the mode.
    fn log_ratio(&self, k: f64) -> f64 {
        let Self { n, p, .. } = *self;
        let mode = libm::floor((n + 1.0) * p);
        // ln(n!/(k! (n - k)!)) by Stirling's series, ratios first: the large terms cancel before they are rounded.
        let r = p / (1.0 - p);
        (mode + 0.5) * libm::log((mode + 1.0) / (r * (n - mode + 1.0)))
            + (n + 1.0) * libm::log1p((k - mode) / (n - k + 1.0))
            + (k + 0.5) * libm::log(r * (n - k + 1.0) / (k + 1.0))
            + stirling(mode)
            + stirling(n - mode)
            - stirling(k)
            - stirling(n - k)
    }
}

/// `ln k! - (k + 1/2) ln(k + 1) + (k + 1) - ln(2 pi)/2`, error below 1e-15.
fn stirling(k: f64) -> f64 {
    if k < 20.0 {
        let exact = libm::lgamma(k + 1.0);
        return exact - (k + 0.5) * libm::log(k + 1.0) + (k + 1.0)
            - 0.5 * libm::log(2.0 * core::f64::consts::PI);
    }
    let x = k + 1.0;
    let square = x * x;
    (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square)
            / square)
        / x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::whole;
    use crate::random::LaneGenerator;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    /// Probabilities of the counts `first, first + 1, ...`, from the mode outwards by the ratio of neighbours.
    fn probabilities(n: f64, p: f64) -> (f64, Vec<f64>) {
        let mode = ((n + 1.0) * p).floor().min(n);
        let reach = 12.0 * (n * p * (1.0 - p)).sqrt() + 40.0;
        let odds = p / (1.0 - p);
        let mut below = Vec::new();
        let (mut k, mut weight) = (mode, 1.0);
        while k > 0.0 && mode - k < reach {
            weight *= k / ((n - k + 1.0) * odds);
            k -= 1.0;
            below.push(weight);
        }
        let first = k;
        below.reverse();
        below.push(1.0);
        let (mut k, mut weight) = (mode, 1.0);
        while k < n && k - mode < reach {
            weight *= odds * (n - k) / (k + 1.0);
            k += 1.0;
            below.push(weight);
        }
        let total: f64 = below.iter().sum();
        (
            first,
            below.into_iter().map(|weight| weight / total).collect(),
        )
    }

    /// Chi-square over cells of at least 1000 expected draws; nine laws, each refused with probability 1e-8.
    #[test]
    fn counts_follow_their_law() {
        for (n, p) in [
            (1.0, 0.3),
            (10.0, 0.3),
            (1000.0, 0.009),
            (1000.0, 0.02),
            (50.0, 0.5),
            (30.0, 0.9),
            (25.0, 0.45),
            (1e9, 1e-9),
            (1e8, 0.3),
        ] {
            const DRAWS: usize = 200_000;
            let law = Binomial::new(n, p);
            let mut generator = LaneGenerator::new(5, whole(n));
            let generator = &mut generator.quads()[1];
            let mut counts: Vec<f64> = (0..DRAWS)
                .map(|draw| law.draw(draw % 4, generator))
                .collect();
            counts.sort_unstable_by(f64::total_cmp);
            let (first, probabilities) = probabilities(n, p);
            let (mut below, mut statistic, mut cells) = (0, 0.0, 0.0);
            let (mut expected, mut left) = (0.0, DRAWS as f64);
            for (i, probability) in probabilities.iter().enumerate() {
                expected += DRAWS as f64 * probability;
                let last = i + 1 == probabilities.len();
                if !last && (expected < 1000.0 || left - expected < 1000.0) {
                    continue;
                }
                let end = first + i as f64;
                let reached = if last {
                    DRAWS
                } else {
                    counts.partition_point(|&count| count <= end)
                };
                statistic += ((reached - below) as f64 - expected).powi(2) / expected;
                left -= expected;
                (below, expected, cells) = (reached, 0.0, cells + 1.0);
            }
            let chance = ChiSquared::new(cells - 1.0).expect("valid").sf(statistic);
            assert!(chance > 1e-8, "{n} {p}: {statistic} in {cells} cells");
        }
    }

    #[test]
    fn certain_counts() {
        let mut generator = LaneGenerator::new(1, 1);
        let generator = &mut generator.quads()[0];
        assert_eq!(Binomial::new(7.0, 1.0).draw(0, generator), 7.0);
        assert_eq!(Binomial::new(1e9, 0.0).draw(3, generator), 0.0);
    }

    #[test]
    fn ratios_to_the_mode_are_those_of_the_factorials() {
        let law = Binomial::new(40.0, 0.3);
        let log = |k: f64| {
            libm::lgamma(41.0) - libm::lgamma(k + 1.0) - libm::lgamma(41.0 - k)
                + k * 0.3_f64.ln()
                + (40.0 - k) * 0.7_f64.ln()
        };
        for k in 0..=40 {
            let k = f64::from(k);
            let error = law.log_ratio(k) - (log(k) - log(12.0));
            assert!(error.abs() < 1e-12, "{k}: {error:e}");
        }
    }
}
