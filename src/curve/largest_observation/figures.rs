//! What is read off the largest observations for the figures that are asked for.

use super::step::{Observed, Steps};
use super::{FEW, few_large};
use crate::curve::least_line::{least_line_near, lowest_line_near};
use crate::mechanism::{Demand, DominatingPair};
use crate::numerics::{Interval, normal};

/// Orders beyond this have lines that know more.
const FARTHEST: f64 = 12.0;
/// The first distance between orders that are tried for a rate, and the least that the curve is uncertain.
const REACH: f64 = 1e-3;
const CERTAIN: f64 = 1e-10;

/// The curve at some orders and rates.
#[derive(Debug, Default)]
pub(in crate::curve) struct Known {
    orders: Vec<(f64, Interval)>,
    rates: Vec<(f64, Interval)>,
}

impl Known {
    /// The divergences at the orders that are asked for, from both sides, and the rates that are `wide`.
    pub(in crate::curve) fn of(
        pair: &DominatingPair,
        advantage: Interval,
        demand: &Demand,
        wide: &dyn Fn(f64) -> bool,
    ) -> Self {
        let mut known = Self {
            orders: vec![(0.0, advantage)],
            rates: Vec::new(),
        };
        let Some((steps, num_steps)) = few_large(pair) else {
            return known;
        };
        let near = demand.epsilon.iter().filter(|order| order.abs() < FARTHEST);
        for order in near.flat_map(|&order| [order, -order]) {
            known.orders.push((order, at(&steps, num_steps, order)));
        }
        for &fpr in demand.fpr.iter().filter(|&&fpr| wide(fpr)) {
            if let Some(rate) = rate_at(&steps, num_steps, fpr) {
                known.rates.push((fpr, rate));
            }
        }
        known
    }

    /// The divergence falls with the order.
    pub(in crate::curve) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let mut found = Interval {
            lower: 0.0,
            upper: 1.0,
        };
        for &(order, known) in &self.orders {
            if order >= epsilon {
                found.lower = found.lower.max(known.lower);
            }
            if order <= epsilon {
                found.upper = found.upper.min(known.upper);
            }
        }
        found
    }

    /// The rate of true positives grows with that of false ones, and no faster: the curve is concave from (0, 0) on.
    pub(in crate::curve) fn tpr(&self, fpr: f64) -> Interval {
        let mut found = Interval {
            lower: 0.0,
            upper: 1.0,
        };
        for &(rate, known) in &self.rates {
            let ratio = fpr / rate;
            let (less, more) = (ratio.min(1.0), ratio.max(1.0));
            found.lower = found
                .lower
                .max(known.lower * less * (1.0 - 4.0 * f64::EPSILON));
            found.upper = found
                .upper
                .min(known.upper * more * (1.0 + 4.0 * f64::EPSILON));
        }
        found
    }
}

/// The divergence at an order.
fn at(steps: &Steps, num_steps: f64, order: f64) -> Interval {
    let order = Interval::around(order, 0.0);
    let found = steps.below(num_steps, order, &Observed::ANY, FEW);
    if found.upper.is_nan() {
        return Interval {
            lower: 0.0,
            upper: 1.0,
        };
    }
    Interval {
        lower: found.lower.max(0.0),
        upper: found.upper.min(1.0),
    }
}

/// The rate of true positives, by the lowest line around the order to which one observation alone leads; none where that is
/// seen too often without a draw, or lies too far out.
fn rate_at(steps: &Steps, num_steps: f64, fpr: f64) -> Option<Interval> {
    let alone = -libm::expm1(libm::log1p(-fpr) / num_steps);
    let place = -normal::quantile(alone);
    let guess = steps.observed(place).loss + (num_steps - 1.0) * steps.undrawn;
    if !(guess > 0.0 && guess < FARTHEST) {
        return None;
    }
    let curve = |order: f64| at(steps, num_steps, order);
    let line = |order: f64| curve(order).upper + fpr * libm::exp(order);
    let uncertain = curve(guess).width() / line(guess);
    let relative = 8.0 * uncertain.max(CERTAIN);
    let (best, reach) = lowest_line_near(&line, guess, REACH * guess, relative);
    Some(least_line_near(&curve, fpr, best, reach))
}
