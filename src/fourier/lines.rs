//! The Fourier lines of a run: one through the middle, and one through each tail that is asked for.

use super::line::{BUDGET, FourierLine, Sample, TOLERANCE};
use super::step::Step;
use super::tilted_law::TiltedLaw;
use crate::mechanism::{Demand, DominatingPair, Noise};
use crate::numerics::{Bisection, Interval};

/// Relative accuracy below which a tail gets a line of its own.
const RELATIVE: f64 = 1e-7;
/// The same for a picture.
const DRAWN: f64 = 1e-3;
/// Laws with less affinity than this hardly overlap: nothing is summed.
const LEAST_LOG_AFFINITY: f64 = -600.0;
/// Error at order 0 above which that order gets a line of its own.
const CENTRED: f64 = 1e-9;
/// Node-frequency pairs that are spent on a picture.
const BUDGET_DRAWN: f64 = 4e5;
/// Relative accuracy with which the middle line is good enough.
const ACCURATE: f64 = 1e-9;
/// Most lines through one tail.
const MOST_LINES: usize = 8;
/// Half the range of orders of a tail's line, in standard deviations of the loss on it.
const REACH: f64 = 3.0;
/// How often a line draws back towards its pole.
const WITHDRAWALS: usize = 16;
/// A line keeps this many standard deviations from the pole of its kernel.
const FROM_POLE: f64 = 3.0;
/// Phases from which the law of the middle is built once instead of twice.
const MANY_PHASES: usize = 8;
/// Frequencies, in standard deviations, beyond which the loss of many steps weighs nothing.
const FREQUENCIES: f64 = 10.0;
/// Most nodes of a phase for the law at frequency 0.
const MOST_NODES: f64 = 4e3;
/// Rates and deltas below this are left to lines of their own.
const SMALLEST_IN_THE_MIDDLE: f64 = 1e-7;

/// `ln` of the Bhattacharyya coefficient of a run; an estimate.
pub(crate) fn affinity(pair: &DominatingPair) -> Option<f64> {
    let law = at_rest(&steps(pair)?, 0.5, 1e-9)?;
    Some(law.log_coefficient().0)
}

/// The law under `nu_s` at low frequencies.
fn at_rest(steps: &[Step], s: f64, tolerance: f64) -> Option<TiltedLaw> {
    TiltedLaw::new(steps, s, 0.0, tolerance, MOST_NODES * steps.len() as f64)
}

/// The affinity measure. For many phases at once for the frequencies that a Gaussian of the same variance needs, which
/// mostly suffice; for few the exact frequencies are cheaper.
fn middle(steps: &[Step]) -> Option<TiltedLaw> {
    if steps.len() > MANY_PHASES {
        let variance: f64 = steps.iter().map(Step::rough_variance).sum();
        let highest = FREQUENCIES / libm::sqrt(variance).max(1e-12);
        let most = MOST_NODES * steps.len() as f64;
        let law = TiltedLaw::new(steps, 0.5, highest, TOLERANCE, most);
        if law.is_some() {
            return law;
        }
    }
    at_rest(steps, 0.5, TOLERANCE)
}

fn steps(pair: &DominatingPair) -> Option<Vec<Step>> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    pair.phases
        .iter()
        .map(|phase| Step::new(pair.shape, phase))
        .collect()
}

/// Largest order that the middle line must serve.
fn largest_order(demand: &Demand, law: &TiltedLaw) -> f64 {
    const MOST: f64 = 100.0;
    let mut largest: f64 = demand
        .epsilon
        .iter()
        .map(|epsilon| epsilon.abs())
        .filter(|&epsilon| epsilon <= MOST)
        .fold(0.0, f64::max);
    let inner = demand.fpr.iter().copied().filter(|&fpr| fpr < 1.0);
    if let Some(fpr) = inner.clone().reduce(f64::min) {
        let fpr = fpr.max(SMALLEST_IN_THE_MIDDLE);
        largest = largest.max(law.upper_order(0.0, libm::log(fpr)));
    }
    if let Some(fpr) = inner.reduce(f64::max) {
        let rest = libm::log1p(-fpr).min(-0.1);
        largest = largest.max(law.lower_order(0.0, rest));
    }
    if let Some(delta) = demand.delta {
        let log_delta = libm::log(delta.max(SMALLEST_IN_THE_MIDDLE));
        largest = largest
            .max(law.upper_order(1.0, log_delta))
            .max(law.lower_order(0.0, log_delta));
    }
    largest.min(MOST)
}

