//! The closed form and the certificate, as they are reported.

use crate::figure::{Figure, Warning};
use serde::Serialize;

/// The checked parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttributeParameters {
    /// Standard deviation of the noise over the clipping norm.
    pub noise_multiplier: f64,
    /// Probability with which a record enters a step.
    pub sample_rate: f64,
    /// Number of steps.
    pub num_steps: f64,
    /// Clipping norm.
    pub clipping_norm: f64,
    /// l2 norm of the sequence `R_t`.
    pub gradient_distance_norm: f64,
    /// The largest `R_t`.
    pub largest_gradient_distance: f64,
}

/// A rate of true positives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttributeTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives.
    pub tpr: Figure,
}

/// The closed form with its error.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttributeSecurity {
    /// Bayes security.
    #[serde(flatten)]
    pub security: Figure,
    /// 1 - estimate.
    pub advantage: f64,
    /// sqrt(q(1 - q)T)/sigma, the explicit error term of Theorem 6 (E8).
    pub error_term: f64,
    /// Whether the closed form less its error term says nothing.
    pub vacuous: bool,
    /// `advantage` less the largest advantage that is certain to be attained: negative means understated.
    pub error_against_attained: f64,
    /// `advantage` less the certified upper bound.
    pub error_against_certified: f64,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
}

/// What is proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttributeCertificate {
    /// Upper bound, the smallest of those below; `lower` is `attained`.
    pub advantage: Figure,
    /// One less it.
    pub bayes_security: Figure,
    /// Which of the following is the smallest.
    #[cfg_attr(
        test,
        ts(
            type = "\"any_gradients\" | \"chi_square\" | \"sampling_revealed\" | \"membership\" | \"closed_form_bound\""
        )
    )]
    pub tightest: &'static str,
    /// Over all gradients at these distances, also those that depend on what was seen before; none where noise is below 0.2,
    /// where more than 1536 steps have several distances, or where nothing is left to bound.
    pub any_gradients: Option<Figure>,
    /// From the chi-square divergence of gradients `R_t` apart: both of norm C, or C and C - `R_t` on one ray, the worse of
    /// the two.
    pub chi_square: Figure,
    /// As if the attacker saw which steps took the record.
    pub sampling_revealed: Figure,
    /// The exact engine for any two records (replace-one).
    pub membership: Figure,
    /// The largest of what gradients attain: plus and minus `R_t/2`, on one ray at the clipping norm, and in an order that
    /// depends on what was seen before.
    pub attained: Figure,
    /// The central limit for the worse pair: an approximation of the truth, mostly from above.
    pub gaussian_limit: Figure,
    /// The closed form with an honest error term (E8).
    pub closed_form_bound: Figure,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
}

/// Attribute inference by the closed form and with a certificate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttributesResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The checked parameters.
    pub parameters: AttributeParameters,
    /// Closed form.
    pub bayes_security: AttributeSecurity,
    /// Certificate.
    pub certified: AttributeCertificate,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}
