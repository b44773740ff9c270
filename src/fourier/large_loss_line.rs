//! The tail of a run in which one large loss is likelier than many small ones: a line for the event that some observation is
//! large.

use super::edge::Edge;
use super::event_tails::{EventTails, RunOfStep};
use super::interpolant::Interpolant;
use super::large_observation::LargePart;
use super::line::{self, FourierLine};
use super::panels::{OnPanel, OnPanels};
use super::path::{Above, Path, paths};
use super::power::Power;
use super::run_on_panels::StepOnPanel;
use super::saddle::{Aim, Tail};
use super::smooth_step::SmoothStep;
use super::tilted_law::TiltedLaw;
use super::truncation::LayerCake;
use super::window::Window;
use crate::numerics::complex::{self, Complex};
use crate::numerics::{count, normal};
use core::f64::consts::PI;
use std::rc::Rc;

/// Error asked of the window and of the truncation, relative to the mass of the event; that of a quadrature is a tenth of it. Less
/// is asked where that resolves nothing: it takes more frequencies.
pub(super) const TOLERANCE: f64 = 1e-11;
pub(super) const FINE: f64 = 1e-13;
/// Most large observations that are expected, of the run and at a tilt.
const MOST_EXPECTED: f64 = 4.0;
const MOST_EXPECTED_TILTED: f64 = 40.0;
/// Least distance of a tilt from the pole.
const LEAST: f64 = 1.0 / 256.0;
/// By how much the logarithm of a bound may exceed the least one.
const SPARE: f64 = 4.0;
/// How much of that is as good as a window shorter by the same logarithm.
const SHORTER: f64 = 0.5;
/// By how much the logarithm of a bound has to fall for observations to be left out.
const WORTH: f64 = 0.5;
/// Most tilts that are tried, the ratio of their distances from the pole, and in how many parts that is divided around the best.
const MOST_TILTS: usize = 80;
const RATIO: f64 = 1.6;
const FINER: u32 = 4;
/// Node-frequency pairs that are spent before panels are tried, of the event and of the whole run, and at most; most nodes.
const CHEAP: f64 = 6e7;
const CHEAP_OF_RUN: f64 = 8e7;
const BUDGET: f64 = 2e8;
const MOST_NODES: f64 = 2e4;
/// Most terms on all panels: without this line only a grid is left, which takes longer.
const MOST_TERMS: f64 = 1.5e6;

/// Whether the event is worth a line: few large observations are expected.
pub(super) fn is_rare(step: &SmoothStep, at: f64) -> bool {
    let log_expected = libm::log(step.num_steps()) + normal::log_sf(at);
    log_expected <= libm::log(MOST_EXPECTED)
}

/// The event that some observation of the steps of one phase counts as large.
///
/// `Psi^T - (Psi - b)^T` is its characteristic function ([`LargePart`]). The tilt needs to be no saddle point: what the event
/// weighs is already small.
pub(super) struct LargeLoss {
    tails: EventTails,
    /// Those whose bounds are near the least one, and that one's place.
    tilts: Vec<Tilt>,
    least: usize,
}

/// The event in one tilted measure, roughly.
struct Tilt {
    s: f64,
    /// How many large observations are expected: about its share of the measure, where that is small.
    expected: f64,
    log_mass: f64,
}

impl LargeLoss {
    /// The event of an edge, among all observations, or among those that a step sees where that makes the bound smaller: what
    /// stays analytic farther from the axis takes fewer nodes.
    pub(super) fn among(step: &SmoothStep, seen: &SmoothStep, at: f64, aim: Aim) -> Option<Self> {
        let run = |step: &SmoothStep| Rc::new(RunOfStep::new(step.clone()));
        let all = Self::new(&run(step), at, aim);
        let seen = Self::new(&run(seen), at, aim);
        match (all, seen) {
            (Some(all), Some(seen)) if seen.improves(&all, aim) => Some(seen),
            (all, seen) => all.or(seen),
        }
    }

