//! Scales of noise by every route and what they give, as they are reported.

use crate::figure::{Figure, Warning};
use serde::Serialize;

/// How the figures of this room are computed.
pub(super) const METHOD: &str = "closed_form";

/// A scale with what it means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoiseScale {
    /// The scale.
    #[serde(flatten)]
    pub scale: Figure,
    /// Mean of the norm of the noise in `dimension` coordinates.
    pub mean_radius: f64,
    /// The eta that the sharpest known bound proves for this noise; none where none is proven (the printed sampler).
    pub proven_eta: Option<f64>,
}

/// Scales by every route.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoiseScales {
    /// Density `exp(-||x||/s)`.
    pub sharp: NoiseScale,
    /// Laplace noise on one number.
    pub laplace_1d: NoiseScale,
    /// Gaussian noise.
    pub gaussian: NoiseScale,
    /// Corollary 10 with its sampler.
    pub printed: Option<NoiseScale>,
    /// Theorem 9 with the sampler that its density needs.
    pub dimension_corrected: NoiseScale,
    /// From the distance of exchanged records.
    pub swap: Option<NoiseScale>,
    /// The Laplace mechanism.
    pub laplace_dp: Option<NoiseScale>,
}

/// What a given scale achieves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AchievedEta {
    /// Density `exp(-||x||/s)`.
    pub sharp: Figure,
    /// Laplace noise on one number.
    pub laplace_1d: Figure,
    /// Gaussian noise.
    pub gaussian: Figure,
    /// From the distance of exchanged records.
    pub swap: Option<Figure>,
}

/// True-positive rate that follows from `eta`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EtaTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Upper bound of the rate of true positives.
    pub tpr: Figure,
    /// As printed, without the factor two.
    pub printed: f64,
}

/// Noise and what it gives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoiseResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// What was asked for.
    pub eta: Option<f64>,
    /// Number of coordinates.
    pub dimension: f64,
    /// `M`.
    pub moment_order: f64,
    /// `k/n`.
    pub subset_fraction: f64,
    /// The moment that was used.
    pub sigma_1: f64,
    /// None when `noise_scale` was given instead of `eta`.
    pub scale: Option<NoiseScales>,
    /// The eta that follows from `noise_scale`; none when `eta` was given.
    pub achieved: Option<AchievedEta>,
    /// The epsilon of pure DP that has the same eta (Theorem 4).
    pub equivalent_epsilon: Option<Figure>,
    /// Rates of true positives.
    pub tpr: Vec<EtaTpr>,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}
