//! Four lanes in one vector of 128 bits.
//!
//! A plain loop over an array becomes a vector at the compiler's mood, and its moods cost a factor of four. So the two
//! kinds of machine that matter name their instructions, and the rest has the arrays.

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod portable;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) use portable::{Floats, Words};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm32::{Floats, Words};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Floats, Words};

use super::width::QUAD;

macro_rules! operators {
    ($type:ident: $($trait:ident $method:ident $inner:ident),*) => {
        $(impl core::ops::$trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.$inner(other)
            }
        })*
    };
}

operators!(Floats: Add add plus, Sub sub minus, Mul mul times, Div div over);
operators!(Words: Add add plus, Sub sub minus, BitAnd bitand and, BitOr bitor or, BitXor bitxor xor);

impl Floats {
    /// The same number in every lane.
    #[inline(always)]
    pub(crate) fn splat(number: f32) -> Self {
        Words::splat(number.to_bits()).floats()
    }

    /// The four numbers.
    #[inline(always)]
    pub(crate) fn singles(self) -> [f32; QUAD] {
        self.words().lanes().map(f32::from_bits)
    }

    /// The lanes, widened without loss.
    #[inline(always)]
    pub(crate) fn doubles(self) -> [f64; QUAD] {
        self.words()
            .lanes()
            .map(|bits| f64::from(f32::from_bits(bits)))
    }
}

impl Words {
    /// The same word in every lane.
    #[inline(always)]
    pub(crate) fn splat(word: u32) -> Self {
        Self::of([word; QUAD])
    }
}
