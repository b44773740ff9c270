//! How fine the quadrature must be: the error of the trapezoidal rule by a path in the complex plane.

use crate::SampledGaussian;
use crate::range::count;
use core::f64::consts::PI;

const HEIGHTS: usize = 12;
/// Width of the cells on which the integrand is bounded.
const CELL: f64 = 0.4;

/// Bounds `|h Σ g(z_j) - ∫ g|` for `g = phi w^(1/2+iu)`, all `|u| <= t`, on `[-reach, reach + m]`
/// with nodes in the middle of equal cells.
///
/// By residues the error is the integral of `g/(e^{-2πiz/h} - 1)` over a path above the axis, and its
/// mirror below. On a path of height `y`, `|g| <= phi(x) e^{y²/2} sqrt(w(x)) e^{t arg w(x+iy)}` and the
/// kernel is at most `e^{-2πy/h}/(1 - e^{-2πy/h})`. The path is a staircase: high where the phase
/// hardly turns, low where the density is negligible, so that rare large losses do not force a fine
/// grid on the bulk. (Trefethen and Weideman 2014, Theorem 5.1, is the case of one constant height.)
pub(crate) struct Contour {
    heights: [f64; HEIGHTS],
    /// Logarithm of the bound of `|g|` on each cell, at each height.
    cells: Vec<[f64; HEIGHTS]>,
    /// The same on the vertical line at the right end of each cell; first the left end of all.
    walls: Vec<[f64; HEIGHTS]>,
    length: f64,
}

impl Contour {
    pub(crate) fn new(step: &SampledGaussian, reach: f64, t: f64) -> Self {
        let m = step.shift();
        let length = 2.0 * reach + m;
        let needed = libm::ceil(length / CELL);
        let width = length / needed;
        let mut heights = [(0.95 * PI / m).min(8.0); HEIGHTS];
        for k in 1..HEIGHTS {
            heights[k] = heights[k - 1] / 1.5;
        }
        let turns = heights.map(|y| (libm::sin(m * y), libm::cos(m * y), m * y));
        let wall = |x: f64| -> (f64, [f64; HEIGHTS]) {
            let level = -0.5 * x * x + 0.5 * step.loss(x).log_ratio;
            let mut bounds = [level; HEIGHTS];
            for k in 0..HEIGHTS {
                let (sin, cos, angle) = turns[k];
                bounds[k] +=
                    0.5 * heights[k] * heights[k] + t * step.ratio_argument(x, sin, cos, angle);
            }
            (level, bounds)
        };
        let mut x = -reach;
        let (mut level, first) = wall(x);
        let mut walls = vec![first];
        let mut cells = Vec::new();
        for _ in 0..count(needed) {
            x += width;
            let (next, bounds) = wall(x);
            // The argument grows with x; the rest lies above its larger end by at most width²/8.
            let lift = (level - next).max(0.0) + width * width / 8.0;
            cells.push(bounds.map(|bound| bound + lift));
            walls.push(bounds);
            level = next;
        }
        Self {
            heights,
            cells,
            walls,
            length,
        }
    }

    /// Bound of the error for `nodes` nodes.
    pub(crate) fn error(&self, nodes: f64) -> f64 {
        let rate = 2.0 * PI * nodes / self.length;
        let kernel = self
            .heights
            .map(|y| -rate * y - libm::log(-libm::expm1(-rate * y)));
        let width = self.length / self.cells.len() as f64;
        let mut sum = 0.0;
        let mut previous: Option<usize> = None;
        for (i, cell) in self.cells.iter().enumerate() {
            let (best, value) = (0..HEIGHTS)
                .map(|k| (k, cell[k] + kernel[k]))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap_or((0, f64::INFINITY));
            sum += width * libm::exp(value);
            sum += match previous {
                Some(last) => self.climb(&self.walls[i], &kernel, last, best),
                None => self.rise(&self.walls[0], rate, best),
            };
            previous = Some(best);
        }
        if let (Some(last), Some(wall)) = (previous, self.walls.last()) {
            sum += self.rise(wall, rate, last);
        }
        2.0 * sum / libm::sqrt(2.0 * PI)
    }

    /// The vertical piece of the path between two heights.
    fn climb(&self, wall: &[f64; HEIGHTS], kernel: &[f64; HEIGHTS], from: usize, to: usize) -> f64 {
        (from.min(to)..from.max(to))
            .map(|k| {
                let rise = self.heights[k] - self.heights[k + 1];
                rise * libm::exp(wall[k] + kernel[k + 1])
            })
            .sum()
    }

    /// The vertical piece from the axis to a height, in the middle between two nodes, where the
    /// kernel is at most `e^{-2πy/h}`.
    fn rise(&self, wall: &[f64; HEIGHTS], rate: f64, to: usize) -> f64 {
        (to..HEIGHTS)
            .map(|k| {
                let below = self.heights.get(k + 1).copied().unwrap_or(0.0);
                (self.heights[k] - below) * libm::exp(wall[k] - rate * below)
            })
            .sum()
    }

    /// The fewest nodes, within a few per cent, with an error below `tolerance`; `None` if more than
    /// `most` are needed.
    pub(crate) fn nodes(&self, tolerance: f64, most: f64) -> Option<f64> {
        let mut nodes = libm::ceil(self.length / 0.55);
        while nodes <= most {
            if self.error(nodes) <= tolerance {
                return Some(nodes);
            }
            nodes = libm::ceil(nodes * 1.1);
        }
        None
    }
}
