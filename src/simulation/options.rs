//! Simulated trainings: what is asked, checked.

use super::control_variate::GaussianControl;
use super::estimator::{Estimator, Order};
use super::loss_histogram;
use super::loss_reach::LossScale;
use super::plan::MonteCarloPlan;
use super::result::{MonteCarloResult, SimulatedSide};
use super::simulation::Simulation;
use super::transcripts::Transcripts;
use crate::figure::{Error, RANGES, Range, drawn_rates, log_odds_against};
use crate::mechanism::{
    DominatingPair, Domination, Mechanism, Noise, RunOptions, Sampling, Shape, Side,
};
use crate::numerics::whole;

/// A Monte Carlo run as it is asked for.
#[derive(Clone, Debug, Default)]
pub struct MonteCarloOptions {
    /// The run.
    pub run: RunOptions,
    /// Number of simulated trainings; a pilot of at most 1024 comes on top.
    pub samples: Option<f64>,
    /// Seed, a whole number below `2^53`.
    pub seed: Option<f64>,
    /// Confidence of each interval.
    pub confidence: Option<f64>,
    /// What is averaged; left out, the one of least variance per second.
    pub estimator: Option<Estimator>,
    /// Stops before `samples` as soon as the interval of the advantage is at most so wide.
    pub width: Option<f64>,
    /// Probability that the record is a member before the attack.
    pub prior: Option<f64>,
    /// Orders at which `TV_a` is wanted.
    pub epsilon: Vec<f64>,
    /// False-positive rates at which the true-positive rate is wanted.
    pub fpr: Vec<f64>,
    /// Points of the ROC curve.
    pub roc_points: Option<f64>,
    /// Whether the counts of losses are wanted.
    pub histogram: bool,
}

/// Most orders at which `TV_a` is estimated.
pub(crate) const MOST_ORDERS: usize = 16;
/// Most rates at which the true-positive rate is estimated.
pub(crate) const MOST_RATES: usize = 64;
/// Points of a simulated ROC curve.
pub(crate) const POINTS: Range = Range {
    max: 200.0,
    ..RANGES.roc_points
};

impl MonteCarloOptions {
    /// The checked run.
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range, or [`Error::Unknown`] where
    /// nothing is proven for the mechanism, and for a control that is Gaussian under Laplace noise.
    pub fn simulation(&self) -> Result<Simulation, Error> {
        let mechanism = self.run.mechanism()?;
        let standing = Domination::of(&mechanism)?;
        let status = standing.status;
        let (pair, side) = simulated(standing, mechanism.sampling())?;
        let transcripts = Transcripts::new(&pair).ok_or(NOT_SIMULATED)?;
        let estimator = self.estimator(&mechanism)?;
        let scale = LossScale::of(&pair);
        let prior = RANGES.prior.or_default("prior", self.prior)?;
        let orders = [0.0, -log_odds_against(prior)]
            .into_iter()
            .chain(self.orders()?)
            .map(|epsilon| Order::new(epsilon, estimator, scale.lowest))
            .collect();
        let fpr = self.rates()?;
        let points = POINTS.or_default("roc_points", self.roc_points)?;
        let counted = !fpr.is_empty() || points > 0.0 || self.histogram;
        let samples = RANGES.samples.or_default("samples", self.samples)?;
        let seed = self.seed.ok_or(Error::Missing {
            parameter: "seed",
            needed: "a whole number, so that the run can be repeated",
        })?;
        let plan = MonteCarloPlan::new(samples, transcripts.num_steps(), estimator, counted);
        Ok(Simulation {
            control: GaussianControl::new(&pair, &scale).filter(|_| estimator.is_controlled()),
            transcripts,
            side,
            status,
            seed: whole(RANGES.seed.check("seed", seed)?),
            confidence: RANGES
                .confidence
                .or_default("confidence", self.confidence)?,
            width: self
                .width
                .map(|width| RANGES.width.check("width", width))
                .transpose()?,
            prior,
            orders,
            fpr,
            drawn: drawn_rates(points),
            histogram: self.histogram,
            edges: if counted {
                loss_histogram::edges(&scale)
            } else {
                Vec::new()
            },
            plan,
        })
    }

    /// Simulates the whole run, chunk by chunk.
    ///
    /// ```
    /// use mi_bounds::{MonteCarloOptions, RunOptions};
    /// let options = MonteCarloOptions {
    ///     run: RunOptions {
    ///         noise_multiplier: Some(1.0),
    ///         sample_rate: Some(0.1),
    ///         num_steps: Some(20.0),
    ///         ..RunOptions::default()
    ///     },
    ///     samples: Some(20_000.0),
    ///     seed: Some(7.0),
    ///     ..MonteCarloOptions::default()
    /// };
    /// let result = options.run()?;
    /// // The exact advantage is 0.202580.
    /// assert!((result.advantage.estimate - 0.202580).abs() < 5.0 * result.standard_error);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MonteCarloOptions::simulation`].
    pub fn run(&self) -> Result<MonteCarloResult, Error> {
        self.simulation()?.run()
    }

    fn estimator(&self, mechanism: &Mechanism) -> Result<Estimator, Error> {
        let laplace = mechanism.noise() == Noise::Laplace;
        let default = if laplace {
            Estimator::Antithetic
        } else {
            Estimator::AntitheticControlVariate
        };
        let estimator = self.estimator.unwrap_or(default);
        if laplace && estimator.is_controlled() {
            return Err(Error::Unknown {
                parameter: "estimator",
                reason: "with a Gaussian control needs Gaussian noise; algorithm_1, antithetic and mixture do not",
                nearest: None,
            });
        }
        Ok(estimator)
    }

    fn orders(&self) -> Result<Vec<f64>, Error> {
        at_most("epsilon", &self.epsilon, MOST_ORDERS)?;
        self.epsilon
            .iter()
            .map(|&epsilon| RANGES.epsilon.check("epsilon", epsilon))
            .collect()
    }

    fn rates(&self) -> Result<Vec<f64>, Error> {
        at_most("fpr", &self.fpr, MOST_RATES)?;
        self.fpr
            .iter()
            .map(|&rate| RANGES.fpr.check("fpr", rate))
            .collect()
    }
}

const NOT_SIMULATED: Error = Error::Unknown {
    parameter: "sampling",
    reason: "with this relation and noise is known by bounds on its curve only, which no training attains; poisson is \
             simulated",
    nearest: None,
};

/// The truth, or else a pair that bounds it: from above, or, where nothing above can be simulated or tells anything, an
/// actual data set.
fn simulated(
    standing: Domination,
    sampling: Sampling,
) -> Result<(DominatingPair, SimulatedSide), Error> {
    if standing.side == Side::Exact {
        return Ok((standing.upper, SimulatedSide::Exact));
    }
    if standing.upper.shape != Shape::Mirrored && sampling != Sampling::Shuffle {
        return Ok((standing.upper, SimulatedSide::Upper));
    }
    let lower = standing.lower.into_iter().next();
    Ok((lower.ok_or(NOT_SIMULATED)?, SimulatedSide::Lower))
}

fn at_most(name: &str, numbers: &[f64], most: usize) -> Result<(), Error> {
    if numbers.len() <= most {
        return Ok(());
    }
    Err(Error::Malformed {
        parameter: name.into(),
        problem: format!(
            "has {} entries; at most {most} are allowed here",
            numbers.len()
        ),
    })
}
