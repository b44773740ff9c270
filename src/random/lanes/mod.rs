//! Sixteen random streams side by side, four to a vector, and what the simulation needs of them in single precision.
//!
//! Every operation is one of IEEE 754 or of whole numbers, none is fused or reordered: the digits are the same on
//! every machine.

mod generator;
mod quad;
mod variates;
mod width;

pub(crate) use generator::{LaneGenerator, QuadGenerator};
pub(crate) use quad::{Floats, Words};
pub(crate) use variates::{Amplitude, Exponential, Kernel, LARGEST_NORMAL};
pub(crate) use width::{LANES, QUAD};
