//! The tilt at which a tail is seen best: where the bound by the mass of the tilted measure is least.

use super::line::TOLERANCE;
use super::rough_run::RoughRun;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::window::log_peak;

/// Most doublings, or halvings, of the distance from the pole.
const MOST_DOUBLINGS: usize = 80;
/// Ratio of the distances between which the least bound is sought no further.
const CLOSE: f64 = 1.01;
/// Nearest to the pole that a tilt may come: on it there is another kernel.
const NEAREST: f64 = 1e-9;
/// Logarithm of what may be lost by keeping away from the pole.
const NEAR: f64 = 5.0;

/// Which tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Large losses: `s > 1`.
    Upper,
    /// Small ones: `s < 0`.
    Lower,
}

/// What is asked of a tail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    /// An order.
    Order(f64),
    /// The order at which the divergence has this logarithm.
    Divergence(f64),
    /// The order at which the rate of false positives has this logarithm.
    Rate(f64),
}

impl Tail {
    /// The order of the kernel's pole, and the sign of the way outward.
    pub(super) fn pole(self) -> (f64, f64) {
        match self {
            Self::Upper => (1.0, 1.0),
            Self::Lower => (0.0, -1.0),
        }
    }
}

impl Aim {
    /// What the mass `e^K` of the tilted measure says of the aim, to be made small: the logarithm of the divergence at an order,
    /// or how far out the order of a divergence or of a rate may lie. `H(eps)` is at most `e^(K + (1-s) eps)` times the
    /// largest value of the kernel, the reverse divergence likewise, the rate at most `e^(K - s eps)`.
    pub(super) fn bound(self, tail: Tail, law: &TiltedLaw) -> f64 {
        self.bound_of(tail, law.s, law.log_coefficient().0)
    }

    /// The same by the tilt and `K`.
    pub(super) fn bound_of(self, tail: Tail, s: f64, log_mass: f64) -> f64 {
        let (pole, sign) = tail.pole();
        let c = sign * (s - pole);
        let peak = log_peak(c);
        match self {
            Self::Order(epsilon) => log_mass + (1.0 - s) * epsilon + peak,
            Self::Divergence(log) => (log_mass + peak - log) / c,
            Self::Rate(log) => (log_mass - log) / s,
        }
    }

    /// By how much the logarithm of a size that is bounded grows where the bound rises by so much at a tilt.
    pub(super) fn loss(self, s: f64, rise: f64) -> f64 {
        match self {
            Self::Order(_) => rise,
            Self::Divergence(_) => rise * (s - 1.0).max(-s),
            Self::Rate(_) => rise * s,
        }
    }
}

/// The law at the tilt with the least bound, which has one minimum in the tilt; but at a distance of `least` from the pole if that
/// is nearer and not much is lost by it.
/// The search begins at the distance `start`.
pub(super) fn best_law(
    steps: &[Step],
    tail: Tail,
    aim: Aim,
    least: f64,
    start: f64,
) -> Option<TiltedLaw> {
    let (pole, sign) = tail.pole();
    let certified = |s: f64| TiltedLaw::at_rest(steps, s, TOLERANCE);
    let rough = RoughRun::new(steps);
    let near = |log_mass: &dyn Fn(f64) -> Option<f64>| {
        let at = |distance: f64| {
            if distance < NEAREST {
                return None;
            }
            let s = pole + sign * distance;
            let bound = aim.bound_of(tail, s, log_mass(s)?);
            (!bound.is_nan()).then_some(Tried { distance, bound })
        };
        let loss = |distance: f64, rise: f64| aim.loss(pole + sign * distance, rise);
        Some(pole + sign * best_of(&at, &loss, least, start)?)
    };
    // Where the law that is best by a rough sum has no certificate, only those are sought that have one.
    near(&|s| rough.log_mass(s))
        .and_then(certified)
        .or_else(|| certified(near(&|s| Some(certified(s)?.log_coefficient().0))?))
}

/// The best distance.
fn best_of(
    at: &dyn Fn(f64) -> Option<Tried>,
    loss: &dyn Fn(f64, f64) -> f64,
    least: f64,
    start: f64,
) -> Option<f64> {
    let mut best = at(start);
    let mut distance = start;
    for _ in 0..MOST_DOUBLINGS {
        if best.is_some() {
            break;
        }
        distance *= 0.5;
        best = at(distance);
    }
    let mut best = best?;
    let mut low = 0.5 * best.distance;
    let mut high = 2.0 * best.distance;
    for upward in [true, false] {
        for _ in 0..MOST_DOUBLINGS {
            let next = if upward { high } else { low };
            match at(next) {
                Some(found) if found.bound < best.bound => {
                    best = found;
                    (low, high) = (0.5 * best.distance, 2.0 * best.distance);
                }
                _ => break,
            }
        }
    }
    while high > CLOSE * low {
        // The longer side of the bracket around the best.
        let upward = high / best.distance >= best.distance / low;
        let next = libm::sqrt(best.distance * if upward { high } else { low });
        match at(next) {
            Some(found) if found.bound < best.bound => {
                if upward {
                    low = best.distance;
                } else {
                    high = best.distance;
                }
                best = found;
            }
            _ if upward => high = next,
            _ => low = next,
        }
    }
    if best.distance < least
        && let Some(found) = at(least)
        && loss(least, found.bound - best.bound) <= NEAR
    {
        best = found;
    }
    Some(best.distance)
}

/// A distance that was tried.
struct Tried {
    distance: f64,
    bound: f64,
}
