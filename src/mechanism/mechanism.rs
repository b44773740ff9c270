//! What was trained and what the game is: the checked parameters that every engine starts from.

use super::phase::Phase;
use super::sampled_gaussian::SampledGaussian;
use crate::figure::{Error, RANGES, word_of};
use crate::numerics::count;
use serde::{Deserialize, Serialize};

/// Which pairs of data sets an attacker has to tell apart, and what one record does to a sum of clipped gradients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NeighboringRelation {
    /// One data set has one record more: a sampled step shifts by at most the clipping norm.
    #[default]
    AddOrRemoveOne,
    /// One record is another one: a sampled step shifts by at most twice the clipping norm.
    ReplaceOne,
    /// One record is replaced by one without gradient (zero-out): sizes are equal, and a sampled step shifts by at
    /// most the clipping norm.
    ReplaceSpecial,
}

/// How the records of a step are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Sampling {
    /// Every record enters every step by its own coin.
    #[default]
    Poisson,
    /// Every step takes a batch of fixed size without replacement.
    WithoutReplacement,
    /// Every epoch cuts a random permutation into batches of fixed size.
    Shuffle,
    /// In every epoch each record goes to one step, chosen at random (1-out-of-T random allocation).
    BallsAndBins,
}

/// The law of the noise in each coordinate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Noise {
    /// Gaussian; the noise multiplier is its standard deviation over the clipping norm (of l2).
    #[default]
    Gaussian,
    /// Laplace; the noise multiplier is its scale over the clipping norm (of l1).
    Laplace,
}

/// A training whose every noisy sum the attacker sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Mechanism {
    phases: Vec<Phase>,
    relation: NeighboringRelation,
    sampling: Sampling,
    noise: Noise,
    group_size: usize,
}

/// Most phases of a schedule.
const MOST_PHASES: usize = 10_000;

impl Mechanism {
    /// Checks all parameters; phases that differ in nothing but their length become one.
    ///
    /// Steps may be chosen in advance only: noise or rates that follow from what was seen are not covered.
    ///
    /// ```
    /// use mi_bounds::{Mechanism, Phase};
    /// let phase = |num_steps| Phase { noise_multiplier: 1.0, sample_rate: 0.01, num_steps };
    /// let run = Mechanism::new(&[phase(400.0), phase(600.0)])?;
    /// assert_eq!(run.phases(), [phase(1000.0)]);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless every `noise_multiplier` lies in `[1e-4, 1e4]`, every `sample_rate` in
    /// `(0, 1]`, every `num_steps` is whole in `[1, 1e9]`, all steps together at most `1e9`, and there are
    /// between one and 10,000 phases.
    pub fn new(phases: &[Phase]) -> Result<Self, Error> {
        if phases.is_empty() || phases.len() > MOST_PHASES {
            return Err(Error::Malformed {
                parameter: "history".into(),
                problem: format!(
                    "has {} phases; allowed are 1 up to {MOST_PHASES}",
                    phases.len()
                ),
            });
        }
        let mut total = 0.0;
        for phase in phases {
            RANGES
                .noise_multiplier
                .check("noise_multiplier", phase.noise_multiplier)?;
            RANGES.sample_rate.check("sample_rate", phase.sample_rate)?;
            total += RANGES.num_steps.check("num_steps", phase.num_steps)?;
        }
        RANGES.num_steps.check("num_steps", total)?;
        // Positive numbers order like their bits.
        let key = |phase: &Phase| {
            (
                phase.noise_multiplier.to_bits(),
                phase.sample_rate.to_bits(),
            )
        };
        let mut phases = phases.to_vec();
        phases.sort_unstable_by_key(key);
        phases.dedup_by(|next, kept| {
            let same = key(next) == key(kept);
            if same {
                kept.num_steps += next.num_steps;
            }
            same
        });
        Ok(Self {
            phases,
            relation: NeighboringRelation::default(),
            sampling: Sampling::default(),
            noise: Noise::default(),
            group_size: 1,
        })
    }

    /// The same training under another relation.
    #[must_use]
    pub fn with_relation(self, relation: NeighboringRelation) -> Self {
        Self { relation, ..self }
    }

    /// The same training with noise of another law.
    #[must_use]
    pub fn with_noise(self, noise: Noise) -> Self {
        Self { noise, ..self }
    }

    /// The same training with batches drawn another way. For `Shuffle` and `BallsAndBins` an epoch has
    /// `1/sample_rate` steps, every phase begins an epoch, and its last one may be cut off.
    ///
    /// # Errors
    /// [`Error::Malformed`] where `1/sample_rate` is not whole.
    pub fn with_sampling(self, sampling: Sampling) -> Result<Self, Error> {
        if matches!(sampling, Sampling::Shuffle | Sampling::BallsAndBins) {
            for phase in &self.phases {
                let bins = phase.bins();
                if (1.0 / bins - phase.sample_rate).abs() > 1e-9 * phase.sample_rate {
                    return Err(Error::Malformed {
                        parameter: "sample_rate".into(),
                        problem: format!(
                            "is {}; with batches cut from an epoch, 1/sample_rate must be a whole number",
                            phase.sample_rate
                        ),
                    });
                }
            }
        }
        Ok(Self { sampling, ..self })
    }

    /// The same training, asked about `group_size` records that enter or stay out together.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `group_size` is whole in `[1, 100]`.
    pub fn with_group_size(self, group_size: f64) -> Result<Self, Error> {
        let group_size = count(RANGES.group_size.check("group_size", group_size)?);
        Ok(Self { group_size, ..self })
    }

    /// The distinct phases, in the order of their noise multiplier and sample rate.
    #[must_use]
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// The steps, where all share their parameters.
    pub(crate) fn single_phase(&self) -> Option<SampledGaussian> {
        match &self.phases[..] {
            [phase] => phase.try_into().ok(),
            _ => None,
        }
    }

    /// The relation between neighbouring data sets.
    #[must_use]
    pub fn relation(&self) -> NeighboringRelation {
        self.relation
    }

    /// How the records of a step are drawn.
    #[must_use]
    pub fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// The law of the noise.
    #[must_use]
    pub fn noise(&self) -> Noise {
        self.noise
    }

    /// Number of records that enter or stay out together.
    #[must_use]
    pub fn group_size(&self) -> usize {
        self.group_size
    }

    /// Number of steps of all phases together.
    #[must_use]
    pub fn num_steps(&self) -> f64 {
        self.phases.iter().map(|phase| phase.num_steps).sum()
    }
}

impl From<&SampledGaussian> for Mechanism {
    fn from(run: &SampledGaussian) -> Self {
        Self {
            phases: vec![run.into()],
            relation: NeighboringRelation::default(),
            sampling: Sampling::default(),
            noise: Noise::default(),
            group_size: 1,
        }
    }
}

/// Word for how batches are drawn, "none" where every record enters every step.
pub(crate) fn sampling_name(mechanism: &Mechanism) -> &'static str {
    let sampled = mechanism
        .phases()
        .iter()
        .any(|phase| phase.sample_rate < 1.0);
    if sampled {
        word_of::<Sampling>(mechanism.sampling() as usize)
    } else {
        "none"
    }
}
