//! What must hold for every run. The normal run is seeded; `PROPTEST_CASES` asks for other and more cases.

use mi_bounds::{Demand, Interval, PrivacyCurve, SampledGaussian};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn log_uniform(low: f64, high: f64) -> impl Strategy<Value = f64> {
    (low.ln()..high.ln()).prop_map(f64::exp)
}

/// Runs of the whole useful range; the advantage is anything from 1e-9 to 1.
fn any_run() -> impl Strategy<Value = SampledGaussian> {
    (
        log_uniform(0.45, 100.0),
        log_uniform(1e-9, 1.0),
        log_uniform(1.0, 1e9),
    )
        .prop_map(|(noise_multiplier, sample_rate, num_steps)| {
            SampledGaussian::new(noise_multiplier, sample_rate, num_steps.floor()).expect("valid")
        })
}

/// Sixty cases of each property, of which the daily run takes the first few.
fn config(by_day: u32) -> ProptestConfig {
    let standard = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return standard;
    }
    ProptestConfig {
        cases: if crate::is_whole_run() { 60 } else { by_day },
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..standard
    }
}

fn curve(run: &SampledGaussian, fpr: &[f64]) -> PrivacyCurve {
    let demand = Demand {
        fpr: fpr.to_vec(),
        epsilon: vec![2.0],
        ..Demand::default()
    };
    PrivacyCurve::new(run, &demand)
}

fn advantage(run: &SampledGaussian) -> Interval {
    PrivacyCurve::new(run, &Demand::default()).advantage()
}

proptest! {
    #![proptest_config(config(4))]

    #[test]
    fn intervals_are_ordered_and_inside_the_unit_interval(run in any_run()) {
        let fpr = [1e-6, 1e-3, 0.1, 0.9];
        let curve = curve(&run, &fpr);
        let advantage = curve.advantage();
        prop_assert!(0.0 <= advantage.lower && advantage.lower <= advantage.upper && advantage.upper <= 1.0);
        let mut last = (0.0, 0.0);
        for (rate, tpr) in fpr.into_iter().zip(curve.roc(&fpr)) {
            prop_assert!(rate <= tpr.lower && tpr.lower <= tpr.upper && tpr.upper <= 1.0, "{tpr:?}");
            // Concave through the origin: TPR/FPR falls.
            prop_assert!(last.0 == 0.0 || tpr.lower / rate <= last.1 / last.0 * (1.0 + 1e-9), "{tpr:?}");
            prop_assert!(tpr.lower - rate <= advantage.upper * (1.0 + 1e-9) + 1e-15);
            last = (rate, tpr.upper);
        }
        let security = curve.bayes_security();
        prop_assert!((security.middle() + advantage.middle() - 1.0).abs() <= security.width() + advantage.width() + 1e-15);
    }

    /// Another window, another step of the quadrature, other frequencies: the intervals must overlap.
    #[test]
    fn another_discretisation_agrees(run in any_run(), epsilon in 0.0_f64..3.0) {
        let narrow = advantage(&run);
        let wide = PrivacyCurve::new(&run, &Demand { epsilon: vec![epsilon], ..Demand::default() });
        let other = wide.advantage();
        prop_assert!(narrow.lower <= other.upper && other.lower <= narrow.upper, "{narrow:?} {other:?}");
    }

    /// Where the Fourier form cannot resolve the law it still has to be honest.
    #[test]
    fn small_noise_agrees_with_itself(
        noise_multiplier in log_uniform(0.01, 0.45),
        sample_rate in log_uniform(1e-6, 1.0),
        num_steps in log_uniform(2.0, 1e5),
    ) {
        let run = SampledGaussian::new(noise_multiplier, sample_rate, num_steps.floor()).expect("valid");
        let narrow = advantage(&run);
        let other = PrivacyCurve::new(&run, &Demand { epsilon: vec![1.0], ..Demand::default() }).advantage();
        prop_assert!(narrow.lower <= other.upper && other.lower <= narrow.upper, "{narrow:?} {other:?}");
        let one_step = SampledGaussian::new(noise_multiplier, sample_rate, 1.0).expect("valid");
        prop_assert!(narrow.upper >= advantage(&one_step).lower);
    }

    #[test]
    fn more_steps_more_sampling_and_less_noise_never_help(run in any_run(), factor in 1.01_f64..4.0) {
        let base = advantage(&run);
        let (noise, rate, steps) = (run.noise_multiplier(), run.sample_rate(), run.num_steps());
        for worse in [
            SampledGaussian::new(noise / factor, rate, steps),
            SampledGaussian::new(noise, (rate * factor).min(1.0), steps),
            SampledGaussian::new(noise, rate, (steps * factor).ceil().min(1e9)),
        ] {
            let worse = advantage(&worse.expect("valid"));
            prop_assert!(worse.upper >= base.lower, "{worse:?} {base:?}");
        }
    }

    #[test]
    fn divergences_fall_and_mirror(run in any_run()) {
        let curve = curve(&run, &[]);
        let mut last = 1.0;
        for epsilon in [-2.0_f64, -0.5, 0.0, 0.01, 0.5, 2.0] {
            let divergence = curve.hockey_stick(epsilon);
            prop_assert!(divergence.lower <= last + 1e-12);
            prop_assert!(divergence.upper >= -epsilon.exp_m1() - 1e-12);
            // H_rev(eps) = 1 - e^eps + e^eps H(-eps)
            let forward = curve.hockey_stick(-epsilon);
            let mirrored = |divergence: f64| epsilon.exp() * divergence - epsilon.exp_m1();
            let reverse = curve.reverse_hockey_stick(epsilon);
            prop_assert!(reverse.lower <= mirrored(forward.upper) + 1e-13);
            prop_assert!(mirrored(forward.lower) <= reverse.upper + 1e-13);
            last = divergence.upper;
        }
    }

    #[test]
    fn epsilon_is_where_the_curve_meets_delta(run in any_run(), exponent in -8.0_f64..-2.0) {
        let delta = 10_f64.powf(exponent);
        let curve = PrivacyCurve::new(&run, &Demand { delta: Some(delta), ..Demand::default() });
        let (epsilon, _) = curve.epsilon(delta);
        if epsilon.upper.is_finite() && epsilon.upper > 0.0 {
            prop_assert!(curve.hockey_stick(epsilon.upper).lower <= delta);
            prop_assert!(curve.reverse_hockey_stick(epsilon.upper).lower <= delta);
        }
        prop_assert!(epsilon.lower <= epsilon.upper);
    }
}

