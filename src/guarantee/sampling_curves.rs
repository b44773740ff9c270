//! Curves over the sampling probability of the data set, and the example in which nothing bounds the positive accuracy.

use super::guarantee::Guarantee;
use super::positive_accuracy::{UnboundedAccuracy, largest_epsilon, positive_accuracy};
use super::theorems;
use super::unlearning::{deletion_capacity, printed_deletion_capacity};
use crate::figure::{Error, Figure, RANGES, VERSION};
use crate::mechanism::Gaussian;
use crate::numerics::{Interval, count};
use serde::Serialize;

/// Curves of constant positive accuracy.
#[derive(Clone, Debug, Default)]
pub struct IsoBoundOptions {
    /// The positive accuracies.
    pub target_positive_accuracy: Vec<f64>,
    /// Delta, 0 if left out.
    pub delta: Option<f64>,
    /// Rate at which the attack says "member" of a member.
    pub attack_rate: Option<f64>,
    /// Points of each curve, 100 if left out.
    pub points: Option<f64>,
}

/// One curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IsoBound {
    /// The positive accuracy that is kept.
    pub target_positive_accuracy: f64,
    /// Largest epsilon at each sampling probability; none where not even 0 keeps it.
    pub epsilon: Vec<Option<f64>>,
}

/// The curves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IsoBoundResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The sampling probabilities, inside `(0, 1)`.
    pub sampling_probability: Vec<f64>,
    /// The largest epsilon at each; none where not even epsilon 0 keeps the target.
    pub curves: Vec<IsoBound>,
    /// What they rest on.
    pub theorem: &'static str,
    /// The keys of those sources in the bibliography.
    pub sources: &'static [&'static str],
    /// The entry of the errata that is in force.
    pub erratum: &'static str,
}

const MOST_CURVES: usize = 20;

fn even(points: f64) -> impl Iterator<Item = f64> {
    (1..=count(points)).map(move |i| i as f64 / (points + 1.0))
}

fn points(given: Option<f64>) -> Result<f64, Error> {
    RANGES.points.or_default("points", given)
}

impl IsoBoundOptions {
    /// Computes the curves: at each sampling probability the largest epsilon, rounded down.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range; [`Error::Missing`] for a delta without an attack
    /// rate, without which no epsilon keeps any target.
    pub fn result(&self) -> Result<IsoBoundResult, Error> {
        let targets = &self.target_positive_accuracy;
        if targets.is_empty() || targets.len() > MOST_CURVES {
            return Err(Error::Malformed {
                parameter: "target_positive_accuracy".into(),
                problem: format!(
                    "has {} entries; allowed are 1 up to {MOST_CURVES}",
                    targets.len()
                ),
            });
        }
        let delta = RANGES.delta.check("delta", self.delta.unwrap_or(0.0))?;
        let rate = self
            .attack_rate
            .map(|rate| RANGES.probability.check("attack_rate", rate))
            .transpose()?;
        if delta > 0.0 && rate.is_none() {
            return Err(Error::Missing {
                parameter: "attack_rate",
                needed: "attack_rate beside a delta: without it a rare output may give a record away (E9)",
            });
        }
        let sampling_probability: Vec<f64> = even(points(self.points)?).collect();
        let mut curves = Vec::new();
        for &target in targets {
            RANGES
                .positive_accuracy
                .check("target_positive_accuracy", target)?;
            let epsilon = |&p: &f64| {
                largest_epsilon(target, p, delta, rate).filter(|epsilon| epsilon.is_finite())
            };
            curves.push(IsoBound {
                target_positive_accuracy: target,
                epsilon: sampling_probability.iter().map(epsilon).collect(),
            });
        }
        Ok(IsoBoundResult {
            library_version: VERSION,
            sampling_probability,
            curves,
            theorem: theorems::ISO_BOUND.text,
            sources: theorems::ISO_BOUND.sources,
            erratum: "E9",
        })
    }
}

/// Deletion capacity against the expected size of the training set.
#[derive(Clone, Copy, Debug)]
pub struct UnlearningCurveOptions {
    /// Epsilon of pure DP.
    pub epsilon: f64,
    /// Number of records that are sampled from.
    pub dataset_size: f64,
    /// Probability with which all deleted records must have been absent.
    pub target_absence: f64,
    /// Points, 100 if left out.
    pub points: Option<f64>,
}

/// The curve in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnlearningCurve {
    /// Version of this library.
    pub library_version: &'static str,
    /// Expected sizes of the training set.
    pub expected_size: Vec<f64>,
    /// Corrected (E10), lower bound.
    pub capacity: Vec<f64>,
    /// As printed, which is too large; none where infinite.
    pub printed_capacity: Vec<Option<f64>>,
    /// The linear growth in the expected size of Sekhari et al. with its constant set to 1.
    pub linear: Vec<f64>,
}

