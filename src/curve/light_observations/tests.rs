use super::*;
use crate::curve::PrivacyCurve;
use crate::curve::engine::{Engine, NARROW, suffices};
use crate::curve::epochs::Epochs;
use crate::curve::epsilon::crossing;
use crate::curve::tests::{Random, epochs_of_bins, meet};
use crate::fourier::{Lines, TabulatedStep};
use crate::grid::{EpochCurve, epoch_table};
use crate::mechanism::{Demand, Enclosure, Noise, Shape, TabulatedRatio};
use crate::numerics::Interval;
use crate::numerics::complex::{self, Complex};
use crate::random::is_whole_run;
use std::rc::Rc;

/// One epoch: the curve by the density of the ratio is the same, in both directions, and so are rates.
#[test]
fn the_density_of_an_epoch_is_met() {
    let mut random = Random::new(93);
    let settings = if is_whole_run() { 60 } else { 8 };
    let (mut found, mut narrow) = (0, 0);
    while found < settings {
        let noise = random.log_uniform(6.0, 100.0);
        let bins = libm::floor(random.log_uniform(2.0, 5000.0));
        let light = LightObservations::new(&epochs_of_bins(noise, bins, 1.0)).expect("light");
        let Some(curve) = EpochCurve::new((1.0 / noise, bins), (1e-20, 1e-14)) else {
            continue;
        };
        found += 1;
        let spread = 1.0 / (noise * libm::sqrt(bins));
        for order in [-2.0, -0.5, 0.0, 1.0, 2.5, 4.0].map(|share| share * spread) {
            let what = format!("{noise} {bins} at {order}");
            let (by_mean, by_density) = (light.hockey_stick(order), curve.hockey_stick(order));
            assert!(
                meet(by_mean, by_density, 0.0),
                "{what}: {by_mean:?} {by_density:?}"
            );
            narrow += usize::from(by_mean.width() <= 1e-4 * by_mean.upper);
            let (by_mean, by_density) = (
                light.reverse_hockey_stick(order),
                curve.reverse_hockey_stick(order),
            );
            assert!(
                meet(by_mean, by_density, 0.0),
                "{what}: {by_mean:?} {by_density:?}"
            );
        }
        for fpr in [1e-3, 0.1, 0.9] {
            let by_mean = light.tpr(fpr, light.advantage(), &mut 0.0);
            let by_density = Enclosure::tpr(&curve, fpr);
            assert!(
                meet(by_mean, by_density, 0.0),
                "{noise} {bins} {fpr}: {by_mean:?} {by_density:?}"
            );
        }
    }
    assert!(narrow >= 2 * settings, "{narrow} of {}", 6 * settings);
}

/// Several epochs: lines of their tables say the same.
#[test]
fn lines_of_several_epochs_are_met() {
    let mut random = Random::new(94);
    let settings = if is_whole_run() { 60 } else { 8 };
    let (mut found, mut narrow, mut by_both) = (0, 0, 0);
    while found < settings {
        let noise = random.log_uniform(10.0, 100.0);
        let bins = libm::floor(random.log_uniform(8.0, 1000.0));
        let epochs = libm::floor(random.log_uniform(4.0, 1000.0));
        let pair = epochs_of_bins(noise, bins, epochs);
        let Some(light) = LightObservations::new(&pair) else {
            continue;
        };
        let spread = light.mean.mu;
        let orders = [0.0, 0.7, 2.0].map(|share| share * spread);
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
            continue;
        };
        let lines = Lines::of_tables(tables, &demand).expect("lines");
        found += 1;
        for order in orders {
            let by_mean = light.hockey_stick(order);
            let by_lines = lines.overlap(order).complement();
            assert!(
                meet(by_mean, by_lines, 0.0),
                "{noise} {bins} {epochs} at {order}: {by_mean:?} {by_lines:?}"
            );
            let is_narrow = |value: Interval| value.width() <= 1e-4 * value.upper;
            narrow += usize::from(is_narrow(by_mean));
            by_both += usize::from(is_narrow(by_mean) && is_narrow(by_lines));
        }
    }
    assert!(
        narrow >= settings && by_both >= settings,
        "{narrow} and {by_both} of {}",
        3 * settings
    );
}

