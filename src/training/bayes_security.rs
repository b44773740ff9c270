//! The closed form of the Bayes-security paper (Cherubin et al.) for membership, what it leaves out, and how far it is off.

use super::result::{ApproximationFigure, Parameters};
use super::security_formulas::{
    chi_square_replaced, closed_form_replaced, epsilon_from_security, error_term,
    gaussian_limit_replaced, honest_error_term, noise_from_security, tpr_from_security,
};
use super::theorems;
use crate::curve::{Bounds, chi_square, closed_form, gaussian_limit};
use crate::figure::{Error, Figure, RANGES, TPR, Theorem, VERSION, Warning, asked_rates};
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
    /// Corollary 7 less its error term: a bound.
    pub closed_form_lower: Figure,
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
const NEITHER: &str = "With the closed form in place of the true security this is neither an upper nor a lower bound.";

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
        let checked = self.checked()?;
        let demand = Demand {
            fpr: checked.fpr.clone(),
            ..Demand::default()
        };
        let bounds = Bounds::new(&checked.mechanism, &demand)?;
        let (exact, advantage) = (bounds.bayes_security(), bounds.advantage());
        let closed = checked.closed();
        Ok(BayesSecurityResult {
            library_version: VERSION,
            neighboring_relation: checked.mechanism.relation(),
            parameters: Parameters::new(&checked.mechanism, 0.5, checked.delta),
            closed_form: checked.closed_form(&exact),
            closed_form_lower: lower(
                up(closed + checked.error_term()),
                theorems::CLOSED_SECURITY_LOWER,
            ),
            gaussian_limit: checked.gaussian_limit(&exact),
            chi_square: lower(checked.chi_square(), theorems::CHI_SQUARE_SECURITY),
            closed_form_bound: lower(checked.honest(), theorems::HONEST_SECURITY),
            tpr: checked.tpr(&bounds, &exact),
            epsilon_estimate: checked.epsilon_estimate(),
            choice: self
                .target_bayes_security
                .map(|target| choice(target, &checked))
                .transpose()?,
            warnings: warnings(closed, &advantage),
            exact,
            advantage,
        })
    }

    fn checked(&self) -> Result<Checked, Error> {
        let mechanism = self.run.mechanism()?;
        let Some(run) = mechanism.single_phase() else {
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
        let fpr = asked_rates(self.fpr.as_ref());
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let delta = self
            .target_delta
            .map(|delta| RANGES.target_delta.check("target_delta", delta))
            .transpose()?;
        Ok(Checked {
            run,
            replaced: mechanism.relation() == NeighboringRelation::ReplaceOne,
            mechanism,
            fpr,
            delta,
        })
    }
}

/// A run with a closed form, and what is asked of it.
struct Checked {
    mechanism: Mechanism,
    run: SampledGaussian,
    /// Whether records are exchanged.
    replaced: bool,
    fpr: Vec<f64>,
    delta: Option<f64>,
}

impl Checked {
    /// Advantage by the closed form.
    fn closed(&self) -> f64 {
        if self.replaced {
            closed_form_replaced(&self.run)
        } else {
            closed_form(&self.run)
        }
    }

    fn error_term(&self) -> f64 {
        error_term(&self.run, self.replaced)
    }

    fn closed_form(&self, exact: &Figure) -> ClosedSecurity {
        let (closed, error_term) = (self.closed(), self.error_term());
        ClosedSecurity {
            approximation: approximation(closed, theorems::CLOSED_SECURITY, exact),
            error_term,
            vacuous: closed + error_term >= 1.0,
        }
    }

    fn gaussian_limit(&self, exact: &Figure) -> ApproximationFigure {
        let limit = if self.replaced {
            gaussian_limit_replaced(&self.run)
        } else {
            gaussian_limit(&self.run)
        };
        approximation(limit, theorems::LIMIT_SECURITY, exact)
    }

    /// Upper bound of the advantage.
    fn chi_square(&self) -> f64 {
        if self.replaced {
            chi_square_replaced(&self.run)
        } else {
            chi_square(&self.run).min(1.0)
        }
    }

    /// Upper bound of the advantage by the closed form and the error term that stays useful.
    fn honest(&self) -> f64 {
        up(self.closed() + honest_error_term(&self.run, self.replaced).min(1.0)).min(1.0)
    }

    fn tpr(&self, bounds: &Bounds, exact: &Figure) -> Vec<SecurityTpr> {
        let curves = bounds.roc(&self.fpr);
        let closed = 1.0 - self.closed();
        let least = exact.lower.unwrap_or(0.0);
        let at = |(i, &fpr): (usize, &f64)| SecurityTpr {
            fpr,
            closed_form: Figure::approximation(
                tpr_from_security(closed, fpr),
                METHOD,
                theorems::TPR_FROM_SECURITY,
            )
            .with_erratum("E6"),
            from_security: Figure::upper(
                tpr_from_security(least, fpr),
                METHOD,
                theorems::TPR_FROM_SECURITY,
            )
            .with_erratum("E6"),
            exact: bounds.rising_from(TPR, &|k| curves[k][i]),
        };
        self.fpr.iter().enumerate().map(at).collect()
    }

    fn epsilon_estimate(&self) -> Option<Figure> {
        let epsilon = epsilon_from_security(1.0 - self.closed(), self.delta?)?;
        epsilon.is_finite().then(|| {
            Figure::approximation(epsilon, METHOD, theorems::EPSILON_FROM_SECURITY)
                .with_erratum("E16j")
                .with_assumptions(NEITHER)
        })
    }
}

/// The security that an approximate advantage comes to.
fn approximation(advantage: f64, theorem: &'static Theorem, exact: &Figure) -> ApproximationFigure {
    let security = 1.0 - advantage;
    ApproximationFigure {
        approximation: Figure::approximation(security, METHOD, theorem).with_erratum("E8"),
        error_against_exact: exact.error_of(security),
    }
}

/// The security that is left by an upper bound of the advantage.
fn lower(advantage: f64, theorem: &'static Theorem) -> Figure {
    let security = (1.0 - advantage).next_down().max(0.0);
    Figure::lower(security, METHOD, theorem).with_erratum("E8")
}

fn choice(target: f64, checked: &Checked) -> Result<SecurityChoice, Error> {
    RANGES
        .positive_accuracy
        .check("target_bayes_security", target)?;
    let run = &checked.run;
    let (q, steps) = (run.sample_rate(), run.num_steps());
    let noise = noise_from_security(target, q, steps, checked.replaced);
    // erf's argument is proportional to q sqrt(T)/sigma.
    let slack = run.noise_multiplier() / noise;
    let figure =
        |value| Figure::approximation(value, METHOD, theorems::PARAMETER_CHOICE).with_erratum("E8");
    let exact = Mechanism::new(&[Phase {
        noise_multiplier: noise,
        ..run.into()
    }])
    .and_then(|mechanism_at| {
        let at = mechanism_at.with_relation(checked.mechanism.relation());
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
            "The closed form claims an advantage of {}, but {} is attained: it is not a bound.",
            Warning::share(closed),
            Warning::share(down(least))
        ),
    )]
}
