//! Sums of `share (e^(iuY) - 1)` over nodes at equidistant frequencies.

use crate::grid::loss_distribution::Sum;

/// Frequencies whose sines are products of those of the first of them and of a distance.
pub(super) const BLOCK: usize = 32;
/// Nodes side by side.
const LANES: usize = 8;

/// Adds the nodes' `share (e^(iuY) - 1)` at frequencies from `first` on.
pub(super) fn add(sums: &mut [(Sum, Sum)], nodes: &[(f64, f64)], (first, spacing): (f64, f64)) {
    for nodes in nodes.chunks(LANES) {
        let mut values = [0.0; LANES];
        let mut shares = [0.0; LANES];
        for (lane, (value, share)) in nodes.iter().enumerate() {
            (values[lane], shares[lane]) = (*value, *share);
        }
        let offsets: [[(f64, f64); LANES]; BLOCK] = core::array::from_fn(|offset| {
            values.map(|value| turned(offset as f64 * spacing * value))
        });
        for (block, sums) in sums.chunks_mut(BLOCK).enumerate() {
            let u = first + (block * BLOCK) as f64 * spacing;
            let start = values.map(|value| turned(u * value));
            for (sum, offsets) in sums.iter_mut().zip(&offsets) {
                let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
                for lane in 0..LANES {
                    let ((less, sin), (more_less, more_sin)) = (start[lane], offsets[lane]);
                    re[lane] =
                        shares[lane] * (less + more_less + less * more_less - sin * more_sin);
                    im[lane] = shares[lane] * (sin + more_sin + sin * more_less + less * more_sin);
                }
                sum.0.add(pairwise(re));
                sum.1.add(pairwise(im));
            }
        }
    }
}

fn pairwise(values: [f64; LANES]) -> f64 {
    let [a, b, c, d, e, f, g, h] = values;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// `cos - 1` and `sin` of an angle.
fn turned(angle: f64) -> (f64, f64) {
    let half = libm::sin(0.5 * angle);
    (-2.0 * half * half, libm::sin(angle))
}
