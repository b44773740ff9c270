//! What an attacker attains whose record has gradients that depend on what was seen before: a lower bound of the advantage.
//!
//! Gradients on one ray, of lengths `m` and `m - r`, have a skew loss: with the larger one under value `a` the loss has a long
//! tail upward. While the sum of all scores so far is negative the larger gradient is that of the first value, then that of the
//! other. A score is a step's log-likelihood ratio over a unit, rounded at random to whole numbers so that its mean is kept; any
//! function of the observations gives a lower bound, and the laws of the sum under both values are those of a Markov chain.
//! Exchanging the values mirrors the chain, so one of both laws says the other. Gradients of one length take
//! their place where they tell more apart. Many steps are blocks, each of which begins anew.

use super::adaptive_bound::{AdaptiveSteps, Few, MOST_DISTANCES};
use super::gradient_pairs::GradientPair;
use super::plane_law::PlaneLaw;
use super::score_law::{ScoreLaw, Transforms};

/// Length of the transforms.
const POINTS: usize = 1 << 12;
const POINTS_DRAWN: usize = 1 << 10;
/// Deviations of the sum of all scores before it begins anew.
const DEVIATIONS: f64 = 16.0;
/// Deviation from which on scores need not be told apart so finely.
const LARGEST_DEVIATION: f64 = 4.0;

impl AdaptiveSteps<'_> {
    /// Lower bound of the advantage; 0 where the lattice does not serve.
    pub(super) fn attained(&self, draft: bool) -> f64 {
        if self.m > Self::LONGEST || self.deviation <= 0.0 {
            return 0.0;
        }
        let points = if draft { POINTS_DRAWN } else { POINTS };
        let blocks = self.blocks(draft);
        let one;
        let steps = if blocks > 1.0 {
            let Some(r) = self.one_distance() else {
                return 0.0;
            };
            one = [(r, libm::floor(self.number() / blocks))];
            &one
        } else {
            self.steps
        };
        let deviation = self.deviation.min(LARGEST_DEVIATION) / libm::sqrt(blocks);
        let few = Few::new(steps, MOST_DISTANCES);
        let unit = DEVIATIONS * deviation / points as f64;
        // Of the two that tell most apart at the largest distance, the better one.
        let largest = few.least.last().copied().unwrap_or(0.0);
        let worth =
            |pair: fn(f64, f64) -> GradientPair| pair(self.m, largest).divergence(self.rate);
        let pair = if worth(GradientPair::of_one_length) > worth(GradientPair::on_a_ray) {
            GradientPair::of_one_length
        } else {
            GradientPair::on_a_ray
        };
        let law = |&r: &f64| PlaneLaw::new(&pair(self.m, r), self.rate, draft);
        let laws: Vec<PlaneLaw> = few.least.iter().map(law).collect();
        chain(&few.steps, &laws, unit, points)
            .and_then(|block| block.repeated(blocks))
            .map_or(0.0, |law| law.variation())
    }
}

/// The scores of all steps, whose laws are at these places.
fn chain(steps: &[(usize, f64)], laws: &[PlaneLaw], unit: f64, points: usize) -> Option<ScoreLaw> {
    let transforms = Transforms::new(points);
    let scores = laws
        .iter()
        .map(|law| transforms.scores(law, unit))
        .collect::<Option<Vec<_>>>()?;
    steps
        .iter()
        .try_fold(ScoreLaw::of_nothing(points), |law, &(place, number)| {
            law.after(&scores[place], number, &transforms)
        })
}
