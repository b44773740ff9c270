//! The model: a multilayer perceptron, its loss, and the clipped gradients of single records.

mod diameter;
mod gradients;
mod network;
mod product;

#[cfg(test)]
pub(crate) use gradients::loss;
pub(crate) use gradients::{Pass, probabilities};
pub(crate) use network::Network;
