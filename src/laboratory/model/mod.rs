//! The model: a multilayer perceptron, its loss, and the clipped gradients of single records.

mod gradients;
mod network;
mod product;

pub(crate) use gradients::{Pass, loss, probabilities};
pub(crate) use network::Network;
