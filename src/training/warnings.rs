//! What stands out about a training and its figures.

use crate::figure::{Figure, Warning};
use crate::mechanism::{Mechanism, Phase, RunOptions, steps_of};

/// Width above which an exact figure carries a warning, unless it is a small share of the figure.
const WIDE: f64 = 1e-8;
const WIDE_SHARE: f64 = 1e-4;
/// The same for a true-positive rate, in units of the rate itself, and for epsilon.
const WIDE_RATE: f64 = 1e-3;
const WIDE_EPSILON: f64 = 1e-3;

impl Warning {
    /// What stands out about a result.
    pub(crate) fn of(
        options: &RunOptions,
        mechanism: &Mechanism,
        advantage: &Figure,
        tpr: &[Figure],
        epsilon: Option<(f64, &Figure)>,
    ) -> Vec<Self> {
        let mut warnings = Vec::new();
        if options.by_epoch() {
            warnings.extend(Self::of_epochs(options, mechanism));
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
        let wide_rate = |figure: &Figure| {
            let rate = figure.upper.unwrap_or(1.0);
            figure.width().is_some_and(|width| width > WIDE_RATE * rate)
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

    /// How the steps were counted in epochs, where that has to be said.
    fn of_epochs(options: &RunOptions, mechanism: &Mechanism) -> Vec<Self> {
        let given = options.phases().unwrap_or_default();
        let uneven = |phase: &&Phase| {
            let batches = 1.0 / phase.sample_rate;
            (batches - libm::round(batches)).abs() > 1e-9 * batches
        };
        let uneven = given.iter().find(uneven).map(|phase| {
            let steps = steps_of(1.0, phase.sample_rate);
            Self::new(
                "uneven_epoch",
                format!(
                    "An epoch has {steps} steps, 1/sample_rate rounded up; {} steps are counted in all.",
                    mechanism.num_steps(),
                ),
            )
        });
        let cut = mechanism
            .phases()
            .iter()
            .find(|phase| phase.cut_steps() > 0.0);
        let cut = cut.map(|phase| {
            Self::new(
                "cut_epoch",
                format!(
                    "{} steps are no whole number of epochs of {} steps: the last is cut off after {}. The upper bound counts \
                     it whole, the lower end leaves it out.",
                    phase.num_steps,
                    phase.bins(),
                    phase.cut_steps(),
                ),
            )
        });
        uneven.into_iter().chain(cut).collect()
    }
}
