//! Attacks P and R of Ye et al. 2022: the place of a loss among those of non-members, or of models without the record.
//!
//! Confidences stand for the losses, which fall with them.

use super::references::References;

/// Attack P: the share of the population's confidences below that of each record. From `1 - fpr` on, the attacker says member.
pub(crate) fn population_attack(population: &[f64], confidences: &[f64]) -> Vec<f64> {
    let mut sorted = population.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    confidences
        .iter()
        .map(|own| {
            let below = sorted.partition_point(|other| other < own);
            let not_above = sorted.partition_point(|other| other <= own);
            (below + not_above) as f64 / (2.0 * sorted.len() as f64)
        })
        .collect()
}

/// Attack R: the same among the models that were trained without the record; one half where there is none.
pub(crate) fn reference_attack(references: &References, confidences: &[f64]) -> Vec<f64> {
    let scores = confidences.iter().enumerate().map(|(record, own)| {
        let others = references.of(record, false);
        if others.is_empty() {
            0.5
        } else {
            population_attack(&others, &[*own])[0]
        }
    });
    scores.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shares() {
        let scores = population_attack(&[1.0, 2.0, 2.0, 5.0], &[0.0, 2.0, 3.0, 9.0]);
        assert_eq!(scores, [0.0, 0.5, 0.75, 1.0]);
        let mut references = References::default();
        references.push(vec![true, false, true], vec![9.0, 1.0, 3.0]);
        references.push(vec![false, false, true], vec![4.0, 3.0, 3.0]);
        assert_eq!(
            reference_attack(&references, &[5.0, 2.0, 1.0]),
            [1.0, 0.5, 0.5]
        );
    }
}
