//! The law of the loss of the steps that drew the record, as if these were known.

#[cfg(not(first_module))]
use super::laplace_draws::LaplaceDraws;
use crate::mechanism::Gaussian;
use crate::numerics::normal;

/// The last number before 1.
pub(super) const ALMOST: f64 = 1.0 - 0.5 * f64::EPSILON;

/// What so many draws show, less the constants in the loss.
#[derive(Clone, Copy)]
pub(super) enum Shown {
    /// A Gaussian of this `mu`, of 0 where the record was never drawn.
    Gaussian { mu: f64 },
    /// The small module leaves these to the whole one.
    #[cfg(not(first_module))]
    Laplace(LaplaceDraws),
}

impl Shown {
    /// Whether the record was never drawn.
    pub(super) fn is_nothing(self) -> bool {
        match self {
            Self::Gaussian { mu } => mu == 0.0,
            #[cfg(not(first_module))]
            Self::Laplace(draws) => draws.is_none(),
        }
    }

    /// What an order is compared to, to which its rounding refers.
    pub(super) fn size(self) -> f64 {
        match self {
            Self::Gaussian { mu } => mu * mu,
            #[cfg(not(first_module))]
            Self::Laplace(draws) => draws.most(),
        }
    }

    /// The divergence at all orders between two.
    pub(super) fn divergence(self, low: f64, high: f64) -> (f64, f64) {
        if self.is_nothing() {
            return ((-libm::expm1(high)).max(0.0), (-libm::expm1(low)).max(0.0));
        }
        match self {
            Self::Gaussian { mu } => match certain(mu, low, high) {
                Some(true) => (ALMOST, 1.0),
                Some(false) => (0.0, f64::MIN_POSITIVE),
                None => (
                    Gaussian { mu }.hockey_stick(high).lower.max(0.0),
                    Gaussian { mu }.hockey_stick(low).upper.min(1.0),
                ),
            },
            #[cfg(not(first_module))]
            Self::Laplace(draws) => (draws.divergence(high).lower, draws.divergence(low).upper),
        }
    }

    /// Its complement, where the record was drawn at all.
    pub(super) fn overlap(self, low: f64, high: f64) -> (f64, f64) {
        match self {
            Self::Gaussian { mu } => match certain(mu, low, high) {
                Some(true) => (0.0, f64::MIN_POSITIVE),
                Some(false) => (ALMOST, 1.0),
                None => (
                    Gaussian { mu }.overlap(low).lower.max(0.0),
                    Gaussian { mu }.overlap(high).upper.min(1.0),
                ),
            },
            #[cfg(not(first_module))]
            Self::Laplace(draws) => (draws.overlap(low).lower, draws.overlap(high).upper),
        }
    }

    /// Probability under "in" of a loss above all orders between two.
    pub(super) fn inn_above(self, low: f64, high: f64) -> (f64, f64) {
        if self.is_nothing() {
            return (
                f64::from(u8::from(high < 0.0)),
                f64::from(u8::from(low < 0.0)),
            );
        }
        match self {
            Self::Gaussian { mu } => {
                let (near, far) = (low / mu - 0.5 * mu, high / mu - 0.5 * mu);
                (
                    normal::sf(far) * (1.0 - normal::relative_error(far)),
                    normal::sf(near) * (1.0 + normal::relative_error(near)),
                )
            }
            #[cfg(not(first_module))]
            Self::Laplace(draws) => (draws.inn_above(high).lower, draws.inn_above(low).upper),
        }
    }

    /// Logarithm of `e^order` times the probability of that under "out", from below (`side = -1`) or above (1).
    pub(super) fn log_out_above(self, order: f64, side: f64) -> f64 {
        if self.is_nothing() {
            let all = order < 0.0;
            return if all { order } else { f64::NEG_INFINITY };
        }
        match self {
            Self::Gaussian { mu } => {
                let x = order / mu + 0.5 * mu;
                let share = normal::log_shifted_sf(x, mu);
                let parts = 4.0 + share.abs() + mu * x.abs().min(30.0);
                share + side * 8.0 * f64::EPSILON * parts
            }
            #[cfg(not(first_module))]
            Self::Laplace(draws) => {
                let found = draws.out_above(order);
                let end = if side < 0.0 { found.lower } else { found.upper };
                libm::log(end) + side * 4.0 * f64::EPSILON
            }
        }
    }
}

/// Whether the divergence of a Gaussian of `mu` is 1 in numbers at all orders between two, or 0; none where it is neither. With
/// `x = eps/mu - mu/2` it is at most `Phi(-x)`, and at least `1 - Phi(x) - e^(-x²/2)` where `x + mu >= 0`.
fn certain(mu: f64, low: f64, high: f64) -> Option<bool> {
    const FAR: f64 = 39.0;
    let place = |order: f64| order / mu - 0.5 * mu;
    if place(low) > FAR {
        return Some(false);
    }
    (place(high) < -FAR && place(low) + mu >= 0.0).then_some(true)
}
