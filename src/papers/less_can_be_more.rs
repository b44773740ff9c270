//! Thudi et al., "From Differential Privacy to Bounds on Membership Inference: Less can be More".

use super::grid::{even, logarithmic};
use super::plan::{Plan, Point, names, point};
use super::result::FigureAxis;
use super::theorems;
use crate::figure::{Error, Figure};
use crate::guarantee::{Guarantee, GuaranteeOptions, UnboundedExampleOptions};
use crate::numerics::{Interval, probability_up};

fn pure(epsilon: f64) -> GuaranteeOptions {
    GuaranteeOptions::new(Guarantee::PureDp { epsilon })
}

/// Epsilons of Figure 1; the text names none.
const EPSILONS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

fn sampled(epsilon: f64, probability: f64) -> Result<Option<Figure>, Error> {
    let options = GuaranteeOptions {
        sampling_probability: Some(probability),
        ..pure(epsilon)
    };
    Ok(options.result()?.positive_accuracy)
}

/// Figure 1: positive accuracy against the probability of being sampled.
pub(super) fn positive_accuracy() -> Plan {
    let at = |probability: f64| -> Result<Point, Error> {
        let figures = EPSILONS
            .iter()
            .map(|&epsilon| sampled(epsilon, probability));
        Ok(point(probability, figures.collect::<Result<_, _>>()?))
    };
    Plan {
        parameters: "pure epsilon-DP with epsilon 0.5, 1, 2, 4 and 8",
        horizontal: FigureAxis::linear("P_x(1), probability of being sampled"),
        vertical: FigureAxis::linear("positive accuracy"),
        names: EPSILONS
            .iter()
            .map(|epsilon| format!("epsilon {epsilon} (Theorem 3.3)"))
            .collect(),
        grid: even(0.01, 0.99, 50),
        at: Box::new(at),
    }
}

/// Figure 2: what a smaller epsilon and a smaller probability do to the bound.
pub(super) fn two_samplings() -> Plan {
    let at = |t: f64| -> Result<Point, Error> {
        let figure = |value: f64| {
            let value = Interval::around(value, 8.0 * f64::EPSILON * value);
            Some(Figure::exact(
                value,
                "closed_form",
                theorems::ODDS_OF_ABSENCE,
            ))
        };
        Ok(point(t, vec![figure(libm::exp(-t)), figure((1.0 - t) / t)]))
    };
    Plan {
        parameters: "delta 0; t stands for epsilon in one factor and for P_x(1) in the other",
        horizontal: FigureAxis::linear("t"),
        vertical: FigureAxis::logarithmic("factor of the odds of absence"),
        names: names(&[
            "e^-t, of a smaller epsilon",
            "(1 - t)/t, of a smaller probability of being sampled",
        ]),
        grid: even(0.02, 0.98, 49),
        at: Box::new(at),
    }
}

/// Figure 7: deletions that may be left undone.
pub(super) fn deletions() -> Plan {
    const RECORDS: f64 = 10_000.0;
    let at = |size: f64| -> Result<Point, Error> {
        let options = GuaranteeOptions {
            sampling_probability: Some(size / RECORDS),
            dataset_size: Some(RECORDS),
            target_absence: Some(0.8),
            ..pure(1.0)
        };
        let found = options.result()?.unlearning;
        let capacity = found.as_ref().and_then(|found| found.capacity.clone());
        let printed = found.and_then(|found| found.printed_capacity);
        let printed = printed.map(|value| {
            Figure::approximation(value, "printed", theorems::PRINTED_CAPACITY).with_erratum("E10")
        });
        let linear = Figure::approximation(size, "closed_form", theorems::LINEAR_CAPACITY);
        Ok(point(size, vec![capacity, printed, Some(linear)]))
    };
    Plan {
        parameters: "10,000 records that are sampled from, pure DP with epsilon 1, every deleted record absent with probability 0.8",
        horizontal: FigureAxis::logarithmic("expected size of the training set (records)"),
        vertical: FigureAxis::logarithmic("deletions"),
        names: names(&[
            "deletion capacity (Corollary 5.2, corrected)",
            "deletion capacity as printed",
            "linear growth (Sekhari et al.), constant 1",
        ]),
        grid: logarithmic(10.0, 7943.28, 30),
        at: Box::new(at),
    }
}

/// Noise of Appendix A.1, where a threshold makes the positive accuracy as large as one likes.
const EXAMPLE_NOISE: f64 = 4.0412;
const EXAMPLE: &str = "one step of full batch with noise 4.0412 at clipping norm 1, for epsilon 1 and delta 1e-5 in print; P_x(1) = 1/2";

fn thresholds() -> Vec<f64> {
    even(-32.0, 8.0, 41)
}

