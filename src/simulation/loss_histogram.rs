//! Where the simulated losses fell.

use super::loss_reach::LossScale;
use serde::Serialize;

/// Counts of losses. Bin `i` holds `edges[i] <= loss < edges[i + 1]`; the outer ones hold all that lies beyond too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LossHistogram {
    /// Rising, one more than there are bins; they follow from the parameters alone.
    pub edges: Vec<f64>,
    /// Trainings without the record, one for each independent noise: mirror images are not counted.
    pub out: Vec<f64>,
    /// Trainings with it.
    #[serde(rename = "in")]
    pub member: Vec<f64>,
    /// The loss above which the best attacker at the prior says "in": `ln((1 - prior)/prior)`.
    pub threshold: f64,
}

/// Number of bins.
pub(crate) const BINS: usize = 512;
/// Standard deviations of the bulk that the edges span.
const DEVIATIONS: f64 = 6.0;

/// The edges, from parameters alone: `w sinh(t)` at evenly spaced `t`, with `w` the deviation of the loss. They are even
/// within the bulk and grow in proportion to the loss beyond, where a single sampled step may leap.
pub(crate) fn edges(scale: &LossScale) -> Vec<f64> {
    let w = scale.deviation().max(f64::MIN_POSITIVE);
    let reach = 0.5 * w * w + DEVIATIONS * w;
    let below = if scale.lowest.is_finite() {
        reach.min(-scale.lowest)
    } else {
        reach + scale.leap
    };
    let (from, to) = (
        -libm::asinh(below / w),
        libm::asinh((reach + scale.leap) / w),
    );
    (0..=BINS)
        .map(|i| {
            let share = i as f64 / BINS as f64;
            w * libm::sinh(from + (to - from) * share)
        })
        .collect()
}

/// The bin of a loss.
pub(crate) fn bin(edges: &[f64], loss: f64) -> usize {
    let inner = &edges[1..edges.len() - 1];
    inner.partition_point(|&edge| edge <= loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loss_has_its_bin() {
        let edges = [-1.0, 0.0, 1.0, 2.0];
        for (loss, expected) in [
            (f64::NEG_INFINITY, 0),
            (-0.5, 0),
            (0.0, 1),
            (0.99, 1),
            (1.0, 2),
            (5.0, 2),
        ] {
            assert_eq!(bin(&edges, loss), expected, "{loss}");
        }
    }

    #[test]
    fn edges_rise_whatever_the_scale() {
        for slope in [1e-9, 0.01, 1.0, 100.0, 1e6] {
            for lowest in [f64::NEG_INFINITY, -1e-6, -10.0] {
                for leap in [0.0, 1e-6, 3.0, 1e4] {
                    let edges = edges(&LossScale {
                        slope,
                        rest: 0.5 * slope.min(16.0),
                        lowest,
                        leap,
                    });
                    assert_eq!(edges.len(), BINS + 1);
                    assert!(edges.windows(2).all(|pair| pair[0] < pair[1]));
                }
            }
        }
    }
}
