//! The ROC curve of the simulated losses, with a band that holds at all rates and at all times at once.
//!
//! Every inner edge `l` of the bins is an attack: say "in" from loss `l` on. Its two rates are probabilities with an
//! interval each, `[FPR_l, FPR_u]` and `[TPR_l, TPR_u]`; the error `alpha` is shared evenly among all of them, so that
//! with probability `1 - alpha` all hold, always. What follows then is no statistics but geometry:
//!
//! - Below. The best curve `R` rises and is concave, and `R(FPR_u) >= R(FPR(l)) >= TPR_l`. So it lies above the concave
//!   hull of all points `(FPR_u, TPR_l)` with `(0, 0)` and `(1, 1)`, which guessing reaches.
//! - Above. The losses are likelihood ratios, so by Neyman and Pearson the line of slope `e^l` through
//!   `(FPR(l), TPR(l))` supports `R`: `R(x) <= TPR_u + e^l (x - FPR_l)` for every `x`.

use crate::numerics::{Interval, anytime_binomial};

pub(crate) struct RocBand {
    /// Inner edges with the rates from there on, by rising false-positive rate.
    edges: Vec<Edge>,
    /// Corners of the curve below.
    hull: Vec<(f64, f64)>,
}

struct Edge {
    ratio: f64,
    fpr: Rate,
    tpr: Rate,
}

struct Rate {
    seen: f64,
    interval: Interval,
}

impl RocBand {
    /// From the edges of the bins and the counts within.
    pub(crate) fn new(edges: &[f64], out: &[f64], member: &[f64], alpha: f64) -> Self {
        let inner = edges.len().saturating_sub(2);
        let each = alpha / (2.0 * inner as f64);
        let (trials, members): (f64, f64) = (out.iter().sum(), member.iter().sum());
        let (mut above, mut members_above) = (0.0, 0.0);
        let rate = |count: f64, trials: f64| Rate {
            seen: if trials > 0.0 { count / trials } else { 0.0 },
            interval: anytime_binomial(count, trials, each),
        };
        let edges: Vec<Edge> = (1..=inner)
            .rev()
            .map(|i| {
                above += out[i];
                members_above += member[i];
                Edge {
                    ratio: libm::exp(edges[i]),
                    fpr: rate(above, trials),
                    tpr: rate(members_above, members),
                }
            })
            .collect();
        let hull = concave_hull(
            edges
                .iter()
                .map(|edge| (edge.fpr.interval.upper, edge.tpr.interval.lower)),
        );
        Self { edges, hull }
    }

    /// Band and estimate at a rate. The estimate is the straight line between neighbouring edges as they were seen, and
    /// where that leaves the band, the end of the band.
    pub(crate) fn tpr(&self, fpr: f64) -> (Interval, f64) {
        let upper = self.edges.iter().fold(1.0, |least: f64, edge| {
            let distance = fpr - edge.fpr.interval.lower;
            let line = edge.tpr.interval.upper + (edge.ratio * distance).next_up();
            least.min(line.next_up())
        });
        let lower = between(&self.hull, fpr).next_down().max(fpr);
        let seen: Vec<(f64, f64)> = core::iter::once((0.0, 0.0))
            .chain(self.edges.iter().map(|edge| (edge.fpr.seen, edge.tpr.seen)))
            .chain([(1.0, 1.0)])
            .collect();
        let upper = upper.max(lower);
        let estimate = between(&seen, fpr).clamp(lower, upper);
        (Interval { lower, upper }, estimate)
    }
}

/// The value at `x` of the line through points of rising abscissa; of points above each other the last one counts.
fn between(points: &[(f64, f64)], x: f64) -> f64 {
    let right = points.partition_point(|point| point.0 <= x);
    let Some(&(x2, y2)) = points.get(right) else {
        return points[points.len() - 1].1;
    };
    let (x1, y1) = points[right.max(1) - 1];
    y1 + (y2 - y1) * ((x - x1) / (x2 - x1))
}

/// Corners of the least concave curve above all points, from `(0, 0)` to `(1, 1)`.
fn concave_hull(points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut sorted: Vec<(f64, f64)> = points.chain([(0.0, 0.0), (1.0, 1.0)]).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut hull: Vec<(f64, f64)> = Vec::new();
    for point in sorted {
        while let [.., before, last] = hull[..] {
            let turn = (last.0 - before.0) * (point.1 - before.1)
                - (last.1 - before.1) * (point.0 - before.0);
            if turn < 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::normal;

    /// Counts of a Gaussian pair as they are expected: the band must hold the curve and be narrow.
    #[test]
    fn expected_counts_of_a_gaussian_pair() {
        let mu = 1.0;
        let edges: Vec<f64> = (0..=200).map(|i| f64::from(i) / 20.0 - 5.0).collect();
        let n = 1e6;
        // P(loss < l) under out, where the loss is N(-mu²/2, mu²), and under in.
        let count = |shift: f64, i: usize| {
            let below = |i: usize| match i {
                0 => 0.0,
                200 => 1.0,
                _ => normal::cdf((edges[i] - shift) / mu),
            };
            (n * below(i + 1)).round() - (n * below(i)).round()
        };
        let out: Vec<f64> = (0..200).map(|i| count(-0.5, i)).collect();
        let member: Vec<f64> = (0..200).map(|i| count(0.5, i)).collect();
        let band = RocBand::new(&edges, &out, &member, 0.05);
        for fpr in [1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9] {
            let exact = normal::sf(-normal::quantile(fpr) - mu);
            let (found, estimate) = band.tpr(fpr);
            assert!(found.contains(exact), "{fpr}: {found:?} {exact}");
            assert!((estimate / exact - 1.0).abs() < 0.05, "{fpr}");
            // Ten deviations of both rates: 200 intervals that hold at all times.
            let slope = exact / fpr;
            let deviation = slope * (fpr / n).sqrt() + (exact / n).sqrt();
            assert!(found.width() < 10.0 * deviation, "{fpr}: {found:?} {exact}");
        }
        assert_eq!(band.tpr(1.0).0.upper, 1.0);
        assert!(band.tpr(1.0).0.lower > 1.0 - 1e-12);
    }

    #[test]
    fn without_counts_only_guessing_is_known() {
        let band = RocBand::new(&[0.0, 1.0, 2.0], &[0.0, 0.0], &[0.0, 0.0], 0.05);
        let (found, _) = band.tpr(0.3);
        assert!(found.lower == 0.3 && found.upper == 1.0);
    }
}
