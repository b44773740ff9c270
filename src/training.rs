//! The front door: what is known of a training run in, everything that follows from it out.

use crate::epsilon::Direction;
use crate::membership::log_odds_against;
use crate::{
    ClosedFormFigure, Demand, EpsilonFigure, Error, Figure, HockeyStickFigure, Interval,
    Parameters, PrivacyCurve, RANGES, Roc, RunOptions, SampledGaussian, TprFigure, TrainingResult,
    Warning, chi_square, closed_form, closed_form_error_term, erlingsson, humphries, pinsker, yeom,
};

/// Width above which an exact figure carries a warning.
const WIDE: f64 = 1e-6;
/// The same for a true-positive rate, in units of the false-positive rate, and for epsilon.
const WIDE_RATE: f64 = 1e-3;
const WIDE_EPSILON: f64 = 1e-3;
/// Smallest rate of the ROC curve that is drawn.
const SMALLEST_DRAWN_FPR: f64 = 1e-6;

/// What is asked about a run. See `wasm.d.ts` for each field as JSON.
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
}

const ADVANTAGE: &str =
    "Total variation of the dominating pair, attained (Mahloujifar et al., Theorem 6)";
const BAYES_SECURITY: &str =
    "1 - advantage, the worst case over all priors (Cherubin et al., Theorem 1)";
const TPR: &str = "Neyman-Pearson: min over eps of H(eps) + FPR e^eps (Mahloujifar et al., Corollary 11, every a)";
const PRECISION: &str = "Bayes' rule at the prior, growing with the true-positive rate";
const ACCURACY: &str =
    "Complement of the Bayes error (Mahloujifar et al., Theorem 21, sign of erratum E2)";
const EPSILON: &str = "Hockey-stick divergence of the dominating pair, the larger of both directions (Zhu, Dong and Wang, Theorem 11)";
const HOCKEY_STICK: &str =
    "Hockey-stick divergence of the dominating pair, in against out (erratum E3)";
