//! One observation above the place, beside those below.

use super::small::{MOMENTS, ROUNDING, Small};
use super::steps::Excess;
use crate::numerics::{Interval, normal};

/// Radii of the disc on which the curve is bounded, as shares of the distance to its singularities, and the part of it in which its
/// series is used.
const RADII: [f64; 2] = [0.5, 0.8];
const USED: f64 = 0.9;
/// Rounding of the excess up to which the places move little.
const MOVED: f64 = 1e-5;
/// Probabilities below this are no normal numbers.
const LEAST: f64 = 1e-290;
/// Part of the curve at which the rest needs no better bound.
const NEGLIGIBLE: f64 = 1e-13;

/// `h(t) = E_Q[(w t - X)_+; z > c]` around `t = 1`, where the place `a` of `w = X/t` lies beyond `c`.
struct Series {
    /// `h`, its rounding, and `h'`.
    value: f64,
    rounding: f64,
    slope: f64,
    /// Those of `h''/2`.
    terms: [f64; MOMENTS],
}

impl Small {
    /// `E_Q[(w V - e^eps / w')_+]` with one observation above the place, the ratio `V` of those below, and the ratio `w'` of the
    /// others above, of which the excess is left; `large` lie above in all.
    pub(super) fn single(&self, excess: Excess, large: usize) -> Interval {
        self.work.set(self.work.get() + 1);
        let scale = self.scale(large);
        let found = if excess.is_within(self.cut) {
            self.uncut(excess, large, &[(self.own, self.drawn)])
        } else {
            self.by_moments(excess, large)
        };
        Interval {
            lower: (scale * found.lower * (1.0 - 1e-13)).max(0.0),
            upper: scale * found.upper * (1.0 + 1e-13),
        }
    }

    /// `E_Q[w_1 ... w_j V - X]` with observations beyond places of which the tails are given: of `N(0, 1)` and `N(m, 1)`. Without
    /// the scale of those below.
    pub(super) fn uncut(&self, excess: Excess, large: usize, tails: &[(f64, f64)]) -> Interval {
        let rate = self.steps.rate;
        let first = self.moments(large)[1];
        if tails.iter().any(|&(own, _)| own < LEAST) {
            let all = |&(own, drawn): &(f64, f64)| self.steps.kept * own + rate * drawn;
            return Interval {
                lower: 0.0,
                upper: tails.iter().map(all).product::<f64>() * (1.0 + first) * (1.0 + 1e-9),
            };
        }
        let (mut whole, mut grown, mut size) = (1.0, first, first);
        for &(own, drawn) in tails {
            whole *= own;
            let more = rate * (drawn / own - 1.0);
            grown += more + grown * more;
            size += more.abs() + size * more.abs();
        }
        let value = grown + rate - excess.value;
        let rounding = ROUNDING * first
            + 4e-14 * size
            + excess.error
            + 4.0 * f64::EPSILON * (excess.value.abs() + rate);
        Interval {
            lower: whole * (value - rounding) * (1.0 - (value - rounding).signum() * 1e-13),
            upper: whole * (value + rounding) * (1.0 + (value + rounding).signum() * 1e-13),
        }
    }

    /// The excess up to which as many observations beyond the place reach the threshold wherever they are, at most.
    pub(super) fn uncut_up_to(&self, count: usize) -> f64 {
        let log = count as f64 * libm::log1p(self.cut - self.steps.rate);
        let most = libm::expm1(log) + self.steps.rate;
        most - 1e-12 * most.abs()
    }

