//! Mahloujifar et al., "Optimal Membership Inference Bounds for Adaptive Composition of Sampled Gaussian Mechanisms".

use super::final_model::FinalModel;
use super::grid::{even, logarithmic};
use super::plan::{Plan, Point, names, point};
use super::result::FigureAxis;
use crate::curve::pinsker;
use crate::figure::{Error, Figure};
use crate::guarantee::{Guarantee, GuaranteeOptions, HUMPHRIES, humphries};
use crate::mechanism::{RunOptions, SampledGaussian, steps_of};
use crate::training::{
    Overlay, PINSKER, Quantity, SolveFor, SweepOptions, TrainingOptions, TrainingResult,
};

/// The text names none.
const DELTA: f64 = 1e-5;
/// Rates of false positives in the lower half of Figure 1; the text names none.
const RATES: [f64; 2] = [0.001, 0.01];

fn training(noise_multiplier: f64, sample_rate: f64, epochs: f64) -> Result<TrainingResult, Error> {
    TrainingOptions {
        run: RunOptions {
            noise_multiplier: Some(noise_multiplier),
            sample_rate: Some(sample_rate),
            epochs: Some(epochs),
            ..RunOptions::default()
        },
        target_delta: Some(DELTA),
        fpr: Some(RATES.to_vec()),
        ..TrainingOptions::default()
    }
    .result()
}

/// Noise multipliers at which epsilon runs from about 0.1 to about 10, downward.
fn noises(sample_rate: f64) -> Vec<f64> {
    if sample_rate == 1.0 {
        logarithmic(240.0, 3.0, 40)
    } else {
        logarithmic(20.0, 0.55, 40)
    }
}

/// Advantage against epsilon, 1a and 1b.
pub(super) fn advantage(sample_rate: f64) -> Plan {
    Plan {
        parameters: if sample_rate == 1.0 {
            "50 steps without sampling, one record added or removed, delta 1e-5; the noise multiplier runs from 240 down to 3"
        } else {
            "sample rate 0.01, 50 epochs (5,000 steps), one record added or removed, delta 1e-5; the noise multiplier runs from 20 down to 0.55"
        },
        horizontal: FigureAxis::logarithmic("epsilon at delta 1e-5"),
        vertical: FigureAxis::linear("advantage"),
        names: names(&[
            "exact (Mahloujifar et al., Theorem 6)",
            "from epsilon: Humphries et al.",
            "from epsilon: Erlingsson et al.",
            "from epsilon: Yeom et al.",
        ]),
        grid: noises(sample_rate),
        at: Box::new(move |noise| {
            let result = training(noise, sample_rate, 50.0)?;
            let x = epsilon(&result)?.estimate;
            let figures = [
                Some(result.advantage),
                result.humphries,
                result.erlingsson,
                result.yeom,
            ];
            Ok(point(x, figures.into()))
        }),
    }
}

fn epsilon(result: &TrainingResult) -> Result<&Figure, Error> {
    let found = result.epsilon.as_ref().map(|found| &found.epsilon);
    found.ok_or(Error::Missing {
        parameter: "epsilon",
        needed: "an epsilon at this delta",
    })
}

/// True positives against epsilon, 1c and 1d.
pub(super) fn true_positives(sample_rate: f64) -> Plan {
    let at = move |noise| -> Result<Point, Error> {
        let result = training(noise, sample_rate, 50.0)?;
        let epsilon = epsilon(&result)?;
        let guarantee = Guarantee::ApproximateDp {
            epsilon: epsilon.upper.unwrap_or(epsilon.estimate),
            delta: DELTA,
        };
        let from_epsilon = GuaranteeOptions {
            fpr: Some(RATES.to_vec()),
            ..GuaranteeOptions::new(guarantee)
        }
        .result()?
        .tpr;
        let x = epsilon.estimate;
        let mut figures = Vec::new();
        for (exact, bound) in result.tpr.into_iter().zip(from_epsilon) {
            figures.extend([Some(exact.tpr), Some(bound.tpr)]);
        }
        Ok(point(x, figures))
    };
    Plan {
        vertical: FigureAxis::logarithmic("rate of true positives"),
        names: names(&[
            "exact at FPR 0.1% (Corollary 11)",
            "from epsilon and delta at FPR 0.1%",
            "exact at FPR 1% (Corollary 11)",
            "from epsilon and delta at FPR 1%",
        ]),
        at: Box::new(at),
        ..advantage(sample_rate)
    }
}