    /// The event of an edge below that of the step.
    pub(super) fn new(run: &Rc<RunOfStep>, at: f64, aim: Aim) -> Option<Self> {
        let edge = Edge::new(at, run.step.shift());
        let tails = EventTails::new(run.clone(), edge);
        let tilt = |c: f64| {
            let s = 1.0 + c;
            let (log_share, log_mass) = tails.roughly(s)?;
            let tilt = Tilt {
                s,
                expected: libm::exp(log_share),
                log_mass,
            };
            (tilt.expected <= MOST_EXPECTED_TILTED).then_some(tilt)
        };
        let bound = |tilt: &Tilt| aim.bound_of(Tail::Upper, tilt.s, tilt.log_mass);
        let mut tilts: Vec<Tilt> = Vec::new();
        let mut least = f64::INFINITY;
        let mut c = LEAST;
        for _ in 0..MOST_TILTS {
            let Some(tilt) = tilt(c) else {
                break;
            };
            let bound = bound(&tilt);
            least = least.min(bound);
            if aim.loss(tilt.s, bound - least) > SPARE {
                break;
            }
            tilts.push(tilt);
            c *= RATIO;
        }
        let coarse = tilts.iter().find(|tilt| bound(tilt) == least)?.s - 1.0;
        let finer = (1..FINER).flat_map(|k| [f64::from(k), -f64::from(k)]);
        let finer = finer.filter_map(|k| tilt(coarse * libm::pow(RATIO, k / f64::from(FINER))));
        tilts.extend(finer);
        let least = tilts.iter().map(bound).fold(f64::INFINITY, f64::min);
        tilts.retain(|tilt| aim.loss(tilt.s, bound(tilt) - least) <= SPARE);
        let least = tilts.iter().position(|tilt| bound(tilt) == least)?;
        Some(Self {
            tails,
            tilts,
            least,
        })
    }

    /// Whether the logarithm of a size is bounded so much better than by another that it is worth its nodes.
    fn improves(&self, other: &Self, aim: Aim) -> bool {
        let s = other.tilts[other.least].s;
        aim.loss(s, other.bound(aim) - self.bound(aim)) > WORTH
    }

    /// What the mass says of the aim: see [`Aim::bound`].
    pub(super) fn bound(&self, aim: Aim) -> f64 {
        let Tilt { s, log_mass, .. } = self.tilts[self.least];
        aim.bound_of(Tail::Upper, s, log_mass)
    }

    /// The line for a range of orders, at the tilt with the shortest window: a larger bound is worth a shorter one.
    pub(super) fn line(&self, epsilon: (f64, f64), tolerance: f64) -> Option<FourierLine> {
        let middle = Aim::Order(0.5 * (epsilon.0 + epsilon.1));
        let tails = &self.tails;
        let windows = self.tilts.iter().map(|tilt| {
            let log_most = libm::log(0.5 * tolerance) + tilt.log_mass;
            let mass = tilt.expected.min(1.0);
            let ends = tails.rough(tilt.s, log_most);
            let window = window(tilt.s, epsilon, ends, (tolerance, mass));
            let bound = middle.bound_of(Tail::Upper, tilt.s, tilt.log_mass);
            (libm::log(window.length) + SHORTER * bound, tilt.s)
        });
        let (_, s) = windows.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let still = TiltedLaw::at_rest(&tails.run.whole, s, line::TOLERANCE)?;
        let line = sum(tails, &still, epsilon, tolerance)?;
        Some(line.of_most(tails.run.step.left_out()))
    }
}

/// The window of the event, of this mass.
fn window(s: f64, epsilon: (f64, f64), tails: (f64, f64), (tolerance, mass): (f64, f64)) -> Window {
    Window::of_tails(s, epsilon, tails, (tolerance, mass), tolerance * mass)
}

