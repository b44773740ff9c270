//! Everything that follows from a guarantee alone, in one answer.

use crate::dependent_data::{DependentDataOptions, DependentDataResult};
use crate::generalisation::generalisation_gap;
use crate::guarantee::{erlingsson, humphries, yeom};
use crate::guarantee_curve::ROUNDING;
use crate::membership_privacy::{eta_from_guarantee, odds_factor};
use crate::positive_accuracy::{
    largest_epsilon, largest_sampling_probability, negative_accuracy, positive_accuracy,
};
use crate::quantity::{PRECISION, TPR};
use crate::rounding::{probability_up, up};
use crate::training::drawn_rates;
use crate::unlearning::{absence, absence_of_all, deletion_capacity, printed_deletion_capacity};
use crate::{Error, Figure, Guarantee, RANGES, Roc, TprFigure, Warning};
use serde::Serialize;

/// What is asked of a guarantee. See `wasm.d.ts` for each field.
#[derive(Clone, Debug)]
pub struct GuaranteeOptions {
    /// The guarantee.
    pub guarantee: Guarantee,
    /// False-positive rates; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
    /// Delta at which the guarantee is read as (epsilon, delta).
    pub target_delta: Option<f64>,
    /// Probability that the record is a member before the attack, 1/2 if left out.
    pub prior: Option<f64>,
    /// Points of the ROC curve.
    pub roc_points: Option<f64>,
    /// `P_x(1)`: asks for the positive and the negative accuracy.
    pub sampling_probability: Option<f64>,
    /// `P(S | x in D)`.
    pub attack_rate: Option<f64>,
    /// `P(S' | x not in D)`, `attack_rate` if left out.
    pub negative_attack_rate: Option<f64>,
    /// `P_x(1)` of each record.
    pub sampling_probabilities: Vec<f64>,
    /// Asks for the largest epsilon and sampling probability that keep it.
    pub target_positive_accuracy: Option<f64>,
    /// Levels of the privacy loss whose tail is wanted.
    pub loss_level: Vec<f64>,
    /// Number of records that are sampled from.
    pub dataset_size: Option<f64>,
    /// Asks for deletion: probability with which all deleted records must have been absent.
    pub target_absence: Option<f64>,
    /// Number of deleted records, 1 if left out.
    pub deletions: Option<f64>,
    /// Upper bound of the loss function, 1 if left out.
    pub loss_bound: Option<f64>,
    /// `k/n` of membership inference privacy, 1/2 if left out.
    pub subset_fraction: Option<f64>,
    /// Number of records that depend on each other.
    pub dependent_records: Option<f64>,
}

/// The advantage by every known bound; the figure itself is the smallest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvantageBounds {
    /// The smallest.
    #[serde(flatten)]
    pub best: Figure,
    /// From the whole curve of the guarantee.
    pub exact: Figure,
    /// From epsilon at delta.
    pub humphries: Option<Figure>,
    /// From epsilon at delta.
    pub erlingsson: Option<Figure>,
    /// From epsilon at delta.
    pub yeom: Option<Figure>,
}

/// Precision at one false-positive rate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrecisionAtRate {
    /// Rate of false positives.
    pub fpr: f64,
    /// Precision.
    pub precision: Figure,
}

/// Tail of the privacy loss above a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossTail {
    /// The level.
    pub loss_level: f64,
    /// Probability that the loss exceeds it.
    #[serde(flatten)]
    pub tail: Figure,
}

/// Bounds of each record, in columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordBounds {
    /// `P_x(1)` of each record.
    pub sampling_probability: Vec<f64>,
    /// Upper bounds.
    pub positive_accuracy: Vec<f64>,
    /// Upper bounds.
    pub negative_accuracy: Vec<f64>,
    /// The largest.
    pub largest_positive_accuracy: Figure,
    /// The largest.
    pub largest_negative_accuracy: Figure,
}

/// What keeps the positive accuracy at or below a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositiveAccuracyTarget {
    /// The target.
    pub target_positive_accuracy: f64,
    /// At the sampling probability and the same delta.
    pub largest_epsilon: Option<Figure>,
    /// At the guarantee.
    pub largest_sampling_probability: Option<Figure>,
}

