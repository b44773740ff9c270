//! Draws the noise that membership inference privacy adds to an output.

use crate::figure::{Error, RANGES, VERSION};
use crate::numerics::{count, whole};
use crate::random::{Random, Source};
use serde::{Deserialize, Serialize};

/// The law of the noise vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OutputNoise {
    /// Density proportional to `exp(-||x||/s)` in the norm `(sum |x_i/sigma_i|^M / d)^(1/M)`.
    #[default]
    ExponentialNorm,
    /// Independent Laplace noise of scale `s`: the same law in the l1 norm.
    Laplace,
    /// Independent Gaussian noise of standard deviation `s`.
    Gaussian,
}

/// The norm of the exponential law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NoiseNorm {
    /// `(sum |x_i/sigma_i|^M / d)^(1/M)`.
    #[default]
    Weighted,
    /// `(sum x_i^2)^(1/2)`, the norm in which `sigma_1` is given.
    L2,
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
    /// The norm; [`OutputNoise::ExponentialNorm`] only.
    pub norm: NoiseNorm,
    /// `M` of the norm, 2 if left out.
    pub moment_order: Option<f64>,
    /// `sigma_i`: one for all, one each, or 1 if left empty.
    pub sigmas: Vec<f64>,
    /// Number of vectors, 1 if left out.
    pub samples: Option<f64>,
}

/// What noise vectors may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoisePurpose {
    /// To be added to an output that is published.
    Release,
    /// To be looked at: whoever knows the seed, or tries them all, takes the noise off again.
    Demonstration,
}

/// Noise vectors, row by row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoiseSample {
    /// Version of this library.
    pub library_version: &'static str,
    /// What it may be used for.
    pub purpose: NoisePurpose,
    /// Of a demonstration; none for noise to be released.
    pub seed: Option<f64>,
    /// A power of two of which all numbers to be released are multiples; none for a demonstration. Round each number of
    /// the output to a multiple of it before you add the noise: then the sum is the rounded sum of output and noise,
    /// and its last digits tell nothing about what was added, as long as it stays below 2^53 times the grid. The output
    /// moves by at most 2^-21 scales in the norm of the noise (l1 for "laplace", l2 for "gaussian"); `sigma_1` has to
    /// hold for the rounded one. The noise itself is computed in double precision: no bound is claimed for what that
    /// gives away.
    pub grid: Option<f64>,
    /// Numbers in a row.
    pub columns: usize,
    /// Row by row.
    pub values: Vec<f64>,
    /// How the law was drawn, in words.
    pub method: &'static str,
    /// The entry of the errata that is in force.
    pub erratum: Option<&'static str>,
}

/// Most numbers of one answer.
const MOST: f64 = 1e6;

/// Rounding the output to the grid moves it by at most half of this share of the scale, in the norm of the noise.
const GRID_SHARE: f64 = 1.0 / 1_048_576.0;

impl NoiseSampleOptions {
    /// Draws vectors that everybody can draw again, for demonstrations: never for an output that is published.
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
    ///     ..NoiseSampleOptions::default()
    /// };
    /// let sample = options.demonstration(1.0)?;
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
    pub fn demonstration(&self, seed: f64) -> Result<NoiseSample, Error> {
        let seed = RANGES.seed.check("seed", seed)?;
        let checked = self.checked()?;
        Ok(NoiseSample {
            purpose: NoisePurpose::Demonstration,
            seed: Some(seed),
            ..checked.sample(&mut Random::seeded(whole(seed), 0))
        })
    }

    /// Draws vectors that may be added to an output that is published, from a key of 256 bits by `ChaCha20`.
    ///
    /// The key has to come from a cryptographic source of entropy, **must never be used a second time**, and must be
    /// forgotten: whoever has it takes the noise off again.
    ///
    /// # Floating point
    /// A sum of two numbers in double precision can tell by its last bits what was added (Mironov 2012). So all numbers
    /// are rounded to multiples of [`NoiseSample::grid`], `g`, which is a power of two. Let `x` be noise of the exact law,
    /// and `f` the output, each coordinate rounded to a multiple of `g` before the noise is added. Then
    /// `f + round(x) = round(f + x)`: what is published is made of `f + x` alone, so every bound of `f + x` bounds it,
    /// too. In double precision the sum is exact as long as it stays below `2^53 g`. Rounding moves the output by at most
    /// `2^-21` scales in the norm of the noise (l1 for Laplace, l2 for Gaussian noise), and `sigma_1` by no more.
    ///
    /// What this leaves out: `x` is computed in double precision itself, with some units in the last place of error, and
    /// without the tails of probability below `2^-64`. The grid hides such errors except next to the boundary of two cells; no
    /// bound of what they give away is claimed.
    ///
    /// ```
    /// use mi_bounds::{NoiseSampleOptions, OutputNoise};
    /// let options = NoiseSampleOptions {
    ///     noise: OutputNoise::Gaussian,
    ///     noise_scale: 2.0,
    ///     dimension: 3.0,
    ///     ..NoiseSampleOptions::default()
    /// };
    /// // In a release: 32 bytes from the operating system, for this call alone.
    /// let key = [7; 32];
    /// let sample = options.released(&key)?;
    /// let grid = sample.grid.expect("to be released");
    /// assert!(sample.values.iter().all(|x| x % grid == 0.0));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::demonstration`], and [`Error::Malformed`] for a scale that is too small for a grid.
    pub fn released(&self, key: &[u8; 32]) -> Result<NoiseSample, Error> {
        let checked = self.checked()?;
        let grid = checked.grid()?;
        let mut sample = checked.sample(&mut Random::keyed(key));
        for value in &mut sample.values {
            // Ties go up, on either side of 0: so to round commutes with adding a multiple.
            *value = libm::floor(*value / grid + 0.5) * grid;
        }
        Ok(NoiseSample {
            purpose: NoisePurpose::Release,
            grid: Some(grid),
            ..sample
        })
    }

