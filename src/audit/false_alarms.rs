//! How often each test refutes a curve that is kept: attacks that lie exactly on it, drawn a hundred thousand times.

use std::collections::HashMap;

use super::counts::{Counts, CountsTest};
use super::declared::{Declared, Scope};
use super::one_run::Guesses;
use super::roc_bound::RocBound;
use super::scores::Scores;
use crate::mechanism::RunOptions;
use crate::numerics::{
    Binomial, Bisection, clopper_pearson_lower, clopper_pearson_upper, level_of_score, normal,
};
use crate::random::Random;

const DRAWS: u32 = 100_000;
const LEVEL: f64 = 0.05;

/// Each end is wrong once in a million rows.
const ERROR: f64 = 1e-6;

/// The row of one test, with the ends of its rate.
fn row(name: &str, alarms: u32) -> (f64, f64) {
    let (alarms, draws) = (f64::from(alarms), f64::from(DRAWS));
    let lower = clopper_pearson_lower(alarms, draws, ERROR);
    let upper = clopper_pearson_upper(alarms, draws, ERROR);
    println!("{name}: {:.5} ({lower:.5} to {upper:.5})", alarms / draws);
    assert!(upper <= 0.055, "{name}: {upper}");
    (lower, upper)
}

/// 1,000 steps with noise 1 and rate 0.01.
pub(super) fn of_run(least_fpr: f64, both_directions: bool) -> RocBound {
    let run = RunOptions {
        noise_multiplier: Some(1.0),
        sample_rate: Some(0.01),
        num_steps: Some(1000.0),
        ..RunOptions::default()
    };
    let scope = Scope {
        least_fpr,
        both_directions,
    };
    Declared::Run(run).curve(scope).expect("a curve").roc
}

/// Counts at one threshold that lies on the curve. What was seen once is not tested again.
fn counts(stream: u64, roc: &RocBound, fpr: f64, trials: (f64, f64)) -> u32 {
    let (positives, negatives) = trials;
    let mut random = Random::seeded(11, stream);
    let mut known = HashMap::new();
    let mut alarms = 0;
    for _ in 0..DRAWS {
        let counts = Counts {
            true_positives: Binomial::new(positives, roc.at(fpr)).quantile(random.uniform()),
            positives,
            false_positives: Binomial::new(negatives, fpr).quantile(random.uniform()),
            negatives,
        };
        let key = (
            counts.true_positives.to_bits(),
            counts.false_positives.to_bits(),
        );
        let refuted = known
            .entry(key)
            .or_insert_with(|| CountsTest::new(counts, roc).refutes(roc, LEVEL));
        alarms += u32::from(*refuted);
    }
    alarms
}

/// The same by a sum over all false positives, for trials of which hardly two draws would be alike.
fn of_many_trials(roc: &RocBound, fpr: f64, trials: f64) -> f64 {
    let others = Binomial::new(trials, fpr);
    let of_members = Binomial::new(trials, roc.at(fpr));
    let few = |k: f64| level_of_score(others.score_of_few(k));
    let (first, last) = (others.quantile(1.0 - 1e-9), others.quantile(1e-9));
    let mut alarms = 0.0;
    let mut k = first;
    while k <= last {
        let stands = |true_positives: f64| {
            let counts = Counts {
                true_positives: libm::floor(true_positives),
                positives: trials,
                false_positives: k,
                negatives: trials,
            };
            !CountsTest::new(counts, roc).refutes(roc, LEVEL)
        };
        let (_, from) =
            Bisection::linear(60)
                .until(|a, b| b - a <= 0.5)
                .bracket(0.0, trials + 1.0, stands);
        let mass = (few(k) - few(k - 1.0)).max(0.0);
        alarms += mass * level_of_score(of_members.score_of_many(libm::floor(from)));
        k += 1.0;
    }
    alarms
}

/// Counts of the same trials at several thresholds on the curve, by each of their parts in turn; the level is shared among them.
fn thresholds(stream: u64, roc: &RocBound, rates: &[f64], trials: f64) -> u32 {
    let mut random = Random::seeded(11, stream);
    let mut known = HashMap::new();
    let each = LEVEL / rates.len() as f64;
    let mut alarms = 0;
    for _ in 0..DRAWS {
        let (mut members, mut others, mut before) = (0.0, 0.0, 0.0);
        let mut refuted = false;
        for &fpr in rates {
            let mut more = |so_far: f64, last: f64, now: f64| {
                let part = (now - last) / (1.0 - last);
                so_far + Binomial::new(trials - so_far, part).quantile(random.uniform())
            };
            members = more(
                members,
                roc.at(before) * f64::from(u8::from(before > 0.0)),
                roc.at(fpr),
            );
            others = more(others, before, fpr);
            before = fpr;
            let counts = Counts {
                true_positives: members,
                positives: trials,
                false_positives: others,
                negatives: trials,
            };
            let key = (members.to_bits(), others.to_bits());
            refuted |= *known
                .entry(key)
                .or_insert_with(|| CountsTest::new(counts, roc).refutes(roc, each));
        }
        alarms += u32::from(refuted);
    }
    alarms
}

