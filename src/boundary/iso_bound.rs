//! Noise with which records that are sampled with different probabilities are recognised equally well at most.

#[cfg(test)]
use super::laboratory::ExperimentName;
use super::laboratory::Named;
use super::table::{Number, part, table};
use crate::figure::{Error, Range, malformed};
use crate::laboratory::{ExperimentOptions, LearningOptions, SamplingOptions};
use crate::mechanism::RunOptions;
use crate::training::{CalibrateOptions, Quantity, SolveFor};

/// The experiment with a sampled data set, with its noises or with what these are to keep.
pub(super) struct SampledOptions {
    options: SamplingOptions,
    positive_accuracy: Option<f64>,
}

const POSITIVE_ACCURACY: Range = Range::closed(0.02, 0.9999);

table! { SampledOptions {
    /// The experiment.
    options: part::<SamplingOptions>();
    /// Largest positive accuracy of an attack that is proved for each probability: the noise of each is found by it, at least
    /// 0.05, and `noise_multiplier` is left out.
    positive_accuracy: Number(POSITIVE_ACCURACY), "probability";
}}

impl Named for SampledOptions {
    #[cfg(test)]
    const NAME: ExperimentName = ExperimentName::Sampling;

    fn named(self) -> Result<ExperimentOptions, Error> {
        let Self {
            mut options,
            positive_accuracy,
        } = self;
        if let Some(target) = positive_accuracy {
            let target = POSITIVE_ACCURACY.check("positive_accuracy", target)?;
            options.noise_multiplier = along_iso_bound(&options, target)?;
            options.paired = true;
        }
        Ok(ExperimentOptions::Sampling(options))
    }
}

/// For each probability the least noise that keeps the positive accuracy at most at `target`.
fn along_iso_bound(options: &SamplingOptions, target: f64) -> Result<Vec<f64>, Error> {
    let SamplingOptions {
        learning,
        sampling_probability,
        noise_multiplier,
        ..
    } = options;
    if options.paired || noise_multiplier[..] != *SamplingOptions::NOISES {
        return Err(malformed(
            "noise_multiplier",
            "is given beside positive_accuracy, by which the noise is found; leave it out".into(),
        ));
    }
    let largest = sampling_probability.iter().copied().fold(0.0, f64::max);
    if target <= largest {
        return Err(malformed(
            "positive_accuracy",
            format!(
                "is {target}; whoever names everybody is right as often as records are members, {largest} here: it must be larger"
            ),
        ));
    }
    let run = RunOptions {
        sample_rate: Some(LearningOptions::RATE.or_default("sample_rate", learning.sample_rate)?),
        num_steps: Some(LearningOptions::STEPS.or_default("num_steps", learning.num_steps)?),
        ..RunOptions::default()
    };
    let noise = |&prior: &f64| {
        SamplingOptions::PROBABILITY.check("sampling_probability", prior)?;
        let calibrated = CalibrateOptions {
            run: run.clone(),
            solve_for: SolveFor::NoiseMultiplier,
            quantity: Quantity::PositiveAccuracy {
                prior,
                attack_rate: SamplingOptions::NAMED,
            },
            target,
        };
        let noise = calibrated.result()?.safe.value;
        if noise > SamplingOptions::NOISE.max {
            let most = SamplingOptions::NOISE.max;
            return Err(malformed(
                "positive_accuracy",
                format!(
                    "is {target}, which a probability of {prior} keeps only with noise above {most}; allow more"
                ),
            ));
        }
        // More noise than is needed keeps to the target, too.
        Ok(noise.max(SamplingOptions::NOISE.min))
    };
    sampling_probability.iter().map(noise).collect()
}
