//! Where a condition ends: bisection with a stated side.

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

#[cfg(test)]
mod tests {
    use super::*;

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
