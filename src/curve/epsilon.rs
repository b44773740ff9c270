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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Demand, SampledGaussian};

    /// Where two engines meet, what is known of a falling curve may rise.
    #[test]
    fn the_first_crossing_is_taken() {
        const DELTA: f64 = 0.05;
        let known = |epsilon: f64| {
            let truth = libm::exp(-epsilon);
            let is_poor = (3.5..4.5).contains(&epsilon);
            Interval {
                lower: truth * (1.0 - 1e-9),
                upper: if is_poor { 1.0 } else { truth * (1.0 + 1e-9) },
            }
        };
        let found = crossing(DELTA, &known);
        let truth = -libm::log(DELTA);
        assert!(found.lower <= truth && truth <= found.upper, "{found:?}");
        assert!(found.width() < 1e-8, "{found:?}");
    }

    fn curve(noise: f64, rate: f64, steps: f64, demand: &Demand) -> PrivacyCurve {
        PrivacyCurve::new(&SampledGaussian::new(noise, rate, steps).unwrap(), demand)
    }

    /// Far out one step alone leads to the order, the small losses of the others being nothing beside it: as many times the
    /// closed form of one step as there are steps.
    #[test]
    fn far_tails_are_those_of_one_step() {
        for (noise, rate, steps) in [(1.682, 1.488e-8, 344.0), (1.682, 1.488e-8, 816_243.0)] {
            let demand = Demand {
                epsilon: vec![1.0],
                ..Demand::default()
            };
            let delta = |steps| curve(noise, rate, steps, &demand).hockey_stick(1.0);
            let (one, all) = (delta(1.0), delta(steps));
            assert!(all.width() < 1e-6 * all.upper, "{all:?}");
            let ratio = all.middle() / one.middle();
            assert!((ratio / steps - 1.0).abs() < 1e-5, "{steps}: {ratio}");
        }
    }

    /// Three steps by two nested integrals over the closed form of one, in 25 digits by mpmath: the divergence is
    /// 1.0000000000786747e-15 at 0.0073110867414.
    #[test]
    fn small_losses_of_few_steps_have_lines() {
        let demand = Demand {
            epsilon: vec![7.311_086_741_4e-3],
            ..Demand::default()
        };
        let found = curve(8.832, 4.369e-3, 3.0, &demand).hockey_stick(7.311_086_741_4e-3);
        let wanted = 1.000_000_000_078_674_7e-15;
        assert!(found.lower <= wanted && wanted <= found.upper, "{found:?}");
        assert!(found.width() < 1e-9 * found.upper, "{found:?}");
    }

    /// Losses of a billionth: the run is nearly Gaussian, with the mean of the central limit theorem.
    #[test]
    fn tiny_epsilons_are_nearly_gaussian() {
        let (noise, rate, steps) = (1004.0, 1.249e-9, 2113.0);
        let demand = Demand {
            delta: Some(1e-15),
            ..Demand::default()
        };
        let (found, _) = curve(noise, rate, steps, &demand).epsilon(1e-15);
        assert!(found.width() < 1e-9 * found.upper, "{found:?}");
        let limit = crate::mechanism::Gaussian {
            mu: rate * libm::sqrt(steps * libm::expm1(1.0 / (noise * noise))),
        };
        let (low, high) = (found.lower * 0.999, found.upper * 1.001);
        assert!(limit.hockey_stick(low).lower > 1e-15, "{found:?}");
        assert!(limit.hockey_stick(high).upper < 1e-15, "{found:?}");
    }
}
