//! What a network says of records, and the gradients of their losses, each clipped on its own.
//!
//! Of one record the gradient of a layer is the product of what went into the layer and of the derivative by what comes out, so its
//! norm is the product of theirs, and no gradient of a single record is ever written down.

use super::network::{Layer, Network};
use super::product::{add_product, add_transposed_product, transpose};
use crate::laboratory::data::Records;

/// Records that pass the network together.
const TOGETHER: usize = 64;

/// By how much more than to the norm a gradient is shortened: no rounding leaves it longer.
const SAFE: f64 = 1.0 - 1e-6;

/// Room for the numbers between the layers, and the weights as they are needed backwards.
pub(crate) struct Pass {
    pub(super) layers: Vec<Layer>,
    classes: usize,
    parameters: Vec<f32>,
    /// Weights of each layer but the first, a row for each output.
    turned: Vec<Vec<f32>>,
    /// What goes into each layer, and last what comes out, a row for each record.
    pub(super) activations: Vec<Vec<f32>>,
    /// Derivatives of the losses by what comes out of each layer.
    pub(super) deltas: Vec<Vec<f32>>,
    pub(super) count: usize,
}

impl Pass {
    pub(crate) fn new(network: &Network, parameters: &[f32]) -> Self {
        let layers = network.layers();
        let mut pass = Self {
            classes: network.classes(),
            parameters: parameters.to_vec(),
            turned: vec![Vec::new(); layers.len()],
            activations: vec![Vec::new(); layers.len() + 1],
            deltas: vec![Vec::new(); layers.len()],
            count: 0,
            layers,
        };
        pass.set(parameters);
        pass
    }

    /// Other parameters from now on.
    pub(crate) fn set(&mut self, parameters: &[f32]) {
        self.parameters.copy_from_slice(parameters);
        for (turned, layer) in self.turned.iter_mut().zip(&self.layers).skip(1) {
            *turned = transpose(&parameters[layer.weights.clone()], layer.outputs);
        }
    }

    /// What comes out of the last layer, a row for each record.
    pub(crate) fn logits(&mut self, records: &Records) -> Vec<f32> {
        let all: Vec<usize> = (0..records.len()).collect();
        let mut logits = Vec::with_capacity(all.len() * self.classes);
        for some in all.chunks(TOGETHER) {
            self.forward(records, some);
            logits.extend_from_slice(&self.activations[self.layers.len()]);
        }
        logits
    }

    /// The loss of each record: minus the logarithm of its class's probability.
    pub(crate) fn losses(&mut self, records: &Records) -> Vec<f64> {
        let logits = self.logits(records);
        let rows = logits.chunks_exact(self.classes);
        rows.enumerate()
            .map(|(record, row)| loss(row, records.label(record)))
            .collect()
    }

    /// The share of the records whose class has the largest probability.
    pub(crate) fn accuracy(&mut self, records: &Records) -> f64 {
        let logits = self.logits(records);
        let right = logits.chunks_exact(self.classes).enumerate();
        let right = right.filter(|(record, row)| {
            let own = row[records.label(*record)];
            let first = row.iter().position(|logit| *logit >= own);
            first == Some(records.label(*record)) && row.iter().all(|logit| *logit <= own)
        });
        right.count() as f64 / records.len() as f64
    }

    /// Adds to `sum` the gradients of the records named, each shortened to the norm `clip` if it is longer.
    pub(crate) fn add_clipped(
        &mut self,
        records: &Records,
        named: &[usize],
        clip: f64,
        sum: &mut [f32],
    ) {
        for some in named.chunks(TOGETHER) {
            self.gradients(records, some, clip);
            for ((layer, inputs), deltas) in
                self.layers.iter().zip(&self.activations).zip(&self.deltas)
            {
                let weights = &mut sum[layer.weights.clone()];
                add_transposed_product(inputs, deltas, weights, layer.inputs, layer.outputs);
                let biases = &mut sum[layer.biases.clone()];
                for delta in deltas.chunks_exact(layer.outputs) {
                    for (bias, delta) in biases.iter_mut().zip(delta) {
                        *bias += delta;
                    }
                }
            }
        }
    }

