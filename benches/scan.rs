//! Widths and times of every exact figure over the whole range of settings, in tables.
//!
//! `cargo bench --bench scan -- [--at NOISE RATE STEPS]... [--list] [--settings N] [--first N] [--noise LOW HIGH] [--rate LOW HIGH]
//! [--steps LOW HIGH] [--law NAME] [--records N] [--phases N] [--one-each] [--figure NAME]...`; `--list` prints every reading instead of the tables, `--one-each`
//! reads one figure of each setting, in turn, and `--figure` only those that are named: of the nine first, of two large rates, of the
//! training view as a whole, of which the widest figure counts, or the GDP mu of rates from 1e-6 on. The settings are log-uniform and
//! evenly spread (the additive recurrence of the plastic number in three dimensions), so that a shorter scan is the beginning of a longer
//! one. The law is that of Poisson sampling with Gaussian noise, or `replaced`, `zeroed`, `group` (of `--records`, 3), `laplace`, `fixed` (batches
//! without replacement, of which the pair above is read) or `bins`. With `--phases` it is a schedule of that many, over which the noise grows
//! from four fifths of what is named to six fifths and the rate to twice.

#![allow(
    clippy::cast_possible_truncation,
    reason = "counts and decades are small"
)]

use mi_bounds::{
    Bounds, Demand, Interval, NeighboringRelation, Noise, Phase, PrivacyCurve, RunOptions,
    Sampling, TrainingOptions,
};
use std::time::Instant;

const USAGE: &str = "cargo bench --bench scan -- [--at NOISE RATE STEPS]... [--list] [--settings N] [--first N] [--noise LOW HIGH] [--rate LOW HIGH] [--steps LOW HIGH] [--law NAME] [--records N] [--phases N] [--one-each] [--figure NAME]...";
/// Advantages below this are not asked to be resolved.
const SMALLEST_ADVANTAGE: f64 = 1e-9;
/// Figures beyond these are not asked to be resolved.
const RANGE: (f64, f64) = (1e-300, 1e6);
const SLOWEST: usize = 10;

/// How many records a group has, and how many phases a schedule.
#[derive(Clone, Copy)]
struct Sizes {
    records: f64,
    phases: usize,
}

struct Scan {
    law: Law,
    sizes: Sizes,
    /// Settings that are asked for by name, instead of the scan.
    at: Vec<Setting>,
    /// Whether every reading is printed instead of the tables.
    list: bool,
    /// Whether one figure of each setting is read, in turn.
    one_each: bool,
    /// Places of the figures that are read.
    figures: Vec<usize>,
    settings: usize,
    first: usize,
    noise: (f64, f64),
    rate: (f64, f64),
    steps: (f64, f64),
}

#[derive(Clone, Copy)]
struct Setting {
    noise: f64,
    rate: f64,
    steps: f64,
}

/// Which law the settings are of.
#[derive(Clone, Copy, PartialEq)]
enum Law {
    Poisson,
    Replaced,
    Zeroed,
    Group,
    Laplace,
    Fixed,
    Bins,
}

impl Law {
    fn named(name: &str) -> Self {
        match name {
            "poisson" => Self::Poisson,
            "replaced" => Self::Replaced,
            "zeroed" => Self::Zeroed,
            "group" => Self::Group,
            "laplace" => Self::Laplace,
            "fixed" => Self::Fixed,
            "bins" => Self::Bins,
            _ => panic!("{USAGE}"),
        }
    }

    fn run(self, setting: Setting, Sizes { records, phases }: Sizes) -> RunOptions {
        let mut run = RunOptions::default();
        match self {
            Self::Poisson => {}
            Self::Replaced => run.neighboring_relation = NeighboringRelation::ReplaceOne,
            Self::Zeroed => run.neighboring_relation = NeighboringRelation::ReplaceSpecial,
            Self::Group => run.group_size = Some(records),
            Self::Laplace => run.noise = Noise::Laplace,
            Self::Fixed => {
                run.sampling = Sampling::WithoutReplacement;
                run.neighboring_relation = NeighboringRelation::ReplaceOne;
            }
            Self::Bins => run.sampling = Sampling::BallsAndBins,
        }
        if phases > 1 {
            run.history = Some(
                schedule(setting, phases)
                    .map(|part| self.phase(part))
                    .collect(),
            );
        } else {
            let phase = self.phase(setting);
            run.noise_multiplier = Some(phase.noise_multiplier);
            run.sample_rate = Some(phase.sample_rate);
            run.num_steps = Some(phase.num_steps);
        }
        run
    }

