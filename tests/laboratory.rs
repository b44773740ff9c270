//! What attackers find on models that were trained here, against what is proved of the training.

use mi_bounds::{AttributesOptions, ExperimentResult, Options, ProvedExperiment, SettingResult};

fn experiment(json: &str) -> ProvedExperiment {
    let options: Options = serde_json::from_str(json).expect("an object");
    options.experiment().expect("an experiment")
}

fn run(json: &str) -> ExperimentResult {
    experiment(json).run().expect("an answer")
}

fn bound(setting: &SettingResult, attack: usize) -> f64 {
    let relation = setting.attacks[attack].relation;
    let proved = setting
        .proved
        .iter()
        .find(|proved| Some(proved.relation) == relation);
    proved
        .and_then(|proved| proved.advantage.upper)
        .expect("a bound")
}

/// The attacker is the best there is, so each interval holds the exact advantage, and each box meets the exact curve. Eight
/// advantages and 128 boxes of two sides with a chance of 1e-6 each: a false alarm in 3,800 seeds.
#[test]
fn the_gaussian_game_is_the_exact_curve() {
    for (rate, steps) in [(0.1, 30), (1.0, 1)] {
        let result = run(&format!(
            r#"{{"experiment":"gaussian_game","sample_rate":{rate},"num_steps":{steps},"seed":7,"confidence":0.999999}}"#
        ));
        assert_eq!(
            (result.units, result.settings.len()),
            (result.units_done, 4)
        );
        for setting in &result.settings {
            let (exact, attack) = (&setting.proved[0], &setting.attacks[0]);
            let (lower, upper) = (attack.advantage.lower, attack.advantage.upper);
            assert!(
                lower <= exact.advantage.upper && exact.advantage.lower <= upper,
                "{setting:?}"
            );
            assert!(!setting.exceeds[0] && setting.trainings == 20_000.0);
            assert!(attack.points.len() == 16, "{}", attack.points.len());
            // Between two points of the curve it is concave: the chord is below, the next point's rate above.
            let roc = &exact.roc;
            let above =
                |fpr: f64| roc.upper[roc.fpr.partition_point(|&x| x < fpr).min(roc.fpr.len() - 1)];
            let below = |fpr: f64| match roc.fpr.partition_point(|&x| x <= fpr) {
                0 => 0.0,
                next => roc.lower[next - 1],
            };
            for point in &attack.points {
                assert!(
                    point.tpr_interval[0] <= above(point.fpr_interval[1]),
                    "{point:?}"
                );
                assert!(
                    point.tpr_interval[1] >= below(point.fpr_interval[0]),
                    "{point:?}"
                );
            }
        }
    }
}

/// Neither the cut nor the order of the work shows in the result.
#[test]
fn digits_do_not_depend_on_who_works() {
    let json = r#"{"experiment":"gaussian_game","noise_multiplier":[1,2],"num_steps":2000,"trials":1000,"seed":3}"#;
    let (whole, other) = (experiment(json), experiment(json));
    let units = whole.experiment().units();
    assert!(units >= 6, "{units}");
    let mut rows = vec![Vec::new(); units];
    for index in (0..units).rev() {
        rows[index] = other.experiment().unit(index);
    }
    assert_eq!(whole.run(), other.result(&rows.concat()));
    let first = whole.result(&rows[..2].concat()).expect("an answer");
    assert_eq!(first.units_done, 2);
    assert!(whole.result(&[0.0; 5]).is_err());
}

