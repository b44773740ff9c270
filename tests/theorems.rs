//! The statements of the papers that follow from a guarantee, and the closed forms: printed numbers that are right, limits,
//! inverse pairs, and the order of the bounds.

use mi_bounds::{
    AttributesOptions, BayesSecurityOptions, DependentDataOptions, Figure, GradientDistanceOptions,
    Guarantee, GuaranteeOptions, IsoBoundOptions, Kind, NeighboringRelation, Options, RunOptions,
    SampledGaussian, TrainingOptions, UnboundedAccuracy, UnboundedExampleOptions,
    UnlearningCurveOptions, absence, absence_of_all, closed_form_replaced, deletion_capacity,
    epsilon_from_security, erlingsson, eta_from_guarantee, generalisation_gap, group_delta,
    humphries, largest_epsilon, largest_sampling_probability, negative_accuracy,
    noise_from_security, odds_factor, positive_accuracy, record_delta, tpr_from_security, yeom,
};
use proptest::prelude::*;

fn close(value: f64, reference: f64, error: f64) {
    assert!(
        (value - reference).abs() <= error,
        "{value} against {reference}"
    );
}

fn guarantee(json: &str) -> GuaranteeOptions {
    let options: Options = serde_json::from_str(json).expect("JSON");
    options.guarantee().expect("options")
}

fn pure(epsilon: f64) -> Guarantee {
    Guarantee::PureDp { epsilon }
}

fn approximate(epsilon: f64, delta: f64) -> Guarantee {
    Guarantee::ApproximateDp { epsilon, delta }
}

/// The issue's example: with epsilon, `target_delta` is the delta of the guarantee.
#[test]
fn the_example_of_the_command_line() {
    let asked =
        r#"{"epsilon":1,"target_delta":0.05,"sampling_probability":0.1,"attack_rate":0.06}"#;
    let result = guarantee(asked).result().expect("a result");
    assert_eq!(result.guarantee, "approximate_dp");
    let positive = result.positive_accuracy.expect("asked for");
    close(positive.estimate, 0.644405, 5e-7);
    assert_eq!((positive.kind, positive.erratum), (Kind::Upper, Some("E9")));
    let value = |figure: Option<Figure>| figure.expect("given").estimate;
    let bounds = [
        result.advantage.exact.estimate,
        value(result.advantage.humphries),
        value(result.advantage.erlingsson),
        value(result.advantage.yeom),
    ];
    assert!(bounds.is_sorted(), "{bounds:?}");
    assert_eq!(result.advantage.best, result.advantage.exact);
    let printed = asked.replace("target_delta", "delta");
    let same = guarantee(&printed).result().expect("a result");
    assert_eq!(
        same.advantage,
        guarantee(asked).result().expect("a result").advantage
    );
}

/// The advantage is the smallest of its bounds to the last digit, also where another one beats that from the curve: by
/// the rounding of a pair at another delta, or because the curve of one Rényi order is loose at order 0.
#[test]
fn the_advantage_is_the_smallest_bound() {
    let one_order = |order, divergence| Guarantee::Rdp {
        orders: vec![(order, divergence)],
    };
    let cases = [
        (Guarantee::PureDp { epsilon: 1.1 }, 1e-7),
        (approximate(0.1, 1e-6), 1e-5),
        (one_order(40.0, 0.1), 0.01),
        (one_order(40.0, 0.6), 0.01),
        (approximate(1.0, 0.05), 0.05),
        (Guarantee::Gdp { mu: 1.3 }, 0.2),
        (Guarantee::Zcdp { rho: 0.2 }, 1e-5),
    ];
    let mut beaten = 0;
    for (guarantee, target_delta) in cases {
        let options = GuaranteeOptions {
            target_delta: Some(target_delta),
            ..GuaranteeOptions::new(guarantee.clone())
        };
        let result = options.result().expect("a result");
        let advantage = result.advantage;
        let others = [&advantage.humphries, &advantage.erlingsson, &advantage.yeom];
        let smallest = others
            .into_iter()
            .flatten()
            .chain([&advantage.exact])
            .map(|figure| figure.estimate)
            .fold(f64::INFINITY, f64::min);
        assert_eq!(advantage.best.estimate, smallest, "{guarantee:?}");
        assert_eq!(advantage.best.upper, Some(smallest), "{guarantee:?}");
        let security = result.bayes_security;
        assert!(security.estimate <= 1.0 - smallest, "{guarantee:?}");
        close(security.estimate, 1.0 - smallest, 1e-15);
        beaten += usize::from(smallest < advantage.exact.estimate);
    }
    assert!(
        beaten >= 2,
        "only {beaten} cases tell the smallest from the first"
    );
}

