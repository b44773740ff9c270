//! Few steps of a pair whose loss is 0 with some probability: batches of one size without replacement.
//!
//! With `phi(s) = E_out[e^(sL)]` of one step, `H(eps) = (1/2πi) int phi(s)^T e^((1 - s) eps)/(s(s - 1)) ds` for `eps >= 0`, along a line to
//! the right of 1. No line serves: the probability of no loss stays in `phi`, and what a step shows otherwise has a density with a
//! corner at 0. But `phi = a + phi_+(s) + phi_+(1 - s)` with `phi_+(s) = E_out[e^(sL); L > 0]`, and `(a + phi_+(1 - s))^T`, in which no step
//! has a loss above 0, contributes nothing: what is left falls with `phi_+`, and with `e^(-s eps)` where the contour leans to the right
//! ([`ray`]). There `phi_+` is an integral along a path that turns into the complex plane as well ([`path`]). Its nodes, which are laid
//! for a whole panel of the contour, bound its modulus by a function whose logarithm is convex; so the rule of a panel is off by what
//! the corners of a rectangle around it say. The last panel is followed straight up, where no modulus grows.
//!
//! Where a single large loss makes a tail as easily as many small ones do, no place of the real axis has a small integrand. Then paths are cut
//! ([`cut`]), small losses and large ones have a ray each, from where they are small ([`marks`], [`plan`]), and what the former make between
//! the two places is integrated on the real axis ([`stretch`]).

mod cut;
mod ellipse;
mod integrand;
mod law;
mod marks;
mod path;
mod paths;
mod plan;
mod ray;
mod route;
mod search;
mod start;
mod stretch;
#[cfg(test)]
mod tests;

use self::law::Law;
use self::marks::Mark;
use self::ray::Ray;
use self::start::{Start, atom};
use super::engine::{Engine, from_other};
use super::epsilon::crossing;
use super::least_line::{least_line_near, lowest_line_near, tpr_from_advantage};
use super::loss_range::LossRange;
use crate::mechanism::{Demand, DominatingPair, Enclosure, Gaussian, Noise, Shape};
use crate::numerics::Interval;
use core::cell::{Cell, OnceCell, RefCell};

/// Most phases and steps.
const MOST_PHASES: usize = 8;
const MOST_STEPS: f64 = 1e7;
/// Logarithm of the probability that no step has a loss, below which lines are asked first.
const LOG_ATOM: f64 = -30.0;
/// Steps up to which a ray is laid sooner than a line is found in a tail.
const FEW_STEPS: f64 = 1000.0;
/// The same of a record that is expected to be drawn so often at most.
const SOME_STEPS: f64 = 2e4;
const HARDLY_DRAWN: f64 = 1.0;
/// A little more than the normal density at 0.
const LARGEST_DENSITY: f64 = 0.4;
/// Relative width at which a reading is narrow, and at which a figure is resolved.
const NARROW: f64 = 1e-9;
const RESOLVED: f64 = 1e-6;
/// Relative width from which on a figure has a ray of its own.
const SHARP: f64 = 1e-8;
/// Relative width at which a reading that is not asked for is narrow.
const ROUGHLY: f64 = 1e-3;
/// What is asked for, times this, is as good as nothing.
const NOTHING: f64 = 1e-7;
const LEAST: f64 = 1e-305;
/// How many distances from a corner are tried.
const CORNERS: i32 = 6;
/// How much higher a line is at least where its lower end is read off.
const HIGHER: f64 = 1e-9;

pub(super) struct Rays {
    laws: Vec<Law>,
    starts: Vec<Start>,
    /// The rays, and the starts and orders that were asked for.
    rays: RefCell<Vec<Ray>>,
    tried: RefCell<Vec<(usize, f64)>>,
    /// How many rays were laid in vain.
    failures: Cell<usize>,
    /// The ray that served last.
    last: Cell<usize>,
    /// Where small losses and large ones may be told apart.
    marks: OnceCell<Vec<Mark>>,
    advantage: OnceCell<Interval>,
    range: LossRange,
    /// What need not be told from 0, and what is less than a divergence whose order is asked for.
    nothing: f64,
    less: f64,
}

impl Rays {
    fn serves(pair: &DominatingPair) -> bool {
        pair.shape == Shape::Mirrored
            && pair.noise == Noise::Gaussian
            && pair.phases.len() <= MOST_PHASES
            && pair
                .phases
                .iter()
                .all(|phase| phase.num_steps <= MOST_STEPS && phase.sample_rate < 1.0)
    }

    /// Whether these come before lines in tails, which take long to be found for them.
    pub(super) fn serve_few_steps(pair: &DominatingPair) -> bool {
        let (mut steps, mut draws) = (0.0, 0.0);
        for phase in &pair.phases {
            steps += phase.num_steps;
            draws += phase.num_steps * phase.sample_rate;
        }
        let most = if draws <= HARDLY_DRAWN {
            SOME_STEPS
        } else {
            FEW_STEPS
        };
        Self::serves(pair) && steps <= most
    }

    /// Whether these come before lines: no step need have a loss, by a bound of how likely that is.
    pub(super) fn come_first(pair: &DominatingPair) -> bool {
        let atoms = pair.phases.iter().map(|phase| {
            let least = (phase.shift() * LARGEST_DENSITY).min(1.0);
            phase.num_steps * libm::log((1.0 - phase.sample_rate) * least)
        });
        pair.shape == Shape::Mirrored && atoms.sum::<f64>() >= LOG_ATOM
    }

