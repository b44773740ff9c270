//! Bounds of the curve of one observation: on a disc around the series, and beyond it.

use super::small::Small;
use super::steps::Excess;
use crate::numerics::normal;

/// Rings beyond the disc, each twice as far as the one before.
const RINGS: usize = 8;
/// Absolute rounding.
const LEAST: f64 = 1e-300;

/// A disc around `t = 1` on which `|h''|` is bounded.
pub(super) struct Disc {
    pub(super) radius: f64,
    pub(super) most: f64,
    /// Probability under `Q` of what lies beyond the place of any point of the disc, at most.
    pub(super) seen: f64,
}

/// Distances from `from` to twice as far, or all beyond the last one.
pub(super) struct Ring {
    pub(super) from: f64,
    /// How far `h` lies above its tangent at most, over the distance at `from` to any power of 2 or more.
    pub(super) most: f64,
    /// The same over that power.
    pub(super) part: f64,
    pub(super) seen: f64,
}

impl Small {
    /// `h'' = density(a) X²/(t³ m u)` with `u = (u(1) - (1 - q) s)/(1 + s)`, `t = 1 + s`: its singularities are where `u` or `t` are 0,
    /// and in between the place `a` has an imaginary part, by which `|density|` grows. None where the disc leaves no part of the
    /// real axis on which the place lies beyond the cut.
    pub(super) fn disc(&self, excess: Excess, share: f64, used: f64) -> Option<Disc> {
        let (m, kept) = (self.steps.shift, self.steps.kept);
        let u = excess.value;
        let threshold = u + kept;
        let room = (u - self.cut) / (kept + self.cut);
        let radius = (share * (u / kept).min(1.0)).min(room / used * (1.0 - 1e-12));
        if radius.is_nan() || radius <= 0.0 {
            return None;
        }
        let moved = kept * radius;
        let (low, high) = ((u - moved) / (1.0 + radius), (u + moved) / (1.0 - radius));
        let (left, right) = (self.steps.place(low), self.steps.place(high));
        let nearest = left.max(-right).max(0.0);
        let turn = (libm::asin(moved / u) + libm::asin(radius)) / m;
        let cube = libm::pow(1.0 - radius, 3.0);
        let density = normal::density(nearest) * libm::exp(0.5 * turn * turn);
        Some(Disc {
            radius,
            most: density * threshold * threshold / (cube * m * low) * (1.0 + 1e-9),
            seen: normal::sf(left) * (1.0 + 1e-9),
        })
    }

    /// `h''` of real arguments is at most this where `u` is at least as large: `density(a)/u` falls with `u`.
    pub(super) fn most_bend(&self, u: f64, threshold: f64) -> f64 {
        let place = self.steps.place(u).max(0.0);
        normal::density(place) * threshold * threshold / (self.steps.shift * u) * (1.0 + 1e-9)
    }

    /// How far `h` lies above its tangent: at most the parabola of the largest bend up to there, and the mass above the cut.
    pub(super) fn rings(&self, from: f64, threshold: f64) -> Vec<Ring> {
        let mut rings = Vec::with_capacity(RINGS + 1);
        let mut from = from;
        loop {
            let u = threshold / (1.0 + 2.0 * from) - self.steps.kept;
            let is_last = u <= self.cut || rings.len() == RINGS;
            let u = if is_last { self.cut } else { u };
            let bend = 0.5 * self.most_bend(u, threshold);
            let most = (bend * from * from).min(self.above * from).max(LEAST) * (1.0 + 1e-9);
            rings.push(Ring {
                from,
                most,
                part: most,
                seen: normal::sf(self.steps.place(u)) * (1.0 + 1e-9),
            });
            if is_last {
                return rings;
            }
            from *= 2.0;
        }
    }
}
