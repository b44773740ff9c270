//! The probabilities of each number of draws.

use crate::numerics::count;

/// Share of the likeliest number of draws at which the sum ends: so small that it is nothing, or, where there are many terms,
/// that no figure that is asked for is of its size.
const LEAST_WEIGHT: f64 = 1e-290;
const LEAST_OF_MANY: f64 = 1e-60;
/// Expected number of draws from which there are many terms.
const MANY_DRAWS: f64 = 30.0;
/// The binomial weights around the likeliest number, the first number, and a bound of what is left out. Ratios of neighbours
/// lose nothing where a logarithm of the whole would.
pub(super) fn binomial(num_steps: f64, q: f64) -> (usize, Vec<f64>, f64) {
    let odds = q / (1.0 - q);
    let mode = libm::floor((num_steps + 1.0) * q).min(num_steps);
    let up = |k: f64| (num_steps - k) / (k + 1.0) * odds;
    let mut weights = Vec::new();
    let least = if num_steps * q < MANY_DRAWS {
        LEAST_WEIGHT
    } else {
        LEAST_OF_MANY
    };
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
        if k >= num_steps {
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
