//! The laboratory: trainings and attacks of the papers, run on the reader's machine beside the figures that are proved.
//!
//! It may import `figure`, `numerics` and `random`. It knows no curve and no accountant: what it finds is measured, so that it can
//! be held against them.

mod attack;
mod data;
mod learning;
mod model;
