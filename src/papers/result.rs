//! A figure of a paper, or a part of it, as series.

use super::plan::{Plan, Point};
use crate::figure::{Error, Figure, Kind, VERSION};
use serde::Serialize;

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureAxis {
    /// What it shows, with its unit.
    pub label: &'static str,
    /// Whether it is drawn on a logarithmic scale.
    pub logarithmic: bool,
}

/// One line of a figure, in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureSeries {
    /// Its name, with whose bound or statement it is.
    pub name: String,
    /// Which side of the truth its numbers are on: exact only where all are. None where this part has no number.
    pub kind: Option<Kind>,
    /// The statement it rests on.
    pub theorem: &'static str,
    /// The keys of its sources in the bibliography.
    pub sources: &'static [&'static str],
    /// The entry of the errata that is in force.
    pub erratum: Option<&'static str>,
    /// Lower ends, where there are such.
    pub lower: Vec<Option<f64>>,
    /// The numbers; none where there is no number.
    pub estimate: Vec<Option<f64>>,
    /// Upper ends, where there are such.
    pub upper: Vec<Option<f64>>,
}

/// A figure of a paper with the paper's parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaperFigureResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The figure.
    #[cfg_attr(test, ts(type = "PaperFigure"))]
    pub figure: &'static str,
    /// Its parameters, in words.
    pub parameters: &'static str,
    /// The horizontal axis.
    pub horizontal: FigureAxis,
    /// The vertical axis.
    pub vertical: FigureAxis,
    /// Number of points of the whole figure.
    pub points: usize,
    /// Index of the first point that is here.
    pub first_point: usize,
    /// Places on the horizontal axis.
    pub x: Vec<f64>,
    /// What is drawn there.
    pub series: Vec<FigureSeries>,
}

impl Plan {
    /// The points from `first` up to `end`.
    pub(super) fn result(
        self,
        figure: &'static str,
        first: usize,
        end: usize,
    ) -> Result<PaperFigureResult, Error> {
        let points = self.grid[first..end]
            .iter()
            .map(|&value| (self.at)(value))
            .collect::<Result<Vec<Point>, Error>>()?;
        let series = self.names.into_iter().enumerate().map(|(i, name)| {
            let figures = points.iter().map(|point| point.figures[i].as_ref());
            series(name, figures)
        });
        Ok(PaperFigureResult {
            library_version: VERSION,
            figure,
            parameters: self.parameters,
            horizontal: self.horizontal,
            vertical: self.vertical,
            points: self.grid.len(),
            first_point: first,
            series: series.collect(),
            x: points.iter().map(|point| point.x).collect(),
        })
    }
}

fn series<'a>(name: String, figures: impl Iterator<Item = Option<&'a Figure>>) -> FigureSeries {
    let mut series = FigureSeries {
        name,
        kind: None,
        theorem: "",
        sources: &[],
        erratum: None,
        lower: Vec::new(),
        estimate: Vec::new(),
        upper: Vec::new(),
    };
    for figure in figures {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        series.lower.push(finite(figure.and_then(|f| f.lower)));
        series.estimate.push(finite(figure.map(|f| f.estimate)));
        series.upper.push(finite(figure.and_then(|f| f.upper)));
        let Some(figure) = figure else { continue };
        series.theorem = figure.theorem;
        series.sources = figure.sources;
        series.erratum = figure.erratum;
        // One wide point, and the line is no exact one; one bound, and it is a bound.
        series.kind = match series.kind {
            None | Some(Kind::Exact) => Some(figure.kind),
            Some(Kind::Interval) if figure.kind != Kind::Exact => Some(figure.kind),
            known => known,
        };
    }
    series
}
