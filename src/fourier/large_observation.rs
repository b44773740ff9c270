//! The part of one step's tilted measure in which the observation is large.

use super::edge::Edge;
use super::exponentials::{self, Exponentials};
use super::interpolant::{Interpolant, POINTS, interpolation_error};
use super::raised_block::DAMPED;
use super::raised_step::HIGHEST;
use super::rough_event::RoughEvent;
use super::smooth_step::SmoothStep;
use super::spill::Spill;
use crate::numerics::complex::{self, Complex};
use crate::numerics::count;
use core::f64::consts::PI;

/// Strips that are tried, and the ratio of their heights.
const HEIGHTS: i32 = 8;
const LOWER: f64 = 0.7;
/// Relative error asked of the quadrature, and logarithm of the part of it that the ends of its range may leave out.
pub(super) const QUADRATURE: f64 = 1e-12;
const LOG_OUTSIDE: f64 = -4.4;
/// Frequencies between two direct evaluations of an exponential, and nodes that turn side by side.
const BLOCK: usize = 64;
const LANES: usize = 4;

/// `b(s + iu)/psi(s)` for `b(s) = E_Q[(1 - v) w^s]`, `1 - v` the probability of an [`Edge`], by the trapezoidal rule on a line
/// above the real axis, as in [`super::raised_step`]: `|1 - v|` is at most three times its value on the axis.
pub(super) struct LargePart {
    nodes: Vec<LargeNode>,
    /// `b(s)/psi(s)`.
    pub(super) share: f64,
    /// Bound of the error at every frequency up to the one asked for.
    pub(super) error: f64,
    /// `E_Q[(1 - v) (w - 1)]` and a bound of its error, of the tilt 1.
    pub(super) excess: Option<(f64, f64)>,
}

struct LargeNode {
    loss: Complex<f64>,
    mass: Complex<f64>,
}

