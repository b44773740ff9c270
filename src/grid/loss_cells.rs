//! One step cut into cells of the loss.
//!
//! Knots lie at the losses `first + i step`. Every cell keeps its mass under "out" and its excess over the left
//! knot, `int (w - x_i) dQ` with `x_i` the ratio at the knot, both by quadrature of positive terms: no mass is ever
//! a difference of values of the curve. What lies beyond an end may be merged into an atom, whose loss is its mean.

use super::cell_integrals::integrate;
use super::laws::{LossLaw, Part};

/// What a cell holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    /// Mass under "out".
    pub(crate) outside: f64,
    /// `int (w - x) dQ` over the ratio `x` of the left knot.
    pub(crate) excess: f64,
    /// A bound of the variation of the logarithm of the density of `w` under "out".
    pub(crate) variation: f64,
    /// Relative error of the masses and absolute error of the loss, in units of `f64::EPSILON`.
    pub(crate) wobble: f64,
    /// Absolute error of the mass under "out", of another source.
    pub(crate) error: f64,
}

/// The cells of one step between two knots, and what lies beyond them.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// Loss of the first knot.
    pub(crate) first: f64,
    /// Distance of the knots.
    pub(crate) step: f64,
    pub(crate) cells: Vec<Cell>,
    /// What lies left of the first knot.
    pub(crate) below: Part,
    /// What lies right of the last knot.
    pub(crate) above: Part,
    /// An atom on a knot: its index and its mass under "in".
    pub(crate) atom: (usize, f64),
}

/// `int (x_(i+1) - w) dQ` of a cell.
pub(crate) fn outside_less(cell: &Cell, delta: f64) -> f64 {
    (cell.outside * delta - cell.excess).max(0.0)
}

/// The cells of a law between `first` and `first + cells step`, from the place `cut` on.
pub(crate) fn cut_cells<L: LossLaw>(law: &L, first: f64, step: f64, count: usize) -> Cells {
    let (lowest, highest) = law.range();
    let (least, most) = (law.loss(lowest), law.loss(highest));
    let growth = libm::expm1(step);
    let mut cells = Vec::with_capacity(count);
    // A knot, and how far the ratio there exceeds that of the nominal loss.
    let place = |loss: f64, near: f64| {
        if loss <= least {
            (
                law.knot_at(lowest),
                libm::exp(loss) * libm::expm1(least - loss),
            )
        } else if loss >= most {
            (law.knot_at(highest), 0.0)
        } else {
            let knot = law.knot(loss, near);
            if knot.z > lowest {
                (knot, 0.0)
            } else {
                (law.knot_at(lowest), 0.0)
            }
        }
    };
    let (mut knot, mut beyond) = place(first, lowest);
    for index in 0..count {
        let loss = first + index as f64 * step;
        let end = first + (index + 1) as f64 * step;
        let (next, next_beyond) = place(end, knot.z);
        let length = next.z - knot.z;
        let ratio = libm::exp(loss);
        let (mut outside, mut excess) = integrate(law, &knot, length);
        excess += beyond * outside;
        let reach = knot.z.abs().max(next.z.abs());
        let mut variation = law.steepness(reach) * length;
        if loss <= least && least < end {
            let atom = law.below(lowest).outside;
            outside += atom;
            excess += atom * ratio * libm::expm1(least - loss);
            variation = f64::INFINITY;
        }
        if loss < most && most <= end {
            let atom = law.above(highest).outside;
            outside += atom;
            excess += atom * ratio * libm::expm1(most - loss);
            variation = f64::INFINITY;
        }
        let delta = ratio * growth;
        excess = excess.clamp(0.0, outside * delta);
        cells.push(Cell {
            outside,
            excess,
            variation,
            wobble: 16.0 + 2.0 * reach * reach + 4.0 * (knot.slope / ratio * reach + loss.abs()),
            error: 0.0,
        });
        (knot, beyond) = (next, next_beyond);
    }
    let end = first + count as f64 * step;
    Cells {
        first,
        step,
        cells,
        below: if first > least {
            law.below(law.knot(first, lowest).z.max(lowest))
        } else {
            Part::default()
        },
        above: if end >= most {
            Part::default()
        } else {
            law.above(knot.z)
        },
        atom: (0, 0.0),
    }
}

impl Cells {
    /// Loss of a knot.
    pub(crate) fn loss(&self, index: usize) -> f64 {
        self.first + index as f64 * self.step
    }

    /// Takes out everything left of `cut`; it becomes one atom on knot `index`, whose loss is its mean.
    pub(crate) fn merge_left<L: LossLaw>(&mut self, law: &L, index: usize, cut: f64) {
        let knot = law.knot_at(cut);
        let loss = law.loss(cut);
        let last = self.cells.len() - 1;
        let place = (0..last)
            .find(|place| self.loss(place + 1) > loss)
            .unwrap_or(last);
        self.cells[..place].fill(Cell::default());
        let start = self.loss(place);
        let end = law.knot(self.loss(place + 1), cut).z.min(law.range().1);
        let (outside, over) = integrate(law, &knot, end - cut);
        let excess = over + outside * libm::exp(start) * libm::expm1(loss - start);
        self.recut(place, outside, excess);
        self.below = Part::default();
        self.atom = (0, law.below(cut).inside);
        self.first = self.loss(index);
        self.cells.drain(..index);
    }

    /// Takes out everything right of `cut`; it becomes part of an atom on the last knot.
    pub(crate) fn merge_right<L: LossLaw>(&mut self, law: &L, cut: f64) {
        let loss = law.loss(cut);
        let place = (1..self.cells.len())
            .rev()
            .find(|place| self.loss(*place) < loss)
            .unwrap_or(0);
        self.cells[place + 1..].fill(Cell::default());
        let knot = law.knot(self.loss(place), cut);
        let knot = if knot.z > law.range().0 {
            knot
        } else {
            law.knot_at(law.range().0)
        };
        let (outside, excess) = integrate(law, &knot, cut - knot.z);
        self.recut(place, outside, excess);
        self.above = law.above(cut);
    }

    fn recut(&mut self, place: usize, outside: f64, excess: f64) {
        let delta = libm::exp(self.loss(place)) * libm::expm1(self.step);
        let cell = &mut self.cells[place];
        cell.outside = outside;
        cell.excess = excess.clamp(0.0, outside * delta);
        // The density jumps at the cut.
        cell.variation = f64::INFINITY;
    }

    /// From cells right of the loss 0 of an odd law: those left of it too, and an atom at 0.
    pub(crate) fn mirror(&mut self, atom: f64) {
        let growth = libm::expm1(self.step);
        let half = self.cells.len();
        let mut cells = Vec::with_capacity(2 * half);
        for (index, cell) in self.cells.iter().enumerate().rev() {
            let ratio = libm::exp(self.loss(index));
            cells.push(Cell {
                outside: ratio * cell.outside + cell.excess,
                excess: outside_less(cell, ratio * growth) / (ratio * (1.0 + growth)),
                variation: cell.variation + 3.0 * self.step,
                wobble: cell.wobble,
                error: cell.error,
            });
        }
        cells.append(&mut self.cells);
        self.cells = cells;
        self.first = -(half as f64) * self.step;
        self.below = Part {
            inside: self.above.outside,
            outside: self.above.inside,
        };
        self.atom = (half, atom);
    }
}
