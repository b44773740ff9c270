//! Certified membership-inference bounds for models trained with DP-SGD.
//!
//! The attacker sees the whole training and has to say whether one record was in it. One step shows
//! `Q = N(0, 1)` if the record is out and `P = (1 - q) N(0, 1) + q N(m, 1)` if it is in; all that an attacker
//! can do follows from the law of the total loss `L = sum ln P/Q`.
//!
//! | symbol | name | meaning |
//! |---|---|---|
//! | `sigma` | `noise_multiplier` | standard deviation of the noise over the clipping norm |
//! | `m` | | shift of a sampled step in units of the noise, `1/sigma` |
//! | `q` | `sample_rate` | probability with which a record enters a step |
//! | `T` | `num_steps` | number of steps |
//! | `H(eps)` | [`PrivacyCurve::hockey_stick`] | `E_in[(1 - e^(eps - L))_+]` |
//! | `O(eps)` | [`PrivacyCurve::overlap`] | `1 - H(eps)` |
//!
//! From parameters to numbers: [`SampledGaussian`] checks them, [`PrivacyCurve`] computes the curve with its
//! certificate, its methods read off each figure as an [`Interval`]; [`TrainingOptions`] does all of it at once.
//! [`MonteCarloOptions`] simulates the same attack without sharing code with the curve. Functions ending in no
//! qualifier are exact to their interval; what is a bound or an approximation says so first.
#![doc = concat!("\n", include_str!("../README.md"))]

#[cfg(test)]
mod agreement;
mod binomial_sequence;
mod bounds;
mod calibration;
mod characteristic;
mod coarse;
mod comparison;
mod confidence_sequence;
mod contour;
mod curve;
mod dominating_pair;
mod epsilon;
mod error;
mod estimator;
mod figure;
mod fourier;
mod gaussian;
mod gaussian_control;
mod gdp;
mod grid;
mod guarantee;
mod guarantee_curve;
mod interval;
#[allow(
    dead_code,
    reason = "its kernels serve the transcripts in single precision"
)]
mod lanes;
mod lattice;
mod layer_cake;
mod lines;
mod loss_histogram;
mod loss_scale;
mod mechanism;
mod membership;
mod moments;
mod monte_carlo;
mod monte_carlo_plan;
mod monte_carlo_result;
mod normal;
mod one_step;
mod options;
mod preview;
mod quantity;
mod range;
mod rare;
mod roc_band;
mod run_options;
mod sampled_gaussian;
mod simulation;
mod standing;
mod step;
mod sweep;
mod tally;
mod tilted_law;
mod tilted_step;
mod tradeoff;
mod training;
mod training_result;
mod transcripts;
mod warning;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use bounds::Bounds;
pub use calibration::{Attained, CalibrateOptions, CalibrateResult, SolveFor};
pub use comparison::{chi_square, closed_form, closed_form_error_term, gaussian_limit, pinsker};
pub use curve::{Demand, PrivacyCurve};
pub use epsilon::Direction;
pub use error::Error;
pub use estimator::Estimator;
pub use figure::{Figure, Kind};
pub use guarantee::{erlingsson, humphries, yeom};
pub use guarantee_curve::{Guarantee, GuaranteeOptions, GuaranteeResult};
pub use interval::Interval;
pub use loss_histogram::LossHistogram;
pub use mechanism::{Mechanism, NeighboringRelation, Noise, Phase, Sampling};
pub use monte_carlo::MonteCarloOptions;
pub use monte_carlo_plan::MonteCarloPlan;
pub use monte_carlo_result::{
    MonteCarloResult, SimulatedSide, SimulatedTotalVariation, SimulatedTpr,
};
pub use options::{Options, Value};
pub use quantity::{Quantity, TargetSide};
pub use range::{RANGES, Range, Ranges};
pub use run_options::RunOptions;
pub use sampled_gaussian::SampledGaussian;
pub use simulation::Simulation;
pub use sweep::{SweepOptions, SweepResult};
pub use tally::Tally;
pub use training::TrainingOptions;
pub use training_result::{
    ApproximationFigure, ClosedFormFigure, EpsilonFigure, FlaggedPrecision, GdpFigure,
    HockeyStickFigure, Parameters, Roc, TprFigure, TrainingResult,
};
pub use warning::Warning;

/// Version of this library, as it stands in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
