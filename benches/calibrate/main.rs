//! Time of calibrations and sweeps from a cold start.
//!
//! `cargo bench --bench calibrate -- [--only NUMBER | --scan NUMBER [--whole] [--list]]`: a list of cases, or so many calibrations spread
//! over the everyday range (noise .3 to 30, rate 1e-5 to .5, up to a million steps) or the whole one, of every relation, target and
//! parameter. `--list` prints each of the scan beside the tables.

use mi_bounds::{
    CalibrateOptions, NeighboringRelation, Noise, Phase, Quantity, RunOptions, Sampling, SolveFor,
    TrainingOptions,
};
use std::time::Instant;

mod spread;

const USAGE: &str =
    "cargo bench --bench calibrate -- [--only NUMBER | --scan NUMBER [--whole] [--list]]";

struct Case {
    name: &'static str,
    solve_for: SolveFor,
    quantity: Quantity,
    target: f64,
    run: RunOptions,
}

fn run(noise: Option<f64>, rate: Option<f64>, steps: Option<f64>) -> RunOptions {
    RunOptions {
        noise_multiplier: noise,
        sample_rate: rate,
        num_steps: steps,
        ..RunOptions::default()
    }
}

fn scheduled(phases: &[(f64, f64, f64)]) -> RunOptions {
    let phase = |&(noise_multiplier, sample_rate, num_steps): &(f64, f64, f64)| Phase {
        noise_multiplier,
        sample_rate,
        num_steps,
    };
    RunOptions {
        history: Some(phases.iter().map(phase).collect()),
        ..RunOptions::default()
    }
}

fn cases() -> Vec<Case> {
    use Quantity::{
        Accuracy, Advantage, BayesSecurity, Epsilon, Eta, GdpMu, PositiveAccuracy, Precision, Tpr,
    };
    use SolveFor::{BatchSize, Epochs, NoiseFactor, NoiseMultiplier, NumSteps, SampleRate};
    let case = |name, solve_for, quantity, target, run| Case {
        name,
        solve_for,
        quantity,
        target,
        run,
    };
    let laplace = |run| RunOptions {
        noise: Noise::Laplace,
        ..run
    };
    let allocated = |run| RunOptions {
        sampling: Sampling::BallsAndBins,
        ..run
    };
    let replaced = |run| RunOptions {
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..run
    };
    let without = |run| RunOptions {
        sampling: Sampling::WithoutReplacement,
        ..run
    };
    let epsilon = Epsilon { target_delta: 1e-5 };
    let gdp = GdpMu {
        fpr_min: 1e-6,
        fpr_max: 0.999999,
    };
    let shuffled = |run| RunOptions {
        sampling: Sampling::Shuffle,
        ..replaced(run)
    };
    let schedule = || scheduled(&[(1.2, 0.01, 400.0), (0.9, 0.02, 100.0), (1.5, 0.005, 2000.0)]);
    let common = || run(None, Some(256.0 / 60_000.0), Some(3516.0));
    vec![
        case(
            "noise for advantage",
            NoiseMultiplier,
            Advantage,
            0.1,
            common(),
        ),
        case(
            "noise for Bayes security",
            NoiseMultiplier,
            BayesSecurity,
            0.9,
            common(),
        ),
        case("noise for epsilon", NoiseMultiplier, epsilon, 3.0, common()),
        case(
            "noise for TPR",
            NoiseMultiplier,
            Tpr { fpr: 1e-3 },
            0.01,
            common(),
        ),
        case(
            "noise for accuracy",
            NoiseMultiplier,
            Accuracy { prior: 0.1 },
            0.91,
            common(),
        ),
        case("noise for GDP mu", NoiseMultiplier, gdp, 1.0, common()),
        case(
            "rate for epsilon",
            SampleRate,
            epsilon,
            3.0,
            run(Some(1.0), None, Some(1000.0)),
        ),
        case(
            "steps for epsilon",
            NumSteps,
            epsilon,
            3.0,
            run(Some(1.0), Some(0.01), None),
        ),
        case(
            "batch for TPR",
            BatchSize,
            Tpr { fpr: 1e-4 },
            1e-3,
            RunOptions {
                dataset_size: Some(60_000.0),
                ..run(Some(1.0), None, Some(1000.0))
            },
        ),
        case(
            "rare draws: noise for epsilon",
            NoiseMultiplier,
            epsilon,
            1.0,
            run(None, Some(0.001), Some(25.0)),
        ),
        case(
            "rare draws: noise for TPR",
            NoiseMultiplier,
            Tpr { fpr: 1e-6 },
            1e-4,
            run(None, Some(0.001), Some(25.0)),
        ),
        case(
            "rare draws: steps for epsilon",
            NumSteps,
            epsilon,
            1.0,
            run(Some(0.5), Some(1e-4), None),
        ),
        case(
            "few steps: noise for TPR",
            NoiseMultiplier,
            Tpr { fpr: 1e-3 },
            0.02,
            run(None, Some(0.1), Some(10.0)),
        ),
        case(
            "small noise: rate for advantage",
            SampleRate,
            Advantage,
            0.1,
            run(Some(0.3), None, Some(100.0)),
        ),
        case(
            "small noise: steps for TPR",
            NumSteps,
            Tpr { fpr: 1e-3 },
            0.1,
            run(Some(0.3), Some(1e-3), None),
        ),
        case(
            "Laplace: epochs for precision",
            Epochs,
            Precision {
                prior: 0.24,
                fpr: 0.0013,
            },
            0.56,
            laplace(RunOptions {
                batch_size: Some(3528.0),
                dataset_size: Some(147_845.0),
                ..run(Some(8.63), None, None)
            }),
        ),
        case(
            "Laplace: steps for GDP mu",
            NumSteps,
            gdp,
            1.0,
            laplace(run(Some(2.0), Some(0.01), None)),
        ),
        case(
            "Laplace: noise for epsilon",
            NoiseMultiplier,
            epsilon,
            3.0,
            laplace(run(None, Some(0.01), Some(500.0))),
        ),
        case(
            "Laplace: noise for advantage",
            NoiseMultiplier,
            Advantage,
            0.1,
            laplace(run(None, Some(0.01), Some(500.0))),
        ),
        case(
            "balls and bins: epochs for epsilon",
            Epochs,
            epsilon,
            1.0,
            allocated(run(Some(2.0), Some(0.01), None)),
        ),
        case(
            "balls and bins: noise for TPR",
            NoiseMultiplier,
            Tpr { fpr: 1e-3 },
            0.01,
            allocated(run(None, Some(0.01), Some(1000.0))),
        ),
        case(
            "replaced: noise for epsilon",
            NoiseMultiplier,
            epsilon,
            3.0,
            replaced(common()),
        ),
        case(
            "replaced, rare draws: noise for TPR",
            NoiseMultiplier,
            Tpr { fpr: 1e-4 },
            1e-3,
            replaced(run(None, Some(0.001), Some(100.0))),
        ),
        case(
            "fixed batches: noise for epsilon",
            NoiseMultiplier,
            epsilon,
            3.0,
            without(replaced(common())),
        ),
        case(
            "fixed batches: rate for TPR",
            SampleRate,
            Tpr { fpr: 1e-3 },
            0.01,
            without(replaced(run(Some(1.0), None, Some(1000.0)))),
        ),
        case(
            "group: noise for epsilon",
            NoiseMultiplier,
            epsilon,
            3.0,
            RunOptions {
                group_size: Some(4.0),
                ..common()
            },
        ),
        case(
            "noise for eta",
            NoiseMultiplier,
            Eta { prior: 0.2 },
            0.02,
            common(),
        ),
        case(
            "noise for positive accuracy",
            NoiseMultiplier,
            PositiveAccuracy {
                prior: 0.5,
                attack_rate: 0.01,
            },
            0.7,
            common(),
        ),
        case(
            "three phases: factor for advantage",
            NoiseFactor,
            Advantage,
            0.1,
            schedule(),
        ),
        case(
            "three phases: factor for epsilon",
            NoiseFactor,
            epsilon,
            2.0,
            schedule(),
        ),
        case(
            "three phases: factor for TPR",
            NoiseFactor,
            Tpr { fpr: 1e-3 },
            0.01,
            schedule(),
        ),
        case(
            "shuffled: noise for advantage",
            NoiseMultiplier,
            Advantage,
            0.2,
            shuffled(run(None, Some(0.02), Some(100.0))),
        ),
    ]
}

