//! The figures that can be asked for by name, swept over a parameter and solved for.

use super::theorems;
use crate::curve::{Bounds, PrivacyCurve};
use crate::figure::{Error, Figure, PRECISION, RANGES, TPR, log_odds_against};
use crate::guarantee::POSITIVE_ACCURACY;
use crate::mechanism::Demand;
use crate::numerics::Interval;
use serde::Serialize;

/// What is asked, with all that it needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// Advantage of the best attacker.
    Advantage,
    /// One less the advantage.
    BayesSecurity,
    /// Epsilon at a delta, the larger of both directions.
    Epsilon {
        /// The delta.
        target_delta: f64,
    },
    /// True-positive rate at a false-positive rate.
    Tpr {
        /// The false-positive rate.
        fpr: f64,
    },
    /// Share of members among the named records.
    Precision {
        /// Probability that a candidate is a member.
        prior: f64,
        /// The false-positive rate.
        fpr: f64,
    },
    /// Largest share of right answers.
    Accuracy {
        /// Probability that the record is a member.
        prior: f64,
    },
    /// Membership inference privacy: accuracy above the better blind guess.
    Eta {
        /// Probability that the record is a member.
        prior: f64,
    },
    /// Largest share of members among the records that an attacker names who recognises a share of the members.
    PositiveAccuracy {
        /// Probability that a record is a member.
        prior: f64,
        /// The share of the members that the attacker recognises at least.
        attack_rate: f64,
    },
    /// The GDP parameter that covers the ROC curve over a range of false-positive rates.
    GdpMu {
        /// Smallest rate.
        fpr_min: f64,
        /// Largest rate.
        fpr_max: f64,
    },
}

/// Rates of false positives among which the curve is searched for a share that is reached at most at `most`.
pub(super) fn rates_up_to(most: f64) -> [f64; 3] {
    [1.0, 1e-2, 1e-4].map(|part| (most * part).max(1e-12))
}

/// On which side of a target a quantity must stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TargetSide {
    /// The quantity must not exceed the target.
    AtMost,
    /// The quantity must not fall below the target.
    AtLeast,
}

