//! The tail of a run in which one large loss is likelier than many small ones: a line for the event that some observation is
//! large.

use super::large_observation::{Edge, LargePart, rough_log_mass};
use super::line::{FourierLine, Path, Power, Window, log_peak, paths};
use super::saddle::Aim;
use super::step::{Step, StepLaw};
use super::tilted_law::TiltedLaw;
use crate::numerics::complex::{self, Complex};
use crate::numerics::{Bisection, count, normal};
use core::f64::consts::PI;

/// Error asked of the window and of the truncation, relative to the mass of the event.
const TOLERANCE: f64 = 1e-11;
/// Logarithm of the share of the tail that may come without a large observation.
const NEGLECTED: f64 = -18.0;
/// Half the range of orders, as observations.
const REACH: f64 = 0.2;
/// Smallest edge, and the most large observations that are expected.
const LEAST_EDGE: f64 = 1.0;
const MOST_EXPECTED: f64 = 0.25;
/// Width of the cells on which the part without large observations is bounded.
const CELL: f64 = 0.02;
/// Node-frequency pairs, and nodes, that are spent at most.
const BUDGET: f64 = 4e7;
const MOST_NODES: f64 = 2e4;

/// A line through the upper tail of the steps of one phase, `None` where it would say nothing.
///
/// `Psi^T - (Psi - b)^T` is the characteristic function of the runs in which some observation counts as large
/// ([`LargePart`]). The tilt needs to be no saddle point of theirs: what they weigh is already small. The other runs have a light
/// tail, of which a Chernoff bound is left out.
pub(super) fn large_loss_line(step: &Step, aim: Aim) -> Option<FourierLine> {
    if !matches!(step.law, StepLaw::Single) || step.q >= 1.0 {
        return None;
    }
    let z = single_observation(step, aim)?;
    let order = |z: f64| step.point(z).loss;
    let epsilon = (order(z - REACH), order(z + REACH));
    if epsilon.0 <= 0.0 {
        return None;
    }
    let log_size = log_single_jump(step, z);
    let (edge, log_left_out) = edge_below(step, z, epsilon.0, log_size + NEGLECTED)?;
    let s = tilt(step, edge, order(z))?;
    let rough_share = libm::exp(rough_log_mass(step, edge, s));
    let tolerance = TOLERANCE * (rough_share * step.num_steps()).min(1.0);
    let still = TiltedLaw::at_rest(core::slice::from_ref(step), s, tolerance)?;
    let line = sum(step, &still, edge, epsilon)?;
    Some(line.of_most(libm::exp(log_left_out) * (1.0 + 1e-9)))
}

/// The observation that alone leads to what is aimed at.
fn single_observation(step: &Step, aim: Aim) -> Option<f64> {
    const FARTHEST: f64 = 60.0;
    let log_steps = libm::log(step.num_steps());
    let search = Bisection::linear(40);
    let far = FARTHEST + step.m;
    let z = match aim {
        Aim::Order(epsilon) => {
            let excess = libm::expm1(epsilon.min(700.0)) / step.q;
            libm::log1p(excess) / step.m + 0.5 * step.m
        }
        Aim::Rate(log) => {
            search
                .bracket(0.0, far, |z| log_steps + normal::log_sf(z) > log)
                .0
        }
        Aim::Divergence(log) => {
            search
                .bracket(0.0, far, |z| log_single_jump(step, z) > log)
                .0
        }
    };
    (z > 0.0 && z < far - 1.0).then_some(z)
}

/// Logarithm of `T` times the divergence of one step at the order of an observation.
fn log_single_jump(step: &Step, z: f64) -> f64 {
    let (log_inn, log_out) = (
        normal::log_sf(z - step.m),
        normal::log_shifted_sf(z, step.m),
    );
    let share = -libm::expm1(log_out - log_inn);
    libm::log(step.num_steps() * step.q) + log_inn + libm::log(share.max(1e-12))
}

