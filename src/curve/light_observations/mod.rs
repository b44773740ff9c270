//! Light observations in epochs of bins: their mean is a Gaussian mechanism that carries nearly all, and what is left is known by its
//! moments.

mod copies;
mod mixture;
mod moment_table;
mod reading;
mod residual;
#[cfg(test)]
mod tests;
mod two_bins;

pub(super) use self::moment_table::moment_table;
use self::residual::Residual;
pub(super) use self::two_bins::two_bins_table;
use super::always_valid::unsampled;
use super::epochs::single_phase;
use crate::mechanism::{DominatingPair, Gaussian};
use crate::numerics::normal;

/// Shift above which this says nothing of use.
const LARGEST_SHIFT: f64 = 0.2;
/// Widths, in standard deviations of the mean's loss, within which the series around 1 is asked for.
const WIDTHS: [f64; 9] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0];
/// Relative slack of what is added to the Gaussian curve.
const SLACK: f64 = 1e-9;

/// The curve of one phase of epochs.
///
/// Of an epoch with `N` bins the mean of the observations is independent of what they are beside it, and shows a record by the same shift in
/// whichever bin it is: a Gaussian mechanism of `mu² = m²/N`. The ratio of an epoch is that of the mean times the ratio `y_e` of the rest, and of
/// all `E` epochs with `mu² = E m²/N` and `y` the product
///
/// `H(eps) = E c(y)`, `c(y) = E_G (y e^G - e^eps)_+ = y H_mu(eps - ln y)`,
///
/// `c` convex and `E y = 1`, so that `H >= H_mu`. A lognormal `y` of the variance of `y` makes the curve of a Gaussian as well, of
/// `mu'² = E ln(1 + (e^(m²) - 1)/N)`. Both have the same first moments: with `D` the difference of the third ones
///
/// `H = H_mu' + D c'''(1)/6 + R`, `|R| <= sup |c''''| (E (y - 1)^4 + E (lognormal - 1)^4)/24` near 1
///
/// and what tails of `y` hold farther out ([`Residual`]).
pub(super) struct LightObservations {
    /// The mean alone, and the Gaussian of the same variance of the ratio.
    mean: Gaussian,
    matched: Gaussian,
    residual: Residual,
    unsampled: Gaussian,
}

/// What is added to the matched Gaussian, and its error.
#[derive(Clone, Copy)]
struct Added {
    value: f64,
    error: f64,
}

impl LightObservations {
    /// Whether a pair is one phase of epochs of light observations.
    pub(super) fn serves(pair: &DominatingPair) -> bool {
        single_phase(pair).is_some_and(|phase| phase.shift() <= LARGEST_SHIFT)
    }

    /// None where [`Self::serves`] is not true, and where the rest is not small.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let phase = pair.phases.first().filter(|_| Self::serves(pair))?;
        let (shift, bins) = (phase.shift(), phase.bins());
        let epochs = phase.epochs();
        let matched = epochs * libm::log1p(libm::expm1(shift * shift) / bins);
        Some(Self {
            mean: Gaussian {
                mu: shift * libm::sqrt(epochs / bins),
            },
            matched: Gaussian {
                mu: libm::sqrt(matched),
            },
            residual: Residual::new(shift, bins, epochs)?,
            unsampled: unsampled(pair)?,
        })
    }

    /// What is added to the matched Gaussian at an order.
    fn added(&self, epsilon: f64) -> Added {
        let mu = self.mean.mu;
        let place = epsilon / mu + 0.5 * mu;
        // Where "in" has the order.
        let away = place - mu;
        let second = normal::density(away) / mu;
        let third = second * (place / mu - 2.0);
        let value = self.residual.third * third / 6.0;
        let near = |width: f64| {
            let far = (place.abs() + width) / mu;
            let fourth = normal::density((away.abs() - width).max(0.0)) / mu
                * ((far + 2.0) * (far + 3.0) + 1.0 / (mu * mu));
            libm::exp(3.0 * width * mu) * fourth * self.residual.fourth / 24.0
        };
        let errors = WIDTHS.map(|width| {
            let tails = self
                .residual
                .beyond(-libm::expm1(-width * mu), second, third.abs());
            near(width) + tails
        });
        let error = errors.into_iter().fold(f64::INFINITY, f64::min);
        Added {
            value,
            error: error * (1.0 + SLACK) + SLACK * value.abs(),
        }
    }
}
