//! How far the Gauss-Legendre rule for a second observation is off.

use super::several::{Edge, Several};
use super::small::{MOMENTS, NODES};
use crate::numerics::normal;

/// Sizes of the ellipses on which the integrand is bounded.
const ELLIPSES: [f64; 3] = [2.5, 4.0, 7.0];
/// Part of the excess up to which the ratio of those below has an analytic curve.
const ANALYTIC: f64 = 0.25;
/// Largest turn of `u`, and its largest part of the excess, on an ellipse.
const LARGEST_TURN: f64 = 1.5;
const LARGEST_PART: f64 = 0.9;

impl Several<'_> {
    /// The integrand is `w(z) density(z) E[h_z(1 + D)]`. Up to a distance `d` of `D` that is analytic in `z` around a cell whose excess
    /// stays away from 0; what lies beyond is at most `E[1 + D; D > d]` times the mass above the cut, at the nodes and in the cell.
    /// On an ellipse of sum `rho` of its half axes with the bound `M` the rule of `N` nodes is off by
    /// `64/15 M rho^(-2 (N - 1))/(1 - rho^-2)` at most (Trefethen, Theorem 19.3).
    pub(super) fn rule_error(&self, left: &Edge, right: &Edge, allowed: f64) -> Option<f64> {
        let small = self.small;
        let (rate, kept) = (small.steps.rate, small.steps.kept);
        let behind = self.behind(right.u);
        let least = behind.value - behind.error;
        let room = (least - small.cut) / (kept + small.cut) * (1.0 - 1e-9);
        let distance = (ANALYTIC * least.min(1.0)).min(room);
        if distance.is_nan() || distance <= 0.0 {
            return None;
        }
        let last = small.moments(self.large)[MOMENTS - 1];
        let often = last * libm::pow(distance, 1.0 - MOMENTS as f64) * (1.0 + distance);
        let mass = kept * (left.own - right.own) + rate * (left.drawn - right.drawn);
        let beyond = 1.01 * often * small.above * small.scale(self.large) * mass;
        let off = ELLIPSES
            .iter()
            .filter_map(|&rho| self.ellipse_error(left.z, right.z, distance, rho))
            .fold(f64::INFINITY, f64::min);
        let off = off + beyond;
        (off <= allowed).then_some(off)
    }

    fn ellipse_error(&self, left: f64, right: f64, distance: f64, rho: f64) -> Option<f64> {
        let small = self.small;
        let (rate, shift, kept) = (small.steps.rate, small.steps.shift, small.steps.kept);
        let (half, centre) = (0.5 * (right - left), 0.5 * (right + left));
        let (wide, high) = (
            0.5 * half * (rho + 1.0 / rho),
            0.5 * half * (rho - 1.0 / rho),
        );
        let (least, most) = (
            small.steps.drawn_ratio(centre - wide),
            small.steps.drawn_ratio(centre + wide),
        );
        let whole = self.excess.value + kept * rate;
        let turn = shift * high;
        if turn > LARGEST_TURN || kept * most > LARGEST_PART * whole {
            return None;
        }
        let (sine, cosine) = (libm::sin(turn), libm::cos(turn));
        // The excess behind is (whole - kept u)/(kept + u): its modulus and its angle.
        let nearest = (whole - kept * most) / (kept + most);
        let farthest = (whole + kept * most) / (kept + least * cosine);
        if distance > 0.5 * nearest {
            return None;
        }
        let above = libm::atan(kept * most * sine / (whole - kept * most));
        let under = turn.min(libm::atan(most * sine / kept));
        // Those below move it by their distance.
        let angle = (above + under + libm::asin(distance / nearest)) / shift;
        let place = small.steps.place((nearest - distance) / (1.0 + distance));
        let curve = (1.0 + distance) * rate * normal::sf(place - shift)
            + (farthest + distance) * normal::sf(place);
        let density = normal::density((centre - wide).max(0.0));
        let grown = libm::exp(0.5 * (angle * angle + high * high));
        let bound = curve * density * grown * (kept + most) * small.scale(self.large);
        let power = libm::pow(rho, -2.0 * (NODES as f64 - 1.0));
        Some(64.0 / 15.0 * bound * power / (1.0 - 1.0 / (rho * rho)) * half * (1.0 + 1e-9))
    }
}
