//! A range of rates, and where in it the distance of the envelopes is largest.

use super::half::{Corner, Half};
use crate::numerics::normal::{density, quantile};

/// Where the largest distance is found.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Where a line of a direction's envelope crosses the next one.
    Corner(usize, usize),
    /// At a rate, on a line of a direction.
    End(usize, usize, f64),
}

/// A range of false-positive rates.
pub(super) struct Range {
    pub(super) fpr_min: f64,
    pub(super) fpr_max: f64,
}

impl Range {
    /// Whether a point of a direction lies in the range.
    fn holds(&self, half: usize, corner: Corner) -> bool {
        let fpr = if half == 0 {
            corner.rate
        } else {
            1.0 - (corner.rate + corner.more)
        };
        self.fpr_min <= fpr && fpr <= self.fpr_max
    }

    /// The largest distance of the lines, and where.
    pub(super) fn largest(&self, halves: &[Half; 2]) -> (f64, Place) {
        let mut largest = f64::NEG_INFINITY;
        let mut at = Place::Corner(0, 0);
        for (which, half) in halves.iter().enumerate() {
            let corners = half.sides.iter().enumerate().take(half.sides.len() - 1);
            for (place, side) in corners {
                if self.holds(which, side.corner) && side.mu > largest {
                    (largest, at) = (side.mu, Place::Corner(which, place));
                }
            }
        }
        for fpr in [self.fpr_min, self.fpr_max] {
            let (found, place) = Self::end(halves, fpr);
            if found > largest {
                (largest, at) = (found, place);
            }
        }
        (largest, at)
    }

    /// The distance of the lines at a rate, by the better direction.
    pub(super) fn end(halves: &[Half; 2], fpr: f64) -> (f64, Place) {
        let (first, corner) = halves[0].at_rate(fpr);
        let (second, other) = halves[1].at_tpr(1.0 - fpr);
        // What is left of 1 is rounded, but for rates that are near it.
        let slack = if fpr < 0.5 {
            f64::EPSILON / density(quantile(fpr))
        } else {
            0.0
        };
        let (forward, back) = (corner.mu(), other.mu() + slack);
        // Beside the line of order 0, which is the first of both, either direction knows its own side of that. Where neither has that line
        // lowest the distance may be larger between an end and where both directions meet.
        let is_between = first > 0 && second > 0;
        if (back < forward) != is_between {
            (back, Place::End(1, second, fpr))
        } else {
            (forward, Place::End(0, first, fpr))
        }
    }

    /// The distance there from below.
    pub(super) fn least(&self, halves: &[Half; 2], at: Place) -> f64 {
        match at {
            Place::Corner(which, side) => {
                let half = &halves[which];
                let least = half.least_at_rate(half.sides[side].corner.rate);
                if self.holds(which, least) {
                    least.mu()
                } else {
                    0.0
                }
            }
            Place::End(0, _, fpr) => halves[0].least_at_rate(fpr).mu(),
            Place::End(_, _, fpr) => halves[1].least_at_tpr(1.0 - fpr),
        }
    }
}
