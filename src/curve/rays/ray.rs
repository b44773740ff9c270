//! A contour from a point of the real axis upward, and its mirror image: the divergences of all orders nearby.

use super::ellipse::Ellipse;
use super::law::Law;
use super::paths::{Part, Paths, excess, log_largest};
use super::start::Start;
use crate::numerics::complex::{self, Complex};
use crate::numerics::legendre_of_20;
use core::f64::consts::PI;

/// The ellipse of Bernstein around a panel, and around one far from the start.
const RHO: f64 = 3.0;
const RHO_FAR: f64 = 2.3;
const FAR: f64 = 8.0;
/// Error of a panel, as a share of the peak, and what may lie beyond, as a share of all.
pub(super) const OF_PANEL: f64 = 1e-14;
const LEFT_OUT: f64 = 1e-10;
/// What is left of a panel that was too long, by how much each may exceed the one before, and the most of them.
const SHRINKAGE: f64 = 0.6;
const GROWTH: f64 = 2.0;
/// The same after one was too long.
const GENTLY: f64 = 1.5;
const MOST_PANELS: usize = 90;
const MOST_TRIES: usize = 130;
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
    /// Logarithms of bounds of what is left out, and the real parts there.
    beyond: Vec<(f64, f64)>,
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

impl Ray {
    /// For an order; `deviation` is that of the loss under the tilt of the start. None where it is too long.
    pub(super) fn new(laws: &[Law], start: &Start, deviation: f64, order: f64) -> Option<Self> {
        let mut ray = Self::scaled(start.s, start.log());
        let allowed = libm::log(OF_PANEL / deviation);
        ray.climb(laws, Part::All, (start.s, deviation), (order, allowed))?;
        Some(ray)
    }

    /// Nothing yet, on a scale at an argument.
    pub(super) fn scaled(s: f64, log: f64) -> Self {
        Self {
            s,
            log,
            nodes: Vec::new(),
            panels: Vec::new(),
            beyond: Vec::new(),
        }
    }

    /// Adds the integral of a part on a contour from a place of the real axis upward, with this error of a panel over the scale, by its
    /// logarithm.
    pub(super) fn climb(
        &mut self,
        laws: &[Law],
        part: Part,
        (start, deviation): (f64, f64),
        (order, allowed): (f64, f64),
    ) -> Option<()> {
        let shift = laws.iter().map(|law| law.shift).fold(0.0, f64::max);
        let gentle = LEANS.min(AT_PEAK / (start * shift));
        let mut from = Complex::new(start, 0.0);
        let mut length = 1.5 / deviation;
        let (mut panels, mut growth) = (0, GROWTH);
        // Where leaning makes the integrand grow, it does up to about twice as high.
        let (mut upright, mut before) = (0.0_f64, f64::INFINITY);
        for _ in 0..MOST_TRIES {
            let leans = if order == 0.0 {
                0.0
            } else if from.im * shift < PEAK || from.im < upright.max(STEEP * from.re) {
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
                let found = self.panel(laws, part, (centre, direction, half), rho);
                found.filter(fits)
            });
            let Some((paths, corners)) = found else {
                length *= SHRINKAGE;
                growth = GENTLY;
                continue;
            };
            for &(x, weight) in legendre_of_20() {
                let s = centre + direction * (half * x);
                let (log, ratio, error) = excess(&paths, s);
                let scale = complex::exp(log - self.log) * direction * (half * weight / PI)
                    / (s * (s - 1.0));
                let error =
                    complex::abs(scale) * (error + 16.0 * f64::EPSILON * complex::abs(ratio));
                self.add(s, scale * ratio, 1.01 * error);
            }
            self.panels.push(corners);
            panels += 1;
            from += direction * length;
            length *= growth;
            growth = GROWTH;
            // Straight up from here nothing grows.
            let log = log_largest(&paths, from) - self.log - libm::log(PI * from.im);
            let beyond = (log, from.re - self.s);
            let height = log - beyond.1 * order;
            if leans == LEANS && height > before {
                upright = 2.0 * from.im;
            }
            before = height;
            let reading = self.relative(order);
            if !reading.error.is_finite() {
                return None;
            }
            let left_out = libm::exp(log - beyond.1 * order);
            if left_out <= LEFT_OUT * reading.divergence.abs() || left_out < 1e-3 * reading.error {
                self.beyond.push(beyond);
                return Some(());
            }
            if panels == MOST_PANELS {
                return None;
            }
        }
        None
    }

    /// Adds a node, by its coefficient over the scale and the error of that.
    pub(super) fn add(&mut self, s: Complex<f64>, coefficient: Complex<f64>, error: f64) {
        self.nodes.push((s - self.s, coefficient, error));
    }

    /// The argument of the scale.
    pub(super) fn start(&self) -> f64 {
        self.s
    }

    /// A number over the scale, by its logarithm.
    pub(super) fn over_scale(&self, log: f64) -> f64 {
        libm::exp(log - self.log)
    }

    /// Adds a panel on the real axis, by the logarithms of a bound at the corners of a rectangle around it.
    pub(super) fn add_panel(&mut self, corners: [(f64, Complex<f64>); 4]) {
        self.panels
            .push(corners.map(|(log, s)| (log - self.log, s.re - self.s)));
    }

    /// Leaves out what is no more than this at an argument, by its logarithm.
    pub(super) fn leave_out(&mut self, log: f64, s: f64) {
        self.beyond.push((log - self.log, s - self.s));
    }

    /// The paths for a panel and the bound of its error.
    fn panel(
        &self,
        laws: &[Law],
        part: Part,
        (centre, direction, half): (Complex<f64>, Complex<f64>, f64),
        rho: f64,
    ) -> Option<(Vec<Paths>, Corners)> {
        let ellipse = Ellipse::new(half, rho);
        let region = ellipse.corners(centre, direction);
        // How far both poles are.
        let away = |pole: f64| {
            let place = (Complex::new(pole, 0.0) - centre) * direction.conj();
            libm::hypot(
                (place.re.abs() - ellipse.along).max(0.0),
                (place.im.abs() - ellipse.across).max(0.0),
            )
        };
        let poles = away(0.0) * away(1.0);
        if poles == 0.0 {
            return None;
        }
        let paths = laws.iter().map(|law| Paths::new(law, part, region));
        let paths: Vec<Paths> = paths.collect::<Option<_>>()?;
        let log_rule = ellipse.log_rule(poles) - self.log;
        let corners = region.map(|s| (log_rule + log_largest(&paths, s), s.re - self.s));
        Some((paths, corners))
    }

    /// What it says of an order, over its scale.
    fn relative(&self, order: f64) -> Reading {
        let beyond = self
            .beyond
            .iter()
            .map(|(log, re)| libm::exp(log - re * order));
        let mut reading = Reading {
            divergence: 0.0,
            error: beyond.sum(),
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
