//! The Laplace transform of one summand at complex arguments, by a path on which its integrand does not turn much.
//!
//! With `Y = e^(m z - m²/2)/bins` the transform is `E e^(-sY)`, an integral of an entire function over the normal `z`. The path
//! follows the real axis up to a corner, turns into the lower half-plane there and goes on at a height at which `sY` has a
//! positive real part: so it goes on to where the integral over the real axis has no value, at arguments on and beyond the
//! negative real axis. On the axis itself all of the imaginary part is made after the corner, and known relatively.

use crate::grid::allocation::summands::Summands;
use crate::numerics::complex::{self, Complex};
use crate::numerics::{Bisection, legendre_of_20, normal};
use core::f64::consts::PI;

/// Nodes of the rule on each panel, and ellipses of Bernstein that are tried.
const NODES: usize = 20;
const ELLIPSES: [f64; 6] = [1.5, 2.0, 3.0, 4.5, 7.0, 12.0];
/// Length of the first panel that is tried, what is left of one that was too long, by how much each may exceed the one before, and
/// how many are tried.
const FIRST: f64 = 0.8;
const SHRINKAGE: f64 = 0.7;
const GROWTH: f64 = 1.6;
const MOST_TRIES: usize = 120;
/// Logarithm of a transform that is near 1.
const NEAR_ONE: f64 = -0.7;
/// What the nodes, which are laid for the integrand, may lack of its modulus and of that a little off their arguments.
const OF_MODULUS: f64 = 1e-6;
/// Largest angle of `sY` at the end of the path.
const LAST_ANGLE: f64 = 1.1;
/// Logarithm of what is left, of what is allowed, where the path ends.
const SPARE: f64 = 5.0;
/// How much farther out saddles of smaller arguments are at most, over the shift.
const FARTHER: f64 = 40.0;
/// Saddles times the shift from which on nothing is larger than at the saddle: `pi²/4`.
const HALF_TURN: f64 = 2.468;
const LOG_DENSITY: f64 = 0.9189385332046727;

/// Arguments: sizes, and angles from the positive real axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) sizes: (f64, f64),
    pub(super) angles: (f64, f64),
}

/// What is taken off a sum, in two parts of which the first is 0 or 1: light summands are all near their mean, heavy ones near 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Centre {
    pub(super) origin: f64,
    pub(super) mean: f64,
}

impl Centre {
    pub(super) fn sum(&self) -> f64 {
        self.origin + self.mean
    }
}

/// Nodes of the path: values less the centre and weights.
pub(super) struct Path {
    /// Whether the transform is near 1, so that it is summed less 1.
    is_near_one: bool,
    real: Vec<(f64, f64)>,
    turned: Vec<(Complex<f64>, Complex<f64>)>,
    /// Mass right of the corner.
    beyond: f64,
    /// Errors of the rules, and what both ends leave out.
    real_error: f64,
    turned_error: f64,
    /// Rounding of values and weights of both parts, in units of epsilon.
    rounding: (f64, f64),
}

/// The transform, or that less 1, in two parts with their errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transform {
    is_near_one: bool,
    pub(super) real: Complex<f64>,
    pub(super) real_error: f64,
    pub(super) turned: Complex<f64>,
    pub(super) turned_error: f64,
}

impl Transform {
    pub(super) fn log(&self) -> Complex<f64> {
        let sum = self.real + self.turned;
        if self.is_near_one {
            complex::log1p(sum)
        } else {
            Complex::new(libm::log(complex::abs(sum)), libm::atan2(sum.im, sum.re))
        }
    }

    pub(super) fn error(&self) -> f64 {
        self.real_error + self.turned_error
    }
}

impl Summands {
    /// Where `f(Y) e^(rY)` is least, beyond its middle: `r m Y = z`. None where it grows throughout.
    pub(super) fn saddle(&self, r: f64) -> Option<f64> {
        let grows = |z: f64| libm::log(r * self.shift / z) + self.log_value(z) < 0.0;
        let first = 1.0 / self.shift;
        if !grows(first) {
            return None;
        }
        let mut far = first + 1.0;
        while grows(far) {
            far += 1.0 + 0.5 * far;
        }
        Some(Bisection::linear(60).bracket(first, far, grows).0)
    }

    /// Logarithm of a bound of what lies beyond a saddle on the negative axis: along the vertical line the integrand falls, and beyond half a
    /// turn it is less than at the saddle.
    pub(super) fn log_turned(&self, saddle: f64) -> f64 {
        if saddle * self.shift < HALF_TURN {
            return f64::INFINITY;
        }
        saddle * (1.0 / self.shift - 0.5 * saddle) + libm::log(PI / self.shift + 2.0)
    }

    pub(super) fn log_value(&self, z: f64) -> f64 {
        self.shift * (z - 0.5 * self.shift) - libm::log(self.bins)
    }
}

