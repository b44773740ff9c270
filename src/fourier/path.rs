//! Where the characteristic function of a phase is summed.

use super::characteristic::Phases;
use super::line::TOLERANCE;
use super::power::Power;
use super::raised_characteristic::RaisedPhases;
use super::raised_step::RaisedStep;
use super::step::Step;
use super::tilted_law::{TiltedLaw, search};
use super::tilted_step::TiltedStep;
use crate::numerics::complex::Complex;

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
    Raised(RaisedStep),
}

/// For each phase the path that costs less, for so many frequencies up to `t`; `None` if more than `most` nodes would turn at
/// each of them.
pub(super) fn paths<'a>(
    steps: &[Step],
    still: &'a TiltedLaw,
    t: f64,
    frequencies: f64,
    most: f64,
) -> Option<Vec<Path<'a>>> {
    let share = TOLERANCE / steps.len() as f64;
    let search = search(steps.len());
    let mut left = most;
    let cost = |raised: &RaisedStep| {
        let placing = PLACING_COST * raised.nodes.len() as f64 / frequencies;
        RAISED_COST * RaisedPhases::turning(raised, t / frequencies, frequencies) + placing
    };
    let path = |(step, phase): (&Step, &'a TiltedStep)| {
        let placed = (left * frequencies / PLACING_COST).min(MOST_RAISED);
        let raised = step
            .smooth()
            .and_then(|step| RaisedStep::new(step, phase, still.s, t, share, placed));
        let raised = raised.filter(|raised| cost(raised) <= left);
        let cheaper = raised.as_ref().map_or(left, cost);
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
    steps.iter().zip(&still.phases).map(path).collect()
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
                let next = || phases.next();
                multiply(powers, phase.num_steps, phase.quadrature_error, next);
            }
        }
    }
}

fn multiply_real(powers: &mut [Power], phase: &TiltedStep, step: f64, last: f64) {
    let mut phases = Phases::new(phase, step, last);
    let next = || phases.next();
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
