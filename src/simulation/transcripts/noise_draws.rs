//! The noise of a few consecutive steps of four trainings.

use crate::mechanism::Noise;
use crate::random::{Amplitude, Floats, Kernel, QuadGenerator, Words};

/// Steps whose noise is drawn at once, from three words for normals and four for Laplace variables.
pub(super) const STEPS: usize = 4;
/// Most units of [`STEPS`] steps at a time: what the nearest cache holds with ease.
pub(super) const UNITS: usize = 16;

/// `left`, or `most` if that is less.
pub(super) fn at_most(most: usize, left: u64) -> usize {
    usize::try_from(left).map_or(most, |left| left.min(most))
}

/// Noise of up to [`UNITS`] times [`STEPS`] steps, in the order of the steps.
pub(super) struct Draws {
    angles: [Words; UNITS],
    noise: [[Floats; STEPS]; UNITS],
}

impl Draws {
    pub(super) fn new() -> Self {
        Self {
            angles: [Words::splat(0); UNITS],
            noise: [[Floats::splat(0.0); STEPS]; UNITS],
        }
    }

    /// Draws `units` units and shows them.
    #[inline(always)]
    pub(super) fn draw(
        &mut self,
        units: usize,
        noise: Noise,
        amplitude: &Amplitude,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
    ) -> &[[Floats; STEPS]] {
        match noise {
            Noise::Gaussian => self.gaussian(units, amplitude, generator, kernel),
            Noise::Laplace => self.laplace(units, amplitude, generator, kernel),
        }
    }

    /// Normals: two short loops, so that the numbers behind each stay in registers.
    #[inline(always)]
    pub(super) fn gaussian(
        &mut self,
        units: usize,
        amplitude: &Amplitude,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
    ) -> &[[Floats; STEPS]] {
        let (angles, noise) = (&mut self.angles[..units], &mut self.noise[..units]);
        let mut running = *generator;
        for (angle, unit) in angles.iter_mut().zip(&mut *noise) {
            unit[0] = kernel.radius(running.words());
            unit[1] = kernel.radius(running.words());
            *angle = running.words();
        }
        *generator = running;
        for (angle, unit) in angles.iter().zip(&mut *noise) {
            // The low half of a word is an angle of its own. Whatever it is, the word's own angle lies on 2^16 equally
            // spaced places, turned by it: independence is kept.
            let (a, b) = kernel.point(amplitude, unit[0], *angle);
            let (c, d) = kernel.point(amplitude, unit[1], angle.left::<16>());
            *unit = [a, b, c, d];
        }
        noise
    }

    fn laplace(
        &mut self,
        units: usize,
        amplitude: &Amplitude,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
    ) -> &[[Floats; STEPS]] {
        let noise = &mut self.noise[..units];
        for unit in noise.as_flattened_mut() {
            *unit = kernel.laplace(amplitude, generator.words());
        }
        noise
    }
}

#[cfg(test)]
mod tests;
