//! Stretches of places between which what is multiplied is one polynomial each.

use super::piece::Piece;
use super::polynomial_law::Region;
use crate::grid::allocation::panel::NODES;
use crate::grid::allocation::ratio_curve::Sum;
use crate::numerics::{legendre_of_20, log_error_of_20};

/// Ellipses of Bernstein.
const ELLIPSES: [f64; 4] = [4.5, 3.0, 7.0, 2.0];

/// A part of a piece of the first law whose quotients lie in a region of the second.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'a> {
    pub(super) piece: &'a Piece,
    pub(super) region: Region,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Stretch<'_> {
    fn centre(&self) -> f64 {
        0.5 * (self.low + self.high)
    }

    fn half(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// The places of the rule, with the density and the quotient at each, and its weights.
    pub(super) fn nodes(&self, ratio: f64) -> Nodes {
        let (centre, half) = (self.centre(), self.half());
        let rule = legendre_of_20();
        let places = rule.map(|(x, _)| centre + half * x);
        Nodes {
            lengths: rule.map(|(_, weight)| half * weight),
            densities: self.piece.densities(&places),
            quotients: places.map(|y| ratio / y),
            places,
        }
    }

    pub(super) fn halves(self) -> [Self; 2] {
        let middle = self.centre();
        [
            Self {
                high: middle,
                ..self
            },
            Self {
                low: middle,
                ..self
            },
        ]
    }
}

/// Places on a stretch.
pub(super) struct Nodes {
    pub(super) places: [f64; NODES],
    pub(super) lengths: [f64; NODES],
    pub(super) densities: [f64; NODES],
    pub(super) quotients: [f64; NODES],
}

/// What is integrated over the places of the first law: two integrals at once.
pub(super) trait Integrand {
    /// The sums over the nodes of a stretch; None where it has nothing.
    fn sums(&self, stretch: &Stretch) -> Option<Sums>;

    /// Bounds of them, roughly.
    fn most(&self, stretch: &Stretch) -> [f64; 2];

    /// Bounds of what the density of the first law is multiplied by, on an ellipse of a piece of the second one and for factors between a
    /// nearest and a farthest one.
    fn largest(&self, other: &Piece, rho: f64, factors: (f64, f64)) -> [f64; 2];
}

pub(super) type Sums = [Sum; 2];

/// Bounds of the error of the rule on a stretch, the least that are found or such as are enough. On an ellipse around it the distances from its
/// ends add up to the long axis, and the quotients `a/y` are by at most `a/(|y| end)` times as far from each other.
pub(super) fn left_open(
    stretch: &Stretch,
    (ratio, other): (f64, &Piece),
    integrand: &dyn Integrand,
    enough: [f64; 2],
) -> [f64; 2] {
    let (centre, half) = (stretch.centre(), stretch.half());
    let apart = ratio / stretch.low - ratio / stretch.high;
    let mut least = [f64::INFINITY; 2];
    for rho in ELLIPSES {
        let along = 0.5 * half * (rho + 1.0 / rho);
        let nearest = centre - along;
        if nearest <= 0.0 {
            continue;
        }
        let own = stretch.piece.ellipse(2.0 * along, 2.0 * half);
        let sum = 2.0 * along * ratio / (stretch.low * nearest);
        let factors =
            integrand.largest(other, other.ellipse(sum, apart), (nearest, centre + along));
        let rule =
            libm::exp(log_error_of_20(rho, half)) * (1.0 + 1e-9) * stretch.piece.largest(own);
        for (least, factor) in least.iter_mut().zip(factors) {
            *least = least.min(rule * factor);
        }
        if least[0] <= enough[0] && least[1] <= enough[1] {
            break;
        }
    }
    least
}
