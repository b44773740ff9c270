//! Both tails and the shortest runs against 40-digit contour integrals and nested integrals (`golden/tails.py`).

use mi_bounds::{
    Bounds, Demand, Figure, Interval, Kind, Mechanism, NeighboringRelation, Noise, Phase,
    PrivacyCurve, RunOptions, SampledGaussian, Sampling, TrainingOptions, TrainingResult,
};
use serde_json::Value;

fn entries() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("golden/tails.json")).expect("JSON");
    file["entries"].as_array().expect("a list").clone()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().expect(key)
}

fn mechanism(entry: &Value) -> Mechanism {
    let phases: Vec<Phase> = entry["phases"]
        .as_array()
        .expect("phases")
        .iter()
        .map(|row| Phase {
            noise_multiplier: row[0].as_f64().expect("a number"),
            sample_rate: row[1].as_f64().expect("a number"),
            num_steps: row[2].as_f64().expect("a number"),
        })
        .collect();
    let run = Mechanism::new(&phases).expect("valid");
    match entry["pair"].as_str().expect("a pair") {
        "mixture" => run,
        "substitution" => run.with_relation(NeighboringRelation::ReplaceOne),
        "laplace" => run.with_noise(Noise::Laplace),
        "group" => run
            .with_group_size(number(entry, "group_size"))
            .expect("valid"),
        other => panic!("{other}"),
    }
}

/// The value lies in the interval, whose width is at most `relative` of it. The golden values are good to 1e-15.
fn holds(what: &str, interval: Interval, value: f64, relative: impl Fn(f64) -> f64) {
    let relative = relative(value);
    let slack = 4e-15 * value;
    assert!(
        interval.lower <= value + slack && value - slack <= interval.upper,
        "{what}: {value:e} outside of {interval:?}"
    );
    assert!(
        interval.width() <= relative * value,
        "{what}: {interval:?} is wide for {value:e}"
    );
}

