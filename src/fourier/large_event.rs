//! The characteristic function of the event that some observation of a run counts as large.
//!
//! With the characteristic function `Psi` of a step, tilted, and that of its large part `b` ([`LargePart`]), by phase, it is
//! `prod Psi^T - prod (Psi - b)^T`. Each phase has `Psi^T - (Psi - b)^T`, which loses no digits where `b` is small, and the difference of
//! products is the sum of theirs, each times the whole of the phases after it and the rest of those before.

use super::interpolant::Interpolant;
use super::large_observation::LargePart;
use super::panels::OnPanel;
use super::power::Power;
use super::raised_step::RaisedStep;
use super::run_on_panels::StepOnPanel;
use super::truncation::LayerCake;
use crate::numerics::complex::{self, Complex};
use crate::numerics::log_add;
use core::f64::consts::PI;

/// A phase in a bound of the event.
struct Most {
    num_steps: f64,
    /// `|b|`.
    part: f64,
    /// Logarithm of what neither `|Psi|` nor `|Psi - b|` exceeds.
    log_both: f64,
}

/// Logarithm of a bound of the event: `|prod x^T - prod y^T|` is at most the sum of `T |x - y|` over all phases times the larger ones'
/// powers, one of them less.
fn log_most(phases: &[Most]) -> f64 {
    let powers = phases.iter().map(|phase| phase.num_steps * phase.log_both);
    let whole: f64 = powers.sum();
    let of_phase = |phase: &Most| libm::log(phase.num_steps * phase.part) - phase.log_both;
    let shares = phases.iter().map(of_phase);
    shares.fold(f64::NEG_INFINITY, log_add) + whole
}

/// Bound of the integral of the event from a frequency on.
pub(super) fn truncated(
    parts: &[Option<LargePart>],
    decays: &[LayerCake],
    num_steps: impl Iterator<Item = f64>,
    t: f64,
) -> f64 {
    let phases = parts.iter().zip(decays).zip(num_steps);
    let most = |((part, decay), num_steps): ((&Option<LargePart>, &LayerCake), f64)| {
        let part = part.as_ref().map_or(0.0, |part| part.decayed(t));
        Most {
            num_steps,
            part,
            log_both: libm::log1p((part - decay.gap(t)).min(0.0)),
        }
    };
    let phases: Vec<Most> = phases.map(most).collect();
    libm::exp(log_most(&phases)) / (PI * t)
}

/// The event on a panel of frequencies.
pub(super) struct EventOnPanel(Vec<PhaseOnPanel>);

struct PhaseOnPanel {
    whole: StepOnPanel,
    /// `b`.
    part: Option<Interpolant>,
    num_steps: f64,
    terms: usize,
}

impl EventOnPanel {
    /// From `first` to `first + 2 half`; `None` where the error of the interpolation counts.
    pub(super) fn new(
        laws: &[&RaisedStep],
        parts: &[Option<LargePart>],
        first: f64,
        half: f64,
    ) -> Option<Self> {
        let phase = |(&law, part): (&&RaisedStep, &Option<LargePart>)| {
            let whole = StepOnPanel::new(law, first, half)?;
            let (terms, part) = match part {
                Some(part) => {
                    let (terms, part) = part.interpolant(first, half, whole.centre)?;
                    (terms, Some(part))
                }
                None => (0, None),
            };
            Some(PhaseOnPanel {
                terms: whole.terms + terms,
                whole,
                part,
                num_steps: law.num_steps,
            })
        };
        let phases = laws.iter().zip(parts).map(phase);
        Some(Self(phases.collect::<Option<_>>()?))
    }
}

impl PhaseOnPanel {
    fn most(&self, rho: f64) -> Most {
        let part = self.part.as_ref();
        let part = part.map_or(0.0, |part| part.largest(0.0, rho));
        Most {
            num_steps: self.num_steps,
            part,
            log_both: libm::log(self.whole.excess.largest(1.0, rho) + part),
        }
    }
}

impl OnPanel for EventOnPanel {
    fn log_largest(&self, rho: f64) -> f64 {
        let phases: Vec<Most> = self.0.iter().map(|phase| phase.most(rho)).collect();
        log_most(&phases)
    }

    fn at(&self, x: f64) -> (Complex<f64>, f64) {
        of_events(self.0.iter().map(|phase| {
            let mut power = Power::default();
            let excess = &phase.whole.excess;
            power.multiply(excess.at(x), excess.error, phase.num_steps);
            let large = phase.part.as_ref().map(|part| (part.at(x), part.error));
            (power, large, phase.num_steps)
        }))
    }

    fn terms(&self) -> usize {
        self.0.iter().map(|phase| phase.terms).sum()
    }

    fn centre(&self) -> f64 {
        self.0
            .iter()
            .map(|phase| phase.num_steps * phase.whole.centre)
            .sum()
    }
}

/// A value and a bound of its error.
type Known = (Complex<f64>, f64);

/// The event of a run and a bound of its error, by phase from the power of `Psi`, from `b` with a bound of its error, if it has one, and the
/// number of steps.
pub(super) fn of_events(phases: impl Iterator<Item = (Power, Option<Known>, f64)>) -> Known {
    let nothing = (Complex::new(0.0, 0.0), 0.0);
    let of_phase = |(power, large, num_steps): (Power, Option<Known>, f64)| {
        let event = large.map_or(nothing, |(large, error)| {
            of_event(&power, large, error, num_steps)
        });
        (event, power)
    };
    let mut phases = phases.map(of_phase).peekable();
    let Some((mut event, power)) = phases.next() else {
        return nothing;
    };
    if phases.peek().is_none() {
        return event;
    }
    let rest_of = |whole: Known, event: Known| sum(whole, (-event.0, event.1));
    let mut rest = rest_of(power.value(), event);
    for (own, power) in phases {
        let whole = power.value();
        event = sum(product(event, whole), product(rest, own));
        rest = product(rest, rest_of(whole, own));
    }
    event
}

fn sum((a, of_a): Known, (b, of_b): Known) -> Known {
    let rounding = f64::EPSILON * (complex::abs(a) + complex::abs(b));
    (a + b, of_a + of_b + rounding)
}

fn product((a, of_a): Known, (b, of_b): Known) -> Known {
    let (length, other) = (complex::abs(a), complex::abs(b));
    let error = of_a * (other + of_b) + length * of_b;
    (a * b, error + 4.0 * f64::EPSILON * length * other)
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
