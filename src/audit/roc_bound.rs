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

impl Line {
    fn at(self, rate: f64) -> f64 {
        up(self.intercept + self.slope * rate)
    }
}

/// What no attacker passes at each rate; it rises.
#[derive(Clone, Debug)]
pub(super) enum RocBound {
    Tangents(Tangents),
    /// What is left to a concave curve that passes below one point.
    Rate {
        fpr: f64,
        tpr: f64,
    },
}

/// The least of many lines and of 1.
#[derive(Clone, Debug)]
pub(super) struct Tangents {
    /// By falling slope; each is the least somewhere.
    lines: Vec<Line>,
    /// Where a line becomes less than the one before it, and how high that is; one fewer than lines.
    corners: Vec<(f64, f64)>,
}

/// Points of a curve whose tangents are taken.
const TANGENTS: u32 = 240;

/// Deltas at which a guarantee is read.
const DELTAS: u32 = 120;

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
        let (mut lines, mut corners): (Vec<Line>, Vec<(f64, f64)>) = (Vec::new(), Vec::new());
        for line in all {
            while let Some(last) = lines.last() {
                if last.slope == line.slope {
                    break;
                }
                let corner = (line.intercept - last.intercept) / (last.slope - line.slope);
                if corner <= corners.last().map_or(0.0, |(before, _)| *before) {
                    lines.pop();
                    corners.pop();
                } else {
                    corners.push((corner, last.at(corner)));
                    break;
                }
            }
            if lines.last().is_none_or(|last| last.slope > line.slope) {
                lines.push(line);
            }
        }
        Self::Tangents(Tangents { lines, corners })
    }

    /// What no attacker passes at rate `rate`, rounded up.
    pub(super) fn at(&self, rate: f64) -> f64 {
        match self {
            Self::Tangents(Tangents { lines, corners }) => {
                let place = corners.partition_point(|(corner, _)| *corner < rate);
                lines[place].at(rate).min(1.0)
            }
            // Before the point it stays below the line from (1, 1), after it below the line from (0, 0).
            Self::Rate { fpr, tpr } if rate < *fpr => {
                up((tpr - (fpr - rate) * down((1.0 - tpr) / (1.0 - fpr))).max(0.0))
            }
            Self::Rate { fpr, tpr } => up(rate * (tpr / fpr)).min(1.0),
        }
    }

    /// The least rate of false positives with true positives at rate `tpr`, rounded down. `place` is 0 for the first question, and
    /// left alone between rates that rise.
    pub(super) fn least_fpr(&self, tpr: f64, place: &mut usize) -> f64 {
        let Self::Tangents(Tangents { lines, corners }) = self else {
            return 0.0;
        };
        while corners.get(*place).is_some_and(|(_, height)| *height < tpr) {
            *place += 1;
        }
        // The line that is least at the answer says most; the last one, at 1, is never passed.
        let Some(Line { intercept, slope }) = lines[..lines.len() - 1].get(*place) else {
            let last = corners.last().map_or(0.0, |(corner, _)| down(*corner));
            return last.min(1.0);
        };
        down(((tpr - intercept) / slope).max(0.0)).min(1.0)
    }

    /// Largest advantage under the bound, rounded up.
    pub(super) fn advantage(&self) -> f64 {
        let Self::Tangents(Tangents { corners, .. }) = self else {
            return 1.0;
        };
        let above = corners
            .iter()
            .map(|(corner, height)| up((height - corner).max(0.0)));
        above.fold(0.0, f64::max)
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
        Self::new(of_order(epsilon, delta))
    }

    /// Of the rate `tpr` at one rate `fpr`, and of nothing else.
    pub(super) fn of_rate(fpr: f64, tpr: f64) -> Self {
        Self::Rate { fpr, tpr }
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
        let deltas = (0..=DELTAS).map(|i| libm::exp(-36.0 * f64::from(i) / f64::from(DELTAS)));
        Self::new(deltas.chain([0.0]).flat_map(|delta| {
            let epsilon = guarantee.epsilon(delta);
            of_order(epsilon, delta)
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

/// The lines of `(epsilon, delta)` in both directions.
fn of_order(epsilon: f64, delta: f64) -> [Line; 2] {
    let falling = libm::exp(-epsilon);
    [
        Line {
            intercept: delta,
            slope: up(libm::exp(epsilon)),
        },
        Line {
            intercept: up(-libm::expm1(-epsilon) + falling * delta),
            slope: up(falling),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Demand, SampledGaussian};

    #[test]
    fn tangents_enclose_the_curve_tightly() {
        let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("a run");
        let rates = [1e-6, 1e-4, 1e-3, 0.02, 0.3, 0.7, 0.99];
        let demand = Demand {
            fpr: rates.to_vec(),
            ..Demand::default()
        };
        let curve = PrivacyCurve::new(&run, &demand);
        let orders = RocBound::orders(&curve, 1e-6, 160);
        let bound = RocBound::of_curve(&curve, &orders);
        for fpr in rates {
            let (tpr, above) = (curve.tpr(fpr), bound.at(fpr));
            assert!(
                above >= tpr.lower && above <= tpr.upper * (1.0 + 2e-3),
                "{fpr}: {above} {tpr:?}"
            );
            let back = bound.least_fpr(tpr.middle(), &mut 0);
            assert!(
                back <= fpr * (1.0 + 1e-9) && back >= 0.99 * fpr,
                "{fpr}: {back}"
            );
        }
        let advantage = curve.advantage();
        assert!(
            bound.advantage() >= advantage.lower && bound.advantage() < advantage.upper * 1.002
        );
    }

    #[test]
    fn curves_in_closed_form() {
        for fpr in [1e-9, 1e-3, 0.2, 0.5, 0.9] {
            let exact = normal::cdf(normal::quantile(fpr) + 1.0);
            let above = RocBound::of_gdp(1.0).at(fpr);
            assert!(
                above >= exact && above <= exact * 1.002,
                "{fpr}: {above} {exact}"
            );
            let epsilon = RocBound::of_epsilon(1.0, 1e-3);
            let exact = f64::min(
                1e-3 + libm::exp(1.0) * fpr,
                1.0 - (1.0 - 1e-3 - fpr) * libm::exp(-1.0),
            );
            assert!((epsilon.at(fpr) - exact.min(1.0)).abs() < 1e-14, "{fpr}");
            let guarantee = Guarantee::ApproximateDp {
                epsilon: 1.0,
                delta: 1e-3,
            };
            let above = RocBound::of_guarantee(&guarantee).at(fpr);
            assert!(
                above >= exact.min(1.0) && above <= exact * 1.05 + 1e-9,
                "{fpr}: {above} {exact}"
            );
        }
        let rate = RocBound::of_rate(0.01, 0.2);
        assert!((rate.at(0.002) - 0.2 + 0.008 * 0.8 / 0.99).abs() < 1e-14);
        assert!((rate.at(0.02) - 0.4).abs() < 1e-14 && rate.at(0.5) == 1.0);
    }
}
