//! The closed form of the Bayes-security paper (Cherubin et al.) for membership, what it leaves out, and how far it is off.

use super::result::{ApproximationFigure, Parameters};
use super::security_formulas::{
    chi_square_replaced, closed_form_replaced, epsilon_from_security, error_term,
    gaussian_limit_replaced, honest_error_term, noise_from_security, tpr_from_security,
};
use crate::curve::{Bounds, chi_square, closed_form, gaussian_limit};
use crate::figure::{Error, Figure, RANGES, TPR, VERSION, Warning};
use crate::mechanism::{
    Demand, Mechanism, NeighboringRelation, Noise, Phase, RunOptions, SampledGaussian, Sampling,
};
use crate::numerics::{down, up};
use serde::Serialize;

/// A run whose Bayes security is asked for.
#[derive(Clone, Debug, Default)]
pub struct BayesSecurityOptions {
    /// The run; one phase of Poisson-sampled Gaussian steps.
    pub run: RunOptions,
    /// Rates of false positives.
    pub fpr: Option<Vec<f64>>,
    /// Asks for the estimate of epsilon.
    pub target_delta: Option<f64>,
    /// Asks for the parameters of Equation 4.
    pub target_bayes_security: Option<f64>,
}

/// The closed form with its error.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClosedSecurity {
    /// The approximation.
    #[serde(flatten)]
    pub approximation: ApproximationFigure,
    /// What its theorem takes off.
    pub error_term: f64,
    /// Whether nothing is left.
    pub vacuous: bool,
}

/// Rates of true positives at one rate of false positives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SecurityTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// By the closed form.
    pub closed_form: Figure,
    /// By the exact security.
    pub from_security: Figure,
    /// Of the best attacker.
    pub exact: Figure,
}

/// Parameters of Equation 4.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SecurityChoice {
    /// With sample rate and steps as given.
    pub noise_multiplier: Figure,
    /// With noise and steps as given.
    pub sample_rate: Option<Figure>,
    /// With noise and sample rate as given.
    pub num_steps: Option<Figure>,
    /// Exact security at that noise multiplier.
    pub exact: Option<Figure>,
}

/// Bayes security by every route.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BayesSecurityResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: NeighboringRelation,
    /// The checked parameters.
    pub parameters: Parameters,
    /// From the exact engine.
    pub exact: Figure,
    /// Exact advantage.
    pub advantage: Figure,
    /// 1 - erf(...), Corollary 7; `error_against_exact` is signed, in Bayes security: positive means overstated.
    pub closed_form: ClosedSecurity,
    /// The central limit with the right variance (E8).
    pub gaussian_limit: ApproximationFigure,
    /// A lower bound by the chi-square divergence.
    pub chi_square: Figure,
    /// The closed form with its honest error.
    pub closed_form_bound: Figure,
    /// Proposition 9 with E6: by the closed form (no promise), by the exact security, and the exact rate.
    pub tpr: Vec<SecurityTpr>,
    /// E16j: neither an upper nor a lower bound; none without `target_delta` or where it says nothing.
    pub epsilon_estimate: Option<Figure>,
    /// Equation 4, each with the other two as given; `exact` is what the exact engine says of it.
    pub choice: Option<SecurityChoice>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const METHOD: &str = "closed_form";
const CLOSED: &str = "1 - erf(Delta/(2 sqrt2 sigma C)) with Delta = 2 q C sqrt(T) for exchange, half of it otherwise (Cherubin et al., Corollary 7 without its error term)";
const LIMIT: &str = "Central limit with the variance of the loss: q sqrt(T) sqrt(sinh(1/sigma^2)) for exchange, q sqrt(T (e^(1/sigma^2) - 1))/2 otherwise, in Phi";
const CHI_SQUARE: &str =
    "1 - total variation from the chi-square divergence of a step, which multiplies over steps";
const HONEST: &str =
    "Closed form less the chi-square distance of each sampled step from its Gaussian";
const RATE: &str = "TPR <= 1 + FPR - security at every prior (Cherubin et al., Proposition 9)";
const EPSILON: &str = "ln((2 - 2 delta - security)/security) (Cherubin et al., Section 4.2.1)";
const NEITHER: &str = "With the closed form in place of the true security this is neither an upper nor a lower bound.";
const CHOICE: &str = "Cherubin et al., Equation 4; as approximate as the closed form";

