//! What an audit answers.

use crate::figure::{Figure, Roc};
use serde::Serialize;

/// What the results of an attack say about the run that was declared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditResult {
    /// Version of the library.
    pub library_version: &'static str,
    /// What is proven of the declared run or guarantee.
    pub status: &'static str,
    /// The keys of its sources in the bibliography.
    pub status_sources: &'static [&'static str],
    /// Confidence of each bound below, by itself.
    pub level: f64,
    /// Whether the declared curve is refuted at that confidence.
    pub refuted: bool,
    /// Upper bound of the chance of such results under the declared curve, whatever the attack.
    pub p_value: f64,
    /// What the test rests on.
    pub test: &'static str,
    /// The keys of its sources in the bibliography.
    pub test_sources: &'static [&'static str],
    /// What the attack shows at each threshold; empty for a single run.
    pub thresholds: Vec<AuditThreshold>,
    /// Advantage that the attack certainly has.
    pub advantage: Figure,
    /// Largest advantage that the declared curve allows.
    pub possible_advantage: Figure,
    /// The first over the second: how much of what is possible the attack shows.
    pub share_of_possible: Figure,
    /// Rates of true positives that the best attacker certainly has, at the rates that were asked for; empty for a single run.
    pub tpr: Vec<AuditTpr>,
    /// Epsilon that the run certainly exceeds, at the delta that was asked for.
    pub epsilon: Option<Figure>,
    /// The same for a single run by the theorem for epsilon alone.
    pub epsilon_by_guesses: Option<Figure>,
    /// GDP mu that the run certainly exceeds.
    pub gdp_mu: Figure,
    /// Noise multiplier, or factor on those of a schedule, that the results refute together with every larger one; absent where
    /// they refute none, and for a guarantee.
    pub noise_multiplier: Option<Figure>,
    /// Trials of each class, or canaries, with which the same shares would refute the declared curve; absent where a million times
    /// as many would not, nor 1e12 trials, nor a million canaries.
    pub needed_trials: Option<f64>,
    /// The declared curve from above.
    pub roc: Option<Roc>,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
}

/// One threshold of the attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditThreshold {
    /// Share of non-members that were named.
    pub fpr: f64,
    /// Clopper and Pearson's interval of it, for this threshold alone.
    pub fpr_interval: [f64; 2],
    /// Share of members that were named.
    pub tpr: f64,
    /// The same of it.
    pub tpr_interval: [f64; 2],
    /// `[FPR at most, TPR at least]`, for all thresholds at once.
    pub corner: [f64; 2],
    /// Whether this threshold alone refutes the declared curve, with the level shared among all.
    pub refutes: bool,
}

/// What the attack shows at one rate of false positives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives that the best attacker certainly has there.
    #[serde(flatten)]
    pub tpr: Figure,
    /// The largest that the declared curve allows.
    pub possible: f64,
}