/// Deletion without retraining.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unlearning {
    /// Records that are sampled from.
    pub dataset_size: f64,
    /// Expected size of the training set.
    pub expected_size: f64,
    /// Deleted records.
    pub deletions: f64,
    /// The probability of absence that is wanted.
    pub target_absence: f64,
    /// Lower bound for one record.
    pub absence: Figure,
    /// Lower bound for all deleted records together.
    pub absence_of_all: Figure,
    /// Whether it reaches the target.
    pub guaranteed: bool,
    /// How many may be deleted; none where nothing is sampled and any number may.
    pub capacity: Option<Figure>,
    /// The same as printed, where it is finite.
    pub printed_capacity: Option<f64>,
}

/// Gap between training loss and other loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GeneralisationGap {
    /// Upper bound of the loss.
    pub loss_bound: f64,
    /// Against records that were not sampled.
    pub held_out: Figure,
    /// Against the whole data set.
    pub whole_set: Figure,
}

/// Membership inference privacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrivacyOfMembership {
    /// `k/n`.
    pub subset_fraction: f64,
    /// Accuracy above blind guessing.
    pub eta: Figure,
    /// By how much an output changes the odds.
    pub odds_factor: Option<Figure>,
    /// The posterior probability that follows.
    pub posterior: Option<Figure>,
}

/// What follows from a guarantee.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuaranteeResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Which form it has.
    pub guarantee: &'static str,
    /// What holds for every figure.
    pub assumptions: Vec<&'static str>,
    /// Advantage, by each bound.
    pub advantage: AdvantageBounds,
    /// One less the advantage, from below.
    pub bayes_security: Figure,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
    /// Rates of true positives.
    pub tpr: Vec<TprFigure>,
    /// Precision at a rate from the pair (epsilon, delta) alone.
    pub jayaraman_precision: Vec<PrecisionAtRate>,
    /// Posterior by Sablayrolles et al., for pure DP.
    pub sablayrolles: Option<Figure>,
    /// Epsilon at the target delta.
    pub epsilon: Option<Figure>,
    /// That delta.
    pub delta: Option<f64>,
    /// The ROC curve, if asked for.
    pub roc: Option<Roc>,
    /// Tails of the privacy loss.
    pub loss_tail: Vec<LossTail>,
    /// Positive accuracy at the sampling probability.
    pub positive_accuracy: Option<Figure>,
    /// Negative accuracy.
    pub negative_accuracy: Option<Figure>,
    /// How far a reconstruction can be trusted.
    pub reconstruction_trust: Option<Figure>,
    /// Record by record.
    pub records: Option<RecordBounds>,
    /// Backwards.
    pub positive_accuracy_target: Option<PositiveAccuracyTarget>,
    /// Deletion.
    pub unlearning: Option<Unlearning>,
    /// Generalisation.
    pub generalisation_gap: GeneralisationGap,
    /// Membership inference privacy.
    pub membership_privacy: PrivacyOfMembership,
    /// Dependent records.
    pub dependent_data: Option<DependentDataResult>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const METHOD: &str = "guarantee";
const HUMPHRIES: &str = "(e^eps - 1 + 2 delta)/(e^eps + 1) (Humphries et al., Theorem 3.1)";
const ERLINGSSON: &str = "1 - e^-eps (1 - delta) (Erlingsson et al.)";
const YEOM: &str = "e^eps - 1 + delta (Yeom et al., with delta added)";
const JAYARAMAN: &str =
    "Precision at a fixed rate from both half-planes of (epsilon, delta) (Jayaraman et al. 2020)";
const SABLAYROLLES: &str =
    "P(x in D | output) <= prior + epsilon/4 (Sablayrolles et al. 2019), for pure DP";
const POSITIVE: &str = "P1 a/(P1 a + P0 b), b the least rate on non-members (Thudi et al., Theorem 3.3 with the joint probability)";
const NEGATIVE: &str =
    "The positive accuracy with members and non-members exchanged (Thudi et al., Theorem 3.3)";
const TRUST: &str = "Positive accuracy of the event that the reconstruction comes close to the record (Thudi et al., Corollary 5.3, an upper bound)";
const TAIL: &str = "Pr[loss > e'] <= delta/(1 - e^(eps - e')), e' > eps, at the best eps";
const CAPACITY: &str = "ln B/ln L, L = 1/(1 + e^eps P1/P0) (Thudi et al., Corollary 5.2)";
const ABSENCE: &str = "P(x not in D | S) >= 1/(1 + e^eps P1/P0), attained by randomised response";
const GAP: &str =
    "Loss bound times advantage (Yeom et al., Theorem 2; Thudi et al., Corollary 5.4)";
