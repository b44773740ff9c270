//! Pairs of gradients that stand for all that the clipping norm and the distance allow.
//!
//! With value `a` a step shows `(1 - q) N(0) + q N(u)`, with value `b` `(1 - q) N(0) + q N(v)`, where `|u|, |v| <= m` and
//! `|u - v| <= r` in units of the noise. If the Gram matrix of `(u', v')` exceeds that of `(u, v)` by a positive semidefinite
//! one, then a linear map that lengthens nothing takes `u'` to `u` and `v'` to `v`; the map, and noise that makes up for what
//! it shrank, turn observations of the second pair into those of the first. So the second pair is told apart at least as
//! well, given any past and for every order of divergence.
//!
//! Adding one number to all three products lengthens both gradients and keeps their distance, and adding one to `|v|²` alone
//! lengthens `v` and its distance. So every pair lies below one with
//!
//! - `|u| = m`, `|u - v| = r` and `|v| <= m`, or the same with `u` and `v` exchanged, or
//! - `|u| = |v| = m` and `|u - v| <= r`.
//!
//! By the products of `u` and `d = u - v` the first family is `(m², x, r²)` with `x` from `r²/2` (gradients of one length) to
//! `m r` (on one ray). A stretch of half-width `h` around `x` lies below `(m² + e, x, r² + f)` with `e f = h²`. Of the second,
//! distances between `s` and `t` lie below `(m² + (t² - s²)/4, t²/2, t²)`. So finitely many pairs stand for all of them.

use crate::numerics::{Bisection, count, normal};

/// Two gradients in the plane that they span, in units of the noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GradientPair {
    pub(super) u: [f64; 2],
    pub(super) v: [f64; 2],
}

/// By what share the divergence of a majorant may exceed the largest of allowed pairs; more where there would be too many.
const SPARE: f64 = 0.008;
const SPARER: f64 = 1.6;
/// From this share on one majorant stands for the whole first family.
const MOST_SPARE: f64 = 10.0;
const MOST_PAIRS: usize = 8;
const MOST_PAIRS_DRAWN: usize = 5;
/// Least stretch, as a share of all products.
const LEAST_STRETCH: f64 = 0.002;
const HALVINGS: usize = 7;
/// How much rather the first gradient is lengthened than the distance.
const SHARES: [f64; 7] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// Of pairs of small squares of distances, at most so many.
const MOST_PARTS: f64 = 8.0;
/// Distance of the nodes by which divergences are compared.
const NODES: f64 = 0.4;
const FAR: f64 = 5.0;
/// What rounding may take from a product.
const OUTWARD: f64 = 1.0 + 1e-14;

impl GradientPair {
    /// Of lengths `m` and `m - r`.
    pub(super) fn on_a_ray(m: f64, r: f64) -> Self {
        Self {
            u: [m, 0.0],
            v: [m - r, 0.0],
        }
    }

    /// Both of length `m`.
    pub(super) fn of_one_length(m: f64, r: f64) -> Self {
        let product = (0.5 * r * r).min(m * r);
        let along = m - product / m;
        Self {
            u: [m, 0.0],
            v: [along, -libm::sqrt((m * m - along * along).max(0.0))],
        }
    }

    /// Of `|u|²`, `u.(u - v)` and `|u - v|²`, each rounded outward.
    fn of_products(square: f64, product: f64, distance: f64) -> Self {
        let length = libm::sqrt(square * OUTWARD);
        let along = product / length;
        let across = libm::sqrt((distance * OUTWARD - along * along).max(0.0));
        Self {
            u: [length, 0.0],
            v: [length - along, -across],
        }
    }

    /// About the complement of the affinity of a step, where the record is drawn with probability `rate`: it chooses between
    /// majorants and bounds nothing.
    pub(super) fn divergence(&self, rate: f64) -> f64 {
        // Density of the noise and ratios of both gradients.
        let axis = |i: usize| -> Vec<[f64; 3]> {
            let (u, v) = (self.u[i], self.v[i]);
            let (low, high) = (u.min(v).min(0.0) - FAR, u.max(v).max(0.0) + FAR);
            let number = libm::ceil((high - low) / NODES);
            let ratio = |x: f64, z: f64| libm::exp(x * (z - 0.5 * x));
            (0..=count(number))
                .map(|k| low + NODES * k as f64)
                .map(|z| [normal::density(z), ratio(u, z), ratio(v, z)])
                .collect()
        };
        let second = axis(1);
        let root = |ratio: f64| libm::sqrt(1.0 - rate + rate * ratio);
        axis(0)
            .iter()
            .map(|a| {
                let along: f64 = second
                    .iter()
                    .map(|b| {
                        let difference = root(a[1] * b[1]) - root(a[2] * b[2]);
                        b[0] * difference * difference
                    })
                    .sum();
                a[0] * along
            })
            .sum()
    }
}

/// What the clipping norm and the distance allow a step in which the record is drawn with probability `rate`.
struct Allowed {
    m: f64,
    r: f64,
    rate: f64,
}

