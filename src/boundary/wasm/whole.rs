//! Everything that the library answers.

#![expect(unreachable_pub, reason = "wasm_bindgen exports public items only")]

use super::{outcome, read, success, to_js};
use crate::audit::{ScoreFile, Scores};
use crate::boundary::options::Options;
use crate::boundary::outcome::Outcome;
use crate::figure::{Error, RANGES, VERSION};
use crate::numerics::count;
use crate::simulation::{self, Tally};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("core.d.ts");

/// A question whose options are all that it needs.
macro_rules! question {
    ($($(#[$doc:meta])+ $question:ident: $options:literal => $outcome:literal;)+) => {$(
        $(#[$doc])+
        #[wasm_bindgen(unchecked_return_type = $outcome)]
        #[must_use]
        pub fn $question(
            #[wasm_bindgen(unchecked_param_type = $options)] options: JsValue,
        ) -> JsValue {
            let asked = read("options", options).and_then(Options::$question);
            outcome(asked.and_then(|options| options.result()))
        }
    )+};
}

question! {
    /// Everything that follows from the parameters of a training run.
    training: "TrainingOptions" => "Outcome<TrainingResult>";
    /// The value of one parameter that keeps a quantity on the safe side of a target.
    calibrate: "CalibrateOptions" => "Outcome<CalibrateResult>";
    /// One quantity over many values of one parameter.
    sweep: "SweepOptions" => "Outcome<SweepResult>";
    /// What follows from a guarantee of differential privacy alone.
    guarantee: "GuaranteeOptions" => "Outcome<GuaranteeResult>";
    /// What the results of an attack say about the run that was declared.
    audit: "AuditOptions" => "Outcome<AuditResult>";
    /// How many trials an audit needs before it is likely to refute.
    audit_plan: "AuditPlanOptions" => "Outcome<AuditPlan>";
    /// Epsilon against the sampling probability of the data set at constant positive accuracy.
    iso_bound: "IsoBoundOptions" => "Outcome<IsoBoundResult>";
    /// Deletion capacity against the expected size of the training set.
    unlearning_curve: "UnlearningCurveOptions" => "Outcome<UnlearningCurve>";
    /// The example of a positive accuracy without bound.
    unbounded_example: "UnboundedExampleOptions" => "Outcome<UnboundedExample>";
    /// What records that depend on each other need.
    dependent_data: "DependentDataOptions" => "Outcome<DependentDataResult>";
    /// Noise on the output for membership inference privacy.
    noise: "NoiseOptions" => "Outcome<NoiseResult>";
    /// The exact attacker against a finite table.
    membership_table: "MipTable" => "Outcome<MipTableResult>";
    /// The data set 1, 2, 4, ... of Proposition 11.
    powers_of_two: "PowersOfTwoOptions" => "Outcome<PowersOfTwo>";
    /// A figure of one of the five papers.
    paper_figure: "PaperFigureOptions" => "Outcome<PaperFigureResult>";
    /// The closed form of Bayes security for membership.
    bayes_security: "BayesSecurityOptions" => "Outcome<BayesSecurityResult>";
}

/// Noise vectors: to be released, from a fresh key that ends with this call, or for demonstration, from a seed.
///
/// # Errors
/// Where the platform has no entropy.
#[wasm_bindgen(unchecked_return_type = "Outcome<NoiseSample>")]
pub fn noise_sample(
    #[wasm_bindgen(unchecked_param_type = "NoiseSampleOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let asked = read("options", options).and_then(Options::noise_sample);
    let sample = match asked {
        Ok((options, Some(seed))) => options.demonstration(seed),
        Ok((options, None)) => options.released(&*fresh_key()?),
        Err(error) => Err(error),
    };
    Ok(outcome(sample))
}

/// 256 bits of entropy, overwritten when they are dropped.
fn fresh_key() -> Result<Zeroizing<[u8; 32]>, JsError> {
    let mut key = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *key)
        .map_err(|error| JsError::new(&format!("no entropy for a fresh key: {error}")))?;
    Ok(key)
}

/// Moments of outputs; `outputs` row by row, `columns` numbers each.
#[wasm_bindgen(unchecked_return_type = "Outcome<MomentResult>")]
#[must_use]
pub fn moments(
    outputs: Vec<f64>,
    columns: f64,
    #[wasm_bindgen(unchecked_param_type = "MomentOptions")] options: JsValue,
) -> JsValue {
    outcome(
        read("options", options)
            .and_then(|options| Options::moments(options)?.result(&outputs, width(columns)?)),
    )
}

/// Attribute inference; `distances`, where given, is `gradient_distances` without the cost of a list.
#[wasm_bindgen(unchecked_return_type = "Outcome<AttributesResult>")]
#[must_use]
pub fn attributes(
    #[wasm_bindgen(unchecked_param_type = "AttributesOptions")] options: JsValue,
    distances: Option<Vec<f64>>,
) -> JsValue {
    outcome(
        read("options", options)
            .and_then(|options: Options| options.attributes(distances))
            .and_then(|options| options.result()),
    )
}

/// `R_t` from raw gradients, row by row, `columns` numbers each.
#[wasm_bindgen(unchecked_return_type = "Outcome<GradientDistance>")]
#[must_use]
pub fn gradient_distance(
    gradients: Vec<f64>,
    columns: f64,
    #[wasm_bindgen(unchecked_param_type = "GradientDistanceOptions")] options: JsValue,
) -> JsValue {
    outcome(read("options", options).and_then(|options| {
        Options::gradient_distance(options)?.result(&gradients, width(columns)?)
    }))
}

/// Numbers in a row of a matrix.
fn width(columns: f64) -> Result<usize, Error> {
    RANGES.dimension.check("columns", columns).map(count)
}

/// The errata whose counterexample is a number.
#[wasm_bindgen(unchecked_return_type = "Erratum[]")]
#[must_use]
pub fn errata() -> JsValue {
    to_js(&crate::errata::errata())
}

/// Reads a file of scores piece by piece, and audits them.
#[wasm_bindgen]
pub struct ScoreReader {
    file: Result<ScoreFile, Error>,
    scores: Result<Scores, Error>,
}

#[wasm_bindgen]
impl ScoreReader {
    /// A reader of nothing yet; columns that are no object of their names are told of at the end.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "ScoreColumns")] columns: JsValue) -> Self {
        Self {
            file: read("columns", columns)
                .and_then(Options::score_columns)
                .map(ScoreFile::new),
            scores: Err(ended()),
        }
    }

    /// The next bytes of the file, cut anywhere.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Ok(file) = &mut self.file {
            file.push(bytes);
        }
    }

    /// Names of the columns, as far as they are known.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let columns = self.file.as_ref().map(ScoreFile::columns);
        columns.map_or_else(|_| Vec::new(), <[String]>::to_vec)
    }

    /// What was read, after the last bytes.
    #[wasm_bindgen(unchecked_return_type = "Outcome<ScoreSummary>")]
    pub fn finish(&mut self) -> JsValue {
        let file = core::mem::replace(&mut self.file, Err(ended()));
        outcome(file.and_then(ScoreFile::finish).map(|(scores, summary)| {
            self.scores = Ok(scores);
            summary
        }))
    }

    /// What the scores say about a declared run.
    #[wasm_bindgen(unchecked_return_type = "Outcome<AuditResult>")]
    #[must_use]
    pub fn audit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "AuditOptions")] options: JsValue,
    ) -> JsValue {
        let asked = self.scores.clone().and_then(|scores| {
            read("options", options).and_then(|options: Options| options.audit_of(Some(scores)))
        });
        outcome(asked.and_then(|options| options.result()))
    }
}

