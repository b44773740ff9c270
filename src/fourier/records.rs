//! The ratio of one step of a group, by how many of its records are drawn.

use crate::numerics::Bisection;
use crate::numerics::complex::{self, Complex};

/// Logarithm of the share of the largest term below which one is nothing.
const LOG_NOTHING: f64 = -46.0;
/// Share of a sum below which what follows is nothing.
const NOTHING: f64 = 1e-19;
/// Where the logarithm of the largest term lies between these a ratio is 1 and what the terms exceed it by, else their sum.
const SMALL: f64 = -2.0;
const LARGE: f64 = 30.0;

/// `w(z) = sum_j e^(j m z - j² m²/2) Binomial(k, q)(j)`.
///
/// The logarithm of a term is concave in `j`, as that of its weight is: beyond a peak each ratio of neighbours is smaller than the one
/// before, which bounds what follows.
#[derive(Clone, Debug)]
pub(super) struct Records {
    m: f64,
    /// From none to all.
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    shift: f64,
    weight: f64,
    log_weight: f64,
}

impl Term {
    /// Of the ratio, less the weight.
    fn exponent(&self, z: f64) -> f64 {
        self.shift * (z - 0.5 * self.shift)
    }

    fn log(&self, z: f64) -> f64 {
        self.exponent(z) + self.log_weight
    }
}

impl Records {
    pub(super) fn new(group_size: usize, q: f64, m: f64) -> Self {
        let k = group_size as f64;
        let odds = libm::log(q) - libm::log1p(-q);
        let mut log_weight = k * libm::log1p(-q);
        let terms = (0..=group_size).map(|records| {
            let j = records as f64;
            if records > 0 {
                log_weight += odds + libm::log((k - j + 1.0) / j);
            }
            Term {
                shift: j * m,
                weight: libm::exp(log_weight),
                log_weight,
            }
        });
        Self {
            m,
            terms: terms.collect(),
        }
    }

    pub(super) fn most(&self) -> usize {
        self.terms.len() - 1
    }

    /// Logarithm of the probability that none is drawn.
    pub(super) fn log_none(&self) -> f64 {
        self.terms[0].log_weight
    }

    /// Each shift and the logarithm of its probability, but for none.
    pub(super) fn shifts(&self) -> impl Iterator<Item = (f64, f64)> {
        self.terms[1..]
            .iter()
            .map(|term| (term.shift, term.log_weight))
    }

    /// Loss and the size to which its rounding refers.
    pub(super) fn loss(&self, z: f64) -> (f64, f64) {
        let (seen, largest) = self.seen(z, 0);
        if !(SMALL..=LARGE).contains(&largest) {
            let terms = seen.iter().map(|term| libm::exp(term.log(z) - largest));
            let loss = largest + libm::log(terms.sum());
            return (loss, loss.abs().max(1.0));
        }
        let (mut excess, mut size) = (0.0, 0.0);
        for (place, term) in self.terms.iter().enumerate().skip(1) {
            let moved = libm::expm1(term.exponent(z));
            excess += term.weight * moved;
            size += (term.weight * moved).abs();
            if self.is_last(place, z, term.weight * (2.0 + moved), size) {
                break;
            }
        }
        let loss = libm::log1p(excess);
        (loss, loss.abs().max(size / (1.0 + excess)))
    }

    /// The same in the complex plane.
    pub(super) fn complex_loss(&self, z: Complex<f64>) -> (Complex<f64>, f64) {
        let exponent = |term: &Term| z * term.shift - 0.5 * term.shift * term.shift;
        let (seen, largest) = self.seen(z.re, 0);
        if !(SMALL..=LARGE).contains(&largest) {
            let terms = seen.iter();
            let terms =
                terms.map(|term| complex::exp(exponent(term) + (term.log_weight - largest)));
            let sum: Complex<f64> = terms.sum();
            let loss = complex::log1p(sum - 1.0) + largest;
            return (loss, complex::abs(loss) + largest.abs());
        }
        let (mut excess, mut size) = (Complex::new(0.0, 0.0), 0.0);
        for (place, term) in self.terms.iter().enumerate().skip(1) {
            let moved = complex::expm1(exponent(term));
            let length = complex::abs(moved);
            excess += moved * term.weight;
            size += length * term.weight;
            if self.is_last(place, z.re, term.weight * (2.0 + length), size) {
                break;
            }
        }
        let loss = complex::log1p(excess);
        let size = complex::abs(loss).max(size / complex::abs(excess + 1.0));
        (loss, size)
    }

