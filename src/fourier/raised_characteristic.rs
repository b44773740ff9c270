//! The characteristic function of one step's loss on a raised line, frequency by frequency.

use super::raised_block::{Block, DAMPED, REFRESH, SMALL_PHASE};
use super::raised_step::{RaisedNode, RaisedStep};

/// Frequencies of the first block; each block ends at twice the index of the one before.
const FIRST_BLOCK: usize = 32;

/// `E_nu[e^(itL)] - 1` at `t = k step` for k = 0, 1, 2, ..., in blocks of growing frequency: in each the losses with small
/// phases are summed as moments, which keeps the relative accuracy near 0, and those that are damped without their
/// exponential; where nothing is small the mean stays in. Only what is neither small nor damped turns with the frequency.
pub(super) struct RaisedPhases<'a> {
    law: &'a RaisedStep,
    step: f64,
    index: usize,
    /// First index of the next block.
    end: usize,
    block: Block,
}

impl<'a> RaisedPhases<'a> {
    pub(super) fn new(law: &'a RaisedStep, step: f64) -> Self {
        Self {
            law,
            step,
            index: 0,
            end: 0,
            block: Block::default(),
        }
    }

    /// How many nodes turn at a frequency, on average over so many of them from 0 on.
    pub(super) fn turning(law: &RaisedStep, step: f64, frequencies: f64) -> f64 {
        let turning = |node: &RaisedNode| {
            // A block ends at twice its first index.
            let damped = (2.0 * DAMPED / (node.loss.im * step)).min(frequencies);
            let small = 0.5 * SMALL_PHASE / (node.length * step);
            (damped - small).max(0.0)
        };
        law.nodes.iter().map(turning).sum::<f64>() / frequencies
    }

    /// Real and imaginary part at the next frequency, and a bound of their rounding.
    pub(super) fn next(&mut self) -> (f64, f64, f64) {
        if self.index == self.end {
            self.end = FIRST_BLOCK.max(self.end * 2);
            let first = self.step * self.index as f64;
            let last = self.step * (self.end - 1) as f64;
            self.block = Block::best(self.law, first, last);
            self.block.turn_by(self.step);
        }
        let t = self.step * self.index as f64;
        if self.index.is_multiple_of(REFRESH) {
            self.block.turn_to(t);
        }
        self.index += 1;
        let value = self.block.next(self.law, t);
        (value.re, value.im, self.block.rounding.at(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::characteristic::Phases;
    use crate::fourier::smooth_step::SmoothStep;
    use crate::fourier::tilted_step::{Search, TiltedStep};
    use crate::mechanism::{PairPhase, Shape};
    use crate::numerics::count;

    const TOLERANCE: f64 = 1e-14;
    const STEPS: [(Shape, f64, f64); 7] = [
        (Shape::Mixture { group_size: 1 }, 1.0, 0.01),
        (Shape::Mixture { group_size: 1 }, 0.5, 1e-5),
        (Shape::Mixture { group_size: 1 }, 0.2, 0.9),
        (Shape::Mixture { group_size: 1 }, 40.0, 1.0),
        (Shape::Mixture { group_size: 7 }, 3.0, 0.02),
        (Shape::Substitution, 0.8, 0.003),
        (Shape::Substitution, 2.0, 1.0),
    ];

    fn each(test: &mut dyn FnMut(&SmoothStep, f64, &TiltedStep)) {
        for (shape, noise_per_shift, sample_rate) in STEPS {
            let phase = PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 10.0,
            };
            let step = SmoothStep::new(shape, &phase).expect("has a line");
            for s in [-2.0, 0.5, 3.0] {
                let still = TiltedStep::of_smooth(&step, s, 0.0, TOLERANCE, 1e5, Search::Thorough);
                test(&step, s, &still.expect("a law"));
            }
        }
    }

    /// On the real axis and above it: the same function, within the bounds of both.
    #[test]
    fn both_paths_agree_within_their_bounds() {
        let mut compared = 0;
        each(&mut |step, s, still| {
            let highest = (10.0 / libm::sqrt(still.second_moment())).min(60.0);
            let frequency = highest / 500.0;
            let real = TiltedStep::of_smooth(step, s, highest, TOLERANCE, 1e5, Search::Thorough)
                .expect("a law");
            let raised = RaisedStep::new(step, still, s, highest, TOLERANCE, 1e5).expect("a law");
            let mut on_axis = Phases::new(&real, frequency, highest);
            let mut above = RaisedPhases::new(&raised, frequency);
            for k in 0..=500 {
                let (re, im, rounding) = on_axis.next();
                let (raised_re, raised_im, raised_rounding) = above.next();
                let quadrature = real.quadrature_error + raised.quadrature_error;
                let bound = rounding + raised_rounding + quadrature;
                let off = libm::hypot(re - raised_re, im - raised_im);
                assert!(
                    off <= bound,
                    "{step:?}, s {s}, {k}: {off:e} above {bound:e}"
                );
                assert!(
                    bound < 1e-8 && off < 1e-13,
                    "{step:?}, s {s}, {k}: {off:e}, {bound:e}"
                );
                compared += 1;
            }
        });
        assert_eq!(compared, 7 * 3 * 501);
    }

    /// At frequencies for which the bound on the real axis gives up, against a very fine sum there.
    #[test]
    fn high_frequencies_agree_with_a_fine_sum() {
        const SPACING: f64 = 2e-4;
        const LAST: usize = 1000;
        let mut compared = 0;
        each(&mut |step, s, still| {
            let highest = 1000.0 / libm::sqrt(still.second_moment()).max(0.3);
            let frequency = highest / LAST as f64;
            let raised = RaisedStep::new(step, still, s, highest, TOLERANCE, 1e5).expect("a law");
            let mut above = RaisedPhases::new(&raised, frequency);
            let (left, right) = step.range(s, -45.0, still.log_coefficient);
            let nodes: Vec<(f64, f64)> = (0..count((right - left) / SPACING))
                .map(|j| {
                    let z = left + SPACING * j as f64;
                    let point = step.point(z);
                    let log_mass = -0.5 * z * z + point.log_out + s * point.loss;
                    (
                        point.loss,
                        libm::exp(log_mass - still.log_coefficient) * SPACING,
                    )
                })
                .collect();
            let weight = 1.0 / libm::sqrt(2.0 * core::f64::consts::PI);
            for k in 0..=LAST {
                let (re, im, rounding) = above.next();
                if ![LAST / 50, LAST / 7, LAST].contains(&k) {
                    continue;
                }
                let t = frequency * k as f64;
                let (mut sum_re, mut sum_im) = (0.0, 0.0);
                for &(loss, mass) in &nodes {
                    let (sin, cos) = libm::sincos(t * loss);
                    sum_re += mass * cos;
                    sum_im += mass * sin;
                }
                let off = libm::hypot(re + 1.0 - weight * sum_re, im - weight * sum_im);
                let bound = rounding + raised.quadrature_error + 1e-11;
                assert!(
                    off <= bound,
                    "{step:?}, s {s}, t {t}: {off:e} above {bound:e}"
                );
                compared += 1;
            }
        });
        assert_eq!(compared, 7 * 3 * 3);
    }
}
