//! How the power of the transform falls far from the real axis.
//!
//! On the line `z + i alpha/m` it is `|E e^(-sY)| <= e^(alpha²/(2 m²)) E e^(-cY)` with `c = Re(s e^(-i alpha))`, for `c >= 0`.

use super::path::Centre;
use crate::grid::allocation::summands::Summands;
use crate::numerics::complex::Complex;
use crate::numerics::{count, normal};
use core::f64::consts::FRAC_PI_2;

/// Distance of the points of a sum over the normal density, over a shift of so much at least, and where they lie.
const STEP: f64 = 0.15;
const LEAST_SHIFT: f64 = 1.5;
const FROM: f64 = -38.0;
const TO: f64 = 26.0;
/// Angles that are tried, the largest one, and how far apart they are.
const ANGLES: u32 = 10;
const LARGEST: f64 = 2.4;
const RATIO: f64 = 0.5;
/// Logarithm of what may lie beyond the points.
const LITTLE: f64 = -60.0;

/// Points of a sum over one summand and their masses.
pub(super) struct Decay {
    points: Vec<(f64, f64)>,
    summands: Summands,
}

impl Decay {
    pub(super) fn new(summands: &Summands) -> Self {
        let step = STEP / summands.shift.max(LEAST_SHIFT);
        let points = (0..=count((TO - FROM) / step)).map(|index| {
            let z = FROM + step * index as f64;
            (z, step * normal::density(z))
        });
        Self {
            points: points.collect(),
            summands: *summands,
        }
    }

    /// Logarithm of a bound of the modulus of the power, of summands less the centre, at an argument with a positive imaginary part.
    pub(super) fn log_modulus(&self, s: Complex<f64>, centre: Centre) -> f64 {
        // An angle that serves turns the argument by a part of its own, and by little where the shift is small.
        let own = libm::atan2(s.im, s.re).min(LARGEST);
        // Left of the imaginary axis an angle that is less turns too little.
        let least = (own - FRAC_PI_2).max(0.0);
        let points = self.points.iter();
        let points = points.map(|(z, mass)| (self.summands.centred(*z, centre), *mass));
        let points: Vec<(f64, f64)> = points.collect();
        let bounds = (0..ANGLES).map(|power| {
            let angle = least + (own - least) * libm::pow(RATIO, f64::from(power));
            let (sin, cos) = libm::sincos(angle);
            let c = s.re * cos + s.im * sin;
            let Some(beyond) = self.beyond(s, c, angle, centre) else {
                return f64::INFINITY;
            };
            let less_one: f64 = points
                .iter()
                .map(|(value, mass)| mass * libm::expm1(-c * value))
                .sum();
            let log = if less_one > -0.5 {
                libm::log1p(less_one + 1e-9 * (1.0 + less_one.abs()) + beyond)
            } else {
                let left: f64 = points
                    .iter()
                    .map(|(value, mass)| mass * libm::exp(-c * value))
                    .sum();
                libm::log(left * (1.0 + 1e-9) + beyond + 1e-300)
            };
            let at_rest = 0.5 * (angle / self.summands.shift) * (angle / self.summands.shift);
            // `s - c` with twice the half of the angle, which is small.
            let half = libm::sin(0.5 * angle);
            let moved = 2.0 * s.re * half * half - s.im * sin;
            self.summands.times * (at_rest + log) + moved * centre.sum()
        });
        bounds.fold(f64::INFINITY, f64::min)
    }

    /// Bound of what lies beyond the points. Where the argument turned is negative, the line ends there and goes back to the real axis.
    fn beyond(&self, s: Complex<f64>, c: f64, angle: f64, centre: Centre) -> Option<f64> {
        if c > 0.0 {
            return Some(0.0);
        }
        let size = libm::hypot(s.re, s.im);
        let saddle = self.summands.saddle(size)?;
        let value = self.summands.value(TO);
        let growth = size * (self.summands.centred(TO, centre).abs() + angle * value);
        let height = angle / self.summands.shift;
        let log = growth + 0.5 * (height * height - TO * TO);
        let turned = self.summands.log_turned(saddle) + size * centre.sum() / self.summands.bins;
        let is_little = saddle > TO
            && size * self.summands.shift * value < TO
            && log < LITTLE
            && turned < LITTLE;
        is_little.then(|| libm::exp(log) * (height + saddle) + libm::exp(turned))
    }
}
