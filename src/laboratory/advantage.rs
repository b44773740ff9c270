//! The advantage of an attack, counted.

use super::theorems;
use crate::figure::{Figure, Kind, Theorem};
use crate::numerics::{ConfidenceSequence, Interval, Seen, anytime_binomial};

/// Between which numbers an advantage lies, and a share.
pub(super) const ADVANTAGES: Interval = Interval {
    lower: -1.0,
    upper: 1.0,
};
pub(super) const SHARES: Interval = Interval {
    lower: 0.0,
    upper: 1.0,
};

/// Error of a sum of so many summands of at most 1, generously.
const ROUNDING: f64 = 1e-15;

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

/// The mean of what independent trainings have shown, each a number in `range`, with an interval that holds at every look. It is
/// narrow if they lie near what was `expected` before; if not, it is wider and as valid.
pub(super) fn mean_of(
    values: &[f64],
    range: Interval,
    expected: f64,
    planned: usize,
    confidence: f64,
) -> Figure {
    let centre = expected;
    let n = values.len() as f64;
    // Trainings differ from each other by some hundredths of the range; a poor guess only costs width.
    let variance = range.width() * range.width() / 400.0;
    let sequence = ConfidenceSequence::new(
        1.0 - confidence,
        centre,
        range,
        variance,
        planned.max(1) as f64,
    );
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|y| (y - centre) * (y - centre)).sum();
    let interval = sequence.interval(&Seen {
        n,
        sum,
        sum_error: n * n * ROUNDING * range.width(),
        squares,
        squares_error: n * n * ROUNDING * range.width() * range.width(),
    });
    let estimate = if n > 0.0 { sum / n } else { centre };
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
    use crate::random::Random;

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

    /// Looked at after every training, 300 means of coins are ever outside at most as often as 5 % of them allow: more than 27
    /// of 300 happens once in 1,000 seeds if the promise holds with equality, and the mixture is stricter.
    #[test]
    fn the_interval_of_a_mean_holds_at_every_look() {
        let range = Interval {
            lower: -1.0,
            upper: 1.0,
        };
        let mut ever_outside = 0;
        for stream in 0..300 {
            let mut random = Random::seeded(2, stream);
            let values: Vec<f64> = (0..60).map(|_| 0.2 + 0.5 * random.sign()).collect();
            let outside = (1..=60).any(|n| {
                let mean = mean_of(&values[..n], range, 0.0, 60, 0.95);
                mean.lower > Some(0.2) || mean.upper < Some(0.2)
            });
            ever_outside += usize::from(outside);
        }
        assert!(ever_outside <= 27, "{ever_outside}");
    }
}
