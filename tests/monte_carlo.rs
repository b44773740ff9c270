//! Monte Carlo: every estimator unbiased against the exact engine, every interval honest, the same digits however it is
//! cut. Seeds are fixed; each statistical test states how often it would fail by chance. All together: below 1e-6.

use mi_bounds::{
    Kind, MonteCarloOptions, MonteCarloResult, Options, SimulatedSide, Simulation, Tally,
    TrainingResult,
};
use statrs::distribution::{ChiSquared, ContinuousCDF};

fn options(run: &str, more: &str) -> Options {
    serde_json::from_str(&format!("{{{run}{more}}}")).expect("JSON")
}

fn monte_carlo(run: &str, more: &str) -> MonteCarloOptions {
    options(run, more).monte_carlo().expect("known names")
}

fn simulated(run: &str, more: &str) -> MonteCarloResult {
    monte_carlo(run, more).run().expect("valid")
}

fn exact(run: &str, more: &str) -> TrainingResult {
    let options = options(run, more).training().expect("known names");
    options.result().expect("valid")
}

fn chunks(simulation: &Simulation) -> Vec<Tally> {
    let mut tallies = Vec::new();
    let mut index = 0.0;
    while index < simulation.plan().chunks {
        tallies.push(simulation.chunk(index).expect("a chunk of the plan"));
        index += 1.0;
    }
    tallies
}

const ESTIMATORS: [&str; 5] = [
    "algorithm_1",
    "antithetic",
    "control_variate",
    "antithetic_control_variate",
    "mixture",
];

/// Every shape of pair, with one step and without sampling among them.
const RUNS: [&str; 18] = [
    r#""noise_multiplier":1,"sample_rate":1,"num_steps":1"#,
    r#""noise_multiplier":3,"sample_rate":1,"num_steps":7"#,
    r#""noise_multiplier":1,"sample_rate":0.3,"num_steps":1"#,
    r#""noise_multiplier":0.5,"sample_rate":0.1,"num_steps":15"#,
    r#""noise_multiplier":2,"sample_rate":0.05,"num_steps":64"#,
    r#""noise_multiplier":1,"sample_rate":0.02,"num_steps":101"#,
    r#""noise_multiplier":0.3,"sample_rate":0.01,"num_steps":30"#,
    r#""noise_multiplier":10,"sample_rate":0.5,"num_steps":40"#,
    r#""history":[[1,0.1,5],[2,0.3,6],[0.7,0.02,17]]"#,
    r#""neighboring_relation":"replace_one","noise_multiplier":1,"sample_rate":0.05,"num_steps":30"#,
    r#""neighboring_relation":"replace_one","history":[[1,0.1,5],[2,1,3]]"#,
    r#""neighboring_relation":"replace_special","noise_multiplier":1,"sample_rate":0.2,"num_steps":10"#,
    r#""group_size":3,"noise_multiplier":2,"sample_rate":0.05,"num_steps":20"#,
    r#""sampling":"balls_and_bins","noise_multiplier":1,"sample_rate":0.1,"num_steps":20"#,
    r#""sampling":"without_replacement","noise_multiplier":2,"sample_rate":0.1,"num_steps":20"#,
    r#""noise":"laplace","noise_multiplier":2,"sample_rate":0.3,"num_steps":10"#,
    r#""noise":"laplace","noise_multiplier":1,"sample_rate":1,"num_steps":3"#,
    r#""noise":"laplace","noise_multiplier":0.7,"sample_rate":0.05,"num_steps":25"#,
];

/// Estimate, its standard error from the interval's own estimate, and the exact value of all figures of a run.
fn figures(simulated: &MonteCarloResult, exact: &TrainingResult) -> Vec<(&'static str, f64, f64)> {
    let mut pairs = vec![
        (
            "advantage",
            simulated.advantage.estimate,
            exact.advantage.estimate,
        ),
        (
            "accuracy",
            simulated.accuracy.estimate,
            exact.accuracy.estimate,
        ),
    ];
    for (found, known) in simulated.tv_a.iter().zip(&exact.hockey_stick) {
        assert_eq!(found.epsilon, known.epsilon);
        pairs.push(("tv_a", found.tv_a.estimate, known.tv_a.estimate));
    }
    pairs
}

