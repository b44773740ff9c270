//! Cherubin et al., "Closed-Form Bounds for DP-SGD against Record-level Inference".

use super::exchanged_step::divergence;
use super::grid::{even, logarithmic};
use super::mixture::distance_from_gaussian;
use super::plan::{Plan, Point, names, point};
use super::result::FigureAxis;
use super::theorems;
use crate::figure::{Error, Figure};
use crate::guarantee::{Guarantee, GuaranteeOptions};
use crate::mechanism::{Gaussian, NeighboringRelation, RunOptions, SampledGaussian};
use crate::numerics::{Interval, normal::inverse_erf};
use crate::training::{
    BayesSecurityOptions, BayesSecurityResult, CalibrateOptions, Quantity, SolveFor,
    TPR_FROM_SECURITY, closed_form_replaced, error_term, tpr_from_security,
};
use core::f64::consts::SQRT_2;

const METHOD: &str = "closed_form";

/// The paper's game exchanges one record.
fn exchanged() -> RunOptions {
    RunOptions {
        neighboring_relation: NeighboringRelation::ReplaceOne,
        ..RunOptions::default()
    }
}

fn run(noise_multiplier: f64, sample_rate: f64, num_steps: f64) -> RunOptions {
    RunOptions {
        noise_multiplier: Some(noise_multiplier),
        sample_rate: Some(sample_rate),
        num_steps: Some(num_steps),
        ..exchanged()
    }
}

fn security(
    noise_multiplier: f64,
    sample_rate: f64,
    num_steps: f64,
    fpr: &[f64],
) -> Result<BayesSecurityResult, Error> {
    BayesSecurityOptions {
        run: run(noise_multiplier, sample_rate, num_steps),
        fpr: Some(fpr.to_vec()),
        ..BayesSecurityOptions::default()
    }
    .result()
}

/// Noise multipliers of Figure 2.
const MIXTURES: [f64; 3] = [0.5, 1.0, 2.0];

/// Figure 2: how far the mixture is from its Gaussian.
pub(super) fn approximation() -> Plan {
    let at = |ratio: f64| -> Result<Point, Error> {
        let mut figures = Vec::new();
        for noise in MIXTURES {
            let rate = ratio * noise;
            if rate > 1.0 {
                figures.extend([None, None]);
                continue;
            }
            let bound = error_term(&SampledGaussian::new(noise, rate, 1.0)?, false);
            figures.extend([
                Some(distance_from_gaussian(rate, noise)),
                Some(Figure::upper(bound, METHOD, theorems::MIXTURE_BOUND).with_erratum("E8")),
            ]);
        }
        Ok(point(ratio, figures))
    };
    let mut names = Vec::new();
    for noise in MIXTURES {
        names.push(format!("distance, noise {noise}"));
        names.push(format!("Proposition 4, noise {noise}"));
    }
    Plan {
        parameters: "one step; noise multiplier 0.5, 1 and 2; the sample rate is the ratio times the noise multiplier",
        horizontal: FigureAxis::logarithmic("sample rate / noise multiplier"),
        vertical: FigureAxis::logarithmic("total variation"),
        names,
        grid: logarithmic(1e-4, 1.0, 41),
        at: Box::new(at),
    }
}

/// Levels of security in Figure 3; the text names the first.
const LEVELS: [f64; 3] = [0.98, 0.95, 0.9];

