//! Membership inference privacy by exact enumeration: every subset of small data sets, against Theorem 4, E11 and E13; the
//! sampler of the noise against the laws it claims; moments and tables.

use mi_bounds::{
    Error, Guarantee, MipTable, MomentOptions, NoiseLaw, NoiseNorm, NoiseOptions, NoisePurpose,
    NoiseSampleOptions, OutputNoise, PowersOfTwoOptions, epsilon_from_eta, eta_from_distance,
    eta_from_guarantee, eta_from_moment, laplace_mechanism_scale, powers_of_two, printed_scale,
    scale_from_moment, tpr_from_eta,
};
use proptest::prelude::*;
use statrs::distribution::{ContinuousCDF, Gamma};

const LAWS: [NoiseLaw; 3] = [
    NoiseLaw::ExponentialNorm,
    NoiseLaw::Laplace,
    NoiseLaw::Gaussian,
];

fn close(value: f64, reference: f64, error: f64) {
    assert!(
        (value - reference).abs() <= error,
        "{value} against {reference}"
    );
}

/// Subsets of `k` out of `n` as bit patterns.
fn subsets(n: u32, k: u32) -> Vec<u32> {
    (0..1_u32 << n)
        .filter(|bits| bits.count_ones() == k)
        .collect()
}

/// A reproducible sequence that has nothing to do with the crate's generator (a linear congruence).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    fn cauchy(&mut self) -> f64 {
        (std::f64::consts::PI * (self.next() - 0.5)).tan()
    }
}

/// Accuracy of the best attacker against Laplace noise of scale `s` on the output `theta` of each subset, by integrating
/// `|p f_in - (1 - p) f_out|` between its kinks in closed form.
fn laplace_eta(theta: &[f64], inside: &[bool], p: f64, s: f64) -> f64 {
    let members = inside.iter().filter(|&&m| m).count() as f64;
    let others = inside.len() as f64 - members;
    let mut points: Vec<(f64, f64)> = theta
        .iter()
        .zip(inside)
        .map(|(&x, &m)| (x, if m { p / members } else { -(1.0 - p) / others }))
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Weights of all kernels to the left at the left end of an interval, and to the right at its right end.
    let n = points.len();
    let (mut left, mut right) = (vec![0.0; n], vec![0.0; n]);
    for i in 0..n {
        let carried = if i == 0 {
            0.0
        } else {
            left[i - 1] * ((points[i - 1].0 - points[i].0) / s).exp()
        };
        left[i] = carried + points[i].1;
        let j = n - 1 - i;
        let carried = if i == 0 {
            0.0
        } else {
            right[j + 1] * ((points[j].0 - points[j + 1].0) / s).exp()
        };
        right[j] = carried + points[j].1;
    }
    let mut sum = 0.5 * (right[0].abs() + left[n - 1].abs());
    for i in 0..n - 1 {
        let width = points[i + 1].0 - points[i].0;
        let (a, b) = (left[i], right[i + 1]);
        // The integral of a e^(-x/s) + b e^((x - width)/s) over (from, to), over 2 s.
        let part = |from: f64, to: f64| {
            let falling = (-from / s).exp() - (-to / s).exp();
            let rising = ((to - width) / s).exp() - ((from - width) / s).exp();
            (0.5 * (a * falling + b * rising)).abs()
        };
        let root = 0.5 * (width + s * (-a / b).ln());
        sum += if a * b < 0.0 && root > 0.0 && root < width {
            part(0.0, root) + part(root, width)
        } else {
            part(0.0, width)
        };
    }
    0.5 * (1.0 + sum) - p.max(1.0 - p)
}

fn mean_distance(theta: &[f64], centre: f64) -> f64 {
    theta.iter().map(|x| (x - centre).abs()).sum::<f64>() / theta.len() as f64
}

/// Outputs of every subset: means of several data sets, the data set of Proposition 11, and arbitrary functions.
fn outputs(n: u32, k: u32, numbers: &mut Numbers) -> Vec<Vec<f64>> {
    let subsets = subsets(n, k);
    let mean = |records: &[f64]| -> Vec<f64> {
        let sum = |bits: &u32| {
            (0..n)
                .filter(|j| bits >> j & 1 == 1)
                .map(|j| records[j as usize])
                .sum::<f64>()
        };
        subsets
            .iter()
            .map(|bits| sum(bits) / f64::from(k))
            .collect()
    };
    let uniform: Vec<f64> = (0..n).map(|_| numbers.next()).collect();
    let cauchy: Vec<f64> = (0..n).map(|_| numbers.cauchy()).collect();
    let outlier: Vec<f64> = (0..n).map(|j| if j == 0 { 1.0 } else { 0.0 }).collect();
    let signs: Vec<f64> = (0..n)
        .map(|j| if j % 2 == 0 { 1.0 } else { -1.0 })
        .collect();
    let mut all: Vec<Vec<f64>> = [uniform, cauchy, outlier, signs]
        .iter()
        .map(|d| mean(d))
        .collect();
    if n == 2 * k && n > 2 {
        let records = powers_of_two(n as usize);
        let inverse: Vec<f64> = mean(&records)
            .iter()
            .map(|m| 1.0 / (m * f64::from(k)))
            .collect();
        all.push(inverse);
    }
    for _ in 0..3 {
        all.push(subsets.iter().map(|_| numbers.cauchy()).collect());
    }
    all
}

