//! A table and what its columns are for, as it is asked.

use super::data::{Encoding, Records, Roles, Table, TableSource};
use crate::figure::Error;
use std::rc::Rc;

/// A table of the reader.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// The table itself.
    pub table: TableSource,
    /// Name of the column that is to be foretold.
    pub label: String,
    /// Names of columns that no training sees, with commas between them.
    pub left_out: Option<String>,
}

/// A table with its records.
pub(super) struct Encoded {
    pub(super) table: Rc<Table>,
    pub(super) encoding: Encoding,
    pub(super) records: Records,
}

impl TableOptions {
    /// The records; also `hidden` stays unseen.
    pub(super) fn encoded(&self, hidden: Option<&str>) -> Result<Encoded, Error> {
        let table = self.table.table()?;
        let names = self.left_out.iter().flat_map(|names| names.split(','));
        let names = names.chain(hidden).map(str::trim);
        let roles = Roles {
            label: self.label.clone(),
            left_out: names
                .filter(|name| !name.is_empty())
                .map(Into::into)
                .collect(),
        };
        let encoding = Encoding::new(&table, &roles)?;
        let records = encoding.encode(&table);
        Ok(Encoded {
            table,
            encoding,
            records,
        })
    }
}
