//! The figures of an audit, each by the same test against another family of curves.

use super::counts::{Counts, CountsTest};
use super::declared::{Declared, DeclaredCurve, Scope};
use super::evidence::Tests;
use super::one_run::Guesses;
use super::options::Asked;
use super::result::{AuditResult, AuditThreshold, AuditTpr};
use super::roc_bound::RocBound;
use super::theorems;
use super::thresholds::Thresholds;
use crate::figure::{Figure, Kind, RANGES, Roc, Theorem, VERSION};
use crate::numerics::{Bisection, clopper_pearson_lower, clopper_pearson_upper};

/// Largest GDP mu and epsilon that are looked for: beyond, no number of trials tells them apart.
const MOST_MU: f64 = 20.0;
const MOST_EPSILON: f64 = 100.0;

/// Relative width at which a search ends; what it gives is its safe end.
const NARROW: f64 = 1e-5;

/// Most canaries that are asked for.
const MOST_CANARIES: f64 = 1e6;

/// Most times as many trials as were made that are asked for.
const MOST_REPEATS: f64 = 1e6;

pub(super) struct Figures<'a> {
    pub(super) tests: &'a Tests,
    pub(super) asked: &'a Asked,
    pub(super) declared: &'a DeclaredCurve,
}

impl Figures<'_> {
    pub(super) fn result(&self, noise: Option<Figure>, needed_trials: Option<f64>) -> AuditResult {
        let (roc, test) = (&self.declared.roc, self.test());
        let alpha = self.alpha();
        let possible = roc.advantage();
        let advantage = self.advantage(possible);
        AuditResult {
            library_version: VERSION,
            status: self.declared.status,
            status_sources: self.declared.sources,
            level: self.asked.level,
            refuted: self.tests.refute(roc, alpha),
            p_value: self.tests.p_value(roc),
            test: test.text,
            test_sources: test.sources,
            thresholds: self.thresholds(),
            share_of_possible: share(&advantage, possible),
            possible_advantage: Figure::upper(possible, "tangents", theorems::POSSIBLE),
            advantage,
            tpr: self.tpr(),
            epsilon: self.asked.delta.map(|delta| self.epsilon(delta)),
            epsilon_by_guesses: self.asked.delta.and_then(|delta| self.by_guesses(delta)),
            gdp_mu: self.bound(MOST_MU, RocBound::of_gdp),
            noise_multiplier: noise,
            needed_trials,
            roc: self.roc(),
            assumptions: self.assumptions(),
        }
    }

    fn alpha(&self) -> f64 {
        1.0 - self.asked.level
    }

    fn test(&self) -> &'static Theorem {
        match self.tests {
            Tests::Thresholds(_) if self.of_scores() => theorems::SCORES,
            Tests::Thresholds(_) => theorems::COUNTS,
            Tests::OneRun(_) => theorems::ONE_RUN,
        }
    }

    fn of_scores(&self) -> bool {
        matches!(self.tests, Tests::Thresholds(thresholds) if thresholds.by_rank)
    }

    /// The largest value of a parameter whose curve is refuted.
    fn bound(&self, most: f64, curve: impl Fn(f64) -> RocBound) -> Figure {
        let bisection = Bisection::linear(60).until(|a, b| b - a <= NARROW * b);
        let alpha = self.alpha();
        let lower = match self.tests {
            Tests::Thresholds(all) => all.largest_refuted(alpha, (0.0, most), bisection, curve),
            Tests::OneRun(guesses) => {
                let refuted = |value: f64| guesses.refute(&curve(value), alpha);
                bisection.bracket(0.0, most, refuted).0
            }
        };
        attained(lower, lower, self.test())
    }

    /// With the weights that suit a line of slope 1, which the declared curve may have nowhere near what was counted.
    fn advantage(&self, possible: f64) -> Figure {
        let weighted = match self.tests {
            Tests::Thresholds(all) => {
                Tests::Thresholds(all.weighted_by(&RocBound::of_advantage(possible)))
            }
            Tests::OneRun(guesses) => Tests::OneRun(*guesses),
        };
        let figures = Figures {
            tests: &weighted,
            ..*self
        };
        Figure {
            estimate: self.seen(),
            ..figures.bound(1.0, RocBound::of_advantage)
        }
    }

    /// The advantage as it was counted, at the threshold where it is largest.
    fn seen(&self) -> f64 {
        match self.tests {
            Tests::Thresholds(thresholds) => thresholds
                .tests
                .iter()
                .map(|test| {
                    let counts = test.counts();
                    counts.true_positives / counts.positives
                        - counts.false_positives / counts.negatives
                })
                .fold(0.0, f64::max),
            Tests::OneRun(guesses) => {
                ((2.0 * guesses.correct - guesses.guesses) / guesses.canaries).max(0.0)
            }
        }
    }

    fn epsilon(&self, delta: f64) -> Figure {
        let curve = |epsilon: f64| RocBound::of_epsilon(epsilon, delta);
        self.bound(MOST_EPSILON, curve)
    }

    fn by_guesses(&self, delta: f64) -> Option<Figure> {
        let Tests::OneRun(guesses) = self.tests else {
            return None;
        };
        let alpha = self.alpha();
        let refuted = |epsilon: f64| guesses.p_value_of_epsilon(epsilon, delta) <= alpha;
        let bisection = Bisection::linear(60).until(|a, b| b - a <= NARROW * b);
        let lower = bisection.bracket(0.0, MOST_EPSILON, refuted).0;
        Some(attained(lower, lower, theorems::ONE_RUN_EPSILON))
    }

    fn tpr(&self) -> Vec<AuditTpr> {
        let Tests::Thresholds(thresholds) = self.tests else {
            return Vec::new();
        };
        let bisection = Bisection::linear(60).until(|a, b| b - a <= NARROW * b);
        let at = |&fpr: &f64| {
            let curve = |tpr: f64| RocBound::of_rate(fpr, tpr);
            let lower = if fpr < 1.0 {
                thresholds.largest_refuted(self.alpha(), (fpr, 1.0), bisection, curve)
            } else {
                1.0
            };
            AuditTpr {
                fpr,
                tpr: attained(lower, lower, self.test()),
                possible: self.declared.roc.at(fpr),
            }
        };
        self.asked.fpr.iter().map(at).collect()
    }

    fn thresholds(&self) -> Vec<AuditThreshold> {
        let Tests::Thresholds(all) = self.tests else {
            return Vec::new();
        };
        let alpha = self.alpha();
        let corners = all.corners(alpha);
        let interval = |count: f64, trials: f64| {
            [
                clopper_pearson_lower(count, trials, 0.5 * alpha),
                clopper_pearson_upper(count, trials, 0.5 * alpha),
            ]
        };
        let each = alpha / all.tests.len() as f64;
        let threshold = |(test, corner): (&CountsTest, (f64, f64))| {
            let counts = test.counts();
            AuditThreshold {
                fpr: counts.false_positives / counts.negatives,
                fpr_interval: interval(counts.false_positives, counts.negatives),
                tpr: counts.true_positives / counts.positives,
                tpr_interval: interval(counts.true_positives, counts.positives),
                corner: [corner.0, corner.1],
                refutes: test.refutes(&self.declared.roc, each),
            }
        };
        all.tests.iter().zip(corners).map(threshold).collect()
    }

    /// The smallest noise that was found refuted.
    pub(super) fn noise(&self, declared: &Declared, scope: Scope) -> Option<Figure> {
        let (over, start) = declared.noise()?;
        let alpha = self.alpha();
        let refuted = |noise: f64| {
            declared
                .with_noise(over, noise, scope)
                .is_some_and(|roc| self.tests.refute(&roc, alpha))
        };
        let stands = |noise: f64| !refuted(noise);
        let (mut low, mut high) = (start, start);
        if refuted(start) {
            // Where even hardly any noise is refuted, that noise is the answer.
            while refuted(low) && low > start * 1e-3 {
                high = low;
                low *= 0.5;
            }
        } else {
            while stands(high) {
                low = high;
                high *= 2.0;
                if high > start * 1e4 {
                    return None;
                }
            }
        }
        let near = |a: f64, b: f64| b <= a * (1.0 + 1e-4);
        let (_, high) = Bisection::logarithmic(40)
            .until(near)
            .bracket(low, high, stands);
        Some(Figure::upper(high, "test inversion", theorems::NOISE))
    }

    /// With the same shares of more trials the same attack would refute.
    pub(super) fn needed_trials(&self) -> Option<f64> {
        let alpha = self.alpha();
        let (trials, most, repeated): (f64, f64, Box<dyn Fn(f64) -> Tests>) = match self.tests {
            Tests::Thresholds(all) => {
                let positives = all.tests.first()?.counts().positives;
                let repeated = |times: f64| {
                    let counts = all.tests.iter().map(|test| test.counts().repeated(times));
                    Tests::Thresholds(Thresholds::new(counts, all.by_rank, &self.declared.roc))
                };
                (positives, RANGES.trials.max, Box::new(repeated))
            }
            Tests::OneRun(guesses) => (
                guesses.canaries,
                MOST_CANARIES,
                Box::new(|times: f64| Tests::OneRun(guesses.repeated(times))),
            ),
        };
        let refuted = |times: f64| repeated(times).refute(&self.declared.roc, alpha);
        let (mut low, mut high) = (1.0 / trials, 1.0);
        while !refuted(high) {
            low = high;
            high *= 4.0;
            if high * trials > most || high > MOST_REPEATS {
                return None;
            }
        }
        let near = |a: f64, b: f64| b <= a * 1.01;
        let (_, high) = Bisection::logarithmic(40)
            .until(near)
            .bracket(low, high, |times| !refuted(times));
        Some(libm::ceil(high * trials))
    }

    fn roc(&self) -> Option<Roc> {
        let fpr = &self.asked.drawn;
        let upper: Vec<f64> = fpr.iter().map(|&fpr| self.declared.roc.at(fpr)).collect();
        (!fpr.is_empty()).then(|| Roc {
            fpr: fpr.clone(),
            lower: fpr.clone(),
            estimate: upper.clone(),
            kind: vec![Kind::Upper; fpr.len()],
            upper,
        })
    }

    fn assumptions(&self) -> Vec<&'static str> {
        let mut assumed = vec![
            "A refutation speaks of the declared curve and of how the trials were made together; to pass proves nothing about \
             other attacks or other records.",
        ];
        assumed.push(match self.tests {
            Tests::Thresholds(_) => {
                "The trials are independent of each other: each is a training of its own, or a record whose being in says nothing of \
                 the others'."
            }
            Tests::OneRun(_) => {
                "Each canary was in by a fair coin of its own, the guesses saw nothing of the coins but the model, and the declared \
                 curve is that of one canary."
            }
        });
        if !self.of_scores() && matches!(self.tests, Tests::Thresholds(_)) {
            assumed
                .push("The thresholds were fixed before these results were seen, on other data.");
        }
        assumed
    }
}

