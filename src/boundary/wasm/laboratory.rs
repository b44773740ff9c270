//! The laboratory's module: experiments alone.

use super::{outcome, read, success, to_js};
use crate::boundary::laboratory::ProvedExperiment;
use crate::boundary::options::Options;
use crate::boundary::outcome::Outcome;
use crate::numerics::count;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str =
    r#"import type { ExperimentOptions, ExperimentResult, Outcome } from "./mi_bounds.js";"#;

/// A checked experiment for one worker.
#[wasm_bindgen]
pub struct Experiment(ProvedExperiment);

#[wasm_bindgen]
impl Experiment {
    /// The experiment, or why there is none.
    #[wasm_bindgen(unchecked_return_type = "Outcome<Experiment>")]
    #[must_use]
    pub fn of(
        #[wasm_bindgen(unchecked_param_type = "ExperimentOptions")] options: JsValue,
    ) -> JsValue {
        match read("options", options).and_then(Options::experiment) {
            Ok(experiment) => success(&Self(experiment).into()),
            Err(error) => to_js(&Outcome::<()>::from(Err(error))),
        }
    }

    /// Units of work.
    #[must_use]
    pub fn units(&self) -> f64 {
        self.0.experiment().units() as f64
    }

    /// The row of unit `index`.
    ///
    /// # Errors
    /// Unless 0 <= index < units.
    pub fn unit(&self, index: f64) -> Result<Vec<f64>, JsError> {
        let experiment = self.0.experiment();
        if !(index >= 0.0 && count(index) < experiment.units()) {
            return Err(JsError::new("no such unit of work"));
        }
        Ok(experiment.unit(count(index)))
    }

    /// What the rows of the first units, one after the other, say beside what is proved.
    #[wasm_bindgen(unchecked_return_type = "Outcome<ExperimentResult>")]
    #[must_use]
    pub fn result(&self, rows: &[f64]) -> JsValue {
        outcome(self.0.result(rows))
    }
}