impl BayesSecurityOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::{BayesSecurityOptions, NeighboringRelation, RunOptions};
    /// let options = BayesSecurityOptions {
    ///     run: RunOptions {
    ///         noise_multiplier: Some(1.0),
    ///         sample_rate: Some(0.01),
    ///         num_steps: Some(1000.0),
    ///         neighboring_relation: NeighboringRelation::ReplaceOne,
    ///         ..RunOptions::default()
    ///     },
    ///     ..BayesSecurityOptions::default()
    /// };
    /// let result = options.result()?;
    /// // Erratum E8: the closed form claims 0.016182 less advantage than there is.
    /// let error = result.closed_form.approximation.error_against_exact.expect("exact");
    /// assert!((error - 0.016182).abs() < 1e-6);
    /// assert!(result.closed_form.vacuous);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range; [`Error::Unknown`] for anything
    /// but one phase of Poisson-sampled Gaussian steps and one record.
    pub fn result(&self) -> Result<BayesSecurityResult, Error> {
        let mechanism = self.run.mechanism()?;
        let [phase] = mechanism.phases() else {
            return Err(Error::Unknown {
                parameter: "history",
                reason: "with several phases has no closed form; the exact engine serves it",
                nearest: None,
            });
        };
        if mechanism.noise() != Noise::Gaussian
            || mechanism.sampling() != Sampling::Poisson
            || mechanism.group_size() != 1
        {
            return Err(Error::Unknown {
                parameter: "sampling",
                reason: "must be poisson, with Gaussian noise and one record, for the closed form",
                nearest: None,
            });
        }
        let run = SampledGaussian::from(phase);
        let replaced = mechanism.relation() == NeighboringRelation::ReplaceOne;
        let fpr = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let delta = self
            .target_delta
            .map(|delta| RANGES.target_delta.check("target_delta", delta))
            .transpose()?;
        let demand = Demand {
            fpr: fpr.clone(),
            ..Demand::default()
        };
        let bounds = Bounds::new(&mechanism, &demand)?;
        let (exact, advantage) = (bounds.bayes_security(), bounds.advantage());
        let (closed, limit, chi) = if replaced {
            (
                closed_form_replaced(&run),
                gaussian_limit_replaced(&run),
                chi_square_replaced(&run),
            )
        } else {
            (
                closed_form(&run),
                gaussian_limit(&run),
                chi_square(&run).min(1.0),
            )
        };
        let term = error_term(&run, replaced);
        let honest = up(closed + honest_error_term(&run, replaced).min(1.0)).min(1.0);
        let approximation = |value: f64, theorem| ApproximationFigure {
            approximation: Figure::approximation(1.0 - value, METHOD, theorem).with_erratum("E8"),
            error_against_exact: exact.error_of(1.0 - value),
        };
        let lower = |value: f64, theorem| {
            Figure::lower((1.0 - value).next_down().max(0.0), METHOD, theorem).with_erratum("E8")
        };
        let curves = bounds.roc(&fpr);
        let tpr = fpr
            .iter()
            .enumerate()
            .map(|(i, &fpr)| SecurityTpr {
                fpr,
                closed_form: Figure::approximation(
                    tpr_from_security(1.0 - closed, fpr),
                    METHOD,
                    RATE,
                )
                .with_erratum("E6"),
                from_security: Figure::upper(
                    tpr_from_security(exact.lower.unwrap_or(0.0), fpr),
                    METHOD,
                    RATE,
                )
                .with_erratum("E6"),
                exact: bounds.rising_from(TPR, &|k| curves[k][i]),
            })
            .collect();
        Ok(BayesSecurityResult {
            library_version: VERSION,
            neighboring_relation: mechanism.relation(),
            parameters: Parameters::new(&mechanism, 0.5, delta),
            closed_form: ClosedSecurity {
                approximation: approximation(closed, CLOSED),
                error_term: term,
                vacuous: closed + term >= 1.0,
            },
            gaussian_limit: approximation(limit, LIMIT),
            chi_square: lower(chi, CHI_SQUARE),
            closed_form_bound: lower(honest, HONEST),
            tpr,
            epsilon_estimate: delta
                .and_then(|delta| epsilon_from_security(1.0 - closed, delta))
                .filter(|epsilon| epsilon.is_finite())
                .map(|epsilon| {
                    Figure::approximation(epsilon, METHOD, EPSILON)
                        .with_erratum("E16j")
                        .with_assumptions(NEITHER)
                }),
            choice: self
                .target_bayes_security
                .map(|target| choice(target, phase, &mechanism))
                .transpose()?,
            warnings: warnings(closed, &advantage),
            exact,
            advantage,
        })
    }
}

fn choice(target: f64, phase: &Phase, mechanism: &Mechanism) -> Result<SecurityChoice, Error> {
    RANGES
        .positive_accuracy
        .check("target_bayes_security", target)?;
    let replaced = mechanism.relation() == NeighboringRelation::ReplaceOne;
    let (q, steps) = (phase.sample_rate, phase.num_steps);
    let noise = noise_from_security(target, q, steps, replaced);
    // erf's argument is proportional to q sqrt(T)/sigma.
    let slack = phase.noise_multiplier / noise;
    let figure = |value| Figure::approximation(value, METHOD, CHOICE).with_erratum("E8");
    let exact = Mechanism::new(&[Phase {
        noise_multiplier: noise,
        ..*phase
    }])
    .and_then(|mechanism_at| {
        let at = mechanism_at.with_relation(mechanism.relation());
        Bounds::new(&at, &Demand::default())
    })
    .ok()
    .map(|bounds| bounds.bayes_security());
    let most_steps = libm::floor(steps * slack * slack);
    Ok(SecurityChoice {
        noise_multiplier: figure(noise),
        sample_rate: Some(q * slack).filter(|&rate| rate <= 1.0).map(figure),
        num_steps: Some(most_steps)
            .filter(|&steps| RANGES.num_steps.check("num_steps", steps).is_ok())
            .map(figure),
        exact,
    })
}

fn warnings(closed: f64, advantage: &Figure) -> Vec<Warning> {
    let least = advantage.lower.unwrap_or(0.0);
    if closed >= least {
        return Vec::new();
    }
    vec![Warning::new(
        "closed_form_understates",
        format!(
            "The closed form claims an advantage of {:.6} where {:.6} is attained: it is not a bound.",
            closed,
            down(least)
        ),
    )]
}
