//! The privacy curve of a run: the hockey-stick divergence at every order, with its certificate.

use crate::affinity::Affinity;
use crate::fourier::{FourierCurve, TOLERANCE};
use crate::gaussian::Gaussian;
use crate::one_step::OneStep;
use crate::{Interval, SampledGaussian};

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
    run: SampledGaussian,
    law: Law,
    coarse: Coarse,
}

enum Law {
    Gaussian(Gaussian),
    OneStep(OneStep),
    Fourier(FourierCurve),
    /// The Fourier form does not fit its budget, or the laws hardly overlap.
    Coarse,
}

/// What will be asked of the curve; the cost grows with the largest order that is needed.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// False-positive rates.
    pub fpr: Vec<f64>,
    /// Orders `eps`.
    pub epsilon: Vec<f64>,
    /// A delta at which epsilon is wanted.
    pub delta: Option<f64>,
}

impl Demand {
    fn epsilon_max(&self, affinity: &Affinity) -> f64 {
        const TAIL_OF_OUT: f64 = -0.5;
        const TAIL_OF_IN: f64 = 0.5;
        let mut largest: f64 = self.epsilon.iter().fold(0.0, |max, e| e.abs().max(max));
        let inner = self.fpr.iter().copied().filter(|&fpr| fpr < 1.0);
        if let Some(fpr) = inner.clone().reduce(f64::min) {
            largest = largest.max(affinity.upper_tail(TAIL_OF_OUT, libm::log(fpr)));
        }
        if let Some(fpr) = inner.reduce(f64::max) {
            let rest = libm::log1p(-fpr).min(-0.1);
            largest = largest.max(affinity.lower_tail(TAIL_OF_OUT, rest));
        }
        if let Some(delta) = self.delta {
            largest = largest
                .max(affinity.upper_tail(TAIL_OF_IN, libm::log(delta)))
                .max(affinity.lower_tail(TAIL_OF_OUT, libm::log(delta)));
        }
        largest.min(100.0)
    }
}

/// Bounds without the law of the whole run; they hold everywhere and are tight nowhere.
struct Coarse {
    advantage: Interval,
    /// Upper bound of the Bhattacharyya coefficient `∫ sqrt(in out)` of the run.
    affinity: f64,
    /// The law of one step, unless it asks for too many nodes.
    step: Option<Affinity>,
}

impl Coarse {
    fn new(run: &SampledGaussian) -> Self {
        let steps = run.num_steps();
        let one = OneStep::new(run).advantage();
        let unsampled = Gaussian {
            mu: run.unsampled_mu(),
        };
        let mut upper = (steps * one.upper)
            .next_up()
            .min(unsampled.advantage().upper);
        upper = upper.min(crate::comparison::chi_square(run)).min(1.0);
        let mut lower = one.lower;
        let mut affinity = 1.0;
        let step = Affinity::new(run, 0.0, TOLERANCE, 1e6);
        if let Some(step) = &step {
            let uncertainty = step.coefficient_rounding + step.quadrature_error;
            let (low, high) = step.coefficient(uncertainty);
            affinity = high;
            // Le Cam: 1 - rho <= TV <= sqrt(1 - rho²).
            lower = lower.max((1.0 - high).next_down());
            upper = upper.min(libm::sqrt(1.0 - low * low).next_up());
        }
        Self {
            advantage: Interval { lower, upper },
            affinity,
            step,
        }
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        let whole = libm::exp(epsilon).min(1.0);
        let root = libm::exp(0.5 * epsilon).next_up();
        Interval {
            lower: (whole.next_down() * (1.0 - self.advantage.upper))
                .next_down()
                .max(0.0),
            upper: (root * self.affinity).next_up().min(whole.next_up()),
        }
    }
}

impl PrivacyCurve {
    /// Computes what `demand` needs.
    #[must_use]
    pub fn new(run: &SampledGaussian, demand: &Demand) -> Self {
        let coarse = Coarse::new(run);
        let law = if run.sample_rate() == 1.0 {
            Law::Gaussian(Gaussian {
                mu: run.unsampled_mu(),
            })
        } else if run.num_steps() == 1.0 {
            Law::OneStep(OneStep::new(run))
        } else if coarse.affinity < 1e-17 {
            Law::Coarse
        } else {
            coarse
                .step
                .as_ref()
                .and_then(|step| FourierCurve::new(run, step, demand.epsilon_max(step)))
                .map_or(Law::Coarse, Law::Fourier)
        };
        Self {
            run: *run,
            law,
            coarse,
        }
    }

