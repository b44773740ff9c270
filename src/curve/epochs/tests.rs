use super::*;
use crate::curve::engine::Engine;
use crate::curve::epsilon::crossing;
use crate::curve::light_observations::LightObservations;
use crate::curve::tests::{Random, epochs_of_bins, meet};
use crate::fourier::{Aim, Lines, Tail};
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::Enclosure;
use crate::random::is_whole_run;

/// What the first engine makes of a table and what the second makes of its grids hold the same curve, at orders of a few standard
/// deviations, of one phase and of two; the first is the narrower one.
#[test]
fn tables_and_grids_meet() {
    let mut random = Random::new(83);
    let settings = if is_whole_run() { 100 } else { 12 };
    let mut narrower = 0;
    for round in 0..settings {
        let mut phase = || {
            let bins = libm::floor(random.log_uniform(4.0, 3000.0));
            PairPhase {
                noise_per_shift: random.log_uniform(0.9, 12.0),
                sample_rate: 1.0 / bins,
                num_steps: bins * libm::floor(random.log_uniform(2.0, 60.0)),
            }
        };
        let phases: Vec<PairPhase> = (0..=round % 2).map(|_| phase()).collect();
        let spread = libm::sqrt(phases.iter().map(variance).sum());
        let orders = [0.0, 1.0, 2.5].map(|share| share * spread);
        let pair = DominatingPair {
            shape: Shape::Allocation,
            noise: Noise::Gaussian,
            phases,
        };
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
            continue;
        };
        let lines = Lines::of_tables(tables, &demand).unwrap();
        let wanted = GridDemand {
            width: 1e-6,
            least_points: 0,
            most_points: 1 << 16,
            epsilon_max: orders[2],
            smallest: 0.1,
        };
        let Some(grid) = GridCurve::new(&pair, &wanted) else {
            continue;
        };
        for epsilon in orders {
            let (first, second) = (lines.overlap(epsilon), grid.overlap(epsilon));
            assert!(
                first.lower <= second.upper && second.lower <= first.upper,
                "{pair:?} at {epsilon}: {first:?} {second:?}"
            );
            narrower += usize::from(first.width() < second.width());
        }
    }
    assert!(narrower >= 2 * settings, "{narrower}");
}

/// Where single large observations make a part of what is asked, lines and a grid hold the same tail, and the lines are the narrower ones.
#[test]
fn large_observations_and_grids_meet() {
    let mut random = Random::new(84);
    let settings = if is_whole_run() { 40 } else { 6 };
    let (mut parted, mut narrow) = (0, 0);
    while parted < settings {
        let bins = libm::floor(random.log_uniform(60.0, 2000.0));
        let pair = epochs_of_bins(
            random.log_uniform(1.0, 1.6),
            bins,
            libm::floor(random.log_uniform(4.0, 60.0)),
        );
        let delta = random.log_uniform(1e-9, 1e-6);
        let demand = Demand {
            delta: Some(delta),
            ..Demand::default()
        };
        let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
            continue;
        };
        let mut lines = Lines::of_tables(tables, &demand).expect("lines");
        let aim = (Tail::Upper, Aim::Divergence(libm::log(delta)));
        if !lines.open().contains(&aim) {
            continue;
        }
        parted += 1;
        for attempt in 0..2 {
            lines.seek(aim, attempt);
        }
        let wanted = GridDemand {
            width: 1e-6,
            least_points: 0,
            most_points: 1 << 16,
            epsilon_max: 3.0,
            smallest: delta,
        };
        let grid = GridCurve::new(&pair, &wanted).expect("a grid");
        // The grid tells about where delta is.
        let order = crossing(delta, &|epsilon| grid.hockey_stick(epsilon)).middle();
        for order in [order - 0.01, order, order + 0.01] {
            let (Some(first), second) = (lines.hockey_stick(order), grid.hockey_stick(order))
            else {
                continue;
            };
            assert!(
                first.lower <= second.upper && second.lower <= first.upper,
                "{pair:?} at {order}: {first:?} {second:?}"
            );
            narrow += usize::from(first.width() <= 1e-6 * first.upper);
        }
    }
    assert!(narrow >= 2 * settings, "{narrow} of {}", 3 * settings);
}

