//! Repeats a Monte Carlo run outside of the browser, from the options that the page or the command line took.
//!
//! ```sh
//! cargo run --release --example repeat_monte_carlo -- \
//!   '{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"samples":20000,"seed":7}'
//! ```
//!
//! Prints the result as JSON: every digit is the one that the page showed.

use mi_bounds::Options;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let json = std::env::args()
        .nth(1)
        .ok_or("give the options as one JSON object")?;
    let options: Options = serde_json::from_str(&json)?;
    let result = options.monte_carlo()?.run()?;
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(())
}
