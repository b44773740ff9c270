//! Membership inference against a mechanism with finitely many outputs, exactly.

use super::eta::tpr_from_eta;
use super::theorems;
use crate::figure::{Error, Figure, RANGES, VERSION, Warning, asked_rates};
use crate::numerics::{Interval, count};
use serde::Serialize;

/// A finite table of output probabilities.
#[derive(Clone, Debug, Default)]
pub struct MipTable {
    /// Without `records` one row for each output, `[P(output | in), P(output | out)]`; with `records = n` one row for each
    /// subset, `n` times 0 or 1 and then the probabilities of the outputs.
    pub table: Vec<Vec<f64>>,
    /// Number of records whose membership the rows begin with.
    pub records: Option<f64>,
    /// `k/n` of a table with two columns.
    pub subset_fraction: Option<f64>,
    /// Rates of false positives.
    pub fpr: Option<Vec<f64>>,
}

/// Corners of a ROC curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Corners {
    /// Rates of false positives, from 0 to 1.
    pub fpr: Vec<f64>,
    /// Rates of true positives.
    pub tpr: Vec<f64>,
}

/// What the best attacker knows of one record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MipRecord {
    /// Which record, from 1.
    pub record: usize,
    /// Accuracy above the better blind guess.
    pub eta: Figure,
    /// Share of right answers.
    pub accuracy: Figure,
    /// Total variation of the outputs with the record and without.
    pub advantage: Figure,
    /// What the optimal attacker says of each output: 1 for "member".
    pub says_member: Vec<u8>,
    /// Posterior probability of membership; none for an output that never occurs.
    pub posterior: Vec<Option<f64>>,
    /// Largest factor by which an output moves the odds; none if it settles them.
    pub odds_factor: Option<f64>,
    /// The ROC curve's corners.
    pub roc: Corners,
}

/// Rates of true positives for the worst record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MipTpr {
    /// Rate of false positives.
    pub fpr: f64,
    /// Best attacker.
    pub exact: Figure,
    /// What eta alone says.
    pub bound: Figure,
    /// As printed.
    pub printed: f64,
}

/// What the best attacker knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MipTableResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// `k/n`.
    pub subset_fraction: f64,
    /// Number of outputs.
    pub outputs: usize,
    /// The largest over the records.
    pub eta: Figure,
    /// The record that attains it.
    pub worst_record: usize,
    /// At most the first 1000.
    pub records: Vec<MipRecord>,
    /// For the worst record: the exact rate, the bound from eta (E11), the printed one.
    pub tpr: Vec<MipTpr>,
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

const METHOD: &str = "enumeration";
/// How far the printed probabilities of a law may miss 1.
const DEFECT: f64 = 1e-6;
const MOST_RECORDS: usize = 1000;

/// The laws of the output with the record and without.
struct Laws {
    inside: Vec<f64>,
    outside: Vec<f64>,
}

impl MipTable {
    /// Enumerates everything.
    ///
    /// ```
    /// use mi_bounds::MipTable;
    /// // A bit of membership, flipped with probability 0.4: eta = 0.1, and TPR - FPR = 0.2 (erratum E11).
    /// let table = MipTable {
    ///     table: vec![vec![0.6, 0.4], vec![0.4, 0.6]],
    ///     fpr: Some(vec![0.4]),
    ///     ..MipTable::default()
    /// };
    /// let result = table.result()?;
    /// assert!((result.eta.estimate - 0.1).abs() < 1e-12);
    /// assert!((result.tpr[0].exact.estimate - 0.6).abs() < 1e-12);
    /// assert!((result.tpr[0].bound.estimate - 0.6).abs() < 1e-12);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Malformed`] unless every entry is a probability, every law adds up to 1 within 1e-6, and (with `records`)
    /// every subset has the same size, with every record in some subsets and not in others.
    pub fn result(&self) -> Result<MipTableResult, Error> {
        if self.table.is_empty() {
            return Err(malformed("has no rows".into()));
        }
        let mut warnings = Vec::new();
        let (fraction, laws) = match self.records {
            None => (
                RANGES
                    .subset_fraction
                    .or_default("subset_fraction", self.subset_fraction)?,
                vec![self.two_columns()?],
            ),
            Some(records) => {
                if self.subset_fraction.is_some() {
                    return Err(Error::Conflict {
                        parameter: "subset_fraction",
                        other: "records",
                    });
                }
                self.subsets(records, &mut warnings)?
            }
        };
        let rates = asked_rates(self.fpr.as_ref());
        for &fpr in &rates {
            RANGES.probability.check("fpr", fpr)?;
        }
        let found: Vec<MipRecord> = laws
            .iter()
            .enumerate()
            .map(|(i, laws)| laws.record(i + 1, fraction))
            .collect();
        let worst = found
            .iter()
            .max_by(|a, b| a.eta.estimate.total_cmp(&b.eta.estimate))
            .expect("at least one record");
        let bound = worst.eta.upper.unwrap_or(worst.eta.estimate);
        let tpr = rates
            .iter()
            .map(|&fpr| MipTpr {
                fpr,
                exact: worst.roc.at(fpr),
                bound: Figure::upper(
                    tpr_from_eta(bound, fpr, fraction),
                    METHOD,
                    theorems::TPR_OF_TABLE,
                )
                .with_erratum("E11"),
                printed: fpr + worst.eta.estimate,
            })
            .collect();
        Ok(MipTableResult {
            library_version: VERSION,
            subset_fraction: fraction,
            outputs: laws[0].inside.len(),
            eta: worst.eta.clone(),
            worst_record: worst.record,
            tpr,
            records: found.into_iter().take(MOST_RECORDS).collect(),
            warnings,
        })
    }

