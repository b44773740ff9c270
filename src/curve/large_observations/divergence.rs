//! The divergence: the sum over the number of observations above a place.

use super::several::Several;
use super::small::{LEVELS, MOMENTS, Small};
use super::steps::Steps;
use crate::numerics::{Bisection, Interval, normal};
use core::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// Places that are tried: `u` from the largest down, each by a factor of the square root of 2 less.
const PLACES: usize = 120;
const LARGEST: f64 = 0.7;
/// How many of them for an order, from this part of the excess on.
const TRIED: usize = 14;
const PART: f64 = 0.7;
/// Observations above the place that are expected at most: with more, no number of them is much rarer than the one before.
const MOST_EXPECTED: f64 = 0.5;
/// Observations of undrawn steps above a place with which it is of no use.
const MANY: f64 = 20.0;
/// Expected number up to which the chance of none is no 0 in numbers.
const MOST_IN_NUMBERS: f64 = 700.0;
/// Relative width that is enough, and what two observations above the place may add to it, and three or more.
const NARROW: f64 = 3e-8;
const OF_TWO: f64 = 2e-10;
const OF_MORE: f64 = 1e-8;
/// Relative width from which on the curve is left to others, and how well three or more are known about in cells.
const WORTH: f64 = 1e-6;
const ROUGH: f64 = 3e-4;
/// Places on either side of the best one that are tried where the width is more than that.
const BESIDE: usize = 2;
/// How well two, three and more observations are known about, for the choice of a place.
const KNOWN: [f64; 3] = [1e-8, 1e-5, 1e-2];
/// Excess from which on squares are no numbers.
const LARGEST_EXCESS: f64 = 1e140;
/// Orders among which that of a delta is estimated, and how.
const LARGEST_ORDER: f64 = 700.0;
const HALVING: Bisection = Bisection::linear(40);
/// Absolute rounding.
const LEAST: f64 = 1e-290;

/// The bits of an order and of what stands beside the divergence.
type Key = (u64, u64);

/// The curve of a run of which few observations are large.
pub(super) struct Run {
    pub(super) steps: Steps,
    places: Vec<OnceCell<Small>>,
    /// The divergences that were asked for, and those that took too much work.
    asked: RefCell<BTreeMap<Key, Option<Interval>>>,
    refused: RefCell<Vec<Key>>,
}

impl Run {
    pub(super) fn new(steps: Steps) -> Self {
        Self {
            steps,
            places: (0..PLACES).map(|_| OnceCell::new()).collect(),
            asked: RefCell::default(),
            refused: RefCell::default(),
        }
    }

    fn small(&self, place: usize) -> &Small {
        let cut = || LARGEST * libm::exp2(-0.5 * place as f64);
        self.places[place].get_or_init(|| Small::new(self.steps, cut()))
    }

    /// How much was computed so far.
    pub(super) fn work(&self) -> usize {
        let work = |place: &OnceCell<Small>| place.get().map_or(0, |small| small.work.get());
        self.places.iter().map(work).sum()
    }

    /// About where the divergence is `delta`: where one drawn observation alone makes it so.
    pub(super) fn order_of(&self, delta: f64) -> f64 {
        let steps = &self.steps;
        let alone = |epsilon: f64| {
            let u = steps.excess(epsilon, steps.num_steps - 1.0).value;
            let place = steps.place(u);
            let drawn = steps.rate * normal::sf(place - steps.shift);
            steps.num_steps * (drawn - u * normal::sf(place))
        };
        HALVING
            .bracket(0.0, LARGEST_ORDER, |epsilon| alone(epsilon) > delta)
            .1
    }

    /// `E_Q[(W - e^eps)_+]`. None where too many observations are large.
    pub(super) fn divergence(&self, epsilon: f64) -> Option<Interval> {
        self.divergence_within(epsilon, usize::MAX)
    }

    /// The same. None where it takes more than so much work, too.
    pub(super) fn divergence_within(&self, epsilon: f64, most_work: usize) -> Option<Interval> {
        self.divergence_beside(epsilon, 0.0, most_work)
    }

    /// The same where it is added to something, so that it may be as wide as the sum allows.
    pub(super) fn divergence_beside(
        &self,
        epsilon: f64,
        beside: f64,
        most_work: usize,
    ) -> Option<Interval> {
        let key = (epsilon.to_bits(), beside.to_bits());
        if let Some(&found) = self.asked.borrow().get(&key) {
            return found;
        }
        let is_limited = most_work < usize::MAX;
        if is_limited && self.refused.borrow().contains(&key) {
            return None;
        }
        let end = self.work().saturating_add(most_work);
        let found = self.sought(epsilon, beside, end);
        if self.work() > end {
            self.refused.borrow_mut().push(key);
            return None;
        }
        self.asked.borrow_mut().insert(key, found);
        found
    }

