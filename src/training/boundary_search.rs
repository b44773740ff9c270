//! The search for the last safe value among candidates, in few evaluations.

use super::candidate_values::Lattice;
use crate::figure::Error;

/// By how much a figure exceeds its target, on a scale on which it is about linear in the logarithm of the value; at most 0
/// where it is safe, infinite or no number where the scale ends.
pub(crate) type Excess<'a> = dyn FnMut(f64) -> Result<f64, Error> + 'a;

/// By how much a figure about exceeds its target, and how far off that may be.
pub(crate) type Estimate<'a> = dyn FnMut(f64) -> Result<(f64, f64), Error> + 'a;

/// Rises of the excess for one unit of the logarithm where nothing else is known: steps act with their root, others at once.
const USUAL_SLOPE: f64 = 0.8;
/// By how much a slope may differ from the last one; one that is found so near is not believed beyond, as figures are certain up to a width,
/// which makes any slope of two neighbours.
const NEARBY: f64 = 1e-2;
const STEEPER: f64 = 8.0;
/// Farthest that the first step of the search goes in the logarithm; the next one that is held back goes twice as far.
const FARTHEST: f64 = 1.5;
/// How much of the bracket, or of the excess, an evaluation that gains something may leave; and evaluations in a row that may gain less.
const LEAVES: (f64, f64) = (0.5, 0.1);
const PATIENCE: usize = 1;
/// How far off the answer may be where nothing is known, in the logarithm; by how much farther the search goes outward each time.
const FAR: f64 = 0.3;
const FARTHER: f64 = 8.0;
/// Most estimates, and how far they may move at the last, in the logarithm.
const MOST_ESTIMATES: usize = 12;
const NEAR: f64 = 1e-4;

/// Where to begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) k: f64,
    /// By how much the excess rises for one unit of the logarithm towards danger.
    slope: f64,
    /// How far off the answer may be, in the logarithm.
    reach: f64,
}

impl Start {
    /// Nothing is known but a number.
    pub(crate) fn at(k: f64) -> Self {
        Self {
            k,
            slope: USUAL_SLOPE,
            reach: FAR,
        }
    }
}

/// What has been evaluated.
struct Search<'a> {
    lattice: &'a Lattice,
    /// 1 where larger numbers are bolder, else -1.
    sign: f64,
    safest: f64,
    boldest: f64,
    /// The boldest safe number, the safest unsafe one.
    good: Option<f64>,
    bad: Option<f64>,
    /// The last evaluation: its number, the logarithm of its value towards danger, and its excess.
    last: Option<(f64, f64, f64)>,
    slope: f64,
    farthest: f64,
    /// Whether it would have gone farther.
    is_held_back: bool,
    /// How far the search goes outward next, in the logarithm, and its evaluations in a row that gained little.
    reach: f64,
    poor: usize,
    /// How many of these are borne: fewer once the bracket had to be halved.
    patience: usize,
}

impl<'a> Search<'a> {
    fn new(lattice: &'a Lattice, endangers: bool, start: Start) -> Self {
        let (sign, safest, boldest) = lattice.ends(endangers);
        Self {
            lattice,
            sign,
            safest,
            boldest,
            good: None,
            bad: None,
            last: None,
            slope: start.slope,
            farthest: FARTHEST,
            is_held_back: false,
            reach: start.reach,
            poor: 0,
            patience: PATIENCE,
        }
    }

    /// Takes in an evaluation and names the next number to evaluate; none where the bracket is closed.
    fn next(&mut self, k: f64, excess: f64) -> Option<f64> {
        let before = self.width();
        let was = self.last.map_or(f64::INFINITY, |(.., was)| was.abs());
        self.record(k, excess);
        let left = self.width();
        if left <= 1.0 {
            return None;
        }
        let gains = left <= LEAVES.0 * before || excess.abs() < LEAVES.1 * was || self.is_held_back;
        self.poor = if gains { 0 } else { self.poor + 1 };
        self.is_held_back = false;
        if self.poor <= self.patience
            && let Some(next) = self.by_secant()
        {
            return Some(next);
        }
        Some(self.outward())
    }

    fn record(&mut self, k: f64, excess: f64) {
        let u = self.sign * self.lattice.log(k);
        if let Some((_, before, was)) = self.last {
            let slope = (excess - was) / (u - before);
            let like = self.slope / STEEPER..=self.slope * STEEPER;
            let is_told = (u - before).abs() > NEARBY || like.contains(&slope);
            if slope > 0.0 && slope.is_finite() && is_told {
                self.slope = slope.clamp(*like.start(), *like.end());
            }
        }
        self.last = Some((k, u, excess));
        if excess <= 0.0 {
            self.good = Some(k);
        } else {
            self.bad = Some(k);
        }
    }

    /// Bracket by its numbers, one beyond the range where an end has not been seen.
    fn bracket(&self) -> (f64, f64) {
        (
            self.good.unwrap_or(self.safest - self.sign),
            self.bad.unwrap_or(self.boldest + self.sign),
        )
    }

    fn width(&self) -> f64 {
        let (good, bad) = self.bracket();
        (bad - good).abs()
    }

    /// The nearest number within the bracket.
    fn inside(&self, k: f64) -> f64 {
        let (good, bad) = self.bracket();
        k.clamp(good.min(bad) + 1.0, good.max(bad) - 1.0)
    }

