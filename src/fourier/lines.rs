//! The Fourier lines of a run: one through the middle, and one through each tail that is asked for.

use super::line::{
    BUDGET, FourierLine, SMALL_BUDGET, Sample, TOLERANCE, least_error, most_accurate,
};
#[cfg(not(first_module))]
use super::merged_phases::merged;
use super::saddle::{Aim, Tail};
use super::series::Series;
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tabulated_step::TabulatedStep;
use super::tail_lines::{ATTEMPTS, TailLines};
use super::tilted_law::{MOST_NODES, TiltedLaw};
use crate::mechanism::{Demand, DominatingPair};
use crate::numerics::{Interval, ascending};

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
/// The same on a tail at the end of a range.
const BUDGET_AT_ENDS: f64 = 2e7;
/// Relative accuracy with which the middle line is good enough.
const ACCURATE: f64 = 1e-9;
/// Phases from which the law of the middle is built once instead of twice.
const MANY_PHASES: usize = 8;
/// Phases from which on few stand for all.
pub(crate) const LEAST_MERGED: usize = 1000;
/// Logarithm of what atoms may leave of the characteristic function.
const LOG_LASTING: f64 = -25.0;
/// Frequencies, in standard deviations, beyond which the loss of many steps weighs nothing.
const FREQUENCIES: f64 = 10.0;
/// Relative distance up to which a line for one rate is one for another, too.
const SAME: f64 = 1e-9;
/// A rate near 1, which the end of a range is.
const NEAR_1: f64 = 0.9;
/// Rates and deltas below this are left to lines of their own.
const SMALLEST_IN_THE_MIDDLE: f64 = 1e-7;

/// `ln` of the Bhattacharyya coefficient of a run; an estimate.
pub(crate) fn affinity(pair: &DominatingPair) -> Option<f64> {
    let law = TiltedLaw::at_rest(&steps(pair)?, 0.5, 1e-9)?;
    Some(law.log_coefficient().0)
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
    TiltedLaw::at_rest(steps, 0.5, TOLERANCE)
}

fn steps(pair: &DominatingPair) -> Option<Vec<Step>> {
    let steps: Option<Vec<Step>> = pair
        .phases
        .iter()
        .map(|phase| Step::new(pair.shape, pair.noise, phase))
        .collect();
    // Where atoms stay, no sum of frequencies ends.
    steps.filter(|steps| steps.iter().map(Step::log_lasting).sum::<f64>() <= LOG_LASTING)
}

/// Largest order that the middle line serves.
const MOST_ORDER: f64 = 100.0;

/// Largest order that the middle line must serve.
fn largest_order(demand: &Demand, law: &TiltedLaw) -> f64 {
    let mut largest: f64 = demand
        .epsilon
        .iter()
        .map(|epsilon| epsilon.abs())
        .filter(|&epsilon| epsilon <= MOST_ORDER)
        .fold(0.0, f64::max);
    let inner = demand.rates().filter(|&fpr| fpr < 1.0);
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
    largest.min(MOST_ORDER)
}

/// What is asked of a run whose laws hardly overlap: its divergences fall only at orders far out.
fn far_orders(demand: &Demand, sign: f64) -> Vec<Aim> {
    let delta = demand.delta.map(|delta| Aim::Divergence(libm::log(delta)));
    let orders = demand.epsilon.iter().map(|epsilon| sign * epsilon);
    delta.into_iter().chain(orders.map(Aim::Order)).collect()
}

/// Rates that lie in the tail of large losses, rising, those that are all but the same once.
fn rates_of(rates: &[f64]) -> Vec<Aim> {
    let small: Vec<f64> = rates.iter().copied().filter(|&fpr| fpr < 0.5).collect();
    let rising = ascending(&small).into_iter().map(|place| small[place]);
    let mut rising: Vec<f64> = rising.collect();
    rising.dedup_by(|next, last| *next <= *last * (1.0 + SAME));
    rising
        .into_iter()
        .map(|fpr| Aim::Rate(libm::log(fpr)))
        .collect()
}

