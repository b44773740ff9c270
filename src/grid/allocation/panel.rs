//! One panel of the density of the ratio, and Bernstein's ellipses around it.

use super::contour::Route;
use crate::mechanism::RatioEllipse;
use crate::numerics::complex::Complex;
use crate::numerics::log_error_of_20;
use core::cell::OnceCell;

/// Nodes of the rule on each panel.
pub(super) const NODES: usize = 20;
/// Ellipses of Bernstein.
const ELLIPSES: [f64; 6] = [1.5, 2.0, 3.0, 4.5, 7.0, 12.0];
const ELLIPSES_OF_POLYNOMIALS: [f64; 6] = [3.0, 4.5, 7.0, 12.0, 20.0, 35.0];
/// Bound of the Lebesgue constant of the nodes.
pub(super) const LEBESGUE: f64 = 8.0;

/// What panels are laid for: integrals of powers of the ratio at frequencies up to the highest one, or polynomials through the nodes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Powers(f64),
    Polynomials,
}

impl Use {
    pub(super) fn ellipses(self) -> &'static [f64; 6] {
        match self {
            Self::Powers(_) => &ELLIPSES,
            Self::Polynomials => &ELLIPSES_OF_POLYNOMIALS,
        }
    }
}

/// An ellipse of Bernstein around a panel: the sum of its semi-axes, in halves of the panel, and what the rule is off by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) rho: f64,
    pub(super) ellipse: RatioEllipse,
}

/// What a density is known by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A sheet, and the centre of the panel in halves of the distance of its knots.
    Sheet(usize, usize),
    Tail,
    Contour(Route),
}

/// A panel.
pub(super) struct Panel {
    pub(super) origin: Origin,
    pub(super) centre: f64,
    pub(super) half: f64,
    pub(super) ellipses: Vec<Around>,
    /// The terms of its sheet turned to its centre, once they are asked for.
    pub(super) turned: OnceCell<Vec<Complex<f64>>>,
}

/// Integrals over a stretch of ratios: the mass under "out" and the sum of the distances from one of its ends, each with its error.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    pub(super) mass: f64,
    pub(super) mass_error: f64,
    pub(super) moment: f64,
    pub(super) moment_error: f64,
}

impl Panel {
    pub(super) fn from(&self) -> f64 {
        self.centre - self.half
    }

    pub(super) fn to(&self) -> f64 {
        self.centre + self.half
    }

    /// Bounds of the error of the rule for the mass and for the distances from an end, on any part of the panel.
    pub(super) fn rule_errors(&self) -> (f64, f64) {
        let bounds = self.ellipses.iter().map(|Around { ellipse, .. }| {
            let mass = ellipse.mass_error();
            (mass, mass * (self.half + 2.0 * ellipse.along * self.centre))
        });
        let least = (f64::INFINITY, f64::INFINITY);
        bounds.fold(least, |a, b| if b.1 < a.1 { b } else { a })
    }

    /// Bound of what the polynomial through the densities at the nodes is off by.
    pub(super) fn between(&self) -> f64 {
        let logs = self.ellipses.iter().map(|near| near.log_between(self.half));
        libm::exp(logs.fold(f64::INFINITY, f64::min)) * (1.0 + 1e-9)
    }
}

/// Logarithm of the error of the polynomial through the nodes, for a function of at most 1 on an ellipse: `2 rho^-19/(rho - 1)` is that of
/// the best one, and theirs at most `1 + LEBESGUE` times as large.
pub(super) fn log_between(rho: f64) -> f64 {
    let of_best = libm::log(2.0 * (1.0 + LEBESGUE) / (rho - 1.0));
    of_best - (NODES as f64 - 1.0) * libm::log(rho)
}

impl Around {
    /// Logarithm of the error of the polynomial through the nodes.
    pub(super) fn log_between(&self, half: f64) -> f64 {
        let Self { rho, ellipse } = *self;
        let largest =
            ellipse.log_error - log_error_of_20(rho, half) + ellipse.slope.abs() * ellipse.along;
        largest + log_between(rho)
    }
}

/// An ellipse of this sum of semi-axes around a panel, for a density that falls about as `e^(-theta x)` and whose logarithm, given
/// both semi-axes and without that factor but at the centre, is at most `largest` on it.
///
/// There `|w| <= c e^(x/c + a²/(2 (c - a)²))` for `w = c + x + iy`, and `|w|` is at least `c e^(x/c)` less the same.
pub(super) fn ellipse(
    rho: f64,
    (centre, half): (f64, f64),
    theta: f64,
    largest: impl Fn(f64, f64) -> Option<f64>,
) -> Option<Around> {
    let along = 0.5 * half * (rho + 1.0 / rho);
    let across = 0.5 * half * (rho - 1.0 / rho);
    let least = centre - along;
    if least < 0.1 * centre {
        return None;
    }
    let ellipse = RatioEllipse {
        log_error: log_error_of_20(rho, half) + largest(along, across)?,
        loss: libm::log(centre),
        slope: theta * centre,
        along: along / centre,
        bend: 0.5 * (along / least) * (along / least),
        turn: libm::atan2(across, least),
    };
    Some(Around { rho, ellipse })
}