    /// The orders that were asked for, and what was found of them.
    pub(super) fn told(&self) -> Vec<(f64, Interval)> {
        let asked = self.asked.borrow();
        let told = asked
            .iter()
            .filter_map(|(&(order, _), found)| Some((f64::from_bits(order), (*found)?)));
        told.collect()
    }

    /// How many orders took too much work.
    pub(super) fn refused(&self) -> usize {
        self.refused.borrow().len()
    }

    /// Given up where all work exceeds `end`.
    fn sought(&self, epsilon: f64, beside: f64, end: usize) -> Option<Interval> {
        let least = self.steps.excess(epsilon, self.steps.num_steps);
        let above = least.value - self.steps.rate;
        if above + least.error <= 0.0 {
            // No loss is less.
            let value = -libm::expm1(epsilon);
            return Some(Interval::around(value, 2.0 * f64::EPSILON * value));
        }
        let excess = self.steps.excess(epsilon, self.steps.num_steps - 1.0).value;
        if excess.is_nan()
            || excess > LARGEST_EXCESS
            || above <= 0.0
            || self.steps.shown(PART * excess.min(1.0)) > MOST_EXPECTED
        {
            return None;
        }
        let first = -2.0 * libm::log2((PART * excess / LARGEST).min(1.0));
        #[allow(clippy::cast_possible_truncation, reason = "a number of places")]
        let first = libm::ceil(first) as usize;
        let places = first..(first + TRIED).min(PLACES);
        let scored = places.map(|place| (self.score(epsilon, self.small(place)), place));
        let (_, best) = scored.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let at = |place: usize| self.above_and_below(epsilon, beside, self.small(place), end);
        let mut found = at(best)?;
        for place in [best + BESIDE, best.saturating_sub(BESIDE).max(first)] {
            if found.width() <= NARROW * (found.upper + beside) {
                break;
            }
            if place < PLACES
                && place != best
                && let Some(other) = at(place)
            {
                found = found.intersect(other);
            }
        }
        Some(found)
    }

    /// About how wide the divergence is by a place.
    fn score(&self, epsilon: f64, small: &Small) -> f64 {
        let n = self.steps.num_steps;
        if n * small.own > MANY {
            return f64::INFINITY;
        }
        let excess = self.steps.excess(epsilon, n - 1.0);
        let single = small.single(excess, 1);
        let mut ways = n;
        let share = 1.0 - n * single.lower / small.mass(n, 1);
        let mut cut = share;
        let mut width = n * single.width() + self.none_above(epsilon, small);
        for count in 2..=LEVELS + 1 {
            let k = count as f64;
            ways *= (n - k + 1.0) / k;
            cut *= share;
            let about =
                (cut * small.mass(ways, count)).min(Self::most(epsilon, small, ways, count));
            width += KNOWN.get(count - 2).copied().unwrap_or(1.0) * about;
        }
        width
    }

    /// The divergence by one place. None where it would be wide, or takes more work.
    fn above_and_below(
        &self,
        epsilon: f64,
        beside: f64,
        small: &Small,
        end: usize,
    ) -> Option<Interval> {
        let n = self.steps.num_steps;
        let most_work = small
            .work
            .get()
            .saturating_add(end.saturating_sub(self.work()));
        let mut known = Interval {
            lower: 0.0,
            upper: self.none_above(epsilon, small) + LEAST,
        };
        let more = self.more_above(epsilon, small);
        let (mut ways, mut before, mut last) = (1.0, 0.0, 0.0);
        let (mut cut_before, mut cut_last) = (1.0_f64, 1.0_f64);
        for count in 1..=small.levels() {
            let k = count as f64;
            ways *= (n - k + 1.0) / k;
            let mass = small.mass(ways, count);
            let most = Self::most(epsilon, small, ways, count);
            // About what it adds, or is cut off of that, as the last number of observations to the one before.
            let about = if count > 2 {
                (mass * (cut_last * cut_last / cut_before))
                    .min(last * last / before)
                    .min(most)
            } else {
                0.0
            };
            let excess = self.steps.excess(epsilon, n - k);
            let least = known.lower + more.lower + beside;
            if ROUGH * about > WORTH * least && !excess.is_within(small.uncut_up_to(count)) {
                return None;
            }
            if count > 2 && most <= OF_MORE * least {
                known.upper += most;
                continue;
            }
            let several = Several {
                small,
                excess,
                count,
                large: count,
                wanted: if count > 2 { OF_MORE } else { OF_TWO } * least / ways,
                most_work,
            };
            let found = several.mean();
            if small.work.get() > most_work {
                return None;
            }
            (before, last) = (last, ways * found.upper);
            (cut_before, cut_last) = (cut_last, 1.0 - last / mass);
            known = sum(known, found, ways);
        }
        // The moments of very large ratios are infinite.
        Some(sum(known, more, 1.0)).filter(|found| found.upper.is_finite())
    }