    /// The number where the secant leaves the safe side, as far as it may be trusted; within the bracket, to whose ends it may lead.
    fn by_secant(&mut self) -> Option<f64> {
        let (_, u, excess) = self.last?;
        if !excess.is_finite() {
            return None;
        }
        let moved = excess / self.slope;
        let held_back = moved.clamp(-self.farthest, self.farthest);
        self.is_held_back = held_back != moved;
        if self.is_held_back {
            self.farthest *= 2.0;
        }
        let next = self.lattice.at_log(self.sign * (u - held_back));
        let (good, bad) = self.bracket();
        let is_within = (good.min(bad)..=good.max(bad)).contains(&next);
        is_within.then(|| self.inside(next))
    }

    /// Halves the bracket in the logarithm, or in number where that is finer.
    fn by_halving(&self) -> f64 {
        let (good, bad) = self.bracket();
        let (safe, bold) = (self.inside(good), self.inside(bad));
        let middle = 0.5 * (self.lattice.log(safe) + self.lattice.log(bold));
        self.inside(self.lattice.at_log(middle))
    }

    /// From the only end that is known outward, in strides that grow.
    fn outward(&mut self) -> f64 {
        let (known, towards) = match (self.good, self.bad) {
            (Some(good), None) => (good, self.sign),
            (None, Some(bad)) => (bad, -self.sign),
            _ => {
                (self.poor, self.patience) = (0, 0);
                return self.by_halving();
            }
        };
        let far = self
            .lattice
            .at_log(self.lattice.log(known) + towards * self.reach);
        self.reach *= FARTHER;
        let next = if far == known { known + towards } else { far };
        next.clamp(self.lattice.first(), self.lattice.last())
    }
}

/// The last number towards danger that is safe, if all before it are; none if none is.
///
/// By secants of the excess from a start; where these gain little, by strides that grow until both sides have been seen,
/// and by halving then. What is returned has been evaluated, and so has its bolder neighbour, where there is one.
pub(crate) fn last_safe(
    lattice: &Lattice,
    endangers: bool,
    start: Start,
    excess: &mut Excess,
) -> Result<Option<f64>, Error> {
    let mut search = Search::new(lattice, endangers, start);
    let mut k = start.k.clamp(lattice.first(), lattice.last());
    while let Some(next) = search.next(k, excess(k)?) {
        k = next;
    }
    Ok(search.good)
}

/// Where a cheap figure is about at its target, and how it rises there; no side is proven.
pub(crate) fn near(
    lattice: &Lattice,
    endangers: bool,
    start: Start,
    estimate: &mut Estimate,
) -> Result<Start, Error> {
    let mut search = Search::new(lattice, endangers, start);
    let mut k = start.k.clamp(lattice.first(), lattice.last());
    let mut reach = start.reach;
    for _ in 0..MOST_ESTIMATES {
        let (excess, off) = estimate(k)?;
        let Some(next) = search.next(k, excess) else {
            break;
        };
        let moved = (lattice.log(next) - lattice.log(k)).abs();
        k = next;
        reach = NEAR.max(off / search.slope);
        if moved <= reach {
            break;
        }
    }
    let slope = search.slope;
    Ok(Start { k, slope, reach })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(
        lattice: &Lattice,
        endangers: bool,
        start: f64,
        excess: impl Fn(f64) -> f64,
    ) -> (Option<f64>, usize) {
        let mut asked = 0;
        let found = last_safe(lattice, endangers, Start::at(start), &mut |k| {
            asked += 1;
            Ok(excess(k))
        });
        (found.expect("no error"), asked)
    }

    #[test]
    fn it_ends_at_the_edge() {
        let lattice = Lattice::multiples(1.0, 1e9);
        for edge in [1.0, 2.0, 77.0, 123_456.0] {
            for start in [1.0, 77.0, 5e6] {
                // A step, of which no secant knows anything, and what is infinite.
                for jump in [1.0, f64::INFINITY] {
                    let step = |k: f64| if k <= edge { -jump } else { jump };
                    let (found, asked) = search(&lattice, true, start, step);
                    assert_eq!(found, Some(edge));
                    assert!(asked < 64, "{asked}");
                }
            }
        }
        assert_eq!(search(&lattice, true, 5.0, |_| 1.0).0, None);
        assert_eq!(search(&lattice, true, 5.0, |_| f64::NAN).0, None);
        assert_eq!(search(&lattice, true, 5.0, |_| -1.0).0, Some(1e9));
    }

    #[test]
    fn a_smooth_figure_takes_few_evaluations() {
        let lattice = Lattice::digits(0.01, 1e4);
        for limit in [0.0234567, 0.7, 1.0, 37.0] {
            // Falls with the value, not quite as its power.
            let excess = |k: f64| {
                let log = libm::log(lattice.value(k) / limit);
                -1.3 * log - 0.1 * log * log * log
            };
            for start in [limit * 0.9, limit * 1.3] {
                let (found, asked) =
                    search(&lattice, false, lattice.at_log(libm::log(start)), excess);
                let found = found.expect("reached");
                assert!(excess(found) <= 0.0 && excess(found - 1.0) > 0.0);
                assert!(asked <= 7, "{asked}");
            }
        }
    }
}
