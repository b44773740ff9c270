//! The first numbers of a training run, while the whole module is on its way.

#![expect(unreachable_pub, reason = "wasm_bindgen exports public items only")]

use super::{outcome, read};
use crate::boundary::options::Options;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str =
    r#"import type { Outcome, TrainingOptions, TrainingResult } from "./mi_bounds.js";"#;

/// What `training` of the whole module returns, digit by digit, or null where that needs its second engine.
#[wasm_bindgen(unchecked_return_type = "Outcome<TrainingResult> | null")]
#[must_use]
pub fn training(
    #[wasm_bindgen(unchecked_param_type = "TrainingOptions")] options: JsValue,
) -> JsValue {
    read("options", options)
        .and_then(Options::training)
        .and_then(|options| options.result_by_first_engine())
        .transpose()
        .map_or(JsValue::NULL, outcome)
}