    /// The place of the excess, `h` there, and its series.
    fn series(&self, u: f64) -> Series {
        let (q, m) = (self.steps.rate, self.steps.shift);
        let threshold = u + self.steps.kept;
        let place = self.steps.place(u);
        let (own, drawn) = (normal::sf(place), normal::sf(place - m));
        let (first, second) = (q * drawn, u * own);
        let share = |x: f64| normal::relative_error(x) + 4.0 * f64::EPSILON;
        // ln u(t)/u(1) = ln(1 - g s) - ln(1 + s) with t = 1 + s.
        let g = self.steps.kept / u;
        let mut log = [0.0; MOMENTS];
        let mut exponent = [0.0; MOMENTS];
        let mut power = [1.0; MOMENTS];
        let (mut grown, mut sign) = (1.0, 1.0);
        for k in 1..MOMENTS - 2 {
            grown *= g;
            log[k] = -(grown + sign) / k as f64;
            let square: f64 = (1..k).map(|i| log[i] * log[k - i]).sum();
            exponent[k] =
                -(place / m + 1.0) * log[k] - 3.0 * sign / k as f64 - square / (2.0 * m * m);
            let sum: f64 = (1..=k).map(|i| i as f64 * exponent[i] * power[k - i]).sum();
            power[k] = sum / k as f64;
            sign = -sign;
        }
        let bend = normal::density(place) * threshold * threshold / (m * u);
        let mut terms = [0.0; MOMENTS];
        for k in 2..MOMENTS {
            terms[k] = bend * power[k - 2] / (k * (k - 1)) as f64;
        }
        Series {
            value: first - second,
            rounding: first * share(place - m) + second * share(place),
            slope: self.steps.kept * own + first,
            terms,
        }
    }

    /// `E[h(1 + D)]`, by as many terms of the series as leave the least.
    fn by_moments(&self, excess: Excess, large: usize) -> Interval {
        let moments = self.moments(large);
        let u = excess.value;
        let threshold = u + self.steps.kept;
        let series = self.series(u);
        let tangent = series.value + series.slope * moments[1];
        // Above the tangent, and below the parabola of the largest bend.
        let whole_bend = 0.5 * self.most_bend(self.cut, threshold);
        let (mut value, mut below, mut above) = (tangent, 0.0, whole_bend * moments[2]);
        let mut size = series.slope * moments[1];
        // Probability of what lies beyond the place of a threshold that is a little off.
        let mut beyond = self.own;
        for share in RADII {
            if above - below <= NEGLIGIBLE * tangent && beyond < self.own {
                break;
            }
            let Some(disc) = self.disc(excess, share, USED) else {
                break;
            };
            let reach = USED * disc.radius;
            let mut rings = self.rings(reach, threshold);
            for ring in &mut rings {
                ring.part /= ring.from;
            }
            let (mut sum, mut sizes) = (tangent, series.slope * moments[1]);
            // (1/radius)^(k - 2), reach^-k.
            let (mut inner, mut outer) = (1.0, 1.0 / (reach * reach));
            for (k, &moment) in moments.iter().enumerate().skip(2) {
                let inside = disc.most * inner / ((1.0 - USED) * (k * (k - 1)) as f64);
                let mut outside = 0.0_f64;
                for ring in &mut rings {
                    ring.part /= ring.from;
                    outside = outside.max(ring.part);
                }
                let mut part = outer;
                for term in &series.terms[2..k] {
                    outside += term.abs() * part * reach * reach;
                    part *= reach;
                }
                let rest = inside.max(outside) * moment * (1.0 + 1e-9);
                if 2.0 * rest < above - below && outside.is_finite() {
                    (value, below, above) = (sum, -rest, rest);
                    size = size.max(sizes);
                }
                sum += series.terms[k] * moment;
                sizes += series.terms[k].abs() * moment;
                inner /= disc.radius;
                outer /= reach;
            }
            let last = moments[MOMENTS - 1];
            let farther = rings
                .iter()
                .map(|ring| ring.seen * (ring.part / ring.most) * (1.0 + 1e-9))
                .fold(0.0, f64::max);
            beyond = beyond.min(disc.seen + farther * last);
        }
        if excess.error > MOVED * u {
            beyond = self.own;
        }
        let rounding = series.rounding + ROUNDING * size + 1.01 * beyond * excess.error;
        Interval {
            lower: (value + below - rounding).max(0.0),
            upper: value + above + rounding,
        }
    }
}