/// Everything that Method F knows about a run.
pub(crate) struct Lines {
    steps: Vec<Step>,
    /// The affinity measure, `s = 1/2`, at frequency 0.
    pub(crate) middle: TiltedLaw,
    overlap: Option<FourierLine>,
    /// The same for order 0 alone, where the range of orders costs it its accuracy.
    centre: Option<FourierLine>,
    above: Vec<FourierLine>,
    below: Vec<FourierLine>,
}

impl Lines {
    /// The middle line for what `demand` asks; `None` where the pair's loss is no analytic function of an observation.
    pub(crate) fn new(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        let steps = steps(pair)?;
        let middle = middle(&steps)?;
        if middle.log_coefficient().0 < LEAST_LOG_AFFINITY {
            return Some(Self {
                steps,
                middle,
                overlap: None,
                centre: None,
                above: Vec::new(),
                below: Vec::new(),
            });
        }
        let largest = largest_order(demand, &middle);
        let budget = if demand.draft { BUDGET_DRAWN } else { BUDGET };
        let overlap = FourierLine::new(&steps, &middle, (-largest, largest), budget);
        let poor = |line: &FourierLine| line.at(0.0).error > CENTRED;
        let centre = if !demand.draft && overlap.as_ref().is_none_or(poor) && largest > 0.0 {
            FourierLine::new(&steps, &middle, (0.0, 0.0), budget)
        } else {
            None
        };
        let mut lines = Self {
            steps,
            middle,
            overlap,
            centre,
            above: Vec::new(),
            below: Vec::new(),
        };
        lines.reach_tails(demand);
        Some(lines)
    }

    /// Whether the middle line was summed.
    pub(crate) fn is_summed(&self) -> bool {
        self.overlap.is_some()
    }

    /// Whether the middle line serves its range of orders worse than order 0 alone could be served.
    pub(crate) fn is_poor(&self) -> bool {
        self.centre.is_some()
    }

    /// Adds a line for each tail in which the middle one has lost its relative accuracy.
    fn reach_tails(&mut self, demand: &Demand) {
        let Some(overlap) = &self.overlap else {
            return;
        };
        let relative = if demand.draft { DRAWN } else { RELATIVE };
        // The reverse divergence at -eps is the overlap's complement times e^-eps.
        let lost = |value: f64, epsilon: f64| {
            let within = epsilon.abs() <= overlap.epsilon().1;
            let scale = libm::exp((-epsilon).max(0.0));
            !within || scale * overlap.at(epsilon).error > relative * value
        };
        let mut above = Vec::new();
        let mut below = Vec::new();
        // Between the mean losses of both hypotheses nothing is a tail.
        let means = (self.middle.moments_at(0.0).0, self.middle.moments_at(1.0).0);
        for &epsilon in &demand.epsilon {
            if epsilon > means.1 && lost(self.divergence_estimate(epsilon), epsilon) {
                above.push(epsilon);
            }
            if -epsilon < means.0 && lost(self.divergence_estimate(-epsilon), -epsilon) {
                below.push(-epsilon);
            }
        }
        if let Some(delta) = demand.delta {
            let target = libm::log(delta);
            let forward = self.order(1.0, f64::INFINITY, &|s, law| law.log_divergence(s), target);
            if forward > means.1 && lost(delta, forward) {
                above.push(forward);
            }
            let reverse = self.order(
                0.0,
                f64::NEG_INFINITY,
                &|s, law| law.log_divergence(s),
                target,
            );
            if reverse < means.0 && lost(delta, reverse) {
                below.push(reverse);
            }
        }
        let mut rates: Vec<f64> = demand
            .fpr
            .iter()
            .copied()
            .filter(|&fpr| fpr < 0.5)
            .collect();
        ascend(&mut rates);
        for fpr in rates {
            let epsilon = self.order(
                0.0,
                f64::INFINITY,
                &|s, law| law.log_rate(s),
                libm::log(fpr),
            );
            if epsilon <= means.1 || !lost(fpr, epsilon) {
                break;
            }
            above.push(epsilon);
        }
        self.above = self.through(above, true);
        self.below = self.through(below, false);
    }

