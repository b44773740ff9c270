//! What is integrated over the places of one law: what the other has beyond a quotient, and its density there.

use super::piece::{Piece, Reading, Towards};
use super::polynomial_law::PolynomialLaw;
use super::stretch::{Integrand, Stretch, Sums};
use crate::grid::allocation::ratio_curve::{OF_RATIO, Sum};

/// What lies beyond the products at a ratio: the mass, and the distance.
pub(super) struct Farther<'a> {
    pub(super) other: &'a PolynomialLaw,
    pub(super) ratio: f64,
    pub(super) towards: Towards,
}

impl Integrand for Farther<'_> {
    fn sums(&self, stretch: &Stretch) -> Option<Sums> {
        let Stretch { piece, region, .. } = *stretch;
        let [mut out, mut distance] = Sums::default();
        let nodes = stretch.nodes(self.ratio);
        let others = self.other.beyond(region, &nodes.quotients, self.towards)?;
        let peak = self.other.piece(region).map_or(0.0, |other| other.peak);
        for (index, other) in others.iter().enumerate() {
            let (y, length) = (nodes.places[index], nodes.lengths[index]);
            let (density, quotient) = (nodes.densities[index], nodes.quotients[index]);
            let error = |other: Sum, more: f64| {
                let error = other.error + more;
                density.abs() * error + piece.error * (other.value + error)
            };
            // A quotient is known up to its rounding.
            let rounding = OF_RATIO * quotient;
            let of_mass = rounding * peak;
            let of_distance = rounding * (other.mass.value + other.mass.error);
            out.add(
                length * density * other.mass.value,
                length * error(other.mass, of_mass),
            );
            distance.add(
                length * density * y * other.distance.value,
                length * y * error(other.distance, of_distance),
            );
        }
        Some([out, distance])
    }

    fn most(&self, stretch: &Stretch) -> [f64; 2] {
        let Stretch {
            piece,
            region,
            low,
            high,
        } = *stretch;
        let nearest = self.ratio
            / if self.towards == Towards::Right {
                high
            } else {
                low
            };
        let Some(Reading { mass, distance }) = self.other.most(region, nearest, self.towards)
        else {
            return [0.0; 2];
        };
        let own = (high - low) * (piece.peak + piece.error);
        [
            own * (mass.value + mass.error),
            own * high * (distance.value + distance.error),
        ]
    }

    fn largest(&self, other: &Piece, rho: f64, (_, farthest): (f64, f64)) -> [f64; 2] {
        let (mass, distance) = other.largest_beyond(rho, self.towards);
        [mass, farthest * distance]
    }
}

/// The density of the products at a ratio.
pub(super) struct There<'a> {
    pub(super) other: &'a PolynomialLaw,
    pub(super) ratio: f64,
}

impl Integrand for There<'_> {
    fn sums(&self, stretch: &Stretch) -> Option<Sums> {
        let other = self.other.piece(stretch.region)?;
        let mut sum = Sum::default();
        let nodes = stretch.nodes(self.ratio);
        let seconds = other.densities(&nodes.quotients);
        for (index, second) in seconds.iter().enumerate() {
            let first = nodes.densities[index];
            let error = other.error + OF_RATIO * nodes.quotients[index] * other.steepest;
            let share = nodes.lengths[index] / nodes.places[index];
            sum.add(
                share * first * second,
                share * (first.abs() * error + stretch.piece.error * (second.abs() + error)),
            );
        }
        Some([sum, Sum::default()])
    }

    fn most(&self, stretch: &Stretch) -> [f64; 2] {
        let Some(other) = self.other.piece(stretch.region) else {
            return [0.0; 2];
        };
        let Stretch {
            piece, low, high, ..
        } = *stretch;
        let densities = (piece.peak + piece.error) * (other.peak + other.error);
        [(high - low) / low * densities, 0.0]
    }

    fn largest(&self, other: &Piece, rho: f64, (nearest, _): (f64, f64)) -> [f64; 2] {
        [other.largest(rho) / nearest, 0.0]
    }
}
