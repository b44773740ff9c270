//! A product of likelihood ratios of four trainings that neither overflows nor vanishes.

use crate::random::QUAD;
use core::f64::consts::LN_2;

/// A number in `[1, 2)` and a power of two a lane: one logarithm a training.
#[derive(Clone, Copy)]
pub(super) struct Product {
    value: [f64; QUAD],
    exponent: [i64; QUAD],
}

impl Product {
    pub(super) const ONE: Self = Self {
        value: [1.0; QUAD],
        exponent: [0; QUAD],
    };

    /// Multiplies by positive normal numbers.
    #[inline(always)]
    pub(super) fn multiply(&mut self, factors: [f64; QUAD]) {
        const MANTISSA: u64 = (1 << 52) - 1;
        const ONE: u64 = 1023 << 52;
        let lanes = self.value.iter_mut().zip(&mut self.exponent);
        for ((value, exponent), factor) in lanes.zip(factors) {
            let bits = (*value * factor).to_bits();
            *exponent += (bits >> 52).cast_signed() - 1023;
            *value = f64::from_bits(bits & MANTISSA | ONE);
        }
    }

    pub(super) fn log(&self) -> [f64; QUAD] {
        core::array::from_fn(|lane| self.exponent[lane] as f64 * LN_2 + libm::log(self.value[lane]))
    }
}
