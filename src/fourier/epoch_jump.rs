//! The tail of a run of tables in which one step's large loss is as likely a reason as many small ones.
//!
//! No tilt sees both: at the one that the many ask for, the measure is all but single large losses. So the law of a step is cut before one
//! of its panels. The steps without large losses have a line at their own tilt. The event that some step has one has another, at a smaller
//! tilt, with the characteristic function `M^T - (M - b)^T`, `b` that of the part from the panel on, which subtracts nothing of its size
//! ([`super::large_loss_line`]). Both are cut at the panel, so that at a frequency `t` the density `f` of the loss there adds `(2/t) f` to
//! what their Gaussian part leaves ([`TabulatedStep::smoothness`]); its powers fall fast unless the steps are two.

use super::large_event::of_event;
use super::line::{BUDGET, FourierLine, TOLERANCE as TOLERANCE_OF_LAW};
use super::path::{Above, paths};
use super::power::Power;
use super::saddle::{Aim, Tail, best_law};
use super::series::Series;
use super::single_jump::aimed_at;
use super::step::Step;
use super::tabulated_step::TabulatedStep;
use super::tilted_law::TiltedLaw;
use super::tilted_step::TiltedStep;
use super::truncation::LayerCake;
use super::window::Window;
use crate::numerics::complex::{self, Complex};
use crate::numerics::{Bisection, count, normal};
use core::f64::consts::PI;

/// Error asked of the window and of the truncation, relative to the mass of the event.
const TOLERANCE: f64 = 1e-10;
/// By how much the logarithm of a bound may exceed the least one.
const SPARE: f64 = 0.5;
/// A line keeps this many standard deviations from the pole of its kernel.
const FROM_POLE: f64 = 3.0;
/// Half the range of orders, in standard deviations of all losses, and the least order as a share of the middle one.
const REACH: f64 = 1.5;
const LEAST_ORDER: f64 = 0.05;
/// How often the range is moved to where the aim is.
const ATTEMPTS: usize = 4;
/// Distances of tilts from the pole: the first, their ratio and how many.
const FIRST_TILT: f64 = 1.0 / 64.0;
const RATIO: f64 = 1.5;
const TILTS: i32 = 32;
/// Most large losses that are expected at a tilt.
const MOST_EXPECTED: f64 = 40.0;
/// Logarithms of powers that are in numbers, and of those of the law of the event.
const LARGEST: f64 = 600.0;
const LARGEST_OF_LAW: f64 = 240.0;
/// Most node-frequency pairs, and the highest frequency.
const MOST_PAIRS: f64 = 6e7;
const HIGHEST: f64 = 1e7;
/// Frequencies between two direct evaluations of sine and cosine.
const BLOCK: usize = 64;

/// A line through the upper tail of the steps of one table, around the order that is aimed at: one for the steps without large losses, at
/// the tilt that they ask for, and one for the event beside it. None where that would say nothing.
pub(super) fn epoch_jump(step: &TabulatedStep, steps: &[Step], aim: Aim) -> Option<FourierLine> {
    if step.table.apart.is_some() {
        return None;
    }
    let run = Run::new(step);
    let mut middle = run.order_of(aim)?;
    let mut found = None;
    for _ in 0..ATTEMPTS {
        let reach = REACH * run.spread;
        let orders = ((middle - reach).max(LEAST_ORDER * middle), middle + reach);
        let Some(line) = run.line(steps, middle, orders) else {
            break;
        };
        let Some(order) = aimed_at(&line, aim, middle) else {
            return Some(line);
        };
        found = Some(line);
        let (low, high) = orders;
        if low + 0.25 * reach < order && order < high - 0.25 * reach {
            break;
        }
        middle = order;
    }
    found
}

/// The masses of the panels of a table at some tilts, from above.
struct Run<'a> {
    step: &'a TabulatedStep,
    /// Standard deviation of all losses.
    spread: f64,
    tilts: Vec<TiltedMasses>,
}

struct TiltedMasses {
    s: f64,
    /// The mass before each panel, and from it on.
    before: Vec<f64>,
    from: Vec<f64>,
}

impl<'a> Run<'a> {
    fn new(step: &'a TabulatedStep) -> Self {
        let tilts = (0..TILTS).map(|k| 1.0 + FIRST_TILT * libm::pow(RATIO, f64::from(k)));
        let (first, last) = step.table.ends;
        let in_numbers = tilts.take_while(|s| (s * last).max(-s * first) < LARGEST);
        Self {
            step,
            spread: libm::sqrt(step.rough_variance()),
            tilts: in_numbers.map(|s| TiltedMasses::new(step, s)).collect(),
        }
    }

