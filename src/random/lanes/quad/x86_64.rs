//! The operations as instructions of SSE2, which every processor of this kind has.

#![expect(
    unsafe_code,
    reason = "the instructions are part of the architecture and touch no memory"
)]

use crate::random::lanes::width::QUAD;
use core::arch::x86_64::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Floats(__m128);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(__m128i);

impl Floats {
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(unsafe { _mm_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(unsafe { _mm_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        Self(unsafe { _mm_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        Self(unsafe { _mm_div_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(unsafe { _mm_sqrt_ps(self.0) })
    }

    #[inline(always)]
    pub(crate) fn words(self) -> Words {
        Words(unsafe { _mm_castps_si128(self.0) })
    }
}

impl Words {
    #[inline(always)]
    pub(crate) fn of(lanes: [u32; QUAD]) -> Self {
        let [a, b, c, d] = lanes.map(u32::cast_signed);
        Self(unsafe { _mm_set_epi32(d, c, b, a) })
    }

    #[inline(always)]
    pub(crate) fn lanes(self) -> [u32; QUAD] {
        let lanes = unsafe {
            [
                _mm_cvtsi128_si32(self.0),
                _mm_cvtsi128_si32(_mm_shuffle_epi32::<1>(self.0)),
                _mm_cvtsi128_si32(_mm_shuffle_epi32::<2>(self.0)),
                _mm_cvtsi128_si32(_mm_shuffle_epi32::<3>(self.0)),
            ]
        };
        lanes.map(i32::cast_unsigned)
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(unsafe { _mm_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(unsafe { _mm_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn left<const BITS: i32>(self) -> Self {
        Self(unsafe { _mm_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    pub(crate) fn right<const BITS: i32>(self) -> Self {
        Self(unsafe { _mm_srli_epi32::<BITS>(self.0) })
    }

    /// Each lane as a signed whole number, rounded to the nearest float.
    #[inline(always)]
    pub(crate) fn signed(self) -> Floats {
        Floats(unsafe { _mm_cvtepi32_ps(self.0) })
    }

    /// The floats with these bits.
    #[inline(always)]
    pub(crate) fn floats(self) -> Floats {
        Floats(unsafe { _mm_castsi128_ps(self.0) })
    }
}
