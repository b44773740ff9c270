//! What is published of a half of the records, and what it becomes when one record is exchanged for another.

use super::regression::{Normal, Regression};
use serde::Deserialize;

/// What is published of a half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The mean.
    #[default]
    Mean,
    /// The lower median.
    Median,
    /// One over the sum, as for the powers of two (Izzo et al., Proposition 11).
    InverseSum,
    /// The lower quantile of a level: the least record that so large a share does not exceed.
    Quantile,
    /// Coefficients of a linear regression.
    Regression,
}

/// Records with what is published of them.
pub(super) enum Published {
    Mean(Vec<f64>),
    InverseSum(Vec<f64>),
    /// With its level.
    Quantile(Vec<f64>, f64),
    Regression(Regression),
}

/// What a half is summed up in.
pub(super) enum Fit {
    Sum(f64),
    /// Its records in ascending order.
    Sorted(Vec<f64>),
    Normal(Box<Normal>),
}

impl Published {
    /// Number of records.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Mean(values) | Self::InverseSum(values) | Self::Quantile(values, _) => {
                values.len()
            }
            Self::Regression(regression) => regression.len(),
        }
    }

    /// Numbers that are published.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Regression(regression) => regression.width(),
            _ => 1,
        }
    }

    pub(super) fn fit(&self, half: &[usize]) -> Fit {
        match self {
            Self::Mean(values) | Self::InverseSum(values) => {
                Fit::Sum(half.iter().map(|&i| values[i]).sum())
            }
            Self::Quantile(values, _) => {
                let mut values: Vec<f64> = half.iter().map(|&i| values[i]).collect();
                values.sort_unstable_by(f64::total_cmp);
                Fit::Sorted(values)
            }
            Self::Regression(regression) => Fit::Normal(Box::new(regression.normal(half))),
        }
    }

    /// What is published of a half that `fit` sums up.
    pub(super) fn output(&self, fit: &Fit) -> Vec<f64> {
        let size = self.half() as f64;
        match (self, fit) {
            (Self::Mean(_), Fit::Sum(sum)) => vec![sum / size],
            (Self::InverseSum(_), Fit::Sum(sum)) => vec![1.0 / sum],
            (Self::Quantile(_, level), Fit::Sorted(values)) => {
                vec![values[place(*level, values.len())]]
            }
            (Self::Regression(regression), Fit::Normal(normal)) => regression.solved(normal),
            _ => unreachable!("a fit of other records"),
        }
    }

    /// The same once record `out` of the half has given its place to `other`.
    pub(super) fn exchanged(&self, fit: &Fit, out: usize, other: usize) -> Vec<f64> {
        let size = self.half() as f64;
        match (self, fit) {
            (Self::Mean(values), Fit::Sum(sum)) => vec![(sum - values[out] + values[other]) / size],
            (Self::InverseSum(values), Fit::Sum(sum)) => {
                vec![1.0 / (sum - values[out] + values[other])]
            }
            (Self::Quantile(values, level), Fit::Sorted(sorted)) => {
                let gone = sorted.partition_point(|value| *value < values[out]);
                let rest = |at: usize| sorted[at + usize::from(at >= gone)];
                let at = place(*level, sorted.len());
                let above = if at + 1 < sorted.len() {
                    rest(at)
                } else {
                    f64::INFINITY
                };
                let below = if at > 0 {
                    rest(at - 1)
                } else {
                    f64::NEG_INFINITY
                };
                vec![values[other].clamp(below, above)]
            }
            (Self::Regression(regression), Fit::Normal(normal)) => {
                regression.solved(&regression.exchanged(normal, out, other))
            }
            _ => unreachable!("a fit of other records"),
        }
    }

    fn half(&self) -> usize {
        self.len() / 2
    }
}

/// Where the lower quantile stands among so many records in ascending order.
fn place(level: f64, records: usize) -> usize {
    let below = libm::ceil(level * records as f64);
    crate::numerics::count(below).clamp(1, records) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn of(published: &Published) -> f64 {
        let all: Vec<usize> = (0..published.len() / 2).collect();
        published.output(&published.fit(&all))[0]
    }

    #[test]
    fn quantiles() {
        let twice = |values: &[f64]| [values, values].concat();
        let quantile = |values: &[f64], level| of(&Published::Quantile(twice(values), level));
        assert_eq!(quantile(&[5.0, 1.0, 9.0], 0.5), 5.0);
        assert_eq!(quantile(&[5.0, 1.0, 9.0, 7.0], 0.5), 5.0);
        let ten: Vec<f64> = (1..=10).map(f64::from).collect();
        for (level, value) in [
            (0.01, 1.0),
            (0.1, 1.0),
            (0.25, 3.0),
            (0.9, 9.0),
            (0.99, 10.0),
        ] {
            assert_eq!(quantile(&ten, level), value, "{level}");
        }
        assert_eq!(of(&Published::InverseSum(twice(&[1.0, 3.0]))), 0.25);
        assert_eq!(of(&Published::Mean(twice(&[1.0, 4.0]))), 2.5);
    }

    /// What is said of an exchange is what the exchanged half gives.
    #[test]
    fn an_exchange_is_a_half_of_its_own() {
        let mut random = Random::seeded(3, 0);
        // Ties, too.
        let values: Vec<f64> = (0..20).map(|_| random.index(12) as f64).collect();
        let columns = [0, 1].map(|_| (0..20).map(|_| random.normal()).collect());
        let regression = Regression::new(values.clone(), &columns).expect("columns that differ");
        let all = [
            Published::Mean(values.clone()),
            Published::InverseSum(values.iter().map(|value| value + 1.0).collect()),
            Published::Quantile(values.clone(), 0.05),
            Published::Quantile(values.clone(), 0.4),
            Published::Quantile(values, 0.99),
            Published::Regression(regression),
        ];
        let half: Vec<usize> = (0..20).step_by(2).collect();
        for published in all {
            let fit = published.fit(&half);
            for place in 0..10 {
                for other in (1..20).step_by(2) {
                    let mut exchanged = half.clone();
                    exchanged[place] = other;
                    let expected = published.output(&published.fit(&exchanged));
                    let found = published.exchanged(&fit, half[place], other);
                    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9 * (1.0 + b.abs());
                    assert!(
                        found.iter().zip(&expected).all(close),
                        "{found:?} {expected:?}"
                    );
                }
            }
        }
    }
}
