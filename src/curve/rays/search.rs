//! Which ray tells of an order, and which order has a rate.

use super::marks::Mark;
use super::plan::Plan;
use super::ray::{Ray, Reading};
use super::start::deviation_at;
use super::{HIGHER, ROUGHLY, Rays};
use crate::curve::engine::Engine;
use crate::numerics::{Interval, sign_change};

/// Most rays, and how many may be laid in vain.
const MOST_RAYS: usize = 12;
const MOST_FAILURES: usize = 2;
/// Relative width at which the ray that served last serves again.
const ENOUGH: f64 = 1e-8;
/// How well an order is known, relatively, and how far from that of a rate nearby another is looked for.
const OF_ORDER: f64 = 1e-6;
const NEARBY: f64 = 1.3;
/// How often an order is doubled.
const MOST_DOUBLINGS: usize = 60;

impl Rays {
    /// Logarithm of a bound by moments.
    fn log_most(&self, order: f64) -> f64 {
        let bounds = self.starts.iter().map(|start| start.log_most(order));
        let by_parts = self.plan(order).map(|plan| plan.log_most());
        bounds.chain(by_parts).fold(0.0, f64::min)
    }

    /// Whether so many rays have been laid in vain that no other is tried.
    pub(super) fn has_failed(&self) -> bool {
        self.failures.get() >= MOST_FAILURES
    }

    /// The start whose integrand is least at an order, and the standard deviation of the loss under its tilt.
    fn start(&self, order: f64) -> Option<(usize, f64)> {
        let logs: Vec<f64> = self
            .starts
            .iter()
            .map(|start| start.log_at(order))
            .collect();
        let best = (0..logs.len()).min_by(|&a, &b| logs[a].total_cmp(&logs[b]))?;
        if logs.len() < 3 || !logs[best].is_finite() {
            return None;
        }
        let s = |index: usize| self.starts[index].s;
        Some((best, deviation_at(best, logs.len(), s, |index| logs[index])))
    }

    /// The narrowest reading, with a ray of its own where none is as narrow as is wanted.
    pub(super) fn reading(&self, order: f64, wanted: f64) -> Option<Reading> {
        let is_narrow = |reading: &Reading| {
            let most = reading.divergence + reading.error;
            reading.error <= wanted * reading.divergence || wanted == ROUGHLY && most <= self.less
        };
        let rays = self.rays.borrow();
        let last = rays.get(self.last.get()).map(|ray| ray.at(order));
        if last
            .as_ref()
            .is_some_and(|last| last.error <= ENOUGH * last.divergence)
        {
            return last;
        }
        let all = rays.iter().map(|ray| ray.at(order)).enumerate();
        let best = all.min_by(|a, b| a.1.error.total_cmp(&b.1.error));
        let best = best.map(|(index, reading)| {
            self.last.set(index);
            reading
        });
        let is_little = || wanted == ROUGHLY && libm::exp(self.log_most(order)) <= self.less;
        if best.as_ref().is_some_and(is_narrow)
            || rays.len() == MOST_RAYS
            || self.has_failed()
            || is_little()
        {
            return best;
        }
        drop(rays);
        let Some((index, deviation)) = self.start(order) else {
            return best;
        };
        let mut tried = self.tried.borrow_mut();
        // A ray serves larger orders as well.
        let reach = if wanted == ROUGHLY { 2.0 } else { 1.0 };
        let near = |other: f64| other <= order && order <= reach * other;
        if tried
            .iter()
            .any(|(start, other)| *start == index && near(*other))
        {
            return best;
        }
        tried.push((index, order));
        let found = self.laid((index, deviation), order, &is_narrow);
        let tells = |reading: &Reading| reading.error <= ROUGHLY * reading.divergence;
        if !found
            .as_ref()
            .is_some_and(|(own, _)| tells(own) || is_narrow(own))
        {
            self.failures.set(self.failures.get() + 1);
        }
        let Some((own, ray)) = found else {
            return best;
        };
        let mut rays = self.rays.borrow_mut();
        rays.push(ray);
        if let Some(best) = best
            && best.error <= own.error
        {
            return Some(best);
        }
        self.last.set(rays.len() - 1);
        Some(own)
    }

