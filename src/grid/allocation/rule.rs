//! Nodes for integrals over one tilted summand, with a bound of their error.
//!
//! Panels of `z` carry a Gauss-Legendre rule. The integrand is entire, and its modulus is bounded on a rectangle around
//! Bernstein's ellipse of a panel: a panel is as long as that allows.

use super::summands::Summands;
use super::taper::Taper;
use crate::numerics::{legendre, normal};

/// Nodes of the rule on each panel.
const NODES: usize = 20;
/// Length of the first panel that is tried, what is left of one that was too long, and by how much each may exceed the
/// one before.
const FIRST: f64 = 0.8;
const SHRINKAGE: f64 = 0.7;
const GROWTH: f64 = 1.6;
/// Shortest panel.
const SHORTEST: f64 = 1e-7;
/// Most panels.
const MOST_PANELS: usize = 4000;
/// Ellipses of Bernstein that are tried.
const ELLIPSES: [f64; 6] = [1.5, 2.0, 3.0, 4.5, 7.0, 12.0];

/// Values and masses, and the error of their sum with the integrand they were laid for.
pub(super) struct Rule {
    pub(super) nodes: Vec<(f64, f64)>,
    pub(super) error: f64,
}

impl Summands {
    /// Where the nodes end, for a tilted mass with this logarithm.
    pub(super) fn last(&self, taper: &Taper, theta: f64, log_mass: f64) -> f64 {
        let end = self.place(taper.end());
        if theta > 0.0 {
            end
        } else {
            end.min(self.reach(log_mass))
        }
    }

    /// Nodes for the tilted and tapered law, whose mass has this logarithm, at frequencies up to `u`; what is tapered by `small` turns with the
    /// frequency, the rest does not.
    pub(super) fn rule(
        &self,
        taper: &Taper,
        small: Option<&Taper>,
        (theta, u): (f64, f64),
        (allowed, log_mass): (f64, f64),
    ) -> Option<Rule> {
        let last = self.last(taper, theta, log_mass);
        let turning = small.map_or(f64::INFINITY, |small| self.place(small.end()));
        let points = legendre::<NODES>();
        let mut rule = Rule {
            nodes: Vec::new(),
            error: 0.0,
        };
        let (mut from, mut length, mut panels) = (-self.reach(log_mass), FIRST, 0);
        while from < last {
            let turns = from < turning;
            let end = if turns { last.min(turning) } else { last };
            let half = 0.5 * length.min(end - from);
            let centre = from + half;
            let (small, u) = if turns { (small, u) } else { (None, 0.0) };
            let bounds = ELLIPSES.map(|rho| {
                let largest = self.largest_on((taper, small), (theta, u), (centre, half), rho);
                let power = 2.0 * (NODES as f64 - 1.0);
                half * 64.0 / 15.0 * libm::exp(largest - power * libm::log(rho)) / (rho * rho - 1.0)
            });
            let bound = bounds.into_iter().fold(f64::INFINITY, f64::min);
            if bound.is_nan() || bound > allowed {
                length = SHRINKAGE * 2.0 * half;
                if length < SHORTEST {
                    return None;
                }
                continue;
            }
            // The part that turns, and what that leaves.
            rule.error += 3.0 * bound;
            for (x, weight) in points {
                let z = centre + half * x;
                rule.nodes
                    .push((self.value(z), half * weight * normal::density(z)));
            }
            from = if 2.0 * half < end - from {
                centre + half
            } else {
                end
            };
            length = GROWTH * 2.0 * half;
            panels += 1;
            if panels > MOST_PANELS {
                return None;
            }
        }
        Some(rule)
    }

    /// Logarithm of a bound of the integrand on the ellipse of sum of semi-axes `rho` around a panel.
    fn largest_on(
        &self,
        (taper, small): (&Taper, Option<&Taper>),
        (theta, u): (f64, f64),
        (centre, half): (f64, f64),
        rho: f64,
    ) -> f64 {
        let across = 0.5 * half * (rho - 1.0 / rho);
        let along = 0.5 * half * (rho + 1.0 / rho);
        let (left, right) = (centre - along, centre + along);
        let nearest = 0.0_f64.max(left).min(right);
        let angle = self.shift * across;
        if angle > 1.5 {
            return f64::INFINITY;
        }
        let (sin, cos) = libm::sincos(angle);
        let (least, most) = (self.value(left), self.value(right));
        let tilt = if theta > 0.0 {
            theta * most
        } else {
            theta * least * cos
        };
        0.5 * (across * across - nearest * nearest) - 0.9189385332046727
            + tilt
            + u * most * sin
            + taper.log_largest(least * cos, most * sin)
            + small.map_or(0.0, |small| {
                small.log_largest(least * cos, most * sin).max(0.0)
            })
    }
}