    fn phase(self, setting: Setting) -> Phase {
        let mut phase = Phase {
            noise_multiplier: setting.noise,
            sample_rate: setting.rate,
            num_steps: setting.steps,
        };
        if self == Self::Bins {
            // Whole epochs of whole bins.
            let bins = (1.0 / setting.rate).round();
            phase.sample_rate = 1.0 / bins;
            phase.num_steps = bins * (setting.steps / bins).ceil();
        }
        phase
    }
}

fn schedule(setting: Setting, phases: usize) -> impl Iterator<Item = Setting> {
    let share = move |phase: usize| phase as f64 / (phases as f64 - 1.0);
    let steps = (setting.steps / phases as f64).ceil();
    (0..phases).map(move |phase| Setting {
        noise: setting.noise * (0.8 + 0.4 * share(phase)),
        rate: (setting.rate * (1.0 + share(phase))).min(1.0),
        steps,
    })
}

#[derive(Clone, Copy)]
enum Figure {
    Advantage,
    Tpr(f64),
    Epsilon(f64),
    Delta(f64),
    /// Everything that the training view asks for at first.
    View,
    /// The GDP parameter between these rates.
    Gdp(f64, f64),
}

/// How many of the figures are read where none is named.
const READ: usize = 9;
const FIGURES: [(&str, Figure); READ + 4] = [
    ("advantage", Figure::Advantage),
    ("TPR at 1e-12", Figure::Tpr(1e-12)),
    ("TPR at 1e-9", Figure::Tpr(1e-9)),
    ("TPR at 1e-6", Figure::Tpr(1e-6)),
    ("TPR at 1e-3", Figure::Tpr(1e-3)),
    ("epsilon at 1e-5", Figure::Epsilon(1e-5)),
    ("epsilon at 1e-8", Figure::Epsilon(1e-8)),
    ("epsilon at 1e-15", Figure::Epsilon(1e-15)),
    ("delta at 1", Figure::Delta(1.0)),
    ("TPR at 1e-2", Figure::Tpr(1e-2)),
    ("TPR at 1e-1", Figure::Tpr(1e-1)),
    ("training view", Figure::View),
    ("GDP mu", Figure::Gdp(1e-6, 0.999_999)),
];

/// One answer to one question.
struct Reading {
    setting: Setting,
    figure: usize,
    interval: Interval,
    /// Width over the upper end.
    width: f64,
    seconds: f64,
    method: &'static str,
}

