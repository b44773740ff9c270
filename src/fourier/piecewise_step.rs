//! One step whose loss is smooth on one stretch of the observations, beside atoms: Laplace noise, and pairs that are their own
//! mirror images.

use super::truncation::Cell;
use crate::mechanism::{Noise, PairPhase, Shape};
use crate::numerics::normal;
use core::f64::consts::{LN_2, PI};

/// The stretch `from < x < to` with the density of "out" and the likelihood ratio `w = 1 - q + q e^(k x - o)` there, and the
/// atoms. Of a pair that is its own mirror image the stretch is the half with losses above 0: the other half has the same
/// masses under the other hypothesis, and what lies between is an atom of loss 0.
#[derive(Clone, Debug)]
pub(crate) struct PiecewiseStep {
    pub(super) density: Density,
    pub(super) ratio: Ratio,
    pub(super) from: f64,
    pub(super) to: f64,
    /// Less the mirror images.
    pub(super) atoms: Vec<Atom>,
    pub(super) mirrored: bool,
    pub(super) num_steps: f64,
}

/// The density of "out" on the stretch, which falls there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Density {
    /// `e^(-x²/2)/sqrt(2 pi)`.
    Normal,
    /// `e^-x/2`.
    Exponential,
}

/// `w = 1 - q + q e^(k x - o)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    q: f64,
    pub(super) k: f64,
    o: f64,
}

/// A loss with a probability of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) loss: f64,
    /// Logarithm of its mass under "out".
    pub(super) log_out: f64,
}

impl Density {
    pub(super) fn log(self, x: f64) -> f64 {
        match self {
            Self::Normal => -0.5 * x * x - 0.5 * libm::log(2.0 * PI),
            Self::Exponential => -x - LN_2,
        }
    }

    /// Logarithm of a bound of its absolute value right of `left` and up to a height in the complex plane.
    pub(super) fn log_largest(self, left: f64, height: f64) -> f64 {
        match self {
            Self::Normal => self.log(left.max(0.0)) + 0.5 * height * height,
            Self::Exponential => self.log(left),
        }
    }
}

impl Ratio {
    fn exponent(self, x: f64) -> f64 {
        self.k * x - self.o
    }

    /// `ln w`.
    pub(super) fn loss(self, x: f64) -> f64 {
        loss(self.q, self.exponent(x))
    }

    /// Logarithm of the probability that the record was drawn, given the observation; the loss grows `k` times as fast as `x`
    /// times that.
    pub(super) fn log_posterior(self, x: f64, loss: f64) -> f64 {
        (libm::log(self.q) + self.exponent(x) - loss).min(0.0)
    }

    /// The probability that the record was drawn left of `right`, at most.
    pub(super) fn largest_posterior(self, right: f64) -> f64 {
        if right.is_infinite() {
            return 1.0;
        }
        libm::exp(self.log_posterior(right, self.loss(right)))
    }

    /// Bound of the argument of `w` at heights up to `height`, left of `right`: it grows with both while `k height < pi`.
    pub(super) fn argument(self, right: f64, height: f64) -> f64 {
        let exponent = self.exponent(right);
        let (sin, cos) = libm::sincos(self.k * height);
        if exponent > 600.0 {
            return self.k * height;
        }
        let sampled = self.q * libm::exp(exponent);
        libm::atan2(sampled * sin, 1.0 - self.q + sampled * cos)
    }

    /// Logarithm of the share of `w(x)` that `|w(x + iy)|` is at least: with the probability `p` that the record was drawn,
    /// `|w(x + iy)|²/w(x)² = 1 - 4 p (1 - p) sin²(ky/2)`.
    pub(super) fn log_least(self, height: f64) -> f64 {
        libm::log(libm::cos(0.5 * self.k * height))
    }

    /// Scale to which the rounding of the loss refers: that of its exponent moves it by the posterior times as much.
    pub(super) fn size(self, x: f64, loss: f64) -> f64 {
        let posterior = libm::exp(self.log_posterior(x, loss));
        loss.abs() + posterior * ((self.k * x).abs() + self.o.abs())
    }
}

/// `ln(1 - q + q e^exponent)`.
fn loss(q: f64, exponent: f64) -> f64 {
    if q == 1.0 {
        return exponent;
    }
    if exponent > 600.0 {
        return exponent + libm::log(q);
    }
    let excess = q * libm::expm1(exponent);
    if excess < -0.5 {
        libm::log((1.0 - q) + q * libm::exp(exponent))
    } else {
        libm::log1p(excess)
    }
}

impl PiecewiseStep {
    /// Largest relative error of a loss, in terms of its [`Ratio::size`].
    pub(super) const LOSS_ERROR: f64 = 16.0 * f64::EPSILON;

