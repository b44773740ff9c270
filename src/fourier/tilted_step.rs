//! One step under the tilted measure `nu_s = P^s Q^(1-s)`: quadrature nodes and what they leave out.

#[cfg(not(first_module))]
use super::merged_phases::Apart;
use super::quadrature_error::{Contour, nodes_at_constant_height};
use super::smooth_step::SmoothStep;
use super::step::Step;
#[cfg(not(first_module))]
use crate::mechanism::ApartAt;
use crate::numerics::count;
use core::f64::consts::PI;

/// One quadrature node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The loss `ln w`.
    pub(crate) loss: f64,
    /// Its probability under `nu_s`, normalised.
    pub(crate) mass: f64,
    /// Bound of the relative rounding error of `mass`, in units of epsilon.
    pub(crate) condition: f64,
    /// Scale of the loss's rounding error, at least `|loss|`.
    pub(crate) size: f64,
}

/// Losses from which on 1 is nothing beside their exponential.
const FAR: f64 = 300.0;
/// Steepest tilt: beyond, observations are not told apart any more.
pub(super) const STEEPEST: f64 = 1e5;

/// How the number of nodes is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Search {
    /// The fewest nodes.
    Thorough,
    /// Somewhat more nodes, in a fraction of the time: for schedules of many phases.
    Quick,
    /// So many that the sums are about right, without a certificate: to choose a tilt by.
    Rough,
}

/// The law of one step's loss under `nu_s`, by a quadrature with a certified error.
///
/// `E_Q[w] = 1` takes the cancellation out of the first two moments: the sums run over
/// `e^(sL) - 1 - s (e^L - 1)` and `L e^(sL) - (e^L - 1)`.
pub(crate) struct TiltedStep {
    pub(crate) nodes: Vec<Node>,
    pub(crate) num_steps: f64,
    /// `ln psi(s)` with `psi(s) = E_Q[w^s]`, the mass of `nu_s`.
    pub(crate) log_coefficient: f64,
    /// Bound of the error of `log_coefficient`.
    pub(crate) log_coefficient_error: f64,
    /// `E_nu[L]`.
    pub(crate) mean: f64,
    /// Bound of what rounding does to `mean`.
    pub(crate) mean_rounding: f64,
    /// Bound of the error of the quadrature in the characteristic function at all frequencies up to the one
    /// asked for.
    pub(crate) quadrature_error: f64,
    /// Largest relative error of a node's loss.
    pub(crate) loss_relative_error: f64,
    /// Bound of the probability outside of the nodes, under `nu_s`, `P` or `Q`, of one step.
    pub(crate) outside: f64,
    /// Smallest possible loss.
    pub(crate) smallest: f64,
    /// Losses, and how much of the quadrature's error grows with their powers: at both ends of the range the probability times
    /// `2/pi`, as the quadrature is cut there; of rules on panels their own errors.
    pub(super) ends: Vec<(f64, f64)>,
    /// What is more to be known where nodes only share moments with the law; the small module has no such steps.
    #[cfg(not(first_module))]
    pub(super) by_moments: Option<Box<ByMoments>>,
    /// Of a step that stands for others.
    #[cfg(not(first_module))]
    pub(super) apart: Option<Box<Apart>>,
}

/// Of nodes that only share moments with a law.
#[cfg(not(first_module))]
pub(crate) struct ByMoments {
    /// More of the error of the characteristic function, at a frequency.
    pub(super) apart: ApartAt,
    /// Further power, to either side, up to which `ends` tell how it grows.
    pub(super) most_power: f64,
}

impl TiltedStep {
    /// The nodes for frequencies up to `t` with `T` times the error below `tolerance`, or `None` if more than
    /// `most` nodes are needed or `w^s` overflows.
    pub(crate) fn new(
        step: &Step,
        s: f64,
        t: f64,
        tolerance: f64,
        most: f64,
        search: Search,
    ) -> Option<Self> {
        match step.smooth() {
            Some(step) => Self::of_smooth(step, s, t, tolerance, most, search),
            None => match step.tabulated() {
                Some(step) => step.tilted(s, t, most),
                None => step.piecewise()?.tilted(s, t, tolerance, most),
            },
        }
    }

