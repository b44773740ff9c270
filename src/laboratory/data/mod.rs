//! Records: tables as people have them, their encoding, their splits, and a population that is drawn.

mod clusters;
mod column;
mod delimited;
mod encoding;
mod population;
mod records;
mod split;
mod summary;
mod table;
mod table_file;

pub(crate) use encoding::{Encoding, Roles};
pub(crate) use population::Population;
pub(crate) use records::Records;
pub(crate) use split::{Part, Split, shuffle};
pub(crate) use table::Table;

pub use summary::{ColumnSummary, TableSummary};
pub use table_file::TableFile;
