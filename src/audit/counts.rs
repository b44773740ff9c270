//! The test of a ROC curve by the counts of one attack at thresholds that were fixed before.
//!
//! With `f` the attack's true rate of false positives, the null hypothesis says that its rate of true positives is at most
//! `R(f)`. For every `f` the counts give two independent p-values, `P(Bin(N, f) <= FP)` and `P(Bin(P, R(f)) >= TP)`. Their normal
//! scores `A` and `B` are added with weights (Stouffer) that `f`, the declared curve and the numbers of trials fix, and so before
//! the counts: to a straight piece of that curve they are what a normal law makes best. They are the same for every curve that is
//! tested, so that what refutes one refutes all below it, and bounds found by inverting the test hold. A fiftieth of the level goes to each score
//! alone, for rates that one count contradicts so strongly that the weight of the other must not matter; and scores below `-c`
//! count as `-c`. For independent normal scores and `t >= 0`,
//! `P(cos max(A, -c) + sin max(B, -c) >= t) <= Q(t) + Q(c) Q((t + c cos)/sin) + Q(c) Q((t + c sin)/cos) <= (1 + 2 Q(c)) Q(t)`.
//! The p-value is the largest over all `f`, of which none is known.

use super::roc_bound::RocBound;
use crate::numerics::{
    Binomial, Bisection, clopper_pearson_lower, clopper_pearson_upper, score_of_level,
};
use core::cell::OnceCell;

/// The least level at which something is refuted, rounded up; 1 where nothing is below a half.
pub(super) fn least_level(refuted: impl Fn(f64) -> bool) -> f64 {
    const LEAST: f64 = 1e-300;
    if !refuted(0.5) {
        return 1.0;
    }
    if refuted(LEAST) {
        return LEAST;
    }
    let close = |a: f64, b: f64| a <= b * (1.0 + 1e-7);
    Bisection::logarithmic(60)
        .until(close)
        .bracket(0.5, LEAST, refuted)
        .0
}

/// Results at one threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts {
    pub(super) true_positives: f64,
    pub(super) positives: f64,
    pub(super) false_positives: f64,
    pub(super) negatives: f64,
}

/// `-c`, the least that a score counts for.
const LEAST_SCORE: f64 = -2.0;

/// `1 + 2 Q(c)`, rounded up: what that costs.
const COST: f64 = 1.0456;

/// Share of the level that each score has alone.
const SHARE_ALONE: f64 = 0.02;

/// Bins of rates, of one width in the logarithm of the odds; within one the weights are the same.
const BINS: u32 = 144;

/// Odds of the first rate that is not 0: with 1e12 trials one such is not seen.
const FIRST_LOGIT: f64 = -36.0;

/// Most cells that a bin is cut into.
const MOST_CUTS: usize = 40;

/// The counts with what does not depend on the curve.
pub(super) struct CountsTest {
    counts: Counts,
    /// Ends of the bins.
    rates: Vec<f64>,
    /// Score of so few false positives at each end, from when it is first looked at.
    few: Vec<OnceCell<f64>>,
    /// Weights of each bin.
    weights: Vec<(f64, f64)>,
}

/// Rates with the same weights.
#[derive(Clone, Copy)]
struct Bin {
    first: Edge,
    last: Edge,
    cos: f64,
    sin: f64,
}

/// The scores from which a level is passed.
#[derive(Clone, Copy)]
struct Needed {
    together: f64,
    alone: f64,
}

#[derive(Clone, Copy)]
struct Edge {
    fpr: f64,
    /// Score of so few false positives.
    few: f64,
}

impl CountsTest {
    /// `declared` fixes the weights.
    pub(super) fn new(counts: Counts, declared: &RocBound) -> Self {
        let logits = (0..=BINS).map(|i| FIRST_LOGIT * (1.0 - 2.0 * f64::from(i) / f64::from(BINS)));
        let rates = logits.map(|logit| 1.0 / (1.0 + libm::exp(-logit)));
        let rates: Vec<f64> = core::iter::once(0.0).chain(rates).chain([1.0]).collect();
        let weights = |ends: &[f64]| weights(&counts, declared, ends[0], ends[1]);
        Self {
            few: rates.iter().map(|_| OnceCell::new()).collect(),
            weights: rates.windows(2).map(weights).collect(),
            rates,
            counts,
        }
    }

    /// Whether the curve is refuted at a level.
    ///
    /// So few false positives are the more surprising the larger the rate, and so many true ones the smaller it is: where one count
    /// alone refutes a rate, it refutes all beyond.
    pub(super) fn refutes(&self, roc: &RocBound, level: f64) -> bool {
        let needed = Needed {
            together: score_of_level(level * (1.0 - 2.0 * SHARE_ALONE) / COST),
            alone: score_of_level(level * SHARE_ALONE),
        };
        if needed.together <= 0.0 {
            return false;
        }
        let (mut open, mut end) = (0, self.weights.len());
        while open < end {
            let middle = (open + end) / 2;
            if self.edge(middle).few >= needed.alone {
                end = middle;
            } else {
                open = middle + 1;
            }
        }
        for place in (0..end).rev() {
            let (cos, sin) = self.weights[place];
            let bin = Bin {
                first: self.edge(place),
                last: self.edge(place + 1),
                cos,
                sin,
            };
            let many = self.score_of_true_positives(roc, bin.last.fpr);
            if many >= needed.alone {
                return true;
            }
            if !self.bin_is_refuted(roc, bin, many, needed) {
                return false;
            }
        }
        true
    }

