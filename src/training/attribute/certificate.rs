//! The smallest of the proven bounds, beside what is attained.

use super::distant_steps::DistantSteps;
use super::result::{AttributeCertificate, AttributeTpr};
use crate::figure::{Error, Figure};
use crate::mechanism::SampledGaussian;
use crate::numerics::{probability_up, up};
use crate::training::security_formulas::{honest_error_term, variation_from_chi_square};
use crate::training::theorems;
use core::f64::consts::SQRT_2;

pub(super) const METHOD: &str = "closed_form";

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
    let bounds = [
        ("chi_square", variation_from_chi_square(growth)),
        (
            "sampling_revealed",
            probability_up(libm::erf(libm::sqrt(run.rate) * reach) * run.slack()),
        ),
        ("membership", known.upper.unwrap_or(1.0)),
        ("closed_form_bound", honest.min(1.0)),
    ];
    let [(_, chi_square), (_, revealed), (_, member), (_, honest)] = bounds;
    let (tightest, smallest) = bounds
        .into_iter()
        .reduce(|a, b| if b.1 < a.1 { b } else { a })
        .unwrap_or(("membership", member));
    let deviation = libm::sqrt(run.spread());
    let (opposite, radial) = (run.opposite(draft), run.radial(deviation));
    let attained = opposite.max(radial).min(smallest);
    let curves = membership.roc(fpr);
    let tpr = fpr
        .iter()
        .enumerate()
        .map(|(i, &fpr)| {
            let spread = libm::sqrt(libm::expm1(growth.min(700.0)) * fpr * (1.0 - fpr));
            let value = up(fpr + smallest.min(spread))
                .min(curves[0][i].upper)
                .min(1.0);
            AttributeTpr {
                fpr,
                tpr: Figure::upper(value, METHOD, theorems::ATTRIBUTE_TPR),
            }
        })
        .collect();
    let blind = prior.max(1.0 - prior);
    let upper = |value, theorem| Figure::upper(value, METHOD, theorem);
    Ok(AttributeCertificate {
        advantage: Figure::upper_from(Some(attained), smallest, METHOD, theorems::SMALLEST_BOUND),
        bayes_security: Figure::lower_from(
            (1.0 - smallest).next_down().max(0.0),
            Some((1.0 - attained).next_up().min(1.0)),
            METHOD,
            theorems::SMALLEST_BOUND,
        ),
        tightest,
        chi_square: upper(chi_square, theorems::ATTRIBUTE_CHI_SQUARE),
        sampling_revealed: upper(revealed, theorems::SAMPLING_REVEALED),
        membership: upper(member, theorems::MEMBERSHIP),
        attained: if radial > opposite {
            Figure::lower(attained, "scores", theorems::COLLINEAR_GRADIENTS)
        } else {
            Figure::lower(attained, known.method, theorems::OPPOSITE_GRADIENTS)
        },
        gaussian_limit: Figure::approximation(
            libm::erf(deviation / (2.0 * SQRT_2)),
            METHOD,
            theorems::ATTRIBUTE_LIMIT,
        ),
        closed_form_bound: upper(honest, theorems::ATTRIBUTE_HONEST).with_erratum("E8"),
        tpr,
        accuracy: upper(
            up(blind + (1.0 - blind) * smallest).min(1.0),
            theorems::ATTRIBUTE_ACCURACY,
        ),
    })
}
