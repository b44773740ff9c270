//! The part of a contour on the real axis between the rays of small losses and of large ones.
//!
//! With paths cut at a place `y_e` ([`super::cut`]), `phi_+ = near + far`, and the integrand is that of the powers of `a + phi_+(1 - s) + near` less
//! the rest, plus that of what `far` adds. Either is analytic, so that each has a ray from a place of its own, and what the first one
//! makes between these two places is left. There `near` has an imaginary part, what the path makes on its way up from the real
//! axis: where a large loss and many small ones are as likely to make an order, it leaves the axis at the valley between both peaks,
//! upward, in the direction in which the integrand falls.

use super::ellipse::Ellipse;
use super::integrand::Integrand;
use super::law::Law;
use super::path::{Path, Region};
use super::paths::{log_of_part, mirrored, tolerance};
use super::ray::{OF_PANEL, Ray};
use super::start::atom;
use crate::numerics::complex::Complex;
use crate::numerics::legendre_of_20;
use core::f64::consts::PI;

/// Tolerance of the way up, as a share of its modulus.
const OF_SIDE: f64 = 1e-20;
/// The ellipses of Bernstein that are tried.
const ELLIPSES: [f64; 3] = [2.0, 3.0, 4.5];
/// Error of the nodes of a panel over the scale, for which it is halved down to a share of where it lies.
const OF_NODES: f64 = 1e-12;
const SHORTEST: f64 = 1e-2;
/// How often panels are halved.
const MOST_HALVINGS: usize = 60;
/// Largest relative error of a power.
const MOST_ERROR: f64 = 1e-3;

/// The paths of one phase around a piece of the real axis.
struct Sides {
    real: Path,
    side: Path,
    below: Path,
    atom: f64,
    steps: f64,
}

impl Sides {
    fn new(law: &Law, region: Region) -> Option<Self> {
        let integrand = Integrand { law, region };
        let (real, side) = integrand.real_and_side()?;
        let tolerance = tolerance(law);
        let other = region.map(mirrored);
        let below = Integrand { law, region: other }.straight(0.0, false)?;
        Some(Self {
            real: Path::along(law, region, &real, real.allowed(tolerance))?,
            side: Path::along(law, region, &side, OF_SIDE * libm::exp(side.log))?,
            below: Path::along(law, other, &below, below.allowed(tolerance))?,
            atom: atom(law),
            steps: law.steps,
        })
    }

    /// Bounds of the modulus of the sum without the way up, and of that, each at an argument and its mirror image.
    fn largest(&self, s: Complex<f64>) -> (f64, f64) {
        let [up, down] = [s, s.conj()].map(|s| self.side.largest(s));
        let rest = self.atom + self.below.largest(mirrored(s)) + self.real.largest(s);
        (rest + up.max(down), 0.5 * (up + down))
    }
}

/// Logarithm of a bound of the imaginary part of the powers, a convex function: half the difference of both sides.
fn log_largest(all: &[Sides], s: Complex<f64>) -> f64 {
    log_of_part(all.iter().map(|sides| {
        let (whole, side) = sides.largest(s);
        (sides.steps, whole * (1.0 + 1e-12), side)
    }))
}

/// The imaginary part of the powers at a real argument, by its factor and its logarithm, and the error of the factor.
fn imaginary(all: &[Sides], s: f64) -> (f64, f64, f64) {
    let s = Complex::new(s, 0.0);
    let (mut log, mut angle, mut of_side, mut of_rest) = (0.0, 0.0, 0.0, 0.0);
    for sides in all {
        let (side, own) = sides.side.at(s);
        let ((real, first), (below, second)) = (sides.real.at(s), sides.below.at(mirrored(s)));
        let sum = sides.atom + below.re + real.re + side.re;
        let size = libm::hypot(sum, side.im);
        log += sides.steps * libm::log(size);
        angle += sides.steps * libm::atan2(side.im, sum);
        of_side += sides.steps * own / size;
        of_rest += sides.steps * (first + second + 4.0 * f64::EPSILON * size) / size;
    }
    let relative = of_side + of_rest + 4.0 * f64::EPSILON * (log.abs() + 4.0);
    let error = if relative > MOST_ERROR {
        f64::INFINITY
    } else {
        1.01 * (of_side * (1.0 + angle.abs()) + 2.0 * angle.abs() * relative)
    };
    (libm::sin(angle), log, error)
}

impl Ray {
    /// Adds the stretch between two places, for an order; none where it is too long.
    pub(super) fn add_stretch(
        &mut self,
        laws: &[Law],
        (from, to): (f64, f64),
        (order, log_scale): (f64, f64),
    ) -> Option<()> {
        let allowed = libm::log(OF_PANEL) + log_scale;
        let mut open = vec![(from, to)];
        for _ in 0..MOST_HALVINGS {
            let Some((from, to)) = open.pop() else {
                return Some(());
            };
            let (centre, half) = (0.5 * (from + to), 0.5 * (to - from));
            let found = ELLIPSES.into_iter().find_map(|rho| {
                let (sides, corners) = around(laws, (centre, half), rho)?;
                let bounds = corners.map(|(log, s)| log + (1.0 - s.re) * order);
                let fits = bounds.iter().all(|log| *log <= allowed);
                fits.then_some((sides, corners))
            });
            let Some((sides, corners)) = found else {
                open.extend([(centre, to), (from, centre)]);
                continue;
            };
            let nodes = legendre_of_20().map(|(x, weight)| {
                let s = centre + half * x;
                let (factor, log, error) = imaginary(&sides, s);
                let scale = half * weight / PI / (s * (s - 1.0)) * self.over_scale(log);
                let error = error + 16.0 * f64::EPSILON * factor.abs();
                (s, scale * factor, scale * error)
            });
            let off = nodes.map(|(s, _, error)| error * libm::exp((self.start() - s) * order));
            // The way up is known as a share of what it is at most around the panel.
            if off.iter().sum::<f64>() > OF_NODES && half > SHORTEST * centre {
                open.extend([(centre, to), (from, centre)]);
                continue;
            }
            self.add_panel(corners);
            for (s, coefficient, error) in nodes {
                let argument = Complex::new(s, 0.0);
                self.add(argument, Complex::new(0.0, coefficient), error);
            }
        }
        None
    }
}

/// Logarithms of a bound of the error of a panel, and where they hold.
type Corners = [(f64, Complex<f64>); 4];

/// The paths for a panel and the bounds of its error.
fn around(laws: &[Law], (centre, half): (f64, f64), rho: f64) -> Option<(Vec<Sides>, Corners)> {
    let ellipse = Ellipse::new(half, rho);
    let nearest = centre - ellipse.along - 1.0;
    if nearest <= 0.0 {
        return None;
    }
    let region = ellipse.corners(Complex::new(centre, 0.0), Complex::new(1.0, 0.0));
    let sides = laws.iter().map(|law| Sides::new(law, region));
    let sides: Vec<Sides> = sides.collect::<Option<_>>()?;
    let log_rule = ellipse.log_rule(nearest * (nearest + 1.0));
    let corners = region.map(|s| (log_rule + log_largest(&sides, s), s));
    Some((sides, corners))
}
