//! One step under the tilted measure by quadrature on a line above the real axis, where high frequencies are damped.

#[cfg(not(first_module))]
use super::merged_phases::Apart;
use super::smooth_step::SmoothStep;
use super::spill::Spill;
use super::tilted_step::TiltedStep;
use crate::numerics::complex::{self, Complex};
use crate::numerics::count;
use core::f64::consts::PI;

/// Highest line on which the second edge of the strip lies: twice the line of the nodes, whose weights grow by `e^(y²/2)`.
pub(super) const HIGHEST: f64 = 3.0;

/// Losses from which on 1 is nothing beside their exponential.
const FAR: f64 = 300.0;
/// Most lines that are tried, and the ratio of their heights.
const HEIGHTS: i32 = 16;
const LOWER: f64 = 0.75;
/// Most growth of the measure in a strip, as a logarithm.
const MOST_GROWTH: f64 = 5.0;

/// A strip above the axis, with the nodes in its middle.
struct Strip {
    y: f64,
    growth: f64,
    /// Bound of the distance of a loss in it from that below on the axis.
    above: f64,
    /// `M(0) + M(2y)`.
    bound: f64,
    /// Spacing of the nodes.
    h: f64,
}

/// One quadrature node.
#[derive(Clone, Copy, Debug)]
pub(super) struct RaisedNode {
    /// The loss `ln w`; its imaginary part is not negative.
    pub(super) loss: Complex<f64>,
    /// Its weight under `nu_s`, normalised.
    pub(super) mass: Complex<f64>,
    /// Absolute values of both.
    pub(super) length: f64,
    pub(super) weight: f64,
    /// Bound of the relative rounding error of `mass`, in units of epsilon.
    pub(super) condition: f64,
    /// Scale of the loss's rounding error, at least `|loss|`.
    pub(super) size: f64,
}

/// The law of one step's loss under `nu_s`, for all frequencies from 0 to one that may be as high as one likes.
///
/// Above the real axis `w` turns to positive arguments, so `|e^(iuL)| = e^(-u arg w)` is at most 1 for `u >= 0`. The
/// integral of `nu_s (e^(iuL) - 1 - iuL)` over the real line is that over the line at height `y`, and the trapezoidal
/// rule with spacing `h` there is off by at most
///
/// `(M(0) + M(2y))/(e^(2 pi y/h) - 1)`, `M(c) = ∫ |nu_s(x + ic)| (2 + u |L(x + ic)|) dx`
///
/// (Trefethen and Weideman 2014, Theorem 5.1, on the strip between the axis and the line at `2y`). `M(0)` is
/// `2 + u E|L|` for the normalised measure, `M(2y)` at most `e^g (2 + u (E|L| + c))` with the growth `g` of
/// [`SmoothStep::log_growth`] and the distance `c` of [`SmoothStep::loss_above`]. The walls at both ends, in the middle between two nodes,
/// add their length times the density there. So the number of nodes grows with `ln u` only, where
/// that on the real axis grows with `u`.
pub(super) struct RaisedStep {
    pub(super) nodes: Vec<RaisedNode>,
    pub(super) num_steps: f64,
    /// `E_nu[L]`.
    pub(super) mean: f64,
    /// Bound of what rounding does to `mean`.
    pub(super) mean_rounding: f64,
    /// Bound of the error of the quadrature in the characteristic function.
    pub(super) quadrature_error: f64,
    /// Largest relative error of a node's loss, in units of epsilon.
    pub(super) loss_rounding: f64,
    /// Of a step that stands for others.
    #[cfg(not(first_module))]
    apart: Option<Box<Apart>>,
}

/// Where the nodes of a step lie on a raised line, before they are placed.
pub(super) struct Placing<'a> {
    step: &'a SmoothStep,
    still: &'a TiltedStep,
    s: f64,
    highest: f64,
    per_step: f64,
    normaliser: f64,
    range: (f64, f64),
    strip: Strip,
    needed: f64,
}