    /// The run this is the curve of.
    #[must_use]
    pub fn run(&self) -> &SampledGaussian {
        &self.run
    }

    /// How the curve was computed: `closed_form`, `fourier` or `hellinger`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self.law {
            Law::Gaussian(_) | Law::OneStep(_) => "closed_form",
            Law::Fourier(_) => "fourier",
            Law::Coarse => "hellinger",
        }
    }

    /// Advantage of the best attacker, `TPR - FPR` at its largest: the total variation of "in" and "out".
    #[must_use]
    pub fn advantage(&self) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.advantage(),
            Law::OneStep(law) => law.advantage(),
            Law::Fourier(_) | Law::Coarse => self
                .overlap(0.0)
                .complement()
                .intersect(self.coarse.advantage),
        }
    }

    /// `O(eps) = ∫ min(in, e^eps out)`.
    #[must_use]
    pub fn overlap(&self, epsilon: f64) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.overlap(epsilon),
            Law::OneStep(law) => law.hockey_stick(epsilon).complement(),
            Law::Fourier(law) => {
                let coarse = self.coarse.overlap(epsilon);
                let edge = law.epsilon_max();
                if epsilon.abs() <= edge {
                    return law.overlap_interval(epsilon).intersect(coarse);
                }
                // From the edge on: O grows with eps, and O e^-eps, the share of "out" that is kept, falls.
                let edge = edge.copysign(epsilon);
                let growth = libm::exp(epsilon - edge);
                let inner = law.overlap_interval(edge);
                let (low, high) = (growth.min(1.0), growth.max(1.0));
                Interval {
                    lower: (inner.lower * low).next_down().max(coarse.lower),
                    upper: (inner.upper * high).next_up().min(coarse.upper),
                }
            }
            Law::Coarse => self.coarse.overlap(epsilon),
        }
    }

    /// `H(eps)`, the hockey-stick divergence of "in" from "out" ("remove").
    #[must_use]
    pub fn hockey_stick(&self, epsilon: f64) -> Interval {
        match &self.law {
            Law::Gaussian(law) => law.hockey_stick(epsilon),
            Law::OneStep(law) => law.hockey_stick(epsilon),
            Law::Fourier(_) | Law::Coarse => {
                let divergence = self.overlap(epsilon).complement();
                // Nothing lies below (1 - e^eps)_+, the divergence of two equal laws.
                let least = (-libm::expm1(epsilon)).next_down().max(0.0);
                Interval {
                    lower: divergence.lower.max(least),
                    ..divergence
                }
            }
        }
    }

    /// The hockey-stick divergence of "out" from "in" ("add"): `1 - e^eps O(-eps)`.
    #[must_use]
    pub fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        if let Law::Gaussian(law) = &self.law {
            return law.hockey_stick(epsilon);
        }
        let overlap = self.overlap(-epsilon);
        let scale = libm::exp(epsilon);
        Interval {
            lower: scale * overlap.lower * (1.0 - 4.0 * f64::EPSILON),
            upper: scale * overlap.upper * (1.0 + 4.0 * f64::EPSILON),
        }
        .complement()
    }

    /// Upper bounds of epsilon by moments, "remove" and "add".
    pub(crate) fn epsilon_from_moments(&self, delta: f64) -> (f64, f64) {
        self.coarse
            .step
            .as_ref()
            .map_or((f64::INFINITY, f64::INFINITY), |step| {
                (step.epsilon_of_in(delta), step.epsilon_of_out(delta))
            })
    }

    pub(crate) fn closed_form_tpr(&self, fpr: f64) -> Option<Interval> {
        match &self.law {
            Law::Gaussian(law) => Some(law.tpr(fpr)),
            Law::OneStep(law) => Some(law.tpr(fpr)),
            Law::Fourier(_) | Law::Coarse => None,
        }
    }

    pub(crate) fn fourier(&self) -> Option<&FourierCurve> {
        match &self.law {
            Law::Fourier(law) => Some(law),
            _ => None,
        }
    }
}
