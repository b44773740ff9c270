//! Draws the noise that membership inference privacy adds to an output.

use crate::figure::{Error, RANGES, VERSION};
use crate::numerics::{count, whole};
use crate::random::Random;
use serde::Serialize;

/// The law of the noise vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputNoise {
    /// Density proportional to `exp(-||x||/s)` in the norm `(sum |x_i/sigma_i|^M / d)^(1/M)`.
    #[default]
    ExponentialNorm,
    /// Independent Laplace noise of scale `s`: the same law in the l1 norm.
    Laplace,
    /// Independent Gaussian noise of standard deviation `s`.
    Gaussian,
}

/// Noise vectors that are wanted.
#[derive(Clone, Debug, Default)]
pub struct NoiseSampleOptions {
    /// The law.
    pub noise: OutputNoise,
    /// Its scale.
    pub noise_scale: f64,
    /// Number of coordinates.
    pub dimension: f64,
    /// `M` of the norm, 2 if left out.
    pub moment_order: Option<f64>,
    /// `sigma_i`: one for all, one each, or 1 if left empty.
    pub sigmas: Vec<f64>,
    /// Number of vectors, 1 if left out.
    pub samples: Option<f64>,
    /// Seed.
    pub seed: f64,
}

/// Noise vectors, row by row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseSample {
    /// Version of this library.
    pub library_version: &'static str,
    /// Seed.
    pub seed: f64,
    /// Numbers in a row.
    pub columns: usize,
    /// All rows.
    pub values: Vec<f64>,
    /// How they were drawn.
    pub method: &'static str,
    /// The entry of the errata that is in force.
    pub erratum: Option<&'static str>,
}

/// Most numbers of one answer.
const MOST: f64 = 1e6;

impl NoiseSampleOptions {
    /// Draws the vectors.
    ///
    /// The direction is `Y/||Y||` with independent `Y_i` of density proportional to `exp(-|y/sigma_i|^M)`, which has the
    /// cone measure of the norm; the radius is Gamma with shape `d`, not the absolute value of one Laplace number
    /// (erratum E12): at `d > 1` the printed radius piles the noise up at the centre.
    ///
    /// ```
    /// use mi_bounds::{NoiseSampleOptions, OutputNoise};
    /// let options = NoiseSampleOptions {
    ///     noise: OutputNoise::ExponentialNorm,
    ///     noise_scale: 2.0,
    ///     dimension: 3.0,
    ///     samples: Some(10_000.0),
    ///     seed: 1.0,
    ///     ..NoiseSampleOptions::default()
    /// };
    /// let sample = options.result()?;
    /// let norm = |x: &[f64]| (x.iter().map(|x| x * x).sum::<f64>() / 3.0).sqrt();
    /// let mean = sample.values.chunks(3).map(norm).sum::<f64>() / 1e4;
    /// // Gamma(3, 2) has mean 6 and standard deviation sqrt(12): six standard errors.
    /// assert!((mean - 6.0).abs() < 6.0 * 12.0_f64.sqrt() / 100.0);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first parameter that is out of range, [`Error::Malformed`] for a list of sigmas of the
    /// wrong length or more than 1e6 numbers in all.
    pub fn result(&self) -> Result<NoiseSample, Error> {
        let scale = RANGES.moment.check("noise_scale", self.noise_scale)?;
        let dimension = RANGES.dimension.check("dimension", self.dimension)?;
        let order = RANGES
            .moment_order
            .check("moment_order", self.moment_order.unwrap_or(2.0))?;
        let samples = RANGES
            .samples
            .check("samples", self.samples.unwrap_or(1.0))?;
        let seed = RANGES.seed.check("seed", self.seed)?;
        if dimension * samples > MOST {
            return Err(Error::Malformed {
                parameter: "samples".into(),
                problem: format!("is {samples}; samples times dimension may be at most {MOST}"),
            });
        }
        let columns = count(dimension);
        for &sigma in &self.sigmas {
            RANGES.moment.check("sigmas", sigma)?;
        }
        let sigmas = match self.sigmas[..] {
            [] => vec![1.0; columns],
            [one] => vec![one; columns],
            ref each if each.len() == columns => each.to_vec(),
            ref each => {
                return Err(Error::Malformed {
                    parameter: "sigmas".into(),
                    problem: format!("has {} entries for {columns} coordinates", each.len()),
                });
            }
        };
        let mut random = Random::new(whole(seed), 0);
        let mut values = Vec::with_capacity(columns * count(samples));
        for _ in 0..count(samples) {
            match self.noise {
                OutputNoise::Gaussian => {
                    values.extend((0..columns).map(|_| scale * random.normal()));
                }
                OutputNoise::Laplace => values
                    .extend((0..columns).map(|_| scale * random.sign() * random.exponential())),
                OutputNoise::ExponentialNorm => {
                    exponential_norm(&mut random, scale, order, &sigmas, &mut values);
                }
            }
        }
        let (method, erratum) = match self.noise {
            OutputNoise::ExponentialNorm => (
                "direction Y/||Y|| with Y_i generalised normal, radius Gamma(dimension, noise_scale)",
                Some("E12"),
            ),
            OutputNoise::Laplace => ("independent Laplace coordinates", None),
            OutputNoise::Gaussian => ("independent Gaussian coordinates", None),
        };
        Ok(NoiseSample {
            library_version: VERSION,
            seed,
            columns,
            values,
            method,
            erratum,
        })
    }
}

/// One vector of density proportional to `exp(-||x||/scale)`.
fn exponential_norm(
    random: &mut Random,
    scale: f64,
    order: f64,
    sigmas: &[f64],
    values: &mut Vec<f64>,
) {
    let dimension = sigmas.len() as f64;
    // |Y_i/sigma_i|^M is Gamma with shape 1/M, so the norm needs no power of its own terms.
    let parts: Vec<f64> = sigmas.iter().map(|_| random.gamma(1.0 / order)).collect();
    let norm = libm::pow(parts.iter().sum::<f64>() / dimension, 1.0 / order);
    let radius = scale * random.gamma(dimension);
    for (sigma, part) in sigmas.iter().zip(parts) {
        let length = sigma * libm::pow(part, 1.0 / order) / norm;
        values.push(radius * length * random.sign());
    }
}
