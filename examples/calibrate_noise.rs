//! How much noise a training needs, for a target on the attacker's advantage and for one on what is found at a low rate of
//! false alarms.
//!
//! ```sh
//! cargo run --release --example calibrate_noise
//! ```

use mi_bounds::{CalibrateOptions, Error, Quantity, RunOptions, SolveFor};

fn main() -> Result<(), Error> {
    for line in lines()? {
        println!("{line}");
    }
    Ok(())
}

/// 10,000 steps that sample each record with probability 0.002.
pub(crate) fn lines() -> Result<Vec<String>, Error> {
    let run = RunOptions {
        sample_rate: Some(0.002),
        num_steps: Some(10_000.0),
        ..RunOptions::default()
    };
    let targets = [
        ("advantage", Quantity::Advantage, 0.1),
        ("TPR at FPR 0.001", Quantity::Tpr { fpr: 1e-3 }, 0.01),
    ];
    let mut lines = Vec::new();
    for (name, quantity, target) in targets {
        let options = CalibrateOptions {
            run: run.clone(),
            solve_for: SolveFor::NoiseMultiplier,
            quantity,
            target,
        };
        let found = options.result()?;
        lines.push(format!("{name} of at most {target}"));
        lines.push(format!(
            "  noise multiplier {}: {:.10}",
            found.safe.value, found.safe.achieved
        ));
        if let Some(less) = found.unsafe_neighbour {
            lines.push(format!("  not with {}: {:.10}", less.value, less.achieved));
        }
    }
    Ok(lines)
}
