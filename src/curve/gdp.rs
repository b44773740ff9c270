//! The Gaussian that covers a ROC curve over a range of false-positive rates.

use super::curve::PrivacyCurve;
use crate::numerics::Interval;
use crate::numerics::normal::{cdf, quantile};

/// Cells at first, and evaluations at most.
const CELLS: usize = 24;
const EVALUATIONS: usize = 240;
/// Width at which the interval is narrow enough.
const RESOLVED: f64 = 1e-7;
/// What a quantile's rounding may add.
const ROUNDING: f64 = 1e-12;

/// A rate, what is known of the curve there, and its order.
#[derive(Clone, Copy)]
struct Knot {
    fpr: f64,
    order: f64,
    tpr: Interval,
    /// `H(order)` from above: the curve stays below the line `H + fpr e^order`.
    intercept: f64,
}

impl Knot {
    /// `near` is the order of a rate nearby.
    fn new(curve: &PrivacyCurve, fpr: f64, near: f64) -> Self {
        let (mut tpr, order) = curve.tpr_and_order(fpr, near);
        let intercept = curve.hockey_stick(order).upper;
        tpr.upper = tpr.upper.min(intercept + fpr * libm::exp(order));
        Self {
            fpr,
            order,
            tpr,
            intercept,
        }
    }
}

/// `Phi^-1(tpr) - Phi^-1(fpr)`, infinite where the rate cannot be told from 1.
fn mu(fpr: f64, tpr: f64) -> f64 {
    if tpr < 1.0 {
        quantile(tpr) - quantile(fpr)
    } else {
        f64::INFINITY
    }
}

impl PrivacyCurve {
    /// The smallest `mu` with `TPR <= Phi(Phi^-1(FPR) + mu)` for every false-positive rate from `fpr_min` to
    /// `fpr_max`. Over all rates it is the parameter of the training without sampling, so the range matters.
    ///
    /// Between two rates the curve stays below its tangents; the `mu` of a line is quasi-convex in the rate
    /// (where a line lies below the concave curve of a Gaussian is an interval), so its largest value is at an end.
    #[must_use]
    pub fn gdp_mu(&self, fpr_min: f64, fpr_max: f64) -> Interval {
        let (first, last) = (quantile(fpr_min), quantile(fpr_max));
        let rate = |x: f64| cdf(x).clamp(fpr_min, fpr_max);
        let mut knots: Vec<Knot> = Vec::with_capacity(EVALUATIONS);
        for i in 0..=CELLS {
            let near = knots.last().map_or(0.0, |knot| knot.order);
            let x = first + (last - first) * i as f64 / CELLS as f64;
            knots.push(Knot::new(self, rate(x), near));
        }
        loop {
            let mut lower = 0.0_f64;
            for knot in &knots {
                if knot.tpr.lower < 1.0 {
                    lower = lower.max(mu(knot.fpr, knot.tpr.lower));
                }
            }
            let (mut upper, mut widest) = (lower, None);
            for (i, pair) in knots.windows(2).enumerate() {
                let most = most_between(&pair[0], &pair[1]);
                if most > upper {
                    (upper, widest) = (most, Some(i));
                }
            }
            // What is not known of the knots themselves no further knot takes away.
            let mut at_knots = lower;
            for knot in &knots {
                at_knots = at_knots.max(mu(knot.fpr, knot.tpr.upper));
            }
            upper = upper.max(at_knots);
            match widest {
                Some(i) if upper - at_knots > RESOLVED && knots.len() < EVALUATIONS => {
                    let x = 0.5 * (quantile(knots[i].fpr) + quantile(knots[i + 1].fpr));
                    let near = knots[i].order;
                    knots.insert(i + 1, Knot::new(self, rate(x), near));
                }
                _ => {
                    let most = self
                        .unsampled()
                        .map_or(f64::INFINITY, |gaussian| gaussian.mu);
                    let lower = (lower - ROUNDING).max(0.0).min(most);
                    return Interval {
                        lower,
                        upper: (upper + ROUNDING).min(most * (1.0 + 1e-14)),
                    };
                }
            }
        }
    }

    /// The `mu` whose curve is nearest over the range, and the largest difference of the true-positive rates. Estimates.
    #[must_use]
    pub fn gdp_fit(&self, fpr_min: f64, fpr_max: f64) -> (f64, f64) {
        let (first, last) = (quantile(fpr_min), quantile(fpr_max));
        let points = 2 * CELLS;
        let scores: Vec<f64> = (0..=points)
            .map(|i| first + (last - first) * i as f64 / points as f64)
            .collect();
        let fpr: Vec<f64> = scores.iter().map(|&score| cdf(score)).collect();
        let tpr = self.roc(&fpr);
        let regret = |mu: f64| {
            let pairs = scores.iter().zip(&tpr);
            pairs
                .map(|(score, tpr)| (cdf(score + mu) - tpr.middle()).abs())
                .fold(0.0, f64::max)
        };
        let (mut low, mut high) = (0.0, 1.0);
        while high < 100.0 && regret(2.0 * high) < regret(high) {
            high *= 2.0;
        }
        high *= 2.0;
        for _ in 0..60 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if regret(left) <= regret(right) {
                high = right;
            } else {
                low = left;
            }
        }
        let best = 0.5 * (low + high);
        (best, regret(best))
    }
}

/// Largest `mu` of the curve between two knots, from above.
fn most_between(left: &Knot, right: &Knot) -> f64 {
    let slopes = libm::exp(left.order) - libm::exp(right.order);
    if !slopes.is_finite() {
        return mu(left.fpr, right.tpr.upper);
    }
    let crossing = (right.intercept - left.intercept) / slopes;
    let at_ends = mu(left.fpr, left.tpr.upper).max(mu(right.fpr, right.tpr.upper));
    if !(crossing > left.fpr && crossing < right.fpr) {
        // One tangent lies below the other over the whole cell: its ends decide.
        let line = |knot: &Knot, fpr: f64| mu(fpr, knot.intercept + fpr * libm::exp(knot.order));
        let first = line(left, left.fpr).max(line(left, right.fpr));
        let second = line(right, left.fpr).max(line(right, right.fpr));
        return first.min(second).max(at_ends);
    }
    let top = left.intercept + crossing * libm::exp(left.order);
    let other = right.intercept + crossing * libm::exp(right.order);
    at_ends.max(mu(crossing, top.max(other) * (1.0 + 1e-12)))
}
