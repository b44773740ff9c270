//! Normal noise in single precision, many numbers at a time.
//!
//! From the lanes of `random`, not from its normals in double precision: those take longer than the gradients. The law ends at
//! 6.56 standard deviations, beyond which a normal law has a probability of 5.4e-11.

use crate::random::{Amplitude, Kernel, LaneGenerator};

/// A stream of normal numbers of one standard deviation.
pub(super) struct Noise {
    generator: LaneGenerator,
    kernel: Kernel,
    amplitude: Amplitude,
}

impl Noise {
    pub(super) fn new(deviation: f64, seed: u64, stream: u64) -> Self {
        Self {
            generator: LaneGenerator::new(seed, stream),
            kernel: Kernel::new(),
            amplitude: Amplitude::new(deviation),
        }
    }

    /// Adds one of them to each number.
    pub(super) fn add_to(&mut self, numbers: &mut [f32]) {
        const DRAWN: usize = 32;
        for some in numbers.chunks_mut(DRAWN) {
            let mut drawn = [0.0; DRAWN];
            for (quad, drawn) in self
                .generator
                .quads()
                .iter_mut()
                .zip(drawn.chunks_exact_mut(8))
            {
                let radius = self.kernel.radius(quad.words());
                let (sin, cos) = self.kernel.point(&self.amplitude, radius, quad.words());
                drawn[..4].copy_from_slice(&sin.words().lanes().map(f32::from_bits));
                drawn[4..].copy_from_slice(&cos.words().lanes().map(f32::from_bits));
            }
            for (number, drawn) in some.iter_mut().zip(drawn) {
                *number += drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::normal;

    /// 100,000 numbers in 50 cells of the same probability: chi-square of 49 degrees of freedom, exceeded with probability 1e-6
    /// at 110; their squares, of mean 1 and deviation 1.41/316, at 4.9 deviations.
    #[test]
    fn noise_is_normal() {
        let mut noise = Noise::new(3.0, 5, 6);
        let mut numbers = vec![0.0_f32; 100_000];
        for some in numbers.chunks_mut(37) {
            noise.add_to(some);
        }
        let mut cells = [0.0_f64; 50];
        let mut squares = 0.0;
        for number in numbers {
            let standard = f64::from(number) / 3.0;
            squares += standard * standard;
            cells[crate::numerics::count(50.0 * normal::cdf(standard)).min(49)] += 1.0;
        }
        let statistic: f64 = cells
            .iter()
            .map(|n| (n - 2000.0) * (n - 2000.0) / 2000.0)
            .sum();
        assert!(statistic < 110.0, "{statistic}");
        assert!(
            (squares / 1e5 - 1.0).abs() < 4.9 * 1.4143 / 316.2,
            "{squares}"
        );
    }
}
