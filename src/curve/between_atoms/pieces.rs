//! What the places between the atoms leave of a loss: a function of where the rest lies, in pieces.

use super::law::Law;
use crate::numerics::{count, legendre};
use core::f64::consts::PI;

/// Chebyshev points of a piece.
pub(super) const POINTS: usize = 24;
/// Nodes of an integral over a piece.
const NODES: usize = 32;
/// Ellipses of Bernstein that are tried, by the sum of their semi-axes where the foci are at -1 and 1.
const ELLIPSES: [f64; 7] = [2.5, 3.5, 5.0, 7.0, 10.0, 14.0, 20.0];
/// The ellipse on which the density must be known.
const LEAST_ELLIPSE: f64 = 5.0;
/// Bound of the sum of the absolute values of the Lagrange polynomials of the points: `1 + 2/pi ln 24` and less than 1 more.
const LEBESGUE: f64 = 3.5;
/// Numbers of pieces of a unit that are tried.
const PARTS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/// Multiplications at most.
const MOST_WORK: f64 = 1e8;

type Values = [f64; POINTS];

/// `K_j(y) = E[f(S_j + y)]` for `-j < y < 0` in pieces of equal length, `S_j` the sum of `j` places and `f(y) = (e^(ty) - 1)/t` for `y > 0`, 0
/// else: the first piece is the one below 0.
///
/// `K_(j + 1)(y) = ∫ psi(s) K_j(y + s) ds`, an integral of what is analytic on each piece over the pieces that `y + s` runs through. Its
/// values at the Chebyshev points of a piece are linear in those of these. The interpolant is off by at most
/// `4 M rho^(1 - n)/(rho - 1)` on an ellipse on which the integral is at most `M` (Theorem 8.2 of Trefethen, Approximation Theory and
/// Approximation Practice), that is the largest density there times what the coefficients of the pieces before leave, `sum |c_k| rho^k`.
/// As `psi` has mass 1, what those are off by is passed on as it is, or less.
pub(super) struct Pieces {
    parts: usize,
    transform: Transform,
    /// Of each number of places, from 1 on.
    levels: Vec<Vec<Piece>>,
}

#[derive(Clone)]
struct Piece {
    values: Values,
    error: f64,
}

/// The function where all of the sum counts, `y >= 0`: `(e^(ty + jk) - 1)/t`.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    /// `t`, below 0 for the other tail.
    pub(super) growth: f64,
    /// `k = ln E[e^(ts)]`.
    pub(super) log_mean: f64,
}

impl Whole {
    pub(super) fn at(self, y: f64, places: f64) -> f64 {
        libm::expm1(self.growth * y + places * self.log_mean) / self.growth
    }

    /// In pieces of `0 < y < 1`, the last one first.
    fn pieces(self, places: f64, parts: usize) -> impl Iterator<Item = Piece> {
        const RHO: f64 = 7.0;
        let (beyond, height) = reach(RHO);
        let exponent = self.growth.abs() * (1.0 + beyond + height) + places * self.log_mean.abs();
        let raised = if self.growth > 0.0 {
            exponent
        } else {
            self.growth.abs() * beyond
        };
        // |e^w - 1| <= |w| e^(Re w) where that is above 0.
        let largest = exponent * libm::exp(raised) / self.growth.abs();
        let interpolated = 4.0 * libm::pow(RHO, 1.0 - POINTS as f64) / (RHO - 1.0);
        let rounding = 8.0 * f64::EPSILON * (2.0 + exponent) * self.at(1.0, places);
        (0..parts).rev().map(move |part| Piece {
            values: points().map(|point| self.at((part as f64 + point) / parts as f64, places)),
            error: largest * interpolated + rounding,
        })
    }
}

/// What integrates the pieces `0..=parts` to the right of a piece.
struct Operator {
    transform: Transform,
    matrices: Vec<[Values; POINTS]>,
    /// The masses of the density from the left ends of the pieces on that these reach at most, from above.
    masses: Vec<f64>,
    /// The ellipses on which the density is known, and its bound.
    ellipses: Vec<(f64, f64)>,
}

/// Sizes of a piece on its ellipses, and on itself.
struct Sizes {
    on_ellipses: Vec<f64>,
    on_piece: f64,
}

