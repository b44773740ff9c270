//! The figures of the five papers.

use super::options::Options;
use super::table::{Number, needed_word, table};
use crate::figure::Error;
use crate::papers::{PaperFigure, PaperFigureOptions};

table! { PaperFigureOptions {
    /// The figure, by paper and number.
    figure: needed_word::<PaperFigure>(usize::MAX);
    /// Index of the first point, for a figure that is drawn in parts.
    first_point: Number(PaperFigureOptions::INDEX);
    /// Number of points; left out, all that follow.
    points: Number(PaperFigureOptions::COUNT), "points";
}}

impl Options {
    /// Options of [`PaperFigureOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn paper_figure(self) -> Result<PaperFigureOptions, Error> {
        self.by_table()
    }
}
