//! The figures of a training, read off its bounds one by one.

use super::options::Asked;
use super::published_bounds::PublishedBounds;
use super::quantity::Quantity;
use super::result::{
    EpsilonFigure, FlaggedPrecision, GdpFigure, HockeyStickFigure, Parameters,
    PositiveAccuracyFigure, TrainingResult,
};
use super::theorems;
use crate::curve::{Bounds, PrivacyCurve};
use crate::figure::{
    BASELINE, BaselineFigure, Figure, Kind, PRECISION, Roc, TPR, Theorem, TprFigure, VERSION,
    Warning,
};
use crate::mechanism::{Mechanism, NeighboringRelation, Noise, Phase, RunOptions, sampling_name};
use crate::numerics::{Interval, up};

/// What the figures of a training are read off.
pub(super) struct Figures<'a> {
    mechanism: &'a Mechanism,
    bounds: &'a Bounds,
    asked: &'a Asked,
    /// Other figures are compared with it.
    advantage: Figure,
    /// At the delta that was asked for.
    epsilon: Option<EpsilonFigure>,
    published: PublishedBounds,
}

impl<'a> Figures<'a> {
    pub(super) fn new(mechanism: &'a Mechanism, bounds: &'a Bounds, asked: &'a Asked) -> Self {
        let epsilon = asked.delta.map(|delta| epsilon(bounds, delta));
        let pair = epsilon
            .as_ref()
            .and_then(|found| Some((found.epsilon.upper?, found.target_delta)));
        Self {
            mechanism,
            bounds,
            asked,
            advantage: bounds.advantage(),
            epsilon,
            published: PublishedBounds::new(mechanism, pair),
        }
    }

    /// All of them.
    pub(super) fn result(self, run: &RunOptions) -> TrainingResult {
        let (mechanism, bounds, asked) = (self.mechanism, self.bounds, self.asked);
        let prior = asked.prior;
        let tpr = self.tpr();
        let roc = self.roc();
        TrainingResult {
            library_version: VERSION,
            neighboring_relation: mechanism.relation(),
            sampling: sampling_name(mechanism),
            noise: mechanism.noise(),
            status: bounds.status(),
            status_sources: bounds.status_sources(),
            parameters: Parameters::new(mechanism, prior, asked.delta),
            bayes_security: bounds.bayes_security(),
            accuracy: Quantity::Accuracy { prior }.figure(bounds),
            error: bounds.falling(theorems::BAYES_ERROR, |curve| curve.error(prior)),
            generalised_advantage: bounds.rising(theorems::GENERALISED_ADVANTAGE, |curve| {
                curve.generalised_advantage(prior)
            }),
            hockey_stick: self.hockey_stick(),
            baseline: self.baseline(),
            gdp_mu: asked.fpr_range.map(|range| gdp(bounds, range)),
            eta: Quantity::Eta { prior }.figure(bounds),
            flagged_precision: self.flagged_precision(),
            positive_accuracy: self.positive_accuracy(),
            precision_curve: roc
                .as_ref()
                .map(|roc| precision_curve(bounds.curve(), roc, prior)),
            roc,
            closed_form: self.published.closed_form(&self.advantage),
            closed_form_upper: self.published.closed_form_upper(),
            gaussian_limit: self.published.gaussian_limit(&self.advantage),
            chi_square: self.published.chi_square(),
            pinsker: self.published.pinsker(),
            humphries: self.published.humphries(),
            erlingsson: self.published.erlingsson(),
            yeom: self.published.yeom(),
            warnings: self.warnings(run, &tpr),
            tpr,
            symmetrised_tpr: self.symmetrised_tpr(),
            epsilon: self.epsilon.filter(is_finite),
            advantage: self.advantage,
        }
    }

    fn tpr(&self) -> Vec<TprFigure> {
        let curves = self.bounds.roc(&self.asked.fpr);
        let at = |(i, &fpr)| self.tpr_from(fpr, TPR, &|k| curves[k][i]);
        self.asked.fpr.iter().enumerate().map(at).collect()
    }

