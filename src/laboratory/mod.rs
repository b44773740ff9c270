//! Trainings and attacks that are run: what attackers of the papers find on models that were trained here.
//!
//! It may import `mechanism` to say which run a training is, `output_noise` for the scales of noise, `random`, `figure` and
//! `numerics`. It knows no curve: what is proved
//! of a training is set beside what was counted in `boundary`, and only there.

mod advantage;
mod experiment;
mod gaussian_game;
mod halves;
mod noise_game;
mod observations;
mod one_hot;
mod setting;
mod theorems;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use experiment::{Experiment, ExperimentOptions};
pub use gaussian_game::GaussianGameOptions;
pub use halves::Statistic;
pub use noise_game::{NoiseGameOptions, NoiseRecords};
pub use observations::{AttackObservation, AttackPoint, Measure, Observations};
pub use one_hot::OneHotOptions;
pub use setting::Setting;
