//! The law of a step's loss on a lattice, for gradients in a plane: a pair of measures that is told apart at least as well.
//!
//! The masses of a box ([`PlaneLaw`]) are put on both ends of what its loss may be, and from there on the points of the lattice
//! around them, so that both masses stay: in convex order that is above the law of the box (connect the dots). Masses at points
//! `l` are kept as `sqrt(P Q)`; what lies farther out than the lattice is left out, which takes from the overlap, too.

use super::gradient_pairs::GradientPair;
use super::plane_law::PlaneLaw;
use crate::numerics::count;

/// Masses `sqrt(P Q)` at the losses `(index - half) unit`.
#[derive(Clone, Debug)]
pub(super) struct OverlapKernel {
    pub(super) masses: Vec<f64>,
    /// Bound of the sum of all errors of rounding.
    pub(super) error: f64,
}

impl OverlapKernel {
    /// Of a step in which the record is drawn with probability `rate`, on `2 half + 1` points.
    pub(super) fn new(pair: &GradientPair, rate: f64, unit: f64, half: usize, draft: bool) -> Self {
        let law = PlaneLaw::new(pair, rate, draft);
        let mut masses = vec![0.0; 2 * half + 1];
        let reach = half as f64;
        let orders = (0..=2 * half).map(|i| (i as f64 - reach) * unit);
        let table: Vec<f64> = orders.clone().map(libm::expm1).collect();
        let roots: Vec<f64> = orders.map(|order| libm::exp(0.5 * order)).collect();
        for part in law.boxes() {
            let (low, high) = (part.loss - part.width, part.loss + part.width);
            if low < -reach * unit || high > reach * unit {
                continue;
            }
            let (least, most) = (libm::expm1(low), libm::expm1(high));
            let right = share(part.excess, part.mass, least, most);
            for (mass, loss, ratio) in [(part.mass - right, low, least), (right, high, most)] {
                let index = count(libm::floor(loss / unit) + reach).min(2 * half - 1);
                let above = share(mass * ratio, mass, table[index], table[index + 1]);
                masses[index] += (mass - above) * roots[index];
                masses[index + 1] += above * roots[index + 1];
            }
        }
        Self {
            masses,
            error: law.error(),
        }
    }
}

/// How much of a mass under the second law lies on the larger of two ratios less 1, so that the excess of the first law stays.
fn share(excess: f64, mass: f64, least: f64, most: f64) -> f64 {
    ((excess - mass * least) / (most - least))
        .max(0.0)
        .min(mass)
}