    pub(super) fn of_smooth(
        step: &SmoothStep,
        s: f64,
        t: f64,
        tolerance: f64,
        most: f64,
        search: Search,
    ) -> Option<Self> {
        let num_steps = step.num_steps();
        let per_step = tolerance / num_steps;
        let highest = 1.0 + t + s.abs();
        // Outside of 0 <= s <= 1 the mass is at least 1, and relative errors are what matters.
        let scale = if (0.0..=1.0).contains(&s) {
            1.0
        } else {
            rough_coefficient(step, s, most)?
        };
        let log_tolerance = libm::log(1e-3 * per_step / highest);
        if step.steepest(s) > STEEPEST || !log_tolerance.is_finite() {
            return None;
        }
        let (left, right) = step.range(s, log_tolerance, libm::log(scale));
        if right - left > 0.5 * most {
            return None;
        }
        let range = (left, right);
        let (needed, contour_error) = match search {
            Search::Quick => {
                debug_assert!(step.edge().is_none(), "the bound holds for whole steps");
                let nodes = nodes_at_constant_height(step, s, range, t, libm::log(per_step));
                if nodes > most {
                    return None;
                }
                (nodes, None)
            }
            Search::Thorough => {
                let contour = Contour::new(step, s, range, t);
                let nodes = contour.nodes(per_step * scale, most);
                let nodes = nodes?;
                (nodes, Some(contour.error(nodes)))
            }
            Search::Rough => (libm::ceil((right - left) / step.rough_spacing()), None),
        };
        let h = (right - left) / needed;
        let log_weight = libm::log(h / libm::sqrt(2.0 * PI));
        let reach = right.max(-left);
        let loss_relative_error = step.loss_relative_error(reach);
        let relative = loss_relative_error / f64::EPSILON;
        let summation = needed / 4.0 + 16.0;
        let mut sums = Sums::default();
        let mut nodes = Vec::with_capacity(count(needed));
        for j in 0..count(needed) {
            let z = left + h * (j as f64 + 0.5);
            let point = step.point(z);
            let loss = point.loss;
            let log_out = log_weight - 0.5 * z * z + point.log_out;
            let mass = libm::exp(log_out + s * loss);
            let condition =
                summation + z * z + step.log_out_condition(z, &point) + 2.0 * (s * loss).abs();
            let sensitivity = relative * point.size / loss.abs().max(1e-300);
            sums.add(s, loss, log_out, condition, sensitivity);
            nodes.push(Node {
                loss,
                mass,
                condition: condition + relative * s.abs() * point.size,
                size: point.size,
            });
        }
        let [(lacking, lacking_error), (lacking_mean, mean_error)] = step.lacking(s);
        sums.coefficient += lacking;
        sums.mean += lacking_mean;
        let coefficient = 1.0 + sums.coefficient;
        if !(coefficient > 1e-280 && coefficient < 1e280) {
            return None;
        }
        for node in &mut nodes {
            node.mass /= coefficient;
            node.condition += 2.0;
        }
        let moved = step.moved();
        // Replacing E[w] by 1 also asks for the quadrature of 1 and of w, entire functions both.
        let entire = 4.0
            * (1.0 + 2.0 * highest * moved)
            * match step.edge() {
                None => libm::exp(-2.0 * PI * PI / (h * h)),
                Some(edge) => {
                    let y = edge.height().min(2.0 * PI / h);
                    libm::exp(0.5 * y * y) / libm::expm1(2.0 * PI * y / h)
                }
            };
        let outside = 4e-3 * per_step * scale / highest;
        let cut = (8.0 + 4.0 * highest) * outside;
        let error = contour_error.unwrap_or(per_step * coefficient) + entire + cut + lacking_error;
        let rounding = f64::EPSILON * sums.coefficient_rounding;
        let ends = [left, right].map(|z| {
            let point = step.point(z);
            let log_mass = log_weight - 0.5 * z * z + point.log_out + s * point.loss;
            (
                point.loss,
                2.0 / PI * libm::exp(log_mass - libm::log(coefficient)),
            )
        });
        Some(Self {
            nodes,
            num_steps,
            log_coefficient: libm::log1p(sums.coefficient),
            log_coefficient_error: 1.1 * (error + rounding) / coefficient
                + 2.0 * f64::EPSILON * libm::log1p(sums.coefficient).abs()
                + step.deviation(s, 0.0),
            mean: sums.mean / coefficient,
            mean_rounding: 1.1
                * (f64::EPSILON * (sums.mean_rounding + 4.0 * sums.mean.abs()) + mean_error)
                / coefficient,
            quadrature_error: 2.0 * error / coefficient,
            loss_relative_error,
            outside: outside / coefficient.min(1.0),
            smallest: step.smallest_loss(),
            ends: ends.to_vec(),
            #[cfg(not(first_module))]
            by_moments: None,
            #[cfg(not(first_module))]
            apart: Apart::of(step, s),
        })
    }