#[test]
fn both_tails_hold_the_truth() {
    let mut compared = 0;
    for entry in entries() {
        let name = entry["name"].as_str().expect("a name");
        let run = mechanism(&entry);
        // Few steps are the second engine's, whose tails are wider. So far out that one large loss is likelier than many
        // small ones there is no saddle point, and a line loses digits.
        let few = run.num_steps() < 10.0;
        let relative = |value: f64| match (few, value < 1e-11) {
            (true, _) => 0.25,
            (false, true) => 1e-3,
            (false, false) => 1e-6,
        };
        let upper = entry["upper"].as_array().expect("rows");
        let lower = entry["lower"].as_array().expect("rows");
        let rates: Vec<f64> = upper.iter().map(|row| number(row, "fpr")).collect();
        let orders = upper.iter().chain(lower).map(|row| number(row, "epsilon"));
        let demand = Demand {
            fpr: rates.iter().copied().filter(|&fpr| fpr >= 1e-12).collect(),
            epsilon: orders.collect(),
            ..Demand::default()
        };
        let bounds = Bounds::new(&run, &demand).expect("known");
        let curve = bounds.curve();
        let advantage = curve.advantage();
        holds(
            &format!("{name}: advantage"),
            advantage,
            number(&entry, "advantage"),
            |_| 1e-4,
        );
        assert!(advantage.width() <= 1e-8, "{name}: {advantage:?}");
        for row in upper {
            let epsilon = number(row, "epsilon");
            let what = format!("{name} at {epsilon}");
            holds(
                &what,
                curve.hockey_stick(epsilon),
                number(row, "hockey_stick"),
                relative,
            );
            let fpr = number(row, "fpr");
            if fpr >= 1e-12 {
                holds(
                    &format!("{what}, FPR {fpr:e}"),
                    curve.tpr(fpr),
                    number(row, "tpr"),
                    relative,
                );
            }
            compared += 1;
        }
        for row in lower {
            let epsilon = number(row, "epsilon");
            let reverse = curve.reverse_hockey_stick(epsilon);
            let value = number(row, "reverse_hockey_stick");
            holds(
                &format!("{name}, reverse at {epsilon}"),
                reverse,
                value,
                relative,
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 97);
}

/// Epsilon at deltas down to 1e-15: the golden divergence at an order is the delta whose epsilon is that order.
#[test]
fn epsilon_reaches_the_smallest_deltas() {
    let mut smallest = 1.0_f64;
    for entry in entries() {
        let run = mechanism(&entry);
        if run.num_steps() < 10.0 {
            continue;
        }
        for row in entry["upper"].as_array().expect("rows") {
            let delta = number(row, "hockey_stick");
            let demand = Demand {
                delta: Some(delta),
                ..Demand::default()
            };
            let bounds = Bounds::new(&run, &demand).expect("known");
            let (remove, _) = bounds.curve().directed_epsilon(delta);
            let epsilon = number(row, "epsilon");
            let what = format!("{} at delta {delta:e}: {remove:?}", entry["name"]);
            assert!(remove.lower <= epsilon * (1.0 + 1e-12), "{what}");
            assert!(remove.upper >= epsilon * (1.0 - 1e-12), "{what}");
            let relative = if delta < 1e-11 { 1e-5 } else { 1e-6 };
            assert!(remove.width() <= relative * epsilon, "{what}");
            smallest = smallest.min(delta);
        }
    }
    assert!(smallest < 1.1e-15);
}

/// What is certified to less than three digits is an interval, and the number that stands first is its safe end.
#[test]
fn wide_intervals_are_not_called_exact() {
    fn told(figure: &Figure, safe: fn(&Figure) -> Option<f64>) {
        let ends = figure.lower.zip(figure.upper).expect("certified");
        let wide = ends.1 - ends.0 > 1e-3 * ends.1;
        let kind = if wide { Kind::Interval } else { Kind::Exact };
        assert_eq!(figure.kind, kind, "{figure:?}");
        assert!(!wide || Some(figure.estimate) == safe(figure), "{figure:?}");
    }
    let result = TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(0.8),
            sample_rate: Some(0.001),
            num_steps: Some(100.0),
            ..RunOptions::default()
        },
        target_delta: Some(1e-6),
        ..TrainingOptions::default()
    }
    .result()
    .expect("valid");
    let epsilon = result.epsilon.expect("asked for").epsilon;
    told(&epsilon, |figure| figure.upper);
    // In 80-bit numbers (golden/extended.json).
    assert!((epsilon.estimate - 0.260337094).abs() < 1e-8, "{epsilon:?}");
    let bins = Phase {
        noise_multiplier: 1.0,
        sample_rate: 1e-5,
        num_steps: 1e5,
    };
    let run = Mechanism::new(&[bins])
        .and_then(|run| run.with_sampling(Sampling::BallsAndBins))
        .expect("valid");
    let bounds = Bounds::new(&run, &Demand::default()).expect("known");
    told(&bounds.advantage(), |figure| figure.upper);
    told(&bounds.bayes_security(), |figure| figure.lower);
}

/// Intervals of all routes are intersected, so none may be empty; the rates rise from rate to rate. Settings log-uniform over
/// the range, evenly spread, few steps and small noise among them.
#[test]
fn no_interval_is_empty() {
    let share = |index: i32, power: i32| {
        (0.5 + f64::from(index) * 1.220_744_084_605_76_f64.powi(-power)).fract()
    };
    let between = |low: f64, high: f64, share: f64| low * (high / low).powf(share);
    for index in 1..=if crate::is_whole_run() { 24 } else { 8 } {
        let noise = between(0.1, 20.0, share(index, 1));
        let rate = between(1e-6, 0.5, share(index, 2));
        let steps = between(1.0, 1e6, share(index, 3)).round();
        let run = SampledGaussian::new(noise, rate, steps).expect("valid");
        let what = format!("{noise} {rate} {steps}");
        let mut last = 0.0;
        for fpr in [1e-9, 1e-3] {
            let demand = Demand {
                fpr: vec![fpr],
                ..Demand::default()
            };
            let tpr = PrivacyCurve::new(&run, &demand).tpr(fpr);
            assert!(
                tpr.lower <= tpr.upper && tpr.upper >= last,
                "{what}: TPR at {fpr}: {tpr:?}"
            );
            last = tpr.lower;
        }
        let demand = Demand {
            delta: Some(1e-8),
            ..Demand::default()
        };
        let (epsilon, _) = PrivacyCurve::new(&run, &demand).epsilon(1e-8);
        assert!(epsilon.lower <= epsilon.upper, "{what}: {epsilon:?}");
    }
    // A tilt that came to rest on its pole gave the other kernel.
    let run = SampledGaussian::new(0.2, 0.01, 1000.0).expect("valid");
    let demand = Demand {
        fpr: vec![1e-3],
        ..Demand::default()
    };
    let tpr = PrivacyCurve::new(&run, &demand).tpr(1e-3);
    // By a sum over the frequencies up to 260 on the real axis, without a certificate.
    assert!(tpr.contains(0.999393469275), "{tpr:?}");
}

