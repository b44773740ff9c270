//! Bounds of well separated laws in closed form: where the noise is so small that a draw stands out, no quadrature follows the
//! observations, and none is needed.

use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};

/// Logarithm of the affinity at `s = 1/2` above which this is left to the engines.
const USEFUL: f64 = -20.0;
/// Halvings of `1 - s`, and of `s`.
const TOWARDS_IN: i32 = 44;
const TOWARDS_OUT: i32 = 6;

/// Upper bounds of `ln ∫ P^s Q^(1-s)` of a run for several `s`, which multiply over its steps.
///
/// For `0 < s < 1` the power of a sum is at most the sum of the powers, so that a step with few components has at most
/// `sum a_i^s b_j^(1-s) e^(-s(1-s) d²/2)`, `d` the distance of two centres in units of the noise.
pub(super) struct Affinities(Vec<Affinity>);

struct Affinity {
    /// `1 - s`.
    rest: f64,
    log: f64,
}

impl Affinities {
    /// Empty where the laws overlap too much, or have no such bound; the small module leaves such runs to the whole one.
    pub(super) fn of(pair: &DominatingPair) -> Self {
        if cfg!(first_module) {
            return Self(Vec::new());
        }
        let half = log_affinity(pair, 0.5, 0.5).filter(|log| *log < USEFUL);
        if half.is_none() {
            return Self(Vec::new());
        }
        let power = |k: i32| libm::exp2(-f64::from(k));
        let inward = (1..=TOWARDS_IN).map(|k| (1.0 - power(k), power(k)));
        let outward = (2..=TOWARDS_OUT).map(|k| (power(k), 1.0 - power(k)));
        let affinity = |(s, rest)| {
            let log = log_affinity(pair, s, rest)?;
            Some(Affinity { rest, log })
        };
        Self(inward.chain(outward).filter_map(affinity).collect())
    }

    /// Logarithm of an upper bound of `O(eps) = ∫ min(P, e^eps Q)` and of `P(L <= eps)`, which both are at most
    /// `e^((1-s) eps) ∫ P^s Q^(1-s)`.
    pub(super) fn log_overlap(&self, epsilon: f64) -> f64 {
        let bound = |affinity: &Affinity| {
            let slope = affinity.rest * epsilon;
            slope + affinity.log + 4.0 * f64::EPSILON * (2.0 + slope.abs() + affinity.log.abs())
        };
        self.0.iter().map(bound).fold(0.0, f64::min)
    }

    /// What is missed at most at a rate of false positives: "in" is said at losses above `-ln fpr`, where "out" has at most
    /// this rate.
    pub(super) fn missed(&self, fpr: f64) -> f64 {
        if self.0.is_empty() {
            return 1.0;
        }
        let epsilon = -libm::log(fpr) * (1.0 + 4.0 * f64::EPSILON);
        libm::exp(self.log_overlap(epsilon)).next_up().next_up()
    }
}

fn log_affinity(pair: &DominatingPair, s: f64, rest: f64) -> Option<f64> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    let steps = pair.phases.iter().map(|phase| {
        let log = step_log_affinity(pair.shape, phase, s, rest)?;
        Some(phase.num_steps * log.min(0.0))
    });
    let sum: Option<f64> = steps.sum();
    // The sum of numbers of one sign.
    sum.map(|sum| sum * (1.0 - 2.0 * f64::EPSILON * (2.0 + pair.phases.len() as f64)))
}

/// `ln` of the bound of one step, from above.
fn step_log_affinity(shape: Shape, phase: &PairPhase, s: f64, rest: f64) -> Option<f64> {
    let (q, m) = (phase.sample_rate, phase.shift());
    let fall = 0.5 * s * rest * m * m;
    let (log_undrawn, log_drawn) = (libm::log1p(-q), libm::log(q));
    match shape {
        Shape::Mixture { group_size } => {
            let records = group_size as f64;
            let never = records * log_undrawn;
            // As many components share what is left, each at least as far away as the first.
            let ever = libm::log(-libm::expm1(never));
            let drawn = rest * libm::log(records) + s * ever - fall;
            Some(log_sum_up([s * never, drawn, f64::NEG_INFINITY]))
        }
        Shape::Substitution => {
            let cross = s * log_undrawn + rest * log_drawn;
            let other = s * log_drawn + rest * log_undrawn;
            let mixed = log_sum_up([cross, other, f64::NEG_INFINITY]) - fall;
            Some(log_sum_up([log_undrawn, mixed, log_drawn - 4.0 * fall]))
        }
        Shape::Mirrored | Shape::Allocation => None,
    }
}

