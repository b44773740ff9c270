//! A checked Monte Carlo run: chunks of simulated trainings and their sums.
//!
//! Shares nothing with the exact engines but the checked parameters. Every step of every training is drawn.

use super::control_variate::GaussianControl;
use super::estimator::Order;
use super::loss_histogram::bin;
use super::moments::{MOMENTS, Moments};
use super::plan::MonteCarloPlan;
use super::result::{MonteCarloResult, SimulatedSide};
use super::tally::{Tally, flat};
use super::transcripts::{Block, Transcripts};
use crate::figure::{Error, Theorem};
use crate::numerics::whole;
use crate::random::{Kernel, LANES, LaneGenerator};

/// A checked run. Chunks may be simulated anywhere and in any order; their tallies are added in theirs.
pub struct Simulation {
    pub(crate) transcripts: Transcripts,
    pub(crate) plan: MonteCarloPlan,
    pub(crate) side: SimulatedSide,
    pub(crate) status: &'static Theorem,
    pub(crate) control: Option<GaussianControl>,
    /// Of the advantage, of the accuracy at the prior, then of each `TV_a` that is wanted.
    pub(crate) orders: Vec<Order>,
    /// Edges of the bins; empty if nothing is counted.
    pub(crate) edges: Vec<f64>,
    pub(crate) fpr: Vec<f64>,
    pub(crate) drawn: Vec<f64>,
    pub(crate) histogram: bool,
    pub(crate) seed: u64,
    pub(crate) confidence: f64,
    pub(crate) width: Option<f64>,
    pub(crate) prior: f64,
}

impl Simulation {
    /// The cut into chunks.
    #[must_use]
    pub fn plan(&self) -> &MonteCarloPlan {
        &self.plan
    }

    /// Simulates chunk `index`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `index` is a whole number below the plan's number of chunks.
    pub fn chunk(&self, index: f64) -> Result<Tally, Error> {
        let chunks = self.plan.chunks;
        if !(index >= 0.0 && index < chunks && libm::floor(index) == index) {
            return Err(Error::OutOfRange {
                parameter: "index",
                value: index,
                allowed: format!("a whole number from 0 up to {}", chunks - 1.0),
            });
        }
        let samples = self.plan.samples_of(index);
        let pilot = index == 0.0;
        let mut wanted = self.plan.estimator.wanted();
        wanted.member |= !pilot && !self.edges.is_empty();
        let bins = self.edges.len().saturating_sub(1);
        let (mut out, mut member) = (vec![0.0; bins], vec![0.0; bins]);
        let mut sums = vec![Moments::default(); self.orders.len()];
        let mut generator = LaneGenerator::new(self.seed, whole(index));
        let kernel = Kernel::new();
        let per_block = LANES as f64 * self.plan.estimator.trainings();
        for _ in 0..whole(samples / per_block) {
            let block = self.transcripts.block(wanted, &mut generator, &kernel);
            self.add(&mut sums, &block);
            if !pilot && bins > 0 {
                // Mirror images are not independent of their originals: counting them would void the band.
                count(&mut out, &self.edges, &block.out);
                count(&mut member, &self.edges, &block.member);
            }
        }
        let nothing = flat(&vec![Moments::default(); self.orders.len()]);
        let (samples, sums, pilot) = if pilot {
            (0.0, nothing, flat(&sums))
        } else {
            (samples, flat(&sums), nothing)
        };
        Ok(Tally {
            samples,
            sums,
            pilot,
            out,
            member,
        })
    }

    /// The tally of which these are the [`Tally::numbers`].
    ///
    /// # Errors
    /// [`Error::Malformed`] unless there are as many as a tally of this run has.
    pub fn tally(&self, numbers: &[f64]) -> Result<Tally, Error> {
        let (moments, bins) = (
            self.orders.len() * MOMENTS,
            self.edges.len().saturating_sub(1),
        );
        let parts = [1, moments, moments, bins, bins];
        if numbers.len() != parts.iter().sum::<usize>() {
            return Err(Error::Malformed {
                parameter: "tally".into(),
                problem: format!("has {} numbers; it is not of this run", numbers.len()),
            });
        }
        let mut rest = numbers;
        let [samples, sums, pilot, out, member] = parts.map(|length| {
            let (part, more) = rest.split_at(length);
            rest = more;
            part.to_vec()
        });
        Ok(Tally {
            samples: samples[0],
            sums,
            pilot,
            out,
            member,
        })
    }