/// exact <= Humphries <= Erlingsson <= Yeom, from the exact epsilon at each delta.
#[test]
fn order_of_the_bounds() {
    for (noise, rate, steps) in [(1.0, 0.01, 1000.0), (2.0, 0.3, 20.0), (4.0, 1.0, 50.0)] {
        for delta in [1e-12, 1e-5, 1e-2, 0.1, 0.5] {
            let options = TrainingOptions {
                run: RunOptions {
                    noise_multiplier: Some(noise),
                    sample_rate: Some(rate),
                    num_steps: Some(steps),
                    ..RunOptions::default()
                },
                target_delta: Some(delta),
                ..TrainingOptions::default()
            };
            let result = options.result().expect("a result");
            let upper = |figure: &Option<Figure>| figure.as_ref().and_then(|f| f.upper);
            let bounds = [
                result.advantage.lower,
                upper(&result.humphries),
                upper(&result.erlingsson),
                upper(&result.yeom),
            ];
            assert!(
                bounds.iter().all(Option::is_some),
                "{noise} {delta}: {bounds:?}"
            );
            assert!(bounds.is_sorted(), "{noise} {delta}: {bounds:?}");
        }
    }
}

/// Every mechanism with two outputs that keeps (epsilon, delta) in both orders stays below the bound, and some attain it.
#[test]
fn positive_accuracy_bounds_every_two_valued_mechanism() {
    for (epsilon, delta) in [(0.0, 0.1), (0.3, 0.0), (1.0, 0.05), (2.0, 1e-3)] {
        let dp = approximate(epsilon, delta);
        let grow = f64::exp(epsilon);
        let keeps = |a: f64, b: f64| {
            let pairs = [(a, b), (b, a), (1.0 - a, 1.0 - b), (1.0 - b, 1.0 - a)];
            pairs.iter().all(|(x, y)| *x <= grow * y + delta)
        };
        for i in 1..=200 {
            let a = f64::from(i) / 200.0;
            for p1 in [0.01, 0.5, 0.9] {
                let bound = positive_accuracy(&dp, p1, Some(a));
                let mut most = 0.0_f64;
                for j in 0..=4000 {
                    let b = f64::from(j) / 4000.0;
                    if keeps(a, b) {
                        let accuracy = p1 * a / (p1 * a + (1.0 - p1) * b);
                        assert!(accuracy <= bound, "{epsilon} {delta} {a} {b} {p1}");
                        most = most.max(accuracy);
                    }
                }
                // The grid of b has steps of 1/4000.
                let least = dp.least_fpr(a) + 1.0 / 4000.0;
                let near = p1 * a / (p1 * a + (1.0 - p1) * least);
                assert!(
                    most >= near - 1e-9,
                    "{epsilon} {delta} {a} {p1}: {most} {near}"
                );
            }
        }
    }
}

#[test]
fn limits_of_a_guarantee() {
    let nothing = pure(0.0);
    for p1 in [0.0, 1e-6, 0.5, 0.999, 1.0] {
        close(positive_accuracy(&nothing, p1, None), p1, 1e-13);
        close(negative_accuracy(&nothing, p1, Some(0.3)), 1.0 - p1, 1e-12);
    }
    // Attack rates 0 and 1, sampling probabilities 0 and 1.
    assert_eq!(positive_accuracy(&pure(1.0), 0.0, Some(0.5)), 0.0);
    assert_eq!(positive_accuracy(&pure(1.0), 1.0, Some(0.5)), 1.0);
    assert_eq!(
        positive_accuracy(&approximate(1.0, 0.1), 0.5, Some(0.0)),
        1.0
    );
    close(
        positive_accuracy(&approximate(1.0, 0.1), 0.5, Some(1.0)),
        1.0 / 1.9,
        1e-12,
    );
    // Delta 1 and epsilon without end say nothing.
    assert_eq!(
        positive_accuracy(&approximate(0.5, 1.0), 0.5, Some(1.0)),
        1.0
    );
    close(positive_accuracy(&pure(1e4), 0.5, Some(0.5)), 1.0, 0.0);
    assert_eq!(positive_accuracy(&approximate(1.0, 1e-9), 0.5, None), 1.0);
    assert_eq!(
        positive_accuracy(&Guarantee::Gdp { mu: 1.0 }, 0.5, None),
        1.0
    );
    for bound in [humphries, erlingsson] {
        close(bound(0.0, 0.0), 0.0, 0.0);
        close(bound(0.0, 1.0), 1.0, 1e-14);
        close(bound(1e4, 0.0), 1.0, 1e-14);
    }
    close(yeom(0.0, 0.25), 0.25, 1e-15);
    close(eta_from_guarantee(&pure(0.0), 0.5), 0.0, 1e-15);
    close(eta_from_guarantee(&pure(1e4), 0.5), 0.5, 1e-12);
    close(eta_from_guarantee(&approximate(0.0, 1.0), 0.3), 0.3, 1e-12);
    assert_eq!(odds_factor(&approximate(1.0, 1e-5)), None);
    close(absence(0.0, 0.25), 0.75, 1e-14);
    assert_eq!(absence(1.0, 0.0), 1.0 - 16.0 * f64::EPSILON);
    assert_eq!(absence(1.0, 1.0), 0.0);
    assert_eq!(deletion_capacity(1.0, 0.0, 0.8), f64::INFINITY);
    close(tpr_from_security(0.0, 0.0), 1.0, 0.0);
    close(tpr_from_security(1.0, 0.3), 0.3, 1e-14);
}

