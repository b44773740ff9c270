//! An experiment: units of work that may be done anywhere and in any order, and what the first of them say.

use super::biased_split::BiasedSplitOptions;
use super::data::TableSource;
use super::dependent_data::DependentRecordsOptions;
use super::gaussian_game::GaussianGameOptions;
use super::instrumented::InstrumentedOptions;
use super::noise_game::NoiseGameOptions;
use super::observations::Observations;
use super::one_hot::OneHotOptions;
use super::sampling::SamplingOptions;
use super::setting::Setting;
use super::trade_off::TradeOffOptions;
use crate::figure::{Error, RANGES};

/// What every experiment does.
///
/// A unit depends on the options, the seed and its index alone, so the digits of all that follows are the same for any number of
/// workers. Its row of numbers is all that is kept of it.
pub(super) trait Trials {
    /// Units of work, of about the same duration.
    fn units(&self) -> usize;

    /// Numbers in the row of a unit.
    fn width(&self) -> usize;

    /// The row of unit `index`.
    fn unit(&self, index: usize) -> Vec<f64>;

    /// What the rows of a setting say, in the order of its units: the settings take turns, unit by unit.
    fn observed(&self, setting: usize, rows: &[&[f64]]) -> Observations;
}

/// What is asked of the laboratory.
#[derive(Clone, Debug)]
pub enum ExperimentOptions {
    /// The sampled Gaussian in one dimension.
    GaussianGame(GaussianGameOptions),
    /// Logistic regression on one-hot records.
    OneHot(OneHotOptions),
    /// Noise on a published statistic.
    Noise(NoiseGameOptions),
    /// Records that depend on each other.
    DependentRecords(DependentRecordsOptions),
    /// Members of one kind and non-members of another.
    BiasedSplit(BiasedSplitOptions),
    /// Accuracy against advantage.
    TradeOff(TradeOffOptions),
    /// A data set that is sampled itself.
    Sampling(SamplingOptions),
    /// DP-SGD that records what an attribute moves.
    Instrumented(InstrumentedOptions),
}

/// A checked experiment.
pub struct Experiment {
    trials: Box<dyn Trials>,
    settings: Vec<Setting>,
    name: &'static str,
}

impl ExperimentOptions {
    /// Has the experiment take this table, if it takes one.
    pub fn set_table(&mut self, source: &TableSource) {
        let table = match self {
            Self::BiasedSplit(options) => &mut options.table,
            Self::TradeOff(options) => &mut options.table,
            Self::Sampling(options) => &mut options.table,
            Self::Instrumented(options) => &mut options.table,
            Self::Noise(options) => {
                if let Some(table) = &mut options.table {
                    table.clone_from(source);
                }
                return;
            }
            Self::GaussianGame(_) | Self::OneHot(_) | Self::DependentRecords(_) => return,
        };
        table.table.clone_from(source);
    }

    /// The checked experiment.
    ///
    /// ```
    /// use mi_bounds::{ExperimentOptions, GaussianGameOptions};
    /// let experiment = ExperimentOptions::GaussianGame(GaussianGameOptions {
    ///     noise_multiplier: vec![1.0],
    ///     sample_rate: Some(0.1),
    ///     num_steps: Some(30.0),
    ///     trials: Some(2000.0),
    ///     seed: Some(7.0),
    ///     confidence: None,
    /// })
    /// .experiment()?;
    /// let rows: Vec<f64> = (0..experiment.units()).flat_map(|index| experiment.unit(index)).collect();
    /// let seen = experiment.observations(&rows)?;
    /// assert!(seen[0].attacks[0].advantage.estimate > 0.15);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing or out of range.
    pub fn experiment(&self) -> Result<Experiment, Error> {
        match self {
            Self::GaussianGame(options) => options.experiment(),
            Self::OneHot(options) => options.experiment(),
            Self::Noise(options) => options.experiment(),
            Self::DependentRecords(options) => options.experiment(),
            Self::BiasedSplit(options) => options.experiment(),
            Self::TradeOff(options) => options.experiment(),
            Self::Sampling(options) => options.experiment(),
            Self::Instrumented(options) => options.experiment(),
        }
    }
}

impl Experiment {
    pub(super) fn new(
        name: &'static str,
        settings: Vec<Setting>,
        trials: impl Trials + 'static,
    ) -> Self {
        Self {
            trials: Box::new(trials),
            settings,
            name,
        }
    }

    /// Its name among the options.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The trainings that are compared.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Units of work.
    #[must_use]
    pub fn units(&self) -> usize {
        self.trials.units()
    }

    /// Numbers in the row of a unit.
    #[must_use]
    pub fn width(&self) -> usize {
        self.trials.width()
    }

    /// The row of unit `index`, below [`Experiment::units`].
    #[must_use]
    pub fn unit(&self, index: usize) -> Vec<f64> {
        let row = self.trials.unit(index);
        debug_assert_eq!(row.len(), self.trials.width());
        row
    }

    /// What was seen in each setting; `rows` are those of the first units, one after the other.
    ///
    /// # Errors
    /// [`Error::Malformed`] unless these are whole rows of at most all units.
    pub fn observations(&self, rows: &[f64]) -> Result<Vec<Observations>, Error> {
        let width = self.trials.width();
        if !rows.len().is_multiple_of(width) || rows.len() > width * self.units() {
            return Err(Error::Malformed {
                parameter: "rows".into(),
                problem: format!("has {} numbers; it is not of this experiment", rows.len()),
            });
        }
        let settings = self.settings.len();
        let of_setting = |setting| -> Vec<&[f64]> {
            let rows = rows.chunks_exact(width);
            rows.skip(setting).step_by(settings).collect()
        };
        Ok((0..settings)
            .map(|setting| self.trials.observed(setting, &of_setting(setting)))
            .collect())
    }
}

/// The seed, which has to be given: an experiment is repeated by it.
pub(super) fn seed(given: Option<f64>) -> Result<u64, Error> {
    let given = given.ok_or(Error::Missing {
        parameter: "seed",
        needed: "a whole number, so that the experiment can be repeated",
    })?;
    Ok(crate::numerics::whole(RANGES.seed.check("seed", given)?))
}

/// Element by element, the sums of rows.
pub(super) fn sums(width: usize, rows: &[&[f64]]) -> Vec<f64> {
    rows.iter().fold(vec![0.0; width], |mut sums, row| {
        for (sum, number) in sums.iter_mut().zip(*row) {
            *sum += number;
        }
        sums
    })
}

/// At most so many values of a parameter are compared.
const MOST_SETTINGS: usize = 24;

/// The values of a parameter in which settings differ, or `default` if none is given.
pub(super) fn compared(
    parameter: &'static str,
    given: &[f64],
    default: &[f64],
    range: &crate::figure::Range,
) -> Result<Vec<f64>, Error> {
    let values = if given.is_empty() { default } else { given };
    if values.len() > MOST_SETTINGS {
        return Err(crate::figure::malformed(
            parameter,
            format!(
                "has {} entries; at most {MOST_SETTINGS} are allowed",
                values.len()
            ),
        ));
    }
    values
        .iter()
        .map(|&value| range.check(parameter, value))
        .collect()
}
