//! `E[e^(sL); L > 0]` of one step under "out" at complex `s`: nodes on a path on which its integrand does not turn much.

use super::integrand::Integrand;
use super::law::Law;
use super::route::Route;
use crate::numerics::complex::{self, Complex};

/// What the nodes, which are laid for the integrand, may lack of its modulus.
const OF_MODULUS: f64 = 1e-6;

/// The corners of a polygon of arguments.
pub(super) type Region = [Complex<f64>; 4];

/// The nodes for a region.
pub(super) struct Path {
    pub(super) nodes: Vec<Node>,
    /// Bound of the error.
    pub(super) error: f64,
}

/// A node: its loss, the logarithm of the density, and its weight.
pub(super) struct Node {
    pub(super) loss: Complex<f64>,
    pub(super) density: Complex<f64>,
    pub(super) weight: Complex<f64>,
}

impl Path {
    /// From 0 to infinity, with about this error, relatively where the value may be more than 1; none where no path serves.
    pub(super) fn new(law: &Law, region: Region, tolerance: f64) -> Option<Self> {
        let route = Integrand { law, region }.best(tolerance)?;
        Self::along(law, region, &route, route.allowed(tolerance))
    }

    /// Along a route.
    pub(super) fn along(law: &Law, region: Region, route: &Route, allowed: f64) -> Option<Self> {
        let integrand = Integrand { law, region };
        let mut path = Self {
            nodes: Vec::new(),
            error: route.beyond,
        };
        for segment in &route.segments {
            integrand.lay(segment, allowed, &mut path)?;
        }
        Some(path)
    }

    /// The value at an argument of the region, and the error of its rounding.
    pub(super) fn at(&self, s: Complex<f64>) -> (Complex<f64>, f64) {
        let (mut sum, mut rounding) = (Complex::new(0.0, 0.0), 0.0);
        let size = complex::abs(s);
        for node in &self.nodes {
            let part = node.weight * complex::exp(s * node.loss + node.density);
            sum += part;
            let exponent = size * (node.loss.re.abs() + node.loss.im.abs());
            let inexact = exponent + node.density.re.abs() + node.density.im.abs() + 6.0;
            rounding += (part.re.abs() + part.im.abs()) * inexact;
        }
        (sum, self.error + 2.0 * f64::EPSILON * rounding)
    }

    /// A bound of the modulus, whose logarithm is convex.
    pub(super) fn largest(&self, s: Complex<f64>) -> f64 {
        // A direction is that of an axis.
        let parts = self.nodes.iter().map(|node| {
            let exponent = s.re * node.loss.re - s.im * node.loss.im + node.density.re;
            (node.weight.re.abs() + node.weight.im.abs()) * libm::exp(exponent)
        });
        (1.0 + OF_MODULUS) * parts.sum::<f64>() + self.error
    }
}
