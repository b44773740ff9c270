//! The integral over the frequencies on panels of growing length, where a series would have too many.

use crate::numerics::complex::{self, Complex};
use crate::numerics::{count, legendre};
use core::f64::consts::PI;

/// Nodes of the Gauss-Legendre rule on each part of a panel.
pub(super) const NODES: usize = 24;
/// Length of the first panel that is tried, what is left of one that was too long, and by how much each may exceed the one
/// before: little after one that was too long.
const FIRST: f64 = 1.0;
const SHRINKAGE: f64 = 0.7;
const GROWTH: f64 = 1.5;
const QUICKENING: f64 = 1.05;
/// Most terms of the function of a run on all panels, what an attempt costs whose function is no polynomial as a share of its terms, and
/// most nodes.
pub(super) const MOST_TERMS: f64 = 2e5;
const ATTEMPT: f64 = 0.07;
const MOST_NODES: f64 = 3e5;
/// Error asked of the quadrature of a panel.
const QUADRATURE: f64 = 1e-17;
/// Angle by which an order turns in half a part of a panel.
const TURNS: f64 = 26.0;
/// Most growth of the power, as a logarithm, on the ellipse on which it is looked at.
const MOST_GROWTH: f64 = 12.0;
const ELLIPSE: f64 = 2.0;
/// Ellipses of Bernstein that are tried.
const ELLIPSES: [f64; 9] = [1.3, 1.6, 2.0, 2.5, 3.2, 4.0, 6.0, 9.0, 14.0];
/// Most rounds in which the parts of a panel grow in number, and by how much each time.
const REFINEMENTS: usize = 64;
const REFINEMENT: f64 = 1.15;

/// A function on one panel, given by polynomials there.
pub(super) trait OnPanel {
    /// Logarithm of a bound on the ellipse with foci at the ends of the panel, taken as -1 and 1, and the sum of semi-axes `rho`.
    fn log_largest(&self, rho: f64) -> f64;

    /// The value at `x` from -1 to 1 and a bound of its error.
    fn at(&self, x: f64) -> (Complex<f64>, f64);

    /// How many exponentials each of its values took.
    fn terms(&self) -> usize;

    /// The loss `c` of which the factor `e^(itc)` is taken out: a run without large losses is like a constant one.
    fn centre(&self) -> f64;
}

/// A function on an interval of frequencies, `None` where that is too long for it to be a polynomial.
pub(super) type OnPanels<'a> = &'a dyn Fn(f64, f64) -> Option<Box<dyn OnPanel>>;

/// Parts of equal length with the nodes of the rule in each.
pub(super) struct Parts {
    pub(super) half: f64,
    pub(super) centres: Vec<f64>,
}

/// Where a kernel has its poles: on the imaginary axis, so far from the origin or farther.
#[derive(Clone, Copy)]
pub(super) struct Poles(pub(super) f64, pub(super) f64);

impl Poles {
    /// Largest value of the kernel on an ellipse whose real parts are at least `left` and whose imaginary ones at most `height`.
    fn largest(self, left: f64, height: f64) -> f64 {
        let distance = |pole: f64| left.max(pole - height).max(0.0);
        1.0 / (distance(self.0) * distance(self.1))
    }
}

/// One panel.
struct Panel {
    first: f64,
    half: f64,
    function: Box<dyn OnPanel>,
}

impl Panel {
    /// The least number of parts of which the rule is certified for orders up to `largest` up to `tolerance`, and the bound of
    /// its error: Theorem 19.3 of Trefethen, Approximation Theory and Approximation Practice.
    fn parts(&self, poles: Poles, largest: f64, tolerance: f64) -> Option<(f64, f64)> {
        let mut parts = libm::ceil(self.half * largest / TURNS).max(1.0);
        for _ in 0..REFINEMENTS {
            let half = self.half / parts;
            let error = |rho: f64| {
                let (a, b) = (0.5 * (rho + 1.0 / rho), 0.5 * (rho - 1.0 / rho));
                // The ellipse around the panel on which the corner of the rectangle around that of its last part lies.
                let (x, y) = (1.0 + (a - 1.0) / parts, b / parts);
                let sum = libm::hypot(x + 1.0, y) + libm::hypot(x - 1.0, y);
                let around = 0.5 * (sum + libm::sqrt(sum * sum - 4.0));
                let kernel = poles.largest(self.first - half * (a - 1.0), half * b);
                let order = NODES as f64 - 1.0;
                let log = self.function.log_largest(around) + largest * half * b
                    - 2.0 * order * libm::log(rho);
                self.half / PI * 64.0 / 15.0 * libm::exp(log) * kernel / (1.0 - 1.0 / (rho * rho))
            };
            let least = ELLIPSES
                .into_iter()
                .map(error)
                .fold(f64::INFINITY, f64::min);
            if least <= tolerance {
                return Some((parts, least));
            }
            parts = libm::ceil(parts * REFINEMENT);
        }
        None
    }
}

