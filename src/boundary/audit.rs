//! What an attack's results say about a declared run.

#[cfg(test)]
use super::generated::Line;
use super::guarantee::Given;
use super::options::{Options, malformed};
use super::table::{Flag, Kind, List, Number, Numbers, OneOrEach, Table, part, table};
use super::training::RATES;
use super::value::Value;
use crate::audit::{AuditOptions, AuditPlanOptions, Declared, Evidence, ScoreColumns, Scores};
use crate::figure::{Error, RANGES};
use crate::mechanism::RunOptions;

/// Most scores of a class that options may hold.
const MOST_SCORES: usize = 10_000_000;

pub(super) struct Audit {
    run: RunOptions,
    guarantee: Given,
    results: Results,
    level: Option<f64>,
    target_delta: Option<f64>,
    fpr: Option<Vec<f64>>,
    roc_points: Option<f64>,
}

table! { AuditPlanOptions {
    run: part::<RunOptions>();
    /// The share of the declared noise that is thought to be missing.
    less_noise: Number(RANGES.less_noise), "share";
    /// The chance with which the audit is to refute the declared run then.
    power: Number(RANGES.power), "probability";
    /// Confidence of the audit.
    level: Number(RANGES.level), "probability";
    /// Rates of false positives at which the attack is planned.
    fpr: Numbers::of(RANGES.fpr).at_most(10).or(RATES), "rate";
}}

table! { Audit {
    run: part::<RunOptions>();
    guarantee: Form;
    results: part::<Results>();
    /// Confidence of each bound by itself.
    level: Number(RANGES.level), "probability";
    /// Asks for `epsilon`.
    target_delta: Number(RANGES.target_delta), "probability";
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
    /// Number of points of the declared `roc`; 0 leaves it out.
    roc_points: Number(RANGES.roc_points), "points";
}}

/// Results in one of their forms.
struct Results {
    true_positives: Vec<f64>,
    positives: Vec<f64>,
    false_positives: Vec<f64>,
    negatives: Vec<f64>,
    members: Vec<f64>,
    non_members: Vec<f64>,
    canaries: Option<f64>,
    guesses: Option<f64>,
    correct: Option<f64>,
}

table! { Results {
    /// Members that the attack named, at each threshold that was fixed before. Give counts, scores, or guesses of one run.
    true_positives: List(Numbers::of(RANGES.count)), "members";
    /// Members that were tried: one number, or one for each threshold.
    positives: OneOrEach(Numbers::of(RANGES.trials)), "members";
    /// Non-members that the attack named, at each of these thresholds.
    false_positives: List(Numbers::of(RANGES.count)), "non-members";
    /// Non-members that were tried: one number, or one for each threshold.
    negatives: OneOrEach(Numbers::of(RANGES.trials)), "non-members";
    /// Scores of members; a larger one says "in".
    members: ScoreList;
    /// Scores of non-members.
    non_members: ScoreList;
    /// Canaries of a single training, each in by a fair coin.
    canaries: Number(RANGES.canaries), "canaries";
    /// Canaries of which the attack said "in" or "out"; of the others it said nothing.
    guesses: Number(RANGES.canaries), "canaries";
    /// Guesses that were right.
    correct: Number(RANGES.count), "canaries";
}}

/// Scores of any size.
struct ScoreList;

impl Kind for ScoreList {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Ok(options.numbers(name, MOST_SCORES)?.unwrap_or_default())
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("number[]").most(MOST_SCORES)]
    }
}

/// The guarantee, where one is given.
struct Form;

impl Kind for Form {
    type Read = Given;

    fn read(&self, options: &mut Options, _: &'static str) -> Result<Given, Error> {
        Given::read(options)
    }

    #[cfg(test)]
    fn lines(&self, _: Line) -> Vec<Line> {
        Given::lines()
    }
}

