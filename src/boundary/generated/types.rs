//! The types for TypeScript: results from their structs, options from their tables.

use super::line::Line;
use super::questions::questions;
use crate::audit::{AuditPlan, AuditResult, ScoreColumns, ScoreSummary};
use crate::boundary::laboratory::ExperimentResult;
use crate::boundary::outcome::Outcome;
use crate::boundary::quantity::{QuantityName, QuantityOptions};
use crate::boundary::table::Table;
use crate::errata::Erratum;
use crate::figure::{Figure, Ranges, Roc};
use crate::guarantee::{
    DependentDataResult, GuaranteeResult, IsoBoundResult, UnboundedExample, UnlearningCurve,
};
use crate::laboratory::TableSummary;
use crate::mechanism::{NeighboringRelation, Noise, RunOptions, Sampling};
use crate::output_noise::{
    MipTableResult, MomentResult, NoiseNorm, NoiseResult, NoiseSample, OutputNoise, PowersOfTwo,
};
use crate::papers::{PaperFigure, PaperFigureResult};
use crate::simulation::{MonteCarloPlan, MonteCarloResult, Tally};
use crate::training::{
    ApproximationFigure, Attained, AttributesResult, BayesSecurityResult, CalibrateResult,
    GradientDistance, SweepResult, TrainingResult,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// The types of the module's boundary, made from src/ by its tests: WRITE_GENERATED=1 cargo test --lib generated.
// Every rate, probability and advantage is a plain number in [0, 1].

/** Noise multiplier, sample rate, number of steps: the order of Opacus' `history`. */
export type HistoryEntry = [number, number, number];
";

/// Types by their names.
struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.declared.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = self.with_bases(&name, T::decl(&self.config));
        self.declared
            .insert(name, laid_out(&format!("{docs}export {declaration}")));
        T::visit_dependencies(self);
    }
}

impl Types {
    /// The declaration, in which a flattened struct is named instead of spelled out.
    fn with_bases(&self, name: &str, mut declaration: String) -> String {
        let bases = [
            ("Attained", Attained::inline(&self.config)),
            (
                "ApproximationFigure",
                ApproximationFigure::inline(&self.config),
            ),
            ("Figure", Figure::inline(&self.config)),
        ];
        for (base, inline) in bases {
            let fields = inline.trim_start_matches('{').trim_end_matches('}').trim();
            if base != name && declaration.contains(fields) {
                declaration = declaration.replace(fields, "");
                declaration = declaration.replace(" = {", &format!(" extends {base} = {{"));
            }
        }
        declaration
    }
}

macro_rules! visit {
    ($types:ident: $($result:ty),+ $(,)?) => { $($types.visit::<$result>();)+ };
}

/// The whole file.
pub(super) fn file() -> String {
    let mut types = Types {
        config: Config::new().with_large_int("number"),
        declared: BTreeMap::new(),
    };
    visit!(types:
        Outcome<()>, NeighboringRelation, Sampling, Noise, NoiseNorm, OutputNoise, QuantityName, Ranges, Roc, Erratum,
        TrainingResult, CalibrateResult, SweepResult, BayesSecurityResult, AttributesResult, GradientDistance,
        AuditResult, AuditPlan, ScoreColumns, ScoreSummary, GuaranteeResult, IsoBoundResult, UnlearningCurve, UnboundedExample, DependentDataResult,
        NoiseResult, NoiseSample, MomentResult, MipTableResult, PowersOfTwo, PaperFigure, PaperFigureResult,
        MonteCarloPlan, Tally, MonteCarloResult, ExperimentResult, TableSummary,
    );
    let mut text = HEAD.to_owned();
    for declaration in types.declared.into_values() {
        text += "\n";
        text += &declaration;
    }
    let run = (
        "RunOptions",
        "What is known of a run. Give `history`; or `noise_multiplier`, and `sample_rate` or `batch_size` with \
         `dataset_size`, and `num_steps` or `epochs`.",
        RunOptions::lines(),
    );
    let quantity = (
        "QuantityOptions",
        "What a quantity needs beside its name.",
        QuantityOptions::lines(),
    );
    let questions = questions();
    let experiments: Vec<&str> = questions
        .iter()
        .filter(|question| question.name.starts_with("experiment_"))
        .map(|question| question.typed)
        .collect();
    let questions = questions.into_iter();
    let questions = questions.map(|question| (question.typed, question.help, question.lines));
    for (name, help, lines) in [run, quantity].into_iter().chain(questions) {
        text += "\n";
        text += &options_type(name, help, &lines);
    }
    text += "\n/** What the laboratory can be asked. */\n";
    let _ = writeln!(
        text,
        "export type ExperimentOptions = {};",
        experiments.join(" | ")
    );
    text
}

/// Tables that are types of their own.
const NAMED_PARTS: [&str; 2] = ["RunOptions", "QuantityOptions"];

fn options_type(name: &str, help: &str, lines: &[Line]) -> String {
    let named = |line: &&Line| line.part.filter(|part| NAMED_PARTS.contains(part));
    let mut bases: Vec<&str> = lines.iter().filter_map(|line| named(&line)).collect();
    bases.dedup();
    let extends = match bases[..] {
        [] => String::new(),
        _ => format!(" extends {}", bases.join(", ")),
    };
    let mut text = comment("", help);
    let _ = writeln!(text, "export interface {name}{extends} {{");
    for line in lines.iter().filter(|line| named(line).is_none()) {
        text += &comment("  ", &line.in_words());
        let mark = if line.required { "" } else { "?" };
        let _ = writeln!(text, "  {}{mark}: {};", line.name, line.typed);
    }
    text + "}\n"
}

/// One field a line, comments as in the other sources.
fn laid_out(text: &str) -> String {
    let mut out = String::new();
    let mut words: Option<Vec<&str>> = None;
    let mut indent = "";
    for line in text.lines().map(str::trim) {
        match (&mut words, line) {
            (None, "/**") => words = Some(Vec::new()),
            (Some(found), "*/") => {
                out += &comment(indent, &found.join(" "));
                words = None;
            }
            (Some(found), line) => found.push(line.trim_start_matches('*').trim()),
            (None, line) if line.ends_with('{') => {
                let head = line
                    .trim_end_matches('{')
                    .trim()
                    .trim_end_matches('=')
                    .trim();
                let head = head.replace(" type ", " interface ");
                let _ = writeln!(out, "{head} {{");
                indent = "  ";
            }
            (None, line) => {
                let (field, end) = match line.strip_suffix("};") {
                    Some(field) if !indent.is_empty() => (field.trim(), "}\n"),
                    _ => (line, ""),
                };
                let field = field.trim_end_matches([',', ';']);
                if !field.is_empty() {
                    let _ = writeln!(out, "{indent}{field};");
                }
                out += end;
            }
        }
    }
    out
}

/// A comment, broken into lines.
fn comment(indent: &str, text: &str) -> String {
    const WIDTH: usize = 110;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("a line");
        if !last.is_empty() && last.chars().count() + word.chars().count() >= WIDTH {
            lines.push(word.into());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    match &lines[..] {
        [one] => format!("{indent}/** {one} */\n"),
        many => {
            let lines: String = many
                .iter()
                .map(|line| format!("{indent} * {line}\n"))
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}
