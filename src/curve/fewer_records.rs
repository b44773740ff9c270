//! A group of fewer records, from below: where all of a large one are told apart in each step, no line has a middle.
//!
//! More records are drawn in the larger group, stochastically, and the loss of a step grows with its observation: a test that says "in" where
//! the losses of the smaller group add up to more than a threshold says so more often where the larger one is in, and as often where
//! neither is.

use super::PrivacyCurve;
use crate::mechanism::{Demand, DominatingPair, Enclosure, Shape};
use crate::numerics::Interval;

/// How much smaller the group is.
const FEWER: usize = 4;

/// The curve of the smaller group.
pub(super) struct FewerRecords(PrivacyCurve);

impl FewerRecords {
    /// `None` for a pair that is no group. It is not asked for an epsilon, of which fewer records say little.
    pub(super) fn of(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        let Shape::Mixture { group_size } = pair.shape else {
            return None;
        };
        let fewer = DominatingPair {
            shape: Shape::Mixture {
                group_size: (group_size / FEWER).max(1),
            },
            ..pair.clone()
        };
        let demand = Demand {
            delta: None,
            ..demand.clone()
        };
        (group_size > 1).then(|| Self(PrivacyCurve::of(&fewer, &demand)))
    }
}

/// What the smaller group has at least the larger one has.
fn at_least(figure: Interval) -> Interval {
    Interval {
        lower: figure.lower,
        upper: 1.0,
    }
}

impl Enclosure for FewerRecords {
    fn method(&self) -> &'static str {
        self.0.method()
    }

    fn advantage(&self) -> Interval {
        at_least(self.0.advantage())
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        at_least(self.0.hockey_stick(epsilon))
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        at_least(self.0.reverse_hockey_stick(epsilon))
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        Interval {
            lower: 0.0,
            upper: self.0.overlap(epsilon).upper,
        }
    }

    fn tpr(&self, fpr: f64) -> Interval {
        at_least(self.0.tpr(fpr))
    }

    fn reverse_tpr(&self, fpr: f64) -> Interval {
        at_least(self.0.engine().reverse_tpr(fpr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Noise, PairPhase};

    fn group(group_size: usize, noise_per_shift: f64, sample_rate: f64) -> DominatingPair {
        DominatingPair {
            shape: Shape::Mixture { group_size },
            noise: Noise::Gaussian,
            phases: vec![PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 50.0,
            }],
        }
    }

    /// Where the larger group is known, it has more of everything.
    #[test]
    fn fewer_records_have_less() {
        for (noise, rate) in [(3.0, 0.01), (1.0, 1e-3), (0.7, 0.05)] {
            let pair = group(8, noise, rate);
            let demand = Demand {
                fpr: vec![1e-6, 0.1],
                epsilon: vec![-1.0, 0.5, 2.0],
                ..Demand::default()
            };
            let (whole, fewer) = (
                PrivacyCurve::of(&pair, &demand),
                FewerRecords::of(&pair, &demand).expect("a group"),
            );
            for epsilon in [-1.0, 0.0, 0.5, 2.0] {
                let (more, less) = (whole.hockey_stick(epsilon), fewer.hockey_stick(epsilon));
                assert!(less.lower <= more.lower && less.upper >= more.upper);
                assert!(epsilon != 0.0 || less.lower < 0.9 * more.lower);
                let (more, less) = (
                    whole.reverse_hockey_stick(epsilon),
                    fewer.reverse_hockey_stick(epsilon),
                );
                assert!(less.lower <= more.lower && less.upper >= more.upper);
                assert!(fewer.overlap(epsilon).upper >= whole.overlap(epsilon).upper);
            }
            for fpr in [1e-6, 0.1] {
                assert!(fewer.tpr(fpr).lower < whole.tpr(fpr).lower);
                assert!(fewer.tpr(fpr).upper >= whole.tpr(fpr).upper);
            }
        }
    }

    /// Half of a hundred records in each step leave nothing to be missed.
    #[test]
    fn a_group_without_a_middle_is_told_apart() {
        let pair = DominatingPair {
            phases: vec![PairPhase {
                noise_per_shift: 0.579,
                sample_rate: 0.4908,
                num_steps: 455_559.0,
            }],
            ..group(100, 1.0, 0.5)
        };
        let curve = PrivacyCurve::of(&pair, &Demand::default());
        assert!(curve.advantage().lower > 1.0 - 1e-9);
        assert!(curve.tpr(1e-12).lower > 1.0 - 1e-9);
    }
}
