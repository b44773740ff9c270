//! The questions about a training: its figures, the noise that keeps one of them below a target, sweeps, attributes, and
//! the closed forms of Bayes security.
//!
//! It may import `curve`, `guarantee` for bounds that follow from epsilon, `fourier` for a first guess, `mechanism`,
//! `figure` and `numerics`. It reads the curve and never asks how it was enclosed.

mod attribute;
mod bayes_security;
mod boundary_search;
mod calibration;
mod candidate_runs;
mod candidate_values;
mod figures;
mod gaussian_guess;
mod noise_factor;
mod options;
mod overlay;
mod published_bounds;
mod quantity;
mod result;
mod security_formulas;
mod solve_for;
mod sweep;
mod swept_bounds;
mod theorems;
mod warnings;

#[cfg(test)]
pub(crate) use overlay::MOST_SECOND;
#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;
pub(crate) use theorems::{PINSKER, TPR_FROM_SECURITY};

pub use attribute::{
    AttributeCertificate, AttributeParameters, AttributeSecurity, AttributeTpr, AttributesOptions,
    AttributesResult, GradientDistance, GradientDistanceOptions,
};
pub use bayes_security::{
    BayesSecurityOptions, BayesSecurityResult, ClosedSecurity, SecurityChoice, SecurityTpr,
};
pub use calibration::{Attained, CalibrateOptions, CalibrateResult};
pub use options::TrainingOptions;
pub use overlay::{Overlay, Second, SecondCurve, SecondResult};
pub use quantity::{Quantity, TargetSide};
pub use result::{
    ApproximationFigure, ClosedFormFigure, EpsilonFigure, FlaggedPrecision, GdpFigure,
    HockeyStickFigure, Parameters, PositiveAccuracyFigure, TrainingResult,
};
pub use security_formulas::{
    chi_square_replaced, closed_form_replaced, epsilon_from_security, error_term,
    gaussian_limit_replaced, honest_error_term, noise_from_security, tpr_from_security,
};
pub use solve_for::SolveFor;
pub use sweep::{SweepOptions, SweepResult};
pub use swept_bounds::SweptBound;
