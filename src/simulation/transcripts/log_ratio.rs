//! What one observation says, in double precision and for every parameter.

use crate::mechanism::Noise;

/// Logarithm of the density of the noise centred at `shift` over that of the noise itself, at `x`.
#[inline(always)]
pub(super) fn exponent(noise: Noise, shift: f64, x: f64) -> f64 {
    match noise {
        Noise::Gaussian => shift * (x - 0.5 * shift),
        Noise::Laplace => x.abs() - (x - shift).abs(),
    }
}
