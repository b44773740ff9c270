//! A ray from a point of the real axis into the upper half-plane and its mirror image: what the middle of the law is made of.

use super::corners::Corners;
use super::decay::Decay;
use super::path::{Path, Region};
use super::start::Start;
use crate::grid::allocation::summands::Summands;
use crate::numerics::complex::{self, Complex};
use crate::numerics::legendre_of_20;
use core::f64::consts::{FRAC_PI_2, PI};

const NODES: usize = 20;
const ELLIPSES: [f64; 4] = [2.0, 3.0, 4.5, 6.0];
/// Relative error of a transform that is asked for, times the number of summands.
const TOLERANCE: f64 = 1e-16;
/// Error of a panel, as a share of the peak, and what the ray may leave out.
const OF_PANEL: f64 = 1e-15;
const LEFT_OUT: f64 = 1e-15;
/// What is left of a panel that was too long, by how much each may exceed the one before, if that was too long at first as well, and the most
/// of them.
const SHRINKAGE: f64 = 0.7;
const GROWTH: f64 = 1.7;
const LITTLE_GROWTH: f64 = 1.1;
const MOST_PANELS: usize = 200;
const MOST_TRIES: usize = 300;
/// The nearest argument to 0, as a share of that in the middle of a panel.
const NEAREST: f64 = 1e-3;
/// How far left of its mean, as a share of that, the end of a ray still falls.
const MOST_LEFT: f64 = 0.45;
/// Octaves beyond the end that are looked at; logarithms of what the first of them may have at most, and of what the last one has.
const MOST_OCTAVES: usize = 60;
const SMALL: f64 = 25.0;
const NOTHING: f64 = 80.0;
/// How far the ray leans to the left at most, and the logarithm, about, by which a bound of the transform may grow for it. Of more summands,
/// over the square of the shift, than so many it is vertical, unless they are so heavy that the transform hardly falls.
const MOST_LEANING: f64 = 0.43;
const LEANING: f64 = 60.0;
const MANY: f64 = 40.0;
const HEAVY: f64 = 4.0;

struct Panel([Corners; ELLIPSES.len()]);

/// The ray.
pub(super) struct Line {
    pub(super) start: Start,
    panels: Vec<Panel>,
    /// Arguments less the start, coefficients over the power at the start, and their relative errors.
    nodes: Vec<(Complex<f64>, Complex<f64>, f64)>,
    /// Logarithms of bounds of what lies beyond, and the real parts there.
    beyond: Vec<(f64, f64)>,
    /// Bound of the integral of the modulus at the mean.
    at_mean: f64,
}

impl Line {
    pub(super) fn new(summands: &Summands, start: Start, decay: &Decay) -> Option<Self> {
        let n = summands.times;
        let shift = summands.shift;
        let is_many = n > MANY * shift * shift;
        let lean = if shift >= HEAVY || !is_many {
            (shift * libm::sqrt(LEANING / n)).min(MOST_LEANING)
        } else {
            0.0
        };
        let direction = complex::exp(Complex::new(0.0, FRAC_PI_2 + lean));
        let mut line = Self {
            start,
            panels: Vec::new(),
            nodes: Vec::new(),
            beyond: Vec::new(),
            at_mean: 0.0,
        };
        let allowed = libm::log(OF_PANEL / start.deviation);
        let (mut from, mut length, mut growth) = (0.0, 2.0 / start.deviation, GROWTH);
        for _ in 0..MOST_TRIES {
            let half = 0.5 * length;
            let centre = Complex::new(start.s, 0.0) + direction * (from + half);
            let Some(found) = line.panel(summands, direction, (centre, half), allowed) else {
                length *= SHRINKAGE;
                growth = LITTLE_GROWTH;
                continue;
            };
            let (path, panel) = found;
            for &(x, weight) in legendre_of_20() {
                let away = direction * (from + half * (1.0 + x));
                let found = path.at(away + start.s);
                let log = found.log();
                let coefficient =
                    complex::exp(log * n - start.log) * direction * (half * weight / PI);
                let error = n * found.error() * libm::exp(-log.re)
                    + f64::EPSILON * (16.0 + n * complex::abs(log) + start.log.abs());
                line.nodes.push((away, coefficient, 1.01 * error));
            }
            line.panels.push(panel);
            from += length;
            length *= growth;
            growth = GROWTH;
            line.beyond = line.rest(decay, direction, from);
            if line.beyond.is_empty() {
                continue;
            }
            let mean = start.centre.mean;
            let leaves_little = |away: f64| {
                let peak = libm::exp(start.log + start.s * away);
                line.of_rest(away) * start.deviation <= LEFT_OUT * peak
            };
            // Of few, which lean far, other rays serve what lies to the left in less time.
            let served = if is_many { start.served() } else { [0.0; 3] };
            if served.into_iter().all(leaves_little) {
                line.at_mean = line.modulus() + line.error((mean, mean));
                return Some(line);
            }
            if line.panels.len() > MOST_PANELS {
                return None;
            }
        }
        None
    }

