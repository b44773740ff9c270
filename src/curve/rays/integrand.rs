//! What a path integrates, how large it is around a place, and panels for it.

use super::law::{Law, Rectangle};
use super::path::{Node, Path, Region};
use super::route::Segment;
use crate::numerics::complex::{self, Complex};
use crate::numerics::legendre_of_20;

/// Of the rule of 20 nodes, and the ellipses of Bernstein that are tried.
const POWER: f64 = 38.0;
const ELLIPSES: [f64; 5] = [1.6, 2.2, 3.2, 5.0, 8.0];
/// The longest first panel, what is left of one that was too long, by how much each may exceed the one before, and how many are tried.
const FIRST: f64 = 0.8;
const SHRINKAGE: f64 = 0.65;
const GROWTH: f64 = 1.8;
const MOST_TRIES: usize = 300;
/// Weights less than this share of an error that is allowed are left out.
const NOTHING: f64 = 1e-5;
const LOG_DENSITY: f64 = 0.9189385332046727;

/// `e^(sL(y)) n(y + m/2)` for all arguments of a region.
pub(super) struct Integrand<'a> {
    pub(super) law: &'a Law,
    pub(super) region: Region,
}

impl Integrand<'_> {
    /// Logarithm of the largest modulus at a place, of all arguments, and the loss there.
    pub(super) fn log_at(&self, y: Complex<f64>) -> f64 {
        let loss = self.law.loss(y);
        self.grown(Rectangle {
            re: (loss.re, loss.re),
            im: (loss.im, loss.im),
        }) + self.log_density(y.re, y.im)
    }

    pub(super) fn log_density(&self, re: f64, im: f64) -> f64 {
        let from_middle = re + 0.5 * self.law.shift;
        0.5 * (im * im - from_middle * from_middle) - LOG_DENSITY
    }

    /// The largest `Re(sL)` of all arguments and losses.
    pub(super) fn grown(&self, loss: Rectangle) -> f64 {
        let of = |s: &Complex<f64>| {
            let along = (s.re * loss.re.0).max(s.re * loss.re.1);
            along + (-s.im * loss.im.0).max(-s.im * loss.im.1)
        };
        self.region.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The largest real part of an argument, if it is positive.
    pub(super) fn largest_re(&self) -> f64 {
        self.region.iter().map(|s| s.re).fold(0.0, f64::max)
    }

    /// Lays panels on a stretch.
    pub(super) fn lay(&self, segment: &Segment, allowed: f64, path: &mut Path) -> Option<()> {
        let size = self
            .region
            .iter()
            .map(|s| complex::abs(*s))
            .fold(0.0, f64::max);
        let first = 1.0 / (size * self.law.rate * self.law.shift).max(self.law.shift);
        let (mut from, mut length) = (0.0, first.min(FIRST));
        for _ in 0..MOST_TRIES {
            if from >= segment.length {
                return Some(());
            }
            let half = 0.5 * length.min(segment.length - from);
            let centre = segment.from + segment.direction * (from + half);
            let bound = self.error(segment, (centre, half));
            if bound.is_nan() || bound > allowed {
                length = SHRINKAGE * 2.0 * half;
                continue;
            }
            path.error += bound;
            for &(x, weight) in legendre_of_20() {
                let y = centre + segment.direction * (half * x);
                let from_middle = y + 0.5 * self.law.shift;
                let node = Node {
                    loss: self.law.loss(y),
                    density: from_middle * from_middle * -0.5 - LOG_DENSITY,
                    weight: segment.direction * (half * weight),
                };
                let at = Rectangle {
                    re: (node.loss.re, node.loss.re),
                    im: (node.loss.im, node.loss.im),
                };
                let most = half * weight * libm::exp(self.grown(at) + node.density.re);
                if most > NOTHING * allowed {
                    path.nodes.push(node);
                } else {
                    path.error += most;
                }
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

    /// Bound of the error of the rule on a panel.
    fn error(&self, segment: &Segment, (centre, half): (Complex<f64>, f64)) -> f64 {
        let bounds = ELLIPSES.map(|rho| {
            let along = 0.5 * half * (rho + 1.0 / rho);
            let across = 0.5 * half * (rho - 1.0 / rho);
            let (re, im) = if segment.direction.im == 0.0 {
                (along, across)
            } else {
                (across, along)
            };
            let y = Rectangle {
                re: (centre.re - re, centre.re + re),
                im: (centre.im - im, centre.im + im),
            };
            let Some(loss) = self.law.loss_on(y) else {
                return f64::INFINITY;
            };
            let middle = -0.5 * self.law.shift;
            let nearest = middle.max(y.re.0).min(y.re.1);
            let farthest = y.im.0.abs().max(y.im.1.abs());
            let log = self.grown(loss) + self.log_density(nearest, farthest);
            half * 64.0 / 15.0 * libm::exp(log - POWER * libm::log(rho)) / (rho * rho - 1.0)
        });
        bounds.into_iter().fold(f64::INFINITY, f64::min)
    }
}
