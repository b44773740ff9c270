//! The loss of one step for a group of records that enter independently.

use super::law::{FAR, Knot, LossLaw, Part, expm1};
use crate::numerics::normal;

/// Logarithm of a probability that is 0 in numbers.
const LOG_NOTHING: f64 = -740.0;

/// `P = sum_j Binomial(k, q)(j) N(j m)` against `Q = N(0)`, where of more records than are ever likely to be drawn as few are drawn as is
/// likely.
///
/// The loss grows with the observation, so that a test of many steps finds no more than it would with all that are drawn; and no less
/// than that if those had an infinite loss instead.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    shift: f64,
    /// `(j, probability of j, its logarithm)`, rising.
    terms: Vec<(f64, f64, f64)>,
    /// Probability that more are drawn.
    pub(crate) more: f64,
}

impl Group {
    /// With numbers of records as long as their probability counts.
    pub(crate) fn new(size: usize, rate: f64, shift: f64, log_least: f64) -> Self {
        let size = size as f64;
        let (mut terms, mut more) = (Vec::new(), 0.0);
        let mut j = 0.0;
        while j <= size {
            let absent = if size > j {
                (size - j) * libm::log1p(-rate)
            } else {
                0.0
            };
            let log =
                libm::lgamma(size + 1.0) - libm::lgamma(j + 1.0) - libm::lgamma(size - j + 1.0)
                    + j * libm::log(rate)
                    + absent;
            let is_many = j > size * rate;
            if log > if is_many { log_least } else { LOG_NOTHING } {
                terms.push((j, libm::exp(log), log));
            } else if is_many {
                more += libm::exp(log);
            }
            j += 1.0;
        }
        if let Some(last) = terms.last_mut() {
            last.1 += more;
            last.2 = libm::log(last.1);
        }
        let total: f64 = terms.iter().map(|term| term.1).sum();
        for term in &mut terms {
            term.1 /= total;
            term.2 -= libm::log(total);
        }
        Self {
            shift,
            terms,
            more: more * (1.0 + 1e-9),
        }
    }

    fn most(&self) -> f64 {
        self.terms[self.terms.len() - 1].0 * self.shift
    }

    /// `(shift, ln of the term of the ratio)` at a place.
    fn parts(&self, z: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.terms.iter().map(move |(j, _, log)| {
            let shift = j * self.shift;
            (shift, log + shift * (z - 0.5 * shift))
        })
    }

    /// The loss and its derivative.
    fn loss_and_slope(&self, z: f64) -> (f64, f64) {
        let peak = self
            .parts(z)
            .map(|part| part.1)
            .fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut slope) = (0.0, 0.0);
        for (shift, log) in self.parts(z) {
            if log > peak - 45.0 {
                let part = libm::exp(log - peak);
                sum += part;
                slope += shift * part;
            }
        }
        // Near 1 the excess over 1 is what counts.
        let loss = peak + libm::log(sum);
        if loss.abs() < 0.5 {
            let excess: f64 = self
                .terms
                .iter()
                .map(|(j, weight, _)| {
                    let shift = j * self.shift;
                    weight * expm1(shift * (z - 0.5 * shift))
                })
                .sum();
            return (libm::log1p(excess), slope / sum);
        }
        (loss, slope / sum)
    }
}

impl LossLaw for Group {
    fn range(&self) -> (f64, f64) {
        (-FAR, FAR + self.most())
    }

    fn loss(&self, z: f64) -> f64 {
        self.loss_and_slope(z).0
    }

    fn knot(&self, loss: f64, near: f64) -> Knot {
        let (mut low, mut high) = self.range();
        let mut z = near.clamp(low, high);
        // Newton's step, and the middle of what is left where it leads out.
        for _ in 0..100 {
            let (here, slope) = self.loss_and_slope(z);
            if here < loss {
                low = z;
            } else {
                high = z;
            }
            let step = (loss - here) / slope;
            let next = z + step;
            if step.abs() <= 4.0 * f64::EPSILON * (1.0 + z.abs()) {
                break;
            }
            z = if next > low && next < high {
                next
            } else {
                0.5 * (low + high)
            };
        }
        self.knot_at(z)
    }

    fn knot_at(&self, z: f64) -> Knot {
        let (loss, slope) = self.loss_and_slope(z);
        let ratio = libm::exp(loss.min(700.0));
        Knot {
            z,
            ratio,
            slope: slope * ratio,
        }
    }

    fn excess(&self, knot: &Knot, t: f64) -> f64 {
        self.parts(knot.z)
            .filter(|(_, log)| *log > -200.0 || t * self.shift > 1.0)
            .map(|(shift, log)| {
                let exponent = shift * t;
                if exponent < 30.0 {
                    libm::exp(log) * expm1(exponent)
                } else {
                    libm::exp(log + exponent) - libm::exp(log)
                }
            })
            .sum()
    }

    fn density(&self, z: f64) -> f64 {
        normal::density(z)
    }

    fn growth(&self, z: f64, t: f64) -> f64 {
        1.0 + expm1(-t * (z + 0.5 * t))
    }

    fn steepness(&self, z: f64) -> f64 {
        z + self.most()
    }

    fn below(&self, z: f64) -> Part {
        let inside = self
            .terms
            .iter()
            .map(|(j, weight, _)| weight * normal::cdf(z - j * self.shift));
        Part {
            inside: inside.sum(),
            outside: normal::cdf(z),
        }
    }

    fn above(&self, z: f64) -> Part {
        let inside = self
            .terms
            .iter()
            .map(|(j, weight, _)| weight * normal::sf(z - j * self.shift));
        Part {
            inside: inside.sum(),
            outside: normal::sf(z),
        }
    }
}
