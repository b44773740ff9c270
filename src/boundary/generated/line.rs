//! One option as help and types tell it.

use crate::boundary::options::ALIASES;
use crate::boundary::table::{Numbers, Pair};
use crate::figure::{Range, words_of};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Without a row of zeros.
fn short(number: f64) -> String {
    let plain = number.to_string();
    let scientific = format!("{number:e}");
    if scientific.len() + 2 < plain.len() {
        scientific
    } else {
        plain
    }
}

/// One option of a question.
#[derive(Clone, Debug, Serialize)]
pub(in crate::boundary) struct Line {
    pub(super) name: &'static str,
    /// Its type in TypeScript.
    #[serde(rename = "type")]
    pub(super) typed: String,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) required: bool,
    /// What is allowed, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) allowed: String,
    /// As in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) default: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) unit: &'static str,
    pub(super) help: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<&'static str>,
    /// The table that it comes from, where that is part of another.
    #[serde(skip)]
    pub(super) part: Option<&'static str>,
    #[serde(skip)]
    pub(super) range: Option<Range>,
}

impl Line {
    pub(in crate::boundary) fn new(
        name: &'static str,
        help: &'static str,
        unit: &'static str,
    ) -> Self {
        let also = ALIASES.iter().filter(|(_, own)| *own == name);
        Self {
            name,
            typed: String::new(),
            required: false,
            allowed: String::new(),
            default: None,
            unit,
            help: help.trim(),
            also: also.map(|(alias, _)| *alias).collect(),
            part: None,
            range: None,
        }
    }

    pub(in crate::boundary) fn typed(self, typed: &str) -> Self {
        Self {
            typed: typed.into(),
            ..self
        }
    }

    pub(in crate::boundary) fn number(self, range: &Range) -> Self {
        Self {
            range: Some(*range),
            allowed: range.in_words(short),
            default: range.default.map(|default| default.to_string()),
            ..self.typed("number")
        }
    }

    pub(in crate::boundary) fn numbers(self, numbers: &Numbers) -> Self {
        let default = (!numbers.default.is_empty()).then(|| format!("{:?}", numbers.default));
        Self {
            allowed: format!("each {}", numbers.range.in_words(short)),
            default,
            ..self.typed("number[]")
        }
        .most(numbers.most)
    }

    pub(in crate::boundary) fn pair(self, pair: &Pair) -> Self {
        Self {
            allowed: format!("each {}", pair.range.in_words(short)),
            default: pair
                .default
                .map(|(first, second)| format!("[{first}, {second}]")),
            ..self.typed("[number, number]")
        }
    }

    pub(in crate::boundary) fn words<T: DeserializeOwned>(self, first: usize) -> Self {
        let words: Vec<String> = words_of::<T>(first)
            .iter()
            .map(|word| format!("\"{word}\""))
            .collect();
        self.typed(&words.join(" | "))
    }

    /// An enum's default is its first word; its type has a name.
    pub(in crate::boundary) fn first_word_as_default(self) -> Self {
        let first = self.typed.split(" | ").next().expect("a word").to_owned();
        self.or_default(&first)
    }

    pub(in crate::boundary) fn or_default(self, default: &str) -> Self {
        Self {
            default: Some(default.into()),
            ..self
        }
    }

    pub(in crate::boundary) fn most(self, most: usize) -> Self {
        let entries = format!("at most {most} entries");
        let allowed = match self.allowed.as_str() {
            "" => entries,
            allowed => format!("{allowed}; {entries}"),
        };
        Self { allowed, ..self }
    }

    pub(in crate::boundary) fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    pub(in crate::boundary) fn of_part(self, part: &'static str) -> Self {
        Self {
            part: self.part.or(Some(part)),
            ..self
        }
    }

    /// Help, range, unit and default as sentences.
    pub(super) fn in_words(&self) -> String {
        let mut text = self.help.to_owned();
        if !self.allowed.is_empty() {
            let mut letters = self.allowed.chars();
            let first = letters.next().expect("not empty").to_ascii_uppercase();
            text += &format!(" {first}{}.", letters.as_str());
        }
        if let Some(default) = &self.default {
            text += &format!(" Default {default}.");
        }
        text
    }
}
