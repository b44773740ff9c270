//! The advantage of an attack, counted.

use super::betting::anytime_mean;
use super::theorems;
use crate::figure::{Figure, Kind, Theorem};
use crate::numerics::{Interval, anytime_binomial};

/// Between which numbers an advantage lies, and a share.
pub(super) const ADVANTAGES: Interval = Interval {
    lower: -1.0,
    upper: 1.0,
};
pub(super) const SHARES: Interval = Interval {
    lower: 0.0,
    upper: 1.0,
};

/// `2 p - 1` after `correct` of `trials` independent guesses about a fair coin, with an interval that holds at every look.
pub(super) fn of_guesses(correct: f64, trials: f64, confidence: f64) -> Figure {
    let share = anytime_binomial(correct, trials, 1.0 - confidence);
    let advantage = Interval {
        lower: (2.0 * share.lower - 1.0).next_down().max(-1.0),
        upper: (2.0 * share.upper - 1.0).next_up().min(1.0),
    };
    let estimate = if trials > 0.0 {
        2.0 * correct / trials - 1.0
    } else {
        0.0
    };
    estimated(estimate, advantage, "counted", theorems::GUESSES)
}

/// The mean of what independent trainings have shown, each a number in `range`, with an interval that holds at every look.
pub(super) fn mean_of(values: &[f64], range: Interval, planned: usize, confidence: f64) -> Figure {
    let shares: Vec<f64> = values
        .iter()
        .map(|value| ((value - range.lower) / range.width()).clamp(0.0, 1.0))
        .collect();
    let mean = anytime_mean(&shares, planned.max(1), 1.0 - confidence);
    let interval = Interval {
        lower: (range.lower + range.width() * mean.lower)
            .next_down()
            .max(range.lower),
        upper: (range.lower + range.width() * mean.upper)
            .next_up()
            .min(range.upper),
    };
    let estimate = if values.is_empty() {
        range.middle()
    } else {
        values.iter().sum::<f64>() / values.len() as f64
    };
    estimated(estimate, interval, "averaged", theorems::TRAININGS)
}

fn estimated(
    estimate: f64,
    interval: Interval,
    method: &'static str,
    theorem: &'static Theorem,
) -> Figure {
    Figure {
        lower: Some(interval.lower),
        upper: Some(interval.upper),
        kind: Kind::Estimate,
        ..Figure::approximation(estimate, method, theorem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_that_are_always_right() {
        let advantage = of_guesses(1000.0, 1000.0, 0.95);
        assert_eq!((advantage.estimate, advantage.upper), (1.0, Some(1.0)));
        assert!(
            advantage
                .lower
                .is_some_and(|lower| lower > 0.98 && lower < 1.0)
        );
        let nothing = of_guesses(0.0, 0.0, 0.95);
        assert_eq!((nothing.lower, nothing.upper), (Some(-1.0), Some(1.0)));
    }
}