/// What `tests/page/cli.test.ts` counts in WebAssembly.
#[test]
fn digits_do_not_depend_on_the_machine() {
    let result =
        run(r#"{"experiment":"gaussian_game","noise_multiplier":1,"trials":2000,"seed":7}"#);
    assert_eq!(
        result.settings[0].attacks[0].advantage.estimate,
        0.2869999999999999
    );
}

/// No attack is beyond the bound of its game, and with many coordinates the final model alone shows nearly all of it. 24 intervals
/// with a chance of 1e-6 each.
#[test]
fn one_hot_records_meet_the_bound_of_their_game() {
    let result = run(
        r#"{"experiment":"one_hot","noise_multiplier":[0.5,1,2,4],"dimension":20000,"dataset_size":200,"num_steps":20,"sample_rate":0.3,"trainings":1500,"seed":5,"confidence":0.999999}"#,
    );
    for setting in &result.settings {
        for (i, attack) in setting.attacks.iter().enumerate() {
            assert!(
                attack.advantage.lower <= Some(bound(setting, i)),
                "{attack:?}"
            );
        }
    }
    let strong = &result.settings[1];
    let advantage = strong.attacks[0].advantage.estimate;
    assert!(
        advantage > 0.85 * bound(strong, 0),
        "{advantage} {}",
        bound(strong, 0)
    );
}

/// Erratum E16b: who may compare both records exceeds the bound of adding and removing one. A chance of 1e-6.
#[test]
fn replacing_a_record_exceeds_the_bound_of_adding_one() {
    let result = run(
        r#"{"experiment":"one_hot","noise_multiplier":1,"dimension":5000,"dataset_size":50,"num_steps":5,"sample_rate":0.8,"trainings":3000,"seed":9,"confidence":0.999999}"#,
    );
    let setting = &result.settings[0];
    let both = setting
        .attacks
        .iter()
        .position(|attack| attack.attack == "both_records");
    let both = both.expect("the attack");
    let lower = setting.attacks[both].advantage.lower.expect("an interval");
    assert!(
        lower > bound(setting, 0) && lower < bound(setting, both),
        "{lower} {setting:?}"
    );
}

/// Every scale keeps its promise; the indicator of one record attains it (erratum E13), where noise as printed is hundreds of times
/// larger. 16 intervals with a chance of 1e-6 each.
#[test]
fn noise_on_a_statistic_hides_the_record() {
    for (records, statistic) in [
        ("normal", "mean"),
        ("normal", "median"),
        ("one_outlier", "mean"),
        ("powers_of_two", "inverse_sum"),
    ] {
        let result = run(&format!(
            r#"{{"experiment":"noise","records":"{records}","statistic":"{statistic}","dataset_size":10,"seed":3,"confidence":0.999999}}"#
        ));
        for (i, setting) in result.settings.iter().enumerate() {
            let advantage = &setting.attacks[0].advantage;
            let bound = setting
                .bound
                .as_ref()
                .and_then(|bound| bound.upper)
                .expect("a bound");
            assert!(
                advantage.lower <= Some(bound) && bound <= 0.2 + 1e-12,
                "{setting:?}"
            );
            let tight = records == "one_outlier" && i < 2;
            assert!(
                !tight || advantage.upper >= Some(0.2) && bound > 0.2 - 1e-12,
                "{setting:?}"
            );
        }
        let scale = |name: &str| {
            let named = |setting: &&SettingResult| setting.label.as_deref() == Some(name);
            result.settings.iter().find(named).expect("a setting").value
        };
        assert!(scale("mean_distance") <= scale("first_moment") * (1.0 + 1e-9));
        assert!(scale("mean_distance") <= scale("laplace_mechanism") * (1.0 + 1e-9));
        assert!(scale("printed") > 100.0 * scale("first_moment"));
    }
}

/// Of a table, too: the mean, a quantile and the coefficients of a regression, each of which is measured by its own deviation. In
/// several dimensions nothing is promised of noise as printed (erratum E12). 15 intervals with a chance of 1e-6 each.
#[test]
fn noise_hides_the_rows_of_a_table() {
    let table = serde_json::to_string(include_str!("../data/breast-cancer.csv")).expect("JSON");
    for (statistic, published) in [
        (r#""mean""#, vec!["demonstration_output"]),
        (
            r#""quantile","quantile_level":0.9"#,
            vec!["demonstration_output"],
        ),
        (
            r#""regression","predictors":"mean_texture, mean_smoothness""#,
            vec![
                "published_intercept",
                "published_mean_texture",
                "published_mean_smoothness",
            ],
        ),
    ] {
        let result = run(&format!(
            r#"{{"experiment":"noise","records":"table","table":{table},"column":"mean_radius","statistic":{statistic},"dataset_size":10,"trials":10000,"seed":3,"confidence":0.999999}}"#
        ));
        assert_eq!(result.settings.len(), 5);
        for setting in &result.settings {
            let advantage = &setting.attacks[0].advantage;
            let bound = setting.bound.as_ref().and_then(|bound| bound.upper);
            assert!(advantage.lower <= bound, "{statistic} {setting:?}");
            let free = published.len() > 1 && setting.label.as_deref() == Some("printed");
            assert!(free || bound <= Some(0.2 + 1e-12), "{setting:?}");
            let names: Vec<&str> = setting
                .measures
                .iter()
                .map(|measure| &measure.name[..])
                .collect();
            assert_eq!(names[5..], published);
            // All halves were tried: nothing is estimated.
            assert!(
                setting.measures[..5]
                    .iter()
                    .all(|measure| measure.mean.lower == measure.mean.upper)
            );
        }
        let least = result.settings[0].attacks[0].advantage.estimate;
        // Scales for several numbers leave more room.
        let some = if published.len() > 1 { 0.02 } else { 0.1 };
        assert!(least > some, "{statistic} {least}");
    }
}

/// The mean of halves of four rows, by hand: 1, 2, 3 and 10 have sums of 3, 4, 11, 5, 12 and 13.
#[test]
fn moments_of_a_small_table_are_known() {
    let result = run(
        r#"{"experiment":"noise","records":"table","table":"x,y\n1,a\n2,b\n,c\n3,a\n10,b\n","column":"x","dataset_size":4,"trials":100,"seed":3}"#,
    );
    let means = [1.5, 2.0, 5.5, 2.5, 6.0, 6.5];
    let centre = means.iter().sum::<f64>() / 6.0;
    let first = means.iter().map(|mean| (mean - centre).abs()).sum::<f64>() / 6.0;
    let second = means
        .iter()
        .map(|mean| (mean - centre).powi(2))
        .sum::<f64>()
        / 6.0;
    let measure = |name: &str| {
        let measures = &result.settings[0].measures;
        let found = measures.iter().find(|measure| measure.name == name);
        found.expect("a measure").mean.estimate
    };
    assert!((measure("first_moment") - first).abs() < 1e-12);
    assert!((measure("second_moment") - second.sqrt()).abs() < 1e-12);
    // 10 for any other: (9 + 8 + 7)/3 over a half of two.
    assert!((measure("mean_distance") - 4.0).abs() < 1e-12);
}

/// With many rows a sample of the halves stands for all, and what is said of them is called an estimate.
#[test]
fn moments_of_sampled_halves_are_estimates() {
    let table = serde_json::to_string(include_str!("../data/health-insurance.csv")).expect("JSON");
    let result = run(&format!(
        r#"{{"experiment":"noise","records":"table","table":{table},"column":"visits","statistic":"regression","predictors":"diseases","dataset_size":200,"trials":100,"seed":3}}"#
    ));
    for setting in &result.settings {
        let first = &setting.measures[3].mean;
        assert_eq!(setting.measures[3].name, "first_moment");
        assert!(first.lower < Some(first.estimate) && Some(first.estimate) < first.upper);
        let bound = setting.bound.as_ref().expect("a bound");
        let proved = setting.label.as_deref() == Some("printed");
        assert_eq!(bound.upper.is_some(), proved, "{setting:?}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (json, message) in [
        (
            r"{}",
            "experiment is missing; give one of gaussian_game, one_hot, noise",
        ),
        (
            r#"{"experiment":"chess","seed":1}"#,
            "experiment is \"chess\"; allowed is",
        ),
        (
            r#"{"experiment":"gaussian_game"}"#,
            "seed is missing; give a whole number, so that the experiment can be repeated",
        ),
        (
            r#"{"experiment":"gaussian_game","seed":1,"noise_multiplier":0}"#,
            "noise_multiplier is 0; allowed is from 0.05 up to 1000",
        ),
        (
            r#"{"experiment":"gaussian_game","seed":1,"dimension":3}"#,
            "dimension is not a known parameter",
        ),
        (
            r#"{"experiment":"one_hot","seed":1,"dimension":1.5}"#,
            "dimension is 1.5; allowed is a whole number from 2 up to 1000000",
        ),
        (
            r#"{"experiment":"noise","seed":1,"dataset_size":7}"#,
            "dataset_size is 7; it must be even, to have halves",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"powers_of_two","dataset_size":42}"#,
            "dataset_size is 42; allowed is a whole number from 4 up to 40",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"one_outlier","statistic":"median"}"#,
            "statistic is the same number for every half",
        ),
        (
            r#"{"experiment":"noise","seed":1,"statistic":"regression"}"#,
            "statistic is \"regression\", which needs the columns of a table",
        ),
        (
            r#"{"experiment":"noise","seed":1,"column":"x"}"#,
            "column is given, but the records are no table",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"table","table":"x,y\n1,a\n2,b\n"}"#,
            "column is missing; give the name of a column of numbers",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"table","table":"x,y\n1,a\n2,b\n","column":"y"}"#,
            "column is column \"y\", which has no numbers; columns of numbers are x",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"table","table":"x,y\n1,a\n2,b\n","column":"x"}"#,
            "dataset_size is 16; the table has 2 rows with a number in each of the columns",
        ),
        (
            r#"{"experiment":"noise","seed":1,"records":"table","table":"x,y\n1,2\n2,2\n3,2\n5,2\n","column":"x","dataset_size":4,"statistic":"regression","predictors":"y"}"#,
            "predictors names column \"y\", which is the same number in all rows",
        ),
        (
            r#"{"experiment":"sampling","seed":1,"table":"x,y\n1,2\n","label":"y","positive_accuracy":0.9}"#,
            "positive_accuracy is 0.9; whoever names everybody is right as often",
        ),
        (
            r#"{"experiment":"sampling","seed":1,"table":"x,y\n1,2\n","label":"y","positive_accuracy":0.95,"noise_multiplier":2}"#,
            "noise_multiplier is given beside positive_accuracy",
        ),
        (
            r#"{"experiment":"one_hot","seed":1,"target_delta":2}"#,
            "target_delta is 2; allowed is above 0 up to 0.999",
        ),
    ] {
        let options: Options = serde_json::from_str(json).expect("an object");
        let said = options.experiment().err().expect("a refusal").to_string();
        assert!(said.starts_with(message), "{said}");
    }
}

