//! The right tail of the ratio of an epoch, where one summand is large and the others are not.
//!
//! With a taper that splits each summand into what is small and what is large, the law of the sum is that of no large
//! summand, of one, of two and more. Far out the first and the last hold next to nothing, and what one large summand
//! has there is a closed form: `bins E f(x - S')`, `f` the density of a summand and `S'` the sum of the others, which
//! are small. The expectation is a sum over a few nodes: `f(x - s)` is analytic in `s` and interpolated at Chebyshev's.

use super::knots::Piece;
use super::spectrum::{Place, Spectrum};
use super::summands::{Rough, Summands};
use super::taper::Taper;
use crate::grid::composition::Transforms;
use crate::numerics::complex::Complex;
use crate::numerics::{Bisection, count, legendre, normal};
use core::f64::consts::PI;

/// Nodes of the interpolation in the sum of the others.
const NODES: usize = 32;
/// Ellipses of Bernstein that are tried.
const ELLIPSES: [f64; 7] = [1.5, 2.0, 2.7, 3.6, 5.0, 7.0, 12.0];
/// Points of the law of the others.
const POINTS: usize = 1 << 16;
/// Width of the flank that ends the sum of the others, as a share of its distance from the mean, and in knots at least.
const FLANK: f64 = 0.05;
const FLANK_KNOTS: f64 = 8.0;
/// Knots between a ratio and its double, at least.
const KNOTS: f64 = 2048.0;
/// Fewest bins.
const FEWEST: f64 = 8.0;

/// Where the tail begins and where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// What is small.
    taper: Taper,
    /// The others add up to more than this so seldom that it does not matter.
    most: f64,
    /// From here on the tail is that of one large summand.
    pub(super) from: f64,
    /// Beyond this it holds too little to be looked at.
    pub(super) to: f64,
    /// Mass under "in" beyond `from` of all that is not one large summand, and what that has beyond `to`.
    pub(super) missing: f64,
    pub(super) beyond: f64,
}

impl Tail {
    /// With at most `spare` missing; the others have next to nothing left of `low`. None where there are too few bins.
    pub(super) fn new(summands: &Summands, low: f64, spare: f64) -> Option<Self> {
        let (shift, bins) = (summands.shift, summands.bins);
        if bins < FEWEST {
            return None;
        }
        let part = 0.25 * spare;
        // Of one large summand under "in", and how many there are under "out".
        let large = |z: f64| (normal::sf(z - shift), bins * normal::sf(z));
        let two = |z: f64| {
            let (inside, outside) = large(z);
            outside * (inside + 0.5 * outside)
        };
        let z = Bisection::linear(50)
            .bracket(0.0, shift + 40.0, |z| two(z) > part)
            .1;
        let kept = summands.value(z);
        let taper = Taper::new(kept);
        let moments = Rough::new(summands, &taper).moments(0.03 / kept, 1.25, 48);
        let (inside, outside) = large(z);
        let far = 2.0 + 60.0 * kept;
        let stray = |most: f64| {
            inside * libm::exp(moments.log_probability(most)) + outside * moments.inside(most)
        };
        let most = Bisection::linear(40)
            .bracket(1.0, far, |most| stray(most) > part)
            .1;
        let end = Bisection::linear(40)
            .bracket(1.0, far, |ratio| moments.inside(ratio) > part)
            .1;
        let one = |ratio: f64| {
            let z = summands.place((ratio - most).max(0.0));
            normal::sf(z - shift) + most * bins * normal::sf(z)
        };
        let tail = |from: f64, to: f64| Self {
            taper,
            most,
            from,
            to,
            missing: two(z) + stray(most) + moments.inside(from),
            beyond: one(to),
        };
        if one(end) <= part {
            return Some(tail(end, end));
        }
        let high = tail(end, end).flank().end();
        let from = end.max(1.02 * (high + taper.end().max(0.5 * (high - low))));
        let mut to = from;
        while one(to) > part {
            to += 0.1 * (to - most);
        }
        Some(tail(from, to))
    }

