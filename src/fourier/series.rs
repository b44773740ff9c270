//! How many frequencies an integral needs, and how they are summed.

use super::line::{FourierLine, SMALL_BUDGET, TOLERANCE};
#[cfg(not(first_module))]
use super::merged_phases::PhaseBox;
use super::panels::MOST_TERMS;
use super::path::{Above, MOST_RAISED, Path, paths};
use super::power::Power;
use super::raised_step::RaisedStep;
use super::run_on_panels::of_run;
#[cfg(not(first_module))]
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::truncation::{Decay, LayerCake};
use super::window::{Window, tails};
use crate::numerics::{Bisection, count};
use core::f64::consts::PI;

/// What a frequency costs beside its nodes, in nodes.
const FREQUENCY_COST: f64 = 100.0;
/// Frequencies from which on the kernel is small enough by itself.
const HIGHEST: f64 = 1e15;
/// Largest product of a frequency and an order on panels.
const MOST_TURNS: f64 = 5e4;
/// How far beyond the last frequency nodes serve: the frequencies are multiples of one.
const REACH: f64 = 2.0;
/// Phases up to which each gets a fine stack for the decay of its characteristic function, and the cells of the others.
const FINE_PHASES: usize = 8;
const CELLS_OF_MANY: f64 = 32.0;

/// What there is to sum: window and decay are known before any frequency is, and each step's nodes on its raised line are placed
/// once, for whatever is summed.
pub(super) struct Series<'a> {
    steps: &'a [Step],
    still: &'a TiltedLaw,
    epsilon: (f64, f64),
    decay: Decay,
    /// Losses below and above which hardly anything lies.
    tails: (f64, f64),
    window: Window,
    /// The frequency up to which the certificate asks for all, and a bound of what lies beyond for the kernel `1/t²`.
    full: f64,
    beyond: f64,
    /// The frequency up to which the nodes on raised lines serve.
    highest: f64,
    above: Vec<Above<'a>>,
    is_refined: bool,
}

impl<'a> Series<'a> {
    /// For a range of orders.
    pub(super) fn new(steps: &'a [Step], still: &'a TiltedLaw, epsilon: (f64, f64)) -> Self {
        let decay = decay(steps, still);
        let tails = tails(still, TOLERANCE, 1.0);
        let window = Window::within(still, epsilon, tails, TOLERANCE, 1.0);
        let full = decay.cutoff(TOLERANCE / window.kernel.steepness(), HIGHEST);
        let beyond = decay.tail(full);
        let highest = REACH * full;
        Self {
            steps,
            still,
            epsilon,
            highest,
            above: above(steps, still, highest),
            decay,
            tails,
            window,
            full,
            beyond,
            is_refined: false,
        }
    }

    /// From now on for these orders.
    pub(super) fn serve(&mut self, epsilon: (f64, f64)) {
        self.epsilon = epsilon;
        self.window = Window::within(self.still, epsilon, self.tails, TOLERANCE, 1.0);
    }

    /// All frequencies that the certificate asks for where they fit [`SMALL_BUDGET`]; else as many as fit, which give a wider
    /// interval, if that is narrow enough; else all of them where they fit `budget`. `None` where nothing is said.
    pub(super) fn line(&mut self, budget: f64) -> Option<FourierLine> {
        if let Some(line) = self.up_to(self.full, SMALL_BUDGET.min(budget)) {
            return Some(line);
        }
        if budget <= SMALL_BUDGET {
            return self.in_part(budget);
        }
        if let Some(line) = self.refined(SMALL_BUDGET).or_else(|| self.on_panels()) {
            return Some(line);
        }
        match self.in_part(SMALL_BUDGET) {
            Some(line) if line.is_narrow() => Some(line),
            partial => self.up_to(self.full, budget).or(partial),
        }
    }

    /// All frequencies that the certificate asks for, or `None` where these are more than a few.
    pub(super) fn cheap(&self) -> Option<FourierLine> {
        self.up_to(self.full, SMALL_BUDGET)
    }

    /// All frequencies that the certificate asks for, or `None` where they do not fit `budget`.
    pub(super) fn whole(&mut self, budget: f64) -> Option<FourierLine> {
        if let Some(line) = self.up_to(self.full, SMALL_BUDGET.min(budget)) {
            return Some(line);
        }
        self.refine();
        self.up_to(self.full, budget)
    }

    /// All frequencies of a raised line where those are fewer.
    fn refined(&mut self, budget: f64) -> Option<FourierLine> {
        let full = self.full;
        self.refine();
        (self.full < full).then(|| self.up_to(self.full, budget))?
    }

