//! Gaussian steps that all take the record: the loss is linear in the sum of the noise.

use super::noise_draws::{Draws, STEPS, UNITS, at_most};
use super::totals::{Totals, add};
use crate::mechanism::Noise;
use crate::numerics::whole;
use crate::random::{Amplitude, Kernel, QUAD, QuadGenerator};

/// `num_steps` steps of loss `m z - m²/2` under "out", `m z + m²/2` under "in".
pub(super) struct Linear {
    m: f64,
    num_steps: f64,
    amplitude: Amplitude,
}

impl Linear {
    pub(super) fn new(m: f64, num_steps: f64) -> Self {
        Self {
            m,
            num_steps,
            amplitude: Amplitude::new(1.0),
        }
    }

    pub(super) fn run(
        &self,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        totals: &mut Totals,
    ) {
        let mut sums = [0.0; QUAD];
        let mut left = whole(self.num_steps);
        while left > 0 {
            let steps = at_most(STEPS * UNITS, left);
            let noise = draws.draw(
                steps.div_ceil(STEPS),
                Noise::Gaussian,
                &self.amplitude,
                generator,
                kernel,
            );
            for z in &noise.as_flattened()[..steps] {
                add(&mut sums, z.doubles());
            }
            left -= steps as u64;
        }
        let drift = 0.5 * self.m * self.m * self.num_steps;
        let sums = sums.map(|sum| self.m * sum);
        add(&mut totals.out, sums.map(|sum| sum - drift));
        add(&mut totals.out_mirrored, sums.map(|sum| -sum - drift));
        add(&mut totals.member, sums.map(|sum| sum + drift));
        add(&mut totals.member_mirrored, sums.map(|sum| drift - sum));
        add(&mut totals.linear, sums);
    }
}
