//! What an answer is: a figure with its side of the truth, its method and its theorem; the rates of an attack; a refusal
//! with its parameter and the range that is allowed; a warning; the words of an enum.
//!
//! It may import `numerics`, as a figure is made from an interval. It does not know what was computed: every room above
//! states its answers and checks its parameters with it.

mod error;
mod figure;
mod matrix;
mod range;
mod rates;
mod theorem;
mod warning;
mod words;

pub(crate) use error::malformed;
pub(crate) use figure::is_narrow;
pub(crate) use matrix::rows;
pub(crate) use rates::{ASKED_FPR, asked_rates, drawn_rates, log_odds_against};
pub(crate) use theorem::{BASELINE, PRECISION, TPR, Theorem, theorems};
pub(crate) use words::{value_of_word, word_of, words_of};

pub use error::{Error, Nearest};
pub use figure::{Figure, Kind, VERSION};
pub use range::{RANGES, Range, Ranges};
pub use rates::{BaselineFigure, Roc, TprFigure};
pub use warning::Warning;
