//! What an epoch shows beside the mean of its observations, by its moments.
//!
//! With the places `a`, `b`, .. of the record in independent copies of a run, `E y^j` is the mean of `prod (1 + f)` over all pairs of `j` copies,
//! where of one epoch `f = e^(m²(1 - 1/N)) - 1` if the places are the same and `e^(-m²/N) - 1` if not. Multiplied out it is a sum over graphs;
//! a tree is a power of `beta = E f`, and the moments differ from those of a lognormal of the same variance by the cycles alone.

/// Powers of which the tails are bounded.
const POWERS: core::ops::Range<i32> = 2..13;
/// Share of each chaos by which the weights of the next ones fall.
const RATIO: f64 = 1.0 / 3.0;
/// The same where each norm has its own.
const RATIOS: [f64; 4] = [0.5, 0.25, 0.1, 0.04];
/// Largest variance of the logarithm of the rest.
const LARGEST: f64 = 0.5;
/// Relative slack of moments.
const SLACK: f64 = 1e-9;
/// Arguments below which series are summed, their terms, and arguments above which nothing cancels.
const SMALL: f64 = 0.05;
const LARGE: f64 = 1.0;
const TERMS: u32 = 14;

pub(super) struct Residual {
    /// How much larger the third moment about 1 is than that of the lognormal.
    pub(super) third: f64,
    /// Bound of the fourth moments of both, added.
    pub(super) fourth: f64,
    /// Powers, and logarithms of bounds of the norms of `y - 1` and of the lognormal less 1.
    norms: Vec<(f64, [f64; 2])>,
}

impl Residual {
    /// None where it is not small.
    pub(super) fn new(shift: f64, bins: f64, epochs: f64) -> Option<Self> {
        let square = shift * shift;
        let variance = epochs * log_second(square, bins);
        if variance > LARGEST {
            return None;
        }
        let beta = libm::expm1(log_second(square, bins));
        let cycles = Cycles::new(square, bins);
        let third = epochs * libm::log1p(cycles.third(beta) / power(1.0 + beta, 3));
        let fourth = epochs * libm::log1p(cycles.fourth(beta) / power(1.0 + beta, 6));
        let third = libm::exp(3.0 * variance) * libm::expm1(third);
        let more = libm::exp(6.0 * variance) * libm::expm1(fourth);
        let (excess, q) = (libm::expm1(variance), libm::exp(variance));
        let of_lognormal = excess * excess * (power(q, 4) + 2.0 * power(q, 3) + 3.0 * q * q - 3.0);
        let rounding = 64.0 * f64::EPSILON * (more.abs() + 4.0 * third.abs());
        let both = 2.0 * of_lognormal + (more - 4.0 * third).max(0.0);
        let norms = POWERS.map(|exponent| {
            let power = libm::pow(2.0, f64::from(exponent));
            let weight = (power - 1.0) / RATIO;
            let of_rest = libm::expm1(epochs * log_second(weight * square, bins));
            let first = RATIO * RATIO / (1.0 - RATIO) * of_rest;
            let second = RATIO / (1.0 - RATIO) * libm::expm1(weight * variance);
            let log = |square: f64| 0.5 * libm::log(square * (1.0 + SLACK));
            (power, [log(first), log(second)])
        });
        Some(Self {
            third,
            fourth: both * (1.0 + SLACK) + rounding,
            norms: norms.collect(),
        })
    }

    /// Bound of what the function and its series may be apart where a ratio is farther than `away` from 1, for both laws. The slope of `c` is
    /// between 0 and 1, so that `c(y) - c(1) - c'(1) (y - 1)` is at most `|y - 1|`, and with `p` of a norm
    /// `E[|y - 1|^j; |y - 1| >= d] <= (norm/d)^p d^j`.
    ///
    /// A part of `y` in the chaos of order `n` has a `p`-norm of at most `(p - 1)^(n/2)` times its standard deviation (Nelson), and the
    /// squares of these are the terms of `E e^G`, `G` the product of both shifts: from the second on, as the first is 0.
    pub(super) fn beyond(&self, away: f64, second: f64, third: f64) -> f64 {
        let log_away = libm::log(away);
        let most = away + 0.5 * second * away * away + third * power(away, 3) / 6.0;
        let least = |law: usize| {
            let logs = self.norms.iter();
            logs.map(|(power, norms)| power * (norms[law] - log_away))
                .fold(f64::INFINITY, f64::min)
        };
        most * (libm::exp(least(0)) + libm::exp(least(1)))
    }
}

