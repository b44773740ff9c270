//! One of the trainings that an experiment compares.

use crate::figure::Figure;
use crate::mechanism::RunOptions;

/// A training, by what tells it from the others of its experiment and by the run that it is for an accountant.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The parameter in which the settings differ.
    pub parameter: &'static str,
    /// Its value.
    pub value: f64,
    /// What the value is called, where a number does not say it.
    pub label: Option<String>,
    /// The run, whose relation is that of the weakest game that is played; none where nothing is proved.
    pub run: Option<RunOptions>,
    /// Norm to which gradients are clipped, where distances of gradients are recorded.
    pub clipping_norm: Option<f64>,
    /// Probability with which a record is a member, where the accuracy of those that are named is counted.
    pub prior: Option<f64>,
    /// What is proved of the advantage without an accountant.
    pub bound: Option<Figure>,
}
