//! An audit: the declared run and the results of an attack in, what they say about each other out.

use super::counts::least_level;
use super::declared::{Declared, Scope};
use super::evidence::{Checked, Evidence, Tests};
use super::figures::Figures;
use super::result::AuditResult;
use super::roc_bound::RocBound;
use crate::figure::{Error, RANGES, asked_rates, drawn_rates};

/// What is asked of an audit.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// What the training was said to be.
    pub declared: Declared,
    /// What the attack has shown.
    pub evidence: Evidence,
    /// Confidence of each bound by itself; 0.95 if left out.
    pub level: Option<f64>,
    /// Asks for epsilon.
    pub target_delta: Option<f64>,
    /// False-positive rates; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
    /// Points of the declared curve.
    pub roc_points: Option<f64>,
}

/// The checked question.
pub(super) struct Asked {
    pub(super) level: f64,
    pub(super) delta: Option<f64>,
    pub(super) fpr: Vec<f64>,
    pub(super) drawn: Vec<f64>,
}

impl AuditOptions {
    /// Holds the results against the declared curve.
    ///
    /// The test has the stated level for every attack on a training with that curve, if the trials are independent and the
    /// thresholds were fixed before or are those of a table of scores. To pass proves nothing about other attacks.
    ///
    /// ```
    /// use mi_bounds::{AuditOptions, Declared, Evidence, RunOptions};
    /// let options = AuditOptions {
    ///     declared: Declared::Run(RunOptions {
    ///         noise_multiplier: Some(1.0),
    ///         sample_rate: Some(0.01),
    ///         num_steps: Some(1000.0),
    ///         ..RunOptions::default()
    ///     }),
    ///     evidence: Evidence::Counts {
    ///         true_positives: vec![60.0],
    ///         positives: vec![1000.0],
    ///         false_positives: vec![10.0],
    ///         negatives: vec![1000.0],
    ///     },
    ///     level: None,
    ///     target_delta: Some(1e-5),
    ///     fpr: None,
    ///     roc_points: None,
    /// };
    /// let result = options.result()?;
    /// assert!(result.refuted && result.p_value < 0.01 && result.advantage.lower > Some(0.027));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing or out of range, or [`Error::Unknown`] where nothing is proven for the
    /// declared run.
    pub fn result(&self) -> Result<AuditResult, Error> {
        let checked = self.evidence.checked()?;
        let asked = self.asked()?;
        let scope = checked.scope();
        let declared = self.declared.curve(scope)?;
        let tests = checked.tests(&declared.roc);
        let figures = Figures {
            tests: &tests,
            asked: &asked,
            declared: &declared,
        };
        let noise = figures.noise(&self.declared, scope);
        let needed = figures.needed_trials();
        Ok(figures.result(noise, needed))
    }

    fn asked(&self) -> Result<Asked, Error> {
        let delta = self.target_delta;
        let delta = delta.map(|delta| RANGES.target_delta.check("target_delta", delta));
        let fpr = asked_rates(self.fpr.as_ref());
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let points = RANGES
            .roc_points
            .or_default("roc_points", self.roc_points)?;
        Ok(Asked {
            level: RANGES.level.or_default("level", self.level)?,
            delta: delta.transpose()?,
            fpr,
            drawn: drawn_rates(points),
        })
    }
}

impl Tests {
    /// Whether a curve is refuted with an error of at most `alpha`.
    pub(super) fn refute(&self, roc: &RocBound, alpha: f64) -> bool {
        match self {
            Self::Thresholds(thresholds) => thresholds.refute(roc, alpha),
            Self::OneRun(guesses) => guesses.refute(roc, alpha),
        }
    }

    pub(super) fn p_value(&self, roc: &RocBound) -> f64 {
        match self {
            Self::Thresholds(thresholds) => thresholds.p_value(roc),
            Self::OneRun(guesses) => least_level(|level| guesses.refute(roc, level)),
        }
    }
}

impl Checked {
    /// Rates far below one in all trials are not seen.
    fn scope(&self) -> Scope {
        const UNSEEN: f64 = 1e-3;
        let (trials, both_directions) = match self {
            Self::Counts(counts, _) => {
                let negatives = counts.iter().map(|counts| counts.negatives);
                (negatives.fold(1.0, f64::max), false)
            }
            Self::OneRun(guesses) => (guesses.canaries, true),
        };
        Scope {
            least_fpr: (UNSEEN / trials).max(1e-15),
            both_directions,
        }
    }
}
