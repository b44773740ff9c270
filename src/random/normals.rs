//! Standard normals of a seeded stream in single precision, as many as a vector of parameters needs.

use super::lanes::{Amplitude, Floats, Kernel, LANES, LaneGenerator, QUAD, QuadGenerator};

/// Normals that one turn of one group of four lanes gives.
const TURN: usize = 4 * QUAD;

/// A stream of independent normals of mean 0, cut off at [`LARGEST_NORMAL`](super::LARGEST_NORMAL) standard deviations. The
/// same seed gives the same numbers everywhere.
pub(crate) struct Normals {
    generator: LaneGenerator,
    kernel: Kernel,
}

impl Normals {
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self {
            generator: LaneGenerator::new(seed, stream),
            kernel: Kernel::new(),
        }
    }

    /// Adds to each value a normal of the given standard deviation; what is left of a turn is passed over.
    pub(crate) fn add(&mut self, deviation: f64, values: &mut [f32]) {
        let amplitude = Amplitude::new(deviation);
        let quads = self.generator.quads();
        let mut blocks = values.chunks_exact_mut(TURN * LANES / QUAD);
        for block in &mut blocks {
            for (quad, part) in quads.iter_mut().zip(block.chunks_exact_mut(TURN)) {
                add_turn(quad, &self.kernel, &amplitude, part);
            }
        }
        let rest = blocks.into_remainder();
        for (quad, part) in quads.iter_mut().zip(rest.chunks_mut(TURN)) {
            let mut turn = [0.0; TURN];
            turn[..part.len()].copy_from_slice(part);
            add_turn(quad, &self.kernel, &amplitude, &mut turn);
            part.copy_from_slice(&turn[..part.len()]);
        }
    }
}

#[inline(always)]
fn add_turn(quad: &mut QuadGenerator, kernel: &Kernel, amplitude: &Amplitude, values: &mut [f32]) {
    let radii = [kernel.radius(quad.words()), kernel.radius(quad.words())];
    let angle = quad.words();
    // The low half of a word is an angle of its own; see `kernel.point` for why 2^16 places are enough.
    let (a, b) = kernel.point(amplitude, radii[0], angle);
    let (c, d) = kernel.point(amplitude, radii[1], angle.left::<16>());
    for (normals, part) in [a, b, c, d].into_iter().zip(values.chunks_exact_mut(QUAD)) {
        add_four(normals, part);
    }
}

#[inline(always)]
fn add_four(normals: Floats, values: &mut [f32]) {
    for (value, normal) in values.iter_mut().zip(normals.singles()) {
        *value += normal;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments of two million normals, within 5 standard deviations of theirs: a false alarm in 300,000 seeds.
    #[test]
    fn moments_are_those_of_the_law() {
        let n = 2_000_000;
        let mut values = vec![0.0_f32; n];
        Normals::new(11, 3).add(2.0, &mut values);
        let mean = |power: i32| {
            let powers = values
                .iter()
                .map(|&value| (f64::from(value) / 2.0).powi(power));
            powers.sum::<f64>() / n as f64
        };
        for (power, moment, variance) in
            [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0)]
        {
            let off = mean(power) - moment;
            assert!(
                off.abs() < 5.0 * libm::sqrt(variance / n as f64),
                "{power}: {off}"
            );
        }
        let lag: f64 = values
            .windows(2)
            .map(|pair| f64::from(pair[0] * pair[1]) / 4.0)
            .sum();
        assert!((lag / n as f64).abs() < 5.0 / libm::sqrt(n as f64), "{lag}");
    }

    /// A row that ends within a turn has the same start as a longer one.
    #[test]
    fn short_rows_are_the_start_of_long_ones() {
        let drawn = |n: usize| {
            let mut values = vec![1.0_f32; n];
            Normals::new(5, 0).add(1.0, &mut values);
            values
        };
        let long = drawn(64);
        for n in [1, 7, 16, 33, 63] {
            assert_eq!(drawn(n)[..], long[..n], "{n}");
        }
    }
}
