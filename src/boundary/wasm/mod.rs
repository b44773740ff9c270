//! The boundary to JavaScript: nothing else names `wasm_bindgen`. Two modules are built from it: the whole, and with
//! `--cfg first_module` a small one that arrives before.

use crate::figure::{Error, Nearest};
use serde::Serialize;
use serde_wasm_bindgen::{Serializer, from_value};
use wasm_bindgen::JsValue;

#[cfg(first_module)]
mod first;
#[cfg(not(first_module))]
mod whole;

#[derive(Serialize)]
struct Success<T> {
    ok: bool,
    value: T,
}

#[derive(Serialize)]
struct Refusal {
    ok: bool,
    error: Failure,
}

#[derive(Serialize)]
struct Failure {
    code: &'static str,
    parameter: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
}

/// A result or the reason why there is none: a failure is a value, not an exception.
fn outcome<T: Serialize>(result: Result<T, Error>) -> JsValue {
    match result {
        Ok(value) => to_js(&Success { ok: true, value }),
        Err(error) => to_js(&Refusal {
            ok: false,
            error: Failure {
                code: error.code(),
                parameter: error.parameter().into(),
                message: error.to_string(),
                nearest: error.nearest(),
            },
        }),
    }
}

fn to_js(value: &impl Serialize) -> JsValue {
    // What is serialised here holds numbers, texts and lists only.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}

fn read<T: serde::de::DeserializeOwned>(name: &str, value: JsValue) -> Result<T, Error> {
    from_value(value).map_err(|_| Error::Malformed {
        parameter: name.into(),
        problem: "is not an object of named values".into(),
    })
}
