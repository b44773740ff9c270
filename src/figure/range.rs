//! Ranges and defaults of all numeric parameters: the one table that the core checks and the page shows.

use super::error::Error;
use serde::Serialize;

/// The values that a parameter may take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Range {
    /// Smallest value, allowed itself if `min_allowed`.
    pub min: f64,
    /// Largest value, always allowed.
    pub max: f64,
    /// Whether `min` itself is allowed.
    pub min_allowed: bool,
    /// Whether only whole numbers are allowed.
    pub integer: bool,
    /// What stands in when nothing is given.
    pub default: Option<f64>,
}

impl Range {
    pub(crate) const fn closed(min: f64, max: f64) -> Self {
        Self {
            min,
            max,
            min_allowed: true,
            integer: false,
            default: None,
        }
    }

    const fn open_below(min: f64, max: f64) -> Self {
        Self {
            min_allowed: false,
            ..Self::closed(min, max)
        }
    }

    pub(crate) const fn whole(min: f64, max: f64) -> Self {
        Self {
            integer: true,
            ..Self::closed(min, max)
        }
    }

    /// The same with another default.
    pub(crate) const fn with_default(self, default: f64) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }

    /// The same for a question in which nothing stands in.
    pub(crate) const fn without_default(self) -> Self {
        Self {
            default: None,
            ..self
        }
    }

    fn contains(&self, value: f64) -> bool {
        let above = if self.min_allowed {
            value >= self.min
        } else {
            value > self.min
        };
        above && value <= self.max && (!self.integer || libm::floor(value) == value)
    }

    /// `given`, or the default if nothing is given, if it lies in the range.
    ///
    /// # Errors
    /// As [`Range::check`], and [`Error::Missing`] without a default.
    pub fn or_default(&self, parameter: &'static str, given: Option<f64>) -> Result<f64, Error> {
        let value = given.or(self.default).ok_or(Error::Missing {
            parameter,
            needed: parameter,
        })?;
        self.check(parameter, value)
    }

    /// `value` if it lies in the range.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] otherwise, NaN and infinities included.
    pub fn check(&self, parameter: &'static str, value: f64) -> Result<f64, Error> {
        if self.contains(value) {
            return Ok(value);
        }
        Err(Error::OutOfRange {
            parameter,
            value,
            allowed: self.in_words(|number| number.to_string()),
        })
    }

    /// What is allowed, with its ends as `shown`.
    pub(crate) fn in_words(&self, shown: impl Fn(f64) -> String) -> String {
        let kind = if self.integer { "a whole number " } else { "" };
        let from = if self.min_allowed { "from" } else { "above" };
        format!("{kind}{from} {} up to {}", shown(self.min), shown(self.max))
    }
}

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident: $range:expr,)*) => {
        /// The range of each parameter, by its name.
        #[derive(Clone, Copy, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct Ranges { $($(#[$doc])* pub $name: Range,)* }
        /// The table itself.
        pub const RANGES: Ranges = Ranges { $($name: $range,)* };
    };
}

