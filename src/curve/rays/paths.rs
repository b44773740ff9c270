//! The paths of a phase for a part of a contour, and what the powers exceed those of the rest by.

use super::integrand::Integrand;
use super::law::Law;
use super::path::{Path, Region};
use super::start::atom;
use crate::numerics::complex::{self, Complex};

/// Tolerance of a path, over the number of steps, and of one beyond a cut, as a share.
const OF_PATH: f64 = 1e-16;
const OF_FAR: f64 = 1e-13;
/// Largest relative error of a power.
const MOST_ERROR: f64 = 1e-3;

/// What of the losses above 0 is told from the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    All,
    /// Up to the cut.
    Near,
    /// Beyond it.
    Far,
}

pub(super) struct Paths {
    above: Path,
    /// What lies on the other side, and what the rest has above 0.
    below: Path,
    near: Option<Path>,
    atom: f64,
    steps: f64,
}

/// Tolerance of a path that counts in every step.
pub(super) fn tolerance(law: &Law) -> f64 {
    OF_PATH / law.steps.max(10.0) * 10.0
}

/// Logarithm of a bound of what powers exceed those without a part by: of each phase the steps, a bound of the whole and one of the part.
/// Convex where the logarithms of the bounds are.
pub(super) fn log_of_part(phases: impl Iterator<Item = (f64, f64, f64)>) -> f64 {
    let (mut log, mut shares) = (0.0, 0.0);
    for (steps, whole, part) in phases {
        log += steps * libm::log(whole);
        shares += steps * part / whole;
    }
    log + libm::log(shares)
}

/// The argument of the other side.
pub(super) fn mirrored(s: Complex<f64>) -> Complex<f64> {
    Complex::new(1.0 - s.re, s.im)
}

impl Paths {
    pub(super) fn new(law: &Law, part: Part, region: Region) -> Option<Self> {
        let tolerance = tolerance(law);
        let near = || {
            let route = Integrand { law, region }.turned()?;
            Path::along(law, region, &route, route.allowed(tolerance))
        };
        let far = || {
            let route = Integrand { law, region }.far(OF_FAR)?;
            Path::along(law, region, &route, OF_FAR * libm::exp(route.log))
        };
        Some(Self {
            above: match part {
                Part::All => Path::new(law, region, tolerance)?,
                Part::Near => near()?,
                Part::Far => far()?,
            },
            below: Path::new(law, region.map(mirrored), tolerance)?,
            near: if part == Part::Far {
                Some(near()?)
            } else {
                None
            },
            atom: atom(law),
            steps: law.steps,
        })
    }

    /// The rest at an argument, and its error.
    fn rest(&self, s: Complex<f64>) -> (Complex<f64>, f64) {
        let (below, mut error) = self.below.at(mirrored(s));
        let mut rest = below.conj() + self.atom;
        if let Some(near) = &self.near {
            let (value, own) = near.at(s);
            rest += value;
            error += own;
        }
        (rest, error)
    }

    /// A bound of the modulus of the rest.
    fn largest_rest(&self, s: Complex<f64>) -> f64 {
        let near = self.near.as_ref().map_or(0.0, |near| near.largest(s));
        self.atom + self.below.largest(mirrored(s)) + near
    }
}

/// What the powers exceed those of the rest by: the logarithm of the larger one, the factor, and the error of that.
pub(super) fn excess(paths: &[Paths], s: Complex<f64>) -> (Complex<f64>, Complex<f64>, f64) {
    let (mut less, mut grown, mut error) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0), 0.0);
    let mut of_grown = 0.0;
    for path in paths {
        let (above, own) = path.above.at(s);
        let (rest, other) = path.rest(s);
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
    // The difference of both powers over the larger one.
    let (log, ratio, larger) = if grown.re > 0.0 {
        (less + grown, -complex::expm1(-grown), 1.0)
    } else {
        let ratio = complex::expm1(grown);
        (less, ratio, 1.0 + complex::abs(ratio))
    };
    if error + of_grown > MOST_ERROR {
        return (log, ratio, f64::INFINITY);
    }
    let of_ratio = (of_grown + 4.0 * f64::EPSILON * complex::abs(grown)) * larger;
    (log, ratio, error * complex::abs(ratio) + 1.01 * of_ratio)
}

/// Logarithm of a bound of its modulus, a convex function.
pub(super) fn log_largest(paths: &[Paths], s: Complex<f64>) -> f64 {
    log_of_part(paths.iter().map(|path| {
        let above = path.above.largest(s);
        let all = (above + path.largest_rest(s)) * (1.0 + 1e-12);
        (path.steps, all, above)
    }))
}
