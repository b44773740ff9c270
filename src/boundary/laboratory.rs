//! Experiments: what was counted in the laboratory, beside what is proved of the same run.

use super::iso_bound::SampledOptions;
use super::options::{Options, malformed};
use super::table::{
    Asked, Flag, List, MaybeText, Number, Numbers, Table, Text, maybe_word, part, table, word,
};
use super::table_text::{MaybeTableText, TableText};
use crate::figure::{Error, Figure, RANGES, Roc, VERSION, words_of};
use crate::laboratory::{
    AttackObservation, BiasedSplitOptions, ContestOptions, DependentRecordsOptions, Experiment,
    ExperimentOptions, GaussianGameOptions, InstrumentedOptions, LearningOptions, Measure,
    NoiseGameOptions, NoiseRecords, OneHotOptions, Optimiser, SamplingOptions, Series, Setting,
    Statistic, TableOptions, TableSource, TradeOffOptions,
};
use crate::mechanism::{NeighboringRelation, RunOptions};
use crate::training::{AttributesOptions, EpsilonFigure, TrainingOptions};
use core::cell::OnceCell;
use serde::{Deserialize, Serialize};

/// The experiments by their names.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ExperimentName {
    GaussianGame,
    OneHot,
    Noise,
    DependentData,
    BiasedSplit,
    TradeOff,
    Sampling,
    Instrumented,
}

table! { GaussianGameOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting.
    noise_multiplier: List(Numbers::of(GaussianGameOptions::NOISE).at_most(24).or(GaussianGameOptions::NOISES)), "clipping norms";
    /// Probability with which the record enters a step.
    sample_rate: Number(GaussianGameOptions::RATE), "probability";
    /// Steps of a training.
    num_steps: Number(GaussianGameOptions::STEPS), "steps";
    /// Trainings for each noise.
    trials: Number(GaussianGameOptions::TRIALS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { OneHotOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting.
    noise_multiplier: List(Numbers::of(OneHotOptions::NOISE).at_most(24).or(OneHotOptions::NOISES)), "clipping norms";
    /// Coordinates of the records and of the model.
    dimension: Number(OneHotOptions::DIMENSION), "coordinates";
    /// Records of the training set.
    dataset_size: Number(OneHotOptions::RECORDS), "records";
    /// Probability with which a record enters a step.
    sample_rate: Number(OneHotOptions::RATE), "probability";
    /// Steps of a training.
    num_steps: Number(OneHotOptions::STEPS), "steps";
    /// Norm to which gradients are clipped.
    clipping_norm: Number(OneHotOptions::CLIPPING_NORM);
    /// Learning rate.
    learning_rate: Number(OneHotOptions::LEARNING_RATE);
    /// Trainings for each noise.
    trainings: Number(OneHotOptions::TRAININGS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { NoiseGameOptions {
    /// The records: standard normals, a one among zeros, 1, 2, 4, ..., or rows of a table, drawn at random.
    records: word::<NoiseRecords>();
    /// What is published of a random half of them; "regression" needs a table.
    statistic: word::<Statistic>();
    /// Of the statistic "quantile": the share of records that it is at least as large as.
    quantile_level: Number(NoiseGameOptions::LEVEL), "probability";
    /// Of the records "table", the table itself: comma-separated values with a header.
    table: MaybeTableText;
    /// The column of the table whose values are published, or foretold by a regression.
    column: MaybeText;
    /// Of the statistic "regression": names of the columns that it is regressed on, with commas between them, at most 8. Its
    /// coefficients, with a ridge of 1e-9 times the number of records, are published.
    predictors: MaybeText;
    /// Number of records, even; up to 18 all halves are tried, above it a sample of them.
    dataset_size: Number(NoiseGameOptions::SIZE), "records";
    /// Accuracy above blind guessing that each scale of noise is chosen for.
    eta: Number(NoiseGameOptions::ETA), "accuracy above 1/2";
    /// Published outputs for each scale of noise.
    trials: Number(NoiseGameOptions::TRIALS), "outputs";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { LearningOptions {
    /// How the parameters are moved.
    optimiser: maybe_word::<Optimiser>(usize::MAX);
    /// Hidden layers of the network; none is logistic regression.
    layers: Number(LearningOptions::LAYERS), "layers";
    /// Neurons of a hidden layer.
    layer_width: Number(LearningOptions::LAYER_WIDTH), "neurons";
    /// Learning rate.
    learning_rate: Number(LearningOptions::LEARNING_RATE);
    /// Probability with which a record enters a step.
    sample_rate: Number(LearningOptions::RATE), "probability";
    /// Steps of a training.
    num_steps: Number(LearningOptions::STEPS), "steps";
    /// Norm to which gradients are clipped.
    clipping_norm: Number(LearningOptions::CLIPPING_NORM);
    /// Half of its product with the square of the parameters is added to the loss.
    l2: Number(LearningOptions::L2);
}}

table! { ContestOptions {
    /// Standard deviations of the noise over the clipping norm, one a setting.
    noise_multiplier: List(Numbers::of(ContestOptions::NOISE).at_most(24).or(ContestOptions::NOISES)), "clipping norms";
    /// How the network is trained.
    learning: part::<LearningOptions>();
    /// Shadow models.
    shadow_models: Number(ContestOptions::SHADOW_MODELS), "models";
    /// Trainings for each noise.
    trainings: Number(ContestOptions::TRAININGS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { DependentRecordsOptions {
    /// Subpopulations of the population, of which all members share one.
    subpopulations: Number(DependentRecordsOptions::SUBPOPULATIONS), "subpopulations";
    /// Standard deviation of what is added to each feature.
    spread: Number(DependentRecordsOptions::SPREAD);
    /// Members, and non-members, of a training.
    dataset_size: Number(DependentRecordsOptions::RECORDS), "records";
    /// The trainings and the attacks on them.
    contest: part::<ContestOptions>();
}}

table! { TableOptions {
    /// The table itself: comma-separated values with a header.
    table: TableText;
    /// Name of the column that is to be foretold.
    label: Text;
    /// Names of columns that no training sees, with commas between them.
    left_out: MaybeText;
}}

table! { BiasedSplitOptions {
    /// The table.
    table: part::<TableOptions>();
    /// Column by whose value members are told from the others; by clusters of each class if left out. No training sees it.
    split_column: MaybeText;
    /// Its value for members; of a column of numbers, members are those at most its median.
    split_value: MaybeText;
    /// Most members, and non-members, of a training.
    dataset_size: Number(BiasedSplitOptions::RECORDS), "records";
    /// The trainings and the attacks on them.
    contest: part::<ContestOptions>();
}}

table! { TradeOffOptions {
    /// The table.
    table: part::<TableOptions>();
    /// Standard deviations of the noise over the clipping norm.
    noise_multiplier: List(Numbers::of(TradeOffOptions::NOISE).at_most(24).or(TradeOffOptions::NOISES)), "clipping norms";
    /// Clipping norms, each with each noise; that of the training if none is given.
    clipping_norms: List(Numbers::of(LearningOptions::CLIPPING_NORM).at_most(24));
    /// Sample rates, each with each noise; that of the training if none is given.
    sample_rates: List(Numbers::of(LearningOptions::RATE).at_most(24)), "probability";
    /// Most records that may be members.
    dataset_size: Number(TradeOffOptions::RECORDS), "records";
    /// How the network is trained.
    learning: part::<LearningOptions>();
    /// Trainings of each setting.
    trainings: Number(TradeOffOptions::TRAININGS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { SamplingOptions {
    /// The table.
    table: part::<TableOptions>();
    /// Probabilities with which a record is a member.
    sampling_probability: List(Numbers::of(SamplingOptions::PROBABILITY).at_most(24).or(SamplingOptions::PROBABILITIES)), "probability";
    /// Standard deviations of the noise over the clipping norm.
    noise_multiplier: List(Numbers::of(SamplingOptions::NOISE).at_most(24).or(SamplingOptions::NOISES)), "clipping norms";
    /// Whether each probability has the noise at its own place, as along an iso-bound; else each has every noise.
    paired: Flag;
    /// Most records that may be members.
    dataset_size: Number(SamplingOptions::RECORDS), "records";
    /// How the network is trained; steps and sample rate are the same for all probabilities.
    learning: part::<LearningOptions>();
    /// Reference models for each noise.
    reference_models: Number(SamplingOptions::REFERENCE_MODELS), "models";
    /// Trainings of each setting.
    trainings: Number(SamplingOptions::TRAININGS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { InstrumentedOptions {
    /// The table.
    table: part::<TableOptions>();
    /// The column whose values are exchanged.
    sensitive_column: Text;
    /// Standard deviation of the noise over the clipping norm.
    noise_multiplier: Number(InstrumentedOptions::NOISE), "clipping norms";
    /// Most records that are trained with.
    dataset_size: Number(InstrumentedOptions::RECORDS), "records";
    /// How the network is trained; logistic regression is trained in the same way.
    learning: part::<LearningOptions>();
    /// Trainings of each network.
    trainings: Number(InstrumentedOptions::TRAININGS), "trainings";
    /// Makes the experiment repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval by itself.
    confidence: Number(RANGES.confidence), "probability";
}}

/// Options of an experiment that has a name.
pub(super) trait Named {
    #[cfg(test)]
    const NAME: ExperimentName;

    /// # Errors
    /// As [`ExperimentOptions::experiment`], where a curve has to be asked first.
    fn named(self) -> Result<ExperimentOptions, Error>;
}

impl Named for GaussianGameOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::GaussianGame;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::GaussianGame(self))
    }
}

impl Named for OneHotOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::OneHot;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::OneHot(self))
    }
}

impl Named for NoiseGameOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::Noise;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::Noise(self))
    }
}
impl Named for DependentRecordsOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::DependentData;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::DependentRecords(self))
    }
}

impl Named for BiasedSplitOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::BiasedSplit;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::BiasedSplit(self))
    }
}

