//! Epochs that take the record in one of their steps, chosen at random.

use super::block::Wanted;
use super::log_ratio::exponent;
use super::noise_draws::{Draws, STEPS, UNITS, at_most};
use super::totals::Totals;
use crate::mechanism::{Noise, PairPhase};
use crate::numerics::{log_add, whole};
use crate::random::{Amplitude, Kernel, QUAD, QuadGenerator};

/// The loss of an epoch of `B` steps is `ln(sum_t e^a_t/B)`, `a_t` the exponent of step `t`.
pub(super) struct Epochs {
    noise: Noise,
    shift: f64,
    bins: f64,
    epochs: f64,
    amplitude: Amplitude,
    slope: f64,
}

/// `ln(sum e^a)` of one training, term by term.
#[derive(Clone, Copy)]
struct LogSum {
    largest: f64,
    sum: f64,
}

impl LogSum {
    const NOTHING: Self = Self {
        largest: f64::NEG_INFINITY,
        sum: 0.0,
    };

    fn add(&mut self, a: f64) {
        if a <= self.largest {
            self.sum += libm::exp(a - self.largest);
        } else {
            self.sum = self.sum * libm::exp(self.largest - a) + 1.0;
            self.largest = a;
        }
    }

    fn log(self) -> f64 {
        self.largest + libm::log(self.sum)
    }
}

impl Epochs {
    pub(super) fn new(noise: Noise, phase: &PairPhase, slope: f64) -> Self {
        Self {
            noise,
            shift: phase.shift(),
            bins: phase.bins(),
            epochs: phase.epochs(),
            amplitude: Amplitude::new(1.0),
            slope: if noise == Noise::Gaussian { slope } else { 0.0 },
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
        for _ in 0..whole(self.epochs) {
            self.epoch(wanted, generator, kernel, draws, totals);
        }
    }

    fn epoch(
        &self,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        totals: &mut Totals,
    ) {
        let bins = whole(self.bins);
        let mut first = [0.0; QUAD];
        let mut others = [[LogSum::NOTHING; QUAD]; 2];
        let mut done = 0;
        while done < bins {
            let steps = at_most(STEPS * UNITS, bins - done);
            let units = steps.div_ceil(STEPS);
            let noise = draws.draw(units, self.noise, &self.amplitude, generator, kernel);
            for z in &noise.as_flattened()[..steps] {
                for (lane, z) in z.doubles().into_iter().enumerate() {
                    totals.linear[lane] += self.slope * z;
                    if done == 0 {
                        first[lane] = z;
                        continue;
                    }
                    others[0][lane].add(exponent(self.noise, self.shift, z));
                    if wanted.mirrored {
                        others[1][lane].add(exponent(self.noise, self.shift, -z));
                    }
                }
                done += 1;
            }
        }
        let log_bins = libm::log(self.bins);
        for lane in 0..QUAD {
            let loss = |side: usize, x: f64| {
                let others = others[side][lane].log();
                log_add(others, exponent(self.noise, self.shift, x)) - log_bins
            };
            let z = first[lane];
            totals.out[lane] += loss(0, z);
            totals.member[lane] += loss(0, z + self.shift);
            if wanted.mirrored {
                totals.out_mirrored[lane] += loss(1, -z);
                totals.member_mirrored[lane] += loss(1, self.shift - z);
            }
        }
    }
}