    fn symmetrised_tpr(&self) -> Vec<TprFigure> {
        let at = |&fpr: &f64| {
            let found = self.bounds.each(|curve| curve.symmetrised_tpr(fpr));
            self.tpr_from(fpr, theorems::SYMMETRISED_TPR, &|k| found[k])
        };
        self.asked.fpr.iter().map(at).collect()
    }

    /// The figures at one rate, from the interval on each curve.
    fn tpr_from(
        &self,
        fpr: f64,
        theorem: &'static Theorem,
        found: &dyn Fn(usize) -> Interval,
    ) -> TprFigure {
        let (curve, prior) = (self.bounds.curve(), self.asked.prior);
        TprFigure {
            fpr,
            tpr: self.bounds.rising_from(theorem, found),
            precision: self
                .bounds
                .rising_from(PRECISION, &|k| curve.precision(fpr, found(k), prior)),
        }
    }

    fn hockey_stick(&self) -> Vec<HockeyStickFigure> {
        // The small module leaves these questions to the whole one.
        if cfg!(first_module) {
            return Vec::new();
        }
        let bounds = self.bounds;
        let at = |&epsilon: &f64| HockeyStickFigure {
            epsilon,
            divergence: bounds.rising(theorems::HOCKEY_STICK, |curve| curve.hockey_stick(epsilon)),
            reverse: bounds.rising(theorems::REVERSE_HOCKEY_STICK, |curve| {
                curve.reverse_hockey_stick(epsilon)
            }),
            delta: bounds.rising(theorems::DELTA, |curve| {
                curve
                    .hockey_stick(epsilon)
                    .larger(curve.reverse_hockey_stick(epsilon))
            }),
            tv_a: bounds.rising(theorems::TV_A, |curve| curve.total_variation_at(epsilon)),
        };
        self.asked.epsilon.iter().map(at).collect()
    }

    /// Of a guess about what the record holds the curve is a bound, for which nothing is attained.
    fn baseline(&self) -> Vec<BaselineFigure> {
        if cfg!(first_module) {
            return Vec::new();
        }
        let (curve, mechanism) = (self.bounds.curve(), self.mechanism);
        let exchanges = mechanism.relation() == NeighboringRelation::ReplaceOne;
        let advantage = self.advantage.upper.unwrap_or(1.0);
        let exchanged = if exchanges {
            advantage
        } else {
            2.0 * advantage
        };
        let mu = whole_batches(mechanism).map(|mu| if exchanges { 2.0 * mu } else { mu });
        let at = |&baseline: &f64| {
            let success = Figure::upper(curve.tpr(baseline).upper, curve.method(), BASELINE);
            BaselineFigure::new(baseline, success, exchanged.min(1.0), mu)
        };
        self.asked.baseline.iter().map(at).collect()
    }

    fn flagged_precision(&self) -> Option<FlaggedPrecision> {
        let prior = self.asked.prior;
        self.asked
            .flagged_share
            .map(|flagged_share| FlaggedPrecision {
                flagged_share,
                prior,
                precision: self.bounds.rising(theorems::FLAGGED_PRECISION, |curve| {
                    curve.flagged_precision(flagged_share, prior)
                }),
            })
    }

    fn positive_accuracy(&self) -> Option<PositiveAccuracyFigure> {
        let prior = self.asked.prior;
        self.asked
            .attack_rate
            .map(|attack_rate| PositiveAccuracyFigure {
                attack_rate,
                positive_accuracy: Quantity::PositiveAccuracy { prior, attack_rate }
                    .figure(self.bounds),
            })
    }

    fn roc(&self) -> Option<Roc> {
        let fpr = &self.asked.drawn;
        (!fpr.is_empty()).then(|| roc(self.bounds, fpr))
    }

