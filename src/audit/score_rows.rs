//! The rows of a table of scores: which columns are meant, and what each row says.

use super::scores::Scores;
use crate::delimited::Row;
use crate::figure::{Error, malformed};
use serde::Serialize;
use serde_json::Value;

/// Most rows.
const MOST_ROWS: usize = 10_000_000;

/// Names that columns are known by where none is chosen.
const SCORE_NAMES: [&str; 6] = [
    "score",
    "scores",
    "attack_score",
    "statistic",
    "confidence",
    "loss",
];
const MEMBERSHIP_NAMES: [&str; 7] = [
    "member",
    "membership",
    "is_member",
    "members",
    "in",
    "label",
    "target",
];

/// Which columns of the file are meant; those left out are known by their names.
#[derive(Clone, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ScoreColumns {
    /// Name, or place from 1, of the column with the scores.
    pub score: Option<String>,
    /// The same of the column that says who was a member: 1/0, true/false, in/out, member/non-member, yes/no.
    pub membership: Option<String>,
    /// Whether a lower score says "in", as with a loss.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub lower_is_in: bool,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreSummary {
    /// Rows below the header.
    pub rows: usize,
    /// Scores of members.
    pub members: usize,
    /// Scores of non-members.
    pub non_members: usize,
    /// Rows without a score, which are left out.
    pub missing: usize,
    /// Members whose score some non-member has as well.
    pub tied: usize,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The column with the scores.
    pub score: String,
    /// The column that says who was a member.
    pub membership: String,
    /// `csv` or `json_lines`.
    pub format: &'static str,
}

/// The scores so far.
#[derive(Default)]
pub(super) struct ScoreRows {
    asked: ScoreColumns,
    pub(super) columns: Vec<String>,
    /// Places of the score and of the membership.
    chosen: Option<(usize, usize)>,
    pub(super) rows: usize,
    missing: usize,
    members: Vec<f64>,
    non_members: Vec<f64>,
}

impl ScoreRows {
    pub(super) fn new(asked: ScoreColumns) -> Self {
        Self {
            asked,
            ..Self::default()
        }
    }

    /// A row of comma-separated values; the first may be a header.
    pub(super) fn delimited(&mut self, row: &Row) -> Result<(), Error> {
        let fields = row.fields;
        if self.columns.is_empty() {
            let header = fields.iter().all(|field| field.parse::<f64>().is_err());
            self.columns = if header {
                fields.to_vec()
            } else {
                (1..=fields.len()).map(|place| place.to_string()).collect()
            };
            self.choose()?;
            if header {
                return Ok(());
            }
        }
        let Some((score, membership)) = self.chosen else {
            return Ok(());
        };
        let place = self.rows + 1;
        let (Some(score), Some(membership)) = (fields.get(score), fields.get(membership)) else {
            return Err(malformed(
                "file",
                format!(
                    "has {} columns in row {place}; the first row has {}",
                    fields.len(),
                    self.columns.len()
                ),
            ));
        };
        let value = if row.decimal_comma && score.contains(',') {
            number(&score.replace(',', "."))
        } else {
            number(score)
        };
        let value = value.ok_or_else(|| {
            let column = &self.columns[self.chosen.map_or(0, |(score, _)| score)];
            malformed(
                "score",
                format!("is {score:?} in row {place} of column {column:?}; it must be a number"),
            )
        })?;
        self.add(
            value,
            is_member(membership).ok_or_else(|| no_membership(membership, place))?,
        )
    }

