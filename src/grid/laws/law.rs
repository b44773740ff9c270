//! The laws of one step in which the loss increases along a line: where a loss is met, and what lies around it.

use crate::numerics::normal;

/// `e^x - 1`, by its series where that is short.
pub(crate) fn expm1(x: f64) -> f64 {
    if x.abs() < 4e-3 {
        x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * (1.0 + x / 5.0 * (1.0 + x / 6.0)))))
    } else {
        libm::expm1(x)
    }
}

/// A place on the line, with the likelihood ratio `w = e^L` and its derivative there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knot {
    pub(crate) z: f64,
    pub(crate) ratio: f64,
    pub(crate) slope: f64,
}

/// Masses of a part of the line under "in" and "out".
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pub(crate) inside: f64,
    pub(crate) outside: f64,
}

impl Part {
    /// `ln` of the mean likelihood ratio of the part under "out".
    pub(crate) fn loss(&self) -> f64 {
        libm::log(self.inside / self.outside)
    }
}

/// Two laws on a line whose loss increases.
pub(crate) trait LossLaw {
    /// The part of the line that matters; what lies beyond an end has the loss of that end.
    fn range(&self) -> (f64, f64);
    /// Whether the ends of the range hold mass of their own.
    fn has_atoms(&self) -> bool {
        false
    }
    /// The loss at `z`.
    fn loss(&self, z: f64) -> f64;
    /// The place of a loss that is met inside the range; `near` is a guess.
    fn knot(&self, loss: f64, near: f64) -> Knot;
    /// The derivative at a place.
    fn knot_at(&self, z: f64) -> Knot;
    /// `w(z + t) - w(z)`, without cancellation.
    fn excess(&self, knot: &Knot, t: f64) -> f64;
    /// Density at `z` under "out".
    fn density(&self, z: f64) -> f64;
    /// The density at `z + t` over the density at `z`.
    fn growth(&self, z: f64, t: f64) -> f64 {
        self.density(z + t) / self.density(z)
    }
    /// A bound of `|d ln|` of the densities and of the density of `w`, at any place up to `z` from 0.
    fn steepness(&self, z: f64) -> f64;
    /// Masses of all places below `z`.
    fn below(&self, z: f64) -> Part;
    /// Masses of all places above `z`.
    fn above(&self, z: f64) -> Part;
}

/// The Gaussian density is below the smallest number from here on.
pub(crate) const FAR: f64 = 38.5;

/// `P = (1 - q) N(0) + q N(m)` against `Q = N(0)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single {
    pub(crate) rate: f64,
    pub(crate) shift: f64,
}

impl LossLaw for Single {
    fn range(&self) -> (f64, f64) {
        (-FAR, FAR + self.shift)
    }

    fn loss(&self, z: f64) -> f64 {
        let exponent = self.shift * (z - 0.5 * self.shift);
        if exponent > 600.0 {
            exponent + libm::log(self.rate)
        } else {
            libm::log1p(self.rate * libm::expm1(exponent))
        }
    }

    fn knot(&self, loss: f64, _: f64) -> Knot {
        let sampled = libm::expm1(loss) + self.rate;
        Knot {
            z: libm::log(sampled / self.rate) / self.shift + 0.5 * self.shift,
            ratio: 1.0 - self.rate + sampled,
            slope: sampled * self.shift,
        }
    }

    fn knot_at(&self, z: f64) -> Knot {
        let exponent = self.shift * (z - 0.5 * self.shift);
        let sampled = self.rate * libm::exp(exponent.min(700.0));
        Knot {
            z,
            ratio: 1.0 - self.rate + sampled,
            slope: sampled * self.shift,
        }
    }

    fn excess(&self, knot: &Knot, t: f64) -> f64 {
        let sampled = knot.slope / self.shift;
        let exponent = self.shift * t;
        if exponent < 30.0 {
            return sampled * expm1(exponent);
        }
        self.rate * libm::exp(self.shift * (knot.z + t - 0.5 * self.shift)) - sampled
    }

    fn density(&self, z: f64) -> f64 {
        normal::density(z)
    }

    fn growth(&self, z: f64, t: f64) -> f64 {
        1.0 + expm1(-t * (z + 0.5 * t))
    }

    fn steepness(&self, z: f64) -> f64 {
        z + self.shift
    }

    fn below(&self, z: f64) -> Part {
        let outside = normal::cdf(z);
        Part {
            inside: (1.0 - self.rate) * outside + self.rate * normal::cdf(z - self.shift),
            outside,
        }
    }

    fn above(&self, z: f64) -> Part {
        let outside = normal::sf(z);
        Part {
            inside: (1.0 - self.rate) * outside + self.rate * normal::sf(z - self.shift),
            outside,
        }
    }
}
