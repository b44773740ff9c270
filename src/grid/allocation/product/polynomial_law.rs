//! The law of a ratio by polynomials: on each piece the one through its densities at the nodes of a rule, and its integrals from both sides.

use super::piece::{AtNodes, Piece, Reading, Towards};
use super::series::polynomials;
use crate::grid::allocation::panel::Use;
use crate::grid::allocation::panels::Panels;
use crate::grid::allocation::ratio_curve::Sum;
use crate::numerics::legendre_of_20;

/// A law, with what it lacks.
pub(super) struct PolynomialLaw {
    pub(super) pieces: Vec<Piece>,
    /// Ends of the pieces.
    pub(super) ends: Vec<f64>,
    /// All of it, and the expected distances from the first end and from the last one.
    whole: [Reading; 2],
    pub(super) lacking: Lacking,
}

/// What a law lacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lacking {
    /// Bound of the mass under "out" left of the pieces.
    pub(super) left: f64,
    /// Bound of the mass under "in" that they lack, from a ratio on.
    pub(super) missing: f64,
    pub(super) from: f64,
    /// The variance of a Gaussian that is a summand of the loss.
    pub(super) variance: f64,
}

/// A place among the pieces of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Region {
    Before,
    Within(usize),
    After,
}

impl PolynomialLaw {
    /// One epoch, of a shift and so many bins, see [`Panels::new`].
    pub(super) fn of_epoch(pair: (f64, f64), spare: (f64, f64)) -> Option<Self> {
        let panels = Panels::new(pair, spare, Use::Polynomials)?;
        let pieces = panels.panels.iter().map(|panel| AtNodes {
            centre: panel.centre,
            half: panel.half,
            densities: panels.at_nodes(panel),
            between: panel.between(),
        });
        let lacking = Lacking {
            left: panels.left,
            missing: panels.missing,
            from: panels.from,
            variance: pair.0 * pair.0 / pair.1,
        };
        Self::new(&pieces.collect::<Vec<_>>(), lacking)
    }

    /// Of pieces one beside the other.
    pub(super) fn new(pieces: &[AtNodes], lacking: Lacking) -> Option<Self> {
        let rule = legendre_of_20().map(|(x, weight)| (polynomials(x), weight));
        let mut pieces: Vec<_> = pieces
            .iter()
            .map(|place| Piece::through(place, &rule))
            .collect();
        let mut all_left = Reading::default();
        for piece in &mut pieces {
            all_left = piece.with_far(all_left, Towards::Left);
        }
        let mut all_right = Reading::default();
        for piece in pieces.iter_mut().rev() {
            all_right = piece.with_far(all_right, Towards::Right);
        }
        let mut ends: Vec<f64> = pieces.iter().map(Piece::from).collect();
        ends.push(pieces.last()?.to());
        Some(Self {
            pieces,
            ends,
            whole: [all_right, all_left],
            lacking,
        })
    }

    pub(super) fn first(&self) -> f64 {
        self.ends[0]
    }

    pub(super) fn last(&self) -> f64 {
        self.ends[self.pieces.len()]
    }

    /// The region of a ratio.
    pub(super) fn region(&self, ratio: f64) -> Region {
        self.region_after(self.ends_up_to(ratio))
    }

    pub(super) fn ends_up_to(&self, ratio: f64) -> usize {
        self.ends.partition_point(|end| *end <= ratio)
    }

    /// The region right of so many ends.
    pub(super) fn region_after(&self, ends: usize) -> Region {
        if ends == 0 {
            Region::Before
        } else if ends > self.pieces.len() {
            Region::After
        } else {
            Region::Within(ends - 1)
        }
    }

    pub(super) fn piece(&self, region: Region) -> Option<&Piece> {
        match region {
            Region::Within(index) => Some(&self.pieces[index]),
            _ => None,
        }
    }

    /// Bounds of what lies beyond ratios of a region, the nearest of which is given.
    pub(super) fn most(&self, region: Region, nearest: f64, towards: Towards) -> Option<Reading> {
        match region {
            Region::Within(index) => Some(self.pieces[index].side(towards).all),
            _ => self.beyond(region, &[nearest], towards).map(|[all]| all),
        }
    }

    /// What lies beyond ratios of a region; None where there is nothing.
    pub(super) fn beyond<const RATIOS: usize>(
        &self,
        region: Region,
        ratios: &[f64; RATIOS],
        towards: Towards,
    ) -> Option<[Reading; RATIOS]> {
        let (far, end, sign) = match (region, towards) {
            (Region::Within(index), _) => {
                return Some(self.pieces[index].beyond(ratios, towards));
            }
            (Region::Before, Towards::Right) => (self.whole[0], self.first(), 1.0),
            (Region::After, Towards::Left) => (self.whole[1], self.last(), -1.0),
            _ => return None,
        };
        Some(ratios.map(|ratio| {
            let away = (sign * (end - ratio)).max(0.0);
            Reading {
                mass: far.mass,
                distance: Sum {
                    value: far.distance.value + away * far.mass.value,
                    error: far.distance.error + away * far.mass.error,
                },
            }
        }))
    }
}