/// The series of the event.
fn sum(
    tails: &EventTails,
    still: &TiltedLaw,
    epsilon: (f64, f64),
    tolerance: f64,
) -> Option<FourierLine> {
    let (step, steps, edge) = (&tails.run.step, &tails.run.whole, tails.edge);
    let num_steps = step.num_steps();
    let log_coefficient = still.phases[0].log_coefficient;
    // Nodes do not depend on the frequency, only the bound of their rounding does.
    let tilt = (still.s, log_coefficient);
    let part = LargePart::new(step, edge, tilt, 1e12, 0.1 * tolerance, MOST_NODES)?;
    let mass = -libm::expm1(num_steps * libm::log1p(-part.share));
    let (log_whole, error) = still.log_coefficient();
    let log_most = libm::log(0.5 * tolerance * mass) + log_whole - error;
    // Where the event's own moments have no certificate, it is hardly rare, and ends where the run does.
    let window = match tails.at(still.s, log_most) {
        Some(ends) => window(still.s, epsilon, ends, (tolerance, mass)),
        None => Window::new(still, epsilon, tolerance, mass),
    };
    // The expectation of the kernel is about the mass over `c`, or over `c²` and the spread of the loss where that is more.
    let c = still.s - 1.0;
    let scale = window.kernel.steepness().min(c * (1.0 + c * window.length));
    let target = tolerance * mass / scale;
    // |x^T - y^T| is at most T |x - y| times the larger one's power T - 1.
    let coefficient = (log_coefficient, still.phases[0].log_coefficient_error);
    let decay = LayerCake::new(&steps[0], still.s, coefficient, f64::INFINITY);
    let truncated = |t: f64| {
        let part = part.decayed(t);
        let both = (part - decay.gap(t)).min(0.0);
        num_steps * part * libm::exp((num_steps - 1.0) * libm::log1p(both)) / (PI * t)
    };
    let mut cutoff = 1.0;
    while truncated(cutoff) > target {
        cutoff *= 1.5;
        if cutoff > 1e12 {
            return None;
        }
    }
    let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
    let highest = cutoff.max(2.0 * PI / window.length * frequencies);
    let share = line::TOLERANCE;
    let above = [Above::new(
        &steps[0],
        &still.phases[0],
        still.s,
        highest,
        share,
    )];
    let pairs = frequencies * part.len() as f64;
    let series = |budget: f64| {
        let frequency = 2.0 * PI / window.length;
        let last = frequency * frequencies;
        let most = budget / frequencies;
        let paths: Vec<Path> = paths(steps, still, last, (frequencies, most), &above)?;
        let mut powers = vec![Power::default(); count(frequencies) + 1];
        for path in &paths {
            path.multiply(&mut powers, frequency);
        }
        let large = part.at_multiples(frequency, powers.len());
        let series = powers
            .iter()
            .zip(large)
            .map(|(power, large)| of_event(power, large, part.error, num_steps));
        let truncation = truncated(last);
        FourierLine::of_series(still, &window, epsilon, series, truncation)
    };
    let on_panels = || {
        let law = above[0].at_most(MOST_NODES)?;
        let event = |first, half| -> Option<Box<dyn OnPanel>> {
            let whole = StepOnPanel::new(law, first, half)?;
            let (terms, part) = part.interpolant(first, half, whole.centre)?;
            Some(Box::new(Event {
                terms: whole.terms + terms,
                whole,
                part,
                num_steps,
            }))
        };
        let terms = law.nodes.len() + part.len();
        let function: (OnPanels, f64, usize, f64) = (&event, mass, terms, MOST_TERMS);
        let kernel = &window.kernel;
        let truncation = truncated(cutoff);
        FourierLine::on_panels(still, kernel, epsilon, function, cutoff, truncation)
    };
    let cheaply = || (pairs <= CHEAP).then(|| series(CHEAP_OF_RUN)).flatten();
    let at_last = || (pairs <= BUDGET).then(|| series(BUDGET)).flatten();
    cheaply().or_else(on_panels).or_else(at_last)
}