fn main() {
    // Cargo itself adds `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
    let (mut only, mut settings, mut whole, mut list) = (None, None, false, false);
    while let Some(name) = arguments.next() {
        let mut number = || -> usize {
            let text = arguments.next().expect(USAGE);
            text.parse().expect(USAGE)
        };
        match name.as_str() {
            "--only" => only = Some(number()),
            "--scan" => settings = Some(number()),
            "--whole" => whole = true,
            "--list" => list = true,
            _ => panic!("{USAGE}"),
        }
    }
    if let Some(settings) = settings {
        spread::scan(settings, whole, list);
        return;
    }
    println!("| | case | value | ms |\n|---|---|---|---|");
    for (number, case) in cases().into_iter().enumerate() {
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let options = CalibrateOptions {
            run: case.run,
            solve_for: case.solve_for,
            quantity: case.quantity,
            target: case.target,
        };
        let start = Instant::now();
        let found = options.result();
        let ms = 1e3 * start.elapsed().as_secs_f64();
        let value = found.map_or_else(
            |error| error.to_string(),
            |found| found.safe.value.to_string(),
        );
        println!("| {number} | {} | {value} | {ms:.0} |", case.name);
    }
    if only.is_none() {
        history();
    }
}

/// All figures of a schedule, which the page asks for at once.
fn history() {
    let phases = [
        (0.6821, 0.003021, 23.0),
        (0.643, 0.000911, 58.0),
        (0.887, 0.003021, 2.0),
    ];
    let run = RunOptions {
        neighboring_relation: NeighboringRelation::ReplaceOne,
        sampling: Sampling::WithoutReplacement,
        ..scheduled(&phases)
    };
    let options = TrainingOptions {
        run,
        target_delta: Some(1e-5),
        ..TrainingOptions::default()
    };
    let start = Instant::now();
    let found = options.result().expect("a schedule in the ranges");
    let ms = 1e3 * start.elapsed().as_secs_f64();
    println!(
        "| | figures of a schedule | {} | {ms:.0} |",
        found.advantage.estimate
    );
}