    /// What the divergence at an order in a tail comes to, roughly.
    fn divergence_estimate(&self, epsilon: f64) -> f64 {
        let towards = if epsilon > 0.0 {
            (1.0, f64::INFINITY)
        } else {
            (0.0, f64::NEG_INFINITY)
        };
        let s = self.tilt(towards.0, towards.1, &|s, law| {
            (law.moments_at(s).0 - epsilon) * if epsilon > 0.0 { -1.0 } else { 1.0 }
        });
        libm::exp(self.middle.log_divergence(s).min(0.0))
    }

    /// The order whose saddle point gives `log_size` the value `target`.
    fn order(
        &self,
        from: f64,
        towards: f64,
        log_size: &dyn Fn(f64, &TiltedLaw) -> f64,
        target: f64,
    ) -> f64 {
        let s = self.tilt(from, towards, &|s, law| log_size(s, law) - target);
        self.middle.moments_at(s).0
    }

    /// Where a function that falls away from `from` changes its sign; on a scale of the logarithm.
    fn tilt(&self, from: f64, towards: f64, excess: &dyn Fn(f64, &TiltedLaw) -> f64) -> f64 {
        let sign = 1.0_f64.copysign(towards);
        let unit = 1.0 / libm::sqrt(self.middle.variance()).max(1e-12);
        let at = |x: f64| from + sign * unit * libm::exp(x);
        // Where the nodes of the middle do not reach, the excess is no number.
        let exceeds = |x: f64| excess(at(x), &self.middle) > 0.0;
        let (low, high) = Bisection::linear(16).bracket(-9.0, 5.0, exceeds);
        at(0.5 * (low + high))
    }

    /// Lines that cover the orders, each through the saddle point of the first one not yet covered.
    fn through(&self, mut orders: Vec<f64>, upward: bool) -> Vec<FourierLine> {
        ascend(&mut orders);
        if upward {
            orders.reverse();
        }
        let mut lines: Vec<FourierLine> = Vec::new();
        for epsilon in orders {
            let covered = |line: &FourierLine| {
                let (low, high) = line.epsilon();
                low <= epsilon && epsilon <= high
            };
            if lines.iter().any(covered) || lines.len() == MOST_LINES {
                continue;
            }
            if let Some(line) = self.line_through(epsilon, upward) {
                lines.push(line);
            }
        }
        lines
    }

    fn line_through(&self, epsilon: f64, upward: bool) -> Option<FourierLine> {
        let (pole, towards) = if upward {
            (1.0, f64::INFINITY)
        } else {
            (0.0, f64::NEG_INFINITY)
        };
        let sign = 1.0_f64.copysign(towards);
        let s = self.tilt(pole, towards, &|s, law| {
            sign * (epsilon - law.moments_at(s).0)
        });
        let spread = libm::sqrt(self.middle.moments_at(s).1).max(1e-12);
        let mut distance = (s - pole).abs().max(FROM_POLE / spread);
        let mut still = None;
        for _ in 0..WITHDRAWALS {
            // Where one large loss is likelier than many small ones there is no saddle point: beyond some tilt the
            // mean leaps away, and the best line is just before.
            still = at_rest(&self.steps, pole + sign * distance, TOLERANCE)
                .filter(|law| sign * (law.mean() - epsilon) <= REACH * spread);
            if still.is_some() {
                break;
            }
            distance *= 0.8;
        }
        let still = still?;
        let (mean, spread) = (still.mean(), libm::sqrt(still.variance()));
        let low = (mean - REACH * spread).min(epsilon - 0.5 * spread);
        let high = (mean + REACH * spread).max(epsilon + 0.5 * spread);
        FourierLine::new(&self.steps, &still, (low, high), BUDGET)
    }

    /// Largest `|eps|` that the middle line serves.
    fn edge(&self) -> f64 {
        self.overlap.as_ref().map_or(0.0, |line| line.epsilon().1)
    }

