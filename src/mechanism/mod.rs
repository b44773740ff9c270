//! From a run as people state it to the pairs of laws that bound it; what is asked of the curve of a pair, and what an
//! engine answers.
//!
//! It may import `figure` and `numerics`. Two engines and a simulation start from it, and they share nothing else but
//! arithmetic: what one of them alone needs is not here.

mod apart;
mod demand;
mod dominating_pair;
mod domination;
mod enclosure;
mod gaussian;
mod laplace_step;
mod mechanism;
mod one_step;
mod phase;
mod run;
mod sampled_gaussian;
mod tabulated_ratio;
mod theorems;

pub(crate) use apart::{Apart, ApartAt, TERMS as TERMS_APART};
pub(crate) use dominating_pair::{DominatingPair, PairPhase, Shape};
pub(crate) use domination::{Domination, Side};
pub(crate) use enclosure::Enclosure;
pub(crate) use gaussian::{Gaussian, shifted_tail};
pub(crate) use laplace_step::LaplaceStep;
pub(crate) use mechanism::sampling_name;
pub(crate) use one_step::OneStep;
pub(crate) use run::steps_of;
pub(crate) use tabulated_ratio::{RatioEllipse, RatioNode, RatioPanel, TabulatedRatio};
#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use demand::Demand;
pub use mechanism::{Mechanism, NeighboringRelation, Noise, Sampling};
pub use phase::Phase;
pub use run::RunOptions;
pub use sampled_gaussian::SampledGaussian;
