//! Several observations above the place: cells of one of them.

use super::small::{NODES, Small};
use super::steps::Excess;
use crate::numerics::{Interval, normal};

/// Cells at first.
const FIRST: usize = 6;
/// Cells at most, where two observations are large, three, and more.
const MOST: [usize; 3] = [1000, 48, 12];
/// Relative width that is enough.
const NARROW: f64 = 1e-9;
/// Part of the width that is wanted which a cell may add by its rule.
const SHARE: f64 = 0.02;
/// How much better than that the rest of the observations must be known.
const FINER: f64 = 0.25;
/// Rounding of masses, in parts of the tails whose differences they are.
const ROUNDING: f64 = 320.0 * f64::EPSILON;

/// `E_Q[(w_1 ... w_k V - X)_+]` with `k` observations above the place.
pub(super) struct Several<'a> {
    pub(super) small: &'a Small,
    pub(super) excess: Excess,
    /// `k`, and how many lie above in all.
    pub(super) count: usize,
    pub(super) large: usize,
    /// Width that is enough.
    pub(super) wanted: f64,
    /// Work of the place beyond which nothing is made narrower.
    pub(super) most_work: usize,
}

/// A place of one of them, and what the others add where it lies there.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) z: f64,
    pub(super) u: f64,
    /// What lies above of `N(0, 1)` and of `N(m, 1)`.
    pub(super) own: f64,
    pub(super) drawn: f64,
    pub(super) rest: Interval,
}

struct Cell {
    left: Edge,
    right: Edge,
    mean: Interval,
    /// Whether smaller cells would not be narrower.
    is_done: bool,
}

