//! Few steps under small noise: the divergence by the largest observation, the largest below it, and so on.
//!
//! With `W` the ratio of `n` steps, `w` that of one, and all observations below `b`, let
//!
//! `D_n(eps; b) = E_Q[(W - e^eps)_+; all below b]`.
//!
//! Each factor is at least `1 - q`. Let `a` be where `w(a) (1 - q)^(n-1) = e^eps`: where the largest observation is at least
//! `a`, nothing is cut off, and the mean has a closed form by `P(z)^n` and `Q(z)^n`, the probabilities that all observations lie
//! below a place. Else the largest one, `z`, may be any of the steps, and all others lie below it:
//!
//! `D_n(eps; b) = closed(a, b) + n ∫_(z < a) w(z) D_(n-1)(eps - ln w(z); z) dQ(z)`.
//!
//! In the integral both the order falls and the bound grows with `z`, so that `D_(n-1)` grows: in a cell it lies between its
//! values at both ends, and the cell has the mass of `P`. From one level to the next the integral is smaller by about the number
//! of undrawn steps that look as if they had drawn the record, so that few cells are enough inside, and a trivial bound
//! inside of these. Nothing is subtracted but in the closed form, whose rounding is relative to the probability of a draw.

mod figures;
mod step;
#[cfg(test)]
mod tests;

pub(super) use self::figures::Known;
use self::step::{Observed, Steps};
use crate::mechanism::{DominatingPair, Noise, Shape};
use crate::numerics::Interval;

/// Cells of the largest observation, of the next, and so on, and how many parts of each have closed forms of their own.
const FEW: &[(usize, usize)] = &[(64, 48), (10, 4)];
const MANY: &[(usize, usize)] = &[(192, 64), (20, 4), (6, 1)];
/// Relative width that is enough, and the largest that many cells make so.
const NARROW: f64 = 5e-7;
const WORTH: f64 = 1e-5;
/// Large observations that are expected at most: with more, no level is much smaller than the one before.
const MOST_EXPECTED: f64 = 0.4;
/// How far below the largest observation cells are laid.
const DEPTH: f64 = 8.0;

/// The steps of a run of one phase, and how many there are. `None` where large observations are no exception.
fn few_large(pair: &DominatingPair) -> Option<(Steps, f64)> {
    let (Shape::Mixture { group_size: 1 }, Noise::Gaussian, [phase]) =
        (pair.shape, pair.noise, &pair.phases[..])
    else {
        return None;
    };
    let steps = Steps::new(phase);
    let are_few = phase.num_steps >= 2.0
        && phase.sample_rate < 1.0
        && steps.expected(phase.num_steps) <= MOST_EXPECTED;
    are_few.then_some((steps, phase.num_steps))
}

/// The advantage of a run of one phase. `None` where large observations are no exception.
pub(super) fn advantage(pair: &DominatingPair) -> Option<Interval> {
    let (steps, num_steps) = few_large(pair)?;
    let by = |levels: &[(usize, usize)]| {
        let order = Interval::around(0.0, 0.0);
        let found = steps.below(num_steps, order, &Observed::ANY, levels);
        (found.upper.is_finite() && found.lower > 0.0).then_some(found)
    };
    let few = by(FEW)?;
    let width = few.width() / few.upper;
    if width <= NARROW || width > WORTH {
        return Some(few);
    }
    Some(by(MANY).map_or(few, |many| many.intersect(few)))
}

impl Steps {
    /// `D_n` at an order that is known up to its rounding, for all observations below a place.
    fn below(
        &self,
        n: f64,
        epsilon: Interval,
        bound: &Observed,
        levels: &[(usize, usize)],
    ) -> Interval {
        let (place, closed) = self.closed_above(n, epsilon, bound);
        sum(closed, self.by_cells(n, epsilon, &place, levels))
    }