    /// Roughly the order that is aimed at, as that of one step or of a Gaussian.
    fn order_of(&self, aim: Aim) -> Option<f64> {
        let table = &*self.step.table;
        let sum = |order: f64, of: &dyn Fn(f64, f64) -> f64| -> f64 {
            let nodes = table.nodes.iter().filter(|node| node.loss > order);
            self.step.num_steps
                * nodes
                    .map(|node| of(node.loss, libm::exp(node.log_out)))
                    .sum::<f64>()
        };
        let (log, size): (f64, &dyn Fn(f64) -> f64) = match aim {
            Aim::Order(order) => return (order > 0.0).then_some(order),
            Aim::Divergence(log) => (log, &|order| {
                sum(order, &|loss, out| {
                    out * (libm::exp(loss) - libm::exp(order))
                })
            }),
            Aim::Rate(log) => (log, &|order| sum(order, &|_, out| out)),
        };
        let target = libm::exp(log);
        let far = table.ends.1;
        let (_, alone) = Bisection::linear(40).bracket(0.0, far, |order| size(order) > target);
        let together = -normal::quantile(target.min(0.5)) * self.spread;
        let order = alone.max(together);
        (order > 0.0).then_some(order)
    }

    /// The lines for a range of orders around one.
    fn line(&self, steps: &[Step], middle: f64, orders: (f64, f64)) -> Option<FourierLine> {
        self.parted(steps, self.edge(middle)?, middle, orders)
    }

    /// The same with the law cut before a panel.
    fn parted(
        &self,
        steps: &[Step],
        edge: usize,
        middle: f64,
        orders: (f64, f64),
    ) -> Option<FourierLine> {
        let rest = [Step::Tabulated(self.step.below(edge)?)];
        let least = FROM_POLE / self.spread;
        let law = best_law(&rest, Tail::Upper, Aim::Order(middle), least, least)?;
        let together = Series::new(&rest, &law, orders).line(BUDGET)?;
        let s = self.tilt(edge, middle)?;
        let alone = self.sum(steps, s, edge, orders)?;
        Some(together.beside(alone).of_most(self.step.left_out()))
    }

    /// The last panel before which a cut leaves bounds of the divergence, by all steps together and by the event, that are about the least.
    fn edge(&self, order: f64) -> Option<usize> {
        let table = &*self.step.table;
        let known = |&panel: &usize| table.nodes[self.step.first_node(panel)].loss < table.from;
        let panels = (1..table.panels.len()).take_while(known);
        let bounds = panels.map(|panel| (panel, self.bound(panel, order)));
        let bounds: Vec<(usize, f64)> = bounds.collect();
        let least = bounds
            .iter()
            .map(|&(_, bound)| bound)
            .fold(f64::INFINITY, f64::min);
        let best = bounds
            .iter()
            .rev()
            .find(|&&(_, bound)| bound <= least + SPARE)?;
        Some(best.0)
    }

    /// Logarithm of the larger one of both bounds.
    fn bound(&self, panel: usize, order: f64) -> f64 {
        let aim = Aim::Order(order);
        let num_steps = self.step.num_steps;
        let (mut together, mut alone) = (0.0_f64, 0.0_f64);
        for tilt in &self.tilts {
            let bound = |log_mass: f64| aim.bound_of(Tail::Upper, tilt.s, log_mass);
            together = together.min(bound(num_steps * libm::log(tilt.before[panel])));
            alone = alone.min(bound(tilt.log_event(num_steps, panel).1));
        }
        together.max(alone)
    }

    /// The tilt at which the error of the event is least, as its bound of the divergence and what the table lacks tell.
    fn tilt(&self, edge: usize, order: f64) -> Option<f64> {
        let num_steps = self.step.num_steps;
        let aim = Aim::Order(order);
        let (first, last) = self.step.table.ends;
        let tried = self.tilts.iter().filter_map(|tilt| {
            let (expected, log_mass) = tilt.log_event(num_steps, edge);
            let is_seen = (tilt.s * last).max(-tilt.s * first) <= LARGEST_OF_LAW;
            if expected > MOST_EXPECTED || !is_seen {
                return None;
            }
            let bound = aim.bound_of(Tail::Upper, tilt.s, log_mass);
            let lacking = self.step.table.lacking(tilt.s) / tilt.from[edge];
            Some((bound + libm::log(TOLERANCE + lacking), tilt.s))
        });
        Some(tried.min_by(|a, b| a.0.total_cmp(&b.0))?.1)
    }

