//! The rows of a file of comma-separated values that arrives in pieces.
//!
//! It knows lines, quotes and delimiters, and may import `figure` for what it says of a file that is none.

use crate::figure::{Error, malformed};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// Most bytes of one row.
pub(crate) const LONGEST_ROW: usize = 1 << 20;

/// Cuts bytes into rows of fields. The delimiter, one of comma, semicolon and tab, is the commonest of the first line.
pub(crate) struct Delimited {
    start: Vec<u8>,
    reader: Option<Box<Reader>>,
    decimal_comma: bool,
    text: Vec<u8>,
    text_end: usize,
    ends: Vec<usize>,
    fields: usize,
}

/// One row as it stands in the file.
pub(crate) struct Row<'a> {
    /// The line of the file in which it begins, from 1.
    pub(crate) line: u64,
    /// Whether numbers may have a comma for a point.
    pub(crate) decimal_comma: bool,
    pub(crate) fields: &'a [String],
}

impl Delimited {
    pub(crate) fn new() -> Self {
        Self {
            start: Vec::new(),
            reader: None,
            decimal_comma: false,
            text: vec![0; 1024],
            text_end: 0,
            ends: vec![0; 64],
            fields: 0,
        }
    }

    /// The next bytes of the file, cut anywhere; `last` without bytes ends it. Each row that is whole goes to `take`.
    ///
    /// # Errors
    /// [`Error::Malformed`] for a row without end, and what `take` finds wrong.
    pub(crate) fn read(
        &mut self,
        bytes: &[u8],
        last: bool,
        take: &mut impl FnMut(&Row) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.reader.is_some() {
            return self.rows(bytes, last, take);
        }
        // Only in what is new: small pieces of a long line would be searched again and again.
        let ended = bytes.contains(&b'\n');
        self.start.extend_from_slice(bytes);
        if !last && !ended {
            return if self.start.len() > LONGEST_ROW {
                Err(too_long(1))
            } else {
                Ok(())
            };
        }
        let start = core::mem::take(&mut self.start);
        let start = without_mark(&start);
        let line = start.split(|byte| *byte == b'\n').next().unwrap_or(start);
        let many = |delimiter: &u8| line.iter().filter(|byte| *byte == delimiter).count();
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(many);
        let delimiter = delimiter.unwrap_or(b',');
        self.decimal_comma = delimiter != b',';
        self.reader = Some(Box::new(ReaderBuilder::new().delimiter(delimiter).build()));
        self.rows(start, false, take)?;
        if last {
            self.rows(b"", true, take)?;
        }
        Ok(())
    }

    fn rows(
        &mut self,
        mut bytes: &[u8],
        last: bool,
        take: &mut impl FnMut(&Row) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(reader) = &mut self.reader else {
            return Ok(());
        };
        loop {
            if bytes.is_empty() && !last {
                return Ok(());
            }
            let (result, read, written, ended) = reader.read_record(
                bytes,
                &mut self.text[self.text_end..],
                &mut self.ends[self.fields..],
            );
            // Of a row that a line feed ended the reader is a line ahead.
            let line = reader.line() - u64::from(bytes[..read].last() == Some(&b'\n'));
            bytes = &bytes[read..];
            self.text_end += written;
            self.fields += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    if self.text.len() >= LONGEST_ROW {
                        return Err(too_long(line));
                    }
                    self.text.resize(2 * self.text.len(), 0);
                    self.ends.resize(2 * self.ends.len(), 0);
                }
                ReadRecordResult::Record => {
                    let within = self.text[..self.text_end].iter();
                    let within = within.filter(|byte| **byte == b'\n').count() as u64;
                    let mut start = 0;
                    let fields: Vec<String> = self.ends[..self.fields]
                        .iter()
                        .map(|&end| {
                            let field = &self.text[start..end];
                            start = end;
                            String::from_utf8_lossy(field).trim().to_owned()
                        })
                        .collect();
                    (self.text_end, self.fields) = (0, 0);
                    take(&Row {
                        line: line - within,
                        decimal_comma: self.decimal_comma,
                        fields: &fields,
                    })?;
                }
                ReadRecordResult::End => return Ok(()),
            }
        }
    }
}

/// What follows the mark that some programs begin a text with.
pub(crate) fn without_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start)
}

pub(crate) fn too_long(line: u64) -> Error {
    malformed(
        "file",
        format!(
            "has more than {LONGEST_ROW} bytes in the row of line {line}; each row must have its own line"
        ),
    )
}
