//! A curve between the orders at which its divergence is known: it falls and is convex in `x = e^eps`, from 1 at `x = 0` on, by at most
//! what `x` grows.

use crate::numerics::Interval;

/// Rounding of a line, as a part of what it is the sum of.
const SLACK: f64 = 16.0 * f64::EPSILON;

#[derive(Clone, Copy)]
struct Point {
    order: f64,
    x: f64,
    value: Interval,
    /// Slopes of lines through the lower end that the curve lies above: from here on, and up to here.
    onward: f64,
    towards: f64,
}

/// Divergences at rising orders, the first one where `x` is 0.
pub(super) struct Chords {
    points: Vec<Point>,
}

/// A line that touches the curve, or lies above it: `value + x fpr`.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub(super) order: f64,
    pub(super) x: f64,
    pub(super) value: f64,
}

impl Line {
    pub(super) fn new(order: f64, value: f64) -> Self {
        Self {
            order,
            x: libm::exp(order),
            value,
        }
    }

    /// How much it rises above a rate.
    pub(super) fn above(&self, rate: f64) -> f64 {
        self.value + rate * libm::expm1(self.order)
    }
}

/// What is known between two points: lines that the curve lies above, by their heights at the first one and their slopes, and the distance.
struct Between {
    before: (f64, f64),
    after: (f64, f64),
    distance: f64,
}

impl Point {
    fn to(&self, order: f64) -> f64 {
        if self.x == 0.0 {
            libm::exp(order)
        } else {
            self.x * libm::expm1(order - self.order)
        }
    }
}

impl Between {
    /// The higher line at a distance.
    fn at(&self, distance: f64) -> f64 {
        let on = |(height, slope): (f64, f64)| height + slope * distance;
        on(self.before).max(on(self.after))
    }

    /// Where both lines meet.
    fn corner(&self) -> f64 {
        (self.after.0 - self.before.0) / (self.before.1 - self.after.1)
    }

    /// What the heights may be off by rounding.
    fn slack(&self) -> f64 {
        let size = |(height, slope): (f64, f64)| height.abs() + slope.abs() * self.distance;
        SLACK * (size(self.before) + size(self.after))
    }
}

impl Chords {
    pub(super) fn none() -> Self {
        let start = Point {
            order: f64::NEG_INFINITY,
            x: 0.0,
            value: Interval {
                lower: 1.0,
                upper: 1.0,
            },
            onward: -1.0,
            towards: -1.0,
        };
        Self {
            points: vec![start],
        }
    }

    /// Adds what is known of an order that was not added; nothing where that has no `e^eps`.
    pub(super) fn add(&mut self, order: f64, value: Interval) {
        let x = libm::exp(order);
        let place = self.points.partition_point(|point| point.order < order);
        let is_known = self
            .points
            .get(place)
            .is_some_and(|point| point.order == order);
        if is_known || !(x > 0.0 && x.is_finite()) {
            return;
        }
        let mut new = Point {
            order,
            x,
            value,
            onward: -1.0,
            towards: 0.0,
        };
        for before in &mut self.points[..place] {
            let distance = before.to(order);
            let slope = (value.lower - before.value.upper) / distance;
            new.onward = new.onward.max(slope);
            let slope = (value.upper - before.value.lower) / distance;
            before.towards = before.towards.min(slope);
        }
        for after in &mut self.points[place..] {
            let distance = new.to(after.order);
            let slope = (after.value.lower - value.upper) / distance;
            after.onward = after.onward.max(slope);
            let slope = (after.value.upper - value.lower) / distance;
            new.towards = new.towards.min(slope);
        }
        self.points.insert(place, new);
    }

    /// Between a point and the next one.
    fn between(&self, place: usize) -> Between {
        let (here, next) = (self.points[place], self.points[place + 1]);
        let distance = here.to(next.order);
        Between {
            before: (here.value.lower, here.onward),
            after: (next.value.lower - next.towards * distance, next.towards),
            distance,
        }
    }

    pub(super) fn hockey_stick(&self, order: f64) -> Interval {
        let place = self.points.partition_point(|point| point.order <= order) - 1;
        let here = self.points[place];
        let along = here.to(order);
        let Some(next) = self.points.get(place + 1) else {
            let fall = here.onward * along * (1.0 + SLACK);
            return Interval {
                lower: (here.value.lower * (1.0 - SLACK) + fall).max(0.0),
                upper: here.value.upper,
            };
        };
        let between = self.between(place);
        let share = along / between.distance;
        let chord = here.value.upper * (1.0 - share) + next.value.upper * share;
        Interval {
            lower: (between.at(along) - between.slack()).max(next.value.lower),
            upper: (chord * (1.0 + SLACK)).min(here.value.upper),
        }
    }

