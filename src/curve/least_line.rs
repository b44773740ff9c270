//! The rate of true positives as the least of the lines `H(eps) + fpr e^eps`, one for each order.

use crate::fourier::{Lines, Sample};
use crate::numerics::{Interval, lowest};

/// Relative width at which the order is sought no further.
const NARROW: f64 = 1e-7;
/// Relative width at which the least value is sought no further.
const NARROW_LEAST: f64 = 1e-8;
/// Relative error of a rate after which a step of Newton's method leaves nothing beside what is certified.
const SETTLED: f64 = 1e-4;
/// Relative error below which a reading tells something.
const TELLS: f64 = 0.1;
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
pub(super) struct Point {
    x: f64,
    pub(super) value: Interval,
}

impl Point {
    /// Up to `end` the function stays above the line from `start` through here.
    fn least_towards(&self, start: &Self, end: &Self) -> f64 {
        let share = (end.x - self.x) / (self.x - start.x);
        self.value.lower - (start.value.upper - self.value.lower) * share
    }
}

/// A convex function of `x = e^eps` near its minimum; at some orders it may be unknown.
struct Valley<'a> {
    at: &'a dyn Fn(f64) -> Option<Point>,
    best: f64,
    centre: Point,
    /// The least upper end that was met.
    upper: f64,
}

impl Valley<'_> {
    /// The first point on the side of `reach` at which the function is certainly higher than in the centre, and the order of one
    /// farther out.
    #[inline(never)]
    fn higher(&mut self, mut reach: f64) -> Option<(Point, f64)> {
        for _ in 0..WIDENINGS {
            let side = (self.at)(self.best + reach)?;
            self.upper = self.upper.min(side.value.upper);
            reach *= 2.0;
            if side.value.lower > self.centre.value.upper {
                return Some((side, self.best + reach));
            }
        }
        None
    }

    /// The least value, at least, between the centre and one side.
    #[inline(never)]
    fn least_between(&self, (side, farther): &(Point, f64), other: &Point) -> f64 {
        let centre = &self.centre;
        let known = centre.least_towards(other, side);
        let Interval { lower, upper } = centre.value;
        if known >= lower - 2.0 * (upper - lower) || upper - known <= NARROW_LEAST * upper {
            return known;
        }
        // Far from the other side the line through this one and a point beyond it may say more.
        (self.at)(*farther).map_or(known, |beyond| {
            let least = side.least_towards(&beyond, centre);
            known.max(least.min(side.value.lower))
        })
    }
}

/// Bounds of the minimum of a convex function of `x = e^eps`, from orders around `best`, where it is `centre`: on either side
/// one is moved away from `reach` on until the function is certainly higher there, and beyond the centre it stays above the
/// line through the point on the other side and the centre. The lower end is `floor` where no such points are met; the upper
/// end is at most 1.
fn least_near(
    at: &dyn Fn(f64) -> Option<Point>,
    (best, centre): (f64, Option<Point>),
    reach: f64,
    floor: f64,
) -> Interval {
    let (mut lower, mut upper) = (floor, 1.0_f64);
    if let Some(centre) = centre {
        upper = upper.min(centre.value.upper);
        let mut valley = Valley {
            at,
            best,
            centre,
            upper,
        };
        if let (Some(left), Some(right)) = (valley.higher(-reach), valley.higher(reach)) {
            let on_the_left = valley.least_between(&left, &right.0);
            let on_the_right = valley.least_between(&right, &left.0);
            lower = on_the_left.min(on_the_right).next_down();
        }
        upper = valley.upper;
    }
    Interval {
        lower,
        upper: upper.max(lower),
    }
}

/// `divergence + fpr e^eps`.
#[inline(never)]
pub(super) fn line_at(divergence: Interval, fpr: f64, epsilon: f64) -> Point {
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
    let best = lowest(&|epsilon| line_at(divergence(epsilon), fpr, epsilon).value.upper);
    least_line_near(divergence, fpr, best, 1e-6)
}

/// Steps from an estimated order to the lowest line.
const DOWNHILL: usize = 40;

/// The order with the lowest line, from a guess downhill and by a parabola, and how far from it the line is higher by about
/// this part of it. Estimates.
pub(super) fn lowest_line_near(
    line: &dyn Fn(f64) -> f64,
    guess: f64,
    mut reach: f64,
    relative: f64,
) -> (f64, f64) {
    let (mut order, mut value) = (guess, line(guess));
    for _ in 0..DOWNHILL {
        let (left, right) = (line(order - reach), line(order + reach));
        let bend = left + right - 2.0 * value;
        let needed = relative * value;
        if left >= value && right >= value && bend > needed {
            let vertex = order + 0.5 * reach * (left - right) / bend;
            return (vertex, reach * libm::sqrt(needed / bend));
        }
        if left < value && left <= right {
            (order, value) = (order - reach, left);
        } else if right < value {
            (order, value) = (order + reach, right);
        }
        reach *= 2.0;
    }
    (order, reach)
}

/// The same where the best order is known up to a small part of `reach`, at which the line is about as much higher as it is
/// uncertain.
pub(super) fn least_line_near(
    divergence: &dyn Fn(f64) -> Interval,
    fpr: f64,
    best: f64,
    reach: f64,
) -> Interval {
    let at = |epsilon: f64| Some(line_at(divergence(epsilon), fpr, epsilon));
    least_near(&at, (best, at(best)), reach, fpr)
}

