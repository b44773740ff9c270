//! The lines through one tail of a run.

use super::chernoff::Chernoff;
#[cfg(not(first_module))]
use super::epoch_jump::epoch_jump;
use super::large_loss_line::{FINE, TOLERANCE as TOLERANCE_OF_LARGE};
use super::line::{
    BUDGET, FourierLine, SMALL_BUDGET, Sample, TOLERANCE, least_error, most_accurate,
};
use super::saddle::{Aim, Tail};
use super::series::Series;
use super::single_jump::{aimed_at, aimed_from, single_jump};
use super::smooth_step::SmoothStep;
use super::split::{Split, Splits};
use super::step::Step;
use super::tilted_law::TiltedLaw;
use crate::numerics::{Interval, sign_change};

/// Most lines through one tail that the middle sees; what is sought has one of its own beside them.
const MOST_LINES: usize = 8;
/// How near, as a part of its distance from the pole, a tilt is to one through which a line was laid in vain, for another line to say no
/// more.
const BESIDE: f64 = 0.1;
/// How often the order that is aimed at is sought on a line.
const SOUGHT: usize = 4;
/// Ways in which a line is sought.
pub(super) const ATTEMPTS: usize = 5;
/// How often a tilt is moved towards the pole until there is a law that does not leap.
const MOVES: usize = 16;
/// To which shares of its distance a line draws back towards its pole.
const WITHDRAWN: [f64; 12] = [
    0.97, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.35, 0.25, 0.15, 0.1,
];
/// Most phases of a run of which a single jump is looked for.
const MOST_PHASES: usize = 128;
/// Node-frequency pairs that are spent on each of many phases.
const BUDGET_OF_PHASE: f64 = 4e6;
/// Half the range of orders of a tail's line, in standard deviations of the loss on it.
const REACH: f64 = 3.0;
/// Relative error of a mass from which on a line through it is not worth its time.
const UNCERTAIN: f64 = 1e-6;
/// Relative accuracy from which on more frequencies may make a line accurate enough.
const NEARLY: f64 = 1e-4;
/// How far, as a logarithm, a size may be from what is aimed at, for a line to serve that as well.
const NEAR: f64 = 2.0;
/// Distances over which a tail falls by `e`, by which orders may lie farther from the mean than what is aimed at.
const ROOM: f64 = 2.0;
/// Logarithm of what is 0 in numbers.
const LOG_NOTHING: f64 = -746.0;
/// Logarithm of the smallest divergence that gets a line.
pub(super) const LEAST_LOG: f64 = -695.0;
/// A line keeps this many standard deviations from the pole of its kernel.
const FROM_POLE: f64 = 3.0;

/// Lines through one tail, and the mass of the tilted measure, from above, at each tilt that was sought.
pub(super) struct TailLines {
    tail: Tail,
    lines: Vec<FourierLine>,
    /// What each line says at its first and last order.
    ends: Vec<[Sample; 2]>,
    bounds: Vec<Chernoff>,
    /// What the lines that the middle sees do not resolve.
    open: Vec<Aim>,
    /// The order that was missed by what was sought last.
    missed: Option<f64>,
    /// Whether the line of a single jump was nearly accurate enough.
    is_near: bool,
}

impl TailLines {
    pub(super) fn none(tail: Tail) -> Self {
        Self {
            tail,
            lines: Vec::new(),
            ends: Vec::new(),
            bounds: Vec::new(),
            open: Vec::new(),
            missed: None,
            is_near: false,
        }
    }

    /// No line yet, and something to be sought.
    pub(super) fn asked(tail: Tail, open: Vec<Aim>) -> Self {
        Self {
            open,
            ..Self::none(tail)
        }
    }

