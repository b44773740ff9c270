//! Random numbers of the common laws in double precision, from one stream of a seed.

use super::lanes::LaneGenerator;
use crate::numerics::count;
use core::f64::consts::PI;

/// A stream of random numbers; the same seed gives the same numbers everywhere.
pub(crate) struct Random {
    generator: LaneGenerator,
    words: Vec<u32>,
}

impl Random {
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self {
            generator: LaneGenerator::new(seed, stream),
            words: Vec::new(),
        }
    }

    fn word(&mut self) -> u32 {
        if self.words.is_empty() {
            self.words.extend(self.generator.words());
        }
        self.words.pop().unwrap_or(0)
    }

    /// Uniform in the open interval `(0, 1)`: the middle of one of `2^52` cells.
    pub(crate) fn uniform(&mut self) -> f64 {
        let (high, low) = (self.word() >> 6, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low) + 0.5) / 4_503_599_627_370_496.0
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

    /// 1 or -1.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.word() >> 31 == 0 { 1.0 } else { -1.0 }
    }

    /// Gamma with the given shape and scale 1 (Marsaglia and Tsang 2000; below shape 1 by their boost).
    pub(crate) fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let boost = libm::exp(-self.exponential() / shape);
            return self.gamma(shape + 1.0) * boost;
        }
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