impl Several<'_> {
    pub(super) fn mean(&self) -> Interval {
        let (small, count) = (self.small, self.count);
        if count == 1 {
            return small.single(self.excess, self.large);
        }
        let scale = small.scale(self.large);
        let mut tails = vec![(small.own, small.drawn); count];
        if self.excess.is_within(small.uncut_up_to(count)) {
            return scaled(small.uncut(self.excess, self.large, &tails), scale);
        }
        let end = self.end();
        if end.is_nan() || end <= small.place {
            return scaled(small.uncut(self.excess, self.large, &tails), scale);
        }
        let end = self.edge(end);
        tails[0] = (end.own, end.drawn);
        // Beyond the end nothing is cut off, wherever the others lie.
        let beyond = scaled(small.uncut(self.excess, self.large, &tails), scale);
        let mut cells = Vec::with_capacity(FIRST);
        let mut left = self.edge(small.place);
        for i in 1..=FIRST {
            let share = i as f64 / FIRST as f64;
            let right = if i == FIRST {
                end
            } else {
                self.edge(small.place + (end.z - small.place) * share)
            };
            cells.push(self.cell(left, right, 0.0));
            left = right;
        }
        let most = MOST[(self.large - 2).min(MOST.len() - 1)];
        loop {
            let mean = sum(beyond, &cells);
            let width: f64 = cells.iter().map(|cell| cell.mean.width()).sum();
            let enough = self.wanted.max(NARROW * mean.upper);
            let share = 0.5 * width / cells.len() as f64;
            let is_wide = |cell: &Cell| cell.mean.width() > share && !cell.is_done;
            let more = cells.iter().filter(|cell| is_wide(cell)).count();
            let is_spent = small.work.get() > self.most_work;
            if width <= enough || more == 0 || cells.len() + more > most || is_spent {
                return mean;
            }
            let mut finer = Vec::with_capacity(cells.len() + more);
            for cell in cells {
                if is_wide(&cell) {
                    let middle = self.edge(0.5 * (cell.left.z + cell.right.z));
                    finer.push(self.cell(cell.left, middle, SHARE * enough));
                    finer.push(self.cell(middle, cell.right, SHARE * enough));
                } else {
                    finer.push(cell);
                }
            }
            cells = finer;
        }
    }

    /// A place beyond which the others reach the threshold wherever they are.
    fn end(&self) -> f64 {
        let (rate, kept) = (self.small.steps.rate, self.small.steps.kept);
        let others = self.small.uncut_up_to(self.count - 1);
        let most = self.excess.value + self.excess.error - kept * (others - rate);
        self.small
            .steps
            .place(most / (others + kept) * (1.0 + 1e-11))
    }

    /// What the others leave of the excess where one has the ratio `1 - q + u`.
    pub(super) fn behind(&self, u: f64) -> Excess {
        let (rate, kept) = (self.small.steps.rate, self.small.steps.kept);
        let Excess { value, error } = self.excess;
        let size = u * (2.0 + self.small.steps.shift * 10.0);
        let rounding = 4.0 * f64::EPSILON * (value.abs() + rate + size);
        Excess {
            value: (value + kept * (rate - u)) / (kept + u),
            error: (error + rounding) / (kept + u),
        }
    }

    /// What the others add.
    fn rest(&self, excess: Excess) -> Interval {
        Several {
            small: self.small,
            excess,
            count: self.count - 1,
            large: self.large,
            wanted: FINER * self.wanted / self.small.above,
            most_work: self.most_work,
        }
        .mean()
    }

    pub(super) fn edge(&self, z: f64) -> Edge {
        let steps = &self.small.steps;
        let u = steps.drawn_ratio(z);
        Edge {
            z,
            u,
            own: normal::sf(z),
            drawn: normal::sf(z - steps.shift),
            rest: self.rest(self.behind(u)),
        }
    }

    /// By the rule where that is certain enough. Else: what the others add is convex in `1/w`, so that it lies above its value at the
    /// mean of that, and below the chord between both ends.
    fn cell(&self, left: Edge, right: Edge, allowed: f64) -> Cell {
        // Far cells have no mass in numbers, and 0 times infinity is none.
        if !right.rest.upper.is_finite() {
            let mean = Interval {
                lower: 0.0,
                upper: f64::INFINITY,
            };
            return Cell {
                left,
                right,
                mean,
                is_done: true,
            };
        }
        if self.count == 2
            && let Some(mean) = self.by_rule(&left, &right, allowed)
        {
            return Cell {
                left,
                right,
                mean,
                is_done: true,
            };
        }
        let (rate, kept) = (self.small.steps.rate, self.small.steps.kept);
        let (own, drawn) = (left.own - right.own, rate * (left.drawn - right.drawn));
        let mass = kept * own + drawn;
        let own_error = ROUNDING * left.own;
        let drawn_error = ROUNDING * rate * left.drawn;
        let mass_error = own_error + drawn_error;
        if mass <= 4.0 * mass_error {
            let mean = Interval {
                lower: 0.0,
                upper: (mass.max(0.0) + mass_error) * right.rest.upper,
            };
            return Cell {
                left,
                right,
                mean,
                is_done: true,
            };
        }
        let Excess { value, error } = self.excess;
        let middle = ((value + rate * kept) * own - kept * drawn) / mass;
        let rounding = (value.abs() + rate) * own_error
            + drawn_error
            + (2.0 * f64::EPSILON) * ((value.abs() + rate) * own + drawn)
            + middle.abs() * (mass_error + 2.0 * f64::EPSILON * mass)
            + error * own;
        let middle = self.rest(Excess {
            value: middle,
            error: rounding / mass * (1.0 + 1e-9),
        });
        let weight = self.right_weight(
            &left,
            &right,
            (own, own_error),
            (drawn, drawn_error),
            (mass, mass_error),
        );
        let rise = (right.rest.upper - left.rest.upper).max(0.0);
        let chord = left.rest.upper + weight * rise;
        let least = middle.lower.max(left.rest.lower);
        Cell {
            left,
            right,
            mean: Interval {
                lower: (mass - mass_error).max(0.0) * least,
                upper: (mass + mass_error) * chord * (1.0 + 1e-14),
            },
            is_done: chord - least < 1.5 * right.rest.width(),
        }
    }

    /// The weight, at most, of the right end in the chord at the mean of `1/w`: by the smaller of `u/w` and `(1 - q)/w`.
    fn right_weight(
        &self,
        left: &Edge,
        right: &Edge,
        own: (f64, f64),
        drawn: (f64, f64),
        mass: (f64, f64),
    ) -> f64 {
        let kept = self.small.steps.kept;
        let is_small = left.u < 1.0;
        let at = |edge: &Edge| if is_small { edge.u } else { kept } / (kept + edge.u);
        let (from, to) = (at(left), at(right));
        let part = if is_small {
            drawn
        } else {
            (kept * own.0, own.1)
        };
        let mean = part.0 / mass.0;
        let rounding = (mean * mass.1 + part.1) / mass.0 + 1e-15 * mean;
        let range = (to - from).abs();
        let weight = ((mean - from).abs() + rounding + 4e-14 * from.max(to)) / range;
        // Where the mean is lost in its rounding the right end is what remains.
        if weight <= 1.0 { weight } else { 1.0 }
    }

    /// The Gauss-Legendre rule, where what it is off is at most `allowed`.
    fn by_rule(&self, left: &Edge, right: &Edge, allowed: f64) -> Option<Interval> {
        let off = self.rule_error(left, right, allowed)?;
        let (half, centre) = (0.5 * (right.z - left.z), 0.5 * (right.z + left.z));
        let (mut lower, mut upper) = (0.0, 0.0);
        let rule: &[(f64, f64); NODES] = &self.small.rule;
        for &(x, weight) in rule {
            let node = self.edge(centre + half * x);
            let mass = half * weight * normal::density(node.z) * (self.small.steps.kept + node.u);
            lower += mass * node.rest.lower;
            upper += mass * node.rest.upper;
        }
        Some(Interval {
            lower: (lower * (1.0 - 1e-12) - off).max(0.0),
            upper: upper * (1.0 + 1e-12) + off,
        })
    }
}

fn scaled(found: Interval, scale: f64) -> Interval {
    Interval {
        lower: (scale * found.lower * (1.0 - 1e-13)).max(0.0),
        upper: scale * found.upper * (1.0 + 1e-13),
    }
}

fn sum(beyond: Interval, cells: &[Cell]) -> Interval {
    let rounding = 2.0 * f64::EPSILON * (1.0 + cells.len() as f64);
    let lower: f64 = cells.iter().map(|cell| cell.mean.lower).sum();
    let upper: f64 = cells.iter().map(|cell| cell.mean.upper).sum();
    Interval {
        lower: (beyond.lower + lower) * (1.0 - rounding),
        upper: (beyond.upper + upper) * (1.0 + rounding),
    }
}