/// The integral of a kernel times `Psi` on `[0, last]` as a sum over nodes.
pub(super) struct Quadrature {
    pub(super) parts: Vec<Parts>,
    /// Weight, kernel and `Psi` at each node of each part in turn.
    pub(super) values: Vec<Complex<f64>>,
    pub(super) error: f64,
}

/// What is integrated: a function on panels, times a kernel, for orders up to one in size.
pub(super) struct Integrand<'a> {
    pub(super) function: OnPanels<'a>,
    /// About the size of the function at 0, to which the errors refer.
    pub(super) size: f64,
    /// Its terms, damped ones included, and the most on all panels.
    pub(super) terms: usize,
    pub(super) most_terms: f64,
    pub(super) kernel: &'a dyn Fn(f64) -> Complex<f64>,
    pub(super) poles: Poles,
    pub(super) largest: f64,
}

impl Quadrature {
    /// On `[0, last]`; `None` where no certificate is found.
    pub(super) fn new(integrand: &Integrand, last: f64) -> Option<Self> {
        let rule: [(f64, f64); NODES] = legendre();
        let mut quadrature = Self {
            parts: Vec::new(),
            values: Vec::new(),
            error: 0.0,
        };
        let most = MOST_GROWTH + libm::log(integrand.size);
        let (mut first, mut length, mut growth) = (0.0, FIRST.min(last), GROWTH);
        let mut spent = 0.0;
        while spent < integrand.most_terms {
            let length_left = length.min(last - first);
            let half = 0.5 * length_left;
            let function = (integrand.function)(first, half);
            spent += ATTEMPT * integrand.terms as f64;
            spent += function
                .as_ref()
                .map_or(0.0, |function| function.terms() as f64);
            let function = function.filter(|function| function.log_largest(ELLIPSE) <= most);
            let Some(function) = function else {
                length *= SHRINKAGE;
                growth = 1.0;
                continue;
            };
            let panel = Panel {
                first,
                half,
                function,
            };
            quadrature.add(&panel, &rule, integrand)?;
            if length_left < length || first + length >= last {
                return Some(quadrature);
            }
            first += length;
            length = (length * growth).min(first);
            growth = (growth * QUICKENING).min(GROWTH);
        }
        None
    }

    fn add(
        &mut self,
        panel: &Panel,
        rule: &[(f64, f64); NODES],
        integrand: &Integrand,
    ) -> Option<()> {
        let shift = panel.function.centre();
        let largest = integrand.largest + shift.abs();
        let tolerance = QUADRATURE * integrand.size;
        let (number, error) = panel.parts(integrand.poles, largest, tolerance)?;
        if self.values.len() as f64 + number * NODES as f64 > MOST_NODES {
            return None;
        }
        self.error += error;
        let half = panel.half / number;
        let mut centres = Vec::with_capacity(count(number));
        for part in 0..count(number) {
            let along = (2.0 * part as f64 + 1.0) / number - 1.0;
            let centre = panel.first + panel.half * (along + 1.0);
            for &(x, weight) in rule {
                let t = centre + half * x;
                let (value, error) = panel.function.at((along + x / number).clamp(-1.0, 1.0));
                let turn = complex::exp(Complex::new(0.0, t * shift));
                let kernel = (integrand.kernel)(t) * turn * (weight * half / PI);
                let rounding = (64.0 + 4.0 * t * largest) * f64::EPSILON;
                let length = complex::abs(kernel);
                self.error += length * (error + complex::abs(value) * rounding);
                self.values.push(value * kernel);
            }
            centres.push(centre);
        }
        self.parts.push(Parts { half, centres });
        Some(())
    }
}
