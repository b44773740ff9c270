//! A table: named columns of one length.

use super::column::{Column, Values};
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

    /// The numbers of a column, NaN where one is missing.
    ///
    /// # Errors
    /// [`Error::Malformed`] for a column that is not there, or is none of numbers.
    pub(crate) fn numbers(&self, parameter: &str, name: &str) -> Result<&[f64], Error> {
        let column = &self.columns[self.place(parameter, name)?];
        if let Values::Numbers(numbers) = &column.values {
            return Ok(numbers);
        }
        let numeric = self
            .columns
            .iter()
            .filter(|column| matches!(column.values, Values::Numbers(_)));
        let names: Vec<&str> = numeric
            .take(30)
            .map(|column| column.name.as_str())
            .collect();
        Err(malformed(
            parameter,
            format!(
                "is column {name:?}, which has no numbers; columns of numbers are {}",
                names.join(", ")
            ),
        ))
    }
}