/// 78 runs (five estimators on fifteen Gaussian settings, three on three of Laplace noise, which refuses the others),
/// four figures each. Eight independent parts of 5,000 trainings give the scatter of each estimate by themselves.
/// The t statistic of seven degrees of freedom is judged by its law: each figure fails by chance with probability 1e-10,
/// and the sum over runs of the squared standard scores with 1e-8 for each of the four figures.
#[test]
fn every_estimator_is_unbiased() {
    use statrs::distribution::{Normal, StudentsT};
    const PARTS: u32 = 8;
    let orders = r#","prior":0.1,"epsilon":[0.2,-0.4]"#;
    let law = StudentsT::new(0.0, 1.0, f64::from(PARTS - 1)).expect("degrees of freedom");
    let normal = Normal::standard();
    let mut sums = [0.0; 4];
    let mut runs = [0.0; 4];
    for (i, run) in RUNS.iter().enumerate() {
        let known = exact(run, orders);
        for (j, estimator) in ESTIMATORS.iter().enumerate() {
            let parts: Vec<_> = (0..PARTS as usize)
                .map(|part| {
                    let seed = 1000 * i + 10 * j + part;
                    let more = format!(
                        r#"{orders},"samples":5000,"seed":{seed},"estimator":"{estimator}""#
                    );
                    monte_carlo(run, &more).run()
                })
                .collect();
            if run.contains("laplace") && estimator.contains("control") {
                for part in parts {
                    assert_eq!(part.expect_err("refused").parameter(), "estimator");
                }
                continue;
            }
            let parts: Vec<_> = parts
                .into_iter()
                .map(|part| figures(&part.expect("valid"), &known))
                .collect();
            for figure in 0..4 {
                let (name, _, truth) = parts[0][figure];
                let n = f64::from(PARTS);
                let mean = parts.iter().map(|part| part[figure].1).sum::<f64>() / n;
                let variance = parts
                    .iter()
                    .map(|part| (part[figure].1 - mean).powi(2))
                    .sum::<f64>()
                    / (n - 1.0);
                let error = (variance / n).sqrt();
                // Where the control is the summand itself, or no loss reaches the order, nothing scatters: what is left
                // is the rounding of losses that may be drawn in single precision.
                if error < 1e-7 {
                    assert!((mean - truth).abs() < 1e-6, "{run} {estimator} {name}");
                    continue;
                }
                let t = (mean - truth) / error;
                let tail = law.sf(t.abs());
                assert!(
                    tail > 5e-11,
                    "{run} {estimator} {name}: {mean} against {truth}, t = {t}"
                );
                let score = normal.inverse_cdf(tail.min(0.5));
                sums[figure] += score * score;
                runs[figure] += 1.0;
            }
        }
    }
    for (sum, runs) in sums.into_iter().zip(runs) {
        assert!(runs > 60.0, "{runs} runs tell something");
        let law = ChiSquared::new(runs).expect("positive");
        assert!(
            law.sf(sum) > 1e-8 && law.cdf(sum) > 1e-8,
            "{sum} over {runs} runs"
        );
    }
}