/// What one figure is, how wide over its upper end, and how it was found.
type Found = (Interval, f64, &'static str);

fn relative_width(interval: Interval) -> f64 {
    if interval.upper > interval.lower {
        interval.width() / interval.upper
    } else {
        0.0
    }
}

/// The advantage, and the widest of what the training view shows in numbers.
fn whole_view(run: RunOptions) -> Option<Found> {
    let options = TrainingOptions {
        run,
        target_delta: Some(1e-5),
        prior: Some(0.5),
        roc_points: Some(121.0),
        fpr_range: Some((1e-6, 0.999_999)),
        flagged_share: Some(0.01),
        ..TrainingOptions::default()
    };
    let result = options.result().ok()?;
    let interval = |figure: &mi_bounds::Figure| {
        Some(Interval {
            lower: figure.lower?,
            upper: figure.upper?,
        })
    };
    let rates = result.tpr.iter().map(|found| &found.tpr);
    let epsilon = result.epsilon.iter().map(|found| &found.epsilon);
    let width = rates
        .chain(epsilon)
        .chain([&result.advantage])
        .filter_map(interval)
        .filter(|interval| interval.lower <= RANGE.1)
        .map(relative_width)
        .fold(0.0, f64::max);
    let advantage = interval(&result.advantage)?;
    Some((advantage, width, result.advantage.method))
}

impl Figure {
    fn found(self, run: RunOptions) -> Option<Found> {
        if matches!(self, Self::View) {
            return whole_view(run);
        }
        let mechanism = run.mechanism().ok()?;
        let bounds = Bounds::new(&mechanism, &self.demand()).ok()?;
        let curve = bounds.curve();
        let interval = self.read(curve);
        Some((interval, relative_width(interval), curve.method()))
    }

    fn demand(self) -> Demand {
        let mut demand = Demand::default();
        match self {
            Self::Advantage | Self::View => {}
            Self::Tpr(fpr) => demand.fpr = vec![fpr],
            Self::Epsilon(delta) => demand.delta = Some(delta),
            Self::Delta(epsilon) => demand.epsilon = vec![epsilon],
            Self::Gdp(least, most) => demand.fpr = vec![least, most],
        }
        demand
    }

    fn read(self, curve: &PrivacyCurve) -> Interval {
        match self {
            Self::Advantage | Self::View => curve.advantage(),
            Self::Tpr(fpr) => curve.tpr(fpr),
            Self::Gdp(least, most) => curve.gdp_mu(least, most),
            Self::Epsilon(delta) => curve.epsilon(delta).0,
            Self::Delta(epsilon) => {
                let (remove, add) = (
                    curve.hockey_stick(epsilon),
                    curve.reverse_hockey_stick(epsilon),
                );
                Interval {
                    lower: remove.lower.max(add.lower),
                    upper: remove.upper.max(add.upper),
                }
            }
        }
    }

    fn counts(self, interval: &Interval) -> bool {
        let least = match self {
            Self::Advantage | Self::View | Self::Gdp(..) => SMALLEST_ADVANTAGE,
            _ => RANGE.0,
        };
        interval.upper >= least && interval.lower <= RANGE.1
    }
}

impl Scan {
    fn of_arguments() -> Self {
        let mut scan = Self {
            law: Law::Poisson,
            sizes: Sizes {
                records: 3.0,
                phases: 1,
            },
            at: Vec::new(),
            list: false,
            one_each: false,
            figures: Vec::new(),
            settings: 100,
            first: 0,
            noise: (1e-3, 1e4),
            rate: (1e-9, 1.0),
            steps: (1.0, 1e9),
        };
        // Cargo itself adds `--bench`.
        let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
        while let Some(name) = arguments.next() {
            if name == "--law" {
                scan.law = Law::named(&arguments.next().expect(USAGE));
                continue;
            }
            if name == "--figure" {
                let figure = arguments.next().expect(USAGE);
                let place = FIGURES.iter().position(|(name, _)| *name == figure);
                scan.figures.push(place.expect(USAGE));
                continue;
            }
            let mut number = || -> f64 {
                let text = arguments.next().expect(USAGE);
                text.parse().expect(USAGE)
            };
            match name.as_str() {
                "--at" => scan.at.push(Setting {
                    noise: number(),
                    rate: number(),
                    steps: number(),
                }),
                "--list" => scan.list = true,
                "--one-each" => scan.one_each = true,
                "--settings" => scan.settings = number() as usize,
                "--records" => scan.sizes.records = number(),
                "--phases" => scan.sizes.phases = number() as usize,
                "--first" => scan.first = number() as usize,
                "--noise" => scan.noise = (number(), number()),
                "--rate" => scan.rate = (number(), number()),
                "--steps" => scan.steps = (number(), number()),
                _ => panic!("{USAGE}"),
            }
        }
        if scan.figures.is_empty() {
            scan.figures = (0..READ).collect();
        }
        scan
    }

    fn setting(&self, index: usize) -> Setting {
        // The real root of x^4 = x + 1.
        const PLASTIC: f64 = 1.220_744_084_605_759_5;
        let share = |power: i32| (0.5 + (index as f64 + 1.0) * PLASTIC.powi(-power)).fract();
        let between = |(low, high): (f64, f64), power| low * (high / low).powf(share(power));
        let digits = |x: f64| format!("{x:.3e}").parse().unwrap_or(x);
        Setting {
            noise: digits(between(self.noise, 1)),
            rate: digits(between(self.rate, 2)),
            steps: between(self.steps, 3).round(),
        }
    }
}

fn read(law: Law, sizes: Sizes, setting: Setting, figure: usize) -> Option<Reading> {
    let run = law.run(setting, sizes);
    let start = Instant::now();
    let (interval, width, method) = FIGURES[figure].1.found(run)?;
    Some(Reading {
        setting,
        figure,
        interval,
        width,
        seconds: start.elapsed().as_secs_f64(),
        method,
    })
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len() as f64 - 1.0;
    sorted
        .get((share * last).round() as usize)
        .copied()
        .unwrap_or(f64::NAN)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn row(name: &str, readings: &[&Reading]) {
    let widths = sorted(readings.iter().map(|r| r.width));
    let seconds = sorted(readings.iter().map(|r| r.seconds));
    let wider = |than: f64| widths.iter().filter(|&&w| w > than).count();
    println!(
        "| {name} | {} | {:.1e} | {} | {} | {} | {:.1} | {:.0} | {:.0} | {} |",
        readings.len(),
        quantile(&widths, 0.5),
        wider(1e-6),
        wider(1e-3),
        wider(0.1),
        1e3 * quantile(&seconds, 0.5),
        1e3 * quantile(&seconds, 0.99),
        1e3 * quantile(&seconds, 1.0),
        seconds.iter().filter(|&&s| s > 0.2).count(),
    );
}

fn table(title: &str, rows: &[(String, Vec<&Reading>)]) {
    println!(
        "\n| {title} | asked | median width | > 1e-6 | > 1e-3 | > 10 % | median ms | 99 % ms | most ms | > 200 ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, readings) in rows {
        row(name, readings);
    }
}

fn by_decade(title: &str, readings: &[Reading], of: impl Fn(&Setting) -> f64) {
    let decade = |reading: &Reading| of(&reading.setting).log10().floor() as i32;
    let mut decades: Vec<i32> = readings.iter().map(decade).collect();
    decades.sort_unstable();
    decades.dedup();
    let rows: Vec<_> = decades
        .into_iter()
        .map(|d| {
            let here = readings.iter().filter(|r| decade(r) == d).collect();
            (format!("1e{d} to 1e{}", d + 1), here)
        })
        .collect();
    table(title, &rows);
}

const COLUMNS: &str = "| figure | noise | rate | steps | interval | width | ms | method |\n|---|---|---|---|---|---|---|---|";

fn print(reading: &Reading) {
    let Setting { noise, rate, steps } = reading.setting;
    let Interval { lower, upper } = reading.interval;
    println!(
        "| {} | {noise} | {rate:e} | {steps} | [{lower:.9e}, {upper:.9e}] | {:.1e} | {:.0} | {} |",
        FIGURES[reading.figure].0,
        reading.width,
        1e3 * reading.seconds,
        reading.method,
    );
}

fn worst(title: &str, readings: &mut [Reading], by: impl Fn(&Reading) -> f64) {
    readings.sort_by(|a, b| by(b).total_cmp(&by(a)));
    println!("\n{title}:\n\n{COLUMNS}");
    readings.iter().take(SLOWEST).for_each(print);
}

fn main() {
    let scan = Scan::of_arguments();
    let mut readings = Vec::new();
    let (mut refused, mut beyond, mut empty) = (0, 0, 0);
    let settings = if scan.at.is_empty() {
        let indices = scan.first..scan.first + scan.settings;
        indices.map(|index| scan.setting(index)).collect()
    } else {
        scan.at.clone()
    };
    for (place, &setting) in settings.iter().enumerate() {
        for (turn, &figure) in scan.figures.iter().enumerate() {
            if scan.one_each && (scan.first + place) % scan.figures.len() != turn {
                continue;
            }
            match read(scan.law, scan.sizes, setting, figure) {
                Some(reading) if FIGURES[figure].1.counts(&reading.interval) => {
                    if reading.interval.lower > reading.interval.upper {
                        empty += 1;
                        print(&reading);
                    }
                    readings.push(reading);
                }
                Some(_) => beyond += 1,
                None => refused += 1,
            }
        }
    }
    if scan.list || !scan.at.is_empty() {
        println!("\n{COLUMNS}");
        readings.iter().for_each(print);
        return;
    }
    println!(
        "{} settings; {empty} intervals are empty; {refused} questions refused, {beyond} answered beyond the range that is asked for",
        settings.len()
    );
    let rows: Vec<_> = scan
        .figures
        .iter()
        .map(|&figure| {
            let here = readings.iter().filter(|r| r.figure == figure).collect();
            (FIGURES[figure].0.to_owned(), here)
        })
        .collect();
    table("figure", &rows);
    by_decade("noise", &readings, |s| s.noise);
    by_decade("rate", &readings, |s| s.rate);
    by_decade("steps", &readings, |s| s.steps);
    worst("widest", &mut readings, |r| r.width);
    worst("slowest", &mut readings, |r| r.seconds);
}
