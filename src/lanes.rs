//! Sixteen random streams side by side, and what the simulation needs of them in single precision.
//!
//! Plain loops over arrays that the compiler turns into vectors; no operation depends on the machine, so
//! the digits are the same everywhere. Single precision serves the normals and the exponential only: what
//! it does to a step is a relative error near 1e-7 of `w - 1`, far below the scatter of any run.

use core::f32::consts::{LN_2, LOG2_E};
use rand_core::block::Generator;

/// Streams that run side by side.
pub(crate) const LANES: usize = 16;

pub(crate) type Words = [u32; LANES];
pub(crate) type Floats = [f32; LANES];

/// Sixteen generators xoshiro128++ (Blackman and Vigna 2021), one a lane.
#[derive(Clone, Debug)]
pub(crate) struct LaneGenerator {
    state: [Words; 4],
}

impl LaneGenerator {
    /// The generators of stream `stream` of `seed`: every word of their state is a hash of seed, stream and place.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let key = mix(mix(seed.wrapping_add(GOLDEN)) ^ stream.wrapping_mul(GOLDEN));
        let mut state = [[0; LANES]; 4];
        let mut counter = key;
        for words in state.as_flattened_mut().chunks_exact_mut(2) {
            counter = counter.wrapping_add(GOLDEN);
            let word = mix(counter);
            words[0] = low_half(word);
            words[1] = low_half(word >> 32);
        }
        Self { state }
    }

    #[inline(always)]
    pub(crate) fn words(&mut self) -> Words {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut output = [0; LANES];
        for i in 0..LANES {
            output[i] = s0[i].wrapping_add(s3[i]).rotate_left(7).wrapping_add(s0[i]);
            let shifted = s1[i] << 9;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(11);
        }
        output
    }
}

impl Generator for LaneGenerator {
    type Output = Words;

    fn generate(&mut self, output: &mut Words) {
        *output = self.words();
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the low half is what is wanted"
)]
fn low_half(word: u64) -> u32 {
    word as u32
}

/// Two independent standard normals a lane from two words, by Box and Muller's polar form.
///
/// The angle is folded: 30 bits choose it within a quadrant around 45 degrees, two bits the signs. The
/// radius comes from 31 bits, so `|z| <= 6.56`; what lies beyond has probability 5e-11.
#[inline(always)]
pub(crate) fn normals(radius: &Words, angle: &Words) -> (Floats, Floats) {
    let (mut first, mut second) = ([0.0; LANES], [0.0; LANES]);
    for i in 0..LANES {
        let uniform = ((radius[i] >> 1).cast_signed() as f32 + 1.0) * HALF_WORD;
        let r = minus_log(uniform).sqrt();
        let a = (angle[i] << 2).cast_signed() as f32 * (core::f32::consts::FRAC_PI_4 * HALF_WORD);
        let square = a * a;
        let sin = a
            * (0.999_999_997
                + square * (-0.166_666_507 + square * (8.332_036_9e-3 - square * 1.950_402_2e-4)));
        let cos = 1.0
            + square
                * (-0.499_999_996
                    + square
                        * (4.166_661_7e-2 + square * (-1.388_661_9e-3 + square * 2.437_993e-5)));
        let x = r * (cos - sin);
        let y = r * (cos + sin);
        first[i] = f32::from_bits(x.to_bits() ^ (angle[i] & SIGN));
        second[i] = f32::from_bits(y.to_bits() ^ ((angle[i] << 1) & SIGN));
    }
    (first, second)
}

const SIGN: u32 = 1 << 31;
/// `2^-31`.
const HALF_WORD: f32 = 4.656_612_9e-10;

/// `-ln x` for `x` in `[2^-31, 1]`, error below 2e-7; not negative.
#[inline(always)]
fn minus_log(x: f32) -> f32 {
    // x = 2^n (1 + y) with y in [sqrt(1/2) - 1, sqrt(2) - 1].
    let bits = x.to_bits().wrapping_sub(0x3f35_04f3);
    let n = bits.cast_signed() >> 23;
    let y = f32::from_bits((bits & 0x007f_ffff).wrapping_add(0x3f35_04f3)) - 1.0;
    let tail = 0.198_839_99 + y * (-0.172_126_16 + y * (0.163_402_63 - y * 0.103_807_84));
    let series = y
        * (0.999_999_92
            + y * (-0.500_003_45 + y * (0.333_356_15 + y * (-0.249_715_29 + y * tail))));
    (-(n as f32) * LN_2 - series).max(0.0)
}

/// `e^(scale z + offset)`, relative error below 2e-7 but for the rounding of the exponent; below 1e-38 where the exponent is below -87.
#[inline(always)]
pub(crate) fn exponentials(z: &Floats, scale: f32, offset: f32) -> Floats {
    let (scale, offset) = (scale * LOG2_E, offset * LOG2_E);
    let mut output = [0.0; LANES];
    for i in 0..LANES {
        let exponent = (z[i] * scale + offset).max(-127.0);
        // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
        let shifted = exponent + 12_582_912.0;
        let fraction = exponent - (shifted - 12_582_912.0);
        let power = shifted.to_bits() << 23;
        let tail = 0.055_502_973 + fraction * (9.676_036_4e-3 + fraction * 1.341_000_2e-3);
        let series =
            1.000_000_1 + fraction * (0.693_147_23 + fraction * (0.240_221_07 + fraction * tail));
        output[i] = f32::from_bits(series.to_bits().wrapping_add(power));
    }
    output
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is what is tested"
)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro128PlusPlus;

    #[test]
    fn each_lane_is_xoshiro() {
        let mut lanes = LaneGenerator::new(7, 3);
        let mut single: Vec<_> = (0..LANES)
            .map(|lane| {
                let mut seed = [0; 16];
                for word in 0..4 {
                    seed[4 * word..4 * word + 4]
                        .copy_from_slice(&lanes.state[word][lane].to_le_bytes());
                }
                Xoshiro128PlusPlus::from_seed(seed)
            })
            .collect();
        for _ in 0..100 {
            let mut block = [0; LANES];
            lanes.generate(&mut block);
            for (lane, generator) in single.iter_mut().enumerate() {
                assert_eq!(block[lane], generator.next_u32());
            }
        }
    }

    #[test]
    fn streams_and_seeds_differ() {
        let first = |seed, stream| LaneGenerator::new(seed, stream).words();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_eq!(first(1, 5), first(1, 5));
    }

    #[test]
    fn minus_log_is_accurate() {
        for k in 0..1_000_000_u32 {
            let x = (f64::from(k) + 1.0) / 1_000_000.0;
            for x in [x as f32, (x * 1e-9).max(4.7e-10) as f32] {
                let exact = -f64::from(x).ln();
                let error = (f64::from(minus_log(x)) - exact).abs();
                assert!(error <= 2e-7 * exact.max(1.0), "{x}: {error}");
            }
        }
    }

    #[test]
    fn exponentials_are_accurate() {
        for k in 0..100_000_u32 {
            let z = [(f64::from(k) / 100_000.0 * 100.0 - 80.0) as f32; LANES];
            let value = f64::from(exponentials(&z, 1.0, 0.0)[0]);
            let exact = f64::from(z[0]).exp();
            let rounding = 6e-8 * f64::from(z[0].abs());
            assert!(
                (value / exact - 1.0).abs() <= 2.5e-7 + 2.0 * rounding,
                "{}",
                z[0]
            );
        }
        assert!(exponentials(&[-200.0; LANES], 1.0, 0.0)[0] < 1e-38);
    }
}
