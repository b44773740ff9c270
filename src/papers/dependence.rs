//! Humphries et al., "Differentially Private Learning Does Not Bound Membership Inference".

use super::grid::logarithmic;
use super::plan::{Plan, Point, names, point};
use super::result::FigureAxis;
use crate::figure::Error;
use crate::guarantee::{Guarantee, GuaranteeOptions};

/// Figure 1: upper bounds of the advantage.
pub(super) fn bounds() -> Plan {
    let at = |epsilon: f64| -> Result<Point, Error> {
        let advantage = |guarantee| -> Result<_, Error> {
            Ok(GuaranteeOptions::new(guarantee).result()?.advantage)
        };
        let found = advantage(Guarantee::ApproximateDp {
            epsilon,
            delta: 1e-5,
        })?;
        let yeom = advantage(Guarantee::PureDp { epsilon })?.yeom;
        Ok(point(
            epsilon,
            vec![yeom, found.erlingsson, found.humphries],
        ))
    };
    Plan {
        parameters: "delta 1e-5; delta 0 for Yeom et al.",
        horizontal: FigureAxis::logarithmic("epsilon"),
        vertical: FigureAxis::linear("advantage"),
        names: names(&[
            "Yeom et al. (5), delta 0",
            "Erlingsson et al. (6)",
            "Humphries et al. (8)",
        ]),
        grid: logarithmic(0.01, 10.0, 61),
        at: Box::new(at),
    }
}