/// GDP: the least rate on non-members is the Gaussian one (mpmath), and it lies above the one of any of its pairs.
#[test]
fn least_rate_of_a_gaussian() {
    let gdp = Guarantee::Gdp { mu: 1.0 };
    // Phi(Phi^-1(0.1) - 1)
    let exact = 0.0112579145126048;
    let least = gdp.least_fpr(0.1);
    assert!(least <= exact && least > exact * (1.0 - 1e-6), "{least}");
    for epsilon in [0.1, 1.0, 3.0] {
        let delta = gdp.divergence(epsilon);
        assert!(approximate(epsilon, delta).least_fpr(0.1) <= least * (1.0 + 1e-9));
    }
    assert_eq!(gdp.least_fpr(0.0), 0.0);
    close(gdp.least_fpr(1.0), 1.0, 1e-6);
}

proptest! {
    #[test]
    fn largest_epsilon_and_probability_invert_the_positive_accuracy(
        target in 0.05..0.95_f64,
        p1 in 0.01..0.99_f64,
        delta in prop_oneof![Just(0.0), 1e-8..0.2_f64],
        rate in 0.01..0.99_f64,
    ) {
        let rate = (delta > 0.0 || rate > 0.5).then_some(rate);
        if let Some(epsilon) = largest_epsilon(target, p1, delta, rate) {
            let at = |epsilon| positive_accuracy(&approximate_or_pure(epsilon, delta), p1, rate);
            prop_assert!(at(epsilon) <= target);
            if epsilon.is_finite() {
                prop_assert!(at(epsilon + 1e-7 * (1.0 + epsilon)) > target);
            }
        } else {
            prop_assert!(positive_accuracy(&approximate_or_pure(0.0, delta), p1, rate) > target * (1.0 - 1e-12));
        }
        let dp = approximate_or_pure(1.2, delta);
        let most = largest_sampling_probability(&dp, target, rate);
        prop_assert!(positive_accuracy(&dp, most, rate) <= target);
        if most > 0.0 {
            prop_assert!(positive_accuracy(&dp, (most * (1.0 + 1e-7)).min(1.0), rate) > target * (1.0 - 1e-12));
        }
    }

    #[test]
    fn positive_accuracy_rises_with_everything(
        epsilon in 0.0..5.0_f64,
        delta in 0.0..0.3_f64,
        p1 in 0.01..0.9_f64,
        rate in 0.05..1.0_f64,
    ) {
        let at = |epsilon, delta, p1| positive_accuracy(&approximate(epsilon, delta), p1, Some(rate));
        let base = at(epsilon, delta, p1);
        prop_assert!(base >= p1 * (1.0 - 1e-12));
        for more in [at(epsilon + 0.1, delta, p1), at(epsilon, delta + 0.01, p1), at(epsilon, delta, p1 + 0.05)] {
            prop_assert!(more >= base * (1.0 - 1e-12));
        }
        // The curve of the guarantee is not looser than its own pair.
        prop_assert!(base <= positive_accuracy(&approximate(epsilon + 1e-9, delta), p1, Some(rate)) * (1.0 + 1e-12));
    }

    #[test]
    fn group_and_record_delta_are_inverse(epsilon in 1e-3..8.0_f64, delta in 1e-12..0.1_f64, n in 1u32..5000) {
        let n = f64::from(n);
        let record = record_delta(epsilon, delta, n);
        prop_assert!((group_delta(epsilon / n, record, n) / delta - 1.0).abs() < 1e-9);
        prop_assert!(record <= delta / n * (1.0 + 1e-12));
    }

    #[test]
    fn equation_4_inverts_the_closed_form(security in 0.3..0.999_f64, rate in 1e-4..0.5_f64, steps in 1u32..100_000) {
        let noise = noise_from_security(security, rate, f64::from(steps), true);
        prop_assume!((0.01..1e4).contains(&noise));
        let run = SampledGaussian::new(noise, rate, f64::from(steps)).expect("in range");
        prop_assert!((1.0 - closed_form_replaced(&run) - security).abs() < 1e-12);
    }
}

fn approximate_or_pure(epsilon: f64, delta: f64) -> Guarantee {
    if delta == 0.0 {
        pure(epsilon)
    } else {
        approximate(epsilon, delta)
    }
}