    fn checked(&self) -> Result<Checked, Error> {
        let scale = RANGES.moment.check("noise_scale", self.noise_scale)?;
        let dimension = RANGES.dimension.check("dimension", self.dimension)?;
        let order = RANGES
            .moment_order
            .or_default("moment_order", self.moment_order)?;
        let samples = RANGES
            .samples
            .check("samples", self.samples.unwrap_or(1.0))?;
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
        let conflict = |parameter: &'static str| Error::Conflict {
            parameter,
            other: "norm",
        };
        let l2 = self.norm == NoiseNorm::L2;
        if l2 && order != 2.0 {
            return Err(conflict("moment_order"));
        }
        if l2 && !self.sigmas.is_empty() {
            return Err(conflict("sigmas"));
        }
        let sigmas = match self.sigmas[..] {
            // M = 2: with these the mean of the squares is their sum.
            [] if l2 => vec![1.0 / libm::sqrt(dimension); columns],
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
        Ok(Checked {
            noise: self.noise,
            scale,
            order,
            sigmas,
            samples: count(samples),
        })
    }
}

/// The checked parameters.
struct Checked {
    noise: OutputNoise,
    scale: f64,
    order: f64,
    /// One for each coordinate.
    sigmas: Vec<f64>,
    samples: usize,
}

impl Checked {
    /// The largest power of two with which the vector of all half cells is at most `2^-21` scales long.
    fn grid(&self) -> Result<f64, Error> {
        let dimension = self.sigmas.len() as f64;
        let side = match self.noise {
            OutputNoise::ExponentialNorm => self.sigmas.iter().copied().fold(f64::MAX, f64::min),
            OutputNoise::Laplace => 1.0 / dimension,
            OutputNoise::Gaussian => 1.0 / libm::sqrt(dimension),
        };
        let largest = self.scale * side * GRID_SHARE;
        if largest < f64::MIN_POSITIVE {
            return Err(Error::Malformed {
                parameter: "noise_scale".into(),
                problem: format!(
                    "is {}; noise so small has no grid in double precision",
                    self.scale
                ),
            });
        }
        // A fraction in [1/2, 1) times a power of two.
        let (fraction, _) = libm::frexp(largest);
        Ok(largest / fraction * 0.5)
    }

    fn sample<S: Source>(&self, random: &mut Random<S>) -> NoiseSample {
        let (scale, columns) = (self.scale, self.sigmas.len());
        let mut values = Vec::with_capacity(columns * self.samples);
        for _ in 0..self.samples {
            match self.noise {
                OutputNoise::Gaussian => {
                    values.extend((0..columns).map(|_| scale * random.normal()));
                }
                OutputNoise::Laplace => values
                    .extend((0..columns).map(|_| scale * random.sign() * random.exponential())),
                OutputNoise::ExponentialNorm => {
                    exponential_norm(random, scale, self.order, &self.sigmas, &mut values);
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
        NoiseSample {
            library_version: VERSION,
            purpose: NoisePurpose::Demonstration,
            seed: None,
            grid: None,
            columns,
            values,
            method,
            erratum,
        }
    }
}

/// One vector of density proportional to `exp(-||x||/scale)`.
fn exponential_norm<S: Source>(
    random: &mut Random<S>,
    scale: f64,
    order: f64,
    sigmas: &[f64],
    values: &mut Vec<f64>,
) {
    let dimension = sigmas.len() as f64;
    // |Y_i/sigma_i|^M is Gamma with shape 1/M, so the norm needs no power of its own terms.
    let parts: Vec<(f64, f64)> = sigmas
        .iter()
        .map(|_| random.gamma_and_root(1.0 / order))
        .collect();
    let total: f64 = parts.iter().map(|(power, _)| power).sum();
    let norm = if total < f64::MIN_POSITIVE {
        let largest = parts.iter().map(|&(_, root)| root).fold(0.0, f64::max);
        let powers = parts
            .iter()
            .map(|(_, root)| libm::pow(root / largest, order));
        largest * libm::pow(powers.sum::<f64>() / dimension, 1.0 / order)
    } else {
        libm::pow(total / dimension, 1.0 / order)
    };
    let radius = scale * random.gamma(dimension);
    for (sigma, (_, root)) in sigmas.iter().zip(parts) {
        let length = sigma * root / norm;
        values.push(radius * length * random.sign());
    }
}