const CLOSED_FORM: &str = "erf(q sqrt(T)/(2 sqrt2 sigma)), Cherubin et al., Corollary 7; no bound without its error term (erratum E8)";
const CHI_SQUARE: &str = "sqrt((1 + q^2 (e^(1/sigma^2) - 1))^T - 1)/2 (erratum E8)";
const PINSKER: &str = "sqrt(KL/2), the smaller of both directions (Mahloujifar et al., Eq. 5)";
const HUMPHRIES: &str = "(e^eps - 1 + 2 delta)/(e^eps + 1) (Humphries et al., Theorem 3.1)";
const ERLINGSSON: &str = "1 - e^-eps (1 - delta) (Erlingsson et al.)";
const YEOM: &str = "e^eps - 1 + delta (Yeom et al., with delta added)";

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
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn result(&self) -> Result<TrainingResult, Error> {
        let run = self.run.run()?;
        let prior = RANGES.prior.check("prior", self.prior.unwrap_or(0.5))?;
        let delta = match self.target_delta {
            Some(delta) => Some(RANGES.target_delta.check("target_delta", delta)?),
            None => None,
        };
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
        let drawn = drawn_rates(points);
        let mut demand = Demand {
            fpr: fpr.iter().chain(&drawn).copied().collect(),
            epsilon: self.epsilon.clone(),
            delta,
        };
        demand.epsilon.push(log_odds_against(prior));
        let curve = PrivacyCurve::new(&run, &demand);
        Ok(self.figures(&run, &curve, prior, delta, &fpr, &drawn))
    }

    fn figures(
        &self,
        run: &SampledGaussian,
        curve: &PrivacyCurve,
        prior: f64,
        delta: Option<f64>,
        fpr: &[f64],
        drawn: &[f64],
    ) -> TrainingResult {
        let method = curve.method();
        let advantage = curve.advantage();
        let epsilon = delta.map(|delta| (delta, curve.epsilon(delta)));
        let from_epsilon = |bound: fn(f64, f64) -> f64, name, theorem| {
            epsilon.and_then(|(delta, (eps, _))| {
                eps.upper
                    .is_finite()
                    .then(|| Figure::upper(bound(eps.upper, delta), name, theorem))
            })
        };
        let tpr: Vec<_> = fpr.iter().copied().zip(curve.roc(fpr)).collect();
        let tpr_figure = |&(fpr, tpr): &(f64, Interval)| TprFigure {
            fpr,
            tpr: Figure::exact(tpr, method, TPR),
            precision: Figure::exact(curve.precision(fpr, tpr, prior), method, PRECISION),
        };
        TrainingResult {
            library_version: crate::VERSION,
            neighboring_relation: "add_or_remove_one",
            sampling: if run.sample_rate() == 1.0 {
                "none"
            } else {
                "poisson"
            },
            parameters: Parameters {
                noise_multiplier: run.noise_multiplier(),
                sample_rate: run.sample_rate(),
                num_steps: run.num_steps(),
                prior,
                target_delta: delta,
            },
            advantage: Figure::exact(advantage, method, ADVANTAGE),
            bayes_security: Figure::exact(curve.bayes_security(), method, BAYES_SECURITY),
            tpr: tpr.iter().map(tpr_figure).collect(),
            accuracy: Figure::exact(curve.accuracy(prior), method, ACCURACY),
            epsilon: epsilon
                .and_then(|(target_delta, found)| epsilon_figure(target_delta, found, method)),
            hockey_stick: self
                .epsilon
                .iter()
                .map(|&order| HockeyStickFigure {
                    epsilon: order,
                    divergence: Figure::exact(curve.hockey_stick(order), method, HOCKEY_STICK),
                })
                .collect(),
            roc: (!drawn.is_empty()).then(|| roc(curve, drawn)),
            closed_form: ClosedFormFigure {
                approximation: Figure::approximation(closed_form(run), "closed_form", CLOSED_FORM),
                error_term: closed_form_error_term(run),
                error_against_exact: closed_form(run) - advantage.middle(),
            },
            chi_square: Figure::upper(chi_square(run), "closed_form", CHI_SQUARE),
            pinsker: Figure::upper(pinsker(run), "quadrature", PINSKER),
            humphries: from_epsilon(humphries, "epsilon", HUMPHRIES),
            erlingsson: from_epsilon(erlingsson, "epsilon", ERLINGSSON),
            yeom: from_epsilon(yeom, "epsilon", YEOM),
            warnings: self.warnings(run, advantage, &tpr, epsilon.map(|(_, (eps, _))| eps)),
        }
    }

    fn warnings(
        &self,
        run: &SampledGaussian,
        advantage: Interval,
        tpr: &[(f64, Interval)],
        epsilon: Option<Interval>,
    ) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if advantage.width() > WIDE {
            warnings.push(Warning {
                code: "wide_interval",
                message: format!(
                    "The advantage is certified to {:.1e} only: noise_multiplier {} with {} steps asks for more \
                     frequencies than the budget allows. The interval is true; more noise or more steps narrow it.",
                    advantage.width(),
                    run.noise_multiplier(),
                    run.num_steps()
                ),
            });
        }
        if tpr.iter().any(|(fpr, tpr)| tpr.width() > WIDE_RATE * fpr) {
            warnings.push(Warning {
                code: "wide_rate",
                message: "A true-positive rate is known only within its interval: at that false-positive rate the curve \
                          is finer than what this computation resolves."
                    .into(),
            });
        }
        if epsilon.is_some_and(|eps| eps.upper.is_finite() && eps.width() > WIDE_EPSILON) {
            warnings.push(Warning {
                code: "wide_epsilon",
                message: "Epsilon is known only within its interval: at target_delta the curve is finer than what this \
                          computation resolves, and the upper end comes from moments of the loss."
                    .into(),
            });
        }
        if epsilon.is_some_and(|eps| !eps.upper.is_finite()) {
            warnings.push(Warning {
                code: "epsilon_not_certified",
                message: "No epsilon can be certified at target_delta: it lies below what rounding leaves of the \
                          divergence. A larger target_delta would do."
                    .into(),
            });
        }
        if let (Some(delta), Some(size)) = (self.target_delta, self.run.dataset_size)
            && delta > 1.0 / size
        {
            warnings.push(Warning {
                    code: "delta_above_one_over_n",
                    message: format!(
                        "target_delta {delta} is above 1/dataset_size = {:.1e}: a mechanism that publishes one \
                         record at random would pass.",
                        1.0 / size
                    ),
                });
        }
        warnings
    }
}

fn epsilon_figure(
    target_delta: f64,
    (epsilon, direction): (Interval, Direction),
    method: &'static str,
) -> Option<EpsilonFigure> {
    epsilon.upper.is_finite().then(|| EpsilonFigure {
        target_delta,
        direction: match direction {
            Direction::Remove => "remove",
            Direction::Add => "add",
        },
        epsilon: Figure::exact(epsilon, method, EPSILON),
    })
}

/// Rates spread evenly in the logarithm up to 1.
fn drawn_rates(points: f64) -> Vec<f64> {
    let mut rates = Vec::new();
    let mut i = 0.0;
    while i < points {
        rates.push(libm::pow(
            SMALLEST_DRAWN_FPR,
            1.0 - i / (points - 1.0).max(1.0),
        ));
        i += 1.0;
    }
    rates
}

fn roc(curve: &PrivacyCurve, fpr: &[f64]) -> Roc {
    let points = curve.roc(fpr);
    Roc {
        fpr: fpr.to_vec(),
        lower: points.iter().map(|point| point.lower).collect(),
        estimate: points.iter().map(Interval::middle).collect(),
        upper: points.iter().map(|point| point.upper).collect(),
    }
}
