//! The files that are made from tables and structs, and the tests that hold the committed ones to them. To write them anew:
//! `WRITE_GENERATED=1 cargo test --lib generated`.

mod audit_examples;
mod line;
mod questions;
mod types;

pub(super) use line::Line;

use crate::figure::RANGES;
use questions::questions;
use serde_json::{Value, json};
use std::{env, fs};

/// Compares a committed file with what it should hold, or writes it where that is asked for.
fn hold(path: &str, text: &str) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("WRITE_GENERATED").is_some() {
        fs::write(&path, text).expect("a file that can be written");
    }
    assert!(
        fs::read_to_string(&path).is_ok_and(|committed| committed == text),
        "{path} is not what the tables and structs say; write it anew: WRITE_GENERATED=1 cargo test --lib generated"
    );
}

#[test]
fn types_for_javascript() {
    hold("src/boundary/wasm/core.d.ts", &types::file());
}

/// What the command line prints as help.
#[test]
fn questions_with_their_options() {
    hold("bin/questions.json", &file_of(|_| true));
}

/// What the page's laboratory says of the options of each experiment.
#[test]
fn experiments_with_their_options() {
    hold(
        "src/boundary/experiments.json",
        &file_of(|name| name.starts_with("experiment_")),
    );
}

fn file_of(wanted: impl Fn(&str) -> bool) -> String {
    let one_a_line: Vec<String> = questions()
        .iter()
        .filter(|question| wanted(question.name))
        .map(|question| {
            lines_of(&json!({
                "name": question.name,
                "help": question.help,
                "options": question.lines,
                "example": question.example,
            }))
        })
        .collect();
    format!("[\n{}\n]\n", one_a_line.join(",\n"))
}

/// One option a line, so that a change of the file shows which.
fn lines_of(question: &Value) -> String {
    let options: Vec<String> = question["options"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|option| format!("      {option}"))
        .collect();
    format!(
        "  {{\n    \"name\": {},\n    \"help\": {},\n    \"example\": {},\n    \"options\": [\n{}\n    ]\n  }}",
        question["name"],
        question["help"],
        question["example"],
        options.join(",\n")
    )
}

/// The ranges that the page's controls take.
#[test]
fn ranges_of_the_page() {
    let Value::Object(ranges) = serde_json::to_value(RANGES).expect("numbers") else {
        unreachable!("a struct");
    };
    let lines: Vec<String> = ranges
        .iter()
        .map(|(name, range)| format!("  \"{name}\": {}", compact(range)))
        .collect();
    hold(
        "src/boundary/ranges.json",
        &format!("{{\n{}\n}}\n", lines.join(",\n")),
    );
}

/// What is the rule is left out: the page loads this before its first number.
fn compact(range: &Value) -> String {
    let number = |name: &str| range[name].as_f64().map(|number| number.to_string());
    let mut parts = Vec::new();
    for name in ["min", "max", "default"] {
        parts.extend(number(name).map(|number| format!("\"{name}\": {number}")));
    }
    if range["min_allowed"] == false {
        parts.push("\"min_allowed\": false".into());
    }
    if range["integer"] == true {
        parts.push("\"integer\": true".into());
    }
    format!("{{ {} }}", parts.join(", "))
}
