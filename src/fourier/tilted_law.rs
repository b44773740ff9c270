//! The law of the total loss under the tilted measure `nu_s = P^s Q^(1-s)`: its mass and its exponential tails.

use super::step::Step;
#[cfg(not(first_module))]
use super::tilted_step::Node;
use super::tilted_step::{Search, TiltedStep};
use super::window::log_peak;
#[cfg(not(first_module))]
use core::cell::OnceCell;
use core::f64::consts::PI;

/// All phases of a training under `nu_s`.
pub(crate) struct TiltedLaw {
    pub(crate) s: f64,
    /// Largest frequency at which the errors of the phases hold.
    pub(crate) highest: f64,
    pub(crate) phases: Vec<TiltedStep>,
    /// Of steps that stand for others, which the small module has none of.
    #[cfg(not(first_module))]
    merged: Option<Merged>,
}

/// Steps that stand for others: the nodes say nothing certain of moments under other tilts.
#[cfg(not(first_module))]
struct Merged {
    steps: Vec<Step>,
    /// The losses of their nodes, those that are nearly alike as one, and how often each is expected.
    pooled: OnceCell<Vec<(f64, f64)>>,
}

/// Phases up to which each gets the thorough search for its nodes.
const MOST_THOROUGH: usize = 8;

/// How the nodes of each of so many phases are searched for.
pub(super) fn search(phases: usize) -> Search {
    if phases <= MOST_THOROUGH {
        Search::Thorough
    } else {
        Search::Quick
    }
}

/// Most nodes of a phase for the law at frequency 0.
pub(super) const MOST_NODES: f64 = 2e4;

/// Losses that are told apart where steps stand for others.
#[cfg(not(first_module))]
const POOLED: usize = 500;
/// Accuracy of moments under other tilts.
const TOLERANCE_OF_MOMENTS: f64 = 1e-9;

impl TiltedLaw {
    /// The law at frequency 0.
    pub(super) fn at_rest(steps: &[Step], s: f64, tolerance: f64) -> Option<Self> {
        Self::new(steps, s, 0.0, tolerance, MOST_NODES * steps.len() as f64)
    }

    /// About the law at frequency 0, without a certificate.
    pub(super) fn roughly(steps: &[Step], s: f64) -> Option<Self> {
        const TOLERANCE: f64 = 1e-9;
        let most = MOST_NODES * steps.len() as f64;
        Self::searched(steps, s, 0.0, TOLERANCE, most, Search::Rough)
    }

    /// The law for frequencies up to `t`, the errors of all phases together below `tolerance`; `None` if more
    /// than `most` nodes would be needed.
    pub(crate) fn new(steps: &[Step], s: f64, t: f64, tolerance: f64, most: f64) -> Option<Self> {
        Self::searched(steps, s, t, tolerance, most, search(steps.len()))
    }

    fn searched(
        steps: &[Step],
        s: f64,
        t: f64,
        tolerance: f64,
        most: f64,
        search: Search,
    ) -> Option<Self> {
        let share = tolerance / steps.len() as f64;
        let mut left = most;
        let mut phases = Vec::with_capacity(steps.len());
        for step in steps {
            let phase = TiltedStep::new(step, s, t, share, left, search)?;
            left -= phase.nodes.len() as f64;
            phases.push(phase);
        }
        Some(Self {
            s,
            highest: t,
            phases,
            #[cfg(not(first_module))]
            merged: steps.iter().any(Step::is_merged).then(|| Merged {
                steps: steps.to_vec(),
                pooled: OnceCell::new(),
            }),
        })
    }

    /// `K(s) = sum T ln E_Q[w^s]`, and a bound of its error.
    pub(crate) fn log_coefficient(&self) -> (f64, f64) {
        let (mut sum, mut size, mut error) = (0.0, 0.0, 0.0);
        for phase in &self.phases {
            let term = phase.num_steps * phase.log_coefficient;
            sum += term;
            size += term.abs();
            error += phase.num_steps * phase.log_coefficient_error;
        }
        let summation = 4.0 + (self.phases.len() as f64).min(64.0);
        (sum, error + summation * f64::EPSILON * size)
    }

    /// `E_nu[L]`, the derivative of `K` at `s`.
    pub(crate) fn mean(&self) -> f64 {
        self.phases
            .iter()
            .map(|phase| phase.num_steps * phase.mean)
            .sum()
    }