    /// Upper bound of `T ln E_nu[e^(aL)]` among the nodes; `nu` is normalised.
    pub(crate) fn log_moment(&self, a: f64) -> f64 {
        #[cfg(not(first_module))]
        if let Some(by_moments) = &self.by_moments
            && a.abs() > by_moments.most_power
        {
            return f64::INFINITY;
        }
        let (mut sum, mut size) = (0.0, 0.0);
        for node in &self.nodes {
            let term = node.mass * libm::expm1(a * node.loss);
            sum += term;
            size += term.abs();
        }
        // |w(x + iy)|^s <= w(x)^s: the error of the quadrature is the same share of every power, but
        // for the ends of the range.
        let ends: f64 = self
            .ends
            .iter()
            .map(|(loss, mass)| mass * libm::exp(a * loss))
            .sum();
        let error = 1e-13 * size + 2.0 * self.quadrature_error * (1.0 + size) + ends;
        self.num_steps * libm::log1p(sum + error)
    }

    /// How much more the characteristic function is off by at a frequency.
    #[cfg(not(first_module))]
    pub(super) fn apart(&self, frequency: f64) -> f64 {
        let by_moments = self.by_moments.as_ref();
        let others = self.apart.as_ref();
        by_moments.map_or(0.0, |known| known.apart.error(frequency))
            + others.map_or(0.0, |others| others.at(frequency))
    }

    #[cfg(first_module)]
    pub(super) fn apart(&self, _: f64) -> f64 {
        0.0
    }

    /// `E_nu[L²]`.
    pub(crate) fn second_moment(&self) -> f64 {
        self.nodes.iter().map(|n| n.mass * n.loss * n.loss).sum()
    }
}

/// `E_Q[w^s]` for `s` outside of `[0, 1]` from below, good enough to say what an error is relative to.
fn rough_coefficient(step: &SmoothStep, s: f64, most: f64) -> Option<f64> {
    const BEYOND: f64 = 6.0;
    const SPACING: f64 = 0.4;
    let (left, right) = step.slopes(s);
    let length = match step.edge() {
        None => left + right + 2.0 * BEYOND,
        Some(edge) => (right + BEYOND).min(edge.at + 2.0) + left + BEYOND,
    };
    let nodes = libm::ceil(length / SPACING);
    if nodes > most {
        return None;
    }
    let mut sum = 0.0;
    for j in 0..count(nodes) {
        let z = SPACING * (j as f64) - left - BEYOND;
        sum += libm::exp(step.log_density(z, s));
    }
    let rough = 0.3 * sum * SPACING;
    (rough < 1e280).then_some(rough.max(1.0))
}

/// The first two moments, term by term without cancellation, with the rounding of each.
#[derive(Default)]
pub(super) struct Sums {
    /// `psi(s) - 1`.
    pub(super) coefficient: f64,
    pub(super) coefficient_rounding: f64,
    pub(super) mean: f64,
    pub(super) mean_rounding: f64,
}

impl Sums {
    /// Adds the node with loss `x`. `condition` is the rounding of its density, `sensitivity` that of `x`, both
    /// relative.
    pub(super) fn add(&mut self, s: f64, x: f64, log_out: f64, condition: f64, sensitivity: f64) {
        let condition = condition + 4.0;
        if x.abs() < 0.5 && (s * x).abs() < 0.5 {
            let out = libm::exp(log_out);
            // sum over n >= 2 of (s^n - s) x^n/n! and of (n s^(n-1) - 1) x^n/n!
            let (mut power, mut s_power) = (out * x, 1.0);
            // Small losses need fewer terms: the first one left out is below a rounding.
            let last = if x.abs().max((s * x).abs()) < 0.03 {
                9
            } else {
                18
            };
            for n in 2..last {
                let n = f64::from(n);
                power *= x / n;
                let odd = (n * s_power * s - 1.0) * power;
                s_power *= s;
                let square = (s_power * s - s) * power;
                self.coefficient += square;
                self.coefficient_rounding += square.abs() * (condition + n * sensitivity);
                self.mean += odd;
                self.mean_rounding += odd.abs() * (condition + n * sensitivity);
            }
        } else {
            // Under a strong tilt of small losses s times both ends would lose what their difference is.
            let out = libm::exp(log_out);
            let mass = libm::exp(log_out + s * x);
            // The ratio of a group may be no number.
            let is_far = x > FAR;
            let moved = if is_far {
                libm::exp(log_out + x)
            } else {
                out * libm::expm1(x)
            };
            let tilted = if is_far {
                mass
            } else {
                out * libm::expm1(s * x)
            };
            self.coefficient += tilted - s * moved;
            self.mean += mass * x - moved;
            let tilted = (s * x).abs();
            let rounding = condition + 3.0 * sensitivity;
            let larger = out.max(out + moved);
            self.coefficient_rounding += (mass + larger) * (1.0 + tilted) * rounding;
            self.mean_rounding += (mass * (1.0 + tilted) + larger) * x.abs() * rounding;
        }
    }
}