/// Against integrals over one observation in 30 digits (`golden/few_steps.py`) and over two in double precision
/// (`golden/three_steps.py`), which share no step with the engine: a large loss is likelier than many small ones. The share of the
/// rows that are narrow is counted, so that none is only wide enough.
#[test]
fn few_steps_meet_integrals_over_the_observations() {
    #[derive(serde::Deserialize)]
    struct Row {
        noise_multiplier: f64,
        sample_rate: f64,
        num_steps: f64,
        epsilon: f64,
        divergence: f64,
    }
    let read = |text| -> Vec<Row> { serde_json::from_str(text).expect("rows") };
    let mut rows = read(include_str!("golden/few_steps.json"));
    rows.extend(read(include_str!("golden/three_steps.json")));
    let mut narrow = 0;
    for row in &rows {
        let run = SampledGaussian::new(row.noise_multiplier, row.sample_rate, row.num_steps)
            .expect("valid");
        let demand = Demand {
            epsilon: vec![row.epsilon],
            ..Demand::default()
        };
        let found = PrivacyCurve::new(&run, &demand).hockey_stick(row.epsilon);
        let what = format!(
            "{} {} {} at {}: {found:?}, {:e}",
            row.noise_multiplier, row.sample_rate, row.num_steps, row.epsilon, row.divergence
        );
        let accuracy = if row.num_steps < 3.0 { 1e-15 } else { 1e-9 };
        let slack = accuracy * row.divergence;
        assert!(
            found.lower <= row.divergence + slack && row.divergence - slack <= found.upper,
            "{what}"
        );
        narrow += usize::from(found.width() <= 1e-6 * row.divergence);
    }
    assert!(narrow * 10 >= rows.len() * 9, "{narrow} of {}", rows.len());
}

/// Replaced records and groups against integrals over one observation in 25 digits and more (`golden/replaced_and_groups.py`).
#[test]
fn replaced_records_and_groups_meet_integrals_over_the_observations() {
    #[derive(serde::Deserialize)]
    struct Row {
        group_size: f64,
        noise_multiplier: f64,
        sample_rate: f64,
        num_steps: f64,
        epsilon: f64,
        divergence: f64,
    }
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("golden/replaced_and_groups.json")).expect("rows");
    for row in &rows {
        let mut run = RunOptions {
            noise_multiplier: Some(row.noise_multiplier),
            sample_rate: Some(row.sample_rate),
            num_steps: Some(row.num_steps),
            ..RunOptions::default()
        };
        if row.group_size == 0.0 {
            run.neighboring_relation = NeighboringRelation::ReplaceOne;
        } else {
            run.group_size = Some(row.group_size);
        }
        let demand = Demand {
            epsilon: vec![row.epsilon],
            ..Demand::default()
        };
        let bounds = Bounds::new(&run.mechanism().expect("valid"), &demand).expect("a pair");
        let found = bounds.curve().hockey_stick(row.epsilon);
        let what = format!(
            "{} {} {} {} at {}",
            row.group_size, row.noise_multiplier, row.sample_rate, row.num_steps, row.epsilon
        );
        holds(&what, found, row.divergence, |_| 1e-6);
    }
}

/// Whether the divergence of a run at an order is known within a millionth; a thousandth at least.
fn is_narrow_at(run: &RunOptions, epsilon: f64, divergence: f64) -> bool {
    let demand = Demand {
        epsilon: vec![epsilon],
        ..Demand::default()
    };
    let bounds = Bounds::new(&run.mechanism().expect("valid"), &demand).expect("a pair");
    let found = bounds.curve().hockey_stick(epsilon);
    let what = format!("{run:?} at {epsilon}");
    holds(&what, found, divergence, |_| 1e-3);
    found.width() <= 1e-6 * divergence
}

