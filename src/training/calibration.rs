//! Solving backwards: the value of one parameter that keeps a figure on the safe side of a target.

use super::boundary_search::{Start, last_safe, near};
use super::candidate_values::Lattice;
use super::gaussian_guess::Preview;
use super::quantity::{Quantity, TargetSide};
use super::result::Parameters;
use crate::curve::Bounds;
use crate::figure::{Error, Figure, VERSION, Warning, word_of};
use crate::mechanism::{
    Demand, Mechanism, NeighboringRelation, Noise, RunOptions, sampling_name, steps_of,
};
use crate::numerics::Interval;
use serde::{Deserialize, Serialize};

/// What can be solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SolveFor {
    /// The smallest noise multiplier, to seven digits.
    NoiseMultiplier,
    /// The largest sample rate, to seven digits.
    SampleRate,
    /// The largest number of steps.
    NumSteps,
    /// The largest whole batch size, for a given `dataset_size`.
    BatchSize,
    /// The most epochs, as many as the largest number of steps comes to.
    Epochs,
}

/// What is to be solved. The run leaves out the parameter that is solved for.
#[derive(Clone, Debug)]
pub struct CalibrateOptions {
    /// The rest of the run.
    pub run: RunOptions,
    /// The parameter.
    pub solve_for: SolveFor,
    /// The figure.
    pub quantity: Quantity,
    /// The value that the figure must not pass.
    pub target: f64,
}

/// One value of the parameter and what it gives.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Attained {
    /// The value.
    pub value: f64,
    /// The figure at that value.
    pub achieved: Figure,
}

/// The safe value, its neighbour, and the run with the value put in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CalibrateResult {
    /// Version of this library.
    pub library_version: &'static str,
    /// The parameter.
    pub solve_for: SolveFor,
    /// Name of the figure.
    #[cfg_attr(test, ts(type = "Quantity"))]
    pub quantity: &'static str,
    /// The value that the figure does not pass.
    pub target: f64,
    /// "`at_most`", or "`at_least`" for Bayes security.
    pub side: TargetSide,
    /// The safe value.
    #[serde(flatten)]
    pub safe: Attained,
    /// The next value, which misses the target; none where the whole range reaches it.
    pub unsafe_neighbour: Option<Attained>,
    /// Where the figure passes the target: between the safe value and the nearest one found that has certainly passed it, which
    /// is the neighbour where that is resolved. The noise from its upper end on is enough, any other parameter up to its lower
    /// end.
    pub limit: Figure,
    /// The whole run with the value put in.
    pub parameters: Parameters,
    /// The relation between neighbouring data sets.
    pub neighboring_relation: NeighboringRelation,
    /// How batches are drawn.
    #[cfg_attr(test, ts(type = "Sampling | \"none\""))]
    pub sampling: &'static str,
    /// The law of the noise.
    pub noise: Noise,
    /// What is proven, in words.
    pub status: &'static str,
    /// The keys of its sources in the bibliography.
    pub status_sources: &'static [&'static str],
    /// What a reader should know first.
    pub warnings: Vec<Warning>,
}

