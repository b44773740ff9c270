//! Heavy observations in epochs of bins: the record's own one stands out among those of its epoch, and the curve lies between that of the
//! own ones alone and that of those ones less what the others may add.

mod others;
mod reading;
mod reverse;
#[cfg(test)]
mod tests;

use self::others::Others;
use self::reverse::Reverse;
use super::epochs::single_phase;
use crate::mechanism::{DominatingPair, Gaussian};
use crate::numerics::{Bisection, Interval, normal};

/// Shift below which this says nothing of use.
const LEAST_SHIFT: f64 = 5.0;
/// Most epochs: of more, the logarithm of the number of bins has no digits left.
const MOST_EPOCHS: f64 = 1e9;
/// Share of the order in each part of what the others of a single epoch may be, from the last part on.
const PART: f64 = 0.5;
const PARTS: i32 = 50;
/// The others of several epochs: the probability of the first part, and of what is beyond the last one as a share of the divergence,
/// halvings that find them, logarithm of a part's ratio, and most parts.
const OFTEN: f64 = 1e-2;
const LEFT_OUT: f64 = 1e-9;
const HALVINGS: usize = 40;
const LOG_PART: f64 = 3.0;
const MOST_LOG_PARTS: f64 = 100.0;
/// Share of the others in observations that are not small, for all epochs together, and most small ones that are counted.
const BESIDE: f64 = 1e-8;
const MOST_SMALL: f64 = 40.0;
/// Standard deviations beyond which nothing lies in numbers, and relative slack of tails whose argument is rounded.
const FAR: f64 = 40.0;
const SLACK: f64 = 1e-9;
/// Relative rounding of sums over parts, and of an order, in units of its terms.
const ROUNDING: f64 = 1e-13;
const OF_ORDER: f64 = 4.0 * f64::EPSILON;

/// The curve of one phase of epochs.
///
/// With `Y = e^(m z - m²/2)` the ratio of an epoch of `N` bins is `a + R`, `a = Y/N` the own observation, `R` the sum of the others. Under
/// "in" `ln a` is normal with mean `m²/2 - ln N` and variance `m²`, and `R` is independent of it. With `G` the sum of `ln a` over `E` epochs
/// the loss is at least `G`, and
///
/// `H(eps) >= E[(1 - e^(eps - G))_+] = H_mu(eps + E ln N)`, `mu = m sqrt(E)`,
///
/// `H_mu` that of a Gaussian. From above: of one epoch `1 - min(1, k/(a + R))` is at most `1 - min(1, (k - R)_+/a)`, so that the divergence is at
/// most that of `a` alone at the order `ln(k - R)`, in expectation over `R`. Of several, `R` is above `r` in one of them with the
/// probability `E P(R > r)` at most; where it is in none `ln(a + R)` is at most `ln max(a, A) + r/A`: the sum over how many
/// are below `A`, of which each has the probability `P(a < A)`, is one of Gaussian curves.
pub(super) struct OwnObservations {
    shift: f64,
    log_bins: f64,
    epochs: f64,
    others: Others,
    reverse: Reverse,
    unsampled: Gaussian,
}

impl OwnObservations {
    /// Whether a pair is one phase of epochs of heavy observations.
    pub(super) fn serves(pair: &DominatingPair) -> bool {
        single_phase(pair).is_some_and(|phase| {
            phase.shift() >= LEAST_SHIFT && phase.num_steps <= MOST_EPOCHS * phase.bins()
        })
    }

