//! The ROC curve of the best attacker.

use super::curve::PrivacyCurve;
use crate::fourier::{Lines, Sample};
use crate::numerics::{Interval, lowest};

/// How many times a bracket is widened before the lower end falls back on the blind attacker.
const WIDENINGS: usize = 24;

impl PrivacyCurve {
    /// Largest rate of true positives at rate `fpr` of false positives, in the game where "out" is the null.
    ///
    /// `TPR(fpr) = min over eps of H(eps) + fpr e^eps` (Dong, Roth and Su, Proposition 2.12; Mahloujifar et
    /// al., Corollary 11 with every `a`). Any `eps` gives the upper end; the lower end follows from the
    /// convexity of `H` in `e^eps`, and never lies below `fpr`, which guessing blindly attains.
    ///
    /// ```
    /// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
    /// let run = SampledGaussian::new(0.5, 0.002, 10_000.0)?;
    /// let demand = Demand { fpr: vec![1e-4], ..Demand::default() };
    /// let tpr = PrivacyCurve::new(&run, &demand).tpr(1e-4);
    /// assert!((tpr.middle() - 0.01347005).abs() < 1e-8 && tpr.width() < 1e-10);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    #[must_use]
    pub fn tpr(&self, fpr: f64) -> Interval {
        self.tpr_near(fpr, self.advantage(), &mut 0.0)
    }

    /// The whole curve at the given rates, each start taken from the point before.
    #[must_use]
    pub fn roc(&self, fpr: &[f64]) -> Vec<Interval> {
        let advantage = self.advantage();
        let mut epsilon = 0.0;
        fpr.iter()
            .map(|&fpr| self.tpr_near(fpr, advantage, &mut epsilon))
            .collect()
    }

    /// The rate of true positives at rate `fpr`, and the order whose tangent touches the curve there, an estimate;
    /// `near` is the order of a rate nearby.
    pub(crate) fn tpr_and_order(&self, fpr: f64, near: f64) -> (Interval, f64) {
        let mut order = near;
        let tpr = self.tpr_near(fpr, self.advantage(), &mut order);
        if let Some(closed) = self.closed_form_order(fpr) {
            order = closed;
        } else if self.lines().is_none() || self.grid().is_some() {
            order = lowest(&|epsilon| self.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon));
        }
        (tpr, order)
    }

    /// The rate of true positives where "in" is the null hypothesis: how often an attacker rightly says "out" while
    /// wrongly saying so at rate `fpr`.
    #[must_use]
    pub fn reversed_tpr(&self, fpr: f64) -> Interval {
        let at = |epsilon: f64| {
            let divergence = self.reverse_hockey_stick(epsilon);
            let x = fpr * libm::exp(epsilon);
            let slack = 4.0 * f64::EPSILON * (1.0 + epsilon.abs()) * x;
            Interval {
                lower: divergence.lower + x - slack,
                upper: divergence.upper + x + slack,
            }
        };
        let best = lowest(&|epsilon| at(epsilon).upper);
        let found = bracket_of(&at, best, fpr);
        let first = Interval {
            lower: found.lower.max(fpr),
            upper: found.upper.clamp(fpr, 1.0),
        };
        self.grid()
            .map_or(first, |grid| grid.reverse_tpr(fpr).intersect(first))
    }

    /// The rate of true positives of the symmetrised trade-off, which differential privacy speaks of: the better of
    /// both games at every mixture of their tests (Dong, Roth and Su, Definition F.1). Its divergence at each
    /// order is the larger of both directions.
    #[must_use]
    pub fn symmetrised_tpr(&self, fpr: f64) -> Interval {
        let at = |epsilon: f64| {
            let larger = self
                .hockey_stick(epsilon)
                .larger(self.reverse_hockey_stick(epsilon));
            let x = fpr * libm::exp(epsilon);
            let slack = 4.0 * f64::EPSILON * (1.0 + epsilon.abs()) * x;
            Interval {
                lower: larger.lower + x - slack,
                upper: larger.upper + x + slack,
            }
        };
        let floor = self.tpr(fpr);
        let best = lowest(&|epsilon| at(epsilon).upper);
        let found = bracket_of(&at, best, fpr);
        Interval {
            lower: found.lower.max(floor.lower),
            upper: found.upper.max(floor.lower).min(1.0),
        }
    }

    fn tpr_near(&self, fpr: f64, advantage: Interval, epsilon: &mut f64) -> Interval {
        if let Some(tpr) = self.closed_form_tpr(fpr) {
            return tpr;
        }
        if fpr >= 1.0 {
            return Interval {
                lower: 1.0,
                upper: 1.0,
            };
        }
        let known = tpr_from_advantage(fpr, advantage);
        let first = self.lines().map_or(known, |lines| {
            *epsilon = order_at(lines, fpr, *epsilon);
            bracket(lines, fpr, *epsilon).intersect(known)
        });
        self.grid()
            .map_or(first, |grid| grid.tpr(fpr).intersect(first))
    }
}

