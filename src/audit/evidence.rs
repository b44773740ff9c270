//! What an attack has shown: counts, scores, or guesses about canaries of one training.

use super::counts::Counts;
use super::one_run::Guesses;
use super::scores::Scores;
use super::thresholds::Thresholds;
use crate::figure::{Error, RANGES};

/// Results of an attack.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// Counts at thresholds that were fixed before the attack: one number of positives and negatives for all of them.
    Counts {
        /// Members that were named, at each threshold.
        true_positives: Vec<f64>,
        /// Members.
        positives: f64,
        /// Non-members that were named, at each threshold.
        false_positives: Vec<f64>,
        /// Non-members.
        negatives: f64,
    },
    /// A score for each trial.
    Scores(Scores),
    /// Guesses about canaries of one training, each of which was in by a fair coin.
    OneRun {
        /// Canaries.
        canaries: f64,
        /// Canaries of which something was said.
        guesses: f64,
        /// Guesses that were right.
        correct: f64,
    },
}

/// Checked evidence, ready to be held against curves.
pub(super) enum Tests {
    Thresholds(Thresholds),
    OneRun(Guesses),
}

impl Evidence {
    pub(super) fn checked(&self) -> Result<Tests, Error> {
        match self {
            Self::Counts {
                true_positives,
                positives,
                false_positives,
                negatives,
            } => {
                let positives = RANGES.trials.check("positives", *positives)?;
                let negatives = RANGES.trials.check("negatives", *negatives)?;
                if true_positives.len() != false_positives.len() || true_positives.is_empty() {
                    return Err(Error::Malformed {
                        parameter: "false_positives".into(),
                        problem: format!(
                            "has {} entries; it must have one for each of the {} of true_positives, at least one",
                            false_positives.len(),
                            true_positives.len()
                        ),
                    });
                }
                let counts = true_positives.iter().zip(false_positives);
                let counts = counts.map(|(&true_positives, &false_positives)| {
                    Ok(Counts {
                        true_positives: part_of(
                            ("true_positives", true_positives),
                            ("positives", positives),
                        )?,
                        positives,
                        false_positives: part_of(
                            ("false_positives", false_positives),
                            ("negatives", negatives),
                        )?,
                        negatives,
                    })
                });
                let counts = counts.collect::<Result<Vec<_>, Error>>()?;
                Ok(Tests::Thresholds(Thresholds::fixed(counts)))
            }
            Self::Scores(scores) => Ok(Tests::Thresholds(Thresholds::of_scores(scores))),
            Self::OneRun {
                canaries,
                guesses,
                correct,
            } => {
                let canaries = RANGES.canaries.check("canaries", *canaries)?;
                let guesses = part_of(("guesses", *guesses), ("canaries", canaries))?;
                Ok(Tests::OneRun(Guesses {
                    canaries,
                    guesses: RANGES.canaries.check("guesses", guesses)?,
                    correct: part_of(("correct", *correct), ("guesses", guesses))?,
                }))
            }
        }
    }
}

/// A count that is at most the whole.
fn part_of(
    (parameter, value): (&'static str, f64),
    (whole, most): (&'static str, f64),
) -> Result<f64, Error> {
    RANGES.count.check(parameter, value)?;
    if value > most {
        return Err(Error::Malformed {
            parameter: parameter.into(),
            problem: format!("is {value}; it must be at most {whole}, {most}"),
        });
    }
    Ok(value)
}
