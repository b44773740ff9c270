//! Certified membership-inference bounds for models trained with DP-SGD.

mod affinity;
mod characteristic;
mod comparison;
mod contour;
mod curve;
mod epsilon;
mod error;
mod figure;
mod fourier;
mod gaussian;
mod guarantee;
mod interval;
mod lanes;
mod layer_cake;
mod membership;
mod normal;
mod one_step;
mod options;
mod range;
mod run_options;
mod sampled_gaussian;
mod simulation;
mod tradeoff;
mod training;
mod training_result;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use comparison::{chi_square, closed_form, closed_form_error_term, pinsker};
pub use curve::{Demand, PrivacyCurve};
pub use epsilon::Direction;
pub use error::Error;
pub use figure::{Figure, Kind};
pub use guarantee::{erlingsson, humphries, yeom};
pub use interval::Interval;
pub use options::{Options, Value};
pub use range::{RANGES, Range, Ranges};
pub use run_options::RunOptions;
pub use sampled_gaussian::SampledGaussian;
pub use simulation::{MonteCarloOptions, MonteCarloPlan, MonteCarloResult, Tally};
pub use training::TrainingOptions;
pub use training_result::{
    ClosedFormFigure, EpsilonFigure, HockeyStickFigure, Parameters, Roc, TprFigure, TrainingResult,
    Warning,
};

/// Version of this library, as it stands in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
