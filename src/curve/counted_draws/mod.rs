//! Small noise: a drawn record stands out, and the curve is a sum of those without sampling over the number of times it was drawn.

#[cfg(not(first_module))]
mod laplace_draws;
#[cfg(not(first_module))]
mod rarely_shown;
mod reading;
mod shown;
#[cfg(test)]
mod tests;
mod weights;

#[cfg(not(first_module))]
use self::rarely_shown::RarelyShown;
use self::shown::Shown;
#[cfg(not(first_module))]
use self::weights::of_schedule;
use self::weights::{Draws, of_group, of_record};
use super::engine::Engine;
use crate::mechanism::{Demand, DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::{Interval, log_add, normal};

/// Expected number of draws up to which there are few enough terms.
const MOST_DRAWS: f64 = 1e4;
/// The same of Laplace noise, see [`laplace_draws`]: many more are drawn with no probability in numbers.
const MOST_DRAWS_OF_LAPLACE: f64 = 500.0;
/// Largest noise and rate of a group or of several phases of which draws are counted.
const MOST_NOISE: f64 = 0.15;
const MOST_RATE: f64 = 0.5;
/// Shift of a record in batches of one size below which [`unseen_in_batches`] says nothing of use.
const SHIFT_IN_BATCHES: f64 = 6.0;
/// Error above which nothing is said.
const USEFUL: f64 = 1e-3;
/// Error, relative to the smallest figure that is asked for, at which no other engine is needed.
const NEGLIGIBLE: f64 = 1e-7;
/// Divergences below this are as good as 0.
const NOTHING: f64 = 1e-299;

/// The curve of a run as if the attacker saw which steps drew the record.
///
/// With `x = m z - m²/2` a step shows the loss `ln(1 - q + q e^x)`. Where `S` are the steps that drew the record, the total
/// loss is `L_S = |S| ln q + (T - |S|) ln(1 - q) + sum_S x` and `U >= 0` more: `ln(1 + e^(x* - x))` for a step of `S`,
/// `ln(1 + e^(x - x*))` for another, `x* = ln((1 - q)/q)`. With it `(1 - e^(eps - L))_+` grows by at most `min(1, U)`, so
///
/// `sum_k B(k) H_k(eps) <= H(eps) <= sum_k B(k) H_k(eps) + E[min(1, U)]`,
///
/// `B` binomial and `H_k` the curve of a Gaussian of `mu = m sqrt(k)` at the order `eps - k ln q - (T - k) ln(1 - q)`. For a
/// substitution `ln q/(1 - q)` stands for `ln q`, 0 for `ln(1 - q)`, and `U` has either sign. Of a batch of one size 0 stands for `ln(1 - q)`
/// too ([`unseen_in_batches`]). A step of a group draws `j` of its records
/// with the probability `w_j`: the sum is over how many steps draw how many, `mu` is `m sqrt(sum j²)` and `ln w_j` stands for `ln q`. Of
/// Laplace noise `H_k` is that of `k` draws ([`laplace_draws`]) and `m` twice the observation less the shift, at most that shift. Of several
/// phases the sum is over how often each of them draws the record, `mu²` is the sum of theirs, and so is `U`.
pub(super) struct CountedDraws {
    pair: DominatingPair,
    terms: Vec<Draws>,
    /// Relative error of the weights.
    relative: f64,
    /// Bound of what the sum leaves out, and of `E[min(1, U)]`.
    outside: f64,
    unseen: f64,
    /// What is known of it as a share of the divergence, in batches of one size.
    #[cfg(not(first_module))]
    rarely: Option<RarelyShown>,
}

impl CountedDraws {
    /// `None` where this says nothing of use.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        #[cfg(not(first_module))]
        if pair.phases.len() > 1 {
            return Self::of_schedule(pair);
        }
        let [phase] = pair.phases[..] else {
            return None;
        };
        let draws = phase.num_steps * phase.sample_rate * records(pair.shape);
        // The small module leaves groups to the whole one.
        let group = match pair.shape {
            Shape::Mixture { group_size } if !cfg!(first_module) && group_size > 1 => {
                Some(group_size)
            }
            _ => None,
        };
        let is_sampled = phase.sample_rate < 1.0;
        let is_known = match (pair.shape, pair.noise) {
            (Shape::Mixture { group_size: 1 }, Noise::Laplace) => {
                !cfg!(first_module) && is_sampled && draws <= MOST_DRAWS_OF_LAPLACE
            }
            (_, Noise::Laplace) => false,
            (Shape::Mixture { group_size: 1 } | Shape::Substitution, _) => is_sampled,
            (Shape::Mirrored, _) => !cfg!(first_module) && is_sampled && Self::serves_batches(pair),
            _ => group.is_some() && Self::serves_sums(pair),
        };
        if !is_known || draws > MOST_DRAWS {
            return None;
        }
        let unseen = match (group, pair.noise) {
            (Some(group_size), _) => unseen_group(group_size, &phase),
            (_, Noise::Laplace) => unseen_laplace(&phase),
            _ if pair.shape == Shape::Mirrored => unseen_in_batches(&phase),
            _ => unseen(pair.shape, &phase),
        };
        if unseen > USEFUL {
            return None;
        }
        let (terms, outside, relative) = match group {
            Some(group_size) => of_group(group_size, &phase)?,
            None => of_record(pair.shape, pair.noise, &phase),
        };
        #[cfg(not(first_module))]
        let rarely = (pair.shape == Shape::Mirrored).then(|| RarelyShown::new(&phase, &terms));
        Some(Self {
            pair: pair.clone(),
            terms,
            relative,
            outside,
            unseen,
            #[cfg(not(first_module))]
            rarely,
        })
    }

    /// The same of several phases of one record.
    #[cfg(not(first_module))]
    fn of_schedule(pair: &DominatingPair) -> Option<Self> {
        let is_known = matches!(
            pair.shape,
            Shape::Mixture { group_size: 1 } | Shape::Substitution
        );
        let drawn = |phase: &PairPhase| phase.num_steps * phase.sample_rate;
        let draws: f64 = pair.phases.iter().map(drawn).sum();
        if !is_known || !Self::serves_sums(pair) || draws > MOST_DRAWS {
            return None;
        }
        let unseen = pair.phases.iter().map(|phase| unseen(pair.shape, phase));
        let unseen: f64 = unseen.sum();
        if unseen > USEFUL {
            return None;
        }
        let (terms, outside, relative) = of_schedule(pair)?;
        Some(Self {
            pair: pair.clone(),
            terms,
            relative,
            outside,
            unseen,
            rarely: None,
        })
    }

    /// Whether a pair is that of a group or of several phases under small noise, of which draws may be counted.
    pub(super) fn serves_sums(pair: &DominatingPair) -> bool {
        let is_group = matches!(pair.shape, Shape::Mixture { group_size } if group_size > 1);
        let is_small = |phase: &PairPhase| {
            phase.noise_per_shift <= MOST_NOISE && phase.sample_rate <= MOST_RATE
        };
        (is_group || pair.phases.len() > 1)
            && pair.noise == Noise::Gaussian
            && pair.phases.iter().all(is_small)
    }

    /// The same of batches of one size.
    pub(super) fn serves_batches(pair: &DominatingPair) -> bool {
        pair.shape == Shape::Mirrored
            && pair
                .phases
                .iter()
                .all(|phase| phase.shift() >= SHIFT_IN_BATCHES)
    }

    /// Whether nothing that is asked needs more than this says.
    pub(super) fn suffices(&self, demand: &Demand) -> bool {
        let left_out = self.unseen + self.outside;
        let resolves =
            |value: Interval| left_out <= NEGLIGIBLE * value.lower || value.upper < NOTHING;
        let smallest = demand.rates().chain(demand.delta);
        let smallest = smallest.fold(1.0, f64::min);
        #[cfg(not(first_module))]
        if self.pair.shape == Shape::Mirrored {
            return self.is_narrow(demand);
        }
        left_out <= NEGLIGIBLE * smallest
            && resolves(self.advantage())
            && demand.epsilon.iter().all(|&epsilon| {
                resolves(self.hockey_stick(epsilon)) && resolves(self.reverse_hockey_stick(epsilon))
            })
    }

    /// The weight of each number of draws, what it shows, the order at which that is read, and the rounding of the order.
    fn terms(&self, epsilon: f64) -> impl Iterator<Item = (f64, Shown, f64, f64)> {
        self.terms.iter().map(move |draws| {
            let order = epsilon - draws.drawn - draws.undrawn;
            let parts = draws.parts + epsilon.abs();
            let size = order.abs() + draws.shown.size();
            let rounding = 4.0 * f64::EPSILON * (parts + 2.0 * size + 1e-300);
            (draws.weight, draws.shown, order, rounding)
        })
    }

    /// `sum_k B(k) value_k`, where `value` gives two ends at all orders between two.
    fn sum(&self, epsilon: f64, value: &dyn Fn(Shown, f64, f64) -> (f64, f64)) -> Interval {
        let (mut lower, mut upper) = (0.0, 0.0);
        for (weight, shown, order, rounding) in self.terms(epsilon) {
            let (low, high) = value(shown, order - rounding, order + rounding);
            lower += weight * low;
            upper += weight * high;
        }
        Interval {
            lower: (lower * (1.0 - self.relative)).next_down(),
            upper: (upper * (1.0 + self.relative)).next_up() + self.outside,
        }
    }

    /// `sum_k B(k) H_k`.
    fn divergence(&self, epsilon: f64) -> Interval {
        self.sum(epsilon, &Shown::divergence)
    }

    /// `sum_k B(k) O_k` without the case that the record was never drawn, and that case.
    fn overlaps(&self, epsilon: f64) -> (Interval, Interval) {
        let drawn = self.sum(epsilon, &|shown, low, high| {
            if shown.is_nothing() {
                return (0.0, 0.0);
            }
            shown.overlap(low, high)
        });
        let never = self.sum(epsilon, &|shown, low, high| {
            if !shown.is_nothing() {
                return (0.0, 0.0);
            }
            let share = |order: f64| libm::exp(order.min(0.0));
            (share(low).next_down(), share(high).next_up())
        });
        (drawn, never)
    }

    /// Probability under `sum_k B(k) P_k` of a loss above an order.
    fn inn_above(&self, epsilon: f64) -> Interval {
        self.sum(epsilon, &Shown::inn_above)
    }

    /// Logarithm of the probability of that under the `Q` of each term.
    fn log_out_above(&self, epsilon: f64) -> Interval {
        let (mut low, mut high) = (f64::NEG_INFINITY, libm::log(self.outside));
        for (weight, shown, order, rounding) in self.terms(epsilon) {
            let weight = libm::log(weight);
            low = log_add(low, weight + shown.log_out_above(order + rounding, -1.0));
            high = log_add(high, weight + shown.log_out_above(order - rounding, 1.0));
        }
        let rounding = |log: f64| self.relative + 8.0 * f64::EPSILON * (log.abs() + epsilon.abs());
        Interval {
            lower: low - epsilon - rounding(low),
            upper: high - epsilon + rounding(high),
        }
    }

    /// How far below the sum, and above it, the divergence may lie for what is unseen.
    fn unseen_sides(&self) -> (f64, f64) {
        match self.pair.shape {
            Shape::Substitution | Shape::Mirrored => (self.unseen, self.unseen),
            _ => (0.0, self.unseen),
        }
    }

    fn with_unseen(&self, sum: Interval) -> Interval {
        let (below, above) = self.unseen_sides();
        Interval {
            lower: (sum.lower - below).next_down(),
            upper: (sum.upper + above).next_up(),
        }
    }
}

