//! One direction: what is known of its curve at some orders, and the lines above it.

use super::distance::distance;
use crate::curve::chords::{Chords, Line};
use crate::numerics::{Bisection, Interval};

/// Largest order.
pub(super) const LARGEST: f64 = 700.0;
/// Relative distance between orders beside which no other is read.
const NEAREST: f64 = 1e-9;

/// A rate of a direction, and how much more than that the rate of true positives is at most.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    pub(super) rate: f64,
    pub(super) more: f64,
}

impl Corner {
    pub(super) fn mu(self) -> f64 {
        distance(self.rate, self.more)
    }
}

/// A line of the lower envelope, by its place among all, and where it crosses the next one.
#[derive(Clone, Copy)]
pub(super) struct Side {
    place: usize,
    line: Line,
    pub(super) corner: Corner,
    pub(super) mu: f64,
}

/// A direction at orders of 0 and more: what is known of its curve, and the lower envelope of the lines above it, from that of the least
/// slope on.
pub(super) struct Half<'a> {
    divergence: &'a dyn Fn(f64) -> Interval,
    chords: Chords,
    pub(super) lines: Vec<Line>,
    pub(super) sides: Vec<Side>,
}

impl<'a> Half<'a> {
    pub(super) fn new(
        divergence: &'a dyn Fn(f64) -> Interval,
        orders: impl Iterator<Item = f64>,
    ) -> Self {
        let mut half = Self {
            divergence,
            chords: Chords::none(),
            lines: Vec::new(),
            sides: Vec::new(),
        };
        for order in orders {
            half.add(order);
        }
        half.envelop();
        half
    }

    /// Reads an order, of which both ends count.
    pub(super) fn read(&mut self, order: f64) {
        self.add(order);
        self.envelop();
    }

    fn add(&mut self, order: f64) {
        let place = self.lines.partition_point(|line| line.order < order);
        let next = self.lines.get(place);
        if next.is_none_or(|line| line.order > order) {
            let value = (self.divergence)(order);
            self.chords.add(order, value);
            self.lines.insert(place, Line::new(order, value.upper));
        }
    }

    /// Bisects the orders of the lines that cross where the distance is larger than this, and leaves those out that are not lowest anywhere.
    pub(super) fn bisect(&mut self, least: f64) {
        self.lines.clear();
        for (k, side) in self.sides.iter().enumerate() {
            self.lines.push(side.line);
            if side.mu > least {
                let order = 0.5 * (side.line.order + self.sides[k + 1].line.order);
                let upper = (self.divergence)(order).upper;
                self.lines.push(Line::new(order, upper));
            }
        }
        self.envelop();
    }

    fn envelop(&mut self) {
        let mut sides: Vec<Side> = Vec::new();
        let mut least = f64::INFINITY;
        for (place, &line) in self.lines.iter().enumerate() {
            // The curve falls.
            least = least.min(line.value);
            let line = Line {
                value: least,
                ..line
            };
            let mut corner = Corner {
                rate: f64::INFINITY,
                more: f64::INFINITY,
            };
            while let Some(last) = sides.last() {
                corner = crossing(last.line, line);
                let before = sides.len().checked_sub(2).map(|k| sides[k].corner);
                if before.is_none_or(|before| corner.rate < before.rate) {
                    break;
                }
                sides.pop();
            }
            if let Some(last) = sides.last_mut() {
                last.corner = corner;
            }
            sides.push(Side {
                place,
                line,
                corner,
                mu: f64::NAN,
            });
        }
        let known = core::mem::take(&mut self.sides);
        let mut known = known.windows(2).peekable();
        for k in 1..sides.len() {
            let [left, right] = [sides[k - 1].line, sides[k].line];
            while known
                .peek()
                .is_some_and(|pair| pair[0].line.order < left.order)
            {
                known.next();
            }
            let same = known
                .peek()
                .filter(|pair| pair[0].line == left && pair[1].line == right);
            sides[k - 1].mu = same.map_or_else(|| sides[k - 1].corner.mu(), |pair| pair[0].mu);
        }
        self.sides = sides;
    }

    /// The lowest line at a rate of false positives.
    pub(super) fn at_rate(&self, rate: f64) -> (usize, Corner) {
        let rises = self.sides.iter().map(|side| side.line.above(rate));
        let least = rises.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        let (side, more) = least.unwrap_or((0, 1.0));
        (side, Corner { rate, more })
    }

    /// The same at a rate of true positives: the least rate of false ones at which it may be had.
    pub(super) fn at_tpr(&self, tpr: f64) -> (usize, Corner) {
        let rates = self
            .sides
            .iter()
            .map(|side| (tpr - side.line.value) / side.line.x);
        let most = rates.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let (side, rate) = most.unwrap_or((0, 0.0));
        let corner = Corner {
            rate,
            more: tpr - rate,
        };
        (side, corner)
    }

    /// A rate of false positives with what is known of the curve there from below.
    pub(super) fn least_at_rate(&self, rate: f64) -> Corner {
        let more = self.chords.least(rate) - rate;
        Corner { rate, more }
    }

    /// The distance at a rate of true positives from below.
    pub(super) fn least_at_tpr(&self, tpr: f64) -> f64 {
        let reaches = |log: f64| self.chords.least(libm::exp(log)) >= tpr;
        let (_, Corner { rate, .. }) = self.at_tpr(tpr);
        let (first, last) = (libm::log(rate), libm::log(tpr));
        if rate <= 0.0 || !reaches(last) {
            return 0.0;
        }
        let (_, log) = Bisection::linear(60).bracket(first, last, |log| !reaches(log));
        let rate = libm::exp(log);
        distance(rate, tpr - rate)
    }

    /// An order between a line of the envelope and the next one, or beyond the last; none where they are too near.
    pub(super) fn between(&self, side: usize) -> Option<f64> {
        let Some(next) = self.sides.get(side + 1) else {
            let last = self.lines[self.lines.len() - 1].order;
            return (last < LARGEST).then(|| (2.0 * last).min(LARGEST));
        };
        let between = &self.lines[self.sides[side].place..=next.place];
        let gaps = between.windows(2).map(|gap| (gap[0].order, gap[1].order));
        let (low, high) = gaps.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))?;
        (high - low > NEAREST * high).then_some(0.5 * (low + high))
    }

    /// An order beside that of the lowest line at a rate, on the side on which the curve touches a lower one.
    pub(super) fn beside(&self, side: usize, rate: f64) -> Option<f64> {
        let Some(before) = side.checked_sub(1) else {
            return self.between(side);
        };
        let touches_after = self.sides.get(side + 1).is_none_or(|_| {
            rate * rate < self.sides[side].corner.rate * self.sides[before].corner.rate
        });
        let (first, second) = if touches_after {
            (side, before)
        } else {
            (before, side)
        };
        self.between(first).or_else(|| self.between(second))
    }
}

/// Where a line and a steeper one cross.
fn crossing(line: Line, next: Line) -> Corner {
    let rate = (line.value - next.value) / (line.x * libm::expm1(next.order - line.order));
    Corner {
        rate,
        more: line.above(rate).max(next.above(rate)),
    }
}
