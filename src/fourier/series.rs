//! How many frequencies an integral needs, and how they are summed.

use super::line::{FourierLine, TOLERANCE};
use super::panels::MOST_TERMS;
use super::path::{MOST_RAISED, Path, paths};
use super::power::Power;
use super::raised_step::RaisedStep;
use super::run_on_panels::of_run;
use super::step::Step;
use super::tilted_law::TiltedLaw;
use super::tilted_step::TiltedStep;
use super::truncation::{Decay, LayerCake};
use super::window::Window;
use crate::numerics::{Bisection, count};
use core::f64::consts::PI;

/// What a frequency costs beside its nodes, in nodes.
const FREQUENCY_COST: f64 = 100.0;
/// Frequencies from which on the kernel is small enough by itself.
const HIGHEST: f64 = 1e15;
/// Largest product of a frequency and an order on panels.
const MOST_TURNS: f64 = 5e4;
/// Phases up to which each gets a fine stack for the decay of its characteristic function, and the cells of the others.
const FINE_PHASES: usize = 8;
const CELLS_OF_MANY: f64 = 32.0;

/// What there is to sum: window and decay are known before any frequency is.
pub(super) struct Series<'a> {
    steps: &'a [Step],
    still: &'a TiltedLaw,
    epsilon: (f64, f64),
    decay: Decay,
    window: Window,
    /// The frequency up to which the certificate asks for all, and a bound of what lies beyond for the kernel `1/t²`.
    pub(super) full: f64,
    beyond: f64,
    /// The steps on raised lines.
    laws: Option<Vec<RaisedStep>>,
}

impl<'a> Series<'a> {
    pub(super) fn new(steps: &'a [Step], still: &'a TiltedLaw, epsilon: (f64, f64)) -> Self {
        let decay = decay(steps, still);
        let window = Window::new(still, epsilon, TOLERANCE, 1.0);
        let full = decay.cutoff(TOLERANCE / window.kernel.steepness(), HIGHEST);
        let beyond = decay.tail(full);
        Self {
            steps,
            still,
            epsilon,
            decay,
            window,
            full,
            beyond,
            laws: None,
        }
    }

    /// The same up to the frequency from which on the nodes of raised lines are damped: `sum |m| e^(-t Im L)` falls with the
    /// frequency, too, and faster than the staircase says where the density has a spike.
    pub(super) fn refined(self) -> Self {
        let (steps, still) = (self.steps, self.still);
        let share = TOLERANCE / steps.len() as f64;
        let law = |(step, phase): (&Step, &TiltedStep)| {
            RaisedStep::new(
                step.smooth()?,
                phase,
                still.s,
                self.full,
                share,
                MOST_RAISED,
            )
        };
        let laws: Option<Vec<RaisedStep>> = steps.iter().zip(&still.phases).map(law).collect();
        let Some(laws) = laws else {
            return self;
        };
        let log_modulus = |t: f64| -> f64 { laws.iter().map(|law| law.log_modulus(t)).sum() };
        let log_tolerance = libm::log(TOLERANCE / self.window.kernel.steepness());
        let stays = |t: f64| log_modulus(t) - libm::log(t) >= log_tolerance;
        let search = Bisection::logarithmic(100).until(|low, high| high / low <= 1.05);
        let (_, last) = search.bracket(1.0, self.full.max(2.0), stays);
        let (full, beyond) = if last < self.full {
            let nearby = libm::exp(log_modulus(last)) / (PI * last);
            (last, nearby + self.beyond)
        } else {
            (self.full, self.beyond)
        };
        Self {
            full,
            beyond,
            laws: Some(laws),
            ..self
        }
    }

    /// For the orders around 0 that panels serve, up to `largest`.
    pub(super) fn around_zero(self, largest: f64) -> Self {
        let reach = largest.min(MOST_TURNS / self.full);
        Self {
            epsilon: (-reach, reach),
            ..self
        }
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
    pub(super) fn up_to(&self, cutoff: f64, budget: f64) -> Option<FourierLine> {
        let (steps, still) = (self.steps, self.still);
        let frequencies = libm::ceil(cutoff * self.window.length / (2.0 * PI)).max(8.0);
        let last = frequencies * 2.0 * PI / self.window.length;
        let paths = if still.highest * (1.0 - 1e-9) >= last {
            still.phases.iter().map(Path::AtRest).collect()
        } else {
            let most = budget.max(2e4 * steps.len() as f64) / frequencies - FREQUENCY_COST;
            paths(steps, still, last, frequencies, most)?
        };
        self.sum(&paths, count(frequencies))
    }

    /// The integral on panels of growing length, `None` where they give no certificate or would have too many nodes.
    pub(super) fn on_panels(&self) -> Option<FourierLine> {
        let largest = self.epsilon.0.abs().max(self.epsilon.1.abs());
        if largest * self.full > 2.0 * MOST_TURNS {
            return None;
        }
        let laws = self.laws.as_deref()?;
        let run = of_run(laws);
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
            .map(|(step, phase)| {
                let coefficient = phase.log_coefficient + phase.log_coefficient_error;
                LayerCake::new(step, still.s, coefficient, most_cells)
            })
            .collect(),
    )
}