/// The highest edge below `z` of which the rest has a tail of at most `e^log_target` at an order, and that tail.
fn edge_below(step: &Step, z: f64, epsilon: f64, log_target: f64) -> Option<(Edge, f64)> {
    const STEP: f64 = 0.25;
    let mut at = z - STEP;
    while at > LEAST_EDGE {
        let edge = Edge {
            at,
            steepness: at + 3.0,
        };
        let expected = libm::log(step.num_steps()) + normal::log_sf(at);
        if expected > libm::log(MOST_EXPECTED) {
            return None;
        }
        let log_tail = log_tail_below(step, edge, epsilon, log_target);
        if log_tail <= log_target {
            return Some((edge, log_tail));
        }
        at -= STEP;
    }
    None
}

/// Logarithm of a bound of the tail of the runs without large observations, at the best of several tilts.
fn log_tail_below(step: &Step, edge: Edge, epsilon: f64, log_target: f64) -> f64 {
    const LEAST: f64 = 4.0;
    const RATIO: f64 = 1.3;
    let mut best = f64::INFINITY;
    let mut c = LEAST / epsilon;
    for _ in 0..24 {
        let bound = log_chernoff(step, edge, 1.0 + c, epsilon);
        if bound > best + 8.0 || bound.is_nan() {
            break;
        }
        best = best.min(bound);
        if best <= log_target {
            break;
        }
        c *= RATIO;
    }
    best
}

/// Logarithm of a bound of the divergence of the part of the run that counts no observation as large, by its mass at the tilt
/// `s >= 1`: with `v` the probability that an observation does not,
///
/// `E_Q[v w^s] <= 1 + s E_Q[(1 - v)(1 - w)_+] + E_Q[v (w^s - 1 - s (w - 1))]`,
///
/// whose last part is convex in `w`: in a cell it is at most what it is at one of its ends.
fn log_chernoff(step: &Step, edge: Edge, s: f64, epsilon: f64) -> f64 {
    const FAR: f64 = -10.0;
    let excess = |z: f64| {
        let loss = step.point(z).loss;
        let (x, sx) = (libm::expm1(loss), s * loss);
        // The first terms cancel where the loss is small: e^(sL) - 1 - s (e^L - 1) <= (s² - s) L² e^(sL)/2 there.
        if sx.abs() < 1e-3 {
            0.5 * s * s * loss * loss * 1.01
        } else {
            libm::expm1(sx) - s * x
        }
    };
    let mut sum = normal::sf(-FAR) * excess(FAR);
    let mut left = FAR;
    let mut at_left = excess(left);
    loop {
        let right = left + CELL;
        let at_right = excess(right);
        let nearest = if left > 0.0 {
            left
        } else if right < 0.0 {
            right
        } else {
            0.0
        };
        let term = edge.small(left) * normal::density(nearest) * at_left.max(at_right);
        sum += term * CELL;
        if sum.is_infinite() || sum.is_nan() {
            return f64::INFINITY;
        }
        if right > edge.at && edge.small(right) == 0.0 {
            break;
        }
        (left, at_left) = (right, at_right);
    }
    let leak = s * step.q * libm::exp((edge.steepness * (0.5 * step.m - edge.at)).min(0.0));
    let log_mass = step.num_steps() * libm::log1p((sum + leak) * (1.0 + 1e-9));
    let bound = log_mass + (1.0 - s) * epsilon + log_peak(s - 1.0);
    bound + 1e-12 * (1.0 + log_mass + (s * epsilon).abs())
}

/// The tilt with the least bound of the tail of the event.
fn tilt(step: &Step, edge: Edge, epsilon: f64) -> Option<f64> {
    let log_steps = libm::log(step.num_steps());
    let bound = |c: f64| {
        let log_mass = log_steps + rough_log_mass(step, edge, 1.0 + c);
        (log_mass < libm::log(MOST_EXPECTED)).then(|| log_mass - c * epsilon + log_peak(c))
    };
    let mut best: Option<(f64, f64)> = None;
    let mut c = 0.05 / epsilon;
    for _ in 0..24 {
        let Some(value) = bound(c) else {
            break;
        };
        if best.is_none_or(|(_, least)| value < least) {
            best = Some((c, value));
        }
        c *= 1.5;
    }
    best.map(|(c, _)| 1.0 + c)
}