/// E13: no subset function, record or scale exceeds the bounds, and the indicator of one record attains the
/// one-dimensional one.
#[test]
fn laplace_noise_by_enumeration() {
    let mut numbers = Numbers(13);
    let (mut cases, mut tightest) = (0, 0.0_f64);
    for (n, k) in [
        (2, 1),
        (4, 2),
        (6, 3),
        (8, 4),
        (3, 1),
        (5, 2),
        (7, 5),
        (6, 1),
    ] {
        let subsets = subsets(n, k);
        let p = f64::from(k) / f64::from(n);
        for theta in outputs(n, k, &mut numbers) {
            let mean = theta.iter().sum::<f64>() / theta.len() as f64;
            let mut sorted = theta.clone();
            sorted.sort_by(f64::total_cmp);
            let sigma = mean_distance(&theta, mean);
            let median = mean_distance(&theta, sorted[sorted.len() / 2]);
            if sigma < 1e-12 {
                continue;
            }
            for factor in [0.2, 0.5, 1.0, 2.0, 5.0] {
                let s = factor * sigma;
                for record in 0..n {
                    let inside: Vec<bool> =
                        subsets.iter().map(|bits| bits >> record & 1 == 1).collect();
                    let eta = laplace_eta(&theta, &inside, p, s);
                    cases += 1;
                    for law in [NoiseLaw::ExponentialNorm, NoiseLaw::Laplace] {
                        let bound = eta_from_moment(law, sigma, s, p);
                        assert!(
                            eta <= bound + 1e-12,
                            "{n} {k} {factor} {law:?}: {eta} {bound}"
                        );
                        assert!(eta <= eta_from_moment(law, median, s, p) + 1e-12);
                        let swap = swap_distance(n, record, &subsets, &theta);
                        let bound = eta_from_distance(law, swap, s, p);
                        assert!(eta <= bound + 1e-12, "swap {n} {k} {factor}: {eta} {bound}");
                        assert!(swap <= sigma / p.min(1.0 - p) * (1.0 + 1e-12) || 2 * k != n);
                    }
                    if 2 * k == n {
                        tightest =
                            tightest.max(eta / eta_from_moment(NoiseLaw::Laplace, sigma, s, p));
                    }
                }
            }
        }
    }
    assert!(cases > 1500, "{cases}");
    close(tightest, 1.0, 1e-9);
}

/// Mean distance of the output when the record is exchanged for a random one outside.
fn swap_distance(n: u32, record: u32, subsets: &[u32], theta: &[f64]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (bits, x) in subsets.iter().zip(theta) {
        for other in (0..n).filter(|&j| bits >> record & 1 == 1 && bits >> j & 1 == 0) {
            let swapped = bits & !(1 << record) | 1 << other;
            let i = subsets.binary_search(&swapped).expect("a subset");
            sum += (x - theta[i]).abs();
            pairs += 1.0;
        }
    }
    sum / pairs
}

/// E13 in two dimensions on a grid, exponential l2 norm and Gaussian: means of four records.
#[test]
fn two_dimensional_noise_by_enumeration() {
    let mut numbers = Numbers(5);
    let records: Vec<[f64; 2]> = (0..4)
        .map(|_| [numbers.cauchy(), numbers.cauchy()])
        .collect();
    let subsets = subsets(4, 2);
    let theta: Vec<[f64; 2]> = subsets
        .iter()
        .map(|bits| {
            let sum = |c: usize| {
                (0..4)
                    .filter(|j| bits >> j & 1 == 1)
                    .map(|j| records[j][c])
                    .sum::<f64>()
            };
            [sum(0) / 2.0, sum(1) / 2.0]
        })
        .collect();
    let centre = [0, 1].map(|c: usize| theta.iter().map(|t| t[c]).sum::<f64>() / 6.0);
    let sigma = theta
        .iter()
        .map(|t| (t[0] - centre[0]).hypot(t[1] - centre[1]))
        .sum::<f64>()
        / 6.0;
    for (law, kernel, reach) in [
        (
            NoiseLaw::ExponentialNorm,
            (|r: f64| (-r).exp()) as fn(f64) -> f64,
            14.0,
        ),
        (NoiseLaw::Gaussian, |r: f64| (-0.5 * r * r).exp(), 7.0),
    ] {
        for factor in [0.7, 1.5] {
            let s = factor * sigma;
            let ends = [0, 1].map(|c: usize| {
                let values = theta.iter().map(|t| t[c]);
                let low = values.clone().fold(f64::INFINITY, f64::min) - reach * s;
                (low, values.fold(f64::NEG_INFINITY, f64::max) + reach * s)
            });
            let points = 240;
            let at = |c: usize, i: i32| {
                let (low, high) = ends[c];
                low + (high - low) * f64::from(i) / f64::from(points)
            };
            // Every kernel has the same mass on the grid.
            let (mut total, mut gaps) = (0.0, [0.0; 4]);
            for i in 0..=points {
                for j in 0..=points {
                    let densities: Vec<f64> = theta
                        .iter()
                        .map(|t| kernel((at(0, i) - t[0]).hypot(at(1, j) - t[1]) / s))
                        .collect();
                    total += densities[0];
                    for (record, gap) in gaps.iter_mut().enumerate() {
                        let signed: f64 = densities
                            .iter()
                            .zip(&subsets)
                            .map(|(density, bits)| {
                                if bits >> record & 1 == 1 {
                                    *density
                                } else {
                                    -density
                                }
                            })
                            .sum();
                        *gap += signed.abs();
                    }
                }
            }
            for gap in gaps {
                // A quarter of the integral of |f_in - f_out|, each a mean of three.
                let eta = 0.25 * gap / 3.0 / total;
                let bound = eta_from_moment(law, sigma, s, 0.5);
                assert!(eta <= bound + 1e-3, "{law:?} {factor}: {eta} {bound}");
            }
        }
    }
}