impl Named for TradeOffOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::TradeOff;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::TradeOff(self))
    }
}

impl Named for InstrumentedOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::Instrumented;

    fn named(self) -> Result<ExperimentOptions, Error> {
        Ok(ExperimentOptions::Instrumented(self))
    }
}

/// An experiment with what is asked of the curves beside it.
pub(super) struct Asking<T> {
    options: T,
    target_delta: Option<f64>,
}

impl<T: Table + Named> Table for Asking<T> {
    fn read(options: &mut Options) -> Result<Self, Error> {
        let Beside { target_delta } = Beside::read(options)?;
        Ok(Self {
            options: T::read(options)?,
            target_delta,
        })
    }

    #[cfg(test)]
    const NAME: &'static str = <T as Table>::NAME;

    #[cfg(test)]
    fn lines() -> Vec<super::generated::Line> {
        let name = words_of::<ExperimentName>(usize::MAX)[<T as Named>::NAME as usize];
        let line = super::generated::Line::new("experiment", "Name of the experiment.", "");
        let mut lines = vec![line.typed(&format!("\"{name}\"")).required()];
        lines.extend(T::lines());
        lines.extend(Beside::lines());
        lines
    }
}

struct Beside {
    target_delta: Option<f64>,
}

table! { Beside {
    /// Asks for `epsilon` of each setting.
    target_delta: Number(RANGES.target_delta), "probability";
}}

/// An experiment together with the curves of its settings.
pub struct ProvedExperiment {
    experiment: Experiment,
    target_delta: Option<f64>,
    proved: OnceCell<Result<Vec<Vec<Proved>>, Error>>,
}

/// What an experiment has shown so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExperimentResult {
    /// Version of the library.
    pub library_version: &'static str,
    /// Name of the experiment.
    pub experiment: &'static str,
    /// Units of work in all.
    pub units: usize,
    /// Units that are done.
    pub units_done: usize,
    /// The trainings that are compared.
    pub settings: Vec<SettingResult>,
}

/// One of the trainings that are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingResult {
    /// The parameter in which settings differ.
    pub parameter: &'static str,
    /// Its value.
    pub value: f64,
    /// What the value is called, where a number does not say it.
    pub label: Option<String>,
    /// Noise multiplier, sample rate and steps of the run; absent where no accountant knows it.
    pub history: Option<[f64; 3]>,
    /// Norm to which gradients were clipped, where their distances were recorded.
    pub clipping_norm: Option<f64>,
    /// Trainings that were run.
    pub trainings: f64,
    /// What is proved of the run, under each relation that bounds an attack.
    pub proved: Vec<Proved>,
    /// What is proved of the advantage without an accountant.
    pub bound: Option<Figure>,
    /// What the attacks have shown.
    pub attacks: Vec<AttackObservation>,
    /// Whether the advantage of each of these certainly exceeds what is proved for independent records.
    pub exceeds: Vec<bool>,
    /// What else was measured.
    pub measures: Vec<Measure>,
    /// What was recorded from step to step.
    pub series: Vec<Series>,
}

