//! What a curve is read off: a closed form, or what the engines leave together.

use super::always_valid::unsampled;
use super::epsilon::crossing;
use super::loss_range::LossRange;
use crate::mechanism::{Demand, DominatingPair, Gaussian, Noise, OneStep, Shape};
use crate::numerics::Interval;

/// Orders above this have no `e^eps`.
pub(super) const LARGEST_EXPONENT: f64 = 700.0;
/// Relative width at which no other engine is needed, and divergences that are as good as 0.
pub(super) const NARROW: f64 = 3e-7;
const NOTHING: f64 = 1e-299;

/// Answers to all that a privacy curve is asked, as intervals that hold the true value.
pub(super) trait Engine {
    /// Its name in results.
    fn method(&self) -> &'static str;

    /// `H(0)`.
    fn advantage(&self) -> Interval;

    /// `O(eps) = 1 - H(eps)`, at orders below 0 by the other direction, which is the smaller one.
    fn overlap(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return scaled(self.reverse_hockey_stick(-epsilon).complement(), epsilon);
        }
        self.hockey_stick(epsilon).complement()
    }

    /// `H(eps)` of "in" against "out".
    fn hockey_stick(&self, epsilon: f64) -> Interval;

    /// `1 - e^eps O(-eps)`, the divergence of "out" against "in".
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval;

    /// The rate of true positives at a rate of false ones, given the advantage. `near` is the order of a rate nearby and
    /// becomes that of this one where the engine finds it.
    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval;

    /// The order whose tangent touches the curve at a rate, an estimate; `tpr` is what [`Engine::tpr`] says there and `found` what it
    /// left.
    fn order(&self, fpr: f64, tpr: Interval, found: f64) -> f64;

    /// What is known of the rate of true positives where "in" is the null hypothesis, beside what the divergence says.
    fn reverse_tpr(&self, _fpr: f64) -> Interval {
        Interval {
            lower: 0.0,
            upper: 1.0,
        }
    }

    /// Upper bounds of epsilon by moments, "remove" and "add".
    fn epsilon_from_moments(&self, _delta: f64) -> (f64, f64) {
        (f64::INFINITY, f64::INFINITY)
    }

    /// The largest loss and the largest of its negative, which no epsilon exceeds, "remove" and "add".
    fn largest_losses(&self) -> (f64, f64) {
        (f64::INFINITY, f64::INFINITY)
    }

    /// The run without sampling, where the noise is Gaussian.
    fn unsampled(&self) -> Option<Gaussian>;
}

impl Engine for Gaussian {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        Gaussian::advantage(self)
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        Gaussian::overlap(self, epsilon)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        Gaussian::hockey_stick(self, epsilon)
    }

    /// Both orders of the pair are mirror images.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        Gaussian::hockey_stick(self, epsilon)
    }

    fn tpr(&self, fpr: f64, _: Interval, _: &mut f64) -> Interval {
        Gaussian::tpr(self, fpr)
    }

    fn order(&self, fpr: f64, _: Interval, _: f64) -> f64 {
        Gaussian::order(self, fpr)
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(*self)
    }
}

/// One sampled step.
struct SingleStep {
    step: OneStep,
    range: LossRange,
    unsampled: Gaussian,
}

impl Engine for SingleStep {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.step.advantage()
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        self.step.hockey_stick(epsilon).complement()
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        self.step.hockey_stick(epsilon)
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let unsampled = self.unsampled.hockey_stick(epsilon).upper;
        let most = unsampled.min(self.range.reversed().hockey_stick(epsilon));
        if epsilon < 0.0 {
            return reversed(epsilon, self.overlap(-epsilon), most);
        }
        let found = self.step.reverse_hockey_stick(epsilon);
        Interval {
            lower: found.lower.max(0.0),
            upper: found.upper.min(most),
        }
    }

    fn tpr(&self, fpr: f64, _: Interval, _: &mut f64) -> Interval {
        self.step.tpr(fpr)
    }

    fn order(&self, fpr: f64, _: Interval, _: f64) -> f64 {
        self.step.order(fpr)
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(self.unsampled)
    }
}

/// The closed form of a pair that has one.
pub(super) fn closed_form(pair: &DominatingPair) -> Option<Box<dyn Engine>> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    let unsampled = unsampled(pair)?;
    let sampled = pair.phases.iter().any(|phase| phase.sample_rate < 1.0);
    if !sampled && pair.shape != Shape::Mirrored {
        return Some(Box::new(unsampled));
    }
    match (pair.shape, &pair.phases[..]) {
        (Shape::Mixture { group_size: 1 }, [phase]) if phase.num_steps == 1.0 => {
            let step = OneStep::new(phase);
            Some(Box::new(SingleStep {
                step,
                range: LossRange::of(pair),
                unsampled,
            }))
        }
        _ => None,
    }
}

/// Whether an engine that costs little tells all that is asked, so that no other is needed.
pub(super) fn suffices(engine: &dyn Engine, demand: &Demand) -> bool {
    let is_narrow = |value: Interval| {
        let narrow = value.width() <= NARROW * value.upper || value.upper < NOTHING;
        narrow && value.upper.is_finite()
    };
    let advantage = engine.advantage();
    let of_rate = |fpr: f64| is_narrow(engine.tpr(fpr, advantage, &mut 0.0));
    let of_order = |&epsilon: &f64| {
        let remove = engine.hockey_stick(epsilon);
        is_narrow(remove.larger(engine.reverse_hockey_stick(epsilon)))
    };
    let of_delta = |delta: f64| {
        let remove = crossing(delta, &|epsilon| engine.hockey_stick(epsilon));
        if engine.reverse_hockey_stick(remove.lower).upper <= delta {
            return is_narrow(remove);
        }
        let add = crossing(delta, &|epsilon| engine.reverse_hockey_stick(epsilon));
        is_narrow(remove.larger(add))
    };
    is_narrow(advantage)
        && demand.rates().all(of_rate)
        && demand.epsilon.iter().all(of_order)
        && demand.delta.is_none_or(of_delta)
}

/// `e^eps` times an interval.
pub(super) fn scaled(interval: Interval, epsilon: f64) -> Interval {
    let scale = libm::exp(epsilon);
    Interval {
        lower: scale * interval.lower * (1.0 - 4.0 * f64::EPSILON),
        upper: scale * interval.upper * (1.0 + 4.0 * f64::EPSILON),
    }
}

/// `1 - e^eps O(-eps)`, at least 0 and at most `most`.
pub(super) fn reversed(epsilon: f64, overlap: Interval, most: f64) -> Interval {
    let divergence = scaled(overlap, epsilon).complement();
    Interval {
        lower: divergence.lower.max(0.0),
        upper: divergence.upper.min(most),
    }
}

/// `1 - e^eps + e^eps H` of the other direction at `-eps`, for `eps < 0`: a sum of positive terms.
pub(super) fn from_other(epsilon: f64, other: Interval) -> Interval {
    let (least, rest) = (-libm::expm1(epsilon), scaled(other, epsilon));
    Interval {
        lower: (least.next_down() + rest.lower).next_down().max(0.0),
        upper: (least.next_up() + rest.upper).next_up().min(1.0),
    }
}

/// The reverse divergence where `e^eps` overflows: it falls on from the edge.
pub(super) fn beyond(edge: Interval, most: f64) -> Interval {
    Interval {
        lower: 0.0,
        upper: edge.upper.min(most),
    }
}