impl<'a> Placing<'a> {
    /// For frequencies up to `t` with `T` times the error below `tolerance`, for a step whose law at rest is `still`; `None`
    /// without a line above the axis.
    pub(super) fn new(
        step: &'a SmoothStep,
        still: &'a TiltedStep,
        s: f64,
        t: f64,
        tolerance: f64,
    ) -> Option<Self> {
        let per_step = tolerance / step.num_steps();
        let log_scale = still.log_coefficient;
        let size: f64 = still
            .nodes
            .iter()
            .map(|node| node.mass * node.loss.abs())
            .sum();
        let normaliser = libm::exp(-log_scale).max(1.0);
        let highest = 1.0 + t + s.abs();
        let log_tolerance = libm::log(1e-6 * per_step / highest) - MOST_GROWTH;
        let range = step.range(s, log_tolerance, log_scale);
        let spill = Spill::new(step, s, range, log_scale, |_| 0.0);
        // E[w] = 1 is used as well: the growths of P and Q count, too.
        let growth = |y: f64| {
            let tilts = [0.0, 1.0, s].into_iter();
            let whole = tilts.map(|s| step.log_growth(s, y, range));
            let spilt = spill.as_ref().map_or(0.0, |spill| spill.log_at(y));
            whole.fold(0.0, f64::max) + spilt
        };
        let strip = |top: f64| {
            let above = step.loss_above(top, range.1);
            let growth = growth(top);
            let both = (1.0 + libm::exp(growth)) * normaliser;
            let bound = both * (2.0 + (1.0 + t) * (2.0 + 2.0 * size + above));
            let rate = libm::log1p(bound / per_step);
            Strip {
                y: 0.5 * top,
                growth,
                above,
                bound,
                h: PI * top / rate,
            }
        };
        let first = step.height(range.1).min(HIGHEST);
        let strips = (0..HEIGHTS).map(|k| strip(first * libm::pow(LOWER, f64::from(k))));
        let strip = strips
            .filter(|strip| strip.growth <= MOST_GROWTH)
            .max_by(|a, b| a.h.total_cmp(&b.h))?;
        let needed = libm::ceil((range.1 - range.0) / strip.h);
        // Without a line above the axis there is no spacing.
        (!needed.is_nan()).then_some(Self {
            step,
            still,
            s,
            highest,
            per_step,
            normaliser,
            range,
            strip,
            needed,
        })
    }

    /// How many nodes there are.
    pub(super) fn needed(&self) -> f64 {
        self.needed
    }

    /// Places the nodes.
    pub(super) fn placed(&self) -> RaisedStep {
        let &Self {
            step,
            still,
            s,
            highest,
            per_step,
            normaliser,
            range: (left, right),
            strip: Strip {
                y, above, bound, ..
            },
            needed,
        } = self;
        let log_scale = still.log_coefficient;
        let h = (right - left) / needed;
        let reach = right.max(-left);
        let outside = 4e-6 * per_step / highest * normaliser;
        // A density at an end is at most its mass beyond, times reach + 1.
        let walls = 4.0 * y * (reach + 1.0);
        let cut = (1.0 + walls) * (8.0 + 4.0 * highest * (1.0 + above)) * outside;
        let quadrature = bound / libm::expm1(2.0 * PI * y / h) + cut;
        // |w| is at least 0.73 w(x) up to the middle of the strip: so much more than on the axis may the loss be turned.
        let loss_rounding = 2.0 * step.loss_relative_error(reach + y) / f64::EPSILON;
        let log_weight = libm::log(h / libm::sqrt(2.0 * PI)) - log_scale;
        let summation = needed / 4.0 + 32.0;
        let mut moments = Mean::default();
        let mut nodes = Vec::with_capacity(count(needed));
        for j in 0..count(needed) {
            let z = Complex::new(left + h * (j as f64 + 0.5), y);
            let point = step.complex_point(z);
            let log_out = z * z * -0.5 + point.log_out + log_weight;
            let length = complex::abs(point.loss);
            let turned = step.complex_log_out_condition(z, &point);
            let condition =
                summation + 2.0 * (z.re * z.re + y * y) + turned + 2.0 * (s * length).abs();
            moments.add(
                s,
                point.loss,
                log_out,
                condition,
                loss_rounding * point.size,
            );
            let mass = complex::exp(log_out + point.loss * s);
            nodes.push(RaisedNode {
                loss: point.loss,
                mass,
                length,
                weight: complex::abs(mass),
                condition: condition + loss_rounding * s.abs() * point.size,
                size: point.size,
            });
        }
        let [_, (lacking, lacking_error)] = step.lacking(s);
        let normalised = libm::exp(-log_scale);
        moments.mean += lacking * normalised;
        RaisedStep {
            nodes,
            num_steps: step.num_steps(),
            mean: moments.mean,
            mean_rounding: 1.1 * f64::EPSILON * (moments.rounding + 4.0 * moments.mean.abs())
                + lacking_error * normalised,
            quadrature_error: 2.0 * (quadrature + still.log_coefficient_error),
            loss_rounding,
            #[cfg(not(first_module))]
            apart: Apart::of(step, s),
        }
    }
}

