//! Every figure says what it is cited from; the keys themselves are held against the page's bibliography in
//! `src/figure/theorem.rs`.

use mi_bounds::{Error, Options};
use serde::Serialize;
use serde_json::{Value, json};

/// Where a statement stands without a source, and how many statements there are.
fn uncited(answer: &Value, path: &str, found: &mut Vec<String>) -> usize {
    match answer {
        Value::Object(fields) => {
            let stated = ["theorem", "status"]
                .into_iter()
                .zip(["sources", "status_sources"])
                .filter(|(text, _)| fields.contains_key(*text));
            let mut count = 0;
            for (text, sources) in stated {
                count += 1;
                let cited = fields.get(sources).and_then(Value::as_array);
                if cited.is_none_or(Vec::is_empty) {
                    found.push(format!("{path}.{text}"));
                }
            }
            let inner = fields
                .iter()
                .map(|(name, value)| uncited(value, &format!("{path}.{name}"), found));
            count + inner.sum::<usize>()
        }
        Value::Array(values) => values.iter().map(|value| uncited(value, path, found)).sum(),
        _ => 0,
    }
}

fn holds<T: Serialize>(name: &str, least: usize, answer: Result<T, Error>) {
    let answer = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
    let answer = serde_json::to_value(answer).expect("JSON");
    let mut found = Vec::new();
    let count = uncited(&answer, name, &mut found);
    assert!(found.is_empty(), "{found:?}");
    assert!(count >= least, "{name}: {count} statements");
}

fn options(named: Value) -> Options {
    serde_json::from_value(named).expect("options")
}

#[test]
fn every_figure_of_a_training_has_a_source() {
    for run in [
        json!({"noise_multiplier": 1, "sample_rate": 0.01, "num_steps": 100}),
        json!({"noise_multiplier": 5, "sample_rate": 1, "num_steps": 10, "neighboring_relation": "replace_one"}),
        json!({"noise_multiplier": 1, "sample_rate": 0.1, "num_steps": 20, "sampling": "balls_and_bins"}),
    ] {
        let mut asked = run;
        for (name, value) in [
            ("target_delta", json!(1e-5)),
            ("epsilon", json!([0.5])),
            ("fpr_range", json!([0.01, 0.9])),
            ("flagged_share", json!(0.1)),
        ] {
            asked[name] = value;
        }
        let asked = options(asked).training();
        holds("training", 20, asked.and_then(|asked| asked.result()));
    }
    let asked = json!({"noise_multiplier": 1, "sample_rate": 0.01, "num_steps": 100, "target_delta": 1e-5, "target_bayes_security": 0.9});
    let asked = options(asked).bayes_security();
    holds("bayes_security", 15, asked.and_then(|asked| asked.result()));
    let asked = json!({"solve_for": "noise_multiplier", "target": {"advantage": 0.1}, "sample_rate": 1, "num_steps": 10});
    let asked = options(asked).calibrate();
    holds("calibrate", 3, asked.and_then(|asked| asked.result()));
    let asked = json!({"noise_multiplier": 1, "sample_rate": 0.1, "num_steps": 10, "gradient_distance": 0.5});
    let asked = options(asked).attributes(None);
    holds("attributes", 15, asked.and_then(|asked| asked.result()));
    let rows = [0.0, 1.0, 0.5, 0.25];
    let asked = options(json!({})).gradient_distance();
    holds(
        "gradient_distance",
        2,
        asked.and_then(|asked| asked.result(&rows, 2)),
    );
}

#[test]
fn every_figure_from_a_guarantee_has_a_source() {
    for (guarantee, least) in [
        (json!({"epsilon": 1, "target_absence": 0.9}), 25),
        (json!({"epsilon": 1, "delta": 1e-5}), 20),
        (
            json!({"gdp_mu": 1, "target_delta": 1e-6, "dependent_records": 3}),
            15,
        ),
        (json!({"zcdp_rho": 0.5}), 15),
    ] {
        let mut asked = guarantee;
        for (name, value) in [
            ("sampling_probability", json!(0.1)),
            ("attack_rate", json!(0.2)),
            ("sampling_probabilities", json!([0.1, 0.2])),
            ("target_positive_accuracy", json!(0.6)),
            ("loss_level", json!([2.0])),
            ("dataset_size", json!(1000)),
        ] {
            asked[name] = value;
        }
        let asked = options(asked).guarantee();
        holds("guarantee", least, asked.and_then(|asked| asked.result()));
    }
    let asked = json!({"epsilon": 1, "dependent_records": 3, "subpopulations": 4});
    let asked = options(asked).dependent_data();
    holds("dependent_data", 6, asked.and_then(|asked| asked.result()));
    let asked = options(json!({"target_positive_accuracy": 0.7})).iso_bound();
    holds("iso_bound", 1, asked.and_then(|asked| asked.result()));
    let asked = options(json!({})).unbounded_example();
    holds(
        "unbounded_example",
        2,
        asked.and_then(|asked| asked.result()),
    );
}

#[test]
fn every_figure_about_noise_on_an_output_has_a_source() {
    for asked in [json!({"eta": 0.1}), json!({"noise_scale": 4})] {
        let mut asked = asked;
        for (name, value) in [
            ("sigma_1", 1.0),
            ("sensitivity", 1.0),
            ("swap_distance", 0.5),
        ] {
            asked[name] = json!(value);
        }
        let asked = options(asked).noise();
        holds("noise", 5, asked.and_then(|asked| asked.result()));
    }
    let asked = options(json!({"table": [[0.5, 0.1], [0.5, 0.9]]})).membership_table();
    holds(
        "membership_table",
        4,
        asked.and_then(|asked| asked.result()),
    );
    let asked = options(json!({"dataset_size": 6})).powers_of_two();
    holds("powers_of_two", 6, asked.and_then(|asked| asked.result()));
    let asked = options(json!({"bootstrap": 20})).moments();
    holds(
        "moments",
        3,
        asked.and_then(|asked| asked.result(&[0.0, 2.0, 0.0, 2.0, 2.0, 0.0], 1)),
    );
}

#[test]
fn every_figure_of_a_simulation_has_a_source() {
    let asked = json!({"noise_multiplier": 1, "sample_rate": 0.1, "num_steps": 10, "samples": 5000, "seed": 1, "fpr": [0.1], "epsilon": [0.5]});
    let asked = options(asked).monte_carlo();
    holds("monte_carlo", 4, asked.and_then(|asked| asked.run()));
}
