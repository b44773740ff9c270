//! Where the total loss lies under a tilt, by Chernoff bounds.

use super::loss_distribution::LossDistribution;
use crate::numerics::Bisection;

/// Steps that share a pair.
pub(crate) type Factor<'a> = (&'a LossDistribution, f64);

/// What the sums kept of a composition are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Tilt at most 0: what lies left of a loss.
    Left,
    /// Tilt from 0 to 1: `int min(P, e^eps Q)`.
    Middle,
    /// Tilt at least 1: what lies right of a loss.
    Right,
}

/// A tilt, the window that holds the total loss under it, and the exponents that prove that it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) tilt: f64,
    pub(crate) side: Side,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) low_exponent: f64,
    pub(crate) high_exponent: f64,
    /// `ln` of the mass outside at either end.
    pub(crate) log_tau: f64,
}

/// `ln E_Q[e^(tilt L)]` of the total loss.
pub(crate) fn log_moment(factors: &[Factor], tilt: f64) -> f64 {
    factors
        .iter()
        .map(|(pair, times)| times * pair.log_moment(tilt))
        .sum()
}

impl Window {
    /// The window outside of which lies at most `tau` at either end.
    pub(crate) fn new(factors: &[Factor], tilt: f64, side: Side, tau: f64) -> Self {
        let base = log_moment(factors, tilt);
        let wanted = -libm::log(tau);
        let mut window = Self {
            tilt,
            side,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            low_exponent: 1.0,
            high_exponent: 1.0,
            log_tau: -wanted,
        };
        for power in -16..=40 {
            let exponent = libm::exp(0.35 * f64::from(power));
            let high = (log_moment(factors, tilt + exponent) - base + wanted) / exponent;
            if high < window.high {
                (window.high, window.high_exponent) = (high, exponent);
            }
            let low = -(log_moment(factors, tilt - exponent) - base + wanted) / exponent;
            if low > window.low {
                (window.low, window.low_exponent) = (low, exponent);
            }
        }
        window
    }

    /// Its length.
    pub(crate) fn span(&self) -> f64 {
        self.high - self.low
    }
}

/// The tilt `c >= 1` whose Chernoff bound of `H`, taken where it is sharp, is `smallest`.
pub(crate) fn saddle(log_moment: impl Fn(f64) -> f64, smallest: f64) -> f64 {
    let wanted = libm::log(smallest);
    let bound = |tilt: f64| {
        let width = 1e-4 * tilt;
        let slope = (log_moment(tilt + width) - log_moment(tilt - width)) / (2.0 * width);
        log_moment(tilt) - (tilt - 1.0) * slope
    };
    let exceeds = |log_tilt: f64| bound(1.0 + libm::expm1(log_tilt)) > wanted;
    let (low, high) = Bisection::linear(16).bracket(0.0, 12.0, exceeds);
    libm::exp(0.5 * (low + high))
}
