//! The boundary to JavaScript: nothing else names `wasm_bindgen`. Two modules are built from it: the whole, and with
//! `--cfg first_module` a small one that arrives before.

use super::outcome::Outcome;
use crate::figure::Error;
use serde::Serialize;
use serde_wasm_bindgen::{Serializer, from_value};
use wasm_bindgen::JsValue;

#[cfg(first_module)]
mod first;
#[cfg(not(first_module))]
mod laboratory;
#[cfg(not(first_module))]
mod whole;

fn outcome<T: Serialize>(result: Result<T, Error>) -> JsValue {
    to_js(&Outcome::from(result))
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

/// An outcome whose value is an object of this module, which no serialiser can write.
#[cfg(not(first_module))]
fn success(value: &JsValue) -> JsValue {
    let entries = js_sys::Array::of2(
        &js_sys::Array::of2(&"ok".into(), &true.into()),
        &js_sys::Array::of2(&"value".into(), value),
    );
    // An array of pairs is what it takes.
    js_sys::Object::from_entries(&entries).map_or(JsValue::NULL, JsValue::from)
}