/// Theorem 4 on all subsets: random tables that keep (epsilon, delta) between subsets that differ in one record.
#[test]
fn dp_bounds_membership_by_enumeration() {
    let mut numbers = Numbers(4);
    for (n, k) in [(2, 1), (4, 2), (5, 2), (6, 3), (6, 5)] {
        let subsets = subsets(n, k);
        for spread in [0.1, 1.0, 4.0] {
            for delta in [0.0, 0.05] {
                // delta = 0: exponential weights; otherwise a share delta names the subset.
                let laws: Vec<Vec<f64>> = (0..subsets.len())
                    .map(|i| {
                        let weights: Vec<f64> = (0..5)
                            .map(|_| (spread * (numbers.next() - 0.5)).exp())
                            .collect();
                        let sum: f64 = weights.iter().sum();
                        let mut law: Vec<f64> =
                            weights.iter().map(|w| (1.0 - delta) * w / sum).collect();
                        if delta > 0.0 {
                            law.extend(
                                (0..subsets.len()).map(|j| if i == j { delta } else { 0.0 }),
                            );
                        }
                        law
                    })
                    .collect();
                let mut epsilon = 0.0_f64;
                for (i, a) in subsets.iter().enumerate() {
                    for (j, b) in subsets.iter().enumerate() {
                        if (a ^ b).count_ones() == 2 {
                            for (x, y) in laws[i].iter().zip(&laws[j]).take(5) {
                                epsilon = epsilon.max((x / y).ln());
                            }
                        }
                    }
                }
                let guarantee = if delta == 0.0 {
                    Guarantee::PureDp { epsilon }
                } else {
                    Guarantee::ApproximateDp { epsilon, delta }
                };
                let table = subsets
                    .iter()
                    .zip(&laws)
                    .map(|(bits, law)| {
                        let members = (0..n).map(|j| f64::from(bits >> j & 1));
                        members.chain(law.iter().copied()).collect()
                    })
                    .collect();
                let options = MipTable {
                    table,
                    records: Some(f64::from(n)),
                    fpr: Some(vec![0.0, 0.01, 0.1, 0.37, 0.9, 1.0]),
                    ..MipTable::default()
                };
                let result = options.result().expect("a table");
                assert!(result.warnings.is_empty(), "{:?}", result.warnings);
                let p = f64::from(k) / f64::from(n);
                close(result.subset_fraction, p, 1e-15);
                let bound = eta_from_guarantee(&guarantee, p);
                assert!(
                    result.eta.lower.expect("exact") <= bound,
                    "{n} {k} {spread} {delta}"
                );
                for record in &result.records {
                    for (&x, &y) in record.roc.fpr.iter().zip(&record.roc.tpr) {
                        let eta = record.eta.upper.expect("exact");
                        assert!(y <= tpr_from_eta(eta, x, p) + 1e-12);
                    }
                    if let (Some(factor), true) = (record.odds_factor, delta == 0.0) {
                        assert!(factor.ln() <= epsilon + 1e-12, "Proposition 6");
                    }
                }
                for rate in &result.tpr {
                    assert!(rate.exact.estimate <= rate.bound.estimate + 1e-12);
                }
            }
        }
    }
}

