//! A contour from a point of the real axis upward, and its mirror image: the divergences of all orders nearby.

use super::law::Law;
use super::path::{Path, Region};
use super::start::{Start, atom};
use crate::numerics::complex::{self, Complex};
use crate::numerics::legendre_of_20;
use core::f64::consts::PI;

/// Of the rule of 20 nodes.
const POWER: f64 = 38.0;
/// The ellipse of Bernstein around a panel, and around one far from the start.
const RHO: f64 = 3.0;
const RHO_FAR: f64 = 2.3;
const FAR: f64 = 8.0;
/// Tolerance of a path, over the number of steps.
const TOLERANCE: f64 = 1e-16;
/// Error of a panel, as a share of the peak, and what may lie beyond, as a share of all.
const OF_PANEL: f64 = 1e-14;
const LEFT_OUT: f64 = 1e-10;
/// What is left of a panel that was too long, by how much each may exceed the one before, and the most of them.
const SHRINKAGE: f64 = 0.6;
const GROWTH: f64 = 2.0;
const MOST_PANELS: usize = 90;
const MOST_TRIES: usize = 130;
/// Largest relative error of a power.
const MOST_ERROR: f64 = 1e-3;
/// How far to the right the contour leans, at first and beyond where large losses have their peak.
const LEANS: f64 = 0.35;
const AT_PEAK: f64 = 0.7;
const PEAK: f64 = 7.0;
const STEEP: f64 = 2.0;

/// A bound of the error of a panel: its logarithms at the corners of a rectangle, and their real parts.
type Corners = [(f64, f64); 4];

pub(super) struct Ray {
    /// Where it starts, and the logarithm of its scale.
    s: f64,
    log: f64,
    /// Arguments less the start, coefficients over the scale, and their errors.
    nodes: Vec<(Complex<f64>, Complex<f64>, f64)>,
    panels: Vec<Corners>,
    /// Logarithm of a bound of what lies beyond, and the real part there.
    beyond: (f64, f64),
}

/// What a ray says of an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) divergence: f64,
    pub(super) error: f64,
    /// The probability of larger losses under "out", and the density of the loss there. Estimates.
    pub(super) rate: f64,
    pub(super) density: f64,
}

/// The paths of a region for one phase.
struct Paths {
    above: Path,
    below: Path,
    atom: f64,
    steps: f64,
}

/// The argument of the other side.
fn mirrored(s: Complex<f64>) -> Complex<f64> {
    Complex::new(1.0 - s.re, s.im)
}

impl Paths {
    fn new(law: &Law, region: Region) -> Option<Self> {
        let tolerance = TOLERANCE / law.steps.max(10.0) * 10.0;
        Some(Self {
            above: Path::new(law, region, tolerance)?,
            below: Path::new(law, region.map(mirrored), tolerance)?,
            atom: atom(law),
            steps: law.steps,
        })
    }
}

/// What the powers exceed those without losses above 0 by, and the relative error.
fn excess(paths: &[Paths], s: Complex<f64>) -> (Complex<f64>, Complex<f64>, f64) {
    let (mut less, mut grown, mut error) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0), 0.0);
    let mut of_grown = 0.0;
    for path in paths {
        let (above, own) = path.above.at(s);
        let (below, other) = path.below.at(mirrored(s));
        let rest = below.conj() + path.atom;
        let size = complex::abs(rest);
        let share = above / rest;
        let all = complex::abs(share + 1.0);
        let log = complex::log1p(rest - 1.0) * path.steps;
        less += log;
        grown += complex::log1p(share) * path.steps;
        let of_rest = (other + 4.0 * f64::EPSILON * (size + path.atom)) / size;
        error += path.steps * of_rest + 4.0 * f64::EPSILON * (complex::abs(log) + 4.0);
        let of_share = own / size + complex::abs(share) * (of_rest + 4.0 * f64::EPSILON);
        of_grown += path.steps * of_share / all.min(1.0);
    }
    // The difference of both powers over the smaller one.
    let ratio = complex::expm1(grown);
    let whole = complex::abs(ratio);
    if error + of_grown > MOST_ERROR {
        return (less, ratio, f64::INFINITY);
    }
    let of_ratio = (of_grown + 4.0 * f64::EPSILON * complex::abs(grown)) * (1.0 + whole);
    (less, ratio, error * whole + 1.01 * of_ratio)
}

/// Logarithm of a bound of its modulus, a convex function.
fn log_largest(paths: &[Paths], s: Complex<f64>) -> f64 {
    let (mut log, mut shares) = (0.0, 0.0);
    for path in paths {
        let above = path.above.largest(s);
        let all = (path.atom + above + path.below.largest(mirrored(s))) * (1.0 + 1e-12);
        log += path.steps * libm::log(all);
        shares += path.steps * above / all;
    }
    log + libm::log(shares)
}

