//! Tails of the loss in a rare event, by its own moments: those of the whole run say nothing of an event that is rarer than their error.

use super::edge::Edge;
use super::large_observation::{LargePart, QUADRATURE};
use super::rough_event::RoughEvent;
use super::rough_run::RoughRun;
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::tilted_step::TiltedStep;
use crate::numerics::log_add;
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

/// The event that some observation of the steps of a run counts as large, beyond an edge of each phase.
///
/// Its measure at a tilt is at most `M(s) = sum T b(s)/psi(s)` times that of the whole run, `e^K(s)`, the sum over the step that is large,
/// so that of the loss at the tilt `s`, for every `r > s`, at most
///
/// `M(r) e^K(r) e^(-(r-s) x)`
///
/// lies above `x`, and for `r < s` as much below `-x` with `s - r`.
pub(super) struct EventTails {
    pub(super) run: Rc<Run>,
    /// By phase; none where no observation is large.
    pub(super) edges: Vec<Option<Edge>>,
    events: Vec<Option<RoughEvent>>,
}

/// A run of smooth steps.
pub(super) struct Run {
    pub(super) steps: Vec<SmoothStep>,
    pub(super) whole: Vec<Step>,
    rough: RoughRun,
}

impl Run {
    pub(super) fn new(steps: Vec<SmoothStep>) -> Self {
        let whole: Vec<Step> = steps.iter().cloned().map(Step::Smooth).collect();
        Self {
            rough: RoughRun::new(&whole),
            steps,
            whole,
        }
    }

    /// Bound of the probability that something is left out.
    pub(super) fn left_out(&self) -> f64 {
        self.steps.iter().map(SmoothStep::left_out).sum()
    }
}

impl EventTails {
    pub(super) fn new(run: Rc<Run>, edges: Vec<Option<Edge>>) -> Self {
        let events = run.steps.iter().zip(&edges);
        let events = events.map(|(step, edge)| Some(RoughEvent::new(step, (*edge)?)));
        let events = events.collect();
        Self { run, edges, events }
    }

    /// The share of the measure at a tilt that the event has, if it is small, and its mass, both as logarithms and roughly.
    pub(super) fn roughly(&self, s: f64) -> Option<(f64, f64)> {
        let (mut share, mut log_whole) = (f64::NEG_INFINITY, 0.0);
        for (phase, event) in self.events.iter().enumerate() {
            let log_coefficient = self.run.rough.log_coefficient(phase, s)?;
            let num_steps = self.run.steps[phase].num_steps();
            log_whole += num_steps * log_coefficient;
            if let Some(event) = event {
                let of_phase = libm::log(num_steps) + event.log_mass(s) - log_coefficient;
                share = log_add(share, of_phase);
            }
        }
        Some((share, share + log_whole))
    }

    /// Upper bound of the logarithm of the mass.
    fn log_mass(&self, s: f64) -> Option<f64> {
        let still = TiltedLaw::at_rest(&self.run.whole, s, TOLERANCE)?;
        let (log_whole, error) = still.log_coefficient();
        let parts = self.parts(&still, 0.0, QUADRATURE)?;
        let of_phase = |(step, part): (&SmoothStep, &Option<LargePart>)| {
            let part = part.as_ref()?;
            Some(step.num_steps() * (part.share + part.error))
        };
        let shares = self.run.steps.iter().zip(&parts).filter_map(of_phase);
        let share = libm::log(shares.sum::<f64>());
        let rounding = 8.0 * f64::EPSILON * (1.0 + share.abs() + log_whole.abs());
        Some(share + log_whole + error + TOLERANCE + rounding)
    }

    /// The large part of a step of each phase that has an edge, for frequencies up to `t`; `None` if one needs too many nodes.
    pub(super) fn parts(
        &self,
        still: &TiltedLaw,
        t: f64,
        quadrature: f64,
    ) -> Option<Vec<Option<LargePart>>> {
        let phases = self.run.steps.iter().zip(&still.phases).zip(&self.edges);
        let part = |((step, law), edge): ((&SmoothStep, &TiltedStep), &Option<Edge>)| {
            let tilt = (still.s, law.log_coefficient);
            let of_edge = |edge| LargePart::new(step, edge, tilt, t, quadrature, MOST_NODES);
            match *edge {
                Some(edge) => of_edge(edge).map(Some),
                None => Some(None),
            }
        };
        phases.map(part).collect()
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
