//! One step of Laplace noise, sampled or not.

use super::engine::{Engine, from_other};
use super::loss_range::LossRange;
use crate::mechanism::{DominatingPair, Gaussian, LaplaceStep, Noise, Shape};
use crate::numerics::Interval;

pub(super) struct SingleLaplaceStep {
    step: LaplaceStep,
    range: LossRange,
}

impl SingleLaplaceStep {
    /// None of other pairs.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let [phase] = &pair.phases[..] else {
            return None;
        };
        let is_record = pair.shape == Shape::Mixture { group_size: 1 };
        let is_served = is_record && pair.noise == Noise::Laplace && phase.num_steps == 1.0;
        is_served.then(|| Self {
            step: LaplaceStep::new(phase),
            range: LossRange::of(pair),
        })
    }
}

/// What the range of losses leaves.
fn at_most(found: Interval, most: f64) -> Interval {
    Interval {
        lower: found.lower.min(most),
        upper: found.upper.min(most),
    }
}

impl Engine for SingleLaplaceStep {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.step.advantage()
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.reverse_hockey_stick(-epsilon));
        }
        at_most(
            self.step.hockey_stick(epsilon),
            self.range.hockey_stick(epsilon),
        )
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.hockey_stick(-epsilon));
        }
        at_most(
            self.step.reverse_hockey_stick(epsilon),
            self.range.reversed().hockey_stick(epsilon),
        )
    }

    fn tpr(&self, fpr: f64, _: Interval, _: &mut f64) -> Interval {
        at_most(self.step.tpr(fpr), self.range.tpr(fpr))
    }

    fn order(&self, fpr: f64, _: Interval, _: f64) -> f64 {
        self.step.order(fpr)
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        None
    }
}