/// The series of the event.
fn sum(step: &Step, still: &TiltedLaw, edge: Edge, epsilon: (f64, f64)) -> Option<FourierLine> {
    let steps = core::slice::from_ref(step);
    let num_steps = step.num_steps();
    let log_coefficient = still.phases[0].log_coefficient;
    // Nodes do not depend on the frequency, only the bound of their rounding does.
    let part_to = |t: f64| LargePart::new(step, edge, still.s, log_coefficient, t, MOST_NODES);
    let part = part_to(1e12)?;
    let event = |share: f64| -libm::expm1(num_steps * libm::log1p(-share));
    let mass = event(part.share);
    let window = Window::new(still, epsilon, TOLERANCE, mass);
    let target = TOLERANCE * mass / window.kernel.steepness();
    let truncated = |t: f64| num_steps * part.decayed(t) / (PI * t);
    let mut cutoff = 1.0;
    while truncated(cutoff) > target {
        cutoff *= 1.5;
        if cutoff > 1e12 {
            return None;
        }
    }
    let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
    if frequencies * part.len() as f64 > BUDGET {
        return None;
    }
    let frequency = 2.0 * PI / window.length;
    let last = frequency * frequencies;
    let most = BUDGET / frequencies;
    let mut powers = vec![Power::default(); count(frequencies) + 1];
    let paths: Vec<Path> = paths(steps, still, last, most)?;
    for path in &paths {
        path.multiply(&mut powers, frequency);
    }
    let large = part.at_multiples(frequency, powers.len());
    let series = powers
        .iter()
        .zip(large)
        .map(|(power, large)| of_event(power, large, part.error, num_steps));
    let truncation = truncated(last);
    Some(FourierLine::of_series(
        still, &window, epsilon, series, truncation,
    ))
}

/// `Psi^T - (Psi - b)^T` and a bound of its error, from the power of `Psi` and from `b`, known up to `error`.
fn of_event(power: &Power, large: Complex<f64>, error: f64, num_steps: f64) -> (Complex<f64>, f64) {
    let log = Complex::new(power.log_modulus, power.phase) / num_steps;
    let one = complex::exp(log);
    let length = complex::abs(one);
    let uncertain = length * libm::expm1((power.uncertainty / num_steps).min(1.0));
    let whole = (length + uncertain + error).min(1.0);
    let size = complex::abs(large) + error;
    // |Psi| and |Psi - b| are at most |Psi| + |b| each.
    let most = num_steps * size * libm::pow((whole + size).min(1.0), num_steps - 1.0);
    if length < 0.25 || size > 0.5 * length || power.uncertainty / num_steps > 1e-3 {
        return (Complex::new(0.0, 0.0), most);
    }
    let ratio = large / one;
    let exponent = complex::log1p(-ratio) * num_steps;
    let rest = complex::expm1(exponent);
    let value = -rest * complex::exp(Complex::new(power.log_modulus, power.phase));
    let off = (error + complex::abs(ratio) * uncertain) / (length - uncertain)
        + 16.0 * f64::EPSILON * complex::abs(ratio);
    let kept = libm::exp(power.log_modulus);
    let moved = 2.0 * num_steps * off * libm::exp(exponent.re.max(0.0));
    let turned =
        libm::expm1(power.uncertainty.min(1.0)) + 8.0 * f64::EPSILON * (4.0 + power.turning);
    let bound = kept * (moved * libm::exp(moved.min(1.0)) + turned * complex::abs(rest));
    (value, bound.min(most + complex::abs(value)))
}
