//! The records of which a half is published: made here, or rows of a table.

use super::data::{Table, shuffle};
use super::noise_game::NoiseGameOptions;
use super::published::{Published, Statistic};
use super::regression::{MOST_PREDICTORS, Regression};
use crate::figure::{Error, Range, malformed};
use crate::numerics::count;
use crate::output_noise::powers_of_two;
use crate::random::Random;
use serde::Deserialize;

/// Where the records come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoiseRecords {
    /// Standard normals.
    #[default]
    Normal,
    /// A one among zeros.
    OneOutlier,
    /// `1, 2, 4, ...`, as in Proposition 11.
    PowersOfTwo,
    /// Rows of a table, drawn at random.
    Table,
}

/// Beyond, the powers of two are no doubles any more.
const MOST_POWERS: f64 = 40.0;

/// The records with what is published of them, and names of the numbers that are published.
pub(super) fn published(
    options: &NoiseGameOptions,
    seed: u64,
) -> Result<(Published, Vec<String>), Error> {
    let size = NoiseGameOptions::SIZE.or_default("dataset_size", options.dataset_size)?;
    if size % 2.0 != 0.0 {
        return Err(malformed(
            "dataset_size",
            format!("is {size}; it must be even, to have halves"),
        ));
    }
    let level = NoiseGameOptions::LEVEL.or_default("quantile_level", options.quantile_level)?;
    let values = if options.records == NoiseRecords::Table {
        let drawn = Drawn::new(options, count(size), seed)?;
        if options.statistic == Statistic::Regression {
            return drawn.regression();
        }
        drawn.foretold
    } else {
        refuse_columns(options)?;
        made(options.records, size, seed)?
    };
    let published = match options.statistic {
        Statistic::Mean => Published::Mean(values),
        Statistic::InverseSum => Published::InverseSum(values),
        Statistic::Median => Published::Quantile(values, 0.5),
        Statistic::Quantile => Published::Quantile(values, level),
        Statistic::Regression => {
            return Err(malformed(
                "statistic",
                "is \"regression\", which needs the columns of a table; choose records \"table\""
                    .into(),
            ));
        }
    };
    Ok((published, vec!["demonstration_output".into()]))
}

fn refuse_columns(options: &NoiseGameOptions) -> Result<(), Error> {
    let given = [
        ("table", options.table.is_some()),
        ("column", options.column.is_some()),
        ("predictors", options.predictors.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(malformed(
            name,
            "is given, but the records are no table; choose records \"table\"".into(),
        )),
        None => Ok(()),
    }
}

fn made(records: NoiseRecords, size: f64, seed: u64) -> Result<Vec<f64>, Error> {
    let number = count(size);
    Ok(match records {
        NoiseRecords::PowersOfTwo => {
            Range::whole(4.0, MOST_POWERS).check("dataset_size", size)?;
            powers_of_two(number)
        }
        NoiseRecords::OneOutlier => {
            let mut records = vec![0.0; number];
            records[0] = 1.0;
            records
        }
        _ => {
            let mut random = Random::seeded(seed, 0);
            (0..number).map(|_| random.normal()).collect()
        }
    })
}

/// Rows of a table without a missing number.
struct Drawn {
    foretold: Vec<f64>,
    names: Vec<String>,
    predictors: Vec<Vec<f64>>,
}

impl Drawn {
    fn new(options: &NoiseGameOptions, size: usize, seed: u64) -> Result<Self, Error> {
        let missing = |parameter, needed| Error::Missing { parameter, needed };
        let source = options.table.as_ref();
        let source = source.ok_or(missing("table", "comma-separated values with a header"))?;
        let table = source.table()?;
        let column = options.column.as_deref();
        let column = column.ok_or(missing("column", "the name of a column of numbers"))?;
        let named = options.predictors.iter().flat_map(|names| names.split(','));
        let names: Vec<String> = named
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        let regressed = options.statistic == Statistic::Regression;
        if regressed && names.is_empty() {
            return Err(missing("predictors", "names of columns of numbers"));
        }
        if !regressed && !names.is_empty() {
            return Err(malformed(
                "predictors",
                "is given, but the statistic is no regression".into(),
            ));
        }
        if names.len() > MOST_PREDICTORS {
            return Err(malformed(
                "predictors",
                format!(
                    "names {} columns; at most {MOST_PREDICTORS} are allowed",
                    names.len()
                ),
            ));
        }
        let foretold = table.numbers("column", column)?;
        let predictors = names
            .iter()
            .map(|name| table.numbers("predictors", name))
            .collect::<Result<Vec<_>, _>>()?;
        let rows = complete(&table, foretold, &predictors, size, seed)?;
        let of = |numbers: &[f64]| rows.iter().map(|&row| numbers[row]).collect();
        Ok(Self {
            foretold: of(foretold),
            predictors: predictors.into_iter().map(of).collect(),
            names,
        })
    }

    fn regression(self) -> Result<(Published, Vec<String>), Error> {
        let regression = Regression::new(self.foretold, &self.predictors).map_err(|place| {
            malformed(
                "predictors",
                format!(
                    "names column {:?}, which is the same number in all rows that were drawn",
                    self.names[place]
                ),
            )
        })?;
        let names = self.names.iter().map(|name| format!("published_{name}"));
        let names = core::iter::once("published_intercept".into()).chain(names);
        Ok((Published::Regression(regression), names.collect()))
    }
}

/// So many rows in a random order.
fn complete(
    table: &Table,
    foretold: &[f64],
    predictors: &[&[f64]],
    size: usize,
    seed: u64,
) -> Result<Vec<usize>, Error> {
    let there = |row: &usize| {
        let mut columns = predictors.iter().chain(core::iter::once(&foretold));
        columns.all(|numbers| !numbers[*row].is_nan())
    };
    let mut rows: Vec<usize> = (0..table.rows()).filter(there).collect();
    if rows.len() < size {
        return Err(malformed(
            "dataset_size",
            format!(
                "is {size}; the table has {} rows with a number in each of the columns",
                rows.len()
            ),
        ));
    }
    shuffle(&mut rows, &mut Random::seeded(seed, 0));
    rows.truncate(size);
    Ok(rows)
}
