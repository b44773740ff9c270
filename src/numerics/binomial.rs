//! Tails of the binomial law, each as the normal score that certainly does not exceed it.
//!
//! Up to a standard deviation of [`WIDEST_SUM`] a tail is the sum of its terms, the first by Loader's saddle-point form
//! (2000), the others by ratios of neighbours. Beyond, it is enclosed by Zubkov and Serov (2013, Theorem 1):
//! `C(k) <= P(X <= k) <= C(k + 1)` with `C(k) = Φ(sign(k/n - p) sqrt(2 n KL(k/n, p)))`, which is off by one count.

use super::normal;
use super::roots::{Bisection, sign_change};

/// A binomial law; both probabilities are given, since the difference of one and a small one is not small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binomial {
    trials: f64,
    p: f64,
    q: f64,
}

/// Standard deviation from which a tail has too many terms to add.
const WIDEST_SUM: f64 = 3000.0;

/// Below, a logarithm is no logarithm of a normal double.
const LEAST_LOG: f64 = -690.0;

/// Share of the sum at which the rest of a tail is bounded instead of added.
const NEGLIGIBLE: f64 = 1e-18;

impl Binomial {
    /// `trials` draws of probability `p`, from 0 to 1.
    pub(crate) fn new(trials: f64, p: f64) -> Self {
        Self {
            trials,
            p,
            q: 1.0 - p,
        }
    }

    fn mirrored(self) -> Self {
        Self {
            trials: self.trials,
            p: self.q,
            q: self.p,
        }
    }

    /// The number that is reached with a chance of more than `level`, and the next one is not.
    pub(crate) fn quantile(self, level: f64) -> f64 {
        let above = |k: f64| level_of_score(self.score_of_many(libm::floor(k))) > level;
        if self.trials < 1.0 || !above(1.0) {
            return 0.0;
        }
        let (last, _) = Bisection::linear(60)
            .until(|a, b| (a - b).abs() < 0.5)
            .bracket(1.0, self.trials + 1.0, above);
        libm::floor(last)
    }

    /// A lower bound of the `z` with `P(Z >= z) = P(X >= k)`: large where so many are surprising.
    pub(crate) fn score_of_many(self, k: f64) -> f64 {
        let n = self.trials;
        if k <= 0.0 || self.p >= 1.0 {
            return f64::NEG_INFINITY;
        }
        if k > n || self.p <= 0.0 {
            return f64::INFINITY;
        }
        if libm::sqrt(n * self.p * self.q) > WIDEST_SUM && k > 1.0 {
            // P(X >= k) <= 1 - C(k - 1).
            return self.enclosing_score(k - 1.0);
        }
        if k > n * self.p {
            let log = self.log_tail(k) + self.slack();
            // Just above the mean there may still be more than a half.
            if log < -core::f64::consts::LN_2 {
                return below(-score(log));
            }
        }
        // P(X >= k) = 1 - P(X <= k - 1), whose tail is that of the mirrored law.
        let log = self.mirrored().log_tail(n - k + 1.0) - self.slack();
        if log < 0.0 {
            below(score(log))
        } else {
            f64::INFINITY
        }
    }

    /// A lower bound of the `z` with `P(Z >= z) = P(X <= k)`: large where so few are surprising.
    pub(crate) fn score_of_few(self, k: f64) -> f64 {
        self.mirrored().score_of_many(self.trials - k)
    }

    /// `sign(k/n - p) sqrt(2 n KL(k/n, p))`, rounded down.
    fn enclosing_score(self, k: f64) -> f64 {
        let n = self.trials;
        let divergence = (deviance(k, n * self.p) + deviance(n - k, n * self.q)).max(0.0);
        let score = libm::sqrt(2.0 * divergence) * (k - n * self.p).signum();
        score - 1e-9 * (1.0 + score.abs())
    }

    /// `ln P(X >= k)` for `k` above the mean.
    fn log_tail(self, k: f64) -> f64 {
        let odds = self.p / self.q;
        let (mut j, mut term, mut sum) = (k, 1.0, 1.0);
        while j < self.trials {
            let ratio = (self.trials - j) / (j + 1.0) * odds;
            term *= ratio;
            sum += term;
            j += 1.0;
            if term < NEGLIGIBLE * sum {
                break;
            }
        }
        self.log_mass(k) + libm::log(sum)
    }

    /// `ln P(X = k)`, by Loader's deviances.
    pub(crate) fn log_mass(self, k: f64) -> f64 {
        let (n, p, q) = (self.trials, self.p, self.q);
        if k == 0.0 {
            return n * (if p < q { libm::log1p(-p) } else { libm::log(q) });
        }
        if k == n {
            return n * (if q < p { libm::log1p(-q) } else { libm::log(p) });
        }
        let series = stirling_error(n) - stirling_error(k) - stirling_error(n - k);
        let root = libm::log(core::f64::consts::TAU * k) + libm::log1p(-k / n);
        series - deviance(k, n * p) - deviance(n - k, n * q) - 0.5 * root
    }

