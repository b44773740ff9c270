//! The probabilities of each number of draws.

#[cfg(not(first_module))]
use super::laplace_draws::LaplaceDraws;
use super::shown::Shown;
#[cfg(not(first_module))]
use crate::mechanism::DominatingPair;
use crate::mechanism::{Noise, PairPhase, Shape};
use crate::numerics::count;

/// Share of the likeliest number of draws at which the sum ends: so small that it is nothing, or, where there are many terms,
/// that no figure that is asked for is of its size.
const LEAST_WEIGHT: f64 = 1e-290;
const LEAST_OF_MANY: f64 = 1e-60;
/// Expected number of draws from which there are many terms.
const MANY_DRAWS: f64 = 30.0;
/// Probability below which draws of a group or of several phases are left out, and how many there are at most.
const LEAST_OF_SUMS: f64 = 1e-28;
const MOST_OF_GROUPS: usize = 4000;
#[cfg(not(first_module))]
const MOST_OF_SCHEDULES: usize = 20_000;

/// Runs that drew as often: their probability, what is shown, and the constants in the loss, of steps that drew and of the others.
pub(super) struct Draws {
    pub(super) weight: f64,
    pub(super) shown: Shown,
    pub(super) drawn: f64,
    pub(super) undrawn: f64,
    /// Sizes that were added up for the constants.
    pub(super) parts: f64,
}

/// The probability that a step draws so many, its logarithm, and the sizes that were added up for that.
pub(super) struct OfStep {
    pub(super) value: f64,
    pub(super) log: f64,
    size: f64,
}

/// Of a group, from none to all of its records.
pub(super) fn of_step(group_size: usize, q: f64) -> Vec<OfStep> {
    let k = group_size as f64;
    let odds = libm::log(q) - libm::log1p(-q);
    let mut log = k * libm::log1p(-q);
    let mut size = log.abs();
    let mut weights = Vec::with_capacity(group_size + 1);
    for j in 0..=group_size {
        weights.push(OfStep {
            value: libm::exp(log),
            log,
            size: 2.0 + size,
        });
        let ways = libm::log((k - j as f64) / (j as f64 + 1.0));
        log += odds + ways;
        size += odds.abs() + ways.abs();
    }
    weights
}

/// The numbers of draws of one record, what they leave out, and the relative error of their weights.
pub(super) fn of_record(shape: Shape, noise: Noise, phase: &PairPhase) -> (Vec<Draws>, f64, f64) {
    let (q, num_steps) = (phase.sample_rate, phase.num_steps);
    let (first, weights, outside) = binomial(num_steps, q);
    let relative = 8.0 * f64::EPSILON * (2.0 + weights.len() as f64);
    let undrawn = libm::log1p(-q);
    // Loss of a step that drew the record, less `x`, and of one that did not.
    let (with, without) = match shape {
        Shape::Substitution => (libm::log(q) - undrawn, 0.0),
        Shape::Mirrored => (libm::log(q), 0.0),
        _ => (libm::log(q), undrawn),
    };
    let draws = weights.into_iter().enumerate().map(|(i, weight)| {
        let k = (first + i) as f64;
        let (drawn, undrawn) = (k * with, (num_steps - k) * without);
        Draws {
            weight,
            shown: shown(noise, k, phase.shift()),
            drawn,
            undrawn,
            parts: drawn.abs() + undrawn.abs(),
        }
    });
    (draws.collect(), outside, relative)
}

/// What so many draws of a record show.
fn shown(noise: Noise, draws: f64, shift: f64) -> Shown {
    match noise {
        #[cfg(not(first_module))]
        Noise::Laplace => Shown::Laplace(LaplaceDraws::new(draws, shift)),
        _ => Shown::Gaussian {
            mu: shift * libm::sqrt(draws),
        },
    }
}

