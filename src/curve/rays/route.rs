//! The way of a path through the complex plane.
//!
//! From 0 it rises to a height, at which small losses are turned so far that `sL` has a negative real part, and goes on at it. Where the
//! density has fallen it may rise again; and beyond the zero of `e^L` it rises to about where large losses have their saddle,
//! `Im y = m Im s`, or leaves on a slant, on which the integrand falls where no argument is near the real axis. The integrand is
//! analytic between all of these and the real axis, so that they give the same integral.

use super::integrand::Integrand;
use super::law::Rectangle;
use crate::numerics::complex::{self, Complex};
use core::f64::consts::PI;

/// Largest angle by which small losses are turned, how many lower ones are tried, and how much lower each is.
const LARGEST_TURN: f64 = 2.0;
const HEIGHTS: u32 = 9;
const LOWER: f64 = 0.4;
/// How far beyond the zero of `e^L` the path may rise again, by how much at least, and how high.
pub(super) const BEYOND_ZERO: f64 = 1.2;
pub(super) const HIGHER: f64 = 1.25;
const HIGHEST: f64 = 14.0;
/// How far beyond a height it may rise before the zero, and how far before it.
const ASIDE: f64 = 4.0;
const BEFORE_ZERO: f64 = -1.0;
/// How far beyond the zero a slant may begin, and how steep it is.
pub(super) const BEYOND_ZERO_ON_SLANT: f64 = 2.0;
const SLANT: f64 = 0.9;
/// How far the angle of `e^L` is from that of `e^(m y)` beyond the zero: `asin(e^-1.2)`.
const NEAR_ANGLE: f64 = 0.306;
/// By how much more than `m` the real part of a loss grows, per unit: `1 + (x c - 1)/(x² - 2 x c + 1)` at `x` times the distance of the zero, with
/// `c = cos(pi - 2)` up to the largest turn and `c = 1`, `x >= e^1.2` beyond the zero.
const GROWS: f64 = 1.06;
const GROWS_BEYOND: f64 = 1.44;
/// How much larger than the least one the modulus of a higher path may be, as a share of it, and over the number of steps.
const AS_GOOD: f64 = 1.5;
const AS_GOOD_OF_ALL: f64 = 0.3;
/// Standard deviations that a path goes on beyond a saddle.
const REACH: f64 = 9.5;
/// Points of a rough sum on each stretch.
const ROUGH: usize = 14;

/// A stretch of the path.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) from: Complex<f64>,
    pub(super) direction: Complex<f64>,
    pub(super) length: f64,
}

impl Segment {
    /// From one place to another that lies in the direction of an axis.
    fn between(from: Complex<f64>, to: Complex<f64>) -> Self {
        let way = to - from;
        let length = complex::abs(way);
        Self {
            from,
            direction: way / length,
            length,
        }
    }

    fn end(&self) -> Complex<f64> {
        self.from + self.direction * self.length
    }
}

/// A path, the logarithm of the integral of the modulus, roughly, and a bound of what lies beyond its end.
pub(super) struct Route {
    pub(super) segments: Vec<Segment>,
    pub(super) log: f64,
    pub(super) beyond: f64,
}

impl Route {
    /// The error that a tolerance allows, relatively where the value may be more than 1.
    pub(super) fn allowed(&self, tolerance: f64) -> f64 {
        tolerance * libm::exp(self.log.max(0.0))
    }

    /// Whether what lies beyond the end is within a tolerance.
    fn ends_within(&self, tolerance: f64) -> bool {
        self.beyond <= self.allowed(tolerance)
    }
}

/// The path through places.
pub(super) fn through(places: &[Complex<f64>]) -> Vec<Segment> {
    let pairs = places.windows(2).filter(|pair| pair[0] != pair[1]);
    pairs
        .map(|pair| Segment::between(pair[0], pair[1]))
        .collect()
}

