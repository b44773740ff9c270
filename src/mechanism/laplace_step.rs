//! A single sampled step of Laplace noise: everything in closed form.

use super::dominating_pair::PairPhase;
use crate::numerics::Interval;

/// The test between the Laplace law of scale 1 and `(1 - q)` times that plus `q` times the one shifted by `m`. Without sampling the
/// ratio `v` lies between `e^-m` and `e^m`, and its divergence is `1 - e^((o - m)/2)` at the orders between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaplaceStep {
    sample_rate: f64,
    shift: f64,
}

impl LaplaceStep {
    pub(crate) fn new(phase: &PairPhase) -> Self {
        Self {
            sample_rate: phase.sample_rate,
            shift: phase.shift(),
        }
    }

    /// `q (1 - e^(-m/2))`.
    pub(crate) fn advantage(&self) -> Interval {
        let value = -self.sample_rate * libm::expm1(-0.5 * self.shift);
        Interval::around(value, 4.0 * f64::EPSILON * value)
    }

    /// `H(eps) = q (1 - e^((o - m)/2))` with `e^o = 1 + (e^eps - 1)/q`, for `eps >= 0`.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        let (order, error) = if epsilon > 700.0 {
            let order = epsilon - libm::log(q);
            (order, 4.0 * f64::EPSILON * (epsilon + order))
        } else {
            let excess = libm::expm1(epsilon) / q;
            (
                libm::log1p(excess),
                6.0 * f64::EPSILON * libm::log1p(excess),
            )
        };
        let below = |order: f64| -q * libm::expm1(0.5 * (order - m).min(0.0));
        let rounding = error + 2.0 * f64::EPSILON * (order + m);
        Interval {
            lower: (below(order + rounding) * (1.0 - 4.0 * f64::EPSILON)).max(0.0),
            upper: below(order - rounding) * (1.0 + 4.0 * f64::EPSILON),
        }
    }

    /// `H(eps)` of "out" against "in" for `eps >= 0`: `e^eps q (t - sqrt(t) e^(-m/2))` with `t = (e^-eps - 1 + q)/q`, the ratio without
    /// sampling where the ratio is `e^-eps`; 0 where it never falls so low.
    pub(crate) fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        let share = libm::expm1(-epsilon) / q;
        let rounding = 4.0 * f64::EPSILON * (1.0 + share.abs());
        let least = libm::exp(-0.5 * m);
        let slack = 4.0 * f64::EPSILON * (1.0 + 0.5 * m) * least;
        // At a ratio `t` and the least root, each off by its rounding.
        let at = |t: f64, least: f64| {
            let root = libm::sqrt(t.max(0.0));
            let log_scale = libm::log(q) + epsilon + libm::log(root);
            libm::exp(log_scale) * (root - least).max(0.0)
        };
        let (low, high) = (1.0 + share - rounding, 1.0 + share + rounding);
        // The logarithm of the scale is off by a share of its parts.
        let relative = 4.0 * f64::EPSILON * (4.0 + 2.0 * (epsilon - libm::log(q)) + 0.5 * m);
        Interval {
            lower: at(low, least + slack) * (1.0 - relative),
            upper: (at(high, least - slack) * (1.0 + relative)).min(1.0),
        }
    }

    /// `TPR = (1 - q) FPR + q f(FPR)` with `f` the curve without sampling: `e^m FPR` up to `e^-m/2`, `1 - e^-m/(4 FPR)` up to 1/2,
    /// `1 - e^-m (1 - FPR)` beyond.
    pub(crate) fn tpr(&self, fpr: f64) -> Interval {
        let (q, m) = (self.sample_rate, self.shift);
        let least = libm::exp(-m);
        let unsampled = if fpr <= 0.5 * least {
            fpr * libm::exp(m)
        } else if fpr <= 0.5 {
            1.0 - 0.25 * least / fpr
        } else {
            1.0 - least * (1.0 - fpr)
        };
        let value = (1.0 - q) * fpr + q * unsampled;
        // Of 1 - x an x of up to 1/2 is left, of whose rounding a share of m.
        let rounding = (12.0 + 2.0 * m) * f64::EPSILON * q * unsampled;
        let found = Interval::around(value, rounding + 4.0 * f64::EPSILON * value);
        Interval {
            lower: found.lower.max(fpr),
            upper: found.upper.min(1.0),
        }
    }

    /// The order at which the best test has rate `fpr`. An estimate.
    pub(crate) fn order(&self, fpr: f64) -> f64 {
        let m = self.shift;
        let unsampled = (-2.0 * libm::log(2.0 * fpr) - m).clamp(-m, m);
        let excess = self.sample_rate * libm::expm1(unsampled);
        if excess.is_finite() {
            libm::log1p(excess)
        } else {
            unsampled + libm::log(self.sample_rate)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(noise_per_shift: f64, sample_rate: f64) -> LaplaceStep {
        LaplaceStep::new(&PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps: 1.0,
        })
    }

    /// Every figure by a fine sum over the observation, with the atoms.
    #[test]
    fn figures_agree_with_a_fine_sum() {
        const CELLS: u32 = 1 << 16;
        for (noise, q) in [
            (0.3, 0.2),
            (1.0, 1e-3),
            (4.0, 1.0),
            (0.1, 0.05),
            (30.0, 0.4),
        ] {
            let (m, found) = (1.0 / noise, step(noise, q));
            let cell = m / f64::from(CELLS);
            let mut parts = vec![(0.5, 0.5 * libm::exp(-m)), (0.5 * libm::exp(-m), 0.5)];
            for i in 0..CELLS {
                let x = cell * (f64::from(i) + 0.5);
                // The mass of a cell under both, from its ends.
                let mass = libm::exp(-x) * libm::sinh(0.5 * cell);
                let moved = libm::exp(x - m) * libm::sinh(0.5 * cell);
                parts.push((mass, moved));
            }
            let parts: Vec<(f64, f64)> = parts
                .into_iter()
                .map(|(out, moved)| (out, (1.0 - q) * out + q * moved))
                .collect();
            let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
                parts.iter().map(|&(out, inn)| of(out, inn).max(0.0)).sum()
            };
            let near = |what: &str, interval: Interval, wanted: f64| {
                let off = (interval.middle() - wanted).abs();
                assert!(
                    off <= 1e-7 * q,
                    "{what} of {noise}, {q}: {interval:?}, {wanted}"
                );
                let size = q.max(interval.upper);
                assert!(interval.width() <= 1e-12 * size, "{what}: {interval:?}");
            };
            near("advantage", found.advantage(), sum(&|out, inn| inn - out));
            for epsilon in [0.0, 1e-3, 0.04, 0.3, 1.0, 3.0] {
                let scale = libm::exp(epsilon);
                let forward = sum(&|out, inn| inn - scale * out);
                let backward = sum(&|out, inn| out - scale * inn);
                near("divergence", found.hockey_stick(epsilon), forward);
                near("reverse", found.reverse_hockey_stick(epsilon), backward);
            }
            for fpr in [1e-9, 1e-3, 0.2, 0.5, 0.9] {
                // The line of the order touches the curve there.
                let slope = libm::exp(found.order(fpr));
                let line = sum(&|out, inn| inn - slope * out) + slope * fpr;
                near("TPR", found.tpr(fpr), line);
            }
        }
    }

    /// Beyond the largest loss, and its negative, nothing is left.
    #[test]
    fn ends_are_pure() {
        let found = step(0.5, 0.1);
        let most = libm::log1p(0.1 * libm::expm1(2.0));
        assert!(found.hockey_stick(most + 1e-12).upper < 1e-300);
        assert!(found.hockey_stick(most - 1e-6).lower > 0.0);
        let least = -libm::log1p(0.1 * libm::expm1(-2.0));
        assert!(found.reverse_hockey_stick(least + 1e-12).upper < 1e-12);
        assert!(found.reverse_hockey_stick(1.0).upper < 1e-300);
        assert!(step(1e-4, 1e-9).hockey_stick(5000.0).lower > 0.9e-9);
    }
}
