//! One step of a phase as the lines see it.

use super::piecewise_step::PiecewiseStep;
use super::smooth_step::SmoothStep;
use super::tabulated_step::TabulatedStep;
use crate::mechanism::{Noise, PairPhase, Shape};

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Its loss is an analytic function of one Gaussian observation.
    Smooth(SmoothStep),
    /// Its loss is one on a stretch of the observations, beside atoms.
    Piecewise(PiecewiseStep),
    /// Its likelihood ratio is given as a table; the small module has none, and need not carry how one is dropped.
    #[cfg(not(first_module))]
    Tabulated(TabulatedStep),
}

impl Step {
    /// `None` for the shapes that are neither.
    pub(crate) fn new(shape: Shape, noise: Noise, phase: &PairPhase) -> Option<Self> {
        if noise == Noise::Gaussian
            && let Some(step) = SmoothStep::new(shape, phase)
        {
            return Some(Self::Smooth(step));
        }
        // The small module leaves these to the whole one.
        if cfg!(first_module) {
            return None;
        }
        PiecewiseStep::new(shape, noise, phase).map(Self::Piecewise)
    }

    /// The small module, which makes none, need not carry what one can do.
    pub(super) fn piecewise(&self) -> Option<&PiecewiseStep> {
        match self {
            Self::Piecewise(step) if !cfg!(first_module) => Some(step),
            _ => None,
        }
    }

    pub(super) fn smooth(&self) -> Option<&SmoothStep> {
        match self {
            Self::Smooth(step) => Some(step),
            _ => None,
        }
    }

    /// Whether it stands for the steps of others.
    pub(super) fn is_merged(&self) -> bool {
        self.smooth().is_some_and(SmoothStep::stands_for_others)
    }

    /// A step of a table.
    #[cfg(not(first_module))]
    pub(super) fn of_table(table: TabulatedStep) -> Option<Self> {
        Some(Self::Tabulated(table))
    }

    #[cfg(first_module)]
    pub(super) fn of_table(_: TabulatedStep) -> Option<Self> {
        None
    }

    #[cfg(not(first_module))]
    pub(super) fn tabulated(&self) -> Option<&TabulatedStep> {
        match self {
            Self::Tabulated(step) => Some(step),
            _ => None,
        }
    }

    #[cfg(first_module)]
    pub(super) fn tabulated(&self) -> Option<&TabulatedStep> {
        None
    }

    /// See [`SmoothStep::left_out`].
    pub(super) fn left_out(&self) -> f64 {
        self.smooth().map_or(0.0, SmoothStep::left_out)
            + self.tabulated().map_or(0.0, TabulatedStep::left_out)
    }

    /// Probability of what the tables of whole steps leave out; other whole steps leave out nothing.
    pub(super) fn left_out_of(steps: &[Self]) -> f64 {
        let tables = steps.iter().filter_map(Self::tabulated);
        tables.map(TabulatedStep::left_out).sum()
    }

    /// Logarithm of what is left of the characteristic function of all steps at high frequencies, on the middle line, roughly.
    pub(super) fn log_lasting(&self) -> f64 {
        self.piecewise().map_or(f64::NEG_INFINITY, |step| {
            step.num_steps * step.log_atoms(0.5)
        })
    }

    /// Roughly the variance of all steps' loss: right where it is small.
    pub(super) fn rough_variance(&self) -> f64 {
        let smooth = self.smooth().map(SmoothStep::rough_variance);
        smooth
            .or_else(|| self.piecewise().map(PiecewiseStep::rough_variance))
            .or_else(|| self.tabulated().map(TabulatedStep::rough_variance))
            .unwrap_or(0.0)
    }
}
