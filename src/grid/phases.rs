//! From a dominating pair to the laws of its phases, and from them to pairs on a grid.

use super::allocation::Epoch;
use super::composition::Transforms;
use super::demand::GridDemand;
use super::laws::{Exchange, Group, Laplace, Single};
use super::step_pairs::{Reach, TwoPairs, direct, fitted, mirrored};
use crate::mechanism::{DominatingPair, Noise, Shape};

/// Logarithm of the share of what may be moved to an infinite loss for a number of records to be left out.
const NEGLIGIBLE: f64 = 16.0;

/// One step's law.
pub(crate) enum PhaseLaw {
    Single(Single),
    Group(Group),
    Exchange(Exchange),
    Laplace(Laplace),
    Epoch(Box<Epoch>),
}

/// Steps that share a law.
pub(crate) struct Source {
    law: PhaseLaw,
    mirrored: bool,
    reach: Reach,
    /// How many steps (or epochs) share it.
    pub(crate) steps: f64,
}

impl Source {
    fn new(law: PhaseLaw, mirrored: bool, steps: f64, spare: f64, epsilon_max: f64) -> Self {
        let reach = match &law {
            PhaseLaw::Single(law) => Reach::new(law, spare, epsilon_max),
            PhaseLaw::Group(law) => Reach::new(law, spare, epsilon_max),
            PhaseLaw::Exchange(law) => Reach::new(law, spare, epsilon_max),
            PhaseLaw::Laplace(law) => Reach::new(law, spare, epsilon_max),
            PhaseLaw::Epoch(epoch) => Reach {
                left: 0.0,
                least: epoch.least(),
                cap: epoch.cap(),
            },
        };
        Self {
            law,
            mirrored,
            reach,
            steps,
        }
    }

    /// Both pairs on a grid; `(upper, lower)`.
    pub(crate) fn pairs(&self, step: f64) -> Option<TwoPairs> {
        match (&self.law, self.mirrored) {
            (PhaseLaw::Single(law), false) => direct(law, &self.reach, step),
            (PhaseLaw::Single(law), true) => mirrored(law, &self.reach, step),
            (PhaseLaw::Group(law), _) => {
                let (mut upper, lower) = direct(law, &self.reach, step)?;
                upper.infinite += law.more;
                Some((upper, lower))
            }
            (PhaseLaw::Exchange(law), _) => mirrored(law, &self.reach, step),
            (PhaseLaw::Laplace(law), false) => direct(law, &self.reach, step),
            (PhaseLaw::Laplace(law), true) => mirrored(law, &self.reach, step),
            (PhaseLaw::Epoch(epoch), _) => epoch.pairs(step),
        }
    }

    /// The distance of the knots that serves the atoms of the law.
    pub(crate) fn fitted(&self, step: f64) -> f64 {
        match &self.law {
            PhaseLaw::Laplace(law) => fitted(law, &self.reach, step, self.mirrored),
            _ => step,
        }
    }

    /// The shortest step that gains anything.
    pub(crate) fn finest(&self) -> f64 {
        match &self.law {
            PhaseLaw::Epoch(epoch) => epoch.finest(),
            _ => 0.0,
        }
    }

    /// Length of its grid in the loss.
    pub(crate) fn span(&self) -> f64 {
        if self.mirrored {
            2.0 * self.reach.cap
        } else {
            self.reach.cap - self.reach.least
        }
    }
}

/// The laws of all phases; None for shapes that have no grid.
pub(crate) fn sources(
    pair: &DominatingPair,
    demand: &GridDemand,
    transforms: &mut Transforms,
) -> Option<Vec<Source>> {
    let total: f64 = pair.phases.iter().map(|phase| phase.num_steps).sum();
    let spare = (demand.width / 50.0).min(demand.smallest * 1e-3) / total;
    pair.phases
        .iter()
        .map(|phase| {
            let (rate, shift) = (phase.sample_rate, phase.shift());
            let (law, mirrored) = match (pair.shape, pair.noise) {
                (Shape::Mixture { group_size: 1 }, Noise::Gaussian) => {
                    (PhaseLaw::Single(Single { rate, shift }), false)
                }
                (Shape::Mixture { group_size }, Noise::Gaussian) => {
                    let log_least = libm::log(spare) - NEGLIGIBLE;
                    let group = Group::new(group_size, rate, shift, log_least);
                    (PhaseLaw::Group(group), false)
                }
                (Shape::Substitution, Noise::Gaussian) => {
                    (PhaseLaw::Exchange(Exchange { rate, shift }), true)
                }
                (Shape::Mirrored, Noise::Gaussian) => {
                    (PhaseLaw::Single(Single { rate, shift }), true)
                }
                (Shape::Mixture { group_size: 1 }, Noise::Laplace) => {
                    (PhaseLaw::Laplace(Laplace { rate, shift }), false)
                }
                (Shape::Mirrored, Noise::Laplace) => {
                    (PhaseLaw::Laplace(Laplace { rate, shift }), true)
                }
                (Shape::Allocation, Noise::Gaussian) => {
                    let bins = phase.bins();
                    let epochs = phase.num_steps / bins;
                    let cap = epoch_cap(shift, bins, total * rate, demand.epsilon_max);
                    let points = demand.most_points.min(MOST_EPOCH_POINTS);
                    let spare = (demand.width / 50.0).min(demand.smallest * 1e-7) * bins / total;
                    let epoch = Epoch::new(
                        (shift, bins),
                        (cap, demand.tails()),
                        spare,
                        points,
                        transforms,
                    )?;
                    let law = PhaseLaw::Epoch(Box::new(epoch));
                    return Some(Source::new(
                        law,
                        false,
                        libm::round(epochs),
                        spare,
                        demand.epsilon_max,
                    ));
                }
                (_, Noise::Laplace) => return None,
            };
            Some(Source::new(
                law,
                mirrored,
                phase.num_steps,
                spare,
                demand.epsilon_max,
            ))
        })
        .collect()
}

/// Most knots of the ratio of one epoch; no more than the transforms of the loss have.
const MOST_EPOCH_POINTS: usize = 1 << 17;

/// Losses of one epoch beyond this are as good as infinite: the grid of the ratio is linear.
const LARGEST_EPOCH_ORDER: f64 = 1.5;

/// The largest ratio to keep of an epoch. What lies above is known in sum, and matters in a composition only where
/// other epochs point the other way as strongly.
fn epoch_cap(shift: f64, bins: f64, epochs: f64, epsilon_max: f64) -> f64 {
    let wanted = 1.2 * libm::exp(epsilon_max.clamp(0.0, LARGEST_EPOCH_ORDER));
    if epochs <= 1.0 {
        return wanted;
    }
    let single = libm::exp(shift * (0.5 * shift + 4.5)) / bins;
    let spread = libm::sqrt(libm::expm1(shift * shift) / bins);
    wanted.max((1.0 + 6.0 * spread + single).min(50.0))
}
