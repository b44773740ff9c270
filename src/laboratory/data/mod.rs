//! Records: tables as people have them, their encoding, their splits, and a population that is drawn.

mod clusters;
mod column;
mod encoding;
mod population;
mod records;
mod source;
mod split;
mod summary;
mod table;
mod table_file;

pub(crate) use encoding::{Encoding, Roles};
pub(crate) use population::Population;
pub(crate) use records::Records;
pub(crate) use split::{Part, Split, shuffle};
pub(crate) use table::Table;

pub use source::TableSource;
pub use summary::{ColumnSummary, TableSummary};
pub use table_file::TableFile;
