//! Two sampled steps: the closed form of one, averaged over cells of the other.
//!
//! `H(eps) = E_in[h(e^eps / w)]` with the likelihood ratio `w` of the first step and the curve `h` of the second, which is
//! convex in `e^eps`: in every cell it lies above its value at the mean of the cell (Jensen) and below its chord. Masses and
//! means of the cells have closed forms; cells are split where the two bounds differ most. Nothing is subtracted, so that
//! the certificate is relative in every tail, however rarely the record is drawn. Where the integrand is analytic far enough around a
//! cell, the rule of Gauss and Legendre is certain and leaves hardly a width.

mod cell;
mod first_step;
mod law;
mod reading;
mod rule;
#[cfg(test)]
mod tests;

use self::cell::Cell;
use self::first_step::{Direction, Edge, FirstStep, Kernel};
use self::law::Law;
use self::rule::{NODES, Rule};
use super::loss_range::LossRange;
use crate::mechanism::{DominatingPair, Gaussian, Noise, OneStep, Shape};
use crate::numerics::{Interval, legendre};
use core::cell::RefCell;

/// Relative width at which cells are no longer split.
const NARROW: f64 = 2e-9;
/// How much wider a mean may be where the most cells do not make it narrower.
const UNREACHED: f64 = 20.0;
const MOST_CELLS: usize = 20_000;
const FIRST_CELLS: usize = 128;
/// Both Gaussian densities vanish in double precision this far out.
const FAR: f64 = 39.0;
/// Below this order nothing but `e^eps` is missing of the second step's reverse divergence.
const NEARLY_ALL: f64 = -30.0;

/// Two single steps, of one phase or of two.
pub(super) struct TwoSteps {
    first: FirstStep,
    second: OneStep,
    /// The ratio of the second step.
    after: FirstStep,
    range: LossRange,
    unsampled: Gaussian,
    /// The cells of the last mean in each direction.
    places: [RefCell<Places>; 2],
    law: Law,
}

/// Where cells end, and how narrow they made a mean: those of an order nearby serve as well, and the same cells give a smooth
/// curve.
#[derive(Default)]
struct Places {
    ends: Vec<f64>,
    /// Which of the cells between them took the rule.
    ruled: Vec<bool>,
    width: f64,
}

impl TwoSteps {
    /// Whether there are two steps, each with a closed form.
    pub(super) fn serves(pair: &DominatingPair) -> bool {
        let has_closed_form =
            pair.shape == (Shape::Mixture { group_size: 1 }) && pair.noise == Noise::Gaussian;
        let counts: Vec<f64> = pair.phases.iter().map(|phase| phase.num_steps).collect();
        has_closed_form && (counts == [2.0] || counts == [1.0, 1.0])
    }

    /// None where [`Self::serves`] is not true.
    pub(super) fn new(pair: &DominatingPair) -> Option<Self> {
        let ([first, ..], [.., second]) = (&pair.phases[..], &pair.phases[..]) else {
            return None;
        };
        Self::serves(pair).then_some(())?;
        let [(first, alone), (after, second)] =
            [first, second].map(|phase| (FirstStep::new(phase), OneStep::new(phase)));
        Some(Self {
            first,
            second,
            after,
            range: LossRange::of(pair),
            unsampled: super::always_valid::unsampled(pair)?,
            places: Default::default(),
            law: Law::new([(first, alone), (after, second)]),
        })
    }

    /// The mean of the second step's curve over the first step.
    fn mean(&self, epsilon: f64, direction: Direction) -> Interval {
        sum(&self.cells_near(epsilon, direction))
    }

    /// Cells for a mean: those that are known, where they make it about as narrow as they did.
    fn cells_near(&self, epsilon: f64, direction: Direction) -> Vec<Cell> {
        let width = |cells: &[Cell]| {
            let mean = sum(cells);
            mean.width() / mean.upper
        };
        let known = &self.places[direction as usize];
        let start = known.borrow();
        if !start.ends.is_empty() {
            let cells = self.cells(&start, epsilon, direction);
            let reached = start.width.min(UNREACHED * NARROW);
            if width(&cells) <= 2.0 * reached.max(NARROW) {
                return cells;
            }
        }
        drop(start);
        let cells = self.split(epsilon, direction);
        known.replace(Places {
            ends: places(&cells),
            ruled: cells.iter().map(|cell| cell.is_ruled).collect(),
            width: width(&cells),
        });
        cells
    }

    /// See [`first_step::Kernel`].
    fn kernel(&self, epsilon: f64, direction: Direction) -> impl Fn(f64, f64) -> Interval {
        move |loss, error| {
            let order = match direction {
                Direction::Forward => epsilon - loss,
                Direction::Reverse => epsilon + loss,
            };
            if order.is_infinite() {
                return Interval::around(if order > 0.0 { 0.0 } else { 1.0 }, 0.0);
            }
            let found = self.second_at(order, error + f64::EPSILON * order.abs(), direction);
            Interval {
                lower: found.lower.max(0.0),
                upper: found.upper.min(1.0),
            }
        }
    }