/// Intervals at confidence `1 - 1e-9`: 18 settings with four figures, a false alarm below 1e-7.
#[test]
fn intervals_hold_the_exact_figures() {
    for (i, run) in RUNS.iter().enumerate() {
        let orders = r#","prior":0.1,"epsilon":[0.2,-0.4]"#;
        let known = exact(run, orders);
        let more = format!(r#"{orders},"samples":5000,"seed":{i},"confidence":0.999999999"#);
        let found = simulated(run, &more);
        let mut pairs = vec![
            (&found.advantage, &known.advantage),
            (&found.accuracy, &known.accuracy),
        ];
        pairs.extend(
            found
                .tv_a
                .iter()
                .zip(&known.hockey_stick)
                .map(|(found, known)| (&found.tv_a, &known.tv_a)),
        );
        for (found, known) in pairs {
            assert_eq!(found.kind, Kind::Estimate);
            let (lower, upper) = (found.lower.expect("an end"), found.upper.expect("an end"));
            assert!(
                lower <= known.estimate && known.estimate <= upper,
                "{run}: {found:?} {known:?}"
            );
        }
        let expected = if run.contains("without_replacement") {
            SimulatedSide::Upper
        } else {
            SimulatedSide::Exact
        };
        assert_eq!(found.side, expected);
        assert_eq!(found.status, known.status);
    }
}

/// What can only be simulated from below is an actual data set: the pair whose own exact answer is known elsewhere.
/// Two intervals at confidence `1 - 1e-9`.
#[test]
fn the_lower_side_is_an_actual_data_set() {
    for (run, same) in [
        (
            r#""noise":"laplace","neighboring_relation":"replace_one","noise_multiplier":2,"sample_rate":0.3,"num_steps":10"#,
            r#""noise":"laplace","noise_multiplier":2,"sample_rate":0.3,"num_steps":10"#,
        ),
        (
            r#""sampling":"shuffle","neighboring_relation":"replace_special","noise_multiplier":1,"sample_rate":0.1,"num_steps":20"#,
            r#""sampling":"balls_and_bins","noise_multiplier":1,"sample_rate":0.1,"num_steps":20"#,
        ),
    ] {
        let found = simulated(run, r#","samples":50000,"seed":3,"confidence":0.999999999"#);
        let known = exact(same, "").advantage.estimate;
        assert_eq!(found.side, SimulatedSide::Lower);
        let figure = found.advantage;
        assert!(
            figure.lower <= Some(known) && Some(known) <= figure.upper,
            "{run}"
        );
        assert!(exact(run, "").advantage.upper >= Some(known));
    }
}

/// Bands at confidence `1 - 1e-9` on five settings, among them one where a single step leaps far.
#[test]
fn the_band_of_the_roc_holds_everywhere() {
    let rates = r#","fpr":[0.0001,0.001,0.01,0.05,0.2,0.5,0.9]"#;
    for (i, run) in [RUNS[0], RUNS[3], RUNS[5], RUNS[6], RUNS[9], RUNS[15]]
        .into_iter()
        .enumerate()
    {
        let known = exact(run, rates);
        for estimator in ["algorithm_1", "antithetic", "mixture"] {
            let more = format!(
                r#"{rates},"samples":40000,"seed":{i},"confidence":0.999999999,"histogram":true,"roc_points":50,"estimator":"{estimator}""#
            );
            let found = simulated(run, &more);
            for (found, known) in found.tpr.iter().zip(&known.tpr) {
                let truth = known.tpr.estimate;
                let (lower, upper) = (
                    found.tpr.lower.expect("an end"),
                    found.tpr.upper.expect("an end"),
                );
                assert!(
                    lower <= truth && truth <= upper,
                    "{run} {estimator}: {found:?} {truth}"
                );
                // Narrow enough to say something: fifteen deviations of both rates, and what a bin spans.
                let n = 20_000.0;
                let slope = truth / known.fpr;
                let deviation = slope * (known.fpr / n).sqrt() + (truth / n).sqrt();
                let allowed = 15.0 * deviation + 15.0 * slope / n + 0.02 * truth;
                assert!(
                    upper - lower < allowed,
                    "{run} {estimator}: {found:?} {allowed}"
                );
            }
            let roc = found.roc.expect("asked for");
            assert_eq!(roc.fpr.len(), 50);
            for i in 0..50 {
                assert!(roc.fpr[i] <= roc.lower[i] && roc.lower[i] <= roc.estimate[i]);
                assert!(roc.estimate[i] <= roc.upper[i] && roc.upper[i] <= 1.0);
            }
            let histogram = found.histogram.expect("asked for");
            assert_eq!(histogram.threshold, 0.0);
            assert_eq!(histogram.edges.len(), histogram.out.len() + 1);
            let trainings = if estimator == "algorithm_1" { 1.0 } else { 2.0 };
            for counts in [histogram.out, histogram.member] {
                assert_eq!(counts.iter().sum::<f64>() * trainings, found.samples);
            }
        }
    }
}

/// The widths that the outermost bins leave must not swallow the tails they are there for.
#[test]
fn bins_resolve_the_tails() {
    for run in [
        r#""noise_multiplier":1,"sample_rate":0.1,"num_steps":60"#,
        r#""noise_multiplier":0.5,"sample_rate":0.01,"num_steps":60"#,
        r#""noise_multiplier":0.2,"sample_rate":0.01,"num_steps":60"#,
        r#""noise_multiplier":5,"sample_rate":0.5,"num_steps":60"#,
    ] {
        let found = simulated(run, r#","samples":30000,"seed":1,"histogram":true"#);
        let histogram = found.histogram.expect("asked for");
        let total: f64 = histogram.out.iter().sum();
        // From the right: at every false-positive rate above 1e-3 a bin is at most a fifth of what lies above it.
        let mut above = 0.0;
        for &count in histogram.out.iter().rev() {
            if above > 1e-3 * total && above < 0.2 * total {
                assert!(
                    count < 0.2 * above + 5.0 * f64::sqrt(above),
                    "{run}: {count} after {above}"
                );
            }
            above += count;
        }
        assert!(
            *histogram.member.last().expect("bins") < 0.05 * total,
            "{run}"
        );
    }
}

const RUN: &str = r#""noise_multiplier":1,"sample_rate":0.05,"num_steps":400"#;

/// What the command line and the page do with chunks from many workers.
#[test]
fn digits_do_not_depend_on_who_computes_the_chunks() {
    let more = r#","samples":60000,"seed":7,"histogram":true,"epsilon":[0.1]"#;
    let simulation = monte_carlo(RUN, more).simulation().expect("valid");
    let plan = simulation.plan();
    assert!(plan.chunks > 3.0);
    let all = chunks(&simulation);
    let total: Tally = all.iter().sum();
    assert_eq!(total.samples, plan.samples);
    assert_eq!(
        simulation.result(&total).expect("valid"),
        simulated(RUN, more)
    );
    // Simulated again in reverse, added in order.
    let mut again: Vec<Tally> = (0..all.len())
        .rev()
        .map(|index| simulation.chunk(index as f64).expect("a chunk"))
        .collect();
    again.reverse();
    assert_eq!(again.iter().sum::<Tally>(), total);
    // Another prefix is another result; a set of chunks without the pilot is none.
    let part: Tally = all[..3].iter().sum();
    assert!(simulation.result(&part).expect("valid").samples < plan.samples);
    let headless: Tally = all[1..].iter().sum();
    assert_eq!(
        simulation
            .result(&headless)
            .expect_err("refused")
            .parameter(),
        "tally"
    );
    let twice: Tally = all.iter().chain(&all[..1]).sum();
    assert_eq!(
        simulation.result(&twice).expect_err("refused").parameter(),
        "tally"
    );
}

/// Any change of the stream, of a kernel, of an estimator or of the cut changes links that people have shared: it must
/// be a decision.
#[test]
fn fixed_seed_fixed_counts() {
    let run = r#""noise_multiplier":1,"sample_rate":0.1,"num_steps":20"#;
    let more = r#","samples":2048,"seed":7,"histogram":true,"estimator":"control_variate""#;
    let simulation = monte_carlo(run, more).simulation().expect("valid");
    let total: Tally = chunks(&simulation).iter().sum();
    assert_eq!(total.sums[..6], FIXED_SUMS);
    assert_eq!(total.pilot[..6], FIXED_PILOT);
}

const FIXED_SUMS: [f64; 6] = [
    2048.0,
    411.9579988176116,
    166.52786401597444,
    463.8984207181024,
    154.77039421627177,
    169.8903473587888,
];
const FIXED_PILOT: [f64; 6] = [
    256.0,
    54.26099039039536,
    21.74858058374731,
    59.00879397914843,
    20.469475494525167,
    22.321485383780395,
];

#[test]
fn the_pilot_is_no_sample() {
    let simulation = monte_carlo(RUN, r#","samples":100,"seed":7,"estimator":"algorithm_1""#)
        .simulation()
        .expect("valid");
    let pilot = simulation.chunk(0.0).expect("the pilot");
    assert_eq!((pilot.samples, pilot.sums[0]), (0.0, 0.0));
    let first = simulation.chunk(1.0).expect("a chunk");
    assert_eq!(
        (first.samples, first.sums[0], first.pilot[0]),
        (112.0, 112.0, 0.0)
    );
    // Alone it tells an estimate and an interval that holds everything.
    let result = simulation.result(&pilot).expect("valid");
    // Four hundred steps cannot lower the loss further than this.
    let most = 1.0 - f64::powi(0.95, 400);
    assert_eq!(result.advantage.lower, Some(0.0));
    assert!(result.advantage.upper >= Some(most));
    assert_eq!(result.samples, 0.0);
    assert!(result.advantage.estimate > 0.0);
}

#[test]
fn a_pair_is_two_trainings() {
    for estimator in ESTIMATORS {
        let more = format!(r#","samples":100,"seed":7,"estimator":"{estimator}""#);
        let simulation = monte_carlo(RUN, &more).simulation().expect("valid");
        let samples = simulation.plan().samples;
        let single = matches!(estimator, "algorithm_1" | "control_variate");
        assert_eq!(samples, if single { 112.0 } else { 128.0 });
        let tally = simulation.chunk(1.0).expect("a chunk");
        assert_eq!(tally.sums[0] * if single { 1.0 } else { 2.0 }, samples);
    }
}

/// A run that may stop early stops at a look of the plan, with the chunks up to there.
#[test]
fn the_width_ends_a_run_at_a_look() {
    let more = r#","samples":200000,"seed":7,"width":0.03"#;
    let simulation = monte_carlo(RUN, more).simulation().expect("valid");
    let result = simulation.run().expect("valid");
    assert!(result.width_reached && result.samples < simulation.plan().samples);
    let width = |result: &MonteCarloResult| {
        result.advantage.upper.expect("an end") - result.advantage.lower.expect("an end")
    };
    assert!(width(&result) <= 0.03);
    let mut tally = Tally::default();
    let mut next = 0.0;
    for &look in &simulation.plan().looks {
        while next < look {
            tally += &simulation.chunk(next).expect("a chunk");
            next += 1.0;
        }
        let seen = simulation.result(&tally).expect("valid");
        if seen.width_reached {
            assert_eq!(seen, result);
            break;
        }
        assert!(width(&seen) > 0.03);
    }
    assert!(!simulated(RUN, r#","samples":2000,"seed":7"#).width_reached);
}

#[test]
fn another_seed_and_another_chunk_give_other_counts() {
    let sum = |seed, index| {
        let more = format!(r#","samples":50000,"seed":{seed}"#);
        let simulation = monte_carlo(RUN, &more).simulation().expect("valid");
        simulation.chunk(index).expect("a chunk").sums[1]
    };
    assert_ne!(sum(1, 1.0), sum(2, 1.0));
    assert_ne!(sum(1, 1.0), sum(1, 2.0));
}

#[test]
fn tallies_travel_as_rows_of_numbers() {
    let simulation = monte_carlo(RUN, r#","seed":1,"samples":4000,"histogram":true"#)
        .simulation()
        .expect("valid");
    let chunk = |index: f64| simulation.chunk(index).expect("a chunk");
    let tallies = [chunk(0.0), chunk(1.0)];
    let rows = tallies.each_ref().map(Tally::numbers);
    let read = simulation.tally(&rows[1]).expect("of this run");
    assert_eq!(read, tallies[1]);
    let sum = simulation
        .sum(rows.iter().map(Vec::as_slice))
        .expect("of this run");
    assert_eq!(sum, tallies.iter().sum());
    let all = simulation.run().expect("valid").samples;
    assert_eq!(
        (sum.samples, simulation.steps_behind(&sum)),
        (all, simulation.plan().steps_drawn)
    );
    let error = simulation.tally(&rows[1][1..]).expect_err("too short");
    assert_eq!(error.parameter(), "tally");
}

#[test]
fn bad_input_is_refused_by_name() {
    for (more, parameter) in [
        (r#","samples":100"#, "seed"),
        (r#","samples":0,"seed":1"#, "samples"),
        (r#","seed":-1"#, "seed"),
        (r#","seed":1,"confidence":1"#, "confidence"),
        (r#","seed":1,"width":0"#, "width"),
        (r#","seed":1,"prior":0"#, "prior"),
        (r#","seed":1,"epsilon":[701]"#, "epsilon"),
        (r#","seed":1,"fpr":[0]"#, "fpr"),
        (r#","seed":1,"roc_points":201"#, "roc_points"),
    ] {
        let error = monte_carlo(RUN, more).run().expect_err("refused");
        assert_eq!(error.parameter(), parameter, "{more}");
    }
    for (more, parameter) in [
        (r#","seed":1,"estimator":"best""#, "estimator"),
        (r#","seed":1,"histogram":1"#, "histogram"),
        (r#","seed":1,"bins":9"#, "bins"),
    ] {
        let error = options(RUN, more).monte_carlo().expect_err("refused");
        assert_eq!(error.parameter(), parameter, "{more}");
    }
    let many = format!(r#","seed":1,"epsilon":[{}]"#, ["0"; 17].join(","));
    let error = options(RUN, &many).monte_carlo().expect_err("refused");
    assert_eq!(error.parameter(), "epsilon");
    let mut longer = monte_carlo(RUN, r#","seed":1"#);
    longer.epsilon = vec![0.0; 17];
    assert_eq!(longer.run().expect_err("refused").parameter(), "epsilon");
    let simulation = monte_carlo(RUN, r#","seed":1"#)
        .simulation()
        .expect("valid");
    let chunks = simulation.plan().chunks;
    for index in [-1.0, 0.5, chunks, f64::NAN, f64::INFINITY] {
        assert_eq!(
            simulation.chunk(index).expect_err("refused").parameter(),
            "index"
        );
    }
}
