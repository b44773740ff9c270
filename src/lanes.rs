//! Sixteen random streams side by side, and what the simulation needs of them in single precision.
//!
//! Plain loops over arrays that the compiler turns into vectors; no operation depends on the machine, so
//! the digits are the same everywhere. Single precision serves the normals and the exponential only: what
//! it does to a step is a relative error near 1e-7 of `w - 1`, far below the scatter of any run.

use rand_core::block::Generator;

/// Streams that run side by side.
pub(crate) const LANES: usize = 16;

pub(crate) type Words = [u32; LANES];
pub(crate) type Floats = [f32; LANES];

/// Sixteen generators xoshiro128+ (Blackman and Vigna 2021), one a lane.
///
/// The lowest bits of a word are its weakest; the kernels use them as the last digits of a fraction only.
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
            output[i] = s0[i].wrapping_add(s3[i]);
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

/// The numbers behind the kernels: polynomial coefficients of least largest error, and masks.
///
/// Engines of WebAssembly build a vector constant anew at every use, at the price of several instructions.
/// Behind a barrier the numbers are loaded instead, one instruction each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    sign: u32,
    turn: f32,
    one: f32,
    sin: [f32; 3],
    cos: [f32; 3],
    root: u32,
    exponent: u32,
    mantissa: u32,
    log: [f32; 8],
    minus_ln_2: f32,
    smallest: f32,
    round: f32,
    exp: [f32; 6],
}

impl Kernel {
    pub(crate) fn new() -> Self {
        core::hint::black_box(Self {
            sign: 1 << 31,
            turn: core::f32::consts::FRAC_PI_4 / 2_147_483_648.0,
            one: 1.0,
            sin: [-0.166_666_5, 8.332_037e-3, -1.950_402_2e-4],
            cos: [-0.499_998_57, 4.165_502_7e-2, -1.358_590_8e-3],
            // sqrt(1/2), and the same times 2^31.
            root: 0x3f35_04f3,
            exponent: 0x3f35_04f3 + (31 << 23),
            mantissa: 0x007f_ffff,
            log: [
                0.999_999_92,
                -0.500_003_45,
                0.333_356_15,
                -0.249_715_29,
                0.198_839_99,
                -0.172_126_16,
                0.163_402_63,
                -0.103_807_84,
            ],
            minus_ln_2: -core::f32::consts::LN_2,
            smallest: -127.0,
            // 1.5 * 2^23: adding it rounds to a whole number and leaves that in the low bits.
            round: 12_582_912.0,
            exp: [
                1.000_000_1,
                0.693_147_23,
                0.240_221_07,
                0.055_502_973,
                9.676_036_4e-3,
                1.341_000_2e-3,
            ],
        })
    }

    /// Two independent standard normals a lane from two words, by Box and Muller's polar form.
    ///
    /// The angle is folded: 30 bits choose it within a quadrant around 45 degrees, two bits the signs. The
    /// radius comes from 31 bits, so `|z| <= 6.56`; what lies beyond has probability 5e-11.
    #[inline(always)]
    pub(crate) fn normals(&self, radius: &Words, angle: &Words) -> (Floats, Floats) {
        let (mut first, mut second) = ([0.0; LANES], [0.0; LANES]);
        for i in 0..LANES {
            (first[i], second[i]) = self.polar(radius[i], angle[i]);
        }
        (first, second)
    }

    #[inline(always)]
    fn polar(&self, radius: u32, angle: u32) -> (f32, f32) {
        let r = self.minus_log((radius >> 1) | 1).sqrt();
        let a = (angle << 2).cast_signed() as f32 * self.turn;
        let square = a * a;
        let [s1, s2, s3] = self.sin;
        let [c1, c2, c3] = self.cos;
        let sin = a * (self.one + square * (s1 + square * (s2 + square * s3)));
        let cos = self.one + square * (c1 + square * (c2 + square * c3));
        let x = r * (cos - sin);
        let y = r * (cos + sin);
        (
            f32::from_bits(x.to_bits() ^ (angle & self.sign)),
            f32::from_bits(y.to_bits() ^ ((angle << 1) & self.sign)),
        )
    }

    /// `-ln(k/2^31)` for `0 < k < 2^31`, error below 3e-7 or as many times the value; not negative.
    #[inline(always)]
    fn minus_log(&self, k: u32) -> f32 {
        // k/2^31 = 2^n (1 + y) with y in [sqrt(1/2) - 1, sqrt(2) - 1].
        let bits = (k.cast_signed() as f32)
            .to_bits()
            .wrapping_sub(self.exponent);
        let n = bits.cast_signed() >> 23;
        let y = f32::from_bits((bits & self.mantissa).wrapping_add(self.root)) - self.one;
        let [l1, l2, l3, l4, l5, l6, l7, l8] = self.log;
        // Pairs of terms side by side: what limits the speed is the length of the chain, not the work.
        let square = y * y;
        let low = (l1 + y * l2) + square * (l3 + y * l4);
        let high = (l5 + y * l6) + square * (l7 + y * l8);
        let series = y * (low + square * square * high);
        // Not negative: for n = 0 the series is that of ln(1 + y) with y <= 0, else ln 2 outweighs it.
        (n as f32) * self.minus_ln_2 - series
    }

    /// `2^x` for every `x < 127`; below 1e-38 where `x < -127`.
    #[inline(always)]
    pub(crate) fn power_of_two(&self, x: f32) -> f32 {
        self.normal_power_of_two(larger(x, self.smallest))
    }

    /// `2^x` for `-127 <= x < 127`, relative error below 2.6e-7.
    #[inline(always)]
    pub(crate) fn normal_power_of_two(&self, x: f32) -> f32 {
        let shifted = x + self.round;
        let fraction = x - (shifted - self.round);
        let power = shifted.to_bits() << 23;
        let [e0, e1, e2, e3, e4, e5] = self.exp;
        let square = fraction * fraction;
        let high = (e2 + fraction * e3) + square * (e4 + fraction * e5);
        let series = (e0 + fraction * e1) + square * high;
        f32::from_bits(series.to_bits().wrapping_add(power))
    }
}

/// The larger of two numbers; `f32::max` also orders NaN, for which WebAssembly has no vector instruction.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if b < a { a } else { b }
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is what is tested"
)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro128Plus;

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
                Xoshiro128Plus::from_seed(seed)
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
                let value = f64::from(Kernel::new().minus_log(k));
                let error = (value - exact).abs();
                assert!(value >= 0.0, "{k}");
                assert!(error <= 3e-7 * exact.max(1.0), "{k}: {error}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_accurate() {
        for i in 0..200_000_u32 {
            let x = (f64::from(i) / 200_000.0 * 220.0 - 120.0) as f32;
            let exact = f64::from(x).exp2();
            let error = (f64::from(Kernel::new().power_of_two(x)) / exact - 1.0).abs();
            assert!(error <= 2.6e-7, "{x}: {error}");
        }
        assert!(Kernel::new().power_of_two(-300.0) < 1e-38);
    }
}