/// A stretch of the path.
struct Segment {
    from: Complex<f64>,
    direction: Complex<f64>,
    length: f64,
    /// Error of a panel that is allowed.
    allowed: f64,
}

impl Path {
    /// For arguments of a region; a transform of about `e^log_mass` gets an error of about `tolerance` of itself, and what lies beyond the
    /// corner one of itself if that is asked for.
    pub(super) fn new(
        summands: &Summands,
        centre: Centre,
        region: Region,
        (tolerance, log_mass): (f64, f64),
        with_turned: bool,
    ) -> Option<Self> {
        let shift = summands.shift;
        let size = libm::sqrt(region.sizes.0 * region.sizes.1);
        let saddle = summands.saddle(size);
        let corner = saddle.unwrap_or_else(|| summands.place(1.0 / size));
        let allowed = 0.02 * tolerance * libm::exp(log_mass);
        let law = Integrand {
            summands,
            centre,
            region,
        };
        let reach = summands.reach(log_mass);
        let start = (-reach).min(corner - 1.0);
        let is_near_one = log_mass > NEAR_ONE;
        let mut path = Self {
            is_near_one,
            real: Vec::new(),
            turned: Vec::new(),
            beyond: normal::sf(corner),
            real_error: 0.0,
            turned_error: 0.0,
            rounding: (40.0 + 24.0 * shift, 40.0 + corner * corner),
        };
        // Left of the start every value is between 0 and that there.
        let growth = law.log_growth(start).max(law.log_factor()).max(0.0);
        path.real_error = 2.0 * normal::sf(-start) * libm::exp(growth);
        let left_out = if with_turned { None } else { law.left_out() };
        let left_out = left_out.filter(|(_, log)| *log < libm::log(1e-3 * allowed));
        let end = left_out.map_or(corner, |(saddle, _)| law.end(saddle, allowed));
        let axis = Segment {
            from: Complex::new(start, 0.0),
            direction: Complex::new(1.0, 0.0),
            length: end - start,
            allowed,
        };
        let mut nodes = Vec::new();
        path.real_error += law.lay(&axis, is_near_one, &mut nodes)?;
        path.real = nodes.iter().map(|(y, w)| (y.re, w.re)).collect();
        if let Some((saddle, log)) = left_out {
            path.beyond = normal::sf(end);
            path.real_error += (saddle - end).max(0.0) * libm::exp(law.log_on_axis(end));
            path.turned_error = libm::exp(log);
            return Some(path);
        }
        let turn = (region.angles.1 - LAST_ANGLE).max(0.0);
        let least_cos = libm::cos((region.angles.0 - turn).abs().max(region.angles.1 - turn));
        if least_cos <= 0.05 {
            return None;
        }
        // What is turned is a part of the transform, and where it is small it is wanted relatively.
        let part = saddle.map_or(1.0, |_| libm::exp(law.log_on_axis(corner).min(0.0)));
        let allowed = (1e-3 * tolerance * part).min(allowed);
        let height = turn / shift;
        let down = Segment {
            from: Complex::new(corner, 0.0),
            direction: Complex::new(0.0, -1.0),
            length: height,
            allowed,
        };
        let falls = |z: f64| {
            region.sizes.0 * summands.value(z) * least_cos
                - law.log_factor()
                - 0.5 * height * height
        };
        let mut end = corner;
        while -0.5 * end * end - falls(end) > libm::log(allowed) - SPARE {
            end += 0.25 / shift.max(0.5);
        }
        let across = Segment {
            from: Complex::new(corner, -height),
            direction: Complex::new(1.0, 0.0),
            length: end - corner,
            allowed,
        };
        let mut error = libm::exp(-falls(end)) * normal::sf(end);
        if height > 0.0 {
            error += law.lay(&down, false, &mut path.turned)?;
        }
        error += law.lay(&across, false, &mut path.turned)?;
        path.turned_error = error;
        Some(path)
    }

    /// The transform at an argument of the region.
    pub(super) fn at(&self, s: Complex<f64>) -> Transform {
        let (mut real, mut rounding) = (Complex::new(0.0, 0.0), 0.0);
        let size = complex::abs(s);
        let beyond = if self.is_near_one { self.beyond } else { 0.0 };
        for (value, weight) in &self.real {
            let exponent = -s * *value;
            let (part, least) = if self.is_near_one {
                (complex::expm1(exponent), 1.0)
            } else {
                (complex::exp(exponent), 0.0)
            };
            real += part * *weight;
            let size = libm::exp(exponent.re) * (size * value.abs() + 1.0 - least);
            rounding += weight * (size + least * complex::abs(exponent));
        }
        let (mut turned, mut of_turned) = (Complex::new(0.0, 0.0), 0.0);
        for (value, weight) in &self.turned {
            let exponent = -s * *value;
            let part = weight * complex::exp(exponent);
            turned += part;
            of_turned += (part.re.abs() + part.im.abs())
                * (size * (value.re.abs() + value.im.abs()) + self.rounding.1);
        }
        Transform {
            is_near_one: self.is_near_one,
            real: real - beyond,
            real_error: self.real_error
                + f64::EPSILON * (self.rounding.0 * rounding + 16.0 * beyond),
            turned,
            turned_error: self.turned_error + 2.0 * f64::EPSILON * of_turned,
        }
    }

