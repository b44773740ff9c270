//! The examples that users run, run.

#[expect(dead_code, reason = "an example's own entry")]
#[path = "../examples/bound_a_run.rs"]
mod bound_a_run;
#[expect(dead_code, reason = "an example's own entry")]
#[path = "../examples/calibrate_noise.rs"]
mod calibrate_noise;
#[expect(dead_code, reason = "an example's own entry")]
#[path = "../examples/repeat_monte_carlo.rs"]
mod repeat_monte_carlo;

#[test]
fn a_run_is_bounded() {
    let lines = bound_a_run::lines().unwrap().join("\n");
    for line in [
        "steps            3516",
        "advantage        0.1133476026 to 0.1133476027 (exact)",
        "TPR at FPR 0.001 ",
    ] {
        assert!(lines.contains(line), "{line} in\n{lines}");
    }
}

#[test]
fn noise_is_calibrated() {
    let lines = calibrate_noise::lines().unwrap().join("\n");
    for line in [
        "advantage of at most 0.1\n  noise multiplier 1.02486: 0.09999998",
        "  not with 1.024859: 0.1000001",
        "TPR at FPR 0.001 of at most 0.01\n  noise multiplier 0.622076: 0.00999999",
    ] {
        assert!(lines.contains(line), "{line} in\n{lines}");
    }
}

#[test]
fn a_simulation_is_repeated() {
    let link = "https://example.org/#v=1&sample_rate=0.01&num_steps=1000&noise_multiplier=1&samples=20000&seed=7";
    let (options, others) = repeat_monte_carlo::options_of(link).unwrap();
    assert!(others.is_empty());
    let result = repeat_monte_carlo::repeat(options.clone()).unwrap();
    let (lower, upper) = (
        result.advantage.lower.unwrap(),
        result.advantage.upper.unwrap(),
    );
    assert!(lower < 0.161017619697925 && 0.161017619697925 < upper);
    let line = repeat_monte_carlo::line(&result);
    assert!(
        line.ends_with("with confidence 0.95, from 20000 trainings"),
        "{line}"
    );
    assert_eq!(repeat_monte_carlo::repeat(options).unwrap(), result);
    assert!(repeat_monte_carlo::repeat(serde_json::json!({})).is_err());
}

/// The page is held against the same list in tests/page/run.test.ts.
#[test]
fn a_link_is_what_the_page_makes_of_it() {
    let golden: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("golden/links.json")).unwrap();
    assert!(golden.len() > 5);
    for entry in golden {
        let link = entry["link"].as_str().unwrap();
        let (options, _) = repeat_monte_carlo::options_of(link).unwrap();
        assert_eq!(options, entry["options"], "{link}");
    }
}

#[test]
fn a_link_that_says_something_else_is_refused() {
    for (fragment, said) in [
        ("v=2", "v is 2; this example reads links of format 1"),
        (
            "view=noise",
            "view is noise; only the training view simulates",
        ),
        ("seed", "seed has no value"),
        (
            "dataset_size=60k",
            "dataset_size is 60k; give it as the page's links do, such as 0.004 or 1e-5",
        ),
        ("history=1,0.1", "history"),
    ] {
        let options = repeat_monte_carlo::options_of(&format!("#{fragment}"));
        let refused = options.and_then(|(options, _)| repeat_monte_carlo::repeat(options));
        let problem = refused.unwrap_err().to_string();
        assert!(problem.contains(said), "{problem}");
    }
    let (_, others) = repeat_monte_carlo::options_of("#target_delta=1e-6&b.q=0.1").unwrap();
    assert_eq!(others, ["target_delta", "b.q"]);
}
