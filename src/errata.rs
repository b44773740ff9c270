//! The errata whose counterexample is a number, with the numbers computed anew.
//!
//! It may import every room that computes, as each entry asks the room whose statement it corrects; the boundary alone
//! imports it.

use crate::curve::{PrivacyCurve, closed_form};
use crate::guarantee::{
    Guarantee, deletion_capacity, group_delta, group_variation, humphries, positive_accuracy,
    printed_deletion_capacity, record_delta, subpopulation_cap,
};
use crate::mechanism::{Demand, Gaussian, SampledGaussian};
use crate::numerics::normal;
use crate::output_noise::{NoiseLaw, printed_scale, scale_from_moment, tpr_from_eta};
use crate::training::{AttributesOptions, error_term, noise_from_security, tpr_from_security};
use serde::Serialize;

/// One entry with its counterexample.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Erratum {
    /// Its name, e.g. "E9".
    pub id: &'static str,
    /// Paper and place.
    pub place: &'static str,
    /// The printed form.
    pub printed: &'static str,
    /// The corrected form.
    pub corrected: &'static str,
    /// The setting of the counterexample, in words.
    pub example: &'static str,
    /// What the printed form gives.
    pub printed_value: Option<f64>,
    /// What is true, or what the corrected form gives.
    pub corrected_value: f64,
}

fn curve(noise_multiplier: f64, sample_rate: f64, num_steps: f64) -> PrivacyCurve {
    let run = SampledGaussian::new(noise_multiplier, sample_rate, num_steps).expect("in range");
    PrivacyCurve::new(&run, &Demand::default())
}

/// Every erratum with a counterexample that is a number, in their order.
///
/// ```
/// let nine = mi_bounds::errata().into_iter().find(|e| e.id == "E9").expect("E9");
/// assert!((nine.corrected_value - 0.644405).abs() < 1e-6);
/// assert!((nine.printed_value.expect("a number") - 0.247831).abs() < 1e-6);
/// ```
#[must_use]
pub fn errata() -> Vec<Erratum> {
    let mut list = sampled_gaussian();
    list.extend(bayes_security());
    list.extend(less_can_be_more());
    list.extend(membership_privacy());
    list.extend(dependent());
    list.extend(further());
    list
}

fn sampled_gaussian() -> Vec<Erratum> {
    let one = curve(0.8, 0.3, 1.0);
    let unsampled = curve(1.0, 1.0, 1.0).advantage().middle();
    let prior = 0.45;
    let generalised = one.generalised_advantage(prior).middle();
    let a: f64 = 1.2;
    vec![
        Erratum {
            id: "E1",
            place: "Mahloujifar et al., Algorithm 1, lines 9 and 10",
            printed: "mean of 1 - e^max(eta, 0)",
            corrected: "mean of 1 - e^min(eta, 0)",
            example: "noise multiplier 1, one step, no sampling: the printed mean is minus the advantage",
            printed_value: Some(-unsampled),
            corrected_value: unsampled,
        },
        Erratum {
            id: "E2",
            place: "Mahloujifar et al., Equation 26 and Theorem 21",
            printed: "2 (1 - p) TV_a + (1 - 2p)",
            corrected: "2 (1 - p) TV_a - |1 - 2p|, a = p/(1 - p) on the law of \"in\"",
            example: "noise multiplier 0.8, sample rate 0.3, one step, prior 0.45",
            printed_value: Some(generalised + 2.0 * (1.0 - 2.0 * prior)),
            corrected_value: generalised,
        },
        Erratum {
            id: "E3",
            place: "Mahloujifar et al., Definition 4",
            printed: "TV_a is the hockey-stick divergence",
            corrected: "H_a = TV_a + (1 - a)/2",
            example: "noise multiplier 0.8, sample rate 0.3, one step, a = 1.2",
            printed_value: Some(one.total_variation_at(libm::log(a)).middle()),
            corrected_value: one.reverse_hockey_stick(libm::log(a)).middle(),
        },
        Erratum {
            id: "E5",
            place: "Mahloujifar et al., Proposition 8",
            printed: "Pr[|error| >= d] <= e^(-m d^2/3)",
            corrected: "2 e^(-2 m d^2)",
            example: "a fair coin, one sample, d = 1/2: the error is always 1/2",
            printed_value: Some(libm::exp(-1.0 / 12.0)),
            corrected_value: 1.0,
        },
    ]
}

