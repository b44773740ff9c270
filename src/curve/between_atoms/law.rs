//! One step of Laplace noise: two atoms of the loss, and its density between them.

use crate::mechanism::PairPhase;

/// The loss at `place` of the way from the least to the largest, by its law under "out".
///
/// Without sampling the ratio is `v = e^-m` with probability 1/2, `e^m` with probability `e^-m/2`, and has the density
/// `e^(-m/2) v^(-3/2)/4` between; `e^l = 1 - q + q v`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    rate: f64,
    shift: f64,
    /// The least and the largest loss, and how far these lie apart.
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) length: f64,
    /// Probability of a loss between them, under "in" as well.
    pub(super) between: f64,
    /// That of the largest, of those that are an atom.
    pub(super) right: f64,
}

impl Law {
    pub(super) fn new(phase: &PairPhase) -> Self {
        let (rate, shift) = (phase.sample_rate, phase.shift());
        let whole = |ratio: f64| libm::log1p(rate * libm::expm1(ratio));
        let apart = rate * 2.0 * libm::sinh(shift) / (1.0 + rate * libm::expm1(-shift));
        Self {
            rate,
            shift,
            least: whole(-shift),
            most: whole(shift),
            length: libm::log1p(apart),
            between: -0.5 * libm::expm1(-shift),
            right: 1.0 / (1.0 + libm::exp(shift)),
        }
    }

    /// The density of a place between 0 and 1, given that it is none of them.
    pub(super) fn density(&self, place: f64) -> f64 {
        let grown = self.grown(self.length * place);
        self.scale() * libm::exp(self.length * place) * libm::pow(grown, -1.5)
    }

    fn scale(&self) -> f64 {
        self.length * libm::exp(self.least - 0.5 * self.shift) / (4.0 * self.rate * self.between)
    }

    /// `v` where the loss is the least and as much more.
    fn grown(&self, more: f64) -> f64 {
        libm::exp(-self.shift) + libm::exp(self.least) / self.rate * libm::expm1(more)
    }

    /// Bound of the absolute value of the density at places `x + iy` between two `x` and up to a height; none where `v` may be 0.
    pub(super) fn largest_density(&self, (left, right): (f64, f64), height: f64) -> Option<f64> {
        let turned = self.length * height;
        if turned > 1.5 {
            return None;
        }
        // Re e^(more + i turned) - 1, of which v grows.
        let half = libm::sin(0.5 * turned);
        let more = libm::expm1(self.length * left) * libm::cos(turned) - 2.0 * half * half;
        let least = libm::exp(-self.shift) + libm::exp(self.least) / self.rate * more;
        // Where little is left, the rounding would tell.
        (least > 0.1 * libm::exp(-self.shift)).then(|| {
            let largest = self.scale() * libm::exp(self.length * right);
            largest * libm::pow(least, -1.5) * (1.0 + 1e-9)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::legendre;

    fn law(noise_per_shift: f64, sample_rate: f64) -> Law {
        Law::new(&PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps: 1.0,
        })
    }

    /// Between the atoms the density has mass 1, and the mean of the ratio is 1.
    #[test]
    fn density_is_one_of_a_ratio() {
        let rule = legendre::<24>();
        for (noise, rate) in [(0.7, 0.3), (3.0, 1.0), (1e4, 1e-9), (1.0, 1e-3)] {
            let law = law(noise, rate);
            let (mut mass, mut mean) = (0.0, 0.0);
            for part in 0..32 {
                for (at, weight) in rule {
                    let place = (f64::from(part) + 0.5 + 0.5 * at) / 32.0;
                    let mass_here = weight / 64.0 * law.density(place);
                    mass += mass_here;
                    mean += mass_here * libm::expm1(law.least + law.length * place);
                }
            }
            assert!((mass - 1.0).abs() < 1e-12, "{noise} {rate}: {mass}");
            assert!(mean.abs() < 1e-12 * law.length, "{noise} {rate}: {mean}");
        }
    }

    /// The bound holds on a box of the plane, and is met on the axis.
    #[test]
    fn density_is_bounded_beside_the_axis() {
        for (noise, rate) in [(1.0, 0.1), (5.0, 1.0), (30.0, 1e-6)] {
            let law = law(noise, rate);
            for (ends, height) in [((-0.05, 1.05), 0.1), ((0.2, 0.9), 0.0)] {
                let bound = law.largest_density(ends, height).expect("no zero");
                for i in 0..=20 {
                    for j in 0..=10 {
                        let x = ends.0 + (ends.1 - ends.0) * f64::from(i) / 20.0;
                        let y = height * f64::from(j) / 10.0;
                        let (sin, cos) = libm::sincos(law.length * y);
                        let grown = libm::exp(law.length * x);
                        let scale = libm::exp(law.least) / rate;
                        let re = libm::exp(-1.0 / noise) + scale * (grown * cos - 1.0);
                        let modulus = libm::hypot(re, scale * grown * sin);
                        let here = law.scale() * grown * libm::pow(modulus, -1.5);
                        assert!(here <= bound, "{noise} {rate} {x} {y}: {here} {bound}");
                    }
                }
            }
        }
    }
}
