//! What an attack has shown: counts, scores, or guesses about canaries of one training.

use super::counts::Counts;
use super::one_run::Guesses;
use super::roc_bound::RocBound;
use super::scores::Scores;
use super::thresholds::Thresholds;
use crate::figure::{Error, RANGES, malformed};

/// Results of an attack.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// Counts at thresholds that were fixed before the attack.
    Counts {
        /// Members that were named, at each threshold.
        true_positives: Vec<f64>,
        /// Members: one number for all thresholds, or one for each.
        positives: Vec<f64>,
        /// Non-members that were named, at each threshold.
        false_positives: Vec<f64>,
        /// Non-members: one number for all thresholds, or one for each.
        negatives: Vec<f64>,
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

/// Checked evidence.
pub(super) enum Checked {
    /// Whether they are those of scores.
    Counts(Vec<Counts>, bool),
    OneRun(Guesses),
}

/// What is held against curves.
pub(super) enum Tests {
    Thresholds(Thresholds),
    OneRun(Guesses),
}

impl Checked {
    /// The tests; a declared curve fixes their weights.
    pub(super) fn tests(self, declared: &RocBound) -> Tests {
        match self {
            Self::Counts(counts, by_rank) => {
                Tests::Thresholds(Thresholds::new(counts, by_rank, declared))
            }
            Self::OneRun(guesses) => Tests::OneRun(guesses),
        }
    }
}

impl Evidence {
    pub(super) fn checked(&self) -> Result<Checked, Error> {
        match self {
            Self::Counts {
                true_positives,
                positives,
                false_positives,
                negatives,
            } => {
                let rows = true_positives.len();
                for (name, whole, list) in [
                    ("false_positives", false, false_positives),
                    ("positives", true, positives),
                    ("negatives", true, negatives),
                ] {
                    let fits = list.len() == rows || whole && list.len() == 1;
                    if rows == 0 || !fits {
                        let or_one = if whole { "one for all, or " } else { "" };
                        return Err(malformed(
                            name,
                            format!(
                                "has {} entries; it must have {or_one}one for each of the {rows} of true_positives, at least one",
                                list.len(),
                            ),
                        ));
                    }
                }
                let counts = (0..rows).map(|row| {
                    let of = |list: &[f64]| list[row.min(list.len() - 1)];
                    let positives = RANGES.trials.check("positives", of(positives))?;
                    let negatives = RANGES.trials.check("negatives", of(negatives))?;
                    Ok(Counts {
                        true_positives: part_of(
                            ("true_positives", of(true_positives)),
                            ("positives", positives),
                        )?,
                        positives,
                        false_positives: part_of(
                            ("false_positives", of(false_positives)),
                            ("negatives", negatives),
                        )?,
                        negatives,
                    })
                });
                let counts = counts.collect::<Result<Vec<_>, Error>>()?;
                Ok(Checked::Counts(counts, false))
            }
            Self::Scores(scores) => Ok(Checked::Counts(scores.counts.clone(), true)),
            Self::OneRun {
                canaries,
                guesses,
                correct,
            } => {
                let canaries = RANGES.canaries.check("canaries", *canaries)?;
                let guesses = part_of(("guesses", *guesses), ("canaries", canaries))?;
                Ok(Checked::OneRun(Guesses {
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
        return Err(malformed(
            parameter,
            format!("is {value}; it must be at most {whole}, {most}"),
        ));
    }
    Ok(value)
}