/// Theorem 4 is attained, at every k (E16m): randomised response about one record, which gives it away with
/// probability delta.
#[test]
fn theorem_4_is_attained() {
    for (epsilon, delta) in [(0.5, 0.0), (1.0, 0.1), (3.0, 1e-3)] {
        for p in [0.1, 0.3, 0.5, 0.8] {
            let grow = f64::exp(epsilon);
            let (right, wrong) = (
                (1.0 - delta) * grow / (1.0 + grow),
                (1.0 - delta) / (1.0 + grow),
            );
            let table = MipTable {
                table: vec![
                    vec![right, wrong],
                    vec![wrong, right],
                    vec![delta, 0.0],
                    vec![0.0, delta],
                ],
                subset_fraction: Some(p),
                ..MipTable::default()
            };
            let eta = table.result().expect("a table").eta.estimate;
            let bound = eta_from_guarantee(&Guarantee::ApproximateDp { epsilon, delta }, p);
            let formula =
                (delta * p.min(1.0 - p)).max((grow + delta) / (grow + 1.0) - p.max(1.0 - p));
            close(eta, bound, 1e-12);
            close(eta, formula, 1e-12);
        }
    }
}

#[test]
fn tables_and_their_corners() {
    let perfect = MipTable {
        table: vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![0.0, 0.0]],
        fpr: Some(vec![0.0]),
        ..MipTable::default()
    };
    let result = perfect.result().expect("a table");
    assert_eq!(
        (result.eta.upper, result.tpr[0].exact.upper),
        (Some(0.5), Some(1.0))
    );
    assert_eq!(result.records[0].odds_factor, None);
    assert_eq!(result.records[0].posterior, [Some(1.0), Some(0.0), None]);
    let blind = MipTable {
        table: vec![vec![0.3, 0.3], vec![0.7, 0.7]],
        subset_fraction: Some(0.2),
        ..MipTable::default()
    };
    let eta = blind.result().expect("a table").eta;
    assert!(eta.lower == Some(0.0) && eta.upper.is_some_and(|upper| upper < 1e-14));
    for (table, records, message) in [
        (vec![], None, "has no rows"),
        (vec![vec![1.0]], None, "1 numbers in row 1"),
        (
            vec![vec![1.5, 1.0], vec![-0.5, 0.0]],
            None,
            "is 1.5 in column 1",
        ),
        (vec![vec![0.5, 1.0]], None, "adds up to 0.5"),
        (vec![vec![f64::NAN, 1.0]], None, "is NaN"),
        (
            vec![vec![1.0, 0.0, 1.0], vec![0.0, 1.0]],
            Some(2.0),
            "2 numbers in row 2",
        ),
        (
            vec![vec![1.0, 0.0, 1.0], vec![1.0, 1.0, 1.0]],
            Some(2.0),
            "2 members in row 2",
        ),
        (
            vec![vec![1.0, 0.0, 1.0]],
            Some(2.0),
            "record 1 in 1 of 1 subsets",
        ),
        (vec![vec![0.5, 0.5, 1.0]], Some(2.0), "membership is 0 or 1"),
        (vec![vec![1.0, 0.0]], Some(2.0), "more than 2 numbers"),
    ] {
        let options = MipTable {
            table,
            records,
            ..MipTable::default()
        };
        let error = options.result().expect_err("refused").to_string();
        assert!(error.contains(message), "{error} / {message}");
    }
}

/// E13, numbers of the list of errata.
#[test]
fn scales_of_the_errata() {
    for (eta, scales) in [(0.1, [4.933, 4.481, 3.947]), (0.01, [49.99, 49.50, 39.89])] {
        for (law, reference) in LAWS.into_iter().zip(scales) {
            close(scale_from_moment(law, 1.0, eta, 0.5), reference, 5e-3);
        }
    }
    close(printed_scale(6.16, 1.0, 0.1, 2.0), 3794.6, 0.05);
    close(printed_scale(6.16, 1.0, 0.01, 2.0), 379_456.0, 0.5);
    // s = sigma_1/artanh(2 eta) is the DP scale with 2 sigma_1 for Delta.
    for eta in [0.001, 0.2, 0.49] {
        let sharp = scale_from_moment(NoiseLaw::ExponentialNorm, 1.0, eta, 0.5);
        close(sharp / laplace_mechanism_scale(2.0, eta, 0.5), 1.0, 1e-13);
    }
}

#[test]
fn limits_of_eta() {
    for law in LAWS {
        assert_eq!(scale_from_moment(law, 1.0, 0.5, 0.5), 0.0);
        assert_eq!(scale_from_moment(law, 1.0, 0.0, 0.5), f64::INFINITY);
        assert_eq!(eta_from_moment(law, 1.0, 0.0, 0.5), 0.5);
        close(eta_from_moment(law, 1.0, 1e300, 0.5), 0.0, 1e-290);
        // Nobody exceeds the blind guess by more than p.
        assert_eq!(scale_from_moment(law, 1.0, 0.3, 0.2), 0.0);
    }
    assert_eq!(epsilon_from_eta(0.0, 0.5), 0.0);
    assert_eq!(epsilon_from_eta(0.5, 0.5), f64::INFINITY);
    close(tpr_from_eta(0.0, 0.3, 0.5), 0.3, 1e-14);
    close(tpr_from_eta(0.0, 1.0, 0.7), 1.0, 1e-14);
}