const ETA: &str = "Accuracy of the worst mechanism at k/n less the blind guess (Izzo et al., Theorem 4, attained)";
const ODDS: &str = "Posterior odds over prior odds are at most e^eps (Izzo et al., Proposition 6)";
const LARGEST: &str = "Inverse of the positive accuracy";

const ASSUMPTIONS: [&str; 3] = [
    "The guarantee holds for both orders of neighbouring data sets, and records are independent of each other.",
    "The attacker may see the whole output and know every other record.",
    "Each bound is attained by some mechanism that keeps the guarantee, where its theorem says so; a particular mechanism may leak less.",
];
const SAMPLED: &str = "Each record is sampled into the data set independently of the others; the guarantee is for adding \
    or removing one record; S is fixed before the output is seen.";
const ANY_RATE: &str = "At whatever rate the attack says so: with a delta, a rare output may give a record away for certain. \
    Give attack_rate for a bound below 1.";
const REPLACED: &str =
    "The guarantee is for replacing one record; a subset of fixed size is drawn.";

impl GuaranteeOptions {
    /// The options of a guarantee about which nothing in particular is asked.
    #[must_use]
    pub fn new(guarantee: Guarantee) -> Self {
        Self {
            guarantee,
            fpr: None,
            target_delta: None,
            prior: None,
            roc_points: None,
            sampling_probability: None,
            attack_rate: None,
            negative_attack_rate: None,
            sampling_probabilities: Vec::new(),
            target_positive_accuracy: None,
            loss_level: Vec::new(),
            dataset_size: None,
            target_absence: None,
            deletions: None,
            loss_bound: None,
            subset_fraction: None,
            dependent_records: None,
        }
    }

    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::{Guarantee, GuaranteeOptions};
    /// let options = GuaranteeOptions {
    ///     sampling_probability: Some(0.1),
    ///     attack_rate: Some(0.06),
    ///     ..GuaranteeOptions::new(Guarantee::ApproximateDp { epsilon: 1.0, delta: 0.05 })
    /// };
    /// let positive = options.result()?.positive_accuracy.expect("asked for");
    /// assert!((positive.estimate - 0.644405).abs() < 1e-6);
    /// assert_eq!(positive.erratum, Some("E9"));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range, [`Error::Missing`] or [`Error::Unknown`] for a
    /// question that lacks a parameter or has no answer for this guarantee.
    pub fn result(&self) -> Result<GuaranteeResult, Error> {
        let guarantee = self.guarantee.clone().check()?;
        let prior = RANGES.prior.check("prior", self.prior.unwrap_or(0.5))?;
        let fpr = self.fpr.clone().unwrap_or_else(|| vec![0.001, 0.01, 0.1]);
        for &rate in &fpr {
            RANGES.fpr.check("fpr", rate)?;
        }
        let points = RANGES
            .roc_points
            .check("roc_points", self.roc_points.unwrap_or(0.0))?;
        let theorem = guarantee.theorem();
        let pair = self.pair(&guarantee)?;
        // Where the guarantee is one pair, Humphries' closed form is its curve at order 0, with fewer roundings.
        let advantage = match guarantee {
            Guarantee::PureDp { epsilon } => humphries(epsilon, 0.0).min(1.0),
            Guarantee::ApproximateDp { epsilon, delta } => humphries(epsilon, delta).min(1.0),
            _ => guarantee.divergence(0.0),
        };
        let exact = Figure::upper(advantage, METHOD, theorem);
        let from_pair = |bound: fn(f64, f64) -> f64, theorem| {
            pair.map(|(epsilon, delta)| Figure::upper(bound(epsilon, delta), METHOD, theorem))
        };
        let precision = |fpr: f64, tpr: f64| {
            let found = prior * tpr;
            (found / (found + (1.0 - prior) * fpr) * (1.0 + ROUNDING)).min(1.0)
        };
        let tpr_figure = |&fpr: &f64| {
            let tpr = guarantee.tpr(fpr);
            TprFigure {
                fpr,
                tpr: Figure::upper(tpr, METHOD, TPR),
                precision: Figure::upper(precision(fpr, tpr), METHOD, PRECISION),
            }
        };
        let jayaraman_precision = pair
            .map(|(epsilon, delta)| {
                let lines = Guarantee::ApproximateDp { epsilon, delta };
                let at = |&fpr: &f64| PrecisionAtRate {
                    fpr,
                    precision: Figure::upper(precision(fpr, lines.tpr(fpr)), METHOD, JAYARAMAN),
                };
                fpr.iter().map(at).collect()
            })
            .unwrap_or_default();
        let drawn = drawn_rates(points);
        let roc = (!drawn.is_empty()).then(|| {
            let upper: Vec<f64> = drawn.iter().map(|&fpr| guarantee.tpr(fpr)).collect();
            Roc {
                fpr: drawn.clone(),
                lower: drawn.clone(),
                estimate: upper.clone(),
                upper,
            }
        });
        let sampled = self.sampled(&guarantee)?;
        Ok(GuaranteeResult {
            library_version: crate::VERSION,
            guarantee: guarantee.name(),
            assumptions: ASSUMPTIONS.to_vec(),
            advantage: AdvantageBounds {
                best: exact.clone(),
                exact,
                humphries: from_pair(humphries, HUMPHRIES),
                erlingsson: from_pair(erlingsson, ERLINGSSON),
                yeom: from_pair(yeom, YEOM),
            },
            bayes_security: Figure::lower((1.0 - advantage).next_down().max(0.0), METHOD, theorem),
            accuracy: Figure::upper(guarantee.accuracy(prior), METHOD, theorem),
            tpr: fpr.iter().map(tpr_figure).collect(),
            jayaraman_precision,
            sablayrolles: match guarantee {
                Guarantee::PureDp { epsilon } => Some(Figure::upper(
                    probability_up(prior + 0.25 * epsilon),
                    METHOD,
                    SABLAYROLLES,
                )),
                _ => None,
            },
            epsilon: pair.map(|(epsilon, _)| Figure::upper(epsilon, METHOD, theorem)),
            delta: pair.map(|(_, delta)| delta),
            roc,
            loss_tail: self.loss_tails(&guarantee)?,
            records: self.records(&guarantee)?,
            positive_accuracy_target: self.backwards(&guarantee, pair)?,
            unlearning: self.unlearning(&guarantee)?,
            generalisation_gap: self.generalisation(&guarantee)?,
            membership_privacy: self.membership(&guarantee)?,
            dependent_data: self.dependent(pair)?,
            warnings: self.warnings(&guarantee),
            positive_accuracy: sampled.as_ref().map(|figures| figures.0.clone()),
            negative_accuracy: sampled.as_ref().map(|figures| figures.1.clone()),
            reconstruction_trust: sampled.map(|figures| figures.2),
        })
    }

