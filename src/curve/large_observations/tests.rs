use super::divergence::Run;
use super::known::Known;
use super::steps::Steps;
use crate::curve::PrivacyCurve;
use crate::curve::engine::Engine;
use crate::curve::tests::Random;
use crate::curve::two_steps::TwoSteps;
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{Demand, DominatingPair, Enclosure, Noise, PairPhase, Shape};
use crate::numerics::Interval;
use serde_json::Value;

fn pair(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> DominatingPair {
    DominatingPair {
        shape: Shape::Mixture { group_size: 1 },
        noise: Noise::Gaussian,
        phases: vec![PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        }],
    }
}

fn run(noise: f64, rate: f64, steps: f64) -> Run {
    Run::new(Steps::new(&pair(noise, rate, steps).phases[0]))
}

fn rows(golden: &str) -> Vec<Value> {
    serde_json::from_str(golden).expect("rows")
}

fn number(row: &Value, name: &str) -> f64 {
    row[name].as_f64().expect("a number")
}

fn setting(row: &Value) -> (f64, f64, f64) {
    let of = |name| number(row, name);
    (of("noise_multiplier"), of("sample_rate"), of("num_steps"))
}

fn meets(found: Interval, wanted: Interval, what: &str) {
    assert!(
        found.lower <= wanted.upper && wanted.lower <= found.upper,
        "{what}: {found:?} against {wanted:?}"
    );
}

/// Two steps have an engine of their own, which splits the first one, at any order.
#[test]
fn two_steps_meet_their_cells() {
    for (noise, rate) in [
        (0.1, 1e-6),
        (0.2, 1e-2),
        (0.3, 1e-3),
        (0.4, 1e-9),
        (0.5, 1e-3),
    ] {
        let cells = TwoSteps::new(&pair(noise, rate, 2.0)).expect("two steps");
        let run = run(noise, rate, 2.0);
        for order in [-0.5 * rate, 0.0, 1e-3, 0.1, 1.0, 5.0, 20.0] {
            let wanted = cells.hockey_stick(order);
            let found = run.divergence(order).expect("few large observations");
            meets(found, wanted, &format!("{noise}, {rate}, {order}"));
            assert!(
                found.width() <= 1e-6 * found.upper || found.upper < 1e-20,
                "{noise}, {rate}, {order}: {found:?}"
            );
        }
    }
}

/// Nested integrals (`golden/three_steps.py`).
#[test]
fn three_steps_meet_nested_integrals() {
    let mut seen = 0;
    for row in rows(include_str!("../../../tests/golden/three_steps.json")) {
        let (noise, rate, steps) = setting(&row);
        let order = number(&row, "epsilon");
        let Some(found) = run(noise, rate, steps).divergence(order) else {
            continue;
        };
        let wanted = number(&row, "divergence");
        let wanted = Interval::around(wanted, 1e-9 * wanted);
        meets(found, wanted, &format!("{noise}, {rate}, {order}"));
        seen += 1;
    }
    assert!(seen > 0);
}

/// The second engine shares no step with this one.
#[test]
fn many_steps_meet_the_grid() {
    let demand = GridDemand {
        width: 1e-8,
        least_points: 0,
        most_points: 1 << 17,
        epsilon_max: 6.0,
        smallest: 1e-6,
    };
    for (noise, rate, steps) in [
        (0.1, 1e-3, 100.0),
        (0.13, 1e-4, 500.0),
        (0.2, 1e-2, 7.0),
        (0.3, 1e-3, 5.0),
        (0.4, 1e-4, 10.0),
        (0.1, 1e-2, 200.0),
        (0.12, 0.1, 50.0),
        (0.13, 0.02, 600.0),
    ] {
        let grid = GridCurve::new(&pair(noise, rate, steps), &demand).expect("a grid");
        let run = run(noise, rate, steps);
        let mut seen = 0;
        for order in [-0.5 * steps * rate, 0.0, 0.1, 1.0, 5.0] {
            if let Some(found) = run.divergence(order) {
                let wanted = grid.hockey_stick(order);
                meets(found, wanted, &format!("{noise}, {rate}, {steps}, {order}"));
                seen += 1;
            }
        }
        assert!(seen >= 2, "{noise}, {rate}, {steps}");
    }
}