impl SolveFor {
    fn name(self) -> &'static str {
        word_of::<Self>(self as usize)
    }

    /// Whether a larger value makes the attacker stronger.
    fn endangers(self) -> bool {
        self != Self::NoiseMultiplier
    }

    /// The run with the parameter at `value`.
    pub(crate) fn put(self, run: &RunOptions, value: f64) -> RunOptions {
        let mut run = run.clone();
        match self {
            Self::NoiseMultiplier => run.noise_multiplier = Some(value),
            Self::SampleRate => run.sample_rate = Some(value),
            Self::NumSteps => run.num_steps = Some(value),
            Self::BatchSize => run.batch_size = Some(value),
            Self::Epochs => run.epochs = Some(value),
        }
        run
    }

    /// What in the run already says what is to be found.
    fn given_twice(self, run: &RunOptions) -> Option<&'static str> {
        let given: &[(&'static str, bool)] = match self {
            Self::NoiseMultiplier => &[("noise_multiplier", run.noise_multiplier.is_some())],
            Self::SampleRate | Self::BatchSize => &[
                ("sample_rate", run.sample_rate.is_some()),
                ("batch_size", run.batch_size.is_some()),
            ],
            Self::NumSteps | Self::Epochs => &[
                ("num_steps", run.num_steps.is_some()),
                ("epochs", run.epochs.is_some()),
            ],
        };
        let history = [("history", run.history.is_some())];
        given
            .iter()
            .chain(&history)
            .find(|(_, given)| *given)
            .map(|(name, _)| *name)
    }

    fn lattice(self, run: &RunOptions) -> Result<Lattice, Error> {
        let by_epoch = run.by_epoch();
        match self {
            Self::NoiseMultiplier => Ok(Lattice::digits(1e-4, 1e4)),
            Self::SampleRate if by_epoch => Ok(Lattice::reciprocals()),
            Self::SampleRate => Ok(Lattice::digits(1e-9, 1.0)),
            Self::BatchSize => {
                let size = run.dataset_size.ok_or(Error::Missing {
                    parameter: "dataset_size",
                    needed: "dataset_size to solve for batch_size",
                })?;
                Ok(Lattice::multiples(1.0, size))
            }
            Self::NumSteps if by_epoch => {
                Ok(Lattice::multiples(steps_of(1.0, run.sample_rate()?), 1e9))
            }
            Self::NumSteps => Ok(Lattice::multiples(1.0, 1e9)),
            Self::Epochs if by_epoch => Ok(Lattice::multiples(
                1.0,
                1e9 / steps_of(1.0, run.sample_rate()?),
            )),
            Self::Epochs => Ok(Lattice::multiples(
                run.sample_rate()?,
                1e9 * run.sample_rate()?,
            )),
        }
    }
}

impl CalibrateOptions {
    /// Solves; the answer is on the safe side, which evaluating it has proven.
    ///
    /// ```
    /// use mi_bounds::{CalibrateOptions, Quantity, RunOptions, SolveFor};
    /// let options = CalibrateOptions {
    ///     run: RunOptions { sample_rate: Some(0.002), num_steps: Some(10_000.0), ..RunOptions::default() },
    ///     solve_for: SolveFor::NoiseMultiplier,
    ///     quantity: Quantity::Advantage,
    ///     target: 0.1,
    /// };
    /// let result = options.result()?;
    /// assert!(result.safe.achieved.upper.unwrap() <= 0.1);
    /// assert!(result.unsafe_neighbour.unwrap().achieved.upper.unwrap() > 0.1);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unreachable`] where no value meets the target; else as [`crate::TrainingOptions::result`].
    pub fn result(&self) -> Result<CalibrateResult, Error> {
        let name = self.solve_for.name();
        if let Some(given) = self.solve_for.given_twice(&self.run) {
            return Err(Error::Conflict {
                parameter: given,
                other: "solve_for",
            });
        }
        self.quantity.check()?;
        self.check_target()?;
        let lattice = self.solve_for.lattice(&self.run)?;
        let endangers = self.solve_for.endangers();
        let (step, safest, _) = lattice.ends(endangers);
        let start = self.start(&lattice)?;
        let mut evaluated = Evaluated::default();
        let mut excess = |k: f64| -> Result<f64, Error> {
            let (bounds, figure) = self.evaluate(&lattice, k, &self.quantity.demand())?;
            let excess = self.excess(&figure);
            evaluated.keep(k, bounds, figure, excess <= 0.0, step);
            Ok(excess)
        };
        last_safe(&lattice, endangers, start, &mut excess)?;
        let Some((best, bounds, achieved)) = &evaluated.boldest_safe else {
            return Err(Error::Unreachable {
                parameter: name,
                reason: self.why_unreachable(lattice.value(safest), evaluated.at(safest)),
            });
        };
        let best = *best;
        let attained = |k: f64| {
            evaluated.at(k).map(|figure| Attained {
                value: lattice.value(k),
                achieved: figure.clone(),
            })
        };
        let unsafe_neighbour = attained(best + step);
        let safe = Attained {
            value: lattice.value(best),
            achieved: achieved.clone(),
        };
        let passed = evaluated.nearest(best, step, |figure| self.has_passed(figure, bounds));
        let run = self.solve_for.put(&self.run, lattice.value(best));
        let mechanism = run.mechanism()?;
        Ok(CalibrateResult {
            library_version: VERSION,
            solve_for: self.solve_for,
            quantity: self.quantity.name(),
            target: self.target,
            side: self.quantity.side(),
            limit: self.limit(&safe, passed.map(|k| lattice.value(k)), bounds),
            warnings: self.warnings(&run, &mechanism, bounds, &safe.achieved),
            safe,
            unsafe_neighbour,
            parameters: Parameters::new(&mechanism, self.quantity.prior(), self.quantity.delta()),
            neighboring_relation: mechanism.relation(),
            sampling: sampling_name(&mechanism),
            noise: mechanism.noise(),
            status: bounds.status(),
            status_sources: bounds.status_sources(),
        })
    }