    /// Epsilon with the delta it stands at.
    fn pair(&self, guarantee: &Guarantee) -> Result<Option<(f64, f64)>, Error> {
        let target = self
            .target_delta
            .map(|delta| RANGES.target_delta.check("target_delta", delta))
            .transpose()?;
        let own = match guarantee {
            Guarantee::PureDp { epsilon } => Some((*epsilon, 0.0)),
            Guarantee::ApproximateDp { epsilon, delta } => Some((*epsilon, *delta)),
            _ => None,
        };
        Ok(match target {
            None => own,
            Some(delta) if own.is_some_and(|(_, known)| known == delta) => own,
            Some(delta) => {
                Some((guarantee.epsilon(delta), delta)).filter(|(epsilon, _)| epsilon.is_finite())
            }
        })
    }

    fn rate(&self) -> Result<Option<f64>, Error> {
        self.attack_rate
            .map(|rate| RANGES.probability.check("attack_rate", rate))
            .transpose()
    }

    fn negative_rate(&self) -> Result<Option<f64>, Error> {
        self.negative_attack_rate
            .map(|rate| RANGES.probability.check("negative_attack_rate", rate))
            .transpose()?
            .map_or_else(|| self.rate(), |rate| Ok(Some(rate)))
    }

    /// Positive accuracy, negative accuracy and trust in a reconstruction.
    fn sampled(&self, guarantee: &Guarantee) -> Result<Option<(Figure, Figure, Figure)>, Error> {
        let (rate, negative_rate) = (self.rate()?, self.negative_rate()?);
        let Some(probability) = self.sampling_probability else {
            return Ok(None);
        };
        RANGES
            .probability
            .check("sampling_probability", probability)?;
        let rare = !matches!(guarantee, Guarantee::PureDp { .. });
        let figure = |value, rate: Option<f64>, theorem| {
            let assumptions = if rare && rate.is_none() {
                ANY_RATE
            } else {
                SAMPLED
            };
            Figure::upper(value, METHOD, theorem)
                .with_erratum("E9")
                .with_assumptions(assumptions)
        };
        let positive = positive_accuracy(guarantee, probability, rate);
        let negative = negative_accuracy(guarantee, probability, negative_rate);
        Ok(Some((
            figure(positive, rate, POSITIVE),
            figure(negative, negative_rate, NEGATIVE),
            figure(positive, rate, TRUST),
        )))
    }

