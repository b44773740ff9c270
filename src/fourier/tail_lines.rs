//! The lines through one tail of a run.

use super::large_loss_line::large_loss_line;
use super::line::{BUDGET, FourierLine, Sample, TOLERANCE, log_peak};
use super::saddle::{Aim, Tail, best_law};
use super::step::Step;
use super::tilted_law::TiltedLaw;
use crate::numerics::{Bisection, Interval};

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

/// Lines through one tail, and the mass of the tilted measure, from above, at each tilt that was sought.
pub(super) struct TailLines {
    tail: Tail,
    lines: Vec<FourierLine>,
    bounds: Vec<Chernoff>,
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
    /// `s < 0`, with the kernel's [`log_peak`].
    fn log_at(&self, epsilon: f64) -> f64 {
        let c = (self.s - 1.0).max(-self.s);
        let slope = (1.0 - self.s) * epsilon;
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
            bounds: Vec::new(),
        }
    }

    /// Lines that cover what is aimed at; where `seek`, also through laws of their own where the middle does not see far enough.
    pub(super) fn new(
        tail: Tail,
        steps: &[Step],
        middle: &TiltedLaw,
        aims: impl Iterator<Item = Aim>,
        relative: f64,
        seek: bool,
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
            if found.is_resolved(epsilon, relative) {
                continue;
            }
            found.lines.extend(seen.line_near(epsilon));
            if !seek || found.is_resolved(epsilon, relative) {
                continue;
            }
            // The nodes of the middle do not reach that far out.
            if let Some((line, bound)) = seen.line_sought(aim) {
                found.bounds.push(bound);
                found.lines.extend(line);
            }
            if let (Tail::Upper, [step]) = (tail, steps)
                && !found.is_resolved(epsilon, relative)
            {
                found.lines.extend(large_loss_line(step, aim));
            }
        }
        found
    }

    /// Whether some line has this relative accuracy at an order.
    fn is_resolved(&self, epsilon: f64, relative: f64) -> bool {
        self.samples(epsilon)
            .any(|sample| sample.error <= relative * sample.value)
    }

    /// The readings of all lines that serve an order.
    pub(super) fn samples(&self, epsilon: f64) -> impl Iterator<Item = Sample> {
        self.lines
            .iter()
            .filter(move |line| {
                let (low, high) = line.epsilon();
                low <= epsilon && epsilon <= high
            })
            .map(move |line| line.at(epsilon))
    }

    /// Largest order that some line serves.
    pub(super) fn last_order(&self) -> Option<f64> {
        self.lines
            .iter()
            .map(|line| line.epsilon().1)
            .reduce(f64::max)
    }

    /// The tail at an order, `None` where nothing is said. Above an upper line's last order `H` is at most what it is there;
    /// below a lower line's first one the share of `e^eps` is.
    pub(super) fn at(&self, epsilon: f64) -> Option<Interval> {
        let most = self
            .bounds
            .iter()
            .map(|bound| bound.at(epsilon))
            .fold(f64::INFINITY, f64::min);
        let bound = Interval {
            lower: 0.0,
            upper: most,
        };
        match self.narrowest(epsilon).or_else(|| self.beyond(epsilon)) {
            Some(inner) => Some(inner.intersect(bound)),
            None => most.is_finite().then_some(bound),
        }
    }

    fn narrowest(&self, epsilon: f64) -> Option<Interval> {
        self.samples(epsilon)
            .map(|sample| {
                let interval = Interval::around(sample.value, sample.error);
                Interval {
                    lower: interval.lower.max(0.0),
                    ..interval
                }
            })
            .reduce(Interval::intersect)
    }

    fn beyond(&self, epsilon: f64) -> Option<Interval> {
        let ends = self.lines.iter().map(FourierLine::epsilon);
        let (nearest, share) = match self.tail {
            Tail::Upper => {
                let inward = ends.map(|(_, high)| high).filter(|&high| high < epsilon);
                (inward.reduce(f64::max)?, 1.0)
            }
            Tail::Lower => {
                let inward = ends.map(|(low, _)| low).filter(|&low| low > epsilon);
                let nearest = inward.reduce(f64::min)?;
                (nearest, libm::exp(epsilon - nearest))
            }
        };
        let inner = self.narrowest(nearest)?;
        Some(Interval {
            lower: 0.0,
            upper: (inner.upper * share).next_up(),
        })
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
    fn line_near(&self, epsilon: f64) -> Option<FourierLine> {
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
        FourierLine::new(self.steps, &still, (low, high), BUDGET)
    }

    /// The line at the tilt with the least bound, and that bound.
    fn line_sought(&self, aim: Aim) -> Option<(Option<FourierLine>, Chernoff)> {
        let (steps, still) = self.best_tilt(aim)?;
        let epsilon = aim.order(self.tail, &still);
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
        let line = line_through(&steps, &still, self.tail, epsilon);
        Some((line.map(|line| line.of_most(left_out)), bound))
    }

    /// The tilt for an aim, with the steps that it holds for: without observations that are too rare to matter where that
    /// makes the bound smaller.
    fn best_tilt(&self, aim: Aim) -> Option<(Vec<Step>, TiltedLaw)> {
        let least = FROM_POLE * self.unit();
        let whole = best_law(self.steps, self.tail, aim, least);
        if self.tail == Tail::Lower {
            return whole.map(|law| (self.steps.to_vec(), law));
        }
        let log_size = match aim {
            Aim::Divergence(log) | Aim::Rate(log) => log,
            Aim::Order(_) => whole.as_ref().map_or(0.0, |law| aim.bound(self.tail, law)),
        };
        let steps: Vec<Step> = self
            .steps
            .iter()
            .map(|step| step.without_large(log_size.min(SMALLEST_TARGET) + NEGLECTED))
            .collect();
        let cut = best_law(&steps, self.tail, aim, least);
        let bound = |law: &Option<TiltedLaw>| {
            law.as_ref()
                .map_or(f64::MAX, |law| aim.bound(self.tail, law))
        };
        if bound(&cut) < bound(&whole) - WORTH * bound(&whole).abs() {
            cut.map(|law| (steps, law))
        } else {
            whole.map(|law| (self.steps.to_vec(), law))
        }
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
                whole(&TiltedLaw::at_rest(steps, s, TOLERANCE)?)
            })
        })
        .or_else(|| FourierLine::new(steps, still, orders(still), BUDGET))
}
