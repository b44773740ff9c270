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
    /// The entry of the errata that is in force, where the printed statement is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erratum: Option<&'static str>,
    /// What must hold for this figure in particular.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<&'static str>,
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
            erratum: None,
            assumptions: None,
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
            erratum: None,
            assumptions: None,
        }
    }

    /// The same figure, with the entry of the errata that corrects its printed form.
    pub(crate) fn with_erratum(self, erratum: &'static str) -> Self {
        Self {
            erratum: Some(erratum),
            ..self
        }
    }

    /// The same figure, with what must hold for it.
    pub(crate) fn with_assumptions(self, assumptions: &'static str) -> Self {
        Self {
            assumptions: Some(assumptions),
            ..self
        }
    }

    /// A lower bound.
    pub(crate) fn lower(value: f64, method: &'static str, theorem: &'static str) -> Self {
        Self::lower_from(value, None, method, theorem)
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
            erratum: None,
            assumptions: None,
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
            erratum: None,
            assumptions: None,
        }
    }
}