/// Above this rate, epsilon is above 22 at noise multiplier 0.5 and the bound that follows from it 1 to nine digits: that takes no
/// epsilon.
const VACUOUS_RATE: f64 = 0.1;

/// Advantage against the sample rate, 3a to 3c.
pub(super) fn sampling(noise: f64) -> Plan {
    Plan {
        parameters: match noise {
            0.5 => {
                "noise multiplier 0.5, 5 epochs (5 / sample rate steps, rounded up), one record added or removed, delta 1e-5"
            }
            1.0 => {
                "noise multiplier 1, 5 epochs (5 / sample rate steps, rounded up), one record added or removed, delta 1e-5"
            }
            _ => {
                "noise multiplier 2, 5 epochs (5 / sample rate steps, rounded up), one record added or removed, delta 1e-5"
            }
        },
        horizontal: FigureAxis::linear("sample rate"),
        vertical: FigureAxis::linear("advantage"),
        names: names(&[
            "exact (Mahloujifar et al., Theorem 6)",
            "Pinsker (Mahloujifar et al., Equation 5)",
            "from epsilon: Humphries et al.",
        ]),
        grid: even(0.02, 1.0, 50),
        at: Box::new(move |rate| {
            let swept = |quantity| {
                SweepOptions {
                    run: RunOptions {
                        noise_multiplier: Some(noise),
                        epochs: Some(5.0),
                        ..RunOptions::default()
                    },
                    quantity,
                    over: SolveFor::SampleRate,
                    values: Vec::new(),
                    overlay: Overlay::default(),
                }
                .figure_at(rate)
            };
            let from_epsilon = if noise == 0.5 && rate > VACUOUS_RATE {
                1.0
            } else {
                let epsilon = swept(Quantity::Epsilon {
                    target_delta: DELTA,
                })?;
                humphries(epsilon.upper.unwrap_or(f64::INFINITY), DELTA)
            };
            let run = SampledGaussian::new(noise, rate, steps_of(5.0, rate))?;
            let bound = pinsker(&run).min(1.0);
            let figures = vec![
                Some(swept(Quantity::Advantage)?),
                Some(Figure::upper(bound, "quadrature", PINSKER)),
                Some(Figure::upper(from_epsilon, "guarantee", HUMPHRIES)),
            ];
            Ok(point(rate, figures))
        }),
    }
}

/// The bound and the attack on the final model of one-hot data, 4a to 4c and 5.
pub(super) fn one_hot(dimension: f64, sample_rate: f64) -> Plan {
    let epochs = if sample_rate == 0.1 { 5.0 } else { 50.0 };
    Plan {
        parameters: if sample_rate == 0.1 {
            "1,000 records of one-hot vectors, sample rate 0.1, 5 epochs (50 steps), clipping norm 0.1, learning rate 0.001"
        } else {
            "1,000 records of one-hot vectors in 2,000 dimensions, sample rate 0.01, 50 epochs (5,000 steps), clipping norm 0.1, learning rate 0.001"
        },
        horizontal: FigureAxis::logarithmic("noise multiplier"),
        vertical: FigureAxis::linear("advantage"),
        names: names(&[
            "exact optimum (Mahloujifar et al., Theorem 6)",
            "attained by the attack on the final model",
        ]),
        grid: logarithmic(0.5, 10.0, 40),
        at: Box::new(move |noise| {
            let advantage = training(noise, sample_rate, epochs)?.advantage;
            let attack = FinalModel {
                records: 1000.0,
                dimension,
                sample_rate,
                num_steps: epochs / sample_rate,
                noise_multiplier: noise,
            };
            Ok(point(
                noise,
                vec![Some(advantage), Some(attack.advantage())],
            ))
        }),
    }
}
