//! A statistic of random halves of a data set, and the best attacker of one record against it.
//!
//! Membership inference privacy hides which half of `n` records was used (Izzo et al., Algorithm 1; halves of the whole data set,
//! erratum E16e). Where the halves are few, all of them are tried, and what is said of them is exact; else a sample of them.

use crate::numerics::log_add;
use crate::random::{Random, Source};
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
}

impl Statistic {
    fn of(self, half: &mut [f64]) -> f64 {
        let sum = |half: &[f64]| half.iter().sum::<f64>();
        match self {
            Self::Mean => sum(half) / half.len() as f64,
            Self::InverseSum => 1.0 / sum(half),
            Self::Median => {
                let middle = (half.len() - 1) / 2;
                *half.select_nth_unstable_by(middle, f64::total_cmp).1
            }
        }
    }
}

/// Records and what is published of a half of them.
pub(super) struct Halves {
    records: Vec<f64>,
    statistic: Statistic,
}

/// The outputs of all halves, or of many, and the record that moves them most.
pub(super) struct Outputs {
    /// Whether these are all halves.
    pub(super) all: bool,
    /// The record whose exchange for another moves the output most, on average.
    pub(super) target: usize,
    /// By how much.
    pub(super) distance: f64,
    /// The largest move by any exchange.
    pub(super) sensitivity: f64,
    /// Mean distance of an output from the mean output.
    pub(super) sigma_1: f64,
    /// Standard deviation of the outputs.
    pub(super) sigma_2: f64,
    /// With the target, rising.
    with: Vec<f64>,
    without: Vec<f64>,
}

/// Largest data set of which all halves are tried: 48,620 with 81 exchanges each.
const ENUMERATED: usize = 18;
/// Halves that stand for all.
const SAMPLED: usize = 4000;

impl Halves {
    pub(super) fn new(records: Vec<f64>, statistic: Statistic) -> Self {
        Self { records, statistic }
    }

    /// The output of a random half, and whether `target` is in it.
    pub(super) fn play<S: Source>(&self, target: usize, random: &mut Random<S>) -> (f64, bool) {
        let order = self.shuffled(random);
        let half = &order[..order.len() / 2];
        (self.output(half), half.contains(&target))
    }

    fn shuffled<S: Source>(&self, random: &mut Random<S>) -> Vec<usize> {
        let n = self.records.len();
        let mut order: Vec<usize> = (0..n).collect();
        for i in 0..n / 2 {
            order.swap(i, i + random.index(n - i));
        }
        order
    }

    fn output(&self, half: &[usize]) -> f64 {
        let mut values: Vec<f64> = half.iter().map(|&i| self.records[i]).collect();
        self.statistic.of(&mut values)
    }

    /// All halves, or a sample of them, with the moments and distances that scales of noise need.
    pub(super) fn outputs<S: Source>(&self, random: &mut Random<S>) -> Outputs {
        let n = self.records.len();
        let all = n <= ENUMERATED;
        let orders: Vec<Vec<usize>> = if all {
            halves_of(n)
        } else {
            (0..SAMPLED).map(|_| self.shuffled(random)).collect()
        };
        let outputs: Vec<f64> = orders
            .iter()
            .map(|order| self.output(&order[..n / 2]))
            .collect();
        let (mut moved, mut exchanges) = (vec![0.0; n], vec![0.0; n]);
        let mut sensitivity = 0.0_f64;
        for (order, output) in orders.iter().zip(&outputs) {
            let (half, rest) = order.split_at(n / 2);
            let mut other = half.to_vec();
            for i in 0..half.len() {
                let drawn = rest[random.index(rest.len())];
                let partners = if all {
                    rest
                } else {
                    core::slice::from_ref(&drawn)
                };
                for &partner in partners {
                    other[i] = partner;
                    let distance = (self.output(&other) - output).abs();
                    moved[half[i]] += distance;
                    exchanges[half[i]] += 1.0;
                    sensitivity = sensitivity.max(distance);
                }
                other[i] = half[i];
            }
        }
        let distances = moved.iter().zip(&exchanges).map(|(sum, n)| sum / n);
        let (target, distance) =
            distances.enumerate().fold(
                (0, -1.0),
                |best, each| if each.1 > best.1 { each } else { best },
            );
        let count = outputs.len() as f64;
        let mean = outputs.iter().sum::<f64>() / count;
        let moment = |power: fn(f64) -> f64| {
            outputs
                .iter()
                .map(|output| power(output - mean))
                .sum::<f64>()
                / count
        };
        let side = |with: bool| {
            let pairs = orders.iter().zip(&outputs);
            let chosen = pairs.filter(|(order, _)| order[..n / 2].contains(&target) == with);
            let mut side: Vec<f64> = chosen.map(|(_, output)| *output).collect();
            side.sort_unstable_by(f64::total_cmp);
            side
        };
        Outputs {
            all,
            target,
            distance,
            sensitivity,
            sigma_1: moment(f64::abs),
            sigma_2: libm::sqrt(moment(|x| x * x)),
            with: side(true),
            without: side(false),
        }
    }
}

