//! One tail of the loss of all steps.

use super::law::Law;
use super::pieces::{Pieces, Whole};
use crate::numerics::{Binomial, Interval, count};

/// Probability of a number of places up to which it is left out, and where what is read is not small; the share of that which this
/// may leave out.
const LEFT_OUT: f64 = 1e-35;
const UNLIKELY: f64 = 1e-17;
const LEAVES: f64 = 1e-11;
/// Share of a sum up to which the rest may be as large as what was added last.
const NEGLIGIBLE_REST: f64 = 1e-17;
/// Places at most.
const MOST_PLACES: f64 = 400.0;
/// Share of a sum at which it ends, and terms at most.
const NEGLIGIBLE: f64 = 1e-25;
const MOST_TERMS: usize = 100_000;
/// Logarithm of a probability from which on the numbers may not hold what follows from it, and absolute rounding.
const LOG_NOTHING: f64 = -600.0;
const LEAST: f64 = 1e-290;
/// What a threshold may be rounded by, far from above.
const ROUNDED: f64 = 1e-4;

/// `E[(e^(t(X + S - x)) - 1)/t; X + S > x]` for all `x`, where of `n` steps `j` have a place between the atoms, whose sum is `S`, and of
/// the others `X` are at the atom that is counted.
pub(super) struct Tail {
    num_steps: f64,
    /// Probability of the atom that is counted, and the other.
    counted: f64,
    other: f64,
    whole: Whole,
    pieces: Pieces,
    likely: Numbers,
    all: Numbers,
}

/// The probabilities of numbers of places between the atoms, from the first on, and of all others.
struct Numbers {
    first: usize,
    weights: Vec<f64>,
    outside: f64,
}

/// What is read at a threshold.
pub(super) struct Reading {
    pub(super) mean: Interval,
    /// Bound of the slope, and of `P(X + S > x)` for large losses; also where the threshold is rounded.
    pub(super) above: f64,
    /// That itself. An estimate.
    pub(super) probability: f64,
    /// What it leaves out of the divergence.
    pub(super) outside: f64,
}

impl Reading {
    /// So far above the mean that the numbers do not hold it.
    fn unknown() -> Self {
        Self {
            mean: Interval {
                lower: 0.0,
                upper: f64::INFINITY,
            },
            above: 1.0,
            probability: 0.0,
            outside: 0.0,
        }
    }
}

/// Of the steps at atoms: the probability that so many are counted, of more, and the mean of what these add.
#[derive(Clone, Copy)]
struct Counted {
    here: f64,
    more: f64,
    added: f64,
}

impl Tail {
    /// For large losses, or for small ones.
    pub(super) fn new(law: &Law, num_steps: f64, is_upper: bool) -> Option<Self> {
        let numbers = |left_out| Numbers::new(num_steps, law.between, left_out);
        let (likely, all) = (numbers(UNLIKELY)?, numbers(LEFT_OUT)?);
        let whole = if is_upper {
            Whole {
                growth: law.length,
                log_mean: -law.least,
            }
        } else {
            Whole {
                growth: -law.length,
                log_mean: -law.most,
            }
        };
        let (left, right) = (1.0 - law.right, law.right);
        let (counted, other) = if is_upper {
            (right, left)
        } else {
            (left, right)
        };
        Some(Self {
            num_steps,
            counted,
            other,
            whole,
            pieces: Pieces::new(law, whole, all.last().max(1))?,
            likely,
            all,
        })
    }

    /// At a threshold, by the numbers of places that leave nothing of a divergence of `scale` times what is read.
    pub(super) fn at(&self, threshold: f64, scale: f64) -> Reading {
        if threshold >= self.num_steps {
            return Reading {
                mean: Interval {
                    lower: 0.0,
                    upper: 0.0,
                },
                above: 0.0,
                probability: 0.0,
                outside: 0.0,
            };
        }
        let likely = self.by(&self.likely, threshold);
        if likely.outside <= LEAVES * scale * likely.mean.lower {
            return likely;
        }
        self.by(&self.all, threshold)
    }