impl Counts {
    fn repeated(self, times: f64) -> Self {
        let whole = |count: f64| libm::round(count * times);
        let (positives, negatives) = (
            whole(self.positives).max(1.0),
            whole(self.negatives).max(1.0),
        );
        Self {
            true_positives: whole(self.true_positives).min(positives),
            positives,
            false_positives: whole(self.false_positives).min(negatives),
            negatives,
        }
    }
}

impl Guesses {
    fn repeated(self, times: f64) -> Self {
        let whole = |count: f64| libm::round(count * times);
        let canaries = whole(self.canaries).max(1.0);
        let guesses = whole(self.guesses).clamp(1.0, canaries);
        Self {
            canaries,
            guesses,
            correct: whole(self.correct).min(guesses),
        }
    }
}

/// What an attack certainly attains, with what was seen.
fn attained(lower: f64, seen: f64, theorem: &'static Theorem) -> Figure {
    Figure {
        estimate: seen,
        kind: Kind::Estimate,
        ..Figure::lower(lower, "test inversion", theorem)
    }
}

fn share(advantage: &Figure, possible: f64) -> Figure {
    let over = |value: f64| {
        if possible > 0.0 {
            value / possible
        } else {
            0.0
        }
    };
    attained(
        over(advantage.lower.unwrap_or(0.0)),
        over(advantage.estimate),
        theorems::SHARE,
    )
}
