//! The front door: what is known of a training run in, everything that follows from it out.

use super::quantity::Quantity;
use super::result::{
    ApproximationFigure, ClosedFormFigure, EpsilonFigure, FlaggedPrecision, GdpFigure,
    HockeyStickFigure, Parameters, TrainingResult,
};
use crate::curve::{
    Bounds, PrivacyCurve, chi_square, closed_form, closed_form_error_term, gaussian_limit, pinsker,
};
use crate::figure::{
    Error, Figure, PRECISION, RANGES, Roc, TPR, TprFigure, VERSION, Warning, drawn_rates,
    log_odds_against,
};
use crate::guarantee::{erlingsson, humphries, yeom};
use crate::mechanism::{
    Demand, Mechanism, NeighboringRelation, Noise, RunOptions, SampledGaussian, Sampling,
    sampling_name,
};
use crate::numerics::Interval;

/// What is asked about a run.
#[derive(Clone, Debug, Default)]
pub struct TrainingOptions {
    /// The run.
    pub run: RunOptions,
    /// Asks for epsilon and for the bounds that follow from it.
    pub target_delta: Option<f64>,
    /// Probability that the record is a member before the attack.
    pub prior: Option<f64>,
    /// False-positive rates; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
    /// Orders of the hockey-stick divergence.
    pub epsilon: Vec<f64>,
    /// Points of the ROC curve.
    pub roc_points: Option<f64>,
    /// Asks for the GDP parameter over a range of false-positive rates.
    pub fpr_range: Option<(f64, f64)>,
    /// Asks for the best precision among attackers who name at least this share of the candidates.
    pub flagged_share: Option<f64>,
}

const GENERALISED: &str =
    "2 accuracy - 2 max(p, 1 - p) (Mahloujifar et al., Theorem 21, sign of erratum E2)";
const ERROR: &str = "Bayes error at the prior, one less the accuracy";
const SYMMETRISED: &str = "Symmetrised trade-off, the larger divergence of both directions at every order (Dong, Roth and Su, Definition F.1)";
const FLAGGED: &str =
    "Precision falls along the ROC curve: the best names exactly the share asked for";
const EPSILON: &str = "Hockey-stick divergence of the dominating pair, the larger of both directions (Zhu, Dong and Wang, Theorem 11)";
const HOCKEY_STICK: &str =
    "Hockey-stick divergence of the dominating pair, in against out (erratum E3)";
const REVERSE: &str = "Hockey-stick divergence of the dominating pair, out against in";
const DELTA: &str = "The larger hockey-stick divergence of both directions";
const TV_A: &str =
    "(1 + a)/2 - a O(-ln a): half the integral of |out - a in| (Mahloujifar et al., Definition 4)";
const CLOSED_FORM: &str = "erf(q sqrt(T)/(2 sqrt2 sigma)), Cherubin et al., Corollary 7; no bound without its error term (erratum E8)";
const GAUSSIAN_LIMIT: &str = "2 Phi(mu/2) - 1 with mu = q sqrt(T (e^(1/sigma^2) - 1)), central limit (Bu et al. 2020); no bound";
const CHI_SQUARE: &str = "sqrt((1 + q^2 (e^(1/sigma^2) - 1))^T - 1)/2 (erratum E8)";
const PINSKER: &str = "sqrt(KL/2), the smaller of both directions (Mahloujifar et al., Eq. 5)";
const HUMPHRIES: &str = "(e^eps - 1 + 2 delta)/(e^eps + 1) (Humphries et al., Theorem 3.1)";
const ERLINGSSON: &str = "1 - e^-eps (1 - delta) (Erlingsson et al.)";
const YEOM: &str = "min(1, e^eps - 1 + delta) (Yeom et al., with delta added; 1 says nothing)";

/// The checked question.
struct Asked {
    prior: f64,
    delta: Option<f64>,
    fpr: Vec<f64>,
    drawn: Vec<f64>,
    fpr_range: Option<(f64, f64)>,
    flagged_share: Option<f64>,
}

