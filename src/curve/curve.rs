//! The privacy curve of a run: the hockey-stick divergence at every order, with its certificate.

use super::always_valid::{Coarse, unsampled};
use super::rarely_drawn;
use crate::fourier::{Lines, Sample};
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{
    Demand, DominatingPair, Enclosure, Gaussian, Noise, OneStep, PairPhase, SampledGaussian, Shape,
};
use crate::numerics::Interval;

/// Everything about the best attacker follows from this curve.
///
/// `H(eps) = E_in[(1 - e^(eps - L))_+]` is the hockey-stick divergence of "in" from "out" at order
/// `e^eps`, `eps` any real number; `O(eps) = 1 - H(eps)` is the overlap `∫ min(in, e^eps out)`.
/// All intervals hold the true value, rounding included.
///
/// ```
/// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
/// let run = SampledGaussian::new(1.0, 0.01, 1000.0)?;
/// let curve = PrivacyCurve::new(&run, &Demand::default());
/// assert!(curve.advantage().contains(0.161017619697925));
/// assert!(curve.advantage().width() < 1e-12);
/// # Ok::<(), mi_bounds::Error>(())
/// ```
pub struct PrivacyCurve {
    law: Law,
    coarse: Coarse,
    /// The second engine, where the first does not resolve the curve.
    grid: Option<Box<dyn Enclosure>>,
}

enum Law {
    Gaussian(Gaussian),
    OneStep(OneStep),
    Fourier(Box<Lines>),
    /// No engine fits, or the laws hardly overlap.
    Coarse,
}

/// Width of the advantage at which the first engine is enough; for a small advantage, the share of it that is.
const RESOLVED: f64 = 1e-8;
const SMALL: f64 = 1e-6;
const RELATIVELY_RESOLVED: f64 = 1e-4;
/// Overlap below which no figure but epsilon differs from that of laws without any.
const SEPARATED: f64 = 1e-12;
/// The same for a picture.
const DRAWN: f64 = 1e-3;
/// Longest transforms of the second engine.
const MOST_POINTS: usize = 1 << 20;
const MOST_POINTS_DRAWN: usize = 1 << 14;

/// Orders above this have no `e^eps`.
const LARGEST_EXPONENT: f64 = 700.0;

/// Width of the advantage that is enough.
fn enough(demand: &Demand) -> f64 {
    if demand.draft { DRAWN } else { RESOLVED }
}

impl PrivacyCurve {
    /// Computes what `demand` needs, for one record under add-or-remove-one.
    #[must_use]
    pub fn new(run: &SampledGaussian, demand: &Demand) -> Self {
        let pair = DominatingPair {
            shape: Shape::Mixture { group_size: 1 },
            noise: Noise::Gaussian,
            phases: vec![PairPhase::new(&run.into(), 1.0)],
        };
        Self::of(&pair, demand)
    }

    /// The curve of any pair.
    pub(crate) fn of(pair: &DominatingPair, demand: &Demand) -> Self {
        let curve = Self::first(pair, demand);
        if curve.suffices(demand) {
            curve
        } else {
            curve.with_second(pair, demand)
        }
    }

    /// The curve of a pair, where it is the first engine's or a closed form.
    pub(crate) fn by_first_engine(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        Some(Self::first(pair, demand)).filter(|curve| curve.suffices(demand))
    }

    /// What a closed form or the first engine knows.
    fn first(pair: &DominatingPair, demand: &Demand) -> Self {
        if let Some(law) = closed_form(pair) {
            return Self {
                law,
                coarse: Coarse::new(pair, None),
                grid: None,
            };
        }
        let lines = Lines::new(pair, demand);
        let coarse = Coarse::new(pair, lines.as_ref().map(|lines| &lines.middle));
        Self {
            law: lines.map_or(Law::Coarse, |lines| Law::Fourier(Box::new(lines))),
            coarse,
            grid: None,
        }
    }

    /// Whether what is known resolves what is asked.
    fn suffices(&self, demand: &Demand) -> bool {
        if matches!(self.law, Law::Gaussian(_) | Law::OneStep(_)) {
            return true;
        }
        let first = self.advantage();
        let small = first.upper < SMALL && first.width() <= RELATIVELY_RESOLVED * first.lower;
        // Nearly separated laws and poor lines: order 0 is resolved, the orders asked for may not be.
        let asked = demand.delta.is_some()
            || demand.fpr.iter().any(|&fpr| fpr < 1.0)
            || demand.epsilon.iter().any(|&epsilon| epsilon != 0.0);
        let poor = self.lines().is_some_and(Lines::is_poor);
        let separated = first.lower > 1.0 - SMALL && first.lower < 1.0 - SEPARATED;
        let unresolved = first.width() > enough(demand) && !small;
        !unresolved && !(asked && !demand.draft && (poor || separated))
    }

