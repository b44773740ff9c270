//! How a network is trained, as it is asked.

use super::learning::{Learning, Optimiser};
use crate::figure::{Error, RANGES, Range};
use crate::laboratory::model::Network;
use crate::mechanism::RunOptions;
use crate::numerics::count;

/// Options of a training that is run.
#[derive(Clone, Debug, Default)]
pub struct LearningOptions {
    /// How the parameters are moved; by DP-Adam if left out.
    pub optimiser: Option<Optimiser>,
    /// Hidden layers of the network; 2 if left out, none is logistic regression.
    pub layers: Option<f64>,
    /// Neurons of a hidden layer; 64 if left out.
    pub layer_width: Option<f64>,
    /// Learning rate; 0.01 if left out.
    pub learning_rate: Option<f64>,
    /// Probability with which a record enters a step; 0.1 if left out.
    pub sample_rate: Option<f64>,
    /// Steps of a training; 200 if left out.
    pub num_steps: Option<f64>,
    /// Norm to which gradients are clipped; 1 if left out.
    pub clipping_norm: Option<f64>,
    /// Half of its product with the square of the parameters is added to the loss; 0.00001 if left out.
    pub l2: Option<f64>,
}

/// Checked options; the noise and the records come later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    learning: Learning,
    layers: usize,
    layer_width: usize,
}

impl LearningOptions {
    pub(crate) const LAYERS: Range = Range::whole(0.0, 4.0).with_default(2.0);
    pub(crate) const LAYER_WIDTH: Range = Range::whole(1.0, 1024.0).with_default(64.0);
    pub(crate) const LEARNING_RATE: Range = Range::closed(1e-6, 10.0).with_default(0.01);
    pub(crate) const RATE: Range = RANGES.sample_rate.with_default(0.1);
    pub(crate) const STEPS: Range = Range::whole(1.0, 1e5).with_default(200.0);
    pub(crate) const CLIPPING_NORM: Range = Range::closed(1e-3, 1e3).with_default(1.0);
    pub(crate) const L2: Range = Range::closed(0.0, 1.0).with_default(1e-5);

    pub(crate) fn recipe(&self) -> Result<Recipe, Error> {
        let learning = Learning {
            optimiser: self.optimiser.unwrap_or_default(),
            learning_rate: Self::LEARNING_RATE.or_default("learning_rate", self.learning_rate)?,
            clip_norm: Self::CLIPPING_NORM.or_default("clipping_norm", self.clipping_norm)?,
            noise_multiplier: 0.0,
            sample_rate: Self::RATE.or_default("sample_rate", self.sample_rate)?,
            batch: 0.0,
            steps: count(Self::STEPS.or_default("num_steps", self.num_steps)?),
            l2: Self::L2.or_default("l2", self.l2)?,
        };
        Ok(Recipe {
            learning,
            layers: count(Self::LAYERS.or_default("layers", self.layers)?),
            layer_width: count(Self::LAYER_WIDTH.or_default("layer_width", self.layer_width)?),
        })
    }
}

impl Recipe {
    pub(crate) fn network(&self, features: usize, classes: usize) -> Network {
        Network::new(features, &vec![self.layer_width; self.layers], classes)
    }

    /// The training with so much noise, of about so many records.
    pub(crate) fn learning(&self, noise_multiplier: f64, records: f64) -> Learning {
        Learning {
            noise_multiplier,
            batch: self.learning.sample_rate * records,
            ..self.learning
        }
    }

    pub(crate) fn clipping_norm(&self) -> f64 {
        self.learning.clip_norm
    }

    pub(crate) fn sample_rate(&self) -> f64 {
        self.learning.sample_rate
    }

    pub(crate) fn steps(&self) -> usize {
        self.learning.steps
    }

    /// The same for logistic regression.
    pub(crate) fn without_layers(&self) -> Self {
        Self { layers: 0, ..*self }
    }

    /// The same with another sample rate and clipping norm.
    pub(crate) fn with(&self, sample_rate: f64, clip_norm: f64) -> Self {
        let learning = Learning {
            sample_rate,
            clip_norm,
            ..self.learning
        };
        Self { learning, ..*self }
    }

    /// What an accountant is told of it; the relation is that of the question.
    pub(crate) fn run(&self, noise_multiplier: f64) -> RunOptions {
        RunOptions {
            noise_multiplier: Some(noise_multiplier),
            sample_rate: Some(self.learning.sample_rate),
            num_steps: Some(self.learning.steps as f64),
            ..RunOptions::default()
        }
    }
}
