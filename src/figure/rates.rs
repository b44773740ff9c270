//! Rates of an attack: what is stated about them, and at which they are asked for and drawn.

use super::figure::{Figure, Kind};
use super::theorem::{ANY_PRIOR, GAUSSIAN_SUCCESS};
use crate::numerics::{normal, probability_up};
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
    /// The closed form of the Bayes-security paper for the same, with any number of candidates.
    pub closed_form: Figure,
    /// The closed form of the Gaussian mechanism, where batches are the whole data set.
    pub gaussian: Option<Figure>,
}

impl BaselineFigure {
    /// From upper bounds of the success and of the advantage when the record is exchanged for another; and the mu of a Gaussian
    /// mechanism, where the run is one.
    pub(crate) fn new(
        baseline: f64,
        success: Figure,
        exchanged: f64,
        gaussian_mu: Option<f64>,
    ) -> Self {
        // Half an ulp of each factor, and that of the product.
        let missed = (1.0 - exchanged).next_down().max(0.0) * (1.0 - baseline).next_down();
        let closed_form = (1.0 - missed.next_down().max(0.0)).next_up().min(1.0);
        let by_mu = |mu: f64| {
            let z = normal::quantile(baseline) + mu;
            // The quantile is off by less than 1e-13 of a deviation, which moves the probability by less than that.
            let rate =
                normal::cdf(z) * (1.0 + normal::relative_error(z)) + 1e-13 * normal::density(z);
            Figure::upper(probability_up(rate), "closed_form", GAUSSIAN_SUCCESS)
        };
        Self {
            baseline,
            success,
            closed_form: Figure::upper(closed_form, "closed_form", ANY_PRIOR),
            gaussian: gaussian_mu.map(by_mu),
        }
    }
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
