//! From the columns of a table to features and classes.

use super::column::{Column, MISSING, Values};
use super::records::Records;
use super::table::Table;
use crate::figure::{Error, malformed};
use core::ops::Range;

/// Fewest rows of a table, and most features and classes.
const FEWEST_ROWS: usize = 20;
const MOST_FEATURES: usize = 2000;
const MOST_CLASSES: usize = 20;

/// What the columns are for; all that are not named are features.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roles {
    /// The column that is to be foretold.
    pub(crate) label: String,
    /// Columns that no training sees.
    pub(crate) left_out: Vec<String>,
}

/// How a table becomes records: numbers with mean 0 and variance 1, categories one feature each, what is missing as the mean or
/// the commonest category, as Humphries et al. 2020 do it (section 4.1).
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    features: Vec<Feature>,
    width: usize,
    label: usize,
    classes: Classes,
}

/// A column among the features.
#[derive(Clone, Debug)]
struct Feature {
    column: usize,
    at: usize,
    law: Law,
}

#[derive(Clone, Debug)]
enum Law {
    Number { mean: f64, deviation: f64 },
    Category { count: usize, commonest: usize },
}

/// What the classes are.
#[derive(Clone, Debug)]
enum Classes {
    Categories(usize),
    /// The different numbers in ascending order.
    Numbers(Vec<f64>),
    /// At most so much, or more.
    AtMost(f64),
}

impl Encoding {
    /// # Errors
    /// [`Error::Malformed`] if a column is not there, too few rows or more features are than can be trained with, or there is
    /// only one class.
    pub(crate) fn new(table: &Table, roles: &Roles) -> Result<Self, Error> {
        let label = table.place("label", &roles.label)?;
        let left_out: Vec<usize> = roles
            .left_out
            .iter()
            .map(|name| table.place("left_out", name))
            .collect::<Result<_, _>>()?;
        let classes = Classes::of(&table.columns[label])?;
        let mut features = Vec::new();
        let mut width = 0;
        for (place, column) in table.columns.iter().enumerate() {
            if place == label || left_out.contains(&place) || column.is_constant() {
                continue;
            }
            let Some(law) = Law::of(column) else { continue };
            features.push(Feature {
                column: place,
                at: width,
                law,
            });
            width += law_width(&features[features.len() - 1].law);
        }
        if features.is_empty() {
            return Err(malformed(
                "file",
                "has no column besides the label that tells its rows apart".into(),
            ));
        }
        if width > MOST_FEATURES {
            return Err(malformed(
                "file",
                format!(
                    "has {width} features, a category being one for each of its values; at most {MOST_FEATURES} can be trained with"
                ),
            ));
        }
        let encoding = Self {
            features,
            width,
            label,
            classes,
        };
        encoding.check(table)?;
        Ok(encoding)
    }

    fn check(&self, table: &Table) -> Result<(), Error> {
        let records = self.encode(table);
        if records.len() < FEWEST_ROWS {
            return Err(malformed(
                "file",
                format!(
                    "has {} rows with a label; at least {FEWEST_ROWS} are needed",
                    records.len()
                ),
            ));
        }
        let first = records.label(0);
        if (1..records.len()).all(|record| records.label(record) == first) {
            return Err(malformed(
                "label",
                format!(
                    "has one class only in column {:?}; two are needed",
                    table.columns[self.label].name
                ),
            ));
        }
        Ok(())
    }

    /// The records of the rows that have a label.
    pub(crate) fn encode(&self, table: &Table) -> Records {
        let mut records = Records::new(self.width, self.classes.count());
        let mut row_features = vec![0.0; self.width];
        for row in self.rows(table) {
            let Some(label) = self.classes.label(&table.columns[self.label], row) else {
                continue;
            };
            row_features.fill(0.0);
            for feature in &self.features {
                feature.write(&table.columns[feature.column], row, &mut row_features);
            }
            records.push(row_features.iter().copied(), label);
        }
        records
    }

    /// The rows that become records, in their order.
    pub(crate) fn rows(&self, table: &Table) -> Vec<usize> {
        let label = &table.columns[self.label];
        let labelled = (0..table.rows()).filter(|row| self.classes.label(label, *row).is_some());
        labelled.collect()
    }

