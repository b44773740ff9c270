use super::*;
use crate::curve::PrivacyCurve;
use crate::curve::enclosures::Enclosures;
use crate::curve::laplace_step::SingleLaplaceStep;
use crate::curve::mirrored_step::MirroredStep;
use crate::curve::one_observation::OneObservation;
use crate::random::is_whole_run;

fn pair(shape: Shape, noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> DominatingPair {
    DominatingPair {
        shape,
        noise: Noise::Gaussian,
        phases: vec![PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        }],
    }
}

fn laplace(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> DominatingPair {
    let shape = Shape::Mixture { group_size: 1 };
    DominatingPair {
        noise: Noise::Laplace,
        ..pair(shape, noise_per_shift, sample_rate, num_steps)
    }
}

fn demand() -> Demand {
    Demand {
        fpr: vec![1e-9, 1e-6, 1e-3, 0.1],
        epsilon: vec![-3.0, 0.5, 4.0],
        delta: Some(1e-8),
        ..Demand::default()
    }
}

fn meets(found: Interval, wanted: Interval, what: &str) {
    let slack = 1e-14 * wanted.upper.abs().max(1e-290);
    assert!(
        found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
        "{what}: {found:?} against {wanted:?}"
    );
}

fn same(draws: &CountedDraws, other: &dyn Engine, what: &str) {
    meets(draws.advantage(), other.advantage(), what);
    for epsilon in [-60.0, -3.0, -1e-3, 0.0, 0.5, 4.0, 30.0, 300.0] {
        let what = format!("{what}, epsilon {epsilon}");
        meets(draws.overlap(epsilon), other.overlap(epsilon), &what);
        meets(
            draws.hockey_stick(epsilon),
            other.hockey_stick(epsilon),
            &what,
        );
        let reverse = other.reverse_hockey_stick(epsilon);
        meets(
            draws.reverse_hockey_stick(epsilon),
            reverse,
            &format!("reverse, {what}"),
        );
    }
    for fpr in [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.9] {
        let advantage = other.advantage();
        let [mut near, mut near_other] = [0.0, 0.0];
        let found = draws.tpr(fpr, draws.advantage(), &mut near);
        let wanted = other.tpr(fpr, advantage, &mut near_other);
        meets(found, wanted, &format!("{what}, FPR {fpr}"));
    }
}

/// One step has a closed form of its own.
#[test]
fn one_step_meets_its_closed_form() {
    for (noise, rate) in [
        (0.1, 1e-6),
        (0.08, 0.3),
        (0.05, 1e-3),
        (0.01, 0.02),
        (0.002, 1e-9),
    ] {
        let pair = pair(Shape::Mixture { group_size: 1 }, noise, rate, 1.0);
        let draws = CountedDraws::new(&pair).expect("small noise");
        let step = crate::curve::engine::closed_form(&pair).expect("one step");
        same(&draws, step.as_ref(), &format!("{noise}, {rate}"));
    }
}

/// So has one of a batch of one size.
#[test]
fn one_step_of_a_batch_meets_its_closed_form() {
    for (noise, rate) in [
        (0.15, 1e-6),
        (0.12, 0.99),
        (0.1, 0.3),
        (0.05, 1e-3),
        (0.002, 1e-9),
    ] {
        let pair = pair(Shape::Mirrored, noise, rate, 1.0);
        let draws = CountedDraws::new(&pair).expect("small noise");
        let step = MirroredStep::new(&pair).expect("one step");
        same(&draws, &step, &format!("{noise}, {rate}"));
    }
}

/// Of Laplace noise as well.
#[test]
fn one_step_of_laplace_noise_meets_its_closed_form() {
    for (noise, rate) in [
        (0.02, 1e-6),
        (0.03, 0.3),
        (0.025, 1e-3),
        (0.005, 0.02),
        (0.001, 1e-9),
    ] {
        let pair = laplace(noise, rate, 1.0);
        let draws = CountedDraws::new(&pair).expect("small noise");
        let step = SingleLaplaceStep::new(&pair).expect("one step");
        same(&draws, &step, &format!("{noise}, {rate}"));
    }
}

/// Where a grid resolves the curve of several steps, too; draws add their exponentials.
#[test]
fn steps_of_laplace_noise_meet_the_grid() {
    let mut sharp = 0;
    let all = [
        (0.03, 0.3, 3.0),
        (0.025, 1e-3, 40.0),
        (0.03, 0.9, 5.0),
        (0.02, 1e-5, 1e4),
        (0.035, 0.02, 100.0),
    ];
    let runs = if is_whole_run() { &all } else { &all[..3] };
    for &(noise, rate, steps) in runs {
        let pair = laplace(noise, rate, steps);
        let draws = CountedDraws::new(&pair).expect("small noise");
        let demand = demand();
        let others = Enclosures::first(&pair, None, None, &demand).with_second(&pair, &demand);
        same(&draws, &others, &format!("{noise}, {rate}, {steps}"));
        sharp += usize::from(others.advantage().width() < 1e-6);
    }
    assert!(sharp >= 2, "{sharp}");
}

/// A run of Laplace noise that no grid resolves: nearly all of its draws are seen, whose losses are `m` less twice a sum of exponentials.
#[test]
fn draws_of_laplace_noise_answer_alone() {
    let pair = laplace(0.0024, 2e-8, 1e7);
    let curve = PrivacyCurve::of(&pair, &demand());
    assert_eq!(curve.method(), "closed_form");
    let drawn = -libm::expm1(1e7 * libm::log1p(-2e-8));
    assert!(
        (curve.advantage().middle() - drawn).abs() < 1e-12,
        "{drawn}"
    );
    // Drawn k times with a probability that falls below delta at k = 7, of whose losses the sum decides.
    let (epsilon, _) = curve.epsilon(1e-8);
    assert!(epsilon.width() < 1e-9 * epsilon.upper, "{epsilon:?}");
    assert!(
        epsilon.lower > 6.0 * 390.0 && epsilon.upper < 7.0 * 400.0,
        "{epsilon:?}"
    );
}

/// So has one of a group.
#[test]
fn one_step_of_a_group_meets_its_closed_form() {
    for (group_size, noise, rate) in [
        (2, 0.1, 1e-6),
        (3, 0.08, 0.3),
        (5, 0.05, 1e-3),
        (100, 0.01, 0.02),
        (7, 0.002, 1e-9),
    ] {
        let pair = pair(Shape::Mixture { group_size }, noise, rate, 1.0);
        let draws = CountedDraws::new(&pair).expect("small noise");
        let one = OneObservation::new(&pair).expect("one step");
        same(&draws, &one, &format!("{group_size}, {noise}, {rate}"));
    }
}

/// Where other engines resolve the curve too.
#[test]
fn many_steps_meet_the_other_engines() {
    let mut sharp = 0;
    let all = [
        (0.12, 0.01, 20.0),
        (0.1, 1e-3, 300.0),
        (0.1, 0.4, 5.0),
        (0.07, 1e-5, 1e4),
        (0.06, 0.1, 60.0),
        (0.05, 1e-3, 2.0),
    ];
    let runs = if is_whole_run() { &all } else { &all[2..4] };
    let group = Shape::Mixture { group_size: 2 };
    let one = Shape::Mixture { group_size: 1 };
    for shape in [one, Shape::Substitution, Shape::Mirrored, group] {
        for &(noise, rate, steps) in runs {
            let pair = pair(shape, noise, rate, steps);
            let Some(draws) = CountedDraws::new(&pair) else {
                continue;
            };
            let demand = demand();
            let others = Enclosures::first(&pair, None, None, &demand).with_second(&pair, &demand);
            same(
                &draws,
                &others,
                &format!("{shape:?}, {noise}, {rate}, {steps}"),
            );
            sharp += usize::from(others.advantage().width() < 1e-6);
        }
    }
    assert!(3 * sharp >= 4 * runs.len(), "{sharp}");
}

fn of_phases(shape: Shape, phases: &[(f64, f64, f64)]) -> DominatingPair {
    let phases = phases
        .iter()
        .map(|&(noise_per_shift, sample_rate, num_steps)| PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        })
        .collect();
    DominatingPair {
        phases,
        ..pair(shape, 1.0, 0.1, 1.0)
    }
}