    /// What lies between the safe value and the next one that has certainly passed the target; one-sided where there is none.
    fn limit(&self, safe: &Attained, passed: Option<f64>, bounds: &Bounds) -> Figure {
        let (method, theorem) = (safe.achieved.method, bounds.proven());
        match (self.solve_for.endangers(), passed) {
            (false, Some(lower)) => {
                let upper = safe.value;
                Figure::exact(Interval { lower, upper }, method, theorem)
            }
            (true, Some(upper)) => {
                let lower = safe.value;
                Figure::exact_falling(Interval { lower, upper }, method, theorem)
            }
            (false, None) => Figure::upper(safe.value, method, theorem),
            (true, None) => Figure::lower(safe.value, method, theorem),
        }
    }

    /// Whether a figure has certainly passed the target; where it is a bound, whether the bound has.
    fn has_passed(&self, figure: &Figure, bounds: &Bounds) -> bool {
        if !bounds.is_exact() {
            return self.excess(figure) > 0.0;
        }
        match self.quantity.side() {
            TargetSide::AtMost => figure.lower.is_some_and(|lower| lower > self.target),
            TargetSide::AtLeast => figure.upper.is_some_and(|upper| upper < self.target),
        }
    }

    /// What stands out about the run that was found.
    fn warnings(
        &self,
        run: &RunOptions,
        mechanism: &Mechanism,
        bounds: &Bounds,
        achieved: &Figure,
    ) -> Vec<Warning> {
        let tpr = match self.quantity {
            Quantity::Tpr { .. } => core::slice::from_ref(achieved),
            _ => &[],
        };
        let epsilon = self.quantity.delta().map(|delta| (delta, achieved));
        Warning::of(run, mechanism, &bounds.advantage(), tpr, epsilon)
    }

    fn check_target(&self) -> Result<(), Error> {
        let parameter = self.quantity.name();
        let (blind, most) = (self.quantity.blind(), self.quantity.most());
        if !(self.target.is_finite() && (0.0..=most).contains(&self.target)) {
            return Err(Error::OutOfRange {
                parameter,
                value: self.target,
                allowed: format!("from 0 up to {most}"),
            });
        }
        let beyond = match self.quantity.side() {
            TargetSide::AtMost => self.target <= blind,
            TargetSide::AtLeast => self.target >= blind,
        };
        if beyond {
            let article = article(parameter);
            return Err(Error::Unreachable {
                parameter: self.solve_for.name(),
                reason: format!("an attacker who saw nothing has {article} {parameter} of {blind}"),
            });
        }
        Ok(())
    }

    fn why_unreachable(&self, value: f64, figure: Option<&Figure>) -> String {
        let reached = figure.and_then(|figure| match self.quantity.side() {
            TargetSide::AtMost => figure.upper,
            TargetSide::AtLeast => figure.lower,
        });
        let reached = reached.unwrap_or(f64::NAN);
        let quantity = self.quantity.name();
        let article = article(quantity);
        match self.solve_for {
            SolveFor::NumSteps | SolveFor::Epochs
                if value <= 1.0 || self.solve_for == SolveFor::Epochs =>
            {
                let least = if self.run.by_epoch() { "epoch" } else { "step" };
                format!(
                    "even one {least} has {article} {quantity} of {reached:.6}, and the target is {}",
                    self.target
                )
            }
            _ => format!(
                "even {} {value} has {article} {quantity} of {reached:.6}, and the target is {}",
                self.solve_for.name(),
                self.target
            ),
        }
    }

    /// The run with number `k` put in.
    fn mechanism(&self, lattice: &Lattice, k: f64) -> Result<Mechanism, Error> {
        self.solve_for.put(&self.run, lattice.value(k)).mechanism()
    }

