//! One step whose curve is that of a sampled Gaussian at orders of 0 or more, and its mirror below.

use super::engine::{Engine, from_other};
use super::least_line::{least_line, tpr_from_advantage};
use super::loss_range::LossRange;
use crate::mechanism::{DominatingPair, Gaussian, LaplaceStep, Noise, OneStep, Shape};
use crate::numerics::{Interval, lowest};

pub(super) struct MirroredStep {
    step: Step,
    range: LossRange,
}

/// The step whose curve that is at orders of 0 or more.
enum Step {
    Gaussian(OneStep),
    Laplace(LaplaceStep),
}

impl Step {
    fn advantage(&self) -> Interval {
        match self {
            Self::Gaussian(step) => step.advantage(),
            Self::Laplace(step) => step.advantage(),
        }
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        match self {
            Self::Gaussian(step) => step.hockey_stick(epsilon),
            Self::Laplace(step) => step.hockey_stick(epsilon),
        }
    }

    fn order(&self, fpr: f64) -> f64 {
        match self {
            Self::Gaussian(step) => step.order(fpr),
            Self::Laplace(step) => step.order(fpr),
        }
    }

    fn tpr(&self, fpr: f64) -> Interval {
        match self {
            Self::Gaussian(step) => step.tpr(fpr),
            Self::Laplace(step) => step.tpr(fpr),
        }
    }
}

impl MirroredStep {
    /// Whether there is one such step.
    pub(super) fn serves(pair: &DominatingPair) -> bool {
        let is_one = matches!(pair.phases[..], [phase] if phase.num_steps == 1.0);
        is_one && pair.shape == Shape::Mirrored
    }

    /// None where [`Self::serves`] is not true.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let phase = pair.phases.first().filter(|_| Self::serves(pair))?;
        Some(Self {
            step: match pair.noise {
                Noise::Gaussian => Step::Gaussian(OneStep::new(phase)),
                Noise::Laplace => Step::Laplace(LaplaceStep::new(phase)),
            },
            range: LossRange::of(pair),
        })
    }
}

impl Engine for MirroredStep {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.step.advantage()
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.hockey_stick(-epsilon));
        }
        let found = self.step.hockey_stick(epsilon);
        Interval {
            lower: found.lower.max(0.0),
            upper: found.upper.min(1.0),
        }
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        self.hockey_stick(epsilon)
    }

    /// The curve of the step where its order is 0 or more; beyond, the lowest line.
    fn tpr(&self, fpr: f64, advantage: Interval, _: &mut f64) -> Interval {
        if self.step.order(fpr) > 0.0 {
            return self.step.tpr(fpr);
        }
        let known = tpr_from_advantage(fpr, advantage);
        least_line(&|epsilon| self.hockey_stick(epsilon), fpr).intersect(known)
    }

    fn order(&self, fpr: f64, _: Interval, _: f64) -> f64 {
        lowest(&|epsilon| self.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon))
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        None
    }
}
