//! Bayes security, and attribute inference from gradient distances.

use super::options::{Options, malformed};
use super::readers::MOST;
use crate::figure::Error;
use crate::training::{AttributesOptions, BayesSecurityOptions, GradientDistanceOptions};

impl Options {
    /// Options of [`AttributesOptions::result`]; `distances` stands for `gradient_distances`.
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn attributes(mut self, distances: Option<Vec<f64>>) -> Result<AttributesOptions, Error> {
        self.rename()?;
        let listed = self.many("gradient_distances")?;
        if listed.is_some() && distances.is_some() {
            return Err(Error::Conflict {
                parameter: "gradient_distances",
                other: "distances",
            });
        }
        if let Some(distances) = &distances
            && distances.len() > MOST
        {
            return Err(malformed(
                "gradient_distances",
                format!(
                    "has {} entries; at most {MOST} are allowed",
                    distances.len()
                ),
            ));
        }
        let options = AttributesOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            sample_rate: self.number("sample_rate")?,
            num_steps: self.number("num_steps")?,
            clipping_norm: self.number("clipping_norm")?,
            gradient_distance: self.number("gradient_distance")?,
            gradient_distances: listed.or(distances),
            fpr: self.numbers("fpr")?,
            prior: self.number("prior")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`GradientDistanceOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn gradient_distance(mut self) -> Result<GradientDistanceOptions, Error> {
        let options = GradientDistanceOptions {
            clipping_norm: self.number("clipping_norm")?,
            values: self.number("values")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`BayesSecurityOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn bayes_security(mut self) -> Result<BayesSecurityOptions, Error> {
        self.rename()?;
        let options = BayesSecurityOptions {
            run: self.run()?,
            fpr: self.numbers("fpr")?,
            target_delta: self.number("target_delta")?,
            target_bayes_security: self.number("target_bayes_security")?,
        };
        self.finish().map(|()| options)
    }
}
