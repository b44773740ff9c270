//! Calibration and sweeps: the answer keeps its target in a training and the next value misses it, targets against closed forms
//! that share no code with the crate, schedules, and where a target is certainly passed.

use mi_bounds::{
    CalibrateOptions, CalibrateResult, Error, Figure, Kind, NeighboringRelation, Noise, Overlay,
    Phase, Quantity, RunOptions, Sampling, SolveFor, SweepOptions, TrainingOptions,
};
use statrs::distribution::{ContinuousCDF, Normal};

fn run(sample_rate: f64, num_steps: f64) -> RunOptions {
    RunOptions {
        sample_rate: Some(sample_rate),
        num_steps: Some(num_steps),
        ..RunOptions::default()
    }
}

fn schedule(phases: &[[f64; 3]]) -> RunOptions {
    let phase = |&[noise_multiplier, sample_rate, num_steps]: &[f64; 3]| Phase {
        noise_multiplier,
        sample_rate,
        num_steps,
    };
    RunOptions {
        history: Some(phases.iter().map(phase).collect()),
        ..RunOptions::default()
    }
}

/// The phases with their noise multiplied, without the crate's own help.
fn multiplied(run: &RunOptions, factor: f64) -> RunOptions {
    let mut run = run.clone();
    for phase in run.history.as_mut().expect("a schedule") {
        phase.noise_multiplier *= factor;
    }
    run
}

fn calibrated(
    run: &RunOptions,
    solve_for: SolveFor,
    quantity: Quantity,
    target: f64,
) -> Result<CalibrateResult, Error> {
    let options = CalibrateOptions {
        run: run.clone(),
        solve_for,
        quantity,
        target,
    };
    options.result()
}

fn solve(
    run: &RunOptions,
    solve_for: SolveFor,
    quantity: Quantity,
    target: f64,
) -> CalibrateResult {
    calibrated(run, solve_for, quantity, target).expect("an answer")
}

fn refused(run: &RunOptions, solve_for: SolveFor, quantity: Quantity, target: f64) -> Error {
    calibrated(run, solve_for, quantity, target).expect_err("no answer")
}

/// The same figure of the training.
fn trained(run: &RunOptions, quantity: Quantity) -> Figure {
    let mut options = TrainingOptions {
        run: run.clone(),
        ..TrainingOptions::default()
    };
    match quantity {
        Quantity::Eta { prior } => options.prior = Some(prior),
        Quantity::PositiveAccuracy { prior, attack_rate } => {
            (options.prior, options.attack_rate) = (Some(prior), Some(attack_rate));
        }
        Quantity::Epsilon { target_delta } => options.target_delta = Some(target_delta),
        Quantity::Tpr { fpr } => options.fpr = Some(vec![fpr]),
        _ => {}
    }
    let result = options.result().expect("a training");
    match quantity {
        Quantity::Eta { .. } => result.eta,
        Quantity::PositiveAccuracy { .. } => {
            result
                .positive_accuracy
                .expect("asked for")
                .positive_accuracy
        }
        Quantity::Epsilon { .. } => result.epsilon.expect("finite").epsilon,
        Quantity::Tpr { .. } => result.tpr[0].tpr.clone(),
        Quantity::BayesSecurity => result.bayes_security,
        _ => result.advantage,
    }
}

fn with(run: &RunOptions, solve_for: SolveFor, value: f64) -> RunOptions {
    let mut run = run.clone();
    match solve_for {
        SolveFor::NoiseMultiplier => run.noise_multiplier = Some(value),
        SolveFor::SampleRate => run.sample_rate = Some(value),
        SolveFor::NumSteps => run.num_steps = Some(value),
        _ => return multiplied(&run, value),
    }
    run
}

const QUANTITIES: [(Quantity, f64); 4] = [
    (Quantity::Eta { prior: 0.5 }, 0.04),
    (Quantity::Eta { prior: 0.2 }, 0.02),
    (
        Quantity::PositiveAccuracy {
            prior: 0.5,
            attack_rate: 0.05,
        },
        0.7,
    ),
    (
        Quantity::PositiveAccuracy {
            prior: 0.1,
            attack_rate: 0.3,
        },
        0.2,
    ),
];