    fn two_columns(&self) -> Result<Laws, Error> {
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (i, row) in self.table.iter().enumerate() {
            let [p, q] = row[..] else {
                return Err(malformed(format!(
                    "has {} numbers in row {}; each row is [P(output | in), P(output | out)]",
                    row.len(),
                    i + 1
                )));
            };
            inside.push(p);
            outside.push(q);
        }
        law(&inside, "column 1")?;
        law(&outside, "column 2")?;
        Ok(Laws { inside, outside })
    }

    fn subsets(
        &self,
        records: f64,
        warnings: &mut Vec<Warning>,
    ) -> Result<(f64, Vec<Laws>), Error> {
        let n = count(RANGES.dataset_size.check("records", records)?);
        let Some(width) = self.table.first().map(Vec::len).filter(|&width| width > n) else {
            return Err(malformed(format!(
                "needs rows of more than {n} numbers: membership of {n} records, then probabilities"
            )));
        };
        let outputs = width - n;
        let mut size = None;
        let mut sums = vec![(0.0, vec![0.0; outputs]); n];
        let mut all = vec![0.0; outputs];
        for (i, row) in self.table.iter().enumerate() {
            if row.len() != width {
                return Err(malformed(format!(
                    "has {} numbers in row {} and {width} in row 1",
                    row.len(),
                    i + 1
                )));
            }
            let (members, probabilities) = row.split_at(n);
            if let Some(j) = members.iter().position(|&m| m != 0.0 && m != 1.0) {
                return Err(malformed(format!(
                    "is {} in row {}, column {}; membership is 0 or 1",
                    members[j],
                    i + 1,
                    j + 1
                )));
            }
            let k: f64 = members.iter().sum();
            if *size.get_or_insert(k) != k {
                return Err(malformed(format!(
                    "has {k} members in row {} and {} in row 1; all subsets have one size",
                    i + 1,
                    size.unwrap_or(k)
                )));
            }
            law(probabilities, &format!("row {}", i + 1))?;
            for (sum, p) in all.iter_mut().zip(probabilities) {
                *sum += p;
            }
            for (j, sum) in sums.iter_mut().enumerate() {
                if members[j] == 1.0 {
                    sum.0 += 1.0;
                    for (sum, p) in sum.1.iter_mut().zip(probabilities) {
                        *sum += p;
                    }
                }
            }
        }
        let rows = self.table.len() as f64;
        let k = size.unwrap_or(0.0);
        let fraction = k / n as f64;
        let mut laws = Vec::new();
        for (j, (times, inside)) in sums.into_iter().enumerate() {
            if times == 0.0 || times == rows {
                return Err(malformed(format!(
                    "has record {} in {times} of {rows} subsets; it must be in some and not in others",
                    j + 1
                )));
            }
            let outside = all
                .iter()
                .zip(&inside)
                .map(|(all, inside)| ((all - inside) / (rows - times)).max(0.0))
                .collect();
            laws.push(Laws {
                inside: inside.iter().map(|sum| sum / times).collect(),
                outside,
            });
        }
        let subsets = libm::exp(
            libm::lgamma(n as f64 + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n as f64 - k + 1.0),
        );
        if (subsets / rows - 1.0).abs() > 1e-6 {
            warnings.push(Warning::new(
                "not_all_subsets",
                format!(
                    "The table has {rows} rows, and there are {subsets:.0} subsets of {k} out of {n}: the figures are exact for a \
                     subset drawn uniformly from the rows."
                ),
            ));
        }
        Ok((fraction, laws))
    }
}