    /// The sum of tallies, each as its [`Tally::numbers`], in the order in which they come: that of the chunks, behind the
    /// sum of all chunks before them.
    ///
    /// # Errors
    /// As [`Simulation::tally`].
    pub fn sum<'a>(&self, tallies: impl IntoIterator<Item = &'a [f64]>) -> Result<Tally, Error> {
        let mut total = Tally::default();
        for numbers in tallies {
            total += &self.tally(numbers)?;
        }
        Ok(total)
    }

    /// Steps that were drawn for a tally, those of the pilot and of the second hypothesis included.
    #[must_use]
    pub fn steps_behind(&self, tally: &Tally) -> f64 {
        let MonteCarloPlan {
            samples,
            num_steps,
            steps_drawn,
            pilot,
            ..
        } = self.plan;
        let pilot = pilot * num_steps;
        pilot + ((steps_drawn - pilot) * tally.samples) / samples
    }

    fn add(&self, sums: &mut [Moments], block: &Block) {
        for (i, order) in self.orders.iter().enumerate() {
            // At prior 1/2 the accuracy is at the order of the advantage.
            if let Some(same) = self.orders[..i].iter().position(|other| other == order) {
                sums[i] = sums[same];
                continue;
            }
            let controls = match &self.control {
                Some(control) => order.controls(control, block),
                None => [0.0; LANES],
            };
            sums[i].add(&order.summands(block), &controls);
        }
    }

    /// Simulates chunk after chunk up to the end, or up to the first of the plan's looks at which the interval of the
    /// advantage is as narrow as wanted.
    ///
    /// # Errors
    /// None: chunks and tallies are the plan's own.
    pub fn run(&self) -> Result<MonteCarloResult, Error> {
        let mut tally = Tally::default();
        let mut next = 0.0;
        for &look in &self.plan.looks {
            while next < look {
                tally += &self.chunk(next)?;
                next += 1.0;
            }
            if self.width.is_some() {
                let result = self.result(&tally)?;
                if result.width_reached {
                    return Ok(result);
                }
            }
        }
        self.result(&tally)
    }
}

fn count(counts: &mut [f64], edges: &[f64], losses: &[f64; LANES]) {
    for &loss in losses {
        counts[bin(edges, loss)] += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use crate::curve::PrivacyCurve;
    use crate::mechanism::{Demand, RunOptions, SampledGaussian};
    use crate::simulation::estimator::Estimator;
    use crate::simulation::options::MonteCarloOptions;

    /// 2,000 runs of 30 chunks of 32 summands, each looked at after every chunk and stopped at the worst moment.
    /// Promised is a miss in at most a tenth of them; a sequence that just keeps that promise misses more than 270 times
    /// with probability below 1e-6. One that never misses is not worth its name: at least one miss is asked for.
    fn misses(estimator: Estimator, q: f64, steps: f64) -> u32 {
        let run = SampledGaussian::new(1.0, q, steps).expect("valid");
        let exact = PrivacyCurve::new(&run, &Demand::default())
            .advantage()
            .middle();
        let mut misses = 0;
        for seed in 0..2000 {
            let options = MonteCarloOptions {
                run: RunOptions {
                    noise_multiplier: Some(1.0),
                    sample_rate: Some(q),
                    num_steps: Some(steps),
                    ..RunOptions::default()
                },
                samples: Some(30.0 * 32.0 * estimator.trainings()),
                seed: Some(f64::from(seed)),
                confidence: Some(0.9),
                estimator: Some(estimator),
                ..MonteCarloOptions::default()
            };
            let mut simulation = options.simulation().expect("valid");
            simulation.plan.samples_per_chunk = 32.0 * estimator.trainings();
            simulation.plan.chunks = 31.0;
            // One order is enough.
            simulation.orders.truncate(1);
            let mut tally = simulation.chunk(0.0).expect("the pilot");
            let mut held = true;
            for index in 1..=30 {
                tally += &simulation.chunk(f64::from(index)).expect("a chunk");
                let (sums, pilots) = simulation.checked(&tally).expect("own sums");
                let estimate = simulation.estimate(&simulation.orders[0], &sums[0], &pilots[0]);
                held &= estimate.interval.contains(exact);
            }
            misses += u32::from(!held);
        }
        misses
    }

    #[test]
    fn intervals_hold_at_every_look() {
        for (estimator, q, steps) in [
            (Estimator::Algorithm1, 0.3, 1.0),
            (Estimator::AntitheticControlVariate, 0.3, 2.0),
            (Estimator::Mixture, 0.3, 1.0),
        ] {
            let misses = misses(estimator, q, steps);
            println!("{estimator:?}: {misses} misses of 2000");
            assert!(
                (1..=270).contains(&misses),
                "{estimator:?}: {misses} misses"
            );
        }
    }
}
