//! How large the logarithm of a characteristic function is for shifts and rates in a disc of the complex plane.

use crate::numerics::count;
use core::f64::consts::{FRAC_PI_2, PI};

/// Width of the strips of an observation that are bounded at once, how far out those go at least, and most of them.
const STRIP: f64 = 0.2;
const REACH: f64 = 9.0;
const MOST_STRIPS: f64 = 1e4;
/// Largest rate: the likelihood ratio keeps away from 0.
const MOST_RATE: f64 = 0.5;
/// Largest change of a characteristic function whose logarithm is bounded by it.
const MOST_CHANGE: f64 = 0.5;

/// Shifts and rates that are off by shares of their centres, and a line on which the logarithm `f` of the characteristic function is bounded up
/// to a frequency.
///
/// With `a = 1 + q (e^(zm - m²/2) - 1)` of one record `f = ln E[a^l]`, and with `b` the same at `-z` that of a replaced one is
/// `ln E[a^l b^(1-l)]`, `l = s + it`. With `z = u m_0/m` the observation has the density `|m_0/m| e^(-kappa u²/2)` at most,
/// `kappa = Re (m_0/m)²`, and the likelihood of a draw keeps its argument within `asin R_q + m_0² (R_m + R_m²/2)`. As
/// `E[a - 1] = E[b - 1] = 0`, what counts is what a tangent leaves,
///
/// `min(|l (l - 1)| |a - b|²/2 max |a|^(s-2) |b|^(-1-s), |a|^s |b|^(1-s) + 1 + |l| |a - 1| + |1 - l| |b - 1|)`
///
/// times `e^(t |arg a - arg b|)`, the largest along the way from 1; of one record `b = 1`.
pub(super) struct PhaseDisc {
    /// Whether a record is replaced.
    pub(super) is_replaced: bool,
    pub(super) shift: (f64, f64),
    pub(super) rate: (f64, f64),
    pub(super) s: f64,
    pub(super) t: f64,
}

/// What there is to know of all of a disc.
struct Bounds {
    is_replaced: bool,
    s: f64,
    t: f64,
    rate: f64,
    /// Least real part of a ratio.
    least: f64,
    /// Factor and sine of the argument of a draw's likelihood, and the imaginary part of what is not drawn.
    growth: f64,
    sine: f64,
    undrawn: f64,
    most_turned: f64,
    /// `|l|`, `|1 - l|`.
    sizes: (f64, f64),
}

impl PhaseDisc {
    /// Bound of `|f|`; none where it is not analytic, or too large.
    pub(super) fn largest(&self) -> Option<f64> {
        let &Self {
            is_replaced,
            shift: (m, off),
            rate: (q, off_rate),
            s,
            t,
        } = self;
        let kappa = (1.0 - 2.0 * off * off) / ((1.0 + off) * (1.0 + off));
        let rate = q * (1.0 + off_rate);
        if !(kappa > 0.0 && off < 1.0 && off_rate < 1.0 && rate < MOST_RATE) {
            return None;
        }
        // How far the exponent of a draw is off.
        let moved = m * m * (off + 0.5 * off * off);
        let turned = libm::asin(off_rate) + moved;
        if turned > FRAC_PI_2 {
            return None;
        }
        let (least, undrawn) = (1.0 - rate, q * off_rate);
        let bounds = Bounds {
            is_replaced,
            s,
            t,
            rate,
            least,
            growth: libm::exp(moved),
            sine: libm::sin(turned),
            undrawn,
            most_turned: turned.max(libm::atan2(undrawn, least)),
            sizes: (libm::hypot(s, t), libm::hypot(s - 1.0, t)),
        };
        let reach = REACH / libm::sqrt(kappa);
        let power = s.max(2.0);
        let power_below = if is_replaced { (1.0 - s).max(2.0) } else { 0.0 };
        let first = -(power_below * m / kappa + reach);
        let strips = libm::ceil((power * m / kappa + reach - first) / STRIP);
        if strips.is_nan() || strips > MOST_STRIPS {
            return None;
        }
        let edge = |k: usize| first + STRIP * k as f64;
        let weight = |u: f64| libm::exp(-0.5 * kappa * u * u);
        let likelihood = |u: f64| libm::exp(u * m - 0.5 * m * m);
        let both = |u: f64| [likelihood(u), likelihood(-u)];
        let mut left = both(first);
        let mut within = 0.0;
        for k in 0..count(strips) {
            let (start, end) = (edge(k), edge(k + 1));
            let right = both(end);
            let nearest = start.max(0.0) + end.min(0.0);
            let draws = [(left[0], right[0]), (right[1], left[1])];
            within += STRIP * bounds.at(draws, 0.0) * weight(nearest);
            left = right;
        }
        // Farther out the ratio that grows does so no faster than (h + d)/h e^d, d > 0, and the other one is within its limits.
        let last = edge(count(strips));
        let slope = |u: f64, power: f64| kappa * u - power * (m + 1.0 / (u - 0.5 * m));
        let (outward, inward) = if is_replaced {
            (slope(last, power), slope(-first, power_below))
        } else {
            (slope(last, power), -kappa * first)
        };
        if !(outward > 0.0 && inward > 0.0) {
            return None;
        }
        let end = |u: f64, slope: f64| {
            let [above, below] = both(u);
            let draws = if u > 0.0 {
                [(above, above), (0.0, below)]
            } else {
                [(0.0, above), (below, below)]
            };
            bounds.at(draws, bounds.most_turned) * weight(u) / slope
        };
        let sum = within + end(last, outward) + end(first, inward);
        let change = sum / ((1.0 - off) * libm::sqrt(2.0 * PI));
        (change < MOST_CHANGE).then(|| change / (1.0 - change) * (1.0 + 1e-9))
    }
}

impl Bounds {
    /// What the tangent leaves, with the likelihoods of a draw, the least and the largest, at an observation and at its mirror image.
    fn at(&self, [above, below]: [(f64, f64); 2], most_argument: f64) -> f64 {
        let &Self { s, t, least, .. } = self;
        let (apart, argument) = self.ratio(above);
        let (apart_below, argument_below, between) = if self.is_replaced {
            let (apart, argument) = self.ratio(below);
            let farthest = (above.1 - below.0).max(below.1 - above.0);
            (apart, argument, self.rate * self.growth * farthest)
        } else {
            (0.0, 0.0, apart)
        };
        let turn = |argument: f64| argument.max(most_argument).min(self.most_turned);
        let turned = if self.is_replaced {
            turn(argument) + turn(argument_below)
        } else {
            turn(argument)
        };
        let turn = libm::exp(t * turned);
        let power = |apart: f64, power: f64| {
            if power < 0.0 {
                libm::pow(least, power)
            } else if power <= 1.0 {
                // Below its tangent.
                1.0 + power * apart
            } else {
                libm::pow(1.0 + apart, power)
            }
        };
        let (size, size_below) = self.sizes;
        let (mut bend, mut whole) = (power(apart, s - 2.0), power(apart, s));
        if self.is_replaced {
            bend *= power(apart_below, -1.0 - s);
            whole *= power(apart_below, 1.0 - s);
        }
        let second = 0.5 * size * size_below * between * between * bend * turn;
        second.min(whole * turn + 1.0 + size * apart + size_below * apart_below)
    }

    /// Bounds of how far a ratio is from 1, and of its argument.
    fn ratio(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let off = (low - 1.0).abs().max((high - 1.0).abs());
        let apart = self.rate * (off + high * (self.growth - 1.0));
        let turned = self.rate * high * self.growth * self.sine + self.undrawn;
        (apart, libm::atan2(turned, self.least))
    }
}
