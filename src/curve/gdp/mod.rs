//! The Gaussian that covers a ROC curve over a range of false-positive rates.
//!
//! The curve stays below its tangents `H(eps) + FPR e^eps`, so that the lower envelope of those at some orders lies above it ([`half`]). A
//! line lies below the concave curve of a Gaussian on an interval of rates: the `mu` of a line is largest where it crosses the next one
//! of the envelope, or at an end of the range ([`range`]). Between points where it is known, the divergence lies above the chords from
//! either side, which bounds the same from below ([`chords`](super::chords)).
//!
//! An envelope exceeds a smooth curve by the square of the distances of its lines. Where the `mu` of a curve is largest at one rate, orders
//! beside that are bisected. Where it hardly depends on the rate, all orders are, until the envelope is as low as the curve is known to
//! be there.
//!
//! At negative orders both laws change places: `FPR` is what an attacker misses then, and `TPR` how often "out" is rightly said, so that
//! both ends of a range are known relatively.

mod distance;
mod half;
mod range;
#[cfg(test)]
mod tests;

use self::distance::{ROUNDING, distance};
use self::half::{Half, LARGEST};
use self::range::{Place, Range};
use super::curve::PrivacyCurve;
use crate::numerics::Interval;
use crate::numerics::normal::{cdf, quantile};

/// Orders on either side at first, in units of the Gaussian of the same advantage.
const FIRST: [f64; 5] = [0.5, 1.5, 2.5, 4.0, 5.5];
/// Orders that are read beside a place, and lines in all, where each takes a moment and where it takes more.
const MOST: usize = 160;
const MOST_LINES: usize = 4096;
const MOST_LINES_BY_CELLS: usize = 256;
/// Orders after which none of the last ones made it so much narrower no other is read.
const IDLE: usize = 24;
const NARROWER: f64 = 0.8;
/// Relative width of the distance at a place, and of the largest one, that is narrow enough.
const RESOLVED: f64 = 1e-10;
const ENOUGH: f64 = 1e-7;
/// By which part of its width another round of lines must lower it.
const WORTH: f64 = 0.1;
/// Points of the fit.
const POINTS: usize = 48;

impl PrivacyCurve {
    /// The smallest `mu` with `TPR <= Phi(Phi^-1(FPR) + mu)` for every false-positive rate from `fpr_min` to
    /// `fpr_max`. Over all rates it is the parameter of the training without sampling, so the range matters.
    #[must_use]
    pub fn gdp_mu(&self, fpr_min: f64, fpr_max: f64) -> Interval {
        let advantage = self.advantage().upper.min(1.0 - 1e-16);
        let unit = distance(0.5 * (1.0 - advantage), advantage);
        let first = FIRST.map(|z| (unit * (0.5 * unit + z)).min(LARGEST));
        let orders = || core::iter::once(0.0).chain(first);
        let (remove, add) = (
            |order: f64| self.hockey_stick(order),
            |order: f64| self.reverse_hockey_stick(order),
        );
        let mut halves = [Half::new(&remove, orders()), Half::new(&add, orders())];
        let range = Range { fpr_min, fpr_max };
        let mut lower = 0.0_f64;
        // Where the distance hardly depends on the rate, what counts is an end.
        for fpr in [fpr_min, fpr_max] {
            let (tpr, order) = self.tpr_and_order(fpr, 0.0);
            lower = lower.max(distance(fpr, tpr.lower - fpr));
            if order.abs() < LARGEST {
                halves[usize::from(order < 0.0)].read(order.abs());
            }
            lower = narrowest(
                &mut halves,
                &|halves| Range::end(halves, fpr),
                &range,
                lower,
            );
        }
        lower = narrowest(&mut halves, &|halves| range.largest(halves), &range, lower);
        let mut upper = range.largest(&halves).0;
        // An envelope exceeds a curve by the square of the distances of its lines.
        let most_lines = if self.method() == "cells" {
            MOST_LINES_BY_CELLS
        } else {
            MOST_LINES
        };
        while upper - lower > ENOUGH * upper
            && upper.is_finite()
            && halves.iter().map(|half| half.lines.len()).sum::<usize>() < most_lines
        {
            for half in &mut halves {
                half.bisect(lower * (1.0 + ENOUGH));
            }
            let before = core::mem::replace(&mut upper, range.largest(&halves).0);
            if before - upper < WORTH * (before - lower) {
                break;
            }
        }
        let most = self
            .unsampled()
            .map_or(f64::INFINITY, |gaussian| gaussian.mu);
        Interval {
            lower: (lower * (1.0 - ROUNDING)).min(most),
            upper: (upper * (1.0 + ROUNDING)).min(most * (1.0 + 1e-14)),
        }
    }

    /// The `mu` whose curve is nearest over the range, and the largest difference of the true-positive rates. Estimates.
    #[must_use]
    pub fn gdp_fit(&self, fpr_min: f64, fpr_max: f64) -> (f64, f64) {
        let (first, last) = (quantile(fpr_min), quantile(fpr_max));
        let scores: Vec<f64> = (0..=POINTS)
            .map(|i| first + (last - first) * i as f64 / POINTS as f64)
            .collect();
        let fpr: Vec<f64> = scores.iter().map(|&score| cdf(score)).collect();
        let tpr = self.roc(&fpr);
        let regret = |mu: f64| {
            let pairs = scores.iter().zip(&tpr);
            pairs
                .map(|(score, tpr)| (cdf(score + mu) - tpr.middle()).abs())
                .fold(0.0, f64::max)
        };
        let (mut low, mut high) = (0.0, 1.0);
        while high < 100.0 && regret(2.0 * high) < regret(high) {
            high *= 2.0;
        }
        high *= 2.0;
        for _ in 0..60 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if regret(left) <= regret(right) {
                high = right;
            } else {
                low = left;
            }
        }
        let best = 0.5 * (low + high);
        (best, regret(best))
    }
}

/// Reads orders beside a place until the distance there is narrow, and says what it is at least.
fn narrowest(
    halves: &mut [Half; 2],
    at: &dyn Fn(&[Half; 2]) -> (f64, Place),
    range: &Range,
    mut lower: f64,
) -> f64 {
    let (mut width, mut idle) = (f64::INFINITY, 0);
    for _ in 0..MOST {
        let (upper, place) = at(halves);
        lower = lower.max(range.least(halves, place));
        let (half, order) = match place {
            Place::Corner(half, side) => (half, halves[half].between(side)),
            Place::End(0, side, fpr) => (0, halves[0].beside(side, fpr)),
            Place::End(half, side, fpr) => {
                let rate = halves[half].at_tpr(1.0 - fpr).1.rate;
                (half, halves[half].beside(side, rate))
            }
        };
        idle += 1;
        if upper - lower < NARROWER * width {
            (width, idle) = (upper - lower, 0);
        }
        let Some(order) = order.filter(|_| upper - lower > RESOLVED * upper && idle < IDLE) else {
            break;
        };
        halves[half].read(order);
    }
    lower
}
