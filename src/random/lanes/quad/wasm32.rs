//! The operations as instructions of WebAssembly.

use crate::random::lanes::width::QUAD;
use core::arch::wasm32::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Floats(v128);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(v128);

impl Floats {
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(f32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        Self(f32x4_div(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(f32x4_sqrt(self.0))
    }

    #[inline(always)]
    pub(crate) fn words(self) -> Words {
        Words(self.0)
    }
}

impl Words {
    #[inline(always)]
    pub(crate) fn of([a, b, c, d]: [u32; QUAD]) -> Self {
        Self(u32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(crate) fn lanes(self) -> [u32; QUAD] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(i32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn left<const BITS: i32>(self) -> Self {
        Self(u32x4_shl(self.0, BITS.cast_unsigned()))
    }

    #[inline(always)]
    pub(crate) fn right<const BITS: i32>(self) -> Self {
        Self(u32x4_shr(self.0, BITS.cast_unsigned()))
    }

    /// Each lane as a signed whole number, rounded to the nearest float.
    #[inline(always)]
    pub(crate) fn signed(self) -> Floats {
        Floats(f32x4_convert_i32x4(self.0))
    }

    /// The floats with these bits.
    #[inline(always)]
    pub(crate) fn floats(self) -> Floats {
        Floats(self.0)
    }
}