    /// Adds what others know, and has open what is open to them.
    pub(super) fn join(&mut self, other: Self) {
        // The small module seeks none before.
        if cfg!(first_module) {
            *self = other;
            return;
        }
        self.lines.extend(other.lines);
        self.ends.extend(other.ends);
        self.bounds.extend(other.bounds);
        self.open = other.open;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn has_long(&self) -> bool {
        self.lines.iter().any(FourierLine::is_long)
    }

    /// Lines that cover what is aimed at, as far as the nodes of the middle see.
    pub(super) fn new(
        tail: Tail,
        steps: &[Step],
        middle: &TiltedLaw,
        aims: impl Iterator<Item = Aim>,
        (relative, budget): (f64, f64),
    ) -> Self {
        let mut found = Self::none(tail);
        let seen = Seen {
            tail,
            steps,
            middle,
        };
        let mut tilts: Vec<f64> = Vec::new();
        for aim in aims {
            let epsilon = seen.order_of(aim);
            if found.resolves(aim, epsilon, relative) {
                continue;
            }
            let mut is_told = false;
            if found.lines.len() < MOST_LINES {
                let s = seen.tilt_at(epsilon);
                let (pole, _) = tail.pole();
                let is_beside = |&tilt: &f64| (s - tilt).abs() <= BESIDE * (tilt - pole).abs();
                if !tilts.iter().any(is_beside) {
                    tilts.push(s);
                    if let Some(line) = seen.line_near(epsilon, s, budget) {
                        found.extend(line);
                        is_told = found.resolves(aim, epsilon, relative);
                    }
                }
            }
            if !is_told {
                found.open.push(aim);
            }
        }
        found
    }

    /// Adds a line for a rate, by its logarithm, of false positives or of correct answers "out", where neither what is `told` of its order
    /// nor a line resolves it.
    pub(super) fn reach(
        &mut self,
        steps: &[Step],
        middle: &TiltedLaw,
        log: f64,
        ((relative, budget), told): ((f64, f64), &dyn Fn(f64) -> bool),
    ) {
        let (tail, aim) = (self.tail, Aim::Rate(log));
        let seen = Seen {
            tail,
            steps,
            middle,
        };
        let epsilon = seen.order_of(aim);
        if !told(epsilon)
            && !self.resolves(aim, epsilon, relative)
            && let Some(line) = seen.line_near(epsilon, seen.tilt_at(epsilon), budget)
        {
            self.extend(line);
        }
    }

    /// What was aimed at and is not resolved.
    pub(super) fn open(&self) -> &[Aim] {
        &self.open
    }

    /// Has an aim open no longer.
    pub(super) fn forget(&mut self, aim: Aim) {
        self.open.retain(|&open| open != aim);
    }

    /// Adds lines through laws of their own, which take long to be found, where the nodes of the middle do not reach far enough: by one
    /// of the [`ATTEMPTS`], the cheapest first. Whether anything is added.
    pub(super) fn seek(
        &mut self,
        steps: &[Step],
        middle: &TiltedLaw,
        aim: Aim,
        (relative, attempt): (f64, usize),
    ) -> bool {
        let tail = self.tail;
        let seen = Seen {
            tail,
            steps,
            middle,
        };
        let known = |lines: &Self| (lines.lines.len(), lines.bounds.len());
        let before = known(self);
        match (attempt, tail, steps) {
            // Far out a bound may leave nothing to be found.
            (0, Tail::Upper, _) if matches!(aim, Aim::Order(order) if order > 0.0) => {
                self.bounds
                    .extend(Splits::whole(steps, tail, aim, seen.least()).bounds);
            }
            // Where draws are expected, no single loss is likely to make a tail, and the whole run is soon summed.
            (0, Tail::Upper, _) if seen.expects_draws() => {
                let whole = Splits::whole(steps, tail, aim, seen.least());
                self.extend_by(&seen, whole, aim, relative);
            }
            #[cfg(not(first_module))]
            (1, Tail::Upper, [Step::Tabulated(step)]) => {
                if let Some(line) = epoch_jump(step, steps, aim) {
                    self.extend(line);
                }
            }
            (1, Tail::Upper, _) => {
                if let Some(line) = jump_of(steps, aim, TOLERANCE_OF_LARGE) {
                    self.is_near = is_near(&line, aim);
                    self.extend(line);
                }
            }
            (2, Tail::Upper, _) if core::mem::take(&mut self.is_near) => {
                if let Some(line) = jump_of(steps, aim, FINE) {
                    self.extend(line);
                }
            }
            (3, ..) => {
                let splits = Splits::new(steps, tail, aim, seen.least());
                self.missed = self.extend_by(&seen, splits, aim, relative);
            }
            // The tilt with the least bound is not that of the order where the bound exceeds by much what it bounds.
            (4, Tail::Upper, _) => {
                let missed = self.missed.take().map(Aim::Order);
                if let Some(order) = missed.filter(|&order| order != aim) {
                    let splits = Splits::new(steps, tail, order, seen.least());
                    self.extend_by(&seen, splits, order, relative);
                }
            }
            _ => {}
        }
        known(self) != before
    }

    /// Adds the lines of splits, and says the order of an aim that they miss.
    fn extend_by(&mut self, seen: &Seen, splits: Splits, aim: Aim, relative: f64) -> Option<f64> {
        self.bounds.extend(splits.bounds);
        let (lines, missed) = seen.lines_of(&splits.best, &self.bounds, aim, relative);
        for line in lines {
            self.extend(line);
        }
        missed
    }

    fn extend(&mut self, line: FourierLine) {
        let (low, high) = line.epsilon();
        if low <= high {
            self.ends.push([low, high].map(|epsilon| line.at(epsilon)));
            self.lines.push(line);
        }
    }

    /// Whether some line has this relative accuracy at an order at which it has about the size that is aimed at, which lies near
    /// `epsilon`.
    fn resolves(&self, aim: Aim, epsilon: f64, relative: f64) -> bool {
        let is_near = |sample: &Sample, epsilon: f64| match aim {
            Aim::Order(_) => true,
            Aim::Divergence(log) => (libm::log(sample.value) - log).abs() <= NEAR,
            Aim::Rate(log) if self.tail == Tail::Lower => {
                (libm::log(sample.value + sample.slope) - log).abs() <= NEAR
            }
            Aim::Rate(log) => (libm::log(-sample.slope) - epsilon - log).abs() <= NEAR,
        };
        self.lines.iter().any(|line| {
            let mut order = epsilon;
            for _ in 0..SOUGHT {
                if !line.serves(order) {
                    return false;
                }
                let sample = line.at(order);
                let is_accurate = sample.error <= relative * sample.value;
                if !is_accurate {
                    return false;
                }
                if is_near(&sample, order) {
                    return true;
                }
                // What the middle sees of a tail may be another order than that at which the line has what is aimed at.
                let next = aimed_from(&sample, aim, order);
                let Some(next) = next.filter(|_| self.tail == Tail::Upper) else {
                    return false;
                };
                order = next;
            }
            false
        })
    }

    /// The orders that each line serves.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lines.iter().map(FourierLine::epsilon)
    }

