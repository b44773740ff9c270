//! How sure a network is of the classes of records.

use crate::laboratory::data::Records;
use crate::laboratory::model::Pass;

/// Beyond this a confidence says no more: the probability is 1 or 0 in double precision.
const SURE: f64 = 1000.0;

/// Of each record the log-odds of its class, `ln p/(1 - p)`, from the logits and not from a rounded probability; the loss is
/// `ln(1 + e^-x)` of it. Always finite.
pub(crate) fn confidences(pass: &mut Pass, records: &Records) -> Vec<f64> {
    let logits = pass.logits(records);
    let rows = logits.chunks_exact(records.classes()).enumerate();
    rows.map(|(record, row)| confidence(row, records.label(record)))
        .collect()
}

fn confidence(logits: &[f32], label: usize) -> f64 {
    let others = || {
        let others = logits
            .iter()
            .enumerate()
            .filter(|(class, _)| *class != label);
        others.map(|(_, logit)| f64::from(*logit))
    };
    let largest = others().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = others().map(|logit| libm::exp(logit - largest)).sum();
    let odds = f64::from(logits[label]) - largest - libm::log(sum);
    if odds.is_nan() {
        0.0
    } else {
        odds.clamp(-SURE, SURE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::model::loss;

    #[test]
    fn confidences_are_log_odds_and_always_numbers() {
        for logits in [[0.3_f32, -1.2, 2.5], [40.0, 0.0, -40.0]] {
            for label in 0..3 {
                let odds = confidence(&logits, label);
                let expected = loss(&logits, label);
                let found = if odds < -30.0 {
                    -odds
                } else {
                    libm::log1p(libm::exp(-odds))
                };
                assert!((found - expected).abs() < 1e-6 * (1.0 + expected));
            }
        }
        for wild in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            for label in 0..3 {
                assert!(confidence(&[wild, 0.0, wild], label).is_finite());
                assert!(confidence(&[wild; 3], label).is_finite());
            }
        }
    }
}
