//! How many trials, or canaries of one run, an audit needs before it is likely to refute: planned before anything is trained.
//!
//! The run is thought to be done with less noise than declared, and the attack to be the best one there is against that, at a rate
//! of false positives that is fixed before.

use super::declared::{Declared, Scope};
use super::power::{of_counts, of_guesses};
use super::roc_bound::RocBound;
use crate::curve::Bounds;
use crate::figure::{Error, RANGES, VERSION, asked_rates};
use crate::mechanism::{Demand, RunOptions};
use crate::numerics::{Bisection, normal};
use serde::Serialize;

/// What is asked of a plan.
#[derive(Clone, Debug, Default)]
pub struct AuditPlanOptions {
    /// What the training will be said to be.
    pub run: RunOptions,
    /// The share of the declared noise that is thought to be missing; 0.2 if left out.
    pub less_noise: Option<f64>,
    /// The chance with which the audit is to refute then; 0.8 if left out.
    pub power: Option<f64>,
    /// Confidence of the audit; 0.95 if left out.
    pub level: Option<f64>,
    /// Rates of false positives; 0.1 %, 1 % and 10 % if left out.
    pub fpr: Option<Vec<f64>>,
}

/// How many trials or canaries an audit needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditPlan {
    /// Version of the library.
    pub library_version: &'static str,
    /// What is proven of the declared run.
    pub status: &'static str,
    /// The keys of its sources in the bibliography.
    pub status_sources: &'static [&'static str],
    /// Confidence of the audit.
    pub level: f64,
    /// The chance with which it is to refute.
    pub power: f64,
    /// The noise with which the run is thought to be done; of a schedule the factor on that of all phases.
    pub noise_multiplier: f64,
    /// The plan at each rate of false positives.
    pub rates: Vec<AuditPlanRate>,
    /// What must hold.
    pub assumptions: Vec<&'static str>,
}

/// The plan at one rate of false positives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AuditPlanRate {
    /// Rate of false positives.
    pub fpr: f64,
    /// Rate of true positives that the best attacker certainly has with less noise.
    pub tpr: f64,
    /// The largest that the declared curve allows.
    pub possible: f64,
    /// About so many trials of each class, each a training of its own; absent where 1e12 are not enough.
    pub trials: Option<f64>,
    /// About so many canaries of one training, of which the attack names as "in" those above that rate; absent where a million are
    /// not enough.
    pub canaries: Option<f64>,
    /// Share of the canaries that are named then.
    pub guessed: f64,
    /// Share of these guesses that are right.
    pub right: f64,
}

/// Most canaries that are asked for.
const MOST_CANARIES: f64 = 1e6;

/// A plan is told to two digits.
const NARROW: f64 = 1.01;

/// Rates below are not planned for: what is seen of them is a matter of single trials.
const LEAST_FPR: f64 = 1e-9;

/// A declared run beside the same one with less noise.
struct Plan {
    alpha: f64,
    power: f64,
    declared: RocBound,
    /// Whichever hypothesis is the null one: what canaries are held against.
    of_canaries: RocBound,
}

impl AuditPlanOptions {
    /// The number of trials from which the audit refutes with the chance that is asked for.
    ///
    /// ```
    /// use mi_bounds::{AuditPlanOptions, RunOptions};
    /// let plan = AuditPlanOptions {
    ///     run: RunOptions {
    ///         noise_multiplier: Some(1.0),
    ///         sample_rate: Some(0.01),
    ///         num_steps: Some(1000.0),
    ///         ..RunOptions::default()
    ///     },
    ///     less_noise: Some(0.5),
    ///     fpr: Some(vec![0.01]),
    ///     ..AuditPlanOptions::default()
    /// }
    /// .result()?;
    /// assert!(plan.rates[0].trials.is_some_and(|trials| trials < 2000.0));
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`crate::AuditOptions::result`].
    pub fn result(&self) -> Result<AuditPlan, Error> {
        let level = RANGES.level.or_default("level", self.level)?;
        let power = RANGES.power.or_default("power", self.power)?;
        let less = RANGES
            .less_noise
            .or_default("less_noise", self.less_noise)?;
        let rates = asked_rates(self.fpr.as_ref());
        for &rate in &rates {
            RANGES.fpr.check("fpr", rate)?;
        }
        let least = rates.iter().copied().fold(1.0, f64::min).max(LEAST_FPR);
        let scope = |both_directions| Scope {
            least_fpr: 1e-3 * least,
            both_directions,
        };
        let declared = Declared::Run(self.run.clone());
        let curve = declared.curve(scope(false))?;
        let plan = Plan {
            alpha: 1.0 - level,
            power,
            declared: curve.roc,
            of_canaries: declared.curve(scope(true))?.roc,
        };
        let (over, noise) = declared.noise().ok_or(Error::Missing {
            parameter: "noise_multiplier",
            needed: "noise_multiplier",
        })?;
        let noise = (noise * (1.0 - less)).max(RANGES.noise_multiplier.min);
        let demand = Demand {
            fpr: rates.clone(),
            ..Demand::default()
        };
        let done = Bounds::new(&over.put(&self.run, noise)?.mechanism()?, &demand)?;
        let at = |&fpr: &f64| plan.at(fpr, done.curve().tpr(fpr).lower.max(fpr));
        Ok(AuditPlan {
            library_version: VERSION,
            status: curve.status,
            status_sources: curve.sources,
            level,
            power,
            noise_multiplier: noise,
            rates: rates.iter().map(at).collect(),
            assumptions: vec![
                "The attack is the best there is against the run with less noise, at a threshold that was fixed before.",
                "The trials are independent; those of canaries of one training behave as if they were.",
            ],
        })
    }
}

