//! Epsilon at a given delta.

use super::curve::PrivacyCurve;
use crate::numerics::{Bisection, Interval, sign_change};

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
    /// of the loss (Canonne, Kamath and Steinke 2020, Proposition 12) and from the largest loss, which is the epsilon of a pure
    /// guarantee; it is infinite where these say nothing.
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
        let (most, least) = self.engine().largest_losses();
        remove.upper = remove.upper.min(most);
        add.upper = add.upper.min(least);
        (remove, add)
    }
}

/// Where a decreasing curve, known by intervals, falls to `delta`: from the last order at which it is
/// certainly above to the first at which it is certainly not, each to a 1e-13th.
pub(super) fn crossing(delta: f64, divergence: &dyn Fn(f64) -> Interval) -> Interval {
    const LARGEST: f64 = 1e13;
    let step = |epsilon: f64| 1e-13 * epsilon.max(1e-9);
    // The logarithm of the curve is nearly a parabola. What is 0 or below has none, and is not positive either.
    let excess = |end: f64| libm::log(end / delta);
    let mut readings = Vec::new();
    let mut read = |epsilon: f64| {
        let found = divergence(epsilon);
        let excess = (excess(found.lower), excess(found.upper));
        readings.push((epsilon, excess.0));
        excess
    };
    let (mut low, mut high) = (0.0, 1.0);
    let mut at_low = read(low);
    if at_low.1 <= 0.0 {
        return Interval {
            lower: 0.0,
            upper: 0.0,
        };
    }
    let mut at_high = read(high);
    while at_high.1 > 0.0 && high < LARGEST {
        (low, at_low) = (high, at_high);
        high *= 2.0;
        at_high = read(high);
    }
    let upper = if at_high.1 > 0.0 {
        f64::INFINITY
    } else {
        let (first, last) = ((low, at_low.1), (high, at_high.1));
        sign_change(first, last, step, |epsilon| read(epsilon).1).1
    };
    // The lower end lies in the narrowest bracket that these readings leave.
    let above = |reading: &&(f64, f64)| reading.1 > 0.0;
    let last_above = readings.iter().filter(above).copied();
    let Some(first) = last_above.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Interval { lower: 0.0, upper };
    };
    let not_above = readings
        .iter()
        .filter(|reading| !above(reading) && reading.0 > first.0);
    let lower = match not_above.copied().min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some(last) => {
            sign_change(first, last, step, |epsilon| {
                excess(divergence(epsilon).lower)
            })
            .0
        }
        None => first.0,
    };
    let upper = first_below(delta, (lower, upper), divergence).unwrap_or(upper);
    Interval { lower, upper }
}

/// The smallest order found between two at which the curve is certainly not above `delta`. What is known of it need not fall as the
/// curve itself does, and where it does not, a change of sign may lie far out.
fn first_below(
    delta: f64,
    (lower, upper): (f64, f64),
    divergence: &dyn Fn(f64) -> Interval,
) -> Option<f64> {
    const WIDE: f64 = 1e-3;
    const HALVINGS: i32 = 40;
    if !upper.is_finite() || upper - lower <= WIDE * upper {
        return None;
    }
    let at = |k: i32| lower + (upper - lower) * libm::pow(0.5, f64::from(k));
    let is_below = |epsilon: f64| divergence(epsilon).upper <= delta;
    let k = (1..=HALVINGS).rev().find(|&k| is_below(at(k)))?;
    let (_, first) = Bisection::linear(40).bracket(at(k + 1), at(k), |x| !is_below(x));
    Some(first)
}
