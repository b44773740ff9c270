//! Chernoff's bound of a tail.

use super::line::growth;
use super::tilted_law::TiltedLaw;
use super::window::log_peak;

/// A bound at every order by the mass `e^K` of one tilted measure.
pub(super) struct Chernoff {
    s: f64,
    log_mass: f64,
    /// Probability of what the tilted measure leaves out.
    left_out: f64,
}

impl Chernoff {
    /// By the mass of a law that leaves out events of this probability.
    pub(super) fn new(law: &TiltedLaw, left_out: f64) -> Self {
        let (log_mass, error) = law.log_coefficient();
        Self {
            s: law.s,
            log_mass: log_mass + error,
            left_out,
        }
    }

    /// Logarithm of a bound of `H(eps)` for `s > 1` and of the reverse divergence at `-eps` for `s < 0`: `e^K` times
    /// [`growth`] and the kernel's [`log_peak`].
    pub(super) fn log_at(&self, epsilon: f64) -> f64 {
        let c = (self.s - 1.0).max(-self.s);
        let slope = growth(self.s) * epsilon;
        let rounding = 4.0 * f64::EPSILON * (2.0 + c + self.log_mass.abs() + slope.abs());
        self.log_mass + slope + log_peak(c) + rounding
    }

    pub(super) fn at(&self, epsilon: f64) -> f64 {
        (libm::exp(self.log_at(epsilon)).next_up() + self.left_out).next_up()
    }
}
