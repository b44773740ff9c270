//! An audit of a single training: canaries, each in by a fair coin, and guesses which of them were in.
//!
//! Both tests bound the chance of so many right guesses, whichever way the guesses depend on each other through the one model.

use super::roc_bound::RocBound;
use crate::numerics::{Binomial, level_of_score};

/// Guesses about canaries; about the others nothing was said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guesses {
    pub(super) canaries: f64,
    pub(super) guesses: f64,
    pub(super) correct: f64,
}

impl Guesses {
    /// An upper bound of the p-value of (epsilon, delta) for a single record (Steinke, Nasr and Jagielski 2023).
    ///
    /// With `beta(v) = P(Bin(guesses, e^eps/(1 + e^eps)) >= v)`: `beta(c) + 2 m delta max over i of (beta(c - i) - beta(c))/i`.
    pub(super) fn p_value_of_epsilon(&self, epsilon: f64, delta: f64) -> f64 {
        let law = Binomial::new(self.guesses, 1.0 / (1.0 + libm::exp(-epsilon)));
        let beta = |v: f64| level_of_score(law.score_of_many(v));
        let all = beta(self.correct);
        let mut steepest = 0.0;
        if delta > 0.0 {
            let mut i = 1.0;
            while i <= self.correct {
                let above = beta(self.correct - i);
                steepest = f64::max(steepest, (above - all * (1.0 - 1e-9)) / i);
                // What is farther gives less than a whole probability over its distance.
                if 1.0 / (i + 1.0) <= steepest {
                    break;
                }
                i += 1.0;
            }
        }
        (all + 2.0 * self.canaries * delta * steepest).min(1.0)
    }

    /// Whether a trade-off curve is refuted at a level (Mahloujifar, Melis and Chaudhuri 2024).
    ///
    /// With `B(x)` the least rate of false positives at a rate `x` of true ones: from `r = a c/m`, `h = a (n - c)/m` for
    /// `i = c - 1, ..., 0` in turn `h' = max(h, B(r))`, `r = min(1, r + i/(n - i) (h' - h))`, `h = h'`; refuted if `r + h > n/m`.
    pub(super) fn refute(&self, roc: &RocBound, level: f64) -> bool {
        let Self {
            canaries,
            guesses,
            correct,
        } = *self;
        let mut right = level * correct / canaries;
        let mut wrong = level * (guesses - correct) / canaries;
        let needed = guesses / canaries;
        let (mut i, mut place) = (correct - 1.0, 0);
        while i >= 0.0 {
            let least = roc.least_fpr(right, &mut place).max(wrong);
            right = (right + i / (guesses - i) * (least - wrong)).min(1.0);
            wrong = least;
            if right + wrong > needed * (1.0 + ROUNDING) {
                return true;
            }
            i -= 1.0;
        }
        false
    }
}

/// What up to 1e7 rounded additions may gain.
const ROUNDING: f64 = 1e-8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::Bisection;
    use crate::random::Random;

    /// Canaries on the boundary: each is in by a fair coin, its score is that of the Gaussian pair, and the attack speaks of those
    /// that are far from the middle. With alarms in 5 % more than 110 of 1,500 have a chance below 1e-4. The theorem is conservative:
    /// no alarm is needed.
    #[test]
    fn false_alarms_are_rarer_than_promised() {
        let mut random = Random::seeded(3, 0);
        for (canaries, mu, silence) in [(200, 0.3, 0.0), (200, 1.0, 0.8), (1000, 2.0, 0.5)] {
            let roc = RocBound::of_gdp(mu);
            let mut alarms = 0;
            for _ in 0..1500 {
                let (mut guesses, mut correct) = (0.0, 0.0);
                for _ in 0..canaries {
                    let side = random.sign();
                    let score = 0.5 * side * mu + random.normal();
                    if score.abs() >= silence {
                        guesses += 1.0;
                        correct += f64::from(u8::from(score * side > 0.0));
                    }
                }
                let seen = Guesses {
                    canaries: f64::from(canaries),
                    guesses,
                    correct,
                };
                alarms += u32::from(seen.refute(&roc, 0.05));
            }
            assert!(alarms <= 110, "{canaries} {mu} {silence}: {alarms}");
        }
    }

    /// Values of `reference/audit_values.py`: p-values by mpmath, mu by its own recursion with the Gaussian curve.
    #[test]
    fn values_of_an_independent_program() {
        for (canaries, guesses, correct, epsilon, delta, value) in [
            (1000.0, 200.0, 170.0, 0.5, 0.0, 1.163700898048261e-12),
            (1000.0, 200.0, 170.0, 1.0, 1e-5, 0.0006178602714948735),
            (1000.0, 200.0, 170.0, 2.0, 1e-5, 0.9237461408288423),
            (1000.0, 1000.0, 600.0, 0.5, 0.0, 0.9324878499113014),
            (5000.0, 500.0, 490.0, 0.5, 0.0, 1.9471510484784168e-85),
            (5000.0, 500.0, 490.0, 2.0, 1e-5, 0.001552296314179877),
            (100.0, 100.0, 100.0, 4.0, 1e-6, 0.16289873220225534),
            (1000.0, 100.0, 100.0, 3.4662, 1e-5, 0.05011795213720562),
            (1e5, 2000.0, 1500.0, 1.0, 1e-5, 0.057539999151485575),
        ] {
            let found = Guesses {
                canaries,
                guesses,
                correct,
            }
            .p_value_of_epsilon(epsilon, delta);
            assert!(
                found >= value * (1.0 - 1e-9) && found <= value * 1.001,
                "{canaries} {guesses} {correct} {epsilon}: {found:e} {value:e}"
            );
        }
        for (canaries, guesses, correct, level, mu) in [
            (1000.0, 200.0, 170.0, 0.05, 0.5551622072459643),
            (1000.0, 200.0, 170.0, 0.01, 0.462644280150813),
            (1000.0, 200.0, 120.0, 0.05, 0.06656522424921774),
            (1000.0, 1000.0, 600.0, 0.05, 0.16384980789962253),
            (5000.0, 500.0, 490.0, 0.05, 1.111652326392768),
            (100.0, 100.0, 100.0, 0.05, 1.7031603188142694),
            (1e5, 2000.0, 1500.0, 0.01, 0.2726226054332852),
        ] {
            let guesses = Guesses {
                canaries,
                guesses,
                correct,
            };
            let refuted = |mu: f64| guesses.refute(&RocBound::of_gdp(mu), level);
            let (found, _) = Bisection::linear(40).bracket(0.0, 6.0, refuted);
            assert!(
                found <= mu + 1e-6 && found >= mu * 0.995 - 1e-4,
                "{canaries} {correct} {level}: {found} {mu}"
            );
        }
    }
}
