//! One step under the affinity measure `nu = sqrt(P Q)`: quadrature nodes, moments and exponential tails.

use crate::SampledGaussian;
use crate::contour::Contour;
use crate::range::count;
use core::f64::consts::PI;

/// One quadrature node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The loss `ln w`.
    pub(crate) loss: f64,
    /// Its mass under `nu`.
    pub(crate) mass: f64,
    /// Bound of the relative rounding error of `mass`, in units of epsilon.
    pub(crate) condition: f64,
}

/// The law of one step's loss under `nu`, by the trapezoidal rule with a certified error.
pub(crate) struct Affinity {
    pub(crate) nodes: Vec<Node>,
    /// `psi(0) - 1 = -E_Q[(sqrt w - 1)²]/2`, without cancellation; not positive.
    pub(crate) coefficient_minus_one: f64,
    /// `E_nu[L] = -2 E_nu[sinh(L/2) - L/2]`, because `E_Q[w] = 1`; without cancellation.
    pub(crate) mean: f64,
    /// Bound of what rounding does to `mean`.
    pub(crate) mean_rounding: f64,
    /// Bound of what rounding does to `coefficient_minus_one`.
    pub(crate) coefficient_rounding: f64,
    /// Bound of the quadrature error of `psi(t)` for all `|t|` up to the frequency asked for.
    pub(crate) quadrature_error: f64,
    /// Largest relative error of a node's loss.
    pub(crate) loss_relative_error: f64,
    num_steps: f64,
    /// Bound of `nu` and of `P` outside of the nodes, over all steps.
    pub(crate) outside: f64,
    /// Smallest possible total loss.
    smallest: f64,
    /// Loss and weighted mass at both ends of the range, where the quadrature is cut.
    ends: [(f64, f64); 2],
}

impl Affinity {
    /// The nodes for frequencies up to `t` with `T` times the error below `tolerance`, or `None` if
    /// more than `most` nodes are needed.
    pub(crate) fn new(step: &SampledGaussian, t: f64, tolerance: f64, most: f64) -> Option<Self> {
        let num_steps = step.num_steps();
        let reach = step.reach(tolerance * 1e-3);
        let contour = Contour::new(step, reach, t);
        let needed = contour.nodes(tolerance / num_steps, most)?;
        let m = step.shift();
        let h = (2.0 * reach + m) / needed;
        let log_weight = libm::log(h / libm::sqrt(2.0 * PI));
        let mut nodes = Vec::with_capacity(count(needed));
        let (mut coefficient, mut mean, mut mean_size) = (0.0, 0.0, 0.0);
        let loss_relative_error = step.loss_relative_error(reach);
        let relative = loss_relative_error / f64::EPSILON;
        let summation = needed / 4.0 + 16.0;
        let mut coefficient_rounding = 0.0;
        for j in 0..count(needed) {
            let z = -reach + h * (j as f64 + 0.5);
            let loss = step.loss(z).log_ratio;
            let log_out = log_weight - 0.5 * z * z;
            let mass = libm::exp(log_out + 0.5 * loss);
            let condition = summation + z * z + loss.abs();
            let (square, odd) = if loss.abs() < 1.0 {
                let root = libm::expm1(0.5 * loss);
                (
                    libm::exp(log_out) * root * root,
                    mass * sinh_minus_identity(0.5 * loss),
                )
            } else {
                let (out, inn) = (libm::exp(log_out), libm::exp(log_out + loss));
                (
                    out + inn - 2.0 * mass,
                    0.5 * (inn - out) - 0.5 * mass * loss,
                )
            };
            coefficient += square;
            coefficient_rounding += square.abs() * (condition + 4.0 + 3.0 * relative);
            mean += odd;
            mean_size += odd.abs() * (condition + 4.0 + relative * (3.0 + loss.abs()));
            nodes.push(Node {
                loss,
                mass,
                condition,
            });
        }
        let q = step.sample_rate();
        // Replacing E[w] by 1 also asks for the quadrature of 1 and of w, entire functions both.
        let entire = 4.0 * (1.0 + 2.0 * (1.0 + t) * q) * libm::exp(-2.0 * PI * PI / (h * h));
        let cut = (4.0 + 2.0 * (1.0 + t) * q) * libm::exp(crate::normal::log_sf(reach));
        Some(Self {
            nodes,
            coefficient_minus_one: -0.5 * coefficient,
            mean: -2.0 * mean,
            mean_rounding: 2.0 * f64::EPSILON * mean_size,
            coefficient_rounding: f64::EPSILON * coefficient_rounding,
            quadrature_error: contour.error(needed) + entire + cut,
            loss_relative_error,
            num_steps,
            outside: 2.0 * num_steps * libm::exp(crate::normal::log_sf(reach)),
            ends: [-reach, reach + m].map(|z| {
                let loss = step.loss(z).log_ratio;
                let log_mass = log_weight - 0.5 * z * z + 0.5 * loss;
                (loss, 2.0 / PI * libm::exp(log_mass))
            }),
            smallest: if q < 1.0 {
                num_steps * libm::log1p(-q)
            } else {
                f64::NEG_INFINITY
            },
        })
    }

