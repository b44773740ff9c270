//! The sheets of an epoch, one after the other from the middle to either side.

use super::sheet::Sheet;
use super::spectrum::Place;
use super::summands::{Moments, Rough, Summands};
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::Bisection;

/// Most of the relative error of a mass that is taken from a sheet where next to nothing lies beyond.
const LARGEST_TOLERANCE: f64 = 1e-2;
/// Share of a density that sums with a summand larger than the taper leaves it may have.
const STRAY: f64 = 1e-14;
/// Most large summands that are expected under a tilt: more of them would fill the window.
pub(super) const LARGE: f64 = 0.02;
/// How much farther each sheet to the right goes than the one before, seen from the left end.
pub(super) const STRIDE: f64 = 1.6;
/// Knots of a sheet from which on the next one is good, tries for the next one.
const OVERLAP: f64 = 32.0;
const TRIES: usize = 4;
/// How far a sheet must go at least, as a share of what the ones before it do.
const LEAST_STRIDE: f64 = 0.02;

/// How precise the sheets are to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Precision {
    /// Products of nodes and frequencies from which on no further sheet is laid.
    pub(super) most_work: usize,
    /// Most of the relative error of a mass that is taken from a sheet, and where no sheet is better.
    pub(super) tolerance: f64,
    pub(super) loose: f64,
    /// What a larger error may be worth under "in"; if none is given, a share of what may be missing.
    pub(super) enough: Option<f64>,
    /// Whether what one large summand makes gets a law of its own, where it begins farther in than there would be none.
    pub(super) with_tail: bool,
}

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
    pub(super) precision: Precision,
}

/// A sheet and where it is good.
pub(super) struct Good {
    pub(super) sheet: Sheet,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl March<'_> {
    /// A bound of the density, at ratios up to `high`, of sums with a summand larger than `kept`: the others, one fewer, have the
    /// rest at most.
    fn stray(&self, high: f64, kept: f64) -> f64 {
        let Summands { shift, bins, .. } = self.summands;
        let others = self
            .lower
            .log_probability_of((bins - 1.0) / bins, high - kept);
        // From its mode on the density of one falls.
        let largest = kept.max(self.summands.value(-shift));
        libm::exp(others) * bins * self.summands.density(largest)
    }

    /// The least that a taper has to keep for a density of this size at ratios up to `high`.
    fn least_kept(&self, high: f64, density: f64) -> f64 {
        let most = high - self.nothing;
        let strays = |kept: f64| self.stray(high, kept) > STRAY * density;
        Bisection::linear(20)
            .bracket(self.kept.min(0.5 * most), most, strays)
            .1
    }

    /// A sheet of sums of which none exceeds `high`; those with a summand larger than the taper leaves it have the
    /// others in the left tail.
    fn lay(&mut self, taper: Taper, place: &Place) -> Option<Sheet> {
        let stray = self.stray(place.high, taper.kept());
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
        self.good(sheet, self.mean, self.precision.tolerance)
    }

    /// A sheet with the tilt that brings the mean to `mean`, or less where large summands come in.
    fn sheet(&mut self, mean: f64, kept: f64, (low, high): (f64, f64)) -> Option<Sheet> {
        let taper = Taper::new(kept);
        let rough = Rough::new(&self.summands, &taper).around(mean);
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
    fn range(&self, sheet: &Sheet, from: f64, tolerance: f64) -> Option<(f64, f64)> {
        let good = |knot: usize| {
            let (mass, ratio) = (sheet.mass(knot), sheet.ratio(knot));
            let share = sheet.error(ratio) / mass;
            if !(mass > 0.0 && share <= LARGEST_TOLERANCE) {
                return false;
            }
            let single = self.summands.expected(ratio - self.mean);
            share <= tolerance
                || match self.precision.enough {
                    Some(enough) => {
                        let all = single + mass * self.deviation / sheet.unit();
                        share * all <= 0.1 * enough
                    }
                    None => share * single <= 0.1 * self.spare,
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
        Some((sheet.ratio(low), sheet.ratio(high)))
    }

    fn good(&self, sheet: Sheet, from: f64, tolerance: f64) -> Option<Good> {
        let (low, high) = self.range(&sheet, from, tolerance)?;
        Some(Good { sheet, low, high })
    }

    /// The next sheet to the right, on the way to `end`.
    pub(super) fn right(&mut self, last: &Good, end: f64) -> Option<Good> {
        let reached = last.high;
        let from = reached - OVERLAP * last.sheet.unit();
        let mut high = (self.nothing + STRIDE * (reached - self.nothing)).min(end);
        let mut ahead = 4.0 * self.deviation;
        let theta = last.sheet.spectrum.theta;
        let density = last.sheet.mass(last.sheet.nearest(reached)) / last.sheet.unit();
        let least = reached + LEAST_STRIDE * (reached - self.nothing);
        // Between what is small and what is large the sheets are poor: the best of them.
        let mut poor: Option<(f64, Good)> = None;
        for _ in 0..TRIES {
            let mean = high.min(reached + ahead);
            let falls = libm::exp(-theta.max(0.0) * (mean - reached));
            let kept = match self.precision.enough {
                Some(_) => self.least_kept(high, falls * density),
                None => high - self.nothing,
            };
            if let Some(sheet) = self.sheet(mean, kept, (self.least, high)) {
                let fits = |(low, high): &(f64, f64)| *low < from && *high > least;
                let strict = self.range(&sheet, from, self.precision.tolerance);
                if let Some((low, high)) = strict.filter(fits) {
                    return Some(Good { sheet, low, high });
                }
                let loose = self.range(&sheet, from, self.precision.loose);
                let share = sheet.error(from) / sheet.mass(sheet.nearest(from));
                if let Some((low, high)) = loose.filter(fits)
                    && poor.as_ref().is_none_or(|(other, _)| share < *other)
                {
                    poor = Some((share, Good { sheet, low, high }));
                }
            }
            high = self.nothing + libm::sqrt((high - self.nothing) * (reached - self.nothing));
            ahead *= 0.7;
        }
        poor.map(|(_, good)| good)
    }

    /// The next sheet to the left.
    pub(super) fn left(&mut self, first: &Good) -> Option<Good> {
        let reached = first.low;
        let high = first.high.min(reached + 8.0 * self.deviation);
        // Under a tilt to the left no large summand comes in, however many the taper leaves.
        let sheet = self.sheet(reached, 4.0 * self.kept, (self.least, high))?;
        self.good(sheet, reached, self.precision.loose)
            .filter(|good| good.low < reached)
    }
}
