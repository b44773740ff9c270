//! Scores of an attack, reduced to what its test looks at.

use super::counts::Counts;
use super::thresholds::ranks;
use crate::figure::{Error, malformed};
use crate::numerics::count;
use crate::random::Random;

/// Scores of members and non-members, of which a larger one says "in": the counts at the thresholds of the test.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    pub(super) counts: Vec<Counts>,
    members: usize,
    non_members: usize,
    tied: usize,
}

impl Scores {
    /// Sorts them. Infinite scores are allowed, and ties.
    ///
    /// # Errors
    /// [`Error::Malformed`] where a class has no score, or one that is no number.
    pub fn new(mut members: Vec<f64>, mut non_members: Vec<f64>) -> Result<Self, Error> {
        for (name, class) in [("members", &mut members), ("non_members", &mut non_members)] {
            if class.is_empty() {
                return Err(malformed(
                    name,
                    "has no score; both classes need at least one".into(),
                ));
            }
            if let Some(place) = class.iter().position(|score| score.is_nan()) {
                return Err(malformed(
                    name,
                    format!("is no number in entry {}", place + 1),
                ));
            }
            for score in class.iter_mut() {
                // One zero, not two.
                *score += 0.0;
            }
            class.sort_unstable_by(|a, b| b.total_cmp(a));
        }
        Ok(Self {
            counts: at_ranks(&members, &non_members),
            tied: tied(&members, &non_members),
            members: members.len(),
            non_members: non_members.len(),
        })
    }

    /// Scores of members.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members
    }

    /// Scores of non-members.
    #[must_use]
    pub fn non_members(&self) -> usize {
        self.non_members
    }

    /// Members whose score some non-member has as well.
    #[must_use]
    pub fn tied(&self) -> usize {
        self.tied
    }
}

/// The counts above the non-members of the chosen ranks, among falling scores. Each tie is broken by a draw for each score.
fn at_ranks(members: &[f64], others: &[f64]) -> Vec<Counts> {
    let mut random = Random::seeded(digest(members.iter().chain(others)), 0);
    let mut drawn = |scores: &[f64]| -> Vec<(f64, f64)> {
        let mut drawn: Vec<_> = scores
            .iter()
            .map(|score| (*score, random.uniform()))
            .collect();
        drawn.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
        drawn
    };
    let (members, others) = (drawn(members), drawn(others));
    let (positives, negatives) = (members.len() as f64, others.len() as f64);
    let at_rank = |rank: f64| {
        let (score, tie) = others[count(rank) - 1];
        let is_above =
            |member: &(f64, f64)| member.0 > score || (member.0 == score && member.1 > tie);
        Counts {
            true_positives: members.partition_point(is_above) as f64,
            positives,
            false_positives: rank - 1.0,
            negatives,
        }
    };
    ranks(negatives).into_iter().map(at_rank).collect()
}

/// Members that share their score, among falling scores.
fn tied(members: &[f64], others: &[f64]) -> usize {
    let mut others = others.iter().peekable();
    let shares = |score: &&f64| {
        while others.next_if(|other| **other > **score).is_some() {}
        others.peek() == Some(score)
    };
    members.iter().filter(shares).count()
}

/// A number that other scores would hardly have (Fowler, Noll and Vo).
fn digest<'a>(scores: impl Iterator<Item = &'a f64>) -> u64 {
    scores.fold(0xcbf2_9ce4_8422_2325, |hash, score| {
        (hash ^ score.to_bits())
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_rows_does_not_matter_and_ties_are_counted() {
        let scores = |members: &[f64], others: &[f64]| {
            Scores::new(members.to_vec(), others.to_vec()).expect("scores")
        };
        let one = scores(&[3.0, 1.0, 0.0, 2.0], &[-0.0, 0.5, 3.0, f64::NEG_INFINITY]);
        let other = scores(&[0.0, 1.0, 2.0, 3.0], &[3.0, f64::NEG_INFINITY, 0.5, 0.0]);
        assert_eq!(one, other);
        assert_eq!(one.tied(), 2);
        let separate = scores(&[2.0, 3.0, 4.0], &[1.0, 0.0]);
        assert_eq!(separate.counts[0].true_positives, 3.0);
        assert_eq!(separate.counts[0].false_positives, 0.0);
        let same = scores(&[1.0; 400], &[1.0; 400]);
        let middle = same.counts[same.counts.len() / 2];
        assert!((middle.true_positives - middle.false_positives).abs() < 100.0);
    }

    #[test]
    fn what_is_no_number_and_a_class_without_scores_are_refused() {
        let message = |members: &[f64], others: &[f64]| {
            Scores::new(members.to_vec(), others.to_vec())
                .expect_err("a refusal")
                .to_string()
        };
        assert!(message(&[], &[1.0]).contains("members has no score"));
        assert!(message(&[1.0], &[]).contains("non_members has no score"));
        assert!(message(&[1.0, f64::NAN], &[1.0]).contains("members is no number in entry 2"));
    }
}
