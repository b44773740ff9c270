//! The tilt at which a tail is seen best: through its saddle point, or just before the mean leaps away.

use super::step::Step;
use super::tilted_law::TiltedLaw;

/// Error asked of the law at a tilt.
const TOLERANCE: f64 = 4e-15;
/// Most nodes of a phase for the law at frequency 0.
const MOST_NODES: f64 = 2e4;
/// Most doublings, or halvings, of the distance from the pole.
const MOST_DOUBLINGS: usize = 80;
/// How far inward of the mean an aim may lie, in standard deviations.
const NEAR: f64 = 3.0;
/// Accuracy of a tilt, in standard deviations of the loss.
const ACCURACY: f64 = 0.5;
/// Relative accuracy of a tilt where the mean leaps.
const CLOSE: f64 = 1e-3;

/// Which tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Large losses: `s > 1`.
    Upper,
    /// Small ones: `s < 0`.
    Lower,
}

/// What is asked of a tail.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
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
    /// How far the law at its own tilt falls short of the aim; negative beyond.
    fn shortfall(self, tail: Tail, law: &TiltedLaw) -> f64 {
        let (_, sign) = tail.pole();
        match self {
            Self::Order(epsilon) => sign * (epsilon - law.mean()),
            Self::Divergence(log) => law.log_divergence(law.s) - log,
            Self::Rate(log) => law.log_rate(law.s) - log,
        }
    }

    /// Whether the aim lies not far inward of the law's mean; beyond a leap it lies far. `unit` is one over a standard
    /// deviation.
    fn is_near(self, tail: Tail, law: &TiltedLaw, unit: f64) -> bool {
        let beyond = -self.shortfall(tail, law);
        match self {
            Self::Order(_) => beyond * unit <= NEAR,
            Self::Divergence(_) | Self::Rate(_) => beyond <= NEAR * NEAR,
        }
    }

    /// Logarithm of the bound by the law's mass, up to the kernel, of what is aimed at: of the divergence at an order, or, for a
    /// given divergence or rate, how much more than it the law allows at its own mean.
    pub(super) fn log_bound(self, tail: Tail, law: &TiltedLaw) -> f64 {
        let (log_mass, _) = law.log_coefficient();
        match self {
            Self::Order(epsilon) => log_mass + (1.0 - law.s) * epsilon,
            Self::Divergence(log) | Self::Rate(log) => log + self.shortfall(tail, law),
        }
    }

    /// The order that is aimed at, seen from the law at its own tilt: an estimate that is right at the saddle point.
    pub(super) fn order(self, tail: Tail, law: &TiltedLaw) -> f64 {
        let (pole, sign) = tail.pole();
        let shortfall = self.shortfall(tail, law).max(0.0);
        match self {
            Self::Order(epsilon) => epsilon,
            Self::Divergence(_) => law.mean() + sign * shortfall / (law.s - pole).abs(),
            Self::Rate(_) => law.mean() + shortfall / law.s,
        }
    }
}

/// The law at the last tilt, found by bisection, that falls short of the aim; none of those at distances below `least` from the
/// pole. Where one large loss is likelier than many small ones there is no saddle point: beyond some tilt the mean leaps away,
/// and the best line is just before.
pub(super) fn before_saddle(
    steps: &[Step],
    tail: Tail,
    aim: Aim,
    unit: f64,
    least: f64,
) -> Option<TiltedLaw> {
    let (pole, sign) = tail.pole();
    let law = |distance: f64| {
        let most = MOST_NODES * steps.len() as f64;
        TiltedLaw::new(steps, pole + sign * distance, 0.0, TOLERANCE, most)
    };
    let short = |law: &TiltedLaw| aim.shortfall(tail, law) > 0.0;
    let mut low = unit.max(least);
    let mut high = f64::INFINITY;
    let mut best = None;
    for _ in 0..MOST_DOUBLINGS {
        let next = if best.is_none() { low } else { 2.0 * low };
        match law(next) {
            Some(found) if short(&found) => {
                low = next;
                best = Some(found);
                if high.is_finite() {
                    break;
                }
            }
            // The nearest tilt that keeps away from the pole: the aim lies between, if not far away.
            Some(found) if best.is_none() && next <= least && aim.is_near(tail, &found, unit) => {
                return Some(found);
            }
            _ => {
                high = next;
                if best.is_some() {
                    break;
                }
                low = (0.5 * next).max(least.min(0.9 * next));
            }
        }
    }
    let mut best = best?;
    while high.is_finite() && high - low > CLOSE * low {
        let gap = (aim.order(tail, &best) - best.mean()).abs();
        if (high - low) * libm::sqrt(best.variance()).max(gap) <= ACCURACY {
            break;
        }
        let middle = libm::sqrt(low * high);
        match law(middle) {
            Some(found) if short(&found) => {
                low = middle;
                best = found;
            }
            _ => high = middle,
        }
    }
    Some(best)
}