    fn records(&self, guarantee: &Guarantee) -> Result<Option<RecordBounds>, Error> {
        if self.sampling_probabilities.is_empty() {
            return Ok(None);
        }
        for &probability in &self.sampling_probabilities {
            RANGES
                .probability
                .check("sampling_probabilities", probability)?;
        }
        // Both factors are shared by all records, so a million of them cost no more than their own division.
        let ratio = |rate: Option<f64>| match (guarantee, rate) {
            (Guarantee::PureDp { epsilon }, None) => libm::exp(-epsilon),
            (_, None | Some(0.0)) => 0.0,
            (_, Some(rate)) => guarantee.least_fpr(rate) / rate,
        };
        let column = |ratio: f64, member: &dyn Fn(f64) -> f64| -> Vec<f64> {
            self.sampling_probabilities
                .iter()
                .map(|&p| {
                    let p1 = member(p);
                    if p1 == 0.0 {
                        0.0
                    } else {
                        probability_up(p1 / (p1 + (1.0 - p1) * ratio))
                    }
                })
                .collect()
        };
        let positive = column(ratio(self.rate()?), &|p| p);
        let negative = column(ratio(self.negative_rate()?), &|p| 1.0 - p);
        let largest = |values: &[f64], theorem| {
            let value = values.iter().copied().fold(0.0, f64::max);
            Figure::upper(value, METHOD, theorem)
                .with_erratum("E9")
                .with_assumptions(SAMPLED)
        };
        Ok(Some(RecordBounds {
            sampling_probability: self.sampling_probabilities.clone(),
            largest_positive_accuracy: largest(&positive, POSITIVE),
            largest_negative_accuracy: largest(&negative, NEGATIVE),
            positive_accuracy: positive,
            negative_accuracy: negative,
        }))
    }

    fn backwards(
        &self,
        guarantee: &Guarantee,
        pair: Option<(f64, f64)>,
    ) -> Result<Option<PositiveAccuracyTarget>, Error> {
        let Some(target) = self.target_positive_accuracy else {
            return Ok(None);
        };
        RANGES
            .positive_accuracy
            .check("target_positive_accuracy", target)?;
        let rate = self.rate()?;
        let figure = |value| {
            Figure::lower(value, METHOD, LARGEST)
                .with_erratum("E9")
                .with_assumptions(SAMPLED)
        };
        let epsilon = match (self.sampling_probability, pair) {
            (Some(probability), Some((_, delta))) if probability > 0.0 => {
                largest_epsilon(target, probability, delta, rate)
            }
            _ => None,
        };
        let probability = largest_sampling_probability(guarantee, target, rate);
        Ok(Some(PositiveAccuracyTarget {
            target_positive_accuracy: target,
            largest_epsilon: epsilon.filter(|epsilon| epsilon.is_finite()).map(figure),
            largest_sampling_probability: (probability > 0.0).then(|| figure(probability)),
        }))
    }

    fn loss_tails(&self, guarantee: &Guarantee) -> Result<Vec<LossTail>, Error> {
        let at = |&loss_level: &f64| {
            RANGES.guarantee.check("loss_level", loss_level)?;
            Ok(LossTail {
                loss_level,
                tail: Figure::upper(guarantee.loss_tail(loss_level), METHOD, TAIL)
                    .with_erratum("E16c"),
            })
        };
        self.loss_level.iter().map(at).collect()
    }

