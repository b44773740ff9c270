//! The search for the last safe value among candidates, in few evaluations.

use super::candidate_values::Lattice;
use crate::figure::Error;

/// By how much a figure exceeds its target, on a scale on which it is about linear in the logarithm of the value; at most 0
/// where it is safe, infinite or no number where the scale ends.
pub(crate) type Excess<'a> = dyn FnMut(f64) -> Result<f64, Error> + 'a;

/// Rises of the excess for one unit of the logarithm where nothing else is known: steps act with their root, others at once.
const USUAL_SLOPE: f64 = 0.8;
/// Farthest that one step of the search goes in the logarithm.
const FARTHEST: f64 = 1.5;
/// Evaluations in a row that may leave more than half of the bracket.
const PATIENCE: usize = 3;
/// Most evaluations of a draft, and how far it may move at the last, in the logarithm.
const MOST_DRAFTS: usize = 16;
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
            reach: 0.3,
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
    /// How far the search goes outward next, in the logarithm, and its evaluations in a row that gained little.
    reach: f64,
    poor: usize,
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
            reach: start.reach,
            poor: 0,
        }
    }

    /// Takes in an evaluation and names the next number to evaluate; none where the bracket is closed.
    fn next(&mut self, k: f64, excess: f64) -> Option<f64> {
        let (good, bad) = self.bracket();
        let before = (bad - good).abs();
        self.record(k, excess);
        let (good, bad) = self.bracket();
        let left = (bad - good).abs();
        if left <= 1.0 {
            return None;
        }
        self.poor = if left > 0.5 * before {
            self.poor + 1
        } else {
            0
        };
        let inside = |k: &f64| (good.min(bad) + 1.0..=good.max(bad) - 1.0).contains(k);
        let by_secant = self.by_secant().filter(inside);
        if by_secant.is_some() && self.poor < PATIENCE {
            return by_secant;
        }
        self.poor = 0;
        let next = self.outward();
        self.reach *= 4.0;
        Some(next)
    }

    fn record(&mut self, k: f64, excess: f64) {
        let u = self.sign * self.lattice.log(k);
        if let Some((_, before, was)) = self.last {
            let slope = (excess - was) / (u - before);
            if slope > 0.0 && slope.is_finite() {
                self.slope = slope;
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

    /// The number where the secant leaves the safe side, as far as it may be trusted.
    fn by_secant(&self) -> Option<f64> {
        let (k, u, excess) = self.last?;
        if !excess.is_finite() {
            return None;
        }
        let moved = (excess / self.slope).clamp(-FARTHEST, FARTHEST);
        let mut next = self.lattice.at_log(self.sign * (u - moved));
        if next == k {
            // Its neighbour on the other side of the target.
            next = k + if excess <= 0.0 { self.sign } else { -self.sign };
        }
        Some(next)
    }

    /// Halves the bracket in the logarithm, or in number where that is finer.
    fn by_halving(&self) -> f64 {
        let (good, bad) = self.bracket();
        let inside = |k: f64| k.clamp(good.min(bad) + 1.0, good.max(bad) - 1.0);
        let (safe, bold) = (inside(good), inside(bad));
        let middle = 0.5 * (self.lattice.log(safe) + self.lattice.log(bold));
        inside(self.lattice.at_log(middle))
    }

    /// From the only end that is known outward, in strides that grow.
    fn outward(&self) -> f64 {
        let (known, towards) = match (self.good, self.bad) {
            (Some(good), None) => (good, self.sign),
            (None, Some(bad)) => (bad, -self.sign),
            _ => return self.by_halving(),
        };
        let far = self
            .lattice
            .at_log(self.lattice.log(known) + towards * self.reach);
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
    excess: &mut Excess,
) -> Result<Start, Error> {
    let mut search = Search::new(lattice, endangers, start);
    let mut k = start.k.clamp(lattice.first(), lattice.last());
    for _ in 0..MOST_DRAFTS {
        let Some(next) = search.next(k, excess(k)?) else {
            break;
        };
        let moved = (lattice.log(next) - lattice.log(k)).abs();
        k = next;
        if moved <= NEAR {
            break;
        }
    }
    Ok(Start {
        k,
        slope: search.slope,
        reach: NEAR,
    })
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
                    assert!(asked < 120, "{asked}");
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
                assert!(asked <= 9, "{asked}");
            }
        }
    }
}
