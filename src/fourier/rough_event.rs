//! The mass of one step's large observations under a tilt, about: to choose a tilt by.

use super::edge::Edge;
use super::smooth_step::SmoothStep;
use crate::numerics::count;
use core::cell::RefCell;
use core::f64::consts::PI;

/// Spacing of the points, how far before the edge they begin and how far beyond the mode they go.
const SPACING: f64 = 0.1;
const BEFORE: f64 = 4.0;
const BEYOND: f64 = 8.0;
const BEYOND_EDGE: f64 = 2.0;
/// Logarithm of the share of the largest term below which one counts for nothing.
const LOG_NOTHING: f64 = -40.0;

/// Observations around an edge and beyond it, placed once for all tilts, as many as were needed so far.
pub(super) struct RoughEvent {
    step: SmoothStep,
    edge: Edge,
    points: RefCell<Vec<Point>>,
}

struct Point {
    loss: f64,
    /// Logarithm of what counts as large under "out".
    log_out: f64,
}

impl RoughEvent {
    pub(super) fn new(step: &SmoothStep, edge: Edge) -> Self {
        Self {
            step: step.clone(),
            edge,
            points: RefCell::default(),
        }
    }

    /// Logarithm of `b(s)`.
    pub(super) fn log_mass(&self, s: f64) -> f64 {
        let (left, mut right) = (
            self.edge.at - BEFORE,
            self.edge.at.max(self.step.last_mode(s)) + BEYOND,
        );
        if let Some(farther) = self.step.edge() {
            right = right.min(farther.at + BEYOND_EDGE);
        }
        let needed = count((right - left) / SPACING);
        let mut points = self.points.borrow_mut();
        for k in points.len()..needed {
            points.push(self.point(left + SPACING * k as f64));
        }
        let log = |point: &Point| point.log_out + s * point.loss;
        let points = &points[..needed];
        let largest = points.iter().map(log).fold(f64::NEG_INFINITY, f64::max);
        let relative = points.iter().map(|point| log(point) - largest);
        let sum: f64 = relative
            .filter(|&log| log > LOG_NOTHING)
            .map(libm::exp)
            .sum();
        largest + libm::log(sum * SPACING / libm::sqrt(2.0 * PI))
    }

    fn point(&self, z: f64) -> Point {
        let point = self.step.point(z);
        Point {
            loss: point.loss,
            log_out: point.log_out - 0.5 * z * z + self.edge.log_large(z),
        }
    }
}
