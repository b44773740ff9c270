//! What the runs without a large observation add to a tail, bounded.

use super::edge::Edge;
use super::saddle::{Aim, Tail};
use super::smooth_step::SmoothStep;
use crate::numerics::{count, normal};

/// Width of the cells on which a moment is bounded, and how far before all shifts they begin.
const CELL: f64 = 0.02;
const BEFORE: f64 = 10.0;
/// Logarithm of what an edge lets pass where the cells end, which is 0 in numbers.
const LOG_PASSED: f64 = -760.0;
/// Most that a tilt may weigh what is beyond, as a logarithm, and of what is 0 in numbers at least.
const MOST_TILTED: f64 = 600.0;
const LOG_NOTHING: f64 = -740.0;
/// First tilt's distance from the pole as a share of that at which an order weighs as much as this, their ratio and their
/// number.
const LEAST: f64 = 4.0;
const RATIO: f64 = 1.3;
const TILTS: usize = 24;

/// The observations of one step on cells, for edges up to some.
pub(super) struct SmallObservations<'a> {
    step: &'a SmoothStep,
    /// Where the ratio is certainly above 1.
    undecided: f64,
    /// Where the cells begin.
    first: f64,
    losses: Vec<f64>,
    /// Largest density of "out" in each cell, times its width.
    masses: Vec<f64>,
}

impl<'a> SmallObservations<'a> {
    pub(super) fn new(step: &'a SmoothStep, highest: Edge) -> Self {
        let end = highest.at + libm::log(-LOG_PASSED) / highest.steepness;
        // "Out" reaches as far to the left as a substitution shifts it.
        let first = -BEFORE - step.m * (step.sides() - 1.0);
        let cells = count(libm::ceil((end - first) / CELL));
        let points: Vec<_> = (0..=cells)
            .map(|k| step.whole_point(left(first, k)))
            .collect();
        // The density over the normal one falls where it is not 1.
        let mass = |k: usize| {
            let (from, to) = (left(first, k), left(first, k + 1));
            normal::density(0.0_f64.max(from).min(to)) * CELL * libm::exp(points[k].log_out)
        };
        Self {
            step,
            undecided: step.undecided(),
            first,
            masses: (0..cells).map(mass).collect(),
            losses: points.iter().map(|point| point.loss).collect(),
        }
    }

    /// `v` at the beginning of each cell before it is 0 in numbers.
    fn kept(&self, edge: Edge) -> Vec<f64> {
        let kept = |k: usize| libm::exp(edge.log_small(left(self.first, k)));
        let cells = (0..self.masses.len()).map(kept);
        cells.take_while(|&kept| kept > 0.0).collect()
    }

    /// Logarithm of a bound of the mass at the tilt `s >= 1` of the part of the steps that counts no observation as large: with `v` the probability that an observation does not,
    ///
    /// `E_Q[v w^s] <= 1 + s E_Q[(1 - v)(1 - w)_+] + E_Q[v (w^s - 1 - s (w - 1))]`,
    ///
    /// whose last part is convex in `w`: in a cell it is at most what it is at one of its ends. `kept` is `v` at the beginning of each
    /// cell before it is 0 in numbers. From there on it falls faster than the tilt grows where it does at first: its logarithm
    /// falls by `e^(kt)`, and the slope of the loss grows by `e^(mt)` at most, `m < k`.
    fn log_mass(&self, kept: &[f64], edge: Edge, s: f64) -> f64 {
        let step = self.step;
        let beyond = s * self.losses[kept.len()];
        let growth = s * libm::exp(step.log_slope(left(self.first, kept.len())));
        if beyond > MOST_TILTED || growth > MOST_TILTED * edge.steepness {
            return f64::INFINITY;
        }
        let mut before = excess(s, self.losses[0]);
        // Before the first cell "out" has no more than beyond its farthest shift, and the loss is the smallest at least.
        let mut sum =
            normal::sf(BEFORE) * excess(s, step.smallest_loss()) + libm::exp(beyond + LOG_NOTHING);
        for ((kept, mass), &loss) in kept.iter().zip(&self.masses).zip(&self.losses[1..]) {
            let next = excess(s, loss);
            sum += kept * mass * before.max(next);
            before = next;
        }
        if sum.is_infinite() || sum.is_nan() {
            return f64::INFINITY;
        }
        let undecided = edge.steepness * (self.undecided - edge.at);
        let leak = s * step.moved() * libm::exp(undecided.min(0.0));
        step.num_steps() * libm::log1p((sum + leak) * (1.0 + 1e-9))
    }
}

/// Logarithm of a bound of the tail of the runs without observations beyond the edge of each phase, at the best of several tilts, or of
/// one of which it is at most `log_target`.
pub(super) fn log_tail(
    phases: &[SmallObservations],
    edges: &[Edge],
    epsilon: f64,
    log_target: f64,
) -> f64 {
    let kept = |(phase, &edge): (&SmallObservations, &Edge)| phase.kept(edge);
    let kept: Vec<Vec<f64>> = phases.iter().zip(edges).map(kept).collect();
    let log_chernoff = |s: f64| {
        let phases = phases.iter().zip(edges).zip(&kept);
        let log_mass = phases.map(|((phase, &edge), kept)| phase.log_mass(kept, edge, s));
        let log_mass: f64 = log_mass.sum();
        let bound = Aim::Order(epsilon).bound_of(Tail::Upper, s, log_mass);
        bound + 1e-12 * (1.0 + log_mass + (s * epsilon).abs())
    };
    let mut best = f64::INFINITY;
    let mut c = LEAST / epsilon;
    for _ in 0..TILTS {
        let bound = log_chernoff(1.0 + c);
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

/// Where a cell begins.
fn left(first: f64, k: usize) -> f64 {
    first + CELL * k as f64
}

/// `w^s - 1 - s (w - 1)` at a loss, from above.
fn excess(s: f64, loss: f64) -> f64 {
    let tilted = s * loss;
    // The first terms cancel where the loss is small: e^(sL) - 1 - s (e^L - 1) <= (s² - s) L² e^(sL)/2 there.
    if tilted.abs() < 1e-3 {
        0.5 * s * s * loss * loss * 1.01
    } else {
        libm::expm1(tilted) - s * libm::expm1(loss)
    }
}
