//! The text of a table among the options of an experiment.

#[cfg(test)]
use super::generated::Line;
use super::options::Options;
use super::table::{Kind, MaybeText, Text};
use crate::figure::Error;
use crate::laboratory::TableSource;

/// A table that has to be given.
pub(super) struct TableText;

/// A table that may be left out.
pub(super) struct MaybeTableText;

impl Kind for TableText {
    type Read = TableSource;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<TableSource, Error> {
        Text.read(options, name).map(TableSource::from)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        Text.lines(option)
    }
}

impl Kind for MaybeTableText {
    type Read = Option<TableSource>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        let text = MaybeText.read(options, name)?;
        Ok(text.map(TableSource::from))
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        MaybeText.lines(option)
    }
}