/// What is asked of the tails of large losses and of small ones, which mirror those where the pair is symmetric.
fn aims(demand: &Demand, is_symmetric: bool) -> [Vec<Aim>; 2] {
    let (mut upper, mut lower) = (rates_of(&demand.fpr), Vec::new());
    if let Some(delta) = demand.delta {
        upper.push(Aim::Divergence(libm::log(delta)));
        lower.push(Aim::Divergence(libm::log(delta)));
    }
    for &epsilon in &demand.epsilon {
        upper.push(Aim::Order(epsilon));
        lower.push(Aim::Order(-epsilon));
    }
    if !demand.draft {
        upper.push(Aim::Order(0.0));
    }
    // There are only so many lines: what is asked for has the first ones.
    upper.extend(rates_of(&demand.drawn));
    if is_symmetric {
        lower.clear();
    }
    [upper, lower]
}

/// Where a range of rates ends: the least, and what is left of 1 at the largest, as logarithms; none where it does not come near 1.
fn ends(demand: &Demand) -> Option<[f64; 2]> {
    let (least, most) = demand
        .fpr
        .iter()
        .fold((1.0_f64, 0.0_f64), |(low, high), &fpr| {
            (low.min(fpr), high.max(fpr))
        });
    let is_range = !demand.draft && most > NEAR_1 && most < 1.0;
    is_range.then(|| [libm::log(least), libm::log(1.0 - most)])
}

/// Everything that Method F knows about a run.
pub(crate) struct Lines {
    steps: Vec<Step>,
    /// Where these stand for the steps of a long schedule, all of them: under strong tilts few say less.
    #[cfg(not(first_module))]
    all: Option<Vec<Step>>,
    /// The affinity measure, `s = 1/2`, at frequency 0.
    pub(crate) middle: TiltedLaw,
    overlap: Option<FourierLine>,
    /// The same for order 0, or few around it, where the range of orders costs it its accuracy.
    centre: Option<FourierLine>,
    above: TailLines,
    below: TailLines,
    /// Whether the middle line is left for when nothing else resolves what is asked.
    is_put_off: bool,
    is_symmetric: bool,
}

impl Lines {
    /// The middle line for what `demand` asks; `None` where the pair's loss is no analytic function of an observation. Where the
    /// advantage is known otherwise, and few frequencies do not suffice, it is put off.
    pub(crate) fn new(
        pair: &DominatingPair,
        demand: &Demand,
        knows_advantage: bool,
    ) -> Option<Self> {
        let steps = steps(pair)?;
        let is_symmetric = pair.shape.is_symmetric();
        #[cfg(not(first_module))]
        if let Some(few) = merged(pair)
            && let Some(lines) = Self::of_steps(few, is_symmetric, demand, knows_advantage)
        {
            return Some(Self {
                all: Some(steps),
                ..lines
            });
        }
        Self::of_steps(steps, is_symmetric, demand, knows_advantage)
    }

    /// The same with every phase for itself.
    #[cfg(test)]
    pub(crate) fn of_all(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        Self::of_steps(steps(pair)?, pair.shape.is_symmetric(), demand, false)
    }

    /// The same for steps whose likelihood ratios are given as tables.
    pub(crate) fn of_tables(tables: Vec<TabulatedStep>, demand: &Demand) -> Option<Self> {
        let steps: Option<_> = tables.into_iter().map(Step::of_table).collect();
        Self::of_steps(steps?, false, demand, false)
    }

