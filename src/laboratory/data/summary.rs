//! What a table holds, for a reader who is to choose its columns.

use super::column::{Column, MISSING, Values};
use super::table::Table;
use serde::Serialize;

/// Most values of a category that are named.
const NAMED: usize = 12;

/// What a table holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// Rows below the header.
    pub rows: usize,
    /// The columns in their order.
    pub columns: Vec<ColumnSummary>,
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// `number`, `category`, `text` or `constant`; the last two are of no use to a training.
    pub kind: &'static str,
    /// Rows without a value.
    pub missing: usize,
    /// Different values; none of a text.
    pub different: Option<usize>,
    /// Smallest, mean and largest number.
    pub range: Option<[f64; 3]>,
    /// The first values of a category.
    pub values: Vec<String>,
}

impl Table {
    pub(crate) fn summary(&self) -> TableSummary {
        TableSummary {
            rows: self.rows(),
            columns: self.columns.iter().map(of).collect(),
        }
    }
}

fn of(column: &Column) -> ColumnSummary {
    let missing = (0..column.len())
        .filter(|row| column.is_missing(*row))
        .count();
    let (kind, different, range, values) = match &column.values {
        Values::Numbers(numbers) => {
            let mut there: Vec<f64> = numbers.iter().copied().filter(|x| !x.is_nan()).collect();
            there.sort_unstable_by(f64::total_cmp);
            let mean = there.iter().sum::<f64>() / there.len() as f64;
            let range = there
                .first()
                .zip(there.last())
                .map(|(first, last)| [*first, mean, *last]);
            there.dedup();
            ("number", Some(there.len()), range, Vec::new())
        }
        Values::Categories { names, places } => {
            let met = places.iter().any(|place| *place != MISSING);
            let different = if met { names.len() } else { 0 };
            let first = names.iter().take(NAMED).cloned().collect();
            ("category", Some(different), None, first)
        }
        Values::Text { .. } => ("text", None, None, Vec::new()),
    };
    ColumnSummary {
        name: column.name.clone(),
        kind: if column.is_constant() {
            "constant"
        } else {
            kind
        },
        missing,
        different,
        range,
        values,
    }
}
