//! One step of a phase: its loss as a function of what is shown, at complex places too.
//!
//! Above 0 the loss is `L(y) = ln(1 - q + q e^(m y))` with `y >= 0` and the density `n(y + m/2)` under "out"; below 0 it is the mirror
//! image of what it is under "in", and with the rest of the probability it is 0.

use crate::mechanism::PairPhase;
use crate::numerics::complex::{self, Complex};
use core::f64::consts::PI;

/// Largest modulus of `(1 - q)/q e^(-m y)` at which the loss is told from `m y + ln q`.
const LARGE: f64 = 0.5;
/// Largest angle of `e^(m y)` at which the loss is the principal logarithm, and the largest real part of `m y`.
const LARGEST_ANGLE: f64 = 3.0;
const LARGEST: f64 = 30.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    pub(super) shift: f64,
    pub(super) rate: f64,
    pub(super) steps: f64,
}

/// Real parts and imaginary parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub(super) re: (f64, f64),
    pub(super) im: (f64, f64),
}

impl Law {
    pub(super) fn new(phase: &PairPhase) -> Self {
        Self {
            shift: phase.shift(),
            rate: phase.sample_rate,
            steps: phase.num_steps,
        }
    }

    /// From where on the loss is about `m y + ln q`: `(1 - q)/q e^(-m y)` is `e^-beyond` there.
    pub(super) fn linear_from(&self, beyond: f64) -> f64 {
        ((libm::log((1.0 - self.rate) / self.rate) + beyond) / self.shift).max(0.0)
    }

    /// `L(y)` at a place that is reached from the real axis without passing left of a zero of `e^L`, relatively exact where it is small.
    pub(super) fn loss(&self, y: Complex<f64>) -> Complex<f64> {
        let exponent = y * self.shift;
        if exponent.im.abs() <= LARGEST_ANGLE && exponent.re <= LARGEST {
            return complex::log1p(complex::expm1(exponent) * self.rate);
        }
        let rest = complex::exp(-exponent) * ((1.0 - self.rate) / self.rate);
        complex::log1p(rest) + exponent + libm::log(self.rate)
    }

    /// A rectangle that holds the loss on a rectangle; none where the loss is not analytic there.
    pub(super) fn loss_on(&self, y: Rectangle) -> Option<Rectangle> {
        let (m, q) = (self.shift, self.rate);
        if m * y.im.0.abs().max(y.im.1.abs()) <= LARGEST_ANGLE && m * y.re.1 <= LARGEST {
            let sizes = (libm::exp(m * y.re.0), libm::exp(m * y.re.1));
            let drawn = polar(sizes, (m * y.im.0, m * y.im.1));
            return log1p(Rectangle {
                re: (q * (drawn.re.0 - 1.0), q * (drawn.re.1 - 1.0)),
                im: (q * drawn.im.0, q * drawn.im.1),
            });
        }
        let left = (1.0 - q) / q * libm::exp(-m * y.re.0);
        if left > LARGE {
            return None;
        }
        let least = (1.0 - q) / q * libm::exp(-m * y.re.1);
        let rest = polar((least, left), (-m * y.im.1, -m * y.im.0));
        let log = log1p(rest)?;
        let log_rate = libm::log(q);
        Some(Rectangle {
            re: (
                log.re.0 + m * y.re.0 + log_rate,
                log.re.1 + m * y.re.1 + log_rate,
            ),
            im: (log.im.0 + m * y.im.0, log.im.1 + m * y.im.1),
        })
    }
}

/// A rectangle around all `r e^(i angle)`.
fn polar(sizes: (f64, f64), angles: (f64, f64)) -> Rectangle {
    let scaled = |(low, high): (f64, f64)| {
        let least = if low < 0.0 { sizes.1 } else { sizes.0 };
        let most = if high < 0.0 { sizes.0 } else { sizes.1 };
        (low * least, high * most)
    };
    Rectangle {
        re: scaled(cosines(angles)),
        im: scaled(cosines((angles.0 - 0.5 * PI, angles.1 - 0.5 * PI))),
    }
}

/// The least and the largest cosine between two angles.
fn cosines((from, to): (f64, f64)) -> (f64, f64) {
    let ends = (libm::cos(from), libm::cos(to));
    let holds = |turn: f64| {
        let first = libm::ceil((from - turn) / (2.0 * PI));
        turn + 2.0 * PI * first <= to
    };
    (
        if holds(PI) { -1.0 } else { ends.0.min(ends.1) },
        if holds(0.0) { 1.0 } else { ends.0.max(ends.1) },
    )
}

/// A rectangle around `ln(1 + z)`, the principal one; none where that is not analytic.
fn log1p(z: Rectangle) -> Option<Rectangle> {
    let square = |(low, high): (f64, f64)| {
        let most = (low * low).max(high * high);
        let least = if low <= 0.0 && high >= 0.0 {
            0.0
        } else {
            (low * low).min(high * high)
        };
        (least, most)
    };
    let (re, im) = (square(z.re), square(z.im));
    let (left, right) = (1.0 + z.re.0, 1.0 + z.re.1);
    if left <= 0.0 && z.im.0 <= 0.0 {
        return None;
    }
    // Near 1, and far from it.
    let least = (2.0 * z.re.0 + re.0 + im.0).max(square((left, right)).0 + im.0 - 1.0);
    if least <= -1.0 {
        return None;
    }
    let moduli = (
        0.5 * libm::log1p(least),
        0.5 * libm::log1p(2.0 * z.re.1 + re.1 + im.1),
    );
    let lowest = if z.im.0 < 0.0 {
        libm::atan2(z.im.0, left)
    } else if right > 0.0 {
        libm::atan2(z.im.0, right)
    } else {
        libm::atan2(z.im.1, right)
    };
    let highest = if z.im.1 < 0.0 {
        libm::atan2(z.im.1, right)
    } else if left >= 0.0 {
        libm::atan2(z.im.1, left)
    } else {
        libm::atan2(z.im.0, left)
    };
    Some(Rectangle {
        re: moduli,
        im: (lowest, highest),
    })
}
