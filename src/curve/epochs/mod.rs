//! Epochs of random allocation by the density of the ratio of one: the curve of a single epoch, products of a few, and tables of many for
//! the first engine.

#[cfg(test)]
mod tests;

use super::light_observations::{moment_table, two_bins_table};
use crate::fourier::TabulatedStep;
use crate::grid::{EpochCurve, ProductCurve, epoch_table};
use crate::mechanism::{Demand, DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::{Bisection, count, normal};
use std::rc::Rc;

/// Most phases: each has a law of its own.
const MOST_PHASES: usize = 8;
/// Largest shift of a record: beyond, contours take seconds or find no ray.
const MOST_SHIFT: f64 = 9.0;
/// The same of three epochs, where single observations may make what is asked.
const MOST_SHIFT_OF_THREE: f64 = 0.8;
/// What may be missing of the law of an epoch, as a share of the smallest figure that is asked for.
const SPARE: f64 = 2e-7;
/// The advantage is less than this many standard deviations of the loss, but not by much where it is small.
const ADVANTAGE: f64 = 0.2;
/// How far beyond its middle the law of an epoch should be known, in standard deviations.
const BEYOND: f64 = 8.5;
/// What should be missing of a single epoch, as a share of what may be, and at least.
const WISHED: f64 = 1e-2;
const LEAST_SPARE: f64 = 1e-302;
/// What may be missing where less takes too long for an order.
const FALLBACK: (f64, f64) = (1e-40, 1e-13);
/// Most of what is asked for, if that is small, that single large observations may make.
const JUMPS: f64 = 1e-3;
const SMALL: f64 = 1e-2;
/// By how much less a divergence may be than what it roughly is.
const ROUGHLY: f64 = 0.4;
/// Epochs up to which their product is looked for where lines may not tell what is asked: of heavier observations than these, where single
/// ones may make more than this part of it, and where divergences at orders are smaller by so much.
const MOST_OF_PRODUCT: f64 = 4.0;
const LIGHT: f64 = 0.25;
const FEW_JUMPS: f64 = 1e-6;
const TINY: f64 = 1e-6;
/// Frequencies that weigh, over the standard deviation of the loss, and what moments may leave open there.
const WEIGHING: f64 = 2.0;
const APART: f64 = 1e-7;
/// How far beyond the middle of a line powers should be known, over the standard deviation of the loss.
const POWERS: f64 = 10.0;
/// What may be missing of their lognormals, as a share of what may of a table: that costs little.
const LITTLE: f64 = 1e-3;
/// Logarithm of what the characteristic function may have left at the highest frequency.
const LOG_LEFT: f64 = 70.0;
/// How many times what is rough for a few epochs, and times the root of their number for many: that it is nearly nothing is certain later.
const SURELY: f64 = 1.6;
const SURELY_OF_MANY: f64 = 0.5;
/// Nodes of a table from which on there are many, and the most of them times the highest frequency: lines take seconds then.
const MANY_NODES: f64 = 1e4;
const MOST_WORK: f64 = 2.4e7;
/// By how much higher frequencies are asked for of a few epochs: what a law is cut at falls with the frequency as its power.
const FEW: f64 = 12.0;

/// What the epochs of a pair are known by.
pub(super) enum Epochs {
    One(Box<EpochCurve>),
    Few(Box<ProductCurve>),
    Many(Vec<TabulatedStep>),
}

/// The phase of a pair that is one of epochs of random allocation under Gaussian noise.
pub(super) fn single_phase(pair: &DominatingPair) -> Option<&PairPhase> {
    let [phase] = &pair.phases[..] else {
        return None;
    };
    let is_served =
        pair.shape == Shape::Allocation && pair.noise == Noise::Gaussian && phase.sample_rate < 1.0;
    is_served.then_some(phase)
}

impl Epochs {
    /// None for other pairs and where it takes too long.
    pub(super) fn of(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        if pair.shape != Shape::Allocation
            || pair.noise != Noise::Gaussian
            || demand.draft
            || pair.phases.len() > MOST_PHASES
            || pair.phases.iter().any(|phase| phase.shift() > MOST_SHIFT)
        {
            return None;
        }
        let phases = &pair.phases;
        let spread = libm::sqrt(phases.iter().map(variance).sum());
        let figures = demand.rates().chain(demand.delta);
        let asked = figures.fold((ADVANTAGE * spread).min(1.0), f64::min);
        let least = demand.epsilon.iter().map(|epsilon| {
            let all = phases.iter().map(|phase| roughly(phase, epsilon.abs()));
            all.fold(0.0, f64::max)
        });
        let smallest = least.fold(asked, f64::min);
        let total: f64 = phases.iter().map(PairPhase::epochs).sum();
        let most = (SPARE * smallest / total).max(LEAST_SPARE);
        let with_orders = demand.epsilon.iter().any(|&epsilon| epsilon != 0.0);
        if let [phase] = &phases[..]
            && total == 1.0
        {
            let law = (phase.shift(), phase.bins());
            let curve = known(most, with_orders, |spare| EpochCurve::new(law, spare))?;
            return Some(Self::One(Box::new(curve)));
        }
        let jumps = jumps(phases, asked, spread);
        let is_heavy = phases.iter().any(|phase| phase.shift() > LIGHT);
        let is_told_by_lines = !is_heavy && jumps <= FEW_JUMPS && smallest >= TINY * asked;
        if total <= MOST_OF_PRODUCT && !is_told_by_lines {
            let pairs = pairs(phases);
            let curve = known(most, with_orders, |spare| ProductCurve::new(&pairs, spare));
            if let Some(curve) = curve {
                return Some(Self::Few(Box::new(curve)));
            }
        }
        if !is_parted(phases, total) && jumps > JUMPS {
            return None;
        }
        // A tilt moves each of them by its share of the way to what is asked for.
        let away = -normal::quantile(smallest.min(0.5)) / libm::sqrt(total);
        let far = normal::sf(away + BEYOND);
        let spare = (far.min(most).max(LEAST_SPARE), most);
        let order = away * libm::sqrt(total) / spread;
        let tables = phases.iter().map(|phase| {
            let (aim, little) = ((order, spread), LITTLE * most);
            by_moments(phase, aim, little)
                .or_else(|| of_two_bins(phase, aim, little))
                .or_else(|| table(phase, spare))
        });
        Some(Self::Many(tables.collect::<Option<_>>()?))
    }
}

/// A curve of which so much may be missing, or less where that takes too long for orders, of whose divergences no size is known.
fn known<Curve>(
    most: f64,
    with_orders: bool,
    curve: impl Fn((f64, f64)) -> Option<Curve>,
) -> Option<Curve> {
    let spare = (WISHED * most).max(LEAST_SPARE);
    curve((spare, most)).or_else(|| with_orders.then(|| curve(FALLBACK))?)
}

/// What single large observations make of what is asked for, if that is small: where one epoch with such a one is as likely a reason as all
/// together, no line resolves both at once.
fn jumps(phases: &[PairPhase], asked: f64, spread: f64) -> f64 {
    if asked >= SMALL {
        return 0.0;
    }
    let order = -normal::quantile(asked) * spread;
    let jumps = phases
        .iter()
        .map(|phase| phase.epochs() * normal::sf(large(phase, order)));
    jumps.sum::<f64>() / asked
}

/// The shift and the bins of each epoch.
fn pairs(phases: &[PairPhase]) -> Vec<(f64, f64)> {
    let all = phases.iter().flat_map(|phase| {
        let law = (phase.shift(), phase.bins());
        core::iter::repeat_n(law, count(phase.epochs()))
    });
    all.collect()
}

/// Whether lines part the epochs with large observations from the others: what is cut off falls with a power of the frequency, and of two
/// epochs too slowly, of three where observations are not very large.
fn is_parted(phases: &[PairPhase], epochs: f64) -> bool {
    let [phase] = phases else {
        return false;
    };
    epochs > 3.0 || epochs == 3.0 && phase.shift() <= MOST_SHIFT_OF_THREE
}

/// The epochs of a phase by their moments, where these tell enough: at powers about an order over the variance and at frequencies that weigh.
fn by_moments(phase: &PairPhase, (order, spread): (f64, f64), spare: f64) -> Option<TabulatedStep> {
    let table = moment_table(phase.shift(), phase.bins(), spare)?;
    let (power, frequency) = (order + 1.0, WEIGHING / spread);
    let apart = table.apart.as_ref()?.at(power)?.error(frequency);
    (phase.epochs() * apart <= APART).then(|| TabulatedStep::new(Rc::new(table), phase.epochs()))
}

/// The epochs of a phase of two bins, at powers about an order over the variance.
fn of_two_bins(
    phase: &PairPhase,
    (order, spread): (f64, f64),
    spare: f64,
) -> Option<TabulatedStep> {
    if phase.bins() != 2.0 {
        return None;
    }
    let table = two_bins_table(phase.shift(), spare)?;
    let highest = table.apart.as_ref()?.most_power;
    let serves = order + POWERS / spread <= highest;
    serves.then(|| TabulatedStep::new(Rc::new(table), phase.epochs()))
}

/// The epochs of a phase.
fn table(phase: &PairPhase, spare: (f64, f64)) -> Option<TabulatedStep> {
    let (shift, bins) = (phase.shift(), phase.bins());
    let epochs = phase.epochs();
    let highest = last_frequency((shift, bins), epochs);
    let highest = if epochs > 2.0 {
        highest * (1.0 + FEW / (epochs * epochs))
    } else {
        highest
    };
    let table = epoch_table((shift, bins), spare, highest)?;
    let nodes = table.nodes.len() as f64;
    if nodes > MANY_NODES && nodes * highest > MOST_WORK {
        return None;
    }
    Some(TabulatedStep::new(Rc::new(table), epochs))
}

/// Roughly the frequency beyond which the characteristic function has nothing left. By the Gaussian part of the loss it falls as
/// `e^(-E m² t²/(2N))`; where observations are heavy it falls faster by all whose ratios turn by less than one at that frequency: the mean
/// square of those up to `z` is `e^(m²) Phi(z - 2m)`, the square of their mean about 1.
fn last_frequency((shift, bins): (f64, f64), epochs: f64) -> f64 {
    let by_gaussian = libm::sqrt(2.0 * LOG_LEFT * bins / epochs) / shift;
    let has_left = |t: f64| {
        let last = libm::log(bins / t) / shift + 0.5 * shift;
        let squares = libm::exp(shift * shift) * normal::cdf(last - 2.0 * shift);
        epochs * (squares - 1.0) * t * t / (2.0 * bins) < LOG_LEFT
    };
    let by_all = Bisection::logarithmic(40)
        .bracket(1e-3 * by_gaussian, by_gaussian, has_left)
        .1;
    let surely = SURELY.max(SURELY_OF_MANY * libm::sqrt(epochs));
    by_gaussian.min(surely * by_all)
}

/// Roughly the variance of the loss of all epochs of a phase.
fn variance(phase: &PairPhase) -> f64 {
    let shift = phase.shift();
    phase.epochs() * libm::expm1(shift * shift) / phase.bins()
}

/// How far from the mean under "in" an observation makes an order alone, roughly.
fn large(phase: &PairPhase, order: f64) -> f64 {
    let shift = phase.shift();
    libm::log1p(libm::expm1(order) * phase.bins()) / shift - 0.5 * shift
}

/// Roughly the divergence of a phase at an order: by one large observation, or by the spread of all.
fn roughly(phase: &PairPhase, order: f64) -> f64 {
    let spread = libm::sqrt(variance(phase));
    ROUGHLY * normal::sf(large(phase, order)).max(normal::sf(order / spread))
}
