//! Records of which each is a member by its own coin: the game that the curve for an added or removed record bounds.

use super::data::{Records, shuffle};
use crate::figure::{Error, malformed};
use crate::numerics::Interval;
use crate::random::{Random, Seeded};

/// Fewest records that may be members.
const FEWEST: usize = 8;

/// Records that may be members, and others that never are.
pub(super) struct Pool {
    pub(super) records: Records,
    pub(super) tests: Records,
}

impl Pool {
    /// A fifth of the records for tests, of the others at most `most`.
    pub(super) fn new(
        records: &Records,
        most: usize,
        random: &mut Random<Seeded>,
    ) -> Result<Self, Error> {
        let mut places: Vec<usize> = (0..records.len()).collect();
        shuffle(&mut places, random);
        let rest = places.split_off(records.len().div_ceil(5));
        if rest.len() < FEWEST {
            return Err(malformed("table", "has too few rows".into()));
        }
        Ok(Self {
            tests: records.select(&places),
            records: records.select(&rest[..most.min(rest.len())]),
        })
    }

    /// Who is a member, each with probability `share`.
    pub(super) fn toss(&self, share: f64, random: &mut Random<Seeded>) -> Vec<bool> {
        (0..self.records.len())
            .map(|_| random.uniform() < share)
            .collect()
    }

    pub(super) fn members(&self, member: &[bool]) -> Records {
        let places: Vec<usize> = (0..member.len()).filter(|place| member[*place]).collect();
        self.records.select(&places)
    }
}

/// A number whose expectation is the mean advantage over the records, `(g - 1/2)/p` over members less `(g - 1/2)/(1 - p)` over the
/// others where `g` is 1 for a guess "member": for a fair coin twice the share of right guesses less one. Rates of one training
/// would divide by how many happen to be members.
pub(super) fn advantage(guessed: &[bool], member: &[bool], share: f64) -> f64 {
    let weights = member.iter().zip(guessed).map(|(member, guessed)| {
        let guess = if *guessed { 0.5 } else { -0.5 };
        if *member {
            guess / share
        } else {
            -guess / (1.0 - share)
        }
    });
    weights.sum::<f64>() / member.len() as f64
}

/// Where that number lies.
pub(super) fn advantages(share: f64) -> Interval {
    let most = 0.5 / share.min(1.0 - share);
    Interval {
        lower: -most,
        upper: most,
    }
}

/// The share of members among the `named` records with the largest scores.
pub(super) fn precision(scores: &[f64], member: &[bool], named: usize) -> f64 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let right = order[..named].iter().filter(|place| member[**place]);
    right.count() as f64 / named as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guesses that are right for all members and for none, and a share of 1/4: the mean of 4,000 trainings of 30 records is the
    /// advantage, within 5 deviations of at most `2/sqrt(4000 * 30)`.
    #[test]
    fn the_advantage_is_met_on_average() {
        let mut random = Random::seeded(7, 0);
        let share = 0.25;
        let mut sum = 0.0;
        for _ in 0..4000 {
            let member: Vec<bool> = (0..30).map(|_| random.uniform() < share).collect();
            let guessed: Vec<bool> = member
                .iter()
                .map(|member| random.uniform() < if *member { 0.9 } else { 0.3 })
                .collect();
            let advantage = advantage(&guessed, &member, share);
            assert!(advantage.abs() <= advantages(share).upper);
            sum += advantage;
        }
        assert!((sum / 4000.0 - 0.6).abs() < 0.03, "{}", sum / 4000.0);
        assert_eq!(advantage(&[true, false], &[true, false], 0.5), 1.0);
        assert_eq!(precision(&[0.1, 3.0, 2.0], &[true, true, false], 2), 0.5);
    }
}
