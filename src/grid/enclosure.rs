//! The second engine: discretised losses, composed by FFT.
//!
//! Two pairs of laws with finitely many losses enclose one step at every order; products of each enclose the
//! training (replace one factor at a time). Their curves, tails and ROC are read off exactly, up to a certified
//! rounding.

use super::composition::{Composition, Transforms};
use super::demand::GridDemand;
use super::loss_distribution::LossDistribution;
use super::phases::{Source, sources};
use super::reading::{Direction, Reading};
use super::window::{Factor, Side, Window, log_moment, saddle};
use crate::mechanism::{DominatingPair, Enclosure};
use crate::numerics::Interval;

/// Most cells of all phases together, in longest transforms.
const MOST_CELLS: f64 = 2.0;

/// The enclosed curve of a training.
#[derive(Clone, Debug)]
pub(crate) struct GridCurve {
    /// The pair above and the pair below, under one tilt after the other; the first is for the bulk.
    laws: Vec<(Composition, Composition)>,
}

impl GridCurve {
    /// None if no grid within the demand gives anything better than trivial.
    pub(crate) fn new(pair: &DominatingPair, demand: &GridDemand) -> Option<Self> {
        let mut transforms = Transforms::default();
        let sources = sources(pair, demand, &mut transforms)?;
        let spans: f64 = sources.iter().map(Source::span).sum();
        let discretise = |step: f64| -> Option<Vec<(LossDistribution, LossDistribution, f64)>> {
            // Phases of very different scales have no common grid.
            if spans / step > MOST_CELLS * demand.most_points as f64 {
                return None;
            }
            sources
                .iter()
                .map(|source| {
                    let (upper, lower) = source.pairs(step)?;
                    (upper.is_sound() && lower.is_sound()).then_some((upper, lower, source.steps))
                })
                .collect()
        };
        let range = sources
            .iter()
            .map(Source::span)
            .fold(f64::INFINITY, f64::min);
        // The coarsest grid on which there are two pairs tells how long the windows must be.
        let mut parts = 512.0;
        let coarse = loop {
            if let Some(pairs) = discretise(range / parts) {
                break pairs;
            }
            parts *= 4.0;
            if parts > demand.most_points as f64 {
                return None;
            }
        };
        let bulk = bulk_windows(&coarse, demand);
        let span = 1.01 * span(&bulk);
        // Nothing is left where all mass lies beyond the ends.
        if !span.is_finite() {
            return None;
        }
        let least = span / range * parts + 8.0;
        let mut length = fast_length(least.max(demand.least_points as f64), demand.most_points);
        let finest = sources.iter().map(Source::finest).fold(0.0, f64::max);
        let mut best = None;
        loop {
            let mut step = span / (length as f64 - 4.0);
            if let [source] = &sources[..] {
                step = source.fitted(step);
            }
            // A law that is itself known at knots gains nothing where those are farther apart.
            let is_finest = step < finest;
            step = step.max(finest);
            let curve = discretise(step).and_then(|pairs| {
                let length = if is_finest {
                    fast_length(span / step + 8.0, length)
                } else {
                    length
                };
                let law = compose(&pairs, &bulk, length, &mut transforms)?;
                Some((pairs, Self { laws: vec![law] }))
            });
            // A law that is itself on a grid has no pair on one that is much finer.
            let is_last = is_finest || curve.is_none() && best.is_some();
            best = curve.or(best);
            let width = best
                .as_ref()
                .map_or(1.0, |(_, curve)| curve.advantage().width());
            let factor = libm::sqrt(width / demand.width).clamp(1.0, 64.0);
            let next = fast_length(length as f64 * factor * 1.02, demand.most_points);
            if is_last || width <= demand.width || next <= length {
                return best.map(|(pairs, curve)| {
                    curve.with_tails(&coarse, &pairs, demand, &mut transforms)
                });
            }
            length = next;
        }
    }

    /// Adds tilts that keep the relative accuracy of small probabilities: 0 and 1 down to the rounding of the
    /// transforms, and one beyond each at the saddle point of the smallest probability.
    fn with_tails(
        mut self,
        coarse: &Pairs,
        pairs: &Pairs,
        demand: &GridDemand,
        transforms: &mut Transforms,
    ) -> Self {
        if !demand.tails() {
            return self;
        }
        let upper = uppers(coarse);
        let far = saddle(|tilt| log_moment(&upper, tilt), demand.smallest);
        // The reverse game sees the same law under the tilt 1 - c.
        let back = 1.0 - saddle(|tilt| log_moment(&upper, 1.0 - tilt), demand.smallest);
        let step = pairs[0].0.step;
        for (tilt, side) in [
            (1.0, Side::Right),
            (0.0, Side::Left),
            (far, Side::Right),
            (back, Side::Left),
        ] {
            let windows = windows(coarse, tilt, side, 1e-12);
            let length = fast_length(1.01 * span(&windows) / step + 4.0, demand.most_points);
            // A window that is too short only widens the reading.
            self.laws
                .extend(compose(pairs, &windows, length, transforms));
        }
        self
    }

