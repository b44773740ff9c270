//! Few large observations: the divergence by how many lie above a place, and by the moments of all others.
//!
//! Where hardly a step shows by chance what a drawn record does, the ratio `W` of `n` steps is that of a few large observations
//! times that of the others, which is nearly constant. With a place `c` and `j` observations above it, any of them,
//!
//! `E_Q[(W - e^eps)_+] = sum_j C(n, j) ∫_(z_1, ..., z_j > c) E[(w(z_1) ... w(z_j) V - e^eps)_+] dQ^j`,
//!
//! `V = (1 - q)^(n - j) (1 + D)` the ratio of those below, whose moments have closed forms ([`small`]).
//!
//! - None above: a moment bounds what is left ([`divergence`]).
//! - One above: `h(t) = E_Q[(w t - X)_+; z > c]`, `X = e^eps / (1 - q)^(n - 1)`, is `t` times the rate times the curve of a Gaussian of
//!   `mu = m`, as long as the place `a` of `w = X/t` lies beyond `c`. Its series around `t = 1` gives `E[h(1 + D)]` by the moments. The rest
//!   of the series is bounded on a disc by Cauchy's inequality, and beyond it by the largest bend of `h` ([`disc`]); each bound
//!   grows with a power of `D` and is multiplied by that moment ([`single`]).
//! - More above: the integral over one of them of the same for one less, in cells. Up to an end the rule of Gauss and Legendre is
//!   certain on an ellipse ([`rule`]), or convexity in `1/w` is (Jensen, chord); beyond the end nothing is cut off, and what is
//!   left is a difference of products of normal probabilities ([`several`]).
//! - More than four above: between their mass under `P` and that less `e^eps` times their mass under `Q`; at an order of 0 or more also at
//!   most what each step adds alone, times the mass of the others ([`divergence`]).
//!
//! Where a drawn record stands out, these are nearly all: many draws leave nothing open.

mod disc;
mod divergence;
mod known;
mod rule;
mod several;
mod single;
mod small;
mod steps;
#[cfg(test)]
mod tests;

pub(super) use self::known::{Asked, Known};
