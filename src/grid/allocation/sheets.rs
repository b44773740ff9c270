//! The law of the ratio of an epoch from its left tail to its right one: sheets under one tilt after the other, up to
//! where one large summand is all that matters.

use super::knots::{Knots, Piece};
use super::large_summand::{LargeSummand, Tail};
use super::march::{Good, LARGE, March, Precision, STRIDE};
use super::spectrum::OUTSIDE;
use super::summands::{Rough, Summands};
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::{Bisection, normal};

/// Most sheets to the left.
const MOST_SHEETS: usize = 12;
/// Fewest knots of a window: with fewer, one grid of the whole takes less time.
const FEWEST_POINTS: usize = 1 << 16;
/// Largest shift: beyond, values of a summand leave the numbers.
const MOST_SHIFT: f64 = 30.0;
/// Fewest bins: of fewer, too.
const FEWEST_BINS: f64 = 8.0;
/// Fewest cells of a sheet.
const LEAST_CELLS: f64 = 8.0;
/// Products of nodes and frequencies from which on no further sheet is laid.
const MOST_WORK: usize = 120_000_000;
/// Most of the relative error of a mass that is taken from a sheet.
const TOLERANCE: f64 = 5e-8;
/// Logarithm of the probability under "out" of the left tail in which no large summand is looked for.
const NOTHING: f64 = 25.0;

/// What a law consists of from left to right: sheets, and from where they end the tail of one large summand.
pub(super) struct Cover {
    /// With the ratios between which each counts.
    pub(super) sheets: Vec<(Good, (f64, f64))>,
    /// Bound of the mass under "out" left of them.
    pub(super) left: f64,
    pub(super) tail: Tail,
    /// The first knot of the tail.
    pub(super) start: f64,
}

/// The sheets and the tail of a law; what is not in them holds at most about `spare` under "in". None where the law is too rough
/// for so many knots, or takes too many sheets.
pub(super) fn cover(
    summands: Summands,
    points: usize,
    precision: Precision,
    (spare, most): (f64, f64),
    transforms: &mut Transforms,
) -> Option<Cover> {
    if summands.shift > MOST_SHIFT {
        return None;
    }
    let bins = summands.bins;
    let wide = Taper::new(4.0);
    let lower = Rough::new(&summands, &wide).moments(-1.0, 1.6, 30);
    let nothing = lower.least(NOTHING);
    let near = summands.value(-normal::quantile((LARGE / bins).min(0.4)));
    let small = Rough::new(&summands, &Taper::new(near.max(1.0 / bins))).tilted(0.0);
    let high = small.mean + near.max(6.0 * small.deviation);
    let mut march = March {
        summands,
        points,
        transforms,
        nothing,
        least: lower.least(-libm::log(0.1 * spare)),
        lowest: lower.least(OUTSIDE),
        lower,
        kept: high - nothing,
        mean: small.mean,
        deviation: small.deviation,
        spare,
        most,
        precision,
    };
    let tail = march.tail(spare);
    march.cover(tail)
}

/// The law of the ratio at knots.
pub(super) fn knots(
    summands: Summands,
    points: usize,
    spare: (f64, f64),
    transforms: &mut Transforms,
) -> Option<Knots> {
    if points < FEWEST_POINTS || summands.bins < FEWEST_BINS {
        return None;
    }
    let cover = cover(
        summands,
        points,
        Precision {
            most_work: MOST_WORK,
            tolerance: TOLERANCE,
            loose: TOLERANCE,
            enough: None,
            with_tail: true,
        },
        spare,
        transforms,
    )?;
    let (tail, start) = (&cover.tail, cover.start);
    let sheets = cover.sheets.iter();
    let mut pieces: Vec<_> = sheets
        .map(|(good, (from, to))| good.piece(*from, *to))
        .collect();
    if tail.to > tail.from {
        let law = LargeSummand::new(&summands, tail, transforms)?;
        pieces.append(&mut law.pieces(start, tail.to));
    }
    Knots::of(&pieces, cover.left, (tail.missing + tail.beyond, tail.from))
}

