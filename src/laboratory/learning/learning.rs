//! How a network is trained.

use serde::Deserialize;

/// How the noisy mean gradient moves the parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimiser {
    /// With the running moments of Kingma and Ba 2015 (rates 0.9 and 0.999, 1e-8).
    #[default]
    Adam,
    /// Against the gradient.
    Sgd,
}

/// A training in the terms of the certified bounds: each record enters each step with probability `sample_rate`, its gradient is
/// clipped to `clip_norm`, and normal noise of standard deviation `noise_multiplier * clip_norm` is added to the sum, which is
/// divided by the expected number of records of a step, which says nothing of who is a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Learning {
    pub(crate) optimiser: Optimiser,
    pub(crate) learning_rate: f64,
    /// Infinite for gradients as they are; then without noise.
    pub(crate) clip_norm: f64,
    pub(crate) noise_multiplier: f64,
    pub(crate) sample_rate: f64,
    /// Expected number of records of a step.
    pub(crate) batch: f64,
    pub(crate) steps: usize,
    /// Half of its product with the square of the parameters is added to the loss. As it depends on no record, it is neither
    /// clipped nor covered by noise.
    pub(crate) l2: f64,
}
