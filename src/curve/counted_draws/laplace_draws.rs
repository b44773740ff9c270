//! Steps of Laplace noise that all drew the record.

use super::shown::ALMOST;
use super::weights::poisson;
use crate::numerics::{Interval, count};

/// Most draws: with more, the probability that no exponential is added leaves the numbers, and nothing is said.
const MOST: f64 = 1000.0;
/// Exponent from which a probability is as good as 0.
const NOTHING: f64 = 150.0;

/// The losses of `k` steps, each of which is `m` or, by chance, less by twice an exponential variable.
///
/// A step is moved by at least the shift with probability 1/2 and shows `m`; else `m - 2 E`. (It shows no less than `-m`, which is left
/// to who asks: it happens with probability `e^-m/2`.) With `g = (k m - eps)/2`, the sum `G` of the variables and `N` a Poisson variable
/// of mean `g`, `P(G < g) = P(B <= N)` with `B` binomial of `k` and 1/2, since the sum of `j` exponentials exceeds `g` where `N < j`, and
///
/// - `H(eps) = E[1 - e^(-2(g - G)); G < g] = 2 E[W(N - 1)]`, `W(n) = P(B <= n, B = n mod 2)`;
/// - `O(eps) = 1 - H(eps) = 2 E[W(k - N - 1)]`;
/// - `e^eps Q(L > eps) = E[e^(-2(g - G)); G < g] = E[C(k - 1, N)] 2^-k`.
///
/// All are sums of positive terms. (Of the density of the sum of `j` exponentials, `∫_0^g (g - h)^(j - 1) sinh h dh/(j - 1)!` is
/// `sum_i g^(j + 1 + 2i)/(j + 1 + 2i)!`.)
#[derive(Clone, Copy)]
pub(super) struct LaplaceDraws {
    draws: f64,
    shift: f64,
}

/// Sums over the Poisson variable.
struct Sums {
    divergence: Interval,
    overlap: Interval,
    inn_above: Interval,
    out_above: Interval,
}

const ZERO: Interval = Interval {
    lower: 0.0,
    upper: 0.0,
};

impl LaplaceDraws {
    pub(super) fn new(draws: f64, shift: f64) -> Self {
        Self { draws, shift }
    }

    pub(super) fn is_none(self) -> bool {
        self.draws == 0.0
    }

    /// The largest loss.
    pub(super) fn most(self) -> f64 {
        self.draws * self.shift
    }

    pub(super) fn divergence(self, order: f64) -> Interval {
        self.sums(order).divergence
    }

    pub(super) fn overlap(self, order: f64) -> Interval {
        self.sums(order).overlap
    }

    pub(super) fn inn_above(self, order: f64) -> Interval {
        self.sums(order).inn_above
    }

    /// `e^order` times the probability of a loss above it under "out".
    pub(super) fn out_above(self, order: f64) -> Interval {
        self.sums(order).out_above
    }

    fn sums(self, order: f64) -> Sums {
        let (k, g) = (self.draws, 0.5 * (self.most() - order));
        let sure = Interval {
            lower: ALMOST,
            upper: 1.0,
        };
        if k > MOST {
            let anything = Interval {
                lower: 0.0,
                upper: 1.0,
            };
            return Sums {
                divergence: anything,
                overlap: anything,
                inn_above: anything,
                out_above: anything,
            };
        }
        if g <= 0.0 {
            return Sums {
                divergence: ZERO,
                overlap: sure,
                inn_above: ZERO,
                out_above: ZERO,
            };
        }
        // ln P(N <= k) is at most this (Chernoff).
        let exponent = g - k + k * libm::log(k / g);
        if g > k && exponent > NOTHING {
            let rest = Interval {
                lower: 0.0,
                upper: libm::exp(-exponent * (1.0 - 1e-9)),
            };
            return Sums {
                divergence: sure,
                overlap: rest,
                inn_above: sure,
                out_above: rest,
            };
        }
        self.summed(g)
    }

    fn summed(self, g: f64) -> Sums {
        let draws = count(self.draws);
        // P(B = n) and, after two zeros, W(n).
        let mut masses = Vec::with_capacity(draws + 1);
        let mut parity = Vec::with_capacity(draws + 3);
        parity.extend([0.0, 0.0]);
        let mut mass = libm::exp2(-self.draws);
        for j in 0..=draws {
            masses.push(mass);
            parity.push(parity[j] + mass);
            mass *= (draws - j) as f64 / (j + 1) as f64;
        }
        let of = |n: usize| parity[(n + 2).min(draws + 2 - (n + draws) % 2)];
        let (first, weights, outside) = poisson(g);
        let (mut divergence, mut overlap, mut inn, mut out) = (0.0, 0.0, 0.0, 0.0);
        for (n, weight) in (first..).zip(&weights) {
            let before = if n == 0 { 0.0 } else { of(n - 1) };
            divergence += weight * before;
            inn += weight * (of(n) + before);
            if n < draws {
                overlap += weight * of(draws - n - 1);
                out += weight * masses[n] * ((draws - n) as f64 / self.draws);
            }
        }
        let relative = 4.0 * f64::EPSILON * (weights.len() as f64 + 2.0 * self.draws + 8.0);
        let around = |sum: f64| Interval {
            lower: (sum * (1.0 - relative)).min(1.0),
            upper: (sum * (1.0 + relative) + outside).min(1.0),
        };
        Sums {
            divergence: around(2.0 * divergence),
            overlap: around(2.0 * overlap),
            inn_above: around(inn),
            out_above: around(out),
        }
    }
}
