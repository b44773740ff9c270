//! The rounding of a discrete Fourier transform.

/// Bound of what the transform of so many points rounds an output by, as a share of the sum of the inputs' moduli: each output is a sum of
/// inputs times factors of modulus 1, rounded once per level.
pub(crate) fn rounding_of_transform(length: usize) -> f64 {
    let levels = libm::log2(length as f64) + 2.0;
    2.5 * f64::EPSILON * levels
}
