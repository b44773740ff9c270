//! What is averaged over simulated trainings.
//!
//! At order `a = e^epsilon` every estimator has the expectation `E_out[(1 - a e^L)_+] = TV_a - (1 - a)/2`
//! (erratum E3), or `TV_a` itself for the mixture: advantage, accuracy and `TV_a` differ by known constants.

use super::control_variate::GaussianControl;
use super::transcripts::{Block, Wanted};
use crate::figure::word_of;
use crate::random::LANES;
use serde::{Deserialize, Serialize};

/// An unbiased estimator. Let `f(L) = (1 - a e^L)_+` of a training under "out", between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Estimator {
    /// The mean of `f(L)`: Algorithm 1 of Mahloujifar et al. with the sign of erratum E1. Its variance is at most
    /// `A (1 - A)` at the advantage `A`.
    #[serde(rename = "algorithm_1")]
    Algorithm1,
    /// The mean of `(f(L(z)) + f(L(-z)))/2`: noise and mirrored noise have the same law. Where `f` is nearly monotone in
    /// the noise the two are negatively correlated, so that the variance of a pair is below half of that of one.
    Antithetic,
    /// The mean of `f(L) - beta (C - E C)`, see `control_variate.rs`. With the correlation `r` of `f` and `C` and the best
    /// `beta` the variance is `1 - r²` of Algorithm 1's; `beta` comes from the pilot, which is not averaged, so nothing
    /// is biased.
    ControlVariate,
    /// Both: pairs, with the control averaged over the pair.
    AntitheticControlVariate,
    /// The mean of `|1 - a e^L|/(1 + e^L)` over a training under each hypothesis: its expectation under the average of
    /// both laws is `TV_a`, half the integral of `|out - a in|`. At `a = 1` it is `tanh(|L|/2)`, whose variance falls
    /// with the advantage; both hypotheses share the noise.
    Mixture,
}

impl Estimator {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        word_of::<Self>(self as usize)
    }

    pub(crate) fn is_controlled(self) -> bool {
        matches!(self, Self::ControlVariate | Self::AntitheticControlVariate)
    }

    pub(crate) fn is_mirrored(self) -> bool {
        matches!(self, Self::Antithetic | Self::AntitheticControlVariate)
    }

    /// Trainings behind one independent summand: a pair counts as two.
    pub(crate) fn trainings(self) -> f64 {
        match self {
            Self::Algorithm1 | Self::ControlVariate => 1.0,
            Self::Antithetic | Self::AntitheticControlVariate | Self::Mixture => 2.0,
        }
    }

    pub(crate) fn wanted(self) -> Wanted {
        Wanted {
            mirrored: self.is_mirrored(),
            member: self == Self::Mixture,
        }
    }
}

/// The summands at one order: their range, and what their mean means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) epsilon: f64,
    pub(crate) estimator: Estimator,
    /// Summands lie in `[0, highest]`.
    pub(crate) highest: f64,
}

impl Order {
    /// `lowest_loss` bounds the loss of every training from below: `f` is at most `1 - a e^lowest_loss`.
    pub(crate) fn new(epsilon: f64, estimator: Estimator, lowest_loss: f64) -> Self {
        let highest = match estimator {
            Estimator::Mixture => 1.0,
            _ => -libm::expm1((epsilon + lowest_loss).min(0.0)),
        };
        Self {
            epsilon,
            estimator,
            highest,
        }
    }

    /// `(1 - a e^L)_+`. Rounding of the loss may carry it past its bound by as much; there it stays on the bound.
    fn shortfall(&self, loss: f64) -> f64 {
        (-libm::expm1((self.epsilon + loss).min(0.0))).min(self.highest)
    }

    /// `|1 - a e^L|/((1 + e^L) max(1, a))`, between 0 and 1.
    fn difference(&self, loss: f64) -> f64 {
        let t = self.epsilon + loss;
        let scale = libm::exp(t.max(0.0) - loss.max(0.0) - self.epsilon.max(0.0));
        scale * -libm::expm1(-t.abs()) / (1.0 + libm::exp(-loss.abs()))
    }

