//! What the results of an attack say about the run that was declared: the test of its trade-off curve, and confidence bounds of
//! what the attack shows.
//!
//! It may import `training` for the search over the noise, `curve` and `guarantee` for what is declared, `mechanism`, `figure`
//! and `numerics`. It reads curves from above only: what is refuted is refuted for every curve below.

mod counts;
mod roc_bound;