    /// The most accurate reading of an order.
    pub(super) fn best(&self, epsilon: f64) -> Option<Sample> {
        most_accurate(self.lines.iter(), epsilon)
    }

    /// What the error of the most accurate reading is at least, without the sum.
    pub(super) fn least_error(&self, epsilon: f64) -> f64 {
        least_error(self.lines.iter(), epsilon)
    }

    /// The last order before one at which a line ends that tells something there, and what it tells.
    pub(super) fn last_before(&self, epsilon: f64) -> Option<(f64, Sample)> {
        let orders = self.lines.iter().map(|line| line.epsilon().1);
        let told = orders.zip(self.ends.iter().map(|[_, last]| *last));
        told.filter(|(order, last)| *order < epsilon && last.error < last.value)
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Largest order that some line serves.
    pub(super) fn last_order(&self) -> Option<f64> {
        self.lines
            .iter()
            .map(|line| line.epsilon().1)
            .reduce(f64::max)
    }

    /// The tail at an order, `None` where nothing is said.
    pub(super) fn at(&self, epsilon: f64) -> Option<Interval> {
        if self.lines.is_empty() && self.bounds.is_empty() {
            return None;
        }
        let bounds = self.bounds.iter().map(|bound| bound.at(epsilon));
        let known = Interval {
            lower: 0.0,
            upper: bounds.fold(f64::INFINITY, f64::min),
        };
        let best = self.best(epsilon).map(reading);
        let known = best.map_or(known, |best| known.intersect(best));
        Some(self.by_ends(epsilon).intersect(known))
    }

    /// What the ends of the lines say of the orders beside them: `H` falls with the order, the reverse divergence at `-eps` grows.
    fn by_ends(&self, epsilon: f64) -> Interval {
        let mut known = Interval {
            lower: 0.0,
            upper: f64::INFINITY,
        };
        for (line, ends) in self.lines.iter().zip(&self.ends) {
            let [first, last] = ends.map(reading);
            let (low, high) = line.epsilon();
            let (lower, upper) = match self.tail {
                Tail::Upper if epsilon < low => (first.lower, f64::INFINITY),
                Tail::Upper if epsilon > high => (0.0, last.upper),
                Tail::Lower if epsilon < low => (0.0, first.upper),
                Tail::Lower if epsilon > high => (last.lower, f64::INFINITY),
                _ => continue,
            };
            known.lower = known.lower.max(lower.next_down());
            known.upper = known.upper.min(upper.next_up());
        }
        known
    }
}

/// The line of a single jump, of runs of few phases.
fn jump_of(steps: &[Step], aim: Aim, tolerance: f64) -> Option<FourierLine> {
    if steps.len() > MOST_PHASES || steps.iter().any(Step::is_merged) {
        return None;
    }
    let smooth: Option<Vec<&SmoothStep>> = steps.iter().map(Step::smooth).collect();
    single_jump(&smooth?, aim, tolerance)
}

fn reading(sample: Sample) -> Interval {
    let interval = Interval::around(sample.value, sample.error);
    Interval {
        lower: interval.lower.max(0.0),
        ..interval
    }
}

/// A tail as it is sought: by the steps, and by the nodes of the law in the middle.
struct Seen<'a> {
    tail: Tail,
    steps: &'a [Step],
    middle: &'a TiltedLaw,
}