impl Plan {
    fn at(&self, fpr: f64, tpr: f64) -> AuditPlanRate {
        let (guessed, right) = (0.5 * (fpr + tpr), tpr / (fpr + tpr));
        let of_canaries = |canaries: f64| {
            let canaries = libm::round(canaries);
            let guesses = libm::round(guessed * canaries).max(1.0);
            of_guesses(&self.of_canaries, self.alpha, (canaries, guesses), right)
        };
        let of_trials =
            |trials: f64| of_counts(&self.declared, self.alpha, libm::round(trials), fpr, tpr);
        AuditPlanRate {
            fpr,
            tpr,
            possible: self.declared.at(fpr),
            trials: self
                .guess(fpr, tpr)
                .and_then(|guess| self.least(guess, RANGES.trials.max, of_trials)),
            canaries: self.least(1.0 / guessed, MOST_CANARIES, of_canaries),
            guessed,
            right,
        }
    }

    /// About how many trials it takes, by normal laws; none where the attack stays below the curve.
    fn guess(&self, fpr: f64, tpr: f64) -> Option<f64> {
        let most = self.declared.at(fpr);
        if tpr <= most {
            return None;
        }
        let slope = (self.declared.at(1.01 * fpr) - most) / (0.01 * fpr);
        let spread =
            |rate: f64| libm::sqrt(rate * (1.0 - rate) + slope * slope * fpr * (1.0 - fpr));
        let needed = -normal::quantile(self.alpha) * spread(most)
            + normal::quantile(self.power) * spread(tpr);
        let root = needed / (tpr - most);
        Some((root * root).max(4.0))
    }

    /// The least number with the power, on the way up from half a guess.
    fn least(&self, guess: f64, most: f64, power: impl Fn(f64) -> f64) -> Option<f64> {
        let falls_short = |number: f64| power(number) < self.power;
        let (mut low, mut high) = (1.0, (0.5 * guess).clamp(1.0, most));
        while falls_short(high) {
            if high >= most {
                return None;
            }
            low = high;
            high = f64::min(4.0 * high, most);
        }
        let (_, high) = Bisection::logarithmic(40)
            .until(|a, b| b <= a * NARROW)
            .bracket(low, high, falls_short);
        Some(libm::round(high))
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Counts, CountsTest};
    use super::super::false_alarms::of_run;
    use super::*;
    use crate::numerics::Binomial;
    use crate::random::Random;

    fn planned(less_noise: f64) -> AuditPlan {
        let run = RunOptions {
            noise_multiplier: Some(1.0),
            sample_rate: Some(0.01),
            num_steps: Some(1000.0),
            ..RunOptions::default()
        };
        AuditPlanOptions {
            run,
            less_noise: Some(less_noise),
            fpr: Some(vec![0.01, 0.1]),
            ..AuditPlanOptions::default()
        }
        .result()
        .expect("a plan")
    }

    /// 2,000 audits with the planned numbers: a rate of refutations outside of .8 ± .06 has a chance below 1e-9 where the power is
    /// .8, and the plan is held to ± .01 of it by its own digits.
    #[test]
    fn the_planned_trials_refute_as_often_as_planned() {
        let roc = of_run(1e-5, false);
        let mut random = Random::seeded(5, 0);
        for rate in planned(0.3).rates {
            let trials = rate.trials.expect("a number");
            let mut refuted = 0;
            for _ in 0..2000 {
                let mut drawn = |p: f64| Binomial::new(trials, p).quantile(random.uniform());
                let counts = Counts {
                    true_positives: drawn(rate.tpr),
                    positives: trials,
                    false_positives: drawn(rate.fpr),
                    negatives: trials,
                };
                refuted += u32::from(CountsTest::new(counts, &roc).refutes(&roc, 0.05));
            }
            let share = f64::from(refuted) / 2000.0;
            assert!((share - 0.8).abs() < 0.06, "{}: {trials} {share}", rate.fpr);
        }
    }

    #[test]
    fn less_missing_noise_needs_more_trials_and_canaries() {
        let [much, little] = [0.5, 0.2].map(planned);
        for (much, little) in much.rates.iter().zip(&little.rates) {
            let many = |found: Option<f64>| found.unwrap_or(f64::INFINITY);
            assert!(many(much.trials) < many(little.trials));
            assert!(many(much.canaries) < many(little.canaries));
            assert!(much.canaries.is_some() && much.tpr > much.possible);
        }
    }
}