/// A grid does not take what may lie beyond its sheets for what lies on its last knot: at no order is it below what the record's own
/// observation makes alone, `E (Y - e^eps)_+` with `Y = e^(m z + m²/2)/bins` and `z` standard normal under "in".
#[test]
fn grids_hold_what_one_observation_makes() {
    for (noise, bins) in [
        (0.3046, 28153.0),
        (0.35, 500.0),
        (0.45, 90.0),
        (0.7, 2000.0),
    ] {
        let pair = epochs_of_bins(noise, bins, 1.0);
        for smallest in [1e-2, 1e-5] {
            let wanted = GridDemand {
                width: 1e-3,
                least_points: 0,
                most_points: 1 << 17,
                epsilon_max: 2.0,
                smallest,
            };
            let grid = GridCurve::new(&pair, &wanted).expect("a grid");
            for epsilon in [0.5, 2.0, 4.0, 7.0, 7.76, 9.0] {
                let shift = 1.0 / noise;
                let ratio = bins * libm::exp(epsilon);
                let z = libm::log(ratio) / shift - 0.5 * shift;
                let alone = normal::sf(z) - ratio * normal::sf(z + shift);
                let found = grid.hockey_stick(epsilon);
                assert!(
                    alone <= found.upper,
                    "{noise} {bins} at {epsilon}: {alone:e} {found:?}"
                );
            }
        }
    }
}

/// One epoch by the density of its ratio and by a grid hold the same curve, of light and of heavy observations and of few bins; the
/// first is the narrower one.
#[test]
fn single_epochs_and_grids_meet() {
    let mut random = Random::new(85);
    let settings = if is_whole_run() { 60 } else { 8 };
    let mut narrow = 0;
    for _ in 0..settings {
        let bins = libm::floor(random.log_uniform(2.0, 5000.0));
        let pair = epochs_of_bins(random.log_uniform(0.25, 1.4), bins, 1.0);
        let orders = [-0.4, 0.0, 0.7, 1.4];
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let Some(Epochs::One(curve)) = Epochs::of(&pair, &demand) else {
            panic!("no curve of {pair:?}");
        };
        let wanted = GridDemand {
            width: 1e-4,
            least_points: 0,
            most_points: 1 << 16,
            epsilon_max: 1.4,
            smallest: 1e-3,
        };
        let Some(grid) = GridCurve::new(&pair, &wanted) else {
            continue;
        };
        for order in orders {
            let (first, second) = (curve.hockey_stick(order), grid.hockey_stick(order));
            assert!(
                first.lower <= second.upper && second.lower <= first.upper,
                "{pair:?} at {order}: {first:?} {second:?}"
            );
            narrow += usize::from(first.width() <= 1e-7 * first.upper);
        }
    }
    assert!(narrow >= 3 * settings, "{narrow} of {}", 4 * settings);
}

/// Observations beyond all numbers leave bounds, of a grid without sheets.
#[test]
fn observations_beyond_numbers_have_a_grid() {
    for (noise, bins) in [(0.03, 10.0), (0.003, 42.0), (0.0125, 1000.0)] {
        let pair = epochs_of_bins(noise, bins, 1.0);
        let wanted = GridDemand {
            width: 1e-4,
            least_points: 0,
            most_points: 1 << 17,
            epsilon_max: 1.0,
            smallest: 1e-3,
        };
        // All is seen: what is missed is less than what the record's own observation misses, `sf(1/(2 noise) - noise ln bins)`.
        let missed = normal::sf(0.5 / noise - noise * libm::log(bins));
        let found = GridCurve::new(&pair, &wanted).map(|grid| grid.hockey_stick(0.0));
        assert!(
            found.is_none_or(|found| found.lower <= 1.0 && 1.0 - missed <= found.upper),
            "{noise} {bins}: {found:?}"
        );
    }
}

