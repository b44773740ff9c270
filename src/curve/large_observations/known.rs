//! What is read off the large observations.

use super::divergence::Run;
use super::steps::Steps;
use crate::curve::chords::Chords;
use crate::curve::epsilon::crossing;
use crate::curve::least_line::{least_line_near, lowest_line_near};
use crate::mechanism::{Demand, DominatingPair, Noise, Shape};
use crate::numerics::{Interval, normal};
use core::cell::Cell;

/// Largest noise: with more, lines find in a moment what is asked.
const LARGEST_NOISE: f64 = 0.8;
/// Draws that are expected at most.
const MOST_DRAWS: f64 = 100.0;
/// Observations that look drawn, at most, where the advantage is a matter of large observations.
const MOST_EXPECTED: f64 = 0.4;
/// Shift of a record from which on those that were drawn do not count among them.
const STANDS_OUT: f64 = 6.0;
/// Relative distance up to which two rates are one.
const SAME: f64 = 1e-12;
/// Relative width of a divergence, and the work for it, up to which figures are sought by it.
const NARROW: f64 = 1e-7;
const MOST_WORK: usize = 8000;
/// Relative uncertainty of a line up to which a rate is sought by it.
const NARROW_RATE: f64 = 1e-6;
/// Parts of a rate that are read where it is not narrow itself, and draws, as a part of it, up to which they can make it so.
const SMALLER: [f64; 3] = [0.3, 0.1, 0.03];
const HARDLY_DRAWN: f64 = 1e-2;
/// The work for the advantage.
const MOST_WORK_AT_0: usize = 20_000;
/// The work for a drawn curve, which of its points are read in turn, and how much less exactly than others.
const MOST_WORK_DRAWN: usize = 100_000;
const STRIDES: [usize; 4] = [16, 8, 4, 2];
const COARSELY: f64 = 1e4;
const ROUGHLY: f64 = 1e-3;
/// Orders that may take more work before no other is tried.
const MOST_REFUSED: usize = 3;
/// The first distance between orders that are tried for a rate, and the least that the curve is uncertain.
const REACH: f64 = 1e-3;
const CERTAIN: f64 = 1e-10;

const ALL: Interval = Interval {
    lower: 0.0,
    upper: 1.0,
};

/// The curve at some orders and rates, or at any.
pub(in crate::curve) struct Known {
    run: Run,
    orders: Chords,
    /// Rates, what is known of them and the orders of their lowest lines, no number where these are not known.
    rates: Vec<(f64, Interval, f64)>,
    is_live: bool,
    /// Whether it is open whether anything is read here.
    is_tried: bool,
    /// Orders that had taken too much work before the figure that is sought.
    refused_before: Cell<usize>,
}

/// The steps of a run of one phase in which a record is rarely drawn, under small noise.
fn rarely_drawn(pair: &DominatingPair) -> Option<Steps> {
    let (Shape::Mixture { group_size: 1 }, Noise::Gaussian, [phase]) =
        (pair.shape, pair.noise, &pair.phases[..])
    else {
        return None;
    };
    let is_rare = phase.num_steps >= 2.0
        && phase.sample_rate < 1.0
        && phase.num_steps * phase.sample_rate <= MOST_DRAWS
        && phase.noise_per_shift <= LARGEST_NOISE;
    is_rare.then(|| Steps::new(phase))
}

impl Known {
    fn new(steps: Steps, is_live: bool) -> Self {
        Self {
            run: Run::new(steps),
            orders: Chords::none(),
            rates: Vec::new(),
            is_live,
            is_tried: true,
            refused_before: Cell::new(0),
        }
    }

    /// Whether anything may be known of a pair.
    pub(in crate::curve) fn serves(pair: &DominatingPair) -> bool {
        rarely_drawn(pair).is_some()
    }

    /// Whether no line knows the advantage sooner.
    pub(in crate::curve) fn comes_first(pair: &DominatingPair, demand: &Demand) -> bool {
        !demand.draft
            && rarely_drawn(pair).is_some_and(|steps| {
                let (u, drawn) = if steps.shift >= STANDS_OUT {
                    (1.0, 0.0)
                } else {
                    (steps.rate, steps.num_steps * steps.rate)
                };
                steps.shown(u) + drawn <= MOST_EXPECTED
            })
    }

    /// Whether what was read so far took so little work that a curve may be drawn by reading all of its points.
    pub(in crate::curve) fn draws(&self, demand: &Demand) -> bool {
        let read = demand.fpr.len().max(1);
        demand.drawn.len() * self.run.work() <= read * MOST_WORK_DRAWN
    }