impl Results {
    fn evidence(self, read: Option<Scores>) -> Result<Evidence, Error> {
        let lists = [
            &self.true_positives,
            &self.positives,
            &self.false_positives,
            &self.negatives,
        ];
        let counts = lists.iter().any(|list| !list.is_empty());
        let scores = !self.members.is_empty() || !self.non_members.is_empty();
        let one_run = self.canaries.or(self.guesses).or(self.correct).is_some();
        let forms = [
            ("true_positives", counts),
            ("members", scores),
            ("canaries", one_run),
            ("file", read.is_some()),
        ];
        let given: Vec<&str> = forms
            .iter()
            .filter(|(_, given)| *given)
            .map(|(name, _)| *name)
            .collect();
        match given[..] {
            [_] => {}
            [] => {
                return Err(Error::Missing {
                    parameter: "true_positives",
                    needed: "the results: true_positives, positives, false_positives and negatives; members and non_members; or \
                             canaries, guesses and correct",
                });
            }
            [first, second, ..] => {
                return Err(malformed(
                    second,
                    format!("stands beside {first}; give one kind of results"),
                ));
            }
        }
        if let Some(read) = read {
            return Ok(Evidence::Scores(read));
        }
        let needed = |parameter: &'static str, value: Option<f64>| {
            value.ok_or(Error::Missing {
                parameter,
                needed: parameter,
            })
        };
        if counts {
            let given = |parameter: &'static str, list: Vec<f64>| {
                let some = (!list.is_empty()).then_some(list);
                some.ok_or(Error::Missing {
                    parameter,
                    needed: parameter,
                })
            };
            return Ok(Evidence::Counts {
                positives: given("positives", self.positives)?,
                negatives: given("negatives", self.negatives)?,
                true_positives: self.true_positives,
                false_positives: self.false_positives,
            });
        }
        if scores {
            return Scores::new(self.members, self.non_members).map(Evidence::Scores);
        }
        Ok(Evidence::OneRun {
            canaries: needed("canaries", self.canaries)?,
            guesses: needed("guesses", self.guesses)?,
            correct: needed("correct", self.correct)?,
        })
    }
}

impl Options {
    /// Options of [`AuditOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Conflict`] for a run beside a guarantee.
    pub fn audit(self) -> Result<AuditOptions, Error> {
        self.audit_of(None)
    }

    /// The same with scores that were read from a file.
    ///
    /// # Errors
    /// As [`Options::audit`], and [`Error::Malformed`] for other results beside them.
    pub(super) fn audit_of(self, scores: Option<Scores>) -> Result<AuditOptions, Error> {
        let Audit {
            run,
            guarantee,
            results,
            level,
            target_delta,
            fpr,
            roc_points,
        } = self.by_table()?;
        Ok(AuditOptions {
            declared: declared(run, guarantee)?,
            evidence: results.evidence(scores)?,
            level,
            target_delta,
            fpr,
            roc_points,
        })
    }
}

impl Options {
    /// Options of [`AuditPlanOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn audit_plan(self) -> Result<AuditPlanOptions, Error> {
        self.by_table()
    }

    /// The columns of a [`crate::ScoreFile`], by name or place.
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn score_columns(mut self) -> Result<ScoreColumns, Error> {
        let mut column = |name: &'static str| match self.take(name)? {
            None => Ok(None),
            Some(Value::Text(column)) => Ok(Some(column)),
            Some(Value::Number(place)) => Ok(Some(place.to_string())),
            Some(other) => Err(other.refused(name, "the name or the place of a column")),
        };
        let (score, membership) = (column("score")?, column("membership")?);
        let lower_is_in = Flag.read(&mut self, "lower_is_in")?;
        self.finish().map(|()| ScoreColumns {
            score,
            membership,
            lower_is_in,
        })
    }
}

fn declared(run: RunOptions, guarantee: Given) -> Result<Declared, Error> {
    let Some(form) = guarantee.first_name() else {
        return Ok(Declared::Run(run));
    };
    let of_run = [
        ("noise_multiplier", run.noise_multiplier.is_some()),
        ("sample_rate", run.sample_rate.is_some()),
        ("batch_size", run.batch_size.is_some()),
        ("num_steps", run.num_steps.is_some()),
        ("epochs", run.epochs.is_some()),
        ("history", run.history.is_some()),
    ];
    match of_run.iter().find(|(_, given)| *given) {
        Some((other, _)) => Err(Error::Conflict {
            parameter: form,
            other,
        }),
        None => guarantee.guarantee(None).map(Declared::Guarantee),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_or_counted_and_nothing_is_ignored() {
        let columns = |json: &str| {
            let options: Options = serde_json::from_str(json).expect("an object");
            options.score_columns()
        };
        let found =
            columns(r#"{"score":"loss","membership":2,"lower_is_in":true}"#).expect("columns");
        assert_eq!(found.score.as_deref(), Some("loss"));
        assert_eq!(found.membership.as_deref(), Some("2"));
        assert!(found.lower_is_in);
        for (json, message) in [
            (r#"{"scor":"loss"}"#, "scor is not a known parameter"),
            (r#"{"score":true}"#, "the name or the place of a column"),
            (r#"{"lower_is_in":1}"#, "true or false"),
        ] {
            let found = columns(json).expect_err("a refusal").to_string();
            assert!(found.contains(message), "{found}");
        }
    }
}
