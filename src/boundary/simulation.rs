//! Simulated trainings.

use super::options::Options;
use super::table::{Asked, Flag, List, Number, Numbers, maybe_word, part, table};
use crate::figure::{Error, RANGES};
use crate::mechanism::RunOptions;
use crate::simulation::{Estimator, MOST_ORDERS, MOST_RATES, MonteCarloOptions, POINTS};

table! { MonteCarloOptions {
    run: part::<RunOptions>();
    /// Number of simulated trainings; rounded up to a multiple of 16, or of 32 where a summand is made of two (mirrored
    /// noise, or both hypotheses). A pilot of at most 1024 comes on top.
    samples: Number(RANGES.samples), "trainings";
    /// Makes the run repeatable.
    seed: Asked(RANGES.seed);
    /// Confidence of each interval.
    confidence: Number(RANGES.confidence), "probability";
    /// What is averaged; left out, the one of least variance per second: "antithetic_control_variate" or, for Laplace
    /// noise, "antithetic".
    estimator: maybe_word::<Estimator>(usize::MAX);
    /// Stops before `samples` as soon as the interval of the advantage is at most so wide.
    width: Number(RANGES.width), "advantage";
    /// Probability that the record is a member before the attack, for `accuracy`.
    prior: Number(RANGES.prior), "probability";
    /// Orders at which `tv_a` is wanted.
    epsilon: List(Numbers::of(RANGES.epsilon).at_most(MOST_ORDERS)), "nats";
    /// Rates at which `tpr` is wanted. Also draws a training with the record in it for each noise.
    fpr: List(Numbers::of(RANGES.fpr).at_most(MOST_RATES)), "rate";
    /// Number of points of `roc`. Also draws a training with the record in it for each noise.
    roc_points: Number(POINTS), "points";
    /// Whether `histogram` is wanted. Also draws a training with the record in it for each noise.
    histogram: Flag;
}}

impl Options {
    /// Options of [`MonteCarloOptions::run`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn monte_carlo(self) -> Result<MonteCarloOptions, Error> {
        self.by_table()
    }
}
