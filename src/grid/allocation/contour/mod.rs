//! The density of the ratio of an epoch by contours, each value by itself.
//!
//! With `L(s) = E e^(-sY)` of one of `n` summands the density of their sum is `(1/2πi) int e^(sx) L(s)^n ds`. The contour comes from
//! the left on a ray, meets the real axis at a saddle of the integrand, and goes back on the mirror image. Where the saddle is
//! negative, both sides of the axis between it and 0 belong to the contour, and what they differ by: see `cut`. That part is what
//! large summands make, however many of them there are and however large they are; the ray is what all together make.

mod corners;
mod cut;
mod decay;
mod line;
mod path;
mod start;
#[cfg(test)]
mod tests;

use super::panel::Use;
use super::summands::Summands;
use crate::numerics::Bisection;
use core::cell::{Cell, OnceCell};
use cut::Cut;
use decay::Decay;
use line::Line;
use start::{Start, points};

/// Shifts that are served.
const LEAST_SHIFT: f64 = 1e-3;
const MOST_SHIFT: f64 = 9.0;
/// Shifts up to which summands are light, and the largest tilt that they are asked for, in standard deviations.
const LIGHT: f64 = 0.3;
const LARGEST_TILT: f64 = 10.0;
/// Standard deviation of a ratio that is near 1.
const NARROW: f64 = 0.3;
/// Arguments at which rays may start, how far apart they are, and the logarithm of the least mass to the left of which one is looked for.
const MOST_RAYS_TRIED: u32 = 400;
const RATIO: f64 = 1.6;
const LEAST_LOG: f64 = -1e3;
/// Logarithm of what the cut may have where it is left out.
const NOTHING: f64 = -240.0;
/// Largest argument on the negative axis, and over the spread.
const FARTHEST: f64 = 60.0;
const FARTHEST_OF_MANY: f64 = 12.0;
/// Smallest argument on the negative axis, times the largest ratio.
const NEAREST: f64 = 1e-2;
/// Logarithm of the smallest ratio, and relative error of a rough logarithm.
const LOG_LEAST: f64 = -600.0;
const OF_LOG: f64 = 1e-8;
/// How much worse than the best one a ray may be, how many are tried, how many may be laid in vain, and the error with which none is looked
/// for any more, with the share of a density that its rounding may be then.
const WORSE: f64 = 100.0;
const MOST_RAYS: usize = 4;
const MOST_FAILURES: usize = 10;
const GOOD: f64 = 1e-11;
const GOOD_ROUNDING: f64 = 3e-9;
/// Share of a density that is narrow.
const NARROW_ENOUGH: f64 = 1e-9;
/// What a ray may make of a density to be left out.
const NEGLIGIBLE: f64 = 1e-14;
/// Beyond it no summand is looked for.
const FARTHEST_OUT: f64 = 36.0;
/// The least argument at which a ray starts, over the spread, and the least one on the negative axis of heavy summands.
const NEAR: f64 = 0.1;
const LEAST_CUT: f64 = 1.0;

/// A start and the ray from it, once that is asked for.
struct Ray {
    start: Start,
    /// How many panels of the cut belong to it.
    panels: usize,
    line: OnceCell<Option<Line>>,
}

/// The law.
pub(super) struct Contours {
    pub(super) summands: Summands,
    /// What is taken off ratios.
    pub(super) origin: f64,
    cut: Cut,
    decay: OnceCell<Decay>,
    rays: Vec<Ray>,
    /// How many rays have been laid in vain.
    failures: Cell<usize>,
}

/// Where the densities of a panel are taken from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    ray: usize,
    /// Whether the ray itself matters beside the cut.
    with_line: bool,
    /// Bound of what the rules and the ends of the contour leave open on the panel.
    pub(super) error: f64,
    /// The rounding of its sums at the ends.
    rounding: f64,
    /// The smaller density at its ends.
    pub(super) least: f64,
}

impl Contours {
    /// Whether there are rays for all that matters. Of few light summands a tilt of some standard deviations has no saddle.
    pub(super) fn serve(summands: &Summands) -> bool {
        let Summands { shift, bins, .. } = *summands;
        let largest = libm::sqrt(bins) / shift * libm::exp(0.5 * shift * shift - 1.0);
        (LEAST_SHIFT..MOST_SHIFT).contains(&shift) && (shift > LIGHT || largest > LARGEST_TILT)
    }

