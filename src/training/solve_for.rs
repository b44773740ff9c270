//! The parameters of a run that can be solved for and swept over.

use super::candidate_values::Lattice;
use super::noise_factor;
use super::quantity::Quantity;
use crate::figure::{Error, RANGES, word_of};
use crate::mechanism::{RunOptions, steps_of};
use serde::{Deserialize, Serialize};

/// What can be solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SolveFor {
    /// The smallest noise multiplier, to seven digits.
    NoiseMultiplier,
    /// The largest sample rate, to seven digits.
    SampleRate,
    /// The largest number of steps.
    NumSteps,
    /// The smallest common factor on the noise multipliers of a schedule (`history`), to seven digits.
    NoiseFactor,
    /// The largest probability that a record is a member (`P_x(1)`), to seven digits: the run stays as it is, and a target of
    /// `precision` or `positive_accuracy`, which grow with it, is kept by sampling the data set.
    Prior,
    /// The largest whole batch size, for a given `dataset_size`.
    BatchSize,
    /// The most epochs, as many as the largest number of steps comes to.
    Epochs,
}

impl SolveFor {
    pub(super) fn name(self) -> &'static str {
        word_of::<Self>(self as usize)
    }

    /// Whether a larger value makes the attacker stronger.
    pub(super) fn endangers(self) -> bool {
        !matches!(self, Self::NoiseMultiplier | Self::NoiseFactor)
    }

    /// The run with the parameter at `value`.
    pub(crate) fn put(self, run: &RunOptions, value: f64) -> Result<RunOptions, Error> {
        let mut run = run.clone();
        match self {
            Self::NoiseMultiplier => run.noise_multiplier = Some(value),
            Self::SampleRate => run.sample_rate = Some(value),
            Self::NumSteps => run.num_steps = Some(value),
            Self::NoiseFactor => return noise_factor::scaled(&run, value),
            Self::Prior => {}
            Self::BatchSize => run.batch_size = Some(value),
            Self::Epochs => run.epochs = Some(value),
        }
        Ok(run)
    }

    /// The figure that is asked for with the parameter at `value`.
    pub(super) fn quantity(self, quantity: Quantity, value: f64) -> Quantity {
        match self {
            Self::Prior => quantity.at_prior(value),
            _ => quantity,
        }
    }

    /// That the figure grows with the parameter, of which all but the prior make sure themselves.
    pub(super) fn check_moves(self, quantity: &Quantity, other: &'static str) -> Result<(), Error> {
        if self != Self::Prior || quantity.grows_with_prior() {
            return Ok(());
        }
        Err(Error::Malformed {
            parameter: other.into(),
            problem: format!(
                "is prior, with which precision and positive_accuracy grow; the figure asked for is {}",
                quantity.name()
            ),
        })
    }

    /// The run without what it says of the parameter.
    pub(super) fn left_out(self, run: &RunOptions) -> RunOptions {
        let mut run = run.clone();
        match self {
            Self::NoiseMultiplier => run.noise_multiplier = None,
            Self::SampleRate | Self::BatchSize => {
                run.sample_rate = None;
                run.batch_size = None;
            }
            Self::NumSteps | Self::Epochs => {
                run.num_steps = None;
                run.epochs = None;
            }
            Self::NoiseFactor | Self::Prior => {}
        }
        run
    }

    /// That the run leaves it out; `other` is the option that names it.
    pub(super) fn check_left_out(self, run: &RunOptions, other: &'static str) -> Result<(), Error> {
        let given: &[(&'static str, bool)] = match self {
            Self::NoiseMultiplier => &[("noise_multiplier", run.noise_multiplier.is_some())],
            Self::SampleRate | Self::BatchSize => &[
                ("sample_rate", run.sample_rate.is_some()),
                ("batch_size", run.batch_size.is_some()),
            ],
            Self::NumSteps | Self::Epochs => &[
                ("num_steps", run.num_steps.is_some()),
                ("epochs", run.epochs.is_some()),
            ],
            Self::NoiseFactor | Self::Prior => &[],
        };
        if let Some((parameter, _)) = given.iter().find(|(_, given)| *given) {
            return Err(Error::Conflict { parameter, other });
        }
        if run.history.is_some() && !matches!(self, Self::NoiseFactor | Self::Prior) {
            return Err(Error::Malformed {
                parameter: "history".into(),
                problem: format!(
                    "has no one {}; what its phases share is noise_factor",
                    self.name()
                ),
            });
        }
        Ok(())
    }

    /// The values among which one is looked for.
    pub(super) fn lattice(self, run: &RunOptions) -> Result<Lattice, Error> {
        let by_epoch = run.by_epoch();
        match self {
            Self::NoiseMultiplier => Ok(Lattice::digits(1e-4, 1e4)),
            Self::NoiseFactor => noise_factor::candidates(run),
            Self::Prior => Ok(Lattice::digits_within(
                RANGES.prior.min,
                RANGES.prior.max,
                |prior| RANGES.prior.check("prior", prior).is_ok(),
            )),
            Self::SampleRate if by_epoch => Ok(Lattice::reciprocals()),
            Self::SampleRate => Ok(Lattice::digits(1e-9, 1.0)),
            Self::BatchSize => {
                let size = run.dataset_size.ok_or(Error::Missing {
                    parameter: "dataset_size",
                    needed: "dataset_size to solve for batch_size",
                })?;
                Ok(Lattice::multiples(1.0, size))
            }
            Self::NumSteps if by_epoch => {
                Ok(Lattice::multiples(steps_of(1.0, run.sample_rate()?), 1e9))
            }
            Self::NumSteps => Ok(Lattice::multiples(1.0, 1e9)),
            Self::Epochs if by_epoch => Ok(Lattice::multiples(
                1.0,
                1e9 / steps_of(1.0, run.sample_rate()?),
            )),
            Self::Epochs => Ok(Lattice::multiples(
                run.sample_rate()?,
                1e9 * run.sample_rate()?,
            )),
        }
    }
}
