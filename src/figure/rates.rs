//! Rates of an attack: what is stated about them, and at which they are asked for and drawn.

use super::figure::{Figure, Kind};
use serde::Serialize;

/// Rates of false positives that are asked for where none are given: 0.1 %, 1 % and 10 %.
pub(crate) const ASKED_FPR: [f64; 3] = [0.001, 0.01, 0.1];

/// Smallest rate of the ROC curve that is drawn.
const SMALLEST_DRAWN_FPR: f64 = 1e-6;

/// True-positive rate and precision at one false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TprFigure {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives.
    #[serde(flatten)]
    pub tpr: Figure,
    /// Share of members among the records an attacker names, at the prior.
    pub precision: Figure,
}

/// Success of an attacker whose guess, without what was trained, would be right with a given probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BaselineFigure {
    /// That probability, for the best guess.
    pub baseline: f64,
    /// The probability that the guess is right.
    #[serde(flatten)]
    pub success: Figure,
}

/// Points of the ROC curve with both ends, or of a share of answers along it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Curve"))]
pub struct Roc {
    /// Rates of false positives, rising to 1.
    pub fpr: Vec<f64>,
    /// Lower ends of the rates of true positives or of that share.
    pub lower: Vec<f64>,
    /// Middles; where an interval is wide, its upper end.
    pub estimate: Vec<f64>,
    /// Upper ends.
    pub upper: Vec<f64>,
    /// Which side of the truth each point is on.
    pub kind: Vec<Kind>,
}

/// `ln((1 - p)/p)`: the order at which the curve gives the accuracy at prior `p`.
#[must_use]
pub(crate) fn log_odds_against(prior: f64) -> f64 {
    libm::log1p(-prior) - libm::log(prior)
}

/// The rates that were asked for.
pub(crate) fn asked_rates(given: Option<&Vec<f64>>) -> Vec<f64> {
    given.map_or_else(|| ASKED_FPR.to_vec(), Clone::clone)
}

/// Rates spread evenly in the logarithm up to 1.
pub(crate) fn drawn_rates(points: f64) -> Vec<f64> {
    let mut rates = Vec::new();
    let mut i = 0.0;
    while i < points {
        rates.push(libm::pow(
            SMALLEST_DRAWN_FPR,
            1.0 - i / (points - 1.0).max(1.0),
        ));
        i += 1.0;
    }
    rates
}
