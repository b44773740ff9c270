//! Curves over the rate at which records are sampled.

use super::options::Options;
use super::table::{List, Needed, Number, Numbers, table};
use crate::figure::{Error, RANGES, Range};
use crate::guarantee::{IsoBoundOptions, UnboundedExampleOptions, UnlearningCurveOptions};

table! { IsoBoundOptions {
    /// The positive accuracies, one curve each; at least one.
    target_positive_accuracy: List(Numbers::of(RANGES.positive_accuracy).at_most(20)), "probability";
    /// Delta of the guarantee.
    delta: Number(RANGES.delta.with_default(0.0)), "probability";
    /// P(S | x in D); needed when delta > 0.
    attack_rate: Number(RANGES.probability), "rate";
    /// Points of each curve.
    points: Number(RANGES.points), "points";
}}

table! { UnlearningCurveOptions {
    /// Epsilon of the guarantee.
    epsilon: Needed(RANGES.guarantee), "nats";
    /// Number of records that are sampled from.
    dataset_size: Needed(RANGES.dataset_size), "records";
    /// The probability with which all deleted records must have been absent.
    target_absence: Needed(RANGES.positive_accuracy), "probability";
    /// Points of the curve.
    points: Number(RANGES.points), "points";
}}

table! { UnboundedExampleOptions {
    /// Standard deviation of the noise; the default is the printed one.
    noise_multiplier: Number(RANGES.noise_multiplier.with_default(4.0412));
    /// Epsilon of the guarantee.
    epsilon: Number(RANGES.guarantee.with_default(1.0)), "nats";
    /// Thresholds on the final weight, less its start; the attack says "member" at or below.
    thresholds: Numbers::of(Range::closed(-1e6, 1e6));
}}

impl Options {
    /// Options of [`IsoBoundOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn iso_bound(self) -> Result<IsoBoundOptions, Error> {
        self.by_table()
    }

    /// Options of [`UnlearningCurveOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn unlearning_curve(self) -> Result<UnlearningCurveOptions, Error> {
        self.by_table()
    }

    /// Options of [`UnboundedExampleOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn unbounded_example(self) -> Result<UnboundedExampleOptions, Error> {
        self.by_table()
    }
}
