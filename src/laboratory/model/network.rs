//! The shape of a multilayer perceptron, and where its parameters lie.

use crate::random::{Random, Source};
use core::ops::Range;

/// Layers with `ReLU` between them and softmax behind the last; without a hidden layer, multinomial logistic regression.
///
/// The parameters are one vector: of each layer the weights, a row for each input, then the biases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    widths: Vec<usize>,
}

/// One layer among the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Range<usize>,
    pub(super) biases: Range<usize>,
}

impl Network {
    pub(crate) fn new(features: usize, hidden: &[usize], classes: usize) -> Self {
        Self {
            widths: [&[features], hidden, &[classes]].concat(),
        }
    }

    /// How many parameters there are.
    pub(crate) fn parameters(&self) -> usize {
        self.layers().last().map_or(0, |layer| layer.biases.end)
    }

    pub(crate) fn classes(&self) -> usize {
        self.widths[self.widths.len() - 1]
    }

    pub(super) fn layers(&self) -> Vec<Layer> {
        let mut start = 0;
        let layers = self.widths.windows(2).map(|pair| {
            let weights = start..start + pair[0] * pair[1];
            start = weights.end + pair[1];
            Layer {
                inputs: pair[0],
                outputs: pair[1],
                biases: weights.end..start,
                weights,
            }
        });
        layers.collect()
    }

    /// Where a training begins: normal weights of variance 2 over the number of inputs (He et al. 2015), of logistic regression
    /// all 0; biases 0.
    pub(crate) fn initial<S: Source>(&self, random: &mut Random<S>) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameters()];
        let layers = self.layers();
        if layers.len() > 1 {
            for layer in layers {
                let deviation = libm::sqrt(2.0 / layer.inputs as f64);
                for weight in &mut parameters[layer.weights] {
                    *weight = narrow(deviation * random.normal());
                }
            }
        }
        parameters
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "weights of single precision"
)]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_follow_each_other() {
        let network = Network::new(3, &[5, 4], 2);
        let ends: Vec<usize> = network
            .layers()
            .iter()
            .map(|layer| layer.biases.end)
            .collect();
        assert_eq!(ends, [20, 44, 54]);
        assert_eq!((network.parameters(), network.classes()), (54, 2));
        assert_eq!(
            Network::new(3, &[], 2).initial(&mut Random::seeded(1, 0)),
            [0.0; 8]
        );
        let initial = network.initial(&mut Random::seeded(1, 0));
        assert!(initial[15..20].iter().all(|bias| *bias == 0.0) && initial[0] != 0.0);
    }
}
