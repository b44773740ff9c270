//! The characteristic function of a run on panels of frequencies.

use super::interpolant::{Interpolant, interpolation_error};
use super::panels::OnPanel;
use super::power::Power;
use super::raised_characteristic::Block;
use super::raised_step::RaisedStep;
use crate::numerics::complex::{self, Complex};

/// Most error of the interpolation as a share of the rounding.
const INTERPOLATION: f64 = 0.5;

/// The characteristic function of a whole run: by phase that of one step, and the number of steps.
struct Run(Vec<(StepOnPanel, f64)>);

/// What the characteristic function of one step, less a constant loss, lacks of 1.
pub(super) struct StepOnPanel {
    pub(super) excess: Interpolant,
    pub(super) terms: usize,
    pub(super) centre: f64,
}

impl OnPanel for Run {
    fn log_largest(&self, rho: f64) -> f64 {
        let power = |(step, num_steps): &(StepOnPanel, f64)| {
            num_steps * libm::log(step.excess.largest(1.0, rho))
        };
        self.0.iter().map(power).sum()
    }

    fn at(&self, x: f64) -> (Complex<f64>, f64) {
        let mut power = Power::default();
        for (step, num_steps) in &self.0 {
            power.multiply(step.excess.at(x), step.excess.error, *num_steps);
        }
        power.value()
    }

    fn terms(&self) -> usize {
        self.0.iter().map(|(step, _)| step.terms).sum()
    }

    fn centre(&self) -> f64 {
        let centre = |(step, num_steps): &(StepOnPanel, f64)| step.centre * num_steps;
        self.0.iter().map(centre).sum()
    }
}

impl StepOnPanel {
    /// From `first` to `first + 2 half`; `None` where the error of the interpolation is more than the rounding of what is
    /// interpolated.
    pub(super) fn new(law: &RaisedStep, first: f64, half: f64) -> Option<Self> {
        let last = first + 2.0 * half;
        let mut block = Block::best(law, first, last);
        // So short a way that the phase does not wrap.
        let short = half / 64.0;
        let [here, there] = [first + half, first + half + short].map(|t| block.at(law, t) + 1.0);
        let turned = there * here.conj();
        let centre = libm::atan2(turned.im, turned.re) / short;
        let nodes = law.nodes.iter();
        let nodes = nodes.map(|node| (node.weight, node.loss - centre));
        let interpolation = interpolation_error(first, half, nodes);
        let rounding = block.rounding.at(last) + 8.0 * f64::EPSILON * last * centre.abs();
        let error = law.quadrature_error + interpolation;
        if interpolation > INTERPOLATION * (rounding + law.quadrature_error) {
            return None;
        }
        let value = |t: f64| {
            let turn = complex::expm1(Complex::new(0.0, -t * centre));
            let whole = block.at(law, t);
            whole + turn + whole * turn
        };
        let excess = Interpolant::new(first, half, value, rounding, error);
        let terms = block.terms();
        Some(Self {
            excess,
            terms,
            centre,
        })
    }
}

/// The characteristic function of a run of which these are the phases.
pub(super) fn of_run(laws: &[RaisedStep]) -> impl Fn(f64, f64) -> Option<Box<dyn OnPanel>> {
    |first, half| {
        let step = |law: &RaisedStep| Some((StepOnPanel::new(law, first, half)?, law.num_steps));
        let steps: Option<Vec<_>> = laws.iter().map(step).collect();
        Some(Box::new(Run(steps?)))
    }
}