impl Seen<'_> {
    /// The order that is aimed at, by the nodes of the middle: right where these see the tail.
    fn order_of(&self, aim: Aim) -> f64 {
        let size: &dyn Fn(f64, &TiltedLaw) -> f64 = match aim {
            Aim::Order(epsilon) => return epsilon,
            Aim::Divergence(_) => &|s, law| law.log_divergence(s),
            Aim::Rate(_) => &|s, law| law.log_rate(s),
        };
        let (Aim::Order(target) | Aim::Divergence(target) | Aim::Rate(target)) = aim;
        let from = if matches!(aim, Aim::Rate(_)) {
            0.0
        } else {
            self.tail.pole().0
        };
        let s = self.tilt(from, self.tail.pole().1, &|s, law| size(s, law) - target);
        self.middle.moments_at(s).0
    }

    /// A tilt that moves the law by about one standard deviation.
    fn unit(&self) -> f64 {
        1.0 / libm::sqrt(self.middle.variance()).max(1e-150)
    }

    /// Where a function that falls away from `from` changes its sign; on a scale of the logarithm.
    fn tilt(&self, from: f64, sign: f64, excess: &dyn Fn(f64, &TiltedLaw) -> f64) -> f64 {
        let unit = self.unit();
        let at = |x: f64| from + sign * unit * libm::exp(x);
        // Where the nodes of the middle do not reach, the excess is no number.
        let (first, last) = ((-9.0, f64::INFINITY), (5.0, f64::NEG_INFINITY));
        let (low, high) = sign_change(first, last, |_| 2e-4, |x| excess(at(x), self.middle));
        at(0.5 * (low + high))
    }

    /// The tilt whose mean an order is, as the nodes of the middle see it.
    fn tilt_at(&self, epsilon: f64) -> f64 {
        let (pole, sign) = self.tail.pole();
        self.tilt(pole, sign, &|s, law| sign * (epsilon - law.moments_at(s).0))
    }

    /// The line through the saddle point of an order, with its tilt as the nodes of the middle see it; none where a bound says that nothing is
    /// left.
    fn line_near(&self, epsilon: f64, s: f64, budget: f64) -> Option<FourierLine> {
        let (pole, sign) = self.tail.pole();
        let spread = libm::sqrt(self.middle.moments_at(s).1).max(1e-150);
        let mut distance = (s - pole).abs().max(FROM_POLE / spread);
        let mut still = None;
        for _ in 0..MOVES {
            // Where one large loss is likelier than many small ones there is no saddle point: beyond some tilt the
            // mean leaps away, and the best line is just before.
            still = TiltedLaw::at_rest(self.steps, pole + sign * distance, TOLERANCE)
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
        let left_out = Step::left_out_of(self.steps);
        if Chernoff::new(&still, left_out).log_at(epsilon) < LOG_NOTHING {
            return None;
        }
        let line = Series::new(self.steps, &still, (low, high)).line(budget);
        if cfg!(first_module) {
            return line;
        }
        line.map(|line| line.of_most(left_out))
    }

    /// Least distance of a tilt from the pole.
    fn least(&self) -> f64 {
        FROM_POLE * self.unit()
    }

    /// Whether a record is likely to be drawn in the run.
    fn expects_draws(&self) -> bool {
        let expected = |step: &Step| step.smooth().map_or(0.0, SmoothStep::expected_draws);
        self.steps.iter().map(expected).sum::<f64>() >= 1.0
    }

    /// The lines of splits, the best first, up to one that is as accurate as asked for; and the order that is aimed at, as the most
    /// accurate line sees it, where none is.
    fn lines_of(
        &self,
        splits: &[Split],
        bounds: &[Chernoff],
        aim: Aim,
        relative: f64,
    ) -> (Vec<FourierLine>, Option<f64>) {
        let (mut lines, mut missed) = (Vec::new(), None);
        let mut narrowest = f64::INFINITY;
        for split in splits {
            let order = self.order(aim, split);
            if bounds.iter().any(|bound| bound.log_at(order) < LEAST_LOG) {
                break;
            }
            // Where few steps do not know the mass for all, no line knows more.
            let (_, uncertainty) = split.law.log_coefficient();
            if split.steps.iter().any(Step::is_merged) && uncertainty > UNCERTAIN {
                continue;
            }
            let Some(line) = self.line_of(split, aim) else {
                continue;
            };
            let order = match self.tail {
                Tail::Upper => aimed_at(&line, aim, order).unwrap_or(order),
                Tail::Lower => order,
            };
            let sample = line.at(order);
            lines.push(line);
            let width = sample.error / sample.value;
            if (0.0..=relative).contains(&width) {
                missed = None;
                break;
            }
            // No number and what is negative is no accuracy.
            if width > 0.0 && width < narrowest {
                narrowest = width;
                missed = Some(order);
            }
        }
        (lines, missed)
    }

    /// The order that is aimed at, or a bound of it.
    fn order(&self, aim: Aim, split: &Split) -> f64 {
        match aim {
            Aim::Order(epsilon) => epsilon,
            Aim::Divergence(_) | Aim::Rate(_) => self.tail.pole().1 * split.bound,
        }
    }

    /// The line of a split.
    fn line_of(&self, split: &Split, aim: Aim) -> Option<FourierLine> {
        let order = self.order(aim, split);
        let range = |epsilon: f64| orders(&split.law, self.tail, epsilon);
        let mut series = Series::new(&split.steps, &split.law, range(order));
        let mut through = |epsilon: f64| {
            let line = line_through(&mut series, &split.steps, &split.law, self.tail, epsilon)?;
            let large = split.large.as_ref();
            Some(
                match large.and_then(|large| large.line(line.epsilon(), TOLERANCE_OF_LARGE)) {
                    Some(large) => line.beside(large),
                    None => line.of_most(split.left_out()),
                },
            )
        };
        let line = through(order)?;
        // A bound exceeds what it bounds, so that the order may lie before the first one of the line.
        let missed = (self.tail == Tail::Upper)
            .then(|| aimed_at(&line, aim, order))
            .flatten()
            .filter(|&order| {
                // Rates are differences of orders.
                let beside = 1.0 / (split.law.s - self.tail.pole().0);
                !line.serves(order) || !line.serves(order - beside)
            });
        Some(missed.and_then(through).unwrap_or(line))
    }
}

