//! Tables of a lognormal times what has some values.

use crate::mechanism::{Apart, RatioEllipse, RatioNode, RatioPanel, TabulatedRatio};
use crate::numerics::{count, legendre_of_20, log_error_of_20, normal};
use core::f64::consts::PI;

/// Half of a panel of the lognormal, in standard deviations, and the least and the largest end of all.
const HALF: f64 = 2.0;
const REACH: (f64, f64) = (12.0, 36.0);
/// The ellipse of Bernstein around each.
const RHO: f64 = 5.0;

/// A value: its logarithm and its mass.
pub(super) type Value = (f64, f64);

/// How far panels reach, of which so much may be missing, in standard deviations.
pub(super) fn reach(spare: f64) -> f64 {
    let wanted = -normal::quantile(spare.max(f64::MIN_POSITIVE));
    HALF * libm::ceil(wanted.clamp(REACH.0, REACH.1) / HALF)
}

/// How far from 0 the logarithms of values are.
pub(super) fn largest(values: &[Value]) -> f64 {
    let logs = values.iter().map(|value| value.0.abs());
    logs.fold(0.0, f64::max)
}

/// How far from 0 losses are where logarithms are so far.
pub(super) fn farthest(largest: f64, (mu, reach): (f64, f64)) -> f64 {
    largest + 0.5 * mu * mu + reach * mu
}

/// A bound of the error of a rule that values are of: its logarithm, and by how much that grows with the power and with the frequency.
#[derive(Clone, Copy)]
pub(super) struct RuleError {
    pub(super) log: f64,
    pub(super) along: f64,
    pub(super) turn: f64,
}

/// The table, of a lognormal with this standard deviation of its logarithm, out to so many of them; of the errors of the values' rule any one
/// holds, and values that are left out have at most some mass under "in".
pub(super) fn mixture(
    values: &[Value],
    (mu, reach): (f64, f64),
    (errors, missing): (&[RuleError], f64),
    apart: Apart,
) -> TabulatedRatio {
    let mean = -0.5 * mu * mu;
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let logs = values
        .iter()
        .fold(none, |ends, (log, _)| (ends.0.min(*log), ends.1.max(*log)));
    let ends = (mean - reach * mu + logs.0, mean + reach * mu + logs.1);
    let mut table = TabulatedRatio {
        ends,
        left: normal::sf(reach),
        missing: normal::sf(reach - mu) + missing,
        from: ends.0,
        variance: mu * mu,
        apart: Some(apart),
        ..TabulatedRatio::default()
    };
    let along = 0.5 * HALF * (RHO + 1.0 / RHO);
    let across = 0.5 * HALF * (RHO - 1.0 / RHO);
    let rule = log_error_of_20(RHO, HALF);
    for (log, mass) in values {
        for panel in 0..count(reach / HALF) {
            let centre = -reach + HALF * (2.0 * panel as f64 + 1.0);
            for (x, weight) in legendre_of_20() {
                let z = centre + HALF * x;
                table.nodes.push(RatioNode {
                    loss: mean + mu * z + log,
                    log_out: libm::log(HALF * weight * mass * normal::density(z)),
                    error: 0.0,
                });
            }
            let nearest = (centre.abs() - along).max(0.0);
            let largest = 0.5 * (across * across - nearest * nearest - libm::log(2.0 * PI));
            table.panels.push(RatioPanel {
                nodes: 20,
                // It is never cut there.
                density_before: f64::INFINITY,
                ellipses: vec![RatioEllipse {
                    log_error: rule + largest,
                    loss: mean + mu * centre + log,
                    slope: 0.0,
                    along: mu * along,
                    bend: 0.0,
                    turn: mu * across,
                }],
            });
        }
    }
    if !errors.is_empty() {
        let ellipses = errors.iter().map(|error| RatioEllipse {
            log_error: error.log,
            loss: 0.0,
            slope: 0.0,
            along: error.along,
            bend: 0.0,
            turn: error.turn,
        });
        table.panels.push(RatioPanel {
            nodes: 0,
            density_before: f64::INFINITY,
            ellipses: ellipses.collect(),
        });
    }
    table
}