/// The path by its heights, each from a place on, up to the last place.
fn joined(levels: &[(f64, f64)], end: f64) -> Vec<Segment> {
    let mut places = vec![Complex::new(0.0, 0.0)];
    let (mut along, mut up) = (0.0, 0.0);
    for level in levels {
        along = f64::max(along, level.0);
        places.push(Complex::new(along, up));
        up = f64::max(up, level.1);
        places.push(Complex::new(along, up));
    }
    places.push(Complex::new(end, up));
    through(&places)
}

impl Integrand<'_> {
    /// The highest path that is about as good as the best one.
    pub(super) fn best(&self, tolerance: f64) -> Option<Route> {
        // On the real axis nothing turns.
        if self.region.iter().all(|s| s.im == 0.0) {
            return self.straight(0.0, false);
        }
        let mut found: Vec<Route> = Vec::new();
        for height in self.heights() {
            let straight = [true, false].map(|again| self.straight(height, again));
            let slanted = self.slanted(height);
            let all = straight.into_iter().chain([slanted]).flatten();
            found.extend(all.filter(|route| route.ends_within(tolerance)));
        }
        self.highest(found)
    }

    /// The heights that are tried, downward.
    pub(super) fn heights(&self) -> impl Iterator<Item = f64> {
        let highest = LARGEST_TURN / self.law.shift;
        let lower = (0..HEIGHTS).map(move |power| highest * libm::pow(LOWER, f64::from(power)));
        lower.chain([0.0])
    }

    /// The first one that is about as good as the best one.
    pub(super) fn highest(&self, found: Vec<Route>) -> Option<Route> {
        let logs = found.iter().map(|route| route.log);
        let least = logs.fold(f64::INFINITY, f64::min);
        let slack = AS_GOOD.min(AS_GOOD_OF_ALL / (self.law.steps * libm::exp(least)));
        let most = least + libm::log1p(slack);
        found.into_iter().find(|route| route.log <= most)
    }

    pub(super) fn straight(&self, height: f64, again: bool) -> Option<Route> {
        let segments = self.segments(height, again)?;
        Some(Route {
            log: self.rough(&segments),
            beyond: self.beyond(segments.last()?.end())?,
            segments,
        })
    }

    /// The path at a height up to beyond the zero of `e^L` and, from there, on a slant on which all arguments make the integrand fall.
    fn slanted(&self, height: f64) -> Option<Route> {
        let law = self.law;
        let mut levels = vec![(0.0, height)];
        let highest = LARGEST_TURN / law.shift;
        let place = self.place().min(law.linear_from(BEFORE_ZERO));
        if highest > HIGHER * height && place > 0.0 {
            levels.push((place, highest));
        }
        let (_, height) = levels[levels.len() - 1];
        let end = Complex::new(law.linear_from(BEYOND_ZERO_ON_SLANT), height);
        if end.re == 0.0 {
            return None;
        }
        let beyond = self.on_slant(end)?;
        let segments = joined(&levels, end.re);
        Some(Route {
            log: self.rough(&segments),
            beyond,
            segments,
        })
    }

    /// A bound of what lies on the slant from a place; none where not all arguments make the integrand fall there.
    pub(super) fn on_slant(&self, end: Complex<f64>) -> Option<f64> {
        let law = self.law;
        if end.im == 0.0 {
            return None;
        }
        let left = libm::exp(-BEYOND_ZERO_ON_SLANT);
        // The derivative of the exponent along the slant, per unit of the real part, at most.
        let turned = libm::hypot(1.0, SLANT) * left / (1.0 - left);
        let slopes = self
            .region
            .map(|s| law.shift * (s.re - SLANT * s.im + turned * complex::abs(s)));
        let slope = slopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let falls = end.re + 0.5 * law.shift - SLANT * end.im - slope;
        if slope > 0.0 || falls < 1e-3 {
            return None;
        }
        let beyond = libm::hypot(1.0, SLANT) / falls * libm::exp(self.log_at(end));
        Some(beyond * (1.0 + 1e-9))
    }

    /// How far a path may go on at a height.
    pub(super) fn reach(&self, height: f64) -> f64 {
        GROWS_BEYOND * self.law.shift * self.largest_re() + libm::hypot(height, REACH)
    }

    /// Where large losses have their saddle, for all arguments.
    pub(super) fn highest_of_large(&self) -> f64 {
        let imaginary = self.region.iter().map(|s| s.im);
        (self.law.shift * imaginary.fold(f64::INFINITY, f64::min)).min(HIGHEST)
    }

    /// Where the density has fallen so far that the path may rise before the zero of `e^L` to where small losses are turned most.
    fn place(&self) -> f64 {
        (LARGEST_TURN / self.law.shift).max(REACH - ASIDE) + ASIDE
    }

    /// The path at a height, and up again where large losses are if it is to.
    fn segments(&self, height: f64, again: bool) -> Option<Vec<Segment>> {
        let shift = self.law.shift;
        let last = |height: f64| self.reach(height);
        let zero = self.law.linear_from(BEYOND_ZERO);
        let highest = (self.highest_of_large(), LARGEST_TURN / shift);
        let mut levels = vec![(0.0, height)];
        if again {
            let before = highest.0.min(highest.1);
            if height > 0.0 && self.place() < zero && before > HIGHER * height {
                levels.push((self.place(), before));
            }
            let (_, known) = levels[levels.len() - 1];
            if height > 0.0 && zero < last(known) && highest.0 > HIGHER * known {
                levels.push((zero, highest.0));
            }
            if levels.len() == 1 {
                return None;
            }
        }
        let (place, height) = levels[levels.len() - 1];
        Some(joined(&levels, place + last(height)))
    }

    /// Logarithm of the integral of the modulus, roughly.
    pub(super) fn rough(&self, segments: &[Segment]) -> f64 {
        let points = segments.iter().flat_map(|segment| {
            (0..ROUGH).map(move |index| {
                let share = |index: usize| {
                    let share = index as f64 / ROUGH as f64;
                    share * share
                };
                let (from, to) = (share(index), share(index + 1));
                let place = segment.from + segment.direction * (0.5 * (from + to) * segment.length);
                (place, (to - from) * segment.length)
            })
        });
        let logs: Vec<f64> = points
            .map(|(place, length)| self.log_at(place) + libm::log(length))
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum::<f64>())
    }

    /// Bound of what lies beyond the end of the path: the modulus of `e^L` grows by little more than `e^(m y)` does, and the normal density falls.
    pub(super) fn beyond(&self, end: Complex<f64>) -> Option<f64> {
        let law = self.law;
        let angle = law.shift * end.im;
        let grows = if angle <= LARGEST_TURN {
            GROWS
        } else {
            GROWS_BEYOND
        };
        let falls = end.re + 0.5 * law.shift - grows * self.largest_re() * law.shift;
        if falls <= 1.0 {
            return None;
        }
        let loss = law.loss_on(Rectangle {
            re: (end.re, end.re),
            im: (end.im, end.im),
        })?;
        // Beyond the zero of `e^L` and where it lies on the other side of 0, its modulus grows.
        let least = if end.re >= law.linear_from(BEYOND_ZERO) || libm::cos(angle) >= 0.0 {
            loss.re.0
        } else {
            libm::log((1.0 - law.rate) * libm::sin(angle).abs())
        };
        // Up to half a turn the angle of `e^L` rises to that of `e^(m y)`; beyond the zero it is near that.
        let angles = if angle <= PI {
            (loss.im.0, angle)
        } else {
            (angle - NEAR_ANGLE, angle + NEAR_ANGLE)
        };
        let grown = self.grown(Rectangle {
            re: (least.min(0.0), loss.re.1.max(0.0)),
            im: angles,
        });
        Some(libm::exp(grown + self.log_density(end.re, end.im)) / falls)
    }
}