    /// Number of steps of the run.
    pub(crate) fn num_steps(&self) -> f64 {
        self.num_steps
    }

    /// Lower and upper end of the whole run's coefficient `psi(0)^T`, with `psi(0)` known up to `uncertainty`.
    pub(crate) fn coefficient(&self, uncertainty: f64) -> (f64, f64) {
        let power = |value: f64| libm::exp(self.num_steps * libm::log1p(value.clamp(-1.0, 0.0)));
        let ulps = 4.0 * f64::EPSILON * (1.0 - self.num_steps * self.coefficient_minus_one);
        (
            power(self.coefficient_minus_one - uncertainty) * (1.0 - ulps).max(0.0),
            (power(self.coefficient_minus_one + uncertainty) * (1.0 + ulps)).min(1.0),
        )
    }

    /// `E_nu[L²]`.
    pub(crate) fn second_moment(&self) -> f64 {
        self.nodes.iter().map(|n| n.mass * n.loss * n.loss).sum()
    }

    /// Upper bound of `T ln E_nu[e^{aL}; z among the nodes]`; `a = s - 1/2` gives `E_Q[w^s]`.
    pub(crate) fn log_moment(&self, a: f64) -> f64 {
        let (mut sum, mut size) = (0.0, 0.0);
        for node in &self.nodes {
            let term = node.mass * libm::expm1(a * node.loss);
            sum += term;
            size += term.abs();
        }
        // |w(x + iy)|^s <= w(x)^s: the error of the quadrature is the same share of every power, but
        // for the ends of the range.
        let share = self.quadrature_error / (1.0 + self.coefficient_minus_one);
        let ends: f64 = self
            .ends
            .iter()
            .map(|(loss, mass)| mass * libm::exp(a * loss))
            .sum();
        let error = 1e-13 * size + 2.0 * share * (1.0 + size) + ends;
        self.num_steps * libm::log1p(self.coefficient_minus_one + sum + error)
    }

    /// The smallest `x` found with `E[e^{aL}]^T e^{-(a - base) x} <= e^{log_tolerance}` for some `a > base`:
    /// `base = 0` bounds the upper tail of `nu`, `-1/2` that of `Q`, `1/2` that of `P`.
    pub(crate) fn upper_tail(&self, base: f64, log_tolerance: f64) -> f64 {
        self.tail(log_tolerance, |shift| self.log_moment(base + shift))
    }

    /// The smallest `x` found with mass of `L < -x` at most `e^{log_tolerance}`, for `base` as above.
    pub(crate) fn lower_tail(&self, base: f64, log_tolerance: f64) -> f64 {
        self.tail(log_tolerance, |shift| self.log_moment(base - shift))
            .min(-self.smallest)
    }

    /// Upper bound of the epsilon of "in" against "out" at `delta`.
    pub(crate) fn epsilon_of_in(&self, delta: f64) -> f64 {
        self.epsilon(delta, |a| self.log_moment(0.5 + a))
    }

    /// Upper bound of the epsilon of "out" against "in" at `delta`.
    pub(crate) fn epsilon_of_out(&self, delta: f64) -> f64 {
        self.epsilon(delta, |a| self.log_moment(-0.5 - a))
    }

    /// `(1 - e^-x)_+ <= e^(a (x - ln(1 + 1/a)) - ln(1 + a))` for every `a > 0`, so
    /// `delta(eps) <= E[e^(aL)] e^(-a eps) (a/(1 + a))^a/(1 + a)`; smallest over a grid of `a`.
    fn epsilon(&self, delta: f64, log_moment: impl Fn(f64) -> f64) -> f64 {
        let log_delta = libm::log(delta - self.outside);
        let at = |a: f64| {
            let shrink = a * libm::log1p(1.0 / a) + libm::log1p(a);
            (log_moment(a) - shrink - log_delta) / a
        };
        let mut best = f64::INFINITY;
        let mut a = 1e-3;
        while a < 1e4 {
            let epsilon = at(a) * (1.0 + 1e-12);
            best = if epsilon < best { epsilon } else { best };
            a *= 1.4;
        }
        best.max(0.0)
    }

    fn tail(&self, log_tolerance: f64, log_moment: impl Fn(f64) -> f64) -> f64 {
        let spread = libm::sqrt(self.num_steps * self.second_moment()).max(1e-300);
        let mut shift = libm::sqrt(-2.0 * log_tolerance) / spread;
        let point = |shift: f64| (log_moment(shift) - log_tolerance) / shift;
        let mut best = point(shift);
        for factor in [0.7, 1.4] {
            for _ in 0..40 {
                let value = point(shift * factor);
                // Also walks down from where the moment overflows.
                if value < best || (!best.is_finite() && factor < 1.0) {
                    best = value;
                    shift *= factor;
                } else {
                    break;
                }
            }
        }
        best.max(0.0)
    }
}

/// `sinh x - x` for `|x| <= 1/2`, with full relative accuracy.
fn sinh_minus_identity(x: f64) -> f64 {
    let square = x * x;
    let mut term = x * square / 6.0;
    let mut sum = term;
    for n in 2..8 {
        let k = 2.0 * f64::from(n);
        term *= square / (k * (k + 1.0));
        sum += term;
    }
    sum
}