/// How far an ellipse over (0, 1) reaches beyond its ends, and its height.
fn reach(rho: f64) -> (f64, f64) {
    (0.25 * (rho + 1.0 / rho) - 0.5, 0.25 * (rho - 1.0 / rho))
}

/// The Chebyshev points of (0, 1).
fn points() -> Values {
    core::array::from_fn(|i| 0.5 - 0.5 * libm::cos(PI * (i as f64 + 0.5) / POINTS as f64))
}

/// The Chebyshev polynomials at a place of (-1, 1), and their slopes.
fn chebyshev(x: f64) -> (Values, Values) {
    let (mut values, mut slopes) = ([1.0; POINTS], [0.0; POINTS]);
    (values[1], slopes[1]) = (x, 1.0);
    for k in 2..POINTS {
        values[k] = 2.0 * x * values[k - 1] - values[k - 2];
        slopes[k] = 2.0 * values[k - 1] + 2.0 * x * slopes[k - 1] - slopes[k - 2];
    }
    (values, slopes)
}

/// The Chebyshev polynomials at the points.
struct Transform {
    at_points: [Values; POINTS],
}

impl Transform {
    fn new() -> Self {
        Self {
            at_points: points().map(|point| chebyshev(2.0 * point - 1.0).0),
        }
    }

    /// The Lagrange polynomials of the points at a place, and their slopes.
    fn basis(&self, place: f64) -> Basis {
        let (values, slopes) = chebyshev(2.0 * place - 1.0);
        let weighted = |polynomials: &Values, scale: f64| {
            let sum = |at_point: &Values| {
                let all = 2.0 * dot(polynomials, at_point) - polynomials[0] * at_point[0];
                scale * all / POINTS as f64
            };
            core::array::from_fn(|i| sum(&self.at_points[i]))
        };
        Basis {
            values: weighted(&values, 1.0),
            slopes: weighted(&slopes, 2.0),
        }
    }
}

/// The Lagrange polynomials of the points at a place, and their slopes.
pub(super) struct Basis {
    values: Values,
    slopes: Values,
}

fn dot(a: &Values, b: &Values) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Bound of the density of a place, counted upward or downward, that is met where both a point and a node are on an ellipse over
/// a piece.
fn largest_density(law: &Law, parts: usize, rho: f64) -> Option<f64> {
    let (beyond, height) = reach(rho);
    let (beyond, height) = (beyond / parts as f64, height / parts as f64);
    law.largest_density((-beyond, 1.0 + beyond), height)
}

impl Operator {
    /// By the density of a place as it counts upward or downward.
    fn new(law: &Law, is_mirrored: bool, parts: usize) -> Self {
        let unit = 1.0 / parts as f64;
        let density = |s: f64| law.density(if is_mirrored { 1.0 - s } else { s });
        let rule = legendre::<NODES>().map(|(at, weight)| (0.5 + 0.5 * at, 0.5 * weight));
        let transform = Transform::new();
        let row = |place: f64, ahead: usize| -> Values {
            let mut row = [0.0; POINTS];
            for (t, weight) in rule {
                let (length, at, s) = if ahead == 0 {
                    let s = (1.0 - place) * t;
                    (1.0 - place, place + s, s)
                } else if ahead < parts {
                    (1.0, t, ahead as f64 + t - place)
                } else {
                    (place, place * t, ahead as f64 + place * t - place)
                };
                let mass = unit * length * weight * density(unit * s);
                for (sum, basis) in row.iter_mut().zip(transform.basis(at).values) {
                    *sum += mass * basis;
                }
            }
            row
        };
        let matrices = (0..=parts).map(|ahead| points().map(|place| row(place, ahead)));
        let mass = |part: usize| -> f64 {
            let masses = rule.map(|(t, weight)| unit * weight * density(unit * (part as f64 + t)));
            masses.iter().sum::<f64>() * (1.0 + 1e-6)
        };
        let from = |first: usize| (first..parts).map(mass).sum::<f64>().min(1.0);
        let masses = (0..=parts).map(|ahead| from(ahead.saturating_sub(1)));
        let ellipses = ELLIPSES.into_iter();
        let ellipses = ellipses.filter_map(|rho| Some((rho, largest_density(law, parts, rho)?)));
        Self {
            masses: masses.collect(),
            matrices: matrices.collect(),
            transform,
            ellipses: ellipses.collect(),
        }
    }

