//! The lines through one tail of a run.

use super::large_loss_line::{LargeLoss, is_rare};
use super::line::{BUDGET, FourierLine, Sample, TOLERANCE, growth, most_accurate};
use super::saddle::{Aim, Tail, best_law};
use super::single_jump::{aimed_at, single_jump};
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::window::log_peak;
use crate::numerics::{Bisection, Interval};

/// Most lines through one tail that the middle sees; what is sought has one of its own beside them.
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
/// Most phases of which observations are left out.
const MOST_SPLIT: usize = 8;
/// By which share of itself a bound has to fall.
const WORTH: f64 = 1e-3;
/// How far, as a logarithm, a size may be from what is aimed at, for a line to serve that as well.
const NEAR: f64 = 2.0;
/// Logarithm of the smallest divergence that gets a line.
const LEAST_LOG: f64 = -695.0;
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
}

/// A bound at every order by the mass `e^K` of one tilted measure.
struct Chernoff {
    s: f64,
    log_mass: f64,
    /// Probability of what the tilted measure leaves out.
    left_out: f64,
}

impl Chernoff {
    /// Logarithm of a bound of `H(eps)` for `s > 1` and of the reverse divergence at `-eps` for `s < 0`: `e^K` times
    /// [`growth`] and the kernel's [`log_peak`].
    fn log_at(&self, epsilon: f64) -> f64 {
        let c = (self.s - 1.0).max(-self.s);
        let slope = growth(self.s) * epsilon;
        let rounding = 4.0 * f64::EPSILON * (2.0 + c + self.log_mass.abs() + slope.abs());
        self.log_mass + slope + log_peak(c) + rounding
    }

    fn at(&self, epsilon: f64) -> f64 {
        (libm::exp(self.log_at(epsilon)).next_up() + self.left_out).next_up()
    }
}

impl TailLines {
    pub(super) fn none(tail: Tail) -> Self {
        Self {
            tail,
            lines: Vec::new(),
            ends: Vec::new(),
            bounds: Vec::new(),
            open: Vec::new(),
        }
    }

    /// No line yet, and something to be sought.
    pub(super) fn asked(tail: Tail, open: Vec<Aim>) -> Self {
        Self {
            open,
            ..Self::none(tail)
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
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
        for aim in aims {
            if found.lines.len() >= MOST_LINES {
                break;
            }
            let epsilon = seen.order_of(aim);
            if found.resolves(aim, epsilon, relative) {
                continue;
            }
            found.extend(seen.line_near(epsilon, budget));
            if !found.resolves(aim, epsilon, relative) {
                found.open.push(aim);
            }
        }
        found
    }

    /// What was aimed at and is not resolved.
    pub(super) fn open(&self) -> &[Aim] {
        &self.open
    }

    /// Adds a line through a law of its own, which takes long to be found, where the nodes of the middle do not reach far enough.
    pub(super) fn seek(&mut self, steps: &[Step], middle: &TiltedLaw, aim: Aim, relative: f64) {
        let tail = self.tail;
        let seen = Seen {
            tail,
            steps,
            middle,
        };
        // What was sought once is not sought again.
        self.open.retain(|&open| open != aim);
        if let (Tail::Upper, [Step::Smooth(step)]) = (tail, steps)
            && let Some(line) = single_jump(step, aim)
        {
            let resolved = line.resolves(relative);
            self.extend(Some(line));
            if resolved {
                return;
            }
        }
        if let Some((line, bound)) = seen.line_sought(aim) {
            self.bounds.push(bound);
            self.extend(line);
        }
    }

    fn extend(&mut self, line: Option<FourierLine>) {
        let Some(line) = line else {
            return;
        };
        let (low, high) = line.epsilon();
        if low <= high {
            self.ends.push([low, high].map(|epsilon| line.at(epsilon)));
            self.lines.push(line);
        }
    }

    /// Whether some line has this relative accuracy at an order at which it has about the size that is aimed at.
    fn resolves(&self, aim: Aim, epsilon: f64, relative: f64) -> bool {
        let is_near = |sample: &Sample| match aim {
            Aim::Order(_) => true,
            Aim::Divergence(log) => (libm::log(sample.value) - log).abs() <= NEAR,
            Aim::Rate(log) => (libm::log(-sample.slope) - epsilon - log).abs() <= NEAR,
        };
        let serving = self.lines.iter().filter(|line| line.serves(epsilon));
        serving
            .map(|line| line.at(epsilon))
            .any(|sample| sample.error <= relative * sample.value && is_near(&sample))
    }

    /// The orders that each line serves.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lines.iter().map(FourierLine::epsilon)
    }

    /// The most accurate reading of an order.
    pub(super) fn best(&self, epsilon: f64) -> Option<Sample> {
        most_accurate(self.lines.iter(), epsilon)
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
        let exceeds = |x: f64| excess(at(x), self.middle) > 0.0;
        let (low, high) = Bisection::linear(16).bracket(-9.0, 5.0, exceeds);
        at(0.5 * (low + high))
    }