    /// By some numbers of places.
    fn by(&self, numbers: &Numbers, threshold: f64) -> Reading {
        let n = self.num_steps;
        let next = libm::ceil(threshold).max(0.0);
        let beyond = next - threshold;
        let (place, below) = self.pieces.place(beyond);
        let on_piece = self.pieces.basis(place);
        let law = Binomial::new(n, self.counted);
        let mut relative = law.slack() + f64::EPSILON * (64.0 + 8.0 * numbers.last() as f64);
        let Some((counted, terms)) = self.counted(next, numbers.last()) else {
            return Reading::unknown();
        };
        relative += f64::EPSILON * (4.0 * terms as f64);
        let (mut mean, mut error, mut above, mut probability) = (0.0, 0.0, 0.0, 0.0);
        let odds = self.other / self.counted;
        let rise_of_unit = self.whole.at(1.0, 0.0);
        for (places, &weight) in (numbers.first..).zip(&numbers.weights) {
            let at_atoms = n - places as f64;
            // Of the sum all counts.
            let (mut all, mut off) = (0.0, 0.0);
            let (mut shown, mut likely) = (0.0, 0.0);
            // The largest number of steps at the atom of which not all of the sum counts, and its probability.
            let (mut number, mut mass) = (next - 1.0, 0.0);
            if let Some(known) = counted.get(places) {
                let raised = self.whole.growth * beyond + places as f64 * self.whole.log_mean;
                let grown = libm::exp(raised);
                all = grown * known.added + self.whole.at(beyond, places as f64) * known.more;
                mass = known.here * next / (at_atoms - next + 1.0) * odds;
                // Where the threshold is rounded, what lies at the next number below counts as well.
                let rounded = if beyond > 1.0 - ROUNDED { mass } else { 0.0 };
                shown = known.more + rounded;
                likely = known.more;
            } else {
                number = number.min(at_atoms);
                let log = number * libm::log(self.counted);
                if log < LOG_NOTHING {
                    return Reading::unknown();
                }
                mass += libm::exp(log);
            }
            let mut units = next - number;
            let mut to_the_right = if units == 1.0 {
                self.whole.at(beyond, places as f64)
            } else if number >= 0.0 && units <= places as f64 {
                let found = self.pieces.at(places, count(units) - 1, below, &on_piece);
                found.0 + found.2
            } else {
                0.0
            };
            while number >= 0.0 && units <= places as f64 && mass > 0.0 {
                let (value, slope, slack) = self.pieces.at(places, count(units), below, &on_piece);
                all += mass * value;
                off += mass * slack;
                // K(y + 1) - K(y) is at least K'(y) (e^t - 1)/t, and K' at least the probability if t > 0.
                let rise = (to_the_right - value + slack) / rise_of_unit;
                shown += mass * rise.clamp(0.0, 1.0);
                to_the_right = value + slack;
                likely += mass * (slope - self.whole.growth * value);
                // The others have a mass of 1 at most, and are no larger.
                if value + slack <= NEGLIGIBLE_REST * all {
                    off += value + slack;
                    break;
                }
                mass *= number / (at_atoms - number + 1.0) * odds;
                number -= 1.0;
                units += 1.0;
            }
            mean += weight * all;
            error += weight * off;
            above += weight * shown;
            probability += weight * likely;
        }
        let error = error + relative * mean;
        Reading {
            mean: Interval {
                lower: (mean - error).max(0.0),
                upper: mean + error + LEAST,
            },
            above: above * (1.0 + 1e-3) + numbers.outside,
            probability,
            outside: numbers.outside,
        }
    }