    /// The overlap at any order.
    pub(crate) fn overlap(&self, epsilon: f64) -> Interval {
        let trivial = Interval {
            lower: 0.0,
            upper: libm::exp(epsilon).min(1.0),
        };
        let Some(line) = &self.overlap else {
            return trivial;
        };
        let edge = self.edge();
        if epsilon.abs() <= edge {
            let sample = line.at(epsilon);
            let centre = self.centre.as_ref().filter(|_| epsilon == 0.0);
            let sample = match centre.map(|centre| centre.at(0.0)) {
                Some(centre) if centre.error < sample.error => centre,
                _ => sample,
            };
            return Interval::around(sample.value, sample.error);
        }
        // From the edge on: O grows with eps, and O e^-eps, the share of "out" that is kept, falls.
        let edge = edge.copysign(epsilon);
        let growth = libm::exp(epsilon - edge);
        let inner = line.at(edge);
        let inner = Interval::around(inner.value, inner.error);
        let (low, high) = (growth.min(1.0), growth.max(1.0));
        Interval {
            lower: (inner.lower * low).next_down(),
            upper: (inner.upper * high).next_up(),
        }
    }

    /// `H(eps)` from the lines through the upper tail. Above a line's last order it is at most what it is there.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Option<Interval> {
        narrowest(&self.above, epsilon).or_else(|| {
            let ends = self.above.iter().map(|line| line.epsilon().1);
            let last = ends.filter(|&end| end < epsilon).reduce(f64::max)?;
            narrowest(&self.above, last).map(|inner| Interval {
                lower: 0.0,
                ..inner
            })
        })
    }

    /// `∫ (e^eps Q - P)_+` from the lines through the lower tail. Below a line's first order its share of `e^eps` is at
    /// most what it is there.
    pub(crate) fn rest_of_out(&self, epsilon: f64) -> Option<Interval> {
        narrowest(&self.below, epsilon).or_else(|| {
            let ends = self.below.iter().map(|line| line.epsilon().0);
            let first = ends.filter(|&end| end > epsilon).reduce(f64::min)?;
            narrowest(&self.below, first).map(|inner| Interval {
                lower: 0.0,
                upper: (inner.upper * libm::exp(epsilon - first)).next_up(),
            })
        })
    }

    /// `H` with its derivatives from the line that is most accurate at `epsilon`.
    pub(crate) fn sample(&self, epsilon: f64) -> Option<Sample> {
        let middle = self
            .overlap
            .as_ref()
            .filter(|_| epsilon.abs() <= self.edge());
        let middle = middle.map(|line| {
            let overlap = line.at(epsilon);
            Sample {
                value: 1.0 - overlap.value,
                slope: -overlap.slope,
                curvature: -overlap.curvature,
                error: overlap.error + 2.0 * f64::EPSILON,
            }
        });
        if middle.is_some_and(|sample| sample.error <= ACCURATE * sample.value) {
            return middle;
        }
        let tails = self.above.iter().filter(|line| serves(line, epsilon));
        tails
            .map(|line| line.at(epsilon))
            .chain(middle)
            .min_by(|a, b| a.error.total_cmp(&b.error))
    }

    /// Orders from the smallest to the largest that some line serves.
    pub(crate) fn orders(&self) -> (f64, f64) {
        let edge = self.edge();
        let highest = self.above.iter().map(|line| line.epsilon().1);
        (-edge, highest.fold(edge, f64::max))
    }
}

fn serves(line: &FourierLine, epsilon: f64) -> bool {
    let (low, high) = line.epsilon();
    low <= epsilon && epsilon <= high
}

fn narrowest(lines: &[FourierLine], epsilon: f64) -> Option<Interval> {
    lines
        .iter()
        .filter(|line| serves(line, epsilon))
        .map(|line| line.at(epsilon))
        .min_by(|a, b| a.error.total_cmp(&b.error))
        .map(|sample| {
            let interval = Interval::around(sample.value, sample.error);
            Interval {
                lower: interval.lower.max(0.0),
                ..interval
            }
        })
}

/// By insertion: they are few or in order, and the library's sort would be a hundredth of the module that arrives first.
fn ascend(numbers: &mut [f64]) {
    for end in 1..numbers.len() {
        let mut at = end;
        while at > 0 && numbers[at - 1].total_cmp(&numbers[at]).is_gt() {
            numbers.swap(at - 1, at);
            at -= 1;
        }
    }
}
