//! Laplace noise, of which few steps show a loss between its two atoms: no characteristic function falls there, and no grid is needed.
//!
//! With probability `c` a step shows a loss `l_0 + s (l_1 - l_0)`, `0 < s < 1`, else one of the ends ([`law`]). With `j` steps of the first
//! kind and `X` others at the upper end, the loss of all is `T l_0 + (l_1 - l_0)(X + S_j)`, and
//!
//! `H(eps) = e^eps E_Q[(e^(L - eps) - 1)_+] = e^eps sum_j B(j) sum_i b_j(i) K_j(i - x)`, `x = (eps - T l_0)/(l_1 - l_0)`,
//!
//! with binomial weights and `K_j(y) = E[(e^((l_1 - l_0)(S_j + y)) - 1)_+]`. From `y = 0` on all of it counts, and `E[e^l]` between the
//! atoms is 1 (their ratios `e^-m` and `e^m` have the mean 1 as well), so that `K_j` and the sum over `i` have closed forms; below
//! `K_j` is known in pieces ([`pieces`]), of which only those with `i > x - j` are asked for ([`tail`]). All terms are positive: a
//! divergence has its digits however small it is. The other direction is the same from the upper end downward.

mod law;
mod pieces;
mod tail;
#[cfg(test)]
mod tests;

use self::law::Law;
use self::tail::{Reading, Tail};
use super::engine::{Engine, from_other};
use super::least_line::{least_line_near, lowest_line_near, tpr_from_advantage};
use super::loss_range::LossRange;
use crate::mechanism::{DominatingPair, Gaussian, Noise, Shape};
use crate::numerics::{Interval, sign_change};
use core::cell::OnceCell;

/// Largest shift, in units of the noise, and steps between the atoms on average.
const LARGEST_SHIFT: f64 = 3.0;
const MOST_BETWEEN: f64 = 30.0;
/// Relative width of a rate of true positives at which its order is sought no further.
const NARROW: f64 = 1e-8;
/// How well an order is known, in units of the distance of the atoms.
const STEP: f64 = 1e-9;
/// How far from the order of a rate nearby that of a rate is sought first.
const REACH: f64 = 1e3;
/// How far aside, in the same unit, the density of the loss is estimated.
const ASIDE: f64 = 0.01;
/// How much higher a line is at least where its lower end is read off.
const HIGHER: f64 = 1e-9;

pub(super) struct BetweenAtoms {
    law: Law,
    num_steps: f64,
    range: LossRange,
    upper: Tail,
    lower: OnceCell<Option<Tail>>,
}

