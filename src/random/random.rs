//! Random numbers of the common laws in double precision, from a stream that a seed or a key begins.

use super::lanes::LaneGenerator;
use crate::numerics::count;
use chacha20::ChaCha20Rng;
use core::f64::consts::PI;
use rand_core::{Rng, SeedableRng};

/// Where the laws take their chance from.
pub(crate) trait Source {
    /// Uniform between 0 and 1.
    fn uniform(&mut self) -> f64;

    /// One bit.
    fn coin(&mut self) -> bool;
}

/// A stream that everybody who has the seed can repeat: the same seed gives the same numbers everywhere.
pub(crate) struct Seeded {
    generator: LaneGenerator,
    words: Vec<u32>,
}

/// A stream that nobody can foresee without its key of 256 bits. What is left of the key goes with it.
pub(crate) struct Keyed(ChaCha20Rng);

/// Random numbers from a source.
pub(crate) struct Random<S>(S);

impl Seeded {
    fn word(&mut self) -> u32 {
        if self.words.is_empty() {
            self.words.extend(self.generator.words());
        }
        self.words.pop().unwrap_or(0)
    }
}

impl Source for Seeded {
    /// The middle of one of `2^52` cells, never 0 or 1.
    fn uniform(&mut self) -> f64 {
        let (high, low) = (self.word() >> 6, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low) + 0.5) / 4_503_599_627_370_496.0
    }

    fn coin(&mut self) -> bool {
        self.word() >> 31 == 0
    }
}

impl Source for Keyed {
    /// The middle of one of `2^64` cells, rounded to double precision: never 0, and 1 with probability `2^-54`.
    ///
    /// The smallest number is `2^-65`, so a logarithm of it ends at 45.1: of an exponential law the tail of probability
    /// `2^-65` is missing, of a normal law what lies beyond 9.49 standard deviations.
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() as f64 + 0.5) / 18_446_744_073_709_551_616.0
    }

    fn coin(&mut self) -> bool {
        self.0.next_u32() >> 31 == 0
    }
}

impl Random<Seeded> {
    pub(crate) fn seeded(seed: u64, stream: u64) -> Self {
        Self(Seeded {
            generator: LaneGenerator::new(seed, stream),
            words: Vec::new(),
        })
    }
}

impl Random<Keyed> {
    pub(crate) fn keyed(key: &[u8; 32]) -> Self {
        Self(Keyed(ChaCha20Rng::from_seed(*key)))
    }
}

impl<S: Source> Random<S> {
    pub(crate) fn uniform(&mut self) -> f64 {
        self.0.uniform()
    }

    /// A whole number below `choices`. The bias of rounding is below `choices/2^52`.
    pub(crate) fn index(&mut self, choices: usize) -> usize {
        count(self.uniform() * choices as f64).min(choices - 1)
    }

    /// Standard normal (Box and Muller 1958, one of the pair).
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(self.uniform()));
        radius * libm::cos(2.0 * PI * self.uniform())
    }

    /// Exponential with mean 1.
    pub(crate) fn exponential(&mut self) -> f64 {
        -libm::log(self.uniform())
    }

    /// Failures before the next success of trials that succeed with probability `rate` each: where the next record of a Poisson
    /// sample is.
    pub(crate) fn gap(&mut self, rate: f64) -> usize {
        if rate >= 1.0 {
            return 0;
        }
        count(libm::floor(libm::log(self.uniform()) / libm::log1p(-rate)))
    }

    /// 1 or -1.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.0.coin() { 1.0 } else { -1.0 }
    }

    /// Gamma with the given shape, at most 1, and scale 1; and its power of the shape, which stays in range where the number
    /// itself is too small (the boost of Marsaglia and Tsang 2000).
    pub(crate) fn gamma_and_root(&mut self, shape: f64) -> (f64, f64) {
        if shape >= 1.0 {
            let whole = self.gamma(shape);
            return (whole, libm::pow(whole, shape));
        }
        let boost = self.exponential();
        let larger = self.gamma(shape + 1.0);
        let number = larger * libm::exp(-boost / shape);
        let root = if number < f64::MIN_POSITIVE {
            libm::pow(larger, shape) * libm::exp(-boost)
        } else {
            libm::pow(number, shape)
        };
        (number, root)
    }

    /// Gamma with the given shape, at least 1, and scale 1 (Marsaglia and Tsang 2000).
    pub(crate) fn gamma(&mut self, shape: f64) -> f64 {
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / libm::sqrt(9.0 * d);
        loop {
            let x = self.normal();
            let root = 1.0 + c * x;
            if root <= 0.0 {
                continue;
            }
            let v = root * root * root;
            if libm::log(self.uniform()) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key stream of the zero key begins 76 b8 e0 ad a0 f1 3d 90 (RFC 7539, appendix A.1): all 20 rounds are there.
    #[test]
    fn a_key_begins_the_stream_of_chacha20() {
        let word: u64 = 0x903d_f1a0_ade0_b876;
        let first = Random::keyed(&[0; 32]).uniform();
        assert_eq!(first, (word as f64 + 0.5) / 2.0_f64.powi(64));
    }

    /// The digits that links have promised since version 1.
    #[test]
    fn a_seed_gives_the_digits_it_always_gave() {
        let mut random = Random::seeded(7, 0);
        let drawn = [
            random.uniform(),
            random.normal(),
            random.exponential(),
            random.sign(),
            random.gamma_and_root(0.5).0,
            random.gamma(3.0),
        ];
        let known = [
            0.1268519188409597,
            0.7837259328948788,
            2.5914642550910587,
            -1.0,
            0.2818257893799849,
            1.6247350620185457,
        ];
        assert_eq!(drawn, known);
    }
}