    /// `L'(z)`: the expected shift behind an observation.
    pub(super) fn slope(&self, z: f64) -> f64 {
        let (seen, largest) = self.seen(z, 1);
        let none = libm::exp(self.log_none() - largest);
        let (mut sum, mut first) = (none, 0.0);
        for term in seen {
            let weight = libm::exp(term.log(z) - largest);
            sum += weight;
            first += weight * term.shift;
        }
        first / sum
    }

    /// The argument of the ratio at height `y` above `x`.
    pub(super) fn argument(&self, x: f64, y: f64) -> f64 {
        let (seen, largest) = self.seen(x, 1);
        let (mut re, mut im) = (libm::exp(self.log_none() - largest), 0.0);
        for term in seen {
            let weight = libm::exp(term.log(x) - largest);
            let (sin, cos) = libm::sincos(term.shift * y);
            re += weight * cos;
            im += weight * sin;
        }
        libm::atan2(im, re)
    }

    /// So many records that more of them are nothing beside a single one at all observations up to `z`, even each times their number:
    /// as `|sin jy| <= j sin y`, they do not turn the ratio.
    pub(super) fn seen_up_to(&self, z: f64) -> usize {
        let one = &self.terms[1];
        let (log, log_weight) = (one.log(z), one.log_weight);
        let is_nothing = |records: &usize| {
            let more = &self.terms[records + 1];
            let room = LOG_NOTHING - libm::log(2.0 * (*records as f64 + 1.0));
            self.falls(records + 1, z, 0.25)
                && more.log(z) - log <= room
                && more.log_weight - log_weight <= room
        };
        (1..self.most()).find(is_nothing).unwrap_or(self.most())
    }

    /// Bound of the logarithms of the weights of so many records.
    pub(super) fn largest_log(&self, records: usize) -> f64 {
        let logs = self.terms[..=records].iter();
        logs.map(|term| term.log_weight.abs()).fold(0.0, f64::max)
    }

    /// Probability of more than so many records.
    pub(super) fn more_than(&self, records: usize) -> f64 {
        let more = self.terms[records + 1..].iter();
        more.map(|term| term.weight).sum()
    }

    /// An observation from which on "in" is certainly the likelier one.
    pub(super) fn turning_point(&self) -> f64 {
        const CERTAIN: f64 = 1e-9;
        let is_less = |z: f64| {
            let (loss, size) = self.loss(z);
            loss <= CERTAIN * size
        };
        let most = 0.5 * self.m * self.most() as f64;
        Bisection::linear(40).bracket(0.0, most, is_less).1
    }

    /// The terms from a number of records on that count, and the logarithm of the largest of them.
    fn seen(&self, z: f64, from: usize) -> (&[Term], f64) {
        let log = |place: usize| self.terms[place].log(z);
        let (mut peak, mut largest) = (from, log(from));
        for place in from + 1..self.terms.len() {
            let next = log(place);
            if next < largest {
                break;
            }
            (peak, largest) = (place, next);
        }
        let counts = |&place: &usize| log(place) >= largest + LOG_NOTHING;
        let first = (from..peak).rev().take_while(counts).last();
        let last = (peak + 1..self.terms.len()).take_while(counts).last();
        let seen = &self.terms[first.unwrap_or(peak)..=last.unwrap_or(peak)];
        (seen, largest)
    }