impl LargePart {
    /// For frequencies up to `t` at the tilt `s`, `log_coefficient` being `ln psi(s)`, with about this relative error; `None` if more
    /// than `most` nodes are needed.
    pub(super) fn new(
        step: &SmoothStep,
        edge: Edge,
        (s, log_coefficient): (f64, f64),
        t: f64,
        quadrature: f64,
        most: f64,
    ) -> Option<Self> {
        let log_mass = RoughEvent::new(step, edge).log_mass(s);
        let log_outside = log_mass + libm::log(quadrature) + LOG_OUTSIDE;
        if !log_outside.is_finite() {
            return None;
        }
        // To the left the density falls at least as fast as e^((k - at) z), less what a tilt below 0 adds.
        let fall = edge.steepness - edge.at - step.reach(edge.at).max(step.left_slope(s, edge.at));
        if fall <= 0.0 {
            return None;
        }
        let mut left = edge.at;
        while step.log_density(left, s) + edge.log_large(left) - libm::log(fall) > log_outside {
            left -= 0.25;
        }
        let right = match step.edge() {
            Some(farther) => step.end_above(farther, &[(s, log_outside)]),
            None => {
                let (_, slope) = step.slopes(s);
                let mut right = edge.at.max(slope) + 1.0;
                while step.log_beyond(right, s, 1.0) > log_outside {
                    right += 0.25;
                }
                step.last_seen(right, (s, log_outside))
            }
        };
        let spill = Spill::new(step, s, (left, right), log_mass, |z| edge.log_large(z));
        let strip = |top: f64| {
            let spill = spill.as_ref().map_or(0.0, |spill| spill.log_at(top));
            let growth = 3.0 * libm::exp(step.log_growth(s, top, (left, right)) + spill);
            let rate = libm::log1p((1.0 + growth) / quadrature);
            (libm::ceil((right - left) * rate / (PI * top)), top, growth)
        };
        let first = step.height(right).min(HIGHEST).min(edge.height());
        // Only where something is left to others does a lower strip need fewer nodes.
        let heights = if step.edge().is_some() { HEIGHTS } else { 1 };
        let strips = (0..heights).map(|k| strip(first * libm::pow(LOWER, f64::from(k))));
        let (needed, top, growth) = strips.min_by(|a, b| a.0.total_cmp(&b.0))?;
        if needed.is_nan() || needed > most {
            return None;
        }
        let y = 0.5 * top;
        let h = (right - left) / needed;
        let log_weight = libm::log(h / libm::sqrt(2.0 * PI)) - log_coefficient;
        let loss_rounding = 2.0 * step.loss_relative_error(right.max(-left) + y);
        let summation = needed + 4.0 * BLOCK as f64 + 32.0;
        let (mut share, mut rounding) = (0.0, 0.0);
        let ratio = (s == 1.0).then(|| step.excess_growth(left, top)).flatten();
        let mut excess = (0.0, 0.0);
        let nodes = (0..count(needed)).map(|j| {
            let z = Complex::new(left + h * (j as f64 + 0.5), y);
            let point = step.complex_point(z);
            let exponent = z * z * -0.5 + point.log_out + point.loss * s + log_weight;
            let mass = complex::exp(exponent) * edge.large(z);
            share += mass.re;
            let condition = summation
                + 2.0 * (z.re * z.re + y * y)
                + 2.0 * s * complex::abs(point.loss)
                + step.complex_log_out_condition(z, &point)
                + 8.0 * edge.exponent(z.re).abs();
            // |u L e^(iuL)| is at most |L|/(e Im L), and at most t |L|.
            let turning = t.min(1.0 / (core::f64::consts::E * point.loss.im));
            rounding += complex::abs(mass)
                * (condition * f64::EPSILON + loss_rounding * point.size * (s + turning));
            if ratio.is_some() {
                let moved = mass * -complex::expm1(-point.loss);
                excess.0 += moved.re;
                let of_loss = loss_rounding * (s + point.size / complex::abs(point.loss));
                excess.1 += complex::abs(moved) * (condition * f64::EPSILON + 2.0 * of_loss);
            }
            LargeNode {
                loss: point.loss,
                mass,
            }
        });
        let nodes = nodes.collect();
        // What the range leaves out is on the line at most `growth` times as large, its nodes beside the end included.
        // Where the range of a group ends, its density is at most its mass beyond, times reach + 1.
        let walls = if step.records() > 1.0 {
            4.0 * top * (right + 1.0)
        } else {
            0.0
        };
        let outside = (8.0 + walls) * growth * libm::exp(log_outside - log_coefficient);
        let off = 2.0 * quadrature * share;
        let excess = ratio.map(|ratio| {
            let outside = step.excess_outside(edge, (left, right), log_outside);
            // What is kept below an edge grows by its share of "in", not of the difference.
            let spread = match step.edge() {
                Some(_) => step.excess_spread((left, right)),
                None => 1.0,
            };
            let off = 2.0 * quadrature * spread * excess.0 + 8.0 * growth * outside;
            (excess.0, ratio * off + excess.1)
        });
        Some(Self {
            excess,
            nodes,
            share,
            error: off + outside + rounding,
        })
    }

