//! What follows from a guarantee, at ordinary and at extreme values, against the definitions in hundreds of digits:
//! every figure is on its side of the truth, and near it. `golden/guarantee.py` says how the truth was found.

use mi_bounds::{
    DependentDataOptions, DependentDataResult, Figure, Guarantee, GuaranteeOptions, Kind, Options,
    absence_of_all, deletion_capacity, erlingsson, eta_from_guarantee, group_delta, humphries,
    yeom,
};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/guarantee.json")).expect("JSON")
}

fn entries(file: &Value, name: &str) -> Vec<Value> {
    file[name].as_array().expect("a list").clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn number(entry: &Value, key: &str) -> f64 {
    entry[key].as_f64().expect("a number")
}

/// Below the truth, by at most a relative `slack`; the truth itself is the nearest double.
fn below(what: &str, value: f64, truth: f64, slack: f64) {
    assert!(value <= truth, "{what}: {value:e} is above {truth:e}");
    let least = truth * (1.0 - slack) - 1e-320;
    assert!(value >= least, "{what}: {value:e} is far below {truth:e}");
}

fn above(what: &str, value: f64, truth: f64, slack: f64) {
    assert!(value >= truth, "{what}: {value:e} is below {truth:e}");
    let most = truth * (1.0 + slack) + 1e-320;
    assert!(value <= most, "{what}: {value:e} is far above {truth:e}");
}

fn lower(figure: &Figure) -> f64 {
    assert_eq!(figure.kind, Kind::Lower);
    figure.lower.expect("a lower end")
}

fn upper(figure: &Figure) -> f64 {
    assert_eq!(figure.kind, Kind::Upper);
    figure.upper.expect("an upper end")
}

#[test]
fn pure_dp_is_on_its_side_at_extremes() {
    let file = golden();
    let (target, deleted) = (number(&file, "target"), numbers(&file["deleted"]));
    for entry in entries(&file, "pure") {
        let what = entry.to_string();
        let (epsilon, p) = (number(&entry, "epsilon"), number(&entry, "probability"));
        let options = GuaranteeOptions {
            sampling_probability: Some(p),
            subset_fraction: Some(p),
            dataset_size: Some(1e6),
            target_absence: Some(target),
            ..GuaranteeOptions::new(Guarantee::PureDp { epsilon })
        };
        let result = options.result().expect("a result");
        let unlearning = result.unlearning.expect("asked for");
        // Rounding an exponent moves the result by as much, so what is promised widens with it.
        let slack = 5e-14 * (1.0 + epsilon);
        below(
            &what,
            lower(&unlearning.absence),
            number(&entry, "absence"),
            slack,
        );
        let capacity = number(&entry, "capacity");
        below(
            &what,
            lower(&unlearning.capacity.expect("finite")),
            capacity,
            slack,
        );
        below(
            &what,
            deletion_capacity(epsilon, p, target),
            capacity,
            slack,
        );
        for (m, truth) in deleted.iter().zip(numbers(&entry["absence_of_all"])) {
            // -ln L^m is at most 750 where anything is left of it.
            let slack = slack + 1e-13 * 750.0;
            below(&what, absence_of_all(epsilon, p, *m), truth, slack);
        }
        let posterior = result.membership_privacy.posterior.expect("pure DP");
        above(
            &what,
            upper(&posterior),
            number(&entry, "posterior").min(1.0),
            slack,
        );
        assert!(upper(&posterior) <= 1.0, "{what}");
    }
}

#[test]
fn bounds_of_a_pair_are_on_their_side_and_at_most_1() {
    let file = golden();
    let probabilities = numbers(&file["probabilities"]);
    for entry in entries(&file, "pairs") {
        let what = entry.to_string();
        let (epsilon, delta) = (number(&entry, "epsilon"), number(&entry, "delta"));
        for (key, bound) in [
            ("advantage", humphries(epsilon, delta)),
            ("erlingsson", erlingsson(epsilon, delta)),
            ("yeom", yeom(epsilon, delta)),
        ] {
            above(&format!("{key} {what}"), bound, number(&entry, key), 1e-14);
            assert!(bound <= 1.0, "{key} {bound} {what}");
        }
        let guarantee = if delta == 0.0 {
            Guarantee::PureDp { epsilon }
        } else {
            Guarantee::ApproximateDp { epsilon, delta }
        };
        for (p, truth) in probabilities.iter().zip(numbers(&entry["eta"])) {
            let eta = eta_from_guarantee(&guarantee, *p);
            above(&format!("eta {p} {what}"), eta, truth, 1e-9);
            assert!(eta <= 0.5, "{what}");
        }
        let result = GuaranteeOptions::new(guarantee).result().expect("a result");
        let bounds = result.advantage;
        for figure in [bounds.humphries, bounds.erlingsson, bounds.yeom] {
            assert!(upper(&figure.expect("a pair")) <= 1.0, "{what}");
        }
    }
}

fn group(epsilon: f64, delta: f64, dependent_records: f64) -> DependentDataResult {
    let options = DependentDataOptions {
        epsilon,
        delta,
        dependent_records,
        subpopulations: None,
    };
    options.result().expect("a result")
}

#[test]
fn groups_are_on_their_side_at_extremes() {
    let file = golden();
    let mut failing = [0, 0];
    for entry in entries(&file, "groups") {
        let what = entry.to_string();
        let (epsilon, delta) = (number(&entry, "epsilon"), number(&entry, "delta"));
        let n = number(&entry, "records");
        let result = group(epsilon, delta, n);
        let slack = 1e-14 * (100.0 + 4.0 * epsilon);
        below(
            &what,
            lower(&result.record_delta),
            number(&entry, "record_delta"),
            slack,
        );
        above(
            &what,
            upper(&result.printed_group_delta),
            number(&entry, "group_delta"),
            slack,
        );
        let Some(variation) = entry["variation"].as_f64() else {
            continue;
        };
        above(
            &what,
            upper(&result.printed_group_variation),
            variation,
            1e-14,
        );
        let fails = entry["bound_fails"].as_bool().expect("said");
        assert_eq!(result.printed_bound_fails, fails, "{what}");
        failing[usize::from(n % 2.0 == 1.0)] += usize::from(fails);
    }
    assert!(failing.iter().all(|&count| count > 20), "{failing:?}");
    // For small epsilon the bound fails from delta = 0.6 epsilon on at 11 records, and from epsilon/2 on at many.
    for (epsilon, n, least) in [(1e-20, 11.0, 0.6), (1e-9, 11.0, 0.6), (1e-12, 1e9, 0.5)] {
        for (share, fails) in [(0.99, false), (1.01, true)] {
            let result = group(epsilon, share * least * epsilon, n);
            assert_eq!(result.printed_bound_fails, fails, "{epsilon} {n} {share}");
        }
    }
}

/// In logarithms, where no exponent can be too large: `ln(d (e^(e/n) - 1)/(e^e - 1)) = ln d - e + e/n` up to
/// `e^(-e/n)`.
#[test]
fn a_group_far_out_keeps_nothing() {
    for (epsilon, n) in [(709.0, 2.0), (745.0, 2.0), (1e4, 2.0), (1e4, 1e9)] {
        let log = 1e-5_f64.ln() - epsilon + epsilon / n;
        let most = log.exp().max(0.0);
        let found = lower(&group(epsilon, 1e-5, n).record_delta);
        assert!(found <= most * (1.0 + 1e-12), "{epsilon} {n}: {found:e}");
    }
    // A tiny delta that grows by more than a double holds.
    let grown = group_delta(720.0, 1e-320, 2.0);
    let log = 1e-320_f64.ln() + 720.0;
    assert!((grown.ln() / log - 1.0).abs() < 1e-12, "{grown:e}");
    // Below the smallest double an upper bound is not 0.
    assert!(group_delta(1e-3, f64::from_bits(1), 1.0) > 0.0);
}

/// A theorem's text says that its bound is attained only where some mechanism attains it: Rényi divergences fix no curve.
#[test]
fn only_what_is_attained_says_so() {
    for (guarantee, attained) in [
        (Guarantee::PureDp { epsilon: 1.0 }, true),
        (
            Guarantee::ApproximateDp {
                epsilon: 1.0,
                delta: 1e-5,
            },
            true,
        ),
        (Guarantee::Gdp { mu: 1.0 }, true),
        (Guarantee::Zcdp { rho: 0.1 }, false),
        (
            Guarantee::Rdp {
                orders: vec![(2.0, 0.2)],
            },
            false,
        ),
    ] {
        let result = GuaranteeOptions::new(guarantee).result().expect("a result");
        let theorem = result.membership_privacy.eta.theorem;
        let said = theorem.contains("attained");
        assert_eq!(said, attained, "{}: {theorem}", result.guarantee);
    }
}

#[test]
fn the_chi_square_bound_names_both_pairs_of_gradients() {
    let options: Options = serde_json::from_str(
        r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":10,"gradient_distance":0.3}"#,
    )
    .expect("JSON");
    let options = options.attributes(None).expect("options");
    let theorem = options
        .result()
        .expect("a result")
        .certified
        .chi_square
        .theorem;
    assert!(theorem.contains("on one ray"), "{theorem}");
}
