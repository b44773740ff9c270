//! Powers of characteristic functions, with what is known of their error.

use crate::numerics::complex::{self, Complex};

/// The characteristic function of the whole run at one frequency.
#[derive(Clone, Copy, Default)]
pub(super) struct Power {
    pub(super) log_modulus: f64,
    pub(super) phase: f64,
    /// `ln (|Psi| + error)/|Psi|`.
    pub(super) uncertainty: f64,
    /// Sum of the sizes that were added up, for the rounding.
    pub(super) turning: f64,
}

impl Power {
    /// Multiplies by a power of what has `excess` more than 1, known up to `error`.
    pub(super) fn multiply(&mut self, excess: Complex<f64>, error: f64, num_steps: f64) {
        let log = complex::log1p(excess);
        let log_modulus = log.re.max(-690.0);
        self.log_modulus += num_steps * log_modulus;
        self.phase += num_steps * log.im;
        self.uncertainty += num_steps * libm::log1p(error * libm::exp(-log_modulus));
        self.turning += num_steps * (log.im.abs() + log_modulus.abs());
    }

    /// The value, and a bound of its error.
    pub(super) fn value(&self) -> (Complex<f64>, f64) {
        let modulus = libm::exp(self.log_modulus);
        let spoiled = if self.uncertainty < 1.0 {
            modulus * libm::expm1(self.uncertainty)
        } else {
            libm::exp(self.log_modulus + self.uncertainty)
        };
        let (sin, cos) = libm::sincos(self.phase);
        let value = Complex {
            re: modulus * cos,
            im: modulus * sin,
        };
        (value, spoiled + modulus * 4.0 * self.turning * f64::EPSILON)
    }
}