    /// Bound of `|b(s + iu)|/psi(s)` for every `u >= t`.
    pub(super) fn decayed(&self, t: f64) -> f64 {
        let sum: f64 = self
            .nodes
            .iter()
            .map(|node| complex::abs(node.mass) * libm::exp(-t * node.loss.im))
            .sum();
        sum * (1.0 + 1e-12) + self.error
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The function from `first` to `first + 2 half` without the factor `e^(itc)` of a loss `c`, and how many terms
    /// it has; `None` where the error of the interpolation counts.
    pub(super) fn interpolant(
        &self,
        first: f64,
        half: f64,
        centre: f64,
    ) -> Option<(usize, Interpolant)> {
        let seen: Vec<&LargeNode> = self
            .nodes
            .iter()
            .filter(|node| first * node.loss.im <= DAMPED)
            .collect();
        let listed = seen
            .iter()
            .map(|node| (complex::abs(node.mass), node.loss - centre));
        let interpolation = interpolation_error(first, half, listed);
        let weight: f64 = self.nodes.iter().map(|node| complex::abs(node.mass)).sum();
        let turning = 8.0 * f64::EPSILON * (first + 2.0 * half) * centre.abs();
        let error = self.error + interpolation + weight * (libm::exp(-DAMPED) + turning);
        (interpolation <= self.error).then(|| {
            let interval = Exponentials::new(first, half);
            let mut values = [Complex::new(0.0, 0.0); POINTS];
            for node in &seen {
                let loss = node.loss - centre;
                interval.add(loss, node.mass * interval.in_middle(loss), &mut values);
            }
            let rounding = exponentials::ROUNDING * f64::EPSILON * weight;
            (seen.len(), Interpolant::new(&values, rounding, error))
        })
    }

    /// The values at the frequencies 0, `step`, 2 `step`, ...
    pub(super) fn at_multiples(&self, step: f64, frequencies: usize) -> Vec<Complex<f64>> {
        let mut values = vec![Complex::new(0.0, 0.0); frequencies];
        for nodes in self.nodes.chunks(LANES) {
            let turn = Turning::of(nodes, step, |_| Complex::new(1.0, 0.0));
            let least = nodes.iter().map(|node| node.loss.im);
            let least = least.fold(f64::INFINITY, f64::min);
            for (block, part) in values.chunks_mut(BLOCK).enumerate() {
                let first = step * (block * BLOCK) as f64;
                if first * least > DAMPED {
                    break;
                }
                let mut value = Turning::of(nodes, first, |node| node.mass);
                for sum in part {
                    *sum += value.sum();
                    value.turn_by(&turn);
                }
            }
        }
        values
    }
}

/// Four nodes that turn side by side, so that none waits for another.
struct Turning {
    re: [f64; LANES],
    im: [f64; LANES],
}

impl Turning {
    /// `mass e^(itL)` of each; those that are missing are 0.
    fn of(nodes: &[LargeNode], t: f64, mass: impl Fn(&LargeNode) -> Complex<f64>) -> Self {
        let mut turning = Self {
            re: [0.0; LANES],
            im: [0.0; LANES],
        };
        for (l, node) in nodes.iter().enumerate() {
            let turned = complex::exp(Complex::new(-t * node.loss.im, t * node.loss.re));
            let value = mass(node) * turned;
            (turning.re[l], turning.im[l]) = (value.re, value.im);
        }
        turning
    }

    fn sum(&self) -> Complex<f64> {
        let [a, b, c, d] = self.re;
        let [e, f, g, h] = self.im;
        Complex::new((a + b) + (c + d), (e + f) + (g + h))
    }