    /// Where lines do not serve, and this resolves what is asked.
    pub(super) fn first(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        if !Self::come_first(pair) {
            return None;
        }
        let rays = Self::new(pair, demand)?;
        // The bound may be far off where a loss is likely.
        let atoms = rays.laws.iter().map(|law| law.steps * libm::log(atom(law)));
        let serves = Self::serve_few_steps(pair) || atoms.sum::<f64>() >= LOG_ATOM;
        (serves && rays.resolves(demand)).then_some(rays)
    }

    /// With rays for what is asked.
    pub(super) fn prepared(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        let rays = Self::new(pair, demand)?;
        rays.resolves(demand);
        Some(rays)
    }

    fn new(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        if !Self::serves(pair) || demand.draft {
            return None;
        }
        let laws: Vec<Law> = pair.phases.iter().map(Law::new).collect();
        let asked = demand.rates().chain(demand.delta).fold(1.0, f64::min);
        let has_orders = demand.epsilon.iter().any(|&epsilon| epsilon != 0.0);
        Some(Self {
            starts: Start::all(&laws),
            laws,
            rays: RefCell::default(),
            last: Cell::new(0),
            tried: RefCell::default(),
            failures: Cell::new(0),
            marks: OnceCell::new(),
            advantage: OnceCell::new(),
            range: LossRange::of(pair),
            nothing: if has_orders { LEAST } else { NOTHING * asked },
            less: 0.1 * demand.delta.unwrap_or(0.0),
        })
    }

    /// Lays rays for what is asked, and says whether they resolve all of it.
    fn resolves(&self, demand: &Demand) -> bool {
        let is_narrow =
            |found: Interval| found.upper < LEAST || found.width() <= RESOLVED * found.upper;
        let is_sharp = |found: Interval| found.width() <= SHARP * found.upper;
        let advantage = Engine::advantage(self);
        let mut all = is_narrow(advantage);
        for &epsilon in &demand.epsilon {
            if self.has_failed() {
                return false;
            }
            all &= is_narrow(self.narrowly(epsilon));
        }
        for &fpr in &demand.fpr {
            if self.has_failed() {
                return false;
            }
            let mut order = 0.0;
            let mut found = Engine::tpr(self, fpr, advantage, &mut order);
            if !is_sharp(found) {
                self.narrowly(order);
                found = Engine::tpr(self, fpr, advantage, &mut order);
            }
            all &= is_narrow(found);
        }
        if let Some(delta) = demand.delta {
            let curve = |epsilon: f64| Engine::hockey_stick(self, epsilon);
            let mut found = crossing(delta, &curve);
            if !is_sharp(found) && found.upper.is_finite() {
                self.narrowly(found.middle());
                found = crossing(delta, &curve);
            }
            all &= is_narrow(found);
        }
        all
    }

    /// The divergence at an order that is asked for.
    fn narrowly(&self, epsilon: f64) -> Interval {
        if epsilon != 0.0 {
            self.reading(epsilon.abs(), NARROW);
        }
        Engine::hockey_stick(self, epsilon)
    }
}

impl Engine for Rays {
    fn method(&self) -> &'static str {
        "fourier"
    }

    fn advantage(&self) -> Interval {
        *self.advantage.get_or_init(|| self.forward(0.0, NARROW))
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon == 0.0 {
            Engine::advantage(self)
        } else if epsilon < 0.0 {
            from_other(epsilon, self.forward(-epsilon, ROUGHLY))
        } else {
            self.forward(epsilon, ROUGHLY)
        }
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        Engine::hockey_stick(self, epsilon)
    }

    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval {
        let mut known = tpr_from_advantage(fpr, advantage);
        known.upper = known.upper.min(self.range.tpr(fpr));
        if fpr >= 1.0 {
            return Interval::around(1.0, 0.0);
        }
        let curve = |epsilon: f64| Engine::hockey_stick(self, epsilon);
        let best = self.order_of(fpr, *near);
        *near = best;
        let mut found = known;
        if best != 0.0 {
            let reach = self.reach(fpr, best);
            if reach < 0.5 * best.abs() {
                found = least_line_near(&curve, fpr, best, reach).intersect(found);
            }
        } else {
            // The lines of both sides of 0 have a corner there.
            for power in 0..CORNERS {
                let reach = self.least_order() * libm::pow(0.1, f64::from(power));
                found = least_line_near(&curve, fpr, best, reach).intersect(found);
                if found.width() <= RESOLVED * found.upper {
                    break;
                }
            }
        }
        if found.width() <= RESOLVED * found.upper {
            return found;
        }
        let line = |epsilon: f64| curve(epsilon).upper + fpr * libm::exp(epsilon);
        let (best, reach) = lowest_line_near(&line, best, 1e-2 * self.least_order(), HIGHER);
        *near = best;
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

impl Enclosure for Rays {
    fn method(&self) -> &'static str {
        Engine::method(self)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        Engine::hockey_stick(self, epsilon)
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        Engine::hockey_stick(self, epsilon)
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        Engine::overlap(self, epsilon)
    }

    fn tpr(&self, fpr: f64) -> Interval {
        Engine::tpr(self, fpr, Engine::advantage(self), &mut 0.0)
    }

    fn reverse_tpr(&self, fpr: f64) -> Interval {
        Enclosure::tpr(self, fpr)
    }
}
