//! One number with its side of the truth, its method and its theorem.

use crate::Interval;
use serde::Serialize;

/// Which side of the truth a figure is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The true value lies between `lower` and `upper`, rounding included.
    Exact,
    /// The true value is at most `upper`; at least `lower` where that is known.
    Upper,
    /// The true value is at least `lower`; at most `upper` where that is known.
    Lower,
    /// A statistical estimate with its confidence interval.
    Estimate,
    /// A formula without a promise.
    Approximation,
}

/// A number as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Lower end, where there is one.
    pub lower: Option<f64>,
    /// The number itself; the middle of an exact interval, the bound of a one-sided figure.
    pub estimate: f64,
    /// Upper end, where there is one.
    pub upper: Option<f64>,
    /// Which side of the truth it is on.
    pub kind: Kind,
    /// How it was computed.
    pub method: &'static str,
    /// What it rests on, with its source.
    pub theorem: &'static str,
}

impl Figure {
    pub(crate) fn exact(interval: Interval, method: &'static str, theorem: &'static str) -> Self {
        Self {
            lower: Some(interval.lower),
            estimate: interval.middle(),
            upper: Some(interval.upper),
            kind: Kind::Exact,
            method,
            theorem,
        }
    }

    /// A bound whose other side is known as well, or not.
    pub(crate) fn upper_from(
        lower: Option<f64>,
        upper: f64,
        method: &'static str,
        theorem: &'static str,
    ) -> Self {
        Self {
            lower,
            ..Self::upper(upper, method, theorem)
        }
    }

    /// A lower bound, with the upper end where it is known.
    pub(crate) fn lower_from(
        lower: f64,
        upper: Option<f64>,
        method: &'static str,
        theorem: &'static str,
    ) -> Self {
        Self {
            lower: Some(lower),
            estimate: lower,
            upper,
            kind: Kind::Lower,
            method,
            theorem,
        }
    }

    /// Width of the certified interval of an exact figure.
    #[must_use]
    pub fn width(&self) -> Option<f64> {
        match (self.kind, self.lower, self.upper) {
            (Kind::Exact, Some(lower), Some(upper)) => Some(upper - lower),
            _ => None,
        }
    }

    pub(crate) fn upper(value: f64, method: &'static str, theorem: &'static str) -> Self {
        Self {
            lower: None,
            estimate: value,
            upper: Some(value),
            kind: Kind::Upper,
            method,
            theorem,
        }
    }

    pub(crate) fn approximation(value: f64, method: &'static str, theorem: &'static str) -> Self {
        Self {
            lower: None,
            estimate: value,
            upper: None,
            kind: Kind::Approximation,
            method,
            theorem,
        }
    }
}
