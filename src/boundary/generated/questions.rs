//! Every question with its table and an example, and the tests that hold the tables to the answers.

use super::Line;
use crate::audit::AuditPlanOptions;
use crate::boundary::Options;
use crate::boundary::audit::Audit;
use crate::boundary::iso_bound::SampledOptions;
use crate::boundary::laboratory::{Asking, Named};
use crate::boundary::output_noise::Draw;
use crate::boundary::quantity::{Calibration, Sweep};
use crate::boundary::table::Table;
use crate::figure::Error;
use crate::guarantee::{
    DependentDataOptions, GuaranteeOptions, IsoBoundOptions, UnboundedExampleOptions,
    UnlearningCurveOptions,
};
use crate::laboratory::{
    BiasedSplitOptions, DependentRecordsOptions, GaussianGameOptions, InstrumentedOptions,
    NoiseGameOptions, OneHotOptions, TradeOffOptions,
};
use crate::output_noise::{MipTable, MomentOptions, NoiseOptions, PowersOfTwoOptions};
use crate::papers::PaperFigureOptions;
use crate::simulation::MonteCarloOptions;
use crate::training::{
    AttributesOptions, BayesSecurityOptions, GradientDistanceOptions, TrainingOptions,
};
use serde_json::Value;

/// What can be asked.
pub(super) struct Question {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    /// Name of the options' type in TypeScript.
    pub(super) typed: &'static str,
    pub(super) lines: Vec<Line>,
    /// Options that have an answer.
    pub(super) example: &'static str,
    answer: fn(Options) -> Result<Value, Error>,
}

fn question<T: Table>(
    name: &'static str,
    typed: &'static str,
    help: &'static str,
    example: &'static str,
    answer: fn(Options) -> Result<Value, Error>,
) -> Question {
    Question {
        name,
        help,
        typed,
        lines: T::lines(),
        example,
        answer,
    }
}

/// A result as JSON.
macro_rules! json {
    ($result:expr) => {
        Ok(serde_json::to_value($result?).expect("numbers, texts and lists"))
    };
}

/// An experiment, whose name stands among its options. Its first unit stands for the answer: curves take longer.
fn experiment<T: Table + Named>(
    name: &'static str,
    typed: &'static str,
    help: &'static str,
    example: &'static str,
) -> Question {
    question::<Asking<T>>(name, typed, help, example, |options| {
        let experiment = options.experiment()?;
        let experiment = experiment.experiment();
        json!(Ok::<_, Error>((experiment.units(), experiment.unit(0))))
    })
}