/// How many steps draw how many records of a group, what that leaves out, and the relative error; none where these are too many.
///
/// Of the steps that draw no more than `j`, those that draw `j` are binomial.
pub(super) fn of_group(group_size: usize, phase: &PairPhase) -> Option<(Vec<Draws>, f64, f64)> {
    /// Steps that are left, the draws of the others, and the sum of the squares of these.
    struct Partly {
        left: f64,
        squares: f64,
        draws: Draws,
    }
    let nothing = Shown::Gaussian { mu: 0.0 };
    let weights = of_step(group_size, phase.sample_rate);
    let mut partly = vec![Partly {
        left: phase.num_steps,
        squares: 0.0,
        draws: Draws {
            weight: 1.0,
            shown: nothing,
            drawn: 0.0,
            undrawn: 0.0,
            parts: 0.0,
        },
    }];
    let (mut outside, mut relative, mut most) = (0.0, 0.0, 0.0_f64);
    for j in (1..=group_size).rev() {
        let fewer: f64 = weights[..=j].iter().map(|weight| weight.value).sum();
        let share = weights[j].value / fewer;
        let mut next = Vec::new();
        for before in &partly {
            let (first, found, missing) = binomial(before.left, share);
            outside += before.draws.weight * missing;
            relative = f64::max(relative, 8.0 * f64::EPSILON * (2.0 + found.len() as f64));
            for (i, weight) in found.into_iter().enumerate() {
                let (k, weight) = ((first + i) as f64, before.draws.weight * weight);
                if weight < LEAST_OF_SUMS {
                    outside += weight;
                    continue;
                }
                most = most.max(k);
                let loss = k * weights[j].log;
                next.push(Partly {
                    left: before.left - k,
                    squares: before.squares + k * (j * j) as f64,
                    draws: Draws {
                        weight,
                        shown: nothing,
                        drawn: before.draws.drawn + loss,
                        undrawn: 0.0,
                        parts: before.draws.parts + k * weights[j].size,
                    },
                });
            }
            if next.len() > MOST_OF_GROUPS {
                return None;
            }
        }
        partly = next;
    }
    // The probabilities of a step, to the power of the draws that are added up.
    let size = weights.iter().map(|weight| weight.size).fold(0.0, f64::max);
    let of_step = 4.0 * f64::EPSILON * size;
    let levels = group_size as f64;
    let relative = levels * (relative + 4.0 * (1.0 + most) * of_step);
    let terms = partly.into_iter().map(|partly| {
        let Partly {
            left,
            squares,
            draws,
        } = partly;
        let undrawn = left * weights[0].log;
        Draws {
            shown: Shown::Gaussian {
                mu: phase.shift() * libm::sqrt(squares),
            },
            undrawn,
            parts: 2.0 * (draws.parts + left * weights[0].size) + levels * draws.drawn.abs(),
            ..draws
        }
    });
    Some((terms.collect(), outside * (1.0 + 1e-6), relative))
}

/// How often each of several phases draws a record, what that leaves out, and the relative error; none where these are too many.
#[cfg(not(first_module))]
pub(super) fn of_schedule(pair: &DominatingPair) -> Option<(Vec<Draws>, f64, f64)> {
    let mut phases = pair.phases.iter();
    let (mut terms, mut outside, mut relative) = of_record(pair.shape, pair.noise, phases.next()?);
    for phase in phases {
        let (own, missing, off) = of_record(pair.shape, pair.noise, phase);
        outside += missing;
        relative += off + 4.0 * f64::EPSILON;
        let mut next = Vec::new();
        for before in &terms {
            for draws in &own {
                let weight = before.weight * draws.weight;
                if weight < LEAST_OF_SUMS {
                    outside += weight;
                    continue;
                }
                let square = before.shown.size() + draws.shown.size();
                next.push(Draws {
                    weight,
                    shown: Shown::Gaussian {
                        mu: libm::sqrt(square),
                    },
                    drawn: before.drawn + draws.drawn,
                    undrawn: before.undrawn + draws.undrawn,
                    parts: before.parts + draws.parts + square,
                });
            }
            if next.len() > MOST_OF_SCHEDULES {
                return None;
            }
        }
        terms = next;
    }
    Some((terms, outside * (1.0 + 1e-6), relative))
}

