//! Algorithm 1 of Mahloujifar et al.: the advantage by simulated trainings.
//!
//! Shares nothing with the exact engine but the checked parameters. Every step of every training is drawn.

use crate::lanes::{Kernel, LANES, LaneGenerator};
use crate::range::whole;
use crate::ratio_product::RatioProduct;
use crate::{Error, Figure, Kind, RANGES, SampledGaussian};
use serde::{Deserialize, Serialize};

/// Steps of all trainings of a chunk together: some 20 ms of work.
const STEPS_PER_CHUNK: f64 = 8e6;
const LARGEST_CHUNK: f64 = 65_536.0;
/// A summand in `[0, 1]` counts in units of `2^-24`, so that sums are whole numbers and add exactly.
const UNIT: f64 = 16_777_216.0;

/// A checked Monte Carlo run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarloOptions {
    run: SampledGaussian,
    samples: f64,
    seed: u64,
    confidence: f64,
}

/// How a run is cut. Chunk `c` is stream `c` of the seed, whatever computes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MonteCarloPlan {
    /// Simulated trainings, a multiple of 16.
    pub samples: f64,
    /// Trainings of each chunk but perhaps the last.
    pub samples_per_chunk: f64,
    /// Number of chunks.
    pub chunks: f64,
    /// Steps of each training.
    pub num_steps: f64,
}

/// Counts of one chunk or of many: tallies add up exactly, field by field, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Simulated trainings.
    pub samples: f64,
    /// Sum of the summands, in units of `2^-24`.
    pub sum: f64,
    /// Sum of their squares, in the same unit.
    pub sum_of_squares: f64,
}

impl core::ops::Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            samples: self.samples + other.samples,
            sum: self.sum + other.sum,
            sum_of_squares: self.sum_of_squares + other.sum_of_squares,
        }
    }
}

/// The estimate with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MonteCarloResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Advantage of the best attacker.
    pub advantage: Figure,
    /// Simulated trainings so far.
    pub samples: f64,
    /// Seed of the run.
    pub seed: f64,
    /// Confidence of the interval.
    pub confidence: f64,
    /// Standard error of the estimate.
    pub standard_error: f64,
    /// Half-width of the interval for a number of samples fixed in advance.
    pub hoeffding_half_width: f64,
}

impl MonteCarloOptions {
    /// Checks samples, seed and confidence (default 0.95).
    ///
    /// # Errors
    /// [`Error::Missing`] without samples or seed, [`Error::OutOfRange`] outside of [`RANGES`].
    pub fn new(
        run: SampledGaussian,
        samples: Option<f64>,
        seed: Option<f64>,
        confidence: Option<f64>,
    ) -> Result<Self, Error> {
        let samples = samples.ok_or(Error::Missing {
            parameter: "samples",
            needed: "the number of simulated trainings",
        })?;
        let seed = seed.ok_or(Error::Missing {
            parameter: "seed",
            needed: "a whole number, so that the run can be repeated",
        })?;
        let lanes = LANES as f64;
        Ok(Self {
            run,
            samples: libm::ceil(RANGES.samples.check("samples", samples)? / lanes) * lanes,
            seed: whole(RANGES.seed.check("seed", seed)?),
            confidence: RANGES
                .confidence
                .check("confidence", confidence.unwrap_or(0.95))?,
        })
    }

    /// The cut into chunks; it depends on the parameters only, never on the machine.
    #[must_use]
    pub fn plan(&self) -> MonteCarloPlan {
        let lanes = LANES as f64;
        let fitting = libm::floor(STEPS_PER_CHUNK / (lanes * self.run.num_steps())) * lanes;
        let samples_per_chunk = fitting.clamp(lanes, LARGEST_CHUNK);
        MonteCarloPlan {
            samples: self.samples,
            samples_per_chunk,
            chunks: libm::ceil(self.samples / samples_per_chunk),
            num_steps: self.run.num_steps(),
        }
    }