    /// The least of `H + fpr x`, and the order of the lowest line that is known.
    pub(super) fn tpr(&self, fpr: f64) -> (Interval, f64) {
        let (mut upper, mut order) = (1.0, f64::NEG_INFINITY);
        for point in &self.points {
            let line = (point.value.upper + fpr * point.x) * (1.0 + SLACK);
            if line < upper {
                (upper, order) = (line, point.order);
            }
        }
        let lower = self.least(fpr).min(upper);
        (Interval { lower, upper }, order)
    }

    /// The same from below.
    pub(super) fn least(&self, fpr: f64) -> f64 {
        let mut lower = self.beyond(fpr);
        for (place, next) in self.points[1..].iter().enumerate() {
            let between = self.between(place);
            let slack = between.slack() + SLACK * fpr * next.x;
            let height = |along: f64| {
                let x = self.points[place].x + along;
                between.at(along) + fpr * x - slack
            };
            let corner = between.corner();
            lower = lower.min(height(0.0)).min(height(between.distance));
            if corner > 0.0 && corner < between.distance {
                lower = lower.min(height(corner));
            }
        }
        lower.max(0.0)
    }

    /// The same from the last point on: the line from there falls to 0 at most.
    fn beyond(&self, fpr: f64) -> f64 {
        let last = self.points[self.points.len() - 1];
        let reach = if last.onward < 0.0 {
            -last.value.lower / last.onward
        } else {
            0.0
        };
        let here = last.value.lower + fpr * last.x;
        here.min(fpr * (last.x + reach)) * (1.0 - SLACK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::Gaussian;

    /// Of a Gaussian, whose curve has a closed form: what lies between holds it, and its width falls with the square of the distances.
    #[test]
    fn what_lies_between_holds_the_curve() {
        for mu in [0.01, 1.0, 6.0] {
            let gaussian = Gaussian { mu };
            let mut widths = Vec::new();
            for count in [3, 50, 500] {
                let mut chords = Chords::none();
                for k in 0..count {
                    let share = f64::from(k) / f64::from(count - 1);
                    let order = mu * (mu + 16.0) * (share - 0.5);
                    chords.add(order, gaussian.hockey_stick(order));
                }
                let mut widest = 0.0_f64;
                for k in 1..100 {
                    let order = mu * (mu + 24.0) * (f64::from(k) / 100.0 - 0.5);
                    let (found, truth) = (chords.hockey_stick(order), gaussian.hockey_stick(order));
                    assert!(
                        found.lower <= truth.upper && truth.lower <= found.upper,
                        "mu {mu}, {count} points, order {order}: {found:?} {truth:?}"
                    );
                    let fpr = libm::pow(10.0, -f64::from(k) / 16.0);
                    let ((found, order), truth) = (chords.tpr(fpr), gaussian.tpr(fpr));
                    assert!(
                        found.lower <= truth.upper && truth.lower <= found.upper,
                        "mu {mu}, {count} points, rate {fpr}: {found:?} {truth:?}"
                    );
                    assert!(found.upper == 1.0 || order.is_finite());
                    widest = widest.max(found.width() / found.upper);
                }
                widths.push(widest);
            }
            assert!(widths[2] <= 0.02 * widths[1], "mu {mu}: {widths:?}");
        }
    }

    /// A point that is known well says as much, whatever else is known of it; what has no `e^eps` is left out.
    #[test]
    fn points_are_met() {
        let gaussian = Gaussian { mu: 1.0 };
        let mut chords = Chords::none();
        chords.add(800.0, gaussian.hockey_stick(800.0));
        let wide = Interval {
            lower: 0.0,
            upper: 1.0,
        };
        chords.add(0.5, gaussian.hockey_stick(0.5));
        chords.add(0.5, wide);
        let (found, truth) = (chords.hockey_stick(0.5), gaussian.hockey_stick(0.5));
        assert!(found.width() <= truth.width() + 1e-14 && found.contains(truth.middle()));
        assert_eq!(chords.points.len(), 2);
    }
}
