//! Where a condition ends, by bisection, and where a value changes its sign, by interpolation: each with a stated side.

/// On which scale a bracket is halved.
#[derive(Clone, Copy, Debug)]
enum Scale {
    Linear,
    Logarithmic,
}

/// Halves a bracket of the point up to which a condition holds.
///
/// The condition has to hold on a first part of the bracket and nowhere after it; the bracket may run downward. Neither of
/// its ends is evaluated: of the bracket that is returned, the first end is the given one or a point where the condition
/// held, the second the given one or a point where it did not. Who needs a value that is certainly on one side takes that
/// end, as `inverse_monotone_function` of `dp_accounting` asks for the side; an estimate may take either. Where the
/// condition changes more than once, the ends still differ in it, around one of the changes.
///
/// It stops after the given number of halvings, when the bracket is narrow enough, or when no number lies between its ends:
/// a linear halving gains one bit, and a logarithmic one halves the logarithm of the ratio of the ends, which are positive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bisection {
    scale: Scale,
    halvings: usize,
    narrow: fn(f64, f64) -> bool,
}

impl Bisection {
    /// At the arithmetic mean.
    pub(crate) const fn linear(halvings: usize) -> Self {
        Self {
            scale: Scale::Linear,
            halvings,
            narrow: |_, _| false,
        }
    }

    /// At the geometric mean.
    pub(crate) const fn logarithmic(halvings: usize) -> Self {
        Self {
            scale: Scale::Logarithmic,
            ..Self::linear(halvings)
        }
    }

    /// The same, ending at a bracket with these ends.
    pub(crate) const fn until(self, narrow: fn(f64, f64) -> bool) -> Self {
        Self { narrow, ..self }
    }

    /// The bracket that is left. A condition on what is no number does not hold.
    pub(crate) fn bracket(
        self,
        first: f64,
        last: f64,
        mut holds: impl FnMut(f64) -> bool,
    ) -> (f64, f64) {
        let (mut held, mut ended) = (first, last);
        for _ in 0..self.halvings {
            let middle = match self.scale {
                Scale::Linear => 0.5 * (held + ended),
                Scale::Logarithmic => libm::sqrt(held * ended),
            };
            if (self.narrow)(held, ended) || middle == held || middle == ended {
                break;
            }
            if holds(middle) {
                held = middle;
            } else {
                ended = middle;
            }
        }
        (held, ended)
    }
}

/// A place and the value there.
pub(crate) type Value = (f64, f64);

/// Shrinks a bracket of the place where a function that falls stops being positive, by inverse quadratic interpolation with
/// bisection where that does not pay (Chandrupatla 1997).
///
/// At the first end the value is positive, at the last it is not, and so it is at the ends of the bracket that is returned,
/// which `narrow` finds narrow enough, or between which no number lies. `step` is a length that `narrow` accepts: an
/// interpolation as near as that to an end goes that far beyond it, which closes the bracket from the other side. What is
/// not finite has a sign, and is never interpolated. No number is no positive one.
pub(crate) fn sign_change(
    first: Value,
    last: Value,
    step: impl Fn(f64) -> f64,
    mut value: impl FnMut(f64) -> f64,
) -> (f64, f64) {
    /// Halvings that any bracket of doubles ends with.
    const MOST: usize = 2100;
    let (mut new, mut other) = (last, first);
    let mut share = 0.5;
    for _ in 0..MOST {
        let length = (other.0 - new.0).abs();
        let least = step(new.0.abs().max(other.0.abs()));
        let place = new.0 + share * (other.0 - new.0);
        if length <= least || place == new.0 || place == other.0 {
            break;
        }
        let found = (place, value(place));
        // The end that is left behind is the third place of the parabola.
        let old = if (found.1 > 0.0) == (new.1 > 0.0) {
            new
        } else {
            core::mem::replace(&mut other, new)
        };
        new = found;
        let edge = (0.75 * step(place.abs()) / (other.0 - new.0).abs()).min(0.5);
        share = interpolated(new, other, old).map_or(0.5, |share| share.clamp(edge, 1.0 - edge));
    }
    if new.1 > 0.0 {
        (new.0, other.0)
    } else {
        (other.0, new.0)
    }
}

