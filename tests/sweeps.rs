//! What a sweep draws beside the exact figure: published bounds, and a second parameter.

use mi_bounds::{
    Figure, Kind, NeighboringRelation, Overlay, Quantity, RunOptions, Second, SolveFor,
    SweepOptions, SweepResult, SweptBound, TrainingOptions,
};

const DELTA: f64 = 1e-5;

fn run() -> RunOptions {
    RunOptions {
        sample_rate: Some(0.01),
        num_steps: Some(1000.0),
        ..RunOptions::default()
    }
}

fn swept(run: RunOptions, quantity: Quantity, over: SolveFor, values: &[f64]) -> SweepResult {
    SweepOptions {
        run,
        quantity,
        over,
        values: values.to_vec(),
        overlay: Overlay {
            bounds: true,
            target_delta: Some(DELTA),
            second: None,
        },
    }
    .result()
    .expect("a sweep")
}

/// Lines are sought at other orders when less is asked for: the last digits differ.
fn assert_same(found: Option<f64>, wanted: f64) {
    let found = found.expect("it is there");
    assert!(
        (found - wanted).abs() <= 1e-9 * wanted.abs(),
        "{found} {wanted}"
    );
}

fn bound<'a>(result: &'a SweepResult, name: &str) -> Option<&'a SweptBound> {
    result.bounds.iter().find(|bound| bound.name == name)
}

#[test]
fn the_bounds_are_those_of_the_training() {
    let values = [0.4, 0.7, 1.0, 3.0, 10.0];
    let result = swept(
        run(),
        Quantity::Advantage,
        SolveFor::NoiseMultiplier,
        &values,
    );
    assert_eq!(result.bounds.len(), 8);
    for (i, &noise) in values.iter().enumerate() {
        let options = TrainingOptions {
            run: RunOptions {
                noise_multiplier: Some(noise),
                ..run()
            },
            target_delta: Some(DELTA),
            ..TrainingOptions::default()
        };
        let training = options.result().expect("a training");
        let pairs: [(&str, Option<Figure>); 8] = [
            (
                "closed_form",
                training.closed_form.map(|found| found.approximation),
            ),
            ("closed_form_upper", training.closed_form_upper),
            (
                "gaussian_limit",
                training.gaussian_limit.map(|found| found.approximation),
            ),
            ("chi_square", training.chi_square),
            ("pinsker", training.pinsker),
            ("humphries", training.humphries),
            ("erlingsson", training.erlingsson),
            ("yeom", training.yeom),
        ];
        for (name, figure) in pairs {
            let figure = figure.expect("it applies");
            let found = bound(&result, name).expect("it is there");
            assert_same(found.values[i], figure.estimate);
            assert_eq!(
                (found.kind, found.theorems[0]),
                (figure.kind, figure.theorem)
            );
        }
        assert_same(result.estimate[i], training.advantage.estimate);
        assert_eq!(result.theorem, training.advantage.theorem);
    }
}