proptest! {
    #[test]
    fn scale_and_eta_are_inverse(eta in 1e-9..0.499_f64, sigma in 1e-3..1e3_f64, p in 0.01..0.99_f64) {
        let least = p.min(1.0 - p);
        prop_assume!(eta < least * 0.999);
        for law in LAWS {
            let scale = scale_from_moment(law, sigma, eta, p);
            let back = eta_from_moment(law, sigma, scale, p);
            // A relative error of 1e-15 in the scale moves eta by as much, or less.
            prop_assert!((back / eta - 1.0).abs() < 1e-9, "{law:?}: {back} {eta}");
            prop_assert!(eta_from_moment(law, sigma, scale * 0.999, p) > eta);
        }
        let epsilon = epsilon_from_eta(eta, p);
        let back = eta_from_guarantee(&Guarantee::PureDp { epsilon }, p);
        prop_assert!((back - eta).abs() < 1e-9, "{back} {eta}");
    }
}

#[test]
fn noise_by_every_route() {
    let options = NoiseOptions {
        eta: Some(0.05),
        sigma_1: Some(2.0),
        sigma_m: Some(3.0),
        dimension: Some(10.0),
        sensitivity: Some(7.0),
        swap_distance: Some(0.5),
        ..NoiseOptions::default()
    };
    let result = options.result().expect("a result");
    let scale = result.scale.expect("asked for");
    for route in [
        &scale.sharp,
        &scale.laplace_1d,
        &scale.gaussian,
        &scale.dimension_corrected,
    ] {
        assert!(
            route.proven_eta.expect("proven") <= 0.05 * (1.0 + 1e-12),
            "{route:?}"
        );
    }
    assert_eq!(scale.printed.expect("M = 2").proven_eta, None);
    let swap = scale.swap.expect("asked for");
    assert!(swap.scale.estimate < scale.sharp.scale.estimate);
    close(
        swap.scale.estimate / scale.sharp.scale.estimate,
        0.125,
        1e-12,
    );
    close(
        scale.sharp.mean_radius,
        10.0 * scale.sharp.scale.estimate,
        1e-9,
    );
    let three = NoiseOptions {
        eta: None,
        noise_scale: Some(5.0),
        sigma_1: Some(1.0),
        dimension: Some(3.0),
        ..NoiseOptions::default()
    };
    let three = three.result().expect("a result");
    let achieved = three.achieved.expect("asked for");
    close(achieved.sharp.estimate, 0.5 * 0.2_f64.tanh(), 1e-14);
    assert!(three.scale.is_none() && three.tpr.len() == 3);
    let gaussian = NoiseOptions {
        eta: Some(0.1),
        sigma_1: Some(1.0),
        dimension: Some(3.0),
        ..NoiseOptions::default()
    };
    let gaussian = gaussian
        .result()
        .expect("a result")
        .scale
        .expect("asked for")
        .gaussian;
    // sqrt2 Gamma(2)/Gamma(3/2), mpmath.
    close(
        gaussian.mean_radius / gaussian.scale.estimate,
        1.5957691216057307,
        1e-13,
    );
    for (options, message) in [
        (NoiseOptions::default(), "sigma_1 is missing"),
        (
            NoiseOptions {
                sigma_1: Some(1.0),
                ..NoiseOptions::default()
            },
            "eta is missing",
        ),
        (
            NoiseOptions {
                eta: Some(0.6),
                sigma_1: Some(1.0),
                ..NoiseOptions::default()
            },
            "eta is 0.6",
        ),
        (
            NoiseOptions {
                eta: Some(0.1),
                noise_scale: Some(1.0),
                sigma_1: Some(1.0),
                ..NoiseOptions::default()
            },
            "noise_scale contradicts eta",
        ),
    ] {
        let error = options.result().expect_err("refused").to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// Largest distance of an empirical law from its cumulative function; by Dvoretzky, Kiefer, Wolfowitz and Massart above
/// `sqrt(ln(2/a)/(2 n))` with probability at most `a`.
fn distance(mut values: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    values
        .iter()
        .enumerate()
        .map(|(i, &x)| {
            (cdf(x) - i as f64 / n)
                .abs()
                .max((cdf(x) - (i as f64 + 1.0) / n).abs())
        })
        .fold(0.0, f64::max)
}

const KEY: [u8; 32] = *b"a key that only tests may use...";

fn noise(noise: OutputNoise, dimension: f64) -> NoiseSampleOptions {
    NoiseSampleOptions {
        noise,
        noise_scale: 1.5,
        dimension,
        ..NoiseSampleOptions::default()
    }
}

/// Among `d` coordinates the l2 norm has Gamma(d, s); what belongs to the other norm is refused beside it.
#[test]
fn noise_in_the_l2_norm() {
    let (n, dimension) = (20_000.0, 5.0);
    let l2 = NoiseSampleOptions {
        norm: NoiseNorm::L2,
        samples: Some(n),
        ..noise(OutputNoise::ExponentialNorm, dimension)
    };
    let mean = l2
        .demonstration(7.0)
        .expect("a sample")
        .values
        .chunks(5)
        .map(|row| row.iter().map(|x| x * x).sum::<f64>().sqrt())
        .sum::<f64>()
        / n;
    // Five standard errors: a false alarm once in 1.7 million.
    let off = (mean / l2.noise_scale - dimension).abs();
    assert!(off < 5.0 * (dimension / n).sqrt(), "{mean}");
    let refused = |options: NoiseSampleOptions, parameter: &str| {
        let error = options.demonstration(7.0).expect_err("refused");
        assert!(matches!(&error, Error::Conflict { .. }), "{error}");
        assert!(error.to_string().contains(parameter), "{error}");
    };
    let order = Some(3.0);
    refused(
        NoiseSampleOptions {
            moment_order: order,
            ..l2.clone()
        },
        "moment_order",
    );
    refused(
        NoiseSampleOptions {
            sigmas: vec![1.0],
            ..l2
        },
        "sigmas",
    );
}

#[test]
fn noise_for_demonstration_has_its_law() {
    sampler_draws_its_law(&|options| options.demonstration(7.0).expect("a sample").values);
}

#[test]
fn noise_to_be_released_has_its_law() {
    sampler_draws_its_law(&|options| options.released(&KEY).expect("a sample").values);
}

/// E12: the radius is Gamma(d, s), not the absolute value of a Laplace number; and the marginals that are known. Each of
/// 13 comparisons raises a false alarm with probability below 1e-6. The grid is too fine to be seen.
fn sampler_draws_its_law(draw: &dyn Fn(&NoiseSampleOptions) -> Vec<f64>) {
    let sample = |law, dimension, order, sigmas: &[f64], samples| {
        draw(&NoiseSampleOptions {
            moment_order: Some(order),
            sigmas: sigmas.to_vec(),
            samples: Some(samples),
            ..noise(law, dimension)
        })
    };
    let n = 20_000.0;
    let limit = ((2.0 / 1e-6_f64).ln() / (2.0 * n)).sqrt();
    for (dimension, order, sigmas) in [
        (1.0, 2.0, vec![]),
        (2.0, 1.0, vec![1.0, 3.0]),
        (3.0, 2.0, vec![0.5]),
        (7.0, 3.0, vec![]),
        (40.0, 1.5, vec![]),
        (1.0, 100.0, vec![]),
        (3.0, 100.0, vec![]),
    ] {
        let values = sample(OutputNoise::ExponentialNorm, dimension, order, &sigmas, n);
        let sigma = |i: usize| match sigmas[..] {
            [] => 1.0,
            [one] => one,
            ref each => each[i],
        };
        let columns = values.len() / 20_000;
        let radii: Vec<f64> = values
            .chunks(columns)
            .map(|row| {
                let sum: f64 = row
                    .iter()
                    .enumerate()
                    .map(|(i, x)| (x.abs() / sigma(i)).powf(order))
                    .sum();
                (sum / dimension).powf(1.0 / order)
            })
            .collect();
        let gamma = Gamma::new(dimension, 1.0 / 1.5).expect("a law");
        assert!(
            distance(radii.clone(), |r| gamma.cdf(r)) < limit,
            "{dimension} {order}"
        );
        if dimension > 1.0 {
            let printed = |r: f64| 1.0 - (-r / 1.5).exp();
            assert!(
                distance(radii, printed) > 5.0 * limit,
                "the printed radius is another law"
            );
        }
    }
    // M = 1: the norm is a weighted l1 norm over d, so coordinates are independent Laplace of scale d s sigma_i.
    let values = sample(OutputNoise::ExponentialNorm, 2.0, 1.0, &[1.0, 3.0], n);
    for (i, scale) in [(0, 3.0), (1, 9.0)] {
        let column: Vec<f64> = values.iter().skip(i).step_by(2).copied().collect();
        let cdf = |x: f64| {
            if x < 0.0 {
                0.5 * (x / scale).exp()
            } else {
                1.0 - 0.5 * (-x / scale).exp()
            }
        };
        assert!(distance(column, cdf) < limit, "column {i}");
    }
    // M = 2, d = 3: a coordinate over the radius is uniform (Archimedes).
    let values = sample(OutputNoise::ExponentialNorm, 3.0, 2.0, &[], n);
    let heights = values
        .chunks(3)
        .map(|x| x[2] / (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt())
        .collect();
    assert!(distance(heights, |u| 0.5 * (1.0 + u)) < limit);
    let values = sample(OutputNoise::Gaussian, 2.0, 2.0, &[], n / 2.0);
    assert!(
        distance(values, |x| 0.5
            * statrs::function::erf::erfc(-x / 1.5 / 2.0_f64.sqrt()))
            < limit
    );
    let values = sample(OutputNoise::Laplace, 2.0, 2.0, &[], n / 2.0);
    let cdf = |x: f64| {
        if x < 0.0 {
            0.5 * (x / 1.5).exp()
        } else {
            1.0 - 0.5 * (-x / 1.5).exp()
        }
    };
    assert!(distance(values, cdf) < limit);
}

#[test]
fn a_seed_or_key_gives_the_same_noise() {
    let options = noise(OutputNoise::ExponentialNorm, 3.0);
    let seeded = |seed| options.demonstration(seed).expect("a sample");
    assert_eq!(seeded(7.0), seeded(7.0));
    assert_ne!(seeded(7.0).values, seeded(8.0).values);
    assert_eq!(
        (seeded(7.0).purpose, seeded(7.0).seed, seeded(7.0).grid),
        (NoisePurpose::Demonstration, Some(7.0), None)
    );
    let keyed = |key: &[u8; 32]| options.released(key).expect("a sample");
    assert_eq!(keyed(&KEY), keyed(&KEY));
    assert_eq!(
        (keyed(&KEY).purpose, keyed(&KEY).seed),
        (NoisePurpose::Release, None)
    );
    // Each bit of the key counts.
    for bit in 0..256 {
        let mut other = KEY;
        other[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(keyed(&KEY).values, keyed(&other).values, "bit {bit}");
    }
    let too_many = NoiseSampleOptions {
        samples: Some(2.0),
        ..noise(OutputNoise::ExponentialNorm, 1e6)
    };
    assert!(too_many.demonstration(1.0).is_err());
    assert!(too_many.released(&KEY).is_err());
}

/// At M = 100 a coordinate is nearly uniform, and its 100th power is below the range of double precision once in 1700 draws.
#[test]
fn high_orders_have_no_lump_at_zero() {
    for dimension in [1.0, 3.0] {
        let options = NoiseSampleOptions {
            moment_order: Some(100.0),
            samples: Some(20_000.0),
            ..noise(OutputNoise::ExponentialNorm, dimension)
        };
        let values = options.demonstration(7.0).expect("a sample").values;
        let lost = values.iter().filter(|x| **x == 0.0 || !x.is_finite());
        assert_eq!(lost.count(), 0, "{dimension}");
    }
}

/// Moments of a hundred thousand numbers: six standard errors, so each of six comparisons raises a false alarm with
/// probability below 1e-8.
#[test]
fn moments_of_released_noise() {
    let n = 1e5;
    // Second and fourth moments of |x|, in scales.
    for (law, mean, square, fourth) in [
        (
            OutputNoise::Gaussian,
            (2.0 / std::f64::consts::PI).sqrt(),
            1.0,
            3.0,
        ),
        (OutputNoise::Laplace, 1.0, 2.0, 24.0),
        (OutputNoise::ExponentialNorm, 1.0, 2.0, 24.0),
    ] {
        let options = NoiseSampleOptions {
            samples: Some(n),
            ..noise(law, 1.0)
        };
        let values = options.released(&KEY).expect("a sample").values;
        let average = |power| {
            values
                .iter()
                .map(|x| (x.abs() / 1.5).powi(power))
                .sum::<f64>()
                / n
        };
        assert!(
            (average(1) - mean).abs() < 6.0 * ((square - mean * mean) / n).sqrt(),
            "{law:?}"
        );
        assert!(
            (average(2) - square).abs() < 6.0 * ((fourth - square * square) / n).sqrt(),
            "{law:?}"
        );
    }
}

/// Mironov 2012: where the numbers lie on a grid, so does every sum with an output on it, exactly; and half cells are short
/// in the norm of the noise.
#[test]
fn released_noise_lies_on_a_grid() {
    let unequal = vec![0.5, 3.0, 1.0, 40.0];
    for (law, order, sigmas) in [
        (OutputNoise::Gaussian, 2.0, vec![]),
        (OutputNoise::Laplace, 2.0, vec![]),
        (OutputNoise::ExponentialNorm, 2.0, vec![0.5]),
        (OutputNoise::ExponentialNorm, 3.0, unequal),
    ] {
        let options = NoiseSampleOptions {
            moment_order: Some(order),
            sigmas: sigmas.clone(),
            samples: Some(1000.0),
            ..noise(law, 4.0)
        };
        let sample = options.released(&KEY).expect("a sample");
        let grid = sample.grid.expect("a grid");
        assert_eq!(grid.log2().fract(), 0.0);
        let output = 12_345.0 * grid;
        for x in &sample.values {
            assert_eq!(x % grid, 0.0);
            assert_eq!((output + x) / grid, 12_345.0 + x / grid);
        }
        let half = |i: usize| match sigmas[..] {
            [] => 0.5 * grid,
            [one] => 0.5 * grid / one,
            ref each => 0.5 * grid / each[i],
        };
        let power = |p: f64| (0..4).map(|i| half(i).powf(p)).sum::<f64>();
        let length = match law {
            OutputNoise::Gaussian => power(2.0).sqrt(),
            OutputNoise::Laplace => power(1.0),
            OutputNoise::ExponentialNorm => (power(order) / 4.0).powf(1.0 / order),
        };
        let most = 1.5 / 2.0_f64.powi(21);
        assert!(
            length <= most && length > most / 20.0,
            "{law:?}: {length:e}"
        );
    }
    let tiny = NoiseSampleOptions {
        noise_scale: 1e-310,
        ..noise(OutputNoise::Gaussian, 1.0)
    };
    assert!(tiny.demonstration(1.0).is_ok());
    assert!(
        matches!(tiny.released(&KEY), Err(Error::Malformed { parameter, .. }) if parameter == "noise_scale")
    );
}

/// E16e: half of the training set never holds the outlier, so its moment is 0; subsets of the whole data set see it.
#[test]
fn moments_of_the_whole_data_set() {
    let subsets = subsets(8, 4);
    let means: Vec<f64> = subsets
        .iter()
        .map(|bits| f64::from(bits & 1) / 4.0)
        .collect();
    let options = MomentOptions {
        moment_order: Some(3.0),
        ..MomentOptions::default()
    };
    let result = options.result(&means, 1).expect("moments");
    // Distance 1/8 from the mean in all 70 halves; times 70/69.
    for value in [
        result.sigmas[0],
        result.sigma_1.estimate,
        result.sigma_m.estimate,
    ] {
        close(value, 0.125 * 70.0 / 69.0, 1e-15);
    }
    let inside = options.result(&[0.0; 20], 1).expect("moments");
    assert_eq!(inside.sigmas, [0.0]);
    assert!(
        inside
            .warnings
            .iter()
            .any(|w| w.code == "constant_coordinates")
    );
    assert!(inside.warnings.iter().any(|w| w.code == "estimated_moment"));
}

/// Exponential distances: mean 1, and M-th moment M!.
#[test]
fn bootstrap_interval_holds_the_moment() {
    let mut numbers = Numbers(3);
    let runs = 4000;
    // Signs alternate, so the centre stays near 0.
    let outputs: Vec<f64> = (0..runs)
        .map(|i| -numbers.next().ln() * if i % 2 == 0 { 1.0 } else { -1.0 })
        .collect();
    let options = MomentOptions {
        confidence: Some(0.999),
        ..MomentOptions::default()
    };
    let result = options.result(&outputs, 1).expect("moments");
    for (figure, truth) in [(&result.sigma_1, 1.0), (&result.sigma_m, 2.0_f64.sqrt())] {
        let (lower, upper) = (figure.lower.expect("an end"), figure.upper.expect("an end"));
        assert!(lower < truth && truth < upper, "{figure:?}");
        assert!(upper - lower < 0.2, "{figure:?}");
    }
    assert_eq!(result, options.result(&outputs, 1).expect("moments"));
    for (outputs, columns) in [
        (vec![1.0; 5], 2),
        (vec![1.0], 1),
        (vec![1.0, f64::INFINITY], 1),
        (vec![], 0),
    ] {
        assert!(options.result(&outputs, columns).is_err());
    }
}

/// Proposition 11 and E16m: enumerated up to 20 records, below the proof's bound; sensitivity sqrt(C(n, n/2)) at n = 36.
#[test]
fn powers_of_two_need_little_noise() {
    for size in [4_u32, 8, 12, 20] {
        let n = f64::from(size);
        let example = PowersOfTwoOptions {
            dataset_size: n,
            eta: Some(0.01),
        };
        let example = example.result().expect("an example");
        let sigma = example.sigma.upper.expect("exact");
        assert!(sigma * sigma <= 5.0, "{n}: {sigma}");
        // Directly, for few records.
        if n <= 8.0 {
            let records = powers_of_two(size as usize);
            let values: Vec<f64> = subsets(size, size / 2)
                .iter()
                .map(|bits| {
                    1.0 / (0..records.len())
                        .filter(|j| bits >> j & 1 == 1)
                        .map(|j| records[j])
                        .sum::<f64>()
                })
                .collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let variance =
                values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64;
            close(sigma, variance.sqrt(), 1e-8);
        }
    }
    let large = PowersOfTwoOptions {
        dataset_size: 36.0,
        eta: Some(0.01),
    };
    let large = large.result().expect("an example");
    close(large.sensitivity.estimate, 95_263.5, 0.05);
    close(large.laplace_dp.estimate, 2.381e6, 1e3);
    close(
        large.printed.estimate,
        616.0_f64.powi(2) * 5.0_f64.sqrt(),
        1.0,
    );
    assert!(large.sharp.estimate < large.laplace_dp.estimate / 1e4);
    assert!(
        PowersOfTwoOptions {
            dataset_size: 7.0,
            eta: None
        }
        .result()
        .is_err()
    );
}

/// The warning names the order of the moment that the printed scales want.
#[test]
fn the_first_moment_stands_in_for_an_order_that_is_named() {
    for (moment_order, named) in [(None, "order 2,"), (Some(3.0), "order 3,")] {
        let options = NoiseOptions {
            eta: Some(0.1),
            sigma_1: Some(1.0),
            moment_order,
            ..NoiseOptions::default()
        };
        let warnings = options.result().expect("a result").warnings;
        let text: Vec<_> = warnings
            .iter()
            .filter(|warning| warning.code == "first_moment_in_printed_form")
            .map(|warning| &warning.message)
            .collect();
        assert_eq!(text.len(), 1);
        assert!(text[0].contains(named), "{text:?}");
    }
}