    /// What the runs add, at most, of which no observation lies above the place: `V - e^eps = (1 - q)^n (D - d)`, and
    /// `(D - d)_+ <= D^k (k - 1)^(k - 1) / (k^k d^(k - 1))`.
    fn none_above(&self, epsilon: f64, small: &Small) -> f64 {
        let n = self.steps.num_steps;
        let excess = self.steps.excess(epsilon, n);
        let distance = excess.value - self.steps.rate - excess.error;
        let moments = small.moments(0);
        let by = |order: usize| {
            let k = order as f64;
            let share = libm::pow(1.0 - 1.0 / k, k) / (k - 1.0);
            moments[order] * share * libm::pow(distance, 1.0 - k)
        };
        let least = (2..MOMENTS).map(by).fold(moments[1], f64::min);
        let least = if distance > 0.0 { least } else { f64::INFINITY };
        small.scale(0) * least * (1.0 + 1e-9)
    }

    /// What the runs add, at most, of which `count` observations lie above the place: their mass under `P`; and, as
    /// `(v w - 1)_+ <= v (w - 1)_+ + (v - 1)_+`, what each of the steps adds alone, times the mass of the others. That is at most
    /// `q N(m, 1)(z > c)` of an observation above, and `q` of any. At an order below 0 it is `1 - e^eps` times their mass under `Q` more.
    fn most(epsilon: f64, small: &Small, ways: f64, count: usize) -> f64 {
        let mass = small.mass(ways, count);
        let rate = small.steps.rate;
        let alone = count as f64 * rate * small.drawn / small.above;
        let below = small.steps.num_steps * rate / (1.0 - small.above);
        let under = ways * libm::pow(small.own, count as f64);
        let more = -libm::expm1(epsilon.min(0.0)) * under;
        mass.min((mass * (alone + below) + more) * (1.0 + 1e-12))
    }

    /// What the runs add of which more observations lie above than have moments of the others: at most their mass under `P`, and at
    /// least that less `e^eps` times their mass under `Q`; and at most the sum of [`Self::most`].
    fn more_above(&self, epsilon: f64, small: &Small) -> Interval {
        let first = small.levels() + 1;
        let mass = self.mass_from(first, small.above);
        let under = self.mass_from(first, small.own).upper;
        let cut = libm::exp(epsilon) * under * (1.0 + 1e-9);
        let (n, rate) = (self.steps.num_steps, self.steps.rate);
        let alone = n * rate * small.drawn * self.mass_from(first - 1, small.above).upper;
        let below = n * rate / (1.0 - small.above) * mass.upper;
        let more = -libm::expm1(epsilon.min(0.0)) * under;
        let most = (alone + below + more) * (1.0 + 1e-12);
        Interval {
            lower: (mass.lower - cut).max(0.0),
            upper: mass.upper.min(most),
        }
    }

    /// The probability that so many of `n` or more lie where one does with probability `p`.
    fn mass_from(&self, first: usize, p: f64) -> Interval {
        let n = self.steps.num_steps;
        let mut count = first as f64;
        if count > n {
            return Interval {
                lower: 0.0,
                upper: 0.0,
            };
        }
        let ways: f64 = (0..first)
            .map(|j| libm::log((n - j as f64) / (j as f64 + 1.0) * p))
            .sum();
        // Of many that are expected the first term may be 0 in numbers.
        if n * p > MOST_IN_NUMBERS {
            return Interval {
                lower: 0.0,
                upper: 1.0,
            };
        }
        let mut term = libm::exp(ways + (n - count) * libm::log1p(-p));
        let (mut sum, mut rest) = (0.0, f64::INFINITY);
        while rest > 1e-17 * sum {
            sum += term;
            let ratio = (n - count) / (count + 1.0) * p / (1.0 - p);
            term *= ratio;
            count += 1.0;
            rest = if ratio < 0.5 {
                2.0 * term
            } else {
                f64::INFINITY
            };
        }
        Interval {
            lower: sum * (1.0 - 1e-11),
            upper: (sum + rest) * (1.0 + 1e-11),
        }
    }
}

fn sum(known: Interval, more: Interval, ways: f64) -> Interval {
    Interval {
        lower: (known.lower + ways * more.lower) * (1.0 - 1e-14),
        upper: (known.upper + ways * more.upper) * (1.0 + 1e-14),
    }
}
