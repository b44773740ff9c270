//! How a figure is drawn: its axes, the names of its series, and what each of its points shows.

use super::result::FigureAxis;
use crate::figure::{Error, Figure};

/// What stands at one place of a figure.
pub(super) struct Point {
    /// The place on the horizontal axis.
    pub(super) x: f64,
    /// One figure for each series; none where it has none.
    pub(super) figures: Vec<Option<Figure>>,
}

type At = Box<dyn Fn(f64) -> Result<Point, Error>>;

/// One figure.
pub(super) struct Plan {
    pub(super) parameters: &'static str,
    pub(super) horizontal: FigureAxis,
    pub(super) vertical: FigureAxis,
    /// The series, in the order of a point's figures.
    pub(super) names: Vec<String>,
    /// What is varied.
    pub(super) grid: Vec<f64>,
    /// The point at a value of the grid.
    pub(super) at: At,
}

impl FigureAxis {
    pub(super) const fn linear(label: &'static str) -> Self {
        Self {
            label,
            logarithmic: false,
        }
    }

    pub(super) const fn logarithmic(label: &'static str) -> Self {
        Self {
            label,
            logarithmic: true,
        }
    }
}

pub(super) fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}

/// A point whose place is the value of the grid.
pub(super) fn point(x: f64, figures: Vec<Option<Figure>>) -> Point {
    Point { x, figures }
}
