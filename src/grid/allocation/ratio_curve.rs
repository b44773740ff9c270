//! The curve of a law of the ratio that is known by what lies beyond each ratio.

use crate::mechanism::Enclosure;
use crate::numerics::Interval;

/// Relative error of a sum of positive terms, and of a ratio `e^eps`.
const ROUNDING: f64 = 512.0 * f64::EPSILON;
pub(super) const OF_RATIO: f64 = 8.0 * f64::EPSILON;
/// How far apart, relatively, the ratios are between which that of a rate lies, at first, and how much farther each time.
const APART: f64 = 1e-13;
const FARTHER: f64 = 10.0;
const MOST_FARTHER: usize = 13;
const FARTHEST: f64 = 0.5;

/// A law of the ratio under "out".
pub(crate) trait RatioLaw {
    /// What lies right of a ratio, and left of it.
    fn right_of(&self, ratio: f64) -> Beyond;
    fn left_of(&self, ratio: f64) -> Beyond;

    /// What these may lack, at most: right of a ratio under "in" and under "out", and left of it under "out".
    fn missing(&self, ratio: f64) -> f64;
    fn missing_left(&self, ratio: f64) -> f64;

    /// About the ratio right of which so much mass lies under "out", and the density there.
    fn place(&self, mass: f64) -> (f64, f64);
}

/// The curve of such a law.
pub(crate) struct RatioCurve<Law>(pub(super) Law);

/// What the panels say, and a bound of the error.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Sum {
    pub(super) fn add(&mut self, value: f64, error: f64) {
        self.value += value;
        self.error += error;
    }

    /// With at most `more` that is not on the panels.
    fn interval(self, more: f64) -> Interval {
        let error = self.error + ROUNDING * self.value;
        Interval {
            lower: (self.value - error).next_down().max(0.0),
            upper: (self.value + error + more).next_up(),
        }
    }
}

/// Masses beyond a ratio and the expected distance from it, among the panels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beyond {
    pub(super) out: Sum,
    pub(super) distance: Sum,
}

impl Beyond {
    /// The mass under "in" beyond a ratio on its right.
    pub(super) fn inside(&self, ratio: f64) -> Sum {
        let mut inside = self.distance;
        inside.add(ratio * self.out.value, ratio * self.out.error);
        inside
    }

    /// The expected distance from a ratio that is known up to its rounding.
    fn excess(mut self, ratio: f64, more: f64) -> Interval {
        self.distance.error += OF_RATIO * ratio * (self.out.value + self.out.error);
        self.distance.interval(more)
    }
}

/// Masses right of a ratio and the expected distance from it.
struct Right {
    out: Interval,
    inside: Interval,
    call: Interval,
}

impl<Law: RatioLaw> RatioCurve<Law> {
    /// `E (w - k)_+`.
    fn call(&self, ratio: f64) -> Interval {
        self.0.right_of(ratio).excess(ratio, self.0.missing(ratio))
    }

    /// `E (k - w)_+`.
    fn put(&self, ratio: f64) -> Interval {
        let more = ratio * self.0.missing_left(ratio);
        self.0.left_of(ratio).excess(ratio, more)
    }

    fn right(&self, ratio: f64) -> Right {
        let beyond = self.0.right_of(ratio);
        let missing = self.0.missing(ratio);
        Right {
            out: beyond.out.interval(missing),
            inside: beyond.inside(ratio).interval(missing),
            call: beyond.excess(ratio, missing),
        }
    }
}

impl<Law: RatioLaw> Enclosure for RatioCurve<Law> {
    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let ratio = libm::exp(epsilon);
        if epsilon >= 0.0 {
            return self.call(ratio);
        }
        let (put, least) = (self.put(ratio), -libm::expm1(epsilon));
        Interval {
            lower: (put.lower + least.next_down()).next_down(),
            upper: (put.upper + least.next_up()).next_up().min(1.0),
        }
    }

    /// `e^eps E (e^-eps - w)_+`, and for orders below 0 what that is by the other direction.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let (scale, ratio) = (libm::exp(epsilon), libm::exp(-epsilon));
        let (least, other) = if epsilon >= 0.0 {
            (0.0, self.put(ratio))
        } else {
            (-libm::expm1(epsilon), self.call(ratio))
        };
        Interval {
            lower: (other.lower * scale * (1.0 - OF_RATIO) + least * (1.0 - f64::EPSILON))
                .next_down()
                .max(0.0),
            upper: (other.upper * scale * (1.0 + OF_RATIO) + least * (1.0 + f64::EPSILON))
                .next_up(),
        }
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        self.hockey_stick(epsilon).complement()
    }

    /// `min H(eps) + FPR e^eps` over all orders, a convex function of the ratio with the slope `FPR - Q(w > k)`: above by one ratio,
    /// below by the slope at one whose rate is larger, and by the test at one whose rate is smaller.
    fn tpr(&self, fpr: f64) -> Interval {
        let (ratio, density) = self.0.place(fpr);
        let there = self.right(ratio);
        let line = |ratio: f64, end: f64| end + fpr * ratio;
        let upper = line(ratio, there.call.upper) * (1.0 + OF_RATIO);
        let mut lower = fpr;
        // So far that what is known of both rates tells them from that which is asked for.
        let mut apart = (2.0 * there.out.width() / (ratio * density)).max(APART);
        for _ in 0..MOST_FARTHER {
            // Where the density is no number.
            if apart.is_nan() || apart > FARTHEST {
                break;
            }
            let (near, far) = (ratio * (1.0 - apart), ratio * (1.0 + apart));
            apart *= FARTHER;
            let less = self.right(far);
            if less.out.upper > fpr {
                continue;
            }
            lower = lower.max(less.inside.lower);
            let more = self.right(near);
            if more.out.lower >= fpr {
                let falls = (more.out.upper - fpr) * (far - near);
                lower = lower.max(line(near, more.call.lower) - falls * (1.0 + OF_RATIO));
                break;
            }
        }
        Interval {
            lower: (lower * (1.0 - OF_RATIO)).next_down().max(fpr),
            upper: upper.next_up().min(1.0),
        }
    }

    fn reverse_tpr(&self, _fpr: f64) -> Interval {
        Interval {
            lower: 0.0,
            upper: 1.0,
        }
    }
}
