//! Bounds of the advantage that others have published, of one run.

use super::result::{ApproximationFigure, ClosedFormFigure};
use super::theorems;
use crate::curve::{
    chi_square, closed_form, closed_form_error_term, closed_form_upper, gaussian_limit, pinsker,
};
use crate::figure::{Figure, Theorem};
use crate::guarantee::{ERLINGSSON, HUMPHRIES, YEOM, erlingsson, humphries, yeom};
use crate::mechanism::{Mechanism, NeighboringRelation, Noise, SampledGaussian, Sampling};

const CLOSED_FORM: &str = "closed_form";

/// What they are computed from.
pub(super) struct PublishedBounds {
    /// The run, where the formulas for one phase apply.
    single: Option<SampledGaussian>,
    /// A finite epsilon that the run keeps, with its delta.
    pub(super) pair: Option<(f64, f64)>,
}

impl PublishedBounds {
    pub(super) fn new(mechanism: &Mechanism, pair: Option<(f64, f64)>) -> Self {
        Self {
            single: single_phase(mechanism),
            pair: pair.filter(|(epsilon, _)| epsilon.is_finite()),
        }
    }

    /// `advantage` is the certified one, for comparison.
    pub(super) fn closed_form(&self, advantage: &Figure) -> Option<ClosedFormFigure> {
        let run = self.single?;
        let approximation = self.closed_form_value()?;
        Some(ClosedFormFigure {
            error_against_exact: advantage.error_of(approximation.estimate),
            approximation,
            error_term: closed_form_error_term(&run),
        })
    }

    pub(super) fn gaussian_limit(&self, advantage: &Figure) -> Option<ApproximationFigure> {
        let approximation = self.gaussian_limit_value()?;
        Some(ApproximationFigure {
            error_against_exact: advantage.error_of(approximation.estimate),
            approximation,
        })
    }

    pub(super) fn closed_form_value(&self) -> Option<Figure> {
        self.approximation(closed_form, theorems::CLOSED_FORM)
    }

    pub(super) fn gaussian_limit_value(&self) -> Option<Figure> {
        self.approximation(gaussian_limit, theorems::GAUSSIAN_LIMIT)
    }

    pub(super) fn closed_form_upper(&self) -> Option<Figure> {
        self.by_formula(closed_form_upper, CLOSED_FORM, theorems::CLOSED_FORM_UPPER)
    }

    pub(super) fn chi_square(&self) -> Option<Figure> {
        self.by_formula(chi_square, CLOSED_FORM, theorems::CHI_SQUARE)
    }

    pub(super) fn pinsker(&self) -> Option<Figure> {
        self.by_formula(pinsker, "quadrature", theorems::PINSKER)
    }

    pub(super) fn humphries(&self) -> Option<Figure> {
        self.by_epsilon(humphries, HUMPHRIES)
    }

    pub(super) fn erlingsson(&self) -> Option<Figure> {
        self.by_epsilon(erlingsson, ERLINGSSON)
    }

    pub(super) fn yeom(&self) -> Option<Figure> {
        self.by_epsilon(yeom, YEOM)
    }

    fn approximation(
        &self,
        formula: fn(&SampledGaussian) -> f64,
        theorem: &'static Theorem,
    ) -> Option<Figure> {
        let run = self.single?;
        Some(Figure::approximation(formula(&run), CLOSED_FORM, theorem))
    }

    /// An upper bound by a formula for one phase.
    fn by_formula(
        &self,
        bound: fn(&SampledGaussian) -> f64,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Option<Figure> {
        self.single
            .map(|run| Figure::upper(bound(&run), method, theorem))
    }

    /// An upper bound by epsilon at delta alone.
    fn by_epsilon(&self, bound: fn(f64, f64) -> f64, theorem: &'static Theorem) -> Option<Figure> {
        let (epsilon, delta) = self.pair?;
        Some(Figure::upper(bound(epsilon, delta), "epsilon", theorem))
    }
}

/// The run, where the formulas for one phase of Poisson-sampled Gaussian steps apply.
fn single_phase(mechanism: &Mechanism) -> Option<SampledGaussian> {
    let run = mechanism.single_phase()?;
    let applies = mechanism.noise() == Noise::Gaussian
        && mechanism.group_size() == 1
        && mechanism.relation() != NeighboringRelation::ReplaceOne
        && (mechanism.sampling() == Sampling::Poisson || run.sample_rate() == 1.0);
    applies.then_some(run)
}