    fn unlearning(&self, guarantee: &Guarantee) -> Result<Option<Unlearning>, Error> {
        let Some(target) = self.target_absence else {
            return Ok(None);
        };
        RANGES.positive_accuracy.check("target_absence", target)?;
        let deletions = RANGES
            .deletions
            .check("deletions", self.deletions.unwrap_or(1.0))?;
        let (Some(size), Some(probability)) = (self.dataset_size, self.sampling_probability) else {
            return Err(Error::Missing {
                parameter: "dataset_size",
                needed: "dataset_size and sampling_probability beside target_absence",
            });
        };
        RANGES.dataset_size.check("dataset_size", size)?;
        let Guarantee::PureDp { epsilon } = guarantee else {
            return Err(Error::Unknown {
                parameter: "target_absence",
                reason: "needs pure DP: with a delta a rare output may give a deleted record away (E10)",
            });
        };
        let all = absence_of_all(*epsilon, probability, deletions);
        let figure = |value, theorem| {
            Figure::lower(value, METHOD, theorem)
                .with_erratum("E10")
                .with_assumptions(SAMPLED)
        };
        let capacity = deletion_capacity(*epsilon, probability, target);
        Ok(Some(Unlearning {
            dataset_size: size,
            expected_size: size * probability,
            deletions,
            target_absence: target,
            absence: figure(absence(*epsilon, probability), ABSENCE),
            absence_of_all: figure(all, ABSENCE),
            guaranteed: all >= target,
            capacity: capacity.is_finite().then(|| figure(capacity, CAPACITY)),
            printed_capacity: Some(printed_deletion_capacity(*epsilon, probability, target))
                .filter(|capacity| capacity.is_finite()),
        }))
    }

    fn generalisation(&self, guarantee: &Guarantee) -> Result<GeneralisationGap, Error> {
        let loss_bound = RANGES
            .loss_bound
            .check("loss_bound", self.loss_bound.unwrap_or(1.0))?;
        let gap = generalisation_gap(guarantee, loss_bound);
        Ok(GeneralisationGap {
            loss_bound,
            held_out: Figure::upper(gap, METHOD, GAP).with_assumptions(
                "Every record is sampled with probability 1/2; the loss lies between 0 and loss_bound; the other records were not sampled.",
            ),
            whole_set: Figure::upper(0.5 * gap, METHOD, GAP)
                .with_erratum("E16g")
                .with_assumptions(
                    "The data set is split into halves of fixed size, and the guarantee is for replacing one record.",
                ),
        })
    }

    fn membership(&self, guarantee: &Guarantee) -> Result<PrivacyOfMembership, Error> {
        let subset_fraction = RANGES
            .subset_fraction
            .check("subset_fraction", self.subset_fraction.unwrap_or(0.5))?;
        let eta = Figure::upper(eta_from_guarantee(guarantee, subset_fraction), METHOD, ETA)
            .with_assumptions(REPLACED);
        let factor = odds_factor(guarantee);
        let posterior = |factor: f64| {
            let odds = subset_fraction / (1.0 - subset_fraction) * factor;
            Figure::upper(probability_up(odds / (1.0 + odds)), METHOD, ODDS)
        };
        Ok(PrivacyOfMembership {
            subset_fraction,
            eta: if subset_fraction == 0.5 {
                eta
            } else {
                eta.with_erratum("E16m")
            },
            odds_factor: factor.map(|factor| Figure::upper(factor, METHOD, ODDS)),
            posterior: factor.map(|factor| posterior(up(factor))),
        })
    }

    fn dependent(&self, pair: Option<(f64, f64)>) -> Result<Option<DependentDataResult>, Error> {
        let Some(dependent_records) = self.dependent_records else {
            return Ok(None);
        };
        let Some((epsilon, delta)) = pair else {
            return Err(Error::Missing {
                parameter: "target_delta",
                needed: "target_delta, at which this guarantee has an epsilon",
            });
        };
        DependentDataOptions {
            epsilon,
            delta,
            dependent_records,
            subpopulations: None,
        }
        .result()
        .map(Some)
    }

    fn warnings(&self, guarantee: &Guarantee) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if let (Guarantee::ApproximateDp { delta, .. }, Some(rate)) = (guarantee, self.attack_rate)
            && rate <= *delta
        {
            warnings.push(Warning::new(
                "attack_rate_below_delta",
                format!(
                    "attack_rate {rate} is at most delta {delta}: nothing bounds the positive accuracy of so rare an output."
                ),
            ));
        }
        if let (Some(delta), Some(size)) = (self.target_delta, self.dataset_size)
            && delta > 1.0 / size
        {
            warnings.push(Warning::new(
                "delta_above_one_over_n",
                format!(
                    "target_delta {delta} is above 1/dataset_size = {:.1e}: a mechanism that publishes one record at random \
                     would pass.",
                    1.0 / size
                ),
            ));
        }
        warnings
    }
}
