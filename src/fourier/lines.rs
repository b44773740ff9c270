//! The Fourier lines of a run: one through the middle, and one through each tail that is asked for.

use super::line::{BUDGET, FourierLine, Sample, TOLERANCE};
use super::saddle::{Aim, Tail, best_law};
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
/// How often a tilt is moved towards the pole until there is a law that does not leap.
const ATTEMPTS: usize = 16;
/// How often a line draws back towards its pole, and to which share of its distance each time.
const WITHDRAWALS: i32 = 12;
const WITHDRAWN: f64 = 0.97;
/// Half the range of orders of a tail's line, in standard deviations of the loss on it.
const REACH: f64 = 3.0;
/// Logarithm of the size from which on the neglected observations are measured, and of their share of it.
const SMALLEST_TARGET: f64 = -35.0;
const NEGLECTED: f64 = -24.0;
/// By which share of itself a bound has to fall.
const WORTH: f64 = 1e-3;
/// Logarithm of the smallest divergence that gets a line.
const LEAST_LOG: f64 = -695.0;
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
    bounds_above: Vec<Chernoff>,
    bounds_below: Vec<Chernoff>,
}

/// A bound at every order by the mass `e^K` of one tilted measure.
struct Chernoff {
    s: f64,
    log_mass: f64,
    /// Probability of what the tilted measure leaves out.
    left_out: f64,
}

impl Chernoff {
    /// Logarithm of a bound of `e^(K + (1-s) eps) max kappa`, which is `H(eps)` for `s > 1` and `∫ (e^eps Q - P)_+` for
    /// `s < 0`: `kappa(y) = e^(-c y) - e^(-(c+1) y)` is at most `(1 + 1/c)^-c/(1 + c)`.
    fn log_at(&self, epsilon: f64) -> f64 {
        let c = (self.s - 1.0).max(-self.s);
        let peak = -c * libm::log1p(1.0 / c) - libm::log1p(c);
        let slope = (1.0 - self.s) * epsilon;
        let rounding = 4.0 * f64::EPSILON * (2.0 + c + self.log_mass.abs() + slope.abs());
        self.log_mass + slope + peak + rounding
    }
}

