//! Sixteen random streams side by side, and what the simulation needs of them in single precision.
//!
//! Plain loops over arrays that the compiler turns into vectors; no operation depends on the machine, so
//! the digits are the same everywhere. Single precision serves the normals and the exponential only: what
//! it does to a step is a relative error near 1e-7 of `w - 1`, far below the scatter of any run.

use core::f32::consts::LN_2;
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

    /// The next word of each lane.
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
        (first[i], second[i]) = polar(radius[i], angle[i]);
    }
    (first, second)
}

#[inline(always)]
fn polar(radius: u32, angle: u32) -> (f32, f32) {
    const SIGN: u32 = 1 << 31;
    const TURN: f32 = core::f32::consts::FRAC_PI_4 / 2_147_483_648.0;
    let r = minus_log((radius >> 1) | 1).sqrt();
    let a = (angle << 2).cast_signed() as f32 * TURN;
    let square = a * a;
    let sin =
        a * (1.0 + square * (-0.166_666_5 + square * (8.332_037e-3 - square * 1.950_402_2e-4)));
    let cos = 1.0 + square * (-0.499_998_57 + square * (4.165_502_7e-2 - square * 1.358_590_8e-3));
    let x = r * (cos - sin);
    let y = r * (cos + sin);
    (
        f32::from_bits(x.to_bits() ^ (angle & SIGN)),
        f32::from_bits(y.to_bits() ^ ((angle << 1) & SIGN)),
    )
}

/// `-ln(k/2^31)` for `0 < k < 2^31`, error below 3e-7 or as many times the value; not negative.
#[inline(always)]
fn minus_log(k: u32) -> f32 {
    // k/2^31 = 2^n (1 + y) with y in [sqrt(1/2) - 1, sqrt(2) - 1].
    const ROOT: u32 = 0x3f35_04f3;
    let bits = (k.cast_signed() as f32)
        .to_bits()
        .wrapping_sub(ROOT + (31 << 23));
    let n = bits.cast_signed() >> 23;
    let y = f32::from_bits((bits & 0x007f_ffff).wrapping_add(ROOT)) - 1.0;
    let tail = 0.198_839_99 + y * (-0.172_126_16 + y * (0.163_402_63 - y * 0.103_807_84));
    let series = y
        * (0.999_999_92
            + y * (-0.500_003_45 + y * (0.333_356_15 + y * (-0.249_715_29 + y * tail))));
    larger((n as f32) * -LN_2 - series, 0.0)
}

/// The larger of two numbers; `f32::max` also orders NaN, for which WebAssembly has no vector instruction.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if b < a { a } else { b }
}

/// `2^x`, relative error below 2.6e-7; below 1e-38 where `x < -127`. For `x < 127`.
#[inline(always)]
pub(crate) fn power_of_two(x: f32) -> f32 {
    // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let x = larger(x, -127.0);
    let shifted = x + ROUND;
    let fraction = x - (shifted - ROUND);
    let power = shifted.to_bits() << 23;
    let tail = 0.055_502_973 + fraction * (9.676_036_4e-3 + fraction * 1.341_000_2e-3);
    let series =
        1.000_000_1 + fraction * (0.693_147_23 + fraction * (0.240_221_07 + fraction * tail));
    f32::from_bits(series.to_bits().wrapping_add(power))
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
        for i in 0..1_000_000_u32 {
            for k in [i + 1, (i + 1) * 2147, (1 << 31) - 1 - i] {
                let exact = (2_147_483_648.0 / f64::from(k)).ln();
                let error = (f64::from(minus_log(k)) - exact).abs();
                assert!(error <= 3e-7 * exact.max(1.0), "{k}: {error}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_accurate() {
        for i in 0..200_000_u32 {
            let x = (f64::from(i) / 200_000.0 * 220.0 - 120.0) as f32;
            let exact = f64::from(x).exp2();
            let error = (f64::from(power_of_two(x)) / exact - 1.0).abs();
            assert!(error <= 2.6e-7, "{x}: {error}");
        }
        assert!(power_of_two(-300.0) < 1e-38);
    }
}
