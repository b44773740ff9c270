//! The density of the ratio of two epochs as polynomials, for a third one.
//!
//! The loss of an epoch is a sum of a Gaussian of variance `m²/N` and of what does not depend on it, so that the density `q` of that of two is
//! at most `e^(phi²/(2 V)) q(u)` at `u + i phi`, `V` both variances. On the real line, with what is missing of both laws beside it,
//! `q(u) <= e^(-su) E x^s sup y^s (y p(y))` for any power. Where that Gaussian is too narrow, the polynomials of both laws say how smooth the
//! density is ([`super::continuation`]).

use super::ProductLaw;
use super::continuation::Between;
use super::piece::{AtNodes, Piece, Towards};
use super::polynomial_law::{Lacking, PolynomialLaw};
use crate::grid::allocation::panel::{NODES, log_between};
use crate::grid::allocation::ratio_curve::RatioLaw;
use crate::numerics::{Bisection, legendre_of_20};
use core::f64::consts::PI;

/// Powers, over the standard deviation of the Gaussian: the least and how much larger the others are.
const LEAST_POWER: f64 = 0.1;
const GROWTH_OF_POWERS: f64 = 1.3;
const POWERS: i32 = 26;
/// Parts of a piece by whose masses moments are bounded.
const PARTS: usize = 4;
/// Ellipses of Bernstein.
const ELLIPSES: [f64; 6] = [4.5, 7.0, 12.0, 20.0, 35.0, 60.0];
/// Length of the first panel as a share of where it begins, in standard deviations of the Gaussian, what is left of one that was too long, and
/// how much longer the next may be.
const FIRST: f64 = 1.0;
const SHRINKAGE: f64 = 0.75;
const GROWTH: f64 = 1.3;
const MOST_PANELS: usize = 700;
const MOST_TRIALS: usize = 3;
/// Error of the polynomials as a share of the density, and of what may be missing.
const TOLERANCE: f64 = 1e-10;
const NOTHING: f64 = 1e-4;
/// Halvings of the logarithms between which the law ends.
const HALVINGS: usize = 14;

/// Bounds of the density on the real line.
pub(super) struct Bound {
    /// Powers, and logarithms of their bounds.
    powers: Vec<(f64, f64)>,
    missing: Missing,
    variance: f64,
}

/// What may be missing of the density: at most `out/z` and at most `inside/z²`.
#[derive(Clone, Copy, Default)]
struct Missing {
    out: f64,
    inside: f64,
}

impl Missing {
    /// Where one law is missing and the other is not: of both the density of the loss under "out" and that under "in" are at most that of the
    /// Gaussian in it.
    fn add(&mut self, law: &PolynomialLaw, other: Lacking) {
        let Lacking {
            left,
            missing,
            from,
            ..
        } = law.lacking;
        let largest = (1.0 + 1e-9) / libm::sqrt(2.0 * PI * other.variance);
        self.out += largest * (left + missing / from);
        self.inside += largest * (left * law.first() + missing);
    }

    fn at(&self, ratio: f64) -> f64 {
        self.out.min(self.inside / ratio) / ratio
    }
}

impl Bound {
    pub(super) fn new(first: &PolynomialLaw, second: &PolynomialLaw) -> Self {
        let (one, other) = (first.lacking, second.lacking);
        let variance = one.variance + other.variance;
        let mut missing = Missing::default();
        missing.add(first, other);
        missing.add(second, one);
        let positive = (0..POWERS).map(|power| {
            LEAST_POWER / libm::sqrt(variance) * libm::pow(GROWTH_OF_POWERS, f64::from(power))
        });
        let all = positive.flat_map(|power| [power, -power]);
        let (masses, peaks) = (masses(first), peaks(second));
        let powers = all
            .map(|power| {
                (
                    power,
                    log_moment(&masses, power) + log_largest(&peaks, power),
                )
            })
            .filter(|(_, log)| log.is_finite())
            .collect();
        Self {
            powers,
            missing,
            variance,
        }
    }

    /// Logarithm of a bound of the density of the ratio at complex ratios with real parts from `low` to `high` and imaginary ones of at most
    /// `across`.
    pub(super) fn log_largest(&self, (low, high): (f64, f64), across: f64) -> f64 {
        let angle = libm::atan2(across, low);
        let (near, far) = (libm::log(low), libm::log(libm::hypot(high, across)));
        let bounds = self.powers.iter().map(|(power, log)| {
            let falls = power + 1.0;
            log - (falls * near).min(falls * far)
        });
        let known = bounds.fold(f64::INFINITY, f64::min);
        let all = libm::exp(known) + self.missing.at(low);
        libm::log(all) + 0.5 * angle * angle / self.variance + 1e-9
    }
}

/// A stretch of ratios, with the logarithms of its ends and of a bound of what is on it.
struct Part {
    ends: [f64; 2],
    log: f64,
}

impl Part {
    /// Logarithm of a bound of that times a power of the ratio.
    fn times(&self, power: f64) -> f64 {
        let [first, last] = self.ends;
        self.log + (power * first).max(power * last)
    }
}

