//! Members of one kind and non-members of another (Humphries et al., section 4): split by an attribute's value, or by clusters of each
//! class. Beside it the same table split at random.
//!
//! The table's means and variances are taken as known to everybody, as the paper does: no accountant counts them. In the random split
//! a member and a non-member might have changed places, so that the curve for a replaced record bounds every attack, also on rows
//! that depend on each other.

use super::contest::{ContestOptions, Draws};
use super::data::{Part, Records, Split, shuffle};
use super::experiment::Experiment;
use super::table_options::{Encoded, TableOptions};
use crate::figure::{Error, Range};
use crate::numerics::count;
use crate::random::{Random, Seeded};

/// Options of the experiment with a biased split.
#[derive(Clone, Debug, Default)]
pub struct BiasedSplitOptions {
    /// The table.
    pub table: TableOptions,
    /// Column by whose value members are told from the others; by clusters of each class if left out. No training sees it.
    pub split_column: Option<String>,
    /// Its value for members; of a column of numbers, members are those at most its median.
    pub split_value: Option<String>,
    /// Most members, and non-members, of a training; 2,000 if left out.
    pub dataset_size: Option<f64>,
    /// The trainings and the attacks on them.
    pub contest: ContestOptions,
}

struct Splits {
    encoded: Encoded,
    owned: Vec<bool>,
    most: usize,
}

impl BiasedSplitOptions {
    pub(crate) const RECORDS: Range = Range::whole(8.0, 1e5).with_default(2000.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let encoded = self.table.encoded(self.split_column.as_deref())?;
        let part = match &self.split_column {
            None => Part::Clusters,
            Some(column) => Part::Value {
                column: column.clone(),
                value: self.split_value.clone().unwrap_or_default(),
            },
        };
        // The sides stay the same in all trainings; from the far end of the streams, beyond the shadow models.
        let mut random = Random::seeded(self.contest.seed()?, u64::MAX - 1000);
        let owned = part.owned(
            &encoded.table,
            &encoded.encoding,
            &encoded.records,
            &mut random,
        )?;
        let most = count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?);
        let splits = Splits {
            encoded,
            owned,
            most,
        };
        splits.split(false, &mut random)?;
        splits.split(true, &mut random)?;
        self.contest.experiment(splits)
    }
}

impl Splits {
    fn split(&self, bounded: bool, random: &mut Random<Seeded>) -> Result<Split, Error> {
        if !bounded {
            return Split::new(&self.owned, self.most, random);
        }
        let mut owned: Vec<bool> = (0..self.owned.len()).map(|place| place % 2 == 0).collect();
        shuffle(&mut owned, random);
        Split::new(&owned, self.most, random)
    }

    /// A split whose sides are large enough, which was tried before.
    fn known(&self, bounded: bool, random: &mut Random<Seeded>) -> Split {
        self.split(bounded, random).unwrap_or_default()
    }
}

impl Draws for Splits {
    const NAME: &'static str = "biased_split";
    const GAMES: [&'static str; 2] = ["biased", "random"];

    fn shape(&self) -> [usize; 2] {
        [self.encoded.records.width(), self.encoded.records.classes()]
    }

    fn members(&self, bounded: bool) -> usize {
        self.known(bounded, &mut Random::seeded(0, 0)).members.len()
    }

    fn training(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 3] {
        let Split {
            members,
            tests,
            non_members,
            ..
        } = self.known(bounded, random);
        [members, tests, non_members].map(|places| self.encoded.records.select(&places))
    }

    /// Halves of what a split of its own leaves on either side, or of all records where it leaves few.
    fn shadow(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 2] {
        let split = self.known(bounded, random);
        let size = split.members.len();
        let mut public = split.public;
        if public.len() < size {
            public = (0..self.encoded.records.len()).collect();
        }
        shuffle(&mut public, random);
        let half = (public.len() / 2).min(size);
        [&public[..half], &public[half..2 * half]].map(|places| self.encoded.records.select(places))
    }
}
