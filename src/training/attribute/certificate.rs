//! The smallest of the proven bounds, beside what is attained.

use super::distant_steps::DistantSteps;
use super::result::{AttributeCertificate, AttributeTpr};
use crate::figure::{Error, Figure};
use crate::mechanism::SampledGaussian;
use crate::numerics::{probability_up, up};
use crate::training::security_formulas::{honest_error_term, variation_from_chi_square};
use core::f64::consts::SQRT_2;

pub(super) const METHOD: &str = "closed_form";
const CHI_SQUARE: &str = "Chi-square divergence of the worse of two pairs of gradients: both of the clipping norm and R_t apart, or on one \
    ray, of the clipping norm and R_t below";
const REVEALED: &str =
    "erf(sqrt(q) ||R||/(2 sqrt2 sigma C)): as if the attacker saw which steps took the record";
const MEMBERSHIP: &str =
    "Exact pair of replace-one (Lebeda et al., Proposition 13): two values are two records";
const OPPOSITE: &str = "Exact pair of gradients plus and minus R_t/2, which no assumption excludes";
const RADIAL: &str = "Gradients on one ray, of the clipping norm and R_t below: total variation of whole-valued scores, a lower bound";
const LIMIT: &str = "Central limit for gradients of the clipping norm, R_t apart: the variance of their loss; no bound";
const HONEST: &str =
    "Closed form plus the chi-square distance of each sampled step from its Gaussian";
const SMALLEST: &str = "Smallest of the proven bounds";
const RATE: &str = "Smallest of FPR + advantage, the chi-square divergence at that rate, and the exact pair of replace-one";
const ACCURACY: &str =
    "max(p, 1 - p) + min(p, 1 - p) advantage: the divergence falls with its order";

/// What is proven of the training, whose closed form is `closed`, at rates `fpr` and a prior.
pub(super) fn certificate(
    run: &DistantSteps,
    closed: f64,
    fpr: &[f64],
    prior: f64,
) -> Result<AttributeCertificate, Error> {
    let growth = run.log_growth();
    let membership = run.membership(fpr)?;
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
    let (opposite, radial) = (run.opposite(), run.radial(deviation));
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
                tpr: Figure::upper(value, METHOD, RATE),
            }
        })
        .collect();
    let blind = prior.max(1.0 - prior);
    let upper = |value, theorem| Figure::upper(value, METHOD, theorem);
    Ok(AttributeCertificate {
        advantage: Figure::upper_from(Some(attained), smallest, METHOD, SMALLEST),
        bayes_security: Figure::lower_from(
            (1.0 - smallest).next_down().max(0.0),
            Some((1.0 - attained).next_up().min(1.0)),
            METHOD,
            SMALLEST,
        ),
        tightest,
        chi_square: upper(chi_square, CHI_SQUARE),
        sampling_revealed: upper(revealed, REVEALED),
        membership: upper(member, MEMBERSHIP),
        attained: if radial > opposite {
            Figure::lower(attained, "scores", RADIAL)
        } else {
            Figure::lower(attained, known.method, OPPOSITE)
        },
        gaussian_limit: Figure::approximation(libm::erf(deviation / (2.0 * SQRT_2)), METHOD, LIMIT),
        closed_form_bound: upper(honest, HONEST).with_erratum("E8"),
        tpr,
        accuracy: upper(up(blind + (1.0 - blind) * smallest).min(1.0), ACCURACY),
    })
}