impl UnlearningCurveOptions {
    /// Computes the curve.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range.
    pub fn result(&self) -> Result<UnlearningCurve, Error> {
        let epsilon = RANGES.guarantee.check("epsilon", self.epsilon)?;
        let size = RANGES
            .dataset_size
            .check("dataset_size", self.dataset_size)?;
        let target = RANGES
            .positive_accuracy
            .check("target_absence", self.target_absence)?;
        let shares: Vec<f64> = even(points(self.points)?).collect();
        let column = |value: &dyn Fn(f64) -> f64| shares.iter().map(|&p| value(p)).collect();
        Ok(UnlearningCurve {
            library_version: VERSION,
            expected_size: column(&|p| p * size),
            capacity: column(&|p| deletion_capacity(epsilon, p, target)),
            printed_capacity: shares
                .iter()
                .map(|&p| Some(printed_deletion_capacity(epsilon, p, target)))
                .map(|capacity| capacity.filter(|capacity| capacity.is_finite()))
                .collect(),
            linear: column(&|p| p * size),
        })
    }
}

/// The example of Appendix A.1.
#[derive(Clone, Debug, Default)]
pub struct UnboundedExampleOptions {
    /// Standard deviation of the noise, 4.0412 if left out.
    pub noise_multiplier: Option<f64>,
    /// Epsilon, 1 if left out.
    pub epsilon: Option<f64>,
    /// Thresholds on the final weight, less its start.
    pub thresholds: Option<Vec<f64>>,
}

/// The example in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnboundedExample {
    /// Version of this library.
    pub library_version: &'static str,
    /// Standard deviation of the noise.
    pub noise_multiplier: f64,
    /// Epsilon.
    pub epsilon: f64,
    /// The exact delta at epsilon for this noise.
    pub delta: Figure,
    /// The smallest noise that keeps (epsilon, 1e-5).
    pub least_noise_multiplier: Figure,
    /// Thresholds.
    pub threshold: Vec<f64>,
    /// `P(S | x in D)`.
    pub attack_rate: Vec<f64>,
    /// `P(x in D | S)`.
    pub positive_accuracy: Vec<f64>,
    /// Share of right answers.
    pub accuracy: Vec<f64>,
    /// The bound at that attack rate (E9): at or above the positive accuracy.
    pub bound: Vec<f64>,
}

const PRINTED_NOISE: f64 = 4.0412;
const PRINTED_DELTA: f64 = 1e-5;

impl UnboundedExampleOptions {
    /// Computes the columns.
    ///
    /// ```
    /// use mi_bounds::UnboundedExampleOptions;
    /// let example = UnboundedExampleOptions::default().result()?;
    /// // Erratum E16f: valid at its noise, but not tight.
    /// assert!((example.delta.estimate - 2.41e-6).abs() < 1e-8);
    /// assert!((example.least_noise_multiplier.estimate - 3.73063).abs() < 1e-5);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range.
    pub fn result(&self) -> Result<UnboundedExample, Error> {
        let sigma = RANGES.noise_multiplier.check(
            "noise_multiplier",
            self.noise_multiplier.unwrap_or(PRINTED_NOISE),
        )?;
        let epsilon = RANGES
            .guarantee
            .check("epsilon", self.epsilon.unwrap_or(1.0))?;
        let threshold = self.thresholds.clone().unwrap_or_else(|| {
            (0..=100)
                .map(|i| sigma * (f64::from(i) / 10.0 - 8.0))
                .collect()
        });
        if let Some(&wrong) = threshold.iter().find(|t| !(-1e6..=1e6).contains(*t)) {
            return Err(Error::OutOfRange {
                parameter: "thresholds",
                value: wrong,
                allowed: "from -1e6 up to 1e6".into(),
            });
        }
        let delta = Gaussian { mu: 1.0 / sigma }.hockey_stick(epsilon);
        let example = UnboundedAccuracy {
            noise_multiplier: sigma,
        };
        let column = |value: &dyn Fn(f64) -> f64| threshold.iter().map(|&t| value(t)).collect();
        let guarantee = Guarantee::ApproximateDp {
            epsilon,
            delta: delta.upper.clamp(0.0, 1.0),
        };
        Ok(UnboundedExample {
            library_version: VERSION,
            noise_multiplier: sigma,
            epsilon,
            delta: Figure::exact(delta, "closed_form", theorems::GAUSSIAN_DIVERGENCE)
                .with_erratum("E16f"),
            least_noise_multiplier: Figure::exact(
                least_noise(epsilon, PRINTED_DELTA),
                "closed_form",
                theorems::GAUSSIAN_DIVERGENCE,
            )
            .with_erratum("E16f"),
            attack_rate: column(&|t| example.attack_rate(t)),
            positive_accuracy: column(&|t| example.positive_accuracy(t)),
            accuracy: column(&|t| example.accuracy(t)),
            bound: column(&|t| positive_accuracy(&guarantee, 0.5, Some(example.attack_rate(t)))),
            threshold,
        })
    }
}

/// Bracket of the noise at which the Gaussian mechanism has `delta` at `epsilon`.
fn least_noise(epsilon: f64, delta: f64) -> Interval {
    let at = |sigma: f64| Gaussian { mu: 1.0 / sigma }.hockey_stick(epsilon);
    let (mut low, mut high) = (1e-2, 1e6);
    while high - low > 1e-12 * high {
        let middle = 0.5 * (low + high);
        let found = at(middle);
        if found.lower > delta {
            low = middle;
        } else if found.upper < delta {
            high = middle;
        } else {
            break;
        }
    }
    Interval {
        lower: low,
        upper: high,
    }
}
