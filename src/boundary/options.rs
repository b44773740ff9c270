//! Named options as they come from a link, a page or a shell: names and types checked, nothing ignored.

use super::value::{Names, Value, short};
use crate::figure::Error;
use crate::mechanism::{NeighboringRelation, Noise, Phase, RunOptions, Sampling};
use crate::simulation::{Estimator, MonteCarloOptions};
use crate::training::{CalibrateOptions, Quantity, SolveFor, SweepOptions, TrainingOptions};
use serde::Deserialize;

/// Options by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Options(pub Names);

/// Names that other libraries use for the same parameter.
const ALIASES: [(&str, &str); 5] = [
    ("sigma", "noise_multiplier"),
    ("q", "sample_rate"),
    ("sampling_probability", "sample_rate"),
    ("sampling_prob", "sample_rate"),
    ("steps", "num_steps"),
];

const RELATIONS: [(&str, NeighboringRelation); 3] = [
    ("add_or_remove_one", NeighboringRelation::AddOrRemoveOne),
    ("replace_one", NeighboringRelation::ReplaceOne),
    ("replace_special", NeighboringRelation::ReplaceSpecial),
];
const SAMPLINGS: [(&str, Sampling); 4] = [
    ("poisson", Sampling::Poisson),
    ("without_replacement", Sampling::WithoutReplacement),
    ("shuffle", Sampling::Shuffle),
    ("balls_and_bins", Sampling::BallsAndBins),
];
const NOISES: [(&str, Noise); 2] = [("gaussian", Noise::Gaussian), ("laplace", Noise::Laplace)];

const ESTIMATORS: [(&str, Estimator); 5] = [
    ("algorithm_1", Estimator::Algorithm1),
    ("antithetic", Estimator::Antithetic),
    ("control_variate", Estimator::ControlVariate),
    (
        "antithetic_control_variate",
        Estimator::AntitheticControlVariate,
    ),
    ("mixture", Estimator::Mixture),
];

const PARAMETERS: [(&str, SolveFor); 5] = [
    ("noise_multiplier", SolveFor::NoiseMultiplier),
    ("sample_rate", SolveFor::SampleRate),
    ("num_steps", SolveFor::NumSteps),
    ("batch_size", SolveFor::BatchSize),
    ("epochs", SolveFor::Epochs),
];
const QUANTITIES: [&str; 7] = [
    "advantage",
    "bayes_security",
    "epsilon",
    "tpr",
    "precision",
    "accuracy",
    "gdp_mu",
];
/// What a quantity needs may stand beside its target or at the top.
const BESIDE_TARGET: [&str; 4] = ["target_delta", "fpr", "prior", "fpr_range"];

