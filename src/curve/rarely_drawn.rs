//! Few steps and a small sample rate: the record is hardly ever drawn twice.

use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{DominatingPair, Enclosure, PairPhase, Shape};
use crate::numerics::Interval;

/// Most steps for which this is tried: the case is there for few.
const MOST_STEPS: f64 = 1e4;
/// Rounding of the weights.
const ROUNDING: f64 = 1e-14;

/// Advantage where being drawn twice is less likely than `width`.
///
/// With `b_j` the probability of being drawn `j` times, `P - Q = sum_j b_j (P_j - Q)`, so the advantage is
/// `b_1 TV(P_1, Q)` up to `b_2 + b_3 + ...`; and `P_1`, drawn once at a random step, against `Q` is the pair of
/// one epoch of balls-and-bins.
pub(crate) fn advantage(pair: &DominatingPair, width: f64, most_points: usize) -> Option<Interval> {
    let (Shape::Mixture { group_size: 1 }, [phase]) = (pair.shape, &pair.phases[..]) else {
        return None;
    };
    let (q, steps) = (phase.sample_rate, phase.num_steps);
    let twice = 0.5 * steps * (steps - 1.0) * q * q;
    if twice > 0.25 * width || steps > MOST_STEPS {
        return None;
    }
    let once = steps * q * libm::exp((steps - 1.0) * libm::log1p(-q));
    let epoch = DominatingPair {
        shape: Shape::Allocation,
        noise: pair.noise,
        phases: vec![PairPhase {
            sample_rate: 1.0 / steps,
            ..*phase
        }],
    };
    let demand = GridDemand {
        width: 0.25 * width / once,
        least_points: 0,
        most_points,
        epsilon_max: 0.0,
        smallest: 0.1,
    };
    let of_epoch = GridCurve::new(&epoch, &demand)?.advantage();
    Some(Interval {
        lower: once * of_epoch.lower * (1.0 - ROUNDING) - twice,
        upper: once * of_epoch.upper * (1.0 + ROUNDING) + twice,
    })
}
