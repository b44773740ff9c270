//! What the part of a step's measure that is kept below an edge grows to above the real axis.

use super::edge::Edge;
use super::smooth_step::SmoothStep;
use core::f64::consts::PI;

/// Width of the cells on which the measure is bounded, and how far beyond the range they go.
const CELL: f64 = 1.0 / 32.0;
const BEYOND: f64 = 1.0;

/// The mass of `P^s Q^(1-s)` with what is kept of it on cells, which does not depend on the height: the same cells serve all.
pub(super) struct Spill {
    edge: Edge,
    cells: Vec<Cell>,
}

struct Cell {
    /// Logarithm of the largest density, relative to the mass.
    log_density: f64,
    /// Logarithm of the largest share that is kept on the axis.
    log_small: f64,
}

impl Spill {
    /// Of a step with an edge, over a range; `log_mass` is the logarithm of the mass on the axis, `log_weight` grows with the
    /// observation.
    pub(super) fn new(
        step: &SmoothStep,
        s: f64,
        (left, right): (f64, f64),
        log_mass: f64,
        log_weight: impl Fn(f64) -> f64,
    ) -> Option<Self> {
        let edge = step.edge()?;
        let level = |z: f64| step.log_whole_density(z, s);
        let bend = step.level_bend(s, (left, right + 2.0)) * CELL * CELL / 8.0;
        let mut cells = Vec::new();
        let (mut z, mut before) = (left, level(left));
        while z < right + BEYOND {
            let next = level(z + CELL);
            cells.push(Cell {
                log_density: before.max(next) + bend + log_weight(z + CELL) - log_mass,
                log_small: edge.log_small(z + CELL),
            });
            (z, before) = (z + CELL, next);
        }
        Some(Self { edge, cells })
    }

    /// Logarithm of the ratio of the mass at height `y` to that on the axis, from above.
    pub(super) fn log_at(&self, y: f64) -> f64 {
        let turned = self.edge.turned(y);
        let kept = |cell: &Cell| libm::exp(cell.log_density + cell.log_small * turned);
        let sum: f64 = self.cells.iter().map(kept).sum();
        libm::log(sum * CELL / libm::sqrt(2.0 * PI) * 1.01).max(0.0)
    }
}