/// The event on a panel of frequencies.
struct Event {
    whole: StepOnPanel,
    /// `b`.
    part: Interpolant,
    terms: usize,
    num_steps: f64,
}

impl OnPanel for Event {
    /// `|x^T - y^T|` is at most `T |x - y|` times the larger one's power `T - 1`.
    fn log_largest(&self, rho: f64) -> f64 {
        let part = self.part.largest(0.0, rho);
        let both = self.whole.excess.largest(1.0, rho) + part;
        libm::log(self.num_steps * part) + (self.num_steps - 1.0) * libm::log(both)
    }

    fn at(&self, x: f64) -> (Complex<f64>, f64) {
        let mut power = Power::default();
        let excess = &self.whole.excess;
        power.multiply(excess.at(x), excess.error, self.num_steps);
        of_event(&power, self.part.at(x), self.part.error, self.num_steps)
    }

    fn terms(&self) -> usize {
        self.terms
    }

    fn centre(&self) -> f64 {
        self.num_steps * self.whole.centre
    }
}

/// `Psi^T - (Psi - b)^T` and a bound of its error, from the power of `Psi` and from `b`, known up to `error`.
pub(super) fn of_event(
    power: &Power,
    large: Complex<f64>,
    error: f64,
    num_steps: f64,
) -> (Complex<f64>, f64) {
    /// Errors of a logarithm up to which they are followed.
    const FOLLOWED: f64 = 0.5;
    let length = libm::exp(power.log_modulus / num_steps);
    let size = complex::abs(large) + error;
    let nothing = Complex::new(0.0, 0.0);
    // |Psi| and |Psi - b| are at most |Psi| + |b|, and at most 1, each.
    let most = |uncertain: f64| {
        let both = (length + uncertain + size).min(1.0);
        num_steps * size * libm::pow(both, num_steps - 1.0)
    };
    if power.uncertainty > FOLLOWED {
        return (nothing, most(1.0));
    }
    let uncertain = length * libm::expm1(power.uncertainty / num_steps);
    let log_whole = Complex::new(power.log_modulus, power.phase);
    let whole = complex::exp(log_whole);
    let one = complex::exp(log_whole / num_steps);
    let kept = libm::exp(power.log_modulus);
    let turned = libm::expm1(power.uncertainty) + 8.0 * f64::EPSILON * (4.0 + power.turning);
    if size > 0.5 * length {
        // Little is left to the other event, which cancels nothing.
        let other = one - large;
        let log_other = Complex::new(
            libm::log(complex::abs(other).max(1e-300)),
            libm::atan2(other.im, other.re),
        );
        let rest = complex::exp(log_other * num_steps);
        let off = error + uncertain + 32.0 * f64::EPSILON * (size + length);
        let moved = num_steps * off * libm::pow(complex::abs(other) + off, num_steps - 1.0);
        let turning = num_steps * (4.0 + log_other.re.abs());
        let rounding = 8.0 * f64::EPSILON * turning * complex::abs(rest);
        return (whole - rest, kept * turned + moved + rounding);
    }
    let ratio = large / one;
    let exponent = complex::log1p(-ratio) * num_steps;
    let rest = complex::expm1(exponent);
    let off = (error + complex::abs(ratio) * uncertain) / (length - uncertain)
        + 16.0 * f64::EPSILON * complex::abs(ratio);
    // |d (1 - r)^T/dr| with |1 - r| >= 1/2.
    let moved = 2.0 * num_steps * off * libm::exp(exponent.re.max(0.0));
    if moved > FOLLOWED {
        return (nothing, most(uncertain));
    }
    let bound = kept * (4.0 * moved + turned * complex::abs(rest));
    (-rest * whole, bound)
}
