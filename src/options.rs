//! Named options as they come from a link, a page or a shell: names and types checked, nothing ignored.

use crate::{Error, MonteCarloOptions, RANGES, RunOptions, TrainingOptions};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A value before it is known what it should be.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number, NaN and infinities included.
    Number(f64),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// A text.
    Text(String),
    /// A truth value.
    Flag(bool),
    /// Nothing, the same as leaving the name out.
    Nothing(()),
    /// Anything else.
    Other(serde::de::IgnoredAny),
}

/// Options by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, Value>);

/// Names that other libraries use for the same parameter.
const ALIASES: [(&str, &str); 5] = [
    ("sigma", "noise_multiplier"),
    ("q", "sample_rate"),
    ("sampling_probability", "sample_rate"),
    ("sampling_prob", "sample_rate"),
    ("steps", "num_steps"),
];

impl Options {
    /// Options of [`TrainingOptions::result`].
    ///
    /// # Errors
    /// [`Error::Malformed`] for an unknown name, a name given twice or a value of the wrong type.
    pub fn training(mut self) -> Result<TrainingOptions, Error> {
        self.rename()?;
        self.only("neighboring_relation", "add_or_remove_one")?;
        self.only("sampling", "poisson")?;
        let options = TrainingOptions {
            run: self.run()?,
            target_delta: self.number("target_delta")?,
            prior: self.number("prior")?,
            fpr: self.numbers("fpr")?,
            epsilon: self.numbers("epsilon")?.unwrap_or_default(),
            roc_points: self.number("roc_points")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of a Monte Carlo run.
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::OutOfRange`] or [`Error::Missing`] for the run's own parameters.
    pub fn monte_carlo(mut self) -> Result<MonteCarloOptions, Error> {
        self.rename()?;
        self.only("neighboring_relation", "add_or_remove_one")?;
        self.only("sampling", "poisson")?;
        let run = self.run()?.run()?;
        let options = MonteCarloOptions::new(
            run,
            self.number("samples")?.or(RANGES.samples.default),
            self.number("seed")?,
            self.number("confidence")?,
        )?;
        self.finish().map(|()| options)
    }

    fn run(&mut self) -> Result<RunOptions, Error> {
        Ok(RunOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            sample_rate: self.number("sample_rate")?,
            batch_size: self.number("batch_size")?,
            dataset_size: self.number("dataset_size")?,
            num_steps: self.number("num_steps")?,
            epochs: self.number("epochs")?,
        })
    }

    fn rename(&mut self) -> Result<(), Error> {
        for (alias, name) in ALIASES {
            if let Some(value) = self.0.remove(alias)
                && self.0.insert(name.into(), value).is_some()
            {
                return Err(malformed(
                    alias,
                    format!("is another name of {name}; give one of them"),
                ));
            }
        }
        Ok(())
    }

    fn number(&mut self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing(())) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number)),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be a number", other.shown()),
            )),
        }
    }

    fn numbers(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing(())) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(vec![number])),
            Some(Value::Numbers(numbers)) if numbers.len() <= 1000 => Ok(Some(numbers)),
            Some(Value::Numbers(numbers)) => Err(malformed(
                name,
                format!("has {} entries; at most 1000 are allowed", numbers.len()),
            )),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be a list of numbers", other.shown()),
            )),
        }
    }

    /// Takes a choice of which only one value is computed.
    fn only(&mut self, name: &'static str, allowed: &str) -> Result<(), Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing(())) => Ok(()),
            Some(Value::Text(text)) if text == allowed => Ok(()),
            Some(other) => Err(malformed(
                name,
                format!("is {}; allowed is \"{allowed}\"", other.shown()),
            )),
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(name) => Err(malformed(&short(&name), "is not a known parameter".into())),
        }
    }
}

impl Value {
    fn shown(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Numbers(_) => "a list".into(),
            Self::Text(text) => format!("\"{}\"", short(text)),
            Self::Flag(flag) => flag.to_string(),
            Self::Nothing(()) => "nothing".into(),
            Self::Other(_) => "an object".into(),
        }
    }
}

fn malformed(parameter: &str, problem: String) -> Error {
    Error::Malformed {
        parameter: parameter.into(),
        problem,
    }
}

/// Text for a message: a hostile one may be megabytes long.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.into()
    } else {
        text.chars().take(LONGEST).chain("…".chars()).collect()
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
            run.run(),
            options(r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000}"#)
                .training()
                .unwrap()
                .run
                .run()
        );
    }

    #[test]
    fn nothing_is_ignored() {
        for (json, message) in [
            (r#"{"noise":1}"#, "noise is not a known parameter"),
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
                "fpr is an object; it must be a list of numbers",
            ),
            (
                r#"{"sampling":"shuffle"}"#,
                "sampling is \"shuffle\"; allowed is \"poisson\"",
            ),
            (r#"{"prior":true}"#, "prior is true; it must be a number"),
        ] {
            assert_eq!(options(json).training().unwrap_err().to_string(), message);
        }
    }
}