    /// The series of the event.
    fn sum(&self, steps: &[Step], s: f64, edge: usize, orders: (f64, f64)) -> Option<FourierLine> {
        let num_steps = self.step.num_steps;
        let still = TiltedLaw::at_rest(steps, s, TOLERANCE_OF_LAW)?;
        let phase = &still.phases[0];
        let rest = LargeLosses::new(self.step, phase, (s, 0.0), edge);
        let mass = -libm::expm1(num_steps * libm::log1p(-rest.share));
        let window = Window::new(&still, orders, TOLERANCE, mass);
        let c = s - 1.0;
        let scale = window.kernel.steepness().min(c * (1.0 + c * window.length));
        let target = TOLERANCE * mass / scale;
        let coefficient = (phase.log_coefficient, phase.log_coefficient_error);
        let decay = LayerCake::new(&steps[0], s, coefficient, f64::INFINITY);
        let at_edge = self.step.at_edge(s, edge) * libm::exp(-coefficient.0 + coefficient.1);
        let (variance, ends) = self.step.smoothness(s, coefficient.0 - coefficient.1);
        // |x^T - y^T| is at most T |x - y| times the larger one's power T - 1.
        let truncated = |t: f64| {
            let falls = libm::exp(-0.5 * variance * t * t * (1.0 - 1e-12));
            let large = (rest.share + rest.error) * falls + (2.0 * at_edge + ends) / t;
            let both = (libm::exp(decay.log_modulus(t)) + large).min(1.0);
            num_steps * large * libm::pow(both, num_steps - 1.0) * (1.0 + 1e-9) / (PI * t)
        };
        let mut cutoff = 1.0;
        while truncated(cutoff) > target {
            cutoff *= 1.2;
            if cutoff > HIGHEST {
                return None;
            }
        }
        let frequencies = libm::ceil(cutoff * window.length / (2.0 * PI)).max(8.0);
        let frequency = 2.0 * PI / window.length;
        let last = frequency * frequencies;
        if frequencies * phase.nodes.len() as f64 > MOST_PAIRS {
            return None;
        }
        let rest = LargeLosses::new(self.step, phase, (s, last), edge);
        let above = [Above::new(&steps[0], phase, s, last, TOLERANCE_OF_LAW)];
        let most = MOST_PAIRS / frequencies;
        let paths = paths(steps, &still, last, (frequencies, most), &above)?;
        let mut powers = vec![Power::default(); count(frequencies) + 1];
        for path in &paths {
            path.multiply(&mut powers, frequency);
        }
        let large = rest.at_multiples(frequency, powers.len());
        let series = powers
            .iter()
            .zip(large)
            .map(|(power, large)| of_event(power, large, rest.error, num_steps));
        FourierLine::of_series(&still, &window, orders, series, truncated(last))
    }
}

impl TiltedMasses {
    fn new(step: &TabulatedStep, s: f64) -> Self {
        let table = &*step.table;
        let mut rows = table.nodes.iter();
        let masses = table.panels.iter().map(|panel| {
            let own = rows.by_ref().take(panel.nodes).map(|node| {
                libm::exp(node.log_out + s * node.loss) + node.error * libm::exp(s * node.loss)
            });
            own.sum::<f64>() * (1.0 + 1e-9) + panel.error(s, 0.0)
        });
        let masses: Vec<f64> = masses.collect();
        let mut sum = table.lacking_left(s);
        let mut before = vec![sum];
        for mass in &masses {
            sum += mass;
            before.push(sum);
        }
        sum = table.lacking(s);
        let mut from = vec![sum];
        for mass in masses.iter().rev() {
            sum += mass;
            from.push(sum);
        }
        from.reverse();
        Self { s, before, from }
    }

    /// How many large losses are expected, and the logarithm of the mass of the event that there is one.
    fn log_event(&self, num_steps: f64, panel: usize) -> (f64, f64) {
        let whole = self.before[panel] + self.from[panel];
        let share = self.from[panel] / whole;
        let event = -libm::expm1(num_steps * libm::log1p(-share));
        (
            num_steps * share,
            num_steps * libm::log(whole) + libm::log(event),
        )
    }
}

/// The part of one step's tilted measure from a panel on.
struct LargeLosses<'a> {
    nodes: Vec<&'a super::tilted_step::Node>,
    share: f64,
    /// Bound of the error of its characteristic function at every frequency up to the one that is asked for.
    error: f64,
}

