//! Intervals that hold the true value.

/// Two ends that the true value lies between, rounding included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

impl Interval {
    /// The interval of a value known up to `error`, widened by one rounding.
    #[must_use]
    pub(crate) fn around(value: f64, error: f64) -> Self {
        Self {
            lower: (value - error).next_down(),
            upper: (value + error).next_up(),
        }
    }

    /// The interval of the larger of two quantities.
    #[must_use]
    pub(crate) fn larger(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// What two true intervals leave together. Both hold the true value, so a contradiction is a bug, which
    /// the tests turn into a panic.
    #[must_use]
    pub(crate) fn intersect(self, other: Self) -> Self {
        let meet = Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        };
        debug_assert!(
            meet.lower <= meet.upper,
            "{self:?} and {other:?} contradict each other"
        );
        meet
    }

    /// `1 - x` for every `x` in the interval.
    #[must_use]
    pub(crate) fn complement(self) -> Self {
        Self {
            lower: (1.0 - self.upper).next_down(),
            upper: (1.0 - self.lower).next_up(),
        }
    }

    /// Both ends moved outward by `error` and one rounding.
    #[must_use]
    pub(crate) fn widened(self, error: f64) -> Self {
        Self {
            lower: (self.lower - error).next_down(),
            upper: (self.upper + error).next_up(),
        }
    }

    /// Upper end less lower end.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// The middle.
    #[must_use]
    pub fn middle(&self) -> f64 {
        0.5 * (self.lower + self.upper)
    }

    /// Whether `value` lies in the interval.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }
}