impl March<'_> {
    /// The tail with at most `spare` missing, or none where that would not begin farther out.
    fn tail(&self, spare: f64) -> Tail {
        let none = Tail::none(&self.summands, spare);
        match Tail::new(&self.summands, self.lowest, spare) {
            Some(tail) if self.precision.enough.is_none() => tail,
            Some(tail) if self.precision.with_tail && tail.from <= none.from => tail,
            _ => none,
        }
    }

    /// The sheets, and the tail that begins where they end: farther in than the one that was wanted where they cost too much.
    fn cover(&mut self, mut tail: Tail) -> Option<Cover> {
        let mut start = LargeSummand::start(tail.from);
        let mut sheets = vec![self.first()?];
        // Each sheet takes as much more work than the one before as it goes farther.
        let steps = |start: f64| {
            let reached = sheets[0].high - self.nothing;
            libm::log((start - self.nothing) / reached) / libm::log(STRIDE)
        };
        let growth =
            1.0 + self.precision.most_work as f64 * (STRIDE - 1.0) / sheets[0].sheet.work() as f64;
        let most_steps = libm::log(growth) / libm::log(STRIDE) - 1.0;
        if steps(start) > most_steps {
            let least = self.tail(self.most);
            if steps(least.from) > most_steps {
                return None;
            }
        }
        let mut work = 0;
        while let Some(last) = sheets.last()
            && last.high < start
        {
            work += last.sheet.work();
            let next = if work > self.precision.most_work {
                None
            } else {
                self.right(last, 1.02 * start)
            };
            match next {
                Some(next) => sheets.push(next),
                None => {
                    let reached = last.high;
                    while start > reached {
                        self.spare *= 4.0;
                        if self.spare > self.most {
                            return None;
                        }
                        tail = self.tail(self.spare);
                        start = LargeSummand::start(tail.from);
                    }
                }
            }
        }
        for _ in 0..MOST_SHEETS {
            if sheets[0].low <= self.least + 2.0 * sheets[0].sheet.unit() {
                break;
            }
            let Some(next) = self.left(&sheets[0]) else {
                break;
            };
            sheets.insert(0, next);
        }
        if self.lower.log_probability(sheets[0].low) > libm::log(self.most) {
            return None;
        }
        let mut best = best(&sheets)?;
        best.retain(|(index, from)| from + LEAST_CELLS * sheets[*index].sheet.unit() < start);
        // The tail begins at a knot of the last sheet, which reaches it.
        let last = &sheets[best.last()?.0];
        if last.high < start || last.sheet.unit() > LargeSummand::unit(start) {
            return None;
        }
        let ends: Vec<_> = best.iter().skip(1).map(|(_, from)| *from).collect();
        let mut ranges = vec![None; sheets.len()];
        for ((index, from), to) in best.iter().zip(ends.into_iter().chain([start])) {
            ranges[*index] = Some((*from, to));
        }
        let sheets = sheets.into_iter().zip(ranges);
        let sheets: Vec<_> = sheets
            .filter_map(|(good, range)| Some((good, range?)))
            .collect();
        // The first piece begins at the knot that is nearest to its end.
        let (first, (from, _)) = sheets.first()?;
        let first = first.sheet.ratio(first.sheet.nearest(*from));
        Some(Cover {
            left: libm::exp(self.lower.log_probability(first)),
            sheets,
            tail,
            start,
        })
    }
}

impl Good {
    fn piece(&self, from: f64, to: f64) -> Piece {
        let sheet = &self.sheet;
        let (first, last) = (sheet.nearest(from), sheet.nearest(to));
        let ratios: Vec<_> = (first..=last).map(|knot| sheet.ratio(knot)).collect();
        let mut masses: Vec<_> = (first..=last).map(|knot| sheet.mass(knot)).collect();
        masses[0] = sheet.half(from, false);
        masses[last - first] = sheet.half(to, true);
        Piece {
            errors: ratios.iter().map(|ratio| sheet.error(*ratio)).collect(),
            peaks: (first..last).map(|knot| sheet.peak(knot)).collect(),
            ratios,
            masses,
        }
    }
}

/// Where one sheet gives way to the next: at a knot of both, from which on the next has the smaller error.
fn junction(left: &Good, right: &Good) -> Option<f64> {
    let unit = left.sheet.unit().max(right.sheet.unit());
    let low = libm::ceil(left.low.max(right.low) / unit);
    let high = libm::floor(left.high.min(right.high) / unit);
    if low > high {
        return None;
    }
    let worse = |knot: f64| right.sheet.error(knot * unit) > left.sheet.error(knot * unit);
    let place = Bisection::linear(40).bracket(low, high, worse).1;
    Some(unit * libm::ceil(place).clamp(low, high))
}

/// The places of the sheets that are best somewhere, with the ratio from which on each is.
fn best(sheets: &[Good]) -> Option<Vec<(usize, f64)>> {
    let mut best: Vec<(usize, f64)> = Vec::new();
    for (index, next) in sheets.iter().enumerate() {
        loop {
            let Some((last, from)) = best.last() else {
                best.push((index, next.low));
                break;
            };
            let last = &sheets[*last];
            let place = junction(last, next);
            // A sheet of less than a few cells is none.
            let least = from + LEAST_CELLS * last.sheet.unit().max(next.sheet.unit());
            match place {
                Some(place) if place > least => {
                    best.push((index, place));
                    break;
                }
                _ if best.len() == 1 => return None,
                _ => best.pop(),
            };
        }
    }
    Some(best)
}
