//! How often an attack refutes a declared curve: the chance over its counts, or over its right guesses.

use super::counts::{Counts, CountsTest};
use super::one_run::Guesses;
use super::roc_bound::RocBound;
use crate::numerics::{Binomial, Bisection, level_of_score};

/// Points of the law of the false positives.
const QUANTILES: u32 = 8;

/// Standard deviations of the true positives within which the first count that refutes is looked for.
const WIDE: f64 = 10.0;

/// Counts of `trials` members and as many others, at true rates `fpr` and `tpr`.
pub(super) fn of_counts(declared: &RocBound, alpha: f64, trials: f64, fpr: f64, tpr: f64) -> f64 {
    let of_members = Binomial::new(trials, tpr);
    let spread = libm::sqrt(trials * tpr * (1.0 - tpr)).max(1.0);
    let low = libm::floor(trials * tpr - WIDE * spread).max(0.0);
    let high = libm::ceil(trials * tpr + WIDE * spread).min(trials + 1.0);
    let mut refuted = 0.0;
    for i in 0..QUANTILES {
        let level = (f64::from(i) + 0.5) / f64::from(QUANTILES);
        let false_positives = Binomial::new(trials, fpr).quantile(level);
        let stands = |true_positives: f64| {
            let counts = Counts {
                true_positives: libm::floor(true_positives).min(trials),
                positives: trials,
                false_positives,
                negatives: trials,
            };
            !CountsTest::new(counts, declared).refutes(declared, alpha)
        };
        if high > trials && stands(trials) {
            continue;
        }
        let (_, first) = Bisection::linear(12)
            .until(|a, b| b - a <= 0.5)
            .bracket(low, high, stands);
        refuted += level_of_score(of_members.score_of_many(libm::floor(first)));
    }
    refuted / f64::from(QUANTILES)
}

/// So many guesses about the canaries of one run, each right with a chance of `right`.
pub(super) fn of_guesses(
    declared: &RocBound,
    alpha: f64,
    (canaries, guesses): (f64, f64),
    right: f64,
) -> f64 {
    let stands = |correct: f64| {
        let seen = Guesses {
            canaries,
            guesses,
            correct: libm::floor(correct).min(guesses),
        };
        !seen.refute(declared, alpha)
    };
    if stands(guesses) {
        return 0.0;
    }
    let (_, first) = Bisection::linear(40)
        .until(|a, b| b - a <= 0.5)
        .bracket(0.0, guesses, stands);
    level_of_score(Binomial::new(guesses, right).score_of_many(libm::floor(first)))
}

#[cfg(test)]
mod tests {
    use super::super::declared::{Declared, Scope};
    use super::*;
    use crate::curve::Bounds;
    use crate::mechanism::RunOptions;
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

    /// Ours lies below the Gaussian curve of its own mu and below the lines of its own epsilon, and refutes more wherever one of
    /// them has any power. `cargo test --lib audit::power -- --nocapture` prints the table that the Method view shows.
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
                let mine = of_counts(&ours, 0.05, TRIALS, fpr, tpr);
                let [gaussian, by_epsilon] = others
                    .each_ref()
                    .map(|curve| of_counts(curve, 0.05, TRIALS, fpr, tpr));
                println!(
                    "({noise}, {rate}, {steps}) FPR {fpr}, {less} less: {mine:.4} {gaussian:.4} {by_epsilon:.4}"
                );
                let best = f64::max(gaussian, by_epsilon);
                assert!(
                    mine > best || mine > 0.999,
                    "{noise} {rate} {steps} {less}: {mine} {gaussian} {by_epsilon}"
                );
            }
        }
    }
}