impl Quantity {
    /// Its name in options and results.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Advantage => "advantage",
            Self::BayesSecurity => "bayes_security",
            Self::Epsilon { .. } => "epsilon",
            Self::Tpr { .. } => "tpr",
            Self::Precision { .. } => "precision",
            Self::Accuracy { .. } => "accuracy",
            Self::Eta { .. } => "eta",
            Self::PositiveAccuracy { .. } => "positive_accuracy",
            Self::GdpMu { .. } => "gdp_mu",
        }
    }

    /// Checks what it needs.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range.
    pub fn check(self) -> Result<Self, Error> {
        match self {
            Self::Advantage | Self::BayesSecurity => {}
            Self::Epsilon { target_delta } => {
                RANGES.target_delta.check("target_delta", target_delta)?;
            }
            Self::Tpr { fpr } => {
                RANGES.fpr.check("fpr", fpr)?;
            }
            Self::Precision { prior, fpr } => {
                RANGES.prior.check("prior", prior)?;
                RANGES.fpr.check("fpr", fpr)?;
            }
            Self::Accuracy { prior } | Self::Eta { prior } => {
                RANGES.prior.check("prior", prior)?;
            }
            Self::PositiveAccuracy { prior, attack_rate } => {
                RANGES.prior.check("prior", prior)?;
                RANGES.attack_rate.check("attack_rate", attack_rate)?;
            }
            Self::GdpMu { fpr_min, fpr_max } => {
                RANGES.fpr_range.check("fpr_range", fpr_min)?;
                RANGES.fpr_range.check("fpr_range", fpr_max)?;
                if fpr_min >= fpr_max {
                    return Err(Error::OutOfRange {
                        parameter: "fpr_range",
                        value: fpr_max,
                        allowed: format!("above its first rate, {fpr_min}"),
                    });
                }
            }
        }
        Ok(self)
    }

    /// The side on which a target keeps the attacker small.
    #[must_use]
    pub fn side(&self) -> TargetSide {
        match self {
            Self::BayesSecurity => TargetSide::AtLeast,
            _ => TargetSide::AtMost,
        }
    }

    /// What an attacker who saw nothing attains.
    pub(crate) fn blind(&self) -> f64 {
        match *self {
            Self::Advantage | Self::Epsilon { .. } | Self::Eta { .. } | Self::GdpMu { .. } => 0.0,
            Self::BayesSecurity => 1.0,
            Self::Tpr { fpr } => fpr,
            Self::Precision { prior, .. } | Self::PositiveAccuracy { prior, .. } => prior,
            Self::Accuracy { prior } => prior.max(1.0 - prior),
        }
    }

    /// Largest value it can have.
    pub(crate) fn most(&self) -> f64 {
        match *self {
            Self::Epsilon { .. } | Self::GdpMu { .. } => 1e4,
            Self::Eta { prior } => prior.min(1.0 - prior),
            _ => 1.0,
        }
    }

    /// The prior that it speaks of, else a coin toss.
    pub(crate) fn prior(&self) -> f64 {
        match *self {
            Self::Precision { prior, .. }
            | Self::Accuracy { prior }
            | Self::Eta { prior }
            | Self::PositiveAccuracy { prior, .. } => prior,
            _ => 0.5,
        }
    }

    /// Whether a larger prior always makes it larger.
    pub(super) fn grows_with_prior(&self) -> bool {
        matches!(self, Self::Precision { .. } | Self::PositiveAccuracy { .. })
    }

    /// The same at another prior, where it grows with it.
    pub(super) fn at_prior(self, prior: f64) -> Self {
        match self {
            Self::Precision { fpr, .. } => Self::Precision { prior, fpr },
            Self::PositiveAccuracy { attack_rate, .. } => {
                Self::PositiveAccuracy { prior, attack_rate }
            }
            other => other,
        }
    }

    /// The delta that it speaks of.
    pub(crate) fn delta(&self) -> Option<f64> {
        match *self {
            Self::Epsilon { target_delta } => Some(target_delta),
            _ => None,
        }
    }

    /// What a curve must be computed for.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let mut demand = Demand::default();
        match *self {
            Self::Advantage | Self::BayesSecurity => {}
            Self::Epsilon { target_delta } => demand.delta = Some(target_delta),
            Self::Tpr { fpr } | Self::Precision { fpr, .. } => demand.fpr.push(fpr),
            Self::Accuracy { prior } | Self::Eta { prior } => {
                demand.epsilon.push(log_odds_against(prior));
            }
            Self::PositiveAccuracy { attack_rate, .. } => {
                demand.fpr.extend(rates_up_to(attack_rate));
            }
            Self::GdpMu { fpr_min, fpr_max } => demand.fpr.extend([fpr_min, fpr_max]),
        }
        demand
    }

    /// The figure.
    #[must_use]
    pub fn figure(&self, bounds: &Bounds) -> Figure {
        let rising = |theorem| bounds.rising(theorem, |curve| self.read(curve));
        match self {
            Self::Advantage => bounds.advantage(),
            Self::BayesSecurity => bounds.bayes_security(),
            Self::Epsilon { .. } => rising(theorems::EPSILON),
            Self::Tpr { .. } => rising(TPR),
            Self::Precision { .. } => rising(PRECISION),
            Self::Accuracy { .. } => rising(theorems::ACCURACY),
            Self::Eta { .. } => rising(theorems::ETA),
            Self::PositiveAccuracy { .. } => rising(POSITIVE_ACCURACY),
            Self::GdpMu { .. } => rising(theorems::GDP_MU),
        }
    }

    /// What one curve says of it.
    pub(crate) fn read(&self, curve: &PrivacyCurve) -> Interval {
        match *self {
            Self::Advantage => curve.advantage(),
            Self::BayesSecurity => curve.bayes_security(),
            Self::Epsilon { target_delta } => curve.epsilon(target_delta).0,
            Self::Tpr { fpr } => curve.tpr(fpr),
            Self::Precision { prior, fpr } => curve.precision(fpr, curve.tpr(fpr), prior),
            Self::Accuracy { prior } => curve.accuracy(prior),
            Self::Eta { prior } => curve.eta(prior),
            Self::PositiveAccuracy { prior, attack_rate } => {
                curve.positive_accuracy(attack_rate, prior)
            }
            Self::GdpMu { fpr_min, fpr_max } => curve.gdp_mu(fpr_min, fpr_max),
        }
    }
}