    /// A piece from that at the same place and those to its right, the nearest first.
    fn apply(&self, pieces: &[&(Piece, Sizes)]) -> Piece {
        let mut values = [0.0; POINTS];
        for (matrix, (piece, _)) in self.matrices.iter().zip(pieces.iter().copied()) {
            for (value, row) in values.iter_mut().zip(matrix) {
                *value += dot(row, &piece.values);
            }
        }
        let error = self.weighted(pieces.iter().map(|(piece, _)| piece.error));
        let on_piece = self.weighted(pieces.iter().map(|(_, sizes)| sizes.on_piece));
        let parts = self.matrices.len() as f64 - 1.0;
        let interpolated = self
            .ellipses
            .iter()
            .enumerate()
            .map(|(i, &(rho, density))| {
                let (beyond, _) = reach(rho);
                let sizes: f64 = pieces.iter().map(|(_, sizes)| sizes.on_ellipses[i]).sum();
                let largest = density * (1.0 + beyond) * sizes / parts;
                let points = POINTS as f64 - 1.0;
                let nodes = 2.0 * NODES as f64;
                let by_points = 4.0 * libm::pow(rho, -points) / (rho - 1.0);
                let by_nodes = 32.0 / 15.0 * libm::pow(rho, -nodes) / (1.0 - 1.0 / (rho * rho));
                largest * (by_points + LEBESGUE * by_nodes)
            });
        let interpolated = interpolated.fold(f64::INFINITY, f64::min);
        let terms = POINTS as f64 + parts + 100.0;
        // Of the values, and where they are read.
        let largest = values.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        let rounding =
            f64::EPSILON * LEBESGUE * (LEBESGUE * terms * on_piece + 4.0 * POINTS as f64 * largest);
        Piece {
            values,
            error: error + interpolated * (1.0 + 1e-9) + rounding,
        }
    }

    /// Bound of the mean of what is at most so much on each piece: it is largest where all the mass lies as far to the right as it may.
    fn weighted(&self, sizes: impl Iterator<Item = f64>) -> f64 {
        let (mut sum, mut before) = (0.0, 0.0_f64);
        for (size, mass) in sizes.zip(&self.masses) {
            sum += (size - before).max(0.0) * mass;
            before = before.max(size);
        }
        sum
    }

    fn with_sizes(&self, piece: Piece) -> (Piece, Sizes) {
        let mut on_piece = piece.values.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        let mut on_ellipses = vec![0.0; self.ellipses.len()];
        let mut coefficients = 0.0;
        for k in 0..POINTS {
            let polynomial = self
                .transform
                .at_points
                .each_ref()
                .map(|at_point| at_point[k]);
            let scale = if k == 0 { 1.0 } else { 2.0 } / POINTS as f64;
            // What rounding leaves of a coefficient would be taken for a part of the function.
            let least = 4.0 * f64::EPSILON * on_piece;
            let coefficient = (scale * dot(&polynomial, &piece.values)).abs() + least;
            coefficients += coefficient;
            for (size, &(rho, _)) in on_ellipses.iter_mut().zip(&self.ellipses) {
                *size += coefficient * libm::pow(rho, k as f64);
            }
        }
        on_piece = on_piece.max(coefficients);
        let sizes = Sizes {
            on_ellipses,
            on_piece,
        };
        (piece, sizes)
    }
}

impl Pieces {
    /// For up to so many places; none where that is too much work.
    pub(super) fn new(law: &Law, whole: Whole, most: usize) -> Option<Self> {
        let is_mirrored = whole.growth < 0.0;
        let work = |parts: usize| {
            let (parts, most, points) = (parts as f64, most as f64, POINTS as f64);
            0.5 * most * most * parts * (parts + 1.0) * points * points
        };
        let is_fine = |&parts: &usize| largest_density(law, parts, LEAST_ELLIPSE).is_some();
        let parts = PARTS.into_iter().find(is_fine)?;
        if work(parts) > MOST_WORK {
            return None;
        }
        let operator = Operator::new(law, is_mirrored, parts);
        let nothing = operator.with_sizes(Piece {
            values: [0.0; POINTS],
            error: 0.0,
        });
        let mut levels: Vec<Vec<Piece>> = Vec::with_capacity(most);
        for level in 0..most {
            let right = whole.pieces(level as f64, parts);
            let before = level.checked_sub(1).map(|below| &levels[below]);
            let left = before.into_iter().flatten().cloned();
            let known = right.chain(left).map(|piece| operator.with_sizes(piece));
            let known: Vec<_> = known.collect();
            let piece = |first: usize| {
                let ahead = (0..=parts).map(|ahead| known.get(first - ahead).unwrap_or(&nothing));
                operator.apply(&ahead.collect::<Vec<_>>())
            };
            let next = (parts..parts * (level + 2)).map(piece);
            levels.push(next.collect());
        }
        Some(Self {
            parts,
            transform: operator.transform,
            levels,
        })
    }