    /// Whether both the terms and the weights from a place on fall by this factor each.
    fn falls(&self, place: usize, z: f64, factor: f64) -> bool {
        let here = &self.terms[place];
        let Some(next) = self.terms.get(place + 1) else {
            return true;
        };
        let least = libm::log(factor);
        next.log(z) - here.log(z) <= least && next.log_weight - here.log_weight <= least
    }

    /// Whether what follows a place is nothing beside the size of a sum, where at most `rest` follows if it falls by halves.
    fn is_last(&self, place: usize, z: f64, rest: f64, size: f64) -> bool {
        rest <= NOTHING * size && self.falls(place, z, 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    fn each(test: impl Fn(&Records, f64)) {
        for (group_size, q, m) in [
            (2, 0.3, 1.0),
            (10, 1e-4, 2.0),
            (100, 1e-5, 0.5),
            (100, 0.02, 1.0),
            (100, 0.6, 0.3),
            (40, 1e-3, 1e-3),
            (100, 1e-7, 3.0),
        ] {
            let records = Records::new(group_size, q, m);
            for k in -40..160 {
                test(&records, 0.25 * f64::from(k));
            }
        }
    }

    /// Logarithm of the sum of all terms, and the share of each.
    fn all(records: &Records, z: f64) -> (f64, Vec<f64>) {
        let logs: Vec<f64> = records.terms.iter().map(|term| term.log(z)).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let sum: f64 = shares.iter().sum();
        let shares = shares.iter().map(|share| share / sum).collect();
        (largest + libm::log(sum), shares)
    }

    #[test]
    fn terms_that_are_left_out_are_nothing() {
        each(|records, z| {
            let (loss, shares) = all(records, z);
            let (found, size) = records.loss(z);
            let slack = 1e-12 * size + 1e-13;
            assert!(
                (found - loss).abs() <= slack,
                "{records:?}, {z}: {found}, {loss}"
            );
            let slope: f64 = shares
                .iter()
                .zip(&records.terms)
                .map(|(share, term)| share * term.shift)
                .sum();
            let found = records.slope(z);
            assert!((found / slope - 1.0).abs() < 1e-11, "{z}: {found}, {slope}");
        });
    }

    /// Small losses keep their digits where they are the sum of what the terms exceed 1 by.
    #[test]
    fn small_losses_keep_their_digits() {
        let records = Records::new(5, 1e-9, 1e-2);
        for z in [-3.0, 0.4, 5.0] {
            let one = 5.0 * 1e-9 * libm::expm1(1e-2 * z - 0.5e-4);
            let (found, _) = records.loss(z);
            assert!((found / one - 1.0).abs() < 1e-7, "{z}: {found}, {one}");
        }
    }

    /// Up to the height that the seen records allow, the ratio does not turn below the axis, and the loss continues that on the axis.
    #[test]
    fn seen_records_turn_upward() {
        each(|records, z| {
            let seen = records.seen_up_to(z);
            let top = 0.95 * PI / (records.m * seen as f64);
            for part in [0.01, 0.3, 1.0] {
                let y = part * top.min(3.0);
                let (loss, _) = records.complex_loss(Complex::new(z, y));
                assert!(
                    loss.im >= 0.0 && loss.im <= PI,
                    "{records:?}, {z}, {y}: {loss}"
                );
                let argument = records.argument(z, y);
                assert!((loss.im - argument).abs() < 1e-9, "{z}, {y}: {argument}");
                assert!(loss.re <= records.loss(z).0 + 1e-9);
            }
        });
    }

    #[test]
    fn beyond_the_turning_point_in_is_likelier() {
        for (group_size, q, m) in [(2, 0.3, 1.0), (100, 1e-5, 0.5), (100, 0.6, 0.3)] {
            let records = Records::new(group_size, q, m);
            let at = records.turning_point();
            assert!(records.loss(at).0 > 0.0 && records.loss(at - 1e-3).0 < 0.0);
        }
    }
}
