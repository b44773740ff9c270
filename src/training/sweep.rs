//! One figure over many values of one parameter, for a chart.

use super::calibration::SolveFor;
use super::quantity::Quantity;
use crate::curve::Bounds;
use crate::figure::{Error, Kind};
use crate::mechanism::{Demand, RunOptions};
use serde::Serialize;

/// Most values of a sweep.
const MOST_VALUES: usize = 1000;

/// What is to be drawn. The run leaves out the parameter that varies.
#[derive(Clone, Debug)]
pub struct SweepOptions {
    /// The rest of the run.
    pub run: RunOptions,
    /// The figure.
    pub quantity: Quantity,
    /// The parameter: noise multiplier, sample rate or number of steps.
    pub over: SolveFor,
    /// Its values.
    pub values: Vec<f64>,
}

/// The figure at each value; none where it is infinite.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweepResult {
    /// Name of the figure.
    #[cfg_attr(test, ts(type = "Quantity"))]
    pub quantity: &'static str,
    /// The parameter.
    #[cfg_attr(
        test,
        ts(type = "\"noise_multiplier\" | \"sample_rate\" | \"num_steps\"")
    )]
    pub over: SolveFor,
    /// Its values.
    pub values: Vec<f64>,
    /// None where a value has no figure (for instance an epsilon that no order reaches).
    pub lower: Vec<Option<f64>>,
    /// Middles; where an interval is wide, its safe end.
    pub estimate: Vec<Option<f64>>,
    /// Upper ends.
    pub upper: Vec<Option<f64>>,
    /// Which side of the truth the figures are on: exact only where all are.
    pub kind: Kind,
}

impl SweepOptions {
    /// Computes all values. The second engine is left out where it would take long: a picture needs three digits.
    ///
    /// ```
    /// use mi_bounds::{Quantity, RunOptions, SolveFor, SweepOptions};
    /// let options = SweepOptions {
    ///     run: RunOptions { sample_rate: Some(0.01), num_steps: Some(1000.0), ..RunOptions::default() },
    ///     quantity: Quantity::Advantage,
    ///     over: SolveFor::NoiseMultiplier,
    ///     values: vec![1.0, 2.0],
    /// };
    /// let advantage = options.result()?.estimate;
    /// assert!(advantage[0] > advantage[1]);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn result(&self) -> Result<SweepResult, Error> {
        self.quantity.check()?;
        if self.values.len() > MOST_VALUES {
            return Err(Error::Malformed {
                parameter: "values".into(),
                problem: format!(
                    "has {} entries; at most {MOST_VALUES} are allowed",
                    self.values.len()
                ),
            });
        }
        let demand = Demand {
            draft: true,
            ..self.quantity.demand()
        };
        let mut result = SweepResult {
            quantity: self.quantity.name(),
            over: self.over,
            values: self.values.clone(),
            lower: Vec::new(),
            estimate: Vec::new(),
            upper: Vec::new(),
            kind: Kind::Exact,
        };
        for &value in &self.values {
            let mechanism = self.over.put(&self.run, value).mechanism()?;
            let figure = self.quantity.figure(&Bounds::new(&mechanism, &demand)?);
            let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
            result.lower.push(finite(figure.lower));
            result.estimate.push(finite(Some(figure.estimate)));
            result.upper.push(finite(figure.upper));
            // One wide point, and the line is no exact one; one bound, and it is a bound.
            let exact = figure.kind == Kind::Exact;
            if result.kind == Kind::Exact || (result.kind == Kind::Interval && !exact) {
                result.kind = figure.kind;
            }
        }
        Ok(result)
    }
}
