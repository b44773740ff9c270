//! The same operations on arrays, for machines whose vectors are not named here.

use crate::random::lanes::width::QUAD;

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Floats([f32; QUAD]);

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Words([u32; QUAD]);

fn each<A: Copy, B>(a: [A; QUAD], b: [A; QUAD], operation: impl Fn(A, A) -> B) -> [B; QUAD] {
    core::array::from_fn(|lane| operation(a[lane], b[lane]))
}

impl Floats {
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a + b))
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a - b))
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a * b))
    }

    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a / b))
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    pub(crate) fn words(self) -> Words {
        Words(self.0.map(f32::to_bits))
    }
}

impl Words {
    #[inline(always)]
    pub(crate) fn of(lanes: [u32; QUAD]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    pub(crate) fn lanes(self) -> [u32; QUAD] {
        self.0
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(each(self.0, other.0, u32::wrapping_add))
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(each(self.0, other.0, u32::wrapping_sub))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a & b))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a | b))
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        Self(each(self.0, other.0, |a, b| a ^ b))
    }

    #[inline(always)]
    pub(crate) fn left<const BITS: i32>(self) -> Self {
        Self(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    pub(crate) fn right<const BITS: i32>(self) -> Self {
        Self(self.0.map(|word| word >> BITS))
    }

    /// Each lane as a signed whole number, rounded to the nearest float.
    #[inline(always)]
    pub(crate) fn signed(self) -> Floats {
        Floats(self.0.map(|word| word.cast_signed() as f32))
    }

    /// The floats with these bits.
    #[inline(always)]
    pub(crate) fn floats(self) -> Floats {
        Floats(self.0.map(f32::from_bits))
    }
}
