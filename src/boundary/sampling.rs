//! Curves over the rate at which records are sampled.

use super::options::Options;
use crate::figure::Error;
use crate::guarantee::{IsoBoundOptions, UnboundedExampleOptions, UnlearningCurveOptions};

impl Options {
    /// Options of [`IsoBoundOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn iso_bound(mut self) -> Result<IsoBoundOptions, Error> {
        let options = IsoBoundOptions {
            target_positive_accuracy: self
                .numbers("target_positive_accuracy")?
                .unwrap_or_default(),
            delta: self.number("delta")?,
            attack_rate: self.number("attack_rate")?,
            points: self.number("points")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`UnlearningCurveOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn unlearning_curve(mut self) -> Result<UnlearningCurveOptions, Error> {
        let options = UnlearningCurveOptions {
            epsilon: self.needed("epsilon")?,
            dataset_size: self.needed("dataset_size")?,
            target_absence: self.needed("target_absence")?,
            points: self.number("points")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`UnboundedExampleOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn unbounded_example(mut self) -> Result<UnboundedExampleOptions, Error> {
        let options = UnboundedExampleOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            epsilon: self.number("epsilon")?,
            thresholds: self.numbers("thresholds")?,
        };
        self.finish().map(|()| options)
    }
}