/// Settings of which a grid says a thousandth, after seconds.
#[test]
fn records_that_stand_out_have_narrow_advantages() {
    for (noise, rate, steps) in [
        (0.1071, 6.041e-8, 42_371_361.0),
        (0.1052, 1.969e-8, 563_672_872.0),
        (0.1262, 4.16e-5, 123_378.0),
        (0.1634, 1.131e-8, 364.0),
        (0.1715, 3.463e-8, 3.0),
        (0.1909, 4.447e-6, 4.0),
        (0.2044, 9.391e-5, 7.0),
        (0.1087, 4.418e-8, 190.0),
        (0.1049, 8.757e-9, 170_949.0),
    ] {
        let curve = PrivacyCurve::of(&pair(noise, rate, steps), &Demand::default());
        let found = curve.advantage();
        assert_eq!(curve.method(), "cells");
        assert!(found.width() <= 1e-6 * found.upper, "{noise} {found:?}");
        // Drawn once, and seen, or at least once.
        let once = -libm::expm1(steps * libm::log1p(-rate));
        assert!(
            found.lower <= once && found.upper >= 0.9 * once,
            "{noise} {found:?}"
        );
    }
}

/// Powers of a grid of one step's losses (`golden/stands_out.py`).
#[test]
fn records_that_stand_out_meet_the_power_of_a_grid() {
    let rows = rows(include_str!("../../../tests/golden/stands_out.json"));
    assert_eq!(rows.len(), 4);
    for row in rows {
        let (noise, rate, steps) = setting(&row);
        let found = PrivacyCurve::of(&pair(noise, rate, steps), &Demand::default()).advantage();
        let wanted = Interval::around(number(&row, "advantage"), number(&row, "accuracy"));
        meets(found, wanted, &format!("{row}"));
        assert!(found.width() < 1e-9, "{row}: {found:?}");
    }
}

/// No order leads to anything but an interval, and the divergence falls with it.
#[test]
fn every_order_has_an_interval() {
    for (noise, rate, steps) in [
        (0.1, 1e-9, 2.0),
        (0.4, 0.1, 3.0),
        (0.2, 1e-4, 1e3),
        (0.11, 1e-9, 1e8),
        (0.8, 1e-9, 5.0),
        (0.7641, 1.477e-5, 3_053_676.0),
        (0.06231, 0.6378, 4.0),
        (
            0.525_105_649_839_724_4,
            0.000_526_861_327_276_988_9,
            296_185.0,
        ),
    ] {
        let run = run(noise, rate, steps);
        let undrawn = steps * libm::log1p(-rate);
        let mut most = 1.0;
        let mut orders = [
            -800.0,
            -44.964,
            -40.0,
            -1.0,
            -0.551_348_199_818_220_9,
            undrawn,
            0.999 * undrawn,
            0.0,
            1e-12,
            1e-9,
            0.5,
            30.0,
            690.0,
        ];
        orders.sort_by(f64::total_cmp);
        for order in orders {
            let Some(found) = run.divergence(order) else {
                continue;
            };
            assert!(
                0.0 <= found.lower && found.lower <= found.upper && found.lower <= most,
                "{noise} {rate} {steps} {order:?}: {found:?}"
            );
            most = found.upper.min(most);
        }
    }
}

