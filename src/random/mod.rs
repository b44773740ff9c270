//! Random numbers: streams of a seed, which are the same on every machine, in double precision and sixteen side by side in
//! single precision, and streams of a key that nobody else has.
//!
//! It may import `numerics` and knows nothing of what is drawn with it.

mod lanes;
mod normals;
mod random;

pub(crate) use lanes::{
    Amplitude, Exponential, Floats, Kernel, LANES, LARGEST_NORMAL, LaneGenerator, QUAD,
    QuadGenerator, Words,
};
pub(crate) use normals::Normals;
pub(crate) use random::{Random, Seeded, Source};

/// Whether this is the run of all tests (`npm run test:all`): the daily one draws fewer settings.
#[cfg(test)]
pub(crate) fn is_whole_run() -> bool {
    std::env::var_os("TEST_ALL").is_some()
}
