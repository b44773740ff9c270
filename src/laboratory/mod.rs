//! Trainings and attacks that are run: what attackers of the papers find on models that were trained here.
//!
//! It may import `mechanism` to say which run a training is, `output_noise` for the scales of noise, `delimited` for
//! rows of a file, `random`, `figure` and `numerics`. It knows no curve: what is proved of a training is set beside what was counted
//! in `boundary`, and only there.

mod advantage;
mod attack;
mod betting;
mod biased_split;
mod contest;
mod data;
mod dependent_data;
mod experiment;
mod gaussian_game;
mod halves;
mod instrumented;
mod learning;
mod model;
mod noise_game;
mod noise_records;
mod observations;
mod one_hot;
mod pool;
mod posterior;
mod published;
mod regression;
mod sampling;
mod setting;
mod table_options;
mod theorems;
mod trade_off;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use biased_split::BiasedSplitOptions;
pub use contest::ContestOptions;
pub use data::{ColumnSummary, TableFile, TableSource, TableSummary};
pub use dependent_data::DependentRecordsOptions;
pub use experiment::{Experiment, ExperimentOptions};
pub use gaussian_game::GaussianGameOptions;
pub use instrumented::InstrumentedOptions;
pub use learning::{LearningOptions, Optimiser};
pub use noise_game::NoiseGameOptions;
pub use noise_records::NoiseRecords;
pub use observations::{AttackObservation, AttackPoint, Measure, Observations, Series};
pub use one_hot::OneHotOptions;
pub use published::Statistic;
pub use sampling::SamplingOptions;
pub use setting::Setting;
pub use table_options::TableOptions;
pub use trade_off::TradeOffOptions;
