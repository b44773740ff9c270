//! The published bounds of one figure over the values of a sweep.

use super::published_bounds::PublishedBounds;
use super::quantity::Quantity;
use super::security_formulas::{epsilon_from_security, tpr_from_security};
use super::theorems;
use crate::curve::BAYES_SECURITY;
use crate::figure::{Figure, Kind, PRECISION, Theorem};
use crate::guarantee::{
    ETA_OF_GUARANTEE, Guarantee, JAYARAMAN, POSITIVE_ACCURACY, eta_from_guarantee,
    positive_accuracy,
};
use crate::numerics::{down, probability_up, up};
use serde::Serialize;

const FROM_PAIR: &str = "epsilon";

/// A published bound of the figure at each value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweptBound {
    /// Which one, as a training's result names it; `one_pair` from epsilon and delta alone, `security` from Bayes security.
    pub name: &'static str,
    /// Which side of the truth it is on.
    pub kind: Kind,
    /// What it rests on: the published statement, then what turns it into this figure.
    pub theorems: Vec<&'static str>,
    /// The keys of their sources in the bibliography.
    pub sources: Vec<&'static str>,
    /// None where it does not apply or nothing is known.
    pub values: Vec<Option<f64>>,
}

/// A bound at one value.
pub(super) struct BoundAt {
    name: &'static str,
    figure: Figure,
    /// What turns the published statement into the figure.
    through: Vec<&'static Theorem>,
}

impl SweptBound {
    /// Adds what is known at the next value, the first `before` of which have been seen.
    pub(super) fn extend(all: &mut Vec<Self>, before: usize, found: Vec<BoundAt>) {
        for bound in found {
            let at = all.iter().position(|known| known.name == bound.name);
            let at = at.unwrap_or_else(|| {
                all.push(bound.swept(before));
                all.len() - 1
            });
            let value = Some(bound.figure.estimate).filter(|value| value.is_finite());
            all[at].values.push(value);
        }
        for known in all {
            known.values.resize(before + 1, None);
        }
    }
}

impl BoundAt {
    fn swept(&self, before: usize) -> SweptBound {
        let Self {
            name,
            figure,
            through,
        } = self;
        let mut theorems = vec![figure.theorem];
        let mut sources = figure.sources.to_vec();
        for theorem in through {
            theorems.push(theorem.text);
            for source in theorem.sources {
                if !sources.contains(source) {
                    sources.push(source);
                }
            }
        }
        SweptBound {
            name,
            kind: figure.kind,
            theorems,
            sources,
            values: vec![None; before],
        }
    }
}

