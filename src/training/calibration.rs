//! Solving backwards: the value of one parameter that keeps a figure on the safe side of a target.

use super::boundary_search::{Excess, Start, last_safe, near};
use super::candidate_runs::CandidateRuns;
use super::gaussian_guess::Preview;
use super::quantity::{Quantity, TargetSide};
use super::result::Parameters;
use super::solve_for::SolveFor;
use crate::curve::Bounds;
use crate::figure::{Error, Figure, VERSION, Warning, log_odds_against};
use crate::mechanism::{Demand, Mechanism, NeighboringRelation, Noise, RunOptions, sampling_name};
use crate::numerics::Interval;
use serde::Serialize;
use std::rc::Rc;

/// How wide a draft may be to tell where to search, on the scale of excesses.
const TELLS: f64 = 0.1;
/// How far beyond the target a wide one tells a side, and drafts that do not tell anything after which there are no more of them.
const TELLS_SIDE: f64 = 1.0;
const SILENT_DRAFTS: usize = 1;
/// How far beyond the safe value one that has certainly passed the target is looked for where drafts do not tell, in the logarithm.
const NEARLY_PASSED: [f64; 3] = [1e-4, 1e-3, 1e-2];

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
    /// is the neighbour where that is resolved. Of a bound, what some data sets attain has passed it there; one-sided where
    /// nothing is known of that. The noise or the factor from its upper end on is enough, any other parameter up to its lower
    /// end.
    pub limit: Figure,
    /// The noise multiplier of each phase of the schedule with the factor put in; none for any other parameter.
    pub noise_multipliers: Option<Vec<f64>>,
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
        self.solve_for.check_left_out(&self.run, "solve_for")?;
        self.quantity.check()?;
        self.solve_for.check_moves(&self.quantity, "solve_for")?;
        self.check_target()?;
        let lattice = self.solve_for.lattice(&self.run)?;
        let endangers = self.solve_for.endangers();
        let (step, safest, _) = lattice.ends(endangers);
        let runs = CandidateRuns::new(self, &lattice);
        let mut evaluated = Evaluated::default();
        let mut excess = |k: f64| -> Result<f64, Error> {
            if let Some(figure) = evaluated.at(k) {
                return Ok(self.excess(figure));
            }
            let (bounds, figure) = runs.evaluate(k, &self.quantity.demand())?;
            let excess = self.excess(&figure);
            evaluated.keep(k, bounds, figure, excess <= 0.0, step);
            Ok(excess)
        };
        let start = self.start(&runs, &mut excess)?;
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
        let passed = self.nearest_passed(&runs, best, &evaluated, bounds)?;
        let quantity = self.solve_for.quantity(self.quantity, lattice.value(best));
        let run = self.solve_for.put(&self.run, lattice.value(best))?;
        let mechanism = run.mechanism()?;
        Ok(CalibrateResult {
            library_version: VERSION,
            solve_for: self.solve_for,
            quantity: self.quantity.name(),
            target: self.target,
            side: self.quantity.side(),
            limit: self.limit(&safe, passed.map(|k| lattice.value(k)), bounds),
            noise_multipliers: run
                .history
                .as_ref()
                .map(|history| history.iter().map(|phase| phase.noise_multiplier).collect()),
            warnings: self.warnings(&run, &mechanism, bounds, &safe.achieved),
            safe,
            unsafe_neighbour,
            parameters: Parameters::new(&mechanism, quantity.prior(), quantity.delta()),
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

    /// The end of a figure that is proven not to be passed.
    fn safe_end(&self, figure: &Figure) -> Option<f64> {
        match self.quantity.side() {
            TargetSide::AtMost => figure.upper,
            TargetSide::AtLeast => figure.lower,
        }
    }

    /// The end of a figure on the side of the attacker: what is certain of the attack.
    fn attained(&self, figure: &Figure) -> Option<f64> {
        match self.quantity.side() {
            TargetSide::AtMost => figure.lower,
            TargetSide::AtLeast => figure.upper,
        }
    }

    /// Whether a figure has certainly passed the target.
    fn has_passed(&self, figure: &Figure) -> bool {
        self.attained(figure)
            .is_some_and(|end| match self.quantity.side() {
                TargetSide::AtMost => end > self.target,
                TargetSide::AtLeast => end < self.target,
            })
    }

    /// The nearest number found beyond the safe one whose figure has certainly passed the target. What some data sets attain
    /// passes it elsewhere than its bound, so that a search of its own finds where; drafts suffice where they tell, as each is certified.
    fn nearest_passed(
        &self,
        runs: &CandidateRuns,
        safe: f64,
        evaluated: &Evaluated,
        bounds: &Bounds,
    ) -> Result<Option<f64>, Error> {
        let (lattice, endangers) = (runs.lattice, self.solve_for.endangers());
        let (step, _, boldest) = lattice.ends(endangers);
        let found = evaluated.nearest(safe, step, |figure| self.has_passed(figure));
        let known = evaluated.at(safe).and_then(|figure| self.room(figure));
        let Some(room) = known else {
            return Ok(found);
        };
        let beyond = |k: f64, far: f64| lattice.at_log(lattice.log(k) + step * far);
        if bounds.is_exact() || safe == boldest || found == Some(safe + step) {
            return Ok(found);
        }
        let mut passed = found;
        let mut try_at = |k: f64, demand: &Demand| -> Result<f64, Error> {
            let (_, figure) = runs.evaluate(k, demand)?;
            let nearer = |before: f64| (k - before) * step < 0.0;
            let has_passed = self.has_passed(&figure);
            if has_passed && passed.is_none_or(nearer) {
                passed = Some(k);
            }
            let excess = self.room(&figure).map_or(f64::NEG_INFINITY, |room| -room);
            Ok(if has_passed {
                excess.max(f64::MIN_POSITIVE)
            } else {
                excess.min(0.0)
            })
        };
        let draft = self.draft();
        if -try_at(safe, &draft)? > room + TELLS {
            // Drafts fall short of what is attained.
            for far in NEARLY_PASSED {
                if try_at(beyond(safe, far), &self.quantity.demand())? > 0.0 {
                    break;
                }
            }
            return Ok(passed);
        }
        let start = Start::at(beyond(safe, room));
        let mut estimate = |k: f64| Ok((try_at(k, &draft)?, 0.0));
        let Start { k, .. } = near(lattice, endangers, start, &mut estimate)?;
        // About there; it has certainly passed a little beyond.
        for far in [0.0, 1e-4, 1e-3] {
            if estimate(beyond(k, far))?.0 > 0.0 {
                break;
            }
        }
        Ok(passed)
    }

    /// How far below the target what is certain of the attack is.
    fn room(&self, figure: &Figure) -> Option<f64> {
        let end = self.attained(figure).filter(|end| end.is_finite())?;
        Some(-self.distance(end))
    }

    /// By how much a value exceeds the target, on a scale on which it is about linear in the logarithm of the parameters.
    fn distance(&self, value: f64) -> f64 {
        if self.solve_for == SolveFor::Prior {
            // The odds of what is named are those of the prior times a factor of the run.
            return log_odds_against(self.target) - log_odds_against(value);
        }
        self.quantity.mu_of(value) - self.quantity.mu_of(self.target)
    }

    /// What a draft of the figure needs.
    fn draft(&self) -> Demand {
        Demand {
            draft: true,
            ..self.quantity.demand()
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
        let blind = match self.solve_for {
            SolveFor::Prior => 0.0,
            _ => self.quantity.blind(),
        };
        let most = self.quantity.most();
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

    /// By how much the safe end of a figure exceeds the target; at most 0 exactly where it is proven not to.
    fn excess(&self, figure: &Figure) -> f64 {
        let Some(end) = self.safe_end(figure).filter(|end| end.is_finite()) else {
            return f64::INFINITY;
        };
        let is_safe = match self.quantity.side() {
            TargetSide::AtMost => end <= self.target,
            TargetSide::AtLeast => end >= self.target,
        };
        let excess = self.distance(end);
        if is_safe {
            excess.min(0.0)
        } else {
            excess.max(f64::MIN_POSITIVE)
        }
    }

    /// A number near the answer: first where the Gaussian of the same affinity meets the target, then where drafts do, or whole evaluations
    /// where drafts do not tell.
    fn start(&self, runs: &CandidateRuns, excess: &mut Excess) -> Result<Start, Error> {
        let (lattice, endangers) = (runs.lattice, self.solve_for.endangers());
        if self.solve_for == SolveFor::Prior {
            // Nobody names a smaller share of members than there are.
            return Ok(Start::at(lattice.at_log(libm::log(self.target))));
        }
        let (_, safest, boldest) = lattice.ends(endangers);
        let previewed = Preview::new(&self.quantity, self.target).and_then(|preview| {
            lattice.crossing(safest, boldest, &|k| {
                let run = runs.mechanism(k).ok()?;
                preview.excess(&run)
            })
        });
        // Where a drawn record stands out but is hardly ever drawn, the affinity says that any value is safe.
        let start = previewed.filter(|&k| k != boldest);
        let start = Start::at(start.unwrap_or_else(|| lattice.middle()));
        let demand = self.draft();
        let mut silent = 0;
        near(lattice, endangers, start, &mut |k| {
            if silent < SILENT_DRAFTS {
                if let Some(estimate) = self.estimate(&runs.evaluate(k, &demand)?.1) {
                    return Ok(estimate);
                }
                silent += 1;
            }
            Ok((excess(k)?, 0.0))
        })
    }

    /// By how much a draft about exceeds the target, and how far off that may be; none where it is too wide to tell.
    fn estimate(&self, figure: &Figure) -> Option<(f64, f64)> {
        let safe = self.distance(self.safe_end(figure)?);
        let attained = self.distance(self.attained(figure)?);
        let off = (safe - attained).abs();
        if off <= TELLS {
            return Some((safe, off));
        }
        let nearest = if safe.abs() < attained.abs() {
            safe
        } else {
            attained
        };
        (safe * attained > 0.0 && nearest.abs() >= TELLS_SIDE.min(off)).then_some((nearest, 0.0))
    }
}

/// The figures that have been evaluated, and the bounds at the boldest safe number.
#[derive(Default)]
struct Evaluated {
    figures: Vec<(f64, Figure)>,
    boldest_safe: Option<(f64, Rc<Bounds>, Figure)>,
}

impl Evaluated {
    fn keep(&mut self, k: f64, bounds: Rc<Bounds>, figure: Figure, safe: bool, step: f64) {
        let bolder = |(before, ..): &(f64, Rc<Bounds>, Figure)| (k - before) * step > 0.0;
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
