//! The characteristic function of a run on panels of frequencies.

use super::exponentials::Exponentials;
use super::interpolant::{Interpolant, interpolation_error};
use super::panels::OnPanel;
use super::power::Power;
use super::raised_block::Block;
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
            // A power that is no whole number ends where there is a zero.
            if num_steps.fract() != 0.0 && step.excess.largest(0.0, rho) >= 1.0 {
                return f64::INFINITY;
            }
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
        let block = Block::best(law, first, last);
        let interval = Exponentials::new(first, half);
        let centre = block.centre(law, &interval);
        let nodes = law.nodes.iter();
        let nodes = nodes.map(|node| (node.weight, node.loss - centre));
        let interpolation = interpolation_error(first, half, nodes);
        let rounding = block.rounding.at(last) + 8.0 * f64::EPSILON * last * centre.abs();
        let error = law.quadrature_error + law.apart(last) + interpolation;
        if interpolation > INTERPOLATION * (rounding + law.quadrature_error) {
            return None;
        }
        // To a power that is no whole number it matters how often its base has turned.
        if law.num_steps.fract() != 0.0 && last * centre.abs() >= 1.0 {
            return None;
        }
        let frequencies = interval.frequencies();
        let mut values = block.at_points(law, &interval, &frequencies);
        for (value, t) in values.iter_mut().zip(frequencies) {
            let turn = complex::expm1(Complex::new(0.0, -t * centre));
            *value = *value + turn + *value * turn;
        }
        let excess = Interpolant::new(&values, rounding, error);
        let terms = block.terms();
        Some(Self {
            excess,
            terms,
            centre,
        })
    }
}

/// The characteristic function of a run of which these are the phases.
pub(super) fn of_run(laws: &[&RaisedStep]) -> impl Fn(f64, f64) -> Option<Box<dyn OnPanel>> {
    |first, half| {
        let step = |law: &&RaisedStep| Some((StepOnPanel::new(law, first, half)?, law.num_steps));
        let steps: Option<Vec<_>> = laws.iter().map(step).collect();
        Some(Box::new(Run(steps?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::raised_characteristic::RaisedPhases;
    use crate::fourier::smooth_step::SmoothStep;
    use crate::fourier::tilted_step::{Search, TiltedStep};
    use crate::mechanism::{PairPhase, Shape};

    /// On panels the function is what it is frequency by frequency, within both bounds.
    #[test]
    fn panels_agree_with_single_frequencies() {
        const PARTS: usize = 40;
        let (mut compared, mut refused) = (0, 0);
        for (noise, rate, s) in [(1.0, 0.01, 0.5), (0.5, 1e-5, 3.0), (0.3, 0.5, 0.5)] {
            let phase = PairPhase {
                noise_per_shift: noise,
                sample_rate: rate,
                num_steps: 100.0,
            };
            let step = SmoothStep::new(Shape::Mixture { group_size: 1 }, &phase).expect("Gaussian");
            let still =
                TiltedStep::of_smooth(&step, s, 0.0, 1e-14, 1e5, Search::Thorough).expect("a law");
            let law = RaisedStep::new(&step, &still, s, 1e4, 1e-14, 1e5).expect("a law");
            for (first, half) in [(0.0, 0.5), (3.0, 0.4), (50.0, 2.0), (2000.0, 50.0)] {
                let Some(panel) = StepOnPanel::new(&law, first, half) else {
                    refused += 1;
                    continue;
                };
                for k in 1..PARTS {
                    let x = 2.0 * k as f64 / PARTS as f64 - 1.0;
                    let t = first + half * (1.0 + x);
                    let mut single = RaisedPhases::new(&law, t);
                    single.next();
                    let (re, im, rounding) = single.next();
                    let whole = Complex::new(re, im) + 1.0;
                    let turn = complex::exp(Complex::new(0.0, t * panel.centre));
                    let off = complex::abs((panel.excess.at(x) + 1.0) * turn - whole);
                    let bound = panel.excess.error + rounding + law.quadrature_error;
                    assert!(
                        off <= bound,
                        "{noise}, {rate}, {t}: {off:e} above {bound:e}"
                    );
                    assert!(
                        off < 1e-12 && bound < 1e-8,
                        "{noise}, {t}: {off:e}, {bound:e}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(
            compared >= 9 * (PARTS - 1),
            "{compared} compared, {refused} refused"
        );
    }
}