/// Of two bins `y = e^(-m²/4) cosh(m g/sqrt(2))`, `g` standard normal: its moments about 1, of one epoch and of two, by a sum over equidistant
/// points.
#[test]
fn moments_of_two_bins_are_met() {
    let step = 0.05;
    let points: Vec<(f64, f64)> = (-240..=240)
        .map(|point| {
            let g = step * f64::from(point);
            (g, step * normal::density(g))
        })
        .collect();
    for shift in [0.1, 0.4, 1.0] {
        let rest = |g: f64| {
            libm::exp(-0.25 * shift * shift)
                * libm::cosh(shift * g * core::f64::consts::FRAC_1_SQRT_2)
        };
        let moment = |epochs: u8, power: f64| -> f64 {
            let of = |y: f64| {
                libm::pow((y - 1.0).abs(), power)
                    * if power == 3.0 {
                        (y - 1.0).signum()
                    } else {
                        1.0
                    }
            };
            let first = points.iter();
            if epochs == 1 {
                return first.map(|(g, mass)| mass * of(rest(*g))).sum();
            }
            first
                .map(|(g, mass)| {
                    let second = points.iter();
                    let inner: f64 = second
                        .map(|(h, other)| other * of(rest(*g) * rest(*h)))
                        .sum();
                    mass * inner
                })
                .sum()
        };
        for epochs in [1, 2] {
            let residual = Residual::new(shift, 2.0, f64::from(epochs)).expect("small");
            let excess = moment(epochs, 2.0);
            let q = 1.0 + excess;
            let lognormal = (
                excess * excess * (q + 2.0),
                excess * excess * (libm::pow(q, 4.0) + 2.0 * libm::pow(q, 3.0) + 3.0 * q * q - 3.0),
            );
            let third = moment(epochs, 3.0) - lognormal.0;
            let fourth = moment(epochs, 4.0) + lognormal.1;
            let what = format!("{shift} {epochs}");
            let near = |found: f64, wanted: f64| (found - wanted).abs() <= 1e-7 * wanted.abs();
            assert!(
                near(residual.third, third),
                "{what}: {} {third}",
                residual.third
            );
            assert!(
                near(residual.fourth, fourth),
                "{what}: {} {fourth}",
                residual.fourth
            );
            // What lies beyond is no more than the norms say.
            for away in [3.0, 6.0, 12.0].map(|deviations| deviations * libm::sqrt(excess)) {
                if epochs == 1 {
                    let beyond = points
                        .iter()
                        .filter(|(g, _)| (rest(*g) - 1.0).abs() >= away);
                    let truth: f64 = beyond.map(|(g, mass)| mass * (rest(*g) - 1.0).abs()).sum();
                    let bound = residual.beyond(away, 0.0, 0.0);
                    assert!(bound >= truth, "{what} {away}: {bound:e} {truth:e}");
                }
            }
        }
    }
}

/// By copies the third and the fourth moment of an epoch are those by cycles, and of two bins all up to the sixth those of a sum over points; of
/// many bins the odd ones vanish beside the even ones as those of a sum do.
#[test]
fn moments_by_copies_are_met() {
    let near = |found: f64, wanted: f64| (found - wanted).abs() <= 1e-9 * wanted.abs();
    for (shift, bins) in [
        (0.01, 2.0),
        (0.1, 3.0),
        (0.2, 40.0),
        (0.7, 7.0),
        (0.05, 2000.0),
    ] {
        let [second, third, fourth, fifth, sixth] = copies::moments(shift, bins);
        let residual = Residual::new(shift, bins, 1.0).expect("small");
        let excess = second.0;
        let q = 1.0 + excess;
        let of_lognormal = (
            excess * excess * (q + 2.0),
            excess * excess * (libm::pow(q, 4.0) + 2.0 * libm::pow(q, 3.0) + 3.0 * q * q - 3.0),
        );
        let what = format!("{shift} {bins}");
        let by_cycles = of_lognormal.0 + residual.third;
        assert!((third.0 - by_cycles).abs() <= 1e-7 * third.0, "{what}");
        let by_cycles = residual.fourth - of_lognormal.1;
        assert!((fourth.0 - by_cycles).abs() <= 1e-6 * fourth.0, "{what}");
        for (moment, error) in [second, third, fourth, fifth, sixth] {
            assert!(
                moment > 0.0 && error < 1e-10 * moment,
                "{what}: {moment} {error}"
            );
        }
    }
    let step = 0.05;
    for shift in [0.02, 0.3, 1.0] {
        for (power, (moment, _)) in (2..).zip(copies::moments(shift, 2.0)) {
            let terms = (-260..=260).map(|point| {
                let g = step * f64::from(point);
                let half = 0.5 * shift * g * core::f64::consts::FRAC_1_SQRT_2;
                let (sinh, less) = (libm::sinh(half), libm::expm1(-0.25 * shift * shift));
                let away = 2.0 * sinh * sinh * (1.0 + less) + less;
                step * normal::density(g) * libm::pow(away, f64::from(power))
            });
            let wanted: f64 = terms.sum();
            assert!(near(moment, wanted), "{shift} {power}: {moment} {wanted}");
        }
    }
    let [second, third, fourth, fifth, sixth] = copies::moments(1e-3, 1e6).map(|moment| moment.0);
    let of_normal = [3.0 * second * second, 15.0 * libm::pow(second, 3.0)];
    assert!(
        (fourth / of_normal[0] - 1.0).abs() < 1e-5 && (sixth / of_normal[1] - 1.0).abs() < 1e-4
    );
    assert!(third < 0.01 * libm::pow(second, 1.5) && fifth < 0.1 * libm::pow(second, 2.5));
}