impl Options {
    /// Options of [`TrainingOptions::result`].
    ///
    /// # Errors
    /// [`Error::Malformed`] for an unknown name, a name given twice or a value of the wrong type.
    pub fn training(mut self) -> Result<TrainingOptions, Error> {
        self.rename()?;
        let options = TrainingOptions {
            run: self.run()?,
            target_delta: self.number("target_delta")?,
            prior: self.number("prior")?,
            fpr: self.numbers("fpr")?,
            epsilon: self.numbers("epsilon")?.unwrap_or_default(),
            roc_points: self.number("roc_points")?,
            fpr_range: self.pair("fpr_range")?,
            flagged_share: self.number("flagged_share")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`MonteCarloOptions::run`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn monte_carlo(mut self) -> Result<MonteCarloOptions, Error> {
        self.rename()?;
        let estimator = match self.0.remove("estimator") {
            None | Some(Value::Nothing) => None,
            Some(given) => {
                self.0.insert("estimator".into(), given);
                Some(self.choice("estimator", &ESTIMATORS)?)
            }
        };
        let options = MonteCarloOptions {
            estimator,
            run: self.run()?,
            samples: self.number("samples")?,
            seed: self.number("seed")?,
            confidence: self.number("confidence")?,
            width: self.number("width")?,
            prior: self.number("prior")?,
            epsilon: self.numbers("epsilon")?.unwrap_or_default(),
            fpr: self.numbers("fpr")?.unwrap_or_default(),
            roc_points: self.number("roc_points")?,
            histogram: self.flag("histogram")?,
        };
        self.finish().map(|()| options)
    }

    pub(crate) fn run(&mut self) -> Result<RunOptions, Error> {
        Ok(RunOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            sample_rate: self.number("sample_rate")?,
            batch_size: self.number("batch_size")?,
            dataset_size: self.number("dataset_size")?,
            num_steps: self.number("num_steps")?,
            epochs: self.number("epochs")?,
            history: self.history()?,
            neighboring_relation: self.choice("neighboring_relation", &RELATIONS)?,
            sampling: self.choice("sampling", &SAMPLINGS)?,
            noise: self.choice("noise", &NOISES)?,
            group_size: self.number("group_size")?,
        })
    }

    /// Options of [`CalibrateOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn calibrate(mut self) -> Result<CalibrateOptions, Error> {
        self.rename()?;
        let solve_for = self.required("solve_for", &PARAMETERS)?;
        let mut target = match self.0.remove("target") {
            Some(Value::Named(named)) => Self(named),
            None | Some(Value::Nothing) => {
                return Err(Error::Missing {
                    parameter: "target",
                    needed: "target, an object with one figure and its value",
                });
            }
            Some(other) => {
                return Err(malformed(
                    "target",
                    format!(
                        "is {}; it must be an object with one figure and its value",
                        other.shown()
                    ),
                ));
            }
        };
        for name in BESIDE_TARGET {
            if let Some(value) = target.0.remove(name)
                && self.0.insert(name.into(), value).is_some()
            {
                return Err(malformed(
                    name,
                    "stands beside the target and at the top".into(),
                ));
            }
        }
        let named: Vec<&str> = QUANTITIES
            .into_iter()
            .filter(|name| target.0.get(name).is_some())
            .collect();
        let [name] = named[..] else {
            return Err(malformed(
                "target",
                format!(
                    "names {} figures; it must name one of {}",
                    named.len(),
                    QUANTITIES.join(", ")
                ),
            ));
        };
        let value = match target.0.remove(name) {
            Some(Value::Number(value)) => value,
            other => {
                let shown = other.map_or_else(|| "nothing".into(), |other| other.shown());
                return Err(malformed(name, format!("is {shown}; it must be a number")));
            }
        };
        target.finish()?;
        let options = CalibrateOptions {
            quantity: self.quantity(name)?,
            run: self.run()?,
            solve_for,
            target: value,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`SweepOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn sweep(mut self) -> Result<SweepOptions, Error> {
        self.rename()?;
        let over = self.required("over", &PARAMETERS[..3])?;
        let names = QUANTITIES.map(|name| (name, name));
        let name = self.required("quantity", &names)?;
        let options = SweepOptions {
            quantity: self.quantity(name)?,
            over,
            values: self.numbers("values")?.ok_or(Error::Missing {
                parameter: "values",
                needed: "values, a list of numbers",
            })?,
            run: self.run()?,
        };
        self.finish().map(|()| options)
    }

    /// A figure by name with what it needs.
    fn quantity(&mut self, name: &str) -> Result<Quantity, Error> {
        let prior = self.number("prior")?.unwrap_or(0.5);
        let delta = self.number("target_delta")?;
        let rates = self.numbers("fpr")?.unwrap_or_default();
        let range = self.pair("fpr_range")?;
        let fpr = || match rates[..] {
            [fpr] => Ok(fpr),
            [] => Err(Error::Missing {
                parameter: "fpr",
                needed: "fpr, the rate of false positives",
            }),
            _ => Err(malformed(
                "fpr",
                format!("has {} entries; it must be one rate", rates.len()),
            )),
        };
        match name {
            "advantage" => Ok(Quantity::Advantage),
            "bayes_security" => Ok(Quantity::BayesSecurity),
            "accuracy" => Ok(Quantity::Accuracy { prior }),
            "tpr" => Ok(Quantity::Tpr { fpr: fpr()? }),
            "precision" => Ok(Quantity::Precision { prior, fpr: fpr()? }),
            "epsilon" => Ok(Quantity::Epsilon {
                target_delta: delta.ok_or(Error::Missing {
                    parameter: "target_delta",
                    needed: "target_delta for epsilon",
                })?,
            }),
            _ => {
                let listed = match rates[..] {
                    [first, second] => Some((first, second)),
                    _ => None,
                };
                let (fpr_min, fpr_max) = range.or(listed).unwrap_or((1e-6, 0.999999));
                Ok(Quantity::GdpMu { fpr_min, fpr_max })
            }
        }
    }

    /// One of the words of a table, which must be given.
    fn required<T: Copy>(
        &mut self,
        name: &'static str,
        table: &[(&'static str, T)],
    ) -> Result<T, Error> {
        if matches!(self.0.get(name), None | Some(Value::Nothing)) {
            let words: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
            return Err(malformed(
                name,
                format!("is missing; give one of {}", words.join(", ")),
            ));
        }
        self.choice(name, table)
    }

    fn history(&mut self) -> Result<Option<Vec<Phase>>, Error> {
        let rows = match self.0.remove("history") {
            None | Some(Value::Nothing) => return Ok(None),
            Some(Value::Rows(rows)) => rows,
            // An empty list of rows reads as an empty list of numbers.
            Some(Value::Numbers(numbers)) if numbers.is_empty() => Vec::new(),
            Some(other) => {
                return Err(malformed(
                    "history",
                    format!(
                        "is {}; it must be a list of [noise_multiplier, sample_rate, num_steps]",
                        other.shown()
                    ),
                ));
            }
        };
        let phase = |(i, row): (usize, Vec<f64>)| match row[..] {
            [noise_multiplier, sample_rate, num_steps] => Ok(Phase {
                noise_multiplier,
                sample_rate,
                num_steps,
            }),
            _ => Err(malformed(
                "history",
                format!(
                    "has {} numbers in entry {}; each entry is [noise_multiplier, sample_rate, num_steps]",
                    row.len(),
                    i + 1
                ),
            )),
        };
        rows.into_iter()
            .enumerate()
            .map(phase)
            .collect::<Result<_, _>>()
            .map(Some)
    }

    pub(crate) fn rename(&mut self) -> Result<(), Error> {
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

    pub(crate) fn number(&mut self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number)),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be a number", other.shown()),
            )),
        }
    }

    pub(crate) fn numbers(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing) => Ok(None),
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

    /// A truth value, false if nothing is given.
    pub(crate) fn flag(&mut self, name: &'static str) -> Result<bool, Error> {
        match self.0.remove(name) {
            None | Some(Value::Nothing) => Ok(false),
            Some(Value::Flag(flag)) => Ok(flag),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be true or false", other.shown()),
            )),
        }
    }

    /// Two numbers.
    pub(crate) fn pair(&mut self, name: &'static str) -> Result<Option<(f64, f64)>, Error> {
        match self.numbers(name)? {
            None => Ok(None),
            Some(numbers) => match numbers[..] {
                [first, second] => Ok(Some((first, second))),
                _ => Err(malformed(
                    name,
                    format!("has {} entries; it must have two", numbers.len()),
                )),
            },
        }
    }

    /// One of the words of a table; the first if nothing is given.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &'static str,
        table: &[(&str, T)],
    ) -> Result<T, Error> {
        let given = match self.0.remove(name) {
            None | Some(Value::Nothing) => return Ok(table[0].1),
            Some(given) => given,
        };
        if let Value::Text(text) = &given
            && let Some((_, choice)) = table.iter().find(|(word, _)| word == text)
        {
            return Ok(*choice);
        }
        let words: Vec<String> = table
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        Err(malformed(
            name,
            format!("is {}; allowed is {}", given.shown(), words.join(", ")),
        ))
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        match self.0.into_first_name() {
            None => Ok(()),
            Some(name) => Err(malformed(&short(&name), "is not a known parameter".into())),
        }
    }
}

pub(crate) fn malformed(parameter: &str, problem: String) -> Error {
    Error::Malformed {
        parameter: parameter.into(),
        problem,
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