// Seventeen rates each, most of them by the second engine.
proptest! {
    #![proptest_config(config(2))]

    /// Both ends of a ROC curve rise, its lower ends are concave, and each reading meets that of its rate alone.
    #[test]
    fn readings_of_a_roc_curve_close_under_concavity(
        noise_multiplier in log_uniform(0.35, 100.0),
        sample_rate in log_uniform(1e-6, 1.0),
        num_steps in log_uniform(1.0, 1e6),
    ) {
        let run = SampledGaussian::new(noise_multiplier, sample_rate, num_steps.floor()).expect("valid");
        let fpr: Vec<f64> = (0..12).map(|i| 10_f64.powf(-0.65 * f64::from(12 - i))).chain([0.5, 0.7, 0.87, 0.99, 1.0]).collect();
        let curve = curve(&run, &fpr);
        let roc = curve.roc(&fpr);
        for (i, tpr) in roc.iter().enumerate() {
            let alone = curve.tpr(fpr[i]);
            prop_assert!(alone.lower <= tpr.upper && tpr.lower <= alone.upper, "{tpr:?} {alone:?}");
            prop_assert!(tpr.lower <= tpr.upper);
        }
        for (i, pair) in roc.windows(2).enumerate() {
            prop_assert!(pair[0].lower <= pair[1].lower + 1e-14, "{} {pair:?}", fpr[i]);
            prop_assert!(pair[0].upper <= pair[1].upper + 1e-14, "{} {pair:?}", fpr[i]);
        }
        for (i, three) in roc.windows(3).enumerate() {
            let share = (fpr[i + 1] - fpr[i]) / (fpr[i + 2] - fpr[i]);
            let chord = three[0].lower + (three[2].lower - three[0].lower) * share;
            prop_assert!(three[1].lower >= chord - 1e-13 * three[2].lower, "{} {three:?}", fpr[i]);
        }
    }
}

/// Where the curve saturates, what is certified of a rate holds for every larger one.
#[test]
fn a_saturated_curve_does_not_fall_back() {
    let run = SampledGaussian::new(1.68, 0.06818, 21_657.0).expect("valid");
    let fpr = [1e-3, 0.1, 0.5, 0.87, 0.99];
    let roc = curve(&run, &fpr).roc(&fpr);
    for pair in roc.windows(2) {
        assert!(pair[0].lower <= pair[1].lower, "{pair:?}");
    }
    assert!(roc[3].lower > 0.999_999_999_9, "{roc:?}");
}

/// The affinity of this run is below the smallest number, but its multiple at a large order is not.
#[test]
fn bounds_by_an_affinity_that_underflows_hold() {
    let run = SampledGaussian::new(95.37537106278381, 0.9159642635867661, 64_845_962.0);
    let demand = Demand {
        delta: Some(0.01),
        ..Demand::default()
    };
    let curve = PrivacyCurve::new(&run.expect("valid"), &demand);
    let (epsilon, _) = curve.epsilon(0.01);
    assert!(epsilon.lower <= epsilon.upper && epsilon.width() < 1e-6);
    // mpmath: the loss has mean 2990.457875 and standard deviation 77.336708, and its skewness of 3.3e-7 moves a Gaussian's
    // order by 1.8e-5 to 3169.384776.
    assert!((epsilon.middle() - 3169.384776).abs() < 1e-5, "{epsilon:?}");
    assert!(curve.hockey_stick(epsilon.upper).lower <= 0.01);
}
