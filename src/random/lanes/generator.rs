//! Sixteen generators of random words, four to a vector.

use super::quad::Words;
use super::width::{LANES, QUAD};
use rand_core::block::Generator;

/// Sixteen generators xoshiro128+ (Blackman and Vigna 2021), one a lane.
///
/// The period of each is `2^128 - 1`. A lane's state is 128 hashed bits, so two streams of `n` words each overlap with
/// probability `2n/2^128`: all pairs of `2^24` streams of `2^40` words with one of `2^-40`. The lowest bits of a word are
/// its weakest; the kernels use them as the last digits of a fraction only.
#[derive(Clone, Debug)]
pub(crate) struct LaneGenerator {
    quads: [QuadGenerator; LANES / QUAD],
}

/// The generators of four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuadGenerator {
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
        let quads = core::array::from_fn(|quad| QuadGenerator {
            state: state.map(|words| Words::of(core::array::from_fn(|i| words[QUAD * quad + i]))),
        });
        Self { quads }
    }

    /// The next word of each lane.
    pub(crate) fn words(&mut self) -> [u32; LANES] {
        let mut output = [0; LANES];
        self.generate(&mut output);
        output
    }

    /// The generators, four lanes at a time; each group of four runs on its own.
    pub(crate) fn quads(&mut self) -> &mut [QuadGenerator; LANES / QUAD] {
        &mut self.quads
    }
}

impl QuadGenerator {
    /// The next word of each lane.
    #[inline(always)]
    pub(crate) fn words(&mut self) -> Words {
        let [s0, s1, s2, s3] = self.state;
        let output = s0 + s3;
        let shifted = s1.left::<9>();
        let s2 = s2 ^ s0;
        let s3 = s3 ^ s1;
        let s1 = s1 ^ s2;
        let s0 = s0 ^ s3;
        let s2 = s2 ^ shifted;
        self.state = [s0, s1, s2, s3.left::<11>() | s3.right::<21>()];
        output
    }

    /// A uniform variable in `(0, 1)` of 52 bits for one lane; the other lanes' words are passed over.
    pub(crate) fn uniform(&mut self, lane: usize) -> f64 {
        let [high, low] = [self.words(), self.words()].map(|words| u64::from(words.lanes()[lane]));
        ((high << 20 | low >> 12) as f64 + 0.5) / 4_503_599_627_370_496.0
    }
}

impl Generator for LaneGenerator {
    type Output = [u32; LANES];

    fn generate(&mut self, output: &mut [u32; LANES]) {
        for (words, quad) in output.chunks_exact_mut(QUAD).zip(&mut self.quads) {
            words.copy_from_slice(&quad.words().lanes());
        }
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

#[cfg(test)]
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
                for (word, state) in lanes.quads[lane / QUAD].state.iter().enumerate() {
                    seed[4 * word..4 * word + 4]
                        .copy_from_slice(&state.lanes()[lane % QUAD].to_le_bytes());
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
}
