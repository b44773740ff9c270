//! Named options as they come from a link, a page or a shell: names and types checked, nothing ignored. What each question
//! may be asked with stands in its table.

use super::table::Table;
use super::value::{Names, Value, short};
pub(super) use crate::figure::malformed;
use crate::figure::{Error, value_of_word, words_of};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Options by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Options(pub Names);

/// Names that other libraries use for the same parameter.
pub(super) const ALIASES: [(&str, &str); 5] = [
    ("sigma", "noise_multiplier"),
    ("q", "sample_rate"),
    ("sampling_probability", "sample_rate"),
    ("sampling_prob", "sample_rate"),
    ("steps", "num_steps"),
];

impl Options {
    /// All that a table names; anything else is refused.
    pub(super) fn by_table<T: Table>(mut self) -> Result<T, Error> {
        let read = T::read(&mut self)?;
        self.finish().map(|()| read)
    }

    /// Takes out what stands under a name, or under another name of the same parameter.
    pub(super) fn take(&mut self, name: &'static str) -> Result<Option<Value>, Error> {
        let mut taken = self.0.remove(name);
        for (alias, _) in ALIASES.iter().filter(|(_, own)| *own == name) {
            if let Some(value) = self.0.remove(alias)
                && taken.replace(value).is_some()
            {
                return Err(malformed(
                    alias,
                    format!("is another name of {name}; give one of them"),
                ));
            }
        }
        Ok(taken.filter(|value| *value != Value::Nothing))
    }

    pub(super) fn number(&mut self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.take(name)? {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number)),
            Some(other) => Err(other.refused(name, "a number")),
        }
    }

    pub(super) fn numbers(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Result<Option<Vec<f64>>, Error> {
        match self.take(name)? {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(vec![number])),
            Some(Value::Numbers(numbers)) if numbers.len() <= most => Ok(Some(numbers)),
            Some(Value::Numbers(numbers)) => Err(malformed(
                name,
                format!("has {} entries; at most {most} are allowed", numbers.len()),
            )),
            Some(other) => Err(other.refused(name, "a list of numbers")),
        }
    }

    /// One of the first so many words of an enum.
    pub(super) fn word<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        first: usize,
    ) -> Result<Option<T>, Error> {
        let index = self.index_of_word(name, words_of::<T>(first))?;
        Ok(index.and_then(value_of_word))
    }

    fn index_of_word(
        &mut self,
        name: &'static str,
        allowed: &'static [&'static str],
    ) -> Result<Option<usize>, Error> {
        let Some(given) = self.take(name)? else {
            return Ok(None);
        };
        if let Value::Text(text) = &given
            && let Some(index) = allowed.iter().position(|word| word == text)
        {
            return Ok(Some(index));
        }
        let words: Vec<String> = allowed.iter().map(|word| format!("\"{word}\"")).collect();
        Err(malformed(
            name,
            format!("is {}; allowed is {}", given.shown(), words.join(", ")),
        ))
    }

    /// Rows of numbers; `row` says what they are.
    pub(super) fn rows(
        &mut self,
        name: &'static str,
        row: &str,
    ) -> Result<Option<Vec<Vec<f64>>>, Error> {
        match self.take(name)? {
            None => Ok(None),
            Some(Value::Rows(rows)) => Ok(Some(rows)),
            // An empty list of rows reads as an empty list of numbers.
            Some(Value::Numbers(numbers)) if numbers.is_empty() => Ok(Some(Vec::new())),
            Some(other) => Err(other.refused(name, row)),
        }
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        match self.0.into_first_name() {
            None => Ok(()),
            Some(name) => Err(malformed(&short(&name), "is not a known parameter".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(json: &str) -> Options {
        serde_json::from_str(json).expect("JSON of an object")
    }

    #[test]
    fn aliases_mean_the_same() {
        let run = options(r#"{"sigma":1,"q":0.01,"steps":1000}"#)
            .training()
            .unwrap()
            .run;
        assert_eq!(
            run.mechanism(),
            options(r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000}"#)
                .training()
                .unwrap()
                .run
                .mechanism()
        );
    }

    #[test]
    fn nothing_is_ignored() {
        for (json, message) in [
            (r#"{"noice":1}"#, "noice is not a known parameter"),
            (
                r#"{"sigma":1,"noise_multiplier":2}"#,
                "sigma is another name of noise_multiplier; give one of them",
            ),
            (
                r#"{"noise_multiplier":"1"}"#,
                "noise_multiplier is \"1\"; it must be a number",
            ),
            (
                r#"{"fpr":[1,null]}"#,
                "fpr is a list of mixed values; it must be a list of numbers",
            ),
            (
                r#"{"sampling":"lottery"}"#,
                "sampling is \"lottery\"; allowed is \"poisson\", \"without_replacement\", \"shuffle\", \"balls_and_bins\"",
            ),
            (r#"{"prior":true}"#, "prior is true; it must be a number"),
        ] {
            assert_eq!(options(json).training().unwrap_err().to_string(), message);
        }
    }
}
