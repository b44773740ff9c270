//! What is proven about the best attacker on a training, each figure with its side.

use super::curve::PrivacyCurve;
use super::theorems;
use crate::figure::{Error, Figure, Theorem};
use crate::mechanism::{Demand, Domination, Gaussian, Mechanism, Side};
use crate::numerics::Interval;

/// The curves above and below the truth, or the one that is the truth.
///
/// ```
/// use mi_bounds::{Bounds, Demand, Kind, Mechanism, NeighboringRelation, Phase, Sampling};
/// let run = Mechanism::new(&[Phase { noise_multiplier: 1.0, sample_rate: 0.01, num_steps: 1000.0 }])?
///     .with_relation(NeighboringRelation::ReplaceOne);
/// let advantage = Bounds::new(&run, &Demand::default())?.advantage();
/// assert_eq!(advantage.kind, Kind::Exact);
/// assert!((advantage.estimate - 0.264352204832).abs() < 1e-11);
/// # Ok::<(), mi_bounds::Error>(())
/// ```
pub struct Bounds {
    upper: PrivacyCurve,
    lower: Vec<PrivacyCurve>,
    side: Side,
    status: &'static Theorem,
}

impl Bounds {
    /// Computes what `demand` needs.
    ///
    /// # Errors
    /// [`Error::Unknown`] where nothing is proven for the mechanism's relation, sampling, noise and group size.
    pub fn new(mechanism: &Mechanism, demand: &Demand) -> Result<Self, Error> {
        let domination = Domination::of(mechanism)?;
        let curve = |pair| PrivacyCurve::of(pair, demand);
        let lower = domination.lower.iter().map(curve).collect();
        Ok(Self::of(&domination, curve(&domination.upper), lower))
    }

    /// The same, where the first engine and closed forms suffice; `None` elsewhere.
    ///
    /// # Errors
    /// As [`Bounds::new`].
    pub(crate) fn by_first_engine(
        mechanism: &Mechanism,
        demand: &Demand,
    ) -> Result<Option<Self>, Error> {
        let domination = Domination::of(mechanism)?;
        let curve = |pair| PrivacyCurve::by_first_engine(pair, demand);
        let lower: Option<Vec<_>> = domination.lower.iter().map(curve).collect();
        Ok(curve(&domination.upper)
            .zip(lower)
            .map(|(upper, lower)| Self::of(&domination, upper, lower)))
    }

    fn of(domination: &Domination, upper: PrivacyCurve, lower: Vec<PrivacyCurve>) -> Self {
        Self {
            upper,
            lower,
            side: domination.side,
            status: domination.status,
        }
    }

    /// What is proven, in words with sources.
    #[must_use]
    pub fn status(&self) -> &'static str {
        self.status.text
    }

    /// The keys of those sources in the bibliography.
    #[must_use]
    pub fn status_sources(&self) -> &'static [&'static str] {
        self.status.sources
    }

    /// The same as what a figure rests on.
    pub(crate) fn proven(&self) -> &'static Theorem {
        self.status
    }

    /// Whether the figures are the truth up to their intervals.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.side == Side::Exact
    }

    /// The curve that no attacker exceeds; the truth itself where [`Bounds::is_exact`].
    #[must_use]
    pub fn curve(&self) -> &PrivacyCurve {
        &self.upper
    }

    /// A figure of every curve: the upper one, then the lower ones.
    pub(crate) fn each<T>(&self, figure: impl Fn(&PrivacyCurve) -> T) -> Vec<T> {
        core::iter::once(&self.upper)
            .chain(&self.lower)
            .map(figure)
            .collect()
    }

    /// The ROC curve of every curve at the given rates.
    pub(crate) fn roc(&self, fpr: &[f64]) -> Vec<Vec<Interval>> {
        self.each(|curve| curve.roc(fpr))
    }

    /// Epsilon of every curve, in both directions.
    pub(crate) fn each_epsilon(&self, target_delta: f64) -> Vec<(Interval, Interval)> {
        self.each(|curve| curve.directed_epsilon(target_delta))
    }

    /// A figure that grows with the attacker's success, from its interval on each curve as [`Bounds::each`] orders
    /// them.
    pub(crate) fn rising_from(
        &self,
        theorem: &'static Theorem,
        found: &dyn Fn(usize) -> Interval,
    ) -> Figure {
        let upper = found(0);
        let method = self.upper.method();
        let lower = match self.side {
            Side::Exact => return Figure::exact(upper, method, theorem),
            Side::Attained => Some(upper.lower),
            Side::Above => (1..=self.lower.len())
                .map(|k| found(k).lower)
                .reduce(f64::max),
        };
        Figure::upper_from(lower, upper.upper, method, theorem)
    }

    /// A figure that grows with the attacker's success.
    pub(crate) fn rising(
        &self,
        theorem: &'static Theorem,
        figure: impl Fn(&PrivacyCurve) -> Interval,
    ) -> Figure {
        let found = self.each(figure);
        self.rising_from(theorem, &|k| found[k])
    }

    /// A figure that falls as the attacker's success grows.
    pub(crate) fn falling(
        &self,
        theorem: &'static Theorem,
        figure: impl Fn(&PrivacyCurve) -> Interval,
    ) -> Figure {
        let found = self.each(figure);
        let risen = self.rising_from(theorem, &|k| Interval {
            lower: -found[k].upper,
            upper: -found[k].lower,
        });
        if self.is_exact() {
            return Figure::exact_falling(found[0], risen.method, theorem);
        }
        let highest = risen.lower.map(|end| -end);
        Figure::lower_from(found[0].lower, highest, risen.method, theorem)
    }

    /// Advantage of the best attacker, `TPR - FPR` at its largest.
    #[must_use]
    pub fn advantage(&self) -> Figure {
        self.rising(theorems::ADVANTAGE, PrivacyCurve::advantage)
    }

    /// Bayes security `1 - advantage`.
    #[must_use]
    pub fn bayes_security(&self) -> Figure {
        self.falling(theorems::BAYES_SECURITY, PrivacyCurve::bayes_security)
    }

    /// GDP parameter of the training without sampling.
    pub(crate) fn unsampled(&self) -> Option<Gaussian> {
        self.upper.unsampled()
    }
}
