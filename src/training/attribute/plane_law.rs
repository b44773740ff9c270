//! The laws of a step with gradients in a plane, in boxes: masses under both values, and between what bounds the loss lies.

use super::gradient_pairs::GradientPair;
use crate::numerics::{count, normal};

/// Where boxes end, in units of the noise.
const FAR: f64 = 9.0;
/// Side of a box over the length of a gradient.
const SIDE: f64 = 0.08;
const LONGEST_SIDE: f64 = 0.1;
const MOST_BOXES: f64 = 250_000.0;
/// Largest error of a mass of one axis, a difference of two normal ones, with what follows from it.
const MASS_ERROR: f64 = 1e-14;

/// What lies outside of all boxes is left out.
pub(super) struct PlaneLaw {
    rate: f64,
    first: Axis,
    second: Axis,
    losses: Losses,
}

/// A part of the plane.
pub(super) struct PlaneBox {
    /// Mass under the first value, less that under the second.
    pub(super) excess: f64,
    /// Mass under the second value.
    pub(super) mass: f64,
    /// The loss of the middle, and how far others are from it at most.
    pub(super) loss: f64,
    pub(super) width: f64,
}

impl PlaneLaw {
    /// Where the record is drawn with probability `rate`; in a draft, of larger boxes.
    pub(super) fn new(pair: &GradientPair, rate: f64, draft: bool) -> Self {
        let GradientPair { u, v } = *pair;
        let norm = |x: [f64; 2]| libm::hypot(x[0], x[1]);
        let longest = norm(u).max(norm(v));
        let distance = norm([u[0] - v[0], u[1] - v[1]]);
        let side = (SIDE / longest).min(LONGEST_SIDE) * if draft { 2.0 } else { 1.0 };
        // Across, the loss changes by v alone: where that is short, boxes are long.
        let across = (side * (0.5 * distance / v[1].abs()).max(1.0)).min(2.0 * FAR);
        let area = (2.0 * FAR + longest) / side * (2.0 * FAR / across + 1.0);
        let coarser = libm::sqrt((area / MOST_BOXES).max(1.0));
        let (first, second) = (
            Axis::new(u[0], v[0], side * coarser),
            Axis::new(u[1], v[1], across * coarser),
        );
        Self {
            rate,
            losses: Losses::new(pair, rate, [first.half, second.half]),
            first,
            second,
        }
    }

    /// Bound of the sum of all errors of masses.
    pub(super) fn error(&self) -> f64 {
        MASS_ERROR * (self.first.cells.len() + self.second.cells.len()) as f64
    }

    pub(super) fn boxes(&self) -> impl Iterator<Item = PlaneBox> + '_ {
        let rate = self.rate;
        self.first.cells.iter().flat_map(move |a| {
            self.second.cells.iter().map(move |b| {
                let [none, inside, outside] = [a[2] * b[2], a[3] * b[3], a[4] * b[4]];
                let (loss, width) = self.losses.around(a[0] + b[0], a[1] + b[1]);
                PlaneBox {
                    excess: rate * (inside - outside),
                    mass: (1.0 - rate) * none + rate * outside,
                    loss,
                    width,
                }
            })
        })
    }
}

/// Cells of one axis.
struct Axis {
    half: f64,
    /// Per cell: its middle's exponents for both gradients, and its masses under none, the first and the second.
    cells: Vec<[f64; 5]>,
}

impl Axis {
    fn new(u: f64, v: f64, side: f64) -> Self {
        let low = -FAR + u.min(v).min(0.0);
        let high = FAR + u.max(v).max(0.0);
        let number = libm::ceil((high - low) / side).max(1.0);
        let width = (high - low) / number;
        let mass = |shift: f64, from: f64| normal::mass(from - shift, from + width - shift);
        let cells = (0..count(number))
            .map(|i| {
                let from = low + width * i as f64;
                let z = from + 0.5 * width;
                [
                    u * z - 0.5 * u * u,
                    v * z - 0.5 * v * v,
                    mass(0.0, from),
                    mass(u, from),
                    mass(v, from),
                ]
            })
            .collect();
        Self {
            half: 0.5 * width,
            cells,
        }
    }
}

/// The losses of a box.
struct Losses {
    rate: f64,
    u: [f64; 2],
    v: [f64; 2],
    halves: [f64; 2],
    /// How far the exponents of both gradients and their difference go from the middle to a corner, at most.
    reaches: [f64; 3],
}

