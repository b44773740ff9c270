//! The curve of one epoch by the density of its ratio: whole panels are summed once, and the one that an order lies in is
//! integrated from there on.

use super::interpolant::Interpolant;
use super::panels::{Moments, NODES, Panel, Panels};
use crate::mechanism::Enclosure;
use crate::numerics::{Bisection, Interval};

/// Relative error of a sum of positive terms, and of a ratio `e^eps`.
const ROUNDING: f64 = 512.0 * f64::EPSILON;
const OF_RATIO: f64 = 8.0 * f64::EPSILON;
/// How far apart, relatively, the ratios are between which that of a rate lies, at first, and how much farther each time.
const APART: f64 = 1e-13;
const FARTHER: f64 = 10.0;
const MOST_FARTHER: usize = 13;
const FARTHEST: f64 = 0.5;
/// Halvings of the ratios between which that of a rate lies.
const HALVINGS: usize = 50;

/// The curve.
pub(crate) struct EpochCurve {
    panels: Panels,
    /// Distances from the left end of each panel, and from the right end.
    from_left: Vec<Moments>,
    from_right: Vec<Moments>,
    /// Masses under "out" right of each panel, and its densities at the nodes, for where a rate lies.
    right_of: Vec<f64>,
    densities: Vec<[f64; NODES]>,
}

/// What the panels say, and a bound of the error.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    value: f64,
    error: f64,
}

impl Sum {
    fn add(&mut self, value: f64, error: f64) {
        self.value += value;
        self.error += error;
    }

    /// With at most `more` that is not on the panels.
    fn interval(self, more: f64) -> Interval {
        let error = self.error + ROUNDING * self.value;
        Interval {
            lower: (self.value - error).next_down().max(0.0),
            upper: (self.value + error + more).next_up(),
        }
    }
}

/// Masses right of a ratio and the expected distance from it.
struct Right {
    out: Interval,
    inside: Interval,
    call: Interval,
}

/// Masses beyond a ratio and the expected distance from it, among the panels.
#[derive(Clone, Copy, Debug, Default)]
struct Beyond {
    out: Sum,
    distance: Sum,
}

impl Beyond {
    /// A panel whose near end is so far away.
    fn add(&mut self, panel: &Moments, away: f64) {
        self.out.add(panel.mass, panel.mass_error);
        self.distance.add(
            panel.moment + away * panel.mass,
            panel.moment_error + away * panel.mass_error,
        );
    }

    /// The expected distance from a ratio that is known up to its rounding.
    fn excess(mut self, ratio: f64, more: f64) -> Interval {
        self.distance.error += OF_RATIO * ratio * (self.out.value + self.out.error);
        self.distance.interval(more)
    }
}

impl EpochCurve {
    /// For a shift and so many bins; what is not in it holds about as much under "in" as `spare` says, at least and at most. None
    /// where that takes too long.
    pub(crate) fn new(pair: (f64, f64), spare: (f64, f64)) -> Option<Self> {
        let panels = Panels::new(pair, spare, 0.0)?;
        let at_nodes: Vec<_> = panels
            .panels
            .iter()
            .map(|panel| panels.at_nodes(panel))
            .collect();
        let whole = |from_right: bool| -> Vec<Moments> {
            let all = panels.panels.iter().zip(&at_nodes);
            all.map(|(panel, densities)| panels.sums(panel, panel.half, densities, from_right))
                .collect()
        };
        let (from_left, from_right) = (whole(false), whole(true));
        let mut right_of = vec![0.0; from_left.len()];
        for index in (1..from_left.len()).rev() {
            right_of[index - 1] = right_of[index] + from_left[index].mass;
        }
        let densities = at_nodes
            .iter()
            .map(|panel| panel.map(|(density, _)| density));
        Some(Self {
            densities: densities.collect(),
            from_left,
            from_right,
            right_of,
            panels,
        })
    }

    /// About the ratio right of which so much mass lies under "out", and the density there.
    fn place(&self, mass: f64) -> (f64, f64) {
        let index = self.right_of.partition_point(|right| *right > mass);
        let index = index.min(self.right_of.len() - 1);
        let (panel, right) = (&self.panels.panels[index], self.right_of[index]);
        let polynomial = Interpolant::new(&self.panels.rule, &self.densities[index]);
        let (_, share) = Bisection::linear(HALVINGS).bracket(-1.0, 1.0, |share| {
            right + panel.half * polynomial.integral(share) > mass
        });
        (panel.centre + panel.half * share, polynomial.at(share))
    }

    fn right_of(&self, ratio: f64) -> Beyond {
        let mut beyond = Beyond::default();
        for (panel, whole) in self.panels.panels.iter().zip(&self.from_left).rev() {
            if panel.to() <= ratio {
                break;
            }
            if panel.from() >= ratio {
                beyond.add(whole, panel.from() - ratio);
            } else {
                let part = self.panels.moments(panel, (ratio, panel.to()), false);
                beyond.add(&part, 0.0);
            }
        }
        beyond
    }

