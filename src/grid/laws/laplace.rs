//! The loss of one step with Laplace noise.

use super::law::{Knot, LossLaw, Part, expm1};

/// `P = (1 - q) Lap(0) + q Lap(m)` against `Q = Lap(0)`, of scale 1: the loss is constant left of 0 and right of `m`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laplace {
    pub(crate) rate: f64,
    pub(crate) shift: f64,
}

/// `P(X > x)` of the standard Laplace law.
fn laplace_sf(x: f64) -> f64 {
    if x > 0.0 {
        0.5 * libm::exp(-x)
    } else {
        1.0 - 0.5 * libm::exp(x)
    }
}

impl LossLaw for Laplace {
    fn range(&self) -> (f64, f64) {
        (0.0, self.shift)
    }

    fn has_atoms(&self) -> bool {
        true
    }

    fn loss(&self, z: f64) -> f64 {
        libm::log1p(self.rate * libm::expm1(2.0 * z - self.shift))
    }

    fn knot(&self, loss: f64, _: f64) -> Knot {
        let sampled = libm::expm1(loss) + self.rate;
        Knot {
            z: 0.5 * (libm::log(sampled / self.rate) + self.shift),
            ratio: 1.0 - self.rate + sampled,
            slope: 2.0 * sampled,
        }
    }

    fn knot_at(&self, z: f64) -> Knot {
        let sampled = self.rate * libm::exp(2.0 * z - self.shift);
        Knot {
            z,
            ratio: 1.0 - self.rate + sampled,
            slope: 2.0 * sampled,
        }
    }

    fn excess(&self, knot: &Knot, t: f64) -> f64 {
        0.5 * knot.slope * expm1(2.0 * t)
    }

    fn density(&self, z: f64) -> f64 {
        0.5 * libm::exp(-z)
    }

    fn growth(&self, _: f64, t: f64) -> f64 {
        1.0 + expm1(-t)
    }

    fn steepness(&self, _: f64) -> f64 {
        3.0
    }

    fn below(&self, z: f64) -> Part {
        let outside = laplace_sf(-z);
        Part {
            inside: (1.0 - self.rate) * outside + self.rate * laplace_sf(self.shift - z),
            outside,
        }
    }

    fn above(&self, z: f64) -> Part {
        let outside = laplace_sf(z);
        Part {
            inside: (1.0 - self.rate) * outside + self.rate * laplace_sf(z - self.shift),
            outside,
        }
    }
}