/// Scores of the Gaussian pair on its own curve, rounded so that they tie.
fn scores(stream: u64, mu: f64, sizes: (usize, usize), digits: f64) -> u32 {
    let roc = RocBound::of_gdp(mu);
    let mut random = Random::seeded(11, stream);
    let mut known = HashMap::new();
    let mut alarms = 0;
    for _ in 0..DRAWS {
        let mut drawn = |mean: f64, size: usize| -> Vec<f64> {
            (0..size)
                .map(|_| libm::round((mean + random.normal()) * digits) / digits)
                .collect()
        };
        let seen = Scores::new(drawn(mu, sizes.0), drawn(0.0, sizes.1)).expect("scores");
        let each = LEVEL / seen.counts.len() as f64;
        let refuted = seen.counts.iter().any(|counts| {
            let key = (
                counts.true_positives.to_bits(),
                counts.false_positives.to_bits(),
            );
            *known
                .entry(key)
                .or_insert_with(|| CountsTest::new(*counts, &roc).refutes(&roc, each))
        });
        alarms += u32::from(refuted);
    }
    alarms
}

/// Canaries of the Gaussian pair: each is in by a fair coin, and the attack is silent where the score is within `silence` of the
/// middle of both means. The canaries are alike, so that the guesses and the right ones among them are binomial.
fn one_run(stream: u64, mu: f64, canaries: f64, silence: f64) -> u32 {
    let roc = RocBound::of_gdp(mu);
    let right = normal::sf(silence - 0.5 * mu);
    let wrong = normal::sf(silence + 0.5 * mu);
    let mut random = Random::seeded(11, stream);
    let mut known = HashMap::new();
    let mut alarms = 0;
    for _ in 0..DRAWS {
        let guesses = Binomial::new(canaries, right + wrong).quantile(random.uniform());
        let correct = Binomial::new(guesses, right / (right + wrong)).quantile(random.uniform());
        let key = (guesses.to_bits(), correct.to_bits());
        let refuted = known.entry(key).or_insert_with(|| {
            let seen = Guesses {
                canaries,
                guesses,
                correct,
            };
            guesses > 0.0 && seen.refute(&roc, LEVEL)
        });
        alarms += u32::from(*refuted);
    }
    alarms
}

/// With a chance below 3e-5 that one of its rows is wrong about its test.
#[test]
#[ignore = "a minute or two"]
fn false_alarms_of_a_hundred_thousand_draws() {
    let mut streams = 0..;
    let mut stream = || streams.next().unwrap_or(0);
    let gdp = RocBound::of_gdp(1.0);
    let run = of_run(1e-6, false);
    let mut most = 0.0;
    for (name, roc) in [("GDP mu 1", &gdp), ("run (1, 0.01, 1000)", &run)] {
        for (fpr, trials) in [
            (0.2, (5.0, 5.0)),
            (0.02, (40.0, 400.0)),
            (0.01, (1000.0, 1000.0)),
            (0.2, (1000.0, 1000.0)),
            (1e-3, (2000.0, 2000.0)),
        ] {
            let alarms = counts(stream(), roc, fpr, trials);
            let name = format!("counts, {name}, FPR {fpr}, {} and {}", trials.0, trials.1);
            most = f64::max(most, row(&name, alarms).0);
        }
    }
    // A test that never alarms would be useless.
    assert!(most > 0.005, "counts: {most}");
    let huge = of_many_trials(&gdp, 0.01, 1e6);
    println!("counts, GDP mu 1, FPR 0.01, 1e6 and 1e6: {huge:.5} by a sum");
    assert!(huge > 0.005 && huge <= 0.05, "{huge}");
    most = 0.0;
    for (rates, trials) in [
        (&[0.01, 0.1][..], 300.0),
        (&[0.001, 0.01, 0.05, 0.2, 0.5], 2000.0),
    ] {
        let alarms = thresholds(stream(), &gdp, rates, trials);
        let name = format!("{} thresholds, {trials} and {trials}", rates.len());
        most = f64::max(most, row(&name, alarms).0);
    }
    assert!(most > 0.005, "thresholds: {most}");
    most = 0.0;
    for (sizes, digits) in [
        ((5, 5), 1e6),
        ((60, 60), 1e6),
        ((200, 800), 1e6),
        ((60, 60), 2.0),
        ((200, 200), 1.0),
    ] {
        let alarms = scores(stream(), 1.0, sizes, digits);
        let name = format!(
            "scores, {} and {}, in steps of {}",
            sizes.0,
            sizes.1,
            1.0 / digits
        );
        most = f64::max(most, row(&name, alarms).0);
    }
    assert!(most > 0.005, "scores: {most}");
    // These theorems are conservative by nature.
    for (canaries, mu, silence) in [
        (10.0, 1.0, 0.0),
        (200.0, 0.3, 0.0),
        (200.0, 1.0, 0.8),
        (1000.0, 2.0, 0.5),
        (100_000.0, 0.5, 1.5),
    ] {
        let alarms = one_run(stream(), mu, canaries, silence);
        row(
            &format!("one run, GDP mu {mu}, {canaries} canaries, silent within {silence}"),
            alarms,
        );
    }
}
