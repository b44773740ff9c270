//! The training: DP-SGD and DP-Adam, step by step.

mod learning;
mod options;
mod training;

pub(crate) use learning::Learning;
pub(crate) use options::Recipe;
pub(crate) use training::{Training, train};

pub use learning::Optimiser;
pub use options::LearningOptions;
