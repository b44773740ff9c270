//! The laws of the noise. All statistics together refuse a right generator with a probability below 1e-6.

use super::*;
use crate::numerics::count;
use crate::random::{LANES, LaneGenerator, QUAD};
use statrs::distribution::{ContinuousCDF, Laplace, Normal};

/// Two-sided probability 1.5e-10 for a normal variable: below 1e-6 for the 1,500 statistics here.
const SIGMAS: f64 = 6.4;
/// Draws of each lane.
const DRAWS: usize = 1 << 17;

/// The noise of the sixteen lanes of a stream, in the order of the steps.
fn lanes(noise: Noise, stream: u64) -> [Vec<f64>; LANES] {
    let kernel = Kernel::new();
    let amplitude = Amplitude::new(1.0);
    let mut draws = Draws::new();
    let mut lanes = [const { Vec::new() }; LANES];
    for (quad, generator) in LaneGenerator::new(2024, stream)
        .quads()
        .iter_mut()
        .enumerate()
    {
        while lanes[QUAD * quad].len() < DRAWS {
            for unit in draws.draw(UNITS, noise, &amplitude, generator, &kernel) {
                for values in unit.map(Floats::doubles) {
                    for (i, value) in values.into_iter().enumerate() {
                        lanes[QUAD * quad + i].push(value);
                    }
                }
            }
        }
    }
    lanes
}

/// Largest distance of the distribution functions; above `sqrt(ln(2/1e-8)/(2n))` with probability 1e-8 (Massart 1990).
fn check_distance(mut values: Vec<f64>, cdf: impl Fn(f64) -> f64) {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len() as f64;
    let distance = values
        .iter()
        .enumerate()
        .map(|(i, &value)| {
            let exact = cdf(value);
            (exact - i as f64 / n)
                .abs()
                .max(((i + 1) as f64 / n - exact).abs())
        })
        .fold(0.0, f64::max);
    assert!(distance < ((2e8_f64).ln() / (2.0 * n)).sqrt(), "{distance}");
}

#[test]
fn normals_are_normal() {
    let normal = Normal::new(0.0, 1.0).expect("valid");
    let all = lanes(Noise::Gaussian, 0).concat();
    // E z^(2j); beyond the largest draw lie 8e-6 of the sixth moment, a thousandth of its standard error here.
    const MOMENTS: [f64; 13] = [
        1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 15.0, 0.0, 105.0, 0.0, 945.0, 0.0, 10_395.0,
    ];
    let n = all.len() as f64;
    for k in 1..=6 {
        let mean = all.iter().map(|z| z.powi(k)).sum::<f64>() / n;
        let k = count(f64::from(k));
        let error = ((MOMENTS[2 * k] - MOMENTS[k] * MOMENTS[k]) / n).sqrt();
        assert!((mean - MOMENTS[k]).abs() < SIGMAS * error, "{k}: {mean}");
    }
    check_distance(all, |z| normal.cdf(z));
}

#[test]
fn laplace_variables_have_their_law() {
    let laplace = Laplace::new(0.0, 1.0).expect("valid");
    check_distance(lanes(Noise::Laplace, 0).concat(), |z| laplace.cdf(z));
}

/// Correlation of two samples and of their squares, in standard errors.
fn check_independence(a: &[f64], b: &[f64], what: &str) {
    let n = a.len().min(b.len()) as f64;
    let product = |f: fn(f64) -> f64| -> f64 { a.iter().zip(b).map(|(&x, &y)| f(x) * f(y)).sum() };
    let plain = product(|z| z) / n.sqrt();
    // The variance of z² - 1 is 2.
    let squares = product(|z| z * z - 1.0) / (2.0 * n.sqrt());
    assert!(plain.abs() < SIGMAS, "{what}: {plain}");
    assert!(squares.abs() < SIGMAS, "{what}: {squares} of squares");
}

#[test]
fn normals_are_independent() {
    let first = lanes(Noise::Gaussian, 0);
    let streams = [1, 2, 1 << 20].map(|stream| lanes(Noise::Gaussian, stream));
    for (i, a) in first.iter().enumerate() {
        for b in &first[..i] {
            check_independence(a, b, "lanes");
        }
        for stream in &streams {
            check_independence(a, &stream[i], "streams");
        }
        for lag in 1..=24 {
            check_independence(a, &a[lag..], "successive draws");
        }
        // Every pair of places of a unit: sine with cosine, and the angles that share a word.
        let place =
            |place: usize| -> Vec<f64> { a.iter().skip(place).step_by(STEPS).copied().collect() };
        for j in 0..STEPS {
            for k in 0..j {
                check_independence(&place(j), &place(k), "places of a unit");
            }
        }
    }
}
