//! The tail of a run in which one large loss is likelier than many small ones.

use super::edge::Edge;
use super::large_loss_line::{LargeLoss, is_rare};
use super::line::FourierLine;
use super::saddle::{Aim, Tail};
use super::smooth_step::{SmoothStep, StepLaw};
use crate::numerics::{Bisection, normal};

/// Logarithm of the share of the tail that may come without a large observation.
const NEGLECTED: f64 = -18.0;
/// Half the range of orders, as observations.
const REACH: f64 = 0.2;
/// How often the range is moved to where the aim is.
const ATTEMPTS: usize = 4;
/// Smallest edge.
const LEAST_EDGE: f64 = 1.0;
/// Width of the cells on which the part without large observations is bounded.
const CELL: f64 = 0.02;

/// A line through the upper tail of the steps of one phase for the event that some observation is large, around the order to
/// which one observation alone leads; of the runs without one a Chernoff bound is left out. `None` where that would say
/// nothing.
pub(super) fn single_jump(step: &SmoothStep, aim: Aim) -> Option<FourierLine> {
    if !matches!(step.law, StepLaw::Single) || step.q >= 1.0 || step.stands_out() {
        return None;
    }
    let mut z = single_observation(step, aim)?;
    let mut found = None;
    for _ in 0..ATTEMPTS {
        let (low, high) = (step.point(z - REACH).loss, step.point(z + REACH).loss);
        if low <= 0.0 {
            break;
        }
        let Some(line) = line_around(step, z, (low, high)) else {
            break;
        };
        let Some(epsilon) = aimed_at(&line, aim, step.point(z).loss) else {
            return Some(line);
        };
        found = Some(line);
        if low < epsilon && epsilon < high {
            break;
        }
        z = single_observation(step, Aim::Order(epsilon))?;
    }
    found
}

fn line_around(step: &SmoothStep, z: f64, epsilon: (f64, f64)) -> Option<FourierLine> {
    let log_size = log_single_jump(step, z);
    let (edge, log_left_out) = edge_below(step, z, epsilon.0, log_size + NEGLECTED)?;
    let seen = step.below(largest_seen(step, z, log_size + NEGLECTED))?;
    let middle = step.point(z).loss;
    let large = LargeLoss::new(seen, edge.at, Aim::Order(middle))?;
    let line = large.line(epsilon)?;
    Some(line.of_most(libm::exp(log_left_out) * (1.0 + 1e-9)))
}

/// The order that is aimed at as a line sees it from another, which further observations make differ from that of one alone.
pub(super) fn aimed_at(line: &FourierLine, aim: Aim, epsilon: f64) -> Option<f64> {
    let here = line.at(epsilon);
    let rate = -libm::exp(-epsilon) * here.slope;
    let (log, slope) = match aim {
        Aim::Order(_) => return None,
        Aim::Divergence(log) => (libm::log(here.value) - log, here.slope / here.value),
        Aim::Rate(log) => (
            libm::log(rate) - log,
            libm::exp(-epsilon) * (here.slope - here.curvature) / rate,
        ),
    };
    let next = epsilon - log / slope;
    (next.is_finite() && next > 0.0 && slope < 0.0).then_some(next)
}

/// Where larger observations, of which one comes with a probability of `e^log_target`, are left out.
fn largest_seen(step: &SmoothStep, z: f64, log_target: f64) -> f64 {
    const STEP: f64 = 0.25;
    let mut end = z + 4.0 * STEP;
    let rate = |end: f64| (1.0 - step.q) * normal::sf(end) + step.q * normal::sf(end - step.m);
    while libm::log(step.num_steps() * rate(end)) > log_target {
        end += STEP;
    }
    // The edge is no wall.
    end + STEP
}

/// The observation that alone leads to what is aimed at.
fn single_observation(step: &SmoothStep, aim: Aim) -> Option<f64> {
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
fn log_single_jump(step: &SmoothStep, z: f64) -> f64 {
    let (log_inn, log_out) = (
        normal::log_sf(z - step.m),
        normal::log_shifted_sf(z, step.m),
    );
    let share = -libm::expm1(log_out - log_inn);
    libm::log(step.num_steps() * step.q) + log_inn + libm::log(share.max(1e-12))
}

/// The highest edge below `z` of which the rest has a tail of at most `e^log_target` at an order, and that tail.
fn edge_below(step: &SmoothStep, z: f64, epsilon: f64, log_target: f64) -> Option<(Edge, f64)> {
    const STEP: f64 = 0.25;
    let mut at = z - STEP;
    while at > LEAST_EDGE {
        let edge = Edge::new(at, step.shift());
        if !is_rare(step, at) {
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
fn log_tail_below(step: &SmoothStep, edge: Edge, epsilon: f64, log_target: f64) -> f64 {
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
fn log_chernoff(step: &SmoothStep, edge: Edge, s: f64, epsilon: f64) -> f64 {
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
        let nearest = 0.0_f64.max(left).min(right);
        let term =
            libm::exp(edge.log_small(left)) * normal::density(nearest) * at_left.max(at_right);
        sum += term * CELL;
        if sum.is_infinite() || sum.is_nan() {
            return f64::INFINITY;
        }
        if right > edge.at && edge.log_small(right) < -690.0 {
            break;
        }
        (left, at_left) = (right, at_right);
    }
    let leak = s * step.q * libm::exp((edge.steepness * (0.5 * step.m - edge.at)).min(0.0));
    let log_mass = step.num_steps() * libm::log1p((sum + leak) * (1.0 + 1e-9));
    let bound = Aim::Order(epsilon).bound_of(Tail::Upper, s, log_mass);
    bound + 1e-12 * (1.0 + log_mass + (s * epsilon).abs())
}
