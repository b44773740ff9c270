//! The order of an aim, about: as if the attacker saw which steps draw the record.

use super::saddle::Aim;
use super::smooth_step::SmoothStep;
use crate::numerics::{Bisection, normal};

/// Most draws that are looked at, and the logarithm of the share of the aim below which a number of them counts for nothing.
const MOST_DRAWS: usize = 400;
const LOG_NOTHING: f64 = -8.0;
/// Largest order that is looked for, and how well.
const LARGEST: f64 = 1e7;
const RELATIVE: f64 = 1e-3;

/// The order at which the sum over the number of draws of the Gaussian curves behind them has the divergence or the rate; none for
/// what is an order, and where too many draws are expected. The divergence is larger than that sum, so that its order lies beyond.
pub(super) fn drawn_order(step: &SmoothStep, aim: Aim) -> Option<f64> {
    let (Aim::Divergence(log_target) | Aim::Rate(log_target)) = aim else {
        return None;
    };
    // Of a group, some are drawn more often than others.
    if step.records() > 1.0 {
        return None;
    }
    let (n, q) = (step.num_steps(), step.q);
    let undrawn = libm::log1p(-q);
    let (drawn, expected) = (libm::log(q), n * q);
    // Logarithm of the number of ways to draw so often.
    let mut log_ways = 0.0;
    let mut numbers = Vec::new();
    for k in 1..=MOST_DRAWS {
        let count = k as f64;
        if count > n {
            break;
        }
        log_ways += libm::log((n - count + 1.0) / count);
        let log_loss = count * drawn + (n - count) * undrawn;
        numbers.push((log_ways, log_loss, step.shift() * libm::sqrt(count)));
        if count > expected && log_ways + log_loss < log_target + LOG_NOTHING {
            break;
        }
    }
    if expected > MOST_DRAWS as f64 / 2.0 {
        return None;
    }
    let reaches = |epsilon: f64| {
        let share = |&(log_ways, log_loss, mu): &(f64, f64, f64)| {
            let order = epsilon - log_loss;
            let log_out = normal::log_sf(order / mu + 0.5 * mu);
            let log = match aim {
                Aim::Rate(_) => log_ways + log_out,
                _ => {
                    let log_inn = normal::log_sf(order / mu - 0.5 * mu);
                    let kept = -libm::expm1((order + log_out - log_inn).min(0.0));
                    log_ways + log_loss + log_inn + libm::log(kept)
                }
            };
            libm::exp((log - log_target).min(1.0))
        };
        numbers.iter().map(share).sum::<f64>() > 1.0
    };
    let mut high = 1.0;
    while reaches(high) {
        high *= 2.0;
        if high > LARGEST {
            return None;
        }
    }
    let search = Bisection::linear(60).until(|low, high| high - low <= RELATIVE * high);
    Some(search.bracket(0.0, high, reaches).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{PairPhase, Shape};

    /// One step has a closed form: the order at which a sampled Gaussian has the divergence, and the rate.
    #[test]
    fn one_step_meets_its_closed_form() {
        for (noise_per_shift, sample_rate, log_target) in
            [(0.1, 1e-3, -20.0), (0.3, 1e-6, -25.0), (0.08, 0.01, -34.0)]
        {
            let phase = PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 1.0,
            };
            let step = SmoothStep::new(Shape::Mixture { group_size: 1 }, &phase).expect("Gaussian");
            let m = step.shift();
            let order = drawn_order(&step, Aim::Rate(log_target)).expect("an order");
            let z = (order - libm::log(sample_rate)) / m + 0.5 * m;
            assert!(
                (normal::log_sf(z) - log_target).abs() < 0.1,
                "rate: {order}"
            );
            let order = drawn_order(&step, Aim::Divergence(log_target)).expect("an order");
            let x = order - libm::log(sample_rate);
            let inn = normal::sf(x / m - 0.5 * m);
            let divergence = sample_rate * (inn - libm::exp(x) * normal::sf(x / m + 0.5 * m));
            assert!(
                (libm::log(divergence) - log_target).abs() < 0.1,
                "divergence: {order}"
            );
        }
        assert_eq!(
            drawn_order(
                &SmoothStep::new(
                    Shape::Mixture { group_size: 1 },
                    &PairPhase {
                        noise_per_shift: 0.1,
                        sample_rate: 0.5,
                        num_steps: 1e6
                    }
                )
                .expect("Gaussian"),
                Aim::Rate(-20.0)
            ),
            None
        );
    }
}
