//! One figure of a training: solved for, and swept.

#[cfg(test)]
use super::generated::Line;
use super::options::{Options, malformed};
use super::table::{Flag, Kind, Number, Numbers, Pair, maybe_word, needed_word, part, table};
use super::value::Value;
use crate::figure::{Error, RANGES, value_of_word, words_of};
use crate::mechanism::RunOptions;
use crate::training::{CalibrateOptions, Overlay, Quantity, Second, SolveFor, SweepOptions};
use serde::Deserialize;

#[cfg(test)]
use crate::training::MOST_SECOND;

/// A figure that can be asked for, swept and solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Quantity"))]
pub(super) enum QuantityName {
    Advantage,
    BayesSecurity,
    Epsilon,
    Tpr,
    Precision,
    Accuracy,
    Eta,
    PositiveAccuracy,
    GdpMu,
}

/// What a quantity needs beside its name.
pub(super) struct QuantityOptions {
    target_delta: Option<f64>,
    fpr: Option<Vec<f64>>,
    prior: Option<f64>,
    attack_rate: Option<f64>,
    fpr_range: Option<(f64, f64)>,
}

/// The names of [`QuantityOptions`], which may stand beside the target or at the top.
const BESIDE_TARGET: [&str; 5] = ["target_delta", "fpr", "prior", "attack_rate", "fpr_range"];
/// Most values of a sweep.
const MOST_VALUES: usize = 1000;
/// A noise multiplier, a sample rate or a number of steps.
const SECOND_WORDS: usize = 3;

pub(super) struct Calibration {
    solve_for: SolveFor,
    target: (QuantityName, f64),
    run: RunOptions,
    needs: QuantityOptions,
}

pub(super) struct Sweep {
    quantity: QuantityName,
    over: SolveFor,
    values: Vec<f64>,
    bounds: bool,
    second: Option<SolveFor>,
    second_values: Vec<f64>,
    run: RunOptions,
    needs: QuantityOptions,
}

table! { QuantityOptions {
    /// For `epsilon`, and for the bounds of a sweep that follow from it.
    target_delta: Number(RANGES.target_delta), "probability";
    /// For `tpr` and `precision`; one rate.
    fpr: Rate, "rate";
    /// For `precision`, `accuracy`, `eta` and `positive_accuracy`: the probability that a record is a member; 0.5 where it is left
    /// out and not solved for.
    prior: Number(RANGES.prior.without_default()), "probability";
    /// For `positive_accuracy`: the share of the members that the attacker recognises at least.
    attack_rate: Number(RANGES.attack_rate), "share";
    /// For `gdp_mu`: [smallest, largest] rate of false positives.
    fpr_range: Pair { range: RANGES.fpr_range, default: Some((1e-6, 0.999999)) }, "rate";
}}

table! { Calibration {
    /// The parameter that is wanted. Leave it out of the run (for "sample_rate" also `batch_size`, for "num_steps" also
    /// `epochs`). "noise_factor" multiplies every noise multiplier of `history`; "prior" leaves the run as it is and is for
    /// `precision` and `positive_accuracy`.
    solve_for: needed_word::<SolveFor>(usize::MAX);
    /// One quantity and the value it must not pass; what the quantity needs may also stand here.
    target: Target;
    run: part::<RunOptions>();
    needs: part::<QuantityOptions>();
}}

table! { Sweep {
    /// The parameter that varies; leave it out of the run. "noise_factor" multiplies every noise multiplier of `history`; "prior"
    /// leaves the run as it is and is for `precision` and `positive_accuracy`.
    over: needed_word::<SolveFor>(5);
    /// The figure.
    quantity: needed_word::<QuantityName>(usize::MAX);
    /// Values of it.
    values: Values;
    /// Whether every published bound of the figure is given beside it, where it applies.
    bounds: Flag;
    /// Another parameter: the figure is given at its `second_values`, too.
    second: maybe_word::<SolveFor>(SECOND_WORDS);
    /// Up to four values of `second`, one curve each.
    second_values: SecondValues;
    run: part::<RunOptions>();
    needs: part::<QuantityOptions>();
}}

/// One rate of false positives; for `gdp_mu` a list may stand for the range.
struct Rate;

impl Kind for Rate {
    type Read = Option<Vec<f64>>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Numbers::of(RANGES.fpr).read(options, name)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.number(&RANGES.fpr)]
    }
}

/// Values of a parameter.
struct Values;

impl Kind for Values {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        options.numbers(name, MOST_VALUES)?.ok_or(Error::Missing {
            parameter: name,
            needed: "values, a list of numbers",
        })
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("number[]").most(MOST_VALUES).required()]
    }
}

/// Values of the parameter beside the one that is swept.
struct SecondValues;

impl Kind for SecondValues {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Ok(options.numbers(name, MOST_VALUES)?.unwrap_or_default())
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("number[]").most(MOST_SECOND)]
    }
}

/// An object with one quantity and its value.
struct Target;

impl Kind for Target {
    type Read = (QuantityName, f64);