impl Losses {
    fn new(pair: &GradientPair, rate: f64, halves: [f64; 2]) -> Self {
        let GradientPair { u, v } = *pair;
        let reach = |x: [f64; 2]| x[0].abs() * halves[0] + x[1].abs() * halves[1];
        Self {
            rate,
            u,
            v,
            halves,
            reaches: [reach(u), reach(v), reach([u[0] - v[0], u[1] - v[1]])],
        }
    }

    /// The loss of the middle, where the exponents of both gradients are these, and how far others are at most.
    ///
    /// With the shares `s` and `t` of the sampled parts, logistic functions of the exponents, the second derivative along `h` is
    /// `s(1 - s) (u.h)² - t(1 - t) (v.h)²`. Both shares differ by at most the difference of the exponents times the larger
    /// one, so this is at most `s (|g| (u.h)² + |d.h| |u.h + v.h|)`, `g` the largest difference in the box.
    fn around(&self, first: f64, second: f64) -> (f64, f64) {
        let Self { rate, u, v, .. } = self;
        let ([a, b], [reach_u, reach_v, reach_d]) = (self.halves, self.reaches);
        let gap = first - second;
        let (inside, outside) = (libm::exp(first), libm::exp(second));
        let (p, q) = (1.0 - rate + rate * inside, 1.0 - rate + rate * outside);
        // Where both are equal but for rounding, the difference counts.
        let difference = if gap.abs() < 1.0 {
            outside * libm::expm1(gap)
        } else {
            inside - outside
        };
        let loss = libm::log1p(rate * difference / q);
        let (s, t) = (rate * inside / p, rate * outside / q);
        let slope = (s * u[0] - t * v[0]).abs() * a + (s * u[1] - t * v[1]).abs() * b;
        let most = (s.max(t) * libm::exp(reach_u.max(reach_v))).min(1.0);
        let curvature =
            most * ((gap.abs() + reach_d) * reach_u * reach_u + reach_d * (reach_u + reach_v));
        let width = slope + 0.5 * curvature;
        (loss, width * (1.0 + 1e-12) + 1e-14 * (1.0 + loss.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both laws have all their mass, and no loss in a box is farther from that of its middle than is said.
    #[test]
    fn boxes_hold_their_losses() {
        for (m, r, rate) in [
            (1.0, 0.3, 0.01),
            (2.0, 2.5, 0.3),
            (0.2, 0.01, 1.0),
            (4.0, 0.1, 1e-5),
        ] {
            for pair in [
                GradientPair::on_a_ray(m, r),
                GradientPair::of_one_length(m, r),
            ] {
                let law = PlaneLaw::new(&pair, rate, true);
                let (mut mass, mut excess) = (0.0, 0.0);
                for part in law.boxes() {
                    mass += part.mass;
                    excess += part.excess;
                }
                assert!(
                    (mass - 1.0).abs() < 1e-12 && excess.abs() < 1e-12,
                    "{mass} {excess}"
                );
                let axes = [&law.first, &law.second].map(|axis| axis.cells.len());
                for (place, part) in law.boxes().enumerate().step_by(17) {
                    let middle = |i: usize, axis: &Axis, cell: usize| {
                        -FAR + pair.u[i].min(pair.v[i]).min(0.0) + axis.half * (2 * cell + 1) as f64
                    };
                    let middle = [
                        middle(0, &law.first, place / axes[1]),
                        middle(1, &law.second, place % axes[1]),
                    ];
                    for corner in 0..9 {
                        let (i, j) = (f64::from(corner / 3 - 1), f64::from(corner % 3 - 1));
                        let z = [
                            middle[0] + i * law.first.half,
                            middle[1] + j * law.second.half,
                        ];
                        let ratio = |x: [f64; 2]| {
                            let exponent = x[0] * (z[0] - 0.5 * x[0]) + x[1] * (z[1] - 0.5 * x[1]);
                            libm::log1p(rate * libm::expm1(exponent))
                        };
                        let loss = ratio(pair.u) - ratio(pair.v);
                        let spare = 1e-12 * (1.0 + loss.abs());
                        assert!(
                            (loss - part.loss).abs() <= part.width + spare,
                            "{pair:?} {z:?}: {loss} {} {}",
                            part.loss,
                            part.width
                        );
                    }
                }
            }
        }
    }
}