#[test]
fn random_orders_have_an_interval() {
    let mut random = Random::new(77);
    let mut found = 0;
    for _ in 0..600 {
        let noise = random.log_uniform(0.025, 1.5);
        let rate = random.log_uniform(1e-7, 1.0);
        let steps = random.log_uniform(2.0, 2e6).floor();
        let run = run(noise, rate, steps);
        for _ in 0..3 {
            let order = (random.uniform() - 0.7) * random.log_uniform(1e-3, 50.0);
            if let Some(delta) = run.divergence_within(order, 8000) {
                assert!(
                    0.0 <= delta.lower && delta.lower <= delta.upper && delta.upper.is_finite(),
                    "{noise} {rate} {steps} {order:?}: {delta:?}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 300, "{found}");
}

/// Figures that are asked for, of which a grid says a percent, meet what it says, and are read off cells.
#[test]
fn asked_figures_meet_the_grid() {
    let pair = pair(0.1087, 4.418e-8, 190.0);
    let demand = Demand {
        fpr: vec![1e-6],
        epsilon: vec![1.0],
        ..Demand::default()
    };
    let first = PrivacyCurve::of(&pair, &demand);
    // By the lines and a grid of 2^20 points.
    let rate = Interval {
        lower: 9.387853310e-6,
        upper: 9.393743819e-6,
    };
    let divergence = Interval {
        lower: 8.350772641e-6,
        upper: 8.352828681e-6,
    };
    for (found, known) in [
        (first.tpr(1e-6), rate),
        (first.hockey_stick(1.0), divergence),
    ] {
        meets(found, known, "asked");
        assert!(found.width() <= 1e-8 * found.upper, "{found:?}");
    }
}

/// Of one or more false alarms in a hundred the orders lie a little below 0.
#[test]
fn large_rates_of_rare_draws_meet_the_grid() {
    let demand = Demand {
        fpr: vec![0.01],
        ..Demand::default()
    };
    for (noise, rate, steps, grid) in [
        // By a grid, and by lines.
        (
            0.1293,
            5.967e-8,
            1352.0,
            (0.010_079_810_36, 0.010_079_863_88),
        ),
        (0.121, 3.816e-9, 5038.0, (0.010_018_086_9, 0.010_019_032_58)),
    ] {
        let curve = PrivacyCurve::of(&pair(noise, rate, steps), &demand);
        assert_eq!(curve.method(), "cells");
        let found = curve.tpr(0.01);
        let wanted = Interval {
            lower: grid.0,
            upper: grid.1,
        };
        meets(found, wanted, "rate");
        assert!(found.width() <= 1e-8 * found.upper, "{found:?}");
    }
}

/// Epsilon by the large observations meets that by Fourier lines, which share no step with them.
#[test]
fn epsilon_meets_the_lines() {
    for (noise, rate, steps, lines) in [
        (0.1715, 3.463e-8, 3.0, (6.524_303_846, 6.524_303_857)),
        (0.15, 1e-7, 40.0, (23.986_086_41, 23.986_086_44)),
    ] {
        let demand = Demand {
            delta: Some(1e-8),
            ..Demand::default()
        };
        let curve = PrivacyCurve::of(&pair(noise, rate, steps), &demand);
        assert_eq!(curve.method(), "cells");
        let (found, _) = curve.epsilon(1e-8);
        let wanted = Interval {
            lower: lines.0,
            upper: lines.1,
        };
        meets(found, wanted, "epsilon");
        assert!(found.width() <= 1e-9 * found.upper, "{found:?}");
    }
}

/// A rate that is not narrow by itself lies above the chord from a smaller one, and meets what lines and a grid leave.
#[test]
fn rates_above_known_ones_meet_the_lines() {
    for (noise, rate, steps, fpr, lines) in [
        (
            0.1715,
            3.463e-8,
            3.0,
            0.01,
            (1.000_004_276e-2, 1.000_010_276e-2),
        ),
        (
            0.1087,
            4.418e-8,
            190.0,
            0.01,
            (1.000_827_459e-2, 1.000_831_023e-2),
        ),
    ] {
        let demand = Demand {
            fpr: vec![fpr],
            ..Demand::default()
        };
        let curve = PrivacyCurve::of(&pair(noise, rate, steps), &demand);
        let found = curve.tpr(fpr);
        assert_eq!(curve.method(), "cells");
        assert!(found.width() <= 1e-7 * found.upper, "{noise}: {found:?}");
        assert!(
            found.lower <= lines.1 && lines.0 <= found.upper,
            "{noise}: {found:?}"
        );
    }
}

/// Points of a drawn curve are told by orders between those of the rates that are asked for, and hold what is read of each alone.
#[test]
fn drawn_curves_hold_what_is_asked() {
    let drawn: Vec<f64> = (0..121)
        .map(|k| 1.0 / (1.0 + libm::exp(13.8 * (1.0 - f64::from(k) / 60.0))))
        .collect();
    for (noise, rate, steps) in [
        (0.1049, 8.757e-9, 170_949.0),
        (0.1715, 3.463e-8, 3.0),
        (0.2044, 9.391e-5, 7.0),
        (0.2904, 6.908e-7, 51.0),
    ] {
        let pair = pair(noise, rate, steps);
        let demand = Demand {
            fpr: vec![1e-3, 1e-2, 0.1],
            drawn: drawn.clone(),
            delta: Some(1e-5),
            ..Demand::default()
        };
        let curve = PrivacyCurve::of(&pair, &demand);
        let roc = curve.roc(&drawn);
        for (k, (&fpr, found)) in drawn.iter().zip(&roc).enumerate() {
            assert!(
                found.width() <= 0.01 * found.upper,
                "{noise} at {fpr}: {found:?}"
            );
            if k % 20 == 0 {
                let demand = Demand {
                    fpr: vec![fpr],
                    ..Demand::default()
                };
                let alone = PrivacyCurve::of(&pair, &demand).tpr(fpr);
                meets(*found, alone, "a rate");
            }
        }
    }
}

/// Below the least loss nothing is lost to the positive part.
#[test]
fn no_loss_is_below_the_least() {
    let pair = pair(0.1, 1e-3, 50.0);
    let known = Known::all(&pair).unwrap();
    let least = 50.0 * libm::log1p(-1e-3);
    for order in [1.001 * least, 2.0 * least, -1.0] {
        let found = known.hockey_stick(order);
        let wanted = -libm::expm1(order);
        assert!(
            found.contains(wanted) && found.width() <= 1e-15,
            "{found:?}"
        );
    }
    let found = known.hockey_stick(0.999 * least);
    assert!(
        found.lower > -libm::expm1(0.999 * least) - 1e-12,
        "{found:?}"
    );
}
