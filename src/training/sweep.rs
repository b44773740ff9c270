//! One figure over many values of one parameter, for a chart.

use super::overlay::{Overlay, Second, SecondCurve, SecondResult};
use super::published_bounds::PublishedBounds;
use super::quantity::Quantity;
use super::solve_for::SolveFor;
use super::swept_bounds::{BoundAt, SweptBound};
use crate::curve::{Bounds, PrivacyCurve};
use crate::figure::{Error, Figure, Kind, is_narrow};
use crate::mechanism::{Demand, Mechanism, RunOptions};
use serde::Serialize;

/// Most values of a sweep.
const MOST_VALUES: usize = 1000;

/// Advantage from which on a run keeps nearly nothing back, and the relative width of a draft that is then enough: the lines
/// through the tails of such a run take long to be sought.
const NEARLY_ALL: f64 = 0.999;
const DRAFTED: f64 = 1e-5;

/// Stands for an epsilon that would take seconds to find and from which nothing follows but 1: of this one the bounds are 1.
const LARGE_EPSILON: f64 = 700.0;

/// What is to be drawn. The run leaves out the parameter that varies.
#[derive(Clone, Debug)]
pub struct SweepOptions {
    /// The rest of the run.
    pub run: RunOptions,
    /// The figure.
    pub quantity: Quantity,
    /// The parameter: noise multiplier, sample rate, number of steps, the factor on the noise of a schedule, or the prior.
    pub over: SolveFor,
    /// Its values.
    pub values: Vec<f64>,
    /// What is drawn over the same values, too.
    pub overlay: Overlay,
}

/// The figure at each value; none where it is infinite.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweepResult {
    /// Name of the figure.
    #[cfg_attr(test, ts(type = "Quantity"))]
    pub quantity: &'static str,
    /// The parameter.
    #[cfg_attr(
        test,
        ts(
            type = "\"noise_multiplier\" | \"sample_rate\" | \"num_steps\" | \"noise_factor\" | \"prior\""
        )
    )]
    pub over: SolveFor,
    /// Its values.
    pub values: Vec<f64>,
    /// None where a value has no figure (for instance an epsilon that no order reaches).
    pub lower: Vec<Option<f64>>,
    /// Middles; where an interval is wide, its safe end.
    pub estimate: Vec<Option<f64>>,
    /// Upper ends.
    pub upper: Vec<Option<f64>>,
    /// Which side of the truth the figures are on: exact only where all are.
    pub kind: Kind,
    /// The statement that the figures rest on, with its source.
    pub theorem: &'static str,
    /// The published bounds at the same values, if asked for.
    pub bounds: Vec<SweptBound>,
    /// The figure at other values of a second parameter, if asked for.
    pub second: Option<SecondResult>,
}

