//! How many streams run side by side.

/// Streams that run side by side.
pub(crate) const LANES: usize = 16;

/// Lanes of a vector.
pub(crate) const QUAD: usize = 4;