    /// Adds the second engine.
    fn with_second(mut self, pair: &DominatingPair, demand: &Demand) -> Self {
        let wanted = self.grid_demand(demand, pair.phases.len());
        // A grid that reaches the orders asked for may not exist where one for order 0 does.
        let bulk = GridDemand {
            epsilon_max: 0.0,
            smallest: 0.1,
            ..wanted
        };
        let grid = GridCurve::new(pair, &wanted).or_else(|| GridCurve::new(pair, &bulk));
        self.grid = grid.map(|grid| Box::new(grid) as Box<dyn Enclosure>);
        if self.advantage().width() > enough(demand)
            && let Some(known) = rarely_drawn::advantage(pair, wanted.width, wanted.most_points)
        {
            self.coarse.advantage = self.coarse.advantage.intersect(known);
        }
        self
    }

    /// What the second engine must reach.
    fn grid_demand(&self, demand: &Demand, phases: usize) -> GridDemand {
        // Q(L > eps) <= e^-eps bounds the order of a rate.
        let orders = demand.epsilon.iter().map(|epsilon| epsilon.abs());
        let of_rates = demand.fpr.iter().map(|fpr| -libm::log(*fpr));
        let of_delta = demand.delta.map(|delta| {
            let (remove, add) = self.epsilon_from_moments(delta);
            let unsampled = self
                .coarse
                .unsampled
                .map_or(f64::INFINITY, |gaussian| gaussian.largest_order(delta));
            remove.max(add).min(unsampled).min(1e4)
        });
        let rates = demand.fpr.iter().copied().filter(|&fpr| fpr < 0.1);
        GridDemand {
            width: enough(demand),
            most_points: if demand.draft {
                MOST_POINTS_DRAWN
            } else {
                (MOST_POINTS / phases.div_ceil(8)).max(MOST_POINTS_DRAWN)
            },
            epsilon_max: orders.chain(of_rates).chain(of_delta).fold(0.0, f64::max),
            smallest: rates.chain(demand.delta).fold(0.1, f64::min),
        }
    }

