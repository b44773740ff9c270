use super::*;
use crate::curve::PrivacyCurve;
use crate::curve::engine::Engine;
use crate::curve::two_steps::TwoSteps;
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{Demand, Enclosure, PairPhase};

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

fn meets(found: Interval, wanted: Interval, what: &str) {
    assert!(
        found.lower <= wanted.upper && wanted.lower <= found.upper,
        "{what}: {found:?} against {wanted:?}"
    );
}

/// Two steps have an engine of their own, which splits the first one and not the larger one.
#[test]
fn two_steps_meet_their_cells() {
    for (noise, rate) in [(0.1, 1e-6), (0.2, 1e-3), (0.3, 0.05), (0.4, 1e-9)] {
        let pair = pair(noise, rate, 2.0);
        let cells = TwoSteps::new(&pair).expect("two steps").advantage();
        let found = advantage(&pair).expect("few large observations");
        meets(found, cells, &format!("{noise}, {rate}"));
        assert!(found.width() <= 1e-5 * found.upper, "{noise} {found:?}");
    }
}

/// Nested integrals (`golden/three_steps.py`).
#[test]
fn three_steps_meet_nested_integrals() {
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../tests/golden/three_steps.json")).expect("rows");
    let number = |row: &serde_json::Value, name: &str| row[name].as_f64().expect("a number");
    let mut seen = 0;
    for row in rows.iter().filter(|row| number(row, "epsilon") == 0.0) {
        let (noise, rate) = (number(row, "noise_multiplier"), number(row, "sample_rate"));
        let Some(found) = advantage(&pair(noise, rate, number(row, "num_steps"))) else {
            continue;
        };
        let wanted = number(row, "divergence");
        let wanted = Interval::around(wanted, 1e-9 * wanted);
        meets(found, wanted, &format!("{noise}, {rate}"));
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
        epsilon_max: 0.0,
        smallest: 0.1,
    };
    for (noise, rate, steps) in [
        (0.1, 1e-3, 100.0),
        (0.13, 1e-4, 500.0),
        (0.2, 1e-2, 7.0),
        (0.3, 1e-3, 3.0),
        (0.23, 0.01, 12.0),
    ] {
        let pair = pair(noise, rate, steps);
        let grid = GridCurve::new(&pair, &demand).expect("a grid").advantage();
        let found = advantage(&pair).expect("few large observations");
        meets(found, grid, &format!("{noise}, {rate}, {steps}"));
    }
}

/// Settings of which a grid says a thousandth, after seconds.
#[test]
fn rarely_drawn_records_have_narrow_advantages() {
    for (noise, rate, steps) in [
        (0.1715, 3.463e-8, 3.0),
        (0.1909, 4.447e-6, 4.0),
        (0.2044, 9.391e-5, 7.0),
        (0.1087, 4.418e-8, 190.0),
        (0.1049, 8.757e-9, 170_949.0),
    ] {
        let curve = PrivacyCurve::of(&pair(noise, rate, steps), &Demand::default());
        let found = curve.advantage();
        assert_ne!(curve.method(), "grid");
        assert!(found.width() <= 1e-6 * found.upper, "{noise} {found:?}");
        // Drawn once, and seen, or at least once.
        let once = -libm::expm1(steps * libm::log1p(-rate));
        assert!(
            found.lower <= once && found.upper >= 0.9 * once,
            "{noise} {found:?}"
        );
    }
}

/// No order and no place leads to anything but an interval.
#[test]
fn every_order_has_an_interval() {
    for (noise, rate, n) in [
        (0.1, 1e-9, 2.0),
        (0.4, 0.3, 3.0),
        (0.2, 1e-4, 1e9),
        (1e-3, 1e-3, 5.0),
    ] {
        let steps = Steps::new(&pair(noise, rate, n).phases[0]);
        for order in [
            -800.0,
            -1.0,
            n * steps.undrawn,
            -1e-9,
            0.0,
            1e-9,
            0.5,
            30.0,
            690.0,
        ] {
            for z in [-50.0, -3.0, 0.0, 0.5 / noise, 30.0, 900.0] {
                let bound = steps.observed(z);
                let order = Interval::around(order, 0.0);
                let found = steps.below(n, order, &bound, &[(4, 2), (3, 1)]);
                assert!(
                    found.lower <= found.upper && found.lower.is_finite(),
                    "{noise} {rate} {n} {order:?} {z}: {found:?}"
                );
            }
        }
    }
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
    // By the lines and a grid of 2^20 points, before there were cells.
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
