//! The law of the ratio of an epoch from its left tail to its right one: sheets under one tilt after the other, up to
//! where one large summand is all that matters.

use super::knots::{Knots, Piece};
use super::large_summand::{LargeSummand, Tail};
use super::march::{Good, LARGE, March, STRIDE};
use super::spectrum::OUTSIDE;
use super::summands::{Rough, Summands};
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::{Bisection, normal};

/// Most sheets to the left.
const MOST_SHEETS: usize = 12;
/// Fewest knots of a window: with fewer, one grid of the whole takes less time.
const FEWEST_POINTS: usize = 1 << 16;
/// Fewest cells of a sheet.
const LEAST_CELLS: f64 = 8.0;
/// Products of nodes and frequencies from which on no further sheet is laid.
const MOST_WORK: usize = 120_000_000;
/// Logarithm of the probability under "out" of the left tail in which no large summand is looked for.
const NOTHING: f64 = 25.0;

/// The law of the ratio; what is not in it holds at most about `spare` under "in". None where it is too rough for so
/// many knots, or takes too many sheets.
pub(super) fn knots(
    summands: Summands,
    points: usize,
    (spare, most): (f64, f64),
    transforms: &mut Transforms,
) -> Option<Knots> {
    if points < FEWEST_POINTS {
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
    };
    let tail = Tail::new(&summands, march.lowest, spare)?;
    let (tail, pieces) = march.pieces(tail)?;
    let first = pieces.first()?.ratios[0];
    let left = libm::exp(march.lower.log_probability(first));
    Knots::of(&pieces, left, (tail.missing + tail.beyond, tail.from))
}

impl March<'_> {
    /// The pieces, and the tail that begins where the sheets end: farther in than the one that was wanted where they cost
    /// too much.
    fn pieces(&mut self, mut tail: Tail) -> Option<(Tail, Vec<Piece>)> {
        let mut start = LargeSummand::start(tail.from);
        let mut sheets = vec![self.first()?];
        // Each sheet takes as much more work than the one before as it goes farther.
        let steps = |start: f64| {
            let reached = sheets[0].high - self.nothing;
            libm::log((start - self.nothing) / reached) / libm::log(STRIDE)
        };
        let growth = 1.0 + MOST_WORK as f64 * (STRIDE - 1.0) / sheets[0].sheet.work() as f64;
        let most_steps = libm::log(growth) / libm::log(STRIDE) - 1.0;
        if steps(start) > most_steps {
            let least = Tail::new(&self.summands, self.lowest, self.most)?;
            if steps(least.from) > most_steps {
                return None;
            }
        }
        let mut work = 0;
        while let Some(last) = sheets.last()
            && last.high < start
        {
            work += last.sheet.work();
            let next = if work > MOST_WORK {
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
                        tail = Tail::new(&self.summands, self.lowest, self.spare)?;
                        start = LargeSummand::start(tail.from);
                    }
                }
            }
        }
        for _ in 0..MOST_SHEETS {
            if sheets[0].low <= self.least + 2.0 * sheets[0].sheet.unit() {
                break;
            }
            let next = self.left(&sheets[0])?;
            sheets.insert(0, next);
        }
        let mut best = best(&sheets)?;
        best.retain(|(good, from)| from + LEAST_CELLS * good.sheet.unit() < start);
        // The tail begins at a knot of the last sheet.
        if best.last()?.0.sheet.unit() > LargeSummand::unit(start) {
            return None;
        }
        let mut pieces: Vec<_> = best
            .iter()
            .enumerate()
            .map(|(index, (good, from))| {
                let to = best.get(index + 1).map_or(start, |(_, from)| *from);
                good.piece(*from, to)
            })
            .collect();
        if tail.to > tail.from {
            let law = LargeSummand::new(&self.summands, &tail, self.transforms)?;
            pieces.append(&mut law.pieces(start, tail.to));
        }
        Some((tail, pieces))
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

/// The sheets that are best somewhere, with the ratio from which on each is.
fn best(sheets: &[Good]) -> Option<Vec<(&Good, f64)>> {
    let mut best: Vec<(&Good, f64)> = Vec::new();
    for next in sheets {
        loop {
            let Some((last, from)) = best.last() else {
                best.push((next, next.low));
                break;
            };
            let place = junction(last, next);
            // A sheet of less than a few cells is none.
            let least = from + LEAST_CELLS * last.sheet.unit().max(next.sheet.unit());
            match place {
                Some(place) if place > least => {
                    best.push((next, place));
                    break;
                }
                _ if best.len() == 1 => return None,
                _ => best.pop(),
            };
        }
    }
    Some(best)
}
