//! A table of scores that arrives in pieces: comma-separated values or one JSON object a line.

use super::scores::Scores;
use crate::figure::{Error, malformed};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use serde::Serialize;
use serde_json::Value;

/// Most rows, and most bytes of one.
const MOST_ROWS: usize = 10_000_000;
const LONGEST_ROW: usize = 1 << 20;

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

/// Reads such a file; what is wrong with it is told once, at the end.
pub struct ScoreFile {
    asked: ScoreColumns,
    format: Format,
    columns: Vec<String>,
    /// Places of the score and of the membership.
    chosen: Option<(usize, usize)>,
    rows: usize,
    missing: usize,
    members: Vec<f64>,
    non_members: Vec<f64>,
    fault: Option<Error>,
}

enum Format {
    /// Until the first line is whole.
    Unknown(Vec<u8>),
    Csv(Box<Csv>),
    JsonLines(Vec<u8>),
}

struct Csv {
    reader: Reader,
    decimal_comma: bool,
    text: Vec<u8>,
    text_end: usize,
    ends: Vec<usize>,
    fields: usize,
}

impl ScoreFile {
    /// A reader of nothing yet.
    #[must_use]
    pub fn new(columns: ScoreColumns) -> Self {
        Self {
            asked: columns,
            format: Format::Unknown(Vec::new()),
            columns: Vec::new(),
            chosen: None,
            rows: 0,
            missing: 0,
            members: Vec::new(),
            non_members: Vec::new(),
            fault: None,
        }
    }

