//! The boundary to JavaScript: the only file that names `wasm_bindgen`.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm.d.ts");

/// Version of this library.
#[wasm_bindgen(skip_typescript)]
#[must_use]
pub fn library_version() -> String {
    crate::VERSION.into()
}