    /// Simulates chunk `index`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `index` is a whole number below the plan's number of chunks.
    pub fn chunk(&self, index: f64) -> Result<Tally, Error> {
        let plan = self.plan();
        if !(index >= 0.0 && index < plan.chunks && libm::floor(index) == index) {
            return Err(Error::OutOfRange {
                parameter: "index",
                value: index,
                allowed: format!("a whole number from 0 up to {}", plan.chunks - 1.0),
            });
        }
        let rest = plan.samples - index * plan.samples_per_chunk;
        let mut generator = LaneGenerator::new(self.seed, whole(index));
        let kernel = Kernel::new();
        let mut tally = Tally::default();
        let blocks = whole(rest.min(plan.samples_per_chunk)) / LANES as u64;
        for _ in 0..blocks {
            for loss in losses(&self.run, &kernel, &mut generator) {
                // E1: the summand is (1 - e^L)_+, between 0 and 1.
                let summand = -libm::expm1(loss.min(0.0));
                tally.sum += libm::round(summand * UNIT);
                tally.sum_of_squares += libm::round(summand * summand * UNIT);
            }
            tally.samples += LANES as f64;
        }
        Ok(tally)
    }

    /// The estimate after the samples of `tally`, any number of chunks of this run.
    ///
    /// The interval may be looked at whenever a chunk is done. With `V` the sample variance of `n` summands in
    /// `[0, 1]` and `C` chunks planned, its half-width is `sqrt(2 V b/n) + 7 b/(3 (n - 1))`, `b = ln(4 C/a)`: the
    /// empirical Bernstein bound (Maurer and Pontil 2009, Theorem 4) on both sides, at each of `C` looks. The
    /// half-width for one look at a number fixed in advance is Hoeffding's `sqrt(ln(2/a)/(2n))` (erratum E5).
    #[must_use]
    pub fn result(&self, tally: &Tally) -> MonteCarloResult {
        let n = tally.samples.max(1.0);
        let mean = tally.sum / UNIT / n;
        let variance =
            (tally.sum_of_squares / UNIT - n * mean * mean).max(0.0) / (n - 1.0).max(1.0);
        let alpha = 1.0 - self.confidence;
        let looks = libm::log(4.0 * self.plan().chunks / alpha);
        let half_width =
            libm::sqrt(2.0 * variance * looks / n) + 7.0 * looks / (3.0 * (n - 1.0).max(1.0));
        MonteCarloResult {
            library_version: crate::VERSION,
            advantage: Figure {
                // The advantage lies in [0, 1].
                lower: Some((mean - half_width).max(0.0)),
                estimate: mean,
                upper: Some((mean + half_width).min(1.0)),
                kind: Kind::Estimate,
                method: "monte_carlo",
                theorem: "Mahloujifar et al., Algorithm 1 with the sign of erratum E1; interval by Maurer \
                          and Pontil, Theorem 4, valid at every look",
                erratum: Some("E1"),
                assumptions: None,
            },
            samples: tally.samples,
            seed: self.seed as f64,
            confidence: self.confidence,
            standard_error: libm::sqrt(variance / n),
            hoeffding_half_width: libm::sqrt(libm::log(2.0 / alpha) / (2.0 * n)),
        }
    }
}

/// The total losses of sixteen trainings under "out".
fn losses(run: &SampledGaussian, kernel: &Kernel, generator: &mut LaneGenerator) -> [f64; LANES] {
    let steps = whole(run.num_steps());
    if run.sample_rate() == 1.0 {
        return unsampled_losses(run.shift(), steps, kernel, generator);
    }
    let mut product = RatioProduct::new(run);
    for _ in 0..steps / RatioProduct::STEPS {
        product.sixteen_steps(kernel, generator);
    }
    let rest = steps % RatioProduct::STEPS;
    for _ in 0..rest / 2 {
        product.two_steps(kernel, generator);
    }
    if rest % 2 == 1 {
        product.one_step(kernel, generator);
    }
    product.log()
}

/// Without sampling the loss is linear in the sum of the noise.
fn unsampled_losses(
    m: f64,
    steps: u64,
    kernel: &Kernel,
    generator: &mut LaneGenerator,
) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for _ in 0..steps / 2 {
        let (first, second) = kernel.normals(&generator.words(), &generator.words());
        for lane in 0..LANES {
            sums[lane] += f64::from(first[lane]) + f64::from(second[lane]);
        }
    }
    if steps % 2 == 1 {
        let (last, _) = kernel.normals(&generator.words(), &generator.words());
        for (sum, z) in sums.iter_mut().zip(last) {
            *sum += f64::from(z);
        }
    }
    sums.map(|sum| m * sum - 0.5 * m * m * steps as f64)
}
