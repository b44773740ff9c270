//! The likelihood-ratio attack (Carlini et al. 2022): confidences of models with and without a record, as normal laws.

use super::references::References;

/// Least standard deviation of a fit, so that models which agree do not make a certainty; no score is NaN, for which Thudi et
/// al. 2022 (footnote 4) say non-member.
const LEAST_DEVIATION: f64 = 1e-3;

/// From so many models on, each record has a variance of its own, as in the attack's own code.
const OWN_VARIANCE: usize = 64;

/// The normal laws of each record, where there are models for them.
pub(crate) struct Lira {
    records: Vec<[Option<Normal>; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Normal {
    mean: f64,
    variance: f64,
}

impl Lira {
    pub(crate) fn new(references: &References) -> Self {
        let mut records: Vec<[Option<Normal>; 2]> = Vec::new();
        let mut pooled = [(0.0, 0.0); 2];
        let mut fewest = usize::MAX;
        for record in 0..references.records() {
            let fit = [false, true].map(|with| {
                let confidences = references.of(record, with);
                let count = confidences.len();
                fewest = fewest.min(count);
                if count == 0 {
                    return None;
                }
                let mean = confidences.iter().sum::<f64>() / count as f64;
                let squares: f64 = confidences.iter().map(|x| (x - mean) * (x - mean)).sum();
                let freedom = (count - 1) as f64;
                let (sum, degrees) = &mut pooled[usize::from(with)];
                *sum += squares;
                *degrees += freedom;
                Some(Normal {
                    mean,
                    variance: squares / freedom,
                })
            });
            records.push(fit);
        }
        let least = LEAST_DEVIATION * LEAST_DEVIATION;
        for fit in &mut records {
            for (normal, (sum, degrees)) in fit.iter_mut().zip(pooled) {
                if let Some(normal) = normal {
                    if fewest < OWN_VARIANCE {
                        normal.variance = if degrees > 0.0 { sum / degrees } else { 1.0 };
                    }
                    normal.variance = normal.variance.max(least);
                }
            }
        }
        Self { records }
    }

    /// The logarithm of the likelihood ratio; without models on one side the score of [`Lira::offline`], or its counterpart.
    pub(crate) fn online(&self, confidences: &[f64]) -> Vec<f64> {
        let scores = self
            .records
            .iter()
            .zip(confidences)
            .map(|(fit, x)| match fit {
                [Some(without), Some(with)] => with.log_density(*x) - without.log_density(*x),
                [Some(without), None] => without.standard(*x),
                [None, Some(with)] => with.standard(*x),
                [None, None] => 0.0,
            });
        scores.collect()
    }

    /// By how many deviations a confidence exceeds those of models without the record.
    pub(crate) fn offline(&self, confidences: &[f64]) -> Vec<f64> {
        let scores = self
            .records
            .iter()
            .zip(confidences)
            .map(|(fit, x)| match fit {
                [Some(without), _] => without.standard(*x),
                [None, _] => 0.0,
            });
        scores.collect()
    }
}

impl Normal {
    fn standard(&self, x: f64) -> f64 {
        (x - self.mean) / libm::sqrt(self.variance)
    }

    /// Up to a constant.
    fn log_density(&self, x: f64) -> f64 {
        let standard = self.standard(x);
        -0.5 * (standard * standard + libm::log(self.variance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::normal;
    use crate::random::Random;

    /// Confidences `N(m, 1)` without and `N(m + 2, 1)` with the record: the best attacker is right in a share `Phi(1)` of the
    /// cases. 10,000 records; the fits of 2 * 50 models cost less than 0.005, and 0.02 more would be 5.5 deviations.
    #[test]
    fn on_normal_confidences_it_is_the_best_attack() {
        let mut random = Random::seeded(6, 0);
        let count = 10_000;
        let middles: Vec<f64> = (0..count).map(|_| 3.0 * random.normal()).collect();
        let mut draw = |with: &[bool]| -> Vec<f64> {
            let each = middles.iter().zip(with);
            each.map(|(middle, with)| middle + 2.0 * f64::from(u8::from(*with)) + random.normal())
                .collect()
        };
        let mut references = References::default();
        for model in 0..100 {
            let with: Vec<bool> = (0..count).map(|record| (record + model) % 2 == 0).collect();
            let confidences = draw(&with);
            references.push(with, confidences);
        }
        let truth: Vec<bool> = (0..count).map(|record| record % 3 != 0).collect();
        let confidences = draw(&truth);
        let lira = Lira::new(&references);
        for (scores, threshold) in [
            (lira.online(&confidences), 0.0),
            (lira.offline(&confidences), 1.0),
        ] {
            let right = scores.iter().zip(&truth);
            let right = right
                .filter(|(score, member)| (**score > threshold) == **member)
                .count();
            let share = right as f64 / count as f64;
            assert!((share - normal::cdf(1.0)).abs() < 0.025, "{share}");
        }
    }

    #[test]
    fn a_score_is_always_a_number() {
        for models in [1, 2, 3] {
            let mut references = References::default();
            for model in 0..models {
                references.push(
                    vec![model % 2 == 0, true, false],
                    vec![-1000.0, 4.0, 1000.0],
                );
            }
            let lira = Lira::new(&references);
            for scores in [lira.online(&[1000.0; 3]), lira.offline(&[-1000.0; 3])] {
                assert!(scores.iter().all(|score| score.is_finite()), "{scores:?}");
            }
        }
        assert!(Lira::new(&References::default()).online(&[]).is_empty());
    }
}
