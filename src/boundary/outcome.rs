//! A result or the reason why there is none: for JavaScript a failure is a value, not an exception.

#![cfg(any(test, target_arch = "wasm32"))]

use crate::figure::{Error, Nearest};
use serde::Serialize;

/// A result or the reason why there is none.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) enum Outcome<T> {
    Success {
        #[cfg_attr(test, ts(type = "true"))]
        ok: bool,
        value: T,
    },
    Refusal {
        #[cfg_attr(test, ts(type = "false"))]
        ok: bool,
        error: Failure,
    },
}

/// Why there is no result: "unknown" where nothing is proven for a combination, "unreachable" where no value of a parameter
/// meets a target.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Failure {
    /// A stable word for programs.
    #[cfg_attr(
        test,
        ts(
            type = "\"out_of_range\" | \"missing\" | \"conflict\" | \"malformed\" | \"unknown\" | \"unreachable\""
        )
    )]
    code: &'static str,
    /// The parameter at fault.
    parameter: String,
    /// Names parameter, value and allowed range.
    message: String,
    /// Where nothing is proven for a training: what that is, and the value that leads to the nearest answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    nearest: Option<Nearest>,
}

impl<T> From<Result<T, Error>> for Outcome<T> {
    fn from(result: Result<T, Error>) -> Self {
        match result {
            Ok(value) => Self::Success { ok: true, value },
            Err(error) => Self::Refusal {
                ok: false,
                error: Failure {
                    code: error.code(),
                    parameter: error.parameter().into(),
                    message: error.to_string(),
                    nearest: error.nearest(),
                },
            },
        }
    }
}
