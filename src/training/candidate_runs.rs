//! The runs among which a calibration looks, each with what is proven of it.

use super::calibration::CalibrateOptions;
use super::candidate_values::Lattice;
use super::solve_for::SolveFor;
use crate::curve::Bounds;
use crate::figure::{Error, Figure};
use crate::mechanism::{Demand, Mechanism};
use core::cell::OnceCell;
use std::rc::Rc;

/// The run of each number of a lattice.
pub(super) struct CandidateRuns<'a> {
    options: &'a CalibrateOptions,
    pub(super) lattice: &'a Lattice,
    /// What is proven where all numbers have the same run.
    same: OnceCell<Rc<Bounds>>,
}

impl<'a> CandidateRuns<'a> {
    pub(super) fn new(options: &'a CalibrateOptions, lattice: &'a Lattice) -> Self {
        Self {
            options,
            lattice,
            same: OnceCell::new(),
        }
    }

    /// The run with number `k` put in.
    pub(super) fn mechanism(&self, k: f64) -> Result<Mechanism, Error> {
        let CalibrateOptions { solve_for, run, .. } = self.options;
        solve_for.put(run, self.lattice.value(k))?.mechanism()
    }

    /// What is proven of that run, and the figure.
    pub(super) fn evaluate(&self, k: f64, demand: &Demand) -> Result<(Rc<Bounds>, Figure), Error> {
        let bounds = self.bounds(k, demand)?;
        let CalibrateOptions {
            solve_for,
            quantity,
            ..
        } = self.options;
        let asked = solve_for.quantity(*quantity, self.lattice.value(k));
        let figure = asked.figure(&bounds);
        Ok((bounds, figure))
    }

    fn bounds(&self, k: f64, demand: &Demand) -> Result<Rc<Bounds>, Error> {
        let new = || Ok(Rc::new(Bounds::new(&self.mechanism(k)?, demand)?));
        if self.options.solve_for != SolveFor::Prior {
            return new();
        }
        if let Some(bounds) = self.same.get() {
            return Ok(Rc::clone(bounds));
        }
        let bounds = new()?;
        Ok(Rc::clone(self.same.get_or_init(|| bounds)))
    }
}