/// A reader that was asked out of turn.
fn ended() -> Error {
    Error::Malformed {
        parameter: "file".into(),
        problem: "is read once: push, then finish, then audit".into(),
    }
}

/// The cut of a Monte Carlo run into chunks.
#[wasm_bindgen(unchecked_return_type = "Outcome<MonteCarloPlan>")]
#[must_use]
pub fn monte_carlo_plan(
    #[wasm_bindgen(unchecked_param_type = "MonteCarloOptions")] options: JsValue,
) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::monte_carlo)
            .and_then(|options| options.simulation())
            .map(|simulation| simulation.plan().clone()),
    )
}

/// Simulates chunk `index`, 0 <= index < chunks.
#[wasm_bindgen(unchecked_return_type = "Outcome<Tally>")]
#[must_use]
pub fn monte_carlo_chunk(
    #[wasm_bindgen(unchecked_param_type = "MonteCarloOptions")] options: JsValue,
    index: f64,
) -> JsValue {
    outcome(
        read("options", options)
            .and_then(Options::monte_carlo)
            .and_then(|options| options.simulation())
            .and_then(|simulation| simulation.chunk(index)),
    )
}

/// The estimates and their intervals from the tallies of the first chunks, added up in order; the pilot must be among them.
#[wasm_bindgen(unchecked_return_type = "Outcome<MonteCarloResult>")]
#[must_use]
pub fn monte_carlo_result(
    #[wasm_bindgen(unchecked_param_type = "MonteCarloOptions")] options: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Tally")] tally: JsValue,
) -> JsValue {
    outcome(read("options", options).and_then(|options| {
        let tally: Tally = read("tally", tally)?;
        Options::monte_carlo(options)?.simulation()?.result(&tally)
    }))
}

