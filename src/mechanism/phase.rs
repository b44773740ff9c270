//! Steps that share their parameters.

use serde::Serialize;

/// Steps that share their parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Phase {
    /// Scale of the noise over the clipping norm.
    pub noise_multiplier: f64,
    /// Probability with which a record enters a step.
    pub sample_rate: f64,
    /// Number of steps.
    pub num_steps: f64,
}

impl Phase {
    /// Number of steps of an epoch, `1/sample_rate` rounded.
    pub(crate) fn bins(&self) -> f64 {
        libm::round(1.0 / self.sample_rate)
    }

    /// Steps of an epoch that was begun and cut off; 0 where all are whole.
    pub(crate) fn cut_steps(&self) -> f64 {
        self.num_steps % self.bins()
    }
}