    /// The line through the saddle point of an order as the nodes of the middle see it.
    fn line_near(&self, epsilon: f64, budget: f64) -> Option<FourierLine> {
        let (pole, sign) = self.tail.pole();
        let s = self.tilt(pole, sign, &|s, law| sign * (epsilon - law.moments_at(s).0));
        let spread = libm::sqrt(self.middle.moments_at(s).1).max(1e-150);
        let mut distance = (s - pole).abs().max(FROM_POLE / spread);
        let mut still = None;
        for _ in 0..ATTEMPTS {
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
        FourierLine::new(self.steps, &still, (low, high), budget)
    }

    /// The line at the tilt with the least bound, and that bound.
    fn line_sought(&self, aim: Aim) -> Option<(Option<FourierLine>, Chernoff)> {
        let least = FROM_POLE * self.unit();
        let whole = best_law(self.steps, self.tail, aim, least, least).map(|law| Split {
            bound: aim.bound(self.tail, &law),
            steps: self.steps.to_vec(),
            law,
            large: None,
        });
        let split = match self.tail {
            Tail::Lower => whole?,
            Tail::Upper => self.best_split(aim, whole)?,
        };
        let still = &split.law;
        let epsilon = match aim {
            Aim::Order(epsilon) => epsilon,
            Aim::Divergence(_) | Aim::Rate(_) => self.tail.pole().1 * split.bound,
        };
        let (log_mass, error) = still.log_coefficient();
        let left_out = split.steps.iter().map(Step::left_out).sum();
        let bound = Chernoff {
            s: still.s,
            log_mass: log_mass + error,
            left_out,
        };
        if bound.log_at(epsilon) < LEAST_LOG {
            return Some((None, bound));
        }
        let through = |epsilon: f64| {
            let line = line_through(&split.steps, still, self.tail, epsilon)?;
            let large = split.large.as_ref();
            Some(match large.and_then(|large| large.line(line.epsilon())) {
                Some(large) => line.beside(large),
                None => line.of_most(left_out),
            })
        };
        let Some(line) = through(epsilon) else {
            return Some((None, bound));
        };
        // A bound exceeds what it bounds, so that the order may lie before the first one of the line.
        let missed = (self.tail == Tail::Upper)
            .then(|| aimed_at(&line, aim, epsilon))
            .flatten()
            .filter(|&order| !line.serves(order));
        let nearer = missed.and_then(through);
        Some((Some(nearer.unwrap_or(line)), bound))
    }

    /// Without observations that are too rare to matter, or with an edge from which on they get a line of their own, where
    /// that makes the bound smaller.
    fn best_split(&self, aim: Aim, whole: Option<Split>) -> Option<Split> {
        const EDGES: i32 = 12;
        const CLOSER: f64 = 0.5;
        let smooth: Option<Vec<&SmoothStep>> = self.steps.iter().map(Step::smooth).collect();
        let Some(smooth) = smooth.filter(|smooth| {
            smooth.len() <= MOST_SPLIT && !smooth.iter().any(|step| step.stands_out())
        }) else {
            return whole;
        };
        let log_size = match aim {
            Aim::Divergence(log) | Aim::Rate(log) => log,
            Aim::Order(_) => whole.as_ref().map_or(0.0, |whole| whole.bound),
        };
        let log_neglected = log_size.min(SMALLEST_TARGET) + NEGLECTED;
        let farthest = |step: &SmoothStep| {
            step.shift() + libm::sqrt(2.0 * (libm::log(step.num_steps()) - log_neglected))
        };
        let least = FROM_POLE * self.unit();
        // The tilt of an edge is near that of the one before.
        let mut start = whole
            .as_ref()
            .map_or(least, |whole| whole.law.s - self.tail.pole().0);
        let mut best = whole;
        // First and beside an edge nothing is left out but what is too rare to matter.
        let seen: Option<Vec<SmoothStep>> = smooth
            .iter()
            .map(|step| step.below(farthest(step)))
            .collect();
        let all = |steps: &[SmoothStep]| steps.iter().cloned().map(Step::Smooth).collect();
        for k in 0..EDGES {
            let (large, steps): (_, Option<Vec<Step>>) = match (&smooth[..], seen.as_deref()) {
                _ if k == 0 => (None, seen.as_deref().map(all)),
                ([step], Some([seen])) => {
                    let at = farthest(step) - CLOSER * f64::from(k);
                    if !is_rare(step, at) {
                        break;
                    }
                    let Some(large) = LargeLoss::new(seen.clone(), at, aim) else {
                        continue;
                    };
                    (
                        Some(large),
                        step.below(at).map(|rest| vec![Step::Smooth(rest)]),
                    )
                }
                _ => break,
            };
            let split = steps.and_then(|steps| {
                let law = best_law(&steps, self.tail, aim, least, start)?;
                let bound = aim.bound(self.tail, &law);
                let beside = large.as_ref().map_or(bound, |large| large.bound(aim));
                Some(Split {
                    bound: bound.max(beside),
                    steps,
                    law,
                    large,
                })
            });
            let Some(split) = split else {
                continue;
            };
            start = split.law.s - self.tail.pole().0;
            let improves = |best: &Split| split.bound < best.bound - WORTH * best.bound.abs();
            if best.as_ref().is_none_or(improves) {
                best = Some(split);
            }
        }
        best
    }
}

/// A run below an edge, at the tilt with the least bound, and the event above it.
struct Split {
    bound: f64,
    steps: Vec<Step>,
    law: TiltedLaw,
    large: Option<LargeLoss>,
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
        .or_else(|| FourierLine::whole_on_panels(steps, still, orders(still)))
        .or_else(|| {
            (1..WITHDRAWALS).find_map(|k| {
                let s = pole + (still.s - pole) * libm::pow(WITHDRAWN, f64::from(k));
                whole(&TiltedLaw::at_rest(steps, s, TOLERANCE)?)
            })
        })
        .or_else(|| FourierLine::new(steps, still, orders(still), BUDGET))
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
            (1e-9, BUDGET),
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
