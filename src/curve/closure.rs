//! What readings of one ROC curve say about each other.

use crate::numerics::{Interval, ascending};

/// Rounding of a chord or its extension.
const SLACK: f64 = 8.0 * f64::EPSILON;

/// Narrows certified rates of true positives at the given false ones by what concavity says: the curve lies above the chords
/// between lower ends, and below the lines from (0, 0) and (1, 1) through any upper end, beyond it. Both ends rise then.
pub(super) fn concave(fpr: &[f64], tpr: &mut [Interval]) {
    let order = ascending(fpr);
    raise_to_chords(fpr, tpr, &order);
    let mut steepest = f64::INFINITY;
    for &i in &order {
        let line = steepest * fpr[i] * (1.0 + SLACK);
        tpr[i] = tpr[i].intersect(at_most(line));
        steepest = steepest.min(tpr[i].upper / fpr[i]);
    }
    let mut missed = 0.0_f64;
    for &i in order.iter().rev().filter(|&&i| fpr[i] < 1.0) {
        let rest = 1.0 - fpr[i];
        let line = 1.0 - missed * rest * (1.0 - SLACK) + f64::EPSILON;
        tpr[i] = tpr[i].intersect(at_most(line));
        missed = missed.max((1.0 - tpr[i].upper) / rest);
    }
}

fn at_most(upper: f64) -> Interval {
    Interval {
        lower: f64::NEG_INFINITY,
        upper,
    }
}

/// Raises lower ends to the upper hull of all of them, (0, 0) and (1, 1).
fn raise_to_chords(fpr: &[f64], tpr: &mut [Interval], order: &[usize]) {
    let mut hull: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    let points = order.iter().map(|&i| (fpr[i], tpr[i].lower));
    for next in points.chain([(1.0, 1.0)]) {
        while let [.., before, last] = hull[..] {
            let is_above = (last.1 - before.1) * (next.0 - before.0)
                > (next.1 - before.1) * (last.0 - before.0);
            if is_above {
                break;
            }
            hull.pop();
        }
        hull.push(next);
    }
    let mut edge = 0;
    for &i in order {
        while edge + 2 < hull.len() && hull[edge + 1].0 < fpr[i] {
            edge += 1;
        }
        let (left, right) = (hull[edge], hull[edge + 1]);
        if right.0 > left.0 && fpr[i] <= right.0 {
            let share = (fpr[i] - left.0) / (right.0 - left.0);
            let chord = (left.1 + (right.1 - left.1) * share) * (1.0 - SLACK);
            tpr[i] = tpr[i].intersect(Interval {
                lower: chord,
                upper: f64::INFINITY,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_narrow_what_is_wide() {
        let of = |lower, upper| Interval { lower, upper };
        let fpr = [0.87, 0.5, 0.1, 1.0];
        let mut tpr = [
            of(0.99, 1.0),
            of(0.9999, 0.99995),
            of(0.2, 1.0),
            of(1.0, 1.0),
        ];
        concave(&fpr, &mut tpr);
        // On the chord from .5 to 1.
        assert!(
            (tpr[0].lower - (0.9999 + 0.0001 * 0.37 / 0.5)).abs() < 1e-14,
            "{tpr:?}"
        );
        // Right of .5 the curve keeps below the line from (0, 0), left of it below that from (1, 1).
        assert_eq!(tpr[0].upper, 1.0);
        assert!(
            (tpr[2].upper - (1.0 - 0.00005 * 0.9 / 0.5)).abs() < 1e-14,
            "{tpr:?}"
        );
        assert_eq!(tpr[1], of(0.9999, 0.99995));
        let mut one = [of(0.3, 0.4)];
        concave(&[0.2], &mut one);
        assert_eq!(one, [of(0.3, 0.4)]);
    }
}
