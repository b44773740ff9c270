//! What is read off the sum over the draws.

use super::{CountedDraws, log_never};
use crate::curve::always_valid::unsampled;
use crate::curve::engine::Engine;
use crate::curve::least_line::tpr_from_advantage;
use crate::curve::loss_range::LossRange;
use crate::mechanism::{Gaussian, Noise};
use crate::numerics::{Interval, sign_change};

/// Orders among which a rate is sought, and the part of one up to which it is.
const LARGEST_ORDER: f64 = 1e9;
const NARROW: f64 = 1e-13;
/// Width of a rate beside which no order is sought.
const TOLD: f64 = 1e-11;
/// The part of an order by which that of a rate nearby may be off.
const BESIDE: f64 = 1e-3;

impl Engine for CountedDraws {
    fn method(&self) -> &'static str {
        "closed_form"
    }

    fn advantage(&self) -> Interval {
        self.hockey_stick(0.0)
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        let (drawn, never) = self.overlaps(epsilon);
        let complement = self.hockey_stick(epsilon).complement();
        let (below, above) = self.unseen_sides();
        Interval {
            lower: (drawn.lower + never.lower - above).next_down(),
            upper: (drawn.upper + never.upper + below).next_up(),
        }
        .intersect(complement)
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let divergence = self.divergence(epsilon);
        let sum = self.with_unseen(divergence);
        #[cfg(not(first_module))]
        let sum = sum.intersect(self.with_share(epsilon, divergence));
        let least = (-libm::expm1(epsilon)).next_down().max(0.0);
        Interval {
            lower: sum.lower.max(least),
            upper: sum.upper.min(1.0),
        }
    }

    /// `e^eps (e^-eps - O(-eps))`; where the record was never drawn the loss is the least there is.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if self.pair.shape.is_symmetric() {
            return self.hockey_stick(epsilon);
        }
        let smallest = log_never(&self.pair);
        let slack = (3.0 + self.pair.phases.len() as f64) * f64::EPSILON * smallest.abs();
        if -epsilon <= smallest - slack {
            return Interval {
                lower: 0.0,
                upper: 0.0,
            };
        }
        let (drawn, _) = self.overlaps(-epsilon);
        // `Q` less `e^eps` of the "in" that never drew the record: its share is (1 - q)^T = e^smallest.
        let apart = |order: f64| -libm::expm1(order.min(0.0));
        let scale = libm::exp(epsilon);
        let (low, high) = (
            apart(epsilon + smallest + slack),
            apart(epsilon + smallest - slack),
        );
        let part = |share: f64| if share == 0.0 { 0.0 } else { share * scale };
        Interval {
            lower: (low * (1.0 - 4.0 * f64::EPSILON) - part(drawn.upper) * (1.0 + 1e-15))
                .next_down()
                .max(0.0),
            upper: (high * (1.0 + 4.0 * f64::EPSILON) - part(drawn.lower) * (1.0 - 1e-15)
                + part(self.unseen + self.outside))
            .next_up()
            .clamp(0.0, 1.0),
        }
    }

    /// `inf_a H_a + a FPR` over `a = e^eps`: the function is convex in `a`, with the slope `FPR - Q(L > eps)`. From the order on
    /// where that is not negative it lies above the probability of "in" there.
    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval {
                lower: 1.0,
                upper: 1.0,
            };
        }
        // Hardly anything is missed at any rate.
        let told = tpr_from_advantage(fpr, advantage);
        if told.width() <= TOLD {
            return told;
        }
        let log = libm::log(fpr);
        let (low, high) = self.bracket(log, *near);
        *near = high;
        let inn = self.inn_above(high);
        let rounding = 4.0 * f64::EPSILON * (2.0 + high.abs());
        let whole = fpr * libm::exp(high);
        let kept = libm::exp(self.log_out_above(high).lower + high);
        // The slope times `a`.
        let rise = (whole * (1.0 + rounding) - kept * (1.0 - rounding)).max(0.0);
        // Just below, the function falls: the minimum lies between.
        let falls = |left: &f64| self.log_out_above(*left).lower >= log;
        let near_by = (0..8).map(|k| low - f64::from(1 << (3 * k)) * 1e-12 * (1.0 + low.abs()));
        let above = near_by.into_iter().find(falls).map_or(0.0, |left| {
            let share = -libm::expm1(left - high) * (1.0 + 1e-12);
            self.divergence(high).lower + whole * (1.0 - rounding) - rise * share
        });
        let lower = inn.lower.max(above);
        let upper = inn.upper + rise;
        let line = Interval { lower, upper };
        let found = self.with_unseen(line);
        #[cfg(not(first_module))]
        let found = found.intersect(self.share_of_rate(line, high, whole));
        Interval {
            lower: found.lower.max(fpr),
            upper: found.upper.min(1.0),
        }
    }

    fn order(&self, _: f64, _: Interval, found: f64) -> f64 {
        found
    }

    /// Of Laplace noise, which the small module leaves to the whole one.
    fn largest_losses(&self) -> (f64, f64) {
        if cfg!(first_module) || self.pair.noise == Noise::Gaussian {
            return (f64::INFINITY, f64::INFINITY);
        }
        let range = LossRange::of(&self.pair);
        (range.most(), range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        unsampled(&self.pair)
    }
}

impl CountedDraws {
    /// Orders between which the logarithm of the probability of "out" above falls to `log`, from that of a rate nearby.
    fn bracket(&self, log: f64, near: f64) -> (f64, f64) {
        let excess = |epsilon: f64| self.log_out_above(epsilon).upper - log;
        let mut first = (-LARGEST_ORDER, f64::INFINITY);
        let mut last = (LARGEST_ORDER, f64::NEG_INFINITY);
        let mut place = near;
        for _ in 0..2 {
            let found = (place, excess(place));
            let reach = 1.0 + BESIDE * near.abs();
            if found.1 > 0.0 {
                (first, place) = (found, near + reach);
            } else {
                (last, place) = (found, near - reach);
            }
        }
        let step = |epsilon: f64| NARROW * (1.0 + epsilon.abs());
        sign_change(first, last, step, excess)
    }
}