    /// Where the features of a column lie, and what they are for each value that the column takes.
    ///
    /// # Errors
    /// [`Error::Malformed`] for a column that is no feature.
    pub(crate) fn values(
        &self,
        table: &Table,
        parameter: &str,
        column: &str,
    ) -> Result<(Range<usize>, Vec<Vec<f32>>), Error> {
        let place = table.place(parameter, column)?;
        let feature = self.features.iter().find(|feature| feature.column == place);
        let feature = feature.ok_or_else(|| {
            malformed(
                parameter,
                format!("is column {column:?}, which is no feature"),
            )
        })?;
        let blocks = match &feature.law {
            Law::Category { count, .. } => (0..*count)
                .map(|value| (0..*count).map(|at| f32::from(at == value)).collect())
                .collect(),
            Law::Number { mean, deviation } => different(&table.columns[place])
                .into_iter()
                .map(|number| vec![standard(number, *mean, *deviation)])
                .collect(),
        };
        let end = feature.at + law_width(&feature.law);
        Ok((feature.at..end, blocks))
    }
}

impl Feature {
    fn write(&self, column: &Column, row: usize, features: &mut [f32]) {
        match (&self.law, &column.values) {
            (Law::Number { mean, deviation }, Values::Numbers(numbers)) => {
                features[self.at] = if numbers[row].is_nan() {
                    0.0
                } else {
                    standard(numbers[row], *mean, *deviation)
                };
            }
            (Law::Category { commonest, .. }, Values::Categories { places, .. }) => {
                let place = match places[row] {
                    MISSING => *commonest,
                    place => place as usize,
                };
                features[self.at + place] = 1.0;
            }
            _ => {}
        }
    }
}

impl Law {
    /// None for text.
    fn of(column: &Column) -> Option<Self> {
        match &column.values {
            Values::Numbers(numbers) => {
                let there = || numbers.iter().filter(|number| !number.is_nan());
                let count = there().count() as f64;
                let mean = there().map(|number| number / count).sum::<f64>();
                let variance = there()
                    .map(|number| (number - mean) * ((number - mean) / count))
                    .sum::<f64>();
                Some(Self::Number {
                    mean,
                    deviation: libm::sqrt(variance),
                })
            }
            Values::Categories { names, places } => {
                let mut counts = vec![0_usize; names.len()];
                for place in places.iter().filter(|place| **place != MISSING) {
                    counts[*place as usize] += 1;
                }
                let largest = counts.iter().max().copied().unwrap_or(0);
                let commonest = counts.iter().position(|count| *count == largest);
                Some(Self::Category {
                    count: names.len(),
                    commonest: commonest.unwrap_or(0),
                })
            }
            Values::Text { .. } => None,
        }
    }
}

fn law_width(law: &Law) -> usize {
    match law {
        Law::Number { .. } => 1,
        Law::Category { count, .. } => *count,
    }
}

/// No further from the mean than single precision counts in steps of a thousandth; a variance that overflows gives 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "features of single precision"
)]
fn standard(number: f64, mean: f64, deviation: f64) -> f32 {
    let standard = (number - mean) / deviation;
    if standard.is_finite() {
        standard.clamp(-1e4, 1e4) as f32
    } else {
        0.0
    }
}

/// The different numbers of a column in ascending order.
fn different(column: &Column) -> Vec<f64> {
    let Values::Numbers(numbers) = &column.values else {
        return Vec::new();
    };
    let mut different: Vec<f64> = numbers.iter().copied().filter(|x| !x.is_nan()).collect();
    different.sort_unstable_by(f64::total_cmp);
    different.dedup();
    different
}

impl Classes {
    fn of(column: &Column) -> Result<Self, Error> {
        let refuse = |problem: &str| {
            Err(malformed(
                "label",
                format!("is column {:?}, which {problem}", column.name),
            ))
        };
        match &column.values {
            Values::Text { .. } => refuse("is text; it must be numbers or categories"),
            Values::Categories { names, .. } if names.len() > MOST_CLASSES => {
                refuse(&format!("has more than {MOST_CLASSES} classes"))
            }
            Values::Categories { names, .. } => Ok(Self::Categories(names.len())),
            Values::Numbers(numbers) => {
                let values = different(column);
                if values.len() <= MOST_CLASSES {
                    return Ok(Self::Numbers(values));
                }
                Ok(Self::AtMost(median(numbers)))
            }
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Categories(count) => *count,
            Self::Numbers(values) => values.len(),
            Self::AtMost(_) => 2,
        }
    }

    /// None where the label is missing.
    fn label(&self, column: &Column, row: usize) -> Option<usize> {
        match (self, &column.values) {
            (Self::Categories(_), Values::Categories { places, .. }) => {
                (places[row] != MISSING).then(|| places[row] as usize)
            }
            (Self::Numbers(values), Values::Numbers(numbers)) => {
                values.iter().position(|value| *value == numbers[row])
            }
            (Self::AtMost(most), Values::Numbers(numbers)) => {
                (!numbers[row].is_nan()).then(|| usize::from(numbers[row] > *most))
            }
            _ => None,
        }
    }
}

