//! A table that arrives in pieces, as comma-separated values with a header.

use super::column::{Column, MISSING, MOST_CATEGORIES, Values};
use super::source::TableSource;
use super::summary::TableSummary;
use super::table::Table;
use crate::delimited::{Delimited, Row};
use crate::figure::{Error, malformed};
use std::collections::BTreeMap;

/// Most columns, rows, values and bytes.
const MOST_COLUMNS: usize = 1000;
const MOST_ROWS: usize = 1_000_000;
const MOST_VALUES: usize = 20_000_000;
const MOST_BYTES: usize = 200 << 20;

/// A column is numeric if its values in so many rows are; until then it is not decided.
const DECIDING_ROWS: usize = 1000;

/// Reads such a table. What is wrong with it is told once, at the end.
pub struct TableFile {
    delimited: Delimited,
    content: Content,
    bytes: usize,
    fault: Option<Error>,
}

#[derive(Default)]
struct Content {
    header: Vec<String>,
    /// The first rows as they stand, with their lines.
    first: Vec<(u64, Vec<String>)>,
    columns: Vec<Growing>,
    decimal_comma: bool,
    rows: usize,
}

/// A column that grows.
enum Growing {
    Numbers(Vec<f64>),
    Categories {
        names: BTreeMap<String, u32>,
        places: Vec<u32>,
    },
    Text(Vec<bool>),
}

impl TableFile {
    /// A reader of nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            delimited: Delimited::new(),
            content: Content::default(),
            bytes: 0,
            fault: None,
        }
    }

    /// The next bytes of the file, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        if self.bytes > MOST_BYTES && self.fault.is_none() {
            self.fault = Some(malformed(
                "file",
                format!(
                    "has more than {} megabytes; a part of its rows is enough",
                    MOST_BYTES >> 20
                ),
            ));
        }
        if self.fault.is_none() {
            let content = &mut self.content;
            self.fault = self
                .delimited
                .read(bytes, false, &mut |row| content.take(row))
                .err();
        }
    }

    /// What the table holds, after the last bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the first line and column that cannot be read.
    pub fn summary(self) -> Result<TableSummary, Error> {
        Ok(self.finish()?.summary())
    }

    /// What an experiment can be given for a table, after the last bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the first line and column that cannot be read.
    pub fn source(self) -> Result<TableSource, Error> {
        Ok(TableSource::from(self.finish()?))
    }

    /// Whether something is wrong with it already, so that the rest need not be read.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.fault.is_some()
    }

    /// The table, after the last bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the first line and column that cannot be read.
    pub(crate) fn finish(mut self) -> Result<Table, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let content = &mut self.content;
        self.delimited
            .read(b"", true, &mut |row| content.take(row))?;
        self.content.table()
    }
}

impl Default for TableFile {
    fn default() -> Self {
        Self::new()
    }
}

impl Content {
    fn take(&mut self, row: &Row) -> Result<(), Error> {
        if self.header.is_empty() {
            self.decimal_comma = row.decimal_comma;
            return self.name(row.fields);
        }
        if row.fields.len() != self.header.len() {
            return Err(malformed(
                "file",
                format!(
                    "has {} columns in line {}; its header has {}",
                    row.fields.len(),
                    row.line,
                    self.header.len()
                ),
            ));
        }
        self.rows += 1;
        if self.rows > MOST_ROWS || self.rows * self.header.len() > MOST_VALUES {
            return Err(malformed(
                "file",
                format!(
                    "has more than {MOST_ROWS} rows or {MOST_VALUES} values at line {}; a part of its rows is enough",
                    row.line
                ),
            ));
        }
        if self.columns.is_empty() {
            self.first.push((row.line, row.fields.to_vec()));
            if self.first.len() < DECIDING_ROWS {
                return Ok(());
            }
            return self.decide();
        }
        self.add(row.line, row.fields)
    }

    fn name(&mut self, fields: &[String]) -> Result<(), Error> {
        if fields.len() > MOST_COLUMNS {
            return Err(malformed(
                "file",
                format!(
                    "has {} columns; at most {MOST_COLUMNS} can be read",
                    fields.len()
                ),
            ));
        }
        if fields.iter().all(|field| field.parse::<f64>().is_ok()) {
            return Err(malformed(
                "file",
                "has no header; its first line must name the columns".into(),
            ));
        }
        for (place, field) in fields.iter().enumerate() {
            let name = if field.is_empty() {
                format!("column {}", place + 1)
            } else {
                field.clone()
            };
            if self.header.contains(&name) {
                return Err(malformed("file", format!("has two columns {name:?}")));
            }
            self.header.push(name);
        }
        Ok(())
    }

    /// Says of each column what it is, by the rows so far.
    fn decide(&mut self) -> Result<(), Error> {
        let first = core::mem::take(&mut self.first);
        self.columns = (0..self.header.len())
            .map(|place| {
                let numeric = first
                    .iter()
                    .all(|(_, fields)| number(&fields[place], self.decimal_comma).is_some());
                if numeric {
                    Growing::Numbers(Vec::new())
                } else {
                    Growing::Categories {
                        names: BTreeMap::new(),
                        places: Vec::new(),
                    }
                }
            })
            .collect();
        for (line, fields) in &first {
            self.add(*line, fields)?;
        }
        Ok(())
    }