    /// For ratios of up to `largest`.
    pub(super) fn new(summands: Summands, largest: f64) -> Option<Self> {
        let Summands { shift, bins, .. } = summands;
        let spread = libm::sqrt(libm::expm1(shift * shift) / bins);
        let origin = if spread < NARROW { 1.0 } else { 0.0 };
        let far = FARTHEST.max(FARTHEST_OF_MANY / spread);
        let nearest =
            (NEAREST / largest).max(FARTHEST_OUT / (shift * summands.value(FARTHEST_OUT)));
        let saddle = summands.saddle(far);
        let log_turned = saddle.map_or(f64::INFINITY, |saddle| summands.log_turned(saddle));
        let cut = if log_turned < NOTHING {
            // The power over `e^(rx)` is convex in its logarithm: at most the larger one of 1 and the ray's peak.
            Cut::none(far * bins * libm::exp(log_turned - 0.5 * NOTHING))
        } else {
            Cut::new(&summands, origin, (nearest, far))?
        };
        let points = points(&summands, origin);
        let on_cut = cut.edges.iter().enumerate();
        let on_cut = on_cut.map(|(index, r)| (-r, index + 1));
        let others = |sign: f64, most: f64| {
            let arguments = (0..MOST_RAYS_TRIED)
                .map(move |power| NEAR / spread * libm::pow(RATIO, f64::from(power)));
            arguments
                .take_while(move |s| *s < most)
                .map(move |s| (sign * s, 0))
        };
        let left = others(1.0, f64::INFINITY);
        let right = others(-1.0, if cut.edges.is_empty() { far } else { 0.0 });
        let starts = on_cut
            .chain(right)
            .map(|(s, panels)| (Start::new(&summands, origin, &points, s), panels));
        let to_left = left.map(|(s, panels)| (Start::new(&summands, origin, &points, s), panels));
        let to_left = to_left.take_while(|(start, _)| start.log > LEAST_LOG);
        let rays = starts.chain(to_left).map(|(start, panels)| Ray {
            start,
            panels,
            line: OnceCell::new(),
        });
        // So near to 0 a ray says no more than from a little further on; of heavy summands few have any spread.
        let matters = |ray: &Ray| {
            let Start { s, deviation, .. } = ray.start;
            s.abs() * deviation > 0.99 * NEAR || origin == 0.0 && s < -LEAST_CUT
        };
        let rays = rays.filter(matters).collect();
        Some(Self {
            summands,
            origin,
            cut,
            decay: OnceCell::new(),
            rays,
            failures: Cell::new(0),
        })
    }

    /// A ratio left of which there is about so much mass under "out", and a bound of that.
    pub(super) fn least(&self, spare: f64) -> (f64, f64) {
        let log = libm::log(spare);
        let is_less = |log_ratio: f64| self.log_below(libm::exp(log_ratio)) < log;
        let (log_ratio, _) = Bisection::linear(80).bracket(LOG_LEAST, 0.0, is_less);
        let ratio = libm::exp(log_ratio);
        (ratio, libm::exp(self.log_below(ratio)) * (1.0 + 1e-9))
    }

    /// Standard deviation of the sum under the tilt that brings it to a ratio.
    pub(super) fn deviation(&self, ratio: f64) -> f64 {
        let away = |ray: &Ray| libm::log(ray.start.centre.sum() / ratio).abs();
        let nearest = self.rays.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.map_or(ratio, |ray| ray.start.deviation)
    }

    /// Logarithm of a bound of the mass under "out" left of a ratio.
    fn log_below(&self, ratio: f64) -> f64 {
        let excess = ratio - self.origin;
        let positive = self.rays.iter().filter(|ray| ray.start.s > 0.0);
        let bounds = positive.map(|ray| {
            let Start { s, log, centre, .. } = ray.start;
            log + OF_LOG * (1.0 + log.abs()) + s * (excess - centre.mean)
        });
        bounds.fold(0.0, f64::min)
    }

