//! What is published of random halves of a data set, how far it moves, and with which record most.
//!
//! Membership inference privacy hides which half of `n` records was used (Izzo et al., Algorithm 1; halves of the whole data set,
//! erratum E16e). Where the halves are few, all of them are tried, and what is said of them is exact; else a sample of them.
//! Of several numbers each is measured by its own standard deviation over the halves, and their distance is
//! `(sum x_i^2 / d)^(1/2)`.

use super::published::Published;
use crate::random::{Random, Source};

/// The outputs of all halves, or of many, and the record that moves them most.
pub(super) struct Outputs {
    /// Whether these are all halves.
    pub(super) all: bool,
    /// In what each number is measured: 1 for a single one.
    pub(super) units: Vec<f64>,
    /// The record whose exchange for another moves the output most, on average.
    pub(super) target: usize,
    /// By how much.
    pub(super) distance: f64,
    /// The largest move by any exchange.
    pub(super) sensitivity: f64,
    /// Mean distance of an output from the mean output.
    pub(super) sigma_1: f64,
    /// Root of the mean square of that distance.
    pub(super) sigma_2: f64,
    /// All outputs in their units, one after the other.
    pub(super) measured: Vec<f64>,
    /// Those with the target, and those without.
    pub(super) with: Vec<f64>,
    pub(super) without: Vec<f64>,
}

/// Largest data set of which all halves are tried: 48,620 with 81 exchanges each.
const ENUMERATED: usize = 18;
/// Halves that stand for all.
const SAMPLED: usize = 4000;
/// Records of a half of which an exchange is tried where each costs a regression.
const EXCHANGED: usize = 500;

/// The output of a random half, and whether `target` is in it.
pub(super) fn play<S: Source>(
    published: &Published,
    target: usize,
    random: &mut Random<S>,
) -> (Vec<f64>, bool) {
    let order = shuffled(published.len(), random);
    let half = &order[..order.len() / 2];
    let output = published.output(&published.fit(half));
    (output, half.contains(&target))
}

fn shuffled<S: Source>(n: usize, random: &mut Random<S>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in 0..n / 2 {
        order.swap(i, i + random.index(n - i));
    }
    order
}

/// How far two outputs lie apart, each number in its unit.
pub(super) fn apart(one: &[f64], other: &[f64], units: &[f64]) -> f64 {
    let pairs = one.iter().zip(other).zip(units);
    let squares = pairs.map(|((a, b), unit)| {
        let x = (a - b) / unit;
        x * x
    });
    libm::sqrt(squares.sum::<f64>() / units.len() as f64)
}

impl Outputs {
    /// Of all halves, or a sample of them.
    pub(super) fn new<S: Source>(published: &Published, random: &mut Random<S>) -> Self {
        let (n, width) = (published.len(), published.width());
        let all = n <= ENUMERATED;
        let orders: Vec<Vec<usize>> = if all {
            halves_of(n)
        } else {
            (0..SAMPLED).map(|_| shuffled(n, random)).collect()
        };
        let of = |order: &Vec<usize>| published.output(&published.fit(&order[..n / 2]));
        let outputs: Vec<Vec<f64>> = orders.iter().map(of).collect();
        let count = outputs.len() as f64;
        let mean_of = |value: &dyn Fn(&[f64]) -> f64| {
            outputs.iter().map(|output| value(output)).sum::<f64>() / count
        };
        let mean: Vec<f64> = (0..width).map(|i| mean_of(&|output| output[i])).collect();
        let units: Vec<f64> = if width == 1 {
            vec![1.0]
        } else {
            let square =
                |i: usize| mean_of(&|output| (output[i] - mean[i]) * (output[i] - mean[i]));
            (0..width).map(|i| libm::sqrt(square(i))).collect()
        };
        let (distances, sensitivity) = moves(published, &orders, &outputs, &units, all, random);
        let (target, distance) = distances
            .into_iter()
            .enumerate()
            .fold(
                (0, -1.0),
                |best, each| if each.1 > best.1 { each } else { best },
            );
        let side = |with: Option<bool>| -> Vec<f64> {
            let pairs = orders.iter().zip(&outputs);
            let chosen = pairs.filter(|(order, _)| {
                with.is_none_or(|with| order[..n / 2].contains(&target) == with)
            });
            let measured = chosen.flat_map(|(_, output)| output.iter().zip(&units));
            measured.map(|(x, unit)| x / unit).collect()
        };
        Self {
            all,
            target,
            distance,
            sensitivity,
            sigma_1: mean_of(&|output| apart(output, &mean, &units)),
            sigma_2: libm::sqrt(mean_of(&|output| {
                let pairs = output.iter().zip(&mean).zip(&units);
                let squares = pairs.map(|((x, c), unit)| ((x - c) / unit) * ((x - c) / unit));
                squares.sum::<f64>() / width as f64
            })),
            measured: side(None),
            with: side(Some(true)),
            without: side(Some(false)),
            units,
        }
    }
}

