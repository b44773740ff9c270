//! A polynomial density between two ratios, and its integrals from both sides.

use super::series::{TERMS, Values, integral, largest, series, steepest, through};
use crate::grid::allocation::panel::{LEBESGUE, NODES};
use crate::grid::allocation::ratio_curve::Sum;

/// Rounding of a series, as a share of its terms.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Which side of a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Towards {
    Right,
    Left,
}

/// What a law has beyond a ratio.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub(super) mass: Sum,
    pub(super) distance: Sum,
}

/// Where a piece is, and the densities at its nodes with their errors.
pub(super) struct AtNodes {
    pub(super) centre: f64,
    pub(super) half: f64,
    pub(super) densities: [(f64, f64); NODES],
    /// Bound of what the polynomial through the true densities is off by.
    pub(super) between: f64,
}

/// The density between two ratios, with what lies beyond on either side.
pub(super) struct Piece {
    pub(super) centre: f64,
    pub(super) half: f64,
    density: [f64; NODES],
    /// Bound of what the density is off by.
    pub(super) error: f64,
    /// Bounds of the density and of its slope.
    pub(super) peak: f64,
    pub(super) steepest: f64,
    right: Side,
    left: Side,
}

/// What lies on one side of a ratio within a piece, as series.
pub(super) struct Side {
    /// Beyond the far end, and beyond the near one.
    far: Reading,
    pub(super) all: Reading,
    mass: [f64; NODES + 1],
    distance: [f64; TERMS],
    rounding: (f64, f64),
    /// -1 towards the right and 1 towards the left.
    outward: f64,
}

impl Side {
    fn new(density: &[f64; NODES], half: f64, towards: Towards) -> Self {
        let from_left = towards == Towards::Left;
        let mass: [f64; NODES + 1] = integral(density, from_left);
        let distance: [f64; TERMS] = integral(&mass, from_left);
        let mass = mass.map(|term| half * term);
        let distance = distance.map(|term| half * half * term);
        Self {
            far: Reading::default(),
            all: Reading::default(),
            rounding: (
                ROUNDING * largest(&mass, 1.0),
                ROUNDING * largest(&distance, 1.0),
            ),
            mass,
            distance,
            outward: if from_left { 1.0 } else { -1.0 },
        }
    }

    /// At places between -1 and 1 of a piece of half this length whose density has an error.
    fn at<const PLACES: usize>(
        &self,
        places: &[f64; PLACES],
        (half, error): (f64, f64),
    ) -> [Reading; PLACES] {
        let [masses, distances] = series([&self.mass[..], &self.distance[..]], places);
        let Reading { mass, distance } = self.far;
        core::array::from_fn(|index| {
            let away = half * (1.0 + self.outward * places[index]);
            Reading {
                mass: Sum {
                    value: mass.value + masses[index],
                    error: mass.error + error * away + self.rounding.0,
                },
                distance: Sum {
                    value: distance.value + mass.value * away + distances[index],
                    error: distance.error
                        + away * (mass.error + 0.5 * error * away)
                        + self.rounding.1,
                },
            }
        })
    }
}

impl Piece {
    /// Through densities at the nodes of a rule, given as the values of the polynomials there and the weights.
    pub(super) fn through(place: &AtNodes, rule: &[(Values, f64); NODES]) -> Self {
        let AtNodes {
            centre,
            half,
            densities,
            between,
        } = *place;
        let density = through(rule, &densities.map(|node| node.0));
        let of_nodes = densities.iter().map(|node| node.1).fold(0.0, f64::max);
        let peak = largest(&density, 1.0);
        Self {
            centre,
            half,
            error: (1.0 + LEBESGUE) * of_nodes + between + ROUNDING * peak,
            peak,
            steepest: steepest(&density) / half,
            right: Side::new(&density, half, Towards::Right),
            left: Side::new(&density, half, Towards::Left),
            density,
        }
    }

    /// Takes what lies beyond the far end on a side, and tells what lies beyond the near one.
    pub(super) fn with_far(&mut self, far: Reading, towards: Towards) -> Reading {
        let (half, error) = (self.half, self.error);
        let side = match towards {
            Towards::Right => &mut self.right,
            Towards::Left => &mut self.left,
        };
        side.far = far;
        [side.all] = side.at(&[side.outward], (half, error));
        side.all
    }

    pub(super) fn from(&self) -> f64 {
        self.centre - self.half
    }

    pub(super) fn to(&self) -> f64 {
        self.centre + self.half
    }

    pub(super) fn side(&self, towards: Towards) -> &Side {
        match towards {
            Towards::Right => &self.right,
            Towards::Left => &self.left,
        }
    }

    /// Ratios between -1 and 1.
    fn places<const RATIOS: usize>(&self, ratios: &[f64; RATIOS]) -> [f64; RATIOS] {
        ratios.map(|ratio| ((ratio - self.centre) / self.half).clamp(-1.0, 1.0))
    }

    /// What lies beyond ratios of the piece.
    pub(super) fn beyond<const RATIOS: usize>(
        &self,
        ratios: &[f64; RATIOS],
        towards: Towards,
    ) -> [Reading; RATIOS] {
        let side = self.side(towards);
        side.at(&self.places(ratios), (self.half, self.error))
    }

    pub(super) fn densities<const RATIOS: usize>(&self, ratios: &[f64; RATIOS]) -> [f64; RATIOS] {
        let [densities] = series([&self.density[..]], &self.places(ratios));
        densities
    }

    /// The polynomial of the density at ratios that lie beyond the piece by so much at most, and their rounding.
    pub(super) fn continued<const RATIOS: usize>(
        &self,
        ratios: &[f64; RATIOS],
        beyond: f64,
    ) -> ([f64; RATIOS], f64) {
        let places = ratios.map(|ratio| (ratio - self.centre) / self.half);
        let [densities] = series([&self.density[..]], &places);
        let rho = self.ellipse(2.0 * (self.half + beyond), 2.0 * self.half);
        (densities, ROUNDING * self.largest(rho))
    }

    /// Bound of the density on an ellipse around the piece.
    pub(super) fn largest(&self, rho: f64) -> f64 {
        largest(&self.density, rho)
    }

    /// The same of the mass beyond a place and of the distance.
    pub(super) fn largest_beyond(&self, rho: f64, towards: Towards) -> (f64, f64) {
        let Side {
            far,
            mass,
            distance,
            ..
        } = self.side(towards);
        let away = self.half * (1.0 + rho);
        (
            far.mass.value + largest(mass, rho),
            far.distance.value + far.mass.value * away + largest(distance, rho),
        )
    }

    /// The ellipse that holds all places whose distances from two in the piece, which are `apart`, add up to `sum`.
    pub(super) fn ellipse(&self, sum: f64, apart: f64) -> f64 {
        let axis = (1.0 + 0.5 * (sum - apart) / self.half).max(1.0);
        axis + libm::sqrt(axis * axis - 1.0)
    }
}
