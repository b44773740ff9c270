//! The tail of a run in which one large loss is likelier than many small ones.

use super::drawn_order::drawn_order;
use super::edge::Edge;
use super::large_loss_line::{LargeLoss, is_rare};
use super::line::{FourierLine, Sample};
use super::saddle::Aim;
use super::small_observations::SmallObservations;
use super::smooth_step::SmoothStep;
use crate::numerics::{Bisection, log_add, normal};

/// Logarithm of the share of the tail that may come without a large observation.
const NEGLECTED: f64 = -18.0;
/// Half the range of orders, as observations.
const REACH: f64 = 0.2;
/// How often the range is moved to where the aim is.
const ATTEMPTS: usize = 4;
/// Smallest edge.
const LEAST_EDGE: f64 = 1.0;

/// A line through the upper tail of the steps of one phase for the event that some observation is large, around the order to
/// which one observation alone leads; of the runs without one a Chernoff bound is left out. `None` where that would say
/// nothing.
pub(super) fn single_jump(step: &SmoothStep, aim: Aim, tolerance: f64) -> Option<FourierLine> {
    if step.q >= 1.0 || step.stands_out() {
        return None;
    }
    let alone = single_observation(step, aim)?;
    // Where several draws are likelier than one, the order lies farther out.
    let among = drawn_order(step, aim)
        .and_then(|order| single_observation(step, Aim::Order(order)))
        .filter(|&among| among > alone);
    let mut z = among.unwrap_or(alone);
    let mut log_size = log_single_jump(step, z);
    if let (Some(_), Aim::Divergence(log)) = (among, aim) {
        log_size = log_size.max(log);
    }
    let mut found = None;
    for _ in 0..ATTEMPTS {
        let (low, high) = (step.point(z - REACH).loss, step.point(z + REACH).loss);
        if low <= 0.0 {
            break;
        }
        let Some(line) = line_around(step, z, log_size, (low, high), tolerance) else {
            break;
        };
        let Some(epsilon) = aimed_at(&line, aim, step.point(z).loss) else {
            return Some(line);
        };
        let size = line.at(epsilon).value;
        found = Some(line);
        if low < epsilon && epsilon < high {
            break;
        }
        z = single_observation(step, Aim::Order(epsilon))?;
        // Several observations may weigh much more there than one.
        log_size = log_single_jump(step, z).max(libm::log(size));
    }
    found
}

/// For a divergence of about `e^log_size`.
fn line_around(
    step: &SmoothStep,
    z: f64,
    log_size: f64,
    epsilon: (f64, f64),
    tolerance: f64,
) -> Option<FourierLine> {
    let (edge, log_left_out) = edge_below(step, z, epsilon.0, log_size + NEGLECTED)?;
    let seen = step.below(largest_seen(step, z, log_size + NEGLECTED))?;
    let middle = step.point(z).loss;
    let large = LargeLoss::among(step, &seen, edge.at, Aim::Order(middle))?;
    let line = large.line(epsilon, tolerance)?;
    Some(line.of_most(libm::exp(log_left_out) * (1.0 + 1e-9)))
}

/// The order that is aimed at as a line sees it from another, which further observations make differ from that of one alone.
pub(super) fn aimed_at(line: &FourierLine, aim: Aim, epsilon: f64) -> Option<f64> {
    aimed_from(&line.at(epsilon), aim, epsilon)
}

/// The same from what the line says there.
pub(super) fn aimed_from(here: &Sample, aim: Aim, epsilon: f64) -> Option<f64> {
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
    while libm::log(step.num_steps() * step.inn_above(end)) > log_target {
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
    let far = FARTHEST + step.shift();
    let z = match aim {
        Aim::Order(epsilon) => search.bracket(0.0, far, |z| step.point(z).loss < epsilon).0,
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

/// Logarithm of `T` times the divergence of one step at the order of an observation, for a substitution about.
fn log_single_jump(step: &SmoothStep, z: f64) -> f64 {
    let log_steps = libm::log(step.num_steps());
    let of_shift = |(shift, log_weight): (f64, f64)| {
        let (log_inn, log_out) = (normal::log_sf(z - shift), normal::log_shifted_sf(z, shift));
        let share = -libm::expm1(log_out - log_inn);
        log_steps + log_weight + log_inn + libm::log(share.max(1e-12))
    };
    let shifts = step.shifts().map(of_shift);
    shifts.fold(f64::NEG_INFINITY, log_add)
}

/// The highest edge below `z` of which the rest has a tail of at most `e^log_target` at an order, and that tail.
fn edge_below(step: &SmoothStep, z: f64, epsilon: f64, log_target: f64) -> Option<(Edge, f64)> {
    const STEP: f64 = 0.25;
    let ats = (1_u32..).map(|k| z - STEP * f64::from(k));
    let edges: Vec<Edge> = ats
        .take_while(|&at| at > LEAST_EDGE && is_rare(step, at))
        .map(|at| Edge::new(at, step.shift()))
        .collect();
    let small = SmallObservations::new(step, *edges.first()?);
    let log_tail = |edge: &Edge| small.log_tail(*edge, epsilon, log_target);
    // The lower the edge, the smaller the tail.
    let first = edges.partition_point(|edge| log_tail(edge) > log_target);
    let edge = edges.get(first)?;
    Some((*edge, log_tail(edge)))
}
