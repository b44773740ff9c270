//! What a simulation returns.

use super::estimator::Estimator;
use super::loss_histogram::LossHistogram;
use crate::figure::{Figure, Roc};
use serde::Serialize;

/// What was simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SimulatedSide {
    /// The truth.
    Exact,
    /// A pair that bounds it from above.
    Upper,
    /// An actual data set, which bounds it from below.
    Lower,
}

/// An estimate at an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SimulatedTotalVariation {
    /// The order.
    pub epsilon: f64,
    /// Half the integral of `|out - a in|` at `a = e^epsilon`.
    #[serde(flatten)]
    pub tv_a: Figure,
}

/// An estimate at a false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SimulatedTpr {
    /// The rate.
    pub fpr: f64,
    /// The true-positive rate of the best attack.
    #[serde(flatten)]
    pub tpr: Figure,
}

/// Estimates with their intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MonteCarloResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// What was averaged.
    pub estimator: Estimator,
    /// What was simulated: the truth, or a pair that bounds it from above or below.
    pub side: SimulatedSide,
    /// What is proven for this relation, sampling and noise.
    pub status: &'static str,
    /// The keys of its sources in the bibliography.
    pub status_sources: &'static [&'static str],
    /// Advantage of the best attacker.
    pub advantage: Figure,
    /// Of the best guess at the prior. Estimates are unbiased, so they are not cut to [lower, upper].
    pub accuracy: Figure,
    /// `TV_a` at each order.
    pub tv_a: Vec<SimulatedTotalVariation>,
    /// True-positive rates; their intervals hold together with the band of `roc`.
    pub tpr: Vec<SimulatedTpr>,
    /// The ROC curve with a band that holds at all rates at once.
    pub roc: Option<Roc>,
    /// Where the losses fell.
    pub histogram: Option<LossHistogram>,
    /// Simulated trainings so far, without the pilot.
    pub samples: f64,
    /// Seed of the run.
    pub seed: f64,
    /// Confidence of each interval.
    pub confidence: f64,
    /// Of the estimate of the advantage.
    pub standard_error: f64,
    /// Half-width of the interval for a number of samples fixed in advance (Proposition 8 with erratum E5).
    pub hoeffding_half_width: f64,
    /// Whether a width was asked for and is reached.
    pub width_reached: bool,
}
