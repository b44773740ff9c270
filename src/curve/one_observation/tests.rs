//! One observation against sums over it, and against the closed form of one record.

use super::{Law, OneObservation, group};
use crate::curve::enclosures::Enclosures;
use crate::curve::engine::Engine;
use crate::curve::tests::Random;
use crate::mechanism::{Demand, DominatingPair, Gaussian, Noise, OneStep, PairPhase, Shape};
use crate::numerics::{Interval, count, normal};
use crate::random::is_whole_run;

fn pair(shape: Shape, noise_per_shift: f64, sample_rate: f64) -> DominatingPair {
    DominatingPair {
        shape,
        noise: Noise::Gaussian,
        phases: vec![PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps: 1.0,
        }],
    }
}

fn one(shape: Shape, noise_per_shift: f64, sample_rate: f64) -> OneObservation {
    OneObservation::new(&pair(shape, noise_per_shift, sample_rate)).expect("is served")
}

/// Densities of both laws.
fn densities(shape: Shape, noise: f64, q: f64, z: f64) -> (f64, f64) {
    let m = 1.0 / noise;
    match shape {
        Shape::Mixture { group_size } => {
            let mut weight = libm::pow(1.0 - q, group_size as f64);
            let mut inn = weight * normal::density(z);
            for j in 1..=group_size {
                weight *= (group_size - j + 1) as f64 / j as f64 * q / (1.0 - q);
                inn += weight * normal::density(z - j as f64 * m);
            }
            (inn, normal::density(z))
        }
        _ => {
            let law = |m: f64| (1.0 - q) * normal::density(z) + q * normal::density(z - m);
            (law(m), law(-m))
        }
    }
}

/// Every figure of mild settings by a fine sum over the observation.
#[test]
fn figures_agree_with_a_fine_sum() {
    const SPACING: f64 = 1.0 / 4096.0;
    let mut random = Random::new(71);
    for case in 0..if is_whole_run() { 60 } else { 12 } {
        let shape = match case % 3 {
            0 => Shape::Substitution,
            1 => Shape::Mixture { group_size: 2 },
            _ => Shape::Mixture { group_size: 6 },
        };
        let (noise, q) = (random.log_uniform(0.4, 5.0), random.log_uniform(1e-3, 0.9));
        let found = one(shape, noise, q);
        let reach = 12.0 + 6.0 / noise;
        let points = (0..count(2.0 * reach / SPACING)).map(|k| {
            let z = -reach + SPACING * (k as f64 + 0.5);
            (z, densities(shape, noise, q, z))
        });
        let points: Vec<_> = points.collect();
        for order in [-1.5, -0.2, 0.0, 0.05, 0.8, 2.5] {
            let sum = |of: &dyn Fn((f64, f64)) -> f64| -> f64 {
                points
                    .iter()
                    .map(|(_, both)| of(*both).max(0.0))
                    .sum::<f64>()
                    * SPACING
            };
            let scale = libm::exp(order);
            let forward = sum(&|(inn, out)| inn - scale * out);
            let backward = sum(&|(inn, out)| out - scale * inn);
            for (interval, wanted) in [
                (found.hockey_stick(order), forward),
                (found.reverse_hockey_stick(order), backward),
                (found.overlap(order), 1.0 - forward),
            ] {
                assert!(
                    (interval.middle() - wanted).abs() <= 1e-6 * q + interval.width(),
                    "{shape:?} {noise} {q} at {order}: {interval:?}, {wanted}"
                );
            }
        }
        for z in [-1.0, 0.3, 2.0, 4.0] {
            let above = |of: &dyn Fn((f64, f64)) -> f64| -> f64 {
                let beyond = points.iter().filter(|(place, _)| *place > z);
                beyond.map(|(_, both)| of(*both)).sum::<f64>() * SPACING
            };
            let (inn, out) = (above(&|(inn, _)| inn), above(&|(_, out)| out));
            let tpr = found.tpr(out, Interval::around(0.0, 0.0), &mut 0.0);
            assert!(
                (tpr.middle() - inn).abs() <= 1e-5 * inn,
                "{shape:?} {noise} {q}: {tpr:?} at {out}, {inn}"
            );
        }
    }
}

/// A group of one is a record, which has a closed form of its own.
#[test]
fn a_group_of_one_is_a_record() {
    let mut random = Random::new(72);
    for _ in 0..if is_whole_run() { 2000 } else { 300 } {
        let phase = PairPhase {
            noise_per_shift: random.log_uniform(0.02, 1e4),
            sample_rate: random.log_uniform(1e-9, 0.99),
            num_steps: 1.0,
        };
        let (q, m) = (phase.sample_rate, phase.shift());
        let found = OneObservation {
            law: group(1, q, m),
            ..one(Shape::Substitution, phase.noise_per_shift, q)
        };
        let record = OneStep::new(&phase);
        let orders = [1e-3, 0.3, 3.0].map(|share| {
            let z = 0.5 * m + share;
            libm::log1p(q * libm::expm1(m * (z - 0.5 * m)))
        });
        for order in orders {
            let Law::Group { terms, .. } = &found.law else {
                unreachable!("a group");
            };
            let reverse = found.backward(terms, order);
            for (interval, wanted) in [
                (found.forward(order), record.hockey_stick(order)),
                (reverse, record.reverse_hockey_stick(order)),
            ] {
                assert!(
                    interval.lower <= wanted.upper && wanted.lower <= interval.upper,
                    "{phase:?} at {order}: {interval:?}, {wanted:?}"
                );
            }
        }
        let fpr = random.log_uniform(1e-12, 1.0);
        let (tpr, wanted) = (
            found.tpr(fpr, Interval::around(0.0, 0.0), &mut 0.0),
            record.tpr(fpr),
        );
        assert!(tpr.lower <= wanted.upper && wanted.lower <= tpr.upper);
    }
}