    /// Below: points of the ROC of the pair below, and the chords between them. Above: `min H(eps) + FPR e^eps` of
    /// the pair above, where every order is a bound and the best is a knot.
    fn roc(&self, fpr: f64, direction: Direction) -> Interval {
        let mut interval = Interval {
            lower: fpr,
            upper: 1.0,
        };
        for (upper, lower) in &self.laws {
            interval.lower = interval.lower.max(lower.roc_below(fpr, direction));
            let epsilon = upper.order_at(fpr, direction);
            let curve = match direction {
                Direction::Forward => self.hockey_stick(epsilon),
                Direction::Reverse => self.reverse_hockey_stick(epsilon),
            };
            let bound = curve.upper + fpr * libm::exp(epsilon) * (1.0 + 4.0 * f64::EPSILON);
            interval.upper = interval.upper.min(bound.next_up());
        }
        interval.lower = interval.lower.min(interval.upper);
        interval
    }

    /// The narrowest ends that the tilts give.
    fn enclose(&self, least: f64, most: f64, read: impl Fn(&Composition) -> Reading) -> Interval {
        let mut interval = Interval {
            lower: least,
            upper: most,
        };
        for (upper, lower) in &self.laws {
            let (most, least) = (read(upper), read(lower));
            if most.is_finite() {
                interval.upper = interval.upper.min(most.upper());
            }
            if least.is_finite() {
                interval.lower = interval.lower.max(least.lower());
            }
        }
        interval
    }
}

impl Enclosure for GridCurve {
    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let least = (-libm::expm1(epsilon)).max(0.0) * (1.0 - 2.0 * f64::EPSILON);
        self.enclose(least, 1.0, |law| law.hockey_stick(epsilon))
    }

    /// From masses.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let least = (-libm::expm1(epsilon)).max(0.0) * (1.0 - 2.0 * f64::EPSILON);
        self.enclose(least, 1.0, |law| law.reverse_hockey_stick(epsilon))
    }

    /// Without cancellation.
    fn overlap(&self, epsilon: f64) -> Interval {
        let most = libm::exp(epsilon).min(1.0) * (1.0 + 2.0 * f64::EPSILON);
        // The pair above has the smaller overlap.
        let mut interval = Interval {
            lower: 0.0,
            upper: most,
        };
        for (upper, lower) in &self.laws {
            let (least, most) = (upper.overlap(epsilon), lower.overlap(epsilon));
            // Where e^eps overflows a law has nothing to say.
            if least.is_finite() {
                interval.lower = interval.lower.max(least.lower());
            }
            if most.is_finite() {
                interval.upper = interval.upper.min(most.upper());
            }
        }
        interval
    }

    fn tpr(&self, fpr: f64) -> Interval {
        self.roc(fpr, Direction::Forward)
    }

    fn reverse_tpr(&self, fpr: f64) -> Interval {
        self.roc(fpr, Direction::Reverse)
    }
}

fn uppers(pairs: &[(LossDistribution, LossDistribution, f64)]) -> Vec<Factor<'_>> {
    pairs
        .iter()
        .map(|(upper, _, steps)| (upper, *steps))
        .collect()
}

fn lowers(pairs: &[(LossDistribution, LossDistribution, f64)]) -> Vec<Factor<'_>> {
    pairs
        .iter()
        .map(|(_, lower, steps)| (lower, *steps))
        .collect()
}

/// Both pairs and their number of steps.
type Pairs = [(LossDistribution, LossDistribution, f64)];

/// Windows of the pair above and the pair below.
fn windows(pairs: &Pairs, tilt: f64, side: Side, tau: f64) -> (Window, Window) {
    (
        Window::new(&uppers(pairs), tilt, side, tau),
        Window::new(&lowers(pairs), tilt, side, tau),
    )
}

/// The length that serves both.
fn span(windows: &(Window, Window)) -> f64 {
    windows.0.span().max(windows.1.span())
}

/// The composed laws of the pair above and the pair below.
fn compose(
    pairs: &Pairs,
    windows: &(Window, Window),
    length: usize,
    transforms: &mut Transforms,
) -> Option<(Composition, Composition)> {
    Some((
        Composition::new(&uppers(pairs), &windows.0, length, transforms)?,
        Composition::new(&lowers(pairs), &windows.1, length, transforms)?,
    ))
}

/// The windows of the tilt 1/2, which serves orders of both signs, unless those of 0 are much shorter.
fn bulk_windows(pairs: &Pairs, demand: &GridDemand) -> (Window, Window) {
    let tau = (demand.width / 50.0).min(demand.smallest * 1e-3);
    let half = windows(pairs, 0.5, Side::Middle, tau);
    let none = windows(pairs, 0.0, Side::Middle, tau);
    if span(&half) <= 1.2 * span(&none) {
        half
    } else {
        none
    }
}

/// A length at least `wanted` and at most `most` whose transform is fast.
fn fast_length(wanted: f64, most: usize) -> usize {
    let mut length = 256;
    while (length as f64) < wanted {
        let steps = [length * 5 / 4, length * 3 / 2, length * 2];
        match steps.into_iter().find(|longer| *longer as f64 >= wanted) {
            Some(longer) => length = longer,
            None => length *= 2,
        }
        if length >= most {
            return most;
        }
    }
    length
}
