//! A table: named columns of one length.

use super::column::Column;
use crate::figure::{Error, malformed};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
}

impl Table {
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// The place of a column by its name, or by its number from 1.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the columns that there are.
    pub(crate) fn place(&self, parameter: &str, name: &str) -> Result<usize, Error> {
        let named = self
            .columns
            .iter()
            .position(|column| column.name.eq_ignore_ascii_case(name));
        let numbered = || {
            let place = name.parse::<usize>().ok()?.checked_sub(1)?;
            (place < self.columns.len()).then_some(place)
        };
        named.or_else(numbered).ok_or_else(|| {
            let names: Vec<&str> = self
                .columns
                .iter()
                .take(30)
                .map(|column| column.name.as_str())
                .collect();
            malformed(
                parameter,
                format!("is column {name:?}; the columns are {}", names.join(", ")),
            )
        })
    }
}
