//! The Gauss-Legendre rule.

use core::f64::consts::PI;
use std::sync::OnceLock;

/// Nodes and weights of the Gauss-Legendre rule on `[-1, 1]`, by Newton's method.
pub(crate) fn legendre<const NODES: usize>() -> [(f64, f64); NODES] {
    core::array::from_fn(|i| {
        let n = NODES as f64;
        let mut x = -libm::cos(PI * (i as f64 + 0.75) / (n + 0.5));
        let mut slope = 1.0;
        for _ in 0..8 {
            let (mut before, mut value) = (1.0, x);
            for k in 2..=NODES {
                let k = k as f64;
                (before, value) = (
                    value,
                    ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k,
                );
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    })
}

/// The rule of 20 nodes, found once.
pub(crate) fn legendre_of_20() -> &'static [(f64, f64); 20] {
    static RULE: OnceLock<[(f64, f64); 20]> = OnceLock::new();
    RULE.get_or_init(legendre)
}

/// Logarithm of the error of that rule on a panel of half this length, for an integrand of at most 1 on the ellipse of Bernstein the
/// semi-axes of which add up to `rho` halves.
pub(crate) fn log_error_of_20(rho: f64, half: f64) -> f64 {
    libm::log(half * 64.0 / 15.0 / (rho * rho - 1.0)) - 38.0 * libm::log(rho)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of 24 nodes integrates `x^46` exactly.
    #[test]
    fn rule_is_exact() {
        let rule: [(f64, f64); 24] = legendre();
        let sum: f64 = rule.map(|(x, w)| w * libm::pow(x, 46.0)).iter().sum();
        assert!((sum - 2.0 / 47.0).abs() < 1e-15, "{sum}");
    }
}
