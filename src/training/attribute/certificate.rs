//! The smallest of the proven bounds, beside what is attained.

use super::adaptive_bound::AdaptiveSteps;
use super::distant_steps::DistantSteps;
use super::result::{AttributeCertificate, AttributeTpr};
use crate::figure::{Error, Figure};
use crate::mechanism::SampledGaussian;
use crate::numerics::{probability_up, up};
use crate::training::security_formulas::{honest_error_term, variation_from_chi_square};
use crate::training::theorems;
use core::f64::consts::SQRT_2;

pub(super) const METHOD: &str = "closed_form";
const LATTICE: &str = "lattice";

/// What is proven of the training, whose closed form is `closed`, at rates `fpr` and a prior.
pub(super) fn certificate(
    run: &DistantSteps,
    closed: f64,
    fpr: &[f64],
    prior: f64,
    draft: bool,
) -> Result<AttributeCertificate, Error> {
    let growth = run.log_growth();
    let membership = run.membership(fpr, draft)?;
    let reach = run.norm() / (2.0 * SQRT_2 * run.noise);
    let sampled = SampledGaussian::new(run.noise, run.rate, run.num_steps())?;
    let honest = up(closed + honest_error_term(&sampled, true).min(1.0)) * run.slack();
    let known = membership.advantage();
    let deviation = libm::sqrt(run.spread());
    let sequence = run.in_time();
    let adaptive = AdaptiveSteps {
        m: 1.0 / run.noise,
        rate: run.rate,
        steps: &sequence,
        deviation,
    };
    let overlaps = adaptive.least_overlaps(draft);
    let divergence = |epsilon: f64| {
        let found = overlaps.as_ref();
        found.map_or(1.0, |overlaps| overlaps.hockey_stick(epsilon))
    };
    let bounds = [
        ("any_gradients", divergence(0.0)),
        ("chi_square", variation_from_chi_square(growth)),
        (
            "sampling_revealed",
            probability_up(libm::erf(libm::sqrt(run.rate) * reach) * run.slack()),
        ),
        ("membership", known.upper.unwrap_or(1.0)),
        ("closed_form_bound", honest.min(1.0)),
    ];
    let [
        (_, any),
        (_, chi_square),
        (_, revealed),
        (_, member),
        (_, honest),
    ] = bounds;
    let (tightest, smallest) = bounds
        .into_iter()
        .reduce(|a, b| if b.1 < a.1 { b } else { a })
        .unwrap_or(("membership", member));
    let method = if tightest == "any_gradients" {
        LATTICE
    } else {
        METHOD
    };
    let candidates = [
        (
            run.opposite(draft),
            known.method,
            theorems::OPPOSITE_GRADIENTS,
        ),
        (
            run.radial(deviation),
            "scores",
            theorems::COLLINEAR_GRADIENTS,
        ),
        (
            adaptive.attained(draft),
            "scores",
            theorems::ADAPTIVE_GRADIENTS,
        ),
    ];
    let [mut most, others @ ..] = candidates;
    for other in others {
        if other.0 > most.0 {
            most = other;
        }
    }
    let (attained, attained_by, attained_theorem) = (most.0.min(smallest), most.1, most.2);
    let curves = membership.roc(fpr);
    let tpr = fpr
        .iter()
        .enumerate()
        .map(|(i, &fpr)| {
            let spread = libm::sqrt(libm::expm1(growth.min(700.0)) * fpr * (1.0 - fpr));
            let by_curve = overlaps.as_ref().map_or(1.0, |overlaps| overlaps.tpr(fpr));
            let others = up(fpr + smallest.min(spread))
                .min(curves[0][i].upper)
                .min(1.0);
            let method = if by_curve < others { LATTICE } else { METHOD };
            let value = by_curve.min(others);
            AttributeTpr {
                fpr,
                tpr: Figure::upper(value, method, theorems::ATTRIBUTE_TPR),
            }
        })
        .collect();
    let blind = prior.max(1.0 - prior);
    let gain = smallest.min(divergence(libm::log(blind / (1.0 - blind)) * (1.0 - 1e-14)));
    let upper = |value, theorem| Figure::upper(value, METHOD, theorem);
    Ok(AttributeCertificate {
        advantage: Figure::upper_from(Some(attained), smallest, method, theorems::SMALLEST_BOUND),
        bayes_security: Figure::lower_from(
            (1.0 - smallest).next_down().max(0.0),
            Some((1.0 - attained).next_up().min(1.0)),
            method,
            theorems::SMALLEST_BOUND,
        ),
        tightest,
        any_gradients: overlaps
            .as_ref()
            .map(|_| Figure::upper(any, LATTICE, theorems::ANY_GRADIENTS)),
        chi_square: upper(chi_square, theorems::ATTRIBUTE_CHI_SQUARE),
        sampling_revealed: upper(revealed, theorems::SAMPLING_REVEALED),
        membership: upper(member, theorems::MEMBERSHIP),
        attained: Figure::lower(attained, attained_by, attained_theorem),
        gaussian_limit: Figure::approximation(
            libm::erf(deviation / (2.0 * SQRT_2)),
            METHOD,
            theorems::ATTRIBUTE_LIMIT,
        ),
        closed_form_bound: upper(honest, theorems::ATTRIBUTE_HONEST).with_erratum("E8"),
        tpr,
        accuracy: Figure::upper(
            up(blind + (1.0 - blind) * gain).min(1.0),
            method,
            theorems::ATTRIBUTE_ACCURACY,
        ),
    })
}
