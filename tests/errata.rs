//! Each corrected formula against the numbers of an independent program, and away from what is printed.
//! "000" is Mahloujifar et al., "001" Cherubin et al.

use mi_bounds::{
    Demand, Estimator, MonteCarloOptions, PrivacyCurve, RunOptions, SampledGaussian, chi_square,
    closed_form, closed_form_error_term,
};

fn curve(noise_multiplier: f64, sample_rate: f64, num_steps: f64, fpr: &[f64]) -> PrivacyCurve {
    let run = SampledGaussian::new(noise_multiplier, sample_rate, num_steps).expect("valid");
    let demand = Demand {
        fpr: fpr.to_vec(),
        epsilon: vec![2.0],
        ..Demand::default()
    };
    PrivacyCurve::new(&run, &demand)
}

fn close(value: f64, reference: f64) {
    assert!(
        (value - reference).abs() <= 6e-7,
        "{value} against {reference}"
    );
}

/// One step without sampling.
fn algorithm_1(sigma: f64, samples: f64, confidence: f64) -> MonteCarloOptions {
    MonteCarloOptions {
        run: RunOptions {
            noise_multiplier: Some(sigma),
            sample_rate: Some(1.0),
            num_steps: Some(1.0),
            ..RunOptions::default()
        },
        samples: Some(samples),
        seed: Some(1.0),
        confidence: Some(confidence),
        estimator: Some(Estimator::Algorithm1),
        ..MonteCarloOptions::default()
    }
}

/// 000 Algorithm 1: the printed clamp `max(eta, 0)` gives minus the advantage.
#[test]
fn e1_the_estimate_is_positive() {
    for (sigma, exact) in [(1.0, 0.382925), (0.7, 0.524949)] {
        let result = algorithm_1(sigma, 1e6, 0.95).run().expect("valid");
        // Six standard errors: a false alarm in 5e8.
        assert!((result.advantage.estimate - exact).abs() < 6.0 * result.standard_error);
    }
}

/// 000 Theorem 21: the generalised advantage `2 accuracy - 2 max(p, 1 - p)` with `- (1 - 2p)`, not `+`.
#[test]
fn e2_sign_of_the_prior() {
    let curve = curve(0.8, 0.3, 1.0, &[]);
    for (prior, corrected, printed) in [(0.2, 0.004507, 1.204507), (0.45, 0.087399, 0.287399)] {
        let accuracy = curve.accuracy(prior).middle();
        let generalised = 2.0 * accuracy - 2.0 * (1.0 - prior);
        close(generalised, corrected);
        assert!((generalised - printed).abs() > 0.1);
        // The corrected theorem itself: 2 (1 - p) TV_a(out, in) - |1 - 2p| with a = p/(1 - p).
        let a: f64 = prior / (1.0 - prior);
        let variation = 0.5 * (1.0 + a) - a * curve.overlap(-a.ln()).middle();
        close(
            2.0 * (1.0 - prior) * variation - (1.0 - 2.0 * prior),
            corrected,
        );
    }
}

/// 000 Definition 4: `TV_a(out, in)` and the hockey stick `H_a(out || in)` differ by `(1 - a)/2`.
#[test]
fn e3_generalised_variation_is_not_the_hockey_stick() {
    let curve = curve(0.8, 0.3, 1.0, &[]);
    let a: f64 = 1.2;
    // Weight on "in": TV_a(out, in) = (1 + a)/2 - a O(-ln a), H_a(out || in) = 1 - a O(-ln a).
    let hockey_stick = curve.reverse_hockey_stick(a.ln()).middle();
    let variation = 0.5 * (1.0 + a) - a * curve.overlap(-a.ln()).middle();
    close(variation, 0.141989);
    close(hockey_stick, 0.041989);
    close(hockey_stick, variation + 0.5 * (1.0 - a));
}

/// 000 Corollary 11: the weight belongs on the law of "in"; with it on "out" the rate at FPR 0.1 is 0.139150.
///
/// One step by mpmath from the closed form, two by integrating over the first observation. (The values that the
/// list of errata gives for this come from a coarse grid and are off by up to 9e-6.)
#[test]
fn e4_rates_are_those_of_neyman_and_pearson() {
    let fpr = [0.01, 0.1, 0.3];
    for (steps, rates) in [
        (
            1.0,
            [0.0492657558034438, 0.216224450385229, 0.43978734967337],
        ),
        (2.0, [0.06801283949536, 0.27060128981294, 0.50981156449308]),
    ] {
        let curve = curve(0.8, 0.3, steps, &fpr);
        for (tpr, reference) in curve.roc(&fpr).iter().zip(rates) {
            let distance = (tpr.lower - reference).max(reference - tpr.upper);
            assert!(distance <= 1e-11, "{steps}: {tpr:?} {reference}");
        }
    }
}

/// 000 Proposition 8: Hoeffding's half-width at 5e5 samples and confidence 99.999 %.
#[test]
fn e5_hoeffding() {
    let result = algorithm_1(1.0, 5e5, 1.0 - 1e-5).run().expect("valid");
    close(result.hoeffding_half_width, 0.003494);
}

/// 001 Corollary 7: without its error term the closed form lies below the truth; the term is vacuous where
/// trainings are; the chi-square bound is neither.
#[test]
fn e8_closed_form_and_chi_square() {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("valid");
    let truth = PrivacyCurve::new(&run, &Demand::default()).advantage();
    close(closed_form(&run), 0.125633);
    assert!(closed_form(&run) < truth.lower);
    // sqrt(0.01 * 0.99 * 1000)/2
    close(closed_form_error_term(&run), 1.573213);
    // sqrt((1 + 1e-4 (e - 1))^1000 - 1)/2
    close(chi_square(&run), 0.216481);
    assert!(chi_square(&run) > truth.upper && chi_square(&run) < 1.0);
}

/// 000 Remarks 1 and 13 compare replacement: it is another pair, and no figure here speaks of it.
#[test]
fn e16b_replacement_is_not_add_or_remove() {
    let add_remove = curve(1.0, 1.0, 1.0, &[]).advantage();
    let replacement = curve(0.5, 1.0, 1.0, &[]).advantage();
    close(add_remove.middle(), 0.382925);
    close(replacement.middle(), 0.682689);
    assert!(replacement.upper <= 2.0 * add_remove.lower);
}
