//! One epoch of random allocation (balls and bins): the law of the likelihood ratio, from above and from below.
//!
//! With `bins` steps in an epoch, of which the record enters one, the ratio is `w = S/bins`, `S` the sum of `bins`
//! lognormals of mean 1. `H = E (w - e^eps)_+` is convex in every summand: moving a summand's mass to the knots of a
//! grid with its mean kept raises `H`; merging mass, or lowering the summand's own curve, lowers it. Sums of grids
//! are grids, and only what lies below the cap is needed, so sums are cut there without an error: what lies above is
//! known from the total mass and the total mean.
//!
//! Where the density itself is known, on panels, the curve of one epoch is an integral over it, and the first engine gets it as a
//! table for many.

mod contour;
mod density;
mod epoch_curve;
mod frequency_sums;
mod interpolant;
mod knots;
mod large_summand;
mod lognormal_sum;
mod march;
mod panel;
mod panels;
mod product;
mod ratio_curve;
mod rule;
mod sheet;
mod sheets;
mod spectrum;
mod summands;
mod table;
mod taper;
#[cfg(test)]
mod tests;
mod tilted_summand;

use super::composition::Transforms;
use super::laws::Part;
use super::loss_cells::{Cell, Cells};
use super::loss_distribution::LossDistribution;
use crate::numerics::count;
pub(crate) use epoch_curve::EpochCurve;
use knots::Knots;
use lognormal_sum::{repeat, summand};
pub(crate) use product::ProductCurve;
use summands::Summands;
pub(crate) use table::epoch_table;

/// Laws of the ratio of one epoch at knots, from above and from below.
#[derive(Clone, Debug)]
pub(crate) struct Epoch {
    knots: Knots,
    /// Whether what lies beyond the ends is known by itself, not as what the masses leave of 1.
    whole: bool,
    /// Error of any sum of masses under "in" or "out".
    blur: f64,
}

impl Epoch {
    /// `cap` is the largest ratio on a linear grid, which has `points` knots; beyond the last sheet of another lies at
    /// most `spare`.
    pub(crate) fn new(
        (shift, bins): (f64, f64),
        (cap, tails): (f64, bool),
        spare: f64,
        points: usize,
        transforms: &mut Transforms,
    ) -> Option<Self> {
        // What a linear grid would lose: by its rounding, and beyond the cap where that is asked for.
        let summands = Summands {
            shift,
            bins,
            times: bins,
        };
        let far = if tails {
            summands.expected(cap - 1.0)
        } else {
            0.0
        };
        let span = window(shift, bins, cap).unwrap_or(cap);
        let most = ROUNDING * bins * libm::sqrt(span) * span.max(1.0) + far;
        if let Some(knots) = sheets::knots(summands, points, (spare, most), transforms) {
            return Some(Self {
                knots,
                whole: true,
                blur: 0.0,
            });
        }
        let (unit, mean) = match window(shift, bins, cap) {
            Some(span) => (span / points as f64, points as f64 / (span * bins)),
            // From 0 on.
            None => (cap / points as f64, 0.0),
        };
        let (above, below) = summand(shift, unit * bins, points)?;
        let above = repeat(above, bins, mean, transforms)?;
        let below = repeat(below, bins, mean, transforms)?;
        let cap = (above.first + points) as f64 * unit;
        // Of a sum of absolute values: the root of the length times the root of the sum of squares; a mass under
        // "in" is up to `cap` times that under "out". What was lost, and the rounding of the summands, adds up.
        let error = above.error.max(below.error) * libm::sqrt(points as f64);
        let blur = (2.0 * error + 4.0 * above.lost.max(below.lost) + 32.0 * bins * f64::EPSILON)
            * cap.max(1.0);
        let ratios = (0..points).map(|index| (above.first + index) as f64 * unit);
        Some(Self {
            knots: Knots {
                ratios: ratios.collect(),
                above: above.masses,
                below: below.masses,
                errors: vec![0.0; points],
                left: 0.0,
                right: 0.0,
                from: 0.0,
            },
            whole: false,
            blur,
        })
    }

    /// Loss of the last knot.
    pub(crate) fn cap(&self) -> f64 {
        libm::log(self.knots.ratios[self.knots.ratios.len() - 1])
    }

    /// The step of losses below which the knots are farther apart than the step.
    pub(crate) fn finest(&self) -> f64 {
        if !self.whole {
            return 0.0;
        }
        let ratios = &self.knots.ratios;
        let middle = ratios
            .partition_point(|ratio| *ratio < 1.0)
            .clamp(1, ratios.len() - 1);
        FINEST * (ratios[middle] - ratios[middle - 1])
    }

    /// Mass under "out" that is negligible on the left.
    fn negligible(&self) -> f64 {
        if self.whole { self.knots.left } else { 1e-15 }
    }

    /// Smallest loss that is not negligible.
    pub(crate) fn least(&self) -> f64 {
        let mut sum = 0.0;
        let index = self.knots.below.iter().position(|mass| {
            sum += mass;
            sum > self.negligible()
        });
        let ratios = &self.knots.ratios;
        // The first knot of a linear grid is 0.
        libm::log(ratios[index.unwrap_or(1)].max(ratios[1] - ratios[0]))
    }

