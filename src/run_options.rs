//! A run as people know it: batch size and epochs as well as sample rate and steps.

use crate::{Error, RANGES, SampledGaussian};

/// A run as people know it. Give `sample_rate`, or `batch_size` and `dataset_size`; give `num_steps`, or
/// `epochs`.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Standard deviation of the noise over the clipping norm.
    pub noise_multiplier: Option<f64>,
    /// Probability with which a record enters a step.
    pub sample_rate: Option<f64>,
    /// Expected number of records in a step.
    pub batch_size: Option<f64>,
    /// Number of records.
    pub dataset_size: Option<f64>,
    /// Number of noisy steps.
    pub num_steps: Option<f64>,
    /// Passes over the data; the steps are `epochs / sample_rate`, rounded up.
    pub epochs: Option<f64>,
}

impl RunOptions {
    /// The checked run.
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn run(&self) -> Result<SampledGaussian, Error> {
        let noise_multiplier = self.noise_multiplier.ok_or(Error::Missing {
            parameter: "noise_multiplier",
            needed: "noise_multiplier",
        })?;
        RANGES
            .noise_multiplier
            .check("noise_multiplier", noise_multiplier)?;
        let sample_rate = self.sample_rate()?;
        let num_steps = match (self.num_steps, self.epochs) {
            (Some(_), Some(_)) => {
                return Err(Error::Conflict {
                    parameter: "epochs",
                    other: "num_steps",
                });
            }
            (Some(num_steps), None) => num_steps,
            (None, Some(epochs)) => steps_of(RANGES.epochs.check("epochs", epochs)?, sample_rate),
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "num_steps",
                    needed: "num_steps or epochs",
                });
            }
        };
        SampledGaussian::new(noise_multiplier, sample_rate, num_steps)
    }

    fn sample_rate(&self) -> Result<f64, Error> {
        let dataset_size = match self.dataset_size {
            Some(size) => Some(RANGES.dataset_size.check("dataset_size", size)?),
            None => None,
        };
        match (self.sample_rate, self.batch_size, dataset_size) {
            (Some(_), Some(_), _) => Err(Error::Conflict {
                parameter: "batch_size",
                other: "sample_rate",
            }),
            (Some(rate), None, _) => RANGES.sample_rate.check("sample_rate", rate),
            (None, Some(batch), Some(size)) => {
                let batch = RANGES.batch_size.check("batch_size", batch)?;
                if batch > size {
                    return Err(Error::OutOfRange {
                        parameter: "batch_size",
                        value: batch,
                        allowed: format!("above 0 up to the data set size, {size}"),
                    });
                }
                Ok(batch / size)
            }
            (None, Some(_), None) => Err(Error::Missing {
                parameter: "dataset_size",
                needed: "dataset_size beside batch_size",
            }),
            (None, None, _) => Err(Error::Missing {
                parameter: "sample_rate",
                needed: "sample_rate, or batch_size and dataset_size",
            }),
        }
    }
}

/// `ceil(epochs / sample_rate)`, where a quotient that is whole up to rounding counts as whole.
fn steps_of(epochs: f64, sample_rate: f64) -> f64 {
    let quotient = epochs / sample_rate;
    let nearest = libm::round(quotient);
    if (quotient - nearest).abs() <= 4.0 * f64::EPSILON * quotient {
        nearest.max(1.0)
    } else {
        libm::ceil(quotient)
    }
}
