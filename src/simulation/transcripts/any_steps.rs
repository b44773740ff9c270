//! Steps of every kind, in double precision and by logarithms: slow, and right for every parameter.

use super::binomial::Binomial;
use super::block::Wanted;
use super::mixture::Mixture;
use super::noise_draws::{Draws, STEPS, UNITS, at_most};
use super::totals::Totals;
use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::whole;
use crate::random::{Amplitude, Kernel, QUAD, QuadGenerator};

/// A phase of steps that each take records by themselves.
pub(super) struct General {
    noise: Noise,
    substitution: bool,
    shift: f64,
    mixture: Mixture,
    num_steps: f64,
    /// Steps that take any record.
    taking: Binomial,
    amplitude: Amplitude,
    slope: f64,
}

impl General {
    pub(super) fn new(pair: &DominatingPair, phase: &PairPhase, slope: f64) -> Self {
        let rate = phase.sample_rate;
        let records = match pair.shape {
            Shape::Mixture { group_size } => group_size,
            _ => 1,
        };
        // A group whose records are always taken is one record that shifts as far.
        let (group_size, together) = if rate == 1.0 {
            (1, records as f64)
        } else {
            (records, 1.0)
        };
        let shift = together / phase.noise_per_shift;
        let mixture = Mixture::new(pair.noise, shift, rate, group_size);
        Self {
            noise: pair.noise,
            substitution: pair.shape == Shape::Substitution,
            shift,
            taking: Binomial::new(phase.num_steps, mixture.any()),
            mixture,
            num_steps: phase.num_steps,
            amplitude: Amplitude::new(1.0),
            slope: if pair.noise == Noise::Gaussian {
                slope
            } else {
                0.0
            },
        }
    }

    pub(super) fn run(
        &self,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        totals: &mut Totals,
    ) {
        let mut taking = [0; QUAD];
        if wanted.member || self.substitution {
            for (lane, taking) in taking.iter_mut().enumerate() {
                *taking = whole(self.taking.draw(lane, generator));
            }
        }
        let num_steps = whole(self.num_steps);
        let mut done = 0;
        while done < num_steps {
            let steps = at_most(STEPS * UNITS, num_steps - done);
            let units = steps.div_ceil(STEPS);
            let noise = draws.draw(units, self.noise, &self.amplitude, generator, kernel);
            for z in &noise.as_flattened()[..steps] {
                for (lane, z) in z.doubles().into_iter().enumerate() {
                    let shift = if done < taking[lane] {
                        self.shift * self.mixture.records(lane, generator)
                    } else {
                        0.0
                    };
                    self.step(wanted, z, shift, lane, totals);
                }
                done += 1;
            }
        }
    }

    /// One step whose observation is moved by `shift` under "in".
    fn step(&self, wanted: Wanted, z: f64, shift: f64, lane: usize, totals: &mut Totals) {
        let (loss, out): (&dyn Fn(f64) -> f64, f64) = if self.substitution {
            // The other record moves the observation the other way.
            (&|x| self.mixture.loss(x) - self.mixture.loss(-x), shift)
        } else {
            (&|x| self.mixture.loss(x), 0.0)
        };
        let side = |z: f64, outs: &mut [f64; QUAD], members: &mut [f64; QUAD]| {
            let loss_out = loss(z - out);
            outs[lane] += loss_out;
            if wanted.member {
                members[lane] += if shift == 0.0 {
                    loss_out
                } else {
                    loss(z + shift)
                };
            }
        };
        side(z, &mut totals.out, &mut totals.member);
        if wanted.mirrored {
            side(-z, &mut totals.out_mirrored, &mut totals.member_mirrored);
        }
        totals.linear[lane] += self.slope * z;
    }
}