    /// No tail: with at most `spare` missing there is no large summand, nor a sum beyond some ratio.
    pub(super) fn none(summands: &Summands, spare: f64) -> Self {
        let (shift, bins) = (summands.shift, summands.bins);
        let part = 0.5 * spare;
        let large = |z: f64| normal::sf(z - shift) + bins * normal::sf(z);
        let z = Bisection::linear(50)
            .bracket(0.0, shift + 40.0, |z| large(z) > part)
            .1;
        let kept = summands.value(z);
        let taper = Taper::new(kept);
        let moments = Rough::new(summands, &taper).moments(0.03 / kept, 1.25, 48);
        let far = 2.0 + 60.0 * kept;
        let end = Bisection::linear(40)
            .bracket(1.0, far, |ratio| moments.inside(ratio) > part)
            .1;
        Self {
            taper,
            most: end,
            from: end,
            to: end,
            missing: large(z) + moments.inside(end),
            beyond: 0.0,
        }
    }

    /// What ends the sum of the others.
    fn flank(&self) -> Taper {
        Taper::narrow(self.most, FLANK * (self.most - 1.0))
    }
}

/// The law of the tail.
pub(super) struct LargeSummand {
    summands: Summands,
    /// Sums of the others and their probabilities.
    others: [(f64, f64); NODES],
    /// Ends of the sums.
    low: f64,
    high: f64,
    /// Sum of the absolute errors of the probabilities that the nodes stand for.
    noise: f64,
}

impl LargeSummand {
    /// None where the others are too rough.
    pub(super) fn new(
        summands: &Summands,
        tail: &Tail,
        transforms: &mut Transforms,
    ) -> Option<Self> {
        let others = Summands {
            times: summands.times - 1.0,
            ..*summands
        };
        let there = Rough::new(&others, &tail.taper).tilted(0.0);
        let place = Place {
            theta: 0.0,
            rough: there.log_mass,
            deviation: there.deviation,
            low: 0.0,
            high: tail.flank().end(),
        };
        let spectrum = Spectrum::new(others, tail.taper, &place, POINTS)?;
        let unit = spectrum.unit;
        let flank = tail.flank();
        let (low, high) = (spectrum.window.0, flank.end().min(spectrum.window.1));
        if flank.width() < FLANK_KNOTS * unit {
            return None;
        }
        let law = spectrum.law(|_| Complex::new(1.0, 0.0), transforms)?;
        let (first, last) = (
            count(libm::ceil(low / unit)),
            count(libm::floor(high / unit)),
        );
        let scale = libm::exp(spectrum.log_mass);
        let angle = |index: usize| PI * (index as f64 + 0.5) / NODES as f64;
        let nodes: [f64; NODES] = core::array::from_fn(|index| {
            0.5 * (low + high) - 0.5 * (high - low) * libm::cos(angle(index))
        });
        let weights: [f64; NODES] = core::array::from_fn(|index| {
            libm::sin(angle(index)) * if index % 2 == 0 { 1.0 } else { -1.0 }
        });
        let mut masses = [0.0; NODES];
        for knot in first..=last {
            let ratio = knot as f64 * unit;
            let mass = scale * law[knot % POINTS] * flank.at(ratio);
            if let Some(node) = nodes.iter().position(|node| *node == ratio) {
                masses[node] += mass;
                continue;
            }
            let shares: [f64; NODES] =
                core::array::from_fn(|index| weights[index] / (ratio - nodes[index]));
            let sum: f64 = shares.iter().sum();
            for (total, share) in masses.iter_mut().zip(&shares) {
                *total += mass * share / sum;
            }
        }
        let each = (spectrum.error + spectrum.left_out) / POINTS as f64;
        Some(Self {
            summands: *summands,
            others: core::array::from_fn(|index| (nodes[index], masses[index])),
            low,
            high,
            noise: each * (last - first + 1) as f64 + spectrum.outside() + 1e-16,
        })
    }

    /// Density of the ratio.
    pub(super) fn density(&self, ratio: f64) -> f64 {
        let others = self.others.iter();
        let sum: f64 = others
            .map(|(sum, probability)| probability * self.summands.density(ratio - sum))
            .sum();
        self.summands.bins * sum
    }

