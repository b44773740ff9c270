//! The sheets of an epoch, one after the other from the middle to either side.

use super::sheet::Sheet;
use super::spectrum::Place;
use super::summands::{Moments, Rough, Summands};
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::Bisection;

/// Most of the relative error of a mass that is taken from a sheet, and where next to nothing lies beyond.
const TOLERANCE: f64 = 5e-8;
const LARGEST_TOLERANCE: f64 = 1e-2;
/// Most large summands that are expected under a tilt: more of them would fill the window.
pub(super) const LARGE: f64 = 0.02;
/// How much farther each sheet to the right goes than the one before, seen from the left end.
pub(super) const STRIDE: f64 = 1.6;
/// Knots of a sheet from which on the next one is good, tries for the next one.
const OVERLAP: f64 = 32.0;
const TRIES: usize = 4;

/// The sheets of an epoch.
pub(super) struct March<'a> {
    pub(super) summands: Summands,
    pub(super) points: usize,
    pub(super) transforms: &'a mut Transforms,
    /// Of tilts to the left.
    pub(super) lower: Moments,
    /// Left of this there is nothing, and left of that next to nothing.
    pub(super) nothing: f64,
    pub(super) least: f64,
    /// The same of the others than a large summand.
    pub(super) lowest: f64,
    /// What the taper of the first sheet leaves.
    pub(super) kept: f64,
    /// Mean and standard deviation of the sum without large summands.
    pub(super) mean: f64,
    pub(super) deviation: f64,
    /// What may be missing, and what may be where the sheets would cost too much.
    pub(super) spare: f64,
    pub(super) most: f64,
}

/// A sheet and where it is good.
pub(super) struct Good {
    pub(super) sheet: Sheet,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl March<'_> {
    /// A sheet of sums of which none exceeds `high`; those with a summand larger than the taper leaves it have the
    /// others in the left tail.
    fn lay(&mut self, taper: Taper, place: &Place) -> Option<Sheet> {
        let others = libm::exp(self.lower.log_probability(place.high - taper.kept()));
        let stray = others * self.summands.bins * self.summands.density(taper.kept());
        Sheet::new(
            self.summands,
            taper,
            (place, stray),
            self.points,
            self.transforms,
        )
    }

    /// The sheet without a tilt.
    pub(super) fn first(&mut self) -> Option<Good> {
        let taper = Taper::new(self.kept);
        let there = Rough::new(&self.summands, &taper).tilted(0.0);
        let place = Place {
            theta: 0.0,
            rough: there.log_mass,
            deviation: there.deviation.min(3.0 * self.deviation),
            low: self.least,
            high: self.nothing + self.kept,
        };
        let sheet = self.lay(taper, &place)?;
        self.good(sheet, self.mean)
    }

    /// A sheet with the tilt that brings the mean to `mean`, or less where large summands come in.
    fn sheet(&mut self, mean: f64, low: f64, high: f64) -> Option<Sheet> {
        // Under a tilt to the left no large summand comes in, however many the taper leaves.
        let kept = if mean < self.mean {
            4.0 * self.kept
        } else {
            high - self.nothing
        };
        let taper = Taper::new(kept);
        let rough = Rough::new(&self.summands, &taper);
        let none = rough.tilted(0.0);
        let theta = if mean > none.mean {
            let fits = |theta: f64| {
                let tilted = rough.tilted(theta);
                tilted.mean <= mean && tilted.large <= LARGE
            };
            let mut most = 1.0 / high;
            while fits(most) {
                most *= 2.0;
            }
            Bisection::linear(12).bracket(0.0, most, fits).0
        } else if mean < none.mean {
            let mut least = -1.0 / high;
            while rough.tilted(least).mean > mean {
                least *= 2.0;
            }
            Bisection::linear(12)
                .bracket(0.0, least, |theta| rough.tilted(theta).mean > mean)
                .1
        } else {
            0.0
        };
        let there = rough.tilted(theta);
        let place = Place {
            theta,
            rough: there.log_mass,
            deviation: there.deviation,
            low,
            high,
        };
        self.lay(taper, &place)
    }

    /// The ratios around `from` at which a sheet's masses are good: the less lies beyond, the less has to be known of it.
    fn good(&self, sheet: Sheet, from: f64) -> Option<Good> {
        let good = |knot: usize| {
            let (mass, ratio) = (sheet.mass(knot), sheet.ratio(knot));
            let share = sheet.error(ratio) / mass;
            if !(mass > 0.0 && share <= LARGEST_TOLERANCE) {
                return false;
            }
            share <= TOLERANCE || {
                let beyond = self.summands.expected(ratio - self.mean);
                share * beyond <= 0.1 * self.spare
            }
        };
        let (first, last) = sheet.ends();
        let start = sheet.nearest(from);
        if !good(start) {
            return None;
        }
        let (mut low, mut high) = (start, start);
        while low > first && good(low - 1) {
            low -= 1;
        }
        while high < last && good(high + 1) {
            high += 1;
        }
        Some(Good {
            low: sheet.ratio(low),
            high: sheet.ratio(high),
            sheet,
        })
    }

    /// The next sheet to the right, on the way to `end`.
    pub(super) fn right(&mut self, last: &Good, end: f64) -> Option<Good> {
        let reached = last.high;
        let from = reached - OVERLAP * last.sheet.unit();
        let mut high = (self.nothing + STRIDE * (reached - self.nothing)).min(end);
        let mut ahead = 4.0 * self.deviation;
        for _ in 0..TRIES {
            if let Some(sheet) = self.sheet(high.min(reached + ahead), self.least, high)
                && let Some(good) = self.good(sheet, from)
                && good.low < from
                && good.high > reached + 0.02 * (reached - self.nothing)
            {
                return Some(good);
            }
            high = self.nothing + libm::sqrt((high - self.nothing) * (reached - self.nothing));
            ahead *= 0.7;
        }
        None
    }

    /// The next sheet to the left.
    pub(super) fn left(&mut self, first: &Good) -> Option<Good> {
        let reached = first.low;
        let high = first.high.min(reached + 8.0 * self.deviation);
        let sheet = self.sheet(reached, self.least, high)?;
        self.good(sheet, reached).filter(|good| good.low < reached)
    }
}