/// Logarithm of the probability that no record is ever drawn.
fn log_never(pair: &DominatingPair) -> f64 {
    let never =
        |phase: &PairPhase| phase.num_steps * records(pair.shape) * libm::log1p(-phase.sample_rate);
    pair.phases.iter().map(never).sum()
}

/// How many records may be drawn in a step.
fn records(shape: Shape) -> f64 {
    match shape {
        Shape::Mixture { group_size } => group_size as f64,
        _ => 1.0,
    }
}

/// Bound of `E[min(1, U)]` of a group: of each two numbers of draws what both laws share, from either side.
fn unseen_group(group_size: usize, phase: &PairPhase) -> f64 {
    let weights = weights::of_step(group_size, phase.sample_rate);
    let mut shared = 0.0;
    for (j, few) in weights.iter().enumerate() {
        for (more, many) in weights.iter().enumerate().skip(j + 1) {
            let distance = (more - j) as f64 * phase.shift();
            let z = 0.5 * distance + (few.log - many.log) / distance;
            shared += few.value * normal::sf(z) + many.value * normal::cdf(z - distance);
        }
    }
    2.0 * phase.num_steps * shared * (1.0 + 1e-9) + 1e-300
}

/// Bound of `E[min(1, U)]` of Laplace noise, with what is missed where a draw shows the least loss there is.
///
/// As [`unseen`], with the ratio of an observation `x` at `e^(2 x - m)`, which is 1/q - 1 at `z`.
fn unseen_laplace(phase: &PairPhase) -> f64 {
    let (q, m) = (phase.sample_rate, phase.shift());
    let odds = q / (1.0 - q);
    let z = 0.5 * (m - libm::log(odds));
    if !(0.0..m).contains(&z) {
        return f64::INFINITY;
    }
    let (above, below) = (0.5 * libm::exp(-z), 0.5 * libm::exp(z - m));
    let undrawn = above + odds * below;
    let drawn = below + above / odds + 0.5 * libm::exp(-m);
    phase.num_steps * ((1.0 - q) * undrawn + q * drawn) * (1.0 + 1e-9) + 1e-300
}

