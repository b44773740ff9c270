//! By closed forms, and by the rates that the curve is read at.

use super::distance::{ROUNDING, distance};
use crate::curve::PrivacyCurve;
use crate::curve::tests::Random;
use crate::mechanism::{Demand, SampledGaussian};
use crate::numerics::normal::{cdf, density, quantile};
use crate::numerics::{Interval, legendre};
use serde_json::Value;

const RANGE: (f64, f64) = (1e-6, 1.0 - 1e-6);

fn curve(noise: f64, rate: f64, steps: f64) -> PrivacyCurve {
    let run = SampledGaussian::new(noise, rate, steps).unwrap();
    let demand = Demand {
        fpr: vec![RANGE.0, RANGE.1],
        ..Demand::default()
    };
    PrivacyCurve::new(&run, &demand)
}

fn found(noise: f64, rate: f64, steps: f64) -> Interval {
    curve(noise, rate, steps).gdp_mu(RANGE.0, RANGE.1)
}

#[test]
fn distances_meet_the_law() {
    for rate in [1e-12, 1e-6, 0.01, 0.4] {
        for mu in [1e-9, 1e-4, 3e-3, 0.5, 2.0] {
            // `Phi(x + mu) - Phi(x)` by the rule of Gauss and Legendre.
            let x = quantile(rate);
            let rule: [(f64, f64); 20] = legendre();
            let more =
                |&(u, weight): &(f64, f64)| 0.5 * mu * weight * density(x + 0.5 * mu * (1.0 + u));
            let more: f64 = rule.iter().map(more).sum();
            let relative = distance(rate, more) / mu - 1.0;
            assert!(relative.abs() < 0.5 * ROUNDING, "{rate}, {mu}: {relative}");
        }
    }
    assert_eq!(distance(0.5, 0.5), f64::INFINITY);
    assert_eq!(distance(0.0, 0.5), f64::INFINITY);
    assert_eq!(distance(0.3, 0.0), 0.0);
}

/// Without sampling every rate has the same distance; one step has its largest at the least rate, as the profile of a Gaussian is concave.
#[test]
fn closed_forms_are_met() {
    for (noise, steps) in [(1.0_f64, 1.0_f64), (30.0, 9.0), (9e3, 4.0), (0.9, 7.0)] {
        let (mu, found) = (steps.sqrt() / noise, found(noise, 1.0, steps));
        assert!(
            found.lower <= mu * (1.0 + 1e-14) && mu <= found.upper * (1.0 + 1e-14),
            "{noise}, {steps}: {found:?}"
        );
        assert!(
            found.width() <= 4.0 * ROUNDING * mu,
            "{noise}, {steps}: {found:?}"
        );
    }
    let mut random = Random::new(1);
    for _ in 0..60 {
        let noise = random.log_uniform(0.2, 1e3);
        let rate = random.log_uniform(1e-6, 1.0);
        let z = quantile(RANGE.0);
        let shifted = cdf(z + 1.0 / noise) - RANGE.0;
        let mu = distance(RANGE.0, rate * shifted);
        let found = found(noise, rate, 1.0);
        // The shifted law is a difference here.
        let rounding = 1e-15 * RANGE.0 * rate / density(z);
        assert!(
            found.lower <= mu * (1.0 + 1e-9) + rounding
                && mu - rounding <= found.upper * (1.0 + 1e-9),
            "{noise}, {rate}: {found:?} {mu}"
        );
        assert!(
            found.width() <= 1e-4 * mu + 1e-9,
            "{noise}, {rate}: {found:?}"
        );
    }
}

/// Two steps by an integral over the first one (`golden/gdp_mu.py`).
#[test]
fn two_steps_meet_integrals() {
    let rows = include_str!("../../../tests/golden/gdp_mu.json");
    let rows: Vec<Value> = serde_json::from_str(rows).unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap();
        let digits = row["largest"].as_str().unwrap();
        let largest: f64 = digits.parse().unwrap();
        let (noise, rate) = (number("noise_multiplier"), number("sample_rate"));
        let found = found(noise, rate, number("num_steps"));
        assert!(
            found.lower <= largest && largest <= found.upper,
            "{noise}, {rate}: {found:?} {largest}"
        );
        assert!(
            found.width() <= 1e-6 * found.upper,
            "{noise}, {rate}: {found:?}"
        );
    }
}

/// Runs of many steps: no rate has a larger distance, and some rate nearly has it.
#[test]
fn rates_keep_below_and_come_near() {
    for (noise, rate, steps, most) in [
        (1.0, 0.01, 1000.0, 1e-6),
        (0.5, 0.002, 1e4, 1e-6),
        (20.0, 0.1, 3000.0, 1e-6),
        (1528.0, 0.194, 27931.0, 1e-6),
        (4.054, 0.05092, 48016.0, 1e-6),
        (0.8, 1e-3, 100.0, 1e-6),
        (0.1049, 8.757e-9, 170_949.0, 1e-6),
        (0.02404, 0.1416, 39.0, 1e-6),
        (5.0, 0.3, 4.0, 1e-6),
        (1.5, 1e-4, 2.0, 1e-4),
    ] {
        let curve = curve(noise, rate, steps);
        let found = curve.gdp_mu(RANGE.0, RANGE.1);
        assert!(
            found.width() <= most * found.upper,
            "{noise}, {rate}, {steps}: {found:?}"
        );
        let mut largest = 0.0_f64;
        for k in 0..200 {
            let share = f64::from(k) / 199.0;
            let fpr = cdf(quantile(RANGE.0) * (1.0 - 2.0 * share)).clamp(RANGE.0, RANGE.1);
            let tpr = curve.tpr(fpr);
            let least = distance(fpr, tpr.lower - fpr);
            assert!(
                least <= found.upper,
                "{noise}, {rate}, {steps} at {fpr}: {least} {found:?}"
            );
            if fpr < 0.5 {
                largest = largest.max(distance(fpr, tpr.upper - fpr));
            }
        }
        assert!(
            largest >= found.lower * (1.0 - 1e-4),
            "{noise}, {rate}, {steps}: {largest} {found:?}"
        );
    }
}

/// A part of the range has no larger distance.
#[test]
fn ranges_are_monotone() {
    let curve = curve(0.7, 0.02, 300.0);
    let whole = curve.gdp_mu(RANGE.0, RANGE.1);
    let mut last = whole;
    for (low, high) in [(1e-5, 0.99999), (1e-3, 0.9), (0.1, 0.6), (0.3, 0.31)] {
        let part = curve.gdp_mu(low, high);
        assert!(
            part.lower <= last.upper && part.width() < 1e-6 * part.upper,
            "{low}, {high}: {part:?} {last:?}"
        );
        last = part;
    }
}