/// All halves of `n` records, each followed by the rest.
fn halves_of(n: usize) -> Vec<Vec<usize>> {
    let masks = (0..1_u32 << n).filter(|mask| mask.count_ones() as usize == n / 2);
    let order = |mask: u32| {
        let in_half = |i: &usize| mask >> i & 1 == 1;
        let half = (0..n).filter(in_half);
        half.chain((0..n).filter(|i| !in_half(i))).collect()
    };
    masks.map(order).collect()
}

/// The attacker who knows all records, the statistic and the Laplace noise, and asks which halves explain an output best.
pub(super) struct Posterior {
    with: Mixture,
    without: Mixture,
}

/// A mixture of Laplace laws of one scale: sums over the centres below and above any place, by their logarithms.
struct Mixture {
    centres: Vec<f64>,
    below: Vec<f64>,
    above: Vec<f64>,
    scale: f64,
}

impl Posterior {
    pub(super) fn new(outputs: &Outputs, scale: f64) -> Self {
        Self {
            with: Mixture::new(&outputs.with, scale),
            without: Mixture::new(&outputs.without, scale),
        }
    }

    /// Whether the record is likelier in than out.
    pub(super) fn names(&self, published: f64) -> bool {
        self.with.log_density(published) > self.without.log_density(published)
    }
}

impl Mixture {
    fn new(centres: &[f64], scale: f64) -> Self {
        let running = |sums: &mut Vec<f64>, term: f64| {
            let last = sums.last().copied().unwrap_or(f64::NEG_INFINITY);
            sums.push(log_add(last, term));
        };
        let mut below = vec![f64::NEG_INFINITY];
        for centre in centres {
            running(&mut below, centre / scale);
        }
        let mut above = vec![f64::NEG_INFINITY];
        for centre in centres.iter().rev() {
            running(&mut above, -centre / scale);
        }
        above.reverse();
        Self {
            centres: centres.to_vec(),
            below,
            above,
            scale,
        }
    }

    /// Up to a constant that is the same for all mixtures of the scale.
    fn log_density(&self, at: f64) -> f64 {
        let place = self.centres.partition_point(|&centre| centre <= at);
        let sum = log_add(
            self.below[place] - at / self.scale,
            self.above[place] + at / self.scale,
        );
        sum - libm::log(self.centres.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outlier_is_the_target_and_all_that_moves() {
        let mut records = vec![0.0; 8];
        records[3] = 1.0;
        let halves = Halves::new(records, Statistic::Mean);
        let outputs = halves.outputs(&mut Random::seeded(1, 0));
        assert!(outputs.all && outputs.target == 3);
        // One over the size of a half, and half of that from the mean.
        assert_eq!((outputs.distance, outputs.sensitivity), (0.25, 0.25));
        assert_eq!((outputs.sigma_1, outputs.sigma_2), (0.125, 0.125));
        assert_eq!((outputs.with.len(), outputs.without.len()), (35, 35));
    }

    #[test]
    fn the_mixture_is_the_sum_of_its_laws() {
        let centres = [-1.0, 0.25, 0.25, 2.0];
        let mixture = Mixture::new(&centres, 0.5);
        for at in [-3.0, -1.0, 0.1, 0.25, 1.0, 9.0] {
            let terms = centres
                .iter()
                .map(|centre: &f64| libm::exp(-(at - centre).abs() / 0.5));
            let direct = libm::log(terms.sum::<f64>() / 4.0);
            assert!((mixture.log_density(at) - direct).abs() < 1e-12, "{at}");
        }
    }

    #[test]
    fn medians() {
        assert_eq!(Statistic::Median.of(&mut [5.0, 1.0, 9.0]), 5.0);
        assert_eq!(Statistic::Median.of(&mut [5.0, 1.0, 9.0, 7.0]), 5.0);
        assert_eq!(Statistic::InverseSum.of(&mut [1.0, 3.0]), 0.25);
    }
}