/// Of 10 subpopulations, 9 of 10 non-members are of another than the members: the curve of independent records is exceeded where
/// they are not, and only there. Each interval may fail once in 1,000 seeds.
#[test]
fn records_that_depend_on_each_other_exceed_what_is_proved_for_others() {
    let result = run(
        r#"{"experiment":"dependent_data","noise_multiplier":[4,8],"subpopulations":10,"dataset_size":500,"layers":1,
        "layer_width":32,"num_steps":100,"shadow_models":3,"trainings":80,"seed":5,"confidence":0.999}"#,
    );
    for setting in &result.settings {
        let words = setting.attacks.iter().map(|attack| attack.game);
        let words: Vec<_> = words.flatten().collect();
        assert_eq!(
            words,
            ["dependent", "dependent", "independent", "independent"]
        );
        assert!(setting.exceeds[1]);
        assert_eq!(setting.exceeds[2..], [false, false]);
        // Nobody finds more than that most non-members are of another subpopulation (erratum E15).
        assert!(setting.attacks[1].advantage.lower < Some(0.9));
    }
}

/// By clusters of each class the members differ so much from the others that the loss exceeds the curve, by a value of a column
/// less; in the random split no attack exceeds it.
#[test]
fn a_biased_split_shows_and_a_random_one_does_not() {
    let table = serde_json::to_string(include_str!("../data/breast-cancer.csv")).expect("JSON");
    for (split, exceeds) in [("", true), (r#""split_column":"mean_texture","#, false)] {
        let result = run(&format!(
            r#"{{"experiment":"biased_split","table":{table},"label":"diagnosis",{split}"noise_multiplier":[2],"layers":1,
            "layer_width":16,"num_steps":60,"shadow_models":2,"trainings":80,"seed":5,"confidence":0.999}}"#
        ));
        let setting = &result.settings[0];
        let by_loss = |attack: usize| setting.attacks[attack].advantage.estimate;
        assert!(by_loss(0) > 0.1 && by_loss(2) < 0.1);
        assert_eq!(setting.exceeds[0], exceeds);
        assert_eq!(setting.exceeds[2..], [false, false]);
    }
}