    /// A panel and the path for it, if it is short enough.
    fn panel(
        &self,
        summands: &Summands,
        direction: Complex<f64>,
        (centre, half): (Complex<f64>, f64),
        allowed: f64,
    ) -> Option<(Path, Panel)> {
        let n = summands.times;
        let ends = [-half, half].map(|away| centre + direction * away);
        let angles = ends.map(|s| libm::atan2(s.im.max(0.0), s.re));
        let size = complex::abs(centre);
        // The nearest argument to 0 on the panel, or one that is near enough.
        let along = (centre.re * direction.re + centre.im * direction.im).clamp(-half, half);
        let nearest = complex::abs(centre - direction * along).max(NEAREST * size);
        let region = Region {
            sizes: (0.99 * nearest, size + 1.5 * half),
            angles: (angles[0].min(angles[1]), angles[0].max(angles[1])),
        };
        let log_mass = self.start.log.min(0.0) / n;
        let path = Path::new(
            summands,
            self.start.centre,
            region,
            (TOLERANCE / n, log_mass),
            false,
        )?;
        let corners = ELLIPSES.map(|rho| {
            Corners::new(rho, (centre, direction, half), |s| {
                libm::log(half / PI) + n * path.log_largest(s).0
            })
        });
        let panel = Panel(corners);
        let Start { s, log, .. } = self.start;
        let fits = |away: f64| panel.log_between([away; 2]) <= allowed + log + s * away;
        let fits = self.start.served().into_iter().all(fits);
        fits.then_some((path, panel))
    }

    /// Logarithms of bounds of what lies beyond a distance from the start, by octaves, and the real parts there; none where that is not
    /// little.
    fn rest(&self, decay: &Decay, direction: Complex<f64>, from: f64) -> Vec<(f64, f64)> {
        let mut found = Vec::new();
        let mut start = from;
        for _ in 0..MOST_OCTAVES {
            let s = Complex::new(self.start.s, 0.0) + direction * start;
            let log = libm::log(start / PI) + decay.log_modulus(s, self.start.centre);
            if found.is_empty() && log > self.start.log - SMALL {
                return found;
            }
            found.push((log, s.re));
            if log < self.start.log - NOTHING {
                // Each octave has less than half of the one before.
                return found;
            }
            start *= 2.0;
        }
        Vec::new()
    }

    /// Bound of that at a distance from the mean. An octave of a ray that leans to the left has most of it, of ratios left of the mean, where it
    /// ends.
    fn of_rest(&self, away: f64) -> f64 {
        if away < -MOST_LEFT * self.start.centre.sum() {
            return f64::INFINITY;
        }
        let logs = self.beyond.iter().map(|(log, re)| {
            let end = 2.0 * re - self.start.s;
            log + (re * away).max(end * away)
        });
        logs.map(libm::exp).sum::<f64>() * 2.0
    }

    /// Bound of the integral of the modulus at the mean: by Schwarz's inequality on each panel, where the rule for the square is off by the
    /// peak at most.
    fn modulus(&self) -> f64 {
        let rule = legendre_of_20();
        let panels = self.nodes.chunks(NODES).map(|nodes| {
            let squares = nodes
                .iter()
                .zip(rule)
                .map(|((_, coefficient, own), (_, weight))| {
                    let size = complex::abs(*coefficient) * (1.0 + own);
                    size * size / weight
                });
            libm::sqrt(2.0 * squares.sum::<f64>()) + 2.0 / self.start.deviation
        });
        panels.sum::<f64>() * libm::exp(self.start.log)
    }

    /// The density that it makes at a ratio, the origin taken off, and its error.
    pub(super) fn density(&self, excess: f64) -> (f64, f64) {
        let Start { s, log, centre, .. } = self.start;
        let away = excess - centre.mean;
        let (mut sum, mut error) = (0.0, 0.0);
        for (turn, coefficient, own) in &self.nodes {
            let exponent = turn * away;
            let value = coefficient * complex::exp(exponent);
            sum += value.im;
            let size = value.re.abs() + value.im.abs();
            error += size * (own + 4.0 * f64::EPSILON * (exponent.re.abs() + exponent.im.abs()));
        }
        let peak = libm::exp(log + s * away);
        // The mean is a number, and what is taken off it is rounded once.
        let rounding = 4.0 * f64::EPSILON * (log.abs() + (s * away).abs() + (s * excess).abs());
        (sum * peak, (error + sum.abs() * rounding) * peak)
    }

    /// Bound of what the rules and the end of the ray leave open between two ratios: a bound on one ellipse is convex in the ratio.
    pub(super) fn error(&self, ends: (f64, f64)) -> f64 {
        let away = [ends.0, ends.1].map(|excess| excess - self.start.centre.mean);
        let of_panels = self
            .panels
            .iter()
            .map(|panel| libm::exp(panel.log_between(away)));
        self.of_rest(away[0]).max(self.of_rest(away[1])) + of_panels.sum::<f64>()
    }

    /// Bound of all that it makes at a ratio of at least the mean: no argument has a larger real part than the start.
    pub(super) fn most(&self, excess: f64) -> f64 {
        let away = excess - self.start.centre.mean;
        if away < 0.0 {
            return f64::INFINITY;
        }
        self.at_mean * libm::exp(self.start.s * away)
    }

    /// Bound of the modulus of the sum over the nodes at all complex ratios between two real parts, the origin taken off, with imaginary parts of at
    /// most `across`.
    pub(super) fn largest(&self, ends: (f64, f64), across: f64) -> f64 {
        let (low, high) = (
            ends.0 - self.start.centre.mean,
            ends.1 - self.start.centre.mean,
        );
        let nodes = self.nodes.iter().map(|(turn, coefficient, _)| {
            let s = turn + self.start.s;
            let log = (s.re * low).max(s.re * high) + s.im * across + self.start.log;
            complex::abs(*coefficient) * libm::exp(log)
        });
        nodes.sum()
    }
}

impl Panel {
    /// Logarithm of a bound of the error of the rule at both of two distances from the mean.
    fn log_between(&self, away: [f64; 2]) -> f64 {
        let bounds = self.0.iter().map(|corners| {
            let [low, high] = away.map(|away| corners.log_error(away));
            low.max(high)
        });
        bounds.fold(f64::INFINITY, f64::min)
    }
}
