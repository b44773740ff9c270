//! Pure guarantees: between which values the loss of a run lies, and what follows from that alone.

use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::{exp_down, up};

/// The largest `L` and the largest `-L` of a run, from above; infinite where there is none.
///
/// A likelihood ratio that lies between `e^-least` and `e^most` and has mean 1 under "out" is spread no wider than one that
/// takes only these two values, so its divergence is at most that of randomised response (Kairouz, Oh and Viswanath 2015,
/// Theorem 3.3, for two different ends).
#[derive(Clone, Copy, Debug)]
pub(super) struct LossRange {
    most: f64,
    least: f64,
}

impl LossRange {
    /// Losses of steps add up.
    pub(super) fn of(pair: &DominatingPair) -> Self {
        let (mut most, mut least) = (0.0, 0.0);
        for phase in &pair.phases {
            let step = of_step(pair, phase);
            let total = |of_step: f64, sum: f64| sum_up(sum, product_up(phase.num_steps, of_step));
            (most, least) = (total(step.0, most), total(step.1, least));
        }
        Self { most, least }
    }

    /// The range seen from "out": both ends trade places.
    pub(super) fn reversed(self) -> Self {
        Self {
            most: self.least,
            least: self.most,
        }
    }

    /// The largest loss: no epsilon is larger.
    pub(super) fn most(self) -> f64 {
        self.most
    }

    /// `H(eps) <= (1 - e^-least)(1 - e^(eps - most))/(1 - e^(-least - most))`, from above: 0 from the largest loss on.
    pub(super) fn hockey_stick(self, epsilon: f64) -> f64 {
        if epsilon >= self.most {
            return 0.0;
        }
        if epsilon <= -self.least {
            return (-libm::expm1(epsilon)).next_up();
        }
        let whole = -libm::expm1(-(self.most + self.least));
        up(libm::expm1(-self.least) * libm::expm1(epsilon - self.most) / whole).min(1.0)
    }

    /// `TPR <= e^most FPR` and `1 - TPR >= e^-least (1 - FPR)`, from above.
    pub(super) fn tpr(self, fpr: f64) -> f64 {
        let raised = if self.most < 700.0 {
            up(up(libm::exp(self.most)) * fpr)
        } else {
            1.0
        };
        let missed = exp_down(-self.least, self.least.min(1e3)) * (1.0 - fpr).next_down();
        raised.min((1.0 - missed).next_up()).min(1.0)
    }
}

/// The largest `L` and `-L` of one step, from above.
fn of_step(pair: &DominatingPair, phase: &PairPhase) -> (f64, f64) {
    let q = phase.sample_rate;
    let none = f64::INFINITY;
    // ln(1 - q): the smallest loss of one step where the record may be left out.
    let never = if q < 1.0 { up(-libm::log1p(-q)) } else { none };
    match (pair.shape, pair.noise) {
        (Shape::Mixture { group_size: 1 }, Noise::Laplace) => {
            let whole = inverse_up(phase.noise_per_shift);
            if q == 1.0 {
                return (whole, whole);
            }
            let least = up(-libm::log1p(q * libm::expm1(-whole)));
            (raised(q, whole), least.min(never))
        }
        (Shape::Mirrored, Noise::Laplace) => {
            let whole = inverse_up(phase.noise_per_shift);
            let most = if q == 1.0 { whole } else { raised(q, whole) };
            (most, most)
        }
        (Shape::Mixture { group_size }, _) => (none, product_up(group_size as f64, never)),
        _ => (none, none),
    }
}

/// `ln(1 + q (e^s - 1))`, from above.
fn raised(q: f64, s: f64) -> f64 {
    if s > 600.0 {
        // ln q + s and what 1 - q adds.
        return s.min(up(s + libm::log(q) + libm::exp(-s) / q));
    }
    up(libm::log1p(q * libm::expm1(s))).min(s)
}

/// `1/x`, from above; exact where it is a number.
fn inverse_up(x: f64) -> f64 {
    let inverse = 1.0 / x;
    if libm::fma(inverse, x, -1.0) < 0.0 {
        inverse.next_up()
    } else {
        inverse
    }
}

/// `a b`, from above; exact where it is a number.
fn product_up(a: f64, b: f64) -> f64 {
    let product = a * b;
    if libm::fma(a, b, -product) > 0.0 {
        product.next_up()
    } else {
        product
    }
}

/// `a + b` of numbers that are at least 0, from above.
fn sum_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if a == 0.0 || b == 0.0 || sum - a == b && sum - b == a {
        sum
    } else {
        sum.next_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(shape: Shape, noise: Noise, noise_per_shift: f64, q: f64, steps: f64) -> LossRange {
        LossRange::of(&DominatingPair {
            shape,
            noise,
            phases: vec![PairPhase {
                noise_per_shift,
                sample_rate: q,
                num_steps: steps,
            }],
        })
    }

    #[test]
    fn pure_epsilons_add_up() {
        let single = Shape::Mixture { group_size: 1 };
        let laplace = range(single, Noise::Laplace, 1.0, 1.0, 3.0);
        assert_eq!((laplace.most, laplace.least), (3.0, 3.0));
        // 100 ln(1 + .01 (e^2 - 1)) and -100 ln(1 - .01 (1 - e^-2)).
        let sampled = range(single, Noise::Laplace, 0.5, 0.01, 100.0);
        assert!(
            (sampled.most - 6.193_252_941_633).abs() < 1e-12,
            "{sampled:?}"
        );
        assert!(
            (sampled.least - 0.868_424_631_586_25).abs() < 1e-13,
            "{sampled:?}"
        );
        let gaussian = range(single, Noise::Gaussian, 1.0, 0.5, 2.0);
        assert!(gaussian.most.is_infinite());
        assert!((gaussian.least / (2.0 * core::f64::consts::LN_2) - 1.0).abs() < 1e-14);
        let unbounded = range(Shape::Substitution, Noise::Gaussian, 1.0, 0.5, 2.0);
        assert!(unbounded.most.is_infinite() && unbounded.least.is_infinite());
        assert_eq!(unbounded.tpr(0.1), 1.0);
        assert_eq!(unbounded.hockey_stick(1.0), 1.0);
    }

    /// Randomised response attains what its range allows.
    #[test]
    fn randomised_response_is_the_widest() {
        let (most, least) = (1.5_f64, 0.7_f64);
        let range = LossRange { most, least };
        // Under "out" the large ratio has probability p, so that the mean is 1.
        let p = (1.0 - (-least).exp()) / (most.exp() - (-least).exp());
        for epsilon in [-2.0, -0.7, -0.3, 0.0, 0.6, 1.4, 1.5, 3.0] {
            let divergence = p * (most.exp() - f64::exp(epsilon)).max(0.0)
                + (1.0 - p) * ((-least).exp() - f64::exp(epsilon)).max(0.0);
            let bound = range.hockey_stick(epsilon);
            assert!(
                (bound - divergence).abs() < 1e-14 && bound >= divergence - 1e-16,
                "{epsilon}"
            );
        }
        assert!((range.tpr(p) - p * most.exp()).abs() < 1e-14);
    }
}
