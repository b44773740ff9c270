//! The test of a ROC curve at many thresholds at once.
//!
//! Thresholds that were fixed before share the level evenly. Of scores the thresholds are those of the non-members with a choice of
//! ranks that their number alone fixes: at the score of rank `k` among `N` non-members the rate `f` of false positives follows
//! `Beta(k, N - k + 1)`, so that `P(Bin(N, f) <= k - 1)` is uniform, and given the non-members the members above it are
//! `Bin(P, TPR)`. So the counts `k - 1` of `N` and those of the members are tested as if the threshold had been fixed, and with the
//! level shared among all of them the reader may look at every one. Ties are broken by chance, which an attacker may do as
//! well; the chance comes from the scores themselves, so that the same ones give the same answer and others another chance.

use super::counts::{Counts, CountsTest, least_level};
use super::roc_bound::RocBound;
use crate::numerics::Bisection;

/// Ratio of two ranks of the choice.
const RATIO: f64 = 1.4;

/// Tests that hold at once, each with its share of the level.
pub(super) struct Thresholds {
    pub(super) tests: Vec<CountsTest>,
    /// Whether they are those of scores.
    pub(super) by_rank: bool,
}

/// Ranks among `n`: towards both ends, where the smallest rates are, all of them.
pub(super) fn ranks(n: f64) -> Vec<f64> {
    let mut ranks = Vec::new();
    let mut rank = 1.0;
    while rank <= 0.5 * (n + 1.0) {
        ranks.push(rank);
        rank = f64::max(rank + 1.0, libm::ceil(rank * RATIO));
    }
    let mirrored: Vec<f64> = ranks.iter().rev().map(|rank| n + 1.0 - rank).collect();
    ranks.extend(mirrored);
    ranks.dedup();
    ranks
}

impl Thresholds {
    /// Of counts, by the weights of a declared curve.
    pub(super) fn new(
        counts: impl IntoIterator<Item = Counts>,
        by_rank: bool,
        declared: &RocBound,
    ) -> Self {
        let test = |counts| CountsTest::new(counts, declared);
        Self {
            tests: counts.into_iter().map(test).collect(),
            by_rank,
        }
    }

    /// The same counts by the weights of another curve.
    pub(super) fn weighted_by(&self, curve: &RocBound) -> Self {
        let counts = self.tests.iter().map(CountsTest::counts);
        Self::new(counts, self.by_rank, curve)
    }

    /// Each one's share of a level.
    fn share(&self) -> f64 {
        1.0 / self.tests.len().max(1) as f64
    }

    /// What each threshold shows at once with the others: `FPR` at most, `TPR` at least.
    pub(super) fn corners(&self, level: f64) -> Vec<(f64, f64)> {
        let each = level * self.share();
        self.tests.iter().map(|test| test.corner(each)).collect()
    }

    pub(super) fn refute(&self, roc: &RocBound, level: f64) -> bool {
        let each = level * self.share();
        self.tests.iter().any(|test| test.refutes(roc, each))
    }

    /// An upper bound of the p-value of a curve.
    pub(super) fn p_value(&self, roc: &RocBound) -> f64 {
        let mut least = 1.0;
        for test in &self.tests {
            let each = |level: f64| test.refutes(roc, level * self.share());
            if each(f64::min(least, 0.5)) {
                least = f64::min(least, least_level(each));
            }
        }
        least
    }

    /// The largest value, between two ends, whose curve is refuted; the first end where none is. A larger value has a curve above.
    pub(super) fn largest_refuted(
        &self,
        level: f64,
        ends: (f64, f64),
        bisection: Bisection,
        curve: impl Fn(f64) -> RocBound,
    ) -> f64 {
        let each = level * self.share();
        let mut best = ends.0;
        for test in &self.tests {
            if test.refutes(&curve(best), each) {
                let refuted = |value: f64| test.refutes(&curve(value), each);
                best = bisection.bracket(best, ends.1, refuted).0;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::scores::Scores;
    use super::*;
    use crate::random::{Random, is_whole_run};

    /// Scores of the Gaussian pair on its own curve, some of them rounded so that they tie: 300 times each, in the daily run 100.
    /// With alarms in 5 % more than 33, or 17, have a chance below 1e-5. An alarm is seen in one of the three.
    #[test]
    fn false_alarms_are_as_rare_as_promised_and_not_never() {
        let mut random = Random::seeded(1, 0);
        let roc = RocBound::of_gdp(1.0);
        let mut seen = 0;
        let (sets, most) = if is_whole_run() { (300, 33) } else { (100, 17) };
        for (members, others, digits) in [(60, 60, 1e6), (500, 2000, 1e6), (500, 500, 2.0)] {
            let mut alarms = 0;
            for _ in 0..sets {
                let mut draw = |mean: f64, count: usize| -> Vec<f64> {
                    (0..count)
                        .map(|_| libm::round((mean + random.normal()) * digits) / digits)
                        .collect()
                };
                let (members, others) = (draw(1.0, members), draw(0.0, others));
                let scores = Scores::new(members, others).expect("scores");
                let thresholds = Thresholds::new(scores.counts, true, &roc);
                alarms += u32::from(thresholds.refute(&roc, 0.05));
            }
            assert!(alarms <= most, "{members} {others} {digits}: {alarms}");
            seen += alarms;
        }
        assert!(seen > 0);
    }
}