/// One epoch of bins and two, against Gil-Pelaez integrals without tilt or taper, of two and three bins nested ones, and several epochs of two
/// bins a mean of Gaussian curves, many the inversion of a power (`golden/epochs_of_bins.py`): within a millionth, but for one at an order far out.
#[test]
fn epochs_of_bins_meet_plain_inversions() {
    #[derive(serde::Deserialize)]
    struct Row {
        noise_multiplier: f64,
        bins: f64,
        epochs: f64,
        epsilon: f64,
        divergence: f64,
    }
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("golden/epochs_of_bins.json")).expect("rows");
    let mut narrow = 0;
    for row in &rows {
        let run = RunOptions {
            noise_multiplier: Some(row.noise_multiplier),
            sample_rate: Some(1.0 / row.bins),
            num_steps: Some(row.bins * row.epochs),
            sampling: Sampling::BallsAndBins,
            ..RunOptions::default()
        };
        narrow += usize::from(is_narrow_at(&run, row.epsilon, row.divergence));
    }
    assert!(narrow + 1 >= rows.len(), "{narrow} of {}", rows.len());
}

/// Two and three batches of one size without replacement, of which a record is replaced, against nested integrals
/// (`golden/batches_of_one_size.py`): within a millionth, but for 2.2e-32 of losses of a ten-thousandth, within four.
#[test]
fn batches_of_one_size_meet_nested_integrals() {
    #[derive(serde::Deserialize)]
    struct Row {
        noise_multiplier: f64,
        sample_rate: f64,
        num_steps: f64,
        epsilon: f64,
        divergence: f64,
    }
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("golden/batches_of_one_size.json")).expect("rows");
    let mut narrow = 0;
    for row in &rows {
        let run = RunOptions {
            noise_multiplier: Some(row.noise_multiplier),
            sample_rate: Some(row.sample_rate),
            num_steps: Some(row.num_steps),
            sampling: Sampling::WithoutReplacement,
            neighboring_relation: NeighboringRelation::ReplaceOne,
            ..RunOptions::default()
        };
        narrow += usize::from(is_narrow_at(&run, row.epsilon, row.divergence));
    }
    assert_eq!(narrow + 1, rows.len());
}

/// Runs in which the record is mostly rarely drawn, against contour integrals in balls of 160 bits (`golden/hard_settings.py`):
/// advantage, divergence, rate and epsilon hold the truth within a millionth.
#[test]
fn hard_settings_meet_contour_integrals() {
    let file: Value =
        serde_json::from_str(include_str!("golden/hard_settings.json")).expect("JSON");
    let entries = file["entries"].as_array().expect("rows");
    assert_eq!(entries.len(), 300);
    let every = if crate::is_whole_run() { 1 } else { 5 };
    for entry in entries.iter().step_by(every) {
        let value = |key: &str| number(entry, key);
        let run = SampledGaussian::new(
            value("noise_multiplier"),
            value("sample_rate"),
            value("num_steps"),
        )
        .expect("valid");
        let (epsilon, delta, fpr) = (value("epsilon"), value("hockey_stick"), value("fpr"));
        let is_asked = fpr >= 1e-12;
        let demand = Demand {
            delta: Some(delta),
            epsilon: vec![epsilon],
            fpr: if is_asked { vec![fpr] } else { Vec::new() },
            ..Demand::default()
        };
        let curve = PrivacyCurve::new(&run, &demand);
        let close = |_: f64| 1e-6;
        let what = |figure: &str| format!("{figure} of {entry}");
        holds(
            &what("advantage"),
            curve.advantage(),
            value("advantage"),
            close,
        );
        holds(
            &what("divergence"),
            curve.hockey_stick(epsilon),
            delta,
            close,
        );
        if is_asked {
            holds(&what("rate"), curve.tpr(fpr), value("tpr"), close);
        }
        // The larger one of both directions.
        let (found, _) = curve.epsilon(delta);
        assert!(
            found.upper >= epsilon * (1.0 - 1e-12),
            "{}: {found:?}",
            what("epsilon")
        );
        assert!(
            found.width() <= 1e-6 * found.upper,
            "{}: {found:?}",
            what("epsilon")
        );
    }
}

