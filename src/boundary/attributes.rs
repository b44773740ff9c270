//! Attribute inference from gradient distances.

use super::options::{Options, malformed};
use super::table::{Asked, Flag, Number, Numbers, table};
use super::training::RATES;
use crate::figure::{Error, RANGES};
use crate::training::{AttributesOptions, GradientDistanceOptions};

/// Most steps whose distances may be given one by one.
const MOST_STEPS: usize = 1_000_000;

table! { AttributesOptions {
    /// Standard deviation of the noise over the clipping norm.
    noise_multiplier: Asked(RANGES.noise_multiplier), "clipping norms";
    /// Probability with which a record enters a step.
    sample_rate: Asked(RANGES.sample_rate), "probability";
    /// Number of noisy steps; beside `gradient_distances` it may be left out.
    num_steps: Number(RANGES.num_steps), "steps";
    /// Norm to which gradients are clipped.
    clipping_norm: Number(RANGES.clipping_norm), "norm";
    /// R_t: the largest distance between the clipped gradients of two values of the attribute, over all records or for the
    /// one target, at every step; at most twice the clipping norm. One for all steps.
    gradient_distance: Number(RANGES.gradient_distance), "norm";
    /// R_t step by step, `num_steps` of them, instead of `gradient_distance`.
    gradient_distances: Numbers::of(RANGES.gradient_distance).at_most(MOST_STEPS), "norm";
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
    /// Probability of one of the two values before the attack.
    prior: Number(RANGES.prior), "probability";
    /// For a picture: the curves behind the bounds may be wider, by up to a few per cent where steps are few, and take a
    /// fiftieth of the time there. What they say still holds.
    draft: Flag;
}}

table! { GradientDistanceOptions {
    /// Norm to which gradients are clipped.
    clipping_norm: Number(RANGES.clipping_norm), "norm";
    /// Number of values of the attribute: rows come in blocks of so many, one block a record. Left out, all rows.
    values: Number(RANGES.dataset_size), "values";
}}

impl Options {
    /// Options of [`AttributesOptions::result`]; `distances` stands for `gradient_distances`.
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn attributes(self, distances: Option<Vec<f64>>) -> Result<AttributesOptions, Error> {
        let mut options: AttributesOptions = self.by_table()?;
        if let Some(distances) = distances {
            if options.gradient_distances.is_some() {
                return Err(Error::Conflict {
                    parameter: "gradient_distances",
                    other: "distances",
                });
            }
            if distances.len() > MOST_STEPS {
                return Err(malformed(
                    "gradient_distances",
                    format!(
                        "has {} entries; at most {MOST_STEPS} are allowed",
                        distances.len()
                    ),
                ));
            }
            options.gradient_distances = Some(distances);
        }
        Ok(options)
    }

    /// Options of [`GradientDistanceOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn gradient_distance(self) -> Result<GradientDistanceOptions, Error> {
        self.by_table()
    }
}
