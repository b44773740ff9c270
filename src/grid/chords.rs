//! The two pairs on the grid that lie above and below a step cut into cells.
//!
//! - Above: every loss is split between the two knots around it so that both masses stay ("connect the dots",
//!   Doroshenko et al. 2022); the curve becomes its chords.
//! - Below: the curve at every knot is lowered by the largest gap between chord and curve in the two cells around
//!   it, so that the chords lie below the curve.

use super::cell_integrals::gap;
use super::convexity::convex;
use super::loss_cells::{Cells, outside_less};
use super::loss_distribution::LossDistribution;

impl Cells {
    /// Masses of the chords: every cell split between its ends, atoms and what lies beyond the ends not included.
    fn chords(&self) -> (Vec<f64>, Vec<f64>) {
        let (up, down) = (-libm::expm1(-self.step), libm::expm1(self.step));
        let mut masses = vec![0.0; self.cells.len() + 1];
        let mut wobble = vec![16.0; self.cells.len() + 1];
        for (index, cell) in self.cells.iter().enumerate() {
            let delta = libm::exp(self.loss(index)) * down;
            masses[index] += (outside_less(cell, delta)) / down;
            masses[index + 1] += cell.excess / up;
            wobble[index] = cell.wobble.max(wobble[index]);
            wobble[index + 1] = cell.wobble;
        }
        masses[self.atom.0] += self.atom.1;
        (masses, wobble)
    }

    /// Absolute errors of the masses under "in"; empty where there are none.
    fn errors(&self) -> Vec<f64> {
        if self.cells.iter().all(|cell| cell.error == 0.0) {
            return Vec::new();
        }
        let mut errors = vec![0.0; self.cells.len() + 1];
        for (index, cell) in self.cells.iter().enumerate() {
            errors[index] += cell.error * libm::exp(self.loss(index));
            errors[index + 1] += cell.error * libm::exp(self.loss(index + 1));
        }
        errors
    }

    /// The pair whose curve is the chords of this one: at least this one at every order.
    pub(crate) fn upper(&self) -> LossDistribution {
        let (mut masses, wobble) = self.chords();
        // Left of the first knot: the mass under "in" on it, with the share of "out" that goes with it.
        masses[0] += self.below.inside;
        let missing = (self.below.outside - self.below.inside * libm::exp(-self.first)).max(0.0);
        // Right of the last knot: the share of "in" that goes with the mass under "out" on it, the rest at infinity.
        let last = masses.len() - 1;
        let kept = (self.above.outside * libm::exp(self.loss(last))).min(self.above.inside);
        masses[last] += kept;
        LossDistribution {
            first: self.first,
            step: self.step,
            masses,
            infinite: self.above.inside - kept,
            missing,
            wobble,
            errors: self.errors(),
            blur: 0.0,
        }
    }

    /// The pair whose curve is lowered at the knots: at most this one at every order. What lies beyond the ends is
    /// put on the end knots, with as much of the atom as brings its mean loss there.
    pub(crate) fn lower(&self) -> Option<LossDistribution> {
        let (mut masses, wobble) = self.chords();
        let last = masses.len() - 1;
        if last < 2 {
            return None;
        }
        let (atom, end) = (self.loss(self.atom.0), self.loss(last));
        // Mass of the atom under "out" that goes to the right end.
        let lift =
            (self.above.inside * libm::exp(-end) - self.above.outside) / -libm::expm1(atom - end);
        let taken = if lift > 0.0 {
            lift * libm::exp(atom)
        } else {
            0.0
        };
        masses[self.atom.0] -= taken;
        masses[last] += self.above.inside + taken;
        if self.below.outside > 0.0 {
            // Only mirrored cells still have a left end; the atom's loss is 0.
            masses[self.atom.0] -= taken;
            masses[0] += (self.above.inside + taken) * libm::exp(-end);
        }
        let (up, down) = (-libm::expm1(-self.step), libm::expm1(self.step));
        let gap = |index: usize| {
            let cell = &self.cells[index];
            let delta = libm::exp(self.loss(index)) * down;
            gap(cell.outside, cell.excess, delta, cell.variation)
        };
        // The curve must not be lowered at the ends, where it has its trivial values; next to them it must stay
        // below the tangent there.
        let lowered = |index: usize| {
            let mut lowered: f64 = 0.0;
            if index > 0 && index < last {
                lowered = gap(index - 1).max(gap(index));
                if index == 1 {
                    let cell = &self.cells[0];
                    let delta = libm::exp(self.loss(0)) * down;
                    lowered = lowered.max(outside_less(cell, delta));
                }
                if index == last - 1 {
                    lowered = lowered.max(self.cells[last - 1].excess);
                }
            }
            lowered * (1.0 + 1e-8)
        };
        let (mut before, mut here) = (0.0, 0.0);
        for (index, mass) in masses.iter_mut().enumerate() {
            let after = if index < last {
                lowered(index + 1)
            } else {
                0.0
            };
            *mass += (here - before) / up;
            if index < last {
                *mass -= (after - here) / down;
            }
            (before, here) = (here, after);
        }
        convex(&mut masses, self.step)?;
        Some(LossDistribution {
            first: self.first,
            step: self.step,
            masses,
            infinite: 0.0,
            missing: 0.0,
            wobble,
            errors: self.errors(),
            blur: 0.0,
        })
    }
}