/// Sablayrolles et al. is never below the exact posterior; the two meet at epsilon 0.
#[test]
fn sablayrolles_is_looser() {
    for epsilon in [0.0, 0.1, 1.0, 3.0] {
        for prior in [0.01, 0.3, 0.5, 0.9] {
            let options = GuaranteeOptions {
                prior: Some(prior),
                ..GuaranteeOptions::new(pure(epsilon))
            };
            let theirs = options
                .result()
                .expect("a result")
                .sablayrolles
                .expect("pure DP");
            assert!(theirs.estimate >= positive_accuracy(&pure(epsilon), prior, None) - 1e-12);
        }
    }
    let of_gdp = GuaranteeOptions::new(Guarantee::Gdp { mu: 1.0 }).result();
    assert_eq!(of_gdp.expect("a result").sablayrolles, None);
}

/// Every form answers every question that it can, and the (epsilon, delta) forms stand at the target delta.
#[test]
fn forms_of_a_guarantee() {
    for form in [
        r#""gdp_mu":0.5"#,
        r#""zcdp_rho":0.1"#,
        r#""rdp":[[2,0.2],[8,0.9]]"#,
    ] {
        let json = format!(
            r#"{{{form},"target_delta":1e-4,"sampling_probability":0.2,"attack_rate":0.3,"loss_level":[0.5,4],"dependent_records":3}}"#
        );
        let result = guarantee(&json).result().expect("a result");
        let epsilon = result.epsilon.expect("an epsilon").estimate;
        assert_eq!(result.delta, Some(1e-4));
        let humphries_figure = result.advantage.humphries.expect("given").estimate;
        close(humphries_figure, humphries(epsilon, 1e-4), 1e-15);
        assert!(result.advantage.best.estimate <= humphries_figure);
        let positive = result.positive_accuracy.expect("asked for").estimate;
        let pair = positive_accuracy(&approximate(epsilon, 1e-4), 0.2, Some(0.3));
        assert!(
            (0.2..=pair).contains(&positive),
            "{form}: {positive} {pair}"
        );
        for (exact, lines) in result.tpr.iter().zip(&result.jayaraman_precision) {
            assert!(exact.precision.estimate <= lines.precision.estimate * (1.0 + 1e-12));
        }
        let tails: Vec<f64> = result.loss_tail.iter().map(|t| t.tail.estimate).collect();
        assert!(tails[1] < tails[0] && tails[1] > 0.0, "{tails:?}");
        assert!(result.dependent_data.is_some());
        // Without a target delta there is no epsilon, and nothing is invented.
        let without = guarantee(&format!("{{{form}}}"))
            .result()
            .expect("a result");
        assert_eq!((without.epsilon, without.advantage.yeom), (None, None));
    }
    for (json, message) in [
        (
            r#"{"epsilon":1,"delta":1e-5,"target_absence":0.8,"dataset_size":100,"sampling_probability":0.1}"#,
            "target_absence needs pure DP",
        ),
        (
            r#"{"epsilon":1,"target_absence":0.8}"#,
            "dataset_size is missing",
        ),
        (
            r#"{"gdp_mu":1,"dependent_records":5}"#,
            "target_delta is missing",
        ),
        (
            r#"{"epsilon":1,"sampling_probability":1.5}"#,
            "sampling_probability is 1.5; allowed is from 0 up to 1",
        ),
        (r#"{"epsilon":1,"attack_rate":-0.1}"#, "attack_rate is -0.1"),
        (r#"{"delta":0.1}"#, "epsilon is missing"),
    ] {
        let error = guarantee_error(json);
        assert!(error.starts_with(message), "{json}: {error}");
    }
}

fn guarantee_error(json: &str) -> String {
    let options: Options = serde_json::from_str(json).expect("JSON");
    options
        .guarantee()
        .and_then(|options| options.result())
        .expect_err("refused")
        .to_string()
}

/// Record by record, the same bound as one by one.
#[test]
fn records_in_columns() {
    let probabilities = vec![0.0, 0.01, 0.4, 1.0];
    let options = GuaranteeOptions {
        sampling_probabilities: probabilities.clone(),
        attack_rate: Some(0.2),
        ..GuaranteeOptions::new(approximate(0.7, 1e-3))
    };
    let records = options
        .result()
        .expect("a result")
        .records
        .expect("asked for");
    for (p, (positive, negative)) in probabilities.iter().zip(
        records
            .positive_accuracy
            .iter()
            .zip(&records.negative_accuracy),
    ) {
        let dp = approximate(0.7, 1e-3);
        close(*positive, positive_accuracy(&dp, *p, Some(0.2)), 1e-14);
        close(*negative, negative_accuracy(&dp, *p, Some(0.2)), 1e-14);
    }
    assert_eq!(records.largest_positive_accuracy.estimate, 1.0);
}

#[test]
fn unlearning_capacity_is_where_the_power_meets_the_target() {
    let (epsilon, p1, target) = (1.0, 0.01, 0.8);
    let capacity = deletion_capacity(epsilon, p1, target);
    assert!(absence_of_all(epsilon, p1, capacity.floor()) >= target);
    assert!(absence_of_all(epsilon, p1, capacity.floor() + 1.0) < target);
    let curve = UnlearningCurveOptions {
        epsilon,
        dataset_size: 1e4,
        target_absence: target,
        points: Some(99.0),
    };
    let curve = curve.result().expect("a curve");
    close(curve.expected_size[0], 100.0, 1e-9);
    close(curve.capacity[0], 8.2379706, 1e-6);
    close(curve.printed_capacity[0].expect("finite"), 60.1616418, 1e-6);
    assert!(curve.capacity.is_sorted_by(|a, b| a > b));
}

#[test]
fn iso_bound_keeps_its_target() {
    let options = IsoBoundOptions {
        target_positive_accuracy: vec![0.6, 0.9],
        delta: Some(1e-3),
        attack_rate: Some(0.1),
        points: Some(50.0),
    };
    let result = options.result().expect("curves");
    for curve in &result.curves {
        for (p, epsilon) in result.sampling_probability.iter().zip(&curve.epsilon) {
            if let Some(epsilon) = epsilon {
                let accuracy = positive_accuracy(&approximate(*epsilon, 1e-3), *p, Some(0.1));
                assert!(accuracy <= curve.target_positive_accuracy * (1.0 + 1e-12));
            }
        }
        assert!(curve.epsilon[0].is_some() && curve.epsilon[49].is_none());
    }
    let without_rate = IsoBoundOptions {
        attack_rate: None,
        ..options
    };
    assert!(without_rate.result().is_err());
}

/// 002 Appendix A.1: no bound below 1, though every point obeys the bound at its own attack rate.
#[test]
fn positive_accuracy_without_bound() {
    let example = UnboundedExampleOptions::default()
        .result()
        .expect("an example");
    for (accuracy, bound) in example.positive_accuracy.iter().zip(&example.bound) {
        assert!(*accuracy <= bound * (1.0 + 1e-12), "{accuracy} {bound}");
    }
    assert!(example.positive_accuracy.is_sorted_by(|a, b| a >= b));
    let far = UnboundedAccuracy {
        noise_multiplier: 4.0412,
    };
    assert!(far.positive_accuracy(-400.0) > 0.999);
    // By mpmath: Phi(-1/s) / (Phi(-1/s) + Phi(-2/s)) at s = 4.0412 and threshold -2.
    let s = 4.0412;
    close(
        far.positive_accuracy(-2.0),
        {
            let tail = |x: f64| 0.5 * libm_erfc(x / std::f64::consts::SQRT_2);
            tail(1.0 / s) / (tail(1.0 / s) + tail(2.0 / s))
        },
        1e-12,
    );
    close(
        far.accuracy(-0.5),
        0.5 + 0.5 * (2.0 * (1.0 - 0.5 * libm_erfc(0.5 / s / std::f64::consts::SQRT_2)) - 1.0),
        1e-12,
    );
}

fn libm_erfc(x: f64) -> f64 {
    statrs::function::erf::erfc(x)
}

#[test]
fn generalisation_gap_of_pure_dp() {
    for epsilon in [0.0_f64, 0.2, 1.0, 5.0] {
        close(
            generalisation_gap(&pure(epsilon), 3.0),
            3.0 * (0.5 * epsilon).tanh(),
            1e-11,
        );
    }
    let result = GuaranteeOptions::new(pure(1.0)).result().expect("a result");
    let gap = result.generalisation_gap;
    close(gap.whole_set.estimate, 0.5 * gap.held_out.estimate, 1e-15);
}

/// 001, numbers that its own formulas reproduce (erratum E7): Figure 7 and Section 4.
#[test]
fn printed_numbers_of_bayes_security() {
    let run = SampledGaussian::new(2.0, 1e-4, 500_000.0).expect("in range");
    let security = 1.0 - closed_form_replaced(&run);
    close(security, 0.971796, 5e-7);
    close(tpr_from_security(security, 0.1), 0.128204, 5e-7);
    close(tpr_from_security(security, 0.01), 0.038204, 5e-7);
    close(
        1.0 / noise_from_security(0.98, 1.0, 5000.0, true),
        0.000354528,
        5e-10,
    );
    let purchase = 512.0 / 197_324.0;
    close(
        noise_from_security(0.9, purchase, 20.0 / purchase, true),
        1.8128,
        5e-5,
    );
}

#[test]
fn bayes_security_beside_the_truth() {
    for relation in [
        NeighboringRelation::AddOrRemoveOne,
        NeighboringRelation::ReplaceOne,
    ] {
        for (noise, rate, steps) in [(1.0, 0.01, 1000.0), (0.7, 0.001, 5000.0), (4.0, 0.1, 100.0)] {
            let options = BayesSecurityOptions {
                run: RunOptions {
                    noise_multiplier: Some(noise),
                    sample_rate: Some(rate),
                    num_steps: Some(steps),
                    neighboring_relation: relation,
                    ..RunOptions::default()
                },
                target_delta: Some(1e-5),
                target_bayes_security: Some(0.9),
                ..BayesSecurityOptions::default()
            };
            let result = options.result().expect("a result");
            let truth = result.exact.estimate;
            assert!(result.chi_square.estimate <= truth, "{noise}");
            assert!(result.closed_form_bound.estimate <= truth, "{noise}");
            let closed = &result.closed_form;
            close(
                closed.approximation.error_against_exact.expect("exact"),
                closed.approximation.approximation.estimate - truth,
                1e-15,
            );
            for rate in &result.tpr {
                assert!(rate.exact.estimate <= rate.from_security.estimate);
            }
            let estimate = result.epsilon_estimate.expect("useful here");
            assert_eq!(
                (estimate.kind, estimate.erratum),
                (Kind::Approximation, Some("E16j"))
            );
        }
    }
    assert_eq!(epsilon_from_security(0.9, 0.1), None);
    close(
        epsilon_from_security(0.5, 0.0).expect("some"),
        3.0_f64.ln(),
        1e-15,
    );
}

fn attributes(noise: f64, rate: f64, steps: f64, distance: f64) -> AttributesOptions {
    AttributesOptions {
        noise_multiplier: Some(noise),
        sample_rate: Some(rate),
        num_steps: Some(steps),
        gradient_distance: Some(distance),
        ..AttributesOptions::default()
    }
}

#[test]
fn attribute_certificates_hold_what_is_attained() {
    let noises: &[f64] = if crate::is_whole_run() {
        &[0.7, 3.0]
    } else {
        &[0.7]
    };
    for &noise in noises {
        for rate in [1e-3, 0.1, 1.0] {
            for steps in [1.0, 2000.0] {
                let mut last = 0.0;
                for distance in [0.0, 0.3, 1.0, 2.0] {
                    let result = attributes(noise, rate, steps, distance)
                        .result()
                        .expect("a result");
                    let certified = &result.certified;
                    let (attained, upper) =
                        (certified.attained.estimate, certified.advantage.estimate);
                    assert!(attained <= upper, "{noise} {rate} {steps} {distance}");
                    assert!(upper >= last * (1.0 - 1e-12), "rises with the distance");
                    last = upper;
                    for rate in &certified.tpr {
                        assert!(rate.tpr.estimate <= rate.fpr + upper + 1e-12);
                    }
                }
                // At twice the clipping norm an attribute is a record: both ends are the exact replace-one figure.
                let whole = attributes(noise, rate, steps, 2.0)
                    .result()
                    .expect("a result")
                    .certified;
                assert!(
                    whole.advantage.estimate - whole.attained.estimate < 1e-7,
                    "{noise} {rate} {steps}"
                );
            }
        }
    }
    let nothing = attributes(1.0, 0.1, 10.0, 0.0).result().expect("a result");
    assert_eq!(nothing.certified.advantage.estimate, 0.0);
    assert_eq!(nothing.bayes_security.advantage, 0.0);
}

/// Against dynamic programming by another program (`golden/adaptive_gradients.py`): it lies between what is attained and what none
/// exceeds, which are at most 6 % apart, and mostly 2 %.
#[test]
fn attribute_certificates_hold_the_best_gradients() {
    let rows: serde_json::Value =
        serde_json::from_str(include_str!("golden/adaptive_gradients.json")).expect("JSON");
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    let mut near = 0;
    for row in rows {
        let number = |key: &str| row[key].as_f64().expect(key);
        let (value, error) = (number("advantage"), number("error"));
        let options = attributes(
            number("noise_multiplier"),
            number("sample_rate"),
            number("num_steps"),
            number("gradient_distance"),
        );
        let certified = options.result().expect("a result").certified;
        let (attained, upper) = (certified.attained.estimate, certified.advantage.estimate);
        assert_eq!(certified.tightest, "any_gradients", "{row}");
        assert!(attained <= value + error, "{row}: {attained}");
        assert!(value - error <= upper, "{row}: {upper}");
        assert!(attained >= 0.94 * upper, "{row}: {attained} {upper}");
        near += usize::from(attained >= 0.98 * upper);
        let draft = AttributesOptions {
            draft: true,
            ..options
        };
        let drafted = draft.result().expect("a result").certified;
        assert!(drafted.attained.estimate <= value + error, "{row}");
        assert!(value - error <= drafted.advantage.estimate, "{row}");
    }
    assert!(near >= 4, "{near}");
}

/// Steps with several distances, and more of them than are taken one by one.
#[test]
fn attributes_of_any_gradients() {
    let single = |steps| attributes(1.0, 0.01, steps, 0.3);
    let advantage = |options: &AttributesOptions| {
        let certified = options.result().expect("a result").certified;
        (certified.attained.estimate, certified.advantage.estimate)
    };
    // Every second distance is less: between the half of the steps and all of them.
    let alternating = AttributesOptions {
        num_steps: None,
        gradient_distance: None,
        gradient_distances: Some(
            (0..1000)
                .map(|i| if i % 2 == 0 { 0.3 } else { 0.1 })
                .collect(),
        ),
        ..single(1000.0)
    };
    let (least, most) = (advantage(&single(500.0)), advantage(&single(1000.0)));
    let found = advantage(&alternating);
    assert!(found.1 >= least.0 && found.0 <= most.1, "{found:?}");
    assert!(found.0 >= 0.95 * found.1, "{found:?}");
    // A thousand distinct ones are rounded to both sides.
    let distinct = AttributesOptions {
        gradient_distances: Some((0..1000).map(|i| 0.2 + 1e-4 * f64::from(i)).collect()),
        ..alternating.clone()
    };
    let distinct = advantage(&distinct);
    assert!(
        distinct.0 >= 0.9 * distinct.1 && distinct.1 <= most.1,
        "{distinct:?}"
    );
    // Blocks: more steps tell more, and the central limit holds.
    let mut last = most.0;
    for steps in [5000.0, 100_000.0] {
        let blocks = advantage(&single(steps));
        assert!(
            blocks.0 > last && blocks.0 >= 0.93 * blocks.1,
            "{steps}: {blocks:?}"
        );
        last = blocks.0;
    }
    // Rates and accuracies follow the same curve.
    let certified = single(1000.0).result().expect("a result").certified;
    let tpr = &certified.tpr[0];
    assert!(tpr.tpr.estimate < 0.5 * (tpr.fpr + certified.advantage.estimate));
    // Without sampling all gradients at a distance are as good, and blocks are exact but for the lattice.
    let unsampled = attributes(5.0, 1.0, 9000.0, 0.05)
        .result()
        .expect("a result");
    let exact = unsampled.bayes_security.advantage;
    let any = unsampled.certified.any_gradients.expect("found").estimate;
    assert!(any >= exact && any <= 1.02 * exact, "{any} {exact}");
}

/// Without sampling everything is one Gaussian, and the closed form is exact.
#[test]
fn attributes_without_sampling_are_exact() {
    let result = attributes(5.0, 1.0, 100.0, 0.4).result().expect("a result");
    let closed = result.bayes_security.advantage;
    close(result.certified.advantage.estimate, closed, 1e-13);
    close(result.certified.attained.estimate, closed, 1e-12);
    assert_eq!(result.certified.tightest, "sampling_revealed");
}

#[test]
fn distances_step_by_step() {
    let constant = attributes(1.0, 0.01, 500.0, 0.3)
        .result()
        .expect("a result");
    let listed = AttributesOptions {
        gradient_distance: None,
        num_steps: None,
        gradient_distances: Some(vec![0.3; 500]),
        ..attributes(1.0, 0.01, 500.0, 0.3)
    };
    let listed_result = listed.result().expect("a result");
    close(
        listed_result.bayes_security.advantage,
        constant.bayes_security.advantage,
        1e-15,
    );
    close(
        listed_result.certified.advantage.estimate,
        constant.certified.advantage.estimate,
        1e-14,
    );
    // The l2 norm, not the sum: twice as many steps at a root of two less.
    let spread = AttributesOptions {
        gradient_distances: Some(vec![0.3 / 2.0_f64.sqrt(); 1000]),
        ..listed.clone()
    };
    let spread = spread.result().expect("a result");
    close(
        spread.bayes_security.advantage,
        constant.bayes_security.advantage,
        1e-14,
    );
    // A million distinct ones: still bracketed.
    let many: Vec<f64> = (0..1_000_000).map(|i| 0.3 * f64::from(i) / 1e6).collect();
    let many = AttributesOptions {
        sample_rate: Some(1e-3),
        gradient_distances: Some(many),
        ..listed.clone()
    };
    let many = many.result().expect("a result");
    let (attained, upper) = (
        many.certified.attained.estimate,
        many.certified.advantage.estimate,
    );
    assert!(
        attained > 0.5 * upper && attained <= upper,
        "{attained} {upper}"
    );
    for wrong in [vec![], vec![0.3, f64::NAN], vec![0.3, -0.1], vec![0.3, 2.1]] {
        let options = AttributesOptions {
            gradient_distances: Some(wrong),
            ..listed.clone()
        };
        assert!(options.result().is_err());
    }
}

/// In units of the clipping norm nothing else matters.
#[test]
fn clipping_norm_is_a_unit() {
    let one = attributes(1.3, 0.02, 200.0, 0.5)
        .result()
        .expect("a result");
    let seven = AttributesOptions {
        clipping_norm: Some(8.0),
        ..attributes(1.3, 0.02, 200.0, 4.0)
    };
    assert_eq!(one.certified, seven.result().expect("a result").certified);
}

#[test]
fn gradient_distances_of_a_batch() {
    // Two records with three values each, in the plane.
    let gradients = [
        0.0, 0.0, 0.3, 0.0, 0.0, 0.4, // a right triangle
        2.0, 0.0, -2.0, 0.0, 0.0, 0.0, // clipped to opposite ends
    ];
    let options = GradientDistanceOptions {
        clipping_norm: Some(1.0),
        values: Some(3.0),
    };
    let found = options.result(&gradients, 2).expect("distances");
    close(found.diameters[0], 0.5, 1e-15);
    close(found.diameters[1], 2.0, 1e-15);
    assert_eq!((found.record, found.pair, found.clipped), (2, [1, 2], 2));
    for (full, mean) in found.diameters.iter().zip(&found.mean_vectors) {
        assert!(mean >= full, "E7: the approximation is never smaller");
    }
    for (rows, columns) in [
        (vec![], 2),
        (vec![1.0; 3], 2),
        (vec![1.0; 8], 2),
        (vec![f64::NAN; 6], 2),
    ] {
        assert!(options.result(&rows, columns).is_err(), "{rows:?}");
    }
}

#[test]
fn dependent_records() {
    let result = DependentDataOptions {
        epsilon: 1.0,
        delta: 1e-5,
        dependent_records: 1000.0,
        subpopulations: Some(20.0),
    };
    let result = result.result().expect("a result");
    close(result.record_delta.estimate, 5.8227e-9, 5e-14);
    close(result.printed_group_delta.estimate, 1.7174e-5, 5e-10);
    close(result.cap.expect("asked for").estimate, 0.95, 1e-12);
    assert!(!result.printed_bound_fails);
    let one = DependentDataOptions {
        epsilon: 1.0,
        delta: 1e-5,
        dependent_records: 1.0,
        subpopulations: None,
    };
    let one = one.result().expect("a result");
    close(one.record_delta.estimate, 1e-5, 1e-18);
}

/// A published training of the register (noise 2.5, 16,384 of 1,281,167, 71,589 steps): from one in a million to at most one in
/// 2,270, by an independent program; and the game with as many candidates, whose best guess is an integral.
#[test]
fn success_at_a_baseline() {
    let options = TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(2.5),
            batch_size: Some(16384.0),
            dataset_size: Some(1_281_167.0),
            num_steps: Some(71589.0),
            ..RunOptions::default()
        },
        baseline: vec![1e-6, 1e-9],
        ..TrainingOptions::default()
    };
    let found = options.result().expect("a result").baseline;
    close(found[0].success.estimate, 4.4057e-4, 5e-9);
    close(found[1].success.estimate, 2.4513e-6, 5e-11);
    assert_eq!(found[0].success.kind, Kind::Upper);

    // Two records that are exchanged, at even odds: half of one more than the advantage, in both forms.
    let exchanged = TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(3.0),
            sample_rate: Some(1.0),
            num_steps: Some(4.0),
            neighboring_relation: NeighboringRelation::ReplaceOne,
            ..RunOptions::default()
        },
        baseline: vec![0.5, 1e-6],
        ..TrainingOptions::default()
    };
    let result = exchanged.result().expect("a result");
    let even = &result.baseline[0];
    close(
        even.closed_form.estimate,
        0.5 + 0.5 * result.advantage.estimate,
        1e-9,
    );
    for found in &result.baseline {
        let gaussian = found.gaussian.as_ref().expect("whole batches").estimate;
        close(gaussian / found.success.estimate, 1.0, 1e-9);
    }
    // With many candidates the closed form says nothing that the curve does not.
    let rare = &result.baseline[1];
    assert!(rare.closed_form.estimate > rare.success.estimate);

    // One of k candidates is in, each moves an output of its own by mu: the best guess is the largest output.
    let mu = 1.0;
    let density = |x: f64| libm::exp(-0.5 * x * x) / libm::sqrt(core::f64::consts::TAU);
    let below = |x: f64| 0.5 * libm::erfc(-x / core::f64::consts::SQRT_2);
    for candidates in [2.0, 10.0, 1e6] {
        let step = 1e-3;
        let mut success = 0.0;
        let mut x = -12.0;
        while x < 14.0 {
            success += step * density(x - mu) * libm::pow(below(x), candidates - 1.0);
            x += step;
        }
        let options = GuaranteeOptions {
            baseline: vec![1.0 / candidates],
            ..GuaranteeOptions::new(Guarantee::Gdp { mu })
        };
        let found = options.result().expect("a result").baseline[0].clone();
        let bound = found.success.estimate;
        let gaussian = found.gaussian.expect("a Gaussian mechanism").estimate;
        close(gaussian / bound, 1.0, 1e-9);
        assert!(found.closed_form.estimate >= success, "{success}");
        assert!(
            success <= bound && success > 0.2 * bound,
            "{candidates}: {success} {bound}"
        );
    }
}