ranges! {
    /// Standard deviation of the noise over the clipping norm.
    noise_multiplier: Range::closed(1e-4, 1e4),
    /// Probability with which a record enters a step.
    sample_rate: Range::open_below(0.0, 1.0),
    /// Expected number of records in a step.
    batch_size: Range::open_below(0.0, 1e12),
    /// Number of records.
    dataset_size: Range::whole(1.0, 1e12),
    /// Number of noisy steps.
    num_steps: Range::whole(1.0, 1e9),
    /// Passes over the data.
    epochs: Range::open_below(0.0, 1e9),
    /// Number of records that enter or stay out together.
    group_size: Range::whole(1.0, 100.0).with_default(1.0),
    /// The delta at which epsilon is wanted.
    target_delta: Range::open_below(0.0, 0.999),
    /// The delta of a guarantee.
    delta: Range::closed(0.0, 1.0),
    /// Epsilon, mu, rho or a Rényi divergence that is guaranteed.
    guarantee: Range::closed(0.0, 1e4),
    /// Order of a Rényi divergence.
    rdp_order: Range::open_below(1.0, 1e6),
    /// Probability that the record is a member before the attack.
    prior: Range::closed(1e-9, 1.0 - 1e-9).with_default(0.5),
    /// Rate of false positives.
    fpr: Range::closed(1e-12, 1.0),
    /// Probability that a guess is right without what was trained.
    baseline: Range::closed(1e-12, 0.5),
    /// Ends of a range of false-positive rates.
    fpr_range: Range::closed(1e-12, 1.0 - 1e-12),
    /// Share of the candidates that an attacker names at least.
    flagged_share: Range::open_below(0.0, 1.0),
    /// Share of the members that an attacker recognises at least.
    attack_rate: Range::closed(1e-12, 1.0),
    /// Order of a hockey-stick divergence.
    epsilon: Range::closed(-700.0, 700.0),
    /// Points of the ROC curve.
    roc_points: Range::whole(0.0, 1000.0).with_default(0.0),
    /// Simulated trainings.
    samples: Range::whole(1.0, 1e8).with_default(100_000.0),
    /// Seed of the simulation.
    seed: Range::whole(0.0, 9_007_199_254_740_991.0),
    /// Confidence of an interval.
    confidence: Range::closed(0.5, 1.0 - 1e-9).with_default(0.95),
    /// Confidence of an audit.
    level: Range::closed(0.5, 1.0 - 1e-12).with_default(0.95),
    /// Trials of an attack in one class.
    trials: Range::whole(1.0, 1e12),
    /// Any number of them.
    count: Range::whole(0.0, 1e12),
    /// Canaries of one training, and guesses about them.
    canaries: Range::whole(1.0, 1e7),
    /// Share of the declared noise that is thought to be missing.
    less_noise: Range::closed(0.01, 0.9).with_default(0.2),
    /// Chance with which an audit is to refute.
    power: Range::closed(0.1, 0.99).with_default(0.8),
    /// Width of an interval that ends a simulation.
    width: Range::open_below(0.0, 1.0),
    /// Any probability: sampling of the data set, rates of an attack.
    probability: Range::closed(0.0, 1.0),
    /// Positive accuracy or probability of absence that is aimed at.
    positive_accuracy: Range::closed(1e-9, 1.0 - 1e-9),
    /// Upper bound of a loss function.
    loss_bound: Range::open_below(0.0, 1e12).with_default(1.0),
    /// Number of deleted records.
    deletions: Range::whole(1.0, 1e12).with_default(1.0),
    /// Number of records that depend on each other.
    dependent_records: Range::whole(1.0, 1e9),
    /// Number of subpopulations.
    subpopulations: Range::whole(1.0, 1e9),
    /// Accuracy above blind guessing that membership inference privacy allows.
    eta: Range::closed(1e-12, 0.5),
    /// Moments and scales of noise.
    moment: Range::open_below(0.0, 1e100),
    /// Order of a central moment.
    moment_order: Range::closed(1.0, 100.0).with_default(2.0),
    /// Number of published coordinates.
    dimension: Range::whole(1.0, 1e9).with_default(1.0),
    /// Size of the training subset over that of the data set.
    subset_fraction: Range::closed(1e-9, 1.0 - 1e-9).with_default(0.5),
    /// Resamplings.
    bootstrap: Range::whole(10.0, 10_000.0).with_default(1000.0),
    /// Norm to which gradients are clipped.
    clipping_norm: Range::open_below(0.0, 1e12).with_default(1.0),
    /// Distance of two clipped gradients.
    gradient_distance: Range::closed(0.0, 2e12),
    /// Points of a curve.
    points: Range::whole(2.0, 1000.0).with_default(100.0),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_no_number() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1.5] {
            assert!(
                RANGES.sample_rate.check("sample_rate", value).is_err(),
                "{value}"
            );
        }
        assert!(RANGES.num_steps.check("num_steps", 1.5).is_err());
        assert_eq!(RANGES.sample_rate.check("sample_rate", 1.0), Ok(1.0));
    }

    #[test]
    fn the_message_names_parameter_value_and_range() {
        let error = RANGES.noise_multiplier.check("noise_multiplier", 0.0);
        assert_eq!(
            error.unwrap_err().to_string(),
            "noise_multiplier is 0; allowed is from 0.0001 up to 10000"
        );
    }
}