    /// Where on its piece lies what is `beyond` above the left end of a unit, and how many pieces end below.
    pub(super) fn place(&self, beyond: f64) -> (f64, usize) {
        let place = beyond * self.parts as f64;
        let below = libm::floor(place).min(self.parts as f64 - 1.0).max(0.0);
        (place - below, count(below))
    }

    /// What reads a piece at a place on it.
    pub(super) fn basis(&self, place: f64) -> Basis {
        self.transform.basis(place)
    }

    /// `K_j(y)`, its slope, an estimate, and its error on the `units`-th unit below 0, on the piece before which so many end.
    pub(super) fn at(
        &self,
        places: usize,
        units: usize,
        below: usize,
        basis: &Basis,
    ) -> (f64, f64, f64) {
        let piece = &self.levels[places - 1][units * self.parts - below - 1];
        let value = dot(&basis.values, &piece.values);
        let slope = dot(&basis.slopes, &piece.values) * self.parts as f64;
        (value, slope, piece.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::PairPhase;

    /// One and two places by sums over them.
    #[test]
    fn pieces_are_means_over_places() {
        for (noise, rate, growth) in [(1.0, 0.2, 1.0), (20.0, 1e-3, 1.0), (3.0, 1.0, -1.0)] {
            let law = Law::new(&PairPhase {
                noise_per_shift: noise,
                sample_rate: rate,
                num_steps: 1.0,
            });
            let whole = Whole {
                growth: growth * law.length,
                log_mean: if growth > 0.0 { -law.least } else { -law.most },
            };
            let pieces = Pieces::new(&law, whole, 2).expect("little work");
            let density = |s: f64| law.density(if growth > 0.0 { s } else { 1.0 - s });
            let mean = |y: f64, further: &dyn Fn(f64) -> f64| {
                // The integrand is smooth on either side of a whole number.
                let from = (-y).rem_euclid(1.0);
                let mut sum = 0.0;
                for part in [(from, 1.0), (0.0, from)] {
                    for cell in 0..8 {
                        let length = (part.1 - part.0) / 8.0;
                        for (at, weight) in legendre::<16>() {
                            let s = part.0 + length * (f64::from(cell) + 0.5 + 0.5 * at);
                            sum += 0.5 * length * weight * density(s) * further(y + s);
                        }
                    }
                }
                sum
            };
            let none = |y: f64| if y > 0.0 { whole.at(y, 0.0) } else { 0.0 };
            let one = |y: f64| {
                if y > 0.0 {
                    whole.at(y, 1.0)
                } else {
                    mean(y, &none)
                }
            };
            for beyond in [0.0, 0.21, 0.5, 0.93] {
                let (place, below) = pieces.place(beyond);
                let basis = pieces.basis(place);
                let (found, slope, error) = pieces.at(1, 1, below, &basis);
                let wanted = mean(beyond - 1.0, &none);
                assert!(
                    (found - wanted).abs() <= error + 1e-13,
                    "{noise} {found} {wanted}"
                );
                assert!(error < 1e-11, "{noise}: {error}");
                if beyond > 0.0 {
                    let more = mean(beyond - 1.0 + 1e-6, &none);
                    assert!(
                        (slope - (more - wanted) / 1e-6).abs() < 1e-3,
                        "{noise}: {slope}"
                    );
                }
                for units in [1, 2] {
                    let (found, _, error) = pieces.at(2, units, below, &basis);
                    let y = beyond - units as f64;
                    let wanted = mean(y, &one);
                    assert!(
                        (found - wanted).abs() <= error + 1e-9,
                        "{noise} {found} {wanted}"
                    );
                    assert!(error < 1e-11, "{noise}: {error}");
                }
            }
        }
    }
}
