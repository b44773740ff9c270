//! The loss of one step where a record is exchanged for another.

use super::law::{FAR, Knot, LossLaw, Part, expm1};
use crate::numerics::normal;

/// `P = (1 - q) N(0) + q N(m)` against `Q = (1 - q) N(0) + q N(-m)`; the loss is odd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    pub(crate) rate: f64,
    pub(crate) shift: f64,
}

impl Exchange {
    /// `ln((1 - q) + q e^exponent)`.
    fn single(&self, exponent: f64) -> f64 {
        if exponent > 600.0 {
            exponent + libm::log(self.rate)
        } else {
            libm::log1p(self.rate * libm::expm1(exponent))
        }
    }

    /// Shares of the sampled parts in both laws at `z`.
    fn shares(&self, z: f64) -> (f64, f64) {
        let odds = libm::log((1.0 - self.rate) / self.rate);
        let share = |shift: f64| 1.0 / (1.0 + libm::exp(odds - shift * (z - 0.5 * shift)));
        (share(self.shift), share(-self.shift))
    }
}

impl LossLaw for Exchange {
    fn range(&self) -> (f64, f64) {
        (-FAR - self.shift, FAR + self.shift)
    }

    fn loss(&self, z: f64) -> f64 {
        let (square, linear) = (0.5 * self.shift * self.shift, self.shift * z);
        if self.rate == 1.0 {
            return 2.0 * linear;
        }
        self.single(linear - square) - self.single(-linear - square)
    }

    fn knot(&self, loss: f64, _: f64) -> Knot {
        let half = 0.5 * loss.abs();
        let log_sinh = if half < 20.0 {
            libm::log(libm::sinh(half))
        } else {
            half - core::f64::consts::LN_2
        };
        let argument =
            0.5 * self.shift * self.shift + libm::log((1.0 - self.rate) / self.rate) + log_sinh;
        let root = if argument < 30.0 {
            libm::asinh(libm::exp(argument))
        } else {
            argument + core::f64::consts::LN_2
        };
        self.knot_at((root + half) / self.shift * if loss < 0.0 { -1.0 } else { 1.0 })
    }

    fn knot_at(&self, z: f64) -> Knot {
        let ratio = libm::exp(self.loss(z).min(700.0));
        let (inside, outside) = self.shares(z);
        Knot {
            z,
            ratio,
            slope: ratio * self.shift * (inside + outside),
        }
    }

    fn excess(&self, knot: &Knot, t: f64) -> f64 {
        let exponent = self.shift * t;
        let difference = if exponent < 30.0 {
            let (inside, outside) = self.shares(knot.z);
            libm::log1p(inside * expm1(exponent)) - libm::log1p(outside * expm1(-exponent))
        } else {
            self.loss(knot.z + t) - self.loss(knot.z)
        };
        knot.ratio * expm1(difference)
    }

    fn density(&self, z: f64) -> f64 {
        (1.0 - self.rate) * normal::density(z) + self.rate * normal::density(z + self.shift)
    }

    fn steepness(&self, z: f64) -> f64 {
        z + 4.0 * self.shift
    }

    fn below(&self, z: f64) -> Part {
        let none = (1.0 - self.rate) * normal::cdf(z);
        Part {
            inside: none + self.rate * normal::cdf(z - self.shift),
            outside: none + self.rate * normal::cdf(z + self.shift),
        }
    }

    fn above(&self, z: f64) -> Part {
        let none = (1.0 - self.rate) * normal::sf(z);
        Part {
            inside: none + self.rate * normal::sf(z - self.shift),
            outside: none + self.rate * normal::sf(z + self.shift),
        }
    }
}
