//! The law of the ratio of one epoch by its density: whole panels are summed once, and the one that a ratio lies in is integrated from
//! there on.

use super::interpolant::Interpolant;
use super::panel::{Moments, NODES, Panel, Use};
use super::panels::Panels;
use super::ratio_curve::{Beyond, RatioCurve, RatioLaw};
use crate::numerics::Bisection;

/// Halvings of the ratios between which that of a rate lies.
const HALVINGS: usize = 50;

/// The law.
pub(crate) struct EpochLaw {
    panels: Panels,
    /// Distances from the left end of each panel, and from the right end.
    from_left: Vec<Moments>,
    from_right: Vec<Moments>,
    /// Masses under "out" right of each panel, and its densities at the nodes, for where a rate lies.
    right_of: Vec<f64>,
    densities: Vec<[f64; NODES]>,
}

/// The curve of one epoch.
pub(crate) type EpochCurve = RatioCurve<EpochLaw>;

impl EpochCurve {
    /// For a shift and so many bins; what is not in it holds about as much under "in" as `spare` says, at least and at most. None
    /// where that takes too long.
    pub(crate) fn new(pair: (f64, f64), spare: (f64, f64)) -> Option<Self> {
        let panels = Panels::new(pair, spare, Use::Powers(0.0))?;
        let at_nodes: Vec<_> = panels
            .panels
            .iter()
            .map(|panel| panels.at_nodes(panel))
            .collect();
        let whole = |from_right: bool| -> Vec<Moments> {
            let all = panels.panels.iter().zip(&at_nodes);
            all.map(|(panel, densities)| panels.sums(panel, panel.half, densities, from_right))
                .collect()
        };
        let (from_left, from_right) = (whole(false), whole(true));
        let mut right_of = vec![0.0; from_left.len()];
        for index in (1..from_left.len()).rev() {
            right_of[index - 1] = right_of[index] + from_left[index].mass;
        }
        let densities = at_nodes
            .iter()
            .map(|panel| panel.map(|(density, _)| density));
        Some(Self(EpochLaw {
            densities: densities.collect(),
            from_left,
            from_right,
            right_of,
            panels,
        }))
    }
}

impl Beyond {
    /// A panel whose near end is so far away.
    fn add(&mut self, panel: &Moments, away: f64) {
        self.out.add(panel.mass, panel.mass_error);
        self.distance.add(
            panel.moment + away * panel.mass,
            panel.moment_error + away * panel.mass_error,
        );
    }
}

impl RatioLaw for EpochLaw {
    fn place(&self, mass: f64) -> (f64, f64) {
        let index = self.right_of.partition_point(|right| *right > mass);
        let index = index.min(self.right_of.len() - 1);
        let (panel, right) = (&self.panels.panels[index], self.right_of[index]);
        let polynomial = Interpolant::new(&self.panels.rule, &self.densities[index]);
        let (_, share) = Bisection::linear(HALVINGS).bracket(-1.0, 1.0, |share| {
            right + panel.half * polynomial.integral(share) > mass
        });
        (panel.centre + panel.half * share, polynomial.at(share))
    }

    fn right_of(&self, ratio: f64) -> Beyond {
        let mut beyond = Beyond::default();
        for (panel, whole) in self.panels.panels.iter().zip(&self.from_left).rev() {
            if panel.to() <= ratio {
                break;
            }
            if panel.from() >= ratio {
                beyond.add(whole, panel.from() - ratio);
            } else {
                let part = self.panels.moments(panel, (ratio, panel.to()), false);
                beyond.add(&part, 0.0);
            }
        }
        beyond
    }

    fn left_of(&self, ratio: f64) -> Beyond {
        let mut beyond = Beyond::default();
        for (panel, whole) in self.panels.panels.iter().zip(&self.from_right) {
            if panel.from() >= ratio {
                break;
            }
            if panel.to() <= ratio {
                beyond.add(whole, ratio - panel.to());
            } else {
                let part = self.panels.moments(panel, (panel.from(), ratio), true);
                beyond.add(&part, 0.0);
            }
        }
        beyond
    }

    /// What is missing on the left has ratios below 1.
    fn missing(&self, ratio: f64) -> f64 {
        let first = self.panels.panels.first().map_or(0.0, Panel::from);
        let left = if ratio < first { self.panels.left } else { 0.0 };
        self.panels.missing + left
    }

    /// What is missing on the right may lie left of it, where its mass is at most that under "in" over the ratio from which on it lies.
    fn missing_left(&self, ratio: f64) -> f64 {
        let missing = if ratio > self.panels.from {
            self.panels.missing / self.panels.from
        } else {
            0.0
        };
        self.panels.left + missing
    }
}