/// The binomial weights around the likeliest number, the first number, and a bound of what is left out. Ratios of neighbours
/// lose nothing where a logarithm of the whole would.
pub(super) fn binomial(num_steps: f64, q: f64) -> (usize, Vec<f64>, f64) {
    let odds = q / (1.0 - q);
    let mode = libm::floor((num_steps + 1.0) * q).min(num_steps);
    let up = |k: f64| (num_steps - k) / (k + 1.0) * odds;
    let least = if num_steps * q < MANY_DRAWS {
        LEAST_WEIGHT
    } else {
        LEAST_OF_MANY
    };
    around(mode, num_steps, least, up)
}

/// The same of a Poisson law.
#[cfg(not(first_module))]
pub(super) fn poisson(mean: f64) -> (usize, Vec<f64>, f64) {
    let up = |k: f64| mean / (k + 1.0);
    around(libm::floor(mean), f64::INFINITY, LEAST_WEIGHT, up)
}

/// The weights from the likeliest number outward as long as they are no less than a share of that one's, given the last number and the
/// ratio of each weight to the one before.
fn around(mode: f64, last: f64, least: f64, up: impl Fn(f64) -> f64) -> (usize, Vec<f64>, f64) {
    let mut weights = Vec::new();
    let (mut k, mut weight) = (mode, 1.0);
    let mut outside = 0.0;
    while k > 0.0 {
        let ratio = 1.0 / up(k - 1.0);
        if weight * ratio < least {
            outside += weight * ratio / (1.0 - ratio);
            break;
        }
        weight *= ratio;
        k -= 1.0;
        weights.push(weight);
    }
    let first = k;
    weights.reverse();
    (k, weight) = (mode, 1.0);
    loop {
        weights.push(weight);
        let ratio = up(k);
        if k >= last {
            break;
        }
        if weight * ratio < least {
            outside += weight * ratio / (1.0 - ratio);
            break;
        }
        weight *= ratio;
        k += 1.0;
    }
    let sum: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= sum;
    }
    (count(first), weights, outside * (1.0 + 1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poisson_weights_have_their_mean() {
        for mean in [1e-200, 1e-3, 0.7, 1.0, 33.3, 1e3] {
            let (first, weights, outside) = poisson(mean);
            let sum: f64 = weights.iter().sum();
            let found = (first..).zip(&weights).map(|(k, weight)| k as f64 * weight);
            let found: f64 = found.sum();
            let variance = (first..).zip(&weights).map(|(k, weight)| {
                let off = k as f64 - mean;
                off * off * weight
            });
            let variance: f64 = variance.sum();
            assert!((sum - 1.0).abs() < 1e-12 && outside < 1e-280, "{mean}");
            assert!((found / mean - 1.0).abs() < 1e-11, "{mean}: {found}");
            assert!((variance / mean - 1.0).abs() < 1e-9, "{mean}: {variance}");
        }
    }

    #[test]
    fn weights_are_binomial() {
        for (num_steps, q) in [(1.0, 0.3), (5.0, 1e-9), (7.0, 0.9), (1e9, 1e-6), (1e4, 0.5)] {
            let (first, weights, outside) = binomial(num_steps, q);
            let sum: f64 = weights.iter().sum();
            let mean: f64 = (first..)
                .zip(&weights)
                .map(|(k, weight)| k as f64 * weight)
                .sum();
            assert!(
                (sum - 1.0).abs() < 1e-12 && outside < 1e-55,
                "{sum} {outside}"
            );
            assert!(
                (mean / (num_steps * q) - 1.0).abs() < 1e-11,
                "{num_steps} {q}: {mean}"
            );
        }
    }
}
