//! Repeats a Monte Carlo run outside of the browser, from the options that the page or the command line took.
//!
//! ```sh
//! cargo run --release --example repeat_monte_carlo -- \
//!   '{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"samples":20000,"seed":7}'
//! ```
//!
//! The page gives this line, with the options of the run, under "Repeat it". Prints the result as JSON: every
//! digit is the one that the page showed. The same in a line for people goes to standard error.

use mi_bounds::{MonteCarloResult, Options};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let json = std::env::args()
        .nth(1)
        .ok_or("give the options as one JSON object")?;
    let result = repeat(&json)?;
    eprintln!("{}", line(&result));
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(())
}

pub(crate) fn repeat(json: &str) -> Result<MonteCarloResult, Box<dyn Error>> {
    let options: Options = serde_json::from_str(json)?;
    Ok(options.monte_carlo()?.run()?)
}

pub(crate) fn line(result: &MonteCarloResult) -> String {
    format!(
        "advantage {:.6} with confidence {}, from {} trainings",
        result.advantage, result.confidence, result.samples
    )
}