#[test]
fn membership_privacy_and_positive_accuracy_keep_to_their_targets() {
    for (quantity, target) in QUANTITIES {
        for (solve_for, rest) in [
            (SolveFor::NoiseMultiplier, run(0.01, 1000.0)),
            (
                SolveFor::SampleRate,
                RunOptions {
                    noise_multiplier: Some(1.0),
                    sample_rate: None,
                    ..run(0.01, 1000.0)
                },
            ),
            (
                SolveFor::NumSteps,
                RunOptions {
                    noise_multiplier: Some(1.0),
                    num_steps: None,
                    ..run(0.01, 1000.0)
                },
            ),
        ] {
            let result = solve(&rest, solve_for, quantity, target);
            let at = |value| trained(&with(&rest, solve_for, value), quantity);
            let kept = at(result.safe.value);
            assert!(kept.upper.expect("an end") <= target, "{quantity:?} {kept}");
            let next = result.unsafe_neighbour.expect("a neighbour").value;
            assert!(at(next).upper.expect("an end") > target, "{quantity:?}");
            let (limit, away) = (&result.limit, 1e-3 * result.safe.value);
            assert!(limit.lower.is_some() && limit.upper.is_some(), "{limit}");
            let beyond = match solve_for {
                SolveFor::NoiseMultiplier => result.safe.value - away,
                SolveFor::NumSteps => (result.safe.value + away).ceil(),
                _ => result.safe.value + away,
            };
            assert!(at(beyond).lower.expect("an end") > target, "{quantity:?}");
        }
    }
}

/// Without sampling the run is a Gaussian test of `mu = sqrt(T)/noise`.
#[test]
fn targets_of_a_gaussian_test_have_closed_forms() {
    let normal = Normal::standard();
    let steps = 100.0_f64;
    for (quantity, target) in QUANTITIES {
        let figure = |mu: f64| match quantity {
            Quantity::Eta { prior } => {
                // The best test says "member" beyond the threshold where both worlds are equally likely.
                let threshold = mu / 2.0 + ((1.0 - prior) / prior).ln() / mu;
                let right =
                    prior * normal.sf(threshold - mu) + (1.0 - prior) * normal.cdf(threshold);
                right - prior.max(1.0 - prior)
            }
            Quantity::PositiveAccuracy { prior, attack_rate } => {
                let fpr = normal.cdf(normal.inverse_cdf(attack_rate) - mu);
                prior * attack_rate / (prior * attack_rate + (1.0 - prior) * fpr)
            }
            _ => unreachable!(),
        };
        let result = solve(
            &run(1.0, steps),
            SolveFor::NoiseMultiplier,
            quantity,
            target,
        );
        let found = figure(steps.sqrt() / result.safe.value);
        assert!((found - target).abs() < 1e-6, "{quantity:?}: {found}");
    }
}

#[test]
fn eta_is_what_accuracy_adds_to_the_blind_guess() {
    for prior in [1e-3, 0.2, 0.5, 0.9] {
        let options = TrainingOptions {
            run: RunOptions {
                noise_multiplier: Some(0.8),
                ..run(0.01, 1000.0)
            },
            prior: Some(prior),
            ..TrainingOptions::default()
        };
        let result = options.result().expect("a training");
        let added = result.accuracy.estimate - prior.max(1.0 - prior);
        assert!((result.eta.estimate - added).abs() < 1e-10, "{prior}");
        assert!(result.eta.upper >= result.eta.lower);
    }
}

/// An attacker who recognises a share of the members at some rate has that precision, and none who recognises more has more.
#[test]
fn positive_accuracy_is_the_precision_at_the_attack_rate() {
    let prior = 0.3;
    let options = |fpr: Vec<f64>, attack_rate| TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(0.7),
            ..run(0.01, 1000.0)
        },
        prior: Some(prior),
        fpr: Some(fpr),
        attack_rate,
        ..TrainingOptions::default()
    };
    let rates: Vec<f64> = (1..=8).map(|i| 10_f64.powi(-i)).collect();
    let drawn = options(rates, None).result().expect("a training");
    let mut before = 0.0;
    for point in &drawn.tpr {
        let rate = point.tpr.estimate;
        let result = options(Vec::new(), Some(rate))
            .result()
            .expect("a training");
        let found = result
            .positive_accuracy
            .expect("asked for")
            .positive_accuracy;
        let precision = point.precision.estimate;
        assert!((found.estimate - precision).abs() < 1e-6, "{rate}: {found}");
        assert!(found.lower.expect("an end") >= before, "rarer, and surer");
        before = found.lower.expect("an end");
    }
    // Who recognises every member names everybody.
    let all = options(Vec::new(), Some(1.0)).result().expect("a training");
    let all = all.positive_accuracy.expect("asked for").positive_accuracy;
    assert!(
        all.lower == Some(prior) && all.upper.expect("an end") < prior + 1e-6,
        "{all}"
    );
}

