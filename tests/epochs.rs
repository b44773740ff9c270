//! Batches that are cut from an epoch: the epochs given are the epochs counted, and where the last one is cut off both ends
//! say so.

use mi_bounds::{
    Bounds, CalibrateOptions, Demand, Figure, Kind, MonteCarloOptions, NeighboringRelation,
    Overlay, Phase, Quantity, RunOptions, Sampling, SolveFor, SweepOptions, TrainingOptions,
};

/// 60,000 records in batches of 256: 234 whole ones and a smaller one.
const BATCHES: f64 = 235.0;

fn mnist() -> RunOptions {
    RunOptions {
        noise_multiplier: Some(1.0),
        batch_size: Some(256.0),
        dataset_size: Some(60_000.0),
        sampling: Sampling::BallsAndBins,
        ..RunOptions::default()
    }
}

/// 100 records in batches of 30: three whole ones and a smaller one.
fn small() -> RunOptions {
    RunOptions {
        batch_size: Some(30.0),
        dataset_size: Some(100.0),
        ..mnist()
    }
}

fn of_epochs(epochs: f64) -> RunOptions {
    RunOptions {
        epochs: Some(epochs),
        ..small()
    }
}

fn of_steps(num_steps: f64) -> RunOptions {
    RunOptions {
        num_steps: Some(num_steps),
        ..small()
    }
}

fn advantage(run: &RunOptions) -> Figure {
    asked(run, &Demand::default())
}

fn asked(run: &RunOptions, demand: &Demand) -> Figure {
    let mechanism = run.mechanism().expect("a run");
    let bounds = Bounds::new(&mechanism, demand).expect("bounds");
    bounds.advantage()
}

fn steps(run: &RunOptions) -> f64 {
    run.mechanism().expect("a run").num_steps()
}

fn ends(figure: &Figure) -> (f64, f64) {
    let lower = figure.lower.expect("a lower end");
    (lower, figure.upper.expect("an upper end"))
}

fn warned(run: &RunOptions, code: &str) -> bool {
    let options = TrainingOptions {
        run: run.clone(),
        ..TrainingOptions::default()
    };
    let result = options.result().expect("a result");
    result.warnings.iter().any(|warning| warning.code == code)
}

#[test]
fn epochs_given_are_the_epochs_counted() {
    let of = |noise, epochs, num_steps| RunOptions {
        noise_multiplier: Some(noise),
        epochs,
        num_steps,
        ..mnist()
    };
    for epochs in [1.0, 2.0, 3.0, 15.0, 40.0, 1000.0] {
        let run = of(1.0, Some(epochs), None).mechanism().expect("a run");
        assert_eq!(run.num_steps(), epochs * BATCHES, "{epochs}");
        let same = of(1.0, None, Some(epochs * BATCHES)).mechanism();
        assert_eq!(same, Ok(run), "{epochs}");
    }
    // Simulated by a program that shares nothing with the crate, with 400,000 trainings and more; 2 and 16 epochs have
    // 0.047976 and 0.1172.
    for (noise, epochs, simulated, error) in
        [(1.0, 1.0, 0.033_862, 4e-5), (1.1, 15.0, 0.113_596, 1.4e-4)]
    {
        let run = of(noise, Some(epochs), None);
        // Its interval is a draft's, which is narrower than one error of the simulation to each side.
        let demand = Demand {
            draft: true,
            ..Demand::default()
        };
        let figure = asked(&run, &demand);
        assert!(matches!(figure.kind, Kind::Exact | Kind::Interval));
        let (lower, upper) = ends(&figure);
        assert!(upper - lower < 2.0 * error, "{figure}");
        let off = (0.5 * (lower + upper) - simulated).abs() / error;
        assert!(off < 3.0, "{epochs}: {figure}");
    }
    assert!(warned(&of_epochs(2.0), "uneven_epoch"));
    assert!(!warned(&of_epochs(2.0), "cut_epoch"));
}