/// Parts of the pieces with their masses.
fn masses(law: &PolynomialLaw) -> Vec<Part> {
    let parts = law.pieces.iter().flat_map(|piece| {
        let ends: [f64; PARTS + 1] = core::array::from_fn(|part| {
            piece.from() + 2.0 * piece.half * part as f64 / PARTS as f64
        });
        let masses = piece.masses(&ends);
        core::array::from_fn::<_, PARTS, _>(|part| Part {
            ends: [ends[part], ends[part + 1]].map(libm::log),
            log: libm::log(masses[part]),
        })
    });
    parts.collect()
}

/// The pieces with their largest densities.
fn peaks(law: &PolynomialLaw) -> Vec<Part> {
    let parts = law.pieces.iter().map(|piece| Part {
        ends: [piece.from(), piece.to()].map(libm::log),
        log: libm::log(piece.peak + piece.error),
    });
    parts.collect()
}

/// Logarithm of a bound of `E x^s` over parts with their masses.
fn log_moment(masses: &[Part], power: f64) -> f64 {
    let logs: Vec<f64> = masses.iter().map(|part| part.times(power)).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| libm::exp(log - most)).sum();
    most + libm::log(sum) + 1e-9
}

/// Logarithm of a bound of `y^s y p(y)` over pieces with their largest densities.
fn log_largest(peaks: &[Part], power: f64) -> f64 {
    let logs = peaks.iter().map(|part| part.times(power + 1.0));
    logs.fold(f64::NEG_INFINITY, f64::max) + 1e-9
}

impl Piece {
    /// Bounds of the masses between ratios.
    fn masses<const ENDS: usize>(&self, ends: &[f64; ENDS]) -> [f64; PARTS] {
        let sides = [Towards::Right, Towards::Left]
            .map(|towards| self.beyond(ends, towards).map(|found| found.mass));
        core::array::from_fn(|part| {
            let of = sides.map(|side| {
                let (a, b) = (side[part], side[part + 1]);
                (a.value - b.value).abs() + a.error + b.error
            });
            of[0].min(of[1])
        })
    }
}

impl PolynomialLaw {
    /// The product of two laws; what is not in it holds about as much under "in" as `spare` says. None where that takes too long.
    pub(super) fn of_product(product: &ProductLaw, spare: f64) -> Option<Self> {
        let [first, second] = &product.laws;
        let bound = Bound::new(first, second);
        let deviation = libm::sqrt(bound.variance);
        let (low, high) = product.orders();
        let left_of = |ratio: f64| {
            let out = product.left_of(ratio).out;
            out.value + out.error + product.missing_left(ratio)
        };
        let right_of = |ratio: f64| {
            let inside = product.right_of(ratio).inside(ratio);
            inside.value + inside.error + product.missing(ratio)
        };
        let ends = Bisection::linear(HALVINGS);
        let start = ends
            .bracket(low, 0.0, |log| left_of(libm::exp(log)) < spare)
            .0;
        let end = ends
            .bracket(0.0, high, |log| right_of(libm::exp(log)) > spare)
            .1;
        let (start, end) = (libm::exp(start), libm::exp(end));
        let mut pieces = Vec::new();
        let (mut from, mut share) = (start, FIRST * deviation);
        let mut density = product.density(from).value;
        for _ in 0..MOST_TRIALS * MOST_PANELS {
            if from >= end {
                let lacking = Lacking {
                    left: left_of(start),
                    missing: right_of(end),
                    from: end,
                    variance: bound.variance,
                };
                return Self::new(&pieces, lacking);
            }
            let half = 0.5 * (share * from).min(end - from);
            let centre = from + half;
            // Far out, what is nothing beside what may be missing.
            let nothing = NOTHING * spare / (half * (centre + half));
            let allowed = |density: f64| (TOLERANCE * density).max(nothing);
            let mut between = Between {
                nodes: libm::exp(bound.log_between(centre, half)),
                densities: 0.0,
            };
            if between.nodes > allowed(density) {
                between = product.between(centre, half);
                between.densities += bound.missing.at(from);
            }
            let is_near = |density: f64| between.nodes <= allowed(density);
            let after = is_near(density).then(|| product.density(centre + half).value);
            let Some(after) = after.filter(|after| is_near(*after)) else {
                share = SHRINKAGE * 2.0 * half / from;
                continue;
            };
            pieces.push(AtNodes {
                centre,
                half,
                densities: at_nodes(product, &bound, centre, half),
                between: between.nodes + between.densities,
            });
            density = after;
            from = if 2.0 * half < end - from {
                centre + half
            } else {
                end
            };
            share *= GROWTH;
        }
        None
    }
}

fn at_nodes(product: &ProductLaw, bound: &Bound, centre: f64, half: f64) -> [(f64, f64); NODES] {
    legendre_of_20().map(|(x, _)| {
        let ratio = centre + half * x;
        let found = product.density(ratio);
        (found.value, found.error + bound.missing.at(ratio))
    })
}

impl Bound {
    /// Logarithm of a bound of what the polynomial through the nodes of a panel is off by.
    pub(super) fn log_between(&self, centre: f64, half: f64) -> f64 {
        let bounds = ELLIPSES.iter().map(|rho| {
            let along = 0.5 * half * (rho + 1.0 / rho);
            let across = 0.5 * half * (rho - 1.0 / rho);
            if along >= centre {
                return f64::INFINITY;
            }
            let largest = self.log_largest((centre - along, centre + along), across);
            largest + log_between(*rho)
        });
        bounds.fold(f64::INFINITY, f64::min)
    }
}