    /// Variance of the total loss under `nu_s`.
    pub(crate) fn variance(&self) -> f64 {
        self.phases
            .iter()
            .map(|phase| {
                let spread = phase.second_moment() - phase.mean * phase.mean;
                phase.num_steps * spread.max(0.0)
            })
            .sum()
    }

    /// Bound of the mass outside of the nodes, over all steps, under `nu_s`, `P` or `Q`.
    pub(crate) fn outside(&self) -> f64 {
        self.phases
            .iter()
            .map(|phase| phase.num_steps * phase.outside)
            .sum()
    }

    /// Smallest possible total loss.
    pub(crate) fn smallest(&self) -> f64 {
        self.phases
            .iter()
            .map(|phase| phase.num_steps * phase.smallest)
            .sum()
    }

    /// Upper bound of `ln E_nu[e^(aL)]` among the nodes; `nu` is normalised. An estimate where the steps stand for others.
    pub(crate) fn log_moment(&self, a: f64) -> f64 {
        if let Some(pooled) = self.pooled() {
            let terms = pooled.iter();
            return terms
                .map(|(loss, often)| often * libm::expm1(a * loss))
                .sum();
        }
        self.phases.iter().map(|phase| phase.log_moment(a)).sum()
    }

    /// Upper bound of `ln E_nu[e^(aL)]`, among the nodes or of the whole.
    fn most_log_moment(&self, a: f64) -> f64 {
        let Some(steps) = self.merged_steps() else {
            return self.log_moment(a);
        };
        let Some(there) = Self::at_rest(steps, self.s + a, TOLERANCE_OF_MOMENTS) else {
            return f64::INFINITY;
        };
        let ((here, error), (there, other)) = (self.log_coefficient(), there.log_coefficient());
        there - here + error + other
    }

    /// Mean and variance of the total loss under `nu_s`, by the nodes of this law: an estimate that is good while
    /// `s` stays near.
    pub(crate) fn moments_at(&self, s: f64) -> (f64, f64) {
        let a = s - self.s;
        let (mut mean, mut variance) = (0.0, 0.0);
        if let Some(pooled) = self.pooled() {
            for (loss, often) in pooled {
                let first = often * loss * libm::exp(a * loss);
                mean += first;
                variance += first * loss;
            }
            return (mean, variance);
        }
        for phase in &self.phases {
            let (mut mass, mut first, mut second) = (0.0, 0.0, 0.0);
            for node in &phase.nodes {
                let weight = node.mass * libm::exp(a * node.loss);
                mass += weight;
                first += weight * node.loss;
                second += weight * node.loss * node.loss;
            }
            let centre = first / mass;
            mean += phase.num_steps * centre;
            variance += phase.num_steps * (second / mass - centre * centre).max(0.0);
        }
        (mean, variance)
    }

    #[cfg(not(first_module))]
    fn merged_steps(&self) -> Option<&[Step]> {
        self.merged.as_ref().map(|merged| &merged.steps[..])
    }

    #[cfg(first_module)]
    fn merged_steps(&self) -> Option<&[Step]> {
        None
    }

    /// A step of many says so little that the number of times at which a loss is shown is as good as one of Poisson's.
    #[cfg(not(first_module))]
    fn pooled(&self) -> Option<&[(f64, f64)]> {
        let merged = self.merged.as_ref()?;
        Some(merged.pooled.get_or_init(|| {
            let nodes = self.phases.iter().flat_map(|phase| {
                let often = |node: &Node| (node.loss, node.mass * phase.num_steps);
                phase.nodes.iter().map(often)
            });
            let mut nodes: Vec<(f64, f64)> = nodes.collect();
            nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
            let pool = |alike: &[(f64, f64)]| {
                let often: f64 = alike.iter().map(|node| node.1).sum();
                let loss: f64 = alike.iter().map(|node| node.0 * node.1).sum();
                (loss / often.max(f64::MIN_POSITIVE), often)
            };
            nodes
                .chunks(nodes.len().div_ceil(POOLED))
                .map(pool)
                .collect()
        }))
    }

    #[cfg(first_module)]
    fn pooled(&self) -> Option<&[(f64, f64)]> {
        None
    }

    /// `K(s)`, an estimate.
    fn log_mass_at(&self, s: f64) -> f64 {
        self.log_coefficient().0 + self.log_moment(s - self.s)
    }

    /// Logarithm of the divergence at the order whose saddle point is `s`: `H` for `s > 1`, the reverse divergence
    /// for `s < 0`. An estimate.
    pub(crate) fn log_divergence(&self, s: f64) -> f64 {
        let c = (s - 1.0).max(-s);
        let (mean, variance) = self.moments_at(s);
        let exponent = if s > 1.0 { -c * mean } else { c * mean };
        let kernel = c * (c + 1.0) * libm::sqrt(2.0 * PI * variance);
        self.log_mass_at(s) + exponent - libm::log1p(kernel)
    }

