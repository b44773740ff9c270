//! A table as it is given to an experiment.

use super::summary::TableSummary;
use super::table::Table;
use super::table_file::TableFile;
use crate::figure::Error;
use std::rc::Rc;

/// A table as it is given: its text, comma-separated values with a header, or what a [`TableFile`] has read of a file that arrived
/// in pieces.
///
/// ```
/// use mi_bounds::{TableFile, TableSource};
/// let text = TableSource::from("age,smoker\n31,yes\n");
/// let mut file = TableFile::new();
/// file.push(b"age,smo");
/// file.push(b"ker\n31,yes\n");
/// assert_eq!(file.source()?.summary()?, text.summary()?);
/// # Ok::<(), mi_bounds::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TableSource(Source);

#[derive(Clone, Debug, PartialEq)]
enum Source {
    Text(String),
    Read(Rc<Table>),
}

impl TableSource {
    /// What the table holds.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the first line and column of the text that cannot be read.
    pub fn summary(&self) -> Result<TableSummary, Error> {
        Ok(self.table()?.summary())
    }

    /// The table itself.
    pub(crate) fn table(&self) -> Result<Rc<Table>, Error> {
        match &self.0 {
            Source::Read(table) => Ok(Rc::clone(table)),
            Source::Text(text) => {
                let mut file = TableFile::new();
                file.push(text.as_bytes());
                Ok(Rc::new(file.finish()?))
            }
        }
    }
}

impl Default for TableSource {
    /// A text without rows, which no experiment takes.
    fn default() -> Self {
        String::new().into()
    }
}

impl From<String> for TableSource {
    fn from(text: String) -> Self {
        Self(Source::Text(text))
    }
}

impl From<&str> for TableSource {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Table> for TableSource {
    fn from(table: Table) -> Self {
        Self(Source::Read(Rc::new(table)))
    }
}
