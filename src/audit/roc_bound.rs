//! A ROC curve from above: the least of many lines, each of which no attacker passes.

use crate::curve::PrivacyCurve;
use crate::guarantee::Guarantee;
use crate::numerics::{down, normal, up};

/// `TPR <= intercept + slope FPR`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    intercept: f64,
    slope: f64,
}

/// The least of the lines and of 1: concave and rising.
#[derive(Clone, Debug)]
pub(super) struct RocBound {
    /// By falling slope; each is the least somewhere.
    lines: Vec<Line>,
    /// Where a line becomes less than the one before it; one fewer than lines.
    corners: Vec<f64>,
}

/// Points of a curve whose tangents are taken.
const TANGENTS: u32 = 240;

impl RocBound {
    fn new(lines: impl IntoIterator<Item = Line>) -> Self {
        let sound = |line: &Line| line.intercept.is_finite() && line.slope.is_finite();
        let mut all: Vec<Line> = lines.into_iter().filter(sound).collect();
        all.push(Line {
            intercept: 1.0,
            slope: 0.0,
        });
        all.sort_by(|a, b| {
            (b.slope, a.intercept)
                .partial_cmp(&(a.slope, b.intercept))
                .expect("finite")
        });
        let (mut lines, mut corners): (Vec<Line>, Vec<f64>) = (Vec::new(), Vec::new());
        for line in all {
            while let Some(last) = lines.last() {
                if last.slope == line.slope {
                    break;
                }
                let corner = (line.intercept - last.intercept) / (last.slope - line.slope);
                if corner <= corners.last().copied().unwrap_or(0.0) {
                    lines.pop();
                    corners.pop();
                } else {
                    corners.push(corner);
                    break;
                }
            }
            if lines.last().is_none_or(|last| last.slope > line.slope) {
                lines.push(line);
            }
        }
        Self { lines, corners }
    }

    /// What no attacker passes at rate `fpr`, rounded up.
    pub(super) fn at(&self, fpr: f64) -> f64 {
        let place = self.corners.partition_point(|&corner| corner < fpr);
        let Line { intercept, slope } = self.lines[place];
        up(intercept + slope * fpr).min(1.0)
    }

    /// The least rate of false positives with true positives at rate `tpr`, rounded down.
    pub(super) fn least_fpr(&self, tpr: f64) -> f64 {
        // The steepest line is passed first; the last one, at 1, is never passed.
        let reached = |line: &Line| (tpr - line.intercept) / line.slope;
        let lines = &self.lines[..self.lines.len() - 1];
        // Concave: the line that is least at the answer says most.
        let place = self
            .corners
            .partition_point(|&corner| self.at(corner) < tpr)
            .min(lines.len().saturating_sub(1));
        lines
            .get(place)
            .map_or(0.0, |line| down(reached(line).max(0.0)).min(1.0))
    }

    /// Largest advantage under the bound, rounded up.
    pub(super) fn advantage(&self) -> f64 {
        let points = self.corners.iter().map(|&corner| self.at(corner) - corner);
        points.fold(0.0, f64::max)
    }

    /// Of an advantage.
    pub(super) fn of_advantage(advantage: f64) -> Self {
        Self::new([Line {
            intercept: advantage,
            slope: 1.0,
        }])
    }

    /// Of (epsilon, delta).
    pub(super) fn of_epsilon(epsilon: f64, delta: f64) -> Self {
        Self::new(of_order(epsilon, delta, delta))
    }

    /// Of the rate `tpr` at one rate `fpr`, and of nothing else.
    pub(super) fn of_rate(fpr: f64, tpr: f64) -> Self {
        let slope = (1.0 - tpr) / (1.0 - fpr);
        Self::new([
            Line {
                intercept: 0.0,
                slope: up(tpr / fpr),
            },
            Line {
                intercept: up((tpr - slope * fpr).max(0.0)),
                slope: up(slope),
            },
        ])
    }

    /// Of a GDP parameter.
    pub(super) fn of_gdp(mu: f64) -> Self {
        let tangent = |i: u32| {
            let at = -17.0 + f64::from(i) * (17.0 - mu.min(30.0) + 17.0) / f64::from(TANGENTS);
            let log_slope = -mu * at - 0.5 * mu * mu;
            let slope = libm::exp(log_slope);
            // Φ(at + mu) - slope Φ(at), the divergence at the order of that slope.
            let intercept = normal::cdf(at + mu) - slope * normal::cdf(at);
            let spare = 1e-14 * normal::cdf(at + mu);
            Line {
                intercept: (intercept + spare).max(0.0),
                slope: up(slope),
            }
        };
        Self::new((0..=TANGENTS).map(tangent))
    }

    /// Of a guarantee, by what it says at many deltas.
    pub(super) fn of_guarantee(guarantee: &Guarantee) -> Self {
        if let Guarantee::Gdp { mu } = guarantee {
            return Self::of_gdp(*mu);
        }
        let deltas = (0..=TANGENTS).map(|i| libm::exp(-36.0 * f64::from(i) / f64::from(TANGENTS)));
        Self::new(deltas.chain([0.0]).flat_map(|delta| {
            let epsilon = guarantee.epsilon(delta);
            of_order(epsilon, delta, delta)
        }))
    }

    /// The orders at which a curve is touched between rates of `least_fpr` and the same below 1.
    pub(super) fn orders(curve: &PrivacyCurve, least_fpr: f64, tangents: u32) -> Vec<f64> {
        let far = libm::log(least_fpr);
        let mut near = 0.0;
        let mut orders = Vec::new();
        for i in 0..=tangents {
            let logit = far * (1.0 - 2.0 * f64::from(i) / f64::from(tangents));
            let fpr = 1.0 / (1.0 + libm::exp(-logit));
            let (_, order) = curve.tpr_and_order(fpr, near);
            near = order;
            orders.push(order);
        }
        orders
    }

    /// Of a curve where "out" is the null hypothesis.
    pub(super) fn of_curve(curve: &PrivacyCurve, orders: &[f64]) -> Self {
        Self::new(orders.iter().map(|&order| Line {
            intercept: curve.hockey_stick(order).upper,
            slope: up(libm::exp(order)),
        }))
    }

    /// Of a curve whichever hypothesis is the null one.
    pub(super) fn of_both_directions(curve: &PrivacyCurve, orders: &[f64]) -> Self {
        let line = |order: f64| Line {
            intercept: curve
                .hockey_stick(order)
                .upper
                .max(curve.reverse_hockey_stick(order).upper),
            slope: up(libm::exp(order)),
        };
        let signs = orders.iter().flat_map(|&order| [order, -order]);
        Self::new(signs.map(line))
    }
}

/// The lines of `(epsilon, delta)` in both directions, where "in" has `delta` and "out" has `reverse`.
fn of_order(epsilon: f64, delta: f64, reverse: f64) -> [Line; 2] {
    let falling = libm::exp(-epsilon);
    [
        Line {
            intercept: delta,
            slope: up(libm::exp(epsilon)),
        },
        Line {
            intercept: up(-libm::expm1(-epsilon) + falling * reverse),
            slope: up(falling),
        },
    ]
}
