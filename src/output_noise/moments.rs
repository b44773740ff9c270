//! Central moments of an output, estimated from repeated training on random subsets.

use super::theorems;
use crate::figure::{Error, Figure, Kind, RANGES, Theorem, VERSION, Warning, rows};
use crate::numerics::{count, whole};
use crate::random::Random;
use serde::Serialize;

/// Outputs of repeated training and what is wanted of them.
#[derive(Clone, Debug, Default)]
pub struct MomentOptions {
    /// `M`, 2 if left out.
    pub moment_order: Option<f64>,
    /// Number of resamplings, 1000 if left out.
    pub bootstrap: Option<f64>,
    /// Seed of the resampling, 0 if left out.
    pub seed: Option<f64>,
    /// Confidence of the intervals, 0.95 if left out.
    pub confidence: Option<f64>,
}

/// Estimated moments.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MomentResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// Number of outputs.
    pub runs: usize,
    /// Number of coordinates.
    pub dimension: usize,
    /// `M`.
    pub moment_order: f64,
    /// `(E|theta_i - E theta_i|^M)^(1/M)` for each coordinate.
    pub sigmas: Vec<f64>,
    /// `E||theta - E theta||` in l2.
    pub sigma_1: Figure,
    /// The same in the norm that `sigmas` scale, where it is at most 1.
    pub scaled_sigma_1: Figure,
    /// (E||theta - E theta||^M)^(1/M) in l2.
    pub sigma_m: Figure,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const SPREAD: &str = "An estimate, no bound: a rare subset with a far-away output may never have been drawn. The interval speaks of \
    sampling error only, by percentiles of seeded resamplings with the centre held.";

impl MomentOptions {
    /// Estimates from `outputs`, row by row, `columns` numbers in a row.
    ///
    /// Each run is compared with the mean of the others (`n/(n - 1)` times its distance from the mean of all), so that
    /// few runs do not make the moments small. Algorithm 1 draws its subsets inside the training set and forgets the
    /// absolute value; the runs given here must come from random subsets of size `k` of the whole data set (erratum
    /// E16e).
    ///
    /// ```
    /// use mi_bounds::MomentOptions;
    /// let result = MomentOptions::default().result(&[0.0, 2.0, 0.0, 2.0, 2.0, 0.0], 1)?;
    /// // Mean 1, every distance 1, times 6/5.
    /// assert!((result.sigma_1.estimate - 1.2).abs() < 1e-15);
    /// assert!((result.sigmas[0] - 1.2).abs() < 1e-15);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range, [`Error::Malformed`] unless there are at least
    /// two full rows of finite numbers.
    pub fn result(&self, outputs: &[f64], columns: usize) -> Result<MomentResult, Error> {
        let order = RANGES
            .moment_order
            .or_default("moment_order", self.moment_order)?;
        let resamplings = RANGES.bootstrap.or_default("bootstrap", self.bootstrap)?;
        let seed = RANGES.seed.check("seed", self.seed.unwrap_or(0.0))?;
        let confidence = RANGES
            .confidence
            .or_default("confidence", self.confidence)?;
        let runs = rows("outputs", outputs, columns, 2)?;
        let spread = Spread::new(outputs, columns, order);
        let [first, scaled, power] = spread.resampled(count(resamplings), whole(seed));
        let root = |value: f64| libm::pow(value, 1.0 / order);
        let power = power.into_iter().map(root).collect();
        Ok(MomentResult {
            library_version: VERSION,
            runs,
            dimension: columns,
            moment_order: order,
            sigma_1: estimate(
                mean(&spread.distances),
                first,
                confidence,
                theorems::FIRST_MOMENT,
            ),
            scaled_sigma_1: estimate(
                mean(&spread.scaled),
                scaled,
                confidence,
                theorems::SCALED_MOMENT,
            ),
            sigma_m: estimate(
                root(mean(&spread.powers)),
                power,
                confidence,
                theorems::MOMENT,
            ),
            warnings: warnings(runs, columns, spread.moving),
            sigmas: spread.sigmas,
        })
    }
}