/// A checked Monte Carlo run for one worker: nothing is built again for the next chunk.
#[wasm_bindgen]
pub struct Simulation(simulation::Simulation);

#[wasm_bindgen]
impl Simulation {
    /// The run, or why there is none.
    #[wasm_bindgen(unchecked_return_type = "Outcome<Simulation>")]
    #[must_use]
    pub fn of(
        #[wasm_bindgen(unchecked_param_type = "MonteCarloOptions")] options: JsValue,
    ) -> JsValue {
        let asked = read("options", options).and_then(Options::monte_carlo);
        match asked.and_then(|options| options.simulation()) {
            Ok(simulation) => success(&Self(simulation).into()),
            Err(error) => to_js(&Outcome::<()>::from(Err(error))),
        }
    }

    /// The cut into chunks.
    #[wasm_bindgen(unchecked_return_type = "MonteCarloPlan")]
    #[must_use]
    pub fn plan(&self) -> JsValue {
        to_js(self.0.plan())
    }

    /// The tally of chunk `index` as a row of numbers, of which the first is its `samples`.
    ///
    /// # Errors
    /// Unless 0 <= index < chunks.
    pub fn chunk(&self, index: f64) -> Result<Vec<f64>, JsError> {
        Ok(self.0.chunk(index)?.numbers())
    }

    /// The sum of such tallies, in the order of their chunks. The first may be the sum of all chunks before the others:
    /// the order is what makes the digits the same everywhere.
    ///
    /// # Errors
    /// For a row of another run.
    pub fn sum(&self, tallies: Vec<Float64Array>) -> Result<Vec<f64>, JsError> {
        let rows: Vec<Vec<f64>> = tallies.iter().map(Float64Array::to_vec).collect();
        Ok(self.0.sum(rows.iter().map(Vec::as_slice))?.numbers())
    }

    /// The estimates and their intervals from the sum of the first chunks; the pilot must be among them.
    #[wasm_bindgen(unchecked_return_type = "Outcome<MonteCarloResult>")]
    #[must_use]
    pub fn result(&self, tally: &[f64]) -> JsValue {
        outcome(self.0.tally(tally).and_then(|tally| self.0.result(&tally)))
    }

    /// Steps that were drawn for a tally.
    ///
    /// # Errors
    /// For a row of another run.
    pub fn steps_behind(&self, tally: &[f64]) -> Result<f64, JsError> {
        Ok(self.0.steps_behind(&self.0.tally(tally)?))
    }
}

/// Ranges and defaults of every numeric parameter.
#[wasm_bindgen(unchecked_return_type = "Ranges")]
#[must_use]
pub fn ranges() -> JsValue {
    to_js(&RANGES)
}

/// A seed from the browser's or Node's entropy.
///
/// # Errors
/// Where the platform has no entropy.
#[wasm_bindgen]
pub fn fresh_seed() -> Result<f64, JsError> {
    getrandom::u32()
        .map(f64::from)
        .map_err(|error| JsError::new(&format!("no entropy for a fresh seed: {error}")))
}

/// Version of this library.
#[wasm_bindgen]
#[must_use]
pub fn library_version() -> String {
    VERSION.into()
}
