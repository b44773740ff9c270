//! What is read off a composed law: curves, tails and points of the ROC, each with its error.

use super::composition::Composition;
use super::window::Side;
use crate::numerics::count;

/// Which law is the null hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// "Out" is.
    Forward,
    /// "In" is.
    Reverse,
}

/// A value and its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Reading {
    pub(crate) fn lower(&self) -> f64 {
        (self.value - self.error).next_down()
    }

    pub(crate) fn upper(&self) -> f64 {
        (self.value + self.error).next_up()
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }

    fn plus(self, other: Self, factor: f64) -> Self {
        let value = self.value + factor * other.value;
        Self {
            value,
            error: self.error
                + other.error * factor.abs()
                + f64::EPSILON * (self.value.abs() + (factor * other.value).abs()),
        }
    }
}

/// Orders above this have no `e^eps`.
const LARGEST_EXPONENT: f64 = 700.0;

impl Composition {
    /// Number of knots.
    pub(crate) fn len(&self) -> usize {
        self.inside.len()
    }

    /// Loss of a knot.
    pub(crate) fn loss(&self, index: usize) -> f64 {
        self.first + index as f64 * self.step
    }

    /// `scale e^(log_mass + rate theta) sums[index] e^(-decay |theta - loss|)`.
    fn read(
        &self,
        sums: &[f64],
        index: Option<usize>,
        theta: f64,
        rate: f64,
        decay: f64,
    ) -> Reading {
        let scale = libm::exp(self.log_mass + rate * theta);
        let sum = index.map_or(0.0, |index| {
            sums[index] * libm::exp(-decay.abs() * (theta - self.loss(index)).abs())
        });
        Reading {
            value: scale * sum,
            error: scale * (self.absolute + self.relative * sum.abs()) + self.blur,
        }
    }

    /// The first knot right of a loss.
    fn right_of(&self, theta: f64) -> Option<usize> {
        let place = libm::floor((theta - self.first) / self.step) + 1.0;
        (place < self.len() as f64).then(|| count(place.max(0.0)))
    }

    /// The last knot up to a loss.
    fn up_to(&self, theta: f64) -> Option<usize> {
        let place = libm::floor((theta - self.first) / self.step).min(self.len() as f64 - 1.0);
        (place >= 0.0).then(|| count(place))
    }

    /// `P(L <= theta)` for `Left` and `Middle`, the finite part of `P(L > theta)` for `Right`.
    pub(crate) fn inside(&self, theta: f64) -> Reading {
        let index = match self.side {
            Side::Left | Side::Middle => self.up_to(theta),
            Side::Right => self.right_of(theta),
        };
        let rate = 1.0 - self.tilt;
        self.read(&self.inside, index, theta, rate, rate)
    }

    /// The finite part of `Q(L <= theta)` for `Left`, `Q(L > theta)` for `Middle` and `Right`.
    pub(crate) fn outside(&self, theta: f64) -> Reading {
        let index = match self.side {
            Side::Left => self.up_to(theta),
            Side::Middle | Side::Right => self.right_of(theta),
        };
        self.read(&self.outside, index, theta, -self.tilt, self.tilt)
    }

