//! Simulated trainings: every noise of every step is drawn, and the total losses that the attacker would see.
//!
//! A loss is symmetric in the steps of a phase, and under "in" the steps that take the record are a random choice among
//! them. So which ones they are does not matter: the *first* `K` steps of a phase take it, `K` binomial; and of the
//! steps of an epoch that takes the record once, the first. The law of the total loss is that of the training itself.

mod any_steps;
mod binomial;
mod block;
mod epochs;
mod log_ratio;
mod mixture;
mod noise_draws;
mod product;
mod sampled_steps;
#[cfg(test)]
mod tests;
mod totals;
mod unsampled_steps;

use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};
use crate::random::{Kernel, LANES, LaneGenerator, QUAD, QuadGenerator};
use any_steps::General;
pub(crate) use block::{Block, Wanted};
use epochs::Epochs;
use noise_draws::Draws;
use sampled_steps::Ratios;
use totals::Totals;
use unsampled_steps::Linear;

/// Simulated trainings, sixteen at a time.
pub(crate) struct Transcripts {
    phases: Vec<Method>,
    num_steps: f64,
    linear_mu: f64,
}

/// How the steps of a phase are simulated.
enum Method {
    Linear(Linear),
    Ratios(Ratios),
    Epochs(Epochs),
    General(General),
}

impl Transcripts {
    /// None for [`Shape::Mirrored`]: its loss has an atom that no step shows.
    pub(crate) fn new(pair: &DominatingPair) -> Option<Self> {
        let slope = match pair.shape {
            Shape::Mixture { group_size } => group_size as f64,
            Shape::Substitution => 2.0,
            Shape::Allocation => 1.0,
            Shape::Mirrored => return None,
        };
        let slope = |phase: &PairPhase| slope * phase.sample_rate / phase.noise_per_shift;
        Some(Self {
            phases: pair
                .phases
                .iter()
                .map(|phase| Method::new(pair, phase, slope(phase)))
                .collect(),
            num_steps: pair.phases.iter().map(|phase| phase.num_steps).sum(),
            linear_mu: libm::sqrt(
                pair.phases
                    .iter()
                    .map(|phase| phase.num_steps * slope(phase) * slope(phase))
                    .sum(),
            ),
        })
    }

    /// Simulates sixteen trainings.
    pub(crate) fn block(
        &self,
        wanted: Wanted,
        generator: &mut LaneGenerator,
        kernel: &Kernel,
    ) -> Block {
        let mut block = Block {
            out: [0.0; LANES],
            out_mirrored: [0.0; LANES],
            member: [0.0; LANES],
            member_mirrored: [0.0; LANES],
            linear: [0.0; LANES],
        };
        let mut draws = Draws::new();
        for (quad, generator) in generator.quads().iter_mut().enumerate() {
            let mut totals = Totals::default();
            for method in &self.phases {
                method.run(wanted, generator, kernel, &mut draws, &mut totals);
            }
            let lanes = QUAD * quad..QUAD * (quad + 1);
            for (all, four) in [
                (&mut block.out, totals.out),
                (&mut block.out_mirrored, totals.out_mirrored),
                (&mut block.member, totals.member),
                (&mut block.member_mirrored, totals.member_mirrored),
                (
                    &mut block.linear,
                    totals.linear.map(|sum| sum / self.linear_mu),
                ),
            ] {
                all[lanes.clone()].copy_from_slice(&four);
            }
        }
        block
    }

    /// Steps of one training, each with a noise of its own.
    pub(crate) fn num_steps(&self) -> f64 {
        self.num_steps
    }
}

impl Method {
    fn new(pair: &DominatingPair, phase: &PairPhase, slope: f64) -> Self {
        let gaussian = pair.noise == Noise::Gaussian;
        if gaussian && phase.sample_rate == 1.0 {
            return Self::Linear(Linear::new(slope, phase.num_steps));
        }
        match pair.shape {
            Shape::Allocation => Self::Epochs(Epochs::new(pair.noise, phase, slope)),
            Shape::Mixture { group_size: 1 } | Shape::Substitution if gaussian => {
                Ratios::new(pair.shape, phase, slope).map_or_else(
                    || Self::General(General::new(pair, phase, slope)),
                    Self::Ratios,
                )
            }
            _ => Self::General(General::new(pair, phase, slope)),
        }
    }

    fn run(
        &self,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        totals: &mut Totals,
    ) {
        match self {
            Self::Linear(linear) => linear.run(generator, kernel, draws, totals),
            Self::Ratios(ratios) => ratios.run(wanted, generator, kernel, draws, totals),
            Self::Epochs(epochs) => epochs.run(wanted, generator, kernel, draws, totals),
            Self::General(general) => general.run(wanted, generator, kernel, draws, totals),
        }
    }
}