impl Ray {
    /// For an order; `deviation` is that of the loss under the tilt of the start. None where it is too long.
    pub(super) fn new(laws: &[Law], start: &Start, deviation: f64, order: f64) -> Option<Self> {
        let mut ray = Self {
            s: start.s,
            log: start.log(),
            nodes: Vec::new(),
            panels: Vec::new(),
            beyond: (f64::INFINITY, 0.0),
        };
        let shift = laws.iter().map(|law| law.shift).fold(0.0, f64::max);
        let gentle = LEANS.min(AT_PEAK / (start.s * shift));
        let mut from = Complex::new(start.s, 0.0);
        let mut length = 1.5 / deviation;
        let allowed = libm::log(OF_PANEL / deviation);
        for _ in 0..MOST_TRIES {
            let leans = if order == 0.0 {
                0.0
            } else if from.im * shift < PEAK || from.im < STEEP * from.re {
                gentle
            } else {
                LEANS
            };
            let direction = Complex::new(libm::sin(leans), libm::cos(leans));
            let half = 0.5 * length;
            let centre = from + direction * half;
            let fits = |(_, corners): &(Vec<Paths>, Corners)| log_error(corners, order) <= allowed;
            let mut ellipses = if from.im * deviation > FAR {
                vec![RHO_FAR, RHO]
            } else {
                vec![RHO]
            }
            .into_iter();
            let found = ellipses.find_map(|rho| {
                let found = ray.panel(laws, (centre, direction, half), rho);
                found.filter(fits)
            });
            let Some((paths, corners)) = found else {
                length *= SHRINKAGE;
                continue;
            };
            for &(x, weight) in legendre_of_20() {
                let s = centre + direction * (half * x);
                let (less, ratio, error) = excess(&paths, s);
                let scale = complex::exp(less - ray.log) * direction * (half * weight / PI)
                    / (s * (s - 1.0));
                let error =
                    complex::abs(scale) * (error + 16.0 * f64::EPSILON * complex::abs(ratio));
                ray.nodes.push((s - ray.s, scale * ratio, 1.01 * error));
            }
            ray.panels.push(corners);
            from += direction * length;
            length *= GROWTH;
            // Straight up from here nothing grows.
            let log = log_largest(&paths, from) - ray.log - libm::log(PI * from.im);
            ray.beyond = (log, from.re - ray.s);
            let reading = ray.relative(order);
            if !reading.error.is_finite() {
                return None;
            }
            let beyond = libm::exp(log - ray.beyond.1 * order);
            if beyond <= LEFT_OUT * reading.divergence.abs() || beyond < 1e-3 * reading.error {
                return Some(ray);
            }
            if ray.panels.len() == MOST_PANELS {
                return None;
            }
        }
        None
    }

    /// The paths for a panel and the bound of its error.
    fn panel(
        &self,
        laws: &[Law],
        (centre, direction, half): (Complex<f64>, Complex<f64>, f64),
        rho: f64,
    ) -> Option<(Vec<Paths>, Corners)> {
        let along = 0.5 * half * (rho + 1.0 / rho);
        let across = 0.5 * half * (rho - 1.0 / rho);
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let region = corners.map(|(a, b)| centre + direction * Complex::new(a * along, b * across));
        // How far both poles are.
        let away = |pole: f64| {
            let place = (Complex::new(pole, 0.0) - centre) * direction.conj();
            libm::hypot(
                (place.re.abs() - along).max(0.0),
                (place.im.abs() - across).max(0.0),
            )
        };
        let poles = away(0.0) * away(1.0);
        if poles == 0.0 {
            return None;
        }
        let paths: Option<Vec<Paths>> = laws.iter().map(|law| Paths::new(law, region)).collect();
        let paths = paths?;
        let log_rule = libm::log(half / PI * 64.0 / 15.0 / (rho * rho - 1.0) / poles)
            - POWER * libm::log(rho)
            - self.log;
        let corners = region.map(|s| (log_rule + log_largest(&paths, s), s.re - self.s));
        Some((paths, corners))
    }

    /// What it says of an order, over its scale.
    fn relative(&self, order: f64) -> Reading {
        let mut reading = Reading {
            divergence: 0.0,
            error: libm::exp(self.beyond.0 - self.beyond.1 * order),
            rate: 0.0,
            density: 0.0,
        };
        for (away, coefficient, error) in &self.nodes {
            let size = libm::exp(-away.re * order);
            let (sin, cos) = libm::sincos(-away.im * order);
            let part = coefficient * Complex::new(size * cos, size * sin);
            let s = away + self.s;
            reading.divergence += part.im;
            reading.rate += (part * (s - 1.0)).im;
            reading.density += (part * (s - 1.0) * s).im;
            let turned = complex::abs(*away) * order + 8.0;
            reading.error +=
                size * (error + 2.0 * f64::EPSILON * turned * complex::abs(*coefficient));
        }
        for corners in &self.panels {
            reading.error += libm::exp(log_error(corners, order));
        }
        reading
    }

    /// What it says of an order of 0 or more.
    pub(super) fn at(&self, order: f64) -> Reading {
        let found = self.relative(order);
        let log = self.log + (1.0 - self.s) * order;
        let rounding = 4.0 * f64::EPSILON * (self.log.abs() + (self.s * order).abs() + 4.0);
        let scale = libm::exp(log);
        let of_rate = libm::exp(log - order);
        Reading {
            divergence: scale * found.divergence,
            error: scale * (found.error + rounding * found.divergence.abs()) * (1.0 + 1e-9),
            rate: of_rate * found.rate,
            density: of_rate * found.density,
        }
    }
}

fn log_error(corners: &Corners, order: f64) -> f64 {
    let bounds = corners.iter().map(|(log, re)| log - re * order);
    // Nothing is larger than what is no number.
    bounds.fold(
        f64::NEG_INFINITY,
        |a, b| if b > a || b.is_nan() { b } else { a },
    )
}