    /// The curve at any order.
    pub(in crate::curve) fn all(pair: &DominatingPair) -> Option<Self> {
        Some(Self::new(rarely_drawn(pair)?, true))
    }

    /// The divergences at the orders that are asked for, from both sides, and the rates and the delta that are `wide`; by one that
    /// may have been found before.
    pub(in crate::curve) fn of(
        pair: &DominatingPair,
        before: Option<Self>,
        demand: &Demand,
        wide: &dyn Fn(Asked) -> bool,
    ) -> Option<Self> {
        let mut known = match before {
            Some(known) => Self {
                is_live: false,
                ..known
            },
            None => Self::new(rarely_drawn(pair)?, false),
        };
        let mut orders = vec![0.0];
        orders.extend(demand.epsilon.iter().flat_map(|&order| [order, -order]));
        for order in orders
            .into_iter()
            .filter(|&order| wide(Asked::Order(order)))
        {
            let found = bounded(known.run.divergence(order));
            known.orders.add(order, found);
        }
        let rates = demand.fpr.iter().copied();
        for fpr in rates.filter(|&fpr| wide(Asked::Rate(fpr))) {
            if known.rates.iter().any(|read| is_same(read.0, fpr)) {
                continue;
            }
            let mut order = f64::NAN;
            let found = known.rate(fpr, &mut order);
            known.rates.push((fpr, found, order));
        }
        let asked = demand.delta.filter(|&delta| wide(Asked::Delta(delta)));
        if let Some(delta) = asked.filter(|&delta| known.finds(delta)) {
            let found = crossing(delta, &|epsilon| known.at(epsilon));
            for order in [found.lower, found.upper] {
                let found = known.at(order);
                known.orders.add(order, found);
            }
        }
        for (order, found) in known.run.told() {
            if found.width() <= ROUGHLY * found.upper {
                known.orders.add(order, bounded(Some(found)));
            }
        }
        if demand.drawn.iter().any(|&fpr| wide(Asked::Rate(fpr))) {
            known.draw(&demand.drawn);
        }
        Some(known)
    }

    /// Reads the curve where lines of rates that are only drawn are about lowest, the coarse before the fine, while that takes little work.
    fn draw(&mut self, rates: &[f64]) {
        let end = self.run.work() + MOST_WORK_DRAWN;
        self.refused_before.set(self.run.refused());
        for stride in STRIDES {
            for &fpr in rates.iter().skip(stride / 2).step_by(stride) {
                let order = self.guess(fpr).0;
                let found = self.at_beside(order, COARSELY * fpr * libm::exp(order));
                if self.run.work() > end {
                    return;
                }
                if found.width() <= ROUGHLY * found.upper {
                    self.orders.add(order, found);
                }
            }
        }
    }