    /// The contour that says most between two ratios; of several, the shortest. An error of `enough` is. For a polynomial through densities
    /// their rounding is not to be large anywhere.
    pub(super) fn route(&self, ends: (f64, f64), (enough, purpose): (f64, Use)) -> Option<Route> {
        let is_polynomial = matches!(purpose, Use::Polynomials);
        let rounding = |route: &Route| {
            if is_polynomial {
                (route.rounding - GOOD_ROUNDING * route.least).max(0.0)
            } else {
                0.0
            }
        };
        let share = |route: &Route| route.share(rounding(route));
        let is_good =
            |route: &Route| share(route) <= GOOD || route.error + rounding(route) <= enough;
        let better = |first: Option<Route>, second: Option<Route>| {
            let of = |route: &Option<Route>| route.as_ref().map_or(f64::INFINITY, share);
            if of(&second) < of(&first) || first.is_none() {
                second
            } else {
                first
            }
        };
        let errors = [ends.0 - self.origin, ends.1 - self.origin].map(|x| (x, self.cut.errors(x)));
        let rays = self.rays.iter().enumerate();
        let rough = rays.map(|(index, ray)| {
            let at = errors
                .each_ref()
                .map(|(x, errors)| ray.start.rough_error(*x) + errors[ray.panels]);
            (index, at[0].max(at[1]))
        });
        let mut rough: Vec<_> = rough.filter(|(_, error)| error.is_finite()).collect();
        let is_laid = |index: usize| matches!(self.rays[index].line.get(), Some(Some(_)));
        let mut laid: Vec<_> = rough.extract_if(.., |(index, _)| is_laid(*index)).collect();
        laid.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut best: Option<Route> = None;
        // What is roughly the best one may leave more open than others.
        let most_laid = if is_polynomial { laid.len() } else { MOST_RAYS };
        for (index, _) in laid.into_iter().take(most_laid) {
            let found = self.by_ray(index, ends);
            best = better(best, found);
            if best.as_ref().is_some_and(is_good) {
                return best;
            }
        }
        for _ in 0..MOST_RAYS {
            let least = rough
                .iter()
                .map(|(_, error)| *error)
                .fold(f64::INFINITY, f64::min);
            let good = rough
                .iter()
                .enumerate()
                .filter(|(_, (_, error))| *error <= WORSE * least);
            let deviation = |index: usize| self.rays[index].start.deviation;
            let Some((place, _)) =
                good.min_by(|a, b| deviation(a.1.0).total_cmp(&deviation(b.1.0)))
            else {
                break;
            };
            let (index, _) = rough.swap_remove(place);
            let Some(found) = self.by_ray(index, ends) else {
                continue;
            };
            best = better(best, Some(found));
            if is_good(&found) {
                break;
            }
        }
        best
    }

    /// The contour of a ray, for ratios between two.
    fn by_ray(&self, index: usize, ends: (f64, f64)) -> Option<Route> {
        let ray = &self.rays[index];
        let line = self.line(index)?;
        let places = [ends.0 - self.origin, ends.1 - self.origin];
        let of_cut = places.map(|x| self.cut.density(ray.panels, x));
        let most = line.most(places[0]);
        let with_line = most > NEGLIGIBLE * of_cut[1].0;
        let (of_line, line_error) = if with_line {
            let values = places.map(|x| line.density(x));
            (values, line.error((places[0], places[1])))
        } else {
            ([(0.0, 0.0); 2], most)
        };
        let at = [0, 1].map(|end| {
            let ((cut, own), (line, other)) = (of_cut[end], of_line[end]);
            (cut + line, own + other)
        });
        Some(Route {
            ray: index,
            with_line,
            error: self.cut.error(ray.panels, places[0]) + line_error,
            rounding: at[0].1.max(at[1].1),
            least: at[0].0.min(at[1].0),
        })
    }

    fn line(&self, index: usize) -> Option<&Line> {
        let ray = &self.rays[index];
        let made = ray.line.get_or_init(|| {
            let decay = self.decay.get_or_init(|| Decay::new(&self.summands));
            if self.failures.get() == MOST_FAILURES {
                return None;
            }
            let line = Line::new(&self.summands, ray.start, decay);
            if line.is_none() {
                self.failures.set(self.failures.get() + 1);
            }
            line
        });
        made.as_ref()
    }

    /// The density and its error at a ratio, the origin taken off, of the panel that the route is for.
    pub(super) fn density(&self, route: &Route, excess: f64) -> (f64, f64) {
        let (of_cut, own) = self.cut.density(self.rays[route.ray].panels, excess);
        let line = self.line(route.ray).filter(|_| route.with_line);
        let (of_line, other) = line.map_or((0.0, 0.0), |line| line.density(excess));
        (of_cut + of_line, (own + other + route.error) * (1.0 + 1e-9))
    }

    /// Logarithm of a bound of the modulus of the sum over the nodes at complex ratios between two real parts with imaginary parts of at
    /// most `across`.
    pub(super) fn log_largest(&self, route: &Route, ends: (f64, f64), across: f64) -> f64 {
        let line = self.line(route.ray).filter(|_| route.with_line);
        let ends = (ends.0 - self.origin, ends.1 - self.origin);
        let of_line = line.map_or(0.0, |line| line.largest(ends, across));
        libm::log(self.cut.largest(self.rays[route.ray].panels, ends.0) + of_line) + 1e-9
    }
}

impl Route {
    /// Whether its error is no more than rounding makes elsewhere.
    pub(super) fn is_narrow(&self) -> bool {
        self.share(0.0) <= NARROW_ENOUGH
    }

    /// Its error and some rounding as a share of the density.
    fn share(&self, rounding: f64) -> f64 {
        if self.least > 0.0 {
            (self.error + rounding) / self.least
        } else {
            f64::INFINITY
        }
    }
}