/// Figure 8a: positive accuracy against the threshold.
pub(super) fn threshold_positive_accuracy() -> Plan {
    let at = |threshold: f64| -> Result<Point, Error> {
        let found = UnboundedExampleOptions {
            noise_multiplier: Some(EXAMPLE_NOISE),
            thresholds: Some(vec![threshold]),
            ..UnboundedExampleOptions::default()
        }
        .result()?;
        let value = Interval::around(found.positive_accuracy[0], 1e-12);
        let exact = Figure::exact(value, "closed_form", theorems::EXAMPLE_POSITIVE);
        let bound = Figure::upper(
            probability_up(found.bound[0]),
            "guarantee",
            theorems::EXAMPLE_BOUND,
        );
        Ok(point(
            threshold,
            vec![Some(exact), Some(bound.with_erratum("E9"))],
        ))
    };
    Plan {
        parameters: EXAMPLE,
        horizontal: FigureAxis::linear("threshold on the final weight, less its start"),
        vertical: FigureAxis::linear("positive accuracy"),
        names: names(&[
            "positive accuracy of the attack",
            "bound at its attack rate (Theorem 3.3, joint)",
        ]),
        grid: thresholds(),
        at: Box::new(at),
    }
}

/// Figure 8b: accuracy against the threshold.
pub(super) fn threshold_accuracy() -> Plan {
    let at = |threshold: f64| -> Result<Point, Error> {
        let found = UnboundedExampleOptions {
            noise_multiplier: Some(EXAMPLE_NOISE),
            thresholds: Some(vec![threshold]),
            ..UnboundedExampleOptions::default()
        }
        .result()?;
        let value = Interval::around(found.accuracy[0], 1e-14);
        let exact = Figure::exact(value, "closed_form", theorems::EXAMPLE_ACCURACY);
        let guarantee = Guarantee::ApproximateDp {
            epsilon: found.epsilon,
            delta: found.delta.upper.unwrap_or(1.0),
        };
        let bound = GuaranteeOptions::new(guarantee).result()?.accuracy;
        Ok(point(threshold, vec![Some(exact), Some(bound)]))
    };
    Plan {
        vertical: FigureAxis::linear("accuracy"),
        names: names(&[
            "accuracy of the attack",
            "bound from epsilon 1 and its exact delta",
        ]),
        at: Box::new(at),
        ..threshold_positive_accuracy()
    }
}

/// Figure 9: bounds of the accuracy.
pub(super) fn accuracies() -> Plan {
    let at = |epsilon: f64| -> Result<Point, Error> {
        let options = GuaranteeOptions {
            sampling_probability: Some(0.5),
            ..pure(epsilon)
        };
        let found = options.result()?;
        // The accuracy at an even prior; halves are exact.
        let accuracy = |advantage: Option<Figure>| {
            advantage.map(|advantage| {
                let value = probability_up(0.5 + 0.5 * advantage.estimate);
                Figure {
                    estimate: value,
                    upper: Some(value),
                    ..advantage
                }
            })
        };
        let figures = vec![
            found.positive_accuracy,
            accuracy(found.advantage.humphries),
            accuracy(found.advantage.erlingsson),
            found.sablayrolles,
        ];
        Ok(point(epsilon, figures))
    };
    Plan {
        parameters: "pure epsilon-DP, P_x(1) = 1/2",
        horizontal: FigureAxis::linear("epsilon"),
        vertical: FigureAxis::linear("accuracy"),
        names: names(&[
            "Thudi et al., Theorem 3.3",
            "Humphries et al.",
            "Erlingsson et al.",
            "Sablayrolles et al.",
        ]),
        grid: even(0.0, 5.0, 51),
        at: Box::new(at),
    }
}

/// Epsilons of Figure 10; the text names none.
const COMPARED: [f64; 2] = [0.5, 1.0];

/// Figure 10: positive accuracy against the probability of being sampled, by two bounds.
pub(super) fn biased_accuracies() -> Plan {
    let at = |probability: f64| -> Result<Point, Error> {
        let mut figures = Vec::new();
        for epsilon in COMPARED {
            let options = GuaranteeOptions {
                prior: Some(probability),
                sampling_probability: Some(probability),
                ..pure(epsilon)
            };
            let found = options.result()?;
            figures.extend([found.positive_accuracy, found.sablayrolles]);
        }
        Ok(point(probability, figures))
    };
    Plan {
        parameters: "pure epsilon-DP with epsilon 0.5 and 1",
        horizontal: FigureAxis::linear("P_x(1), probability of being sampled"),
        vertical: FigureAxis::linear("positive accuracy"),
        names: COMPARED
            .iter()
            .flat_map(|epsilon| {
                [
                    format!("Thudi et al., Theorem 3.3, epsilon {epsilon}"),
                    format!("Sablayrolles et al., epsilon {epsilon}"),
                ]
            })
            .collect(),
        grid: even(0.01, 0.99, 50),
        at: Box::new(at),
    }
}