impl<'a> LargeLosses<'a> {
    fn new(step: &TabulatedStep, phase: &'a TiltedStep, (s, t): (f64, f64), edge: usize) -> Self {
        let table = &*step.table;
        let first = step.first_node(edge);
        let from = table.nodes[first].loss;
        let nodes: Vec<_> = phase
            .nodes
            .iter()
            .filter(|node| node.loss >= from)
            .collect();
        let scale = libm::exp(-phase.log_coefficient + phase.log_coefficient_error);
        let of_rows = table.nodes[first..].iter();
        let off: f64 = of_rows
            .map(|node| node.error * libm::exp(s * node.loss))
            .sum();
        let of_panels: f64 = table.panels[edge..]
            .iter()
            .map(|panel| panel.error(s, t))
            .sum();
        let summation = nodes.len() as f64 + 2.0 * BLOCK as f64 + 16.0;
        let rounding: f64 = nodes
            .iter()
            .map(|node| {
                let turned = phase.loss_relative_error * t * node.size;
                node.mass * (f64::EPSILON * (node.condition + summation) + turned)
            })
            .sum();
        let share = nodes.iter().map(|node| node.mass).sum();
        let normalised = libm::expm1(2.0 * phase.log_coefficient_error) * share;
        Self {
            nodes,
            share,
            error: (scale * (off + of_panels + table.lacking(s)) + rounding + normalised)
                * (1.0 + 1e-9),
        }
    }

    /// The values at the frequencies 0, `step`, 2 `step`, ...
    fn at_multiples(&self, step: f64, frequencies: usize) -> Vec<Complex<f64>> {
        let mut values = vec![Complex::new(0.0, 0.0); frequencies];
        for node in &self.nodes {
            let turn = complex::exp(Complex::new(0.0, step * node.loss));
            for (block, part) in values.chunks_mut(BLOCK).enumerate() {
                let first = step * (block * BLOCK) as f64;
                let mut value = complex::exp(Complex::new(0.0, first * node.loss)) * node.mass;
                for sum in part {
                    *sum += value;
                    value *= turn;
                }
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::super::tabulated_step::tests::gaussian;
    use super::*;
    use crate::mechanism::Gaussian;
    use std::rc::Rc;

    /// Wherever the law of a step is cut, the steps without large losses and the event together are all steps.
    #[test]
    fn any_edge_parts_the_run() {
        for (mu, num_steps, order) in [(0.3, 6.0, 1.5), (0.1, 40.0, 2.5)] {
            let step = TabulatedStep::new(Rc::new(gaussian(mu, 14.0)), num_steps);
            let steps = [Step::Tabulated(step.clone())];
            let run = Run::new(&step);
            let truth = Gaussian {
                mu: mu * libm::sqrt(num_steps),
            };
            let orders = (order - 0.2, order + 0.2);
            let mut narrow = 0;
            for edge in 15..26 {
                let Some(line) = run.parted(&steps, edge, order, orders) else {
                    continue;
                };
                for order in [orders.0, order, orders.1] {
                    let (found, wanted) = (line.at(order), truth.hockey_stick(order));
                    assert!(
                        (found.value - wanted.middle()).abs() <= found.error + wanted.width(),
                        "{mu} {edge} {order}: {found:?} {wanted:?}"
                    );
                    narrow += usize::from(found.error <= 1e-6 * found.value);
                }
            }
            assert!(narrow >= 15, "{mu}: {narrow}");
        }
    }

    /// What is aimed at is found, as an order, a divergence or a rate.
    #[test]
    fn aims_are_found() {
        let (mu, num_steps) = (0.3, 8.0);
        let step = TabulatedStep::new(Rc::new(gaussian(mu, 14.0)), num_steps);
        let steps = [Step::Tabulated(step.clone())];
        let truth = Gaussian {
            mu: mu * libm::sqrt(num_steps),
        };
        for order in [1.5, 3.0] {
            let log = libm::log(truth.hockey_stick(order).middle());
            for aim in [Aim::Order(order), Aim::Divergence(log)] {
                let line = epoch_jump(&step, &steps, aim).expect("a line");
                let (found, wanted) = (line.at(order), truth.hockey_stick(order));
                assert!(line.serves(order), "{aim:?}");
                assert!((found.value - wanted.middle()).abs() <= found.error + wanted.width());
            }
        }
    }
}
