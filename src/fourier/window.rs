//! The kernels of the integrals, and the period with which they are repeated.

use super::line::TOLERANCE;
use super::panels::Poles;
use super::tilted_law::TiltedLaw;

/// Logarithm of the largest value of `e^(-c y) - e^(-(c+1) y)` for `y > 0`, which is `(1 + 1/c)^-c/(1 + c)`.
pub(super) fn log_peak(c: f64) -> f64 {
    -c * libm::log1p(1.0 / c) - libm::log1p(c)
}

/// The function of `y = L - eps` whose expectation is wanted, made periodic.
pub(super) enum Kernel {
    /// `e^(-|y|/2)`, cut at the edges of the window where `cut`, else summed over all periods.
    Overlap { cut: bool, length: f64 },
    /// `e^(-c y) - e^(-(c+1) y)` for `y > 0`, summed over all periods.
    Above(f64),
    /// The mirror image.
    Below(f64),
}

impl Kernel {
    /// Fourier coefficient at frequency `t = 2 pi k/Y`, times `Y`.
    pub(super) fn coefficient(&self, k: usize, t: f64, length: f64) -> (f64, f64) {
        match *self {
            Self::Overlap { cut, .. } => {
                let edge = if !cut {
                    1.0
                } else if k.is_multiple_of(2) {
                    -libm::expm1(-0.25 * length)
                } else {
                    1.0 + libm::exp(-0.25 * length)
                };
                (edge / (0.25 + t * t), 0.0)
            }
            // 1/((c + it)(c + 1 + it))
            Self::Above(c) => inverse(c * (c + 1.0) - t * t, (2.0 * c + 1.0) * t),
            Self::Below(c) => inverse(c * (c + 1.0) - t * t, -(2.0 * c + 1.0) * t),
        }
    }

    /// The function itself, of which this is made periodic.
    pub(super) fn over_all(&self) -> Self {
        match *self {
            Self::Overlap { length, .. } => Self::Overlap { cut: false, length },
            Self::Above(c) => Self::Above(c),
            Self::Below(c) => Self::Below(c),
        }
    }

    /// The poles of its Fourier transform.
    pub(super) fn poles(&self) -> Poles {
        match *self {
            Self::Overlap { .. } => Poles(0.5, 0.5),
            Self::Above(c) | Self::Below(c) => Poles(c, c + 1.0),
        }
    }

    /// Largest ratio of a coefficient to `1/t²`.
    pub(super) fn excess(&self) -> f64 {
        match *self {
            Self::Overlap { cut: true, length } => 1.0 + libm::exp(-0.25 * length),
            _ => 1.0,
        }
    }

    /// How much smaller than 1 the kernel is.
    pub(super) fn steepness(&self) -> f64 {
        match *self {
            Self::Overlap { .. } => 1.0,
            Self::Above(c) | Self::Below(c) => 1.0 + c * (c + 1.0),
        }
    }
}

fn inverse(re: f64, im: f64) -> (f64, f64) {
    let square = re * re + im * im;
    (re / square, -im / square)
}

/// The period of the kernel.
pub(super) struct Window {
    pub(super) length: f64,
    pub(super) kernel: Kernel,
    pub(super) error: f64,
}

/// The period within which all orders and the loss between its tails lie to either side of each other.
fn length(epsilon: (f64, f64), (below, above): (f64, f64)) -> f64 {
    let farthest = (above - epsilon.0).max(epsilon.1 + below);
    2.0 * farthest.max(1e-300) * (1.0 + 1e-9)
}

/// Losses below and above which no more than this share of a part of the law of this mass lies.
pub(super) fn tails(law: &TiltedLaw, tolerance: f64, mass: f64) -> (f64, f64) {
    let log_half = libm::log(0.5 * tolerance * mass);
    (law.lower_tail(log_half), law.upper_tail(log_half))
}

impl Window {
    /// For a part of the law of this mass, with an error of about `tolerance` of it.
    pub(super) fn new(law: &TiltedLaw, epsilon: (f64, f64), tolerance: f64, mass: f64) -> Self {
        let tails = tails(law, tolerance, mass);
        Self::within(law, epsilon, tails, tolerance, mass)
    }

    /// The same where [`tails`] are known.
    pub(super) fn within(
        law: &TiltedLaw,
        epsilon: (f64, f64),
        tails: (f64, f64),
        tolerance: f64,
        mass: f64,
    ) -> Self {
        let outside = tolerance * mass + law.outside();
        if (0.0..=1.0).contains(&law.s) {
            return Self::overlap(law, epsilon, length(epsilon, tails), outside);
        }
        Self::of_tails(law.s, epsilon, tails, (tolerance, mass), outside)
    }

    /// For a tilt outside of `[0, 1]` and a part of the law of this mass, of which at most `outside` is below `-tails.0` or above
    /// `tails.1`.
    pub(super) fn of_tails(
        s: f64,
        epsilon: (f64, f64),
        tails: (f64, f64),
        (tolerance, mass): (f64, f64),
        outside: f64,
    ) -> Self {
        let c = (s - 1.0).max(-s);
        // Within the window the periods beyond it add at most this; outside of it the kernel is at most its peak.
        let tolerance = tolerance / (1.0 + c * (c + 1.0));
        let length = length(epsilon, tails).max(-2.0 * libm::log(tolerance) / c);
        let wrapped = libm::exp(-0.5 * c * length) / -libm::expm1(-c * length);
        let peak = libm::exp(-c * libm::log1p(1.0 / c)) / (1.0 + c);
        Self {
            length,
            kernel: if s > 1.0 {
                Kernel::Above(c)
            } else {
                Kernel::Below(c)
            },
            error: wrapped * (mass + outside) + 2.0 * peak * outside,
        }
    }

    fn overlap(law: &TiltedLaw, epsilon: (f64, f64), length: f64, outside: f64) -> Self {
        // Summed over all periods, the kernel is off by at most 2 e^(-(Y-|eps|)/2)/(1 - e^(-Y/2)) for
        // every law, in units of the mass 1: each period contributes an overlap at another epsilon.
        let largest = epsilon.0.abs().max(epsilon.1.abs());
        let (log_mass, _) = law.log_coefficient();
        let free = 2.0 * (libm::log(3.0 / TOLERANCE) - log_mass) + largest;
        if length < free {
            Self {
                length,
                kernel: Kernel::Overlap { cut: true, length },
                error: outside,
            }
        } else {
            Self {
                length: free,
                kernel: Kernel::Overlap {
                    cut: false,
                    length: free,
                },
                error: TOLERANCE,
            }
        }
    }
}
