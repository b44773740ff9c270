//! What an attacker gains: advantage, rates, precision, tails of the loss.

use super::guarantee::{Guarantee, ROUNDING};
use super::published_bounds::{erlingsson, humphries, yeom};
use super::result::{AdvantageBounds, LossTail, METHOD, PrecisionAtRate};
use super::theorems;
use crate::figure::{
    BASELINE, BaselineFigure, Error, Figure, Kind, PRECISION, RANGES, Roc, TPR, TprFigure,
    drawn_rates,
};
use crate::numerics::probability_up;

/// Attacks on mechanisms of which only the guarantee is known.
pub(crate) struct Attack<'a> {
    pub(crate) guarantee: &'a Guarantee,
    /// Epsilon with the delta it stands at.
    pub(crate) pair: Option<(f64, f64)>,
    /// Probability that the record is a member.
    pub(crate) prior: f64,
}

impl Attack<'_> {
    /// Every known bound, and the smallest of them: each holds, and their roundings differ.
    pub(crate) fn advantage(&self) -> AdvantageBounds {
        // Where the guarantee is one pair, Humphries' closed form is its curve at order 0, with fewer roundings.
        let exact = match *self.guarantee {
            Guarantee::PureDp { epsilon } => humphries(epsilon, 0.0),
            Guarantee::ApproximateDp { epsilon, delta } => humphries(epsilon, delta),
            _ => self.guarantee.divergence(0.0),
        };
        let exact = Figure::upper(exact, METHOD, self.guarantee.theorem());
        let from_pair = |bound: fn(f64, f64) -> f64, theorem| {
            self.pair
                .map(|(epsilon, delta)| Figure::upper(bound(epsilon, delta), METHOD, theorem))
        };
        let humphries = from_pair(humphries, theorems::HUMPHRIES);
        let erlingsson = from_pair(erlingsson, theorems::ERLINGSSON);
        let yeom = from_pair(yeom, theorems::YEOM);
        let best = [&humphries, &erlingsson, &yeom]
            .into_iter()
            .flatten()
            .fold(&exact, |best, other| {
                if other.estimate < best.estimate {
                    other
                } else {
                    best
                }
            })
            .clone();
        AdvantageBounds {
            best,
            exact,
            humphries,
            erlingsson,
            yeom,
        }
    }

    /// One less the advantage, rounded down.
    pub(crate) fn bayes_security(&self, advantage: &Figure) -> Figure {
        let security = (1.0 - advantage.estimate).next_down().max(0.0);
        Figure {
            theorem: advantage.theorem,
            sources: advantage.sources,
            ..Figure::lower(security, METHOD, self.guarantee.theorem())
        }
    }

    fn precision(&self, fpr: f64, tpr: f64) -> f64 {
        let found = self.prior * tpr;
        (found / (found + (1.0 - self.prior) * fpr) * (1.0 + ROUNDING)).min(1.0)
    }

    pub(crate) fn tpr(&self, fpr: &[f64]) -> Vec<TprFigure> {
        let at = |&fpr: &f64| {
            let tpr = self.guarantee.tpr(fpr);
            TprFigure {
                fpr,
                tpr: Figure::upper(tpr, METHOD, TPR),
                precision: Figure::upper(self.precision(fpr, tpr), METHOD, PRECISION),
            }
        };
        fpr.iter().map(at).collect()
    }

    pub(crate) fn baseline(&self, baselines: &[f64]) -> Result<Vec<BaselineFigure>, Error> {
        let exchanged = (2.0 * self.guarantee.divergence(0.0)).min(1.0);
        let mu = match *self.guarantee {
            Guarantee::Gdp { mu } => Some(mu),
            _ => None,
        };
        let at = |&baseline: &f64| {
            RANGES.baseline.check("baseline", baseline)?;
            let success = Figure::upper(self.guarantee.tpr(baseline), METHOD, BASELINE);
            Ok(BaselineFigure::new(baseline, success, exchanged, mu))
        };
        baselines.iter().map(at).collect()
    }

    /// From the pair alone; empty without one.
    pub(crate) fn jayaraman_precision(&self, fpr: &[f64]) -> Vec<PrecisionAtRate> {
        let Some((epsilon, delta)) = self.pair else {
            return Vec::new();
        };
        let lines = Guarantee::ApproximateDp { epsilon, delta };
        let at = |&fpr: &f64| {
            let precision = self.precision(fpr, lines.tpr(fpr));
            PrecisionAtRate {
                fpr,
                precision: Figure::upper(precision, METHOD, theorems::JAYARAMAN),
            }
        };
        fpr.iter().map(at).collect()
    }

    /// For pure DP.
    pub(crate) fn sablayrolles(&self) -> Option<Figure> {
        let Guarantee::PureDp { epsilon } = *self.guarantee else {
            return None;
        };
        let posterior = probability_up(self.prior + 0.25 * epsilon);
        Some(Figure::upper(posterior, METHOD, theorems::SABLAYROLLES))
    }

    /// The curve at `points` rates, if there are any.
    pub(crate) fn roc(&self, points: f64) -> Option<Roc> {
        let drawn = drawn_rates(points);
        if drawn.is_empty() {
            return None;
        }
        let upper: Vec<f64> = drawn.iter().map(|&fpr| self.guarantee.tpr(fpr)).collect();
        Some(Roc {
            lower: drawn.clone(),
            estimate: upper.clone(),
            kind: vec![Kind::Upper; drawn.len()],
            upper,
            fpr: drawn,
        })
    }

    pub(crate) fn loss_tails(&self, levels: &[f64]) -> Result<Vec<LossTail>, Error> {
        let at = |&loss_level: &f64| {
            RANGES.guarantee.check("loss_level", loss_level)?;
            Ok(LossTail {
                loss_level,
                tail: Figure::upper(
                    self.guarantee.loss_tail(loss_level),
                    METHOD,
                    theorems::LOSS_TAIL,
                )
                .with_erratum("E16c"),
            })
        };
        levels.iter().map(at).collect()
    }
}
