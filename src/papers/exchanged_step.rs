//! One sampled step with and without an exchange of records: everything in closed form.

use crate::mechanism::SampledGaussian;
use crate::numerics::{Interval, normal};

/// Hockey-stick divergence at order `epsilon` between one step's `(1 - q) N(0, 1) + q N(m, 1)` and
/// `(1 - q) N(0, 1) + q N(-m, 1)`, the pair of an exchanged record: the ratio of the densities grows, and is `e^eps` where
/// `w = e^(m z)` solves `w² - c w = e^eps`, `c = (1 - q)/q (e^eps - 1) e^(m²/2)`.
pub(super) fn divergence(run: &SampledGaussian, epsilon: f64) -> Interval {
    let (q, m) = (run.sample_rate(), run.shift());
    let factor = libm::exp(epsilon);
    let c = (1.0 - q) / q * libm::expm1(epsilon) * libm::exp(0.5 * m * m);
    let z = libm::log(0.5 * (c + libm::sqrt(c * c + 4.0 * factor))) / m;
    let unsampled = (1.0 - q) * libm::expm1(epsilon) * normal::sf(z);
    let (above, below) = (q * normal::sf(z - m), q * factor * normal::sf(z + m));
    // At another place than the best one the difference is smaller, by the square of how far off it is.
    let size = 16.0 + z * z + m * m;
    let error = 16.0 * f64::EPSILON * size * (unsampled + above + below);
    Interval::around(above - below - unsampled, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By mpmath 1.3 with 40 digits: the integral of the positive part.
    #[test]
    fn values_by_quadrature() {
        for (noise, rate, epsilon, value) in GOLDEN {
            let run = SampledGaussian::new(noise, rate, 1.0).expect("a run");
            let found = divergence(&run, epsilon);
            assert!(
                found.contains(value),
                "{noise} {epsilon}: {found:?} {value}"
            );
            assert!(found.width() < 1e-12, "{found:?}");
        }
    }

    const GOLDEN: [(f64, f64, f64, f64); 5] = [
        (0.5, 0.0001, 0.001, 0.000028252745557271239),
        (1.0, 0.0001, 0.0, 0.0000682689492137085897),
        (1.0, 0.0001, 0.01, 3.59532265653727205e-10),
        (2.0, 0.0001, 0.1, 2.82606846326868557e-48),
        (1.0, 0.3, 0.5, 0.0676179851631488347),
    ];
}