    fn edge(&self, place: usize) -> Edge {
        let fpr = self.rates[place];
        let few = *self.few[place].get_or_init(|| edge(&self.counts, fpr).few);
        Edge { fpr, few }
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// The rate of false positives is at most the first, that of true ones at least the second, with an error of `level` together.
    pub(super) fn corner(&self, level: f64) -> (f64, f64) {
        let Counts {
            true_positives,
            positives,
            false_positives,
            negatives,
        } = self.counts;
        (
            clopper_pearson_upper(false_positives, negatives, 0.5 * level),
            clopper_pearson_lower(true_positives, positives, 0.5 * level),
        )
    }

    /// Whether all rates of a bin are refuted; `many` is the score of the true positives at its last one. Over a cell the
    /// scores are at least those of the ends at which they are least.
    fn bin_is_refuted(&self, roc: &RocBound, bin: Bin, many: f64, needed: Needed) -> bool {
        let refuted = |few: f64, many: f64| {
            let together = weighted(bin.cos, few) + weighted(bin.sin, many);
            many >= needed.alone || together >= needed.together
        };
        let mut cells = vec![(bin.first, bin.last, many)];
        let mut cuts = 0;
        while let Some((first, last, many)) = cells.pop() {
            if first.few >= needed.alone {
                continue;
            }
            if refuted(first.few, many) {
                continue;
            }
            let middle = 0.5 * (first.fpr + last.fpr);
            cuts += 1;
            let stands = last.few < needed.alone && !refuted(last.few, many);
            if stands || cuts > MOST_CUTS || middle <= first.fpr || middle >= last.fpr {
                return false;
            }
            let middle = edge(&self.counts, middle);
            let many_there = self.score_of_true_positives(roc, middle.fpr);
            cells.push((middle, last, many));
            cells.push((first, middle, many_there));
        }
        true
    }

    fn score_of_true_positives(&self, roc: &RocBound, fpr: f64) -> f64 {
        Binomial::new(self.counts.positives, roc.at(fpr)).score_of_many(self.counts.true_positives)
    }
}

/// The direction in which a normal law would look from the middle of a bin; where the declared curve allows everything, that of a
/// curve of slope 1.
fn weights(counts: &Counts, declared: &RocBound, first: f64, last: f64) -> (f64, f64) {
    let middle = 0.5 * (first + last);
    let rate = declared.at(middle);
    let slope = (declared.at(last) - declared.at(first)) / (last - first);
    let spread = |rate: f64, trials: f64| libm::sqrt(rate * (1.0 - rate) / trials);
    let (few, many) = if rate < 1.0 && slope > 0.0 {
        (
            slope * spread(middle, counts.negatives),
            spread(rate, counts.positives),
        )
    } else {
        (spread(0.5, counts.negatives), spread(0.5, counts.positives))
    };
    let length = libm::hypot(few, many);
    (few / length, many / length)
}

/// A score that weighs nothing says nothing, even an infinite one.
fn weighted(weight: f64, score: f64) -> f64 {
    if weight > 0.0 {
        weight * score.max(LEAST_SCORE)
    } else {
        0.0
    }
}

fn edge(counts: &Counts, fpr: f64) -> Edge {
    let law = Binomial::new(counts.negatives, fpr);
    Edge {
        fpr,
        few: law.score_of_few(counts.false_positives),
    }
}

#[cfg(test)]
mod tests {
    use super::super::false_alarms::of_run;
    use super::*;
    use crate::random::is_whole_run;

    /// The chance that a curve is refuted at 5 % by an attack that lies on it, summed over all counts.
    fn alarms(roc: &RocBound, fpr: f64, positives: f64, negatives: f64) -> f64 {
        let masses = |trials: f64, p: f64| {
            let law = |k: f64| Binomial::new(trials, p).score_of_many(k);
            let mut above = 1.0;
            let mut masses = Vec::new();
            let mut k = 0.0;
            while k <= trials {
                let next = crate::numerics::level_of_score(law(k + 1.0));
                masses.push(above - next);
                above = next;
                k += 1.0;
            }
            masses
        };
        let few = masses(negatives, fpr);
        let many = masses(positives, roc.at(fpr));
        let mut alarms = 0.0;
        for (false_positives, mass) in few.iter().enumerate().filter(|(_, mass)| **mass > 1e-7) {
            let refuted = |true_positives: f64| {
                let counts = Counts {
                    true_positives,
                    positives,
                    false_positives: false_positives as f64,
                    negatives,
                };
                CountsTest::new(counts, roc).refutes(roc, 0.05)
            };
            let (_, first) = Bisection::linear(60)
                .until(|a, b| (a - b).abs() <= 1.0)
                .bracket(0.0, positives + 1.0, |k| !refuted(libm::floor(k)));
            let from = crate::numerics::count(libm::floor(first));
            alarms += mass * many.iter().skip(from).sum::<f64>();
        }
        alarms
    }

    #[test]
    fn false_alarms_are_as_rare_as_promised_and_not_never() {
        let curves = [
            ("gdp", RocBound::of_gdp(1.0)),
            ("epsilon", RocBound::of_epsilon(1.5, 1e-3)),
            ("advantage", RocBound::of_advantage(0.2)),
            ("run", of_run(1e-6, false)),
        ];
        let rates: &[f64] = if is_whole_run() {
            &[1e-3, 0.02, 0.2, 0.6]
        } else {
            &[0.02, 0.6]
        };
        let mut largest = 0.0;
        for (name, roc) in &curves {
            for (positives, negatives) in [(5.0, 5.0), (40.0, 400.0), (1000.0, 1000.0)] {
                for &fpr in rates {
                    let alarms = alarms(roc, fpr, positives, negatives);
                    largest = f64::max(largest, alarms);
                    assert!(
                        alarms <= 0.05 + 1e-4,
                        "{name} {positives} {negatives} {fpr}: {alarms}"
                    );
                }
            }
        }
        assert!(largest > 0.03, "{largest}");
    }
}
