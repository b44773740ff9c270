//! Repeats the Monte Carlo run of a link outside of the browser.
//!
//! ```sh
//! cargo run --release --example repeat_monte_carlo -- \
//!   'https://example.org/#v=1&sample_rate=0.01&num_steps=1000&noise_multiplier=1&samples=20000&seed=7'
//! ```
//!
//! Prints the result as JSON: every digit is the one that the page showed, if its run ended by itself. Instead of a
//! link it takes the options as one JSON object, as the page gives them under "Repeat it" for any run.
//! The same in a line for people goes to standard error.

use mi_bounds::{MonteCarloResult, Options};
use serde_json::{Map, Number, Value, json};
use std::collections::BTreeMap;
use std::error::Error;

/// What the page starts with, where a link says nothing: its `docs/links.md`.
const START: [(&str, &str); 8] = [
    ("noise_multiplier", "1.1"),
    ("dataset_size", "60000"),
    ("batch_size", "256"),
    ("epochs", "15"),
    ("samples", "100000"),
    ("seed", "1"),
    ("prior", "0.5"),
    ("fpr", "0.001"),
];
/// Names that a link may say instead.
const ALIASES: [(&str, &str); 4] = [
    ("q", "sample_rate"),
    ("sampling_probability", "sample_rate"),
    ("steps", "num_steps"),
    ("sigma", "noise_multiplier"),
];
/// What a link says in words.
const WORDS: [&str; 4] = ["neighboring_relation", "sampling", "noise", "estimator"];
/// What has no value of its own to start with.
const TOLD: [&str; 5] = ["history", "sample_rate", "num_steps", "group_size", "width"];
/// The rates at which the page judges every attacker, and the points of its simulated curve.
const FPR_SHOWN: [f64; 3] = [0.001, 0.01, 0.1];
const ROC_POINTS: u32 = 61;

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args()
        .nth(1)
        .ok_or("give a link of the page, or the options as one JSON object")?;
    let options = if given.contains('#') {
        let (options, others) = options_of(&given)?;
        if !others.is_empty() {
            eprintln!("no part of a simulation: {}", others.join(", "));
        }
        options
    } else {
        serde_json::from_str(&given)?
    };
    let result = repeat(options)?;
    eprintln!("{}", line(&result));
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(())
}

pub(crate) fn repeat(options: Value) -> Result<MonteCarloResult, Box<dyn Error>> {
    let options: Options = serde_json::from_value(options)?;
    Ok(options.monte_carlo()?.run()?)
}

pub(crate) fn line(result: &MonteCarloResult) -> String {
    format!(
        "advantage {:.6} with confidence {}, from {} trainings",
        result.advantage, result.confidence, result.samples
    )
}

/// The options that the page runs the link with, and the names in it that belong to other questions.
pub(crate) fn options_of(link: &str) -> Result<(Value, Vec<String>), Box<dyn Error>> {
    let (told, others) = read(link)?;
    let number = |name: &str| -> Result<Value, Box<dyn Error>> {
        let start = START.iter().find(|(start, _)| *start == name);
        let text = told.get(name).or(start.map(|(_, text)| text));
        number(name, text.ok_or(format!("{name} is missing"))?)
    };
    let either =
        |told_name: &'static str, start: &[&'static str]| match told.contains_key(told_name) {
            true => vec![told_name],
            false => start.to_vec(),
        };
    let mut names = vec!["samples", "seed", "prior"];
    let mut options = Map::new();
    if let Some(history) = told.get("history") {
        options.insert("history".to_owned(), schedule(history)?);
    } else {
        names.push("noise_multiplier");
        names.extend(either("sample_rate", &["batch_size", "dataset_size"]));
        names.extend(either("num_steps", &["epochs"]));
    }
    names.extend(
        ["group_size", "width"]
            .iter()
            .filter(|name| told.contains_key(*name)),
    );
    for name in names {
        options.insert(name.to_owned(), number(name)?);
    }
    for name in WORDS {
        if let Some(word) = told.get(name).filter(|word| **word != "automatic") {
            options.insert(name.to_owned(), json!(word));
        }
    }
    let own = number("fpr")?;
    let mut fpr: Vec<Value> = FPR_SHOWN.map(Value::from).into();
    if !fpr.contains(&own) {
        fpr.push(own);
    }
    options.insert("fpr".to_owned(), json!(fpr));
    options.insert("roc_points".to_owned(), json!(ROC_POINTS));
    options.insert("histogram".to_owned(), json!(true));
    Ok((Value::Object(options), others))
}

type Told<'a> = BTreeMap<&'a str, &'a str>;

/// What the link says of the run and its simulation, and the names in it that say something else.
fn read(link: &str) -> Result<(Told<'_>, Vec<String>), Box<dyn Error>> {
    let (_, fragment) = link.split_once('#').ok_or("the link has no part after #")?;
    let mut told = Told::new();
    let mut others = Vec::new();
    for pair in fragment.split('&').filter(|pair| !pair.is_empty()) {
        let (name, text) = pair.split_once('=').ok_or(format!("{pair} has no value"))?;
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, own)| own);
        let known = START.iter().any(|(start, _)| *start == name)
            || TOLD.contains(&name)
            || WORDS.contains(&name);
        match (name, text) {
            ("v", "1") | ("view", "training") => {}
            ("v", _) => {
                return Err(format!("v is {text}; this example reads links of format 1").into());
            }
            ("view", _) => {
                return Err(format!("view is {text}; only the training view simulates").into());
            }
            _ if known => {
                told.entry(name).or_insert(text);
            }
            _ => others.push(name.to_owned()),
        }
    }
    Ok((told, others))
}

/// Phases between semicolons, the numbers of each between commas.
fn schedule(text: &str) -> Result<Value, Box<dyn Error>> {
    let phase = |phase: &str| {
        phase
            .split(',')
            .map(|cell| number("history", cell))
            .collect::<Result<Vec<_>, _>>()
    };
    Ok(json!(
        text.split(';').map(phase).collect::<Result<Vec<_>, _>>()?
    ))
}

/// A number as the page writes it into links; what people write by hand, such as 60k, only the page reads.
fn number(name: &str, text: &str) -> Result<Value, Box<dyn Error>> {
    let number: Number = text.parse().map_err(|_| {
        format!("{name} is {text}; give it as the page's links do, such as 0.004 or 1e-5")
    })?;
    Ok(Value::Number(number))
}