/// What the advantage alone says: the curve is concave from (0, 0) to (1, 1) and somewhere lies the
/// advantage above the diagonal, at a rate of at most one less the advantage.
fn tpr_from_advantage(fpr: f64, advantage: Interval) -> Interval {
    let rest = (1.0 - advantage.lower).next_up();
    let reached = advantage.lower * (fpr / rest).min(1.0) * (1.0 - 4.0 * f64::EPSILON);
    Interval {
        lower: fpr.max(reached),
        upper: (fpr + advantage.upper).next_up().min(1.0),
    }
}

/// Bounds of the minimum of a convex function of `x = e^eps` near the order `best`.
fn bracket_of(value: &dyn Fn(f64) -> Interval, best: f64, floor: f64) -> Interval {
    let centre = value(best);
    let x = libm::exp(best);
    let mut upper = centre.upper;
    let mut reach = 1e-6;
    for _ in 0..WIDENINGS {
        let (left, right) = (value(best - reach), value(best + reach));
        upper = upper.min(left.upper).min(right.upper);
        if left.lower > centre.upper && right.lower > centre.upper {
            let (below, above) = (x - libm::exp(best - reach), libm::exp(best + reach) - x);
            let fall_right = (left.upper - centre.lower) * above / below;
            let fall_left = (right.upper - centre.lower) * below / above;
            return Interval {
                lower: (centre.lower - fall_right.max(fall_left)).next_down(),
                upper,
            };
        }
        reach *= 2.0;
    }
    Interval {
        lower: floor,
        upper: upper.max(floor),
    }
}

/// The order at which the best attacker has false-positive rate `fpr`: `Q(L > eps) = fpr`. An estimate.
fn order_at(lines: &Lines, fpr: f64, start: f64) -> f64 {
    let (mut low, mut high) = lines.orders();
    let mut epsilon = start.clamp(low, high);
    let target = libm::log(fpr);
    for _ in 0..60 {
        let Some(curve) = lines.sample(epsilon) else {
            // Between two lines: halve the bracket.
            low = epsilon;
            epsilon = 0.5 * (low + high);
            continue;
        };
        // H' = -e^eps Q(L > eps), so the rate and its slope come with the curve.
        let rate = -libm::exp(-epsilon) * curve.slope;
        let slope = libm::exp(-epsilon) * (curve.slope - curve.curvature);
        if rate > fpr {
            low = epsilon;
        } else {
            high = epsilon;
        }
        let newton = epsilon - (libm::log(rate) - target) * rate / slope;
        // Noise in the tail gives rates and slopes of the wrong sign: halve the bracket instead.
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if (next - epsilon).abs() <= 1e-9 * (1.0 + epsilon.abs()) || high - low < 1e-12 {
            return next;
        }
        epsilon = next;
    }
    epsilon
}

/// Certified bounds of `min over eps of H(eps) + fpr e^eps` from three orders around the minimum.
fn bracket(lines: &Lines, fpr: f64, epsilon: f64) -> Interval {
    let mut upper = 1.0_f64;
    if let Some(centre) = Tangent::at(lines, fpr, epsilon) {
        upper = upper.min(centre.upper);
        let bend = (centre.curve.slope - centre.curve.curvature).abs();
        let mut reach = libm::sqrt(8.0 * centre.curve.error / bend.max(1e-300)).clamp(1e-9, 0.1);
        for _ in 0..WIDENINGS {
            let left = Tangent::at(lines, fpr, epsilon - reach);
            let right = Tangent::at(lines, fpr, epsilon + reach);
            let (Some(left), Some(right)) = (left, right) else {
                break;
            };
            upper = upper.min(left.upper).min(right.upper);
            if left.lower > centre.upper && right.lower > centre.upper {
                // The minimum lies between left and right; beyond the centre the curve stays above the
                // line through the point on the other side and the centre.
                let fall_right =
                    (left.upper - centre.lower) * (right.x - centre.x) / (centre.x - left.x);
                let fall_left =
                    (right.upper - centre.lower) * (centre.x - left.x) / (right.x - centre.x);
                let lower = centre.lower - fall_right.max(fall_left);
                return Interval {
                    lower: lower.next_down(),
                    upper,
                };
            }
            reach *= 2.0;
        }
    }
    Interval {
        lower: fpr,
        upper: upper.max(fpr),
    }
}

/// `H + fpr x` at `x = e^eps`.
struct Tangent {
    x: f64,
    lower: f64,
    upper: f64,
    curve: Sample,
}

impl Tangent {
    fn at(lines: &Lines, fpr: f64, epsilon: f64) -> Option<Self> {
        let curve = lines.sample(epsilon)?;
        let x = libm::exp(epsilon);
        let value = curve.value + fpr * x;
        let relative = 4.0 * f64::EPSILON * (1.0 + epsilon.abs());
        let error = curve.error + relative * (curve.value.abs() + fpr * x);
        Some(Self {
            x,
            lower: value - error,
            upper: value + error,
            curve,
        })
    }
}
