//! Random numbers that are the same on every machine: a generator in double precision, and sixteen streams side by side
//! with normal, exponential and gamma variates in single precision.
//!
//! It may import `numerics` and knows nothing of what is drawn with it.

mod lanes;
mod random;

pub(crate) use lanes::{
    Amplitude, Exponential, Floats, Kernel, LANES, LARGEST_NORMAL, LaneGenerator, QUAD,
    QuadGenerator, Words,
};
pub(crate) use random::Random;