/// More noise costs accuracy on new digits and leaves a smaller certified advantage; no attack exceeds it.
#[test]
fn privacy_costs_accuracy() {
    let table = serde_json::to_string(include_str!("../data/digits.csv")).expect("JSON");
    let result = run(&format!(
        r#"{{"experiment":"trade_off","table":{table},"label":"digit","noise_multiplier":[1,64],"layers":1,"layer_width":32,
        "num_steps":100,"trainings":12,"seed":5,"confidence":0.999}}"#
    ));
    let accuracy = |setting: usize| result.settings[setting].measures[0].mean.estimate;
    assert!(accuracy(0) > 0.85 && accuracy(1) < accuracy(0) - 0.2);
    for setting in &result.settings {
        assert!(!setting.exceeds[0]);
    }
}

/// Members are named more often than by chance without much noise, by `LiRA` above all, and no attack exceeds the curve.
#[test]
fn reference_models_find_sampled_members() {
    let table = serde_json::to_string(include_str!("../data/digits.csv")).expect("JSON");
    let result = run(&format!(
        r#"{{"experiment":"sampling","table":{table},"label":"digit","sampling_probability":[0.2,0.5],"noise_multiplier":[0.3],
        "layers":1,"layer_width":32,"num_steps":200,"dataset_size":300,"reference_models":16,"trainings":12,"seed":5,"confidence":0.999}}"#
    ));
    for setting in &result.settings {
        let lira = &setting.measures[0];
        assert_eq!(lira.name, "positive_accuracy_lira");
        assert!(lira.mean.estimate > setting.value);
        assert!(setting.measures[4].mean.estimate >= lira.mean.estimate);
        assert_eq!(setting.exceeds, [false; 4]);
    }
}