    /// `D_n` where the order leaves no closed form up to the bound.
    fn by_cells(
        &self,
        n: f64,
        epsilon: Interval,
        bound: &Observed,
        levels: &[(usize, usize)],
    ) -> Interval {
        // W is at most w^n of the largest.
        let least = self.observation_below(epsilon.lower / n);
        if least >= bound.z {
            return Interval::around(0.0, 0.0);
        }
        let Some((&(cells, parts), inner)) = levels.split_first() else {
            return Interval {
                lower: 0.0,
                upper: self.trivial(n, epsilon.lower, bound),
            };
        };
        let start = least.max(bound.z - DEPTH);
        let mut known = Interval {
            lower: 0.0,
            upper: if start > least {
                self.trivial(n, epsilon.lower, &self.observed(start))
            } else {
                0.0
            },
        };
        let at = |k: usize, of: usize, from: f64, to: f64| {
            self.observed(from + (to - from) * k as f64 / of as f64)
        };
        let rest = n - 1.0;
        let mut left = self.observed(start);
        for cell in 1..=cells {
            let right = if cell == cells {
                *bound
            } else {
                at(cell, cells, start, bound.z)
            };
            // What has a closed form, on finer parts, and the places below which the rest lies.
            let mut from = left;
            let (mut cut, mut low) =
                self.closed_above(rest, self.order_behind(epsilon, &from), &from);
            let (mut lowest, mut highest) = (cut, None::<Observed>);
            for part in 1..=parts {
                let to = if part == parts {
                    right
                } else {
                    at(part, parts, left.z, right.z)
                };
                if cut.z < lowest.z {
                    lowest = cut;
                }
                let (next, high) = self.closed_above(rest, self.order_behind(epsilon, &to), &to);
                if highest.is_none_or(|highest| highest.z < next.z) {
                    highest = Some(next);
                }
                let mass = self.mass(&from, &to);
                known = sum(
                    known,
                    Interval {
                        lower: n * mass.lower * low.lower,
                        upper: n * mass.upper * high.upper,
                    },
                );
                (from, cut, low) = (to, next, high);
            }
            let ends = (lowest, highest.unwrap_or(right));
            known = sum(known, self.inner(n, epsilon, (&left, &right), ends, inner));
            left = right;
        }
        known
    }

    /// What a cell of the largest observation adds where those below it have no closed form, below a place that lies between two
    /// all over the cell: at most what the lower order and the farther place give, at least what the others do.
    fn inner(
        &self,
        n: f64,
        epsilon: Interval,
        (left, right): (&Observed, &Observed),
        (lowest, highest): (Observed, Observed),
        levels: &[(usize, usize)],
    ) -> Interval {
        let rest = n - 1.0;
        // One step has a closed form.
        if rest <= 1.0 {
            return Interval::around(0.0, 0.0);
        }
        let (near, far) = (
            self.order_behind(epsilon, left),
            self.order_behind(epsilon, right),
        );
        let most = self.by_cells(rest, far, &highest, levels).upper;
        let least = if levels.is_empty() {
            0.0
        } else {
            self.by_cells(rest, near, &lowest, levels).lower
        };
        let mass = self.mass(left, right);
        Interval {
            lower: n * mass.lower * least.max(0.0),
            upper: n * mass.upper * most,
        }
    }

    /// The order that is left to the other steps.
    fn order_behind(&self, epsilon: Interval, largest: &Observed) -> Interval {
        let rounding = largest.error + f64::EPSILON * (epsilon.upper.abs() + largest.loss.abs());
        Interval {
            lower: epsilon.lower - largest.loss - rounding,
            upper: epsilon.upper - largest.loss + rounding,
        }
    }

    /// The place from which on there is a closed form, or the bound, and the closed form between both; of one step also what its
    /// place lies too far to the right.
    fn closed_above(&self, n: f64, epsilon: Interval, bound: &Observed) -> (Observed, Interval) {
        let place = self.observation_above(epsilon.upper - (n - 1.0) * self.undrawn, n);
        let (place, mut closed) = if place >= bound.z {
            (*bound, Interval::around(0.0, 0.0))
        } else {
            let place = self.observed(place);
            (place, self.closed(n, epsilon, &place, bound))
        };
        if n <= 1.0 && place.z > f64::NEG_INFINITY {
            let missed = (place.loss + place.error - epsilon.lower).max(0.0);
            closed.upper += libm::exp(epsilon.lower) * libm::expm1(missed) * (1.0 + 1e-9);
        }
        (place, closed)
    }
}

/// The sum of two intervals, rounded outward.
fn sum(a: Interval, b: Interval) -> Interval {
    Interval {
        lower: (a.lower + b.lower).next_down().max(0.0),
        upper: (a.upper + b.upper).next_up(),
    }
}
