use super::*;
use crate::curve::PrivacyCurve;
use crate::curve::engine::Engine;
use crate::curve::tests::Random;
use crate::fourier::{Aim, Lines, Tail};
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{Demand, Enclosure, PairPhase};
use crate::random::is_whole_run;

fn phase(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> PairPhase {
    PairPhase {
        noise_per_shift,
        sample_rate,
        num_steps,
    }
}

fn pair(phases: Vec<PairPhase>) -> DominatingPair {
    DominatingPair {
        shape: Shape::Mixture { group_size: 1 },
        noise: Noise::Gaussian,
        phases,
    }
}

/// The second engine shares no step with this one.
#[test]
fn cells_meet_the_grid() {
    let demand = GridDemand {
        width: 1e-8,
        least_points: 0,
        most_points: 1 << 16,
        epsilon_max: 4.0,
        smallest: 1e-6,
    };
    for (noise, rate) in [
        (0.4, 0.3),
        (1.0, 0.05),
        (3.0, 0.6),
        (0.8, 0.001),
        (0.2, 0.97),
    ] {
        let pair = pair(vec![phase(noise, rate, 2.0)]);
        let grid = GridCurve::new(&pair, &demand).expect("a grid");
        let two = TwoSteps::new(&pair).expect("two steps");
        for epsilon in [-2.0, -0.01, 0.0, 1e-3, 0.3, 2.0] {
            for (name, cells, known) in [
                (
                    "remove",
                    two.hockey_stick(epsilon),
                    grid.hockey_stick(epsilon),
                ),
                (
                    "add",
                    two.reverse_hockey_stick(epsilon),
                    grid.reverse_hockey_stick(epsilon),
                ),
                ("overlap", two.overlap(epsilon), grid.overlap(epsilon)),
            ] {
                let apart = cells.lower > known.upper || cells.upper < known.lower;
                assert!(
                    !apart,
                    "{noise} {rate} {name} {epsilon} {cells:?} {known:?}"
                );
            }
        }
        for fpr in [1e-4, 0.01, 0.3] {
            let (cells, known) = (two.tpr(fpr, two.advantage(), &mut 0.0), grid.tpr(fpr));
            assert!(
                cells.lower <= known.upper && known.lower <= cells.upper,
                "{noise} {rate} {fpr} {cells:?} {known:?}"
            );
        }
    }
}

/// Where a delta takes both steps to be large, lines resolve it at the order that the sum over the first step knows.
#[test]
fn lines_resolve_two_large_observations() {
    for (noise, rate, delta) in [
        (0.2062, 3.068e-4, 1e-15),
        (0.1164, 1e-4, 1e-12),
        (0.1247, 0.003, 1e-8),
    ] {
        let pair = pair(vec![phase(noise, rate, 2.0)]);
        let demand = Demand {
            delta: Some(delta),
            ..Demand::default()
        };
        let curve = PrivacyCurve::of(&pair, &demand);
        let order = curve.epsilon(delta).0.upper;
        let mut lines = Lines::new(&pair, &demand, false).expect("lines");
        let aim = Aim::Divergence(libm::log(delta));
        for attempt in 0..lines.attempts() {
            lines.seek((Tail::Upper, aim), attempt);
        }
        let line = lines.hockey_stick(order).expect("a line");
        let cells = curve.hockey_stick(order);
        assert!(line.width() < 1e-6 * line.upper, "{noise}: {line:?}");
        assert!(cells.width() < 1e-3 * cells.upper, "{noise}: {cells:?}");
        assert!(
            line.lower <= cells.upper && cells.lower <= line.upper,
            "{noise}: {line:?} and {cells:?} at {order}"
        );
    }
}

/// Which step comes first does not matter, but the cells are different ones.
#[test]
fn the_order_of_the_steps_does_not_matter() {
    for (one, other) in [
        (phase(0.5, 1e-3, 1.0), phase(2.0, 0.3, 1.0)),
        (phase(0.2, 1e-6, 1.0), phase(0.9, 1e-4, 1.0)),
        (phase(1.0, 0.01, 1.0), phase(30.0, 1.0, 1.0)),
    ] {
        let forward = TwoSteps::new(&pair(vec![one, other])).expect("two steps");
        let back = TwoSteps::new(&pair(vec![other, one])).expect("two steps");
        for epsilon in [0.0, 1e-6, 0.01, 0.5, 3.0, 10.0] {
            for read in [TwoSteps::hockey_stick, TwoSteps::reverse_hockey_stick] {
                let (a, b) = (read(&forward, epsilon), read(&back, epsilon));
                assert!(
                    a.lower <= b.upper && b.lower <= a.upper,
                    "{epsilon} {a:?} {b:?}"
                );
                assert!(
                    a.upper < 1e-150 || a.width() <= 1e-6 * a.upper,
                    "{epsilon} {a:?}"
                );
            }
        }
    }
}

/// Settings on which the lines and the grid leave a percent and more.
#[test]
fn rarely_drawn_records_have_narrow_figures() {
    for (noise, rate) in [
        (0.9068, 3.463e-8),
        (0.7, 0.3),
        (1.0, 1e-4),
        (0.1, 1e-6),
        (5.0, 1e-9),
    ]
    .into_iter()
    .take(if is_whole_run() { 5 } else { 2 })
    {
        let pair = pair(vec![phase(noise, rate, 2.0)]);
        let curve = PrivacyCurve::of(&pair, &Demand::default());
        assert_eq!(curve.method(), "cells");
        let advantage = curve.advantage();
        // Twice the advantage of one step, less what both steps share.
        let single = OneStep::new(&pair.phases[0]).advantage();
        assert!(advantage.upper <= 2.0 * single.upper && advantage.upper >= single.lower);
        assert!(
            advantage.width() <= 1e-7 * advantage.upper,
            "{noise} {rate} {advantage:?}"
        );
        for fpr in [1e-12, 1e-6, 1e-3] {
            let tpr = curve.tpr(fpr);
            assert!(
                tpr.width() <= 1e-6 * tpr.upper,
                "{noise} {rate} {fpr} {tpr:?}"
            );
        }
        for delta in [1e-5, 1e-15] {
            let epsilon = curve.epsilon(delta).0;
            assert!(
                epsilon.width() <= 1e-6 * epsilon.upper,
                "{noise} {rate} {delta} {epsilon:?}"
            );
        }
    }
}

/// One cell: the mean of a convex function lies between its value at the mean and its chord, also where roundings are as large
/// as the cell.
#[test]
fn every_cell_has_room() {
    let two = TwoSteps::new(&pair(vec![phase(0.3, 1e-7, 2.0)])).expect("two steps");
    for direction in [Direction::Forward, Direction::Reverse] {
        for length in [1e-14, 1e-9, 1e-3, 1.0] {
            for start in [-8.0, -1e-9, 0.7, 5.0, 12.0] {
                let one = Places {
                    ends: vec![start, start + length],
                    ..Places::default()
                };
                let cells = two.cells(&one, 1e-7, direction);
                assert!(cells[0].mean.lower <= cells[0].mean.upper);
                assert!(cells[0].mean.upper.is_finite());
            }
        }
    }
}

/// The rule in a cell meets the chords and means of many small ones.
#[test]
fn the_rule_meets_small_cells() {
    let mut seen = 0;
    for (one, other, orders) in [
        (
            phase(2.0, 0.01, 1.0),
            phase(2.0, 0.01, 1.0),
            [0.0, 0.02, 0.1],
        ),
        (phase(0.7, 1e-3, 1.0), phase(1.5, 0.2, 1.0), [0.0, 0.1, 1.0]),
        (
            phase(0.3, 1e-5, 1.0),
            phase(0.3, 1e-5, 1.0),
            [0.0, 0.5, 9.0],
        ),
        (
            phase(900.0, 1e-8, 1.0),
            phase(900.0, 1e-8, 1.0),
            [0.0, 1e-11, 5e-11],
        ),
    ] {
        let two = TwoSteps::new(&pair(vec![one, other])).expect("two steps");
        for direction in [Direction::Forward, Direction::Reverse] {
            for order in orders {
                let kernel = two.kernel(order, direction);
                let nodes = legendre();
                let rule = two.rule(order, direction, &kernel, &nodes);
                for start in [-6.0, -1.5, 0.1, 3.0, 7.0] {
                    let between = |parts: u16| Places {
                        ends: (0..=parts)
                            .map(|i| start + 0.6 * f64::from(i) / f64::from(parts))
                            .collect(),
                        ..Places::default()
                    };
                    let [whole] = two.cells(&between(1), order, direction)[..] else {
                        panic!("one cell");
                    };
                    let Some(ruled) = whole.ruled(&rule) else {
                        continue;
                    };
                    let (found, small) =
                        (ruled.mean, sum(&two.cells(&between(500), order, direction)));
                    assert!(
                        found.lower <= small.upper && small.lower <= found.upper,
                        "{one:?} {direction:?} {order} {start}: {found:?} {small:?}"
                    );
                    seen += usize::from(found.width() < 0.1 * whole.mean.width());
                }
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

fn random_phases(random: &mut Random) -> Vec<PairPhase> {
    let mut any = |steps| {
        let noise = random.log_uniform(1e-3, 1e4);
        phase(noise, random.log_uniform(1e-9, 1.0), steps)
    };
    let same = any(2.0);
    let (one, other) = (any(1.0), any(1.0));
    match random.uniform() {
        share if share < 0.5 => vec![same],
        share if share < 0.6 => vec![phase(one.noise_per_shift, 1.0, 1.0), other],
        _ => vec![one, other],
    }
}

/// In a cell and in its halves the rule says the same, near the threshold's end too, where the curve turns within a small part of
/// the place.
#[test]
fn the_rule_meets_itself_in_halves() {
    let mut random = Random::new(20);
    let (mut seen, mut near_the_end) = (0, 0);
    for _ in 0..if is_whole_run() { 2000 } else { 300 } {
        let two = TwoSteps::new(&pair(random_phases(&mut random))).expect("two steps");
        let largest = two.largest_losses();
        for (direction, most) in [
            (Direction::Forward, largest.0),
            (Direction::Reverse, largest.1),
        ] {
            let order = most.min(40.0) * random.log_uniform(1e-6, 1.0);
            let kernel = two.kernel(order, direction);
            let nodes = legendre();
            let rule = two.rule(order, direction, &kernel, &nodes);
            for cell in two
                .split(order, direction)
                .iter()
                .filter(|cell| cell.is_ruled)
            {
                let (left, right) = (cell.left, cell.right);
                let middle = two.first.edge(0.5 * (left.place + right.place), &kernel);
                let mean = |left, right| rule.mean(left, right, cell.mean.upper);
                let (Some((whole, _)), Some((one, _)), Some((other, _))) = (
                    mean(&left, &right),
                    mean(&left, &middle),
                    mean(&middle, &right),
                ) else {
                    continue;
                };
                let halves = Interval {
                    lower: (one.lower + other.lower).next_down(),
                    upper: (one.upper + other.upper).next_up(),
                };
                assert!(
                    whole.lower <= halves.upper && halves.lower <= whole.upper,
                    "{direction:?} {order} {:?} {:?}: {whole:?} {halves:?}",
                    two.first,
                    (left.place, right.place)
                );
                seen += 1;
                near_the_end += usize::from(right.place - left.place < 0.1);
            }
        }
    }
    assert!(seen > 2000 && near_the_end > 300, "{seen} {near_the_end}");
}

/// A rate is narrow, wherever its order is sought from, not above any line, and not below what blind guessing and testing one
/// step attain.
#[test]
fn rates_of_random_steps_are_narrow() {
    let mut random = Random::new(21);
    for _ in 0..if is_whole_run() { 1000 } else { 60 } {
        let phases = random_phases(&mut random);
        let two = TwoSteps::new(&pair(phases.clone())).expect("two steps");
        let (fpr, near) = (random.log_uniform(1e-12, 0.9), 3.0 * random.uniform() - 1.0);
        let found = two.tpr(fpr, two.advantage(), &mut 0.0);
        let again = two.tpr(fpr, two.advantage(), &mut { near });
        let name = format!("{phases:?} at {fpr}: {found:?} {again:?}");
        assert!(
            0.0 <= found.width() && found.width() <= 1e-6 * found.upper,
            "{name}"
        );
        assert!(
            again.lower <= found.upper && found.lower <= again.upper,
            "{name}"
        );
        for phase in &phases {
            let one = OneStep::new(phase).tpr(fpr);
            assert!(found.upper >= one.lower.max(fpr), "{name} {one:?}");
        }
        for _ in 0..4 {
            let order = two.largest_losses().0.min(20.0) * random.log_uniform(1e-9, 1.0);
            let line = two.hockey_stick(order).upper + fpr * libm::exp(order);
            assert!(found.lower <= line * (1.0 + 1e-15), "{name} {order} {line}");
        }
    }
}