    fn of_steps(
        steps: Vec<Step>,
        is_symmetric: bool,
        demand: &Demand,
        knows_advantage: bool,
    ) -> Option<Self> {
        let middle = middle(&steps)?;
        let is_separated = middle.log_coefficient().0 < LEAST_LOG_AFFINITY;
        let mut lines = Self {
            steps,
            #[cfg(not(first_module))]
            all: None,
            middle,
            overlap: None,
            centre: None,
            above: TailLines::none(Tail::Upper),
            below: TailLines::none(Tail::Lower),
            is_put_off: knows_advantage && !is_separated,
            is_symmetric,
        };
        if is_separated {
            let mut asked = [1.0, -1.0].map(|sign| far_orders(demand, sign));
            if lines.is_symmetric {
                asked[1].clear();
            }
            lines.ask(asked);
        } else {
            lines.sum(demand);
        }
        Some(lines)
    }

    /// Has open what is asked of the tails.
    fn ask(&mut self, [upper, lower]: [Vec<Aim>; 2]) {
        self.above = TailLines::asked(Tail::Upper, upper);
        self.below = TailLines::asked(Tail::Lower, lower);
    }

    /// The middle line if it was put off; whether it was.
    pub(crate) fn sum_put_off(&mut self, demand: &Demand) -> bool {
        let is_put_off = core::mem::take(&mut self.is_put_off);
        if is_put_off {
            self.sum(demand);
        }
        is_put_off
    }

    /// The middle line, and a line for each tail in which it has lost its relative accuracy; where it is to be put off, only if few
    /// frequencies suffice.
    fn sum(&mut self, demand: &Demand) {
        let Self { steps, middle, .. } = &*self;
        let largest = largest_order(demand, middle);
        let budget = if demand.draft { BUDGET_DRAWN } else { BUDGET };
        let mut series = Series::new(steps, middle, (-largest, largest));
        if self.is_put_off {
            self.overlap = series.cheap();
            self.is_put_off = self.overlap.is_none();
            if self.is_put_off {
                self.ask(aims(demand, self.is_symmetric));
            } else {
                self.reach_tails(demand);
            }
            return;
        }
        let overlap = series.line(budget);
        let poor = |line: &FourierLine| line.at(0.0).error > CENTRED;
        let centre = if !demand.draft && overlap.as_ref().is_none_or(poor) && largest > 0.0 {
            series.around_zero(largest).or_else(|| {
                series.serve((0.0, 0.0));
                series.line(budget)
            })
        } else {
            None
        };
        drop(series);
        let left_out = Step::left_out_of(&self.steps);
        let of_most = |line: FourierLine| line.of_most(left_out);
        (self.overlap, self.centre) = if cfg!(first_module) {
            (overlap, centre)
        } else {
            (overlap.map(of_most), centre.map(of_most))
        };
        self.reach_tails(demand);
    }

    /// Whether the middle line was summed.
    pub(crate) fn is_summed(&self) -> bool {
        self.overlap.is_some()
    }

    /// Whether any line was summed.
    pub(crate) fn are_summed(&self) -> bool {
        self.is_summed() || !(self.above.is_empty() && self.below.is_empty())
    }

    /// Whether a line has so many frequencies that the whole module reads it from a table.
    pub(crate) fn has_long(&self) -> bool {
        let both = self.overlap.iter().chain(&self.centre);
        both.into_iter().any(FourierLine::is_long) || self.above.has_long() || self.below.has_long()
    }

    /// Whether the middle line serves its range of orders worse than order 0 alone could be served.
    pub(crate) fn is_poor(&self) -> bool {
        self.centre.is_some()
    }