/// Figure 3: sample rate for a level of security.
pub(super) fn choice() -> Plan {
    const STEPS: f64 = 5000.0;
    let at = |noise: f64| -> Result<Point, Error> {
        let mut figures = Vec::new();
        for level in LEVELS {
            let rate = inverse_erf(1.0 - level) * SQRT_2 / libm::sqrt(STEPS) * noise;
            let calibrated = CalibrateOptions {
                run: RunOptions {
                    noise_multiplier: Some(noise),
                    num_steps: Some(STEPS),
                    ..exchanged()
                },
                solve_for: SolveFor::SampleRate,
                quantity: Quantity::BayesSecurity,
                target: level,
            };
            let certified = calibrated.result()?.limit.lower;
            figures.push(Some(
                Figure::approximation(rate, METHOD, theorems::PRINTED_CHOICE).with_erratum("E8"),
            ));
            figures.push(
                certified.map(|rate| Figure::lower(rate, "fourier", theorems::CERTIFIED_CHOICE)),
            );
        }
        Ok(point(noise, figures))
    };
    let mut names = Vec::new();
    for level in LEVELS {
        names.push(format!("Equation 4 as printed, security {level}"));
        names.push(format!("certified, security {level}"));
    }
    Plan {
        parameters: "5,000 steps, one record exchanged; Bayes security at least 0.98, 0.95 and 0.9",
        horizontal: FigureAxis::linear("noise multiplier"),
        vertical: FigureAxis::linear("largest sample rate"),
        names,
        grid: even(0.5, 4.0, 15),
        at: Box::new(at),
    }
}

/// Noise multipliers of Figures 4 and 10.
const NOISES: [f64; 6] = [0.5, 0.7, 1.0, 1.5, 2.0, 4.0];

/// Figures 4 and 10: the closed form less the exact advantage.
pub(super) fn closed_form_error(sample_rate: f64, parameters: &'static str) -> Plan {
    let at = move |epochs: f64| -> Result<Point, Error> {
        let error = |&noise: &f64| -> Result<Option<Figure>, Error> {
            let steps = libm::round(epochs / sample_rate);
            let found = security(noise, sample_rate, steps, &[0.1])?;
            let claimed = 1.0 - found.closed_form.approximation.approximation.estimate;
            let (Some(lower), Some(upper)) = (found.advantage.lower, found.advantage.upper) else {
                return Ok(None);
            };
            let error = Interval {
                lower: claimed - upper,
                upper: claimed - lower,
            };
            let figure = Figure::exact(error, found.advantage.method, theorems::CLOSED_FORM_ERROR);
            Ok(Some(figure.with_erratum("E8")))
        };
        let figures = NOISES.iter().map(error).collect::<Result<_, _>>()?;
        Ok(point(epochs, figures))
    };
    Plan {
        parameters,
        horizontal: FigureAxis::linear("epochs"),
        vertical: FigureAxis::linear("closed form less exact advantage"),
        names: NOISES
            .iter()
            .map(|noise| format!("noise {noise}"))
            .collect(),
        grid: vec![
            1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0,
        ],
        at: Box::new(at),
    }
}

/// Orders at which Figure 6 reads (epsilon, delta); the text names 0 alone.
const ORDERS: [f64; 4] = [0.1, 0.01, 0.001, 0.0];

/// Figure 6: the advantage that follows from (epsilon, delta), for smaller and smaller epsilon.
pub(super) fn from_epsilon() -> Plan {
    const RATE: f64 = 10.0 / 100_000.0;
    let at = |noise: f64| -> Result<Point, Error> {
        let step = SampledGaussian::new(noise, RATE, 1.0)?;
        let mut figures = Vec::new();
        for epsilon in ORDERS {
            let guarantee = Guarantee::ApproximateDp {
                epsilon,
                delta: divergence(&step, epsilon).upper.clamp(0.0, 1.0),
            };
            figures.push(
                GuaranteeOptions::new(guarantee)
                    .result()?
                    .advantage
                    .humphries,
            );
        }
        let closed = closed_form_replaced(&step);
        figures.extend([
            Some(
                Figure::approximation(closed, METHOD, theorems::CLOSED_FORM_ADVANTAGE)
                    .with_erratum("E8"),
            ),
            Some(Figure::exact(
                divergence(&step, 0.0),
                METHOD,
                theorems::EXCHANGED_STEP,
            )),
        ]);
        Ok(point(noise, figures))
    };
    let mut names: Vec<String> = ORDERS
        .iter()
        .map(|order| format!("Humphries et al. at epsilon {order}"))
        .collect();
    names.push("closed form (Corollary 7)".into());
    names.push("exact".into());
    Plan {
        parameters: "100,000 records, batches of 10 (sample rate 0.0001), one step, one record exchanged",
        horizontal: FigureAxis::linear("noise multiplier"),
        vertical: FigureAxis::logarithmic("advantage"),
        names,
        grid: even(0.4, 4.0, 37),
        at: Box::new(at),
    }
}