pub(super) fn questions() -> Vec<Question> {
    vec![
        question::<TrainingOptions>(
            "training",
            "TrainingOptions",
            "Everything that follows from the parameters of a training run. Give noise_multiplier; sample_rate, or batch_size \
             and dataset_size; num_steps, or epochs; or history.",
            r#"{"noise_multiplier":1.1,"batch_size":256,"dataset_size":60000,"epochs":15}"#,
            |options| json!(options.training()?.result()),
        ),
        question::<Calibration>(
            "calibrate",
            "CalibrateOptions",
            "The value of one parameter that keeps a quantity on the safe side of a target.",
            r#"{"solve_for":"noise_multiplier","target":{"advantage":0.1},"sample_rate":0.002,"num_steps":10000}"#,
            |options| json!(options.calibrate()?.result()),
        ),
        question::<Sweep>(
            "sweep",
            "SweepOptions",
            "One quantity over many values of one parameter.",
            r#"{"quantity":"advantage","over":"noise_multiplier","values":[1,2],"sample_rate":0.01,"num_steps":1000}"#,
            |options| json!(options.sweep()?.result()),
        ),
        question::<GuaranteeOptions>(
            "guarantee",
            "GuaranteeOptions",
            "What follows from a guarantee of differential privacy alone.",
            r#"{"epsilon":1,"sampling_probability":0.01,"dataset_size":10000,"target_absence":0.8}"#,
            |options| json!(options.guarantee()?.result()),
        ),
        question::<Audit>(
            "audit",
            "AuditOptions",
            "What the results of an attack say about the run that was declared: whether they refute it, and what the attack \
             certainly attains. Give a run as in training, or a guarantee.",
            r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"true_positives":60,"positives":1000,"false_positives":10,"negatives":1000}"#,
            |options| json!(options.audit()?.result()),
        ),
        question::<AuditPlanOptions>(
            "audit_plan",
            "AuditPlanOptions",
            "How many trainings, or canaries of one, an audit needs before it is likely to refute a run that was done with less \
             noise than declared.",
            r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"less_noise":0.2,"fpr":0.01}"#,
            |options| json!(options.audit_plan()?.result()),
        ),
        question::<NoiseOptions>(
            "noise",
            "NoiseOptions",
            "Noise on an output for membership inference privacy.",
            r#"{"eta":0.1,"sigma_1":1,"dimension":3}"#,
            |options| json!(options.noise()?.result()),
        ),
        question::<Draw>(
            "noise_sample",
            "NoiseSampleOptions",
            "Noise vectors: to be released, in multiples of grid, to which the output has to be rounded; or, with a seed, for \
             demonstration.",
            r#"{"noise":"gaussian","noise_scale":2,"dimension":3,"seed":1}"#,
            |options| {
                let (vectors, seed) = options.noise_sample()?;
                json!(vectors.demonstration(seed.unwrap_or(0.0)))
            },
        ),
        question::<MomentOptions>(
            "moments",
            "MomentOptions",
            "Moments from outputs of repeated training, one run a row, one coordinate a column.",
            "{}",
            |options| {
                json!(
                    options
                        .moments()?
                        .result(&[0.0, 2.0, 0.0, 2.0, 2.0, 0.0], 1)
                )
            },
        ),
        question::<MipTable>(
            "membership_table",
            "MipTable",
            "The exact attacker against a finite table of output probabilities.",
            r#"{"table":[[0.6,0.5],[0.4,0.5]]}"#,
            |options| json!(options.membership_table()?.result()),
        ),
        question::<AttributesOptions>(
            "attributes",
            "AttributesOptions",
            "Attribute inference from how far apart the gradients of an attribute's values are.",
            r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"gradient_distance":0.5}"#,
            |options| json!(options.attributes(None)?.result()),
        ),
        question::<GradientDistanceOptions>(
            "gradient_distance",
            "GradientDistanceOptions",
            "R_t from clipped gradients of one record with each value of the attribute, one gradient a row.",
            "{}",
            |options| json!(options.gradient_distance()?.result(&[0.0, 0.5], 1)),
        ),
        question::<BayesSecurityOptions>(
            "bayes_security",
            "BayesSecurityOptions",
            "The closed form of the Bayes-security paper for membership, with all that corrects it.",
            r#"{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000}"#,
            |options| json!(options.bayes_security()?.result()),
        ),
        question::<DependentDataOptions>(
            "dependent_data",
            "DependentDataOptions",
            "What records that depend on each other need.",
            r#"{"epsilon":1,"dependent_records":2}"#,
            |options| json!(options.dependent_data()?.result()),
        ),
        question::<IsoBoundOptions>(
            "iso_bound",
            "IsoBoundOptions",
            "Epsilon against the sampling probability of the data set at constant positive accuracy.",
            r#"{"target_positive_accuracy":[0.6]}"#,
            |options| json!(options.iso_bound()?.result()),
        ),
        question::<UnlearningCurveOptions>(
            "unlearning_curve",
            "UnlearningCurveOptions",
            "The deletion capacity against the expected size of the training set.",
            r#"{"epsilon":1,"dataset_size":10000,"target_absence":0.8}"#,
            |options| json!(options.unlearning_curve()?.result()),
        ),
        question::<UnboundedExampleOptions>(
            "unbounded_example",
            "UnboundedExampleOptions",
            "The example of a positive accuracy without bound (Less is more, App. A.1; E16f).",
            "{}",
            |options| json!(options.unbounded_example()?.result()),
        ),
        question::<PowersOfTwoOptions>(
            "powers_of_two",
            "PowersOfTwoOptions",
            "The data set 1, 2, 4, ... on which MIP needs far less noise than DP (Proposition 11).",
            r#"{"dataset_size":36}"#,
            |options| json!(options.powers_of_two()?.result()),
        ),
        question::<PaperFigureOptions>(
            "paper_figure",
            "PaperFigureOptions",
            "A figure of one of the five papers with the paper's parameters, as series of numbers.",
            r#"{"figure":"dp_does_not_bound_1"}"#,
            |options| json!(options.paper_figure()?.result()),
        ),
        question::<MonteCarloOptions>(
            "monte_carlo",
            "MonteCarloOptions",
            "Advantage and accuracy by simulated trainings.",
            r#"{"noise_multiplier":1,"sample_rate":0.1,"num_steps":2,"samples":2000,"seed":7}"#,
            |options| json!(options.monte_carlo()?.run()),
        ),
        experiment::<GaussianGameOptions>(
            "experiment_gaussian_game",
            "GaussianGameOptions",
            "The sampled Gaussian in one dimension and the attacker by the likelihood ratio, whose advantage is the largest there \
             is (Mahloujifar et al., App. F.1).",
            r#"{"experiment":"gaussian_game","noise_multiplier":1,"sample_rate":0.1,"num_steps":30,"trials":2000,"seed":7}"#,
        ),
        experiment::<OneHotOptions>(
            "experiment_one_hot",
            "OneHotOptions",
            "Logistic regression on one-hot records with random labels, and attackers of the final and of all intermediate models \
             in four games (Mahloujifar et al., App. H and I; errata E16b, E16n).",
            r#"{"experiment":"one_hot","noise_multiplier":[0.5,1],"dimension":200,"dataset_size":20,"num_steps":5,"trainings":20,"seed":7}"#,
        ),
        experiment::<NoiseGameOptions>(
            "experiment_noise",
            "NoiseGameOptions",
            "Noise on a statistic of a random half of the records, at five scales, and the attacker who weighs all halves \
             (Izzo et al., Algorithm 1; errata E13, E16e).",
            r#"{"experiment":"noise","records":"normal","dataset_size":8,"trials":500,"seed":7}"#,
        ),
        experiment::<DependentRecordsOptions>(
            "experiment_dependent_data",
            "DependentRecordsOptions",
            "Members of one subpopulation: attacks by the loss and by shadow models exceed what is proved for independent records \
             (Humphries et al., section 5; errata E15, E16h).",
            r#"{"experiment":"dependent_data","noise_multiplier":4,"subpopulations":4,"dataset_size":40,"layers":1,"layer_width":4,"num_steps":5,"shadow_models":1,"trainings":2,"seed":7}"#,
        ),
        experiment::<BiasedSplitOptions>(
            "experiment_biased_split",
            "BiasedSplitOptions",
            "Members of one kind and non-members of another, in a table: split by a value or by clusters of each class, beside a random \
             split (Humphries et al., section 4).",
            r#"{"experiment":"biased_split","table":"age,town,sick\n0,b,0\n1,a,1\n2,a,0\n3,b,1\n4,a,0\n5,a,0\n6,b,1\n0,a,0\n1,a,1\n2,b,0\n3,a,0\n4,a,1\n5,b,0\n6,a,1\n0,a,0\n1,b,0\n2,a,1\n3,a,0\n4,b,1\n5,a,0\n6,a,0\n0,b,1\n1,a,0\n2,a,1\n3,b,0\n4,a,0\n5,a,1\n6,b,0\n0,a,1\n1,a,0\n2,b,0\n3,a,1\n4,a,0\n5,b,1\n6,a,0\n0,a,0\n1,b,1\n2,a,0\n3,a,1\n4,b,0\n","label":"sick","split_column":"town","split_value":"a","noise_multiplier":4,"layers":1,"layer_width":4,"num_steps":5,"shadow_models":1,"trainings":2,"seed":7}"#,
        ),
        experiment::<TradeOffOptions>(
            "experiment_trade_off",
            "TradeOffOptions",
            "Accuracy on new records against the certified advantage, over noise, clipping and batch, in a table (Mahloujifar et al., \
             section 6).",
            r#"{"experiment":"trade_off","table":"age,town,sick\n0,b,0\n1,a,1\n2,a,0\n3,b,1\n4,a,0\n5,a,0\n6,b,1\n0,a,0\n1,a,1\n2,b,0\n3,a,0\n4,a,1\n5,b,0\n6,a,1\n0,a,0\n1,b,0\n2,a,1\n3,a,0\n4,b,1\n5,a,0\n6,a,0\n0,b,1\n1,a,0\n2,a,1\n3,b,0\n4,a,0\n5,a,1\n6,b,0\n0,a,1\n1,a,0\n2,b,0\n3,a,1\n4,a,0\n5,b,1\n6,a,0\n0,a,0\n1,b,1\n2,a,0\n3,a,1\n4,b,0\n","label":"sick","noise_multiplier":4,"layers":1,"layer_width":4,"num_steps":5,"trainings":2,"seed":7}"#,
        ),
        experiment::<SampledOptions>(
            "experiment_sampling",
            "SamplingOptions",
            "Positive accuracy of LiRA and of attacks P and R where each record is a member with a probability (Thudi et al., \
             sections 4.2 and 4.3).",
            r#"{"experiment":"sampling","table":"age,town,sick\n0,b,0\n1,a,1\n2,a,0\n3,b,1\n4,a,0\n5,a,0\n6,b,1\n0,a,0\n1,a,1\n2,b,0\n3,a,0\n4,a,1\n5,b,0\n6,a,1\n0,a,0\n1,b,0\n2,a,1\n3,a,0\n4,b,1\n5,a,0\n6,a,0\n0,b,1\n1,a,0\n2,a,1\n3,b,0\n4,a,0\n5,a,1\n6,b,0\n0,a,1\n1,a,0\n2,b,0\n3,a,1\n4,a,0\n5,b,1\n6,a,0\n0,a,0\n1,b,1\n2,a,0\n3,a,1\n4,b,0\n","label":"sick","sampling_probability":[0.3,0.7],"noise_multiplier":4,"layers":1,"layer_width":4,"num_steps":5,"reference_models":3,"trainings":2,"seed":7}"#,
        ),
        experiment::<InstrumentedOptions>(
            "experiment_instrumented",
            "InstrumentedOptions",
            "DP-SGD that records at every step how far the value of a sensitive column moves a record's gradient (Cherubin et al., \
             Algorithm 4; erratum E16d).",
            r#"{"experiment":"instrumented","table":"age,town,sick\n0,b,0\n1,a,1\n2,a,0\n3,b,1\n4,a,0\n5,a,0\n6,b,1\n0,a,0\n1,a,1\n2,b,0\n3,a,0\n4,a,1\n5,b,0\n6,a,1\n0,a,0\n1,b,0\n2,a,1\n3,a,0\n4,b,1\n5,a,0\n6,a,0\n0,b,1\n1,a,0\n2,a,1\n3,b,0\n4,a,0\n5,a,1\n6,b,0\n0,a,1\n1,a,0\n2,b,0\n3,a,1\n4,a,0\n5,b,1\n6,a,0\n0,a,0\n1,b,1\n2,a,0\n3,a,1\n4,b,0\n","label":"sick","sensitive_column":"age","layers":1,"layer_width":4,"num_steps":5,"trainings":1,"seed":7}"#,
        ),
    ]
}

