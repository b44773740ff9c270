//! Small noise: a draw is nearly certain to be seen, and no draw shows nothing.

use crate::mechanism::{DominatingPair, Gaussian, Noise, Shape};
use crate::numerics::{Interval, normal, up};

/// Shift from which this is asked, in units of the noise: below, the engines resolve the curve.
const LEAST_SHIFT: f64 = 3.0;
/// Most expected draws, and the logarithm of the weight from which a number of draws counts on its own.
const MOST_DRAWS: f64 = 100.0;
const LEAST_LOG_WEIGHT: f64 = -80.0;

/// Two bounds of the curve of `T` steps with one record.
///
/// Above: given how often the record was drawn, and when, a run is a Gaussian test with `mu = m sqrt(k)`. The
/// divergence is jointly convex, so `H <= sum_k Binomial(T, q)(k) H_(m sqrt k)`, and a test's rate of true positives is the same
/// sum of its rates. Below: the attacker who says "in" when any observation exceeds a threshold.
pub(super) struct SeenDraws {
    rate: f64,
    shift: f64,
    steps: f64,
    /// The runs with a number of draws and their probabilities, from above.
    draws: Vec<(Gaussian, f64)>,
    /// Probability of more draws, from above.
    rest: f64,
    /// Whether the pair is that of one record added, for which the attacker's rates are known.
    is_added: bool,
}

impl SeenDraws {
    /// None where the noise is not small, or the draws are many.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let [phase] = &pair.phases[..] else {
            return None;
        };
        let (factor, is_added) = match (pair.shape, pair.noise) {
            (Shape::Mixture { group_size: 1 }, Noise::Gaussian) => (1.0, true),
            (Shape::Substitution, Noise::Gaussian) => (2.0, false),
            _ => return None,
        };
        let (rate, shift, steps) = (phase.sample_rate, phase.shift(), phase.num_steps);
        if shift < LEAST_SHIFT || rate * steps > MOST_DRAWS || rate == 1.0 {
            return None;
        }
        let mut log_weight = steps * libm::log1p(-rate);
        let log_odds = libm::log(rate) - libm::log1p(-rate);
        let (mut draws, mut k) = (Vec::new(), 0.0);
        let rest = loop {
            if k >= steps {
                break 0.0;
            }
            k += 1.0;
            log_weight += log_odds + libm::log((steps - k + 1.0) / k);
            let weight = libm::exp(log_weight) * (1.0 + 1e-12 * (1.0 + k));
            if k > rate * steps && log_weight < LEAST_LOG_WEIGHT {
                // Weights fall on, at least as fast as a geometric series.
                let ratio = rate * steps / (k + 1.0) / (1.0 - rate);
                break if ratio < 0.5 { 2.0 * weight } else { 1.0 };
            }
            let mu = factor * shift * libm::sqrt(k);
            draws.push((Gaussian { mu }, weight));
        };
        Some(Self {
            rate,
            shift,
            steps,
            draws,
            rest,
            is_added,
        })
    }

    /// A sum over the number of draws, from above; what a run without a draw has is `never`.
    fn most(&self, never: f64, of: impl Fn(&Gaussian) -> f64) -> f64 {
        let drawn: f64 = self
            .draws
            .iter()
            .map(|(run, weight)| weight * of(run))
            .sum();
        ((drawn + self.rest + never) * (1.0 + 1e-12)).min(1.0)
    }

    /// `H(eps)` of "in" against "out" for `eps >= 0`.
    pub(super) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let upper = self.most(0.0, |run| run.hockey_stick(epsilon).upper);
        // Where the ratio of one step crosses the order.
        let exponent = if epsilon > 700.0 {
            epsilon - libm::log(self.rate)
        } else {
            libm::log1p(libm::expm1(epsilon) / self.rate)
        };
        let place = exponent / self.shift + 0.5 * self.shift;
        let (fpr, tpr) = self.rates(place);
        // Far out the union bound, whose logarithm is always a number.
        let log_tail = normal::log_sf(place);
        let log_fpr = libm::log(fpr).min(libm::log(self.steps) + log_tail);
        let rounding = 8.0 * f64::EPSILON * (8.0 + epsilon + log_tail.abs());
        let false_positives = up(libm::exp(epsilon + log_fpr + rounding));
        Interval {
            lower: ((tpr - false_positives) * (1.0 - 4.0 * f64::EPSILON)).max(0.0),
            upper,
        }
    }

    /// `H(eps)` of "out" against "in", from above, for `eps >= 0`.
    pub(super) fn reverse_hockey_stick(&self, epsilon: f64) -> f64 {
        // Both orders of a Gaussian test are mirror images.
        self.most(0.0, |run| run.hockey_stick(epsilon).upper)
    }

    /// The rate of true positives.
    pub(super) fn tpr(&self, fpr: f64) -> Interval {
        let never = libm::exp(self.steps * libm::log1p(-self.rate)) * (1.0 + 1e-12);
        let upper = self.most(never * fpr, |run| run.tpr(fpr).upper);
        let of_step = -libm::expm1(libm::log1p(-fpr) / self.steps);
        let place = -normal::quantile(of_step.clamp(1e-300, 0.5));
        let (rate, hits) = self.rates(place);
        // Below the rate of that test lies the chord from the origin.
        let lower = hits * (fpr / rate.max(fpr)) * (1.0 - 4.0 * f64::EPSILON);
        Interval { lower, upper }
    }

    /// Rates of the attacker with a threshold: of false positives from above, of true ones from below.
    fn rates(&self, place: f64) -> (f64, f64) {
        if !self.is_added {
            return (1.0, 0.0);
        }
        let slack = |x: f64| 8.0 * f64::EPSILON * (2.0 + x * x + x.abs() * self.shift);
        let exceeds = |x: f64, side: f64| normal::sf(x) * (1.0 + side * slack(x).min(1.0));
        let any = |of_step: f64| -libm::expm1(self.steps * libm::log1p(-of_step.min(1.0)));
        // Tails below the smallest normal number count as that.
        let fpr = any(exceeds(place, 1.0).max(1e-300)) * (1.0 + 1e-13);
        let of_in = (1.0 - self.rate) * exceeds(place, -1.0)
            + self.rate * exceeds_drawn(place - self.shift, &exceeds);
        (fpr.min(1.0), any(of_in * (1.0 - 1e-13)) * (1.0 - 1e-13))
    }
}

