//! The Gauss-Legendre rule for the mean in a cell, where it is certain.

use super::first_step::{Direction, Edge, FirstStep, Kernel};
use crate::numerics::{Interval, normal};

/// Nodes of the rule.
pub(super) const NODES: usize = 12;
/// Sizes of the ellipses on which the integrand is bounded.
const ELLIPSES: [f64; 4] = [3.0, 5.0, 8.0, 13.0];
/// Largest turn of the ratio of a drawn record, and its largest part of the threshold, on an ellipse.
const LARGEST_TURN: f64 = 1.5;
const LARGEST_PART: f64 = 0.9999;
/// Part of the mean that the rule may be off.
const ALLOWED: f64 = 1e-10;
/// Rounding of a node: two units of a number below 40.
const NODE_ROUNDING: f64 = 1.5e-14;
/// Relative rounding of weights and densities, `z` of which the nodes' rounding moves by 40 times itself.
const ROUNDING: f64 = 2e-12;
/// What products below the smallest normal number are rounded by together, at most.
const UNDERFLOW: f64 = 1e-321;

/// The mean of the second step's curve over a part of the first step, in one direction.
pub(super) struct Rule<'a> {
    pub(super) first: FirstStep,
    pub(super) second: FirstStep,
    pub(super) epsilon: f64,
    pub(super) direction: Direction,
    pub(super) kernel: &'a Kernel<'a>,
    pub(super) nodes: &'a [(f64, f64); NODES],
}

impl Rule<'_> {
    /// The mean between two places of a cell that adds `about` as much, and what the rule is off. None where that is too much.
    ///
    /// On an ellipse of sum `rho` of its half axes with the bound `M` the rule of `N` nodes is off by
    /// `64/15 M rho^(-2 (N - 1))/(1 - rho^-2)` at most (Trefethen, Theorem 19.3).
    pub(super) fn mean(&self, left: &Edge, right: &Edge, about: f64) -> Option<(Interval, f64)> {
        let (from, to) = (left.place, right.place);
        if from.is_infinite() || to.is_infinite() {
            return None;
        }
        let (half, centre) = (0.5 * (to - from), 0.5 * (to + from));
        let off = ELLIPSES
            .iter()
            .filter_map(|&rho| {
                let power = libm::pow(rho, -2.0 * (NODES as f64 - 1.0));
                let factor = 64.0 / 15.0 * power / (1.0 - 1.0 / (rho * rho));
                Some(self.bound(half, centre, rho)? * factor * half * (1.0 + 1e-9))
            })
            .fold(f64::INFINITY, f64::min);
        if off.is_nan() || off > ALLOWED * about {
            return None;
        }
        let (mut lower, mut upper) = (0.0, 0.0);
        for &(x, weight) in self.nodes {
            let place = centre + half * x;
            let (loss, error, value) = self.first.read(place, NODE_ROUNDING, self.kernel);
            let (ratio, error) = match self.direction {
                Direction::Forward => (libm::exp(loss), error),
                Direction::Reverse => (1.0, 0.0),
            };
            let mass = half * weight * normal::density(place) * ratio;
            lower += mass * value.lower * (1.0 - 2.0 * error);
            upper += mass * value.upper * (1.0 + 2.0 * error);
        }
        let mean = Interval {
            lower: (lower * (1.0 - ROUNDING) - off - UNDERFLOW).max(0.0),
            upper: upper * (1.0 + ROUNDING) + off + UNDERFLOW,
        };
        Some((mean, off))
    }

    /// The largest modulus of the integrand on an ellipse at most; None where its logarithm may turn too far.
    ///
    /// With `w = 1 - q + u` of the first step, `u = q e^(m z - m²/2)`, the second step's threshold is `E/w`, `E = e^(+-eps)`, and its place
    /// `a = m'/2 + ln(v/q')/m'` with `v = E/w - (1 - q')`: the curve is analytic while the real part of `v w` stays positive. A tail of
    /// the normal law at `a + ib` is `e^(b²/2)` times that at `a` at most, and so is the density.
    fn bound(&self, half: f64, centre: f64, rho: f64) -> Option<f64> {
        let (wide, high) = (
            0.5 * half * (rho + 1.0 / rho),
            0.5 * half * (rho - 1.0 / rho),
        );
        let (first, second) = (self.first, self.second);
        let ratio = |z: f64| first.rate * libm::exp(first.shift * (z - 0.5 * first.shift));
        let (least, most) = (ratio(centre - wide), ratio(centre + wide));
        let (kept, kept_after) = (1.0 - first.rate, 1.0 - second.rate);
        let threshold = match self.direction {
            Direction::Forward => libm::expm1(self.epsilon),
            Direction::Reverse => libm::expm1(-self.epsilon),
        };
        // `v w` is this less `(1 - q') u`.
        let whole = threshold + first.rate + second.rate - first.rate * second.rate;
        let turn = first.shift * high;
        let part = kept_after * most;
        // Where the threshold nearly cancels the rates, `whole` is known less well than its numbers.
        let rounding = 16.0 * f64::EPSILON * (threshold.abs() + first.rate + second.rate + part);
        let nearest = whole - part - rounding;
        if turn > LARGEST_TURN || nearest.is_nan() || nearest <= (1.0 - LARGEST_PART) * whole {
            return None;
        }
        let (sine, cosine) = (libm::sin(turn), libm::cos(turn));
        let modulus = |u: f64| {
            let u = kept_after * u;
            libm::sqrt((whole - u * cosine) * (whole - u * cosine) + u * u * sine * sine)
        };
        let farthest = modulus(least).max(modulus(most)) + rounding;
        let (smallest, largest) = (kept + least * cosine, kept + most);
        let angle =
            libm::atan(part * sine / nearest) + libm::atan(most * sine / (kept + most * cosine));
        let high_after = angle / second.shift;
        let place = |v: f64| 0.5 * second.shift + libm::log(v / second.rate) / second.shift;
        let curve = match self.direction {
            Direction::Forward => {
                let a = place(nearest / largest);
                largest * second.rate * normal::sf(a - second.shift) + farthest * normal::sf(a)
            }
            Direction::Reverse => {
                let a = place(farthest / smallest);
                let scale = libm::exp(self.epsilon);
                let drawn = largest * second.rate * normal::cdf(a - second.shift);
                scale * (drawn + farthest * normal::cdf(a))
            }
        };
        let density = normal::density((centre.abs() - wide).max(0.0));
        let grown = libm::exp(0.5 * (high * high + high_after * high_after));
        Some(curve * density * grown * (1.0 + 1e-9) + f64::MIN_POSITIVE)
    }
}