    /// Both pairs on a grid of losses; `(upper, lower)`.
    pub(crate) fn pairs(&self, step: f64) -> Option<(LossDistribution, LossDistribution)> {
        let mut upper = self.cells(&self.knots.above, step, false)?.upper();
        let mut lower = self.cells(&self.knots.below, step, true)?.lower()?;
        (upper.blur, lower.blur) = (self.blur, self.blur);
        Some((upper, lower))
    }

    /// The masses in cells of the loss. From below, a left tail becomes an atom on the first knot, and so much of the
    /// right end becomes one that its mean is the last knot.
    fn cells(&self, masses: &[f64], step: f64, merge: bool) -> Option<Cells> {
        let ratio = |index: usize| self.knots.ratios[index];
        // The left tail: of next to no mass, but of at least one point.
        let (mut left, mut start) = (Part::default(), 0);
        while start < masses.len() && left.outside <= self.negligible() {
            left.outside += masses[start];
            left.inside += masses[start] * ratio(start);
            start += 1;
        }
        if left.inside <= 0.0 && merge {
            return None;
        }
        let first = if left.inside > 0.0 {
            left.loss()
        } else {
            libm::log(ratio(1))
        };
        let mut right = if self.whole {
            // Somewhere beyond, which is at infinity for what lies above.
            let nearest = self.knots.right / ratio(masses.len() - 1);
            Part {
                inside: self.knots.right,
                outside: if merge { nearest } else { 0.0 },
            }
        } else {
            let (mut inside, mut outside) = (1.0_f64, 1.0_f64);
            for (index, mass) in masses.iter().enumerate() {
                outside -= mass;
                inside -= mass * ratio(index);
            }
            Part {
                inside: inside.max(0.0),
                outside: outside.max(0.0),
            }
        };
        // From below, the last knot is the mean of what lies above the cap, where that is more than rounding.
        let mut cap = self.cap();
        if merge && right.outside > 1e-9 {
            cap = cap.max(right.loss());
        }
        let wanted = libm::floor((cap - first) / step);
        if !(2.0..4e6).contains(&wanted) {
            return None;
        }
        let length = count(wanted);
        let last = libm::exp(first + length as f64 * step);
        right.inside = right.inside.max(right.outside * last);
        let mut cells = vec![Cell::default(); length];
        let mut stop = masses.len();
        while stop > start && ratio(stop - 1) >= last {
            stop -= 1;
            right.outside += masses[stop];
            right.inside += masses[stop] * ratio(stop);
        }
        let mut part = 1.0;
        while merge && stop > start && right.inside > last * right.outside {
            stop -= 1;
            let excess = right.inside - last * right.outside;
            let room = masses[stop] * (last - ratio(stop));
            let taken = if room <= excess { 1.0 } else { excess / room };
            right.outside += taken * masses[stop];
            right.inside += taken * masses[stop] * ratio(stop);
            if taken < 1.0 {
                part = 1.0 - taken;
                stop += 1;
                break;
            }
        }
        let growth = libm::expm1(step);
        for (index, mass) in masses.iter().enumerate().take(stop).skip(start) {
            let mass = mass * if index + 1 == stop { part } else { 1.0 };
            let place = libm::floor((libm::log(ratio(index)) - first) / step);
            let place = count(place.clamp(0.0, (length - 1) as f64));
            let knot = libm::exp(first + place as f64 * step);
            cells[place].outside += mass;
            cells[place].excess += mass * (ratio(index) - knot).clamp(0.0, knot * growth);
            cells[place].error += self.knots.errors[index];
        }
        for cell in &mut cells {
            cell.variation = f64::INFINITY;
            cell.wobble = 256.0;
        }
        if self.whole {
            // What is missing to the left is known to be there, what is missing to the right may be.
            cells[0].error += left.outside + self.knots.left;
            let missing = 2.0 * self.knots.right;
            let place = libm::floor((libm::log(self.knots.from) - first) / step);
            let place = count(place.clamp(0.0, (length - 1) as f64));
            cells[place].error += missing / libm::exp(first + place as f64 * step);
            cells[length - 1].error += missing / last;
        }
        let (below, atom) = if merge {
            (Part::default(), left.inside)
        } else {
            (left, 0.0)
        };
        Some(Cells {
            first,
            step,
            cells,
            below,
            above: right,
            atom: (0, atom),
        })
    }
}

/// Shortest step, as a share of the distance of the knots where most of the law is.
const FINEST: f64 = 0.7;

/// What the transforms of a linear grid lose by rounding, at least, for each bin on a grid of length 1.
const ROUNDING: f64 = 1e-12;

/// Bins from which the ratio is so near to 1 that a grid around it serves better than one from 0 on.
const MANY_BINS: f64 = 2e4;
/// How far such a grid goes to either side, in standard deviations of the ratio.
const REACH: f64 = 16.0;

/// Length of a grid around the ratio 1, where that is shorter than one up to `cap`.
fn window(shift: f64, bins: f64, cap: f64) -> Option<f64> {
    let deviation = libm::sqrt(libm::expm1(shift * shift) / bins);
    // One large observation.
    let single = libm::exp(shift * (0.5 * shift + 4.5)) / bins;
    let span = 2.0 * (REACH * deviation).max(6.0 * deviation + 2.0 * single);
    (bins >= MANY_BINS && span < 0.5 * cap && span < 2.0).then_some(span)
}
