//! The mass of a run under a tilt, about: to choose a tilt by.

use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::tilted_step::STEEPEST;
use crate::numerics::count;
use core::cell::RefCell;
use core::f64::consts::PI;

/// How far beyond the modes of a step's measures its points go, and beyond an edge.
const BEYOND: f64 = 8.0;
const BEYOND_EDGE: f64 = 2.0;
/// Most points of a step.
const MOST_POINTS: f64 = 1e4;
/// Losses so small, tilted or not, have the first two terms of a series; beside `e^(sL)` of a tilted one so large 1 is nothing.
const SMALL: f64 = 1e-3;
const LARGE: f64 = 300.0;
/// Largest mass in numbers, and the smallest.
const MOST: f64 = 1e280;
const LEAST: f64 = 1e-280;

/// A run whose observations have their points placed once for all tilts.
pub(super) struct RoughRun {
    steps: Vec<Step>,
    /// Of smooth steps.
    points: Vec<Points>,
}

impl RoughRun {
    pub(super) fn new(steps: &[Step]) -> Self {
        let points = steps.iter().filter_map(Step::smooth).map(Points::new);
        Self {
            points: points.collect(),
            steps: steps.to_vec(),
        }
    }

    /// `K(s)`, `None` where it is not found.
    pub(super) fn log_mass(&self, s: f64) -> Option<f64> {
        if self.points.len() < self.steps.len() {
            return Some(TiltedLaw::roughly(&self.steps, s)?.log_coefficient().0);
        }
        let of_steps = |points: &Points| Some(points.step.num_steps() * points.log_coefficient(s)?);
        self.points.iter().map(of_steps).sum()
    }

    /// `ln psi(s)` of a phase, of a run of smooth steps.
    pub(super) fn log_coefficient(&self, phase: usize, s: f64) -> Option<f64> {
        self.points.get(phase)?.log_coefficient(s)
    }
}

/// The points of one step to both sides of 0, as many as were needed so far.
struct Points {
    step: SmoothStep,
    spacing: f64,
    sides: [RefCell<Vec<Point>>; 2],
}

struct Point {
    loss: f64,
    /// Density of "out" times the spacing, and its logarithm.
    out: f64,
    log_out: f64,
    /// `e^L - 1`.
    moved: f64,
}

impl Points {
    fn new(step: &SmoothStep) -> Self {
        Self {
            step: step.clone(),
            spacing: step.rough_spacing(),
            sides: Default::default(),
        }
    }

    /// `ln psi(s)`, by `psi(s) - 1 = E_Q[w^s - 1 - s (w - 1)]`.
    fn log_coefficient(&self, s: f64) -> Option<f64> {
        let step = &self.step;
        if step.steepest(s) > STEEPEST {
            return None;
        }
        let tilts = [0.0, 1.0, s].map(|s| step.slopes(s));
        let farthest = |of: &dyn Fn(&(f64, f64)) -> f64| tilts.iter().map(of).fold(0.0, f64::max);
        let left = farthest(&|slopes| slopes.0) + BEYOND;
        let mut right = farthest(&|slopes| slopes.1) + BEYOND;
        if let Some(edge) = step.edge() {
            right = right.min(edge.at + BEYOND_EDGE).max(0.0);
        }
        if (left + right) / self.spacing > MOST_POINTS {
            return None;
        }
        let [(lacking, _), _] = step.lacking(s);
        let excess = lacking + self.excess(0, -1.0, left, s) + self.excess(1, 1.0, right, s);
        (1.0 + excess > LEAST && excess < MOST).then(|| libm::log1p(excess))
    }

    /// What one side adds up to a distance.
    fn excess(&self, side: usize, sign: f64, distance: f64, s: f64) -> f64 {
        let mut points = self.sides[side].borrow_mut();
        let needed = count(libm::ceil(distance / self.spacing));
        for k in points.len()..needed {
            points.push(self.point(sign * self.spacing * (k as f64 + 0.5)));
        }
        points[..needed].iter().map(|point| point.excess(s)).sum()
    }

    fn point(&self, z: f64) -> Point {
        let point = self.step.point(z);
        let log_out = point.log_out - 0.5 * z * z + libm::log(self.spacing / libm::sqrt(2.0 * PI));
        Point {
            loss: point.loss,
            out: libm::exp(log_out),
            log_out,
            moved: libm::expm1(point.loss),
        }
    }
}

impl Point {
    /// What the point adds to `E_Q[w^s - 1 - s (w - 1)]`.
    fn excess(&self, s: f64) -> f64 {
        let (loss, tilted) = (self.loss, s * self.loss);
        if tilted > LARGE {
            return libm::exp(self.log_out + tilted) - s * libm::exp(self.log_out + loss);
        }
        if tilted.abs() < SMALL && loss.abs() < SMALL {
            let (square, cube) = (loss * loss, loss * loss * loss);
            return self.out * (0.5 * (s * s - s) * square + (s * s * s - s) / 6.0 * cube);
        }
        self.out * (libm::expm1(tilted) - s * self.moved)
    }
}
