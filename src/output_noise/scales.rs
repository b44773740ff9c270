//! The scale that each law of noise needs, and what a given scale achieves.

use super::law::{
    NoiseLaw, eta_from_distance, eta_from_moment, laplace_mechanism_scale, printed_scale,
    scale_from_distance, scale_from_moment,
};
use super::parameters::Checked;
use super::result::{AchievedEta, METHOD, NoiseScale, NoiseScales};
use super::theorems;
use crate::figure::Figure;

const ONE_NUMBER: &str = "One number is published.";
const PILED_UP: &str = "No promise: with this radius the density is exp(-||x||/s)/||x||^(d - 1), which piles up at the centre. \
    Above some 1e5 coordinates an attack exceeds the promised accuracy.";

impl Checked {
    pub(super) fn achieved(&self, scale: f64) -> AchievedEta {
        let eta = |law, theorem| {
            let eta = eta_from_moment(law, self.sigma_1, scale, self.fraction);
            Figure::upper(eta, METHOD, theorem).with_erratum("E13")
        };
        AchievedEta {
            sharp: eta(NoiseLaw::ExponentialNorm, theorems::SHARP),
            laplace_1d: eta(NoiseLaw::Laplace, theorems::LAPLACE).with_assumptions(ONE_NUMBER),
            gaussian: eta(NoiseLaw::Gaussian, theorems::GAUSSIAN),
            swap: self.swap_distance.map(|distance| {
                let law = NoiseLaw::ExponentialNorm;
                let eta = eta_from_distance(law, distance, scale, self.fraction);
                Figure::upper(eta, METHOD, theorems::SWAP).with_erratum("E13")
            }),
        }
    }

    pub(super) fn scales(&self, eta: f64) -> NoiseScales {
        let d = self.dimension;
        let sharp = |law, theorem| {
            let scale = scale_from_moment(law, self.sigma_1, eta, self.fraction);
            Figure::upper(scale, METHOD, theorem).with_erratum("E13")
        };
        let with = |scale: Figure, law: NoiseLaw, dimension: f64| NoiseScale {
            mean_radius: law.mean_radius(scale.estimate, dimension),
            proven_eta: Some(eta_from_moment(
                law,
                self.sigma_1,
                scale.estimate,
                self.fraction,
            )),
            scale,
        };
        let exponential = NoiseLaw::ExponentialNorm;
        let printed = printed_scale(6.16, self.sigma_m, eta, self.order);
        let corrected = printed_scale(7.5, self.sigma_m, eta, self.order);
        // Printed for k = n/2; elsewhere it is a bound where the sharper one says so.
        let half = self.fraction == 0.5;
        let proven = eta_from_moment(exponential, self.sigma_1, corrected, self.fraction) <= eta;
        let corrected = if proven {
            Figure::upper(corrected, METHOD, theorems::CORRECTED)
        } else {
            Figure::approximation(corrected, METHOD, theorems::CORRECTED)
        };
        NoiseScales {
            sharp: with(sharp(exponential, theorems::SHARP), exponential, d),
            laplace_1d: with(
                sharp(NoiseLaw::Laplace, theorems::LAPLACE).with_assumptions(ONE_NUMBER),
                NoiseLaw::Laplace,
                1.0,
            ),
            gaussian: with(
                sharp(NoiseLaw::Gaussian, theorems::GAUSSIAN),
                NoiseLaw::Gaussian,
                d,
            ),
            printed: (self.order >= 2.0 && half).then(|| {
                if d == 1.0 {
                    return with(
                        Figure::upper(printed, METHOD, theorems::PRINTED),
                        exponential,
                        1.0,
                    );
                }
                NoiseScale {
                    scale: Figure::approximation(printed, METHOD, theorems::PRINTED)
                        .with_erratum("E12")
                        .with_assumptions(PILED_UP),
                    mean_radius: printed,
                    proven_eta: None,
                }
            }),
            dimension_corrected: with(corrected.with_erratum("E12"), exponential, d),
            swap: self.swap_distance.map(|distance| {
                let scale = scale_from_distance(exponential, distance, eta, self.fraction);
                NoiseScale {
                    scale: Figure::upper(scale, METHOD, theorems::SWAP).with_erratum("E13"),
                    mean_radius: exponential.mean_radius(scale, d),
                    proven_eta: Some(eta_from_distance(
                        exponential,
                        distance,
                        scale,
                        self.fraction,
                    )),
                }
            }),
            laplace_dp: self.sensitivity.map(|sensitivity| {
                let scale = laplace_mechanism_scale(sensitivity, eta, self.fraction);
                NoiseScale {
                    scale: Figure::upper(scale, METHOD, theorems::LAPLACE_MECHANISM),
                    mean_radius: exponential.mean_radius(scale, d),
                    proven_eta: Some(eta),
                }
            }),
        }
    }
}
