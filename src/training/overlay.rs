//! What a sweep draws beside the figure of its run.

use super::solve_for::SolveFor;
use crate::figure::{Error, Figure, Kind, RANGES};
use crate::mechanism::RunOptions;
use serde::Serialize;

/// Most values of a second parameter.
pub(crate) const MOST_SECOND: usize = 4;

/// What a sweep draws beside the figure of its run.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    /// Every published bound of the figure that applies.
    pub bounds: bool,
    /// The delta of the bounds that follow from epsilon, which are left out without it.
    pub target_delta: Option<f64>,
    /// The same figure at other values of a second parameter.
    pub second: Option<Second>,
}

/// Another parameter than the one that is swept.
#[derive(Clone, Debug)]
pub struct Second {
    /// The parameter; what the run says of it holds for the sweep itself.
    pub over: SolveFor,
    /// Its values, one curve each; at most four.
    pub values: Vec<f64>,
}

impl Overlay {
    /// That `run`, swept over `swept`, can have it.
    pub(super) fn check(&self, swept: SolveFor, run: &RunOptions) -> Result<(), Error> {
        if let Some(delta) = self.target_delta {
            RANGES.target_delta.check("target_delta", delta)?;
        }
        let Some(Second { over, values }) = &self.second else {
            return Ok(());
        };
        let malformed = |parameter: &str, problem: String| Error::Malformed {
            parameter: parameter.into(),
            problem,
        };
        if *over == swept {
            return Err(malformed(
                "second",
                format!("is {}, which is swept over already", over.name()),
            ));
        }
        if run.history.is_some() {
            return Err(malformed(
                "second",
                format!("is {}, of which a schedule has no one", over.name()),
            ));
        }
        if values.is_empty() || values.len() > MOST_SECOND {
            return Err(malformed(
                "second_values",
                format!(
                    "has {} entries; allowed are 1 to {MOST_SECOND}",
                    values.len()
                ),
            ));
        }
        Ok(())
    }
}

/// The figure at other values of a second parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SecondResult {
    /// The parameter.
    #[cfg_attr(
        test,
        ts(type = "\"noise_multiplier\" | \"sample_rate\" | \"num_steps\"")
    )]
    pub over: SolveFor,
    /// One for each value of it.
    pub curves: Vec<SecondCurve>,
}

/// The figure at one value of the second parameter, over the values of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SecondCurve {
    /// The value.
    pub value: f64,
    /// None where a value has no figure.
    pub lower: Vec<Option<f64>>,
    /// Middles; where an interval is wide, its safe end.
    pub estimate: Vec<Option<f64>>,
    /// Upper ends.
    pub upper: Vec<Option<f64>>,
    /// Which side of the truth the figures are on: exact only where all are.
    pub kind: Kind,
}

impl SecondCurve {
    pub(super) fn new(value: f64) -> Self {
        Self {
            value,
            lower: Vec::new(),
            estimate: Vec::new(),
            upper: Vec::new(),
            kind: Kind::Exact,
        }
    }

    pub(super) fn push(&mut self, figure: &Figure) {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        self.lower.push(finite(figure.lower));
        self.estimate.push(finite(Some(figure.estimate)));
        self.upper.push(finite(figure.upper));
        // One wide point, and the line is no exact one; one bound, and it is a bound.
        let exact = figure.kind == Kind::Exact;
        if self.kind == Kind::Exact || (self.kind == Kind::Interval && !exact) {
            self.kind = figure.kind;
        }
    }
}