#[test]
fn a_target_out_of_range_is_refused() {
    let eta = Quantity::Eta { prior: 0.2 };
    let noise = SolveFor::NoiseMultiplier;
    let message =
        |quantity, target| refused(&run(0.01, 1000.0), noise, quantity, target).to_string();
    assert_eq!(message(eta, 0.3), "eta is 0.3; allowed is from 0 up to 0.2");
    assert!(message(eta, 0.0).contains("an attacker who saw nothing has an eta of 0"));
    let accuracy = |attack_rate| Quantity::PositiveAccuracy {
        prior: 0.4,
        attack_rate,
    };
    assert!(message(accuracy(0.1), 0.4).contains("has a positive_accuracy of 0.4"));
    assert_eq!(
        message(accuracy(0.0), 0.5),
        "attack_rate is 0; allowed is from 0.000000000001 up to 1"
    );
}

#[test]
fn a_schedule_of_one_phase_is_the_single_run() {
    let advantage = Quantity::Advantage;
    let single = solve(
        &run(0.01, 1000.0),
        SolveFor::NoiseMultiplier,
        advantage,
        0.1,
    );
    let one = solve(
        &schedule(&[[1.0, 0.01, 1000.0]]),
        SolveFor::NoiseFactor,
        advantage,
        0.1,
    );
    assert_eq!(one.safe, single.safe);
    assert_eq!(one.unsafe_neighbour, single.unsafe_neighbour);
    assert_eq!(one.limit, single.limit);
    assert_eq!(one.parameters, single.parameters);
    assert_eq!(one.noise_multipliers, Some(vec![single.safe.value]));
    assert_eq!(single.noise_multipliers, None);
    let doubled = solve(
        &schedule(&[[2.0, 0.01, 1000.0]]),
        SolveFor::NoiseFactor,
        advantage,
        0.1,
    );
    let noise = doubled.noise_multipliers.expect("a schedule")[0];
    assert!((noise / single.safe.value - 1.0).abs() < 1e-6);
    assert!(noise >= single.limit.lower.expect("an end"));
}

#[test]
fn a_factor_keeps_a_schedule_to_its_target() {
    let phases = [[1.2, 0.01, 400.0], [0.9, 0.02, 100.0], [1.5, 0.005, 2000.0]];
    for (quantity, target) in [
        (Quantity::Advantage, 0.1),
        (Quantity::BayesSecurity, 0.95),
        (Quantity::Epsilon { target_delta: 1e-5 }, 2.0),
        (Quantity::Tpr { fpr: 1e-3 }, 0.01),
        QUANTITIES[0],
        QUANTITIES[2],
    ] {
        for phases in [&phases[..2], &phases] {
            let run = schedule(phases);
            let result = solve(&run, SolveFor::NoiseFactor, quantity, target);
            let noise = result.noise_multipliers.expect("a schedule");
            let given: Vec<f64> = phases
                .iter()
                .map(|[noise, ..]| noise * result.safe.value)
                .collect();
            assert_eq!(noise, given);
            let at = |factor| trained(&multiplied(&run, factor), quantity);
            let (kept, missed) = (at(result.safe.value), at(result.safe.value * 0.999));
            if quantity == Quantity::BayesSecurity {
                assert!(
                    kept.lower.expect("an end") >= target && missed.upper.expect("an end") < target
                );
            } else {
                assert!(
                    kept.upper.expect("an end") <= target && missed.lower.expect("an end") > target
                );
            }
        }
    }
}