/// What is known is narrow under large noise, from one epoch to many.
#[test]
fn large_noise_is_known() {
    let demand = Demand {
        fpr: vec![1e-12, 1e-6, 1e-3],
        delta: Some(1e-9),
        ..Demand::default()
    };
    for (noise, bins, epochs) in [
        (500.0, 2.0, 1.0),
        (1000.0, 1e5, 1.0),
        (4384.0, 1.3e5, 1.0),
        (600.0, 300.0, 1e5),
        (1e4, 7.0, 1e7),
    ] {
        let light = LightObservations::new(&epochs_of_bins(noise, bins, epochs)).expect("light");
        assert!(suffices(&light, &demand), "{noise} {bins} {epochs}");
        let run = PrivacyCurve::of(&epochs_of_bins(noise, bins, epochs), &demand);
        let advantage = run.advantage();
        let mean = light.mean.advantage().middle();
        assert!(advantage.lower >= mean * (1.0 - 1e-12) && advantage.upper <= mean * 1.001);
    }
}

/// What is not known to have an end does not suffice.
#[test]
fn epsilon_without_an_end_does_not_suffice() {
    let demand = Demand {
        delta: Some(1e-15),
        ..Demand::default()
    };
    let light = LightObservations::new(&epochs_of_bins(44.87, 1.142e8, 1.0)).expect("light");
    let epsilon = crossing(1e-15, &|epsilon| light.hockey_stick(epsilon));
    assert!(epsilon.width() > NARROW * epsilon.upper, "{epsilon:?}");
    assert!(!suffices(&light, &demand));
}

/// Heavy observations, other noise and other shapes have none.
#[test]
fn only_light_observations_are_served() {
    assert!(!LightObservations::serves(&epochs_of_bins(1.0, 10.0, 1.0)));
    let mut other = epochs_of_bins(50.0, 10.0, 1.0);
    other.noise = Noise::Laplace;
    assert!(!LightObservations::serves(&other));
    other = epochs_of_bins(50.0, 10.0, 1.0);
    other.shape = Shape::Mixture { group_size: 1 };
    assert!(LightObservations::new(&other).is_none());
    // The rest counts where a run is that long.
    assert!(LightObservations::new(&epochs_of_bins(5.0, 2.0, 1e6)).is_none());
}

/// `E w^z` of an epoch of two bins, `y = e^(-m²/4) cosh(m g/sqrt(2))` with `g` standard normal, by a fine sum.
fn power_of_two_bins(shift: f64, z: Complex<f64>) -> Complex<f64> {
    let step = 0.02;
    let of_rest = (-1000..=1000).map(|point| {
        let g = step * f64::from(point);
        let cosh = libm::cosh(shift * g * core::f64::consts::FRAC_1_SQRT_2);
        complex::exp(z * (libm::log(cosh) - 0.25 * shift * shift)) * (step * normal::density(g))
    });
    of_rest.sum::<Complex<f64>>() * complex::exp(z * (z - 1.0) * (0.25 * shift * shift))
}

/// The same by the nodes of a table.
fn power_of(table: &TabulatedRatio, z: Complex<f64>) -> Complex<f64> {
    let nodes = table.nodes.iter();
    nodes
        .map(|node| complex::exp(z * node.loss + node.log_out))
        .sum()
}

