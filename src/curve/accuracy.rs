//! What the curve means for a person: security, accuracy and precision of the best attacker.

use super::curve::PrivacyCurve;
use crate::figure::log_odds_against;
use crate::numerics::{Interval, sign_change};

impl PrivacyCurve {
    /// Bayes security `1 - advantage`: the attacker's error over that of blind guessing, at its worst over
    /// all priors (Cherubin et al., Theorem 1).
    #[must_use]
    pub fn bayes_security(&self) -> Interval {
        let security = self.advantage().complement();
        let overlap = self.overlap(0.0);
        Interval {
            lower: security.lower.max(overlap.lower),
            upper: security.upper.min(overlap.upper).min(1.0),
        }
    }

    /// Largest share of right answers when the record is a member with probability `prior`.
    ///
    /// `1 - prior O(ln((1 - prior)/prior))`, the complement of the Bayes error; never below
    /// `max(prior, 1 - prior)`, which an attacker without the transcript attains. Equal to Theorem 21 of
    /// Mahloujifar et al. with the sign of erratum E2.
    ///
    /// ```
    /// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
    /// let curve = PrivacyCurve::new(&SampledGaussian::new(0.8, 0.3, 1.0)?, &Demand::default());
    /// // E2: generalised advantage 2 accuracy - 2 max(p, 1 - p) is 0.087399 at p = 0.45, printed 0.287399.
    /// let accuracy = curve.accuracy(0.45).middle();
    /// assert!((2.0 * accuracy - 2.0 * 0.55 - 0.087399).abs() < 1e-6);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    #[must_use]
    pub fn accuracy(&self, prior: f64) -> Interval {
        let error = self.overlap(log_odds_against(prior));
        let blind = prior.max(1.0 - prior);
        let right = |overlap: f64| (1.0 - prior * overlap).clamp(blind, 1.0);
        Interval {
            lower: right(error.upper).next_down().max(blind),
            upper: right(error.lower).next_up().min(1.0),
        }
    }

    /// Smallest share of wrong answers, the Bayes error: `prior O(ln((1 - prior)/prior))`, without cancellation.
    #[must_use]
    pub fn error(&self, prior: f64) -> Interval {
        let overlap = self.overlap(log_odds_against(prior));
        let blind = prior.min(1.0 - prior);
        Interval {
            lower: (prior * overlap.lower * (1.0 - 2.0 * f64::EPSILON)).clamp(0.0, blind),
            upper: (prior * overlap.upper * (1.0 + 2.0 * f64::EPSILON)).min(blind),
        }
    }

    /// `2 accuracy - 2 max(prior, 1 - prior)`: what the transcript adds (Mahloujifar et al., Theorem 21 with the
    /// sign of erratum E2).
    #[must_use]
    pub fn generalised_advantage(&self, prior: f64) -> Interval {
        let order = log_odds_against(prior);
        let (share, divergence) = if order >= 0.0 {
            (prior, self.hockey_stick(order))
        } else {
            (1.0 - prior, self.reverse_hockey_stick(-order))
        };
        Interval {
            lower: 2.0 * share * divergence.lower.max(0.0) * (1.0 - 4.0 * f64::EPSILON),
            upper: 2.0 * share * divergence.upper * (1.0 + 4.0 * f64::EPSILON),
        }
    }

    /// Membership inference privacy: what the accuracy exceeds the better blind guess `max(prior, 1 - prior)` by (Izzo
    /// et al., Definition 1); half the generalised advantage.
    ///
    /// ```
    /// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
    /// let curve = PrivacyCurve::new(&SampledGaussian::new(1.0, 0.01, 1000.0)?, &Demand::default());
    /// // At an even prior it is half the advantage.
    /// assert!((curve.eta(0.5).middle() - 0.5 * curve.advantage().middle()).abs() < 1e-12);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    #[must_use]
    pub fn eta(&self, prior: f64) -> Interval {
        let twice = self.generalised_advantage(prior);
        // Nobody errs less than never.
        let most = prior.min(1.0 - prior);
        Interval {
            lower: (0.5 * twice.lower).min(most),
            upper: (0.5 * twice.upper).min(most),
        }
    }

