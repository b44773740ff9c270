//! Attacks: from a trained network to one score a record, larger for members.

mod confidence;
mod lira;
mod log_loss;
mod quantiles;
mod references;
mod shadow;

pub(crate) use confidence::confidences;
pub(crate) use lira::Lira;
pub(crate) use log_loss::log_loss;
pub(crate) use quantiles::{population_attack, reference_attack};
pub(crate) use references::References;
pub(crate) use shadow::{Outputs, Shadow};
