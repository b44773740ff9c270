//! What both sides of the negative real axis differ by: the tail of the law.
//!
//! The density of a sum of `n` summands is `(1/2πi) int e^(sx) L(s)^n ds`. Around the negative axis, where both sides of it have
//! conjugate values, that is `-(1/π) int e^(-rx) Im L(-r + i0)^n dr`. Where a large summand makes what is asked, the imaginary
//! part is as small as the tail itself, of one sign and known relatively: there is nothing to cancel.

use super::corners::Corners;
use super::path::{Centre, Path, Region};
use crate::grid::allocation::summands::Summands;
use crate::numerics::complex::Complex;
use crate::numerics::{count, legendre_of_20};
use core::f64::consts::PI;

const NODES: usize = 20;
/// By how much the arguments grow over a panel.
const GROWTH: f64 = 1.6;
const ELLIPSES: [f64; 5] = [2.0, 3.0, 4.0, 5.5, 7.5];
/// Relative error of a transform that is asked for, times the number of summands.
const TOLERANCE: f64 = 1e-16;
/// Most of the relative error of a power.
const MOST_ERROR: f64 = 1e-3;
/// Largest logarithm of a power over `e^(r origin)` that is looked at.
const MOST_LOG: f64 = 600.0;

struct Panel {
    corners: [Corners; ELLIPSES.len()],
    /// Arguments, weights times imaginary parts over `e^(r origin)`, and errors of these.
    nodes: [(f64, f64, f64); NODES],
}

/// The negative axis from near 0 on.
pub(super) struct Cut {
    panels: Vec<Panel>,
    /// Arguments at which panels end.
    pub(super) edges: Vec<f64>,
    /// Bound of the density that lies before the first panel.
    left_out: f64,
}

impl Cut {
    /// Where it has nothing up to an argument, with a bound of what it has there.
    pub(super) fn none(left_out: f64) -> Self {
        Self {
            panels: Vec::new(),
            edges: Vec::new(),
            left_out,
        }
    }

    /// From an argument on, up to another one.
    pub(super) fn new(summands: &Summands, origin: f64, (from, to): (f64, f64)) -> Option<Self> {
        let n = summands.times;
        let mut cut = Self {
            panels: Vec::new(),
            edges: Vec::new(),
            left_out: 0.0,
        };
        // What is turned falls with the argument, and the rest is at most `E e^(from Y)`, which is next to 1.
        let path = path_at(summands, from, 2.0)?;
        let (both, _) = path.log_largest(Complex::new(-from, 0.0));
        let turned = summands.log_turned(summands.saddle(from)?);
        cut.left_out = from * n * libm::exp(turned + (n - 1.0) * both.max(0.0));
        let panels = libm::ceil(libm::log(to / from) / libm::log(GROWTH));
        for index in 0..count(panels) {
            let start = from * libm::pow(GROWTH, index as f64);
            let Some(panel) = Panel::new(summands, origin, start) else {
                break;
            };
            let end = start * GROWTH;
            cut.edges.push(end);
            cut.panels.push(panel);
        }
        Some(cut)
    }

    /// The density from so many panels, and its error.
    pub(super) fn density(&self, panels: usize, excess: f64) -> (f64, f64) {
        let (mut sum, mut error) = (0.0, 0.0);
        for panel in &self.panels[..panels] {
            for (r, weight, own) in &panel.nodes {
                let falls = libm::exp(-r * excess);
                sum += weight * falls;
                error +=
                    (own + 4.0 * f64::EPSILON * ((r * excess).abs() + 4.0) * weight.abs()) * falls;
            }
        }
        (sum, error)
    }

    /// Bound of what the rules and the first stretch leave open, at all ratios from this on, the origin taken off: with the ratio it falls.
    pub(super) fn error(&self, panels: usize, excess: f64) -> f64 {
        let of_panels = self.panels[..panels]
            .iter()
            .map(|panel| panel.error(excess));
        self.left_out + of_panels.sum::<f64>()
    }

    /// The same for all numbers of panels.
    pub(super) fn errors(&self, excess: f64) -> Vec<f64> {
        let mut sum = self.left_out;
        let mut all = vec![sum];
        for panel in &self.panels {
            sum += panel.error(excess);
            all.push(sum);
        }
        all
    }

    /// Bound of the modulus of the sum over the nodes at all complex ratios with a real part of at least this, the origin taken off.
    pub(super) fn largest(&self, panels: usize, excess: f64) -> f64 {
        let nodes = self.panels[..panels].iter().flat_map(|panel| &panel.nodes);
        nodes
            .map(|(r, weight, _)| weight.abs() * libm::exp(-r * excess))
            .sum()
    }
}

/// The path for arguments around one, up to a factor.
fn path_at(summands: &Summands, r: f64, factor: f64) -> Option<Path> {
    let region = Region {
        sizes: (r / factor, r * factor),
        angles: (PI, PI),
    };
    // Nothing is taken off.
    let centre = Centre {
        origin: 0.0,
        mean: 0.0,
    };
    Path::new(
        summands,
        centre,
        region,
        (TOLERANCE / summands.times, 0.0),
        true,
    )
}

fn log_modulus(path: &Path, r: f64) -> f64 {
    path.at(Complex::new(-r, 0.0)).log().re
}

impl Panel {
    fn new(summands: &Summands, origin: f64, start: f64) -> Option<Self> {
        let n = summands.times;
        let half = 0.5 * (GROWTH - 1.0) * start;
        let middle = start + half;
        let path = path_at(summands, middle, 2.0)?;
        let corners = ELLIPSES.map(|rho| {
            let panel = (Complex::new(-middle, 0.0), Complex::new(1.0, 0.0), half);
            Corners::new(rho, panel, |s| {
                let (both, turned) = path.log_largest(s);
                libm::log(n * half / PI) + turned + (n - 1.0) * both + origin * s.re
            })
        });
        let nodes = legendre_of_20().map(|(x, weight)| {
            let r = middle + half * x;
            let found = path.at(Complex::new(-r, 0.0));
            // Below the axis the path makes the argument's imaginary part positive.
            let log = found.log();
            let modulus = libm::exp(n * log.re - r * origin);
            let angle = n * log.im;
            let weight = half * weight / PI;
            let of_one = libm::exp(log.re);
            // Of the error of the transform the part along it turns nothing.
            let along = n * found.error() / of_one;
            let error = n * found.turned_error / of_one
                + along * angle.abs().min(1.0)
                + 8.0 * f64::EPSILON * angle.abs() * (1.0 + (n * log.re).abs() + r);
            let known = if error + along > MOST_ERROR {
                f64::NAN
            } else {
                error
            };
            let value = weight * modulus;
            (r, -value * libm::sin(angle), 1.01 * value * known)
        });
        if nodes
            .iter()
            .any(|(_, weight, error)| !(weight + error).is_finite())
        {
            return None;
        }
        let log_at_end = n * log_modulus(&path, start * GROWTH);
        if log_at_end.is_nan() || log_at_end - start * GROWTH * origin > MOST_LOG {
            return None;
        }
        Some(Self { corners, nodes })
    }

    fn error(&self, excess: f64) -> f64 {
        let bounds = self.corners.iter().map(|corners| corners.log_error(excess));
        libm::exp(bounds.fold(f64::INFINITY, f64::min))
    }
}