/// Of phases that are alike the sum is that of all their steps.
#[test]
fn phases_that_are_alike_are_one() {
    for shape in [Shape::Mixture { group_size: 1 }, Shape::Substitution] {
        for (noise, rate, first, second) in [
            (0.06, 0.01, 20.0, 30.0),
            (0.05, 1e-6, 1e6, 3e5),
            (0.03, 0.3, 1.0, 2.0),
        ] {
            let phases = [(noise, rate, first), (noise, rate, second)];
            let parts = CountedDraws::new(&of_phases(shape, &phases)).expect("small noise");
            let whole = pair(shape, noise, rate, first + second);
            let whole = CountedDraws::new(&whole).expect("small noise");
            same(&parts, &whole, &format!("{shape:?}, {noise}, {rate}"));
            let advantage = parts.advantage();
            assert!(advantage.width() < 1e-6 * advantage.upper, "{advantage:?}");
        }
    }
}

/// Of phases that are not, the curve is that of a grid.
#[test]
fn schedules_meet_the_grid() {
    let mut sharp = 0;
    for phases in [
        [(0.07, 1e-3, 20.0), (0.1, 2e-3, 10.0), (0.08, 1e-4, 5.0)],
        [(0.06, 0.1, 3.0), (0.05, 0.2, 2.0), (0.065, 0.05, 4.0)],
        [(0.09, 1e-5, 300.0), (0.1, 3e-5, 200.0), (0.07, 1e-6, 1e4)],
    ] {
        for shape in [Shape::Mixture { group_size: 1 }, Shape::Substitution] {
            let pair = of_phases(shape, &phases);
            let Some(draws) = CountedDraws::new(&pair) else {
                continue;
            };
            let demand = demand();
            let others = Enclosures::first(&pair, None, None, &demand).with_second(&pair, &demand);
            same(&draws, &others, &format!("{shape:?}, {phases:?}"));
            sharp += usize::from(others.advantage().width() < 1e-5);
        }
    }
    assert!(sharp >= 3, "{sharp}");
}