/// How far the outputs lie from the mean of the others.
struct Spread {
    /// Moment of each coordinate.
    sigmas: Vec<f64>,
    /// Coordinates that changed at all.
    moving: usize,
    /// Of each run, in l2.
    distances: Vec<f64>,
    /// The same in the norm that `sigmas` scale.
    scaled: Vec<f64>,
    /// Powers of the distances.
    powers: Vec<f64>,
}

impl Spread {
    fn new(outputs: &[f64], columns: usize, order: f64) -> Self {
        let n = (outputs.len() / columns) as f64;
        let mut centre = vec![0.0; columns];
        for row in outputs.chunks_exact(columns) {
            for (sum, x) in centre.iter_mut().zip(row) {
                *sum += x / n;
            }
        }
        let left_out = n / (n - 1.0);
        let mut sigmas = vec![0.0; columns];
        for row in outputs.chunks_exact(columns) {
            for ((sum, x), c) in sigmas.iter_mut().zip(row).zip(&centre) {
                *sum += libm::pow((x - c).abs() * left_out, order) / n;
            }
        }
        for sigma in &mut sigmas {
            *sigma = libm::pow(*sigma, 1.0 / order);
        }
        let moving = sigmas.iter().filter(|&&sigma| sigma > 0.0).count();
        let (mut distances, mut scaled) = (Vec::new(), Vec::new());
        for row in outputs.chunks_exact(columns) {
            let (mut square, mut power) = (0.0, 0.0);
            for ((x, c), &sigma) in row.iter().zip(&centre).zip(&sigmas) {
                let difference = (x - c) * left_out;
                square += difference * difference;
                if sigma > 0.0 {
                    power += libm::pow(difference.abs() / sigma, order);
                }
            }
            distances.push(libm::sqrt(square));
            scaled.push(libm::pow(power / (moving as f64).max(1.0), 1.0 / order));
        }
        Self {
            powers: distances.iter().map(|d| libm::pow(*d, order)).collect(),
            sigmas,
            moving,
            distances,
            scaled,
        }
    }

    /// Means over runs drawn with replacement, the centre held: of the distances, the scaled ones and the powers.
    fn resampled(&self, resamplings: usize, seed: u64) -> [Vec<f64>; 3] {
        let runs = self.distances.len();
        let n = runs as f64;
        let mut random = Random::seeded(seed, 0);
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..resamplings {
            let mut sums = [0.0; 3];
            for _ in 0..runs {
                let i = random.index(runs);
                sums[0] += self.distances[i];
                sums[1] += self.scaled[i];
                sums[2] += self.powers[i];
            }
            for (means, sum) in found.iter_mut().zip(sums) {
                means.push(sum / n);
            }
        }
        found
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn warnings(runs: usize, columns: usize, moving: usize) -> Vec<Warning> {
    let mut warnings = vec![Warning::new(
        "estimated_moment",
        "An estimated moment is not a bound: what follows from it is an estimate of eta, not a promise.",
    )];
    if runs < 30 {
        warnings.push(Warning::new(
            "few_runs",
            format!("Only {runs} runs: the interval itself is unreliable."),
        ));
    }
    if moving < columns {
        warnings.push(Warning::new(
            "constant_coordinates",
            format!(
                "{} of {columns} coordinates never changed; the scaled norm leaves them out. If one does change for some subset, \
                 publishing it gives that subset away.",
                columns - moving
            ),
        ));
    }
    warnings
}

fn estimate(
    value: f64,
    mut resampled: Vec<f64>,
    confidence: f64,
    theorem: &'static Theorem,
) -> Figure {
    resampled.sort_by(f64::total_cmp);
    let last = (resampled.len() - 1) as f64;
    let rest = 0.5 * (1.0 - confidence) * last;
    Figure {
        lower: Some(resampled[count(libm::floor(rest))].min(value)),
        estimate: value,
        upper: Some(resampled[count(libm::ceil(last - rest))].max(value)),
        kind: Kind::Estimate,
        method: "bootstrap",
        theorem: theorem.text,
        sources: theorem.sources,
        erratum: Some("E16e"),
        assumptions: Some(SPREAD),
    }
}