    /// The second step's curve in one direction, at an order that is known up to a rounding.
    fn second_at(&self, order: f64, rounding: f64, direction: Direction) -> Interval {
        match direction {
            Direction::Forward => self.second.hockey_stick_within(order, rounding),
            Direction::Reverse if order < NEARLY_ALL => Interval {
                lower: -libm::expm1(order) * (1.0 - 2.0 * f64::EPSILON),
                upper: 1.0,
            },
            Direction::Reverse => self.second.reverse_hockey_stick_within(order, rounding),
        }
    }

    /// The cells between places.
    fn cells(&self, places: &Places, epsilon: f64, direction: Direction) -> Vec<Cell> {
        let kernel = self.kernel(epsilon, direction);
        let nodes = legendre();
        let rule = self.rule(epsilon, direction, &kernel, &nodes);
        let edge = |place: &f64| self.first.edge(*place, &kernel);
        let edges: Vec<_> = places.ends.iter().map(edge).collect();
        let cell = |(i, ends): (usize, &[Edge])| {
            let cell = Cell::new(&self.first, ends[0], ends[1], direction, &kernel);
            if places.ruled.get(i) == Some(&true) {
                cell.ruled(&rule).unwrap_or(cell)
            } else {
                cell
            }
        };
        edges.windows(2).enumerate().map(cell).collect()
    }

    fn rule<'a>(
        &self,
        epsilon: f64,
        direction: Direction,
        kernel: &'a Kernel<'a>,
        nodes: &'a [(f64, f64); NODES],
    ) -> Rule<'a> {
        Rule {
            first: self.first,
            second: self.after,
            epsilon,
            direction,
            kernel,
            nodes,
        }
    }

    /// Cells so small that the mean is known to a relative width.
    fn split(&self, epsilon: f64, direction: Direction) -> Vec<Cell> {
        let kernel = self.kernel(epsilon, direction);
        let cell = |left, right| Cell::new(&self.first, left, right, direction, &kernel);
        let length = (2.0 * FAR + self.first.shift) / FIRST_CELLS as f64;
        let inner = (0..=FIRST_CELLS).map(|i| i as f64 * length - FAR);
        let start = Places {
            ends: core::iter::once(f64::NEG_INFINITY)
                .chain(inner)
                .chain([f64::INFINITY])
                .collect(),
            ..Places::default()
        };
        let mut cells = self.cells(&start, epsilon, direction);
        let nodes = legendre();
        let rule = self.rule(epsilon, direction, &kernel, &nodes);
        loop {
            let mean = sum(&cells);
            // Half of what is split at least gains a factor of 4.
            let share = 0.25 * mean.width() / cells.len() as f64;
            let wide =
                |cell: &Cell| !cell.is_done && cell.mean.width() > share && cell.middle().is_some();
            let more = cells.iter().filter(|cell| wide(cell)).count();
            let too_wide = mean.width() > NARROW * mean.upper;
            if !too_wide || more == 0 || cells.len() + more > MOST_CELLS {
                return cells;
            }
            let mut finer = Vec::with_capacity(cells.len() + more);
            for whole in cells {
                if wide(&whole)
                    && !whole.is_ruled
                    && let Some(ruled) = whole.ruled(&rule)
                {
                    finer.push(ruled);
                    continue;
                }
                let Some(middle) = whole.middle().filter(|_| wide(&whole)) else {
                    finer.push(whole);
                    continue;
                };
                let middle = self.first.edge(middle, &kernel);
                let halves = [cell(whole.left, middle), cell(middle, whole.right)];
                // Of small cells the masses are known less well.
                let width: f64 = halves.iter().map(|half| half.mean.width()).sum();
                if width < whole.mean.width() {
                    finer.extend(halves);
                } else {
                    finer.push(Cell {
                        is_done: true,
                        ..whole
                    });
                }
            }
            cells = finer;
        }
    }
}

/// The mean over all cells.
fn sum(cells: &[Cell]) -> Interval {
    let rounding = f64::EPSILON * cells.len() as f64;
    let lower: f64 = cells.iter().map(|cell| cell.mean.lower).sum();
    let upper: f64 = cells.iter().map(|cell| cell.mean.upper).sum();
    Interval {
        lower: (lower * (1.0 - rounding)).max(0.0),
        upper: upper * (1.0 + rounding),
    }
}

fn places(cells: &[Cell]) -> Vec<f64> {
    let first = cells.iter().take(1).map(|cell| cell.left.place);
    first
        .chain(cells.iter().map(|cell| cell.right.place))
        .collect()
}
