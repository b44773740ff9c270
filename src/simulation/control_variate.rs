//! The summand of Algorithm 1 in the Gaussian limit, given the sum of the noise: its mean is known in closed form.

use super::loss_reach::LossScale;
use crate::mechanism::{DominatingPair, Noise};
use crate::numerics::normal;

/// With `G` the standardised sum of the noise, the loss is near `mu G - mu²/2 + s Z - s²/2`, `Z` standard normal and
/// independent: `mu` its slope in `G`, `s` the deviation that `G` leaves. The control is what the summand is expected
/// to be there,
///
/// ```text
/// C(g) = E (1 - a e^(mu g - mu²/2 + s Z - s²/2))_+ = Phi(d) - a F Phi(d - s),
/// F = e^(mu g - mu²/2),   d = s/2 - ln(a F)/s,
/// E C(G) = Phi(D) - a Phi(D - v),   v² = mu² + s²,   D = v/2 - epsilon/v,
/// ```
///
/// the price of a put option by Black and Scholes (1973) and, by the tower rule, its mean. Both hold for every `s`
/// because `G` is exactly normal; how near the limit is decides the variance only. No function of `G` alone serves
/// better in that limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GaussianControl {
    mu: f64,
    rest: f64,
}

/// Beyond this many deviations the control stays at its value there. That moves its mean by less than `1e-16 mu`: below
/// its rounding, and it makes the control bounded by what it is for small `mu`.
const FAR: f64 = 8.0;

impl GaussianControl {
    /// `None` for Laplace noise, whose sums are not normal.
    pub(crate) fn new(pair: &DominatingPair, scale: &LossScale) -> Option<Self> {
        // Below this the limit has no second part that would be worth two error functions.
        let rest = if scale.rest > 1e-3 * scale.slope {
            scale.rest
        } else {
            0.0
        };
        let mu = scale.slope;
        (pair.noise == Noise::Gaussian).then_some(Self { mu, rest })
    }

    pub(crate) fn at(&self, epsilon: f64, g: f64) -> f64 {
        let g = g.clamp(-FAR, FAR);
        let x = epsilon + self.mu * (g - 0.5 * self.mu);
        if self.rest == 0.0 {
            return -libm::expm1(x.min(0.0));
        }
        put(x, self.rest)
    }

    pub(crate) fn mean(&self, epsilon: f64) -> f64 {
        put(epsilon, libm::hypot(self.mu, self.rest))
    }

    /// The smallest and largest value of the control, or of its average over `G` and `-G`. It falls in `G`, so of a
    /// pair one lies on either side of its value at 0.
    pub(crate) fn range(&self, epsilon: f64, mirrored: bool) -> (f64, f64) {
        let [low, middle, high] = [FAR, 0.0, -FAR].map(|g| self.at(epsilon, g));
        if mirrored {
            (0.5 * (low + middle), 0.5 * (middle + high))
        } else {
            (low, high)
        }
    }
}

/// `E (1 - e^(x + v Z - v²/2))_+`.
fn put(x: f64, v: f64) -> f64 {
    let d = 0.5 * v - x / v;
    // Below, the first term vanishes and bounds the second; above it `x` is at most `v (38 + v/2)`.
    if d < -38.0 {
        return 0.0;
    }
    let discounted = libm::exp(x + libm::log(normal::cdf(d - v)));
    (normal::cdf(d) - discounted).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of the control by Simpson's rule in `g`.
    #[test]
    fn the_mean_is_that_of_a_standard_normal() {
        for mu in [1e-3, 0.1, 0.6, 2.0, 7.0] {
            for rest in [0.0, 0.05, 1.3] {
                for epsilon in [-2.0, -0.1, 0.0, 0.3, 4.0] {
                    let control = GaussianControl { mu, rest };
                    let h = 1.0 / 512.0;
                    let integral: f64 = (-5120..=5120)
                        .map(|i| {
                            let g = f64::from(i) * h;
                            let weight = if i % 2 == 0 { 2.0 } else { 4.0 };
                            weight * normal::density(g) * control.at(epsilon, g)
                        })
                        .sum::<f64>()
                        * h
                        / 3.0;
                    let error = (integral - control.mean(epsilon)).abs();
                    // The intrinsic value has a kink, which costs Simpson's rule h² of its slope.
                    let allowed = if rest == 0.0 { 2e-6 * mu } else { 1e-12 };
                    assert!(error < allowed, "{mu} {rest} {epsilon}: {error}");
                }
            }
        }
    }

    #[test]
    fn it_stays_in_its_range_and_never_fails() {
        for mu in [1e-9, 0.3, 40.0, 1e6] {
            for rest in [0.0, 1e-6, 0.5, 8.0] {
                for epsilon in [-700.0, -1.0, 0.0, 1.0, 700.0] {
                    let control = GaussianControl { mu, rest };
                    let (low, high) = control.range(epsilon, false);
                    for i in -100..=100 {
                        let value = control.at(epsilon, f64::from(i) / 10.0);
                        assert!((0.0..=1.0).contains(&value));
                        assert!(low <= value + 1e-15 && value <= high + 1e-15);
                    }
                    assert!((0.0..=1.0).contains(&control.mean(epsilon)));
                }
            }
        }
    }
}