#[test]
fn a_sweep_over_the_factor_has_the_figures_of_the_training() {
    let run = schedule(&[[1.2, 0.01, 400.0], [0.9, 0.02, 100.0]]);
    let values = vec![0.5, 1.0, 2.0];
    let options = SweepOptions {
        run: run.clone(),
        quantity: Quantity::Advantage,
        over: SolveFor::NoiseFactor,
        values: values.clone(),
        overlay: Overlay::default(),
    };
    let swept = options.result().expect("a sweep");
    for (i, &factor) in values.iter().enumerate() {
        let figure = trained(&multiplied(&run, factor), Quantity::Advantage);
        for (end, whole) in [
            (swept.lower[i], figure.lower),
            (swept.upper[i], figure.upper),
        ] {
            assert!((end.expect("an end") - whole.expect("an end")).abs() < 1e-12);
        }
    }
    let over = |over, run, value| {
        let options = SweepOptions {
            run,
            quantity: Quantity::Advantage,
            over,
            values: vec![value],
            overlay: Overlay::default(),
        };
        options.result().expect_err("no sweep").to_string()
    };
    assert_eq!(
        over(SolveFor::NoiseFactor, run.clone(), 1e5),
        "noise_factor is 100000; allowed is from 0.00011111111111111112 up to 8333.333333333334, which keeps each \
         noise_multiplier from 0.0001 up to 10000"
    );
    assert_eq!(
        over(SolveFor::NumSteps, run, 10.0),
        "history has no one num_steps; what its phases share is noise_factor"
    );
}

#[test]
fn a_schedule_that_cannot_be_solved_is_refused() {
    let message = |run: &RunOptions, solve_for, target| {
        refused(run, solve_for, Quantity::Advantage, target).to_string()
    };
    let factor = SolveFor::NoiseFactor;
    let phases = schedule(&[[1.0, 0.01, 1000.0], [2.0, 0.01, 1000.0]]);
    assert_eq!(
        message(&run(0.01, 1000.0), factor, 0.1),
        "history is missing; give history, whose noise multipliers noise_factor multiplies"
    );
    assert_eq!(
        message(&phases, SolveFor::NoiseMultiplier, 0.1),
        "history has no one noise_multiplier; what its phases share is noise_factor"
    );
    let beside = RunOptions {
        noise_multiplier: Some(1.0),
        ..phases.clone()
    };
    assert_eq!(
        message(&beside, factor, 0.1),
        "noise_multiplier contradicts history; give one of them"
    );
    assert_eq!(
        message(&schedule(&[[0.0, 0.01, 1.0]]), factor, 0.1),
        "noise_multiplier is 0; allowed is from 0.0001 up to 10000"
    );
    assert!(
        message(&phases, factor, 1e-9)
            .starts_with("no noise_factor reaches the target: even noise_factor 5000")
    );
    // The largest noise leaves no room above, the smallest none below.
    let wide = schedule(&[[1e4, 1e-4, 1.0], [1e-4, 1e-6, 1.0]]);
    assert_eq!(
        solve(&wide, factor, Quantity::Advantage, 0.5).safe.value,
        1.0
    );
}

/// Where a target is kept by a bound, the limit ends where what some data sets attain has certainly passed it.
#[test]
fn the_limit_of_a_bound_has_certainly_passed_the_target() {
    let laplace = RunOptions {
        noise: Noise::Laplace,
        ..run(0.02, 100.0)
    };
    let shuffled = RunOptions {
        sampling: Sampling::Shuffle,
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..run(0.02, 100.0)
    };
    let fixed = RunOptions {
        sampling: Sampling::WithoutReplacement,
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..run(0.02, 100.0)
    };
    for (rest, quantity, target) in [
        (&laplace, Quantity::Advantage, 0.2),
        (&shuffled, Quantity::Advantage, 0.2),
        (&shuffled, Quantity::BayesSecurity, 0.8),
        (&fixed, Quantity::Tpr { fpr: 0.01 }, 0.1),
    ] {
        let result = solve(rest, SolveFor::NoiseMultiplier, quantity, target);
        let limit = &result.limit;
        assert_eq!(limit.upper, Some(result.safe.value));
        let at = |noise| trained(&with(rest, SolveFor::NoiseMultiplier, noise), quantity);
        let lower = limit.lower.expect("the bound is attained nearby");
        let (passed, before) = (at(lower), at(1.001 * lower));
        if quantity == Quantity::BayesSecurity {
            assert!(passed.upper.expect("an end") < target, "{passed}");
            assert!(before.upper.expect("an end") >= target, "{before}");
        } else {
            assert!(passed.lower.expect("an end") > target, "{passed}");
            assert!(before.lower.expect("an end") <= target, "{before}");
        }
    }
    // Nothing is known of what is attained.
    let bins = RunOptions {
        sampling: Sampling::BallsAndBins,
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..run(0.02, 100.0)
    };
    let noise = SolveFor::NoiseMultiplier;
    let result = solve(&bins, noise, Quantity::Advantage, 0.2);
    assert_eq!(result.limit.kind, Kind::Upper);
    assert_eq!(result.limit.lower, None);
    assert_eq!(result.limit.upper, Some(result.safe.value));
}

