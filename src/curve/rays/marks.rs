//! Where the rays of small losses and of large ones start: what each part is at places of the real axis.

use super::integrand::Integrand;
use super::law::Law;
use super::path::Path;
use super::paths::{Part, log_of_part};
use super::route::Route;
use super::start::{argument, atom, deviation_at};
use crate::numerics::complex::Complex;
use core::f64::consts::PI;

/// The most places.
const MOST: i32 = 80;
/// Parts of the last piece before the way up is as large as what lies before it.
const PARTS: i32 = 4;
/// Tolerance of a bound, as a share of it.
const TOLERANCE: f64 = 1e-10;
/// How much larger than what lies before it the way up is at the last place.
const LAST: f64 = 3.0;
/// Logarithm of what large losses make from which on that is not looked at.
const LARGEST: f64 = 50.0;

/// What the parts are between a place and the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) s: f64,
    pub(super) next: f64,
    /// Logarithms of bounds of the powers of small losses and of large ones, and of what the stretch to the next place makes, at both ends.
    pub(super) near: f64,
    pub(super) far: f64,
    pub(super) stretch: (f64, f64),
}

/// What is known of a phase at a place.
struct Sizes {
    less: f64,
    near: f64,
    side: f64,
    far: f64,
}

impl Mark {
    /// None where nothing can be cut.
    pub(super) fn all(laws: &[Law]) -> Vec<Self> {
        let mut marks: Vec<Self> = Vec::new();
        let mut has_far = true;
        for power in 0..MOST {
            let (s, next) = (argument(power), argument(power + 1));
            let Some((mark, merged)) = Self::new(laws, has_far, s, next) else {
                break;
            };
            if merged {
                // Small losses alone may be least just before.
                if let Some(before) = marks.pop() {
                    marks.extend(before.in_parts(laws));
                }
                marks.push(mark);
                break;
            }
            // Large losses grow without bound from here.
            has_far &= mark.far < LARGEST;
            marks.push(mark);
        }
        marks
    }

    /// The same between more places; of these large losses are not looked at.
    fn in_parts(self, laws: &[Law]) -> Vec<Self> {
        let place = |part: i32| {
            let share = f64::from(part) / f64::from(PARTS);
            self.s * libm::pow(self.next / self.s, share)
        };
        let parts = (0..PARTS).map(|part| Self::new(laws, false, place(part), place(part + 1)));
        let parts: Option<Vec<_>> = parts.collect();
        parts.map_or_else(
            || vec![self],
            |parts| parts.into_iter().map(|(mark, _)| mark).collect(),
        )
    }

    /// With whether the way up is as large as what lies before it.
    fn new(laws: &[Law], has_far: bool, s: f64, next: f64) -> Option<(Self, bool)> {
        let ends = laws.iter().map(|law| sizes(law, has_far, s, next));
        let ends: Vec<[Sizes; 2]> = ends.collect::<Option<_>>()?;
        let log = |end: usize, part: Part| {
            let phases = laws.iter().zip(&ends).map(|(law, sizes)| {
                let Sizes {
                    less,
                    near,
                    side,
                    far,
                } = sizes[end];
                let (added, rest) = match part {
                    Part::Near => (near + side, 0.0),
                    Part::All => (side, near),
                    Part::Far => (far, near + side),
                };
                (law.steps, less + added + rest, added)
            });
            log_of_part(phases)
        };
        let far = log(0, Part::Far);
        let stretch = libm::log((next - s) / PI / (s * (s - 1.0)));
        let mark = Self {
            s,
            next,
            near: log(0, Part::Near),
            far: if far.is_nan() { f64::INFINITY } else { far },
            stretch: (log(0, Part::All) + stretch, log(1, Part::All) + stretch),
        };
        let merged = ends.iter().any(|[sizes, _]| sizes.side > LAST * sizes.near);
        (mark.near.is_finite() && !mark.stretch.1.is_nan()).then_some((mark, merged))
    }

    /// Of the integrand of an order, by its logarithm.
    pub(super) fn near(&self, order: f64) -> f64 {
        self.near + (1.0 - self.s) * order - libm::log(self.s * (self.s - 1.0))
    }

    pub(super) fn far(&self, order: f64) -> f64 {
        self.far + (1.0 - self.s) * order - libm::log(self.s * (self.s - 1.0))
    }

    /// Logarithm of what is made upward from here at most, over a bound of the powers: `|s(s - 1)|` is there at least the square of the distance
    /// from 1.
    pub(super) fn beyond(&self) -> f64 {
        -libm::log(2.0 * (self.s - 1.0))
    }

    pub(super) fn near_beyond(&self, order: f64) -> f64 {
        self.near + (1.0 - self.s) * order + self.beyond()
    }

    pub(super) fn far_beyond(&self, order: f64) -> f64 {
        self.far + (1.0 - self.s) * order + self.beyond()
    }

    pub(super) fn stretch(&self, order: f64) -> f64 {
        let (first, last) = self.stretch;
        (first + (1.0 - self.s) * order).max(last + (1.0 - self.next) * order)
    }
}

/// What a phase is at both ends of a piece of the real axis, by the same paths.
fn sizes(law: &Law, has_far: bool, s: f64, next: f64) -> Option<[Sizes; 2]> {
    let ends = [Complex::new(s, 0.0), Complex::new(next, 0.0)];
    let region = [ends[0], ends[1], ends[0], ends[1]];
    let integrand = Integrand { law, region };
    let (real, side) = integrand.real_and_side()?;
    let other = region.map(|s| Complex::new(1.0 - s.re, 0.0));
    let below = Integrand { law, region: other }.straight(0.0, false)?;
    let far = if has_far {
        integrand.far(TOLERANCE)
    } else {
        None
    };
    let path =
        |region, route: &Route| Path::along(law, region, route, TOLERANCE * libm::exp(route.log));
    let (real, side) = (path(region, &real)?, path(region, &side)?);
    let below = path(other, &below)?;
    let far = far.and_then(|far| path(region, &far));
    Some(ends.map(|end| Sizes {
        less: atom(law) + below.largest(Complex::new(1.0 - end.re, 0.0)),
        near: real.largest(end),
        side: side.largest(end),
        far: far.as_ref().map_or(f64::INFINITY, |far| far.largest(end)),
    }))
}

/// Logarithm of the reciprocal of the length on which a part counts.
pub(super) fn log_length(marks: &[Mark], index: usize, part: Part) -> f64 {
    libm::log(PI * deviation(marks, index, part))
}

/// About the deviation of the loss under the tilt of a mark, by the bend of a part.
pub(super) fn deviation(marks: &[Mark], index: usize, part: Part) -> f64 {
    let log = |index: usize| match part {
        Part::Far => marks[index].far,
        _ => marks[index].near,
    };
    deviation_at(index, marks.len(), |index| marks[index].s, log)
}
