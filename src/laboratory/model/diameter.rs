//! How far the gradients of a pass are from each other: what the value of an attribute may move (Cherubin et al., Algorithm 4 and
//! section 5.4).

use super::gradients::Pass;
use super::product::add_transposed_product;
use crate::random::{Floats, QUAD, Words};

/// More than what rounding in single precision takes from a distance.
const SAFE: f64 = 1.0 + 1e-5;

impl Pass {
    /// The largest distance of two of the gradients that passed last, from all pairs.
    pub(crate) fn diameter(&self) -> f64 {
        let mut largest = 0.0_f64;
        for two in 1..self.count {
            for one in 0..two {
                largest = largest.max(self.distance(one, two));
            }
        }
        largest
    }

    /// Twice the largest distance from their mean: at least the diameter, at most twice of it but for rounding, and found without
    /// pairs. Any centre would do, so the mean's own rounding is of no account.
    pub(crate) fn diameter_bound(&self) -> f64 {
        let mut squares = vec![0.0; self.count];
        for ((layer, inputs), deltas) in self.layers.iter().zip(&self.activations).zip(&self.deltas)
        {
            // The last input is the one of the biases.
            let width = layer.inputs + 1;
            let mut wide = Vec::with_capacity(width * self.count);
            for inputs in inputs.chunks_exact(layer.inputs) {
                wide.extend_from_slice(inputs);
                wide.push(1.0);
            }
            let mut centre = vec![0.0; width * layer.outputs];
            add_transposed_product(&wide, deltas, &mut centre, width, layer.outputs);
            let share = 1.0 / whole_single(self.count);
            for number in &mut centre {
                *number *= share;
            }
            let rows = wide
                .chunks_exact(width)
                .zip(deltas.chunks_exact(layer.outputs));
            for ((inputs, deltas), square) in rows.zip(&mut squares) {
                for (x, centre) in inputs.iter().zip(centre.chunks_exact(layer.outputs)) {
                    *square += f64::from(square_apart(*x, deltas, centre));
                }
            }
        }
        2.0 * libm::sqrt(squares.into_iter().fold(0.0, f64::max)) * SAFE
    }

    /// How far two of these gradients are from each other.
    ///
    /// `x d' - y e' = (x - y) d' + y (d - e)'` in each layer, so that what is almost the same does not cancel.
    fn distance(&self, one: usize, two: usize) -> f64 {
        let mut square = 0.0;
        for ((layer, inputs), deltas) in self.layers.iter().zip(&self.activations).zip(&self.deltas)
        {
            let [x, y] = [one, two].map(|at| &inputs[layer.inputs * at..][..layer.inputs]);
            let [d, e] = [one, two].map(|at| &deltas[layer.outputs * at..][..layer.outputs]);
            let [apart, cross, own] = sums(x, y, |x, y| [(x - y) * (x - y), (x - y) * y, y * y]);
            let [steep, turned, mixed] = sums(d, e, |d, e| [d * d, (d - e) * (d - e), d * (d - e)]);
            // The one of the biases is the same in both.
            square += steep * apart + turned * (own + 1.0) + 2.0 * mixed * cross;
        }
        libm::sqrt(square.max(0.0))
    }
}

/// Sums that do not wait for each other.
const SIDE_BY_SIDE: usize = 4;

fn sums(one: &[f32], two: &[f32], of: impl Fn(f64, f64) -> [f64; 3]) -> [f64; 3] {
    let mut lanes = [[0.0; SIDE_BY_SIDE]; 3];
    for (one, two) in one.chunks(SIDE_BY_SIDE).zip(two.chunks(SIDE_BY_SIDE)) {
        for (lane, (a, b)) in one.iter().zip(two).enumerate() {
            let found = of(f64::from(*a), f64::from(*b));
            for (sums, found) in lanes.iter_mut().zip(found) {
                sums[lane] += found;
            }
        }
    }
    lanes.map(|sums| sums.iter().sum())
}

/// The square of the distance of `x` times `deltas` from `centre`.
fn square_apart(x: f32, deltas: &[f32], centre: &[f32]) -> f32 {
    let (quads, rest) = deltas.as_chunks::<QUAD>();
    let (centres, others) = centre.as_chunks::<QUAD>();
    let of = |quad: &[f32; QUAD]| Words::of(quad.map(f32::to_bits)).floats();
    let mut sums = Floats::splat(0.0);
    for (deltas, centre) in quads.iter().zip(centres) {
        let apart = Floats::splat(x) * of(deltas) - of(centre);
        sums = sums + apart * apart;
    }
    let mut sum: f32 = sums.singles().iter().sum();
    for (delta, centre) in rest.iter().zip(others) {
        let apart = x * delta - centre;
        sum += apart * apart;
    }
    sum
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a small whole number is exact in single precision"
)]
fn whole_single(count: usize) -> f32 {
    count as f64 as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::data::Records;
    use crate::laboratory::model::Network;
    use crate::random::Random;

    /// Against gradients that are written down.
    #[test]
    fn distances_are_those_of_the_gradients() {
        let mut random = Random::seeded(4, 0);
        #[expect(clippy::cast_possible_truncation, reason = "single precision")]
        let mut normals =
            |count: usize| -> Vec<f32> { (0..count).map(|_| random.normal() as f32).collect() };
        let mut records = Records::new(5, 3);
        for record in 0..9 {
            records.push(normals(5), record % 3);
        }
        for hidden in [&[][..], &[7], &[8, 6]] {
            let network = Network::new(5, hidden, 3);
            let parameters = normals(network.parameters());
            let named = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0];
            for clip in [0.5, f64::INFINITY] {
                let mut pass = Pass::new(&network, &parameters);
                let written = named.map(|record| {
                    let mut gradient = vec![0.0; parameters.len()];
                    pass.add_clipped(&records, &[record], clip, &mut gradient);
                    gradient
                });
                pass.gradients(&records, &named, clip);
                let mut largest = 0.0_f64;
                for (one, a) in written.iter().enumerate() {
                    for (two, b) in written.iter().enumerate() {
                        let apart = sums(a, b, |a, b| [(a - b) * (a - b), 0.0, 0.0]);
                        let apart = libm::sqrt(apart[0]);
                        assert!((pass.distance(one, two) - apart).abs() < 1e-5 * (1.0 + apart));
                        largest = largest.max(apart);
                    }
                }
                assert!((pass.diameter() - largest).abs() < 1e-5 * largest);
                let bound = pass.diameter_bound();
                assert!(bound >= largest && bound <= 2.0 * largest * (1.0 + 3e-5));
                assert_eq!(pass.distance(0, 9), 0.0);
            }
        }
    }
}