impl RaisedStep {
    /// Nodes for frequencies up to `t`, see [`Placing::new`]; `None` if more than `most` are needed.
    #[cfg(test)]
    pub(super) fn new(
        step: &SmoothStep,
        still: &TiltedStep,
        s: f64,
        t: f64,
        tolerance: f64,
        most: f64,
    ) -> Option<Self> {
        let placing = Placing::new(step, still, s, t, tolerance)?;
        (placing.needed <= most).then(|| placing.placed())
    }

    /// How much more the characteristic function is off by at a frequency.
    #[cfg(not(first_module))]
    pub(super) fn apart(&self, frequency: f64) -> f64 {
        let others = self.apart.as_ref();
        others.map_or(0.0, |others| others.at(frequency))
    }

    #[cfg(first_module)]
    pub(super) fn apart(&self, _: f64) -> f64 {
        0.0
    }

    /// Logarithm of a bound of the power of all steps at every frequency from `t` to `last`, up to the one that the nodes are for.
    pub(super) fn log_modulus(&self, t: f64, last: f64) -> f64 {
        let sum: f64 = self
            .nodes
            .iter()
            .map(|node| node.weight * libm::exp(-t * node.loss.im))
            .sum();
        let bound = sum * (1.0 + 1e-9) + self.quadrature_error + self.apart(last);
        self.num_steps * libm::log(bound.min(1.0))
    }
}

/// `E_nu[L] = E[L w^s - (w - 1)]`, term by term without cancellation, with the rounding of each.
#[derive(Default)]
struct Mean {
    mean: f64,
    rounding: f64,
}

impl Mean {
    /// `spread` is the rounding of the loss in units of epsilon.
    fn add(&mut self, s: f64, x: Complex<f64>, log_out: Complex<f64>, condition: f64, spread: f64) {
        let length = complex::abs(x);
        let condition = condition + 4.0;
        let sensitivity = spread / length.max(1e-300);
        let out = complex::exp(log_out);
        if length < 0.5 && (s * length).abs() < 0.5 {
            let (mut power, mut s_power) = (out * x, 1.0);
            for n in 2..18 {
                let n = f64::from(n);
                power = power * x / n;
                let odd = power * (n * s_power * s - 1.0);
                s_power *= s;
                self.mean += odd.re;
                self.rounding += (odd.re.abs() + odd.im.abs()) * (condition + n * sensitivity);
            }
        } else {
            let mass = complex::exp(log_out + x * s);
            // The ratio of a group may be no number.
            let moved = if x.re > FAR {
                complex::exp(log_out + x)
            } else {
                out * complex::expm1(x)
            };
            self.mean += (mass * x - moved).re;
            let size = |z: Complex<f64>| z.re.abs() + z.im.abs();
            let larger = size(out) + size(moved);
            let tilted = (s * length).abs();
            self.rounding +=
                (size(mass) * (1.0 + tilted) + larger) * length * (condition + 3.0 * sensitivity);
        }
    }
}
