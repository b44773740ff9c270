//! The likelihood ratio of a simulated training: a product of one factor a step, sixteen trainings at once.

use crate::SampledGaussian;
use crate::lanes::{Floats, Kernel, LANES, LaneGenerator};
use core::f64::consts::{LN_2, LOG2_E};

/// Steps that are multiplied in single precision before the product is widened.
const SINGLE_STEPS: u32 = 8;
/// Largest normal drawn, see [`Kernel::normals`].
const LARGEST_NORMAL: f64 = 6.56;

/// A product of likelihood ratios, kept as a number in `[1, 2)` and a power of two: one logarithm a training.
pub(crate) struct RatioProduct {
    sample_rate: f64,
    /// The ratio of a step that is known to be sampled is `2^(scale z + offset)`.
    scale: f32,
    offset: f32,
    /// Whether eight factors may be multiplied in single precision.
    single: bool,
    value: [f64; LANES],
    exponent: [i64; LANES],
}

impl RatioProduct {
    /// Steps of [`Self::sixteen_steps`]. Sixteen ratios between `2^-53` and `2^32` stay normal numbers.
    pub(crate) const STEPS: u64 = 16;

    pub(crate) fn new(run: &SampledGaussian) -> Self {
        let (q, m) = (run.sample_rate(), run.shift());
        Self {
            sample_rate: q,
            scale: narrow(m * LOG2_E),
            offset: narrow(-0.5 * m * m * LOG2_E),
            single: fits_single(q, m),
            value: [1.0; LANES],
            exponent: [0; LANES],
        }
    }

    #[inline(always)]
    pub(crate) fn sixteen_steps(&mut self, kernel: &Kernel, generator: &mut LaneGenerator) {
        if self.single {
            for _ in 0..2 {
                self.eight_steps_single(kernel, generator);
            }
        } else {
            for _ in 0..8 {
                self.two_steps(kernel, generator);
            }
        }
        self.normalise();
    }

    // Short loops over all lanes, one after the other: each becomes a few vector instructions. Not inlined: in a
    // longer body the browsers run out of registers.
    #[inline(never)]
    fn eight_steps_single(&mut self, kernel: &Kernel, generator: &mut LaneGenerator) {
        let mut product = [1.0; LANES];
        for _ in 0..SINGLE_STEPS / 2 {
            let (first, second) = kernel.normals(&generator.words(), &generator.words());
            self.multiply_single(&mut product, kernel, &first);
            self.multiply_single(&mut product, kernel, &second);
        }
        for (value, factor) in self.value.iter_mut().zip(product) {
            *value *= f64::from(factor);
        }
    }

    /// Multiplies by `1 + q (e^a - 1)`; the product's rounding is 3e-8 a step with mean zero.
    #[inline(always)]
    fn multiply_single(&self, product: &mut Floats, kernel: &Kernel, z: &Floats) {
        let q = narrow(self.sample_rate);
        let sampled = z.map(|z| kernel.normal_power_of_two(z * self.scale + self.offset));
        for (product, sampled) in product.iter_mut().zip(sampled) {
            *product += *product * (q * sampled - q);
        }
    }

    #[inline(always)]
    pub(crate) fn two_steps(&mut self, kernel: &Kernel, generator: &mut LaneGenerator) {
        let (first, second) = kernel.normals(&generator.words(), &generator.words());
        self.multiply(kernel, &first);
        self.multiply(kernel, &second);
    }

    pub(crate) fn one_step(&mut self, kernel: &Kernel, generator: &mut LaneGenerator) {
        let (first, _) = kernel.normals(&generator.words(), &generator.words());
        self.multiply(kernel, &first);
    }

    /// Multiplies by the ratio `1 - q + q e^a`, `a = m z - m²/2`, of one observation a lane.
    #[inline(always)]
    fn multiply(&mut self, kernel: &Kernel, z: &Floats) {
        let rest = 1.0 - self.sample_rate;
        let sampled = z.map(|z| kernel.power_of_two(z * self.scale + self.offset));
        for (value, sampled) in self.value.iter_mut().zip(sampled) {
            *value *= rest + self.sample_rate * f64::from(sampled);
        }
    }

    #[inline(always)]
    fn normalise(&mut self) {
        const MANTISSA: u64 = (1 << 52) - 1;
        for (value, exponent) in self.value.iter_mut().zip(&mut self.exponent) {
            let bits = value.to_bits();
            *exponent += (bits >> 52).cast_signed() - 1023;
            *value = f64::from_bits((bits & MANTISSA) | (1023 << 52));
        }
    }

    /// The total loss of each training.
    pub(crate) fn log(&self) -> [f64; LANES] {
        core::array::from_fn(|lane| self.exponent[lane] as f64 * LN_2 + libm::log(self.value[lane]))
    }
}

/// Single precision serves where eight factors neither overflow nor vanish, which keeps `m` below 6 and so every
/// exponent above -93, and where its rounding is below a
/// thousandth of what a step scatters: `q (e^a - 1)` scatters by more than `q`.
fn fits_single(q: f64, m: f64) -> bool {
    const ROOM: f64 = 100.0;
    let z = m.min(LARGEST_NORMAL);
    let largest = libm::log2(1.0 + q * libm::exp(LARGEST_NORMAL * z - 0.5 * z * z));
    let smallest = -libm::log2(1.0 - q);
    q >= 1e-4 && f64::from(SINGLE_STEPS) * largest.max(smallest) <= ROOM
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is enough for one step"
)]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_precision_never_meets_an_exponent_below_the_normal_numbers() {
        for i in 1..2000 {
            let m = f64::from(i) / 20.0;
            for q in [1e-4, 1e-3, 0.1, 0.5, 0.999] {
                let lowest = (-LARGEST_NORMAL * m - 0.5 * m * m) * LOG2_E;
                assert!(!fits_single(q, m) || lowest > -126.0, "{q} {m}");
            }
        }
        assert!(fits_single(0.01, 1.0) && !fits_single(1e-5, 1.0) && !fits_single(0.01, 20.0));
    }
}