    /// The next bytes of the file, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.fault.is_none()
            && let Err(fault) = self.take(bytes, false)
        {
            self.fault = Some(fault);
        }
    }

    /// Names of the columns, as far as they are known.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The scores and what was read, after the last bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the first row that cannot be read, or the column that is not there.
    pub fn finish(mut self) -> Result<(Scores, ScoreSummary), Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        self.take(b"", true)?;
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
            format: match self.format {
                Format::JsonLines(_) => "json_lines",
                _ => "csv",
            },
        };
        Ok((scores, summary))
    }

    fn take(&mut self, bytes: &[u8], last: bool) -> Result<(), Error> {
        match &mut self.format {
            Format::Unknown(start) => {
                start.extend_from_slice(bytes);
                let whole = start.contains(&b'\n') || last;
                if !whole {
                    return if start.len() > LONGEST_ROW {
                        Err(too_long(1))
                    } else {
                        Ok(())
                    };
                }
                let start = core::mem::take(start);
                let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
                self.format = Format::of(start);
                self.take(start, last)
            }
            Format::Csv(_) => self.take_csv(bytes, last),
            Format::JsonLines(rest) => {
                rest.extend_from_slice(bytes);
                let mut text = core::mem::take(rest);
                if last {
                    text.push(b'\n');
                }
                let mut from = 0;
                while let Some(length) = text[from..].iter().position(|byte| *byte == b'\n') {
                    self.json_row(&text[from..from + length])?;
                    from += length + 1;
                }
                if text.len() - from > LONGEST_ROW {
                    return Err(too_long(self.rows + 1));
                }
                self.format = Format::JsonLines(text.split_off(from));
                Ok(())
            }
        }
    }

    fn take_csv(&mut self, mut bytes: &[u8], last: bool) -> Result<(), Error> {
        loop {
            if bytes.is_empty() && !last {
                return Ok(());
            }
            let Format::Csv(csv) = &mut self.format else {
                return Ok(());
            };
            let (result, read, written, ended) = csv.reader.read_record(
                bytes,
                &mut csv.text[csv.text_end..],
                &mut csv.ends[csv.fields..],
            );
            bytes = &bytes[read..];
            csv.text_end += written;
            csv.fields += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    if csv.text.len() >= LONGEST_ROW {
                        return Err(too_long(self.rows + 1));
                    }
                    csv.text.resize(2 * csv.text.len(), 0);
                    csv.ends.resize(2 * csv.ends.len(), 0);
                }
                ReadRecordResult::Record => {
                    let mut start = 0;
                    let fields = csv.ends[..csv.fields].iter().map(|&end| {
                        let field = &csv.text[start..end];
                        start = end;
                        String::from_utf8_lossy(field).trim().to_owned()
                    });
                    let fields: Vec<String> = fields.collect();
                    let comma = csv.decimal_comma;
                    (csv.text_end, csv.fields) = (0, 0);
                    self.csv_row(&fields, comma)?;
                }
                ReadRecordResult::End => return Ok(()),
            }
        }
    }

    fn csv_row(&mut self, fields: &[String], decimal_comma: bool) -> Result<(), Error> {
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
        let row = self.rows + 1;
        let (Some(score), Some(membership)) = (fields.get(score), fields.get(membership)) else {
            return Err(malformed(
                "file",
                format!(
                    "has {} columns in row {row}; the first row has {}",
                    fields.len(),
                    self.columns.len()
                ),
            ));
        };
        let value = if decimal_comma && score.contains(',') {
            number(&score.replace(',', "."))
        } else {
            number(score)
        };
        let value = value.ok_or_else(|| {
            let column = &self.columns[self.chosen.map_or(0, |(score, _)| score)];
            malformed(
                "score",
                format!("is {score:?} in row {row} of column {column:?}; it must be a number"),
            )
        })?;
        self.add(
            value,
            is_member(membership).ok_or_else(|| no_membership(membership, row))?,
        )
    }

    fn json_row(&mut self, line: &[u8]) -> Result<(), Error> {
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

impl Format {
    /// By the first line.
    fn of(start: &[u8]) -> Self {
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        if first == Some(&b'{') {
            return Self::JsonLines(Vec::new());
        }
        let line = start.split(|byte| *byte == b'\n').next().unwrap_or(start);
        let many = |delimiter: &u8| line.iter().filter(|byte| *byte == delimiter).count();
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .rev()
            .max_by_key(many)
            .unwrap_or(b',');
        Self::Csv(Box::new(Csv {
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            decimal_comma: delimiter != b',',
            text: vec![0; 1024],
            text_end: 0,
            ends: vec![0; 64],
            fields: 0,
        }))
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

fn too_long(row: usize) -> Error {
    malformed(
        "file",
        format!("has more than {LONGEST_ROW} bytes in row {row}; each row must have its own line"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(
        text: &str,
        columns: ScoreColumns,
        piece: usize,
    ) -> Result<(Scores, ScoreSummary), Error> {
        let mut file = ScoreFile::new(columns);
        for piece in text.as_bytes().chunks(piece) {
            file.push(piece);
        }
        file.finish()
    }

    #[test]
    fn formats_say_the_same_however_they_are_cut() {
        let scores = Scores::new(vec![0.9, 0.25], vec![0.1, f64::INFINITY]).expect("scores");
        for text in [
            "score,member\n0.9,1\n0.1,0\n,1\ninf,0\n0.25,1\n",
            "\u{feff}member;Score\r\nin;0,9\r\nout;0,1\r\nin;NaN\r\nout;inf\r\nin;0,25",
            "id\tmember\tscore\n\"a\tb\"\tyes\t9e-1\nc\tno\t0.1\n\"d\ne\"\tyes\tna\nf\tno\tInfinity\ng\tyes\t.25\n",
            "{\"score\":0.9,\"member\":true}\n{\"member\":0,\"score\":0.1}\n\n{\"member\":1}\n{\"member\":\"out\",\"score\":\"inf\"}\n{\"score\":0.25,\"member\":1}",
        ] {
            for piece in [1, 7, 1000] {
                let (found, summary) = read(text, ScoreColumns::default(), piece).expect(text);
                assert_eq!(found, scores, "{text}");
                let counted = (
                    summary.rows,
                    summary.members,
                    summary.non_members,
                    summary.missing,
                );
                assert_eq!(counted, (5, 2, 2, 1), "{text}");
            }
        }
        let without_header = ScoreColumns {
            score: Some("1".into()),
            membership: Some("3".into()),
            lower_is_in: true,
        };
        let (found, _) = read("0.9,x,1\n0.1,y,0\n", without_header, 3).expect("scores");
        let turned = Scores::new(vec![-0.9], vec![-0.1]).expect("scores");
        assert_eq!(found, turned);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_row() {
        let named = |score: &str| ScoreColumns {
            score: Some(score.into()),
            ..ScoreColumns::default()
        };
        for (text, columns, message) in [
            ("", ScoreColumns::default(), "file has no rows"),
            (
                "score,member\n",
                ScoreColumns::default(),
                "members has no score",
            ),
            (
                "score,member\n1,1\n",
                ScoreColumns::default(),
                "non_members has no score",
            ),
            (
                "score,member\n1,1\nx,0\n",
                ScoreColumns::default(),
                "score is \"x\" in row 2",
            ),
            (
                "score,member\n1,1\n2,dog\n",
                ScoreColumns::default(),
                "membership is \"dog\" in row 2",
            ),
            (
                "score,member\n1,1\n2\n",
                ScoreColumns::default(),
                "has 1 columns in row 2",
            ),
            ("a,b\n1,1\n", ScoreColumns::default(), "choose one of a, b"),
            (
                "score,member\n1,1\n",
                named("c"),
                "is column \"c\"; the columns are score, member",
            ),
            (
                "score,member\n1,1\n",
                named("member"),
                "membership is the column of the scores",
            ),
            (
                "{\"score\":1,\"member\":1}\n[1]\n",
                ScoreColumns::default(),
                "in line 2",
            ),
            (
                "{\"score\":1,\"member\":1}\n{\"score\":[],\"member\":1}",
                ScoreColumns::default(),
                "score is no number in line 2",
            ),
        ] {
            let found = read(text, columns, 5).expect_err(text).to_string();
            assert!(found.contains(message), "{text}: {found}");
        }
        let long = format!("score,member\n\"{}", "x".repeat(3 << 20));
        let found = read(&long, ScoreColumns::default(), 1 << 16).expect_err("too long");
        assert!(found.to_string().contains("in row 1"), "{found}");
    }
}