fn bayes_security() -> Vec<Erratum> {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("in range");
    let rate = 256.0 / 32_561.0;
    vec![
        Erratum {
            id: "E6",
            place: "Cherubin et al., Proposition 9",
            printed: "a cap of its own for priors above 1/2",
            corrected: "TPR <= 1 + FPR - security at every prior",
            example: "security 0.9, FPR 0.1, prior 0.8",
            printed_value: Some(0.8),
            corrected_value: tpr_from_security(0.9, 0.1),
        },
        Erratum {
            id: "E7",
            place: "Cherubin et al., Section 6 against Equation 4",
            printed: "noise 3.51 on Adult",
            corrected: "sqrt(20 L/N)/(sqrt2 erfinv(0.1))",
            example: "L = 256, N = 32,561, 20 epochs, security 0.9",
            printed_value: Some(3.51),
            corrected_value: noise_from_security(0.9, rate, 20.0 / rate, true),
        },
        Erratum {
            id: "E8",
            place: "Cherubin et al., Proposition 4, Theorem 6 and Corollary 7",
            printed: "the closed form as a bound, with an error that can be neglected",
            corrected: "an approximation; its explicit error term is sqrt(q (1 - q) T)/(2 sigma)",
            example: "noise multiplier 1, sample rate 0.01, 1000 steps, add or remove one: closed form against the truth",
            printed_value: Some(closed_form(&run)),
            corrected_value: curve(1.0, 0.01, 1000.0).advantage().middle(),
        },
        Erratum {
            id: "E8",
            place: "Cherubin et al., Theorem 6",
            printed: "the error can be made negligible",
            corrected: "sqrt(q (1 - q) T)/sigma for exchange: says nothing from 1 on",
            example: "sample rate 0.0001, 50 epochs, noise multiplier 2 (the setting of Figure 7)",
            printed_value: None,
            corrected_value: error_term(
                &SampledGaussian::new(2.0, 1e-4, 500_000.0).expect("in range"),
                true,
            ),
        },
    ]
}

fn less_can_be_more() -> Vec<Erratum> {
    let (epsilon, delta, p1, rate) = (1.0, 0.05, 0.1, 0.06);
    let weight = libm::exp(-epsilon) * (1.0 - p1);
    let guarantee = Guarantee::ApproximateDp { epsilon, delta };
    vec![
        Erratum {
            id: "E9",
            place: "Thudi et al., Theorem 3.3",
            printed: "[1 + e^-eps P0/P1 - delta e^-eps P0/P(S|x)]^-1",
            corrected: "the same with the joint probability P(S and x in D) = P1 P(S | x in D)",
            example: "epsilon 1, delta 0.05, P1 = 0.1, P(S | x in D) = 0.06: attained by a two-valued mechanism",
            printed_value: Some(1.0 / (1.0 + weight / p1 - delta * weight / rate)),
            corrected_value: positive_accuracy(&guarantee, p1, Some(rate)),
        },
        Erratum {
            id: "E10",
            place: "Thudi et al., Corollary 5.2",
            printed: "L = (1 + e^-eps P1/P0)^-1, m >= ln B/ln L",
            corrected: "L = (1 + e^eps P1/P0)^-1, m <= ln B/ln L, delta = 0 only",
            example: "N = 10,000, expected size 100, epsilon 1, B = 0.8: deletions that may be left undone",
            printed_value: Some(printed_deletion_capacity(1.0, 0.01, 0.8)),
            corrected_value: deletion_capacity(1.0, 0.01, 0.8),
        },
    ]
}

fn membership_privacy() -> Vec<Erratum> {
    vec![
        Erratum {
            id: "E11",
            place: "Izzo et al., Theorem 8",
            printed: "TPR <= FPR + eta",
            corrected: "TPR <= FPR + 2 eta at k = n/2",
            example: "a membership bit flipped with probability 0.4: eta = 0.1, TPR = 0.6 at FPR = 0.4",
            printed_value: Some(0.5),
            corrected_value: tpr_from_eta(0.1, 0.4, 0.5),
        },
        Erratum {
            id: "E12",
            place: "Izzo et al., Corollary 10 and the tail of Theorem 9",
            printed: "P(||X|| > t) = e^(-t/s), radius |Laplace(s)|",
            corrected: "radius Gamma(d, s)",
            example: "P(||X|| > 5 s) in two dimensions",
            printed_value: Some(libm::exp(-5.0)),
            corrected_value: 6.0 * libm::exp(-5.0),
        },
        Erratum {
            id: "E13",
            place: "Izzo et al., Theorem 9 and Corollary 10",
            printed: "scale (6.16/eta)^(1 + 2/M) sigma",
            corrected: "scale sigma_1/artanh(2 eta), and sharper for Laplace and Gaussian noise",
            example: "eta = 0.1, sigma = 1, M = 2: valid as printed, but larger than needed",
            printed_value: Some(printed_scale(6.16, 1.0, 0.1, 2.0)),
            corrected_value: scale_from_moment(NoiseLaw::ExponentialNorm, 1.0, 0.1, 0.5),
        },
    ]
}

