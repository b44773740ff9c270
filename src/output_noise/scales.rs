//! The scale that each law of noise needs, and what a given scale achieves.

use super::law::{
    NoiseLaw, eta_from_distance, eta_from_moment, laplace_mechanism_scale, printed_scale,
    scale_from_distance, scale_from_moment,
};
use super::parameters::Checked;
use super::result::{AchievedEta, METHOD, NoiseScale, NoiseScales};
use crate::figure::Figure;

const SHARP: &str =
    "eta <= p tanh(sigma_1/(2 p s)), any norm and dimension; s = sigma_1/artanh(2 eta) at k = n/2";
const LAPLACE: &str =
    "eta <= p (1 - e^(-sigma_1/(2 p s))) for Laplace noise on one number, attained at k = n/2";
const GAUSSIAN: &str =
    "eta <= p erf(sigma_1/(2 sqrt2 p s)) for Gaussian noise in l2, attained at k = n/2";
const SWAP: &str =
    "eta <= p tanh(D/(2 s)), D the mean distance when the record is exchanged for a random one";
const PRINTED: &str =
    "(6.16/eta)^(1 + 2/M) sigma, radius |Laplace| (Izzo et al., Corollary 10 as printed)";
const CORRECTED: &str =
    "(7.5/eta)^(1 + 2/M) sigma, density exp(-||x||/s), radius Gamma(d, s) (Izzo et al., Theorem 9)";
const MECHANISM: &str = "Delta/ln((1 + 2 eta)/(1 - 2 eta)), the Laplace mechanism at equal eta (Izzo et al., Theorem 4)";
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
            sharp: eta(NoiseLaw::ExponentialNorm, SHARP),
            laplace_1d: eta(NoiseLaw::Laplace, LAPLACE).with_assumptions(ONE_NUMBER),
            gaussian: eta(NoiseLaw::Gaussian, GAUSSIAN),
            swap: self.swap_distance.map(|distance| {
                let law = NoiseLaw::ExponentialNorm;
                let eta = eta_from_distance(law, distance, scale, self.fraction);
                Figure::upper(eta, METHOD, SWAP).with_erratum("E13")
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
            Figure::upper(corrected, METHOD, CORRECTED)
        } else {
            Figure::approximation(corrected, METHOD, CORRECTED)
        };
        NoiseScales {
            sharp: with(sharp(exponential, SHARP), exponential, d),
            laplace_1d: with(
                sharp(NoiseLaw::Laplace, LAPLACE).with_assumptions(ONE_NUMBER),
                NoiseLaw::Laplace,
                1.0,
            ),
            gaussian: with(sharp(NoiseLaw::Gaussian, GAUSSIAN), NoiseLaw::Gaussian, d),
            printed: (self.order >= 2.0 && half).then(|| {
                if d == 1.0 {
                    return with(Figure::upper(printed, METHOD, PRINTED), exponential, 1.0);
                }
                NoiseScale {
                    scale: Figure::approximation(printed, METHOD, PRINTED)
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
                    scale: Figure::upper(scale, METHOD, SWAP).with_erratum("E13"),
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
                    scale: Figure::upper(scale, METHOD, MECHANISM),
                    mean_radius: exponential.mean_radius(scale, d),
                    proven_eta: Some(eta),
                }
            }),
        }
    }
}