    /// The clipped gradients of the records named, as factors, which stay until the next pass.
    pub(crate) fn gradients(&mut self, records: &Records, named: &[usize], clip: f64) {
        self.forward(records, named);
        self.backward(records, named);
        if clip < f64::INFINITY {
            for record in 0..named.len() {
                let norm = libm::sqrt(self.square(record));
                if norm.is_finite() {
                    self.scale(record, (clip / norm * SAFE).min(1.0));
                } else {
                    self.drop(record);
                }
            }
        }
    }

    fn forward(&mut self, records: &Records, named: &[usize]) {
        self.count = named.len();
        let first = &mut self.activations[0];
        first.clear();
        for &record in named {
            first.extend_from_slice(records.features(record));
        }
        for (place, layer) in self.layers.iter().enumerate() {
            let (before, after) = self.activations.split_at_mut(place + 1);
            let (inputs, outputs) = (&before[place], &mut after[0]);
            outputs.clear();
            for _ in named {
                outputs.extend_from_slice(&self.parameters[layer.biases.clone()]);
            }
            let weights = &self.parameters[layer.weights.clone()];
            add_product(inputs, weights, outputs, layer.inputs, layer.outputs);
            if place + 1 < self.layers.len() {
                for output in outputs.iter_mut() {
                    *output = if *output > 0.0 { *output } else { 0.0 };
                }
            }
        }
    }

    fn backward(&mut self, records: &Records, named: &[usize]) {
        let last = self.layers.len() - 1;
        let logits = &self.activations[last + 1];
        self.deltas[last].clear();
        self.deltas[last].extend_from_slice(logits);
        let rows = self.deltas[last].chunks_exact_mut(self.classes);
        for (row, record) in rows.zip(named) {
            probabilities(row);
            row[records.label(*record)] -= 1.0;
        }
        for place in (1..=last).rev() {
            let layer = &self.layers[place];
            let (before, after) = self.deltas.split_at_mut(place);
            let (deltas, outer) = (&mut before[place - 1], &after[0]);
            deltas.clear();
            deltas.resize(named.len() * layer.inputs, 0.0);
            add_product(
                outer,
                &self.turned[place],
                deltas,
                layer.outputs,
                layer.inputs,
            );
            for (delta, activation) in deltas.iter_mut().zip(&self.activations[place]) {
                *delta = if *activation > 0.0 { *delta } else { 0.0 };
            }
        }
    }

    /// The square of the norm of a record's gradient.
    fn square(&self, record: usize) -> f64 {
        let mut square = 0.0;
        for ((layer, inputs), deltas) in self.layers.iter().zip(&self.activations).zip(&self.deltas)
        {
            let inputs = squares(&inputs[layer.inputs * record..][..layer.inputs]);
            let deltas = squares(&deltas[layer.outputs * record..][..layer.outputs]);
            square += deltas * (1.0 + inputs);
        }
        square
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "gradients of single precision"
    )]
    fn scale(&mut self, record: usize, factor: f64) {
        if factor < 1.0 {
            for (layer, deltas) in self.layers.iter().zip(&mut self.deltas) {
                for delta in &mut deltas[layer.outputs * record..][..layer.outputs] {
                    *delta *= factor as f32;
                }
            }
        }
    }

    /// A gradient that is no number counts as none: its record must not end the training of the others.
    fn drop(&mut self, record: usize) {
        for (place, layer) in self.layers.iter().enumerate() {
            self.activations[place][layer.inputs * record..][..layer.inputs].fill(0.0);
            self.deltas[place][layer.outputs * record..][..layer.outputs].fill(0.0);
        }
    }
}