type Named = (&'static str, Option<Figure>);

impl PublishedBounds {
    /// Of the advantage, by formulas for one phase.
    fn by_formulas(&self) -> Vec<Named> {
        vec![
            ("closed_form", self.closed_form_value()),
            ("closed_form_upper", self.closed_form_upper()),
            ("gaussian_limit", self.gaussian_limit_value()),
            ("chi_square", self.chi_square()),
            ("pinsker", self.pinsker()),
        ]
    }

    /// Of the advantage, by epsilon.
    fn by_pair(&self) -> Vec<Named> {
        vec![
            ("humphries", self.humphries()),
            ("erlingsson", self.erlingsson()),
            ("yeom", self.yeom()),
        ]
    }

    fn all(&self) -> Vec<Named> {
        let mut all = self.by_formulas();
        all.extend(self.by_pair());
        all
    }

    /// All bounds of a quantity; `advantage` is the certified one.
    pub(super) fn of(&self, quantity: Quantity, advantage: &Figure) -> Vec<BoundAt> {
        match quantity {
            Quantity::Advantage => carried(self.all(), &[], |_, value| value),
            Quantity::BayesSecurity => carried(self.all(), &[BAYES_SECURITY], |kind, value| {
                let security = (1.0 - value).max(0.0);
                if kind == Kind::Upper {
                    down(security)
                } else {
                    security
                }
            })
            .into_iter()
            .map(falling)
            .collect(),
            Quantity::Tpr { fpr } => {
                let through = [theorems::TPR_FROM_SECURITY];
                let mut all = carried(self.by_formulas(), &through, |_, value| tpr(value, fpr));
                all.extend(
                    self.one_pair(|pair| Figure::upper(pair.tpr(fpr), FROM_PAIR, pair.theorem())),
                );
                all
            }
            Quantity::Precision { prior, fpr } => {
                let through = [theorems::TPR_FROM_SECURITY, PRECISION];
                let mut all = carried(self.by_formulas(), &through, |_, value| {
                    precision(tpr(value, fpr), fpr, prior)
                });
                all.extend(self.one_pair(|pair| {
                    Figure::upper(precision(pair.tpr(fpr), fpr, prior), FROM_PAIR, JAYARAMAN)
                }));
                all
            }
            Quantity::Accuracy { prior } => {
                let (blind, rest) = (prior.max(1.0 - prior), prior.min(1.0 - prior));
                let through = [theorems::ATTRIBUTE_ACCURACY];
                let mut all = carried(self.by_formulas(), &through, |_, value| {
                    probability_up(blind + rest * value.min(1.0))
                });
                all.extend(self.one_pair(|pair| {
                    Figure::upper(pair.accuracy(prior), FROM_PAIR, pair.theorem())
                }));
                all
            }
            Quantity::Eta { prior } => {
                let rest = prior.min(1.0 - prior);
                let through = [theorems::ATTRIBUTE_ACCURACY, theorems::ETA];
                let mut all = carried(self.by_formulas(), &through, |_, value| {
                    up(rest * value.min(1.0)).min(rest)
                });
                all.extend(self.one_pair(|pair| {
                    Figure::upper(eta_from_guarantee(pair, prior), FROM_PAIR, ETA_OF_GUARANTEE)
                }));
                all
            }
            Quantity::PositiveAccuracy { prior, attack_rate } => self
                .one_pair(|pair| {
                    let value = positive_accuracy(pair, prior, Some(attack_rate));
                    Figure::upper(value, FROM_PAIR, POSITIVE_ACCURACY)
                })
                .into_iter()
                .collect(),
            Quantity::Epsilon { target_delta } => security(advantage, target_delta),
            Quantity::GdpMu { .. } => Vec::new(),
        }
    }

    /// What follows from epsilon and delta alone.
    fn one_pair(&self, bound: impl Fn(&Guarantee) -> Figure) -> Option<BoundAt> {
        let (epsilon, delta) = self.pair?;
        Some(BoundAt {
            name: "one_pair",
            figure: bound(&Guarantee::ApproximateDp { epsilon, delta }),
            through: Vec::new(),
        })
    }
}

/// Bounds of the advantage, carried over to another figure.
fn carried(
    bounds: Vec<Named>,
    through: &[&'static Theorem],
    to: impl Fn(Kind, f64) -> f64,
) -> Vec<BoundAt> {
    let one = |(name, figure): Named| {
        figure.map(|figure| {
            let value = to(figure.kind, figure.estimate);
            BoundAt {
                name,
                figure: Figure {
                    upper: figure.upper.map(|_| value),
                    estimate: value,
                    ..figure
                },
                through: through.to_vec(),
            }
        })
    };
    bounds.into_iter().filter_map(one).collect()
}

/// An upper bound of the advantage is a lower bound of the security.
fn falling(bound: BoundAt) -> BoundAt {
    let figure = bound.figure;
    let turned = match figure.kind {
        Kind::Upper => Figure {
            lower: figure.upper,
            upper: None,
            kind: Kind::Lower,
            ..figure
        },
        _ => figure,
    };
    BoundAt {
        figure: turned,
        ..bound
    }
}

fn tpr(advantage: f64, fpr: f64) -> f64 {
    tpr_from_security(1.0 - advantage.min(1.0), fpr)
}

fn precision(tpr: f64, fpr: f64, prior: f64) -> f64 {
    let found = prior * tpr;
    probability_up(found / (found + (1.0 - prior) * fpr))
}

/// The least epsilon at which an attacker can have the advantage that some attacker has.
fn security(advantage: &Figure, target_delta: f64) -> Vec<BoundAt> {
    let least = advantage.lower.unwrap_or(0.0);
    let value = epsilon_from_security((1.0 - least).next_up(), target_delta).map_or(0.0, down);
    vec![BoundAt {
        name: "security",
        figure: Figure::lower(value, "closed_form", theorems::EPSILON_FROM_SECURITY),
        through: Vec::new(),
    }]
}
