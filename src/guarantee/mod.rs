//! What follows from a guarantee alone, pure or approximate, Gaussian, zero-concentrated or Rényi: nothing is known of the
//! training that keeps it.
//!
//! It may import `mechanism`, for the Gaussian pair and nothing else of it, `figure` and `numerics`. It never imports an
//! engine or the curve: what it says must hold for every mechanism with the guarantee.

mod answer;
mod attack;
mod dependent_data;
mod divergence;
mod generalisation;
mod guarantee;
mod membership_privacy;
mod options;
mod positive_accuracy;
mod published_bounds;
mod result;
mod sampling_curves;
mod theorems;
mod unlearning;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;
pub(crate) use theorems::{
    ERLINGSSON, ETA as ETA_OF_GUARANTEE, HUMPHRIES, JAYARAMAN, POSITIVE_ACCURACY, YEOM,
};

pub use dependent_data::{
    DependentDataOptions, DependentDataResult, group_delta, group_variation, record_delta,
    subpopulation_cap,
};
pub use generalisation::generalisation_gap;
pub use guarantee::Guarantee;
pub use membership_privacy::{eta_from_guarantee, odds_factor};
pub use options::GuaranteeOptions;
pub use positive_accuracy::{
    UnboundedAccuracy, largest_epsilon, largest_sampling_probability, negative_accuracy,
    positive_accuracy,
};
pub use published_bounds::{erlingsson, humphries, yeom};
pub use result::{
    AdvantageBounds, GeneralisationGap, GuaranteeResult, LossTail, PositiveAccuracyTarget,
    PrecisionAtRate, PrivacyOfMembership, RecordBounds, Unlearning,
};
pub use sampling_curves::{
    IsoBound, IsoBoundOptions, IsoBoundResult, UnboundedExample, UnboundedExampleOptions,
    UnlearningCurve, UnlearningCurveOptions,
};
pub use unlearning::{absence, absence_of_all, deletion_capacity, printed_deletion_capacity};
