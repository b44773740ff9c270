//! A table of scores that arrives in pieces: comma-separated values or one JSON object a line.

use super::score_rows::{ScoreColumns, ScoreRows, ScoreSummary};
use super::scores::Scores;
use crate::delimited::{Delimited, LONGEST_ROW, too_long, without_mark};
use crate::figure::Error;

/// Reads such a file; what is wrong with it is told once, at the end.
pub struct ScoreFile {
    format: Format,
    rows: ScoreRows,
    fault: Option<Error>,
}

enum Format {
    /// Until the first line is whole.
    Unknown(Vec<u8>),
    Delimited(Delimited),
    JsonLines(Vec<u8>),
}

impl ScoreFile {
    /// A reader of nothing yet.
    #[must_use]
    pub fn new(columns: ScoreColumns) -> Self {
        Self {
            format: Format::Unknown(Vec::new()),
            rows: ScoreRows::new(columns),
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
        &self.rows.columns
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
        self.rows.scores(match self.format {
            Format::JsonLines(_) => "json_lines",
            _ => "csv",
        })
    }

    fn take(&mut self, bytes: &[u8], last: bool) -> Result<(), Error> {
        let rows = &mut self.rows;
        match &mut self.format {
            Format::Unknown(start) => {
                start.extend_from_slice(bytes);
                if !last && !start.contains(&b'\n') {
                    return if start.len() > LONGEST_ROW {
                        Err(too_long(1))
                    } else {
                        Ok(())
                    };
                }
                let start = core::mem::take(start);
                let start = without_mark(&start);
                self.format = Format::of(start);
                self.take(start, last)
            }
            Format::Delimited(delimited) => {
                delimited.read(bytes, last, &mut |row| rows.delimited(row))
            }
            Format::JsonLines(rest) => {
                rest.extend_from_slice(bytes);
                let mut text = core::mem::take(rest);
                if last {
                    text.push(b'\n');
                }
                let mut from = 0;
                while let Some(length) = text[from..].iter().position(|byte| *byte == b'\n') {
                    rows.json(&text[from..from + length])?;
                    from += length + 1;
                }
                if text.len() - from > LONGEST_ROW {
                    return Err(too_long(rows.rows as u64 + 1));
                }
                *rest = text.split_off(from);
                Ok(())
            }
        }
    }
}

impl Format {
    /// By the first line.
    fn of(start: &[u8]) -> Self {
        if start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{') {
            return Self::JsonLines(Vec::new());
        }
        Self::Delimited(Delimited::new())
    }
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
        assert!(
            found.to_string().contains("in the row of line 2"),
            "{found}"
        );
    }
}
