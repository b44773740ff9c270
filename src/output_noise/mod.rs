//! Noise on a published output: its laws and scales, the moments that these need, a sampler, and the exact numbers of a
//! finite table of outputs.
//!
//! It may import `figure`, `numerics` and `random`. It knows no training: what is published here is one output, and what
//! is promised is membership inference privacy.

mod eta;
mod finite_table;
mod law;
mod moments;
mod options;
mod parameters;
mod powers_of_two;
mod result;
mod sampler;
mod scales;
mod theorems;

#[cfg(test)]
pub(crate) use theorems::ALL as THEOREMS;

pub use eta::{epsilon_from_eta, tpr_from_eta};
pub use finite_table::{Corners, MipRecord, MipTable, MipTableResult, MipTpr};
pub use law::{
    NoiseLaw, eta_from_distance, eta_from_moment, laplace_mechanism_scale, printed_scale,
    scale_from_distance, scale_from_moment,
};
pub use moments::{MomentOptions, MomentResult};
pub use options::NoiseOptions;
pub use powers_of_two::{PowersOfTwo, PowersOfTwoOptions, powers_of_two};
pub use result::{AchievedEta, EtaTpr, NoiseResult, NoiseScale, NoiseScales};
pub use sampler::{NoiseNorm, NoisePurpose, NoiseSample, NoiseSampleOptions, OutputNoise};
