//! One step of a group or of a substitution: its loss grows with its one observation, so that every divergence is read off the place
//! where the loss crosses an order.

mod law;
#[cfg(test)]
mod tests;

use self::law::{Law, Shifted, group};
use super::always_valid::unsampled;
use super::engine::{Engine, from_other};
use super::loss_range::LossRange;
use crate::mechanism::{DominatingPair, Gaussian, Noise, Shape, shifted_tail};
use crate::numerics::{Interval, normal, sign_change};

/// Observations beyond which nothing lies in numbers.
const FAR: f64 = 60.0;
/// How far the place of an order may be off, in units of the distance over which a tail changes, for the tail to change by a fifth at most.
const NEAR: f64 = 0.05;
const CHANGED: f64 = 1.2;

pub(super) struct OneObservation {
    law: Law,
    range: LossRange,
    unsampled: Gaussian,
}

/// A place, and how far the loss there may lie from the order that is meant.
struct Place {
    z: f64,
    loss: f64,
    slack: f64,
}

impl OneObservation {
    /// Whether there is one step with one observation, and no simpler closed form.
    pub(super) fn serves(pair: &DominatingPair) -> bool {
        let is_served = match pair.shape {
            Shape::Mixture { group_size } => group_size > 1,
            Shape::Substitution => true,
            Shape::Mirrored | Shape::Allocation => false,
        };
        let [phase] = pair.phases[..] else {
            return false;
        };
        let is_sampled_once = phase.num_steps == 1.0 && phase.sample_rate < 1.0;
        is_served && is_sampled_once && pair.noise == Noise::Gaussian
    }

    /// None where [`Self::serves`] is not true.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let phase = pair.phases.first().filter(|_| Self::serves(pair))?;
        let (q, m) = (phase.sample_rate, phase.shift());
        let law = match pair.shape {
            Shape::Mixture { group_size } => group(group_size, q, m),
            _ => Law::Substitution { q, m },
        };
        Some(Self {
            law,
            range: LossRange::of(pair),
            unsampled: unsampled(pair)?,
        })
    }

    /// Where the loss is an order, 0 or more for a substitution; far to the left where that of a group never is.
    fn place(&self, order: f64) -> Place {
        let excess = |z: f64| order - self.law.loss(z).0;
        let mut low = match self.law {
            Law::Group { .. } => -1.0,
            Law::Substitution { .. } => 0.0,
        };
        while excess(low) <= 0.0 && low < 0.0 && low > -FAR {
            low *= 2.0;
        }
        let mut z = low;
        if excess(low) > 0.0 {
            let mut high = 1.0;
            while excess(high) > 0.0 {
                high *= 2.0;
            }
            let step = |z: f64| 4.0 * f64::EPSILON * z.abs();
            let (low, high) = sign_change((low, excess(low)), (high, excess(high)), step, excess);
            z = 0.5 * (low + high);
        }
        let (loss, rounding) = self.law.loss(z);
        Place {
            z,
            loss,
            slack: (loss - order).abs() + rounding,
        }
    }

    /// How much a divergence at an order may differ from that at the loss of a place, `tail` being the logarithm of the probability on its
    /// side there: its slope is `e^eps` times that.
    fn moved(&self, place: &Place, order: f64, log_tail: f64) -> f64 {
        let slope = self.law.slope(place.z, place.loss);
        let distance = place.slack / slope * (1.0 + place.z.abs() + self.law.farthest());
        let tail = if distance < NEAR {
            libm::exp(order + log_tail) * CHANGED
        } else {
            libm::exp(order)
        };
        tail * place.slack
    }

    /// The divergence of "in" from "out", at an order of 0 or more.
    fn forward(&self, order: f64) -> Interval {
        let place = self.place(order);
        let z = place.z;
        // The divergence of one shift at the place, and its error.
        let of_shift = |shift: f64| {
            let (first, missed) = (normal::cdf(shift - z), normal::cdf(z - shift));
            let second = libm::exp(normal::log_shifted_sf(z, shift));
            let conditions = 4.0 + z * z + shift * shift + shift * z.abs();
            let uncertain = conditions * (first.min(missed) + second) + first;
            (first - second, 8.0 * f64::EPSILON * uncertain)
        };
        let (sum, error) = match &self.law {
            Law::Group { terms, .. } => terms.iter().fold((0.0, 0.0), |sum, term| {
                let (value, error) = of_shift(term.shift);
                let rounding = (term.error + 2.0 * f64::EPSILON) * value.abs();
                (
                    sum.0 + term.weight * value,
                    sum.1 + term.weight * (error + rounding),
                )
            }),
            &Law::Substitution { q, m } => {
                let up = of_shift(m);
                // What "out" lacks there of what it has without the shift, `e^L (v Phi(-z) - Phi(-z - m))`.
                let (first, second) = (
                    libm::exp(order + normal::log_shifted_sf(z, -m)),
                    libm::exp(order + normal::log_sf(z + m)),
                );
                let conditions = 4.0 + z * z + 2.0 * m * m + 3.0 * m * z.abs() + order.abs();
                let error =
                    (8.0 * f64::EPSILON * conditions + 2.0 * place.slack) * (first + second);
                (q * (up.0 + first - second), q * (up.1 + error))
            }
        };
        let tail = match self.law {
            Law::Group { .. } => normal::log_sf(z),
            // No more than with "in", which is more than `e^eps` times as much.
            Law::Substitution { .. } => libm::log(self.law.in_above(z)) - order,
        };
        let moved = self.moved(&place, order, tail.min(0.0));
        let rounding = 4.0 * f64::EPSILON * sum.abs() + f64::MIN_POSITIVE;
        probability(sum, error + rounding + moved)
    }

    /// The divergence of "out" from "in" of a group, at an order of 0 or more.
    fn backward(&self, terms: &[Shifted], order: f64) -> Interval {
        let place = self.place(-order);
        let z = place.z;
        let (mut sum, mut error) = (0.0, 0.0);
        for term in terms {
            let shift = term.shift;
            let first = libm::exp(order + normal::log_shifted_sf(-z, -shift));
            let second = libm::exp(order + normal::log_sf(shift - z));
            let conditions = 4.0 + z * z + shift * shift + 2.0 * shift * z.abs() + order;
            sum += term.weight * (first - second);
            error +=
                term.weight * (first + second) * (8.0 * f64::EPSILON * conditions + term.error);
        }
        let moved = self.moved(&place, order, normal::log_sf(-z));
        probability(sum, error + moved + f64::MIN_POSITIVE)
    }

    /// The place above which an observation of "out" has a probability, and its rounding on both sides.
    fn threshold(&self, fpr: f64) -> (f64, f64) {
        let Law::Substitution { q, m } = self.law else {
            let z = -normal::quantile(fpr);
            return (z, z);
        };
        let out = |z: f64| mixed(q, z, m);
        let most = FAR + m;
        let step = |z: f64| 4.0 * f64::EPSILON * (1.0 + z.abs());
        let below = |z: f64| out(z).1 - fpr;
        let (low, high) = sign_change((-most, below(-most)), (most, below(most)), step, below);
        let middle = 0.5 * (low + high);
        let mut slack = 4.0 * f64::EPSILON * (1.0 + middle.abs());
        loop {
            let (low, high) = (middle - slack, middle + slack);
            if out(low).0 >= fpr && out(high).1 <= fpr || slack > most {
                return (low, high);
            }
            slack *= 2.0;
        }
    }
}

