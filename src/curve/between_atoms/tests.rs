//! The engine against closed forms, a grid, and lines.

use super::*;
use crate::curve::enclosures::Enclosures;
use crate::curve::laplace_step::SingleLaplaceStep;
use crate::curve::tests::Random;
use crate::mechanism::{Demand, PairPhase};
use crate::random::is_whole_run;

fn pair(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> DominatingPair {
    DominatingPair {
        shape: Shape::Mixture { group_size: 1 },
        noise: Noise::Laplace,
        phases: vec![PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        }],
    }
}

fn meets(found: Interval, wanted: Interval, what: &str) {
    let slack = 1e-14 * wanted.upper.abs().max(1e-290);
    assert!(
        found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
        "{what}: {found:?} against {wanted:?}"
    );
}

/// One step has a closed form.
#[test]
fn one_step_meets_its_closed_form() {
    let mut random = Random::new(91);
    for _ in 0..if is_whole_run() { 300 } else { 60 } {
        let noise = random.log_uniform(0.5, 1e4);
        let rate = random.log_uniform(1e-9, 1.0);
        let pair = pair(noise, rate, 1.0);
        let found = BetweenAtoms::new(&pair).expect("one step");
        let closed = SingleLaplaceStep::new(&pair).expect("one step");
        let what = format!("{noise}, {rate}");
        let most = closed.largest_losses();
        for share in [0.0, 1e-3, 0.1, 0.5, 0.9, 0.999] {
            let (order, other) = (share * most.0, share * most.1);
            let forward = found.hockey_stick(order);
            let backward = found.reverse_hockey_stick(other);
            meets(forward, closed.hockey_stick(order), &what);
            meets(backward, closed.reverse_hockey_stick(other), &what);
            if share < 0.95 {
                for found in [forward, backward] {
                    assert!(
                        found.width() <= 1e-8 * found.upper,
                        "{what} {share}: {found:?}"
                    );
                }
            }
        }
        for fpr in [1e-12, 1e-6, 1e-2, 0.4, 0.7] {
            let tpr = found.tpr(fpr, found.advantage(), &mut 0.0);
            let wanted = closed.tpr(fpr, closed.advantage(), &mut 0.0);
            meets(tpr, wanted, &format!("{what}, FPR {fpr}"));
            assert!(tpr.width() <= 1e-6 * tpr.upper, "{what}, {fpr}: {tpr:?}");
        }
    }
}

/// Several steps meet a grid and, where the atoms hardly last, lines.
#[test]
fn steps_meet_the_other_engines() {
    let mut random = Random::new(92);
    let mut sharp = 0;
    let cases = if is_whole_run() { 60 } else { 12 };
    for case in 0..cases {
        let noise = random.log_uniform(0.6, 300.0);
        let rate = random.log_uniform(1e-3, 1.0);
        let most = if case % 3 == 0 { 8.0 } else { 60.0 * noise };
        let steps = random.log_uniform(2.0, most).floor();
        let pair = pair(noise, rate, steps);
        let Some(found) = BetweenAtoms::new(&pair) else {
            continue;
        };
        let advantage = found.advantage();
        let order = advantage.upper;
        let demand = Demand {
            epsilon: vec![order],
            fpr: vec![1e-3, 0.2],
            ..Demand::default()
        };
        let mut others = Enclosures::first(&pair, None, None, &demand);
        others.seek(&demand);
        let others = others.with_second(&pair, &demand);
        let what = format!("{noise}, {rate}, {steps}");
        meets(advantage, others.advantage(), &what);
        for order in [order, 0.1 * order, -0.5 * order] {
            let forward = found.hockey_stick(order);
            meets(
                forward,
                others.hockey_stick(order),
                &format!("{what} at {order}"),
            );
            let backward = found.reverse_hockey_stick(order);
            meets(
                backward,
                others.reverse_hockey_stick(order),
                &format!("{what} from {order}"),
            );
        }
        for fpr in [1e-3, 0.2] {
            let tpr = found.tpr(fpr, advantage, &mut 0.0);
            let wanted = others.tpr(fpr, others.advantage(), &mut 0.0);
            meets(tpr, wanted, &format!("{what}, FPR {fpr}"));
            assert!(tpr.width() <= 1e-6 * tpr.upper, "{what}, {fpr}: {tpr:?}");
        }
        assert!(
            advantage.width() <= 1e-9 * advantage.upper,
            "{what}: {advantage:?}"
        );
        sharp += usize::from(others.advantage().width() <= 1e-6 * advantage.upper);
    }
    assert!(5 * sharp >= 2 * cases, "{sharp} of {cases}");
}