/// What the lines leave of a rate of true positives that is `known`; `near` becomes the order at which the best attacker has the rate.
pub(super) fn tpr_on_lines(lines: &Lines, fpr: f64, known: Interval, near: &mut f64) -> Interval {
    let start = *near;
    let all = lines.orders();
    *near = order_at(lines, fpr, start, all, false);
    let first = tpr_near(lines, fpr, *near);
    let mut known = known.intersect(first);
    let mut least = first.width();
    let is_narrow = |known: Interval| known.width() <= NARROW * known.upper;
    if is_narrow(known) || tells_rate(lines, fpr, *near) {
        return known;
    }
    // A line that tells nothing may have led astray: by those that tell something, and by each alone.
    let each = lines.ranges().filter(|&(low, high)| {
        let rate = |epsilon| lines.sample(epsilon).map(|curve| rate(&curve, epsilon));
        rate(low) > Some(fpr) && rate(high) < Some(fpr)
    });
    let others = core::iter::once((all, true)).chain(each.map(|range| (range, false)));
    for (range, certain) in others {
        let order = order_at(lines, fpr, start, range, certain);
        let found = tpr_near(lines, fpr, order);
        if found.width() < least {
            (*near, least) = (order, found.width());
        }
        known = known.intersect(found);
        if is_narrow(known) {
            break;
        }
    }
    known
}

/// The same by the lines around the order at which all of them together have the rate.
pub(super) fn tpr_on_nearest(lines: &Lines, fpr: f64, known: Interval, near: &mut f64) -> Interval {
    *near = order_at(lines, fpr, *near, lines.orders(), false);
    known.intersect(tpr_near(lines, fpr, *near))
}

/// Whether what the lines say of an order has this rate and is larger than its error, so that no other order is to be looked for.
fn tells_rate(lines: &Lines, fpr: f64, order: f64) -> bool {
    lines.sample(order).is_some_and(|curve| {
        let off = libm::log(rate(&curve, order) / fpr);
        curve.error < TELLS * curve.value && off.abs() <= settled(fpr)
    })
}

/// The rate of true positives by the lines around one order.
fn tpr_near(lines: &Lines, fpr: f64, order: f64) -> Interval {
    let point = |curve: Sample, epsilon: f64| {
        let x = libm::exp(epsilon);
        let value = curve.value + fpr * x;
        let relative = 4.0 * f64::EPSILON * (1.0 + epsilon.abs());
        let error = curve.error + relative * (curve.value.abs() + fpr * x);
        Point {
            x,
            value: Interval {
                lower: value - error,
                upper: value + error,
            },
        }
    };
    let at = |epsilon: f64| Some(point(lines.sample(epsilon)?, epsilon));
    let centre = lines.sample(order);
    let reach = centre.map_or(0.1, |centre| {
        let bend = (centre.slope - centre.curvature).abs();
        libm::sqrt(8.0 * centre.error / bend.max(1e-300)).clamp(1e-9, 0.1)
    });
    let centre = centre.map(|curve| point(curve, order));
    least_near(&at, (order, centre), reach, fpr)
}

/// `Q(L > eps)`: `H' = -e^eps Q(L > eps)`, so the rate comes with the curve.
fn rate(curve: &Sample, epsilon: f64) -> f64 {
    -libm::exp(-epsilon) * curve.slope
}

/// Distance of logarithms up to which a rate is found, and what it lacks of 1.
fn settled(fpr: f64) -> f64 {
    SETTLED * (1.0 - fpr)
}

/// The order in a range at which the best attacker has false-positive rate `fpr`: `Q(L > eps) = fpr`. An estimate, by all lines or
/// by those alone whose values are larger than their errors.
fn order_at(
    lines: &Lines,
    fpr: f64,
    start: f64,
    (mut low, mut high): (f64, f64),
    certain: bool,
) -> f64 {
    let mut epsilon = start.clamp(low, high);
    let target = libm::log(fpr);
    for _ in 0..60 {
        let told = lines
            .sample(epsilon)
            .filter(|curve| !certain || curve.error < curve.value);
        let Some(curve) = told else {
            // Between two lines, or on one that tells nothing here: where the last one before has the rate already, it lies there.
            match lines.last_before(epsilon) {
                Some((end, curve)) if end > low && rate(&curve, end) <= fpr => {
                    high = end;
                }
                _ => low = epsilon,
            }
            epsilon = 0.5 * (low + high);
            continue;
        };
        let rate = rate(&curve, epsilon);
        let slope = libm::exp(-epsilon) * (curve.slope - curve.curvature);
        if rate > fpr {
            low = epsilon;
        } else {
            high = epsilon;
        }
        let excess = libm::log(rate) - target;
        let newton = epsilon - excess * rate / slope;
        // Noise in the tail gives rates and slopes of the wrong sign: halve the bracket instead.
        let (next, settled) = if newton > low && newton < high {
            (newton, excess.abs() <= settled(fpr))
        } else {
            (0.5 * (low + high), false)
        };
        let stays = (next - epsilon).abs() <= 1e-9 * (1.0 + epsilon.abs());
        if settled || stays || high - low < 1e-12 {
            return next;
        }
        epsilon = next;
    }
    epsilon
}