    /// Logarithms of bounds of the moduli of both parts at an argument, 1 not taken off: convex functions of it, so that on a
    /// polygon they are largest at a corner.
    pub(super) fn log_largest(&self, s: Complex<f64>) -> (f64, f64) {
        // Along the path the modulus is as analytic as the integrand, and the nodes serve it as well.
        let (mut real, mut moved, mut left) = (0.0, 0.0, 0.0);
        for (value, weight) in &self.real {
            let part = weight * libm::expm1(-s.re * value);
            real += part;
            moved += part.abs();
            left += part + weight;
        }
        let turned = self.turned.iter();
        let turned: f64 = turned
            .map(|(value, weight)| {
                complex::abs(*weight) * libm::exp(s.im * value.im - s.re * value.re)
            })
            .sum();
        let turned = (1.0 + OF_MODULUS) * turned + self.turned_error;
        let less_one = real + OF_MODULUS * moved - self.beyond + self.real_error + turned;
        let log = if self.is_near_one && less_one > -0.5 {
            libm::log1p(less_one) + 4.0 * f64::EPSILON
        } else {
            libm::log((1.0 + OF_MODULUS) * left + self.real_error + turned)
        };
        (log, libm::log(turned))
    }
}

/// What is integrated.
struct Integrand<'a> {
    summands: &'a Summands,
    centre: Centre,
    region: Region,
}

