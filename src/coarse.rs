//! Bounds without the law of the whole run; they hold everywhere and are tight nowhere.

use crate::dominating_pair::{DominatingPair, Shape};
use crate::gaussian::Gaussian;
use crate::one_step::OneStep;
use crate::tilted_law::TiltedLaw;
use crate::{Interval, Noise, Phase, SampledGaussian, chi_square};

/// What one step, no sampling and the affinity say about a run.
pub(crate) struct Coarse {
    pub(crate) advantage: Interval,
    /// Upper bound of the Bhattacharyya coefficient `∫ sqrt(in out)` of the run.
    pub(crate) affinity: f64,
    /// GDP parameter of the run without sampling, where the noise is Gaussian.
    pub(crate) unsampled: Option<Gaussian>,
}

impl Coarse {
    pub(crate) fn new(pair: &DominatingPair, middle: Option<&TiltedLaw>) -> Self {
        let (mut lower, mut upper) = (0.0_f64, 1.0_f64);
        let unsampled = unsampled(pair);
        if let Some(gaussian) = unsampled {
            upper = upper.min(gaussian.advantage().upper);
        }
        let steps: Option<Vec<Interval>> = pair
            .phases
            .iter()
            .map(|phase| one_step_advantage(pair, phase))
            .collect();
        if let Some(steps) = steps {
            let sum: f64 = steps
                .iter()
                .zip(&pair.phases)
                .map(|(step, phase)| step.upper * phase.num_steps)
                .sum();
            upper = upper.min(sum * (1.0 + 1e-12));
            lower = steps.iter().fold(lower, |max, step| max.max(step.lower));
        }
        if let (Shape::Mixture { group_size: 1 }, Noise::Gaussian, [phase]) =
            (pair.shape, pair.noise, &pair.phases[..])
        {
            upper = upper.min(chi_square(&SampledGaussian::from(phase)));
        }
        let mut affinity = 1.0;
        if let Some(law) = middle {
            let (log_mass, error) = law.log_coefficient();
            let (low, high) = (log_mass - error, (log_mass + error).min(0.0));
            let ulps = 1.0 + 8.0 * f64::EPSILON;
            affinity = (libm::exp(high) * ulps).min(1.0);
            // Le Cam: 1 - rho <= TV <= sqrt(1 - rho²).
            lower = lower.max(-libm::expm1(high) * (1.0 - 8.0 * f64::EPSILON));
            upper = upper.min(libm::sqrt(-libm::expm1(2.0 * low)) * ulps);
        }
        Self {
            advantage: Interval { lower, upper },
            affinity,
            unsampled,
        }
    }

    pub(crate) fn overlap(&self, epsilon: f64) -> Interval {
        let whole = libm::exp(epsilon).min(1.0);
        let root = libm::exp(0.5 * epsilon).next_up();
        let unsampled = self
            .unsampled
            .map_or(0.0, |gaussian| gaussian.overlap(epsilon).lower);
        Interval {
            lower: (whole.next_down() * (1.0 - self.advantage.upper))
                .next_down()
                .max(unsampled)
                .max(0.0),
            upper: (root * self.affinity).next_up().min(whole.next_up()),
        }
    }
}

/// The run without sampling: `mu = (sum T shift²)^(1/2)`.
pub(crate) fn unsampled(pair: &DominatingPair) -> Option<Gaussian> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    let factor = match pair.shape {
        Shape::Mixture { group_size } => group_size as f64,
        Shape::Substitution => 2.0,
        Shape::Mirrored | Shape::Allocation => 1.0,
    };
    let square: f64 = pair
        .phases
        .iter()
        .map(|phase| {
            let shift = factor / phase.noise_multiplier;
            let steps = match pair.shape {
                // An epoch shows the record once.
                Shape::Allocation => phase.num_steps / phase.bins(),
                _ => phase.num_steps,
            };
            shift * shift * steps
        })
        .sum();
    Some(Gaussian {
        mu: libm::sqrt(square),
    })
}

/// Total variation of one step, where it has a closed form.
fn one_step_advantage(pair: &DominatingPair, phase: &Phase) -> Option<Interval> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    match pair.shape {
        Shape::Mixture { group_size: 1 } => Some(OneStep::new(phase).advantage()),
        // P - Q = q (phi(z - m) - phi(z + m)): twice the shift.
        Shape::Substitution => Some(
            OneStep::new(&Phase {
                noise_multiplier: 0.5 * phase.noise_multiplier,
                ..*phase
            })
            .advantage(),
        ),
        _ => None,
    }
}