impl Question {
    /// The answer to the example, with one option changed.
    fn ask(&self, name: &str, value: &str) -> Result<Value, Error> {
        let mut options: Options = serde_json::from_str(self.example).expect("an object");
        let value = serde_json::from_str(value).expect("JSON");
        if !name.is_empty() {
            options.0.insert(name.into(), value);
        }
        (self.answer)(options)
    }
}

#[test]
fn each_default_is_what_stands_in() {
    for question in questions() {
        let plain = question.ask("", "null").expect("the example has an answer");
        for line in &question.lines {
            let options: Options = serde_json::from_str(question.example).expect("an object");
            if let Some(default) = &line.default
                && options.0.get(line.name).is_none()
            {
                let given = question.ask(line.name, default);
                let at = (question.name, line.name);
                assert_eq!(given.as_ref(), Ok(&plain), "{at:?}");
            }
        }
    }
}

#[test]
fn each_range_is_what_is_checked() {
    for question in questions() {
        for line in &question.lines {
            // What a quantity needs is looked at with that quantity only.
            let Some(range) = line.range.filter(|_| line.part != Some("QuantityOptions")) else {
                continue;
            };
            // The example sweeps it or solves for it.
            if question.example.contains(&format!(":\"{}\"", line.name)) {
                continue;
            }
            let inside = if range.min_allowed {
                range.min
            } else {
                range.min + 1e-9 * (range.max - range.min)
            };
            // Each of these answers takes a quarter of a second: they are for `npm run test:all`.
            let is_long = ["attributes", "audit", "audit_plan"].contains(&question.name);
            if !is_long || std::env::var_os("TEST_ALL").is_some() {
                let inside = question.ask(line.name, &inside.to_string());
                assert!(
                    !matches!(&inside, Err(Error::OutOfRange { parameter, .. }) if *parameter == line.name),
                    "{}: {} refuses the end of its range: {inside:?}",
                    question.name,
                    line.name
                );
            }
            for outside in [range.min - 1.0, range.max * 1.5] {
                assert!(
                    question.ask(line.name, &outside.to_string()).is_err(),
                    "{}: {} may be {outside}",
                    question.name,
                    line.name
                );
            }
        }
    }
}