/// What is proved of a run under one relation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proved {
    /// The relation.
    pub relation: NeighboringRelation,
    /// Largest advantage.
    pub advantage: Figure,
    /// Rates of the best attacker.
    pub roc: Roc,
    /// Epsilon, if a delta was given.
    pub epsilon: Option<EpsilonFigure>,
    /// Largest share of members among the named, where an experiment counts it: beside what it measures.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    positive_accuracy: Option<Figure>,
}

/// Points of a curve that is drawn.
const POINTS: f64 = 60.0;

impl Options {
    /// Options of [`ProvedExperiment`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn experiment(self) -> Result<ProvedExperiment, Error> {
        self.experiment_with(None)
    }

    /// The same with a table that was read already in the place of the text that is called `table`.
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn experiment_with(
        mut self,
        table: Option<&TableSource>,
    ) -> Result<ProvedExperiment, Error> {
        let name = self.word::<ExperimentName>("experiment", usize::MAX)?;
        let name = name.ok_or_else(|| {
            let names = words_of::<ExperimentName>(usize::MAX).join(", ");
            malformed("experiment", format!("is missing; give one of {names}"))
        })?;
        match name {
            ExperimentName::GaussianGame => self.asking::<GaussianGameOptions>(table),
            ExperimentName::OneHot => self.asking::<OneHotOptions>(table),
            ExperimentName::Noise => self.asking::<NoiseGameOptions>(table),
            ExperimentName::DependentData => self.asking::<DependentRecordsOptions>(table),
            ExperimentName::BiasedSplit => self.asking::<BiasedSplitOptions>(table),
            ExperimentName::TradeOff => self.asking::<TradeOffOptions>(table),
            ExperimentName::Sampling => self.asking::<SampledOptions>(table),
            ExperimentName::Instrumented => self.asking::<InstrumentedOptions>(table),
        }
    }

    fn asking<T: Table + Named>(
        self,
        table: Option<&TableSource>,
    ) -> Result<ProvedExperiment, Error> {
        let Asking {
            options,
            target_delta,
        } = self.by_table::<Asking<T>>()?;
        let delta = target_delta.map(|delta| RANGES.target_delta.check("target_delta", delta));
        let mut options = options.named()?;
        if let Some(table) = table {
            options.set_table(table);
        }
        Ok(ProvedExperiment {
            experiment: options.experiment()?,
            target_delta: delta.transpose()?,
            proved: OnceCell::new(),
        })
    }
}

impl ProvedExperiment {
    /// The experiment itself.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// What the rows of the first units say, beside what is proved.
    ///
    /// # Errors
    /// As [`Experiment::observations`], and where nothing is proven for a setting.
    pub fn result(&self, rows: &[f64]) -> Result<ExperimentResult, Error> {
        let observed = self.experiment.observations(rows)?;
        let relations = || {
            observed.iter().map(|seen| {
                let mut relations: Vec<NeighboringRelation> = seen
                    .attacks
                    .iter()
                    .filter_map(|attack| attack.relation)
                    .collect();
                relations.sort_unstable_by_key(|relation| *relation as u8);
                relations.dedup();
                relations
            })
        };
        let settings = self.experiment.settings();
        let proved = self.proved.get_or_init(|| {
            let pairs = settings.iter().zip(relations());
            pairs
                .map(|(setting, relations)| self.proved(setting, &relations))
                .collect()
        });
        let done = rows.len() == self.experiment.width() * self.experiment.units();
        let settings = settings.iter().zip(observed).zip(proved.clone()?);
        let settings = settings.map(|((setting, mut seen), proved)| {
            seen.measures.extend(positive_accuracy(&proved));
            if done {
                seen.measures.extend(certified(setting, &seen.series)?);
            }
            Ok((setting, seen, proved))
        });
        let settings: Vec<_> = settings.collect::<Result<_, Error>>()?;
        Ok(ExperimentResult {
            library_version: VERSION,
            experiment: self.experiment.name(),
            units: self.experiment.units(),
            units_done: rows.len() / self.experiment.width(),
            settings: settings
                .into_iter()
                .map(|(setting, seen, proved)| SettingResult {
                    parameter: setting.parameter,
                    value: setting.value,
                    label: setting.label.clone(),
                    history: setting.run.as_ref().and_then(history),
                    trainings: seen.trainings,
                    exceeds: seen
                        .attacks
                        .iter()
                        .map(|attack| exceeds(attack, setting, &proved))
                        .collect(),
                    proved,
                    clipping_norm: setting.clipping_norm,
                    bound: setting.bound.clone(),
                    attacks: seen.attacks,
                    measures: seen.measures,
                    series: seen.series,
                })
                .collect(),
        })
    }