#[test]
fn answers_alone_where_the_noise_is_small() {
    let pair = pair(Shape::Mixture { group_size: 1 }, 0.01, 1e-4, 1e5);
    let curve = PrivacyCurve::of(&pair, &demand());
    assert_eq!(curve.method(), "closed_form");
    let (epsilon, _) = curve.epsilon(1e-8);
    assert!(epsilon.width() < 1e-9 * epsilon.upper, "{epsilon:?}");
}

/// A grid of a million places puts this epsilon between 4186.5 and 4198.5: a tenth of a billionth of the steps show a loss by chance, and
/// what that does is a share of the divergence.
#[test]
fn batches_answer_alone_for_a_tail_below_what_is_unseen() {
    let pair = pair(Shape::Mirrored, 0.5 * 0.1443, 0.01539, 691.0);
    let demand = Demand {
        delta: Some(1e-15),
        ..Demand::default()
    };
    let draws = CountedDraws::new(&pair).expect("small noise");
    assert!(draws.unseen > 1e-9, "{}", draws.unseen);
    let curve = PrivacyCurve::of(&pair, &demand);
    assert_eq!(curve.method(), "closed_form");
    let (epsilon, _) = curve.epsilon(1e-15);
    assert!(epsilon.width() < 1e-7 * epsilon.upper, "{epsilon:?}");
    assert!(
        epsilon.lower > 4186.504 && epsilon.upper < 4198.464,
        "{epsilon:?}"
    );
}