/// The probability that a draw exceeds, from below: far above 1/2 from the other tail.
fn exceeds_drawn(x: f64, exceeds: &dyn Fn(f64, f64) -> f64) -> f64 {
    if x < 0.0 {
        (1.0 - exceeds(-x, 1.0)).next_down()
    } else {
        exceeds(x, -1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{OneStep, PairPhase};

    /// One step is known in closed form.
    #[test]
    fn it_holds_the_curve_of_one_step() {
        for (noise_per_shift, sample_rate) in [(0.3, 0.5), (0.1, 1e-3), (1e-2, 0.9), (1e-4, 1e-6)] {
            let phase = PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps: 1.0,
            };
            let seen = SeenDraws::new(&DominatingPair {
                shape: Shape::Mixture { group_size: 1 },
                noise: Noise::Gaussian,
                phases: vec![phase],
            });
            let (seen, step) = (seen.expect("small noise"), OneStep::new(&phase));
            for epsilon in [0.0, 0.3, 5.0, 40.0, 300.0] {
                let (known, found) = (step.hockey_stick(epsilon), seen.hockey_stick(epsilon));
                assert!(
                    found.lower <= known.upper && known.lower <= found.upper,
                    "{epsilon} {found:?} {known:?}"
                );
                // At one step the attacker with a threshold is the best one.
                assert!(
                    found.lower >= known.lower * (1.0 - 1e-6) - 1e-300,
                    "{epsilon} {found:?} {known:?}"
                );
                assert!(
                    seen.reverse_hockey_stick(epsilon) >= step.reverse_hockey_stick(epsilon).lower
                );
            }
            for fpr in [1e-12, 1e-3, 0.3] {
                let (known, found) = (step.tpr(fpr), seen.tpr(fpr));
                assert!(
                    found.lower <= known.upper && known.lower <= found.upper,
                    "{fpr} {found:?} {known:?}"
                );
                assert!(
                    found.upper <= known.upper * (1.0 + 1e-9) && found.lower >= 0.99 * known.lower
                );
            }
        }
    }

    #[test]
    fn it_is_left_out_where_nothing_is_seen() {
        for (noise_per_shift, num_steps) in [(1.0, 10.0), (0.1, 1e9)] {
            let pair = DominatingPair {
                shape: Shape::Mixture { group_size: 1 },
                noise: Noise::Gaussian,
                phases: vec![PairPhase {
                    noise_per_shift,
                    sample_rate: 1e-3,
                    num_steps,
                }],
            };
            assert!(SeenDraws::new(&pair).is_none());
        }
    }
}
