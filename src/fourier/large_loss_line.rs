//! The tail of a run in which one large loss is likelier than many small ones: a line for the event that some observation is
//! large.

use super::edge::Edge;
use super::event_tails::{EventTails, Run};
use super::large_event::{EventOnPanel, of_events, truncated};
use super::large_observation::LargePart;
use super::line::{self, FourierLine};
use super::panels::{OnPanel, OnPanels};
use super::path::{Above, Path, paths};
use super::power::Power;
use super::raised_step::RaisedStep;
use super::saddle::{Aim, Tail};
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::tilted_step::TiltedStep;
use super::truncation::LayerCake;
use super::window::Window;
use crate::numerics::complex::Complex;
use crate::numerics::{count, log_add, normal};
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
/// Node-frequency pairs that are spent before panels are tried, of the event and of the whole run, and at most, or of each of many
/// phases, and of a group, whose grids take longer; most nodes.
const CHEAP: f64 = 6e7;
const CHEAP_OF_RUN: f64 = 8e7;
const BUDGET: f64 = 2.5e8;
const BUDGET_OF_PHASE: f64 = 8e6;
const BUDGET_OF_GROUP: f64 = 8e8;
const MOST_NODES: f64 = 2e4;
/// Most phases whose nodes are few enough for panels.
const MOST_ON_PANELS: usize = 8;
/// Most terms on all panels: without this line only a grid is left, which takes longer.
const MOST_TERMS: f64 = 1.5e6;

/// Where the observations of each phase begin to count as large; none where no observation does.
pub(super) type Places = Vec<Option<f64>>;

/// Whether the event is worth a line: few large observations are expected.
pub(super) fn is_rare<'a>(
    steps: impl Iterator<Item = &'a SmoothStep>,
    places: &[Option<f64>],
) -> bool {
    let log_expected = |(step, at): (&SmoothStep, &Option<f64>)| {
        Some(libm::log(step.num_steps()) + normal::log_sf((*at)?))
    };
    let expected = steps.zip(places).filter_map(log_expected);
    expected.fold(f64::NEG_INFINITY, log_add) <= libm::log(MOST_EXPECTED)
}

/// The event that some observation of the steps of a run counts as large: see [`super::large_event`].
///
/// The tilt needs to be no saddle point: what the event weighs is already small.
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
    /// The event of edges, among all observations, or among those that the steps see where that makes the bound smaller: what
    /// stays analytic farther from the axis takes fewer nodes.
    pub(super) fn among(
        steps: &[&SmoothStep],
        seen: Vec<SmoothStep>,
        places: &[Option<f64>],
        aim: Aim,
    ) -> Option<Self> {
        let all = steps.iter().map(|&step| step.clone()).collect();
        let event = |steps| Self::new(&Rc::new(Run::new(steps)), places, aim);
        match (event(all), event(seen)) {
            (Some(all), Some(seen)) if seen.improves(&all, aim) => Some(seen),
            (all, seen) => all.or(seen),
        }
    }

    /// The event of edges below those of the steps.
    pub(super) fn new(run: &Rc<Run>, places: &[Option<f64>], aim: Aim) -> Option<Self> {
        let edge = |(step, at): (&SmoothStep, &Option<f64>)| {
            let at = (*at)?;
            Some(Edge::new(at, step.reach(at)))
        };
        let edges = run.steps.iter().zip(places).map(edge).collect();
        let tails = EventTails::new(run.clone(), edges);
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
        Some(line.of_most(tails.run.left_out()))
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
    let steps = &tails.run.whole;
    // Nodes do not depend on the frequency, only the bound of their rounding does.
    let parts = tails.parts(still, 1e12, 0.1 * tolerance)?;
    let num_steps = || tails.run.steps.iter().map(SmoothStep::num_steps);
    let log_none = |(num_steps, part): (f64, &Option<LargePart>)| {
        let share = part.as_ref().map_or(0.0, |part| part.share);
        num_steps * libm::log1p(-share)
    };
    let mass = -libm::expm1(num_steps().zip(&parts).map(log_none).sum());
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
    let cake = |(step, law): (&Step, &TiltedStep)| {
        let coefficient = (law.log_coefficient, law.log_coefficient_error);
        LayerCake::new(step, still.s, coefficient, f64::INFINITY)
    };
    let decays: Vec<LayerCake> = steps.iter().zip(&still.phases).map(cake).collect();
    let truncated = |t: f64| truncated(&parts, &decays, num_steps(), t);
    let mut cutoff = 1.0;
    while truncated(cutoff) > target {
        cutoff *= 1.5;
        if cutoff > 1e12 {
            return None;
        }
    }
    let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
    let highest = cutoff.max(2.0 * PI / window.length * frequencies);
    let share = line::TOLERANCE / steps.len() as f64;
    let laws = steps.iter().zip(&still.phases);
    let above = laws.map(|(step, law)| Above::new(step, law, still.s, highest, share));
    let above: Vec<Above> = above.collect();
    let nodes: usize = parts.iter().flatten().map(LargePart::len).sum();
    let pairs = frequencies * nodes as f64;
    let series = |budget: f64| {
        let frequency = 2.0 * PI / window.length;
        let last = frequency * frequencies;
        let most = budget / frequencies;
        let paths: Vec<Path> = paths(steps, still, last, (frequencies, most), &above)?;
        let of_phase = |(path, part): (&Path, &Option<LargePart>)| {
            let mut powers = vec![Power::default(); count(frequencies) + 1];
            path.multiply(&mut powers, frequency);
            let part = part.as_ref();
            let large = part.map(|part| (part.at_multiples(frequency, powers.len()), part.error));
            (powers, large)
        };
        let phases: Vec<_> = paths.iter().zip(&parts).map(of_phase).collect();
        let series = (0..=count(frequencies)).map(|k| {
            let of_phase = |((powers, large), num_steps): (&PhaseOfSeries, f64)| {
                let large = large.as_ref().map(|(values, error)| (values[k], *error));
                (powers[k], large, num_steps)
            };
            of_events(phases.iter().zip(num_steps()).map(of_phase))
        });
        let truncation = truncated(last);
        FourierLine::of_series(still, &window, epsilon, series, truncation)
    };
    let on_panels = || {
        let laws = above.iter().map(|above| above.at_most(MOST_NODES));
        let laws: Vec<&RaisedStep> = laws.collect::<Option<_>>()?;
        let event = |first, half| -> Option<Box<dyn OnPanel>> {
            Some(Box::new(EventOnPanel::new(&laws, &parts, first, half)?))
        };
        let terms = laws.iter().map(|law| law.nodes.len()).sum::<usize>() + nodes;
        let function: (OnPanels, f64, usize, f64) = (&event, mass, terms, MOST_TERMS);
        let kernel = &window.kernel;
        let truncation = truncated(cutoff);
        FourierLine::on_panels(still, kernel, epsilon, function, cutoff, truncation)
    };
    let cheaply = || (pairs <= CHEAP).then(|| series(CHEAP_OF_RUN)).flatten();
    let is_group = tails.run.steps.iter().any(|step| step.records() > 1.0);
    let least = if is_group { BUDGET_OF_GROUP } else { BUDGET };
    let budget = least.max(BUDGET_OF_PHASE * steps.len() as f64);
    let at_last = || (pairs <= budget).then(|| series(budget)).flatten();
    if steps.len() > MOST_ON_PANELS {
        return at_last();
    }
    cheaply().or_else(on_panels).or_else(at_last)
}

/// By frequency, the power of a phase and its large part with a bound of its error.
type PhaseOfSeries = (Vec<Power>, Option<(Vec<Complex<f64>>, f64)>);
