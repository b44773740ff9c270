//! Experiments of the laboratory, and the tables that they read.

use super::{outcome, read, success, to_js};
use crate::boundary::laboratory::ProvedExperiment;
use crate::boundary::options::Options;
use crate::boundary::outcome::Outcome;
use crate::figure::{Error, malformed};
use crate::laboratory::{TableFile, TableSource};
use crate::numerics::count;
use wasm_bindgen::prelude::*;

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
        experiment(read("options", options).and_then(Options::experiment))
    }

    /// The same with what was read in the place of the text of its table, or why there is none.
    #[wasm_bindgen(unchecked_return_type = "Outcome<Experiment>")]
    #[must_use]
    pub fn with_table(
        #[wasm_bindgen(unchecked_param_type = "ExperimentOptions")] options: JsValue,
        table: &TableReader,
    ) -> JsValue {
        let asked: Result<Options, Error> = read("options", options);
        experiment(asked.and_then(|asked| asked.experiment_with(Some(table.read()?))))
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

fn experiment(checked: Result<ProvedExperiment, Error>) -> JsValue {
    match checked {
        Ok(experiment) => success(&Experiment(experiment).into()),
        Err(error) => to_js(&Outcome::<()>::from(Err(error))),
    }
}

/// Reads a table piece by piece, says what it holds, and keeps it for experiments.
#[wasm_bindgen]
#[derive(Default)]
pub struct TableReader {
    file: TableFile,
    read: Option<Result<TableSource, Error>>,
}

#[wasm_bindgen]
impl TableReader {
    /// A reader of nothing yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next bytes of the file, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        self.file.push(bytes);
    }

    /// Whether something is wrong with it already, so that the rest need not be read.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.file.is_refused()
    }

    /// What was read, after the last bytes.
    #[wasm_bindgen(unchecked_return_type = "Outcome<TableSummary>")]
    pub fn finish(&mut self) -> JsValue {
        let read = core::mem::take(&mut self.file).source();
        let summary = read.as_ref().map_err(Clone::clone);
        let summary = summary.and_then(TableSource::summary);
        self.read = Some(read);
        outcome(summary)
    }
}

impl TableReader {
    fn read(&self) -> Result<&TableSource, Error> {
        let unfinished = || malformed("table", "is not read to its end".into());
        self.read
            .as_ref()
            .ok_or_else(unfinished)?
            .as_ref()
            .map_err(Clone::clone)
    }
}
