//! How fine the quadrature must be: the error of the trapezoidal rule by a path in the complex plane.

use super::smooth_step::{SmoothStep, Turn};
use core::f64::consts::PI;

const HEIGHTS: usize = 12;
/// Width of the cells on which the integrand is bounded.
const CELL: f64 = 0.4;
/// The same where what is left to others sets in, and how far before the edge that is.
const NARROW: f64 = 0.05;
const BEFORE: f64 = 0.6;

/// Bounds `|h Σ g(z_j) - ∫ g|` for the density `g` of `P^s Q^(1-s) e^(iuL)`, all `|u| <= t`, on `[left, right]`
/// with nodes in the middle of equal cells.
///
/// By residues the error is the integral of `g/(e^{-2πiz/h} - 1)` over a path above the axis, and its
/// mirror below. On a path of height `y`, `|g|` is at most its value on the axis times
/// [`SmoothStep::log_growth`] and `e^{t arg w(x+iy)}`, and the kernel is at most `e^{-2πy/h}/(1 - e^{-2πy/h})`. The
/// path is a staircase: high where the phase hardly turns, low where the density is negligible, so that
/// rare large losses do not force a fine grid on the bulk. (Trefethen and Weideman 2014, Theorem 5.1, is
/// the case of one constant height.)
pub(crate) struct Contour {
    heights: [f64; HEIGHTS],
    /// Logarithm of the bound of `|g|` on each cell, at each height.
    cells: Vec<[f64; HEIGHTS]>,
    /// The same on the vertical line at the right end of each cell; first the left end of all.
    walls: Vec<[f64; HEIGHTS]>,
    widths: Vec<f64>,
    length: f64,
}

/// Where a cell ends that begins at `x`: cells are narrow where what is left to others sets in.
fn next_end(step: &SmoothStep, x: f64, right: f64) -> f64 {
    let narrow = step.edge().filter(|edge| x + CELL > edge.at - BEFORE);
    let end = x + if narrow.is_some() { NARROW } else { CELL };
    // No sliver at the end.
    if end > right - 0.5 * NARROW {
        right
    } else {
        end
    }
}

/// Heights of the steps of a staircase.
fn heights(step: &SmoothStep, right: f64) -> [f64; HEIGHTS] {
    let mut heights = [step.height(right).min(8.0); HEIGHTS];
    for k in 1..HEIGHTS {
        heights[k] = heights[k - 1] / 1.5;
    }
    heights
}

/// The fewest nodes on a path of constant height, for an error below `e^log_tolerance` of the density's mass: more
/// than a staircase needs, but found at once.
pub(crate) fn nodes_at_constant_height(
    step: &SmoothStep,
    s: f64,
    (left, right): (f64, f64),
    t: f64,
    log_tolerance: f64,
) -> f64 {
    let per_height = heights(step, right).map(|y| {
        let log_bound = step.log_growth(s, y, (left, right)) + t * step.largest_argument(y, right);
        let spacing = 2.0 * PI * y / (log_bound - log_tolerance + core::f64::consts::LN_2 * 2.0);
        (right - left) / spacing
    });
    libm::ceil(per_height.into_iter().fold(f64::INFINITY, f64::min))
        .max(libm::ceil((right - left) / 0.55))
}

impl Contour {
    pub(crate) fn new(step: &SmoothStep, s: f64, (left, right): (f64, f64), t: f64) -> Self {
        let length = right - left;
        let heights = heights(step, right);
        let turns: [Turn; HEIGHTS] = heights.map(|y| step.turn(y));
        let bend = step.level_bend(s, (left, right)) / 8.0;
        let level_at = |x: f64| step.log_whole_density(x, s);
        // What is left to others grows with x: it is taken at the left end of a cell.
        let kept = |x: f64, k: usize| {
            step.edge()
                .map_or(0.0, |edge| edge.log_small_above(x, heights[k]))
        };
        let bounds = |level: f64, from: f64, to: f64| -> [f64; HEIGHTS] {
            core::array::from_fn(|k| {
                let growth = step.log_growth(s, heights[k], (from, to));
                level + growth + t * step.ratio_argument(from, to, &turns[k])
            })
        };
        let with_kept = |bounds: [f64; HEIGHTS], x: f64| -> [f64; HEIGHTS] {
            core::array::from_fn(|k| bounds[k] + kept(x, k))
        };
        let mut x = left;
        let mut level = level_at(x);
        let mut walls = vec![with_kept(bounds(level, x, x), x)];
        let (mut cells, mut widths) = (Vec::new(), Vec::new());
        while x < right {
            let from = x;
            x = next_end(step, x, right);
            let width = x - from;
            let next = level_at(x);
            let bend = bend * width * width;
            let cell = bounds(level.max(next) + bend, from, x);
            cells.push(with_kept(cell, from));
            widths.push(width);
            // On the wall itself the argument is at most what it is over the cell.
            let wall = cell.map(|bound| bound - (level - next).max(0.0) - bend);
            walls.push(with_kept(wall, x));
            level = next;
        }
        Self {
            heights,
            cells,
            widths,
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
        let mut sum = 0.0;
        let mut previous: Option<usize> = None;
        for (i, cell) in self.cells.iter().enumerate() {
            let (best, value) = (0..HEIGHTS)
                .map(|k| (k, cell[k] + kernel[k]))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap_or((0, f64::INFINITY));
            sum += self.widths[i] * libm::exp(value);
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