    fn turn_by(&mut self, by: &Self) {
        for l in 0..LANES {
            let (re, im) = (self.re[l], self.im[l]);
            self.re[l] = re * by.re[l] - im * by.im[l];
            self.im[l] = re * by.im[l] + im * by.re[l];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::tilted_step::{Search, TiltedStep};
    use crate::mechanism::{PairPhase, Shape};

    const SPACING: f64 = 1e-3;

    fn step(noise_per_shift: f64, sample_rate: f64) -> SmoothStep {
        let phase = PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps: 10.0,
        };
        SmoothStep::new(Shape::Mixture { group_size: 1 }, &phase).expect("Gaussian")
    }

    /// `E_Q[e^log_weight w^(s + iu)]` by a very fine sum on the real axis.
    fn fine(step: &SmoothStep, s: f64, u: f64, log_weight: impl Fn(f64) -> f64) -> Complex<f64> {
        let mut sum = Complex::new(0.0, 0.0);
        for j in 0..count(60.0 / SPACING) {
            let z = -15.0 + SPACING * j as f64;
            let loss = step.whole_point(z).loss;
            let log = Complex::new(-0.5 * z * z + s * loss + log_weight(z), u * loss);
            sum += complex::exp(log);
        }
        sum * (SPACING / libm::sqrt(2.0 * PI))
    }

    #[test]
    fn large_observations_agree_with_a_fine_sum() {
        for (noise, rate, at, s) in [
            (0.9, 2e-4, 6.0, 3.0),
            (0.5, 0.01, 4.5, 1.2),
            (2.0, 1e-5, 5.0, 40.0),
        ] {
            let step = step(noise, rate);
            let edge = Edge::new(at, step.reach(at));
            for step in [step.clone(), step.below(at + 4.0).expect("an edge")] {
                let log_weight = |z: f64| {
                    let kept = step.edge().map_or(0.0, |edge| edge.log_small(z));
                    edge.log_large(z) + kept
                };
                let part = LargePart::new(&step, edge, (s, 0.0), 100.0, QUADRATURE, 2e4)
                    .expect("few nodes");
                let values = part.at_multiples(5.0, 21);
                for (k, &value) in values.iter().enumerate() {
                    let wanted = fine(&step, s, 5.0 * k as f64, log_weight);
                    let off = complex::abs(value - wanted);
                    assert!(
                        off <= part.error + 1e-11 * part.share,
                        "{step:?}, {k}: {value} against {wanted}"
                    );
                    assert!(part.error <= 1e-8 * part.share, "{step:?}: {}", part.error);
                    assert!(complex::abs(wanted) <= part.decayed(5.0 * k as f64) * (1.0 + 1e-9));
                }
            }
        }
    }

    /// By how much more of "in" counts as large than of "out", which of rare records is no difference of both.
    #[test]
    fn the_excess_agrees_with_a_fine_sum() {
        for (noise, rate, at) in [(0.9, 2e-4, 7.5), (2.0, 1e-9, 7.0), (500.0, 0.01, 6.0)] {
            let step = step(noise, rate);
            let edge = Edge::new(at, step.reach(at));
            let part =
                LargePart::new(&step, edge, (1.0, 0.0), 0.0, QUADRATURE, 2e4).expect("few nodes");
            let (excess, error) = part.excess.expect("one record");
            let wanted: f64 = (0..count(45.0 / SPACING))
                .map(|j| {
                    let z = -5.0 + SPACING * j as f64;
                    let moved = libm::expm1(step.whole_point(z).loss);
                    moved * libm::exp(-0.5 * z * z + edge.log_large(z))
                })
                .sum();
            let wanted = wanted * SPACING / libm::sqrt(2.0 * PI);
            assert!(error < 1e-9 * excess, "{step:?}: {error} of {excess}");
            assert!(
                (excess - wanted).abs() <= error + 1e-12 * excess,
                "{step:?}: {excess} against {wanted}"
            );
        }
    }

    /// What is left below an edge: its mass, its mean and its characteristic function.
    #[test]
    fn the_rest_agrees_with_a_fine_sum() {
        for (noise, rate, at, s) in [
            (0.9, 2e-4, 6.0, 20.0),
            (0.5, 0.01, 4.5, 2.0),
            (2.0, 1e-5, 5.0, 1e4),
        ] {
            let step = step(noise, rate).below(at).expect("an edge");
            let log_weight = |z: f64| step.edge().expect("an edge").log_small(z);
            let law =
                TiltedStep::of_smooth(&step, s, 0.0, 1e-12, 1e5, Search::Thorough).expect("a law");
            let mass = fine(&step, s, 0.0, log_weight).re;
            assert!(
                (libm::log(mass) - law.log_coefficient).abs() <= law.log_coefficient_error + 1e-12,
                "{step:?}: {} against {}",
                law.log_coefficient,
                libm::log(mass)
            );
            let nearby = 1e-6 / libm::sqrt(law.second_moment());
            let turned = fine(&step, s, nearby, log_weight).im / (mass * nearby);
            assert!(
                (turned - law.mean).abs() <= 1e-6 * libm::sqrt(law.second_moment()),
                "{step:?}: {} against {turned}",
                law.mean
            );
        }
    }
}