    /// What a logarithm of a tail may be off by: terms that are rounded, the deviances of rounded means, and what was left out.
    pub(crate) fn slack(self) -> f64 {
        1e-12 + 2e-15 * libm::sqrt(self.trials)
    }
}

/// A score rounded down, by more than [`score`] may be off.
fn below(z: f64) -> f64 {
    z - 1e-12 * (1.0 + z.abs())
}

/// The `z` with `ln P(Z <= z) = log < 0`, for a probability up to about a half.
fn score(log: f64) -> f64 {
    if log > LEAST_LOG {
        normal::quantile(libm::exp(log))
    } else {
        let (far, near) = (-libm::sqrt(-2.0 * log) - 1.0, -30.0);
        let at_most = |z: f64| normal::log_sf(-z) <= log;
        Bisection::linear(80).bracket(far, near, at_most).0
    }
}

/// `x ln(x/m) + m - x`, without cancellation where both are near.
fn deviance(x: f64, m: f64) -> f64 {
    if x == 0.0 {
        return m;
    }
    let v = (x - m) / (x + m);
    if v.abs() >= 0.1 {
        return x * libm::log(x / m) + m - x;
    }
    let mut power = 2.0 * x * v;
    let mut sum = (x - m) * v;
    let mut j = 1.0;
    loop {
        power *= v * v;
        let next = sum + power / (2.0 * j + 1.0);
        if next == sum {
            return sum;
        }
        sum = next;
        j += 1.0;
    }
}

/// `ln n! - ln(sqrt(2 pi n) (n/e)^n)`, for a whole number.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let root = 0.5 * libm::log(core::f64::consts::TAU * n);
        return libm::lgamma(n + 1.0) - n * libm::log(n) + n - root;
    }
    let v = 1.0 / (n * n);
    (1.0 / 12.0 - v * (1.0 / 360.0 - v * (1.0 / 1260.0 - v * (1.0 / 1680.0 - v * (1.0 / 1188.0)))))
        / n
}

/// Clopper and Pearson's upper end: the largest probability at which `count` or fewer of `trials` have a chance of `alpha`,
/// rounded up.
pub(crate) fn clopper_pearson_upper(count: f64, trials: f64, alpha: f64) -> f64 {
    if count >= trials {
        return 1.0;
    }
    let level = score_of_level(alpha);
    let missing = |p: f64| level - Binomial::new(trials, p).score_of_few(count);
    let root = libm::sqrt(count + 1.0) + 0.5 * level;
    end_of(count / trials, 1.0, root * root / trials, missing)
}

/// The lower end: the smallest probability at which `count` or more of `trials` have a chance of `alpha`, rounded down.
pub(crate) fn clopper_pearson_lower(count: f64, trials: f64, alpha: f64) -> f64 {
    if count <= 0.0 {
        return 0.0;
    }
    let level = score_of_level(alpha);
    let missing = |p: f64| level - Binomial::new(trials, p).score_of_many(count);
    let root = (libm::sqrt(count) - 0.5 * level).max(0.0);
    end_of(count / trials, 0.0, root * root / trials, missing)
}

/// An upper bound of the score of a level.
pub(crate) fn score_of_level(alpha: f64) -> f64 {
    let z = -normal::quantile(alpha);
    z + 1e-12 * (1.0 + z.abs())
}

/// An upper bound of `P(Z >= z)`.
pub(crate) fn level_of_score(z: f64) -> f64 {
    let probability = normal::sf(z);
    if probability == 0.0 {
        return f64::MIN_POSITIVE;
    }
    (probability * (1.0 + normal::relative_error(z)) + f64::MIN_POSITIVE).min(1.0)
}

