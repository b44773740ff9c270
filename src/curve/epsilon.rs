//! Epsilon at a given delta.

use super::curve::PrivacyCurve;
use crate::numerics::{Bisection, Interval};

/// Below this width the curve itself has settled epsilon.
const RESOLVED: f64 = 1e-6;

/// Which of the two orders of the pair attains epsilon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// "in" against "out".
    Remove,
    /// "out" against "in".
    Add,
}

impl PrivacyCurve {
    /// The smallest `eps >= 0` for which the run is `(eps, delta)`-DP under add-or-remove-one, and the
    /// direction that asks for it. Where the curve cannot resolve `delta`, the upper end comes from the moments
    /// of the loss (Canonne, Kamath and Steinke 2020, Proposition 12); it is infinite where these say nothing.
    ///
    /// ```
    /// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
    /// let run = SampledGaussian::new(1.0, 0.01, 1000.0)?;
    /// let demand = Demand { delta: Some(1e-5), ..Demand::default() };
    /// let (epsilon, _) = PrivacyCurve::new(&run, &demand).epsilon(1e-5);
    /// assert!((epsilon.middle() - 1.828236667).abs() < 1e-8 && epsilon.width() < 1e-6);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    #[must_use]
    pub fn epsilon(&self, delta: f64) -> (Interval, Direction) {
        let (remove, add) = self.directed_epsilon(delta);
        let direction = if remove.upper >= add.upper {
            Direction::Remove
        } else {
            Direction::Add
        };
        (remove.larger(add), direction)
    }

    /// The same for each direction: "in" against "out", "out" against "in".
    #[must_use]
    pub fn directed_epsilon(&self, delta: f64) -> (Interval, Interval) {
        let mut remove = crossing(delta, &|epsilon| self.hockey_stick(epsilon));
        let mut add = crossing(delta, &|epsilon| self.reverse_hockey_stick(epsilon));
        if remove.width().max(add.width()) > RESOLVED {
            let (remove_moments, add_moments) = self.engine().epsilon_from_moments(delta);
            remove.upper = remove.upper.min(remove_moments);
            add.upper = add.upper.min(add_moments);
        }
        (remove, add)
    }
}

/// Where a decreasing curve, known by intervals, falls to `delta`: from the last order at which it is
/// certainly above to the first at which it is certainly not.
fn crossing(delta: f64, divergence: &dyn Fn(f64) -> Interval) -> Interval {
    const LARGEST: f64 = 1e13;
    let above = |epsilon: f64| divergence(epsilon).lower > delta;
    let below = |epsilon: f64| divergence(epsilon).upper <= delta;
    let mut high = 1.0;
    while !below(high) {
        high *= 2.0;
        if high > LARGEST {
            high = f64::INFINITY;
            break;
        }
    }
    let lower = boundary(0.0, high.min(LARGEST), &|e| !above(e)).0;
    let upper = if high.is_finite() {
        boundary(0.0, high, &below).1
    } else {
        high
    };
    Interval { lower, upper }
}

/// A bracket of the point where `condition` begins to hold; it holds at the second end.
fn boundary(low: f64, high: f64, condition: &dyn Fn(f64) -> bool) -> (f64, f64) {
    if condition(low) {
        return (low, low);
    }
    let search = Bisection::linear(200).until(|low, high| high - low <= 1e-13 * (1.0 + high));
    search.bracket(low, high, |epsilon| !condition(epsilon))
}