impl SweepOptions {
    /// Computes all values: each is the figure that [`crate::TrainingOptions::result`] has there. Where only a fine grid of the
    /// second engine has it, a coarse one does if it encloses the figure to a thousandth; where the run gives nearly all away,
    /// a draft that has five digits.
    ///
    /// ```
    /// use mi_bounds::{Overlay, Quantity, RunOptions, SolveFor, SweepOptions};
    /// let options = SweepOptions {
    ///     run: RunOptions { sample_rate: Some(0.01), num_steps: Some(1000.0), ..RunOptions::default() },
    ///     quantity: Quantity::Advantage,
    ///     over: SolveFor::NoiseMultiplier,
    ///     values: vec![1.0, 2.0],
    ///     overlay: Overlay::default(),
    /// };
    /// let advantage = options.result()?.estimate;
    /// assert!(advantage[0] > advantage[1]);
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] naming the first parameter that is missing, given twice or out of range.
    pub fn result(&self) -> Result<SweepResult, Error> {
        self.over.check_left_out(&self.run, "over")?;
        self.quantity.check()?;
        self.over.check_moves(&self.quantity, "over")?;
        self.overlay.check(self.over, &self.run)?;
        if self.values.len() > MOST_VALUES {
            return Err(Error::Malformed {
                parameter: "values".into(),
                problem: format!(
                    "has {} entries; at most {MOST_VALUES} are allowed",
                    self.values.len()
                ),
            });
        }
        let mut own = SecondCurve::new(f64::NAN);
        let mut bounds = Vec::new();
        let mut theorem = "";
        let of_prior = (self.over == SolveFor::Prior)
            .then(|| Bounds::new(&self.run.mechanism()?, &self.quantity.demand()))
            .transpose()?;
        for (at, &value) in self.values.iter().enumerate() {
            let quantity = self.quantity_at(value)?;
            let mechanism = self.over.put(&self.run, value)?.mechanism()?;
            let figure = match &of_prior {
                Some(bounds) => quantity.figure(bounds),
                None => Self::of(quantity, &mechanism)?,
            };
            own.push(&figure);
            theorem = figure.theorem;
            if self.overlay.bounds {
                let published = self.bounds_at(quantity, &mechanism, &figure)?;
                SweptBound::extend(&mut bounds, at, published);
            }
        }
        Ok(SweepResult {
            quantity: self.quantity.name(),
            over: self.over,
            values: self.values.clone(),
            lower: own.lower,
            estimate: own.estimate,
            upper: own.upper,
            kind: own.kind,
            theorem,
            bounds,
            second: self.second()?,
        })
    }

    /// The figure that is asked for at one value.
    fn quantity_at(&self, value: f64) -> Result<Quantity, Error> {
        self.over.quantity(self.quantity, value).check()
    }

    /// The published bounds of one run, of which `figure` is the certified one.
    fn bounds_at(
        &self,
        quantity: Quantity,
        mechanism: &Mechanism,
        figure: &Figure,
    ) -> Result<Vec<BoundAt>, Error> {
        // The bound of an epsilon follows from the advantage, and that of GDP mu from nothing.
        let pair = match (quantity, self.overlay.target_delta) {
            (Quantity::Epsilon { .. } | Quantity::GdpMu { .. }, _) | (_, None) => None,
            (Quantity::Advantage, Some(delta)) => Self::pair(mechanism, figure, delta)?,
            (_, Some(delta)) => {
                let advantage = Self::of(Quantity::Advantage, mechanism)?;
                Self::pair(mechanism, &advantage, delta)?
            }
        };
        let published = PublishedBounds::new(mechanism, pair);
        if let Quantity::Epsilon { .. } = quantity {
            let advantage = Self::of(Quantity::Advantage, mechanism)?;
            return Ok(published.of(quantity, &advantage));
        }
        Ok(published.of(quantity, figure))
    }

    /// An epsilon that the run keeps, with its delta; a stand-in where nothing follows from the least one.
    fn pair(
        mechanism: &Mechanism,
        advantage: &Figure,
        target_delta: f64,
    ) -> Result<Option<(f64, f64)>, Error> {
        // Every bound of the advantage is then 1 to six digits.
        if advantage.lower.is_some_and(|least| least > 1.0 - 1e-6) {
            return Ok(Some((LARGE_EPSILON, target_delta)));
        }
        let epsilon = Self::of(Quantity::Epsilon { target_delta }, mechanism)?.upper;
        Ok(epsilon.map(|epsilon| (epsilon, target_delta)))
    }

    /// The curves at other values of the second parameter.
    fn second(&self) -> Result<Option<SecondResult>, Error> {
        let Some(Second { over, values }) = &self.overlay.second else {
            return Ok(None);
        };
        let curve = |&value: &f64| {
            let run = over.put(&over.left_out(&self.run), value)?;
            let mut curve = SecondCurve::new(value);
            for &swept in &self.values {
                let mechanism = self.over.put(&run, swept)?.mechanism()?;
                curve.push(&Self::of(self.quantity_at(swept)?, &mechanism)?);
            }
            Ok(curve)
        };
        Ok(Some(SecondResult {
            over: *over,
            curves: values.iter().map(curve).collect::<Result<_, Error>>()?,
        }))
    }

    /// The figure at one value of what is part of the run.
    pub(crate) fn figure_at(&self, value: f64) -> Result<Figure, Error> {
        let mechanism = self.over.put(&self.run, value)?.mechanism()?;
        Self::of(self.quantity, &mechanism)
    }

    /// A figure of one run.
    fn of(quantity: Quantity, mechanism: &Mechanism) -> Result<Figure, Error> {
        let demand = quantity.demand();
        let draft = Demand {
            draft: true,
            ..demand.clone()
        };
        let drafted = Bounds::new(mechanism, &draft)?;
        let resolved = |curve: &PrivacyCurve| {
            let figure = quantity.read(curve);
            curve.advantage().lower > NEARLY_ALL && figure.width() <= DRAFTED * figure.upper.abs()
        };
        if !drafted.each(resolved).contains(&false) {
            return Ok(quantity.figure(&drafted));
        }
        let by_grid = |curve: &PrivacyCurve| curve.method() == "grid";
        if !drafted.each(by_grid).contains(&true)
            && let Some(bounds) = Bounds::by_first_engine(mechanism, &demand)?
        {
            return Ok(quantity.figure(&bounds));
        }
        let is_narrow = |curve: &PrivacyCurve| is_narrow(quantity.read(curve));
        if drafted.each(is_narrow).contains(&false) {
            let bounds = Bounds::new(mechanism, &demand)?;
            return Ok(quantity.figure(&bounds));
        }
        Ok(quantity.figure(&drafted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{NeighboringRelation, Noise, Sampling};

    /// A sweep's figure beside that of the training, which asks the finest grid where one is needed.
    fn beside(run: &RunOptions, noise: f64, quantity: Quantity) -> (Figure, Figure) {
        let over = SolveFor::NoiseMultiplier;
        let options = SweepOptions {
            run: run.clone(),
            quantity,
            over,
            values: vec![noise],
            overlay: Overlay::default(),
        };
        let mechanism = over
            .put(run, noise)
            .and_then(|run| run.mechanism())
            .expect("a run");
        let swept = options.figure_at(noise).expect("a figure");
        let bounds = Bounds::new(&mechanism, &quantity.demand()).expect("a curve");
        (swept, quantity.figure(&bounds))
    }

    fn run(sample_rate: f64, num_steps: f64) -> RunOptions {
        RunOptions {
            sample_rate: Some(sample_rate),
            num_steps: Some(num_steps),
            ..RunOptions::default()
        }
    }

    #[test]
    fn it_has_the_figures_of_the_training() {
        let quantities = [
            Quantity::Advantage,
            Quantity::BayesSecurity,
            Quantity::Epsilon { target_delta: 1e-5 },
            Quantity::Tpr { fpr: 1e-3 },
            Quantity::Precision {
                prior: 0.2,
                fpr: 0.01,
            },
            Quantity::Accuracy { prior: 0.3 },
        ];
        let replaced = RunOptions {
            neighboring_relation: NeighboringRelation::ReplaceOne,
            ..run(0.01, 1000.0)
        };
        for quantity in quantities {
            for (run, noise) in [
                (&run(0.01, 1000.0), 1.0),
                (&replaced, 2.0),
                (&run(0.1, 1.0), 0.7),
            ] {
                let (swept, figure) = beside(run, noise, quantity);
                assert_eq!(swept, figure, "{noise} {quantity:?}");
            }
        }
        // Two steps in which the record is rarely drawn: no coarse grid resolves epsilon.
        let (swept, figure) = beside(&run(0.004, 2.0), 1.0, quantities[2]);
        assert_eq!(swept, figure);
        assert!((swept.estimate - 0.07960286).abs() < 1e-7, "{swept}");
    }

    #[test]
    fn a_coarse_grid_holds_the_figure_to_a_thousandth() {
        let laplace = RunOptions {
            noise: Noise::Laplace,
            ..run(0.01, 100.0)
        };
        let fixed = RunOptions {
            sampling: Sampling::WithoutReplacement,
            neighboring_relation: NeighboringRelation::ReplaceOne,
            ..run(0.02, 30.0)
        };
        for quantity in [Quantity::Advantage, Quantity::Tpr { fpr: 1e-3 }] {
            for (run, noise) in [(&laplace, 1.0), (&fixed, 3.0), (&run(0.1, 5.0), 0.4)] {
                let (swept, figure) = beside(run, noise, quantity);
                assert_eq!(swept.kind, figure.kind);
                let (most, least) = (swept.upper.expect("an end"), figure.upper.expect("an end"));
                assert!(
                    most >= least * (1.0 - 1e-6) && most <= least * 1.001,
                    "{noise} {swept} {figure}"
                );
            }
        }
    }
}
