//! Batches of one size: what steps show by chance changes the divergence by a share of what it is at an order that is not much smaller.

use super::shown::Shown;
use super::weights::Draws;
use super::{CountedDraws, NEGLIGIBLE, NOTHING};
use crate::curve::engine::Engine;
use crate::curve::epsilon::crossing;
use crate::mechanism::{Demand, PairPhase};
use crate::numerics::{Interval, normal};

/// By how much the draws of a run lower the order together, in the sum for what they show themselves.
const LOWERS: f64 = 1e-12;
/// Most steps that show a loss above 0 by chance for which the order is lowered.
const MOST: i32 = 4;

/// With `c = Phi(-m/2)`, the sum `S` of [`CountedDraws`], and `theta` a little less than 1,
///
/// `(1 - T c (2 + q/(1 - q))) S(eps) <= H(eps) <= e^(T c/(1 - q)) sum_l (T c)^l/l! S(eps + l ln(1 - theta) + k ln theta)`,
///
/// `k` the most draws that are counted.
///
/// - From below: plain runs are those of the sum times `(1 - 2 c)^(T - k)`, less draws with `z < m/2`. Of these each leaves at most `q c` times
///   the divergence of the others, whose sum over `T - 1` steps is at most `S/(1 - q)`.
/// - From above: a step with a loss below 0 leaves at most `c` times what the others show. Of a step with a loss above 0 the density of "in" is that of
///   a draw and that of chance, `(1 - q) c` in all; and of two parts `(f + g - h)_+ <= (f - theta h)_+ + (g - (1 - theta) h)_+`.
pub(super) struct RarelyShown {
    /// What the sum is at most too large by, as a share of it.
    below: f64,
    /// `T c/(1 - q)` and `T c`.
    negative: f64,
    by_chance: f64,
    /// The most draws that are counted.
    draws: f64,
}

impl RarelyShown {
    pub(super) fn new(phase: &PairPhase, terms: &[Draws]) -> Self {
        let draws = terms.iter().map(|draws| match draws.shown {
            Shown::Gaussian { mu } => libm::round(libm::pow(mu / phase.shift(), 2.0)),
            Shown::Laplace(_) => f64::INFINITY,
        });
        let chance = phase.num_steps * normal::sf(0.5 * phase.shift()) * (1.0 + 1e-9);
        let q = phase.sample_rate;
        Self {
            below: chance * (2.0 + q / (1.0 - q)),
            negative: chance / (1.0 - q),
            by_chance: chance,
            draws: draws.fold(1.0, f64::max),
        }
    }
}

impl CountedDraws {
    /// The same, in so far as it is known as a share.
    pub(super) fn with_share(&self, epsilon: f64, sum: Interval) -> Interval {
        let Some(rarely) = &self.rarely else {
            return Interval {
                lower: 0.0,
                upper: f64::INFINITY,
            };
        };
        let lower = sum.lower * (1.0 - rarely.below);
        if self.unseen <= f64::EPSILON * sum.lower || rarely.negative > 1.0 {
            return Interval {
                lower: lower.next_down(),
                upper: f64::INFINITY,
            };
        }
        // A rounded order is lowered by more than it should be.
        let (chance, lowers) = (
            LOWERS / rarely.draws,
            1.001 * LOWERS + 4.0 * f64::EPSILON * epsilon.abs(),
        );
        let (mut all, mut weight) = (0.0, 1.0);
        for l in 0..=MOST {
            let lowered = f64::from(l) * -libm::log(chance) * (1.0 + 1e-12);
            all += weight * self.divergence(epsilon - lowers - lowered).upper;
            weight *= rarely.by_chance / f64::from(l + 1);
        }
        let upper = (all + weight * (1.0 + rarely.by_chance)) * libm::exp(rarely.negative);
        Interval {
            lower: lower.next_down(),
            upper: upper * (1.0 + 1e-14),
        }
    }

    /// The same of a rate, by the sum and the line of an order, which is `whole` higher than the divergence.
    pub(super) fn share_of_rate(&self, sum: Interval, order: f64, whole: f64) -> Interval {
        let line = self.with_share(order, self.divergence(order)).upper + whole;
        let lower = self
            .rarely
            .as_ref()
            .map_or(0.0, |rarely| sum.lower * (1.0 - rarely.below));
        Interval {
            lower: lower.next_down(),
            upper: line * (1.0 + 1e-14),
        }
    }

    /// Whether everything that is asked is narrow.
    pub(super) fn is_narrow(&self, demand: &Demand) -> bool {
        let resolves =
            |found: Interval| found.width() <= NEGLIGIBLE * found.upper || found.upper < NOTHING;
        let curve = |epsilon: f64| Engine::hockey_stick(self, epsilon);
        let rate = demand.rates().fold(1.0, f64::min);
        resolves(self.advantage())
            && demand
                .epsilon
                .iter()
                .all(|&epsilon| resolves(curve(epsilon)))
            && resolves(self.tpr(rate, self.advantage(), &mut 0.0))
            && demand
                .delta
                .is_none_or(|delta| resolves(crossing(delta, &curve)))
    }
}
