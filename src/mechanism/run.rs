//! A run as people know it: batch size and epochs as well as sample rate and steps.

use super::mechanism::{Mechanism, NeighboringRelation, Noise, Sampling};
use super::phase::Phase;
use crate::figure::{Error, RANGES};

/// A run as people know it. Give `history`; or `noise_multiplier`, and `sample_rate` or `batch_size` with
/// `dataset_size`, and `num_steps` or `epochs`.
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
    /// Passes over the data; the steps are `epochs / sample_rate`, rounded up. Where batches are cut from an epoch they
    /// are `epochs` times the steps of an epoch, `1 / sample_rate` rounded up.
    pub epochs: Option<f64>,
    /// Noise multiplier, sample rate and number of steps of each phase, in the order of Opacus.
    pub history: Option<Vec<Phase>>,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: NeighboringRelation,
    /// How batches are drawn.
    pub sampling: Sampling,
    /// The law of the noise.
    pub noise: Noise,
    /// Records that enter or stay out together.
    pub group_size: Option<f64>,
}

impl RunOptions {
    /// The checked mechanism.
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn mechanism(&self) -> Result<Mechanism, Error> {
        let phases = self.phases()?;
        if let Some(size) = self.dataset_size {
            RANGES.dataset_size.check("dataset_size", size)?;
        }
        let phases = if self.by_epoch() {
            Mechanism::new(&phases)?
                .phases()
                .iter()
                .map(in_batches)
                .collect()
        } else {
            phases
        };
        Mechanism::new(&phases)?
            .with_relation(self.neighboring_relation)
            .with_noise(self.noise)
            .with_group_size(self.group_size.unwrap_or(1.0))?
            .with_sampling(self.sampling)
    }

    /// Whether batches are cut from an epoch.
    pub(crate) fn by_epoch(&self) -> bool {
        matches!(self.sampling, Sampling::Shuffle | Sampling::BallsAndBins)
    }

    /// The phases as they were given.
    pub(crate) fn phases(&self) -> Result<Vec<Phase>, Error> {
        match &self.history {
            Some(history) => {
                self.nothing_beside_history()?;
                Ok(history.clone())
            }
            None => Ok(vec![self.phase()?]),
        }
    }

    fn nothing_beside_history(&self) -> Result<(), Error> {
        for (parameter, given) in [
            ("noise_multiplier", self.noise_multiplier),
            ("sample_rate", self.sample_rate),
            ("batch_size", self.batch_size),
            ("num_steps", self.num_steps),
            ("epochs", self.epochs),
        ] {
            if given.is_some() {
                return Err(Error::Conflict {
                    parameter,
                    other: "history",
                });
            }
        }
        Ok(())
    }

    fn phase(&self) -> Result<Phase, Error> {
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
            (None, Some(epochs)) => {
                let epochs = RANGES.epochs.check("epochs", epochs)?;
                if self.by_epoch() {
                    steps_of(epochs, 1.0 / steps_of(1.0, sample_rate))
                } else {
                    steps_of(epochs, sample_rate)
                }
            }
            (None, None) => {
                return Err(Error::Missing {
                    parameter: "num_steps",
                    needed: "num_steps or epochs",
                });
            }
        };
        Ok(Phase {
            noise_multiplier,
            sample_rate,
            num_steps,
        })
    }

    pub(crate) fn sample_rate(&self) -> Result<f64, Error> {
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

/// The same steps, of which `1/sample_rate` rounded up make an epoch: its last batch may be smaller.
fn in_batches(phase: &Phase) -> Phase {
    Phase {
        sample_rate: 1.0 / steps_of(1.0, phase.sample_rate),
        ..*phase
    }
}

/// `ceil(epochs / sample_rate)`, where a quotient that is whole up to rounding counts as whole.
pub(crate) fn steps_of(epochs: f64, sample_rate: f64) -> f64 {
    let quotient = epochs / sample_rate;
    let nearest = libm::round(quotient);
    if (quotient - nearest).abs() <= 4.0 * f64::EPSILON * quotient {
        nearest.max(1.0)
    } else {
        libm::ceil(quotient)
    }
}