/// Each figure has lines of its own, however many others the page asks for and draws.
#[test]
fn what_else_is_asked_and_drawn_widens_nothing() {
    let asked = |all: bool| {
        let run = RunOptions {
            noise_multiplier: Some(0.3),
            sample_rate: Some(1e-4),
            num_steps: Some(1000.0),
            ..RunOptions::default()
        };
        let options = TrainingOptions {
            run,
            target_delta: Some(1e-5),
            roc_points: all.then_some(61.0),
            fpr_range: all.then_some((1e-6, 0.999_999)),
            flagged_share: all.then_some(0.01),
            attack_rate: all.then_some(0.01),
            ..TrainingOptions::default()
        };
        options.result().expect("an answer")
    };
    let (alone, beside) = (asked(false), asked(true));
    let figures = |result: &TrainingResult| {
        let epsilon = result.epsilon.as_ref().expect("asked for");
        let rates = result.tpr.iter().map(|rate| rate.tpr.clone());
        let mut all: Vec<Figure> = rates.collect();
        all.extend([result.advantage.clone(), epsilon.epsilon.clone()]);
        all
    };
    for (without, with) in figures(&alone).iter().zip(figures(&beside)) {
        let width = |figure: &Figure| figure.upper.expect("an end") - figure.lower.expect("an end");
        assert!(
            width(&with) <= 1e-6 * with.estimate,
            "{with:?} beside {without:?}"
        );
    }
    let roc = beside.roc.expect("asked for");
    for (lower, upper) in roc.lower.iter().zip(&roc.upper) {
        assert!(upper - lower <= 1e-2 * upper, "[{lower:e}, {upper:e}]");
    }
}

/// A bound lies so far above a small rate that the first line to be sought may not serve its order. More steps give larger
/// rates, so that the runs beside one hold it between theirs.
#[test]
fn rates_far_below_their_bound_have_a_line() {
    const FPR: f64 = 1e-12;
    let rate = |noise_multiplier: f64, sample_rate: f64, num_steps: f64| -> Interval {
        let options = TrainingOptions {
            run: RunOptions {
                noise_multiplier: Some(noise_multiplier),
                sample_rate: Some(sample_rate),
                num_steps: Some(num_steps),
                ..RunOptions::default()
            },
            fpr: Some(vec![FPR]),
            ..TrainingOptions::default()
        };
        let result = options.result().expect("an answer");
        let tpr = &result.tpr[0].tpr;
        Interval {
            lower: tpr.lower.expect("an end"),
            upper: tpr.upper.expect("an end"),
        }
    };
    for (noise, sample_rate, steps) in [
        (2.053, 1.799e-4, [60.0, 68.0, 80.0]),
        (0.7157, 4.519e-7, [1.9e8, 2.048_691_21e8, 2.2e8]),
    ] {
        let [fewer, here, more] = steps.map(|steps| rate(noise, sample_rate, steps));
        for found in [fewer, here, more] {
            assert!(
                found.width() <= 1e-9 * found.upper,
                "{noise}, {sample_rate}: {found:?}"
            );
        }
        assert!(
            fewer.upper < here.lower && here.upper < more.lower,
            "{noise}: {fewer:?}, {here:?}, {more:?}"
        );
    }
}

/// Laplace noise of which few steps show a loss between the atoms, or draws stand out, against nested integrals and a lattice
/// (`golden/laplace_runs.py`): within a hundred-millionth,
/// or a hundred-thousandth where draws are missed now and then.
#[test]
fn steps_of_laplace_noise_meet_nested_integrals() {
    #[derive(serde::Deserialize)]
    struct Row {
        noise_multiplier: f64,
        sample_rate: f64,
        num_steps: f64,
        epsilon: f64,
        divergence: f64,
    }
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("golden/laplace_runs.json")).expect("rows");
    for row in &rows {
        let run = RunOptions {
            noise: Noise::Laplace,
            noise_multiplier: Some(row.noise_multiplier),
            sample_rate: Some(row.sample_rate),
            num_steps: Some(row.num_steps),
            ..RunOptions::default()
        };
        let demand = Demand {
            epsilon: vec![row.epsilon],
            ..Demand::default()
        };
        let bounds = Bounds::new(&run.mechanism().expect("valid"), &demand).expect("a pair");
        let found = bounds.curve().hockey_stick(row.epsilon);
        let what = format!(
            "{} {} {} at {}",
            row.noise_multiplier, row.sample_rate, row.num_steps, row.epsilon
        );
        let stands_out = row.noise_multiplier < 0.1;
        let relative = if stands_out { 1e-5 } else { 1e-8 };
        holds(&what, found, row.divergence, |_| relative);
    }
    assert_eq!(rows.len(), 26);
}