#[test]
fn rates_that_are_whole_only_up_to_rounding_make_whole_epochs() {
    for batches in [1.0, 3.0, 49.0, 103.0, 234.0, 9_999.0, 123_457.0] {
        for epochs in [1.0, 7.0, 49.0, 1000.0] {
            let run = RunOptions {
                noise_multiplier: Some(1.0),
                sample_rate: Some(1.0 / batches),
                epochs: Some(epochs),
                sampling: Sampling::BallsAndBins,
                ..RunOptions::default()
            };
            assert_eq!(steps(&run), epochs * batches, "{batches} {epochs}");
        }
    }
}

/// 14 steps are 3 epochs of 4 steps and half of one: less is seen than in 4, more than in 3.
#[test]
fn an_epoch_that_is_cut_off_has_both_sides() {
    let cut = of_steps(14.0);
    assert_eq!(steps(&cut), 14.0);
    let figure = advantage(&cut);
    assert_eq!(figure.kind, Kind::Upper);
    let (lower, upper) = ends(&figure);
    assert_eq!(upper, ends(&advantage(&of_epochs(4.0))).1);
    assert_eq!(lower, ends(&advantage(&of_epochs(3.0))).0);
    assert!(warned(&cut, "cut_epoch"));
    // Of less than an epoch nothing is known from below.
    let part = advantage(&of_epochs(0.3));
    assert_eq!((part.kind, part.lower), (Kind::Upper, None));
    assert_eq!(part.upper, advantage(&of_epochs(1.0)).upper);
    assert_eq!(steps(&of_epochs(0.3)), 2.0);
    // A part of an epoch that rounds up to all of its steps is a whole one.
    assert_eq!(steps(&of_epochs(1.9)), 8.0);
    assert_eq!(advantage(&of_epochs(1.9)).kind, Kind::Exact);
    // Each phase of a schedule begins an epoch.
    let phase = |noise_multiplier, num_steps| Phase {
        noise_multiplier,
        sample_rate: 0.3,
        num_steps,
    };
    let schedule = |history| RunOptions {
        history: Some(history),
        sampling: Sampling::BallsAndBins,
        ..RunOptions::default()
    };
    let figure = advantage(&schedule(vec![phase(1.0, 4.0), phase(2.0, 6.0)]));
    let whole = advantage(&schedule(vec![phase(1.0, 4.0), phase(2.0, 8.0)]));
    let less = advantage(&schedule(vec![phase(1.0, 4.0), phase(2.0, 4.0)]));
    assert_eq!((figure.kind, whole.kind), (Kind::Upper, Kind::Exact));
    assert_eq!(ends(&figure), (ends(&less).0, ends(&whole).1));
}

/// The first of the 5 steps of an epoch holds the record with probability 1/5, as with Poisson sampling.
#[test]
fn the_truth_of_a_cut_epoch_lies_between_its_ends() {
    let sampled = RunOptions {
        noise_multiplier: Some(1.0),
        sample_rate: Some(0.2),
        num_steps: Some(1.0),
        ..RunOptions::default()
    };
    let truth = advantage(&sampled).estimate;
    let cut = RunOptions {
        sampling: Sampling::BallsAndBins,
        ..sampled
    };
    let figure = advantage(&cut);
    let (lower, upper) = (figure.lower.unwrap_or(0.0), figure.upper.expect("an end"));
    assert!(lower <= truth && truth <= upper, "{truth} {figure}");
    assert_eq!(figure.kind, Kind::Upper);
}

#[test]
fn shuffled_epochs_are_counted_the_same() {
    let shuffled = |run: RunOptions| RunOptions {
        sampling: Sampling::Shuffle,
        neighboring_relation: NeighboringRelation::ReplaceSpecial,
        ..run
    };
    let (lower, upper) = ends(&advantage(&shuffled(of_epochs(4.0))));
    assert_eq!(lower, ends(&advantage(&of_epochs(4.0))).0);
    let whole = RunOptions {
        noise_multiplier: Some(1.0),
        sample_rate: Some(1.0),
        num_steps: Some(4.0),
        ..RunOptions::default()
    };
    assert_eq!(upper, ends(&advantage(&whole)).1);
    let cut = ends(&advantage(&shuffled(of_steps(14.0))));
    assert_eq!(cut, (ends(&advantage(&of_epochs(3.0))).0, upper));
}

