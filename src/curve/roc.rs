//! The ROC curve of the best attacker.

use super::closure::concave;
use super::curve::PrivacyCurve;
use super::engine::LARGEST_EXPONENT;
use super::least_line::{least_line, line_at};
use crate::numerics::Interval;

/// Relative width at which the order of a symmetrised rate is sought no further.
const SYMMETRISED: f64 = 1e-7;

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
        self.engine().tpr(fpr, self.advantage(), &mut 0.0)
    }

    /// The whole curve at the given rates, each start taken from the point before; it is concave, so that a reading narrows
    /// those beside it.
    #[must_use]
    pub fn roc(&self, fpr: &[f64]) -> Vec<Interval> {
        let advantage = self.advantage();
        let mut epsilon = 0.0;
        let mut tpr: Vec<Interval> = fpr
            .iter()
            .map(|&fpr| self.engine().tpr(fpr, advantage, &mut epsilon))
            .collect();
        concave(fpr, &mut tpr);
        tpr
    }

    /// The rate of true positives at rate `fpr`, and the order whose tangent touches the curve there, an estimate;
    /// `near` is the order of a rate nearby.
    pub(crate) fn tpr_and_order(&self, fpr: f64, near: f64) -> (Interval, f64) {
        let mut order = near;
        let tpr = self.engine().tpr(fpr, self.advantage(), &mut order);
        (tpr, self.engine().order(fpr, tpr, order))
    }

    /// The rate of true positives where "in" is the null hypothesis: how often an attacker rightly says "out" while
    /// wrongly saying so at rate `fpr`.
    #[must_use]
    pub fn reversed_tpr(&self, fpr: f64) -> Interval {
        let found = least_line(&|epsilon| self.reverse_hockey_stick(epsilon), fpr);
        let first = Interval {
            lower: found.lower.max(fpr),
            upper: found.upper.clamp(fpr, 1.0),
        };
        self.engine().reverse_tpr(fpr).intersect(first)
    }

    /// The rate of true positives of the symmetrised trade-off, which differential privacy speaks of: the better of
    /// both games at every mixture of their tests (Dong, Roth and Su, Definition F.1). Its divergence at each
    /// order is the larger of both directions.
    #[must_use]
    pub fn symmetrised_tpr(&self, fpr: f64) -> Interval {
        let larger = |epsilon: f64| {
            self.hockey_stick(epsilon)
                .larger(self.reverse_hockey_stick(epsilon))
        };
        let (mut found, order) = self.tpr_and_order(fpr, 0.0);
        let line = |divergence: Interval, epsilon: f64| line_at(divergence, fpr, epsilon).value;
        let forward = self.hockey_stick(order);
        let divergence = forward.larger(self.reverse_hockey_stick(order));
        found.upper = line(divergence, order).upper.min(1.0);
        if order < 0.0 {
            // The first game's line rises to order 0 and beyond, the other's to 0 and below it: the larger one is lowest there.
            let kink = line(self.advantage(), 0.0);
            found.upper = found.upper.min(kink.upper);
            let falls = |share: f64| {
                let order = share * self.engine().largest_losses().1.min(LARGEST_EXPONENT);
                line(self.reverse_hockey_stick(order), order).upper <= kink.lower
            };
            if line(forward, order).upper <= kink.lower && (falls(1.0) || falls(0.5)) {
                found.lower = found.lower.max(kink.lower);
            }
        }
        if found.width() > SYMMETRISED * found.upper {
            let sought = least_line(&larger, fpr);
            found.lower = found.lower.max(sought.lower);
            found.upper = found.upper.min(sought.upper);
        }
        found.upper = found.upper.max(found.lower);
        found
    }
}
