//! How far apart the clipped gradients of one record are when an attribute takes each of its values.

use crate::figure::{Error, Figure, RANGES, VERSION, rows};
use crate::numerics::{count, up};
use crate::training::theorems;
use serde::Serialize;

/// Gradients of records with each value of an attribute.
#[derive(Clone, Copy, Debug, Default)]
pub struct GradientDistanceOptions {
    /// Clipping norm, 1 if left out.
    pub clipping_norm: Option<f64>,
    /// Rows of each record, one for each value; all rows if left out.
    pub values: Option<f64>,
}

/// `R_t` of one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GradientDistance {
    /// Version of this library.
    pub library_version: &'static str,
    /// Number of records.
    pub records: usize,
    /// Number of values of the attribute.
    pub values: usize,
    /// Number of coordinates.
    pub dimension: usize,
    /// Largest distance over the records, exact (all pairs).
    pub diameter: Figure,
    /// Twice the largest distance from the mean gradient.
    pub mean_vector: Figure,
    /// The record (from 1) and the pair of values (from 1) that attain the diameter.
    pub record: usize,
    /// Its two values, from 1.
    pub pair: [usize; 2],
    /// The diameter of each record.
    pub diameters: Vec<f64>,
    /// The approximation for each record.
    pub mean_vectors: Vec<f64>,
    /// Gradients that were longer than the clipping norm.
    pub clipped: usize,
}

const ALL_RECORDS: &str =
    "The records given are all that are to be protected, not those of one batch (E16d).";
/// Most multiplications that the pairs of values may cost.
const MOST_WORK: f64 = 2e10;

impl GradientDistanceOptions {
    /// Clips each row in l2 and measures it against the other values of its record.
    ///
    /// ```
    /// use mi_bounds::GradientDistanceOptions;
    /// let distance = GradientDistanceOptions::default().result(&[3.0, 0.0, 0.0, 0.5], 2)?;
    /// // (1, 0) after clipping, and (0, 0.5).
    /// assert!((distance.diameter.estimate - 1.25_f64.sqrt()).abs() < 1e-13);
    /// assert!(distance.mean_vector.estimate >= distance.diameter.estimate);
    /// assert_eq!((distance.clipped, distance.pair), (1, [1, 2]));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a clipping norm out of range, [`Error::Malformed`] unless the rows are finite, full, and come
    /// in whole blocks of at least two.
    pub fn result(&self, gradients: &[f64], columns: usize) -> Result<GradientDistance, Error> {
        let norm = RANGES
            .clipping_norm
            .or_default("clipping_norm", self.clipping_norm)?;
        let all = rows("gradients", gradients, columns, 2)?;
        let values = match self.values {
            Some(values) => count(RANGES.dataset_size.check("values", values)?),
            None => all,
        };
        if values < 2 || all % values != 0 {
            return Err(Error::Malformed {
                parameter: "values".into(),
                problem: format!(
                    "is {values}; {all} rows must make whole blocks of at least two values"
                ),
            });
        }
        let work = all as f64 * values as f64 * columns as f64;
        if work > MOST_WORK {
            return Err(Error::Malformed {
                parameter: "gradients".into(),
                problem: format!(
                    "would cost {work:.0e} multiplications for all pairs; at most {MOST_WORK:.0e} are allowed"
                ),
            });
        }
        let mut clipped = 0;
        let mut rows = gradients.to_vec();
        for row in rows.chunks_exact_mut(columns) {
            let length = length_of(row.iter().copied());
            if length > norm {
                clipped += 1;
                for x in row {
                    *x *= norm / length;
                }
            }
        }
        let (mut diameters, mut mean_vectors) = (Vec::new(), Vec::new());
        let (mut record, mut pair, mut widest) = (1, [1, 2], -1.0);
        for (i, block) in rows.chunks_exact(values * columns).enumerate() {
            let gradients: Vec<&[f64]> = block.chunks_exact(columns).collect();
            let mut diameter = 0.0;
            for (a, first) in gradients.iter().enumerate() {
                for (b, second) in gradients.iter().enumerate().skip(a + 1) {
                    let distance = length_of(first.iter().zip(*second).map(|(x, y)| x - y));
                    if distance > widest {
                        (record, pair, widest) = (i + 1, [a + 1, b + 1], distance);
                    }
                    diameter = f64::max(diameter, distance);
                }
            }
            let mut mean = vec![0.0; columns];
            for gradient in &gradients {
                for (sum, x) in mean.iter_mut().zip(*gradient) {
                    *sum += x / values as f64;
                }
            }
            let farthest = gradients
                .iter()
                .map(|gradient| length_of(gradient.iter().zip(&mean).map(|(x, m)| x - m)))
                .fold(0.0, f64::max);
            diameters.push(diameter);
            mean_vectors.push(2.0 * farthest);
        }
        let largest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let slack = 1.0 + f64::EPSILON * columns as f64;
        let figure = |value: f64, theorem| {
            Figure::upper(up(value * slack).min(2.0 * norm), "enumeration", theorem)
                .with_erratum("E16d")
                .with_assumptions(ALL_RECORDS)
        };
        Ok(GradientDistance {
            library_version: VERSION,
            records: diameters.len(),
            values,
            dimension: columns,
            diameter: figure(largest(&diameters), theorems::DIAMETER),
            mean_vector: figure(largest(&mean_vectors), theorems::MEAN_VECTOR).with_erratum("E7"),
            record,
            pair,
            diameters,
            mean_vectors,
            clipped,
        })
    }
}

fn length_of(row: impl Iterator<Item = f64>) -> f64 {
    libm::sqrt(row.map(|x| x * x).sum())
}