    /// The engine that gave the curve: `closed_form`, `fourier`, `grid` (beside the first), or `hellinger` where none
    /// resolves it.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match &self.law {
            Law::Gaussian(_) | Law::OneStep(_) => "closed_form",
            _ if self.grid.is_some() => "grid",
            Law::Fourier(lines) if lines.is_summed() => "fourier",
            Law::Fourier(_) | Law::Coarse => "hellinger",
        }
    }

    /// Advantage of the best attacker, `TPR - FPR` at its largest: the total variation of "in" and "out".
    #[must_use]
    pub fn advantage(&self) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.advantage(),
            Law::OneStep(law) => law.advantage(),
            Law::Fourier(_) | Law::Coarse => {
                let first = self.overlap(0.0).complement();
                let first = first.intersect(self.coarse.advantage);
                self.on_grid(first, |grid| grid.advantage())
            }
        }
    }

    /// What both engines leave together.
    fn on_grid(&self, first: Interval, reading: impl Fn(&dyn Enclosure) -> Interval) -> Interval {
        self.grid
            .as_deref()
            .map_or(first, |grid| reading(grid).intersect(first))
    }

    /// `O(eps) = ∫ min(in, e^eps out)`.
    #[must_use]
    pub fn overlap(&self, epsilon: f64) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.overlap(epsilon),
            Law::OneStep(law) => law.hockey_stick(epsilon).complement(),
            Law::Fourier(lines) => {
                let first = lines.overlap(epsilon);
                let first = first.intersect(self.coarse.overlap(epsilon));
                self.on_grid(first, |grid| grid.overlap(epsilon))
            }
            Law::Coarse => self.on_grid(self.coarse.overlap(epsilon), |grid| grid.overlap(epsilon)),
        }
    }

    /// `H(eps)`, the hockey-stick divergence of "in" from "out" ("remove").
    #[must_use]
    pub fn hockey_stick(&self, epsilon: f64) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.hockey_stick(epsilon),
            Law::OneStep(law) => law.hockey_stick(epsilon),
            Law::Fourier(lines) => {
                let first = self.divergence(epsilon);
                let first = lines
                    .hockey_stick(epsilon)
                    .map_or(first, |tail| tail.intersect(first));
                self.on_grid(first, |grid| grid.hockey_stick(epsilon))
            }
            Law::Coarse => {
                self.on_grid(self.divergence(epsilon), |grid| grid.hockey_stick(epsilon))
            }
        }
    }

    /// The complement of the overlap.
    fn divergence(&self, epsilon: f64) -> Interval {
        let divergence = self.overlap(epsilon).complement();
        // Nothing lies below (1 - e^eps)_+, the divergence of two equal laws.
        let least = (-libm::expm1(epsilon)).next_down().max(0.0);
        let unsampled = self
            .coarse
            .unsampled
            .map_or(1.0, |gaussian| gaussian.hockey_stick(epsilon).upper);
        Interval {
            lower: divergence.lower.max(least),
            upper: divergence.upper.min(unsampled),
        }
    }

    /// The hockey-stick divergence of "out" from "in" ("add"): `1 - e^eps O(-eps)`.
    #[must_use]
    pub fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if let Law::Gaussian(law) = &self.law {
            return law.hockey_stick(epsilon);
        }
        let unsampled = self
            .coarse
            .unsampled
            .map_or(1.0, |gaussian| gaussian.hockey_stick(epsilon).upper);
        if epsilon > LARGEST_EXPONENT {
            // e^eps overflows; the divergence falls on.
            let edge = self.reverse_hockey_stick(LARGEST_EXPONENT);
            let first = Interval {
                lower: 0.0,
                upper: edge.upper.min(unsampled),
            };
            return self.on_grid(first, |grid| grid.reverse_hockey_stick(epsilon));
        }
        let overlap = self.overlap(-epsilon);
        let scale = libm::exp(epsilon);
        let scaled = |interval: Interval| Interval {
            lower: scale * interval.lower * (1.0 - 4.0 * f64::EPSILON),
            upper: scale * interval.upper * (1.0 + 4.0 * f64::EPSILON),
        };
        let divergence = scaled(overlap).complement();
        let divergence = Interval {
            lower: divergence.lower.max(0.0),
            upper: divergence.upper.min(unsampled),
        };
        let first = match &self.law {
            Law::Fourier(lines) => lines
                .rest_of_out(-epsilon)
                .map_or(divergence, |tail| scaled(tail).intersect(divergence)),
            _ => divergence,
        };
        self.on_grid(first, |grid| grid.reverse_hockey_stick(epsilon))
    }

    /// `TV_a`, half the integral of `|out - a in|`, at `a = e^epsilon`: `(1 + a)/2 - a O(-epsilon)`, which is the
    /// reverse divergence at that order less `(1 - a)/2` (erratum E3).
    #[must_use]
    pub fn total_variation_at(&self, epsilon: f64) -> Interval {
        let divergence = self.reverse_hockey_stick(epsilon);
        let shift = 0.5 * libm::expm1(epsilon);
        Interval {
            lower: divergence.lower + shift,
            upper: divergence.upper + shift,
        }
        .widened(4.0 * f64::EPSILON * shift.abs())
    }

    /// Upper bounds of epsilon by moments, "remove" and "add".
    pub(crate) fn epsilon_from_moments(&self, delta: f64) -> (f64, f64) {
        match &self.law {
            Law::Fourier(lines) => (
                lines.middle.epsilon_of_in(delta),
                lines.middle.epsilon_of_out(delta),
            ),
            _ => (f64::INFINITY, f64::INFINITY),
        }
    }

    pub(crate) fn closed_form_tpr(&self, fpr: f64) -> Option<Interval> {
        match &self.law {
            Law::Gaussian(law) => Some(law.tpr(fpr)),
            Law::OneStep(law) => Some(law.tpr(fpr)),
            Law::Fourier(_) | Law::Coarse => None,
        }
    }

    pub(crate) fn closed_form_order(&self, fpr: f64) -> Option<f64> {
        match &self.law {
            Law::Gaussian(law) => Some(law.order(fpr)),
            Law::OneStep(law) => Some(law.order(fpr)),
            Law::Fourier(_) | Law::Coarse => None,
        }
    }

    /// The lines and the orders that they serve.
    pub(crate) fn lines(&self) -> Option<&Lines> {
        match &self.law {
            Law::Fourier(lines) if lines.is_summed() => Some(lines),
            _ => None,
        }
    }

    /// The second engine, where it was needed.
    pub(crate) fn grid(&self) -> Option<&dyn Enclosure> {
        self.grid.as_deref()
    }

    /// GDP parameter of the run without sampling, where there is one.
    pub(crate) fn unsampled(&self) -> Option<Gaussian> {
        self.coarse.unsampled
    }
}

