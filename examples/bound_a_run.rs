//! What the best attacker can learn from a training, each figure with its side and its interval.
//!
//! ```sh
//! cargo run --release --example bound_a_run
//! ```

use mi_bounds::{Error, RunOptions, TrainingOptions};

fn main() -> Result<(), Error> {
    for line in lines()? {
        println!("{line}");
    }
    Ok(())
}

/// The MNIST example of Opacus: 15 epochs with batches of 256 out of 60,000 records.
pub(crate) fn lines() -> Result<Vec<String>, Error> {
    let options = TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(1.1),
            batch_size: Some(256.0),
            dataset_size: Some(60_000.0),
            epochs: Some(15.0),
            ..RunOptions::default()
        },
        target_delta: Some(1e-5),
        fpr: Some(vec![1e-4, 1e-3, 0.01, 0.1, 0.5]),
        ..TrainingOptions::default()
    };
    let result = options.result()?;

    let mut lines = vec![
        format!("steps            {}", result.parameters.num_steps),
        format!("advantage        {:.10}", result.advantage),
        format!("Bayes security   {:.10}", result.bayes_security),
    ];
    lines.extend(
        result
            .epsilon
            .map(|found| format!("epsilon at 1e-5  {:.10}", found.epsilon)),
    );
    lines.extend(
        result
            .chi_square
            .map(|bound| format!("chi-square bound {bound:.10}")),
    );
    for point in result.tpr {
        lines.push(format!("TPR at FPR {:<5} {:.10}", point.fpr, point.tpr));
    }
    lines.extend(result.warnings.into_iter().map(|warning| warning.message));
    lines.push(result.status.into());
    Ok(lines)
}