    /// `H(eps)`.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Reading {
        match self.side {
            Side::Right if epsilon > LARGEST_EXPONENT => self.far_hockey_stick(epsilon),
            Side::Right => {
                let mut value = self.difference(
                    self.inside(epsilon),
                    self.outside(epsilon),
                    libm::exp(epsilon),
                );
                value.value += self.infinite;
                value.error += 8.0 * f64::EPSILON * self.infinite;
                value
            }
            Side::Middle => Reading {
                value: 1.0,
                error: f64::EPSILON,
            }
            .plus(self.overlap(epsilon), -1.0),
            Side::Left => {
                let scale = libm::exp(epsilon);
                let reverse = Reading {
                    value: 1.0,
                    error: f64::EPSILON,
                }
                .plus(self.reverse_hockey_stick(-epsilon), -1.0);
                Reading {
                    value: 1.0,
                    error: 0.0,
                }
                .plus(reverse, -scale)
            }
        }
    }

    /// `H(eps)` where `e^eps` overflows: `(1 - e^-d) P(L > eps + d) <= H(eps) <= P(L > eps)` for every `d > 0`.
    fn far_hockey_stick(&self, epsilon: f64) -> Reading {
        let upper = self.inside(epsilon).upper();
        let lower = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]
            .map(|d| -libm::expm1(-d) * self.inside(epsilon + d).lower())
            .into_iter()
            .fold(0.0, f64::max);
        let (middle, half) = (0.5 * (upper + lower), 0.5 * (upper - lower));
        Reading {
            value: middle + self.infinite,
            error: half + 8.0 * f64::EPSILON * (upper + self.infinite),
        }
    }

    /// `Hrev(eps)`.
    pub(crate) fn reverse_hockey_stick(&self, epsilon: f64) -> Reading {
        match self.side {
            Side::Left => {
                let mut value = self.difference(
                    self.outside(-epsilon),
                    self.inside(-epsilon),
                    libm::exp(epsilon),
                );
                value.value += self.missing;
                value.error += 8.0 * f64::EPSILON * self.missing;
                value
            }
            Side::Middle | Side::Right => {
                let scale = libm::exp(epsilon);
                let overlap = self.overlap(-epsilon);
                Reading {
                    value: 1.0,
                    error: f64::EPSILON,
                }
                .plus(overlap, -scale)
            }
        }
    }

    /// `O(eps)`.
    pub(crate) fn overlap(&self, epsilon: f64) -> Reading {
        match self.side {
            Side::Middle => self
                .inside(epsilon)
                .plus(self.outside(epsilon), libm::exp(epsilon)),
            Side::Right => Reading {
                value: 1.0,
                error: f64::EPSILON,
            }
            .plus(self.hockey_stick(epsilon), -1.0),
            Side::Left => {
                let reverse = Reading {
                    value: 1.0,
                    error: f64::EPSILON,
                }
                .plus(self.reverse_hockey_stick(-epsilon), -1.0);
                Reading {
                    value: 0.0,
                    error: 0.0,
                }
                .plus(reverse, libm::exp(epsilon))
            }
        }
    }

    /// `first - scale second`, both read off the same law with weights of which the first is the larger: the
    /// absolute errors do not add up.
    fn difference(&self, first: Reading, second: Reading, scale: f64) -> Reading {
        let value = first.value - scale * second.value;
        Reading {
            value,
            error: first.error
                + (self.relative + 4.0 * f64::EPSILON) * (scale * second.value).abs(),
        }
    }

    /// False- and true-positive rate of the test that cuts at knot `index`, up to errors.
    fn point(&self, index: usize, direction: Direction) -> (Reading, Reading) {
        let theta = self.loss(index) + 0.5 * self.step;
        let flip = |reading: Reading| {
            Reading {
                value: 1.0,
                error: f64::EPSILON,
            }
            .plus(reading, -1.0)
        };
        let (inside, mut outside) = (self.inside(theta), self.outside(theta));
        if self.side == Side::Left {
            // The pair below may hold more than 1 under "out"; what is too much counts as never seen.
            outside.value += self.missing.min(0.0);
        }
        let (right_inside, right_outside) = match self.side {
            Side::Left => (flip(inside), flip(outside)),
            Side::Middle => (flip(inside), outside),
            Side::Right => (inside, outside),
        };
        let (left_inside, left_outside) = match self.side {
            Side::Left => (inside, outside),
            Side::Middle => (inside, flip(outside)),
            Side::Right => (flip(inside), flip(outside)),
        };
        match direction {
            Direction::Forward => (right_outside, right_inside),
            Direction::Reverse => (left_inside, left_outside),
        }
    }

    /// The first knot in the order of a growing false-positive rate (counted from the right in the forward
    /// direction) whose rate is known to be at least `fpr`.
    fn place(&self, fpr: f64, direction: Direction) -> usize {
        let (mut low, mut high) = (0, self.len() - 1);
        while low < high {
            let middle = (low + high) / 2;
            if self
                .point(self.turned(middle, direction), direction)
                .0
                .lower()
                < fpr
            {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn turned(&self, place: usize, direction: Direction) -> usize {
        match direction {
            Direction::Forward => self.len() - 1 - place,
            Direction::Reverse => place,
        }
    }

    /// The order of the knot where the slope of the ROC at `fpr` is taken.
    pub(crate) fn order_at(&self, fpr: f64, direction: Direction) -> f64 {
        let index = self.turned(self.place(fpr, direction), direction);
        match direction {
            Direction::Forward => self.loss(index) + self.step,
            Direction::Reverse => -self.loss(index),
        }
    }

    /// A lower bound of the ROC of this law: the chord between two points below it.
    pub(crate) fn roc_below(&self, fpr: f64, direction: Direction) -> f64 {
        let place = self.place(fpr, direction);
        // The next point to the left whose false-positive rate is surely at most `fpr`.
        let mut before = place;
        let mut stride = 1;
        let left = loop {
            let (rate, hits) = self.point(self.turned(before, direction), direction);
            if rate.upper() <= fpr {
                break (rate.upper(), hits.lower());
            }
            if before == 0 {
                break (0.0, 0.0);
            }
            before = before.saturating_sub(stride);
            stride *= 2;
        };
        let (rate, hits) = self.point(self.turned(place, direction), direction);
        let right = (rate.upper(), hits.lower());
        if !(right.0 > left.0 && right.1 > left.1 && right.0 >= fpr) {
            return left.1;
        }
        let share = (fpr - left.0) / (right.0 - left.0);
        left.1 + (right.1 - left.1) * share * (1.0 - 8.0 * f64::EPSILON)
    }
}
