//! Sums over chunks of a Monte Carlo run.

use super::moments::{MOMENTS, Moments};
use serde::{Deserialize, Serialize};

/// Sums over chunks. Tallies add field by field and element by element, in the order of the chunks: that order is what
/// makes the digits the same everywhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// Simulated trainings, without the pilot's and without those that only the bins count.
    pub samples: f64,
    /// Per order (0, the prior's, then those of `epsilon`) six numbers: how many summands, and the sums of the summand,
    /// its square, its control, their product and the control's square.
    pub sums: Vec<f64>,
    /// The same of the pilot; zeros in every other chunk.
    pub pilot: Vec<f64>,
    /// Losses of the trainings without the record, counted by bin, without mirror images; empty unless asked for.
    pub out: Vec<f64>,
    /// Losses of the trainings with it.
    #[serde(rename = "in")]
    pub member: Vec<f64>,
}

impl core::ops::AddAssign<&Tally> for Tally {
    /// A tally without numbers takes those of the other.
    fn add_assign(&mut self, other: &Tally) {
        let add = |total: &mut Vec<f64>, more: &[f64]| {
            if total.len() < more.len() {
                total.resize(more.len(), 0.0);
            }
            for (total, more) in total.iter_mut().zip(more) {
                *total += more;
            }
        };
        self.samples += other.samples;
        add(&mut self.sums, &other.sums);
        add(&mut self.pilot, &other.pilot);
        add(&mut self.out, &other.out);
        add(&mut self.member, &other.member);
    }
}

impl Tally {
    /// All numbers in a row, as they go from one worker to another: `samples`, `sums`, `pilot`, `out`, `in`.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let lists = [&self.sums, &self.pilot, &self.out, &self.member];
        let rest = lists.into_iter().flatten().copied();
        core::iter::once(self.samples).chain(rest).collect()
    }
}

impl<'a> core::iter::Sum<&'a Tally> for Tally {
    fn sum<I: Iterator<Item = &'a Tally>>(tallies: I) -> Self {
        let mut total = Self::default();
        for tally in tallies {
            total += tally;
        }
        total
    }
}

/// Moments of all orders as one list.
pub(crate) fn flat(moments: &[Moments]) -> Vec<f64> {
    moments.iter().flat_map(Moments::list).collect()
}

/// The moments of `orders` orders; `None` if the list is another one.
pub(crate) fn moments(list: &[f64], orders: usize) -> Option<Vec<Moments>> {
    if list.len() != orders * MOMENTS {
        return None;
    }
    list.chunks(MOMENTS).map(Moments::from_list).collect()
}