    /// Lowers the last frequency to the one from which on the nodes of raised lines are damped: `sum |m| e^(-t Im L)` falls with the
    /// frequency, too, and faster than the staircase says where the density has a spike.
    fn refine(&mut self) {
        if self.is_refined {
            return;
        }
        self.is_refined = true;
        let Some(laws) = self.raised() else {
            return;
        };
        let log_modulus =
            |t: f64| -> f64 { laws.iter().map(|law| law.log_modulus(t, self.full)).sum() };
        let log_tolerance = libm::log(TOLERANCE / self.window.kernel.steepness());
        let stays = |t: f64| log_modulus(t) - libm::log(t) >= log_tolerance;
        let search = Bisection::logarithmic(100).until(|low, high| high / low <= 1.05);
        let (_, last) = search.bracket(1.0, self.full.max(2.0), stays);
        if last < self.full {
            let nearby = libm::exp(log_modulus(last)) / (PI * last);
            (self.full, self.beyond) = (last, nearby + self.beyond);
        }
    }

    /// The steps on raised lines.
    fn raised(&self) -> Option<Vec<&RaisedStep>> {
        let laws = self.above.iter();
        laws.map(|above| above.at_most(MOST_RAISED)).collect()
    }

    /// On panels of frequencies for the orders around 0 that these serve, up to `largest`.
    pub(super) fn around_zero(&mut self, largest: f64) -> Option<FourierLine> {
        self.refine();
        let reach = largest.min(MOST_TURNS / self.full);
        self.serve((-reach, reach));
        self.on_panels()
    }

    /// As many frequencies as fit `budget`.
    pub(super) fn in_part(&self, budget: f64) -> Option<FourierLine> {
        let mut cutoff = self.full;
        loop {
            cutoff *= 0.5;
            if self.decay.tail(cutoff) > 0.5 {
                return None;
            }
            let line = self.up_to(cutoff, budget);
            if line.is_some() {
                return line;
            }
        }
    }

    /// The sum of the frequencies below `cutoff`, `None` where their nodes do not fit `budget`.
    fn up_to(&self, cutoff: f64, budget: f64) -> Option<FourierLine> {
        let (steps, still) = (self.steps, self.still);
        let frequencies = libm::ceil(cutoff * self.window.length / (2.0 * PI)).max(8.0);
        let last = frequencies * 2.0 * PI / self.window.length;
        let farther;
        let paths = if still.highest * (1.0 - 1e-9) >= last {
            still.phases.iter().map(Path::AtRest).collect()
        } else {
            let most = budget.max(2e4 * steps.len() as f64) / frequencies - FREQUENCY_COST;
            let above = if last <= self.highest {
                &self.above
            } else {
                farther = above(steps, still, last);
                &farther
            };
            paths(steps, still, last, (frequencies, most), above)?
        };
        self.sum(&paths, count(frequencies))
    }

    /// The integral on panels of growing length, `None` where they give no certificate or would have too many nodes.
    pub(super) fn on_panels(&mut self) -> Option<FourierLine> {
        self.refine();
        let largest = self.epsilon.0.abs().max(self.epsilon.1.abs());
        if largest * self.full > 2.0 * MOST_TURNS {
            return None;
        }
        let laws = self.raised()?;
        let run = of_run(&laws);
        let terms = laws.iter().map(|law| law.nodes.len()).sum();
        FourierLine::on_panels(
            self.still,
            &self.window.kernel,
            self.epsilon,
            (&run, 1.0, terms, MOST_TERMS),
            self.full,
            self.beyond,
        )
    }

    fn sum(&self, paths: &[Path], frequencies: usize) -> Option<FourierLine> {
        let step = 2.0 * PI / self.window.length;
        let mut powers = vec![Power::default(); frequencies + 1];
        for path in paths {
            path.multiply(&mut powers, step);
        }
        let last = step * frequencies as f64;
        let known = if last >= self.full { self.beyond } else { 1.0 };
        let truncation = self.window.kernel.excess() * self.decay.tail(last).min(known);
        let series = powers.iter().map(Power::value);
        FourierLine::of_series(self.still, &self.window, self.epsilon, series, truncation)
    }
}

/// The steps on raised lines for frequencies up to `highest`.
fn above<'a>(steps: &'a [Step], still: &'a TiltedLaw, highest: f64) -> Vec<Above<'a>> {
    let share = TOLERANCE / steps.len() as f64;
    let phases = steps.iter().zip(&still.phases);
    let above = |(step, phase)| Above::new(step, phase, still.s, highest, share);
    phases.map(above).collect()
}

fn decay(steps: &[Step], still: &TiltedLaw) -> Decay {
    let most_cells = if steps.len() <= FINE_PHASES {
        f64::INFINITY
    } else {
        CELLS_OF_MANY
    };
    Decay(
        steps
            .iter()
            .zip(&still.phases)
            .flat_map(|(step, phase)| {
                #[cfg(not(first_module))]
                if let Some(boxes) = step.smooth().and_then(SmoothStep::boxes) {
                    let cake = |phases: &PhaseBox| LayerCake::of_box(phases, still.s);
                    return boxes.iter().map(cake).collect();
                }
                let coefficient = (phase.log_coefficient, phase.log_coefficient_error);
                vec![LayerCake::new(step, still.s, coefficient, most_cells)]
            })
            .collect(),
    )
}
