//! What is proven about a training: which pairs bound it, and on which side.

use super::dominating_pair::{DominatingPair, PairPhase, Shape};
use super::mechanism::{Mechanism, NeighboringRelation, Noise, Sampling};
use super::phase::Phase;
use super::theorems;
use crate::figure::{Error, Nearest, Theorem};

/// Pairs whose curves lie above and below that of the training.
pub(crate) struct Domination {
    pub(crate) upper: DominatingPair,
    /// Attained by some data sets.
    pub(crate) lower: Vec<DominatingPair>,
    pub(crate) side: Side,
    /// The statement with its sources.
    pub(crate) status: &'static Theorem,
}

/// How the upper pair stands to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// It is the truth: it dominates every data set and is attained in both orders.
    Exact,
    /// It dominates, and one order of it is attained: both ends of its figures hold for that order.
    Attained,
    /// It dominates.
    Above,
}

impl Domination {
    /// # Errors
    /// [`Error::Unknown`] where nothing is proven.
    pub(crate) fn of(mechanism: &Mechanism) -> Result<Self, Error> {
        use NeighboringRelation::{AddOrRemoveOne, ReplaceOne, ReplaceSpecial};
        let phases = mechanism.phases();
        let noise = mechanism.noise();
        let group_size = mechanism.group_size();
        let pair_of = |shape, sensitivity: f64, phases: &[Phase]| DominatingPair {
            shape,
            noise,
            phases: phases
                .iter()
                .map(|phase| PairPhase::new(phase, sensitivity))
                .collect(),
        };
        let pair = |shape, sensitivity| pair_of(shape, sensitivity, phases);
        let exact = |shape, status| Self {
            upper: pair(shape, 1.0),
            lower: Vec::new(),
            side: Side::Exact,
            status,
        };
        let bounded = |upper, lower, status| Self {
            upper,
            lower,
            side: Side::Above,
            status,
        };
        // What is seen of an epoch that is cut off is a part of what a whole one shows.
        let begun = epochs(phases, libm::ceil);
        let whole = epochs(phases, libm::floor);
        let unamplified = |sensitivity: f64| DominatingPair {
            shape: Shape::Mixture { group_size: 1 },
            noise,
            phases: begun
                .iter()
                .map(|phase| PairPhase {
                    sample_rate: 1.0,
                    num_steps: libm::round(phase.num_steps / phase.bins()),
                    ..PairPhase::new(phase, sensitivity)
                })
                .collect(),
        };
        // None where no epoch was finished. The record's batch is any of an epoch's with the same probability; where the
        // last is smaller, that is the least that can be told: the divergence is convex in the probabilities and
        // symmetric.
        let finished = |sensitivity: f64| -> Vec<DominatingPair> {
            let found =
                (!whole.is_empty()).then(|| pair_of(Shape::Allocation, sensitivity, &whole));
            found.into_iter().collect()
        };
        let single = Shape::Mixture { group_size: 1 };
        let unsampled = phases.iter().all(|phase| phase.sample_rate == 1.0);
        let sampling = if unsampled {
            Sampling::Poisson
        } else {
            mechanism.sampling()
        };
        if group_size > 1 {
            return match (noise, sampling, mechanism.relation()) {
                (Noise::Gaussian, Sampling::Poisson, AddOrRemoveOne | ReplaceSpecial) => {
                    Ok(exact(Shape::Mixture { group_size }, theorems::GROUP))
                }
                (Noise::Gaussian, Sampling::Poisson, ReplaceOne) => unknown(
                    "group_size",
                    "above 1 with replace_one: no pair is proven; add_or_remove_one and replace_special are",
                    Nearest {
                        statement: "For groups, nothing is proven when records are replaced.",
                        parameter: "neighboring_relation",
                        value: "add_or_remove_one",
                    },
                ),
                _ => unknown(
                    "group_size",
                    "above 1 is proven for Gaussian noise and Poisson sampling only",
                    Nearest {
                        statement: "For groups, nothing is proven except under Poisson sampling with Gaussian noise.",
                        parameter: "group_size",
                        value: "1",
                    },
                ),
            };
        }
        Ok(match (noise, sampling, mechanism.relation()) {
            (Noise::Gaussian, Sampling::Poisson, AddOrRemoveOne | ReplaceSpecial) => exact(
                single,
                if unsampled {
                    theorems::UNSAMPLED
                } else {
                    theorems::MIXTURE
                },
            ),
            (Noise::Gaussian, Sampling::Poisson, ReplaceOne) => exact(
                Shape::Substitution,
                if unsampled {
                    theorems::UNSAMPLED
                } else {
                    theorems::SUBSTITUTION
                },
            ),
            (Noise::Laplace, Sampling::Poisson, AddOrRemoveOne | ReplaceSpecial) => {
                exact(single, theorems::LAPLACE)
            }
            (Noise::Laplace, Sampling::Poisson, ReplaceOne) => bounded(
                pair(Shape::Mirrored, 2.0),
                vec![pair(single, 1.0)],
                theorems::LAPLACE_REPLACED,
            ),
            (_, Sampling::WithoutReplacement, AddOrRemoveOne) => Self {
                side: Side::Attained,
                ..bounded(pair(single, 2.0), Vec::new(), theorems::SUBSET_ONE_MORE)
            },
            (_, Sampling::WithoutReplacement, ReplaceOne) => {
                let mut lower = vec![pair(single, 2.0)];
                if noise == Noise::Gaussian {
                    lower.push(pair(Shape::Substitution, 1.0));
                }
                bounded(pair(Shape::Mirrored, 2.0), lower, theorems::SUBSET)
            }
            (_, Sampling::WithoutReplacement, ReplaceSpecial) => bounded(
                pair(Shape::Mirrored, 2.0),
                vec![pair(single, 1.0)],
                theorems::SUBSET,
            ),
            (Noise::Laplace, Sampling::Shuffle | Sampling::BallsAndBins, _) => {
                return unknown(
                    "sampling",
                    "by epochs with Laplace noise: nothing is proven; poisson and without_replacement are",
                    Nearest {
                        statement: "For Laplace noise, nothing is proven when batches are drawn by epochs.",
                        parameter: "sampling",
                        value: "poisson",
                    },
                );
            }
            (Noise::Gaussian, Sampling::Shuffle, AddOrRemoveOne) => {
                return unknown(
                    "sampling",
                    "shuffle with add_or_remove_one: an additional record changes how the epoch is cut, and nothing is \
                     proven; replace_one and replace_special are",
                    Nearest {
                        statement: "For shuffled epochs, nothing is proven when a record is added or removed.",
                        parameter: "neighboring_relation",
                        value: "replace_one",
                    },
                );
            }
            (Noise::Gaussian, Sampling::Shuffle, ReplaceOne) => {
                bounded(unamplified(2.0), finished(2.0), theorems::SHUFFLE)
            }
            (Noise::Gaussian, Sampling::Shuffle, ReplaceSpecial) => {
                bounded(unamplified(1.0), finished(1.0), theorems::SHUFFLE)
            }
            (Noise::Gaussian, Sampling::BallsAndBins, AddOrRemoveOne | ReplaceSpecial)
                if phases.iter().any(|phase| phase.cut_steps() > 0.0) =>
            {
                bounded(
                    pair_of(Shape::Allocation, 1.0, &begun),
                    finished(1.0),
                    theorems::ALLOCATION_CUT,
                )
            }
            (Noise::Gaussian, Sampling::BallsAndBins, AddOrRemoveOne | ReplaceSpecial) => {
                exact(Shape::Allocation, theorems::ALLOCATION)
            }
            (Noise::Gaussian, Sampling::BallsAndBins, ReplaceOne) => {
                bounded(unamplified(2.0), Vec::new(), theorems::ALLOCATION_REPLACED)
            }
        })
    }
}

/// The phases with as many whole epochs as `rounded` makes of theirs, those with any.
fn epochs(phases: &[Phase], rounded: fn(f64) -> f64) -> Vec<Phase> {
    phases
        .iter()
        .map(|phase| Phase {
            num_steps: rounded(phase.num_steps / phase.bins()) * phase.bins(),
            ..*phase
        })
        .filter(|phase| phase.num_steps > 0.0)
        .collect()
}

fn unknown(
    parameter: &'static str,
    reason: &'static str,
    nearest: Nearest,
) -> Result<Domination, Error> {
    Err(Error::Unknown {
        parameter,
        reason,
        nearest: Some(nearest),
    })
}