/// Two to four epochs: their product and lines of tables hold the same curve at orders of a few standard deviations, and the product is
/// narrow.
#[test]
fn products_and_lines_meet() {
    let mut random = Random::new(95);
    let settings = if is_whole_run() { 80 } else { 8 };
    let (mut compared, mut by_both) = (0, 0);
    for round in (0..3_u8).cycle().take(settings) {
        let noise = random.log_uniform(0.3, 20.0);
        let bins = libm::floor(random.log_uniform(4.0, 3000.0));
        let pair = epochs_of_bins(noise, bins, f64::from(2 + round));
        let phases = &pair.phases;
        let spread = libm::sqrt(phases.iter().map(variance).sum());
        let orders = [0.0, 0.3, 1.0, 2.0].map(|share| share * spread);
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let product = ProductCurve::new(&pairs(phases), (1e-14, 1e-12)).expect("a product");
        let Some(table) = table(&phases[0], (1e-14, 1e-12)) else {
            continue;
        };
        let lines = Lines::of_tables(vec![table], &demand).expect("lines");
        for order in orders {
            let what = format!("{noise} {bins} {round} at {order}");
            let by_product = product.hockey_stick(order);
            let by_lines = lines.overlap(order).complement();
            assert!(
                meet(by_product, by_lines, 0.0),
                "{what}: {by_product:?} {by_lines:?}"
            );
            assert!(
                by_product.width() <= 1e-6 * by_product.upper + 1e-13,
                "{what}: {by_product:?}"
            );
            compared += 1;
            by_both += usize::from(by_lines.width() <= 1e-6 * by_lines.upper);
        }
    }
    assert!(
        compared >= 3 * settings && 2 * by_both >= compared,
        "{compared} of {}, {by_both}",
        4 * settings
    );
}

/// Light observations in closed form and the product of a few epochs hold the same curve, in both directions and in the tail.
#[test]
fn products_and_light_observations_meet() {
    let mut random = Random::new(96);
    let settings = if is_whole_run() { 40 } else { 5 };
    let mut narrow = 0;
    for round in (0..3_u8).cycle().take(settings) {
        let noise = random.log_uniform(10.0, 200.0);
        let bins = libm::floor(random.log_uniform(4.0, 2000.0));
        let pair = epochs_of_bins(noise, bins, f64::from(2 + round));
        let light = LightObservations::new(&pair).expect("light");
        let Some(product) = ProductCurve::new(&pairs(&pair.phases), (1e-18, 1e-16)) else {
            continue;
        };
        let spread = libm::sqrt(pair.phases.iter().map(variance).sum());
        for order in [-1.5, 0.0, 0.8, 3.0].map(|share| share * spread) {
            let what = format!("{noise} {bins} {round} at {order}");
            for (first, second) in [
                (light.hockey_stick(order), product.hockey_stick(order)),
                (
                    light.reverse_hockey_stick(order),
                    product.reverse_hockey_stick(order),
                ),
            ] {
                assert!(meet(first, second, 0.0), "{what}: {first:?} {second:?}");
                narrow += usize::from(first.width() <= 1e-4 * first.upper);
            }
        }
        for fpr in [1e-4, 0.2] {
            let first = light.tpr(fpr, light.advantage(), &mut 0.0);
            let second = Enclosure::tpr(&product, fpr);
            assert!(meet(first, second, 0.0), "{fpr}: {first:?} {second:?}");
        }
    }
    assert!(narrow >= 3 * settings, "{narrow} of {}", 8 * settings);
}

/// Two epochs with large observations, where no line resolves them, by their product and by a grid: the product is the narrower one.
#[test]
fn products_and_grids_meet() {
    let mut random = Random::new(97);
    let settings = if is_whole_run() { 40 } else { 5 };
    let mut narrower = 0;
    for round in 0..settings {
        // The last ones have so many bins that the Gaussian part of the loss does not tell how smooth the density of two is.
        let is_last = round + 2 >= settings;
        let (noises, all_bins, epochs) = if is_last {
            ((0.35, 0.6), (5e4, 3e5), 3.0)
        } else {
            ((0.4, 1.2), (4.0, 2000.0), 2.0)
        };
        let noise = random.log_uniform(noises.0, noises.1);
        let bins = libm::floor(random.log_uniform(all_bins.0, all_bins.1));
        let pair = epochs_of_bins(noise, bins, epochs);
        let product = ProductCurve::new(&pairs(&pair.phases), (1e-14, 1e-12)).expect("a product");
        let wanted = GridDemand {
            width: 1e-6,
            least_points: 0,
            most_points: 1 << 16,
            epsilon_max: 4.0,
            smallest: 1e-6,
        };
        let Some(grid) = GridCurve::new(&pair, &wanted) else {
            continue;
        };
        for order in [-1.0, 0.0, 0.5, 2.0, 4.0] {
            let (first, second) = (product.hockey_stick(order), grid.hockey_stick(order));
            assert!(
                meet(first, second, 0.0),
                "{noise} {bins} at {order}: {first:?} {second:?}"
            );
            narrower += usize::from(first.width() < second.width());
        }
    }
    assert!(narrower >= 3 * settings, "{narrower} of {}", 5 * settings);
}

