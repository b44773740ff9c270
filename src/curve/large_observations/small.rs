//! The observations below a place: their ratio by its moments.

use super::steps::Steps;
use crate::numerics::{legendre, normal};
use core::cell::Cell;

/// Moments that are kept, from that of order 0 on.
pub(super) const MOMENTS: usize = 13;
/// How many observations above the place have moments of those below beside them.
pub(super) const LEVELS: usize = 4;
/// Nodes of the rule for a second observation.
pub(super) const NODES: usize = 12;
/// Relative rounding of the moments, where these are not large: each is a sum of positive terms, of degree 12 at most in those of
/// one step, through 128 products at most.
pub(super) const ROUNDING: f64 = 1e-10;

pub(super) type Moments = [f64; MOMENTS];

/// A place `c`, and the ratio `(1 - q)^k (1 + D)` of `k` observations below it.
///
/// With `y = u/(1 - q)` of one of them, `1 + D` is the product of all `1 + y`, and of two sets
/// `D = D_1 + D_2 + D_1 D_2`: nothing is subtracted.
#[derive(Debug)]
pub(super) struct Small {
    pub(super) steps: Steps,
    pub(super) place: f64,
    /// `u` at the place.
    pub(super) cut: f64,
    /// The shares of `N(0, 1)`, of `N(m, 1)` and of `P` above it.
    pub(super) own: f64,
    pub(super) drawn: f64,
    pub(super) above: f64,
    /// `E_Q[D^r]` of all below that are below, where `j` lie above.
    moments: Vec<Moments>,
    /// `(1 - q)^k Q(z < c)^k` of these.
    scales: Vec<f64>,
    pub(super) rule: [(f64, f64); NODES],
    /// How often one observation above the place was asked for.
    pub(super) work: Cell<usize>,
}

impl Small {
    pub(super) fn new(steps: Steps, cut: f64) -> Self {
        let place = steps.place(cut);
        let cut = steps.drawn_ratio(place);
        let (own, drawn) = (normal::sf(place), normal::sf(place - steps.shift));
        let one = of_one(&steps, place, cut);
        let levels = (LEVELS as f64).min(steps.num_steps);
        let mut sum = power(&one, steps.num_steps - levels);
        let mut moments = vec![sum];
        while (moments.len() as f64) <= levels {
            sum = product(&sum, &one);
            moments.push(sum);
        }
        moments.reverse();
        let log = steps.undrawn + libm::log1p(-own);
        let scale = |j: usize| libm::exp((steps.num_steps - j as f64) * log);
        Self {
            steps,
            place,
            cut,
            own,
            drawn,
            above: steps.kept * own + steps.rate * drawn,
            scales: (0..moments.len()).map(scale).collect(),
            moments,
            rule: legendre(),
            work: Cell::new(0),
        }
    }

    pub(super) fn moments(&self, large: usize) -> &Moments {
        &self.moments[large]
    }

    pub(super) fn scale(&self, large: usize) -> f64 {
        self.scales[large]
    }

    /// The probability under `P` that so many lie above, and the others below, at most.
    pub(super) fn mass(&self, ways: f64, large: usize) -> f64 {
        let others = self.steps.num_steps - large as f64;
        let log = others * libm::log1p(-self.above);
        ways * libm::pow(self.above, large as f64) * libm::exp(log) * (1.0 + 1e-9)
    }

    /// Observations above that have moments of the others.
    pub(super) fn levels(&self) -> usize {
        self.moments.len() - 1
    }
}

/// The moments of `y` below a place: `E_Q[u^r; z < c]` is `u(c)^r e^(-c²/2)` times Mills' ratio at `r m - c`.
fn of_one(steps: &Steps, place: f64, cut: f64) -> Moments {
    let below = normal::cdf(place);
    let log = libm::log(cut / steps.kept);
    core::array::from_fn(|r| {
        if r == 0 {
            return 1.0;
        }
        let x = r as f64 * steps.shift - place;
        let log = r as f64 * log - 0.5 * place * place + normal::log_shifted_sf(x, x);
        libm::exp(log) / below
    })
}

/// The moments of `D_1 + D_2 + D_1 D_2`, each of `D_1` and `D_2` independent.
fn product(first: &Moments, second: &Moments) -> Moments {
    let mut factorial = [1.0; MOMENTS];
    for r in 1..MOMENTS {
        factorial[r] = r as f64 * factorial[r - 1];
    }
    core::array::from_fn(|r| {
        let mut sum = 0.0;
        for i in 0..=r {
            for j in r - i..=r {
                let ways = factorial[r - i] * factorial[r - j] * factorial[i + j - r];
                sum += factorial[r] / ways * first[i] * second[j];
            }
        }
        sum
    })
}

/// The moments of as many steps.
fn power(one: &Moments, num_steps: f64) -> Moments {
    let mut sum = core::array::from_fn(|r| f64::from(u8::from(r == 0)));
    let (mut square, mut left) = (*one, num_steps);
    while left >= 1.0 {
        let half = libm::floor(0.5 * left);
        if left > 2.0 * half {
            sum = product(&sum, &square);
        }
        square = product(&square, &square);
        left = half;
    }
    sum
}
