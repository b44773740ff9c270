//! What an engine answers: intervals that hold the curve of a pair.

use crate::numerics::Interval;

/// What an engine says about a curve. Behind a trait, so that a program that asks the first engine alone does not carry
/// the second.
pub(crate) trait Enclosure {
    /// The name in results of how it is found.
    fn method(&self) -> &'static str {
        "grid"
    }

    /// `H(0)`.
    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    /// `H(eps)` of "in" against "out".
    fn hockey_stick(&self, epsilon: f64) -> Interval;

    /// `Hrev(eps) = 1 - e^eps + e^eps H(-eps)`.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval;

    /// `O(eps) = 1 - H(eps)`.
    fn overlap(&self, epsilon: f64) -> Interval;

    /// True-positive rate of the best test of "in" against "out" at a false-positive rate.
    fn tpr(&self, fpr: f64) -> Interval;

    /// The same with roles swapped: the best test of "out" against "in".
    fn reverse_tpr(&self, fpr: f64) -> Interval;
}
