//! Certified membership-inference bounds for models trained with DP-SGD.
//!
//! How well can the best attacker tell whether one record was in the training set, if he sees every noisy gradient sum?
//! This crate computes the answer from the parameters of the training alone: his advantage, his rate of true positives at
//! a rate of false ones, his precision, and epsilon at a delta, each as an interval that holds the true value, rounding
//! included.
//!
//! ```
//! use mi_bounds::{RunOptions, TrainingOptions};
//!
//! let options = TrainingOptions {
//!     run: RunOptions {
//!         noise_multiplier: Some(1.1),
//!         batch_size: Some(256.0),
//!         dataset_size: Some(60_000.0),
//!         epochs: Some(15.0),
//!         ..RunOptions::default()
//!     },
//!     target_delta: Some(1e-5),
//!     fpr: Some(vec![1e-3]),
//!     ..TrainingOptions::default()
//! };
//! let result = options.result()?;
//! assert_eq!(format!("{:.6}", result.advantage), "0.113347 to 0.113348 (exact)");
//! assert!(result.tpr[0].tpr.upper < Some(0.0026074));
//! assert!(result.epsilon.is_some_and(|found| found.epsilon.kind == mi_bounds::Kind::Exact));
//! # Ok::<(), mi_bounds::Error>(())
//! ```
//!
//! # What a number promises
//!
//! Every [`Figure`] says by its [`Kind`] which side of the truth it is on, how it was computed and which theorem it rests
//! on. Upper bounds are rounded up, lower ends down; a parameter out of range, or a combination for which nothing is
//! proven, is an [`Error`] and never a guess. Transcendental functions are compiled in and random numbers come from a
//! seed, so the digits are the same on every platform, in WebAssembly too. Noise that is released alone comes from a key
//! ([`NoiseSampleOptions::released`]).
//!
//! # Where to start
//!
//! - [`TrainingOptions`]: everything about one training. [`RunOptions`] takes a run as people know it.
//! - [`CalibrateOptions`]: the noise, rate or length that keeps a figure on the safe side of a target; [`SweepOptions`]:
//!   one figure over many values.
//! - [`PrivacyCurve`] and [`Bounds`]: the curve itself, its figures one by one, for a [`Mechanism`] under any
//!   [`NeighboringRelation`], [`Sampling`] and [`Noise`].
//! - [`AuditOptions`]: what the results of an attack say about a declared run; [`AuditPlanOptions`]: how many it needs.
//! - [`MonteCarloOptions`]: the same attack simulated, as a witness that shares no code with the curve.
//! - [`PaperFigureOptions`]: the figures of the five papers, as series.
//! - Where no mechanism is known: [`GuaranteeOptions`] says what follows from a guarantee, [`NoiseOptions`] how much noise
//!   an output needs, [`AttributesOptions`] what an attribute's gradients give away, [`errata`] which printed statements
//!   these correct.
//! - [`Options`]: the same questions from named values, as in JSON.
//!
//! # What is computed
//!
//! One step shows the attacker
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
//! Functions ending in no qualifier are exact to their interval; what is a bound or an approximation says so first.

/// What the README shows runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod audit;
mod boundary;
mod curve;
mod delimited;
mod errata;
mod figure;
mod fourier;
mod grid;
mod guarantee;
mod laboratory;
mod mechanism;
mod numerics;
mod output_noise;
mod papers;
mod random;
mod simulation;
mod training;

pub use audit::{
    AuditOptions, AuditPlan, AuditPlanOptions, AuditPlanRate, AuditResult, AuditThreshold,
    AuditTpr, Declared, Evidence, ScoreColumns, ScoreFile, ScoreSummary, Scores,
};
pub use boundary::{
    ExperimentResult, Names, Options, Proved, ProvedExperiment, SettingResult, Value,
};
pub use curve::{
    Bounds, Direction, PrivacyCurve, chi_square, closed_form, closed_form_error_term,
    closed_form_upper, gaussian_limit, pinsker,
};
pub use errata::{Erratum, errata};
pub use figure::{
    BaselineFigure, Error, Figure, Kind, Nearest, RANGES, Range, Ranges, Roc, TprFigure, VERSION,
    Warning,
};
pub use guarantee::{
    AdvantageBounds, DependentDataOptions, DependentDataResult, GeneralisationGap, Guarantee,
    GuaranteeOptions, GuaranteeResult, IsoBound, IsoBoundOptions, IsoBoundResult, LossTail,
    PositiveAccuracyTarget, PrecisionAtRate, PrivacyOfMembership, RecordBounds, UnboundedAccuracy,
    UnboundedExample, UnboundedExampleOptions, Unlearning, UnlearningCurve, UnlearningCurveOptions,
    absence, absence_of_all, deletion_capacity, erlingsson, eta_from_guarantee, generalisation_gap,
    group_delta, group_variation, humphries, largest_epsilon, largest_sampling_probability,
    negative_accuracy, odds_factor, positive_accuracy, printed_deletion_capacity, record_delta,
    subpopulation_cap, yeom,
};
pub use laboratory::{
    AttackObservation, AttackPoint, BiasedSplitOptions, ColumnSummary, ContestOptions,
    DependentRecordsOptions, Experiment, ExperimentOptions, GaussianGameOptions,
    InstrumentedOptions, LearningOptions, Measure, NoiseGameOptions, NoiseRecords, Observations,
    OneHotOptions, Optimiser, SamplingOptions, Series, Setting, Statistic, TableFile, TableOptions,
    TableSource, TableSummary, TradeOffOptions,
};
pub use mechanism::{
    Demand, Mechanism, NeighboringRelation, Noise, Phase, RunOptions, SampledGaussian, Sampling,
};
pub use numerics::Interval;
pub use output_noise::{
    AchievedEta, Corners, EtaTpr, MipRecord, MipTable, MipTableResult, MipTpr, MomentOptions,
    MomentResult, NoiseLaw, NoiseNorm, NoiseOptions, NoisePurpose, NoiseResult, NoiseSample,
    NoiseSampleOptions, NoiseScale, NoiseScales, OutputNoise, PowersOfTwo, PowersOfTwoOptions,
    epsilon_from_eta, eta_from_distance, eta_from_moment, laplace_mechanism_scale, powers_of_two,
    printed_scale, scale_from_distance, scale_from_moment, tpr_from_eta,
};
pub use papers::{FigureAxis, FigureSeries, PaperFigure, PaperFigureOptions, PaperFigureResult};
pub use simulation::{
    Estimator, LossHistogram, MonteCarloOptions, MonteCarloPlan, MonteCarloResult, SimulatedSide,
    SimulatedTotalVariation, SimulatedTpr, Simulation, Tally,
};
pub use training::{
    ApproximationFigure, Attained, AttributeCertificate, AttributeParameters, AttributeSecurity,
    AttributeTpr, AttributesOptions, AttributesResult, BayesSecurityOptions, BayesSecurityResult,
    CalibrateOptions, CalibrateResult, ClosedFormFigure, ClosedSecurity, EpsilonFigure,
    FlaggedPrecision, GdpFigure, GradientDistance, GradientDistanceOptions, HockeyStickFigure,
    Overlay, Parameters, PositiveAccuracyFigure, Quantity, Second, SecondCurve, SecondResult,
    SecurityChoice, SecurityTpr, SolveFor, SweepOptions, SweepResult, SweptBound, TargetSide,
    TrainingOptions, TrainingResult, chi_square_replaced, closed_form_replaced,
    epsilon_from_security, error_term, gaussian_limit_replaced, honest_error_term,
    noise_from_security, tpr_from_security,
};
