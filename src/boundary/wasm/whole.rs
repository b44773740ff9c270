//! Everything that the library answers.

#![expect(unreachable_pub, reason = "wasm_bindgen exports public items only")]

use super::{outcome, read, to_js};
use crate::boundary::options::Options;
use crate::figure::{Error, RANGES, VERSION};
use crate::numerics::count;
use crate::simulation::Tally;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../../wasm.d.ts");

/// Everything that follows from the parameters of a training run.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn training(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::training)
            .and_then(|options| options.result()),
    )
}

/// The value of one parameter that keeps a figure on the safe side of a target.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn calibrate(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::calibrate)
            .and_then(|options| options.result()),
    )
}

/// One figure over many values of one parameter.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn sweep(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::sweep)
            .and_then(|options| options.result()),
    )
}

/// What follows from a guarantee of differential privacy alone.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn guarantee(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::guarantee)
            .and_then(|options| options.result()),
    )
}

/// Epsilon against the sampling probability of the data set at constant positive accuracy.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn iso_bound(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::iso_bound)
            .and_then(|options| options.result()),
    )
}

/// Deletion capacity against the expected size of the training set.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn unlearning_curve(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::unlearning_curve)
            .and_then(|options| options.result()),
    )
}

/// The example of a positive accuracy without bound.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn unbounded_example(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::unbounded_example)
            .and_then(|options| options.result()),
    )
}

/// What records that depend on each other need.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn dependent_data(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::dependent_data)
            .and_then(|options| options.result()),
    )
}

/// Noise on the output for membership inference privacy.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn noise(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::noise)
            .and_then(|options| options.result()),
    )
}

/// Noise vectors: to be released, from a fresh key that ends with this call, or for demonstration, from a seed.
///
/// # Errors
/// Where the platform has no entropy.
#[wasm_bindgen(skip_typescript)]
pub fn noise_sample(options: JsValue) -> Result<JsValue, JsError> {
    let asked = read("options", options).and_then(Options::noise_sample);
    let sample = match asked {
        Ok((options, Some(seed))) => options.demonstration(seed),
        Ok((options, None)) => options.released(&*fresh_key()?),
        Err(error) => Err(error),
    };
    Ok(outcome(sample))
}

/// 256 bits of entropy, overwritten when they are dropped.
fn fresh_key() -> Result<Zeroizing<[u8; 32]>, JsError> {
    let mut key = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *key)
        .map_err(|error| JsError::new(&format!("no entropy for a fresh key: {error}")))?;
    Ok(key)
}

/// The exact attacker against a finite table.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn membership_table(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::membership_table)
            .and_then(|options| options.result()),
    )
}

/// The data set of Proposition 11.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn powers_of_two(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::powers_of_two)
            .and_then(|options| options.result()),
    )
}

/// The closed form of Bayes security for membership.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn bayes_security(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::bayes_security)
            .and_then(|options| options.result()),
    )
}

/// Moments of outputs, row by row.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn moments(outputs: Vec<f64>, columns: f64, options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(|options| Options::moments(options)?.result(&outputs, width(columns)?)),
    )
}

/// Attribute inference.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn attributes(options: JsValue, distances: Option<Vec<f64>>) -> JsValue {
    outcome(
        read("options", options)
            .and_then(|options: Options| options.attributes(distances))
            .and_then(|options| options.result()),
    )
}

/// `R_t` from raw gradients, row by row.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn gradient_distance(gradients: Vec<f64>, columns: f64, options: JsValue) -> JsValue {
    outcome(read("options", options).and_then(|options| {
        Options::gradient_distance(options)?.result(&gradients, width(columns)?)
    }))
}

/// Numbers in a row of a matrix.
fn width(columns: f64) -> Result<usize, Error> {
    RANGES.dimension.check("columns", columns).map(count)
}

/// The errata whose counterexample is a number.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn errata() -> JsValue {
    to_js(&crate::errata::errata())
}

/// The cut of a Monte Carlo run into chunks.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn monte_carlo_plan(options: JsValue) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::monte_carlo)
            .and_then(|options| options.simulation())
            .map(|simulation| simulation.plan().clone()),
    )
}

/// Simulates one chunk.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn monte_carlo_chunk(options: JsValue, index: f64) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::monte_carlo)
            .and_then(|options| options.simulation())
            .and_then(|simulation| simulation.chunk(index)),
    )
}

/// The estimates from the tallies of chunks added up in order, the pilot among them.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn monte_carlo_result(options: JsValue, tally: JsValue) -> JsValue {
    outcome(read("options", options).and_then(|options| {
        let tally: Tally = read("tally", tally)?;
        Options::monte_carlo(options)?.simulation()?.result(&tally)
    }))
}

/// Ranges and defaults of every numeric parameter.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn ranges() -> JsValue {
    to_js(&RANGES)
}

/// A seed from the browser's or Node's entropy.
///
/// # Errors
/// Where the platform has no entropy.
#[wasm_bindgen(skip_typescript)]
pub fn fresh_seed() -> Result<f64, JsError> {
    getrandom::u32()
        .map(f64::from)
        .map_err(|error| JsError::new(&format!("no entropy for a fresh seed: {error}")))
}

/// Version of this library.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn library_version() -> String {
    VERSION.into()
}
