//! Series of Legendre's polynomials.

use crate::grid::allocation::panel::NODES;

/// Terms of a density through the nodes of the rule, of its integral and of the integral of that.
pub(super) const TERMS: usize = NODES + 2;

/// Values of Legendre's polynomials at one place.
pub(super) type Values = [f64; TERMS];

/// `P_k = a x P_(k-1) - b P_(k-2)`.
const RECURRENCE: [(f64, f64); TERMS] = {
    let mut factors = [(0.0, 0.0); TERMS];
    let mut k = 2;
    while k < TERMS {
        let order = k as f64;
        factors[k] = ((2.0 * order - 1.0) / order, (order - 1.0) / order);
        k += 1;
    }
    factors
};

pub(super) fn polynomials(x: f64) -> Values {
    let mut values = [1.0; TERMS];
    values[1] = x;
    for k in 2..TERMS {
        let (first, second) = RECURRENCE[k];
        values[k] = first * x * values[k - 1] - second * values[k - 2];
    }
    values
}

/// The sums of several series, each at several places.
pub(super) fn series<const SERIES: usize, const PLACES: usize>(
    terms: [&[f64]; SERIES],
    places: &[f64; PLACES],
) -> [[f64; PLACES]; SERIES] {
    let (mut before, mut now) = ([1.0; PLACES], *places);
    let mut sums = terms.map(|terms| places.map(|x| terms[0] + terms[1] * x));
    for (k, (first, second)) in RECURRENCE.iter().enumerate().skip(2) {
        for place in 0..PLACES {
            let next = first * places[place] * now[place] - second * before[place];
            (before[place], now[place]) = (now[place], next);
        }
        for (sum, terms) in sums.iter_mut().zip(terms) {
            if let Some(term) = terms.get(k) {
                for place in 0..PLACES {
                    sum[place] += term * now[place];
                }
            }
        }
    }
    sums
}

/// Bound of a series on an ellipse of Bernstein: Legendre's polynomials are means of Chebyshev's, which are at most `rho^k` there.
pub(super) fn largest(terms: &[f64], rho: f64) -> f64 {
    let sum = |sum: f64, term: &f64| sum * rho + term.abs();
    terms.iter().rev().fold(0.0, sum)
}

/// Bound of the slope of a series: that of `P_k` is at most `k (k + 1)/2`.
pub(super) fn steepest(terms: &[f64]) -> f64 {
    let slope = |(k, term): (usize, &f64)| 0.5 * (k * (k + 1)) as f64 * term.abs();
    terms.iter().enumerate().map(slope).sum()
}

/// The series through the values at the nodes, with these polynomials and weights.
pub(super) fn through(rule: &[(Values, f64)], at_nodes: &[f64; NODES]) -> [f64; NODES] {
    core::array::from_fn(|k| {
        let nodes = rule.iter().zip(at_nodes);
        let sum: f64 = nodes
            .map(|((values, weight), value)| weight * values[k] * value)
            .sum();
        (k as f64 + 0.5) * sum
    })
}

/// The series of the integral from the left end to the argument, or from there to the right end: `(2k + 1) P_k` is the derivative of
/// `P_(k+1) - P_(k-1)`.
pub(super) fn integral<const LENGTH: usize>(terms: &[f64], from_left: bool) -> [f64; LENGTH] {
    let mut sum = [0.0; LENGTH];
    let sign = if from_left { 1.0 } else { -1.0 };
    for (k, term) in terms.iter().enumerate() {
        let part = sign * term / (2.0 * k as f64 + 1.0);
        sum[k + 1] += part;
        if k > 0 {
            sum[k - 1] -= part;
        } else {
            sum[0] += term;
        }
    }
    sum
}