    /// A ray for an order: with small losses and large ones apart or, where that is not narrow, as a whole from a start.
    fn laid(
        &self,
        (index, deviation): (usize, f64),
        order: f64,
        is_narrow: &dyn Fn(&Reading) -> bool,
    ) -> Option<(Reading, Ray)> {
        let read = |ray: Ray| (ray.at(order), ray);
        let parted = self
            .plan(order)
            .and_then(|plan| plan.ray(&self.laws))
            .map(read);
        let is_enough = |reading: &Reading| {
            is_narrow(reading)
                && (reading.error <= ENOUGH * reading.divergence
                    || reading.error <= ENOUGH * self.less)
        };
        if parted
            .as_ref()
            .is_some_and(|(reading, _)| is_enough(reading))
        {
            return parted;
        }
        let whole = Ray::new(&self.laws, &self.starts[index], deviation, order).map(read);
        let all = parted.into_iter().chain(whole);
        all.min_by(|a, b| a.0.error.total_cmp(&b.0.error))
    }

    /// Where small losses and large ones may be told apart for an order above 0.
    fn plan(&self, order: f64) -> Option<Plan<'_>> {
        if order == 0.0 {
            return None;
        }
        let marks = self.marks.get_or_init(|| Mark::all(&self.laws));
        Plan::new(marks, order)
    }

    pub(super) fn forward(&self, order: f64, wanted: f64) -> Interval {
        let most = libm::exp(self.log_most(order)).min(1.0);
        let all = Interval {
            lower: 0.0,
            upper: most,
        };
        if most < self.nothing {
            return all;
        }
        let found = self.reading(order, wanted);
        let Some(found) = found.filter(|found| found.error.is_finite()) else {
            return all;
        };
        let found = Interval {
            lower: (found.divergence - found.error).next_down().max(0.0),
            upper: (found.divergence + found.error).next_up(),
        };
        all.intersect(found)
    }

    /// Logarithm of the probability of a larger loss, under "in" or under "out". An estimate.
    fn log_rate(&self, order: f64, inside: bool) -> f64 {
        let rate = self.reading(order, ROUGHLY).map_or(0.0, |reading| {
            if inside {
                reading.divergence + libm::exp(order) * reading.rate
            } else {
                reading.rate
            }
        });
        libm::log(rate.max(1e-300))
    }

    /// About the order of a rate: 0 where that is between the probabilities of a loss above 0 and of one of 0 or more, below 0 by the other
    /// direction from there on.
    pub(super) fn order_of(&self, fpr: f64, near: f64) -> f64 {
        let above = self.order_with(libm::log(fpr), false, near);
        if above > 0.0 {
            return above;
        }
        -self.order_with(libm::log1p(-fpr), true, -near)
    }

    /// About the order of 0 or more above which a loss has a probability.
    fn order_with(&self, log: f64, inside: bool, near: f64) -> f64 {
        let excess = |order: f64| self.log_rate(order, inside) - log;
        let step = |order: f64| OF_ORDER * order;
        if near > 0.0 {
            let ends = [near / NEARBY, near * NEARBY].map(|order| (order, excess(order)));
            if ends[0].1 > 0.0 && ends[1].1 <= 0.0 {
                return sign_change(ends[0], ends[1], step, excess).1;
            }
        }
        let first = (0.0, excess(0.0));
        if first.1 <= 0.0 {
            return 0.0;
        }
        // From near 0, where the first ray serves, outward.
        let mut near = first;
        let mut place = self.least_order();
        for _ in 0..MOST_DOUBLINGS {
            let found = (place, excess(place));
            if found.1 <= 0.0 {
                return sign_change(near, found, step, excess).1;
            }
            near = found;
            place *= 2.0;
        }
        near.0
    }

    /// An order that is small beside those of the pair.
    pub(super) fn least_order(&self) -> f64 {
        self.starts.last().map_or(1e-3, |start| 0.1 / start.s)
    }

    /// How far from the order of a rate its line is higher by about what it is uncertain. An estimate.
    pub(super) fn reach(&self, fpr: f64, order: f64) -> f64 {
        let divergence = Engine::hockey_stick(self, order);
        let growth = libm::exp(order);
        // A loss below 0 is as dense under "out" as its mirror image is under "in".
        let reading = self.reading(order.abs(), ROUGHLY);
        let density = reading.map_or(0.0, |reading| {
            reading.density * libm::exp((-order).max(0.0))
        });
        let excess = 2.0 * divergence.width() + HIGHER * (divergence.upper + fpr * growth);
        libm::sqrt(2.0 * excess / (growth * density.max(1e-300)))
    }
}
