//! The scores that the Audit view ships: many trainings by the laboratory's own DP-SGD, once with the noise that is declared and
//! once by the same code with half of it, and the attack on the final model.

use super::hold;
use crate::audit::{AuditOptions, Declared, Evidence, Scores};
use crate::laboratory::OneHotOptions;
use crate::mechanism::RunOptions;
use std::fmt::Write as _;

const DECLARED: f64 = 1.0;
const RATE: f64 = 0.2;
const STEPS: f64 = 50.0;
const TRAININGS: f64 = 2000.0;

fn options(noise: f64) -> OneHotOptions {
    OneHotOptions {
        noise_multiplier: vec![noise],
        dimension: Some(200.0),
        dataset_size: Some(100.0),
        sample_rate: Some(RATE),
        num_steps: Some(STEPS),
        trainings: Some(TRAININGS),
        seed: Some(16.0),
        ..OneHotOptions::default()
    }
}

/// The file, and whether its scores refute the run that was declared.
fn example(noise: f64) -> (String, bool) {
    let mut text = String::from("member,score\n");
    let mut classes = [Vec::new(), Vec::new()];
    for (member, score) in options(noise).scores().expect("trainings") {
        let score = libm::round(1e3 * score) / 1e3;
        let member = usize::from(member);
        writeln!(text, "{member},{score}").expect("text");
        classes[member].push(score);
    }
    let [non_members, members] = classes;
    let run = RunOptions {
        noise_multiplier: Some(DECLARED),
        sample_rate: Some(RATE),
        num_steps: Some(STEPS),
        ..RunOptions::default()
    };
    let audit = AuditOptions {
        declared: Declared::Run(run),
        evidence: Evidence::Scores(Scores::new(members, non_members).expect("scores")),
        level: None,
        target_delta: None,
        fpr: None,
        roc_points: None,
    };
    let result = audit.result().expect("a verdict");
    (text, result.refuted)
}

#[test]
fn scores_of_trainings_that_keep_their_noise_and_that_halve_it() {
    let (kept, refuted) = example(DECLARED);
    assert!(!refuted);
    hold("data/audit/noise-kept.csv", &kept);
    let (halved, refuted) = example(0.5 * DECLARED);
    assert!(refuted);
    hold("data/audit/noise-halved.csv", &halved);
}