    /// Logarithm of the rate of false positives at the order whose saddle point is `s > 0`, and of correct answers "out" where it is below.
    /// An estimate.
    pub(crate) fn log_rate(&self, s: f64) -> f64 {
        let (mean, variance) = self.moments_at(s);
        let kernel = s.abs() * libm::sqrt(2.0 * PI * variance);
        self.log_mass_at(s) - s * mean - libm::log1p(kernel)
    }

    /// The smallest `x` found with `nu(L > x) <= e^log_tolerance`.
    pub(crate) fn upper_tail(&self, log_tolerance: f64) -> f64 {
        self.tail(log_tolerance, |a| self.most_log_moment(a))
    }

    /// The smallest `x` found with `nu(L < -x) <= e^log_tolerance`.
    pub(crate) fn lower_tail(&self, log_tolerance: f64) -> f64 {
        let smallest = if self.merged_steps().is_some() {
            f64::NEG_INFINITY
        } else {
            self.smallest()
        };
        self.tail(log_tolerance, |a| self.most_log_moment(-a))
            .min(-smallest)
    }

    /// Chernoff: `E[e^(aL)] e^(-a x) <= e^log_tolerance`, smallest `x` over a walk in `a`.
    fn tail(&self, log_tolerance: f64, log_moment: impl Fn(f64) -> f64) -> f64 {
        let second: f64 = self
            .phases
            .iter()
            .map(|phase| phase.num_steps * phase.second_moment())
            .sum();
        let mut shift = libm::sqrt(-2.0 * log_tolerance) / libm::sqrt(second).max(1e-300);
        let point = |shift: f64| (log_moment(shift) - log_tolerance) / shift;
        let mut best = point(shift);
        for factor in [0.7, 1.4] {
            for _ in 0..40 {
                let value = point(shift * factor);
                // Also walks down from where the moment overflows.
                if value < best || (!best.is_finite() && factor < 1.0) {
                    best = value;
                    shift *= factor;
                } else {
                    break;
                }
            }
        }
        best
    }

    /// The smallest `x` found with `R(L > x) <= e^log_tolerance`, `R` the law on the line `s`: 0 for "out", 1 for "in".
    pub(crate) fn upper_order(&self, s: f64, log_tolerance: f64) -> f64 {
        let base = self.log_coefficient().0;
        self.tail(log_tolerance, |a| base + self.log_moment(s - self.s + a))
            .max(0.0)
    }

    /// The smallest `x` found with `R(L < -x) <= e^log_tolerance`.
    pub(crate) fn lower_order(&self, s: f64, log_tolerance: f64) -> f64 {
        let base = self.log_coefficient().0;
        self.tail(log_tolerance, |a| base + self.log_moment(s - self.s - a))
            .min(-self.smallest())
            .max(0.0)
    }

    /// Upper bound of the epsilon of "in" against "out" at `delta`.
    pub(crate) fn epsilon_of_in(&self, delta: f64) -> f64 {
        self.epsilon(delta, |a| self.most_log_moment(1.0 + a - self.s))
    }

    /// Upper bound of the epsilon of "out" against "in" at `delta`.
    pub(crate) fn epsilon_of_out(&self, delta: f64) -> f64 {
        self.epsilon(delta, |a| self.most_log_moment(-a - self.s))
    }

    /// `(1 - e^-x)_+ <= e^(a (x - ln(1 + 1/a)) - ln(1 + a))` for every `a > 0`, so
    /// `delta(eps) <= E[e^(aL)] e^(-a eps) (a/(1 + a))^a/(1 + a)`; smallest over a grid of `a`.
    fn epsilon(&self, delta: f64, log_moment: impl Fn(f64) -> f64) -> f64 {
        let (coefficient, error) = self.log_coefficient();
        let log_delta = libm::log(delta - self.outside());
        let at = |a: f64| (coefficient + error + log_moment(a) + log_peak(a) - log_delta) / a;
        let mut best = f64::INFINITY;
        let mut a = 1e-3;
        while a < 1e4 {
            let epsilon = at(a) * (1.0 + 1e-12);
            best = if epsilon < best { epsilon } else { best };
            a *= if self.merged_steps().is_some() {
                4.0
            } else {
                1.4
            };
        }
        best.max(0.0)
    }
}