    /// Adds a line for each tail in which the middle one has lost its relative accuracy.
    fn reach_tails(&mut self, demand: &Demand) {
        let Some(line) = &self.overlap else {
            return;
        };
        let edge = line.at(self.edge());
        let precision = if demand.draft {
            (DRAWN, SMALL_BUDGET)
        } else {
            (RELATIVE, BUDGET)
        };
        let [upper, lower] = aims(demand, self.is_symmetric);
        let reach = |tail: Tail, aims: Vec<Aim>| {
            let aims = aims
                .into_iter()
                .filter(|&aim| !self.holds(line, &edge, tail, aim, precision.0));
            TailLines::new(tail, &self.steps, &self.middle, aims, precision)
        };
        let (mut above, mut below) = (reach(Tail::Upper, upper), reach(Tail::Lower, lower));
        // Where a range ends it is read in the tails as far as the middle sees these, and not sought.
        if let Some([first, last]) = ends(demand).filter(|_| self.is_gentle()) {
            let told = |epsilon: f64| {
                epsilon.abs() <= self.edge() && {
                    let overlap = self.centred(line, epsilon);
                    overlap.error <= precision.0 * (libm::exp(epsilon.min(0.0)) - overlap.value)
                }
            };
            let precision = (precision.0, BUDGET_AT_ENDS);
            above.reach(&self.steps, &self.middle, first, (precision, &told));
            if !self.is_symmetric {
                below.reach(&self.steps, &self.middle, last, (precision, &told));
            }
        }
        self.above.join(above);
        self.below.join(below);
    }

    /// Whether it matters what is missed where a record looks drawn by chance: one that is rarely drawn and stands out is missed by far more
    /// than the other end of a range leaves it.
    fn is_gentle(&self) -> bool {
        let steps = self.steps.iter().filter_map(Step::smooth);
        let stands_out = |step: &SmoothStep| step.shift() > 1.0 && step.expected_draws() < 1.0;
        !steps.into_iter().any(stands_out)
    }

    /// What is asked for and no line resolves.
    pub(crate) fn open(&self) -> Vec<(Tail, Aim)> {
        let above = self.above.open().iter().map(|&aim| (Tail::Upper, aim));
        let below = self.below.open().iter().map(|&aim| (Tail::Lower, aim));
        above.chain(below).collect()
    }

    /// How many attempts of [`Self::seek`] there are, the cheapest first; with few steps for all, and then with all.
    pub(crate) fn attempts(&self) -> usize {
        ATTEMPTS * if self.all().is_some() { 2 } else { 1 }
    }

    /// What was sought once is not sought again.
    pub(crate) fn forget(&mut self, (tail, aim): (Tail, Aim)) {
        match tail {
            Tail::Upper => self.above.forget(aim),
            Tail::Lower => self.below.forget(aim),
        }
    }

    /// Adds lines through laws of their own for what is aimed at, where neither the middle line nor those near it resolve it, by one of
    /// several ways; whether it adds anything.
    pub(crate) fn seek(&mut self, (tail, aim): (Tail, Aim), attempt: usize) -> bool {
        let way = (RELATIVE, attempt % ATTEMPTS);
        let lines = match tail {
            Tail::Upper => &mut self.above,
            Tail::Lower => &mut self.below,
        };
        #[cfg(not(first_module))]
        if let Some(all) = self.all.as_ref().filter(|_| attempt >= ATTEMPTS) {
            return lines.seek(all, &self.middle, aim, way);
        }
        lines.seek(&self.steps, &self.middle, aim, way)
    }

    #[cfg(not(first_module))]
    fn all(&self) -> Option<&Vec<Step>> {
        self.all.as_ref()
    }

    #[cfg(first_module)]
    fn all(&self) -> Option<&Vec<Step>> {
        None
    }

    /// Whether the middle line, which reads `edge` at its last order, has this relative accuracy at what is aimed at.
    fn holds(
        &self,
        line: &FourierLine,
        edge: &Sample,
        tail: Tail,
        aim: Aim,
        relative: f64,
    ) -> bool {
        match aim {
            Aim::Order(epsilon) if epsilon.abs() <= self.edge() => {
                let overlap = self.centred(line, epsilon);
                let whole = match tail {
                    Tail::Upper => 1.0,
                    Tail::Lower => libm::exp(epsilon),
                };
                overlap.error <= relative * (whole - overlap.value)
            }
            Aim::Order(_) => false,
            // The error grows with the order; what is aimed at may lie farther out than the largest one.
            Aim::Divergence(log) | Aim::Rate(log) => {
                let size = libm::exp(log);
                self.edge() < MOST_ORDER
                    && size >= SMALLEST_IN_THE_MIDDLE
                    && edge.error <= relative * size
            }
        }
    }