    fn evaluate(
        &self,
        lattice: &Lattice,
        k: f64,
        demand: &Demand,
    ) -> Result<(Bounds, Figure), Error> {
        let bounds = Bounds::new(&self.mechanism(lattice, k)?, demand)?;
        let figure = self.quantity.figure(&bounds);
        Ok((bounds, figure))
    }

    /// By how much a figure exceeds the target, on a scale on which it is about linear in the logarithm of the parameters; at
    /// most 0 exactly where it is proven not to.
    fn excess(&self, figure: &Figure) -> f64 {
        let (end, safe) = match self.quantity.side() {
            TargetSide::AtMost => {
                let upper = figure.upper.unwrap_or(f64::INFINITY);
                (upper, upper <= self.target)
            }
            TargetSide::AtLeast => {
                let lower = figure.lower.unwrap_or(f64::NEG_INFINITY);
                (lower, lower >= self.target)
            }
        };
        if !end.is_finite() {
            return f64::INFINITY;
        }
        let excess = self.quantity.mu_of(end) - self.quantity.mu_of(self.target);
        if safe {
            excess.min(0.0)
        } else {
            excess.max(f64::MIN_POSITIVE)
        }
    }

    /// A number near the answer: first where the Gaussian of the same affinity meets the target, then where drafts do.
    fn start(&self, lattice: &Lattice) -> Result<Start, Error> {
        let endangers = self.solve_for.endangers();
        let (_, safest, boldest) = lattice.ends(endangers);
        let previewed = Preview::new(&self.quantity, self.target).and_then(|preview| {
            lattice.crossing(safest, boldest, &|k| {
                let run = self.mechanism(lattice, k).ok()?;
                preview.excess(&run)
            })
        });
        // Where a drawn record stands out but is hardly ever drawn, the affinity says that any value is safe.
        let start = previewed.filter(|&k| k != boldest);
        let start = Start::at(start.unwrap_or_else(|| lattice.middle()));
        let demand = Demand {
            draft: true,
            ..self.quantity.demand()
        };
        near(lattice, endangers, start, &mut |k| {
            Ok(self.excess(&self.evaluate(lattice, k, &demand)?.1))
        })
    }
}

/// The figures that have been evaluated, and the bounds at the boldest safe number.
#[derive(Default)]
struct Evaluated {
    figures: Vec<(f64, Figure)>,
    boldest_safe: Option<(f64, Bounds, Figure)>,
}

impl Evaluated {
    fn keep(&mut self, k: f64, bounds: Bounds, figure: Figure, safe: bool, step: f64) {
        let bolder = |(before, ..): &(f64, Bounds, Figure)| (k - before) * step > 0.0;
        if safe && self.boldest_safe.as_ref().is_none_or(bolder) {
            self.boldest_safe = Some((k, bounds, figure.clone()));
        }
        self.figures.push((k, figure));
    }

    /// The nearest number beyond one whose figure fulfils a condition.
    fn nearest(&self, from: f64, step: f64, fulfils: impl Fn(&Figure) -> bool) -> Option<f64> {
        let beyond = self.figures.iter().filter(|(k, _)| (k - from) * step > 0.0);
        let fulfilled = beyond.filter(|(_, figure)| fulfils(figure));
        let numbers = fulfilled.map(|(k, _)| *k);
        numbers.min_by(|a, b| (a - from).abs().total_cmp(&(b - from).abs()))
    }

    /// The figure at a number, if it has been evaluated.
    fn at(&self, k: f64) -> Option<&Figure> {
        let found = self.figures.iter().find(|(seen, _)| *seen == k);
        found.map(|(_, figure)| figure)
    }
}

/// What stands before the name of a quantity.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e']) {
        "an"
    } else {
        "a"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_a_sentence() {
        let refused = |quantity, target| {
            let options = CalibrateOptions {
                run: RunOptions {
                    sample_rate: Some(0.01),
                    noise_multiplier: Some(1.0),
                    ..RunOptions::default()
                },
                solve_for: SolveFor::NumSteps,
                quantity,
                target,
            };
            options.result().expect_err("too small").to_string()
        };
        let advantage = refused(Quantity::Advantage, 0.0);
        assert!(advantage.contains("saw nothing has an advantage of 0"));
        assert!(refused(Quantity::Advantage, 1e-3).contains("has an advantage of 0.00"));
        let security = refused(Quantity::BayesSecurity, 1.0);
        assert!(security.contains("saw nothing has a bayes_security of 1"));
    }
}