fn dependent() -> Vec<Erratum> {
    vec![
        Erratum {
            id: "E14",
            place: "Humphries et al., Section 5.2",
            printed: "(epsilon/n, delta/n) for each record gives (epsilon, delta) for all",
            corrected: "(epsilon/n, delta (e^(epsilon/n) - 1)/(e^epsilon - 1))",
            example: "n = 1000, epsilon 1, delta 1e-5: delta for each record",
            printed_value: Some(1e-8),
            corrected_value: record_delta(1.0, 1e-5, 1000.0),
        },
        Erratum {
            id: "E14",
            place: "Humphries et al., Section 5.2",
            printed: "the group keeps delta",
            corrected: "delta/n (e^epsilon - 1)/(e^(epsilon/n) - 1)",
            example: "n = 1000, epsilon 1, delta 1e-5: delta of the group",
            printed_value: Some(1e-5),
            corrected_value: group_delta(1e-3, 1e-8, 1000.0),
        },
        Erratum {
            id: "E14",
            place: "Humphries et al., Section 5.2 and bound (8)",
            printed: "bound (8) for the group",
            corrected: "the attained total variation of the group",
            example: "n = 10, epsilon 0.1, delta 0.2, (epsilon/n, delta/n) for each record",
            printed_value: Some(humphries(0.1, 0.2)),
            corrected_value: group_variation(0.01, 0.02, 10.0),
        },
        Erratum {
            id: "E15",
            place: "Humphries et al., Section 5.4",
            printed: "capped at 2 (1 - 1/m) - 1",
            corrected: "capped at 1 - 1/m",
            example: "m = 20 subpopulations",
            printed_value: Some(0.9),
            corrected_value: subpopulation_cap(20.0),
        },
    ]
}

fn further() -> Vec<Erratum> {
    let (a, r, sigma) = (0.5, 1.0, 1.0);
    let root = core::f64::consts::SQRT_2 * sigma;
    let turn = (r * r - 2.0 * sigma * sigma * libm::log(a)) / (2.0 * r);
    let halved =
        |sign: f64| libm::erf((sign * r * r - sigma * sigma * libm::log(a)) / (2.0 * root * r));
    let gaussian = Gaussian { mu: 1.0 };
    let path = AttributesOptions {
        noise_multiplier: Some(1.0),
        sample_rate: Some(0.01),
        num_steps: Some(1e4),
        gradient_distance: Some(2.0),
        ..AttributesOptions::default()
    };
    let attribute = path
        .result()
        .expect("in range")
        .certified
        .advantage
        .estimate;
    vec![
        Erratum {
            id: "E16a",
            place: "Mahloujifar et al., Lemma 5",
            printed: "the closed form of TV_a with half of ln a",
            corrected: "(erf(x/(sqrt2 sigma)) - a erf((x - r)/(sqrt2 sigma)))/2, x = (r^2 - 2 sigma^2 ln a)/(2r)",
            example: "a = 1/2, r = sigma = 1",
            printed_value: Some(0.5 * (halved(1.0) + 1.0 - a * halved(-1.0) - a)),
            corrected_value: 0.5 * (libm::erf(turn / root) - a * libm::erf((turn - r) / root)),
        },
        Erratum {
            id: "E16b",
            place: "Mahloujifar et al., Remarks 1 and 13",
            printed: "the bound carries over to exchanged records",
            corrected: "at most twice the bound, exactly the pair with opposite shifts",
            example: "noise multiplier 1, one step, no sampling",
            printed_value: Some(gaussian.advantage().middle()),
            corrected_value: Gaussian { mu: 2.0 }.advantage().middle(),
        },
        Erratum {
            id: "E16c",
            place: "Mahloujifar et al., Appendix G",
            printed: "loss above epsilon with probability at most delta",
            corrected: "Pr[loss > e'] <= delta/(1 - e^(epsilon - e')) for e' > epsilon",
            example: "Gaussian mechanism, noise multiplier 1, epsilon 1",
            printed_value: Some(gaussian.hockey_stick(1.0).middle()),
            corrected_value: normal::sf(0.5),
        },
        Erratum {
            id: "E16d",
            place: "Cherubin et al., Corollary 10",
            printed: "R_t over the sampled batch",
            corrected: "R_t over all records, at every step",
            example: "one sensitive record, sample rate 0.01, 10,000 steps, noise multiplier 1, R = 2C in the 100 steps that take it",
            printed_value: Some(libm::erf(
                0.01 * libm::sqrt(100.0) * core::f64::consts::FRAC_1_SQRT_2,
            )),
            corrected_value: attribute,
        },
    ]
}
