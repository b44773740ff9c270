//! The law of the ratio of an epoch around one place, at knots of equal distance.
//!
//! A knot's mass is `c_k = E hat((S - x_k)/unit)`, so that the chords between the knots meet the curve of the law at
//! every knot. An error that all knots share under the tilt is `e^(-theta x)` without it: it stays small against the
//! masses where the tilted law lies.

use super::spectrum::{Place, Spectrum};
use super::summands::Summands;
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::complex::{self, Complex};
use crate::numerics::count;

/// Relative error of the logarithm of the tilted mass: of its nodes' densities, where they matter.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Masses at the knots `k unit`.
pub(super) struct Sheet {
    pub(super) spectrum: Spectrum,
    /// The knot of the first mass.
    first: usize,
    masses: Vec<f64>,
    /// Error of any tilted mass.
    error: f64,
    /// Error of a mass by sums in which one summand is larger than the taper leaves it.
    stray: f64,
    kept: f64,
}

impl Sheet {
    /// Sums with a summand larger than the taper leaves it have a density of at most `stray`. None where the law is too
    /// rough for so many knots.
    pub(super) fn new(
        summands: Summands,
        taper: Taper,
        (place, stray): (&Place, f64),
        points: usize,
        transforms: &mut Transforms,
    ) -> Option<Self> {
        let spectrum = Spectrum::new(summands, taper, place, points)?;
        let values = spectrum.law(hat, transforms)?;
        let Spectrum {
            theta,
            unit,
            log_mass,
            ..
        } = spectrum;
        let ends = libm::cosh(0.5 * theta * unit);
        let error =
            ends * ends * (spectrum.error + spectrum.left_out) / points as f64 + spectrum.outside();
        let first = count(libm::ceil(place.low / unit));
        let end = count(libm::floor(place.high / unit));
        let masses = (first..=end)
            .map(|knot| values[knot % points] * libm::exp(log_mass - theta * knot as f64 * unit))
            .collect();
        Some(Self {
            first,
            masses,
            error,
            stray: 2.0 * stray * unit,
            kept: taper.kept(),
            spectrum,
        })
    }

    /// Products of nodes and frequencies that it took.
    pub(super) fn work(&self) -> usize {
        self.spectrum.work
    }

    pub(super) fn unit(&self) -> f64 {
        self.spectrum.unit
    }

    /// The knot that is nearest to a ratio, of those that have a mass.
    pub(super) fn nearest(&self, ratio: f64) -> usize {
        let (first, last) = self.ends();
        count(libm::round(ratio / self.unit()).max(0.0)).clamp(first, last)
    }

    /// First and last knot.
    pub(super) fn ends(&self) -> (usize, usize) {
        (self.first, self.first + self.masses.len() - 1)
    }

    /// The ratio at a knot.
    pub(super) fn ratio(&self, knot: usize) -> f64 {
        knot as f64 * self.unit()
    }

    /// Error of the mass at a ratio.
    pub(super) fn error(&self, ratio: f64) -> f64 {
        // No summand is larger than the sum.
        let stray = if ratio > self.kept { self.stray } else { 0.0 };
        let Spectrum {
            theta, log_mass, ..
        } = self.spectrum;
        // The exponent is a difference of two that are large under a strong tilt.
        let rounded = ROUNDING * (log_mass.abs() + (theta * ratio).abs());
        let mass = self.mass(self.nearest(ratio)).abs();
        self.error * libm::exp(log_mass - theta * ratio) + stray + rounded * mass
    }

    /// Error of a density of this size at a ratio, of the sum over the frequencies.
    pub(super) fn density_error(&self, ratio: f64, density: f64) -> f64 {
        let Spectrum {
            theta, log_mass, ..
        } = self.spectrum;
        let stray = if ratio > self.kept {
            self.stray / self.unit()
        } else {
            0.0
        };
        let rounded = ROUNDING * (log_mass.abs() + (theta * ratio).abs());
        let own = self.spectrum.density_error();
        own * libm::exp(log_mass - theta * ratio) + stray + rounded * density
    }

    /// The mass at a knot.
    pub(super) fn mass(&self, knot: usize) -> f64 {
        self.masses[knot - self.first]
    }

    /// A bound of the density between a knot and the next, times their distance: what both knots have on average of it,
    /// and how much it may change so far.
    pub(super) fn peak(&self, knot: usize) -> f64 {
        let Spectrum {
            theta,
            log_mass,
            slope,
            ..
        } = self.spectrum;
        let (unit, ratio) = (self.unit(), self.ratio(knot));
        let change = 2.0 * slope * unit * unit * libm::exp(log_mass - theta * ratio);
        let growth = libm::exp(3.0 * theta.abs() * unit);
        (self.mass(knot) + self.error(ratio) + change) * growth
    }

    /// The part of a knot's mass that comes from its left or its right.
    pub(super) fn half(&self, ratio: f64, from_left: bool) -> f64 {
        let Spectrum {
            theta,
            log_mass,
            spacing,
            length,
            ..
        } = self.spectrum;
        let mut sum = 0.0;
        for (index, value) in self.spectrum.values.iter().enumerate() {
            let zeta = self.spectrum.zeta(index);
            let kernel = half_hat(if from_left { zeta } else { -zeta });
            let turn = complex::exp(Complex::new(0.0, -(index as f64) * spacing * ratio));
            let term = (value * kernel * turn).re;
            sum += if index == 0 { term } else { 2.0 * term };
        }
        sum / length as f64 * libm::exp(log_mass - theta * ratio)
    }
}

/// `int_(-1)^1 (1 - |y|) e^(-zeta y) dy = (sinh(zeta/2)/(zeta/2))²`.
fn hat(zeta: Complex<f64>) -> Complex<f64> {
    let half = zeta * 0.5;
    if complex::abs(half) < 1e-4 {
        return Complex::new(1.0, 0.0) + half * half * (1.0 / 3.0);
    }
    let quotient = (complex::expm1(half) - complex::expm1(-half)) / (half * 2.0);
    quotient * quotient
}

/// `int_(-1)^0 (1 + y) e^(-zeta y) dy = (e^zeta - 1 - zeta)/zeta²`.
fn half_hat(zeta: Complex<f64>) -> Complex<f64> {
    if complex::abs(zeta) < 0.05 {
        // sum of zeta^k/(k + 2)!
        let mut term = Complex::new(0.5, 0.0);
        let mut sum = term;
        for power in 1..10 {
            term = term * zeta / (f64::from(power) + 2.0);
            sum += term;
        }
        return sum;
    }
    (complex::expm1(zeta) - zeta) / (zeta * zeta)
}