/// Logarithm of a bound of the `p`-norm of `y - 1` of one epoch, see [`Residual::beyond`].
pub(super) fn log_norm(shift: f64, bins: f64, p: f64) -> f64 {
    let logs = RATIOS.map(|ratio| {
        let variance = libm::expm1(log_second((p - 1.0) / ratio * shift * shift, bins));
        0.5 * libm::log(ratio * ratio / (1.0 - ratio) * variance)
    });
    logs.into_iter().fold(f64::INFINITY, f64::min) + SLACK
}

/// `E f` over cycles of three and four copies, and over four of which five or all six pairs count.
struct Cycles {
    triangle: f64,
    square: f64,
    diamond: f64,
    complete: f64,
}

impl Cycles {
    fn new(square: f64, bins: f64) -> Self {
        let a = libm::expm1(square * (1.0 - 1.0 / bins));
        let b = libm::expm1(-square / bins);
        let one = 1.0 / bins;
        let (two, three) = (1.0 - one, 1.0 - 2.0 * one);
        // All the same, three or twice two, two, none.
        let of_four = [
            one * one * one,
            one * one * two,
            one * two * three,
            two * three * (1.0 - 3.0 * one),
        ];
        let of = |all: f64, pairs: f64, pair: f64, none: f64| {
            of_four[0] * all + of_four[1] * pairs + of_four[2] * pair + of_four[3] * none
        };
        let ab = |x: i32, y: i32| power(a, x) * power(b, y);
        Self {
            triangle: one * one * ab(3, 0) + 3.0 * one * two * ab(1, 2) + two * three * ab(0, 3),
            square: of(
                ab(4, 0),
                6.0 * ab(2, 2) + ab(0, 4),
                4.0 * ab(1, 3) + 2.0 * ab(0, 4),
                ab(0, 4),
            ),
            diamond: of(
                ab(5, 0),
                2.0 * ab(3, 2) + 4.0 * ab(2, 3) + ab(1, 4),
                5.0 * ab(1, 4) + ab(0, 5),
                ab(0, 5),
            ),
            complete: of(
                ab(6, 0),
                4.0 * ab(3, 3) + 3.0 * ab(2, 4),
                6.0 * ab(1, 5),
                ab(0, 6),
            ),
        }
    }

    /// `E y³` of an epoch less `(1 + beta)³`.
    fn third(&self, beta: f64) -> f64 {
        self.triangle - power(beta, 3)
    }

    /// `E y⁴` less `(1 + beta)⁶`: four triangles, three cycles of four, twelve triangles and another pair, six diamonds and all pairs.
    fn fourth(&self, beta: f64) -> f64 {
        let triangles = (4.0 + 12.0 * beta) * self.third(beta);
        triangles
            + 3.0 * (self.square - power(beta, 4))
            + 6.0 * (self.diamond - power(beta, 5))
            + (self.complete - power(beta, 6))
    }
}

fn power(base: f64, exponent: i32) -> f64 {
    libm::pow(base, f64::from(exponent))
}

/// `ln(1 + (e^x - 1)/N) - x/N`, the logarithm of the mean of `e^G` over one epoch, `x` the product of both shifts.
pub(super) fn log_second(x: f64, bins: f64) -> f64 {
    let excess = libm::expm1(x);
    if x > LARGE {
        return libm::log1p(excess / bins) - x / bins;
    }
    let more = if x < SMALL {
        let sum = (2..TERMS)
            .rev()
            .fold(0.0, |sum, k| (1.0 + sum) * x / f64::from(k + 1));
        0.5 * x * x * (1.0 + sum)
    } else {
        excess - x
    };
    let part = excess / bins;
    let less = if part < SMALL {
        let sum = (2..TERMS)
            .rev()
            .fold(0.0, |sum, k| 1.0 / f64::from(k) - part * sum);
        part * part * sum
    } else {
        part - libm::log1p(part)
    };
    more / bins - less
}