fn closed_form(pair: &DominatingPair) -> Option<Law> {
    if pair.noise != Noise::Gaussian {
        return None;
    }
    let sampled = pair.phases.iter().any(|phase| phase.sample_rate < 1.0);
    if !sampled && pair.shape != Shape::Mirrored {
        return unsampled(pair).map(Law::Gaussian);
    }
    match (pair.shape, &pair.phases[..]) {
        (Shape::Mixture { group_size: 1 }, [phase]) if phase.num_steps == 1.0 => {
            Some(Law::OneStep(OneStep::new(phase)))
        }
        _ => None,
    }
}

impl From<&Sample> for Interval {
    fn from(sample: &Sample) -> Self {
        Self::around(sample.value, sample.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fourier(shape: Shape, phases: &[(f64, f64, f64)], demand: &Demand) -> PrivacyCurve {
        let pair = DominatingPair {
            shape,
            noise: Noise::Gaussian,
            phases: phases
                .iter()
                .map(|&(noise_per_shift, sample_rate, num_steps)| PairPhase {
                    noise_per_shift,
                    sample_rate,
                    num_steps,
                })
                .collect(),
        };
        let lines = Lines::new(&pair, demand).expect("lines");
        let coarse = Coarse::new(&pair, Some(&lines.middle));
        PrivacyCurve {
            law: Law::Fourier(Box::new(lines)),
            coarse,
            grid: None,
        }
    }

    fn demand() -> Demand {
        Demand {
            fpr: vec![1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.9],
            epsilon: vec![-6.0, -1.0, 0.3, 4.0, 9.0],
            delta: Some(1e-15),
            draft: false,
        }
    }

    /// Without sampling the run is one Gaussian: every figure has a closed form, in both tails.
    #[test]
    fn unsampled_runs_meet_the_closed_form() {
        for (shape, phases, mu) in [
            (
                Shape::Mixture { group_size: 1 },
                vec![(20.0, 1.0, 400.0)],
                1.0,
            ),
            (
                Shape::Mixture { group_size: 3 },
                vec![(30.0, 1.0, 400.0)],
                2.0,
            ),
            (Shape::Substitution, vec![(40.0, 1.0, 400.0)], 1.0),
            (
                Shape::Mixture { group_size: 1 },
                vec![(10.0, 1.0, 9.0), (5.0, 1.0, 4.0), (2.0, 1.0, 3.0)],
                1.0,
            ),
            (
                Shape::Mixture { group_size: 1 },
                vec![(200.0, 1.0, 100.0)],
                0.05,
            ),
            (
                Shape::Mixture { group_size: 1 },
                vec![(2.0, 1.0, 64.0)],
                4.0,
            ),
        ] {
            let demand = demand();
            let curve = fourier(shape, &phases, &demand);
            let truth = Gaussian { mu };
            let near = |found: Interval, wanted: Interval, relative: f64, what: &str| {
                let slack = 1e-14 * wanted.upper.abs();
                assert!(
                    found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
                    "{what}: {found:?} against {wanted:?}"
                );
                assert!(
                    found.width() <= relative * wanted.upper.abs(),
                    "{what}: width of {found:?}"
                );
            };
            for &fpr in &demand.fpr {
                near(
                    curve.tpr(fpr),
                    truth.tpr(fpr),
                    1e-6,
                    &format!("{mu}: TPR at {fpr}"),
                );
            }
            for &epsilon in &demand.epsilon {
                let wanted = truth.hockey_stick(epsilon);
                if wanted.upper > 1e-25 {
                    near(
                        curve.hockey_stick(epsilon),
                        wanted,
                        1e-6,
                        &format!("{mu}: H({epsilon})"),
                    );
                    near(
                        curve.reverse_hockey_stick(epsilon),
                        wanted,
                        1e-6,
                        &format!("{mu}: reverse H({epsilon})"),
                    );
                }
            }
            let (epsilon, _) = curve.epsilon(1e-15);
            let delta = |epsilon: f64| truth.hockey_stick(epsilon);
            assert!(
                delta(epsilon.lower * (1.0 - 1e-12)).upper >= 1e-15,
                "{mu}: {epsilon:?}"
            );
            assert!(
                delta(epsilon.upper * (1.0 + 1e-12)).lower <= 1e-15,
                "{mu}: {epsilon:?}"
            );
            assert!(epsilon.width() < 1e-6 * epsilon.upper, "{mu}: {epsilon:?}");
        }
    }
}
