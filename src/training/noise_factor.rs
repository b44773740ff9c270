//! A common factor on the noise multipliers of all phases of a schedule.

use super::candidate_values::Lattice;
use crate::figure::{Error, RANGES};
use crate::mechanism::{Phase, RunOptions};

/// The schedule that the factor is for.
fn schedule(run: &RunOptions) -> Result<&[Phase], Error> {
    run.history.as_deref().ok_or(Error::Missing {
        parameter: "history",
        needed: "history, whose noise multipliers noise_factor multiplies",
    })
}

fn fits(history: &[Phase], factor: f64) -> bool {
    let in_range = |phase: &Phase| {
        let scaled = factor * phase.noise_multiplier;
        RANGES
            .noise_multiplier
            .check("noise_multiplier", scaled)
            .is_ok()
    };
    history.iter().all(in_range)
}

/// The factors from the smallest noise multiplier's to the largest one's end of their range.
fn ends(history: &[Phase]) -> (f64, f64) {
    let range = RANGES.noise_multiplier;
    let noise = || history.iter().map(|phase| phase.noise_multiplier);
    let least = noise().fold(f64::INFINITY, f64::min);
    let most = noise().fold(0.0, f64::max);
    (range.min / least, range.max / most)
}

/// The run with the noise of each phase multiplied.
pub(super) fn scaled(run: &RunOptions, factor: f64) -> Result<RunOptions, Error> {
    let history = schedule(run)?;
    if !fits(history, factor) {
        // Of a schedule that is refused itself no factor can be told.
        run.mechanism()?;
        let (least, most) = ends(history);
        let range = RANGES.noise_multiplier;
        return Err(Error::OutOfRange {
            parameter: "noise_factor",
            value: factor,
            allowed: format!(
                "from {least} up to {most}, which keeps each noise_multiplier from {} up to {}",
                range.min, range.max
            ),
        });
    }
    let scaled = |phase: &Phase| Phase {
        noise_multiplier: factor * phase.noise_multiplier,
        ..*phase
    };
    Ok(RunOptions {
        history: Some(history.iter().map(scaled).collect()),
        ..run.clone()
    })
}

/// The factors among which one is looked for.
pub(super) fn candidates(run: &RunOptions) -> Result<Lattice, Error> {
    let history = schedule(run)?;
    run.mechanism()?;
    let (least, most) = ends(history);
    Ok(Lattice::digits_within(least, most, |factor| {
        fits(history, factor)
    }))
}
