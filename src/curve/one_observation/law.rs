//! The two laws of one observation, and its loss.

use crate::numerics::normal;

/// Beyond this exponent a likelihood ratio is the sum of its largest terms.
const LARGE: f64 = 30.0;

/// A shift of "in", its probability and the relative error of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted {
    pub(super) shift: f64,
    pub(super) weight: f64,
    log_weight: f64,
    pub(super) error: f64,
}

/// The two laws of the observation, in units of the noise.
pub(super) enum Law {
    /// `sum_j w_j N(s_j)` against `N(0)`: the terms that shift, and the logarithm of the weight of the one that does not.
    Group { log_never: f64, terms: Vec<Shifted> },
    /// `(1 - q) N(0) + q N(m)` against `(1 - q) N(0) + q N(-m)`.
    Substitution { q: f64, m: f64 },
}

impl Law {
    /// The loss at an observation, and its rounding.
    pub(super) fn loss(&self, z: f64) -> (f64, f64) {
        let of_exponents = |shift: f64| 12.0 + 2.0 * shift * (z.abs() + shift);
        match self {
            Self::Group { log_never, terms } => {
                let exponent = |term: &Shifted| term.shift * (z - 0.5 * term.shift);
                let (mut excess, mut size) = (0.0, 0.0);
                let mut largest = *log_never;
                for term in terms {
                    largest = largest.max(term.log_weight + exponent(term));
                    let moved = term.weight * libm::expm1(exponent(term));
                    excess += moved;
                    size += moved.abs() * (of_exponents(term.shift) + term.error / f64::EPSILON);
                }
                if largest < LARGE && excess > -0.5 {
                    let loss = libm::log1p(excess);
                    let rounding = 4.0 * loss.abs() + size / (1.0 + excess);
                    return (loss, f64::EPSILON * rounding);
                }
                // Where the ratio is far from 1, over its largest term.
                let never = libm::exp(log_never - largest);
                let (mut ratio, mut size) = (never, (4.0 + log_never.abs()) * never);
                for term in terms {
                    let share = libm::exp(term.log_weight + exponent(term) - largest);
                    ratio += share;
                    size += share * (of_exponents(term.shift) + term.error / f64::EPSILON);
                }
                let loss = largest + libm::log(ratio);
                let rounding = 4.0 * (largest.abs() + loss.abs()) + 2.0 * size / ratio;
                (loss, f64::EPSILON * rounding)
            }
            &Self::Substitution { q, m } => {
                let far = -m * (z + 0.5 * m);
                let lacking = -q * libm::expm1(far);
                // Where little is left of 1, its two parts keep their digits.
                let near = if lacking > 0.5 {
                    libm::log((1.0 - q) + q * libm::exp(far))
                } else {
                    libm::log1p(-lacking)
                };
                let exponent = m * (z - 0.5 * m);
                let loss = if exponent > LARGE {
                    let kept = (1.0 - q) * libm::exp(-exponent);
                    exponent + libm::log(q + kept) - near
                } else {
                    // ln p(z) - ln p(-z) through the difference q e^(m z - m²/2) (1 - e^(-2 m z)).
                    let moved = -q * libm::exp(exponent) * libm::expm1(-2.0 * m * z);
                    libm::log1p(moved * libm::exp(-near))
                };
                let size = loss.abs() + if exponent > LARGE { exponent } else { 0.0 };
                (loss, f64::EPSILON * of_exponents(m) * size)
            }
        }
    }

    /// `dL/dz`. An estimate.
    pub(super) fn slope(&self, z: f64, loss: f64) -> f64 {
        match self {
            Self::Group { terms, .. } => {
                let of = |term: &Shifted| {
                    let exponent = term.shift * (z - 0.5 * term.shift) - loss;
                    term.shift * term.weight * libm::exp(exponent)
                };
                terms.iter().map(of).sum()
            }
            &Self::Substitution { q, m } => {
                let drawn = |z: f64| {
                    let odds = (libm::log(q) - libm::log1p(-q)) + m * (z - 0.5 * m);
                    1.0 / (1.0 + libm::exp(-odds))
                };
                m * (drawn(z) + drawn(-z))
            }
        }
    }

    /// The most that "in" is shifted.
    pub(super) fn farthest(&self) -> f64 {
        match self {
            Self::Group { terms, .. } => terms.last().map_or(0.0, |term| term.shift),
            Self::Substitution { m, .. } => *m,
        }
    }

    /// Probability of an observation above a place under "in". An estimate.
    pub(super) fn in_above(&self, z: f64) -> f64 {
        match self {
            Self::Group { terms, .. } => {
                let drawn: f64 = terms.iter().map(|term| term.weight).sum();
                let shifted = terms
                    .iter()
                    .map(|term| term.weight * normal::sf(z - term.shift));
                (1.0 - drawn) * normal::sf(z) + shifted.sum::<f64>()
            }
            &Self::Substitution { q, m } => (1.0 - q) * normal::sf(z) + q * normal::sf(z - m),
        }
    }
}

/// A group whose records are drawn each by itself.
pub(super) fn group(group_size: usize, q: f64, m: f64) -> Law {
    let k = group_size as f64;
    let odds = libm::log(q) - libm::log1p(-q);
    let log_never = k * libm::log1p(-q);
    let mut log_weight = log_never;
    let mut size = log_weight.abs();
    let mut terms = Vec::with_capacity(group_size);
    for j in 1..=group_size {
        let j = j as f64;
        let ways = libm::log((k - j + 1.0) / j);
        log_weight += odds + ways;
        size += odds.abs() + ways.abs();
        terms.push(Shifted {
            shift: j * m,
            weight: libm::exp(log_weight),
            log_weight,
            error: 4.0 * f64::EPSILON * (2.0 + size),
        });
    }
    Law::Group { log_never, terms }
}
