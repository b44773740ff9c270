//! Where the characteristic function of a phase is summed.

use super::characteristic::Phases;
use super::line::TOLERANCE;
use super::power::Power;
use super::raised_characteristic::RaisedPhases;
use super::raised_step::{Placing, RaisedStep};
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::{TiltedLaw, search};
use super::tilted_step::TiltedStep;
use crate::numerics::complex::Complex;
use core::cell::OnceCell;

/// What a node that turns on a raised line costs, in nodes on the axis, and what it takes to place one, in frequencies.
const RAISED_COST: f64 = 2.0;
const PLACING_COST: f64 = 100.0;
/// Most nodes on raised lines.
pub(super) const MOST_RAISED: f64 = 1e5;

/// Where the characteristic function of one phase is integrated.
pub(super) enum Path<'a> {
    /// On the real axis, by the nodes of the law at rest.
    AtRest(&'a TiltedStep),
    /// On the real axis, by more nodes.
    Real(TiltedStep),
    /// Above it.
    Raised(&'a RaisedStep),
}

/// The nodes of one phase above the axis, which are placed when they are first asked for.
pub(super) struct Above<'a> {
    step: Option<&'a SmoothStep>,
    still: &'a TiltedStep,
    s: f64,
    highest: f64,
    tolerance: f64,
    placing: OnceCell<Option<Placing<'a>>>,
    placed: OnceCell<RaisedStep>,
}

impl<'a> Above<'a> {
    /// For frequencies up to `highest`, see [`Placing::new`].
    pub(super) fn new(
        step: &'a Step,
        still: &'a TiltedStep,
        s: f64,
        highest: f64,
        tolerance: f64,
    ) -> Self {
        Self {
            step: step.smooth(),
            still,
            s,
            highest,
            tolerance,
            placing: OnceCell::new(),
            placed: OnceCell::new(),
        }
    }

    /// The nodes, if there are no more than `most`.
    pub(super) fn at_most(&self, most: f64) -> Option<&RaisedStep> {
        let placing = self.placing.get_or_init(|| {
            let (still, tolerance) = (self.still, self.tolerance);
            Placing::new(self.step?, still, self.s, self.highest, tolerance)
        });
        let placing = placing
            .as_ref()
            .filter(|placing| placing.needed() <= most)?;
        Some(self.placed.get_or_init(|| placing.placed()))
    }
}

/// For each phase the path that costs less, for so many frequencies up to `t`; `None` if more than `most` nodes would turn at
/// each of them.
pub(super) fn paths<'a>(
    steps: &[Step],
    still: &'a TiltedLaw,
    t: f64,
    (frequencies, most): (f64, f64),
    above: &'a [Above],
) -> Option<Vec<Path<'a>>> {
    if most <= 0.0 {
        return None;
    }
    let share = TOLERANCE / steps.len() as f64;
    let search = search(steps.len());
    let mut left = most;
    let cost = |raised: &RaisedStep| {
        let placing = PLACING_COST * raised.nodes.len() as f64 / frequencies;
        RAISED_COST * RaisedPhases::turning(raised, t / frequencies, frequencies) + placing
    };
    let path = |(step, above): (&Step, &'a Above)| {
        let placed = (left * frequencies / PLACING_COST).min(MOST_RAISED);
        let raised = above.at_most(placed).filter(|raised| cost(raised) <= left);
        let cheaper = raised.map_or(left, cost);
        let path = match TiltedStep::new(step, still.s, t, share, cheaper, search) {
            Some(real) => Path::Real(real),
            None => Path::Raised(raised?),
        };
        left -= match &path {
            Path::AtRest(phase) => phase.nodes.len() as f64,
            Path::Real(phase) => phase.nodes.len() as f64,
            Path::Raised(raised) => cost(raised),
        };
        Some(path)
    };
    steps.iter().zip(above).map(path).collect()
}

impl Path<'_> {
    /// Multiplies each frequency by the power of the phase.
    pub(super) fn multiply(&self, powers: &mut [Power], step: f64) {
        let last = step * (powers.len() - 1) as f64;
        match self {
            Path::AtRest(phase) => multiply_real(powers, phase, step, last),
            Path::Real(phase) => multiply_real(powers, phase, step, last),
            Path::Raised(phase) => {
                let mut phases = RaisedPhases::new(phase, step);
                let mut frequency = 0.0;
                let next = || {
                    let (re, im, rounding) = phases.next();
                    let apart = phase.apart(frequency);
                    frequency += step;
                    (re, im, rounding + apart)
                };
                multiply(powers, phase.num_steps, phase.quadrature_error, next);
            }
        }
    }
}

fn multiply_real(powers: &mut [Power], phase: &TiltedStep, step: f64, last: f64) {
    let mut phases = Phases::new(phase, step, last);
    let mut frequency = 0.0;
    let next = || {
        let (re, im, rounding) = phases.next();
        let apart = phase.apart(frequency);
        frequency += step;
        (re, im, rounding + apart)
    };
    multiply(powers, phase.num_steps, phase.quadrature_error, next);
}

/// `next` gives the characteristic function of one step, less 1, at each frequency in turn, and a bound of its rounding.
fn multiply(
    powers: &mut [Power],
    num_steps: f64,
    quadrature_error: f64,
    mut next: impl FnMut() -> (f64, f64, f64),
) {
    for power in powers {
        let (re, im, rounding) = next();
        power.multiply(Complex { re, im }, rounding + quadrature_error, num_steps);
    }
}