/// `ln` of a sum of terms that are known by logarithms of a few roundings each, from above.
fn log_sum_up(terms: [f64; 3]) -> f64 {
    let high = terms.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if high == f64::NEG_INFINITY {
        return high;
    }
    let largest = terms.iter().position(|term| *term == high);
    let others = terms
        .iter()
        .enumerate()
        .filter(|(place, _)| Some(*place) != largest);
    let (mut sum, mut rounding) = (0.0, high.abs());
    for (_, term) in others {
        sum += libm::exp(term - high);
        // x e^-x of the term's own rounding.
        rounding += 2.0 * libm::exp(0.5 * (term - high));
    }
    high + libm::log1p(sum) + 32.0 * f64::EPSILON * rounding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::PrivacyCurve;
    use crate::mechanism::{Demand, SampledGaussian};

    fn pair(shape: Shape, noise_per_shift: f64, q: f64, steps: f64) -> DominatingPair {
        DominatingPair {
            shape,
            noise: Noise::Gaussian,
            phases: vec![PairPhase {
                noise_per_shift,
                sample_rate: q,
                num_steps: steps,
            }],
        }
    }

    /// A midpoint sum over the observations of one step never exceeds the bound, and meets it where the noise is small.
    #[test]
    fn bounds_hold_and_are_tight_for_small_noise() {
        let integral = |shape: Shape, m: f64, q: f64, s: f64| {
            let step = 1e-3;
            let density = |z: f64, c: f64| {
                (-0.5 * (z - c) * (z - c)).exp() / (2.0 * core::f64::consts::PI).sqrt()
            };
            let at = |z: f64| {
                let (inn, out) = match shape {
                    Shape::Substitution => (
                        (1.0 - q) * density(z, 0.0) + q * density(z, m),
                        (1.0 - q) * density(z, 0.0) + q * density(z, -m),
                    ),
                    _ => (
                        (1.0 - q) * (1.0 - q) * density(z, 0.0)
                            + 2.0 * q * (1.0 - q) * density(z, m)
                            + q * q * density(z, 2.0 * m),
                        density(z, 0.0),
                    ),
                };
                inn.powf(s) * out.powf(1.0 - s)
            };
            let points = 50_000;
            (-points..points)
                .map(|i| step * at(step * (f64::from(i) + 0.5)))
                .sum::<f64>()
                .ln()
        };
        for shape in [Shape::Mixture { group_size: 2 }, Shape::Substitution] {
            for (m, q) in [(0.5, 0.3), (2.0, 0.01), (6.0, 0.2)] {
                for s in [0.5, 0.75, 0.25] {
                    let phase = PairPhase {
                        noise_per_shift: 1.0 / m,
                        sample_rate: q,
                        num_steps: 1.0,
                    };
                    let bound = step_log_affinity(shape, &phase, s, 1.0 - s).unwrap();
                    let truth = integral(shape, m, q, s);
                    assert!(
                        bound > truth - 1e-12,
                        "{shape:?} {m} {q} {s}: {bound} {truth}"
                    );
                    if m > 5.0 {
                        assert!(
                            bound < truth + 0.1,
                            "{shape:?} {m} {q} {s}: {bound} {truth}"
                        );
                    }
                }
            }
        }
    }

    /// Where every draw is seen, an attacker misses those that were never drawn, and the loss is that of the draws.
    #[test]
    fn separated_runs_are_known_at_once() {
        let pair = pair(Shape::Mixture { group_size: 1 }, 0.002, 0.1, 1e5);
        let affinities = Affinities::of(&pair);
        assert!(affinities.missed(1e-12) < 1e-300);
        // A draw adds m²/2 to the loss: 1e4 of them, of which some are missing.
        let near = 0.5 * 500.0 * 500.0 * 1e4;
        assert!(affinities.log_overlap(1e-3 * near) < -100.0);
        assert_eq!(affinities.log_overlap(1.1 * near), 0.0);
        let run = SampledGaussian::new(0.002, 0.1, 1e8).unwrap();
        let demand = Demand {
            fpr: vec![1e-12],
            epsilon: vec![1.0],
            delta: Some(1e-5),
            ..Demand::default()
        };
        let curve = PrivacyCurve::new(&run, &demand);
        assert!(curve.tpr(1e-12).lower > 1.0 - 1e-12);
        assert!(curve.hockey_stick(1.0).lower > 1.0 - 1e-12);
        assert!(curve.epsilon(1e-5).0.lower > 1e6);
    }

    #[test]
    fn laws_that_overlap_are_left_to_the_engines() {
        let pair = pair(Shape::Mixture { group_size: 1 }, 1.0, 0.01, 1000.0);
        assert!(Affinities::of(&pair).missed(1e-3) >= 1.0);
    }
}