impl BetweenAtoms {
    /// `None` of other pairs, and where it is too much work.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let (Shape::Mixture { group_size: 1 }, Noise::Laplace, [phase]) =
            (pair.shape, pair.noise, &pair.phases[..])
        else {
            return None;
        };
        if phase.shift() > LARGEST_SHIFT {
            return None;
        }
        let (law, num_steps) = (Law::new(phase), phase.num_steps);
        if num_steps * law.between > MOST_BETWEEN {
            return None;
        }
        Some(Self {
            law,
            num_steps,
            range: LossRange::of(pair),
            upper: Tail::new(&law, num_steps, true)?,
            lower: OnceCell::new(),
        })
    }

    /// The steps at the lower atom.
    fn least(&self) -> f64 {
        self.num_steps * self.law.least
    }

    /// Rounding of an order less the loss of all steps at an atom.
    fn rounding(&self, order: f64, of_step: f64) -> f64 {
        8.0 * f64::EPSILON * (order.abs() + self.num_steps * (of_step.abs() + self.law.length))
    }

    fn above(&self, order: f64) -> Reading {
        let threshold = (order - self.least()) / self.law.length;
        self.upper.at(threshold, libm::exp(order) * self.law.length)
    }

    /// `e^eps E_Q[(e^(L - eps) - 1)_+]`.
    fn forward(&self, order: f64) -> Interval {
        let most = self.range.hockey_stick(order);
        if most == 0.0 {
            return Interval {
                lower: 0.0,
                upper: 0.0,
            };
        }
        let reading = self.above(order);
        let growth = libm::exp(order);
        let relative = 8.0 * f64::EPSILON * (1.0 + order.abs());
        // The slope is e^eps Q(L > eps) at most.
        let moved = growth * reading.above * self.rounding(order, self.law.least);
        let scale = growth * self.law.length;
        Interval {
            lower: (scale * reading.mean.lower * (1.0 - relative) - moved).max(0.0),
            upper: (scale * reading.mean.upper * (1.0 + relative) + moved + reading.outside)
                .min(most),
        }
    }

    /// `E_Q[(1 - e^(L + eps))_+]`.
    fn backward(&self, order: f64) -> Interval {
        let most = self.range.reversed().hockey_stick(order);
        let tail = self
            .lower
            .get_or_init(|| Tail::new(&self.law, self.num_steps, false));
        let (Some(tail), true) = (tail, most > 0.0) else {
            return Interval {
                lower: 0.0,
                upper: most,
            };
        };
        let length = self.law.length;
        let reading = tail.at((self.num_steps * self.law.most + order) / length, length);
        let moved = reading.above * self.rounding(order, self.law.most);
        Interval {
            lower: (length * reading.mean.lower * (1.0 - 8.0 * f64::EPSILON) - moved).max(0.0),
            upper: (length * reading.mean.upper * (1.0 + 8.0 * f64::EPSILON)
                + moved
                + reading.outside)
                .min(most),
        }
    }

    /// The order above which a loss has probability `fpr` under "out", or less where that is the probability of an atom, from that of a
    /// rate nearby. An estimate.
    fn order_of(&self, fpr: f64, near: f64) -> f64 {
        let log = libm::log(fpr);
        let excess = |order: f64| libm::log(self.above(order).probability.max(1e-300)) - log;
        let mut first = (self.least(), f64::INFINITY);
        let mut last = (self.range.most(), f64::NEG_INFINITY);
        let mut place = near;
        let mut reach = self.law.length;
        while first.0 < place && place < last.0 && reach < REACH * self.law.length {
            let found = (place, excess(place));
            let is_before = found.1 > 0.0;
            let is_closed = if is_before {
                first = found;
                last.1.is_finite()
            } else {
                last = found;
                first.1.is_finite()
            };
            if is_closed {
                break;
            }
            place += if is_before { reach } else { -reach };
            reach *= 4.0;
        }
        // From above, an atom does not count.
        let step = |_: f64| STEP * self.law.length;
        sign_change(first, last, step, excess).1
    }

    /// How far from the order of a rate its line is higher by about what it is uncertain: it bends by the density of the loss. An estimate.
    fn reach(&self, fpr: f64, order: f64) -> f64 {
        let length = self.law.length;
        let divergence = self.hockey_stick(order);
        let growth = libm::exp(order);
        let aside = ASIDE * length;
        let falls = self.above(order).probability - self.above(order + aside).probability;
        let density = (falls / aside).max(1e-300);
        let excess = 2.0 * divergence.width() + HIGHER * (divergence.upper + fpr * growth);
        libm::sqrt(2.0 * excess / (growth * density)).clamp(2.0 * STEP * length, 0.5 * length)
    }
}

impl Engine for BetweenAtoms {
    fn method(&self) -> &'static str {
        "cells"
    }

    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.reverse_hockey_stick(-epsilon));
        }
        self.forward(epsilon)
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.hockey_stick(-epsilon));
        }
        self.backward(epsilon)
    }

    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval::around(1.0, 0.0);
        }
        let mut known = tpr_from_advantage(fpr, advantage);
        known.upper = known.upper.min(self.range.tpr(fpr));
        if known.width() <= NARROW * known.upper {
            return known;
        }
        let best = self.order_of(fpr, *near);
        *near = best;
        let curve = |epsilon: f64| self.hockey_stick(epsilon);
        let mut found = known;
        // At an atom the line has a corner, and no density tells how steep.
        for reach in [self.reach(fpr, best), 2.0 * STEP * self.law.length] {
            found = least_line_near(&curve, fpr, best, reach).intersect(found);
            if found.width() <= NARROW * found.upper {
                return found;
            }
        }
        let line = |epsilon: f64| curve(epsilon).upper + fpr * libm::exp(epsilon);
        let first = 1e-3 * self.law.length;
        let (best, reach) = lowest_line_near(&line, best, first, HIGHER);
        least_line_near(&curve, fpr, best, reach).intersect(found)
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        None
    }
}
