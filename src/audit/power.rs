//! How often a training that was done with less noise than declared is refuted, by the declared curve and by what others hold
//! results against.

use super::counts::{Counts, CountsTest};
use super::declared::{Declared, Scope};
use super::roc_bound::RocBound;
use crate::curve::Bounds;
use crate::mechanism::RunOptions;
use crate::numerics::{Bisection, normal};
use crate::training::{Quantity, TrainingOptions};

const TRIALS: f64 = 2000.0;

fn run(noise: f64, rate: f64, steps: f64) -> RunOptions {
    RunOptions {
        noise_multiplier: Some(noise),
        sample_rate: Some(rate),
        num_steps: Some(steps),
        ..RunOptions::default()
    }
}

/// The share of refutations at 5 %, by the quantiles of both counts' normal laws.
fn power(declared: &RocBound, fpr: f64, tpr: f64) -> f64 {
    const QUANTILES: u32 = 12;
    let spread = |rate: f64| libm::sqrt(TRIALS * rate * (1.0 - rate));
    let mut refuted = 0.0;
    for i in 0..QUANTILES {
        let z = normal::quantile((f64::from(i) + 0.5) / f64::from(QUANTILES));
        let false_positives = libm::round(TRIALS * fpr + z * spread(fpr)).max(0.0);
        let refutes = |true_positives: f64| {
            let counts = Counts {
                true_positives: libm::floor(true_positives),
                positives: TRIALS,
                false_positives,
                negatives: TRIALS,
            };
            CountsTest::new(counts, declared).refutes(declared, 0.05)
        };
        let (_, first) = Bisection::linear(12).bracket(0.0, TRIALS + 1.0, |k| !refutes(k));
        refuted += normal::sf((first - 0.5 - TRIALS * tpr) / spread(tpr));
    }
    refuted / f64::from(QUANTILES)
}

/// Ours lies below the Gaussian curve of its own mu and below the lines of its own epsilon, and refutes more wherever one of them
/// has any power.
#[test]
fn the_curve_of_the_run_refutes_more_than_its_mu_or_epsilon() {
    let scope = Scope {
        least_fpr: 1e-6,
        both_directions: false,
    };
    for (noise, rate, steps, fpr) in [
        (1.0, 0.01, 1000.0, 0.01),
        (0.7, 0.004, 14000.0, 0.05),
        (3.0, 0.1, 500.0, 0.05),
    ] {
        let declared = run(noise, rate, steps);
        let ours = Declared::Run(declared.clone())
            .curve(scope)
            .expect("a curve")
            .roc;
        let figures = TrainingOptions {
            run: declared.clone(),
            target_delta: Some(1e-5),
            fpr_range: Some((1e-6, 1.0 - 1e-6)),
            ..TrainingOptions::default()
        }
        .result()
        .expect("figures");
        let mu = figures.gdp_mu.expect("a mu").mu.upper.expect("an end");
        let epsilon = figures
            .epsilon
            .expect("an epsilon")
            .epsilon
            .upper
            .expect("an end");
        let others = [RocBound::of_gdp(mu), RocBound::of_epsilon(epsilon, 1e-5)];
        for less in [0.05, 0.1, 0.2, 0.5] {
            let done = run(noise * (1.0 - less), rate, steps);
            let mechanism = done.mechanism().expect("a run");
            let demand = Quantity::Tpr { fpr }.demand();
            let tpr = Bounds::new(&mechanism, &demand)
                .expect("a curve")
                .curve()
                .tpr(fpr)
                .middle();
            let mine = power(&ours, fpr, tpr);
            let [gaussian, by_epsilon] = others.each_ref().map(|curve| power(curve, fpr, tpr));
            let best = f64::max(gaussian, by_epsilon);
            assert!(
                mine > best || mine > 0.999,
                "{noise} {rate} {steps} {less}: {mine} {gaussian} {by_epsilon}"
            );
        }
    }
}
