//! The privacy curve of a run: the hockey-stick divergence at every order, with its certificate.

use super::between_atoms::BetweenAtoms;
use super::counted_draws::CountedDraws;
use super::enclosures::Enclosures;
use super::engine::{Engine, closed_form, suffices};
use super::laplace_step::SingleLaplaceStep;
use super::large_observations::Known;
use super::light_observations::LightObservations;
use super::mirrored_step::MirroredStep;
use super::one_observation::OneObservation;
use super::own_observations::OwnObservations;
use super::rays::Rays;
use super::two_steps::TwoSteps;
use crate::fourier::LEAST_MERGED;
use crate::mechanism::{
    Demand, DominatingPair, Gaussian, Noise, PairPhase, SampledGaussian, Shape,
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
    engine: Box<dyn Engine>,
}

/// What is known of a pair before the second engine.
enum Begun {
    /// A closed form, or the sum of such over the draws that answers what is asked.
    Alone(Box<dyn Engine>),
    Enclosed(Box<Enclosures>),
}

impl Begun {
    fn of(pair: &DominatingPair, demand: &Demand) -> Self {
        if let Some(engine) = closed_form(pair) {
            return Self::Alone(engine);
        }
        if !cfg!(first_module) {
            if let Some(engine) = OneObservation::new(pair) {
                return Self::Alone(Box::new(engine));
            }
            if let Some(engine) = SingleLaplaceStep::new(pair) {
                return Self::Alone(Box::new(engine));
            }
            if let Some(engine) = BetweenAtoms::new(pair) {
                return Self::Alone(Box::new(engine));
            }
            if let Some(engine) = MirroredStep::new(pair) {
                return Self::Alone(Box::new(engine));
            }
        }
        let mut closed: Option<Box<dyn Engine>> = None;
        if let Some(draws) = CountedDraws::new(pair) {
            if draws.suffices(demand) {
                return Self::Alone(Box::new(draws));
            }
            closed = Some(Box::new(draws));
        }
        if !cfg!(first_module)
            && let Some(known) = of_epochs(pair)
        {
            if suffices(known.as_ref(), demand) {
                return Self::Alone(known);
            }
            closed = Some(known);
        }
        if !cfg!(first_module)
            && let Some(engine) = Rays::first(pair, demand)
        {
            return Self::Alone(Box::new(engine));
        }
        if !cfg!(first_module)
            && let Some(engine) = TwoSteps::new(pair)
        {
            return Self::Alone(Box::new(engine));
        }
        let unread = if cfg!(first_module) {
            None
        } else {
            match Enclosures::by_large_observations(pair, demand) {
                Ok(enclosed) => return Self::Alone(Box::new(enclosed)),
                Err(unread) => unread,
            }
        };
        let first = Enclosures::first(pair, closed, unread, demand);
        Self::Enclosed(Box::new(first))
    }
}

/// Groups of several records, which the small module leaves to the whole one.
fn is_group(pair: &DominatingPair) -> bool {
    matches!(pair.shape, Shape::Mixture { group_size } if group_size > 1)
}

/// What heavy or light observations of epochs tell in closed form.
fn of_epochs(pair: &DominatingPair) -> Option<Box<dyn Engine>> {
    if let Some(own) = OwnObservations::new(pair) {
        return Some(Box::new(own));
    }
    Some(Box::new(LightObservations::new(pair)?))
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
        let mut enclosed = match Begun::of(pair, demand) {
            Begun::Alone(engine) => return Self::read_off(engine),
            Begun::Enclosed(first) => *first,
        };
        if enclosed.by_rays_of_few_steps(pair, demand) {
            return Self::read_off(Box::new(enclosed));
        }
        let suffices = enclosed.suffices(demand);
        enclosed = enclosed.with_cells(pair, demand);
        if !suffices {
            enclosed = enclosed.by_lines_or_second(pair, demand);
        }
        // A picture does without lines of their own, which take long to be found.
        if !demand.draft && !enclosed.settles(demand) {
            enclosed = enclosed.with_tails(pair, demand);
            enclosed.seek_points(demand);
        }
        Self::read_off(Box::new(enclosed))
    }

    /// The curve of a pair, where it is the first engine's or a closed form.
    pub(crate) fn by_first_engine(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        // The small module asks for cells where the whole one does.
        if cfg!(first_module)
            && (pair.noise == Noise::Laplace
                || pair.phases.len() >= LEAST_MERGED
                || is_group(pair)
                || CountedDraws::serves_sums(pair)
                || CountedDraws::serves_batches(pair)
                || OneObservation::serves(pair)
                || OwnObservations::serves(pair)
                || LightObservations::serves(pair)
                || MirroredStep::serves(pair)
                || Rays::come_first(pair)
                || TwoSteps::serves(pair)
                || Known::comes_first(pair, demand))
        {
            return None;
        }
        match Begun::of(pair, demand) {
            Begun::Alone(engine) => Some(Self::read_off(engine)),
            Begun::Enclosed(mut first) => {
                if !first.suffices(demand) && !first.has_advantage(demand) {
                    return None;
                }
                if demand.draft {
                    return Some(Self::read_off(first));
                }
                // The small module cannot seek lines either, and has no tables.
                if cfg!(first_module) && (first.has_long_lines() || first.is_to_seek(demand)) {
                    return None;
                }
                first.settles(demand).then(|| Self::read_off(first))
            }
        }
    }

    pub(super) fn read_off(engine: Box<dyn Engine>) -> Self {
        Self { engine }
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        self.engine.as_ref()
    }

    /// The engine that gave the curve: `closed_form`, `cells` (two steps, few large observations, or Laplace noise whose losses are
    /// mostly the least and the largest of a step), `fourier`, `grid` (beside
    /// the first), or `hellinger` where none resolves it.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.engine.method()
    }

    /// Advantage of the best attacker, `TPR - FPR` at its largest: the total variation of "in" and "out".
    #[must_use]
    pub fn advantage(&self) -> Interval {
        self.engine.advantage()
    }

    /// `O(eps) = ∫ min(in, e^eps out)`.
    #[must_use]
    pub fn overlap(&self, epsilon: f64) -> Interval {
        self.engine.overlap(epsilon)
    }

    /// `H(eps)`, the hockey-stick divergence of "in" from "out" ("remove").
    #[must_use]
    pub fn hockey_stick(&self, epsilon: f64) -> Interval {
        self.engine.hockey_stick(epsilon)
    }

    /// The hockey-stick divergence of "out" from "in" ("add"): `1 - e^eps O(-eps)`.
    #[must_use]
    pub fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        self.engine.reverse_hockey_stick(epsilon)
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

    /// GDP parameter of the run without sampling, where there is one.
    pub(crate) fn unsampled(&self) -> Option<Gaussian> {
        self.engine.unsampled()
    }
}