/// Each bound is on its side of what is certified, whatever is swept.
#[test]
fn no_bound_crosses_the_certified_figure() {
    let quantities = [
        (Quantity::Advantage, 8),
        (Quantity::BayesSecurity, 8),
        (
            Quantity::Epsilon {
                target_delta: DELTA,
            },
            1,
        ),
        (Quantity::Tpr { fpr: 0.001 }, 6),
        (
            Quantity::Precision {
                prior: 0.2,
                fpr: 0.01,
            },
            6,
        ),
        (Quantity::Accuracy { prior: 0.3 }, 6),
        (Quantity::Eta { prior: 0.3 }, 6),
        (
            Quantity::PositiveAccuracy {
                prior: 0.1,
                attack_rate: 0.05,
            },
            1,
        ),
        (
            Quantity::GdpMu {
                fpr_min: 1e-4,
                fpr_max: 0.5,
            },
            0,
        ),
    ];
    let noisy = RunOptions {
        noise_multiplier: Some(0.9),
        ..run()
    };
    let sweeps: [(SolveFor, RunOptions, &[f64]); 3] = [
        (SolveFor::NoiseMultiplier, run(), &[0.5, 0.8, 1.5, 8.0]),
        (
            SolveFor::SampleRate,
            RunOptions {
                sample_rate: None,
                ..noisy.clone()
            },
            &[1e-4, 0.003, 0.05],
        ),
        (
            SolveFor::NumSteps,
            RunOptions {
                num_steps: None,
                ..noisy
            },
            &[1.0, 100.0, 10_000.0],
        ),
    ];
    for (quantity, count) in quantities {
        for (over, run, values) in &sweeps {
            let result = swept(run.clone(), quantity, *over, values);
            assert_eq!(result.bounds.len(), count, "{quantity:?}");
            for SweptBound {
                name,
                kind,
                values: bounds,
                ..
            } in &result.bounds
            {
                for (i, &value) in bounds.iter().enumerate() {
                    let (Some(value), Some(lower), Some(upper)) =
                        (value, result.lower[i], result.upper[i])
                    else {
                        continue;
                    };
                    let at = (quantity.name(), name, values[i], value);
                    match kind {
                        Kind::Upper => assert!(value >= lower, "{at:?} {lower}"),
                        Kind::Lower => assert!(value <= upper, "{at:?} {upper}"),
                        Kind::Approximation => {}
                        _ => panic!("{at:?} is on no side"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_second_parameter_gives_the_sweeps_at_its_values() {
    let noises = [0.8, 1.0, 2.0];
    let batches = RunOptions {
        batch_size: Some(100.0),
        dataset_size: Some(10_000.0),
        epochs: Some(10.0),
        ..RunOptions::default()
    };
    for (second, values, run) in [
        (SolveFor::SampleRate, [0.005, 0.02], run()),
        (SolveFor::NumSteps, [100.0, 4000.0], run()),
        (SolveFor::SampleRate, [0.005, 0.02], batches.clone()),
        (SolveFor::NumSteps, [100.0, 4000.0], batches),
    ] {
        let sweep = |run, second| {
            SweepOptions {
                run,
                quantity: Quantity::Advantage,
                over: SolveFor::NoiseMultiplier,
                values: noises.to_vec(),
                overlay: Overlay {
                    second,
                    ..Overlay::default()
                },
            }
            .result()
            .expect("a sweep")
        };
        let wanted = Second {
            over: second,
            values: values.to_vec(),
        };
        let both = sweep(run.clone(), Some(wanted));
        assert_eq!(both.estimate, sweep(run.clone(), None).estimate);
        let curves = both.second.expect("asked for").curves;
        assert_eq!(curves.len(), 2);
        for (curve, value) in curves.iter().zip(values) {
            let single = match second {
                SolveFor::SampleRate => RunOptions {
                    sample_rate: Some(value),
                    batch_size: None,
                    ..run.clone()
                },
                _ => RunOptions {
                    num_steps: Some(value),
                    epochs: None,
                    ..run.clone()
                },
            };
            assert_eq!(curve.value, value);
            assert_eq!(curve.estimate, sweep(single, None).estimate);
        }
    }
}

#[test]
fn formulas_for_one_phase_stay_away_where_they_do_not_apply() {
    let exchanged = RunOptions {
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..run()
    };
    let result = swept(
        exchanged,
        Quantity::Advantage,
        SolveFor::NoiseMultiplier,
        &[1.0],
    );
    let names: Vec<&str> = result.bounds.iter().map(|bound| bound.name).collect();
    assert_eq!(names, ["humphries", "erlingsson", "yeom"]);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = |over, values: &[f64]| {
        let options = SweepOptions {
            run: run(),
            quantity: Quantity::Advantage,
            over: SolveFor::NoiseMultiplier,
            values: vec![1.0],
            overlay: Overlay {
                second: Some(Second {
                    over,
                    values: values.to_vec(),
                }),
                ..Overlay::default()
            },
        };
        options.result().expect_err("refused").to_string()
    };
    assert_eq!(
        refused(SolveFor::NoiseMultiplier, &[2.0]),
        "second is noise_multiplier, which is swept over already"
    );
    assert_eq!(
        refused(SolveFor::SampleRate, &[]),
        "second_values has 0 entries; allowed are 1 to 4"
    );
    assert_eq!(
        refused(SolveFor::SampleRate, &[0.5, 2.0]),
        "sample_rate is 2; allowed is above 0 up to 1"
    );
}
