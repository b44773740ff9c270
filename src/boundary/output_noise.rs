//! Noise on an output for membership inference privacy.

use super::options::{Options, malformed};
use super::value::Value;
use crate::figure::Error;
use crate::output_noise::{
    MipTable, MomentOptions, NoiseOptions, NoiseSampleOptions, OutputNoise, PowersOfTwoOptions,
};

const NOISES: [(&str, OutputNoise); 3] = [
    ("exponential_norm", OutputNoise::ExponentialNorm),
    ("laplace", OutputNoise::Laplace),
    ("gaussian", OutputNoise::Gaussian),
];

impl Options {
    /// Options of [`NoiseOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn noise(mut self) -> Result<NoiseOptions, Error> {
        let options = NoiseOptions {
            eta: self.number("eta")?,
            noise_scale: self.number("noise_scale")?,
            sigma_1: self.number("sigma_1")?,
            sigma_m: self.number("sigma_m")?,
            moment_order: self.number("moment_order")?,
            dimension: self.number("dimension")?,
            subset_fraction: self.number("subset_fraction")?,
            sensitivity: self.number("sensitivity")?,
            swap_distance: self.number("swap_distance")?,
            fpr: self.numbers("fpr")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`NoiseSampleOptions::released`] or, if there is a seed, of [`NoiseSampleOptions::demonstration`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn noise_sample(mut self) -> Result<(NoiseSampleOptions, Option<f64>), Error> {
        let options = NoiseSampleOptions {
            noise: self.choice("noise", &NOISES)?,
            noise_scale: self.needed("noise_scale")?,
            dimension: self.needed("dimension")?,
            moment_order: self.number("moment_order")?,
            sigmas: self.many("sigmas")?.unwrap_or_default(),
            samples: self.number("samples")?,
        };
        let seed = self.number("seed")?;
        self.finish().map(|()| (options, seed))
    }

    /// Options of [`MomentOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn moments(mut self) -> Result<MomentOptions, Error> {
        let options = MomentOptions {
            moment_order: self.number("moment_order")?,
            bootstrap: self.number("bootstrap")?,
            seed: self.number("seed")?,
            confidence: self.number("confidence")?,
        };
        self.finish().map(|()| options)
    }

    /// A table of [`MipTable::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a table.
    pub fn membership_table(mut self) -> Result<MipTable, Error> {
        let table = match self.0.remove("table") {
            Some(Value::Rows(rows)) => rows,
            None | Some(Value::Nothing) => {
                return Err(Error::Missing {
                    parameter: "table",
                    needed: "table, a list of rows of probabilities",
                });
            }
            // An empty list of rows reads as an empty list of numbers.
            Some(Value::Numbers(numbers)) if numbers.is_empty() => Vec::new(),
            Some(other) => {
                return Err(malformed(
                    "table",
                    format!("is {}; it must be a list of rows", other.shown()),
                ));
            }
        };
        let options = MipTable {
            table,
            records: self.number("records")?,
            subset_fraction: self.number("subset_fraction")?,
            fpr: self.numbers("fpr")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`PowersOfTwoOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a size.
    pub fn powers_of_two(mut self) -> Result<PowersOfTwoOptions, Error> {
        let options = PowersOfTwoOptions {
            dataset_size: self.needed("dataset_size")?,
            eta: self.number("eta")?,
        };
        self.finish().map(|()| options)
    }
}