fn least_at(bounds: &[Chernoff], epsilon: f64) -> f64 {
    bounds
        .iter()
        .map(|bound| (libm::exp(bound.log_at(epsilon)).next_up() + bound.left_out).next_up())
        .fold(f64::INFINITY, f64::min)
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
                bounds_above: Vec::new(),
                bounds_below: Vec::new(),
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
            bounds_above: Vec::new(),
            bounds_below: Vec::new(),
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
        if self.overlap.is_none() {
            return;
        }
        let relative = if demand.draft { DRAWN } else { RELATIVE };
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut rates: Vec<f64> = demand
            .fpr
            .iter()
            .copied()
            .filter(|&fpr| fpr < 0.5)
            .collect();
        ascend(&mut rates);
        upper.extend(rates.iter().map(|&fpr| Aim::Rate(libm::log(fpr))));
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
        (self.above, self.bounds_above) = self.reach(Tail::Upper, &upper, relative);
        (self.below, self.bounds_below) = self.reach(Tail::Lower, &lower, relative);
    }

    /// Whether the middle line has this relative accuracy at what is aimed at.
    fn holds(&self, tail: Tail, aim: Aim, relative: f64) -> bool {
        let Some(line) = &self.overlap else {
            return false;
        };
        let edge = self.edge();
        match aim {
            Aim::Order(epsilon) if epsilon.abs() <= edge => {
                let centre = self.centre.as_ref().filter(|_| epsilon == 0.0);
                let overlap = centre.unwrap_or(line).at(epsilon);
                let whole = match tail {
                    Tail::Upper => 1.0,
                    Tail::Lower => libm::exp(epsilon),
                };
                overlap.error <= relative * (whole - overlap.value)
            }
            Aim::Order(_) => false,
            // The error grows with the order.
            Aim::Divergence(log) | Aim::Rate(log) => {
                let size = libm::exp(log);
                size >= SMALLEST_IN_THE_MIDDLE && line.at(edge).error <= relative * size
            }
        }
    }

    /// Lines that cover what is aimed at; and the mass of the tilted measure, from above, at each tilt that was sought.
    fn reach(&self, tail: Tail, aims: &[Aim], relative: f64) -> (Vec<FourierLine>, Vec<Chernoff>) {
        let (mut lines, mut bounds) = (Vec::<FourierLine>::new(), Vec::new());
        for &aim in aims {
            if lines.len() >= MOST_LINES || self.holds(tail, aim, relative) {
                continue;
            }
            let epsilon = self.order_of(tail, aim);
            if is_resolved(&lines, epsilon, relative) {
                continue;
            }
            lines.extend(self.line_near(tail, epsilon));
            if is_resolved(&lines, epsilon, relative) {
                continue;
            }
            // The nodes of the middle do not reach that far out.
            if let Some((line, bound)) = self.line_sought(tail, aim) {
                bounds.push(bound);
                lines.extend(line);
            }
        }
        (lines, bounds)
    }

    /// The order that is aimed at, by the nodes of the middle: right where these see the tail.
    fn order_of(&self, tail: Tail, aim: Aim) -> f64 {
        let size: &dyn Fn(f64, &TiltedLaw) -> f64 = match aim {
            Aim::Order(epsilon) => return epsilon,
            Aim::Divergence(_) => &|s, law| law.log_divergence(s),
            Aim::Rate(_) => &|s, law| law.log_rate(s),
        };
        let (Aim::Order(target) | Aim::Divergence(target) | Aim::Rate(target)) = aim;
        let from = if matches!(aim, Aim::Rate(_)) {
            0.0
        } else {
            tail.pole().0
        };
        let s = self.tilt(from, tail.pole().1, &|s, law| size(s, law) - target);
        self.middle.moments_at(s).0
    }

    /// Where a function that falls away from `from` changes its sign; on a scale of the logarithm.
    fn tilt(&self, from: f64, sign: f64, excess: &dyn Fn(f64, &TiltedLaw) -> f64) -> f64 {
        let unit = 1.0 / libm::sqrt(self.middle.variance()).max(1e-150);
        let at = |x: f64| from + sign * unit * libm::exp(x);
        // Where the nodes of the middle do not reach, the excess is no number.
        let exceeds = |x: f64| excess(at(x), &self.middle) > 0.0;
        let (low, high) = Bisection::linear(16).bracket(-9.0, 5.0, exceeds);
        at(0.5 * (low + high))
    }

    /// The line through the saddle point of an order as the nodes of the middle see it.
    fn line_near(&self, tail: Tail, epsilon: f64) -> Option<FourierLine> {
        let (pole, sign) = tail.pole();
        let s = self.tilt(pole, sign, &|s, law| sign * (epsilon - law.moments_at(s).0));
        let spread = libm::sqrt(self.middle.moments_at(s).1).max(1e-150);
        let mut distance = (s - pole).abs().max(FROM_POLE / spread);
        let mut still = None;
        for _ in 0..ATTEMPTS {
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

    /// The line at the tilt with the least bound, and that bound.
    fn line_sought(&self, tail: Tail, aim: Aim) -> Option<(Option<FourierLine>, Chernoff)> {
        let unit = 1.0 / libm::sqrt(self.middle.variance()).max(1e-150);
        let (steps, still) = self.best_tilt(tail, aim, unit)?;
        let epsilon = aim.order(tail, &still);
        let (log_mass, error) = still.log_coefficient();
        let left_out = steps.iter().map(Step::left_out).sum();
        let bound = Chernoff {
            s: still.s,
            log_mass: log_mass + error,
            left_out,
        };
        if bound.log_at(epsilon) < LEAST_LOG {
            return Some((None, bound));
        }
        let line = line_through(&steps, &still, tail, epsilon);
        Some((line.map(|line| line.of_most(left_out)), bound))
    }

    /// The tilt for an aim, with the steps that it holds for: without observations that are too rare to matter where that
    /// makes the bound smaller.
    fn best_tilt(&self, tail: Tail, aim: Aim, unit: f64) -> Option<(Vec<Step>, TiltedLaw)> {
        let least = FROM_POLE * unit;
        let whole = best_law(&self.steps, tail, aim, least);
        if tail == Tail::Lower {
            return whole.map(|law| (self.steps.clone(), law));
        }
        let log_size = match aim {
            Aim::Divergence(log) | Aim::Rate(log) => log,
            Aim::Order(_) => whole.as_ref().map_or(0.0, |law| aim.bound(tail, law)),
        };
        let steps: Vec<Step> = self
            .steps
            .iter()
            .map(|step| step.without_large(log_size.min(SMALLEST_TARGET) + NEGLECTED))
            .collect();
        let cut = best_law(&steps, tail, aim, least);
        let bound =
            |law: &Option<TiltedLaw>| law.as_ref().map_or(f64::MAX, |law| aim.bound(tail, law));
        if bound(&cut) < bound(&whole) - WORTH * bound(&whole).abs() {
            cut.map(|law| (steps, law))
        } else {
            whole.map(|law| (self.steps.clone(), law))
        }
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
        let most = least_at(&self.bounds_above, epsilon);
        let inner = narrowest(&self.above, epsilon).or_else(|| {
            let ends = self.above.iter().map(|line| line.epsilon().1);
            let last = ends.filter(|&end| end < epsilon).reduce(f64::max)?;
            narrowest(&self.above, last).map(|inner| Interval {
                lower: 0.0,
                ..inner
            })
        });
        below_most(inner, most)
    }

    /// `∫ (e^eps Q - P)_+` from the lines through the lower tail. Below a line's first order its share of `e^eps` is at
    /// most what it is there.
    pub(crate) fn rest_of_out(&self, epsilon: f64) -> Option<Interval> {
        let most = least_at(&self.bounds_below, epsilon);
        let inner = narrowest(&self.below, epsilon).or_else(|| {
            let ends = self.below.iter().map(|line| line.epsilon().0);
            let first = ends.filter(|&end| end > epsilon).reduce(f64::min)?;
            narrowest(&self.below, first).map(|inner| Interval {
                lower: 0.0,
                upper: (inner.upper * libm::exp(epsilon - first)).next_up(),
            })
        });
        below_most(inner, most)
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

/// The line at a tilt for the orders around its mean and `epsilon`, or nearer to the pole where a second hump far out makes its
/// window too long.
fn line_through(
    steps: &[Step],
    still: &TiltedLaw,
    tail: Tail,
    epsilon: f64,
) -> Option<FourierLine> {
    let (pole, _) = tail.pole();
    let orders = |law: &TiltedLaw| {
        // Where there is a second hump far out, a standard deviation says little of the orders nearby.
        let mean = law.mean();
        let gap = (epsilon - mean).abs() + 1.0 / (law.s - pole).abs();
        let spread = libm::sqrt(law.variance()).min(gap);
        let low = (mean - REACH * spread).min(epsilon - REACH * spread);
        let high = (mean + REACH * spread).max(epsilon + 0.5 * spread);
        if tail == Tail::Upper {
            (low, high)
        } else {
            (
                epsilon.min(mean - REACH * spread),
                (mean + REACH * spread).max(epsilon + REACH * spread),
            )
        }
    };
    let whole = |law: &TiltedLaw| FourierLine::whole(steps, law, orders(law), BUDGET);
    whole(still)
        .or_else(|| {
            (1..WITHDRAWALS).find_map(|k| {
                let s = pole + (still.s - pole) * libm::pow(WITHDRAWN, f64::from(k));
                whole(&at_rest(steps, s, TOLERANCE)?)
            })
        })
        .or_else(|| FourierLine::new(steps, still, orders(still), BUDGET))
}

/// Whether some line has this relative accuracy at an order.
fn is_resolved(lines: &[FourierLine], epsilon: f64, relative: f64) -> bool {
    lines
        .iter()
        .filter(|line| serves(line, epsilon))
        .map(|line| line.at(epsilon))
        .any(|sample| sample.error <= relative * sample.value)
}

fn serves(line: &FourierLine, epsilon: f64) -> bool {
    let (low, high) = line.epsilon();
    low <= epsilon && epsilon <= high
}

fn narrowest(lines: &[FourierLine], epsilon: f64) -> Option<Interval> {
    lines
        .iter()
        .filter(|line| serves(line, epsilon))
        .map(|line| {
            let sample = line.at(epsilon);
            let interval = Interval::around(sample.value, sample.error);
            Interval {
                lower: interval.lower.max(0.0),
                ..interval
            }
        })
        .reduce(Interval::intersect)
}

fn below_most(inner: Option<Interval>, most: f64) -> Option<Interval> {
    let bound = Interval {
        lower: 0.0,
        upper: most,
    };
    match inner {
        Some(inner) => Some(inner.intersect(bound)),
        None => most.is_finite().then_some(bound),
    }
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
