//! The loss of one step at complex observations.

use super::smooth_step::{SmoothStep, StepLaw};
use crate::numerics::complex::{self, Complex};

/// What one observation in the complex plane says.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComplexPoint {
    /// `L = ln P/Q`; its imaginary part is never negative above the real axis.
    pub(super) loss: Complex<f64>,
    /// `ln Q/phi`, less what is left to others.
    pub(super) log_out: Complex<f64>,
    /// Scale to which the relative rounding error of the loss refers; at least `|L|`.
    pub(super) size: f64,
}

/// Beyond this exponent a likelihood ratio is its largest term.
const OVERFLOW: f64 = 600.0;

impl SmoothStep {
    /// The same as [`SmoothStep::point`], at heights from 0 to half of [`SmoothStep::height`].
    pub(super) fn complex_point(&self, z: Complex<f64>) -> ComplexPoint {
        let mut point = self.whole_complex_point(z);
        if let Some(edge) = self.edge() {
            point.log_out += edge.complex_log_small(z);
        }
        point
    }

    /// Sizes that were added up for `log_out` of a point.
    pub(super) fn complex_log_out_condition(&self, z: Complex<f64>, point: &ComplexPoint) -> f64 {
        let kept = self.edge().map_or(0.0, |edge| {
            complex::abs(edge.complex_log_small(z)) * (4.0 + edge.exponent(z.re).abs())
        });
        complex::abs(point.log_out) + kept
    }

    fn whole_complex_point(&self, z: Complex<f64>) -> ComplexPoint {
        let nothing = Complex::new(0.0, 0.0);
        match &self.law {
            StepLaw::Single => {
                let loss = self.complex_ratio(z);
                ComplexPoint {
                    loss,
                    log_out: nothing,
                    size: complex::abs(loss),
                }
            }
            StepLaw::Substitution => {
                // The loss is odd: the left half is the mirror image of the right one.
                let right = Complex::new(z.re.abs(), z.im);
                let (near, far) = (self.complex_ratio(-right), self.complex_ratio(right));
                let exponent = self.m * right.re - 0.5 * self.m * self.m;
                let loss = if self.q == 1.0 {
                    right * (2.0 * self.m)
                } else if exponent < OVERFLOW {
                    let shift = right * self.m - 0.5 * self.m * self.m;
                    let fall = complex::expm1(right * (-2.0 * self.m));
                    complex::log1p(complex::exp(shift - near) * fall * -self.q)
                } else {
                    far - near
                };
                let size = complex::abs(loss);
                if z.re >= 0.0 {
                    ComplexPoint {
                        loss,
                        log_out: near,
                        size,
                    }
                } else {
                    ComplexPoint {
                        loss: -loss.conj(),
                        log_out: far.conj(),
                        size,
                    }
                }
            }
            #[cfg(not(first_module))]
            StepLaw::Group(records) => {
                let (loss, size) = records.complex_loss(z);
                ComplexPoint {
                    loss,
                    log_out: nothing,
                    size,
                }
            }
        }
    }

    /// Logarithm of the likelihood ratio of one sampled record.
    fn complex_ratio(&self, z: Complex<f64>) -> Complex<f64> {
        let exponent = z * self.m - 0.5 * self.m * self.m;
        if self.q == 1.0 {
            exponent
        } else if exponent.re > OVERFLOW {
            exponent + libm::log(self.q)
        } else {
            complex::log1p(complex::expm1(exponent) * self.q)
        }
    }

    /// How far at most the loss at a height up to `y` lies from the loss below it on the real axis, to the left of an observation:
    /// `|w(x + iy)|` lies between `w(x) cos(my/2)` to the power of the records and `w(x)`.
    pub(super) fn loss_above(&self, y: f64, right: f64) -> f64 {
        let shrink = -libm::log(libm::cos(0.5 * self.m * y));
        self.sides() * self.records() * shrink + self.largest_argument(y, right)
    }
}