    /// Largest precision of all attackers who recognise at least a share `attack_rate` of the members: precision falls
    /// along the ROC curve, so the best recognises exactly that share (Thudi et al., Theorem 3.3, attained).
    ///
    /// ```
    /// use mi_bounds::{Demand, PrivacyCurve, SampledGaussian};
    /// let run = SampledGaussian::new(1.0, 0.01, 1000.0)?;
    /// let demand = Demand { fpr: vec![0.01], ..Demand::default() };
    /// let curve = PrivacyCurve::new(&run, &demand);
    /// let tpr = curve.tpr(0.01);
    /// let precision = curve.precision(0.01, tpr, 0.3).middle();
    /// assert!((curve.positive_accuracy(tpr.middle(), 0.3).middle() - precision).abs() < 1e-9);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    #[must_use]
    pub fn positive_accuracy(&self, attack_rate: f64, prior: f64) -> Interval {
        let fpr = self.rate_naming(attack_rate, (1.0, 0.0), attack_rate);
        let (named, rest) = (prior * attack_rate, 1.0 - prior);
        let share = |fpr: f64| named / (named + rest * fpr);
        Interval {
            lower: (share(fpr.upper) * (1.0 - 4.0 * f64::EPSILON)).max(prior),
            upper: (share(fpr.lower) * (1.0 + 4.0 * f64::EPSILON)).clamp(prior, 1.0),
        }
    }

    /// Largest precision of all attackers who name at least a share `flagged` of the candidates.
    ///
    /// Precision falls along the ROC curve while the named share `p TPR + (1 - p) FPR` grows, so the best names exactly
    /// that share; there `p TPR = flagged - (1 - p) FPR`.
    #[must_use]
    pub fn flagged_precision(&self, flagged: f64, prior: f64) -> Interval {
        let rest = 1.0 - prior;
        let fpr = self.rate_naming(flagged, (prior, rest), (flagged / rest).min(1.0));
        let share = |fpr: f64| 1.0 - rest * fpr / flagged;
        Interval {
            lower: (share(fpr.upper) - 1e-13).max(prior).min(1.0),
            upper: (share(fpr.lower) + 1e-13).clamp(prior, 1.0),
        }
    }

    /// The rate of false positives at which a share is named, counting members and others by their weights; it is at most
    /// `most`.
    fn rate_naming(&self, share: f64, (members, others): (f64, f64), most: f64) -> Interval {
        const NARROW: f64 = 1e-13;
        let (first, last) = (libm::log(1e-15_f64.min(0.5 * most)), libm::log(most));
        let at = |log: f64| if log < last { libm::exp(log) } else { most };
        let rate = |end: fn(&Interval) -> f64| {
            let missing = |log: f64| share - members * end(&self.tpr(at(log))) - others * at(log);
            let least = missing(first);
            if least > 0.0 {
                let enough = (last, f64::NEG_INFINITY);
                let ends = sign_change((first, least), enough, |_| NARROW, missing);
                (at(ends.0), at(ends.1))
            } else {
                // Who names so many at the smallest rate may do so at none.
                (0.0, at(first))
            }
        };
        Interval {
            lower: rate(|tpr| tpr.upper).0,
            upper: rate(|tpr| tpr.lower).1,
        }
    }

    /// Share of members among the records an attacker names at false-positive rate `fpr`, when a share
    /// `prior` of the candidates are members: `p TPR/(p TPR + (1 - p) FPR)`.
    #[must_use]
    pub fn precision(&self, fpr: f64, tpr: Interval, prior: f64) -> Interval {
        if fpr >= 1.0 {
            // Who names everybody names members at their share.
            return Interval {
                lower: prior,
                upper: prior,
            };
        }
        let share = |tpr: f64| prior * tpr / (prior * tpr + (1.0 - prior) * fpr);
        Interval {
            lower: share(tpr.lower) * (1.0 - 4.0 * f64::EPSILON),
            upper: (share(tpr.upper) * (1.0 + 4.0 * f64::EPSILON)).min(1.0),
        }
    }
}