/// The number that half of those that are there do not exceed, below the largest.
pub(super) fn median(numbers: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|x| !x.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let Some(&last) = sorted.last() else {
        return f64::NAN;
    };
    let middle = sorted[(sorted.len() - 1) / 2];
    if middle < last {
        return middle;
    }
    let below = sorted.iter().rev().find(|number| **number < last);
    below.copied().unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::data::TableFile;

    fn table(header: &str, rows: impl Iterator<Item = String>) -> Table {
        let mut file = TableFile::new();
        file.push(header.as_bytes());
        for row in rows {
            file.push(b"\n");
            file.push(row.as_bytes());
        }
        file.finish().expect("a table")
    }

    fn roles(label: &str, left_out: &[&str]) -> Roles {
        Roles {
            label: label.into(),
            left_out: left_out.iter().map(|name| (*name).into()).collect(),
        }
    }

    #[test]
    fn numbers_are_standardised_and_categories_one_feature_each() {
        let rows = (0..40).map(|row| {
            let town = ["a", "b", "b", ""][row % 4];
            let age = if row == 3 {
                String::new()
            } else {
                (row % 2 * 4).to_string()
            };
            format!("{age},{town},same,{}", row % 2)
        });
        let table = table("age,town,country,sick", rows);
        let encoding = Encoding::new(&table, &roles("sick", &[])).expect("an encoding");
        let records = encoding.encode(&table);
        assert_eq!(
            (records.len(), records.width(), records.classes()),
            (40, 3, 2)
        );
        // 20 zeros and 19 fours; the missing one is the mean, and a missing town is "b".
        let mean = 76.0 / 39.0;
        let deviation = libm::sqrt(19.0 * 20.0 / (39.0 * 39.0)) * 4.0;
        let near = |x: f32, y: f64| (f64::from(x) - y).abs() < 1e-6;
        assert!(near(records.features(0)[0], -mean / deviation));
        assert_eq!(records.features(3), [0.0, 0.0, 1.0]);
        assert_eq!(records.features(0)[1..], [1.0, 0.0]);
        assert_eq!(records.label(1), 1);
        let (place, blocks) = encoding
            .values(&table, "sensitive", "town")
            .expect("values");
        assert_eq!(place, 1..3);
        assert_eq!(blocks, [[1.0, 0.0], [0.0, 1.0]]);
        let (place, blocks) = encoding.values(&table, "sensitive", "AGE").expect("values");
        assert_eq!((place, blocks[0][0]), (0..1, records.features(0)[0]));
        assert!(encoding.values(&table, "sensitive", "country").is_err());
    }

    #[test]
    fn a_label_of_many_numbers_is_cut_at_its_median() {
        let table = table("x,y", (0..100).map(|row| format!("{},{row}", row % 7)));
        let encoding = Encoding::new(&table, &roles("y", &[])).expect("an encoding");
        let records = encoding.encode(&table);
        let above = (0..100).filter(|row| records.label(*row) == 1).count();
        assert_eq!((records.classes(), above), (2, 50));
        assert_eq!(median(&[0.0, 1.0, 1.0, 1.0]), 0.0);
    }

    #[test]
    fn what_cannot_be_trained_with_is_refused() {
        let long = |row: usize| format!("{row},{},1", row % 2);
        for (table, roles, message) in [
            (
                table("x,y,c", (0..3).map(long)),
                roles("y", &[]),
                "has 3 rows",
            ),
            (
                table("x,y,c", (0..30).map(long)),
                roles("c", &[]),
                "one class",
            ),
            (
                table("x,y,c", (0..30).map(long)),
                roles("z", &[]),
                "the columns are x, y, c",
            ),
            (
                table("x,y,c", (0..30).map(long)),
                roles("y", &["x"]),
                "no column besides",
            ),
            (
                table("x,y", (0..1500).map(|row| format!("{row},n{row}"))),
                roles("y", &[]),
                "is text",
            ),
            (
                table("x,y", (0..100).map(|row| format!("{row},n{row}"))),
                roles("y", &[]),
                "more than 20 classes",
            ),
        ] {
            let found = Encoding::new(&table, &roles)
                .expect_err(message)
                .to_string();
            assert!(found.contains(message), "{found}");
        }
        let vast = table("x,y", (0..40).map(|row| format!("{}e300,{}", row, row % 2)));
        let encoding = Encoding::new(&vast, &roles("y", &[])).expect("an encoding");
        let records = encoding.encode(&vast);
        assert!((0..40).all(|row| records.features(row)[0].is_finite()));
    }
}