    fn left_of(&self, ratio: f64) -> Beyond {
        let mut beyond = Beyond::default();
        for (panel, whole) in self.panels.panels.iter().zip(&self.from_right) {
            if panel.from() >= ratio {
                break;
            }
            if panel.to() <= ratio {
                beyond.add(whole, ratio - panel.to());
            } else {
                let part = self.panels.moments(panel, (panel.from(), ratio), true);
                beyond.add(&part, 0.0);
            }
        }
        beyond
    }

    /// What may lie right of a ratio and is not on the panels, under "in" and under "out": on the left ratios are below 1.
    fn missing(&self, ratio: f64) -> f64 {
        let first = self.panels.panels.first().map_or(0.0, Panel::from);
        let left = if ratio < first { self.panels.left } else { 0.0 };
        self.panels.missing + left
    }

    /// `E (w - k)_+`.
    fn call(&self, ratio: f64) -> Interval {
        self.right_of(ratio).excess(ratio, self.missing(ratio))
    }

    /// `E (k - w)_+`: what is missing on the right may lie left of it, where its mass is at most that under "in" over the ratio from
    /// which on it lies.
    fn put(&self, ratio: f64) -> Interval {
        let missing = if ratio > self.panels.from {
            self.panels.missing / self.panels.from
        } else {
            0.0
        };
        let more = ratio * (self.panels.left + missing);
        self.left_of(ratio).excess(ratio, more)
    }

    /// What lies right of a ratio: masses under "out" and under "in", and the expected distance from it.
    fn right(&self, ratio: f64) -> Right {
        let beyond = self.right_of(ratio);
        let missing = self.missing(ratio);
        let mut inside = beyond.distance;
        inside.add(ratio * beyond.out.value, ratio * beyond.out.error);
        Right {
            out: beyond.out.interval(missing),
            inside: inside.interval(missing),
            call: beyond.excess(ratio, missing),
        }
    }
}

impl Enclosure for EpochCurve {
    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let ratio = libm::exp(epsilon);
        if epsilon >= 0.0 {
            return self.call(ratio);
        }
        let (put, least) = (self.put(ratio), -libm::expm1(epsilon));
        Interval {
            lower: (put.lower + least.next_down()).next_down(),
            upper: (put.upper + least.next_up()).next_up().min(1.0),
        }
    }

    /// `e^eps E (e^-eps - w)_+`, and for orders below 0 what that is by the other direction.
    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let (scale, ratio) = (libm::exp(epsilon), libm::exp(-epsilon));
        let (least, other) = if epsilon >= 0.0 {
            (0.0, self.put(ratio))
        } else {
            (-libm::expm1(epsilon), self.call(ratio))
        };
        Interval {
            lower: (other.lower * scale * (1.0 - OF_RATIO) + least * (1.0 - f64::EPSILON))
                .next_down()
                .max(0.0),
            upper: (other.upper * scale * (1.0 + OF_RATIO) + least * (1.0 + f64::EPSILON))
                .next_up(),
        }
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        self.hockey_stick(epsilon).complement()
    }

    /// `min H(eps) + FPR e^eps` over all orders, a convex function of the ratio with the slope `FPR - Q(w > k)`: above by one ratio,
    /// below by the slope at one whose rate is larger, and by the test at one whose rate is smaller.
    fn tpr(&self, fpr: f64) -> Interval {
        let (ratio, density) = self.place(fpr);
        let there = self.right(ratio);
        let line = |ratio: f64, end: f64| end + fpr * ratio;
        let upper = line(ratio, there.call.upper) * (1.0 + OF_RATIO);
        let mut lower = fpr;
        // So far that what is known of both rates tells them from that which is asked for.
        let mut apart = (2.0 * there.out.width() / (ratio * density)).max(APART);
        for _ in 0..MOST_FARTHER {
            // Where the density is no number.
            if apart.is_nan() || apart > FARTHEST {
                break;
            }
            let (near, far) = (ratio * (1.0 - apart), ratio * (1.0 + apart));
            apart *= FARTHER;
            let less = self.right(far);
            if less.out.upper > fpr {
                continue;
            }
            lower = lower.max(less.inside.lower);
            let more = self.right(near);
            if more.out.lower >= fpr {
                let falls = (more.out.upper - fpr) * (far - near);
                lower = lower.max(line(near, more.call.lower) - falls * (1.0 + OF_RATIO));
                break;
            }
        }
        Interval {
            lower: (lower * (1.0 - OF_RATIO)).next_down().max(fpr),
            upper: upper.next_up().min(1.0),
        }
    }

    fn reverse_tpr(&self, _fpr: f64) -> Interval {
        Interval {
            lower: 0.0,
            upper: 1.0,
        }
    }
}