    fn read(&self, options: &mut Options, _: &'static str) -> Result<Self::Read, Error> {
        const NEEDED: &str = "an object with one figure and its value";
        let mut target = match options.0.remove("target") {
            Some(Value::Named(named)) => Options(named),
            None | Some(Value::Nothing) => {
                return Err(Error::Missing {
                    parameter: "target",
                    needed: "target, an object with one figure and its value",
                });
            }
            Some(other) => return Err(other.refused("target", NEEDED)),
        };
        for name in BESIDE_TARGET {
            if let Some(value) = target.0.remove(name)
                && options.0.insert(name.into(), value).is_some()
            {
                return Err(malformed(
                    name,
                    "stands beside the target and at the top".into(),
                ));
            }
        }
        let all = words_of::<QuantityName>(usize::MAX);
        let named: Vec<usize> = (0..all.len())
            .filter(|&index| target.0.get(all[index]).is_some())
            .collect();
        let (&[index], Some(quantity)) = (
            &named[..],
            named.first().and_then(|&index| value_of_word(index)),
        ) else {
            return Err(malformed(
                "target",
                format!(
                    "names {} figures; it must name one of {}",
                    named.len(),
                    all.join(", ")
                ),
            ));
        };
        let name = all[index];
        let value = match target.0.remove(name) {
            Some(Value::Number(value)) => value,
            other => {
                let shown = other.map_or_else(|| "nothing".into(), |other| other.shown());
                return Err(malformed(name, format!("is {shown}; it must be a number")));
            }
        };
        target.finish().map(|()| (quantity, value))
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![
            option
                .typed("{ [Q in Quantity]?: number } & QuantityOptions")
                .required(),
        ]
    }
}

impl QuantityOptions {
    /// That the prior is left out where it is what varies; `other` is the option that says so.
    fn check_left_out(&self, open: SolveFor, other: &'static str) -> Result<(), Error> {
        if open == SolveFor::Prior && self.prior.is_some() {
            return Err(Error::Conflict {
                parameter: "prior",
                other,
            });
        }
        Ok(())
    }

    /// The figure of that name.
    fn quantity(self, name: QuantityName) -> Result<Quantity, Error> {
        let prior = RANGES.prior.or_default("prior", self.prior)?;
        let rates = self.fpr.unwrap_or_default();
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
        Ok(match name {
            QuantityName::Advantage => Quantity::Advantage,
            QuantityName::BayesSecurity => Quantity::BayesSecurity,
            QuantityName::Accuracy => Quantity::Accuracy { prior },
            QuantityName::Eta => Quantity::Eta { prior },
            QuantityName::PositiveAccuracy => Quantity::PositiveAccuracy {
                prior,
                attack_rate: self.attack_rate.ok_or(Error::Missing {
                    parameter: "attack_rate",
                    needed: "attack_rate for positive_accuracy",
                })?,
            },
            QuantityName::Tpr => Quantity::Tpr { fpr: fpr()? },
            QuantityName::Precision => Quantity::Precision { prior, fpr: fpr()? },
            QuantityName::Epsilon => Quantity::Epsilon {
                target_delta: self.target_delta.ok_or(Error::Missing {
                    parameter: "target_delta",
                    needed: "target_delta for epsilon",
                })?,
            },
            QuantityName::GdpMu => {
                let (fpr_min, fpr_max) = match rates[..] {
                    [first, second] => (first, second),
                    _ => self.fpr_range.unwrap_or_default(),
                };
                Quantity::GdpMu { fpr_min, fpr_max }
            }
        })
    }
}

impl Options {
    /// Options of [`CalibrateOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn calibrate(self) -> Result<CalibrateOptions, Error> {
        let asked: Calibration = self.by_table()?;
        asked.needs.check_left_out(asked.solve_for, "solve_for")?;
        let (quantity, target) = asked.target;
        Ok(CalibrateOptions {
            quantity: asked.needs.quantity(quantity)?,
            run: asked.run,
            solve_for: asked.solve_for,
            target,
        })
    }

    /// Options of [`SweepOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn sweep(self) -> Result<SweepOptions, Error> {
        let asked: Sweep = self.by_table()?;
        asked.needs.check_left_out(asked.over, "over")?;
        let target_delta = asked.needs.target_delta;
        let second = match (asked.second, asked.second_values) {
            (Some(over), values) => Some(Second { over, values }),
            (None, values) if values.is_empty() => None,
            (None, _) => {
                return Err(Error::Missing {
                    parameter: "second",
                    needed: "second, the parameter of second_values",
                });
            }
        };
        Ok(SweepOptions {
            quantity: asked.needs.quantity(asked.quantity)?,
            over: asked.over,
            values: asked.values,
            run: asked.run,
            overlay: Overlay {
                bounds: asked.bounds,
                target_delta,
                second,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_is_given_or_solved_for() {
        let asked = |rest: &str| {
            let run = r#""noise_multiplier":1,"sample_rate":0.01,"num_steps":10,"fpr":0.01"#;
            let text = format!(r#"{{"target":{{"precision":0.6}},{run},{rest}}}"#);
            let options: Options = serde_json::from_str(&text).expect("an object");
            options.calibrate().map(|asked| asked.quantity.prior())
        };
        assert_eq!(asked(r#""solve_for":"noise_factor""#), Ok(0.5));
        assert_eq!(asked(r#""solve_for":"noise_factor","prior":0.1"#), Ok(0.1));
        assert!(asked(r#""solve_for":"prior""#).is_ok());
        let refused = asked(r#""solve_for":"prior","prior":0.1"#).expect_err("both");
        assert!(refused.to_string().contains("prior"), "{refused}");
    }

    #[test]
    fn are_called_as_they_are_asked_for() {
        for (index, word) in words_of::<QuantityName>(usize::MAX).iter().enumerate() {
            let name: QuantityName = value_of_word(index).expect("one of its words");
            let needs = QuantityOptions {
                target_delta: Some(1e-5),
                fpr: Some(vec![0.01]),
                prior: None,
                attack_rate: Some(0.1),
                fpr_range: Some((0.01, 0.1)),
            };
            assert_eq!(needs.quantity(name).map(|asked| asked.name()), Ok(*word));
        }
    }
}
