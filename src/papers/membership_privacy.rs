//! Izzo et al., "Provable Membership Inference Privacy".

use super::grid::logarithmic;
use super::plan::{Plan, Point, point};
use super::result::FigureAxis;
use crate::figure::Error;
use crate::output_noise::PowersOfTwoOptions;

/// Numbers of records; the text names 36 and 48.
const SIZES: [f64; 4] = [36.0, 40.0, 44.0, 48.0];

/// Figure 1: noise for the data set of powers of two.
pub(super) fn noise() -> Plan {
    let at = |eta: f64| -> Result<Point, Error> {
        let mut figures = Vec::new();
        let mut any = None;
        for dataset_size in SIZES {
            let found = PowersOfTwoOptions {
                dataset_size,
                eta: Some(eta),
            }
            .result()?;
            figures.push(Some(found.laplace_dp.clone()));
            any = Some(found);
        }
        // The moment's bound is the same for every size.
        let membership = any.map(|found| [found.printed, found.sharp, found.laplace_1d]);
        figures.extend(membership.into_iter().flatten().map(Some));
        Ok(point(eta, figures))
    };
    let mut names: Vec<String> = SIZES
        .iter()
        .map(|size| format!("by DP (Laplace mechanism), n = {size}"))
        .collect();
    names.push("MIP as printed (Theorem 9), every n".into());
    names.push("MIP, exponential norm (erratum E13), every n".into());
    names.push("MIP, Laplace noise (erratum E13), every n".into());
    Plan {
        parameters: "the mean of Proposition 11 on the data set 1, 2, 4, ...; moment order 2; halves of n = 36, 40, 44 and 48 records",
        horizontal: FigureAxis::logarithmic("eta, accuracy above blind guessing"),
        vertical: FigureAxis::logarithmic("scale of the noise"),
        names,
        grid: logarithmic(0.001, 0.398107, 27),
        at: Box::new(at),
    }
}