/// Minus the logarithm of the probability of a class.
pub(crate) fn loss(logits: &[f32], label: usize) -> f64 {
    let largest = largest(logits);
    let sum: f64 = logits
        .iter()
        .map(|logit| libm::exp(f64::from(logit - largest)))
        .sum();
    libm::log(sum) - f64::from(logits[label] - largest)
}

/// From logits to probabilities, in place.
pub(crate) fn probabilities(logits: &mut [f32]) {
    let largest = largest(logits);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = libm::expf(*logit - largest);
        sum += *logit;
    }
    for logit in logits {
        *logit /= sum;
    }
}

fn largest(logits: &[f32]) -> f32 {
    logits.iter().copied().fold(f32::NEG_INFINITY, f32::max)
}

fn squares(row: &[f32]) -> f64 {
    row.iter().map(|x| f64::from(*x) * f64::from(*x)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::count;
    use crate::random::Random;
    use serde_json::Value;

    #[expect(clippy::cast_possible_truncation, reason = "features")]
    fn records(count: usize, seed: u64) -> Records {
        let mut random = Random::seeded(seed, 0);
        let mut records = Records::new(5, 3);
        for record in 0..count {
            let row: Vec<f32> = (0..5).map(|_| random.normal() as f32).collect();
            records.push(row, record % 3);
        }
        records
    }

    fn networks() -> [(Network, Vec<f32>); 3] {
        [&[][..], &[9], &[8, 11]].map(|hidden| {
            let network = Network::new(5, hidden, 3);
            let mut random = Random::seeded(8, 0);
            #[expect(clippy::cast_possible_truncation, reason = "weights")]
            let parameters = (0..network.parameters()).map(|_| 0.5 * random.normal() as f32);
            let parameters = parameters.collect();
            (network, parameters)
        })
    }

    fn gradient(
        network: &Network,
        parameters: &[f32],
        records: &Records,
        record: usize,
    ) -> Vec<f32> {
        let mut sum = vec![0.0; parameters.len()];
        Pass::new(network, parameters).add_clipped(records, &[record], f64::INFINITY, &mut sum);
        sum
    }

    fn norm(vector: &[f32]) -> f64 {
        libm::sqrt(squares(vector))
    }

    /// Losses are accurate to 1e-7, so that differences over 2e-2 are to 1e-5; no `ReLU` turns in between for these records.
    #[test]
    fn gradients_are_central_differences() {
        let records = records(6, 2);
        for (network, parameters) in networks() {
            let slope = (0..6).fold(vec![0.0; parameters.len()], |mut sum, record| {
                for (sum, g) in
                    sum.iter_mut()
                        .zip(gradient(&network, &parameters, &records, record))
                {
                    *sum += f64::from(g);
                }
                sum
            });
            for (place, slope) in slope.iter().enumerate() {
                let step = 1.0 / 512.0;
                let [up, down] = [step, -step].map(|step| {
                    let mut moved = parameters.clone();
                    moved[place] += step;
                    let losses = Pass::new(&network, &moved).losses(&records);
                    losses.iter().sum::<f64>()
                });
                let difference = (up - down) / f64::from(2.0 * step);
                assert!(
                    (difference - slope).abs() < 2e-3,
                    "{place}: {difference} {slope}"
                );
            }
        }
    }

    #[test]
    fn the_clipped_sum_is_that_of_gradients_clipped_one_by_one() {
        let records = records(150, 3);
        for (network, parameters) in networks() {
            for clip in [0.3, 1.5, 1e3] {
                let mut expected = vec![0.0; parameters.len()];
                for record in 0..150 {
                    let gradient = gradient(&network, &parameters, &records, record);
                    let factor = (clip / norm(&gradient)).min(1.0);
                    for (sum, g) in expected.iter_mut().zip(gradient) {
                        *sum += factor * f64::from(g);
                    }
                }
                let named: Vec<usize> = (0..150).collect();
                let mut sum = vec![0.0; parameters.len()];
                let mut pass = Pass::new(&network, &parameters);
                pass.add_clipped(&records, &named, clip, &mut sum);
                let largest = norm(&sum);
                for (found, expected) in sum.iter().zip(&expected) {
                    assert!((f64::from(*found) - expected).abs() < 3e-6 * largest);
                }
                let mut single = vec![0.0; parameters.len()];
                pass.add_clipped(&records, &[4], clip, &mut single);
                assert!(norm(&single) <= clip);
            }
        }
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        let mut records = records(3, 5);
        records.features_mut(1).fill(f32::MAX);
        for (network, parameters) in networks() {
            let mut sum = vec![0.0; parameters.len()];
            let mut pass = Pass::new(&network, &parameters);
            pass.add_clipped(&records, &[0, 1, 2], 1.0, &mut sum);
            assert!(sum.iter().all(|number| number.is_finite()));
            assert!(pass.accuracy(&records) <= 1.0);
        }
    }

    #[test]
    fn losses_and_accuracy_are_those_of_known_probabilities() {
        let logits = [libm::logf(0.2), libm::logf(0.5), libm::logf(0.3)];
        for (label, p) in [0.2, 0.5, 0.3].into_iter().enumerate() {
            assert!((loss(&logits, label) + libm::log(p)).abs() < 1e-6);
        }
        let mut records = Records::new(1, 2);
        for (x, label) in [(1.0, 0), (1.0, 1), (-1.0, 1), (0.0, 1)] {
            records.push([x], label);
        }
        // A tie goes to the first class.
        let mut pass = Pass::new(&Network::new(1, &[], 2), &[1.0, -1.0, 0.0, 0.0]);
        assert_eq!(pass.accuracy(&records), 0.5);
    }

    /// Values that `tests/golden/network.py` stored: single precision against double.
    #[test]
    fn losses_and_clipped_sums_are_those_of_numpy() {
        let file: Value =
            serde_json::from_str(include_str!("../../../tests/golden/network.json")).expect("JSON");
        let numbers = |value: &Value| -> Vec<f64> {
            let list = value.as_array().expect("a list");
            list.iter().map(|x| x.as_f64().expect("a number")).collect()
        };
        #[expect(clippy::cast_possible_truncation, reason = "single precision")]
        let narrow = |list: Vec<f64>| list.into_iter().map(|x| x as f32).collect::<Vec<f32>>();
        for case in file["cases"].as_array().expect("cases") {
            let widths: Vec<usize> = numbers(&case["widths"]).into_iter().map(count).collect();
            let [features, hidden @ .., classes] = widths.as_slice() else {
                unreachable!("two widths")
            };
            let mut records = Records::new(*features, *classes);
            let rows = case["features"].as_array().expect("rows");
            for (row, label) in rows.iter().zip(numbers(&case["labels"])) {
                records.push(narrow(numbers(row)), count(label));
            }
            let network = Network::new(*features, hidden, *classes);
            let parameters = narrow(numbers(&case["parameters"]));
            let mut pass = Pass::new(&network, &parameters);
            let losses = pass.losses(&records);
            for (found, stored) in losses.iter().zip(numbers(&case["losses"])) {
                assert!(
                    (found - stored).abs() < 1e-5 * (1.0 + stored),
                    "{found} {stored}"
                );
            }
            let clip = case["clip"].as_f64().expect("a number");
            let named: Vec<usize> = (0..records.len()).collect();
            let mut sum = vec![0.0; parameters.len()];
            pass.add_clipped(&records, &named, clip, &mut sum);
            for (found, stored) in sum.iter().zip(numbers(&case["clipped_sum"])) {
                assert!(
                    (f64::from(*found) - stored).abs() < 1e-5 * clip,
                    "{found} {stored}"
                );
            }
        }
    }
}
