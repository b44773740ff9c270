//! `cargo add mi-bounds@0.1.0 serde_json@1`
//! The core of the page itself: the same digits.

use mi_bounds::Options;

const QUESTION: &str = r#"{
  "noise_multiplier": 1.1,
  "batch_size": 256,
  "dataset_size": 60000,
  "epochs": 15,
  "target_delta": 0.00001,
  "prior": 0.5,
  "fpr": [
    0.001,
    0.01,
    0.1
  ],
  "fpr_range": [
    0.000001,
    0.999999
  ],
  "flagged_share": 0.01,
  "attack_rate": 0.01
}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options: Options = serde_json::from_str(QUESTION)?;
    let result = options.training()?.result()?;
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(())
}