impl TrainingOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::{RunOptions, TrainingOptions};
    /// let options = TrainingOptions {
    ///     run: RunOptions {
    ///         noise_multiplier: Some(1.1),
    ///         batch_size: Some(256.0),
    ///         dataset_size: Some(60_000.0),
    ///         epochs: Some(15.0),
    ///         ..RunOptions::default()
    ///     },
    ///     ..TrainingOptions::default()
    /// };
    /// let result = options.result()?;
    /// assert_eq!(result.parameters.num_steps, 3516.0);
    /// assert!((result.advantage.estimate - 0.1133476027).abs() < 1e-10);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range, or for which nothing is
    /// proven.
    pub fn result(&self) -> Result<TrainingResult, Error> {
        let (mechanism, asked) = self.checked()?;
        let bounds = Bounds::new(&mechanism, &self.demand(&asked))?;
        Ok(self.figures(&mechanism, &bounds, &asked))
    }

    /// The same digits in a part of the code, for programs that have to be small: `None` where the second engine is
    /// needed.
    ///
    /// # Errors
    /// As [`TrainingOptions::result`].
    pub fn result_by_first_engine(&self) -> Result<Option<TrainingResult>, Error> {
        let (mechanism, asked) = self.checked()?;
        let bounds = Bounds::by_first_engine(&mechanism, &self.demand(&asked))?;
        Ok(bounds.map(|bounds| self.figures(&mechanism, &bounds, &asked)))
    }

    fn checked(&self) -> Result<(Mechanism, Asked), Error> {
        Ok((self.run.mechanism()?, self.asked()?))
    }

    fn demand(&self, asked: &Asked) -> Demand {
        let mut demand = Demand {
            fpr: asked.fpr.iter().chain(&asked.drawn).copied().collect(),
            epsilon: self.epsilon.clone(),
            delta: asked.delta,
            draft: false,
        };
        demand.epsilon.push(log_odds_against(asked.prior));
        if let Some((low, high)) = asked.fpr_range {
            demand.fpr.extend([low, high]);
        }
        if let Some(share) = asked.flagged_share {
            demand
                .fpr
                .extend([1.0, 1e-2, 1e-4].map(|part| (share * part).max(1e-12)));
        }
        demand
    }

    fn asked(&self) -> Result<Asked, Error> {
        let optional = |value: Option<f64>, check: &dyn Fn(f64) -> Result<f64, Error>| {
            value.map(check).transpose()
        };
        let prior = RANGES.prior.check("prior", self.prior.unwrap_or(0.5))?;
        let delta = optional(self.target_delta, &|delta| {
            RANGES.target_delta.check("target_delta", delta)
        })?;
        let fpr = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        for &order in &self.epsilon {
            RANGES.epsilon.check("epsilon", order)?;
        }
        let points = RANGES
            .roc_points
            .check("roc_points", self.roc_points.unwrap_or(0.0))?;
        if let Some((fpr_min, fpr_max)) = self.fpr_range {
            Quantity::GdpMu { fpr_min, fpr_max }.check()?;
        }
        Ok(Asked {
            prior,
            delta,
            fpr,
            drawn: drawn_rates(points),
            fpr_range: self.fpr_range,
            flagged_share: optional(self.flagged_share, &|share| {
                RANGES.flagged_share.check("flagged_share", share)
            })?,
        })
    }

    fn figures(&self, mechanism: &Mechanism, bounds: &Bounds, asked: &Asked) -> TrainingResult {
        let prior = asked.prior;
        let advantage = bounds.advantage();
        let epsilon = asked
            .delta
            .map(|delta| (delta, epsilon_figure(bounds, delta)));
        let from_epsilon = |bound: fn(f64, f64) -> f64, name, theorem| {
            epsilon.as_ref().and_then(|(delta, found)| {
                let upper = found.epsilon.upper.filter(|upper| upper.is_finite())?;
                Some(Figure::upper(bound(upper, *delta), name, theorem))
            })
        };
        let curves: Vec<Vec<Interval>> = bounds.roc(&asked.fpr);
        let tpr: Vec<TprFigure> = asked
            .fpr
            .iter()
            .enumerate()
            .map(|(i, &fpr)| tpr_figure(bounds, fpr, prior, TPR, &|k| curves[k][i]))
            .collect();
        let symmetrised_tpr = asked
            .fpr
            .iter()
            .map(|&fpr| {
                let found = bounds.each(|curve| curve.symmetrised_tpr(fpr));
                tpr_figure(bounds, fpr, prior, SYMMETRISED, &|k| found[k])
            })
            .collect();
        let single = single_phase(mechanism);
        let single = single.as_ref();
        TrainingResult {
            library_version: VERSION,
            neighboring_relation: mechanism.relation(),
            sampling: sampling_name(mechanism),
            noise: mechanism.noise(),
            status: bounds.status(),
            parameters: Parameters::new(mechanism, prior, asked.delta),
            bayes_security: bounds.bayes_security(),
            accuracy: Quantity::Accuracy { prior }.figure(bounds),
            error: bounds.falling(ERROR, |curve| curve.error(prior)),
            generalised_advantage: bounds
                .rising(GENERALISED, |curve| curve.generalised_advantage(prior)),
            hockey_stick: self
                .epsilon
                .iter()
                .map(|&order| hockey_stick_figure(bounds, order))
                .collect(),
            gdp_mu: asked.fpr_range.map(|range| gdp_figure(bounds, range)),
            flagged_precision: asked.flagged_share.map(|flagged_share| FlaggedPrecision {
                flagged_share,
                prior,
                precision: bounds.rising(FLAGGED, |curve| {
                    curve.flagged_precision(flagged_share, prior)
                }),
            }),
            roc: (!asked.drawn.is_empty()).then(|| roc(bounds, &asked.drawn)),
            closed_form: single.map(|run| ClosedFormFigure {
                approximation: Figure::approximation(closed_form(run), "closed_form", CLOSED_FORM),
                error_term: closed_form_error_term(run),
                error_against_exact: advantage.error_of(closed_form(run)),
            }),
            gaussian_limit: single.map(|run| ApproximationFigure {
                approximation: Figure::approximation(
                    gaussian_limit(run),
                    "closed_form",
                    GAUSSIAN_LIMIT,
                ),
                error_against_exact: advantage.error_of(gaussian_limit(run)),
            }),
            chi_square: single.map(|run| Figure::upper(chi_square(run), "closed_form", CHI_SQUARE)),
            pinsker: single.map(|run| Figure::upper(pinsker(run), "quadrature", PINSKER)),
            humphries: from_epsilon(humphries, "epsilon", HUMPHRIES),
            erlingsson: from_epsilon(erlingsson, "epsilon", ERLINGSSON),
            yeom: from_epsilon(yeom, "epsilon", YEOM),
            warnings: Warning::of(
                &self.run,
                mechanism,
                &advantage,
                &tpr,
                epsilon
                    .as_ref()
                    .map(|(delta, found)| (*delta, &found.epsilon)),
            ),
            epsilon: epsilon
                .map(|(_, found)| found)
                .filter(|found| found.epsilon.upper.is_some_and(f64::is_finite)),
            tpr,
            symmetrised_tpr,
            advantage,
        }
    }
}