/// The share of the way from the newest end to the other at which the parabola through three places, its argument the value,
/// is 0; none where it may leave the bracket.
fn interpolated(new: Value, other: Value, old: Value) -> Option<f64> {
    if !(new.1.is_finite() && other.1.is_finite() && old.1.is_finite()) {
        return None;
    }
    let place = (new.0 - other.0) / (old.0 - other.0);
    let height = (new.1 - other.1) / (old.1 - other.1);
    let inside = height * height < place && (1.0 - height) * (1.0 - height) < 1.0 - place;
    inside.then(|| {
        let of_old = (old.0 - new.0) / (other.0 - new.0);
        new.1 / (other.1 - new.1) * old.1 / (other.1 - old.1)
            + of_old * new.1 / (old.1 - new.1) * other.1 / (old.1 - other.1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cmp::Ordering;

    #[test]
    fn the_ends_are_on_their_sides() {
        let root = core::f64::consts::SQRT_2;
        for bisection in [Bisection::linear(200), Bisection::logarithmic(200)] {
            let (held, ended) = bisection.bracket(1e-3, 1e3, |x| x * x < 2.0);
            assert!(held * held < 2.0 && ended * ended >= 2.0);
            assert!(ended - held <= 2.0 * f64::EPSILON * root, "{held} {ended}");
            let (held, ended) = bisection.bracket(1e3, 1e-3, |x| x * x > 2.0);
            assert!(held * held > 2.0 && ended * ended <= 2.0);
        }
    }

    #[test]
    fn it_stops_where_it_is_told_to() {
        let mut asked = 0;
        let mut count = |x: f64| {
            asked += 1;
            x < 0.3
        };
        assert_eq!(
            Bisection::linear(2).bracket(0.0, 1.0, &mut count),
            (0.25, 0.5)
        );
        let coarse = Bisection::linear(60).until(|low, high| high - low <= 0.125);
        assert_eq!(coarse.bracket(0.0, 1.0, &mut count), (0.25, 0.375));
        assert_eq!(asked, 5);
    }

    #[test]
    fn a_change_of_sign_is_found_in_few_readings() {
        let step = |size: f64| 1e-13 * (1.0 + size);
        let found = |value: &dyn Fn(f64) -> f64, first: f64, last: f64| {
            let mut asked = 0;
            let (held, ended) =
                sign_change((first, value(first)), (last, value(last)), step, |x| {
                    asked += 1;
                    value(x)
                });
            assert!(value(held) > 0.0 && value(ended).partial_cmp(&0.0) != Some(Ordering::Greater));
            assert!((ended - held).abs() <= step(held.abs().max(ended.abs())));
            asked
        };
        assert!(found(&|x| 0.1 - x * (1.0 + x), 0.0, 1.0) <= 9);
        assert!(found(&|x| -x * x - 5.0 * x + 3e3, 0.0, 1024.0) <= 12);
        // A pole, a step, and what is no number beyond the root.
        assert!(found(&|x| libm::log(2e-9 / x), 0.0, 1.0) <= 60);
        assert!(found(&|x| if x < 0.3 { 1.0 } else { -1e9 }, 0.0, 1.0) <= 90);
        assert!(found(&|x| if x < 0.3 { 0.3 - x } else { f64::NAN }, 0.0, 1.0) <= 60);
    }

    #[test]
    fn without_a_change_one_end_stays() {
        assert_eq!(Bisection::linear(60).bracket(0.0, 1.0, |_| true).1, 1.0);
        assert_eq!(Bisection::linear(60).bracket(0.0, 1.0, |_| false).0, 0.0);
        assert_eq!(
            Bisection::linear(9)
                .bracket(0.0, 1.0, |x| libm::sqrt(-x) > 0.0)
                .0,
            0.0
        );
    }
}
