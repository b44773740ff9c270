//! The characteristic function of the tilted sum at equidistant frequencies, as many as matter.
//!
//! By Poisson's formula it gives the law at equidistant knots, modulo a window outside of which the law has next to
//! nothing.

use super::summands::Summands;
use super::taper::Taper;
use super::tilted_summand::TiltedSummand;
use crate::grid::composition::Transforms;
use crate::numerics::complex::{self, Complex};
use crate::numerics::count;
use core::cell::OnceCell;
use core::f64::consts::PI;

/// Logarithm of the share of the tilted law that may lie outside of the window at either end.
pub(super) const OUTSIDE: f64 = 46.0;
/// Logarithm of the modulus from which on frequencies are left out.
const LEFT_OUT: f64 = -46.0;
const LEFT_OUT_OF_FEW: f64 = -36.0;

/// Most frequencies, as a share of the knots.
const MOST_FREQUENCIES: f64 = 0.4;

/// Where the law is wanted, and under which tilt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) theta: f64,
    /// Roughly the logarithm of the tilted mass of one summand, and the standard deviation of the tilted sum.
    pub(super) rough: f64,
    pub(super) deviation: f64,
    /// The ratios for which the law is wanted.
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Values at the frequencies `j spacing`.
pub(super) struct Spectrum {
    pub(super) theta: f64,
    pub(super) values: Vec<Complex<f64>>,
    pub(super) spacing: f64,
    /// Distance of the knots, a power of 2, and how many fill the window.
    pub(super) unit: f64,
    pub(super) length: usize,
    /// Beyond which next to nothing lies.
    pub(super) window: (f64, f64),
    /// Logarithm of the tilted mass of the sum.
    pub(super) log_mass: f64,
    /// Error of the sum over the frequencies with a kernel of at most 1.
    pub(super) error: f64,
    /// The sum of their moduli.
    pub(super) sum: f64,
    /// The law of a summand, and the ratios for which that of the sum is wanted.
    law: TiltedSummand,
    range: (f64, f64),
    aliased: OnceCell<f64>,
    /// A bound of the slope of the tilted density.
    pub(super) slope: f64,
    /// A bound of the sum of the moduli at the frequencies that are left out.
    pub(super) left_out: f64,
    /// Products of nodes and frequencies that it took.
    pub(super) work: usize,
}

impl Spectrum {
    /// None where the law is too rough for so many knots.
    pub(super) fn new(
        summands: Summands,
        taper: Taper,
        place: &Place,
        points: usize,
    ) -> Option<Self> {
        let Place { theta, rough, .. } = *place;
        let law = TiltedSummand::new(summands, taper, theta, rough)?;
        let mut last = 6.0 / place.deviation;
        // Two of the factors say how much is left out, see below: of few that is most of them.
        let few = summands.times - 2.0;
        let stays =
            |modulus: f64| summands.times * modulus > LEFT_OUT || few * modulus > LEFT_OUT_OF_FEW;
        while stays(law.log_modulus(last)) {
            last *= 1.15;
            if last > 4e3 / place.deviation {
                return None;
            }
        }
        let window = law.window(OUTSIDE);
        let span = (window.1 - place.low).max(place.high - window.0);
        let unit = libm::exp2(libm::ceil(libm::log2(span / points as f64)));
        let spacing = 2.0 * PI / (points as f64 * unit);
        let frequencies = libm::ceil(last / spacing);
        if frequencies >= MOST_FREQUENCIES * points as f64 {
            return None;
        }
        let frequencies = count(frequencies);
        let mut values = Vec::with_capacity(frequencies + 1);
        let (mut error, mut sum, mut slope) = (0.0, 0.0, 0.0);
        let characteristic = law.log_characteristic(spacing, frequencies)?;
        for (log, own) in characteristic.logs {
            let value = complex::exp(log);
            let modulus = complex::abs(value) * if values.is_empty() { 1.0 } else { 2.0 };
            // Of a power: `(|psi| + own)^n - |psi|^n`.
            let grown = summands.times * libm::log1p(own / summands.times);
            error += modulus * libm::expm1(grown);
            sum += modulus;
            slope += modulus * values.len() as f64;
            values.push(value);
        }
        let levels = libm::log2(points as f64) + 8.0;
        error += 2.5 * f64::EPSILON * levels * sum;
        // By Parseval's formula two factors of the characteristic function have as much in square as the density.
        let modulus = law.log_modulus(frequencies as f64 * spacing);
        let squares = points as f64 * unit * law.largest_density() + 1.0;
        let left_out = libm::exp((summands.times - 2.0) * modulus) * squares;
        Some(Self {
            theta,
            values,
            spacing,
            unit,
            length: points,
            window,
            log_mass: law.log_mass,
            error,
            sum,
            range: (place.low, place.high),
            aliased: OnceCell::new(),
            law,
            slope: slope * spacing * spacing / (2.0 * PI) * (1.0 + 1e-9),
            left_out,
            work: characteristic.work,
        })
    }

    /// The law at the knots `k unit`, `k` modulo the length, smoothed by a kernel that is given by its transform.
    pub(super) fn law(
        &self,
        kernel: impl Fn(Complex<f64>) -> Complex<f64>,
        transforms: &mut Transforms,
    ) -> Option<Vec<f64>> {
        let mut input = vec![Complex::new(0.0, 0.0); self.length / 2 + 1];
        for (index, (input, value)) in input.iter_mut().zip(&self.values).enumerate() {
            *input = (value * kernel(self.zeta(index))).conj();
        }
        transforms.inverse(&mut input, self.length)
    }

    /// Tilt and frequency in units of the distance of the knots.
    pub(super) fn zeta(&self, index: usize) -> Complex<f64> {
        Complex::new(self.theta, index as f64 * self.spacing) * self.unit
    }

    /// A bound of the tilted density that the windows beside this one add.
    pub(super) fn aliased(&self) -> f64 {
        let period = self.length as f64 * self.unit;
        *self
            .aliased
            .get_or_init(|| self.law.outside_density(period, self.range))
    }

    /// What the tilted law may have outside of the window.
    pub(super) fn outside(&self) -> f64 {
        2.0 * libm::exp(-OUTSIDE)
    }
}