/// The run, where the formulas for one phase of Poisson-sampled Gaussian steps apply.
fn single_phase(mechanism: &Mechanism) -> Option<SampledGaussian> {
    let phases = mechanism.phases();
    let applies = phases.len() == 1
        && mechanism.noise() == Noise::Gaussian
        && mechanism.group_size() == 1
        && mechanism.relation() != NeighboringRelation::ReplaceOne
        && (mechanism.sampling() == Sampling::Poisson || phases[0].sample_rate == 1.0);
    applies.then(|| (&phases[0]).into())
}

fn tpr_figure(
    bounds: &Bounds,
    fpr: f64,
    prior: f64,
    theorem: &'static str,
    found: &dyn Fn(usize) -> Interval,
) -> TprFigure {
    TprFigure {
        fpr,
        tpr: bounds.rising_from(theorem, found),
        precision: bounds.rising_from(PRECISION, &|k| {
            bounds.curve().precision(fpr, found(k), prior)
        }),
    }
}

fn epsilon_figure(bounds: &Bounds, target_delta: f64) -> EpsilonFigure {
    let found = bounds.each_epsilon(target_delta);
    let larger = |(remove, add): (Interval, Interval)| Interval {
        lower: remove.lower.max(add.lower),
        upper: remove.upper.max(add.upper),
    };
    let (remove, add) = found[0];
    EpsilonFigure {
        target_delta,
        direction: if remove.upper >= add.upper {
            "remove"
        } else {
            "add"
        },
        epsilon: bounds.rising_from(EPSILON, &|k| larger(found[k])),
        remove: bounds.rising_from(HOCKEY_STICK, &|k| found[k].0),
        add: bounds.rising_from(REVERSE, &|k| found[k].1),
    }
}

fn hockey_stick_figure(bounds: &Bounds, epsilon: f64) -> HockeyStickFigure {
    let larger = |curve: &PrivacyCurve| {
        let remove = curve.hockey_stick(epsilon);
        let add = curve.reverse_hockey_stick(epsilon);
        Interval {
            lower: remove.lower.max(add.lower),
            upper: remove.upper.max(add.upper),
        }
    };
    HockeyStickFigure {
        epsilon,
        divergence: bounds.rising(HOCKEY_STICK, |curve| curve.hockey_stick(epsilon)),
        reverse: bounds.rising(REVERSE, |curve| curve.reverse_hockey_stick(epsilon)),
        delta: bounds.rising(DELTA, larger),
        tv_a: bounds.rising(TV_A, |curve| curve.total_variation_at(epsilon)),
    }
}

fn gdp_figure(bounds: &Bounds, (fpr_min, fpr_max): (f64, f64)) -> GdpFigure {
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
