//! What was declared: a run or a guarantee, as the curve from above that its results are held against.

use super::roc_bound::RocBound;
use crate::curve::Bounds;
use crate::figure::Error;
use crate::guarantee::Guarantee;
use crate::mechanism::{Demand, RunOptions};
use crate::training::SolveFor;

/// What the training was said to be.
#[derive(Clone, Debug)]
pub enum Declared {
    /// A run; its exact curve, or the least that is proven to lie above it.
    Run(RunOptions),
    /// A guarantee alone.
    Guarantee(Guarantee),
}

/// Tangents by which a curve is known.
const TANGENTS: u32 = 160;

/// The same while the noise is searched: fewer lines lie higher, and refute less.
const TANGENTS_OF_SEARCH: u32 = 64;

/// A curve that was declared, with what it rests on.
pub(super) struct DeclaredCurve {
    pub(super) roc: RocBound,
    pub(super) status: &'static str,
    pub(super) sources: &'static [&'static str],
}

/// Which rates matter, and whether either hypothesis may be the null one.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) least_fpr: f64,
    pub(super) both_directions: bool,
}

impl Declared {
    pub(super) fn curve(&self, scope: Scope) -> Result<DeclaredCurve, Error> {
        match self {
            Self::Run(run) => {
                let bounds = bounds(run, scope)?;
                Ok(DeclaredCurve {
                    roc: roc(&bounds, scope, TANGENTS),
                    status: bounds.status(),
                    sources: bounds.status_sources(),
                })
            }
            Self::Guarantee(guarantee) => {
                let guarantee = guarantee.clone().check()?;
                let theorem = guarantee.theorem();
                Ok(DeclaredCurve {
                    roc: RocBound::of_guarantee(&guarantee),
                    status: theorem.text,
                    sources: theorem.sources,
                })
            }
        }
    }

    /// The noise that was declared, or 1 for the factor on that of a schedule; none for a guarantee.
    pub(super) fn noise(&self) -> Option<(SolveFor, f64)> {
        match self {
            Self::Run(run) if run.history.is_some() => Some((SolveFor::NoiseFactor, 1.0)),
            Self::Run(run) => Some((SolveFor::NoiseMultiplier, run.noise_multiplier?)),
            Self::Guarantee(_) => None,
        }
    }

    /// The curve with other noise; none where nothing is allowed or proven there.
    pub(super) fn with_noise(&self, over: SolveFor, noise: f64, scope: Scope) -> Option<RocBound> {
        let Self::Run(run) = self else { return None };
        let run = over.put(run, noise).ok()?;
        let bounds = bounds(&run, scope).ok()?;
        Some(roc(&bounds, scope, TANGENTS_OF_SEARCH))
    }
}

fn bounds(run: &RunOptions, scope: Scope) -> Result<Bounds, Error> {
    let demand = Demand {
        fpr: vec![scope.least_fpr],
        draft: true,
        ..Demand::default()
    };
    Bounds::new(&run.mechanism()?, &demand)
}

fn roc(bounds: &Bounds, scope: Scope, tangents: u32) -> RocBound {
    let curve = bounds.curve();
    let orders = RocBound::orders(curve, scope.least_fpr, tangents);
    if scope.both_directions {
        RocBound::of_both_directions(curve, &orders)
    } else {
        RocBound::of_curve(curve, &orders)
    }
}