    /// A line with one JSON object, or none.
    pub(super) fn json(&mut self, line: &[u8]) -> Result<(), Error> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let row = self.rows + 1;
        let object: serde_json::Map<String, Value> =
            serde_json::from_slice(line).map_err(|_| {
                malformed(
                    "file",
                    format!("has no JSON object of named values in line {row}"),
                )
            })?;
        if self.columns.is_empty() {
            self.columns = object.keys().cloned().collect();
            self.choose()?;
        }
        let Some((score, membership)) = self.chosen else {
            return Ok(());
        };
        let value = match object.get(&self.columns[score]) {
            None | Some(Value::Null) => Some(None),
            Some(Value::Number(value)) => Some(value.as_f64()),
            Some(Value::String(text)) => number(text),
            Some(_) => None,
        };
        let value =
            value.ok_or_else(|| malformed("score", format!("is no number in line {row}")))?;
        let given = match object.get(&self.columns[membership]) {
            Some(Value::Bool(given)) => Some(*given),
            Some(Value::String(text)) => is_member(text),
            Some(other) => is_member(&other.to_string()),
            None => None,
        };
        let shown = || {
            let shown = object.get(&self.columns[membership]);
            shown.map_or_else(|| "nothing".into(), ToString::to_string)
        };
        self.add(value, given.ok_or_else(|| no_membership(&shown(), row))?)
    }

    /// The scores, what was read of this format, or what is missing.
    pub(super) fn scores(self, format: &'static str) -> Result<(Scores, ScoreSummary), Error> {
        let Some((score, membership)) = self.chosen else {
            return Err(malformed("file", "has no rows".into()));
        };
        let scores = Scores::new(self.members, self.non_members)?;
        let summary = ScoreSummary {
            rows: self.rows,
            members: scores.members(),
            non_members: scores.non_members(),
            missing: self.missing,
            tied: scores.tied(),
            score: self.columns[score].clone(),
            membership: self.columns[membership].clone(),
            columns: self.columns,
            format,
        };
        Ok((scores, summary))
    }

    fn add(&mut self, score: Option<f64>, member: bool) -> Result<(), Error> {
        self.rows += 1;
        if self.rows > MOST_ROWS {
            return Err(malformed("file", format!("has more than {MOST_ROWS} rows")));
        }
        let Some(score) = score else {
            self.missing += 1;
            return Ok(());
        };
        let score = if self.asked.lower_is_in {
            -score
        } else {
            score
        };
        if member {
            self.members.push(score);
        } else {
            self.non_members.push(score);
        }
        Ok(())
    }

    /// Finds both columns.
    fn choose(&mut self) -> Result<(), Error> {
        let score = self.place("score", self.asked.score.as_deref(), &SCORE_NAMES)?;
        let membership = self.place(
            "membership",
            self.asked.membership.as_deref(),
            &MEMBERSHIP_NAMES,
        )?;
        if score == membership {
            return Err(malformed(
                "membership",
                format!("is the column of the scores, {:?}", self.columns[score]),
            ));
        }
        self.chosen = Some((score, membership));
        Ok(())
    }

    fn place(&self, parameter: &str, asked: Option<&str>, names: &[&str]) -> Result<usize, Error> {
        let named = |name: &str| {
            let same = |column: &String| column.eq_ignore_ascii_case(name);
            self.columns.iter().position(same)
        };
        let found = match asked {
            Some(name) => named(name).or_else(|| {
                let place = name.parse::<usize>().ok()?.checked_sub(1)?;
                (place < self.columns.len()).then_some(place)
            }),
            None => names.iter().find_map(|name| named(name)),
        };
        found.ok_or_else(|| {
            let columns = self.columns.join(", ");
            malformed(
                parameter,
                match asked {
                    Some(name) => format!("is column {name:?}; the columns are {columns}"),
                    None => format!("is in no column of a known name; choose one of {columns}"),
                },
            )
        })
    }
}

/// A score, nothing where it is missing, or none where it is something else.
fn number(text: &str) -> Option<Option<f64>> {
    const MISSING: [&str; 6] = ["", "nan", "na", "n/a", "null", "none"];
    if MISSING.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(None);
    }
    text.parse::<f64>().ok().map(Some)
}

fn is_member(text: &str) -> Option<bool> {
    const MEMBER: [&str; 7] = ["1", "1.0", "true", "in", "member", "yes", "train"];
    const OTHER: [&str; 9] = [
        "0",
        "0.0",
        "false",
        "out",
        "non-member",
        "non_member",
        "nonmember",
        "no",
        "test",
    ];
    let among = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    among(&MEMBER)
        .then_some(true)
        .or_else(|| among(&OTHER).then_some(false))
}

fn no_membership(given: &str, row: usize) -> Error {
    malformed(
        "membership",
        format!(
            "is {given:?} in row {row}; it must be 1 or 0, true or false, in or out, member or non-member, yes or no"
        ),
    )
}