/// `(1 - q) Phi(-z) + q Phi(-z - s)` from below and from above.
fn mixed(q: f64, z: f64, s: f64) -> (f64, f64) {
    let sum = (1.0 - q) * normal::sf(z) + q * normal::sf(z + s);
    let reach = z.abs().max((z + s).abs());
    let rounding = 2.0 * normal::relative_error(reach) + 8.0 * f64::EPSILON * (1.0 + reach * reach);
    (
        (sum * (1.0 - rounding)).max(0.0),
        (sum * (1.0 + rounding) + f64::MIN_POSITIVE).min(1.0),
    )
}

/// A probability known up to an error.
fn probability(value: f64, error: f64) -> Interval {
    let Interval { lower, upper } = Interval::around(value, error);
    Interval {
        lower: lower.max(0.0),
        upper: upper.min(1.0),
    }
}

impl Engine for OneObservation {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        let found = self.hockey_stick(0.0);
        match self.law {
            Law::Group { .. } => found,
            // "In" and "out" differ by two normal laws, of twice the shift.
            Law::Substitution { q, m } => {
                let whole = Gaussian { mu: 2.0 * m }.advantage();
                Interval {
                    lower: (whole.lower * q).next_down(),
                    upper: (whole.upper * q).next_up(),
                }
                .intersect(found)
            }
        }
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.reverse_hockey_stick(-epsilon));
        }
        self.forward(epsilon)
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if epsilon < 0.0 {
            return from_other(epsilon, self.hockey_stick(-epsilon));
        }
        match &self.law {
            Law::Substitution { .. } => self.forward(epsilon),
            Law::Group { .. } if self.range.reversed().hockey_stick(epsilon) == 0.0 => {
                Interval::around(0.0, 0.0)
            }
            Law::Group { terms, .. } => self.backward(terms, epsilon),
        }
    }

    fn tpr(&self, fpr: f64, _: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval::around(1.0, 0.0);
        }
        let (low, high) = self.threshold(fpr);
        *near = self.law.loss(0.5 * (low + high)).0;
        let found = match &self.law {
            &Law::Substitution { q, m } => Interval {
                lower: mixed(q, high, -m).0,
                upper: mixed(q, low, -m).1,
            },
            Law::Group { terms, .. } => {
                let (mut lower, mut upper, mut error) = (0.0, 0.0, 0.0);
                for term in terms {
                    let tail = shifted_tail(fpr, term.shift);
                    // What the shift adds to the rate that is there without.
                    lower += term.weight * (tail.lower - fpr);
                    upper += term.weight * (tail.upper - fpr);
                    error += term.weight * term.error * (tail.upper - fpr);
                }
                let error = error + 8.0 * f64::EPSILON * (fpr + upper);
                Interval {
                    lower: fpr + lower - error,
                    upper: (fpr + upper + error).min(1.0),
                }
            }
        };
        Interval {
            lower: found.lower.max(fpr),
            ..found
        }
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        Some(self.unsampled)
    }
}