impl Integrand<'_> {
    /// The value less the centre.
    fn centred(&self, z: f64) -> f64 {
        self.summands.centred(z, self.centre)
    }

    /// Logarithm of the factor that the centre makes at most.
    fn log_factor(&self) -> f64 {
        let (least, most) = self.region.sizes;
        let cos = libm::cos(self.region.angles.0);
        let centre = self.centre.sum() / self.summands.bins;
        centre * cos * if cos >= 0.0 { most } else { least }
    }

    /// Logarithm of a bound of `|e^(-s (Y - c))|` on the real axis.
    fn log_growth(&self, z: f64) -> f64 {
        let (least, most) = self.region.sizes;
        let value = self.centred(z);
        let cos = if value >= 0.0 {
            -libm::cos(self.region.angles.1)
        } else {
            libm::cos(self.region.angles.0)
        };
        value.abs() * cos * if cos >= 0.0 { most } else { least }
    }

    /// Logarithm of a bound of the integrand there.
    fn log_on_axis(&self, z: f64) -> f64 {
        self.log_growth(z) - 0.5 * z * z - LOG_DENSITY
    }

    /// The saddle of the largest arguments, beyond which the path of each of them may turn, and the logarithm of a bound of what lies beyond:
    /// of smaller ones the saddles are farther out.
    fn left_out(&self) -> Option<(f64, f64)> {
        let saddle = self.summands.saddle(self.region.sizes.1)?;
        let log = self.summands.log_turned(saddle) + self.log_factor();
        Some((
            saddle,
            log + libm::log(saddle + FARTHER / self.summands.shift),
        ))
    }

    /// Where it has fallen to next to nothing, before a corner up to which it falls.
    fn end(&self, corner: f64, allowed: f64) -> f64 {
        let least = libm::log(allowed / (corner + 1.0)) - SPARE;
        let mut end: f64 = 0.5;
        while end < corner && self.log_on_axis(end) > least {
            end += 0.5;
        }
        end.min(corner)
    }

    /// Lays panels on a segment; the sum of their errors.
    fn lay(
        &self,
        segment: &Segment,
        less_one: bool,
        nodes: &mut Vec<(Complex<f64>, Complex<f64>)>,
    ) -> Option<f64> {
        let points = legendre_of_20();
        let (mut from, mut length, mut error) = (0.0, FIRST, 0.0);
        for _ in 0..MOST_TRIES {
            if from >= segment.length {
                return Some(error);
            }
            let half = 0.5 * length.min(segment.length - from);
            let centre = segment.from + segment.direction * (from + half);
            let bounds = ELLIPSES.map(|rho| {
                let rectangle = Rectangle::new(segment, (centre, half), rho);
                let growth = self.log_largest(&rectangle);
                let growth = if less_one {
                    growth.max(0.0) + 0.7
                } else {
                    growth
                };
                let power = 2.0 * (NODES as f64 - 1.0);
                half * 64.0 / 15.0
                    * libm::exp(growth + rectangle.log_density() - power * libm::log(rho))
                    / (rho * rho - 1.0)
            });
            let bound = bounds.into_iter().fold(f64::INFINITY, f64::min);
            if bound.is_nan() || bound > segment.allowed {
                length = SHRINKAGE * 2.0 * half;
                continue;
            }
            error += bound;
            for (x, weight) in points {
                let z = centre + segment.direction * (half * x);
                let exponent =
                    Complex::new(z.re - 0.5 * self.summands.shift, z.im) * self.summands.shift;
                let value = if self.centre.origin > 0.0 {
                    complex::expm1(exponent)
                } else {
                    complex::exp(exponent)
                };
                let value = (value - self.centre.mean) / self.summands.bins;
                let weight =
                    complex::exp(z * z * -0.5 - LOG_DENSITY) * segment.direction * (half * weight);
                nodes.push((value, weight));
            }
            from = if 2.0 * half < segment.length - from {
                from + 2.0 * half
            } else {
                segment.length
            };
            length = GROWTH * 2.0 * half;
        }
        None
    }

    /// Logarithm of a bound of `|e^(-s (Y - c))|` on a rectangle: by size and angle, or by real and imaginary parts.
    fn log_largest(&self, rectangle: &Rectangle) -> f64 {
        let Rectangle { re, im } = *rectangle;
        let shift = self.summands.shift;
        let (sizes, angles) = (self.region.sizes, self.region.angles);
        let values = (self.summands.value(re.0), self.summands.value(re.1));
        let angle = (angles.0 + shift * im.0, angles.1 + shift * im.1);
        let cos = if angle.0 < -PI || angle.1 > PI {
            -1.0
        } else {
            libm::cos(angle.0).min(libm::cos(angle.1))
        };
        let size = if cos >= 0.0 {
            sizes.0 * values.0
        } else {
            sizes.1 * values.1
        };
        let by_size = self.log_factor() - size * cos;
        let turn = shift * im.0.abs().max(im.1.abs());
        if turn > 0.5 * PI {
            return by_size;
        }
        let less = values.0 * (1.0 - libm::cos(turn));
        let centred = (self.centred(re.0) - less, self.centred(re.1));
        let across = values.1 * libm::sin(turn);
        let corners = [
            (sizes.0, angles.0),
            (sizes.0, angles.1),
            (sizes.1, angles.0),
            (sizes.1, angles.1),
        ];
        let parts = corners.map(|(size, angle)| {
            let (sin, cos) = libm::sincos(angle);
            let along = (-cos * centred.0).max(-cos * centred.1);
            size * (along + sin * across)
        });
        by_size.min(
            parts
                .into_iter()
                .fold(f64::NEG_INFINITY, f64::max)
                .max(self.log_between(centred, across)),
        )
    }

    /// The same at angles between both ends.
    fn log_between(&self, centred: (f64, f64), across: f64) -> f64 {
        let (sizes, angles) = (self.region.sizes, self.region.angles);
        let along = [centred.0, centred.1].map(|value| {
            // -value cos + across sin is largest where its angle is that of (-value, across).
            let peak = libm::atan2(across, -value);
            if angles.0 < peak && peak < angles.1 {
                libm::hypot(value, across)
            } else {
                f64::NEG_INFINITY
            }
        });
        let most = along[0].max(along[1]);
        if most > 0.0 {
            most * sizes.1
        } else {
            most * sizes.0
        }
    }
}

impl Summands {
    /// The value at `z` less the centre.
    pub(super) fn centred(&self, z: f64, centre: Centre) -> f64 {
        let exponent = self.shift * (z - 0.5 * self.shift);
        let value = if centre.origin > 0.0 {
            libm::expm1(exponent)
        } else {
            libm::exp(exponent)
        };
        (value - centre.mean) / self.bins
    }
}

/// The rectangle around an ellipse of Bernstein: real parts and imaginary parts.
struct Rectangle {
    re: (f64, f64),
    im: (f64, f64),
}

impl Rectangle {
    fn new(segment: &Segment, (centre, half): (Complex<f64>, f64), rho: f64) -> Self {
        let along = 0.5 * half * (rho + 1.0 / rho);
        let across = 0.5 * half * (rho - 1.0 / rho);
        let (re, im) = if segment.direction.im == 0.0 {
            (along, across)
        } else {
            (across, along)
        };
        Self {
            re: (centre.re - re, centre.re + re),
            im: (centre.im - im, centre.im + im),
        }
    }

    /// Logarithm of a bound of the normal density there.
    fn log_density(&self) -> f64 {
        let nearest = 0.0_f64.max(self.re.0).min(self.re.1);
        let farthest = self.im.0.abs().max(self.im.1.abs());
        0.5 * (farthest * farthest - nearest * nearest) - LOG_DENSITY
    }
}
