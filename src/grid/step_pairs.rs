//! The pair above and the pair below one step, on a grid with a given distance of the knots.

use super::laws::{LossLaw, Part};
use super::loss_cells::{Cells, cut_cells};
use super::loss_distribution::LossDistribution;
use crate::numerics::{Bisection, count};

/// How far the grid of one step goes: what lies beyond is negligible for the demand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Place of the left end.
    pub(crate) left: f64,
    /// Loss of the left end.
    pub(crate) least: f64,
    /// Loss of the right end.
    pub(crate) cap: f64,
}

/// No loss on a grid is larger: its exponential is a number with room to spare.
const MOST_LOSS: f64 = 650.0;

/// The place in `[low, high]` where a function changes from negative to positive.
pub(crate) fn crossing(low: f64, high: f64, sign: impl Fn(f64) -> f64) -> f64 {
    Bisection::linear(200)
        .bracket(low, high, |place| sign(place) < 0.0)
        .1
}

impl Reach {
    /// Mass of at most `spare` lies left of the reach, or it changes `Hrev` by at most `spare` up to `epsilon_max`; cutting at the cap moves at most `spare` to an infinite loss
    /// or changes `H(eps)` by at most `spare` up to `epsilon_max`.
    pub(crate) fn new<L: LossLaw>(law: &L, spare: f64, epsilon_max: f64) -> Self {
        let (lowest, highest) = law.range();
        let matters = |z: f64| {
            let share = libm::exp((epsilon_max + law.loss(z)).min(0.0));
            law.below(z).outside * share - spare
        };
        let left = crossing(lowest, highest, matters);
        let enough = |z: f64| {
            let tail = law.above(z);
            let loss = law.loss(z);
            let excess = tail.inside - libm::exp(loss.min(700.0)) * tail.outside;
            let share = libm::exp((epsilon_max - loss).min(0.0)) * tail.inside;
            // An atom at the end must stay on the grid, or be far out.
            spare
                - if law.has_atoms() {
                    share
                } else {
                    excess.min(share)
                }
        };
        let start = law.knot(0.0, 0.0).z;
        let cap = law.loss(crossing(start, highest, enough)).min(MOST_LOSS);
        Self {
            left,
            least: law.loss(left),
            cap,
        }
    }
}

/// The two pairs on a grid; `(upper, lower)`.
pub(crate) type TwoPairs = (LossDistribution, LossDistribution);

/// Where the left end is cut, and the mean loss of what lies left of it: half a knot off the loss at the cut.
fn anchor<L: LossLaw>(law: &L, reach: &Reach, step: f64) -> (f64, f64) {
    let (lowest, highest) = law.range();
    let top = law
        .knot(reach.cap.min(law.loss(highest)), 0.0)
        .z
        .min(highest);
    let offset = |z: f64| law.loss(z) - law.below(z).loss() - 0.5 * step;
    let start = reach.left.max(lowest);
    if offset(start) >= 0.0 {
        // A tail: cut so that its mean loss is that of the end.
        let anchor = law.loss(start);
        return (
            crossing(start, top, |z| law.below(z).loss() - anchor),
            anchor,
        );
    }
    let cut = crossing(start, top, offset);
    (cut, law.below(cut).loss())
}

/// The distance of the knots made so much smaller that an atom at the right end of the law lies on a knot.
pub(crate) fn fitted<L: LossLaw>(law: &L, reach: &Reach, step: f64, mirrored: bool) -> f64 {
    let most = law.loss(law.range().1);
    if !law.has_atoms() || reach.cap < most {
        return step;
    }
    let mut fit = step;
    for _ in 0..20 {
        let range = if mirrored {
            most
        } else {
            most - anchor(law, reach, fit).1
        };
        fit = range / libm::ceil(range / step);
    }
    fit
}

/// Both pairs of a law as it is. The left end of the law is merged up to where the merged part is half a knot off
/// its edge: where almost all mass lies close to the smallest loss, that part costs nothing, however coarse the
/// grid.
pub(crate) fn direct<L: LossLaw>(law: &L, reach: &Reach, step: f64) -> Option<TwoPairs> {
    let (lowest, highest) = law.range();
    let (least, most) = (law.loss(lowest), law.loss(highest));
    let (cut, anchor) = anchor(law, reach, step);
    let left = libm::ceil(((anchor - least.max(reach.least)) / step).max(0.0)) + 1.0;
    let right = libm::ceil((reach.cap.min(most) - anchor) / step).max(1.0);
    if left + right >= 4e6 {
        return None;
    }
    let (left, right) = (count(left), count(right));
    let cells = cut_cells(law, anchor - left as f64 * step, step, left + right);
    let upper = cells.upper();
    let mut kept = right;
    while kept > 1 && anchor + kept as f64 * step > most {
        kept -= 1;
    }
    let mut cells = Cells {
        first: cells.first,
        step,
        cells: cells.cells,
        ..cells
    };
    cells.cells.truncate(left + kept);
    merge_right(law, &mut cells, cut);
    cells.merge_left(law, left, cut);
    Some((upper, cells.lower()?))
}

/// Both pairs of a law whose part right of the loss 0 is kept and mirrored; what lies in between is an atom at 0.
pub(crate) fn mirrored<L: LossLaw>(law: &L, reach: &Reach, step: f64) -> Option<TwoPairs> {
    let most = law.loss(law.range().1);
    let wanted = libm::ceil(reach.cap.min(most) / step).max(1.0);
    if wanted >= 2e6 {
        return None;
    }
    let mut cells = cut_cells(law, 0.0, step, count(wanted));
    cells.below = Part::default();
    let middle = law.knot(0.0, 0.0).z;
    let right = law.above(middle);
    let atom = (1.0 - right.inside - right.outside).max(0.0);
    let mut upper = cells.clone();
    upper.mirror(atom);
    let upper = upper.upper();
    while cells.cells.len() > 1 && cells.cells.len() as f64 * step > most {
        cells.cells.pop();
    }
    merge_right(law, &mut cells, middle);
    cells.mirror(atom);
    Some((upper, cells.lower()?))
}

/// Merges the right end of the law up to where its mean is the last knot; where even all that lies right of `least`
/// has a larger mean, up to the last knot.
fn merge_right<L: LossLaw>(law: &L, cells: &mut Cells, least: f64) {
    let last = cells.first + cells.cells.len() as f64 * cells.step;
    let top = law.knot(last, 0.0).z.min(law.range().1);
    let short = |z: f64| law.above(z).loss() - last;
    // Tails of which nothing is left in numbers count as too far.
    if short(least) < 0.0 {
        let cut = crossing(least, top, short);
        cells.merge_right(law, cut);
    } else {
        cells.above = law.above(top);
    }
}