/// Powers of the ratio of two bins are as near to those of the table of moments as that says, and not much nearer.
#[test]
fn powers_of_the_moment_table_are_as_near_as_it_says() {
    let mut told = 0;
    for shift in [0.02, 0.1, 0.3, 0.5] {
        let table = moment_table(shift, 2.0, 1e-30).expect("light");
        let apart = table.apart.as_ref().expect("by moments");
        let shares = [
            (0.0, 0.1),
            (0.1, 0.2),
            (0.3, 0.1),
            (-0.2, 0.1),
            (0.5, 0.4),
            (0.9, 0.0),
        ];
        for (s, u) in shares.map(|(s, u)| (s * apart.most_power, u * apart.most_power)) {
            let z = Complex::new(s, u);
            let truth = power_of_two_bins(shift, z);
            let off = complex::abs(power_of(&table, z) - truth);
            let bound = apart.at(s).expect("known").error(u);
            let rounding = 1e-13 * complex::abs(truth).max(1.0);
            assert!(off <= bound + rounding, "{shift} {z}: {off:e} {bound:e}");
            // Norms by hypercontractivity are loose for heavier observations.
            if off > 10.0 * rounding && shift <= 0.1 {
                told += 1;
                assert!(bound <= 1e5 * off, "{shift} {z}: {off:e} {bound:e}");
            }
            // Under another tilt it grows no faster than it says.
            let (loss, mass) = apart.growth(2.0);
            let grown = mass * libm::exp((s - 2.0).abs() * loss);
            assert!(apart.at(s).expect("known").error(0.0) <= grown);
        }
    }
    assert!(told >= 2, "{told}");
}

/// Powers of the table of two bins are those of a finer sum.
#[test]
fn powers_of_two_bins_are_met() {
    for shift in [0.02, 0.2, 0.35, 0.5] {
        let table = two_bins_table(shift, 1e-30).expect("light");
        let apart = table.apart.as_ref().expect("of values");
        let shares = [(0.0, 0.1), (0.1, 0.25), (0.2, 0.1), (-0.2, 0.2), (0.3, 0.0)];
        for (s, u) in shares.map(|(s, u)| (s * apart.most_power, u * apart.most_power)) {
            let z = Complex::new(s, u);
            let size = libm::exp(0.5 * s * (s - 1.0) * shift * shift).max(1.0);
            let off = complex::abs(power_of(&table, z) - power_of_two_bins(shift, z));
            assert!(off <= 1e-11 * size, "{shift} {z}: {off:e} {size:e}");
            // Under strong tilts what it says of itself is looser.
            if s.abs() <= 0.1 * apart.most_power {
                let rules: f64 = table.panels.iter().map(|panel| panel.error(s, u)).sum();
                assert!(rules <= 1e-9 * size, "{shift} {z}: {rules:e} {size:e}");
            }
        }
    }
    assert!(two_bins_table(0.6, 1e-30).is_none());
}

/// Lines of many epochs by moments and by the density of one say the same.
#[test]
fn lines_by_moments_and_by_densities_meet() {
    let mut random = Random::new(95);
    let settings = if is_whole_run() { 80 } else { 8 };
    let (mut found, mut narrow) = (0, 0);
    while found < settings {
        let noise = random.log_uniform(3.0, 80.0);
        let bins = libm::floor(random.log_uniform(2.0, 3000.0));
        let epochs = libm::floor(random.log_uniform(300.0, 1e5));
        let shift = 1.0 / noise;
        let spread = libm::sqrt(epochs * libm::expm1(shift * shift) / bins);
        if spread > 5.0 {
            continue;
        }
        let orders = [0.0, 0.5, 2.0, 4.0].map(|share| share * spread);
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let by_moments = moment_table(shift, bins, 1e-30).expect("light");
        let Some(by_density) = epoch_table((shift, bins), (1e-24, 1e-18), 12.0 / spread) else {
            continue;
        };
        let [moments, densities] = [by_moments, by_density].map(|table| {
            let step = TabulatedStep::new(Rc::new(table), epochs);
            Lines::of_tables(vec![step], &demand).expect("lines")
        });
        found += 1;
        for order in orders {
            let [first, second] = [&moments, &densities].map(|lines| {
                let middle = lines.overlap(order).complement();
                lines
                    .hockey_stick(order)
                    .map_or(middle, |tail| tail.intersect(middle))
            });
            let what = format!("{noise} {bins} {epochs} at {order}");
            assert!(meet(first, second, 0.0), "{what}: {first:?} {second:?}");
            let is_narrow = |value: Interval| value.width() <= 1e-5 * value.upper;
            narrow += usize::from(is_narrow(first) && is_narrow(second));
        }
    }
    assert!(narrow >= 2 * settings, "{narrow} of {}", 4 * settings);
}