impl Allowed {
    /// The majorant of a stretch, from one share below the largest product to another, that tells least apart.
    fn stretch(&self, from: f64, to: f64) -> (GradientPair, f64) {
        let Self { m, r, rate } = *self;
        let (half, product) = (0.5 * (to - from), (1.0 - 0.5 * (from + to)) * m * r);
        SHARES
            .map(|share| {
                let pair = GradientPair::of_products(
                    m * m * (1.0 + half * share),
                    product,
                    r * r * (1.0 + half / share),
                );
                (pair, pair.divergence(rate))
            })
            .into_iter()
            .reduce(|a, b| if b.1 < a.1 { b } else { a })
            .unwrap_or((GradientPair::of_products(m * m, product, r * r), 0.0))
    }

    /// Majorants of the first family, of which none tells much more apart than `most`.
    fn of_one_distance(&self, most: f64, most_pairs: usize) -> Vec<GradientPair> {
        let farthest = 1.0 - self.r / (2.0 * self.m);
        if farthest <= 0.0 {
            return vec![self.stretch(0.0, 0.0).0];
        }
        let mut pairs = Vec::new();
        let mut from = 0.0;
        while from < farthest {
            let least = (from + LEAST_STRETCH).min(farthest);
            let to = if self.stretch(from, farthest).1 <= most {
                farthest
            } else {
                Bisection::linear(HALVINGS)
                    .bracket(least, farthest, |to| self.stretch(from, to).1 <= most)
                    .0
            };
            pairs.push(self.stretch(from, to).0);
            if pairs.len() > most_pairs {
                break;
            }
            from = to;
        }
        pairs
    }

    /// Majorants of the second.
    fn of_one_length(&self, most: f64) -> Vec<GradientPair> {
        let Self { m, r, rate } = *self;
        let of_part = |part: f64, parts: f64| {
            let square = r * r * part / parts;
            GradientPair::of_products(m * m + r * r / (4.0 * parts), 0.5 * square, square)
        };
        let mut parts = 1.0;
        while parts < MOST_PARTS && of_part(parts, parts).divergence(rate) > most {
            parts *= 2.0;
        }
        (1..=count(parts))
            .map(|part| of_part(part as f64, parts))
            .collect()
    }
}

/// Pairs below one of which each allowed pair or its exchange lies, for gradients no longer than `m` and no farther apart
/// than `r` where the record is drawn with probability `rate`.
pub(super) fn majorants(m: f64, r: f64, rate: f64, draft: bool) -> Vec<GradientPair> {
    let allowed = Allowed { m, r, rate };
    let most_pairs = if draft { MOST_PAIRS_DRAWN } else { MOST_PAIRS };
    let largest = (0..=8)
        .map(|i| 1.0 - f64::from(i) / 8.0 * (1.0 - r / (2.0 * m)))
        .map(|share| GradientPair::of_products(m * m, share * m * r, r * r).divergence(rate))
        .fold(0.0, f64::max);
    let mut spare = SPARE;
    loop {
        let most = if spare < MOST_SPARE {
            largest * (1.0 + spare)
        } else {
            f64::INFINITY
        };
        let mut pairs = allowed.of_one_distance(most, most_pairs);
        if pairs.len() <= most_pairs {
            pairs.extend(allowed.of_one_length(most));
            return pairs;
        }
        spare *= SPARER;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn products(pair: &GradientPair) -> [f64; 3] {
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        [
            dot(pair.u, pair.u),
            dot(pair.u, pair.v),
            dot(pair.v, pair.v),
        ]
    }

    /// Whether the first exceeds the second by a positive semidefinite matrix.
    fn exceeds(first: [f64; 3], second: [f64; 3], spare: f64) -> bool {
        let [a, c, b] = [0, 1, 2].map(|i| first[i] - second[i]);
        a >= -spare && b >= -spare && (a + spare) * (b + spare) - c * c >= 0.0
    }

    /// Every allowed pair, on a grid of lengths and angles, lies below one of the list or below its exchange.
    #[test]
    fn all_allowed_pairs_lie_below() {
        for m in [0.05, 0.5, 1.0, 3.0] {
            for share in [0.001, 0.1, 0.3, 1.0, 1.7, 2.0] {
                let r = share * m;
                let list = majorants(m, r, 0.01, false);
                assert!(list.len() < 40, "{}", list.len());
                let mut met = 0;
                for i in 0..=30 {
                    for j in 0..=30 {
                        for k in 0..=400 {
                            let (a, b) = (m * f64::from(i) / 30.0, m * f64::from(j) / 30.0);
                            let angle = core::f64::consts::PI * f64::from(k) / 400.0;
                            let one = [a * a, a * b * libm::cos(angle), b * b];
                            if one[0] + one[2] - 2.0 * one[1] > r * r {
                                continue;
                            }
                            met += 1;
                            let exchanged = [one[2], one[1], one[0]];
                            let below = list.iter().any(|pair| {
                                let above = products(pair);
                                exceeds(above, one, 1e-13 * m * m)
                                    || exceeds(above, exchanged, 1e-13 * m * m)
                            });
                            assert!(below, "{m} {share}: {one:?}");
                        }
                    }
                }
                assert!(met > 30, "{m} {share}: {met}");
            }
        }
    }

    /// The first pair is hardly longer, and hardly farther apart, than what is allowed.
    #[test]
    fn nearest_to_the_ray_is_tight() {
        let pair = majorants(1.0, 0.3, 0.01, false)[0];
        let [square, dot, other] = products(&pair);
        assert!(square < 1.012 && square + other - 2.0 * dot < 0.09 * 1.012);
    }
}
