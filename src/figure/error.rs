//! The one error type: which parameter, which value, which range is allowed.

use core::fmt;
use serde::Serialize;

/// Why a set of parameters has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A number is not a number, infinite, or outside of what is allowed.
    OutOfRange {
        /// Name of the parameter, as in links and JSON.
        parameter: &'static str,
        /// The value that was refused.
        value: f64,
        /// The allowed range in words.
        allowed: String,
    },
    /// A parameter that is needed was not given.
    Missing {
        /// Name of the parameter.
        parameter: &'static str,
        /// What would do, in words.
        needed: &'static str,
    },
    /// Two parameters say the same thing twice.
    Conflict {
        /// Name of the parameter.
        parameter: &'static str,
        /// What it contradicts.
        other: &'static str,
    },
    /// Nothing is proven for a combination of parameters.
    Unknown {
        /// Name of the parameter that could be changed.
        parameter: &'static str,
        /// What is not proven, and what is, in words.
        reason: &'static str,
        /// The nearest question that has an answer, where nothing is proven for a training.
        nearest: Option<Nearest>,
    },
    /// No value of a parameter meets a target.
    Unreachable {
        /// Name of the parameter that was solved for.
        parameter: &'static str,
        /// Why, in words.
        reason: String,
    },
    /// A parameter of the wrong type, or one that does not exist.
    Malformed {
        /// Name of the parameter as it was given.
        parameter: String,
        /// What is wrong, in words.
        problem: String,
    },
}

/// A question near one for which nothing is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Nearest {
    /// What is not proven, as a sentence of its own.
    pub statement: &'static str,
    /// Name of the parameter that leads to the question which has an answer.
    #[cfg_attr(
        test,
        ts(type = "\"neighboring_relation\" | \"sampling\" | \"group_size\"")
    )]
    pub parameter: &'static str,
    /// Its value there, as in links and JSON.
    pub value: &'static str,
}

impl Error {
    /// The nearest question that has an answer, where nothing is proven for this one.
    #[must_use]
    pub fn nearest(&self) -> Option<Nearest> {
        match self {
            Self::Unknown { nearest, .. } => *nearest,
            _ => None,
        }
    }

    /// Name of the parameter at fault.
    #[must_use]
    pub fn parameter(&self) -> &str {
        match self {
            Self::Malformed { parameter, .. } => parameter,
            Self::OutOfRange { parameter, .. }
            | Self::Missing { parameter, .. }
            | Self::Conflict { parameter, .. }
            | Self::Unknown { parameter, .. }
            | Self::Unreachable { parameter, .. } => parameter,
        }
    }

    /// A stable word for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. } => "out_of_range",
            Self::Missing { .. } => "missing",
            Self::Conflict { .. } => "conflict",
            Self::Unknown { .. } => "unknown",
            Self::Unreachable { .. } => "unreachable",
            Self::Malformed { .. } => "malformed",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange {
                parameter,
                value,
                allowed,
            } => write!(f, "{parameter} is {value}; allowed is {allowed}"),
            Self::Missing { parameter, needed } => {
                write!(f, "{parameter} is missing; give {needed}")
            }
            Self::Conflict { parameter, other } => {
                write!(f, "{parameter} contradicts {other}; give one of them")
            }
            Self::Unknown {
                parameter, reason, ..
            } => write!(f, "{parameter} {reason}"),
            Self::Unreachable { parameter, reason } => {
                write!(f, "no {parameter} reaches the target: {reason}")
            }
            Self::Malformed { parameter, problem } => write!(f, "{parameter} {problem}"),
        }
    }
}

impl core::error::Error for Error {}
/// What cannot be read as it stands.
pub(crate) fn malformed(parameter: &str, problem: String) -> Error {
    Error::Malformed {
        parameter: parameter.into(),
        problem,
    }
}
