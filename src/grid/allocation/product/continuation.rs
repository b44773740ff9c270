//! What a polynomial through the density of a product is off by between its nodes, by the polynomials of both factors.
//!
//! Around a ratio `x0` the density of the polynomials' product is a sum of integrals `int p_i(y) p_j(x/y) dy/y`, between ends that stay, those
//! of the pieces of the first law, and ends `x/e` that move, by those of the second one. With polynomials that go on beyond their pieces this
//! sum is analytic, and is bounded on ellipses around `x0` as they are. Where a moving end passes one that stays, the density is
//! `int (p_i - p_(i+1))(y) (p_j - p_(j+1))(x/y) dy/y` away from it between both: next to nothing, as neighbours meet.

use super::ProductLaw;
use super::piece::Piece;
use super::polynomial_law::PolynomialLaw;
use super::stretch::Stretch;
use crate::grid::allocation::panel::{LEBESGUE, log_between};
use core::f64::consts::PI;

/// Ellipses of Bernstein.
const ELLIPSES: [f64; 4] = [4.5, 6.0, 8.0, 11.0];
/// How far ends are from each other around the middle at least, as a part of it.
const APART: f64 = 1e-13;
/// Points by which the difference of two polynomials is known, and a bound of the Lebesgue constant of Chebyshev's nodes.
const POINTS: usize = 20;
const LEBESGUE_OF_CHEBYSHEV: f64 = 3.0;

/// Between two ratios: what the polynomial through the true values at the nodes is off by, and what these are off by between the nodes.
pub(super) struct Between {
    pub(super) nodes: f64,
    pub(super) densities: f64,
}

impl ProductLaw {
    pub(super) fn between(&self, centre: f64, half: f64) -> Between {
        let stretches = self.stretches(centre);
        let bounds = ELLIPSES.iter().map(|rho| {
            let along = 0.5 * half * (rho + 1.0 / rho);
            self.largest_around(&stretches, centre, along) * libm::exp(log_between(*rho))
        });
        let least = bounds.fold(f64::INFINITY, f64::min);
        let ends = (centre - half, centre + half);
        Between {
            nodes: (least + (1.0 + LEBESGUE) * self.passed(centre, ends)) * (1.0 + 1e-9),
            densities: self.uncertain(ends) * (1.0 + 1e-9),
        }
    }

    /// Bound of the sum around a ratio at complex ones within so much of it.
    fn largest_around(&self, stretches: &[Stretch], centre: f64, along: f64) -> f64 {
        let moved = along / centre;
        if moved >= 0.5 {
            return f64::INFINITY;
        }
        let bounds = stretches.iter().map(|stretch| {
            let Stretch {
                piece,
                region,
                low,
                high,
            } = *stretch;
            let Some(other) = self.laws[1].piece(region) else {
                return 0.0;
            };
            // A place between ends that move goes with them, and its quotient stays; between ends that stay it is the other way round.
            let (away, longer, of_quotient) = match (low > piece.from(), high < piece.to()) {
                (true, true) => (moved * high, moved * (high - low), 0.0),
                (false, false) => (0.0, 0.0, moved),
                (true, false) => (moved * low, moved * low, moved / (1.0 - moved)),
                (false, true) => (moved * high, moved * high, moved / (1.0 - moved)),
            };
            let (length, nearest) = (high - low, low - away);
            if nearest <= 0.0 {
                return f64::INFINITY;
            }
            let apart = centre / low - centre / high;
            let own = piece.ellipse(length + 2.0 * away, length);
            let its = other.ellipse(apart + 2.0 * of_quotient * centre / low, apart);
            (length + longer) / nearest * piece.largest(own) * other.largest(its)
        });
        bounds.sum()
    }

    /// Bound of what the density is away from the sum around the middle, where ends pass each other between two ratios.
    pub(super) fn passed(&self, middle: f64, (low, high): (f64, f64)) -> f64 {
        let [first, second] = &self.laws;
        let reach = (high - low) / low;
        let mut sum = 0.0;
        for (index, end) in first.ends.iter().enumerate() {
            let from = second.ends.partition_point(|other| other * end < low);
            let passes = |other: &&f64| **other * end <= high;
            let passed = second.ends[from..].iter().take_while(passes);
            let others: Vec<f64> = passed.map(|other| other * end).collect();
            // Which of them moves would be open.
            if others
                .iter()
                .any(|meet| (meet / middle - 1.0).abs() < APART)
            {
                return f64::INFINITY;
            }
            if !others.is_empty() {
                let steps = (from..from + others.len()).map(|other| second.steps(other, reach));
                sum += reach * first.steps(index, reach) * steps.sum::<f64>();
            }
        }
        sum
    }

    /// Bound of what the densities of the factors leave open between two ratios.
    fn uncertain(&self, (low, high): (f64, f64)) -> f64 {
        let [first, second] = &self.laws;
        let all = first.pieces.iter().map(|piece| {
            let met = second.met(low / piece.to(), high / piece.from());
            let most = |of: fn(&Piece) -> f64| met.iter().map(of).fold(0.0, f64::max);
            let (peak, error) = (most(|other| other.peak), most(|other| other.error));
            let densities = (piece.peak + piece.error) * error + piece.error * peak;
            2.0 * piece.half / piece.from() * densities
        });
        all.sum()
    }
}

impl PolynomialLaw {
    /// The pieces that lie between two ratios or hold one.
    fn met(&self, low: f64, high: f64) -> &[Piece] {
        let first = self.ends_up_to(low).saturating_sub(1);
        let last = self.ends_up_to(high).min(self.pieces.len());
        &self.pieces[first..last]
    }

    /// Bound of what the polynomials on both sides of an end differ by within a part of it.
    fn steps(&self, end: usize, reach: f64) -> f64 {
        let at = self.ends[end];
        let before = end.checked_sub(1).and_then(|index| self.pieces.get(index));
        let places: [f64; POINTS] = core::array::from_fn(|k| {
            let angle = PI * (k as f64 + 0.5) / POINTS as f64;
            at * (1.0 + reach * libm::cos(angle))
        });
        let (mut differences, mut rounding) = ([0.0_f64; POINTS], 0.0);
        for (piece, sign) in [(before, 1.0), (self.pieces.get(end), -1.0)] {
            let Some(piece) = piece else { continue };
            let (values, of_values) = piece.continued(&places, reach * at);
            for (difference, value) in differences.iter_mut().zip(values) {
                *difference += sign * value;
            }
            rounding += of_values;
        }
        let most = differences.iter().map(|off| off.abs()).fold(0.0, f64::max);
        LEBESGUE_OF_CHEBYSHEV * (most + rounding)
    }
}