/// How far the exchange of each record moves the output on average, and the largest move of all.
fn moves<S: Source>(
    published: &Published,
    orders: &[Vec<usize>],
    outputs: &[Vec<f64>],
    units: &[f64],
    all: bool,
    random: &mut Random<S>,
) -> (Vec<f64>, f64) {
    let n = published.len();
    let (mut moved, mut exchanges) = (vec![0.0; n], vec![0.0; n]);
    let mut sensitivity = 0.0_f64;
    let most = if units.len() > 1 { EXCHANGED } else { n };
    for (order, output) in orders.iter().zip(outputs) {
        let (half, rest) = order.split_at(n / 2);
        let fit = published.fit(half);
        for &record in half.iter().take(most) {
            let drawn = rest[random.index(rest.len())];
            let partners = if all {
                rest
            } else {
                core::slice::from_ref(&drawn)
            };
            for &partner in partners {
                let other = published.exchanged(&fit, record, partner);
                let distance = apart(&other, output, units);
                moved[record] += distance;
                exchanges[record] += 1.0;
                sensitivity = sensitivity.max(distance);
            }
        }
    }
    let means = moved.iter().zip(&exchanges).map(|(sum, n)| sum / n);
    (means.collect(), sensitivity)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::regression::Regression;

    #[test]
    fn an_outlier_is_the_target_and_all_that_moves() {
        let mut records = vec![0.0; 8];
        records[3] = 1.0;
        let outputs = Outputs::new(&Published::Mean(records), &mut Random::seeded(1, 0));
        assert!(outputs.all && outputs.target == 3);
        // One over the size of a half, and half of that from the mean.
        assert_eq!((outputs.distance, outputs.sensitivity), (0.25, 0.25));
        assert_eq!((outputs.sigma_1, outputs.sigma_2), (0.125, 0.125));
        assert_eq!((outputs.with.len(), outputs.without.len()), (35, 35));
    }

    /// Each coefficient has a standard deviation of 1 in its unit, and the record that lies far from the line moves them most.
    #[test]
    fn coefficients_are_measured_by_their_own_spread() {
        let column: Vec<f64> = (0..10).map(|i| f64::from(i * i)).collect();
        let mut foretold: Vec<f64> = column.iter().map(|x| 5.0 - 1e4 * x).collect();
        foretold[9] += 1e6;
        let regression = Regression::new(foretold, &[column]).expect("a column");
        let outputs = Outputs::new(
            &Published::Regression(regression),
            &mut Random::seeded(1, 0),
        );
        assert!(outputs.all && outputs.target == 9);
        assert!((outputs.sigma_2 - 1.0).abs() < 1e-9 && outputs.sigma_1 < 1.0);
        let count = outputs.measured.len() / 2;
        for place in 0..2 {
            let numbers = || outputs.measured.iter().skip(place).step_by(2);
            let mean = numbers().sum::<f64>() / count as f64;
            let square = numbers().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            assert!((square / count as f64 - 1.0).abs() < 1e-9);
        }
        assert_eq!(count, 252);
    }
}
