//! What a reader should know before using a number.

use crate::{Figure, Mechanism, RunOptions, TprFigure};
use serde::Serialize;

/// Width above which an exact figure carries a warning, unless it is a small share of the figure.
const WIDE: f64 = 1e-8;
const WIDE_SHARE: f64 = 1e-4;
/// The same for a true-positive rate, in units of the rate itself, and for epsilon.
const WIDE_RATE: f64 = 1e-3;
const WIDE_EPSILON: f64 = 1e-3;

/// Something a reader should know before using a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// A stable word for programs.
    pub code: &'static str,
    /// The same for people.
    pub message: String,
}

impl Warning {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// What stands out about a result.
    pub(crate) fn of(
        options: &RunOptions,
        mechanism: &Mechanism,
        advantage: &Figure,
        tpr: &[TprFigure],
        epsilon: Option<(f64, &Figure)>,
    ) -> Vec<Self> {
        let mut warnings = Vec::new();
        let given = options.phases().unwrap_or_default();
        if options.by_epoch() && given != mechanism.phases() {
            let [phase, ..] = mechanism.phases() else {
                return warnings;
            };
            warnings.push(Self::new(
                "whole_epochs",
                format!(
                    "Counted as whole epochs: {} steps, an epoch having {} (1/sample_rate rounded up, the last batch \
                     being smaller).",
                    mechanism.num_steps(),
                    phase.bins(),
                ),
            ));
        }
        let resolved = WIDE.max(WIDE_SHARE * advantage.lower.unwrap_or(0.0));
        if let Some(width) = advantage.width().filter(|&width| width > resolved) {
            warnings.push(Self::new(
                "wide_interval",
                format!(
                    "The advantage is certified to {width:.1e} only, with {} steps and noise_multiplier {} at its smallest: \
                     the loss is spread too widely for the grid and too little for the Fourier form. The interval is true; \
                     more noise narrows it.",
                    mechanism.num_steps(),
                    mechanism.phases()[0].noise_multiplier,
                ),
            ));
        }
        let wide_rate = |figure: &TprFigure| {
            let rate = figure.tpr.upper.unwrap_or(1.0);
            figure
                .tpr
                .width()
                .is_some_and(|width| width > WIDE_RATE * rate)
        };
        if tpr.iter().any(wide_rate) {
            warnings.push(Self::new(
                "wide_rate",
                "A true-positive rate is known only within its interval: at that false-positive rate the curve is finer \
                 than what this computation resolves.",
            ));
        }
        if let Some((_, figure)) = epsilon {
            let upper = figure.upper.unwrap_or(f64::INFINITY);
            if !upper.is_finite() {
                warnings.push(Self::new(
                    "epsilon_not_certified",
                    "No epsilon can be certified at target_delta: it lies below what rounding leaves of the divergence. A \
                     larger target_delta would do.",
                ));
            } else if figure.width().is_some_and(|width| width > WIDE_EPSILON) {
                warnings.push(Self::new(
                    "wide_epsilon",
                    "Epsilon is known only within its interval: at target_delta the curve is finer than what this \
                     computation resolves, and the upper end comes from moments of the loss.",
                ));
            }
        }
        warnings.extend(Self::of_delta(
            epsilon.map(|(delta, _)| delta),
            options.dataset_size,
        ));
        warnings
    }

    /// That a delta is too large for a data set of so many records.
    pub(crate) fn of_delta(delta: Option<f64>, dataset_size: Option<f64>) -> Option<Self> {
        let (delta, share) = (delta?, 1.0 / dataset_size?);
        (delta > share).then(|| {
            Self::new(
                "delta_above_one_over_n",
                format!(
                    "target_delta {delta} is above 1/dataset_size = {share:.1e}: a mechanism that publishes one record at \
                     random would pass."
                ),
            )
        })
    }
}