/// How far from the sum the divergence of batches of one size may lie, on either side.
///
/// A step shows a loss above 0 where `z > m/2`, its mirror image where `z` is under "out", else none: 0 with the probability
/// `(1 - q)(1 - 2 Phi(-m/2))` under both. Let a run be plain where each step drew the record and shows a loss above 0, or shows none. Under "in"
/// the others have at most the mass `T (2 - q) Phi(-m/2)`, which is what the sum may be too small by: of plain runs "out" is no less than
/// without the draws of others. And "in" is no less than its plain runs, whose divergence is that of the sum but for `(1 - 2 Phi(-m/2))^(T - k)` and
/// for draws with `z < m/2`, together at most `T (2 - q) Phi(-m/2)` as well.
fn unseen_in_batches(phase: &PairPhase) -> f64 {
    let step = (2.0 - phase.sample_rate) * normal::sf(0.5 * phase.shift());
    phase.num_steps * step * (1.0 + 1e-9) + 1e-300
}

/// Bound of `E[min(1, U)]`: of a step that did not draw the record and of one that did, on either side of the `z` at which
/// both are as likely.
fn unseen(shape: Shape, phase: &PairPhase) -> f64 {
    let (q, m) = (phase.sample_rate, phase.shift());
    let log_odds = libm::log(q) - libm::log1p(-q);
    let z = 0.5 * m - log_odds / m;
    let odds = libm::exp(log_odds);
    let (above, below) = (normal::sf(z), normal::cdf(z - m));
    let undrawn = above + odds * below;
    let drawn = below + above / odds;
    let step = match shape {
        Shape::Substitution => {
            let mirrored = normal::sf(z + m) + odds * libm::exp(-m * m);
            2.0 * (1.0 - q) * undrawn + q * (drawn + mirrored)
        }
        _ => (1.0 - q) * undrawn + q * drawn,
    };
    phase.num_steps * step * (1.0 + 1e-9) + 1e-300
}