/// Whether a line has about the accuracy that is asked for at an aim.
fn is_near(line: &FourierLine, aim: Aim) -> bool {
    let (low, high) = line.epsilon();
    let middle = 0.5 * (low + high);
    let sample = line.at(aimed_at(line, aim, middle).unwrap_or(middle));
    (0.0..=NEARLY * sample.value).contains(&sample.error)
}

/// The orders around the mean of a law and one that is aimed at.
fn orders(law: &TiltedLaw, tail: Tail, epsilon: f64) -> (f64, f64) {
    let (pole, _) = tail.pole();
    // Where there is a second hump far out, a standard deviation says little of the orders nearby.
    let mean = law.mean();
    let gap = (epsilon - mean).abs() + ROOM / (law.s - pole).abs();
    let spread = libm::sqrt(law.variance()).min(gap);
    match tail {
        Tail::Upper => (
            (mean - REACH * spread).min(epsilon - REACH * spread),
            (mean + REACH * spread).max(epsilon + 0.5 * spread),
        ),
        Tail::Lower => (
            epsilon.min(mean - REACH * spread),
            (mean + REACH * spread).max(epsilon + REACH * spread),
        ),
    }
}

/// The line at a tilt for the orders around its mean and `epsilon`, or nearer to the pole where a second hump far out makes its
/// window too long.
fn line_through(
    series: &mut Series,
    steps: &[Step],
    still: &TiltedLaw,
    tail: Tail,
    epsilon: f64,
) -> Option<FourierLine> {
    let (pole, _) = tail.pole();
    series.serve(orders(still, tail, epsilon));
    let budget = BUDGET.max(BUDGET_OF_PHASE * steps.len() as f64);
    let line = series.whole(budget).or_else(|| series.on_panels());
    line.or_else(|| {
        WITHDRAWN.into_iter().find_map(|share| {
            let s = pole + (still.s - pole) * share;
            let law = TiltedLaw::at_rest(steps, s, TOLERANCE)?;
            Series::new(steps, &law, orders(&law, tail, epsilon)).whole(budget)
        })
    })
    .or_else(|| series.in_part(SMALL_BUDGET))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Noise, PairPhase, Shape};

    /// Where lines overlap, no line that was not summed is more accurate than the one that is read.
    #[test]
    fn the_most_accurate_line_is_read() {
        let phase = PairPhase {
            noise_per_shift: 1.0,
            sample_rate: 0.004,
            num_steps: 1000.0,
        };
        let shape = Shape::Mixture { group_size: 1 };
        let steps = vec![Step::new(shape, Noise::Gaussian, &phase).unwrap()];
        let middle = TiltedLaw::at_rest(&steps, 0.5, TOLERANCE).unwrap();
        let aims = [1e-12, 1e-9, 1e-6, 1e-4, 1e-2].map(|fpr| Aim::Rate(libm::log(fpr)));
        let lines = TailLines::new(
            Tail::Upper,
            &steps,
            &middle,
            aims.into_iter(),
            // None is enough, so that there are several.
            (0.0, BUDGET),
        );
        let mut shared = 0;
        for k in 0..80 {
            let epsilon = 0.1 * f64::from(k);
            let serving = lines.lines.iter().filter(|line| line.serves(epsilon));
            let all: Vec<Sample> = serving.map(|line| line.at(epsilon)).collect();
            let least = all.iter().map(|sample| sample.error).reduce(f64::min);
            assert_eq!(lines.best(epsilon).map(|best| best.error), least);
            shared += usize::from(all.len() > 1);
        }
        assert!(shared > 5, "{shared} orders are served by several lines");
    }
}
