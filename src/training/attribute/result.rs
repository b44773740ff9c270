//! The closed form and the certificate, as they are reported.

use crate::figure::{Figure, Warning};
use serde::Serialize;

/// The checked parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
pub struct AttributeTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives.
    pub tpr: Figure,
}

/// The closed form with its error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeSecurity {
    /// Bayes security.
    #[serde(flatten)]
    pub security: Figure,
    /// One less it.
    pub advantage: f64,
    /// What its theorem takes off.
    pub error_term: f64,
    /// Whether nothing is left.
    pub vacuous: bool,
    /// Advantage less what is attained.
    pub error_against_attained: f64,
    /// Advantage less what is certified.
    pub error_against_certified: f64,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
}

/// What is proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttributeCertificate {
    /// Advantage of the best attacker on the worst record.
    pub advantage: Figure,
    /// One less it.
    pub bayes_security: Figure,
    /// Which bound is the smallest.
    pub tightest: &'static str,
    /// By the chi-square divergence.
    pub chi_square: Figure,
    /// With the sampling revealed.
    pub sampling_revealed: Figure,
    /// By membership under replace-one.
    pub membership: Figure,
    /// What gradients at these distances attain, the larger of two pairs.
    pub attained: Figure,
    /// The limit of many steps for the worse pair.
    pub gaussian_limit: Figure,
    /// The closed form with an honest error.
    pub closed_form_bound: Figure,
    /// Rates of true positives.
    pub tpr: Vec<AttributeTpr>,
    /// Share of right answers at the prior.
    pub accuracy: Figure,
}

/// Attribute inference by the closed form and with a certificate.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