/// Figure 7: rates of true positives.
pub(super) fn true_positives() -> Plan {
    const NOISE: f64 = 2.0;
    const RATE: f64 = 1e-4;
    const STEPS: f64 = 500_000.0;
    let at = |fpr: f64| -> Result<Point, Error> {
        let found = security(NOISE, RATE, STEPS, &[fpr])?;
        let gaussian = Gaussian {
            mu: 2.0 * RATE * libm::sqrt(STEPS) / NOISE,
        };
        let printed = Figure::approximation(
            gaussian.tpr(fpr).middle(),
            METHOD,
            theorems::GAUSSIAN_TRADE_OFF,
        );
        let figures = found.tpr.into_iter().flat_map(|tpr| {
            [
                Some(tpr.closed_form),
                Some(printed.clone().with_erratum("E8")),
                Some(tpr.from_security),
                Some(tpr.exact),
            ]
        });
        Ok(point(fpr, figures.collect()))
    };
    Plan {
        parameters: "10,000 records, sample rate 0.0001, 50 epochs (500,000 steps), noise multiplier 2, one record exchanged",
        horizontal: FigureAxis::linear("rate of false positives"),
        vertical: FigureAxis::linear("rate of true positives"),
        names: names(&[
            "Proposition 9 by the closed form, as printed",
            "f-DP of the Gaussian, as printed",
            "Proposition 9 by the exact security",
            "exact",
        ]),
        grid: [0.001, 0.01]
            .into_iter()
            .chain(even(0.025, 1.0, 40))
            .collect(),
        at: Box::new(at),
    }
}

/// The table of Section 6.2: task, Bayes security, and the printed success rate and rate of true positives.
const RESULTS: [(f64, f64, f64); 4] = [
    (0.87, 0.57, 0.23),
    (0.88, 0.56, 0.2),
    (0.93, 0.53, 0.16),
    (0.99, 0.51, 0.11),
];

/// The table of Section 6.2, from its first column.
pub(super) fn results() -> Plan {
    let at = |level: f64| -> Result<Point, Error> {
        let printed = RESULTS.iter().find(|row| row.0 == level);
        let as_printed = |value: f64, erratum: Option<&'static str>| {
            let figure = Figure::approximation(value, "printed", theorems::PRINTED_RESULTS);
            match erratum {
                Some(erratum) => figure.with_erratum(erratum),
                None => figure,
            }
        };
        let success = Interval::around(1.0 - 0.5 * level, 1e-15);
        let figures = vec![
            Some(Figure::exact(success, METHOD, theorems::BEST_GUESS)),
            printed.map(|row| as_printed(row.1, None)),
            Some(
                Figure::upper(tpr_from_security(level, 0.1), METHOD, TPR_FROM_SECURITY)
                    .with_erratum("E6"),
            ),
            printed.map(|row| as_printed(row.2, Some("E7"))),
        ];
        Ok(point(level, figures))
    };
    Plan {
        parameters: "Bayes security 0.87 (Purchase, membership), 0.88 (Adult, membership), 0.93 (Adult, attribute) and 0.99 (Purchase, attribute), as printed; FPR 10%; even prior",
        horizontal: FigureAxis::linear("Bayes security"),
        vertical: FigureAxis::linear("rate"),
        names: names(&[
            "success of the best guess",
            "success as printed",
            "true positives at FPR 10%",
            "true positives as printed",
        ]),
        grid: RESULTS.iter().map(|row| row.0).collect(),
        at: Box::new(at),
    }
}