/// Under replacement epochs are bounded by Gaussian steps of twice the shift: 1 and 2 at noise 20 have
/// `erf(0.1/(2 sqrt 2))` and `erf(0.1/2)`.
#[test]
fn calibration_finds_the_epochs_that_it_evaluated() {
    let run = RunOptions {
        noise_multiplier: Some(20.0),
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..mnist()
    };
    let close = |figure: &Figure, value: f64| {
        let upper = figure.upper.expect("an upper end");
        assert!((upper / value - 1.0).abs() < 1e-12, "{figure} {value}");
    };
    for (solve_for, unit) in [(SolveFor::Epochs, 1.0), (SolveFor::NumSteps, BATCHES)] {
        let options = CalibrateOptions {
            run: run.clone(),
            solve_for,
            quantity: Quantity::Advantage,
            target: 0.05,
        };
        let result = options.result().expect("an answer");
        assert_eq!(result.safe.value, unit);
        close(&result.safe.achieved, 0.039_877_611_676_744_91);
        assert_eq!(result.parameters.num_steps, BATCHES);
        let next = result.unsafe_neighbour.expect("a next value");
        assert_eq!(next.value, 2.0 * unit);
        close(&next.achieved, 0.056_371_977_797_016_63);
    }
}

/// The ratio of an epoch is a mean of `n` independent ones of variance `v = e^(m²) - 1`: half its mean distance from 1 is that of a
/// Gaussian up to the distance of both laws, at most `E|x - 1|³/(v n)` (Goldstein 2010), and the third moment is at most the root
/// of the second and fourth together.
#[test]
fn many_batches_are_nearly_gaussian() {
    for (bins, noise) in [(2.5e4, 1.0), (1e5, 1.0), (1e5, 2.0), (1e6, 2.0)] {
        let run = RunOptions {
            noise_multiplier: Some(noise),
            sample_rate: Some(1.0 / bins),
            epochs: Some(1.0),
            sampling: Sampling::BallsAndBins,
            ..RunOptions::default()
        };
        let m2: f64 = 1.0 / (noise * noise);
        let variance = m2.exp_m1();
        let fourth = (6.0 * m2).exp() - 4.0 * (3.0 * m2).exp() + 6.0 * m2.exp() - 3.0;
        let gaussian = (variance / bins / (2.0 * std::f64::consts::PI)).sqrt();
        let off = 0.5 * (variance * fourth).sqrt() / (variance * bins);
        let (lower, upper) = ends(&advantage(&run));
        assert!(
            lower <= gaussian + off && gaussian - off <= upper,
            "{bins} {lower} {upper} {gaussian}"
        );
        assert!(lower > 0.0 && upper < 1.2 * lower, "{bins} {lower} {upper}");
    }
}

#[test]
fn a_sweep_is_exact_only_where_all_of_it_is() {
    for (values, kind) in [
        (vec![4.0, 8.0], Kind::Exact),
        (vec![4.0, 5.0, 8.0], Kind::Upper),
    ] {
        let options = SweepOptions {
            run: small(),
            quantity: Quantity::Advantage,
            over: SolveFor::NumSteps,
            values,
            overlay: Overlay::default(),
        };
        let result = options.result().expect("a curve");
        assert_eq!(result.kind, kind);
        let single = advantage(&of_epochs(1.0)).upper.expect("an end");
        let first = result.upper[0].expect("finite");
        // A picture needs three digits.
        assert!((first - single).abs() < 1e-4, "{first} {single}");
    }
}

/// The simulation draws whole epochs of the same number of batches.
#[test]
fn the_simulation_draws_the_epochs_that_are_counted() {
    for (run, epochs) in [(of_epochs(3.0), 3.0), (of_steps(11.0), 3.0)] {
        let options = MonteCarloOptions {
            samples: Some(20_000.0),
            seed: Some(5.0),
            run,
            ..MonteCarloOptions::default()
        };
        let found = options.run().expect("a simulation").advantage;
        let exact = advantage(&of_epochs(epochs)).estimate;
        let (lower, upper) = ends(&found);
        assert!(lower <= exact && exact <= upper, "{found} {exact}");
        let other = advantage(&of_epochs(epochs + 1.0)).estimate;
        assert!(upper < other, "{found} {other}");
    }
}