/// Along an iso-bound each probability has the noise at which the same positive accuracy is proved, and the fewer records are
/// members, the less noise that is. No attack names members more often than that: 20 intervals with a chance of 1e-3 each.
#[test]
fn noises_along_an_iso_bound_prove_the_same() {
    let table = serde_json::to_string(include_str!("../data/digits.csv")).expect("JSON");
    let result = run(&format!(
        r#"{{"experiment":"sampling","table":{table},"label":"digit","sampling_probability":[0.1,0.3,0.5,0.7],"positive_accuracy":0.8,
        "layers":1,"layer_width":16,"num_steps":50,"dataset_size":200,"reference_models":4,"trainings":6,"seed":5,"confidence":0.999}}"#
    ));
    let noises: Vec<f64> = result
        .settings
        .iter()
        .map(|setting| setting.history.expect("a run")[0])
        .collect();
    assert!(
        noises.is_sorted() && noises[0] < 0.8 * noises[3],
        "{noises:?}"
    );
    for setting in &result.settings {
        let measure = |name: &str| {
            let found = setting.measures.iter().find(|measure| measure.name == name);
            found.expect("a measure").mean.clone()
        };
        let proved = measure("positive_accuracy_bound");
        let upper = proved.upper.expect("an upper end");
        assert!(upper <= 0.8 && upper > 0.8 - 1e-3, "{proved:?}");
        for attack in ["lira", "lira_offline", "population", "reference"] {
            let found = measure(&format!("positive_accuracy_{attack}"));
            assert!(found.lower <= Some(upper), "{attack} {setting:?}");
        }
    }
}

/// The bound by the mean is at least what all pairs say and at most twice of it, on one training, which no analysis changes.
#[test]
fn an_instrumented_training_is_the_same_with_and_without() {
    let table = serde_json::to_string(include_str!("../data/health-insurance.csv")).expect("JSON");
    let result = run(&format!(
        r#"{{"experiment":"instrumented","table":{table},"label":"visits","sensitive_column":"health","layers":1,"layer_width":16,
        "num_steps":40,"dataset_size":200,"trainings":2,"seed":5}}"#
    ));
    assert_eq!(result.settings.len(), 6);
    for setting in &result.settings {
        let Some(recorded) = setting
            .series
            .iter()
            .find(|series| series.name == "gradient_distance")
        else {
            assert_eq!(setting.measures.len(), 1);
            continue;
        };
        let [noise, rate, steps] = setting.history.expect("a run");
        assert!(
            recorded
                .largest
                .iter()
                .zip(&recorded.means)
                .all(|(most, mean)| most >= mean)
        );
        // What the Attributes view is handed.
        let options = AttributesOptions {
            noise_multiplier: Some(noise),
            sample_rate: Some(rate),
            num_steps: Some(steps),
            clipping_norm: setting.clipping_norm,
            gradient_distances: Some(recorded.largest.clone()),
            ..AttributesOptions::default()
        };
        let expected = options.result().expect("an answer");
        assert_eq!(setting.measures[1].mean, expected.bayes_security.security);
        assert_eq!(setting.measures[2].mean, expected.certified.advantage);
    }
    for settings in result.settings.chunks(3) {
        let [none, approximate, full] = [0, 1, 2].map(|place| &settings[place].series);
        // What is not analysed has no distance, rather than one of 0.
        let [accuracy] = &none[..] else {
            panic!("{none:?}")
        };
        assert_eq!(*accuracy, approximate[1]);
        assert_eq!(*accuracy, full[1]);
        assert_eq!((full[0].means.len(), full[1].means.len()), (40, 20));
        for (bound, distance) in approximate[0].means.iter().zip(&full[0].means) {
            assert!(
                *distance > 0.0 && distance <= bound && *bound <= 2.0 * distance * (1.0 + 1e-4)
            );
        }
    }
}