/// The prior enters by Bayes' rule alone: the largest one follows from the rate of true positives in closed form.
#[test]
fn the_prior_solved_for_is_that_of_bayes_rule() {
    let odds = |p: f64| p / (1.0 - p);
    let one_step_of_everybody = RunOptions {
        noise_multiplier: Some(0.8),
        ..run(1.0, 1.0)
    };
    let normal = Normal::standard();
    for (fpr, target) in [(1e-3, 0.5), (0.01, 0.9), (0.2, 0.01)] {
        let quantity = Quantity::Precision { prior: 0.5, fpr };
        let found = solve(&one_step_of_everybody, SolveFor::Prior, quantity, target);
        let tpr = normal.sf(-normal.inverse_cdf(fpr) - 1.0 / 0.8);
        let wanted = odds(target) * fpr / tpr;
        let prior = wanted / (1.0 + wanted);
        assert!(found.safe.value <= prior, "{prior} {found:?}");
        assert!(
            found.safe.value >= prior * (1.0 - 2e-6),
            "{prior} {found:?}"
        );
        assert!(found.unsafe_neighbour.expect("a neighbour").achieved.upper > Some(target));
        assert_eq!(found.parameters.prior, found.safe.value);
    }
    let attack = Quantity::PositiveAccuracy {
        prior: 0.5,
        attack_rate: 0.3,
    };
    let found = solve(&one_step_of_everybody, SolveFor::Prior, attack, 0.6);
    let fpr = normal.cdf(normal.inverse_cdf(0.3) - 1.0 / 0.8);
    let wanted = odds(0.6) * fpr / 0.3;
    let prior = wanted / (1.0 + wanted);
    assert!(
        found.safe.value <= prior && found.safe.value >= prior * (1.0 - 2e-6),
        "{prior} {found:?}"
    );
}

#[test]
fn the_prior_answers_of_a_schedule_and_of_bounds_and_is_refused_for_what_it_does_not_move() {
    let phases = schedule(&[[1.0, 0.01, 500.0], [0.8, 0.005, 300.0]]);
    let quantity = Quantity::Precision {
        prior: 0.5,
        fpr: 1e-3,
    };
    let found = solve(&phases, SolveFor::Prior, quantity, 0.5);
    let again = |prior: f64| {
        let swept = SweepOptions {
            run: phases.clone(),
            quantity,
            over: SolveFor::Prior,
            values: vec![prior],
            overlay: Overlay::default(),
        };
        swept.result().expect("figures").upper[0].expect("an end")
    };
    assert!(again(found.safe.value) <= 0.5);
    assert!(again(found.unsafe_neighbour.expect("a neighbour").value) > 0.5);
    let shuffled = RunOptions {
        noise_multiplier: Some(1.0),
        sampling: Sampling::Shuffle,
        neighboring_relation: NeighboringRelation::ReplaceSpecial,
        ..run(0.01, 200.0)
    };
    let bound = solve(&shuffled, SolveFor::Prior, quantity, 0.5);
    assert!(bound.safe.achieved.upper <= Some(0.5));
    for quantity in [Quantity::Advantage, Quantity::Accuracy { prior: 0.5 }] {
        let refused = calibrated(&phases, SolveFor::Prior, quantity, 0.6).expect_err("no prior");
        assert!(
            refused
                .to_string()
                .contains("precision and positive_accuracy"),
            "{refused}"
        );
    }
}