    fn warnings(&self, run: &RunOptions, tpr: &[TprFigure]) -> Vec<Warning> {
        let epsilon = self.epsilon.as_ref();
        let tpr: Vec<Figure> = tpr.iter().map(|found| found.tpr.clone()).collect();
        Warning::of(
            run,
            self.mechanism,
            &self.advantage,
            &tpr,
            epsilon.map(|found| (found.target_delta, &found.epsilon)),
        )
    }
}

fn is_finite(found: &EpsilonFigure) -> bool {
    found.epsilon.upper.is_some_and(f64::is_finite)
}

/// The mu of a run whose batches are the whole data set: a Gaussian mechanism, composed.
fn whole_batches(mechanism: &Mechanism) -> Option<f64> {
    let phases = mechanism.phases();
    let gaussian = mechanism.noise() == Noise::Gaussian
        && mechanism.group_size() == 1
        && phases.iter().all(|phase| phase.sample_rate == 1.0);
    let square =
        |phase: &Phase| phase.num_steps / (phase.noise_multiplier * phase.noise_multiplier);
    gaussian.then(|| up(libm::sqrt(phases.iter().map(square).sum())))
}

fn epsilon(bounds: &Bounds, target_delta: f64) -> EpsilonFigure {
    let found = bounds.each_epsilon(target_delta);
    let (remove, add) = found[0];
    EpsilonFigure {
        target_delta,
        direction: if remove.upper >= add.upper {
            "remove"
        } else {
            "add"
        },
        epsilon: bounds.rising_from(theorems::EPSILON, &|k| found[k].0.larger(found[k].1)),
        remove: bounds.rising_from(theorems::HOCKEY_STICK, &|k| found[k].0),
        add: bounds.rising_from(theorems::REVERSE_HOCKEY_STICK, &|k| found[k].1),
    }
}

fn gdp(bounds: &Bounds, (fpr_min, fpr_max): (f64, f64)) -> GdpFigure {
    let (best_fit, regret) = bounds.curve().gdp_fit(fpr_min, fpr_max);
    GdpFigure {
        fpr_min,
        fpr_max,
        mu: Quantity::GdpMu { fpr_min, fpr_max }.figure(bounds),
        unamplified: bounds.unsampled().map(|gaussian| gaussian.mu),
        best_fit,
        regret,
    }
}

fn roc(bounds: &Bounds, fpr: &[f64]) -> Roc {
    let curves = bounds.roc(fpr);
    let points: Vec<Figure> = (0..fpr.len())
        .map(|i| bounds.rising_from(TPR, &|k| curves[k][i]))
        .collect();
    Roc {
        fpr: fpr.to_vec(),
        lower: points
            .iter()
            .zip(fpr)
            .map(|(point, &fpr)| point.lower.unwrap_or(fpr))
            .collect(),
        estimate: points.iter().map(|point| point.estimate).collect(),
        upper: points
            .iter()
            .map(|point| point.upper.unwrap_or(1.0))
            .collect(),
        kind: points.iter().map(|point| point.kind).collect(),
    }
}

/// Each end of a rate of true positives gives that end of the precision.
fn precision_curve(curve: &PrivacyCurve, roc: &Roc, prior: f64) -> Roc {
    let ends = roc.lower.iter().zip(&roc.upper);
    let found: Vec<Interval> = roc
        .fpr
        .iter()
        .zip(ends)
        .map(|(&fpr, (&lower, &upper))| curve.precision(fpr, Interval { lower, upper }, prior))
        .collect();
    let estimate = |(precision, kind): (&Interval, &Kind)| match kind {
        Kind::Exact => precision.middle(),
        _ => precision.upper,
    };
    Roc {
        fpr: roc.fpr.clone(),
        lower: found.iter().map(|precision| precision.lower).collect(),
        estimate: found.iter().zip(&roc.kind).map(estimate).collect(),
        upper: found.iter().map(|precision| precision.upper).collect(),
        kind: roc.kind.clone(),
    }
}
