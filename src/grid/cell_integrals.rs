//! Integrals over one cell of the loss, without cancellation, and how far its chord lies above the curve.

use super::laws::{Knot, LossLaw, expm1};

/// Nodes and weights of Gauss and Legendre on `[0, 1]`, with the largest `steepness * length` they serve to a
/// relative error of 4e-15.
const RULES: [(f64, &[(f64, f64)]); 3] = [
    (
        1e-3,
        &[(0.21132486540518711775, 0.5), (0.78867513459481288225, 0.5)],
    ),
    (
        0.03,
        &[
            (0.11270166537925831148, 0.27777777777777777778),
            (0.5, 0.44444444444444444444),
            (0.88729833462074168852, 0.27777777777777777778),
        ],
    ),
    (
        0.5,
        &[
            (0.04691007703066800360, 0.11846344252809454376),
            (0.23076534494715845448, 0.23931433524968323402),
            (0.5, 0.28444444444444444444),
            (0.76923465505284154552, 0.23931433524968323402),
            (0.95308992296933199640, 0.11846344252809454376),
        ],
    ),
];

/// Mass under "out" of the line from `knot` on for `length`, and its excess over the ratio at `knot`.
pub(crate) fn integrate<L: LossLaw>(law: &L, knot: &Knot, length: f64) -> (f64, f64) {
    if length <= 0.0 {
        return (0.0, 0.0);
    }
    let steepness = 1.0 + law.steepness(knot.z.abs().max((knot.z + length).abs()));
    let whole = steepness * length;
    let (pieces, rule) = match RULES.iter().find(|(most, _)| whole <= *most) {
        Some((_, rule)) => (1.0, *rule),
        None => (libm::ceil(whole / 0.5), RULES[2].1),
    };
    let width = length / pieces;
    let (mut mass, mut excess) = (0.0, 0.0);
    let mut piece = 0.0;
    while piece < pieces {
        let start = piece * width;
        let density = law.density(knot.z + start);
        if density > 0.0 {
            for (node, weight) in rule {
                let t = node * width;
                let share = weight * width * density * law.growth(knot.z + start, t);
                mass += share;
                excess += share * law.excess(knot, start + t);
            }
        }
        piece += 1.0;
    }
    (mass, excess)
}

/// A bound of the gap between chord and curve in a cell of the given mass and excess, whose density varies by at
/// most a factor `e^variation`: `density Delta^2/8`, and never more than the gap to the two tangents at the ends.
pub(crate) fn gap(outside: f64, excess: f64, delta: f64, variation: f64) -> f64 {
    let missing = outside * delta - excess;
    let tangents = if excess > 0.0 && missing > 0.0 {
        excess / (outside * delta) * missing
    } else {
        0.0
    };
    if variation < 0.7 {
        tangents.min(outside * delta / 8.0 * (1.0 + expm1(variation)))
    } else {
        tangents
    }
}
