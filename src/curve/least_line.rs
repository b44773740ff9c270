//! The rate of true positives as the least of the lines `H(eps) + fpr e^eps`, one for each order.

use crate::fourier::Lines;
use crate::numerics::{Interval, lowest};

/// How many times a bracket is widened before the lower end falls back on the blind attacker.
const WIDENINGS: usize = 24;

/// What the advantage alone says: the curve is concave from (0, 0) to (1, 1) and somewhere lies the
/// advantage above the diagonal, at a rate of at most one less the advantage.
pub(super) fn tpr_from_advantage(fpr: f64, advantage: Interval) -> Interval {
    let rest = (1.0 - advantage.lower).next_up();
    let reached = advantage.lower * (fpr / rest).min(1.0) * (1.0 - 4.0 * f64::EPSILON);
    Interval {
        lower: fpr.max(reached),
        upper: (fpr + advantage.upper).next_up().min(1.0),
    }
}

/// A convex function of `x = e^eps` at one order.
struct Point {
    x: f64,
    value: Interval,
}

/// Bounds of the minimum of a convex function of `x = e^eps`, from three orders around `best`: the outer two are moved apart
/// from `reach` on until the function is certainly higher at both. Never below `floor`; the upper end is at most 1.
fn least_near(
    at: &dyn Fn(f64) -> Option<Point>,
    best: f64,
    mut reach: f64,
    floor: f64,
) -> Interval {
    let mut upper = 1.0_f64;
    if let Some(Point { x, value: centre }) = at(best) {
        upper = upper.min(centre.upper);
        for _ in 0..WIDENINGS {
            let (Some(left), Some(right)) = (at(best - reach), at(best + reach)) else {
                break;
            };
            let (below, above) = (x - left.x, right.x - x);
            let (left, right) = (left.value, right.value);
            upper = upper.min(left.upper).min(right.upper);
            if left.lower > centre.upper && right.lower > centre.upper {
                // The minimum lies between left and right; beyond the centre the function stays above the line through
                // the point on the other side and the centre.
                let fall_right = (left.upper - centre.lower) * above / below;
                let fall_left = (right.upper - centre.lower) * below / above;
                return Interval {
                    lower: (centre.lower - fall_right.max(fall_left)).next_down(),
                    upper,
                };
            }
            reach *= 2.0;
        }
    }
    Interval {
        lower: floor,
        upper: upper.max(floor),
    }
}

/// `divergence + fpr e^eps`.
fn line_at(divergence: Interval, fpr: f64, epsilon: f64) -> Point {
    let x = libm::exp(epsilon);
    let rest = fpr * x;
    let slack = 4.0 * f64::EPSILON * (1.0 + epsilon.abs()) * rest;
    Point {
        x,
        value: Interval {
            lower: divergence.lower + rest - slack,
            upper: divergence.upper + rest + slack,
        },
    }
}

/// The minimum of `divergence + fpr e^eps` over all orders.
pub(super) fn least_line(divergence: &dyn Fn(f64) -> Interval, fpr: f64) -> Interval {
    let at = |epsilon: f64| line_at(divergence(epsilon), fpr, epsilon);
    let best = lowest(&|epsilon| at(epsilon).value.upper);
    least_near(&|epsilon| Some(at(epsilon)), best, 1e-6, fpr)
}

/// The rate of true positives by the lines; `near` becomes the order at which the best attacker has the rate.
pub(super) fn tpr_on_lines(lines: &Lines, fpr: f64, near: &mut f64) -> Interval {
    *near = order_at(lines, fpr, *near);
    let at = |epsilon: f64| {
        let curve = lines.sample(epsilon)?;
        let x = libm::exp(epsilon);
        let value = curve.value + fpr * x;
        let relative = 4.0 * f64::EPSILON * (1.0 + epsilon.abs());
        let error = curve.error + relative * (curve.value.abs() + fpr * x);
        Some(Point {
            x,
            value: Interval {
                lower: value - error,
                upper: value + error,
            },
        })
    };
    let reach = lines.sample(*near).map_or(0.1, |centre| {
        let bend = (centre.slope - centre.curvature).abs();
        libm::sqrt(8.0 * centre.error / bend.max(1e-300)).clamp(1e-9, 0.1)
    });
    least_near(&at, *near, reach, fpr)
}

/// The order at which the best attacker has false-positive rate `fpr`: `Q(L > eps) = fpr`. An estimate.
fn order_at(lines: &Lines, fpr: f64, start: f64) -> f64 {
    let (mut low, mut high) = lines.orders();
    let mut epsilon = start.clamp(low, high);
    let target = libm::log(fpr);
    for _ in 0..60 {
        let Some(curve) = lines.sample(epsilon) else {
            // Between two lines: halve the bracket.
            low = epsilon;
            epsilon = 0.5 * (low + high);
            continue;
        };
        // H' = -e^eps Q(L > eps), so the rate and its slope come with the curve.
        let rate = -libm::exp(-epsilon) * curve.slope;
        let slope = libm::exp(-epsilon) * (curve.slope - curve.curvature);
        if rate > fpr {
            low = epsilon;
        } else {
            high = epsilon;
        }
        let newton = epsilon - (libm::log(rate) - target) * rate / slope;
        // Noise in the tail gives rates and slopes of the wrong sign: halve the bracket instead.
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if (next - epsilon).abs() <= 1e-9 * (1.0 + epsilon.abs()) || high - low < 1e-12 {
            return next;
        }
        epsilon = next;
    }
    epsilon
}