    /// All units, one after the other.
    ///
    /// # Errors
    /// As [`ProvedExperiment::result`].
    pub fn run(&self) -> Result<ExperimentResult, Error> {
        let units = 0..self.experiment.units();
        let rows: Vec<f64> = units
            .flat_map(|index| self.experiment.unit(index))
            .collect();
        self.result(&rows)
    }

    fn proved(
        &self,
        setting: &Setting,
        relations: &[NeighboringRelation],
    ) -> Result<Vec<Proved>, Error> {
        let Some(run) = &setting.run else {
            return Ok(Vec::new());
        };
        let of = |&relation: &NeighboringRelation| {
            let options = TrainingOptions {
                run: RunOptions {
                    neighboring_relation: relation,
                    ..run.clone()
                },
                target_delta: self.target_delta,
                roc_points: Some(POINTS),
                prior: setting.prior,
                attack_rate: setting.prior.map(|_| SamplingOptions::NAMED),
                ..TrainingOptions::default()
            };
            let result = options.result()?;
            Ok(Proved {
                relation,
                advantage: result.advantage,
                roc: result.roc.ok_or(Error::Missing {
                    parameter: "roc_points",
                    needed: "roc_points",
                })?,
                epsilon: result.epsilon,
                positive_accuracy: result
                    .positive_accuracy
                    .map(|found| found.positive_accuracy),
            })
        };
        relations.iter().map(of).collect()
    }
}

/// What is proved of the accuracy of the records that an attack names.
fn positive_accuracy(proved: &[Proved]) -> Option<Measure> {
    let mean = proved.first()?.positive_accuracy.clone()?;
    Some(Measure {
        name: "positive_accuracy_bound".into(),
        mean,
    })
}

/// What the Attributes view says of the largest distances that were recorded.
fn certified(setting: &Setting, series: &[Series]) -> Result<Vec<Measure>, Error> {
    let recorded = series
        .iter()
        .find(|series| series.name == "gradient_distance");
    let (Some(recorded), Some(run)) = (recorded, &setting.run) else {
        return Ok(Vec::new());
    };
    let found = AttributesOptions {
        noise_multiplier: run.noise_multiplier,
        sample_rate: run.sample_rate,
        clipping_norm: setting.clipping_norm,
        gradient_distances: Some(recorded.largest.clone()),
        ..AttributesOptions::default()
    }
    .result()?;
    let measure = |name: &'static str, mean| Measure {
        name: name.into(),
        mean,
    };
    Ok(vec![
        measure("bayes_security", found.bayes_security.security),
        measure("certified_advantage", found.certified.advantage),
    ])
}

fn history(run: &RunOptions) -> Option<[f64; 3]> {
    Some([run.noise_multiplier?, run.sample_rate?, run.num_steps?])
}

/// Whether an attack certainly finds more than the weakest relation allows.
fn exceeds(attack: &AttackObservation, setting: &Setting, proved: &[Proved]) -> bool {
    let own = setting.bound.as_ref().and_then(|bound| bound.upper);
    let bound = proved
        .iter()
        .filter(|proved| {
            attack
                .relation
                .is_none_or(|relation| relation == proved.relation)
        })
        .filter_map(|proved| proved.advantage.upper)
        .chain(own)
        .reduce(f64::max);
    bound.is_some_and(|bound| attack.advantage.lower > Some(bound))
}
