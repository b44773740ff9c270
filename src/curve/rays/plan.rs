//! Small losses and large ones apart: which marks their rays start at for an order.

use super::law::Law;
use super::marks::{Mark, deviation, log_length};
use super::paths::Part;
use super::ray::{OF_PANEL, Ray};
use crate::numerics::log_add;

/// Logarithm of what is negligible beside the scale.
const NEGLIGIBLE: f64 = -25.0;
/// By how much more a bound is rounded up.
const ROUNDING: f64 = 1e-9;

/// Where the rays of an order start.
pub(super) struct Plan<'a> {
    marks: &'a [Mark],
    order: f64,
    /// The places of large losses and of small ones, the former first.
    large: usize,
    small: usize,
    /// Logarithm of the largest part.
    scale: f64,
}

impl<'a> Plan<'a> {
    /// None where there are no marks.
    pub(super) fn new(marks: &'a [Mark], order: f64) -> Option<Self> {
        let far = |index: usize| marks[index].far(order) - log_length(marks, index, Part::Far);
        let near = |index: usize| marks[index].near(order) - log_length(marks, index, Part::Near);
        let large = (0..marks.len()).min_by(|&a, &b| far(a).total_cmp(&far(b)))?;
        // Upward from there to where small losses make little, or as little as the stretch.
        let mut scale = far(large);
        let (mut small, mut least) = (large, f64::INFINITY);
        for (index, mark) in marks.iter().enumerate().skip(large) {
            let larger = near(index).max(mark.stretch(order));
            if larger < least {
                (small, least) = (index, larger);
            }
            if scale > least {
                break;
            }
            if mark.near_beyond(order) < scale + NEGLIGIBLE {
                small = index;
                break;
            }
            scale = scale.max(mark.stretch(order));
        }
        let peaks = marks[large..small].iter().map(|mark| mark.stretch(order));
        let scale = peaks.chain([near(small), far(large)]);
        let scale = scale.fold(f64::NEG_INFINITY, f64::max);
        Some(Self {
            marks,
            order,
            large,
            small,
            scale,
        })
    }

    fn stretches(&self) -> &'a [Mark] {
        &self.marks[self.large..self.small]
    }

    /// Logarithm of a bound of the divergence.
    pub(super) fn log_most(&self) -> f64 {
        let order = self.order;
        let stretches = self.stretches().iter().map(|mark| mark.stretch(order));
        let rest = [
            self.marks[self.small].near_beyond(order),
            self.marks[self.large].far_beyond(order),
        ];
        stretches.chain(rest).fold(f64::NEG_INFINITY, log_add) + ROUNDING * (1.0 + self.scale.abs())
    }

    /// Small losses and large ones apart; none where a part is too long.
    pub(super) fn ray(&self, laws: &[Law]) -> Option<Ray> {
        let Self {
            marks,
            order,
            large,
            small,
            scale,
        } = *self;
        let (first, last) = (&marks[large], &marks[small]);
        let is_little = |log: f64| log < scale + NEGLIGIBLE;
        let mut ray = Ray::scaled(last.s, scale - (1.0 - last.s) * order);
        for mark in self.stretches() {
            if is_little(mark.stretch(order)) {
                ray.leave_out(mark.stretch.0, mark.s);
                ray.leave_out(mark.stretch.1, mark.next);
            } else {
                ray.add_stretch(laws, (mark.s, mark.next), (order, scale))?;
            }
        }
        let allowed = libm::log(OF_PANEL);
        if is_little(last.near_beyond(order)) {
            ray.leave_out(last.near + last.beyond(), last.s);
        } else {
            let start = (last.s, deviation(marks, small, Part::Near));
            ray.climb(laws, Part::Near, start, (order, allowed))?;
        }
        if is_little(first.far_beyond(order)) {
            ray.leave_out(first.far + first.beyond(), first.s);
        } else {
            let start = (first.s, deviation(marks, large, Part::Far));
            ray.climb(laws, Part::Far, start, (order, allowed))?;
        }
        Some(ray)
    }
}
