//! The parameters of a question about noise, checked.

use super::law::NoiseLaw;
use crate::figure::Warning;

/// The checked parameters.
pub(super) struct Checked {
    pub(super) sigma_1: f64,
    pub(super) sigma_m: f64,
    pub(super) moment_given: bool,
    pub(super) order: f64,
    pub(super) dimension: f64,
    pub(super) fraction: f64,
    pub(super) sensitivity: Option<f64>,
    pub(super) swap_distance: Option<f64>,
}

impl Checked {
    pub(super) fn warnings(&self, eta: Option<f64>) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.dimension > 1.0 {
            warnings.push(Warning::new(
                "radius_grows",
                format!(
                    "The length of exponential-norm noise grows in proportion to the dimension (here {} scales on average), that of \
                     Gaussian noise only as its square root ({:.3} standard deviations).",
                    self.dimension,
                    NoiseLaw::Gaussian.mean_radius(1.0, self.dimension)
                ),
            ));
        }
        if !self.moment_given && self.order > 1.0 {
            warnings.push(Warning::new(
                "first_moment_in_printed_form",
                format!(
                    "The printed scales are stated for the moment of order {}, which is not known here: sigma_1 is used instead, and is at most as large.",
                    self.order
                ),
            ));
        }
        let p = self.fraction.min(1.0 - self.fraction);
        if eta.is_some_and(|eta| eta >= p) {
            warnings.push(Warning::new(
                "no_noise_needed",
                format!("No attacker exceeds the blind guess by more than {p}: no noise is needed for this eta."),
            ));
        }
        warnings
    }
}
