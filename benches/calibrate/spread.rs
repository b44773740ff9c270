//! Calibrations spread over the range.

use mi_bounds::{
    CalibrateOptions, NeighboringRelation, Noise, Quantity, RunOptions, Sampling, SolveFor,
};
use std::time::Instant;

const SLOWEST: usize = 10;
const COLUMNS: &str = "| law | calibrated | median ms | 90 % ms | most ms | > 30 ms | > 300 ms | s in sum |\n|---|---|---|---|---|---|---|---|";

/// One calibration, and how long it took.
struct Timed {
    law: &'static str,
    line: String,
    seconds: f64,
}

struct Ranges {
    noise: (f64, f64),
    rate: (f64, f64),
    steps: (f64, f64),
}

const EVERYDAY: Ranges = Ranges {
    noise: (0.3, 30.0),
    rate: (1e-5, 0.5),
    steps: (1.0, 1e6),
};
const WHOLE: Ranges = Ranges {
    noise: (1e-3, 1e4),
    rate: (1e-9, 1.0),
    steps: (1.0, 1e9),
};
const LAWS: [&str; 7] = [
    "replaced record",
    "Laplace",
    "group of three",
    "batches without replacement",
    "balls and bins",
    "Poisson",
    "Poisson",
];

/// A place between two ends on a logarithmic scale, after the additive recurrence of the plastic number in five dimensions.
struct Place {
    index: usize,
}

impl Place {
    fn share(&self, power: i32) -> f64 {
        // The real root of x^6 = x + 1.
        const PLASTIC: f64 = 1.134_724_138_401_519_4;
        (0.5 + (self.index as f64 + 1.0) * PLASTIC.powi(-power)).fract()
    }

    fn between(&self, (low, high): (f64, f64), power: i32) -> f64 {
        let value = low * (high / low).powf(self.share(power));
        format!("{value:.3e}").parse().unwrap_or(value)
    }
}

fn target(place: &Place) -> (Quantity, f64) {
    let level = place.share(4);
    let fpr = place.between((1e-6, 1e-2), 5);
    let small = place.between((1e-3, 0.9), 4);
    match place.index % 8 {
        0 => (Quantity::Advantage, small),
        1 => (Quantity::BayesSecurity, 1.0 - small),
        2 => {
            let target_delta = fpr * 1e-3;
            let epsilon = place.between((0.05, 20.0), 4);
            (Quantity::Epsilon { target_delta }, epsilon)
        }
        3 => (Quantity::Tpr { fpr }, fpr.powf(0.05 + 0.94 * level)),
        4 => (Quantity::Precision { prior: 0.1, fpr }, 0.11 + 0.88 * level),
        5 => (Quantity::Accuracy { prior: 0.3 }, 0.701 + 0.29 * level),
        6 => (Quantity::Eta { prior: 0.5 }, 0.5 * small),
        _ => {
            let (fpr_min, fpr_max) = (1e-6, 0.999_999);
            let mu = place.between((0.01, 5.0), 4);
            (Quantity::GdpMu { fpr_min, fpr_max }, mu)
        }
    }
}

/// The calibration of this number; seven laws, three parameters and eight targets have no common factor, so that all meet.
fn calibration(index: usize, ranges: &Ranges) -> CalibrateOptions {
    let place = Place { index };
    let noise = place.between(ranges.noise, 1);
    let mut rate = place.between(ranges.rate, 2);
    let mut steps = place.between(ranges.steps, 3).round();
    let mut run = RunOptions::default();
    match index % LAWS.len() {
        0 => run.neighboring_relation = NeighboringRelation::ReplaceOne,
        1 => run.noise = Noise::Laplace,
        2 => run.group_size = Some(3.0),
        3 => {
            run.neighboring_relation = NeighboringRelation::ReplaceOne;
            run.sampling = Sampling::WithoutReplacement;
        }
        4 => run.sampling = Sampling::BallsAndBins,
        _ => {}
    }
    let in_bins = run.sampling == Sampling::BallsAndBins;
    if in_bins {
        // Whole epochs of whole bins.
        let bins = (1.0 / rate).round();
        (rate, steps) = (1.0 / bins, bins * (steps / bins).ceil());
    }
    let solve_for = match index % 3 {
        0 => SolveFor::NoiseMultiplier,
        _ if in_bins => SolveFor::Epochs,
        1 => SolveFor::SampleRate,
        _ => SolveFor::NumSteps,
    };
    run.noise_multiplier = (solve_for != SolveFor::NoiseMultiplier).then_some(noise);
    run.sample_rate = (solve_for != SolveFor::SampleRate).then_some(rate);
    run.num_steps =
        matches!(solve_for, SolveFor::NoiseMultiplier | SolveFor::SampleRate).then_some(steps);
    let (quantity, target) = target(&place);
    CalibrateOptions {
        run,
        solve_for,
        quantity,
        target,
    }
}

fn timed(index: usize, ranges: &Ranges) -> Timed {
    let options = calibration(index, ranges);
    let law = LAWS[index % LAWS.len()];
    let given = [
        ("noise", options.run.noise_multiplier),
        ("rate", options.run.sample_rate),
        ("steps", options.run.num_steps),
    ];
    let given: Vec<_> = given
        .into_iter()
        .filter_map(|(name, value)| Some(format!("{name} {:e}", value?)))
        .collect();
    let start = Instant::now();
    let found = options.result();
    let seconds = start.elapsed().as_secs_f64();
    let value = found.map_or_else(
        |error| error.to_string(),
        |found| found.safe.value.to_string(),
    );
    let line = format!(
        "| {index} | {law} | {:?} | {:?} {:.4e} | {} | {value} | {:.0} |",
        options.solve_for,
        options.quantity,
        options.target,
        given.join(", "),
        1e3 * seconds,
    );
    Timed { law, line, seconds }
}

fn row(name: &str, all: &[&Timed]) {
    let mut seconds: Vec<f64> = all.iter().map(|timed| timed.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let Some(&most) = seconds.last() else {
        return;
    };
    let at = |part: usize| 1e3 * seconds[(seconds.len() - 1) * part / 10];
    let above = |limit: f64| seconds.iter().filter(|&&s| s > limit).count();
    println!(
        "| {name} | {} | {:.0} | {:.0} | {:.0} | {} | {} | {:.1} |",
        all.len(),
        at(5),
        at(9),
        1e3 * most,
        above(0.03),
        above(0.3),
        seconds.iter().sum::<f64>(),
    );
}

/// So many calibrations, each from a cold start.
pub(crate) fn scan(settings: usize, whole: bool, list: bool) {
    let ranges = if whole { WHOLE } else { EVERYDAY };
    let mut all = Vec::new();
    for index in 0..settings {
        let timed = timed(index, &ranges);
        if list {
            println!("{}", timed.line);
        }
        all.push(timed);
    }
    println!("\n{COLUMNS}");
    let mut laws = LAWS.to_vec();
    laws.dedup();
    for law in laws {
        let here: Vec<_> = all.iter().filter(|timed| timed.law == law).collect();
        row(law, &here);
    }
    row("all", &all.iter().collect::<Vec<_>>());
    all.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    println!(
        "\nThe slowest:\n\n| | law | solved for | target | given | found | ms |\n|---|---|---|---|---|---|---|"
    );
    for timed in all.iter().take(SLOWEST) {
        println!("{}", timed.line);
    }
}