    /// What the middle line says at an order that it serves, or that for few orders around 0 where it knows more.
    fn centred(&self, line: &FourierLine, epsilon: f64) -> Sample {
        let both = [Some(line), self.centre.as_ref()].into_iter().flatten();
        most_accurate(both, epsilon).unwrap_or_else(|| line.at(epsilon))
    }

    /// Largest `|eps|` that the middle line serves.
    fn edge(&self) -> f64 {
        self.overlap.as_ref().map_or(0.0, |line| line.epsilon().1)
    }

    /// The overlap at any order.
    pub(crate) fn overlap(&self, epsilon: f64) -> Interval {
        let trivial = Interval {
            lower: 0.0,
            upper: libm::exp(epsilon).next_up().min(1.0),
        };
        let Some(line) = &self.overlap else {
            return trivial;
        };
        let edge = self.edge();
        if epsilon.abs() <= edge {
            let sample = self.centred(line, epsilon);
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

    /// `H(eps)` from the lines through the upper tail.
    pub(crate) fn hockey_stick(&self, epsilon: f64) -> Option<Interval> {
        self.above.at(epsilon)
    }

    /// The reverse divergence from the lines through the lower tail.
    pub(crate) fn reverse_hockey_stick(&self, epsilon: f64) -> Option<Interval> {
        self.below.at(-epsilon)
    }

    /// `H` with its derivatives from the line that is most accurate at `epsilon`.
    pub(crate) fn sample(&self, epsilon: f64) -> Option<Sample> {
        let mut readings: [(f64, &dyn Fn() -> Option<Sample>); 2] = [
            (self.least_error(epsilon), &|| self.in_the_middle(epsilon)),
            (self.above.least_error(epsilon), &|| {
                self.above.best(epsilon)
            }),
        ];
        readings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [(_, first), (least, second)] = readings;
        // Each sums thousands of terms: the second one is left where it can hardly say more.
        let first = first();
        if first.is_some_and(|one| one.error <= least.max(ACCURATE * one.value)) {
            return first;
        }
        first
            .into_iter()
            .chain(second())
            .min_by(|a, b| a.error.total_cmp(&b.error))
    }

    /// `H` by the middle line, at the orders that it serves.
    fn in_the_middle(&self, epsilon: f64) -> Option<Sample> {
        let line = self.overlap.as_ref()?;
        if epsilon.abs() > self.edge() {
            return None;
        }
        let overlap = self.centred(line, epsilon);
        Some(Sample {
            value: 1.0 - overlap.value,
            slope: -overlap.slope,
            curvature: -overlap.curvature,
            error: overlap.error + 2.0 * f64::EPSILON,
        })
    }

    /// What the error in the middle is at least, without the sum; infinite where it serves nothing.
    fn least_error(&self, epsilon: f64) -> f64 {
        let both = self.overlap.iter().chain(&self.centre);
        least_error(both, epsilon) + 2.0 * f64::EPSILON
    }

    /// The last order before one at which a line of the upper tail tells something, and what it tells.
    pub(crate) fn last_before(&self, epsilon: f64) -> Option<(f64, Sample)> {
        self.above.last_before(epsilon)
    }

    /// The orders of the lines that serve a range of their own.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (f64, f64)> {
        let centre = self.centre.iter().map(FourierLine::epsilon);
        centre.chain(self.above.ranges())
    }

    /// Orders from the smallest to the largest that some line serves.
    pub(crate) fn orders(&self) -> (f64, f64) {
        let edge = self.edge();
        (
            -edge,
            self.above.last_order().map_or(edge, |last| last.max(edge)),
        )
    }
}
