//! The edge of the library: named values in, results out, and the same for JavaScript.
//!
//! It may import the rooms whose questions it passes on, with `errata`, `figure` and `numerics`; never `curve`, `fourier` or
//! `grid`, as it computes nothing. `wasm` alone names `wasm_bindgen`. Each question's options stand in one table, from which
//! come the reader, the defaults, the types for JavaScript, the page's ranges and the help of the command line.

mod attributes;
mod audit;
#[cfg(test)]
mod generated;
mod guarantee;
mod iso_bound;
mod laboratory;
mod options;
mod outcome;
mod output_noise;
mod papers;
mod quantity;
mod sampling;
mod simulation;
mod table;
mod table_text;
mod training;
mod value;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use laboratory::{ExperimentResult, Proved, ProvedExperiment, SettingResult};
pub use options::Options;
pub use value::{Names, Value};