    /// The summand of each lane.
    pub(crate) fn summands(&self, block: &Block) -> [f64; LANES] {
        let average = |first: &[f64; LANES], second: &[f64; LANES], f: &dyn Fn(f64) -> f64| {
            core::array::from_fn(|lane| 0.5 * (f(first[lane]) + f(second[lane])))
        };
        match self.estimator {
            Estimator::Algorithm1 | Estimator::ControlVariate => {
                block.out.map(|loss| self.shortfall(loss))
            }
            Estimator::Antithetic | Estimator::AntitheticControlVariate => {
                average(&block.out, &block.out_mirrored, &|loss| {
                    self.shortfall(loss)
                })
            }
            Estimator::Mixture => average(&block.out, &block.member, &|loss| self.difference(loss)),
        }
    }

    /// The control of each lane.
    pub(crate) fn controls(&self, control: &GaussianControl, block: &Block) -> [f64; LANES] {
        block.linear.map(|g| {
            if self.estimator.is_mirrored() {
                0.5 * (control.at(self.epsilon, g) + control.at(self.epsilon, -g))
            } else {
                control.at(self.epsilon, g)
            }
        })
    }

    /// `TV_a` is the first plus the second times the mean of the summands.
    pub(crate) fn total_variation(&self) -> (f64, f64) {
        match self.estimator {
            Estimator::Mixture => (0.0, libm::exp(self.epsilon.max(0.0))),
            _ => (0.5 * libm::expm1(self.epsilon), 1.0),
        }
    }

    /// The same for the accuracy at prior `p`, where `a = p/(1 - p)`: it is `1/2 + (1 - p) TV_a` (Theorem 21 of
    /// Mahloujifar et al. with the sign of erratum E2).
    pub(crate) fn accuracy(&self, prior: f64) -> (f64, f64) {
        match self.estimator {
            Estimator::Mixture => (0.5, prior.max(1.0 - prior)),
            _ => (prior, 1.0 - prior),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-13 * (a.abs() + b.abs()) + 1e-300
    }

    #[test]
    fn summands_are_what_their_names_say() {
        for epsilon in [-3.0, -0.2, 0.0, 0.4, 5.0] {
            let a = libm::exp(epsilon);
            let one = Order::new(epsilon, Estimator::Algorithm1, f64::NEG_INFINITY);
            let both = Order::new(epsilon, Estimator::Mixture, f64::NEG_INFINITY);
            for loss in [f64::NEG_INFINITY, -40.0, -3.0, -0.7, 0.3, 2.0, 50.0] {
                let ratio = libm::exp(loss);
                assert!(close(one.shortfall(loss), (1.0 - a * ratio).max(0.0)));
                let expected = (1.0 - a * ratio).abs() / ((1.0 + ratio) * a.max(1.0));
                assert!(close(both.difference(loss), expected), "{epsilon} {loss}");
            }
        }
        let tanh = Order::new(0.0, Estimator::Mixture, 0.0).difference(0.6);
        assert!(close(tanh, libm::tanh(0.3)));
    }

    /// On a law of two points, `in` and `out` known: every figure by its definition.
    #[test]
    fn means_become_the_figures() {
        let (out, inn) = ([0.7, 0.3], [0.4, 0.6]);
        let losses = [0, 1].map(|i: usize| libm::log(inn[i] / out[i]));
        for prior in [0.1, 0.5, 0.8] {
            let a: f64 = prior / (1.0 - prior);
            let half_integral: f64 = (0..2)
                .map(|i| 0.5 * (out[i] - a * inn[i]).abs())
                .sum::<f64>();
            let right: f64 = (0..2)
                .map(|i| (prior * inn[i]).max((1.0 - prior) * out[i]))
                .sum();
            for estimator in [Estimator::Algorithm1, Estimator::Mixture] {
                let order = Order::new(libm::log(a), estimator, f64::NEG_INFINITY);
                let mean: f64 = (0..2)
                    .map(|i| match estimator {
                        Estimator::Mixture => 0.5 * (out[i] + inn[i]) * order.difference(losses[i]),
                        _ => out[i] * order.shortfall(losses[i]),
                    })
                    .sum();
                let (shift, scale) = order.total_variation();
                assert!(close(shift + scale * mean, half_integral), "{prior}");
                let (shift, scale) = order.accuracy(prior);
                assert!(close(shift + scale * mean, right), "{prior}");
            }
        }
    }

    #[test]
    fn a_bounded_loss_bounds_the_summand() {
        let order = Order::new(0.0, Estimator::Algorithm1, -0.01);
        assert_eq!(order.shortfall(-0.02), order.highest);
        assert!(close(order.highest, -libm::expm1(-0.01)));
    }
}
