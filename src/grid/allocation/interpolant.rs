//! What is about between the nodes of a rule.

use super::panel::NODES;

/// The polynomial through what a function is at the nodes.
pub(super) struct Interpolant<'a> {
    rule: &'a [(f64, f64); NODES],
    /// Barycentric weights, and these times the values.
    weights: [f64; NODES],
    values: [f64; NODES],
}

impl Interpolant<'_> {
    pub(super) fn at(&self, x: f64) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for (((node, _), weight), value) in self.rule.iter().zip(self.weights).zip(self.values) {
            let away = x - node;
            if away == 0.0 {
                return value / weight;
            }
            above += value / away;
            below += weight / away;
        }
        above / below
    }

    /// The integral from a place to 1.
    pub(super) fn integral(&self, from: f64) -> f64 {
        let half = 0.5 * (1.0 - from);
        let parts = self.rule.iter().map(|(x, weight)| {
            let place = from + half * (1.0 + x);
            weight * self.at(place)
        });
        half * parts.sum::<f64>()
    }
}

impl<'a> Interpolant<'a> {
    pub(super) fn new(rule: &'a [(f64, f64); NODES], values: &[f64; NODES]) -> Self {
        let weights = core::array::from_fn(|index| {
            let (x, weight) = rule[index];
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            sign * libm::sqrt((1.0 - x * x) * weight)
        });
        Self {
            rule,
            weights,
            values: core::array::from_fn(|index| weights[index] * values[index]),
        }
    }
}