    /// Of each number of places from 0 on, as long as so many steps are left, and how many terms were added; none where these are
    /// too many.
    fn counted(&self, next: f64, last: usize) -> Option<(Vec<Counted>, usize)> {
        let n = self.num_steps;
        let last = (last as f64).min(n - next);
        if last < 0.0 {
            return Some((Vec::new(), 0));
        }
        let (counted, other, growth) = (self.counted, self.other, self.whole.growth);
        let step = libm::expm1(growth);
        // With the most places.
        let fewest = n - last;
        let log = Binomial::new(fewest, counted).log_mass(next);
        let (start, terms) = if log < LOG_NOTHING && next < fewest * counted {
            // All are above.
            let whole = fewest * libm::log1p(counted * step) - growth * next;
            let start = Counted {
                here: 0.0,
                more: 1.0,
                added: libm::expm1(whole) / growth,
            };
            (start, 1)
        } else if log < LOG_NOTHING {
            return None;
        } else {
            tail(fewest, counted, next, libm::exp(log), growth)?
        };
        let mut known = vec![start];
        let (mut number, mut here, mut below) = (fewest, start, 0.0);
        if next > 0.0 {
            // P(X = next - 1).
            below = start.here * next / (number - next + 1.0) * (other / counted);
        }
        for _ in 0..count(last) {
            // One step more.
            let added = here.added * (1.0 + counted * step) + counted * step / growth * here.more;
            let more = here.more + counted * below;
            let mass = here.here * (number + 1.0) / (number + 1.0 - next) * other;
            number += 1.0;
            here = Counted {
                here: mass,
                more,
                added,
            };
            if next > 0.0 {
                below = mass * next / (number - next + 1.0) * (other / counted);
            }
            known.push(here);
        }
        known.reverse();
        let terms = terms + known.len();
        Some((known, terms))
    }
}

/// The tail of a binomial law from a number on, whose probability is given; none where it has too many terms.
fn tail(
    num_steps: f64,
    counted: f64,
    next: f64,
    here: f64,
    growth: f64,
) -> Option<(Counted, usize)> {
    let odds = counted / (1.0 - counted);
    let (mut number, mut mass) = (next, here);
    let (mut more, mut added) = (here, 0.0);
    for terms in 1..MOST_TERMS {
        let ratio = (num_steps - number) / (number + 1.0) * odds;
        mass *= ratio;
        number += 1.0;
        let raised = growth * (number - next);
        let adds = mass * libm::expm1(raised) / growth;
        more += mass;
        added += adds;
        let falls = ratio * libm::exp(growth.max(0.0)) < 0.99;
        if mass == 0.0 || falls && mass <= NEGLIGIBLE * more && adds <= NEGLIGIBLE * added {
            return Some((Counted { here, more, added }, terms));
        }
    }
    None
}

impl Numbers {
    /// Those that are likelier than this; none where these are too many.
    fn new(num_steps: f64, between: f64, left_out: f64) -> Option<Self> {
        let odds = between / (1.0 - between);
        let mut mass = libm::exp(num_steps * libm::log1p(-between));
        if mass < 1e-250 {
            return None;
        }
        let mode = libm::floor((num_steps + 1.0) * between);
        let (mut first, mut weights, mut outside, mut j) = (0, Vec::new(), 0.0, 0.0);
        while j <= num_steps {
            if mass >= left_out {
                if weights.is_empty() {
                    first = count(j);
                }
                weights.push(mass);
            } else if j > mode {
                // The others fall at least as fast as here.
                let ratio = (num_steps - j) / (j + 1.0) * odds;
                outside += mass / (1.0 - ratio);
                break;
            } else {
                outside += mass;
            }
            mass *= (num_steps - j) / (j + 1.0) * odds;
            j += 1.0;
            if j > MOST_PLACES {
                return None;
            }
        }
        Some(Self {
            first,
            weights,
            outside: outside * (1.0 + 1e-9),
        })
    }

    fn last(&self) -> usize {
        self.first + self.weights.len() - 1
    }
}
