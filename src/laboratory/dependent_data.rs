//! Records that depend on each other: a population of subpopulations, of which all members share one (Humphries et al., section 5).
//!
//! A record's own law is the same whether it is a member or not (definition 5.1), so that an attacker who does not look at the model
//! has no advantage. Beside it the same training of records that do not depend on each other, each of a subpopulation of its own:
//! there the curve bounds every attack.

use super::contest::{ContestOptions, Draws};
use super::data::{Population, Records};
use super::experiment::Experiment;
use crate::figure::{Error, Range};
use crate::numerics::count;
use crate::random::{Random, Seeded};

/// Options of the experiment with records that depend on each other.
#[derive(Clone, Debug, Default)]
pub struct DependentRecordsOptions {
    /// Subpopulations; 20 if left out.
    pub subpopulations: Option<f64>,
    /// Standard deviation of what is added to each feature; 0.01 if left out.
    pub spread: Option<f64>,
    /// Members, and non-members, of a training; 2,000 if left out.
    pub dataset_size: Option<f64>,
    /// The trainings and the attacks on them.
    pub contest: ContestOptions,
}

struct Subpopulations {
    population: Population,
    records: usize,
}

impl DependentRecordsOptions {
    pub(crate) const SUBPOPULATIONS: Range = Range::whole(2.0, 100.0).with_default(20.0);
    pub(crate) const SPREAD: Range = Range::closed(0.0, 10.0).with_default(0.01);
    pub(crate) const RECORDS: Range = Range::whole(8.0, 1e5).with_default(2000.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let subpopulations =
            Self::SUBPOPULATIONS.or_default("subpopulations", self.subpopulations)?;
        self.contest.experiment(Subpopulations {
            population: Population {
                subpopulations: count(subpopulations),
                spread: Self::SPREAD.or_default("spread", self.spread)?,
            },
            records: count(Self::RECORDS.or_default("dataset_size", self.dataset_size)?),
        })
    }
}

impl Draws for Subpopulations {
    const NAME: &'static str = "dependent_data";
    const GAMES: [&'static str; 2] = ["dependent", "independent"];

    fn shape(&self) -> [usize; 2] {
        [self.population.subpopulations; 2]
    }

    fn members(&self, _: bool) -> usize {
        self.records
    }

    fn training(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 3] {
        let tests = self.records.div_ceil(4);
        if bounded {
            return [self.records, tests, self.records]
                .map(|count| self.population.mixed(count, random));
        }
        let shared = self.population.subpopulation(random);
        [
            self.population.records(self.records, shared, random),
            self.population.records(tests, shared, random),
            self.population.mixed(self.records, random),
        ]
    }

    fn shadow(&self, bounded: bool, random: &mut Random<Seeded>) -> [Records; 2] {
        let [members, _, others] = self.training(bounded, random);
        [members, others]
    }
}