/// Without sampling a substitution is a Gaussian of twice the shift, which a rate near 1 nearly is; and the advantage of any is as much
/// times the rate.
#[test]
fn substitutions_have_twice_the_shift() {
    let mut random = Random::new(73);
    for _ in 0..200 {
        let (noise, q) = (
            random.log_uniform(1e-2, 1e4),
            random.log_uniform(1e-9, 0.999),
        );
        let found = one(Shape::Substitution, noise, q).advantage();
        let whole = Gaussian { mu: 2.0 / noise }.advantage();
        assert!(found.lower <= q * whole.upper * (1.0 + 1e-15));
        assert!(q * whole.lower * (1.0 - 1e-15) <= found.upper);
        assert!(
            found.width() <= 1e-10 * found.upper,
            "{noise} {q}: {found:?}"
        );
    }
    let nearly = one(Shape::Substitution, 1.0, 1.0 - 1e-9);
    let gaussian = Gaussian { mu: 2.0 };
    for order in [0.0, 1.0, 2.0] {
        let (found, wanted) = (nearly.hockey_stick(order), gaussian.hockey_stick(order));
        assert!((found.middle() - wanted.middle()).abs() <= 1e-7 * wanted.upper);
    }
}

/// Whatever noise and rate, every figure within a millionth, or no number.
#[test]
fn figures_are_narrow_everywhere() {
    let mut random = Random::new(74);
    for case in 0..if is_whole_run() { 3000 } else { 600 } {
        let shape = match case % 3 {
            0 => Shape::Mixture {
                group_size: 2 + count(random.uniform() * 99.0),
            },
            _ => Shape::Substitution,
        };
        let noise = random.log_uniform(1e-3, 1e4);
        let rare = random.log_uniform(1e-9, 0.5);
        let q = if case % 4 == 3 { 1.0 - rare } else { rare };
        let found = one(shape, noise, q);
        let narrow = |what: &str, interval: Interval| {
            assert!(
                interval.lower >= 0.0
                    && interval.lower <= interval.upper
                    && (interval.upper < 1e-290 || interval.width() <= 1e-6 * interval.upper),
                "{what} of {shape:?}, {noise}, {q}: {interval:?}"
            );
        };
        let fpr = random.log_uniform(1e-12, 1.0);
        let mut order = 0.0;
        narrow(
            "TPR",
            found.tpr(fpr, Interval::around(0.0, 0.0), &mut order),
        );
        narrow("advantage", found.advantage());
        narrow("divergence", found.hockey_stick(order.max(0.0)));
        narrow("divergence", found.hockey_stick(order.min(0.0)));
    }
}

/// Lines through large observations serve one step as they do many: they hold the closed form, and nearly all are narrow.
#[test]
fn lines_meet_the_closed_form() {
    let mut random = Random::new(75);
    let cases = if is_whole_run() { 100 } else { 24 };
    let mut narrow = 0;
    for case in 0..cases {
        let shape = match case % 3 {
            0 => Shape::Mixture {
                group_size: 2 + count(random.uniform() * 4.0),
            },
            _ => Shape::Substitution,
        };
        let (noise, q) = (
            random.log_uniform(0.4, 30.0),
            random.log_uniform(1e-7, 1e-2),
        );
        let truth = one(shape, noise, q);
        let mut order = 0.0;
        let fpr = random.log_uniform(1e-12, 1e-3);
        truth.tpr(fpr, Interval::around(0.0, 0.0), &mut order);
        let demand = Demand {
            epsilon: vec![order],
            fpr: vec![fpr],
            ..Demand::default()
        };
        let mut lines = Enclosures::first(&pair(shape, noise, q), None, None, &demand);
        lines.seek(&demand);
        let advantage = lines.advantage();
        for (found, wanted) in [
            (lines.hockey_stick(order), truth.hockey_stick(order)),
            (
                lines.tpr(fpr, advantage, &mut 0.0),
                truth.tpr(fpr, advantage, &mut 0.0),
            ),
        ] {
            assert!(
                found.lower <= wanted.upper && wanted.lower <= found.upper,
                "{shape:?} {noise} {q} at {order}, {fpr}: {found:?}, {wanted:?}"
            );
            narrow += usize::from(found.width() <= 1e-6 * found.upper);
        }
    }
    assert!(narrow * 10 >= 2 * cases * 9, "{narrow} of {}", 2 * cases);
}
