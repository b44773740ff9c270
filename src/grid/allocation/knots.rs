//! The law of the ratio at knots, in pieces of which each has knots of equal distance, and the pair below it.

use crate::numerics::count;

/// Masses between two ratios. At its ends only what lies between them.
pub(super) struct Piece {
    pub(super) ratios: Vec<f64>,
    pub(super) masses: Vec<f64>,
    pub(super) errors: Vec<f64>,
    /// Bounds of the density in the cells, times their length.
    pub(super) peaks: Vec<f64>,
}

/// Masses at knots that ascend, and the pair below them.
#[derive(Clone, Debug, Default)]
pub(super) struct Knots {
    pub(super) ratios: Vec<f64>,
    /// The chords of the curve: at least the law.
    pub(super) above: Vec<f64>,
    /// The curve lowered at the knots: at most the law.
    pub(super) below: Vec<f64>,
    /// Error of either mass.
    pub(super) errors: Vec<f64>,
    /// Mass under "out" left of the first knot, at most.
    pub(super) left: f64,
    /// Mass under "in" that is not in the masses, at most, and the ratio from which on it lies.
    pub(super) right: f64,
    pub(super) from: f64,
}

/// Fewest knots.
const FEWEST: usize = 8;

impl Knots {
    /// All pieces in one; `left` and `right` are what lies beyond them.
    pub(super) fn of(pieces: &[Piece], left: f64, (right, from): (f64, f64)) -> Option<Self> {
        let mut knots = Self {
            left,
            right,
            from,
            ..Self::default()
        };
        let (mut junctions, mut peaks) = (Vec::new(), Vec::new());
        for piece in pieces {
            peaks.extend(&piece.peaks);
            let mut rows = piece.ratios.iter().zip(&piece.masses).zip(&piece.errors);
            if let Some(last) = knots.ratios.len().checked_sub(1) {
                junctions.push(last);
                let ((_, mass), error) = rows.next()?;
                knots.above[last] += mass;
                knots.errors[last] += error;
            }
            for ((ratio, mass), error) in rows {
                knots.ratios.push(*ratio);
                knots.above.push(*mass);
                knots.errors.push(*error);
            }
        }
        if knots.ratios.len() < FEWEST || !knots.above.iter().all(|mass| *mass > 0.0) {
            return None;
        }
        knots.lower(&junctions, &peaks);
        knots.below.iter().all(|mass| *mass >= 0.0).then_some(knots)
    }

    /// How far the curve may lie below its chord in a cell: above the chords of the cells around, prolonged into it, and
    /// curved by no more than the density.
    fn gap(&self, cell: usize, peak: f64) -> f64 {
        let mass = |knot: usize| self.above[knot] + self.errors[knot];
        let (a, b) = (mass(cell), mass(cell + 1));
        (self.ratios[cell + 1] - self.ratios[cell]) * (a * b / (a + b)).min(peak / 8.0)
    }

    /// Lowers the curve at every knot by as much as it may lie below either chord.
    fn lower(&mut self, junctions: &[usize], peaks: &[f64]) {
        let length = self.ratios.len();
        let mut lowered: Vec<f64> = (0..length)
            .map(|knot| {
                let (before, after) = (knot.max(1) - 1, knot.min(length - 2));
                let gap = |cell: usize| self.gap(cell, peaks[cell]);
                gap(before).max(gap(after)) * (1.0 + 1e-8)
            })
            .collect();
        (lowered[0], lowered[length - 1]) = (lowered[1], lowered[length - 2]);
        for junction in junctions {
            soften(&mut lowered, &self.ratios, *junction);
        }
        self.below.clone_from(&self.above);
        for cell in 0..length - 1 {
            let slope =
                (lowered[cell + 1] - lowered[cell]) / (self.ratios[cell + 1] - self.ratios[cell]);
            self.below[cell] -= slope;
            self.below[cell + 1] += slope;
        }
        // At its ends the curve was lowered too: by a mass under "in" that is taken for an error.
        self.errors[0] += lowered[0] / self.ratios[0];
        self.errors[length - 1] += lowered[length - 1] / self.ratios[length - 1];
    }
}

/// Spreads a step of what the curve is lowered by at a junction over so many of the shorter cells that the curve stays
/// convex.
fn soften(lowered: &mut [f64], ratios: &[f64], junction: usize) {
    let (left, right) = (
        ratios[junction] - ratios[junction - 1],
        ratios[junction + 1] - ratios[junction],
    );
    let to_left = right > left;
    let cells = count(4.0 * libm::round((right / left).max(left / right)));
    let step = lowered[junction] - lowered[if to_left { junction - 1 } else { junction + 1 }];
    if step <= 0.0 || right == left {
        return;
    }
    for away in 1..cells {
        let knot = if to_left {
            junction.checked_sub(away)
        } else {
            Some(junction + away)
        };
        if let Some(lowered) = knot.and_then(|knot| lowered.get_mut(knot)) {
            let share = 1.0 - away as f64 / cells as f64;
            *lowered += step * share * share;
        }
    }
}