/// Where heavy observations are so rare that the Gaussian part of the loss is narrow, the frequencies of a table go as far as all observations
/// say, and of light ones as far as that part does.
#[test]
fn heavy_observations_need_fewer_frequencies() {
    let by_gaussian =
        |(shift, bins): (f64, f64), epochs: f64| libm::sqrt(140.0 * bins / epochs) / shift;
    for (law, epochs) in [((0.1, 100.0), 20.0), ((0.3, 1e5), 400.0), ((2.0, 1e3), 1e4)] {
        let (found, most) = (last_frequency(law, epochs), by_gaussian(law, epochs));
        assert!(
            (found / most - 1.0).abs() < 1e-9,
            "{law:?} {epochs}: {found} {most}"
        );
    }
    for (law, epochs) in [((2.85, 557_757.0), 9.0), ((1.87, 774_810.0), 10.0)] {
        let (found, most) = (last_frequency(law, epochs), by_gaussian(law, epochs));
        assert!(
            found < 0.6 * most && found > 0.1 * most,
            "{law:?} {epochs}: {found} {most}"
        );
    }
}

/// Heavy observations in many bins, five epochs: lines of tables and the product hold the same curve.
#[test]
fn products_and_lines_of_heavy_observations_meet() {
    for (noise, bins) in [(0.35, 30_000.0), (0.5, 60_000.0)] {
        let pair = epochs_of_bins(noise, bins, 5.0);
        let orders = [0.0, 0.2, 1.0];
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let product = ProductCurve::new(&pairs(&pair.phases), (1e-14, 1e-12)).expect("a product");
        let table = table(&pair.phases[0], (1e-14, 1e-12)).expect("a table");
        let lines = Lines::of_tables(vec![table], &demand).expect("lines");
        for order in orders {
            let (first, second) = (
                product.hockey_stick(order),
                lines.overlap(order).complement(),
            );
            assert!(
                meet(first, second, 0.0),
                "{noise} {bins} at {order}: {first:?} {second:?}"
            );
            assert!(
                first.width() <= 1e-6 * first.upper,
                "{noise} {bins} at {order}: {first:?}"
            );
        }
    }
}

/// One epoch has its curve by the density, up to four have a product, more have tables, and drafts nothing.
#[test]
fn epochs_are_known_by_number() {
    let phase = |epochs: f64| PairPhase {
        noise_per_shift: 1.0,
        sample_rate: 0.01,
        num_steps: 100.0 * epochs,
    };
    let pair = |phases: Vec<PairPhase>| DominatingPair {
        shape: Shape::Allocation,
        noise: Noise::Gaussian,
        phases,
    };
    let demand = Demand::default();
    let found = |phases: Vec<PairPhase>| Epochs::of(&pair(phases), &demand);
    assert!(matches!(found(vec![phase(1.0)]), Some(Epochs::One(_))));
    assert!(matches!(found(vec![phase(2.0)]), Some(Epochs::Few(_))));
    let few = found(vec![phase(1.0), phase(2.0)]);
    assert!(matches!(few, Some(Epochs::Few(_))));
    let many = found(vec![phase(1.0), phase(4.0)]);
    assert!(matches!(many, Some(Epochs::Many(tables)) if tables.len() == 2));
    assert!(found(vec![phase(2.0); 9]).is_none());
    let draft = Demand {
        draft: true,
        ..Demand::default()
    };
    assert!(Epochs::of(&pair(vec![phase(1.0)]), &draft).is_none());
}
