//! The training: DP-SGD and DP-Adam, step by step.

mod learning;
mod training;

pub(crate) use learning::{Learning, Optimiser};
pub(crate) use training::{Training, train};