    fn add(&mut self, line: u64, fields: &[String]) -> Result<(), Error> {
        for ((column, field), name) in self.columns.iter_mut().zip(fields).zip(&self.header) {
            match column {
                Growing::Numbers(numbers) => {
                    let value = number(field, self.decimal_comma).ok_or_else(|| {
                        malformed(
                            "file",
                            format!(
                                "has {field:?} in line {line}, column {name:?}, whose other values are numbers"
                            ),
                        )
                    })?;
                    numbers.push(value);
                }
                Growing::Categories { names, places } => {
                    let next = u32::try_from(names.len()).unwrap_or(MISSING);
                    places.push(if is_missing(field) {
                        MISSING
                    } else {
                        *names.entry(field.clone()).or_insert(next)
                    });
                    if names.len() > MOST_CATEGORIES {
                        let missing = places.iter().map(|place| *place == MISSING);
                        *column = Growing::Text(missing.collect());
                    }
                }
                Growing::Text(missing) => missing.push(is_missing(field)),
            }
        }
        Ok(())
    }

    fn table(mut self) -> Result<Table, Error> {
        if self.rows == 0 {
            return Err(malformed("file", "has no rows below its header".into()));
        }
        if self.columns.is_empty() {
            self.decide()?;
        }
        let columns = self.columns.into_iter().zip(self.header);
        let columns = columns.map(|(column, name)| Column {
            name,
            values: column.values(),
        });
        Ok(Table {
            columns: columns.collect(),
        })
    }
}

impl Growing {
    fn values(self) -> Values {
        match self {
            Self::Numbers(numbers) => Values::Numbers(numbers),
            Self::Categories { names, places } => {
                let mut met: Vec<(u32, String)> = names
                    .into_iter()
                    .map(|(name, place)| (place, name))
                    .collect();
                met.sort_unstable();
                Values::Categories {
                    names: met.into_iter().map(|(_, name)| name).collect(),
                    places,
                }
            }
            Self::Text(missing) => Values::Text { missing },
        }
    }
}

fn is_missing(text: &str) -> bool {
    const MISSING: [&str; 7] = ["", "nan", "na", "n/a", "null", "none", "?"];
    MISSING.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A finite number, NaN where it is missing, or none where it is something else.
fn number(text: &str, decimal_comma: bool) -> Option<f64> {
    if is_missing(text) {
        return Some(f64::NAN);
    }
    let value = if decimal_comma && text.contains(',') {
        text.replace(',', ".").parse()
    } else {
        text.parse::<f64>()
    };
    value.ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, piece: usize) -> Result<Table, Error> {
        let mut file = TableFile::new();
        for piece in text.as_bytes().chunks(piece) {
            file.push(piece);
        }
        file.finish()
    }

    #[test]
    fn a_table_is_the_same_however_it_is_cut() {
        let expected = Table {
            columns: vec![
                Column {
                    name: "age".into(),
                    values: Values::Numbers(vec![31.5, f64::NAN, -2.0]),
                },
                Column {
                    name: "town, or none".into(),
                    values: Values::Categories {
                        names: vec!["b\nc".into(), "a".into()],
                        places: vec![0, 1, MISSING],
                    },
                },
                Column {
                    name: "column 3".into(),
                    values: Values::Numbers(vec![1.0, 0.0, 1.0]),
                },
            ],
        };
        for text in [
            "age,\"town, or none\",\n31.5,\"b\nc\",1\n\nNA,a,0\n-2,?,1",
            "\u{feff}age;town, or none;\r\n31,5;\"b\nc\";1\r\n;a;0\r\n-2;null;1\r\n",
            "age\ttown, or none\t\n31.5\t\"b\nc\"\t1\nnan\ta\t0\n-2e0\t\t1\n",
        ] {
            for piece in [1, 3, 1000] {
                assert_eq!(read(text, piece).expect(text), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_named_with_line_and_column() {
        let mut late = String::from("a,b\n");
        for _ in 0..DECIDING_ROWS {
            late.push_str("1,\"x\ny\"\n");
        }
        late.push_str("\ninf,x\n");
        let wide = format!("a{}\n1\n", ",b".repeat(1_000_000));
        for (text, message) in [
            ("", "has no rows"),
            ("a,b\n", "has no rows"),
            ("1,2\n3,4\n", "has no header"),
            ("a,a\n1,2\n", "two columns \"a\""),
            ("a,b\n1,2\n\n3\n", "has 1 columns in line 4"),
            (&late, "has \"inf\" in line 2003, column \"a\""),
            (&wide, "file has"),
        ] {
            for piece in [7, 1 << 16] {
                let found = read(text, piece).expect_err(message).to_string();
                assert!(found.contains(message), "{found}");
            }
        }
        let mut large = TableFile::new();
        large.push(b"a,b\n");
        let rows = b"1,2\n".repeat(1 << 18);
        let mut pieces = 0;
        while large.fault.is_none() && pieces < 500 {
            large.push(&rows);
            pieces += 1;
        }
        let found = large.finish().expect_err("too large").to_string();
        assert!(pieces < 10 && found.contains("at line 1000002"), "{found}");
    }

    #[test]
    fn too_many_categories_are_text() {
        let mut text = String::from("name,x\n");
        for row in 0..=MOST_CATEGORIES {
            text.push_str(&format!("n{row},1\n"));
        }
        let table = read(&text, 4096).expect("a table");
        let missing = vec![false; MOST_CATEGORIES + 1];
        assert_eq!(table.columns[0].values, Values::Text { missing });
        assert!(table.columns[1].is_constant());
    }
}
