//! Tails of the loss in a rare event, by its own moments: those of the whole run say nothing of an event that is rarer than their error.

use super::edge::Edge;
use super::large_observation::{LargePart, QUADRATURE};
use super::rough_event::RoughEvent;
use super::rough_run::RoughRun;
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use std::rc::Rc;

/// Error asked of a logarithm.
const TOLERANCE: f64 = 1e-6;
const MOST_NODES: f64 = 2e4;
/// Most steps of the search for a tilt, each by this factor.
const MOST: usize = 60;
const FACTOR: f64 = 1.6;
/// How often a certificate is sought, each time so much nearer.
const ATTEMPTS: i32 = 24;
const NEARER: f64 = 0.7;

/// The event that some observation of the steps of one phase counts as large.
///
/// Its measure at a tilt is at most `T b(s) psi(s)^(T-1)`, the sum over the step that is large, so that of the loss at the tilt `s`,
/// for every `r > s`, at most
///
/// `T b(r) psi(r)^(T-1) e^(-(r-s) x)`
///
/// lies above `x`, and for `r < s` as much below `-x` with `s - r`.
pub(super) struct EventTails {
    pub(super) run: Rc<RunOfStep>,
    pub(super) edge: Edge,
    event: RoughEvent,
}

/// The run of one step.
pub(super) struct RunOfStep {
    pub(super) step: SmoothStep,
    pub(super) whole: [Step; 1],
    rough: RoughRun,
}

impl RunOfStep {
    pub(super) fn new(step: SmoothStep) -> Self {
        let whole = [Step::Smooth(step.clone())];
        Self {
            rough: RoughRun::new(&whole),
            step,
            whole,
        }
    }
}

impl EventTails {
    pub(super) fn new(run: Rc<RunOfStep>, edge: Edge) -> Self {
        let event = RoughEvent::new(&run.step, edge);
        Self { run, edge, event }
    }

    /// The share of the measure at a tilt that the event has, if it is small, and its mass, both as logarithms and roughly.
    pub(super) fn roughly(&self, s: f64) -> Option<(f64, f64)> {
        let log_coefficient = self.run.rough.log_coefficient(s)?;
        let num_steps = self.run.step.num_steps();
        let share = libm::log(num_steps) + self.event.log_mass(s) - log_coefficient;
        Some((share, share + num_steps * log_coefficient))
    }

    /// Upper bound of the logarithm of the mass.
    fn log_mass(&self, s: f64) -> Option<f64> {
        let still = TiltedLaw::at_rest(&self.run.whole, s, TOLERANCE)?;
        let step = &self.run.step;
        let (log_whole, error) = still.log_coefficient();
        let log_coefficient = still.phases[0].log_coefficient;
        let part = LargePart::new(
            step,
            self.edge,
            (s, log_coefficient),
            0.0,
            QUADRATURE,
            MOST_NODES,
        )?;
        let share = libm::log(step.num_steps() * (part.share + part.error));
        let rounding = 8.0 * f64::EPSILON * (1.0 + share.abs() + log_whole.abs());
        Some(share + log_whole + error + TOLERANCE + rounding)
    }

    /// About the smallest `x` such that at most `e^log_most` of the measure at the tilt `s` lies below `-x`, and the one with as
    /// much above `x`.
    pub(super) fn rough(&self, s: f64, log_most: f64) -> (f64, f64) {
        let [below, above] = [-1.0, 1.0].map(|sign| self.nearest(s, sign, log_most).1);
        (below, above)
    }

    /// Such an `x` with a certificate, to either side.
    pub(super) fn at(&self, s: f64, log_most: f64) -> Option<(f64, f64)> {
        let reach = |sign: f64| {
            let (nearest, _) = self.nearest(s, sign, log_most);
            // The nodes of a certificate may be too many where those of a rough sum are not.
            (0..ATTEMPTS).find_map(|k| {
                let distance = nearest * libm::pow(NEARER, f64::from(k));
                Some((self.log_mass(s + sign * distance)? - log_most) / distance)
            })
        };
        Some((reach(-1.0)?, reach(1.0)?))
    }

    /// How far from `s` the tilt lies by which the tail to one side ends nearest, and where it does, roughly.
    fn nearest(&self, s: f64, sign: f64, log_most: f64) -> (f64, f64) {
        let reach = |distance: f64| {
            let mass = self.roughly(s + sign * distance);
            mass.map_or(f64::INFINITY, |(_, log_mass)| {
                (log_mass - log_most) / distance
            })
        };
        let first = s - 1.0;
        let mut best = (first, reach(first));
        for factor in [FACTOR, 1.0 / FACTOR] {
            for _ in 0..MOST {
                let next = (best.0 * factor, reach(best.0 * factor));
                // Also walks down from where there is no mass in numbers.
                if next.1 < best.1 || (best.1.is_infinite() && factor < 1.0) {
                    best = next;
                } else {
                    break;
                }
            }
        }
        best
    }
}
