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
    let json =
        r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"samples":20000,"seed":7}"#;
    let result = repeat_monte_carlo::repeat(json).unwrap();
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
    assert_eq!(repeat_monte_carlo::repeat(json).unwrap(), result);
    assert!(repeat_monte_carlo::repeat("{}").is_err());
}