    /// None where [`Self::serves`] is not true.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let phase = pair.phases.first().filter(|_| Self::serves(pair))?;
        let (shift, bins) = (phase.shift(), phase.bins());
        let epochs = phase.epochs();
        Some(Self {
            shift,
            log_bins: libm::log(bins),
            epochs,
            others: Others { shift, bins },
            reverse: Reverse::new(shift, bins, epochs),
            unsampled: Gaussian {
                mu: shift * libm::sqrt(epochs),
            },
        })
    }

    /// The order at which the curve of a Gaussian says what the own observations of so many epochs do, and its rounding.
    fn order(&self, epsilon: f64, epochs: f64) -> (f64, f64) {
        let all = epochs * self.log_bins;
        let order = epsilon + all;
        (order, OF_ORDER * (epsilon.abs() + all + order.abs()))
    }

    /// `E[(1 - e^(eps - G))_+]` and its complement, of own observations alone.
    fn alone(&self, epsilon: f64) -> (Interval, Interval) {
        let (order, rounding) = self.order(epsilon, self.epochs);
        let (near, far) = (order - rounding, order + rounding);
        let gaussian = self.unsampled;
        let divergence = Interval {
            lower: gaussian.hockey_stick(far).lower,
            upper: gaussian.hockey_stick(near).upper,
        };
        let overlap = Interval {
            lower: gaussian.overlap(near).lower,
            upper: gaussian.overlap(far).upper,
        };
        (divergence, overlap)
    }

    /// Divergence and overlap at an order.
    fn at(&self, epsilon: f64) -> (Interval, Interval) {
        let (divergence, overlap) = self.alone(epsilon);
        let (most, least) = if self.epochs == 1.0 {
            self.beside_others(epsilon)
        } else {
            let most = self.beside_small(epsilon, divergence.lower);
            (most, (1.0 - most).next_down())
        };
        let unsampled = self.unsampled;
        let whole = libm::exp(epsilon.min(0.0));
        let apart = (-libm::expm1(epsilon)).next_down().max(0.0);
        (
            Interval {
                lower: divergence.lower.max(apart),
                upper: most.min(unsampled.hockey_stick(epsilon).upper).min(1.0),
            },
            Interval {
                lower: least.max(unsampled.overlap(epsilon).lower).max(0.0),
                upper: overlap.upper.min(whole.next_up()),
            },
        )
    }

    /// The divergence of one epoch from above, and the overlap from below: with `R` in parts of the order's ratio `k`, `E h(R)` of a
    /// function that grows from part to part is at most `h` at the first end and `P(R > r)` times each step.
    fn beside_others(&self, epsilon: f64) -> (f64, f64) {
        let at = |part: i32| libm::pow(PART, f64::from(part));
        let alone = |share: f64| self.alone(epsilon + libm::log1p(-share));
        let first = alone(at(PARTS));
        let (mut most, mut least) = (first.0.upper, first.1.lower);
        let mut last = first;
        for part in (0..PARTS).rev() {
            let next = if part == 0 {
                let whole = |value| Interval {
                    lower: value,
                    upper: value,
                };
                (whole(1.0), whole(0.0))
            } else {
                alone(at(part))
            };
            let beyond = self.others.beyond(epsilon + libm::log(at(part + 1)));
            most += beyond * (next.0.upper - last.0.lower).max(0.0);
            least -= beyond * (last.1.upper - next.1.lower).max(0.0);
            last = next;
        }
        (most * (1.0 + ROUNDING), least - ROUNDING * first.1.lower)
    }

    /// The divergence of several epochs from above, of which `least` is known from below: as that of one, in parts of the largest of the
    /// others.
    fn beside_small(&self, epsilon: f64, least: f64) -> f64 {
        let beyond = |log: f64| (self.epochs * self.others.beyond(log)).min(1.0);
        let farthest = 0.5 * self.shift * self.shift + self.shift * FAR;
        let above = |probability: f64| {
            let exceeds = |log: f64| beyond(log) > probability;
            Bisection::linear(HALVINGS)
                .bracket(-farthest, farthest, exceeds)
                .1
        };
        let (first, last) = (above(OFTEN), above(LEFT_OUT * least));
        let parts = libm::ceil((last - first) / LOG_PART).clamp(1.0, MOST_LOG_PARTS);
        let place = |part: f64| first + (last - first) * part / parts;
        let mut found = self.with_small(epsilon, least, first);
        let (mut most, mut part) = (found, 0.0);
        while part < parts {
            let next = self
                .with_small(epsilon, least, place(part + 1.0))
                .max(found);
            most += beyond(place(part)) * (next - found);
            (found, part) = (next, part + 1.0);
        }
        (most + beyond(place(parts))) * (1.0 + ROUNDING)
    }

    /// The same where the others of no epoch are above a number, given its logarithm.
    fn with_small(&self, epsilon: f64, least: f64, log_others: f64) -> f64 {
        let (m, epochs) = (self.shift, self.epochs);
        let log_small = log_others - libm::log(BESIDE / epochs);
        let z = (log_small + self.log_bins) / m - 0.5 * m;
        let small = (normal::cdf(z) * (1.0 + SLACK) + f64::MIN_POSITIVE).min(1.0);
        let mut sum = 0.0;
        // How many ways there are of so many small ones, times their probability.
        let mut weight = 1.0;
        let mut number = 0.0;
        loop {
            let left = epochs - number;
            let (order, rounding) = self.order(epsilon - number * log_small - BESIDE, left);
            let order = order - rounding - OF_ORDER * number * log_small.abs();
            let divergence = if left == 0.0 {
                (-libm::expm1(order)).max(0.0)
            } else {
                let mu = m * libm::sqrt(left);
                Gaussian { mu }.hockey_stick(order).upper
            };
            sum += weight * divergence;
            number += 1.0;
            weight *= left / number * small;
            // Each weight is at most this share of the one before, and so are those that follow.
            let falls = (left - 1.0) / (number + 1.0) * small;
            if falls <= 0.5 && weight <= LEFT_OUT * least {
                return (sum + 2.0 * weight).min(1.0);
            }
            if number > MOST_SMALL {
                return 1.0;
            }
        }
    }
}
