//! What follows for the advantage from one pair (epsilon, delta).

use crate::numerics::probability_up;

/// `Adv <= (e^eps - 1 + 2 delta)/(e^eps + 1)` (Humphries et al., Theorem 3.1; tight for one pair by
/// Kairouz, Oh and Viswanath). Upper side, rounded up.
///
/// ```
/// assert!((mi_bounds::humphries(1.0, 0.0) - 0.46211715726).abs() < 1e-10);
/// ```
#[must_use]
pub fn humphries(epsilon: f64, delta: f64) -> f64 {
    probability_up(libm::tanh(0.5 * epsilon) + 2.0 * delta / (1.0 + libm::exp(epsilon)))
}

/// `Adv <= 1 - e^-eps (1 - delta)` (Erlingsson et al., as Eq. 6 of Humphries et al.). Upper side, rounded up.
#[must_use]
pub fn erlingsson(epsilon: f64, delta: f64) -> f64 {
    probability_up(delta * libm::exp(-epsilon) - libm::expm1(-epsilon))
}

/// `Adv <= min(1, e^eps - 1 + delta)`: Yeom et al., whose theorem has `delta = 0`, carried over by
/// `TPR <= e^eps FPR + delta`. Upper side, rounded up; from `eps = ln 2` on it is 1 and says nothing.
#[must_use]
pub fn yeom(epsilon: f64, delta: f64) -> f64 {
    probability_up(libm::expm1(epsilon) + delta)
}
