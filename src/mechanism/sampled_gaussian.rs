//! The Poisson-sampled Gaussian mechanism: checked parameters and the loss of one step.

use super::phase::Phase;
use crate::figure::{Error, RANGES};

/// `num_steps` steps of DP-SGD with Poisson sampling, seen whole by the attacker.
///
/// In units of the noise, one step shows `N(0, 1)` when the record is out and
/// `(1 - q) N(0, 1) + q N(m, 1)` when it is in, with `q` the sample rate and `m = 1/noise_multiplier`.
/// This pair dominates every data set and is attained (Mahloujifar et al., Theorem 6;
/// Zhu, Dong and Wang, Theorem 11), for the add-or-remove-one relation.
///
/// ```
/// let run = mi_bounds::SampledGaussian::new(1.1, 256.0 / 60_000.0, 3516.0)?;
/// assert_eq!(run.num_steps(), 3516.0);
/// # Ok::<(), mi_bounds::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledGaussian {
    noise_multiplier: f64,
    sample_rate: f64,
    num_steps: f64,
}

impl SampledGaussian {
    /// Checks all three parameters.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `noise_multiplier` lies in `[1e-4, 1e4]`, `sample_rate` in `(0, 1]`
    /// and `num_steps` is a whole number in `[1, 1e9]`.
    pub fn new(noise_multiplier: f64, sample_rate: f64, num_steps: f64) -> Result<Self, Error> {
        Ok(Self {
            noise_multiplier: RANGES
                .noise_multiplier
                .check("noise_multiplier", noise_multiplier)?,
            sample_rate: RANGES.sample_rate.check("sample_rate", sample_rate)?,
            num_steps: RANGES.num_steps.check("num_steps", num_steps)?,
        })
    }

    /// Standard deviation of the noise over the clipping norm.
    #[must_use]
    pub fn noise_multiplier(&self) -> f64 {
        self.noise_multiplier
    }

    /// Probability with which the record enters a step.
    #[must_use]
    pub fn sample_rate(&self) -> f64 {
        self.sample_rate
    }

    /// Number of steps.
    #[must_use]
    pub fn num_steps(&self) -> f64 {
        self.num_steps
    }

    /// `m = 1/noise_multiplier`: the shift of a sampled step in units of the noise.
    #[must_use]
    pub fn shift(&self) -> f64 {
        1.0 / self.noise_multiplier
    }

    /// GDP parameter of the run without sampling, `m sqrt(T)`.
    #[must_use]
    pub(crate) fn unsampled_mu(&self) -> f64 {
        self.shift() * libm::sqrt(self.num_steps)
    }

    /// The loss of one step at observation `z`.
    #[must_use]
    pub(crate) fn loss(&self, z: f64) -> Loss {
        let m = self.shift();
        let exponent = m * z - 0.5 * m * m;
        if exponent > 600.0 {
            return Loss {
                log_ratio: exponent + libm::log(self.sample_rate),
                ratio_minus_one: f64::INFINITY,
            };
        }
        let ratio_minus_one = self.sample_rate * libm::expm1(exponent);
        let log_ratio = if self.sample_rate == 1.0 {
            exponent
        } else {
            libm::log1p(ratio_minus_one)
        };
        Loss {
            log_ratio,
            ratio_minus_one,
        }
    }
}

/// Checked as by [`SampledGaussian::new`].
impl TryFrom<&Phase> for SampledGaussian {
    type Error = Error;

    fn try_from(phase: &Phase) -> Result<Self, Error> {
        Self::new(phase.noise_multiplier, phase.sample_rate, phase.num_steps)
    }
}

impl From<&SampledGaussian> for Phase {
    fn from(run: &SampledGaussian) -> Self {
        Self {
            noise_multiplier: run.noise_multiplier(),
            sample_rate: run.sample_rate(),
            num_steps: run.num_steps(),
        }
    }
}

/// The likelihood ratio `w` of "in" against "out" for one observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// `ln w`.
    pub(crate) log_ratio: f64,
    /// `w - 1`, infinite where `w` overflows.
    pub(crate) ratio_minus_one: f64,
}
