//! How far the total loss of a pair reaches, from its parameters alone.
//!
//! Of these numbers only [`LossScale::lowest`] enters a proof; the others place bins and shape a control.

use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LossScale {
    /// Slope of the loss in the standardised sum of the noise, `sum c_t z_t/sqrt(sum c_t²)`, `c_t = q_t m_t`.
    pub(crate) slope: f64,
    /// Standard deviation of what that sum leaves of the loss, in the central limit and never far above the slope.
    pub(crate) rest: f64,
    /// No training has a loss below, but for rounding of its steps.
    pub(crate) lowest: f64,
    /// Loss of a step that the record entered, at five standard deviations.
    pub(crate) leap: f64,
}

/// In the central limit the loss scatters by `sqrt((e^(m²) - 1)/m²)` times what its linear part does; for large `m`,
/// where that limit says nothing, the factor is held here.
const MOST_GROWTH: f64 = 8.0;
const MOST_REST: f64 = 8.0;
const DEVIATIONS: f64 = 5.0;

impl LossScale {
    pub(crate) fn of(pair: &DominatingPair) -> Self {
        let records = match pair.shape {
            Shape::Mixture { group_size } => group_size as f64,
            // Opposite shifts under the two hypotheses: twice the slope.
            Shape::Substitution => 2.0,
            Shape::Mirrored | Shape::Allocation => 1.0,
        };
        let sum = |term: &dyn Fn(&PairPhase, f64) -> f64| -> f64 {
            pair.phases
                .iter()
                .map(|phase| term(phase, phase.shift()))
                .sum()
        };
        let square = |phase: &PairPhase, m: f64| {
            let c = records * phase.sample_rate * m;
            c * c * phase.num_steps
        };
        let rest = sum(&|phase, m| {
            let growth = (libm::expm1((m * m).min(10.0)) / (m * m)).min(MOST_GROWTH) - 1.0;
            square(phase, m) * growth.max(0.0) * (1.0 - phase.sample_rate)
        });
        let leaps = pair.phases.iter().map(|phase| {
            let m = phase.shift();
            let exponent = match pair.noise {
                Noise::Gaussian => m * DEVIATIONS + 0.5 * m * m,
                Noise::Laplace => m,
            };
            log_mixed(phase.sample_rate, exponent)
        });
        Self {
            slope: libm::sqrt(sum(&square)),
            rest: libm::sqrt(rest).min(MOST_REST),
            lowest: sum(&|phase, m| lowest(pair, phase, m)),
            leap: leaps.fold(0.0, f64::max),
        }
    }

    /// Standard deviation of the loss, about.
    pub(crate) fn deviation(&self) -> f64 {
        libm::hypot(self.slope, self.rest)
    }
}

/// The loss of a phase is at least this, rounding of single-precision steps (a thousandth of `q` at most) included.
fn lowest(pair: &DominatingPair, phase: &PairPhase, m: f64) -> f64 {
    const ROUNDING: f64 = 1.001;
    let q = phase.sample_rate;
    let per_step = match (pair.shape, pair.noise) {
        (Shape::Mixture { group_size }, Noise::Gaussian) if q < 1.0 => {
            group_size as f64 * libm::log1p(-q)
        }
        (Shape::Mixture { group_size: 1 }, Noise::Laplace) => log_mixed(q, -m),
        _ => f64::NEG_INFINITY,
    };
    per_step * phase.num_steps * ROUNDING
}

/// `ln(1 - q + q e^a)`.
fn log_mixed(q: f64, a: f64) -> f64 {
    if a > 600.0 {
        a + libm::log(q)
    } else {
        libm::log1p(q * libm::expm1(a))
    }
}
