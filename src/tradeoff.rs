//! The ROC curve of the best attacker.

use crate::fourier::Sample;
use crate::lines::Lines;
use crate::{Interval, PrivacyCurve};

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
        self.lines().map_or(known, |lines| {
            *epsilon = order_at(lines, fpr, *epsilon);
            bracket(lines, fpr, *epsilon).intersect(known)
        })
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