    /// The divergence at any order, or as that is between the orders that were read.
    pub(in crate::curve) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let found = self.orders.hockey_stick(epsilon);
        if self.is_live {
            self.at(epsilon).intersect(found)
        } else {
            found
        }
    }

    /// The rate of true positives grows with that of false ones, and no faster: the curve is concave from (0, 0) on. `near` becomes
    /// the order of the lowest line where one is known.
    pub(in crate::curve) fn tpr(&self, fpr: f64, near: &mut f64) -> Interval {
        if self.is_live {
            return self.rate(fpr, near);
        }
        let (mut found, order) = self.orders.tpr(fpr);
        if order.is_finite() {
            *near = order;
        }
        for &(rate, known, order) in &self.rates {
            let ratio = fpr / rate;
            if is_same(fpr, rate) && order.is_finite() {
                *near = order;
            }
            let (less, more) = (ratio.min(1.0), ratio.max(1.0));
            let slack = 4.0 * f64::EPSILON;
            found = found.intersect(Interval {
                lower: known.lower * less * (1.0 - slack),
                upper: known.upper * more * (1.0 + slack),
            });
        }
        found
    }

    /// Whether the divergence is narrow at an order, and soon found.
    fn is_cheap(&self, order: f64) -> bool {
        let found = self.run.divergence_within(order, MOST_WORK);
        found.is_some_and(|found| found.width() <= NARROW * found.upper)
    }

    /// Whether epsilon at a delta is worth being sought.
    pub(in crate::curve) fn finds(&self, delta: f64) -> bool {
        self.refused_before.set(self.run.refused());
        self.is_cheap(self.run.order_of(delta))
    }

    /// The divergence at an order; as long as it is open whether anything is read here, where that takes little work.
    fn at(&self, order: f64) -> Interval {
        self.at_beside(order, 0.0)
    }

    /// The same where it is added to something.
    fn at_beside(&self, order: f64, beside: f64) -> Interval {
        let read = |most_work| bounded(self.run.divergence_beside(order, beside, most_work));
        if !self.is_tried {
            return read(usize::MAX);
        }
        if self.run.refused() - self.refused_before.get() >= MOST_REFUSED {
            return ALL;
        }
        read(if order == 0.0 {
            MOST_WORK_AT_0
        } else {
            MOST_WORK
        })
    }

    /// From now on at any order, whatever work that takes.
    pub(in crate::curve) fn accepted(self) -> Self {
        Self {
            is_tried: false,
            ..self
        }
    }

    /// The rate of true positives by the lowest line, whose order `near` becomes, and where that is not narrow, by what smaller rates say.
    fn rate(&self, fpr: f64, near: &mut f64) -> Interval {
        self.refused_before.set(self.run.refused());
        let mut found = ALL;
        if let Some((order, rate)) = self.rate_at(fpr) {
            (*near, found) = (order, rate);
        }
        let drawn = self.run.steps.num_steps * self.run.steps.rate;
        if found.width() > NARROW_RATE * found.upper && drawn <= HARDLY_DRAWN * fpr {
            found.lower = found.lower.max(self.above_chord(fpr));
        }
        found
    }

    /// The curve is concave and ends at (1, 1), so that it lies above the chord from a smaller rate to there. Where a record hardly escapes
    /// notice that is as much as it reaches.
    fn above_chord(&self, fpr: f64) -> f64 {
        let steps = &self.run.steps;
        let never = libm::exp(steps.num_steps * steps.undrawn);
        let most = fpr * never - libm::expm1(steps.num_steps * steps.undrawn);
        let mut least = 0.0_f64;
        for rate in SMALLER.map(|share| share * fpr) {
            if let Some((_, known)) = self.rate_at(rate) {
                let more = (known.lower - rate).max(0.0) * ((1.0 - fpr) / (1.0 - rate));
                let here = fpr + more * (1.0 - 8.0 * f64::EPSILON);
                least = least.max(here * (1.0 - 2.0 * f64::EPSILON));
            }
            if most - least <= NARROW_RATE * most {
                break;
            }
        }
        least
    }

    /// The order to which one observation alone leads for a rate, and its ratio where it was drawn.
    fn guess(&self, fpr: f64) -> (f64, f64) {
        let steps = &self.run.steps;
        let alone = -libm::expm1(libm::log1p(-fpr) / steps.num_steps);
        let u = steps.drawn_ratio(-normal::quantile(alone));
        let rest = (steps.num_steps - 1.0) * steps.undrawn;
        (libm::log1p(u - steps.rate) + rest, u)
    }

    /// The order of the lowest line for a rate, an estimate, and the rate of true positives by the lines around it; none where
    /// that is not known.
    fn rate_at(&self, fpr: f64) -> Option<(f64, Interval)> {
        let steps = &self.run.steps;
        let (guess, u) = self.guess(fpr);
        let curve = |order: f64| self.at_beside(order, fpr * libm::exp(order));
        let line = |order: f64| curve(order).upper + fpr * libm::exp(order);
        let uncertain = curve(guess).width() / line(guess);
        if uncertain > NARROW_RATE {
            return None;
        }
        let relative = 4.0 * uncertain.max(CERTAIN);
        let drawn = (steps.num_steps * steps.rate).min(1.0);
        let unit = (u / (steps.kept + u)).max(drawn * drawn);
        let first = REACH * unit * guess.abs().max(1.0);
        let (best, reach) = lowest_line_near(&line, guess, first, relative);
        Some((best, least_line_near(&curve, fpr, best, reach)))
    }
}

/// Whether two rates differ by their rounding at most.
fn is_same(fpr: f64, other: f64) -> bool {
    (fpr / other - 1.0).abs() < SAME
}

fn bounded(found: Option<Interval>) -> Interval {
    let found = found.unwrap_or(ALL);
    Interval {
        lower: found.lower.max(0.0),
        upper: found.upper.min(1.0),
    }
}

/// A figure that is asked for.
#[derive(Clone, Copy)]
pub(in crate::curve) enum Asked {
    Order(f64),
    Rate(f64),
    Delta(f64),
}