    /// Error of the density.
    pub(super) fn error(&self, ratio: f64, density: f64) -> f64 {
        let shift = self.summands.shift;
        let centre = ratio - 0.5 * (self.low + self.high);
        let half = 0.5 * (self.high - self.low);
        let interpolation = ELLIPSES.map(|rho| {
            let along = 0.5 * half * (rho + 1.0 / rho);
            if along >= centre {
                return f64::INFINITY;
            }
            let turn = libm::asin(along / centre) / shift;
            let largest = libm::exp(0.5 * turn * turn) * self.summands.density(centre - along);
            4.0 * largest * libm::pow(rho, 1.0 - NODES as f64) / (rho - 1.0)
        });
        let interpolation = interpolation.into_iter().fold(f64::INFINITY, f64::min);
        let noise = self.noise * self.summands.density(ratio - self.high);
        self.summands.bins * (noise + 1.0001 * interpolation) + 1e-13 * density
    }

    /// Logarithm of a bound of the density of one large summand and the others at complex ratios with a real part of at least
    /// `left` and an imaginary part of at most `height`, where `left` is right of the sums of the others: it is the mean of
    /// `f(w - S')`, `|f(r e^(ia))| = f(r) e^(a²/(2 m²))`, and `f` falls.
    pub(super) fn log_largest(&self, left: f64, height: f64) -> Option<f64> {
        let least = left - self.high;
        let Summands { shift, .. } = self.summands;
        // From its mode on.
        if least <= self.summands.value(-shift) {
            return None;
        }
        let density = self.density(left).abs();
        let turn = libm::atan2(height, least) / shift;
        let largest = libm::log(density + self.error(left, density)) + 0.5 * turn * turn;
        largest.is_finite().then_some(largest)
    }

    /// The part of the mass of the knot at a ratio that lies at most `length` to its right or, if negative, left.
    fn half(&self, ratio: f64, length: f64) -> f64 {
        let rule: [(f64, f64); 10] = legendre();
        let parts = rule.map(|(x, weight)| {
            let share = 0.5 * (1.0 + x);
            0.5 * weight * (1.0 - share) * self.density(ratio + share * length)
        });
        length.abs() * parts.iter().sum::<f64>()
    }

    /// The first knot of the tail.
    pub(super) fn start(from: f64) -> f64 {
        let unit = Self::unit(from);
        unit * libm::ceil(from / unit)
    }

    /// Distance of the knots right of a ratio.
    pub(super) fn unit(ratio: f64) -> f64 {
        libm::exp2(libm::floor(libm::log2(ratio / KNOTS)))
    }

    /// Masses at knots from one ratio to another, in pieces with knots of equal distance.
    pub(super) fn pieces(&self, from: f64, to: f64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut start = from;
        while start < to {
            let unit = Self::unit(start);
            let end = (2.0 * KNOTS * unit).min(unit * libm::ceil(to / unit));
            pieces.push(self.piece(start, end, unit));
            start = end;
        }
        pieces
    }

    fn piece(&self, start: f64, end: f64, unit: f64) -> Piece {
        let length = count(libm::round((end - start) / unit));
        let ratio = |knot: usize| start + knot as f64 * unit;
        let densities: Vec<_> = (0..length + 5)
            .map(|knot| self.density(start + (knot as f64 - 2.0) * unit))
            .collect();
        let masses = (0..=length).map(|knot| {
            let [a, b, c, d, e] = core::array::from_fn(|place| densities[knot + place]);
            let second = b - 2.0 * c + d;
            let fourth = a - 4.0 * b + 6.0 * c - 4.0 * d + e;
            // `int (1 - |v|) f(x + v unit) dv`.
            unit * (c + second / 12.0 - fourth / 240.0)
        });
        let mut masses: Vec<_> = masses.collect();
        masses[0] = self.half(start, unit);
        masses[length] = self.half(end, -unit);
        let errors: Vec<_> = (0..=length)
            .map(|knot| unit * self.error(ratio(knot), densities[knot + 2]))
            .collect();
        Piece {
            // The density falls.
            peaks: (0..length)
                .map(|knot| unit * densities[knot + 2] + errors[knot])
                .collect(),
            ratios: (0..=length).map(ratio).collect(),
            masses,
            errors,
        }
    }
}