    /// `None` for the other shapes.
    pub(super) fn new(shape: Shape, noise: Noise, phase: &PairPhase) -> Option<Self> {
        let (q, m) = (phase.sample_rate, phase.shift());
        let mirrored = match shape {
            Shape::Mixture { group_size: 1 } => false,
            Shape::Mirrored => true,
            _ => return None,
        };
        let step = |density, ratio, (from, to), atoms| Self {
            density,
            ratio,
            from,
            to,
            atoms,
            mirrored,
            num_steps: phase.num_steps,
        };
        match noise {
            Noise::Gaussian => {
                let ratio = Ratio {
                    q,
                    k: m,
                    o: 0.5 * m * m,
                };
                let middle = 0.5 * m;
                // Under both, what is no further than the middle and what the other half has as well.
                let equal = (1.0 - q) * (1.0 - 2.0 * normal::sf(middle));
                let atoms = vec![nothing_learnt(equal)];
                Some(step(Density::Normal, ratio, (middle, f64::INFINITY), atoms))
            }
            Noise::Laplace => {
                let ratio = Ratio { q, k: 2.0, o: m };
                let right = Atom {
                    loss: loss(q, m),
                    log_out: -m - LN_2,
                };
                let (from, other) = if mirrored {
                    let equal = (1.0 - q) * -libm::expm1(-0.5 * m);
                    (0.5 * m, nothing_learnt(equal))
                } else {
                    let left = Atom {
                        loss: loss(q, -m),
                        log_out: -LN_2,
                    };
                    (0.0, left)
                };
                let atoms = vec![right, other];
                Some(step(Density::Exponential, ratio, (from, m), atoms))
            }
        }
    }

    /// Roughly the variance of all steps' loss: right where it is small.
    pub(super) fn rough_variance(&self) -> f64 {
        let shift = match self.density {
            Density::Normal => self.ratio.k,
            Density::Exponential => self.ratio.o,
        };
        self.num_steps * self.ratio.q * self.ratio.q * libm::expm1((shift * shift).min(2.0))
    }

    /// Whether the nodes leave out what lies far to the right.
    pub(super) fn is_cut(&self) -> bool {
        self.to.is_infinite()
    }

    /// Smallest possible loss, from below.
    pub(super) fn smallest_loss(&self) -> f64 {
        let ulps = 1.0 + Self::LOSS_ERROR;
        let losses = self.atoms.iter().map(|atom| atom.loss);
        if !self.mirrored {
            return losses.fold(0.0, f64::min) * ulps;
        }
        match self.density {
            Density::Normal => f64::NEG_INFINITY,
            Density::Exponential => -losses.fold(0.0, f64::max) * ulps,
        }
    }

    /// The tilts of the two halves, of which the second one is the mirror image of a stretch.
    pub(super) fn tilts(&self, s: f64) -> impl Iterator<Item = f64> + Clone {
        let mirrored = self.mirrored.then_some(1.0 - s);
        core::iter::once(s).chain(mirrored)
    }

    /// Logarithm of the density of `P^s Q^(1-s)` on the stretch.
    pub(super) fn log_density(&self, x: f64, s: f64) -> f64 {
        self.density.log(x) + s * self.ratio.loss(x)
    }

    /// Where the stretch may be cut: beyond, `P^s Q^(1-s)` has a mass of at most `2 e^(log_tolerance + log_scale)`, `P` and `Q` of at
    /// most `2 e^log_tolerance`, in both halves together.
    pub(super) fn end(&self, s: f64, log_tolerance: f64, log_scale: f64) -> f64 {
        const STEP: f64 = 0.25;
        if self.to.is_finite() {
            return self.to;
        }
        let mut end = self.from;
        let demands = self.tilts(s).map(|tilt| (tilt, log_tolerance + log_scale));
        for (tilt, most) in demands.chain([(1.0, log_tolerance), (0.0, log_tolerance)]) {
            // The logarithm of a density grows by its slope bound at most: the mass is at most density times Mills' ratio.
            let slope = tilt.max(0.0) * self.ratio.k;
            let beyond = |z: f64| {
                let x = z - slope;
                self.log_density(z, tilt)
                    + 0.5 * x * x
                    + 0.5 * libm::log(2.0 * PI)
                    + normal::log_sf(x)
            };
            end = end.max(slope);
            while beyond(end) > most {
                end += STEP;
            }
        }
        end
    }

    /// Lengths in the loss of so many cells of the stretch, and from below the density of the loss under `P^s Q^(1-s)` in each,
    /// of both halves from the smallest loss to the largest.
    pub(super) fn cells(&self, s: f64, log_coefficient: f64, cells: usize) -> Vec<Cell> {
        let end = self.end(s, -45.0, log_coefficient);
        let width = (end - self.from) / cells as f64;
        let half = |tilt: f64| -> Vec<Cell> {
            let at = |i: usize| {
                let x = self.from + width * i as f64;
                (x, self.ratio.loss(x))
            };
            (0..cells)
                .map(|i| {
                    let ((left, low), (right, high)) = (at(i), at(i + 1));
                    let sizes = self.ratio.size(left, low) + self.ratio.size(right, high);
                    let length = (high - low) * (1.0 - 1e-9) - 2.0 * Self::LOSS_ERROR * sizes;
                    // The density falls and the posterior grows with the observation.
                    let slope = libm::log(self.ratio.k) + self.ratio.log_posterior(right, high);
                    let log_height =
                        self.density.log(right) + (tilt * low).min(tilt * high) - slope;
                    let height = libm::exp(log_height - log_coefficient) * (1.0 - 1e-9);
                    (length.max(0.0), height.min(1e300))
                })
                .collect()
        };
        let mut all = Vec::new();
        if self.mirrored {
            all.extend(half(1.0 - s).into_iter().rev());
        }
        all.extend(half(s));
        all
    }
}

/// What both hypotheses say with the same probability.
fn nothing_learnt(mass: f64) -> Atom {
    Atom {
        loss: 0.0,
        log_out: libm::log(mass.max(1e-300)),
    }
}
