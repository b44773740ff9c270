//! The edge of the library: named values in, results out, and the same for JavaScript.
//!
//! It may import the rooms whose questions it passes on, with `errata`, `figure` and `numerics`; never `curve`, `fourier` or
//! `grid`, as it computes nothing. `wasm` alone names `wasm_bindgen`.

mod attributes;
mod guarantee;
mod options;
mod output_noise;
mod readers;
mod sampling;
mod value;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use options::Options;
pub use value::{Names, Value};