/// Where `missing` has fallen to 0 on the way from `from` to `to`: a point at which it is at most 0, or `to` itself. It is looked
/// for around a guess.
fn end_of(from: f64, to: f64, guess: f64, missing: impl Fn(f64) -> f64) -> f64 {
    let at = |p: f64| (p, missing(p));
    let (mut first, mut last) = (at(from), (to, f64::NEG_INFINITY));
    for share in [0.9, 1.1] {
        let near = at(from + share * (guess - from));
        let inside = (near.0 - first.0) * (near.0 - last.0) < 0.0;
        match near.1 > 0.0 {
            _ if !inside => {}
            true => first = near,
            false => last = near,
        }
    }
    sign_change(first, last, |p| 1e-12 * p, missing).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial as Other, DiscreteCDF};

    /// `P(X >= n) = p^n` and `P(X <= 0) = (1 - p)^n`: the score of a tail is at most that of its probability.
    #[test]
    fn scores_of_closed_forms_are_rounded_down() {
        for (n, p) in [
            (4, 0.6378_f64),
            (8, 0.3426),
            (3, 1e-3),
            (20, 0.4),
            (100, 0.01),
        ] {
            let law = Binomial::new(f64::from(n), p);
            for (score, truth) in [
                (law.score_of_many(f64::from(n)), p.powi(n)),
                (law.score_of_few(0.0), (1.0 - p).powi(n)),
            ] {
                let level = level_of_score(score);
                assert!(level >= truth * (1.0 - 1e-14), "{n} {p}: {level} {truth}");
                assert!(level <= truth * (1.0 + 1e-9), "{n} {p}: {level} {truth}");
            }
        }
    }

    /// Against the incomplete beta function of `statrs`.
    #[test]
    fn tails_are_those_of_the_law_and_on_the_safe_side() {
        for (n, p) in [
            (1u64, 0.3),
            (7, 0.01),
            (40, 0.5),
            (1000, 0.013),
            (1000, 0.999),
            (200_000, 0.25),
        ] {
            let law = Other::new(p, n).expect("a law");
            let mine = Binomial::new(n as f64, p);
            let mean = n as f64 * p;
            let sd = libm::sqrt(mean * (1.0 - p));
            for z in [-6.0, -2.0, -0.5, 0.0, 0.3, 1.7, 5.0] {
                let k = libm::round(mean + z * sd).clamp(1.0, n as f64);
                #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
                let whole = k as u64;
                for (score, tail) in [
                    (mine.score_of_many(k), law.sf(whole - 1)),
                    (mine.score_of_few(k), law.cdf(whole)),
                ] {
                    // Its logarithms of factorials lose digits in proportion to their size.
                    let own = 1e-9 + 1e-13 * n as f64;
                    let (low, high) = (normal::sf(score), normal::sf(score + 1e-9));
                    assert!(
                        tail <= low * (1.0 + own) && (tail >= high * (1.0 - own) || high > 0.99),
                        "{n} {p} {k}: {tail:e} {low:e} {high:e}"
                    );
                }
            }
        }
    }

    /// The sum and the enclosure meet where one gives way to the other, and far out in the tails.
    #[test]
    fn many_trials_are_enclosed() {
        for z in [-40.0, -3.0, 0.0, 2.0, 38.0, 300.0] {
            for p in [1e-6, 0.3] {
                let narrow = 0.99 * WIDEST_SUM * WIDEST_SUM / (p * (1.0 - p));
                let law = Binomial::new(libm::floor(narrow), p);
                let mean = law.trials * p;
                let sd = libm::sqrt(mean * (1.0 - p));
                let k = libm::round(mean + z * sd);
                let (summed, enclosed) = (law.score_of_many(k), law.enclosing_score(k - 1.0));
                assert!(
                    summed >= enclosed && summed - enclosed < 2.0 / WIDEST_SUM * (1.0 + z.abs()),
                    "{z} {p}: {summed} {enclosed}"
                );
            }
        }
        let law = Binomial::new(1e12, 0.25);
        assert!((law.score_of_many(2.5e11 + 3.0 * 433_012.7) - 3.0).abs() < 1e-4);
    }

    /// Ends by mpmath's incomplete beta function in 50 digits, written by `reference/audit_values.py`.
    #[test]
    fn intervals_are_those_of_clopper_and_pearson() {
        for (count, trials, alpha, lower, upper) in [
            (0.0, 10.0, 0.05, 0.0, 0.2588655508930522),
            (
                10.0,
                1000.0,
                0.025,
                0.004805510691049308,
                0.01831324305511245,
            ),
            (
                60.0,
                1000.0,
                1e-6,
                0.030521719690559196,
                0.10315225204174726,
            ),
            (1000.0, 1000.0, 0.05, 0.9970087504549047, 1.0),
            (3.0, 1e6, 1e-6, 1.8254301050976877e-8, 2.135026106897479e-5),
            (999_999.0, 1e6, 0.05, 0.9999952561443618, 0.9999999487067069),
        ] {
            let (low, high) = (
                clopper_pearson_lower(count, trials, alpha),
                clopper_pearson_upper(count, trials, alpha),
            );
            let near = |found: f64, value: f64| (found - value).abs() <= 1e-9 * value;
            assert!(
                low <= lower && near(low, lower),
                "{count} {trials}: {low} {lower}"
            );
            assert!(
                high >= upper && near(high, upper),
                "{count} {trials}: {high} {upper}"
            );
        }
        let high = clopper_pearson_upper(0.0, 1e12, 0.05);
        assert!(
            (high * 1e12 / 2.995732273553991 - 1.0).abs() < 1e-9,
            "{high:e}"
        );
    }

    #[test]
    fn ends_of_the_law_say_nothing_or_everything() {
        let law = Binomial::new(10.0, 0.5);
        assert_eq!(law.score_of_many(0.0), f64::NEG_INFINITY);
        assert_eq!(law.score_of_few(10.0), f64::NEG_INFINITY);
        assert_eq!(Binomial::new(10.0, 0.0).score_of_many(1.0), f64::INFINITY);
        assert_eq!(Binomial::new(10.0, 1.0).score_of_few(9.0), f64::INFINITY);
        assert!((level_of_score(law.score_of_many(10.0)) - 0.5f64.powi(10)).abs() < 1e-12);
    }
}