fn malformed(problem: String) -> Error {
    Error::Malformed {
        parameter: "table".into(),
        problem,
    }
}

/// Checks that these are the probabilities of a law.
fn law(probabilities: &[f64], place: &str) -> Result<(), Error> {
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(malformed(format!(
            "is {p} in {place}; a probability lies between 0 and 1"
        )));
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > DEFECT {
        return Err(malformed(format!(
            "adds up to {sum} in {place}; probabilities add up to 1"
        )));
    }
    Ok(())
}

impl Laws {
    /// What rounding, and probabilities that do not quite add up to 1, can have moved a sum of probabilities by.
    fn error(&self) -> f64 {
        let defect = |law: &[f64]| (law.iter().sum::<f64>() - 1.0).abs();
        defect(&self.inside)
            + defect(&self.outside)
            + 4.0 * f64::EPSILON * (self.inside.len() as f64 + 4.0)
    }

    fn record(&self, record: usize, fraction: f64) -> MipRecord {
        let error = self.error();
        let pairs = || self.inside.iter().zip(&self.outside);
        let blind = fraction.max(1.0 - fraction);
        // Sums of differences keep what a sum of maxima less the blind guess would lose.
        let (mut gain, mut variation) = (0.0, 0.0);
        for (p, q) in pairs() {
            let (member, other) = (fraction * p, (1.0 - fraction) * q);
            gain += if fraction >= 0.5 {
                (other - member).max(0.0)
            } else {
                (member - other).max(0.0)
            };
            variation += (p - q).max(0.0);
        }
        let figure = |value: f64, least: f64, most: f64, theorem| {
            let interval = Interval {
                lower: (value - error).max(least),
                upper: (value + error).min(most),
            };
            Figure::exact(interval, METHOD, theorem)
        };
        let odds = pairs()
            .filter(|(p, q)| **p > 0.0 || **q > 0.0)
            .map(|(p, q)| (p / q).max(q / p))
            .fold(1.0, f64::max);
        MipRecord {
            record,
            eta: figure(gain, 0.0, 1.0 - blind, theorems::ETA_OF_TABLE),
            accuracy: figure(blind + gain, blind, 1.0, theorems::ETA_OF_TABLE),
            advantage: figure(variation, 0.0, 1.0, theorems::ADVANTAGE_OF_TABLE),
            says_member: pairs()
                .map(|(p, q)| u8::from(fraction * p >= (1.0 - fraction) * q))
                .collect(),
            posterior: pairs()
                .map(|(p, q)| {
                    let all = fraction * p + (1.0 - fraction) * q;
                    (all > 0.0).then(|| fraction * p / all)
                })
                .collect(),
            odds_factor: odds.is_finite().then_some(odds),
            roc: self.roc(),
        }
    }

    fn roc(&self) -> Corners {
        let mut order: Vec<usize> = (0..self.inside.len()).collect();
        let ratio = |i: &usize| self.inside[*i] / (self.inside[*i] + self.outside[*i]);
        order.retain(|i| !ratio(i).is_nan());
        order.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
        let (mut fpr, mut tpr) = (vec![0.0], vec![0.0]);
        let (mut false_rate, mut true_rate) = (0.0_f64, 0.0_f64);
        for i in order {
            false_rate += self.outside[i];
            true_rate += self.inside[i];
            fpr.push(false_rate.min(1.0));
            tpr.push(true_rate.min(1.0));
        }
        Corners { fpr, tpr }
    }
}

impl Corners {
    /// The rate of true positives at a rate of false positives: between two corners the attacker tosses a coin.
    fn at(&self, fpr: f64) -> Figure {
        let next = self.fpr.partition_point(|&rate| rate <= fpr);
        let value = if next == self.fpr.len() {
            *self.tpr.last().unwrap_or(&1.0)
        } else {
            let (x, y) = (self.fpr[next - 1], self.tpr[next - 1]);
            y + (self.tpr[next] - y) * (fpr - x) / (self.fpr[next] - x)
        };
        let error = 8.0 * f64::EPSILON * self.fpr.len() as f64;
        let interval = Interval {
            lower: (value - error).max(0.0),
            upper: (value + error).min(1.0),
        };
        Figure::exact(interval, METHOD, theorems::ROC_OF_TABLE)
    }
}
