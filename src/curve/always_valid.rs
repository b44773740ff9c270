//! Bounds without the law of the whole run; they hold everywhere and are tight nowhere.

use super::affinities::Affinities;
use super::formulas::chi_square_of;
use crate::fourier::TiltedLaw;
use crate::mechanism::{DominatingPair, Gaussian, Noise, OneStep, PairPhase, Shape};
use crate::numerics::{Interval, normal};

/// What one step, no sampling and the affinity say about a run.
pub(crate) struct Coarse {
    pub(crate) advantage: Interval,
    /// Upper bound of `ln` of the Bhattacharyya coefficient `∫ sqrt(in out)` of the run, which itself may underflow.
    log_affinity: f64,
    affinities: Affinities,
    /// Lower bound of the probability that the record is never drawn: there both laws agree.
    never: f64,
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
            upper = upper.min(chi_square_of(
                phase.sample_rate,
                phase.shift(),
                phase.num_steps,
            ));
        }
        if let (Shape::Allocation, Noise::Gaussian, [phase]) =
            (pair.shape, pair.noise, &pair.phases[..])
        {
            // The ratio of an epoch is the mean of as many independent ratios as it has steps, so that its chi-square divergence
            // is theirs over that number.
            let rate = libm::sqrt(1.0 / phase.bins());
            upper = upper.min(chi_square_of(rate, phase.shift(), phase.epochs()));
        }
        let never = never_drawn(pair);
        upper = upper.min((1.0 - never).next_up());
        lower = lower.max(largest_observation(pair));
        let affinities = Affinities::of(pair);
        let missed = libm::exp(affinities.log_overlap(0.0)).next_up();
        lower = lower.max((1.0 - missed).next_down());
        let mut log_affinity = 0.0;
        if let Some(law) = middle {
            let (log_mass, error) = law.log_coefficient();
            let (low, high) = (log_mass - error, (log_mass + error).min(0.0));
            let ulps = 1.0 + 8.0 * f64::EPSILON;
            log_affinity = high;
            // Le Cam: 1 - rho <= TV <= sqrt(1 - rho²).
            lower = lower.max(-libm::expm1(high) * (1.0 - 8.0 * f64::EPSILON));
            upper = upper.min(libm::sqrt(-libm::expm1(2.0 * low)) * ulps);
        }
        Self {
            advantage: Interval { lower, upper },
            log_affinity,
            affinities,
            never,
            unsampled,
        }
    }

    pub(crate) fn overlap(&self, epsilon: f64) -> Interval {
        let whole = libm::exp(epsilon).min(1.0);
        let log_root = 0.5 * epsilon + self.log_affinity;
        let rounding = 2.0 * f64::EPSILON * (2.0 + self.log_affinity.abs() + epsilon.abs());
        let root = (libm::exp(log_root) * (1.0 + rounding)).next_up();
        let apart = libm::exp(self.affinities.log_overlap(epsilon)).next_up();
        let unsampled = self
            .unsampled
            .map_or(0.0, |gaussian| gaussian.overlap(epsilon).lower);
        Interval {
            lower: (whole.next_down() * (1.0 - self.advantage.upper))
                .next_down()
                .max(unsampled)
                .max(whole * self.never * (1.0 - 4.0 * f64::EPSILON)),
            upper: root.min(whole.next_up()).min(apart),
        }
    }
}

impl Coarse {
    /// The rate of true positives, from below.
    pub(crate) fn least_tpr(&self, fpr: f64) -> f64 {
        (1.0 - self.affinities.missed(fpr)).next_down()
    }
}

/// Probability that no record of the pair is drawn, from below; 0 where an epoch draws each.
fn never_drawn(pair: &DominatingPair) -> f64 {
    let records = match pair.shape {
        Shape::Mixture { group_size } => group_size as f64,
        Shape::Substitution => 1.0,
        Shape::Mirrored | Shape::Allocation => return 0.0,
    };
    let log: f64 = pair
        .phases
        .iter()
        .map(|phase| records * phase.num_steps * libm::log1p(-phase.sample_rate))
        .sum();
    libm::exp(log) * (1.0 - 4.0 * f64::EPSILON * (4.0 + log.abs().min(1e3)))
}

/// What the attacker gains who says "in" when any observation is above a threshold: nearly everything where the noise is
/// small, because a drawn record then stands out. From below.
fn largest_observation(pair: &DominatingPair) -> f64 {
    if pair.noise != Noise::Gaussian {
        return 0.0;
    }
    let beyond_out = |m: f64, c: f64, q: f64| match pair.shape {
        Shape::Substitution => (1.0 - q) * normal::sf(c) + q * normal::sf(c + m),
        _ => normal::sf(c),
    };
    match pair.shape {
        Shape::Mixture { group_size: 1 } | Shape::Substitution => {}
        _ => return 0.0,
    }
    let gain = |share: f64| {
        // Logarithms of the probabilities that nothing exceeds its phase's threshold.
        let (mut out, mut inn) = (0.0, 0.0);
        for phase in &pair.phases {
            let (m, q) = (phase.shift(), phase.sample_rate);
            let c = share * m;
            out += phase.num_steps * libm::log1p(-beyond_out(m, c, q).min(0.999));
            let exceeds = (1.0 - q) * normal::sf(c) + q * normal::sf(c - m);
            inn += phase.num_steps * libm::log1p(-exceeds.min(1.0 - f64::EPSILON));
        }
        let rounding = 1e-13 * (1.0 + out.abs().min(1e3) + inn.abs().min(1e3));
        libm::exp(out) * (1.0 - rounding) - libm::exp(inn) * (1.0 + rounding)
    };
    (1..20)
        .map(|i| gain(0.05 * f64::from(i)))
        .fold(0.0, f64::max)
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
            let shift = factor / phase.noise_per_shift;
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
fn one_step_advantage(pair: &DominatingPair, phase: &PairPhase) -> Option<Interval> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    match pair.shape {
        Shape::Mixture { group_size: 1 } => Some(OneStep::new(phase).advantage()),
        // P - Q = q (phi(z - m) - phi(z + m)): twice the shift.
        Shape::Substitution => Some(
            OneStep::new(&PairPhase {
                noise_per_shift: 0.5 * phase.noise_per_shift,
                ..*phase
            })
            .advantage(),
        ),
        _ => None,
    }
}
