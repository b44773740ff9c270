//! The data set of powers of two, on which membership inference privacy needs far less noise than differential privacy
//! (Izzo et al., Proposition 11 and Figure 1).

use super::law::{NoiseLaw, laplace_mechanism_scale, printed_scale, scale_from_moment};
use super::theorems;
use crate::figure::{Error, Figure, RANGES, VERSION};
use crate::numerics::{Interval, count};
use serde::Serialize;

/// The example.
#[derive(Clone, Copy, Debug)]
pub struct PowersOfTwoOptions {
    /// Even number of records.
    pub dataset_size: f64,
    /// Accuracy above blind guessing, 0.1 if left out.
    pub eta: Option<f64>,
}

/// Noise for the example by each route.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PowersOfTwo {
    /// Version of this library.
    pub library_version: &'static str,
    /// Number of records.
    pub dataset_size: f64,
    /// Standard deviation over random halves; exact by enumeration up to n = 20, above it the proof's bound.
    pub sigma: Figure,
    /// The largest change between halves that differ in one record.
    pub sensitivity: Figure,
    /// Laplace mechanism.
    pub laplace_dp: Figure,
    /// As printed, `M = 2`.
    pub printed: Figure,
    /// Exponential-norm noise.
    pub sharp: Figure,
    /// Laplace noise from the moment.
    pub laplace_1d: Figure,
}

/// Largest data set whose halves are enumerated.
const ENUMERATED: f64 = 20.0;

/// The records `1, 2, 4, ..., 2^(n - 2)` and the one that makes the sum of the smallest half `sqrt(p)`, `p` one over the
/// number of halves.
#[must_use]
pub fn powers_of_two(dataset_size: usize) -> Vec<f64> {
    let half = dataset_size / 2;
    let power = |i: usize| libm::exp2(i as f64);
    let mut records: Vec<f64> = (0..dataset_size - 1).map(power).collect();
    let smallest: f64 = (0..half - 1).map(power).sum();
    records.push(libm::exp(-0.5 * log_halves(dataset_size)) - smallest);
    records
}

fn log_halves(n: usize) -> f64 {
    // A product keeps more digits than lgamma.
    (1..=n / 2)
        .map(|i| libm::log((n / 2 + i) as f64 / i as f64))
        .sum()
}

impl PowersOfTwoOptions {
    /// Computes everything.
    ///
    /// ```
    /// use mi_bounds::PowersOfTwoOptions;
    /// let example = PowersOfTwoOptions { dataset_size: 36.0, eta: Some(0.01) }.result()?;
    /// // Erratum E16m: sqrt(C(36, 18)) less a little, and a scale of 2.381e6 for the Laplace mechanism.
    /// assert!((example.sensitivity.estimate - 95263.5).abs() < 0.1);
    /// assert!((example.laplace_dp.estimate - 2.381e6).abs() < 1e3);
    /// assert!(example.laplace_1d.estimate < 120.0);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `dataset_size` is even from 4 up to 60 and `eta` lies in `(0, 1/2]`.
    pub fn result(&self) -> Result<PowersOfTwo, Error> {
        let size = self.dataset_size;
        if !(4.0..=60.0).contains(&size) || size % 2.0 != 0.0 {
            return Err(Error::OutOfRange {
                parameter: "dataset_size",
                value: size,
                allowed: "an even number from 4 up to 60".into(),
            });
        }
        let eta = RANGES.eta.check("eta", self.eta.unwrap_or(0.1))?;
        let n = count(size);
        let sigma = if size <= ENUMERATED {
            enumerated(n)
        } else {
            Figure::upper(
                libm::sqrt(5.0).next_up(),
                "closed_form",
                theorems::VARIANCE_AT_MOST_5,
            )
        };
        let bound = sigma.upper.unwrap_or(sigma.estimate);
        let largest = libm::exp(0.5 * log_halves(n));
        // The balancing record, which is negative, exchanged for the largest power.
        let least = 1.0 / (libm::exp2(0.5 * size - 1.0) - 1.0 + libm::exp2(size - 2.0));
        let sensitivity = largest - least;
        let error = 64.0 * f64::EPSILON * largest;
        let figure = |value, theorem| Figure::upper(value, "closed_form", theorem);
        Ok(PowersOfTwo {
            library_version: VERSION,
            dataset_size: size,
            laplace_dp: figure(
                laplace_mechanism_scale(sensitivity + error, eta, 0.5),
                theorems::LAPLACE_MECHANISM_OF_HALVES,
            ),
            printed: figure(
                printed_scale(6.16, bound, eta, 2.0),
                theorems::PRINTED_OF_HALVES,
            ),
            sharp: figure(
                scale_from_moment(NoiseLaw::ExponentialNorm, bound, eta, 0.5),
                theorems::SHARP_OF_HALVES,
            )
            .with_erratum("E13"),
            laplace_1d: figure(
                scale_from_moment(NoiseLaw::Laplace, bound, eta, 0.5),
                theorems::LAPLACE_OF_HALVES,
            )
            .with_erratum("E13"),
            sigma,
            sensitivity: Figure::exact(
                Interval::around(sensitivity, error),
                "closed_form",
                theorems::SENSITIVITY_OF_HALVES,
            ),
        })
    }
}

/// The standard deviation by all halves.
fn enumerated(n: usize) -> Figure {
    let records = powers_of_two(n);
    let (mut halves, mut sum, mut squares) = (0.0, 0.0, 0.0);
    // A half without the balancing record has a sum that is its own bit pattern.
    for bits in 0_u32..1 << n {
        if count(f64::from(bits.count_ones())) * 2 != n {
            continue;
        }
        let powers = bits & !(1 << (n - 1));
        let total = f64::from(powers) + if powers == bits { 0.0 } else { records[n - 1] };
        // The smallest half with the balancing record cancels; its sum is known.
        let total = if powers != bits && f64::from(powers) == libm::exp2((n / 2 - 1) as f64) - 1.0 {
            libm::exp(-0.5 * log_halves(n))
        } else {
            total
        };
        let value = 1.0 / total;
        halves += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean = sum / halves;
    let sigma = libm::sqrt(squares / halves - mean * mean);
    Figure::exact(
        Interval::around(sigma, 1e-9 * sigma),
        "enumeration",
        theorems::DEVIATION_OF_HALVES,
    )
}
