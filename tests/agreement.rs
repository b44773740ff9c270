//! One number by two routes.

use mi_bounds::{
    Demand, Interval, PrivacyCurve, SampledGaussian, chi_square, erlingsson, humphries, pinsker,
    yeom,
};
use statrs::function::erf::{erf, erfc};

fn run(noise_multiplier: f64, sample_rate: f64, num_steps: f64) -> SampledGaussian {
    SampledGaussian::new(noise_multiplier, sample_rate, num_steps).expect("valid")
}

fn advantage(run: &SampledGaussian) -> Interval {
    PrivacyCurve::new(run, &Demand::default()).advantage()
}

fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// `q erf(1/(sigma sqrt 8))` in 30 digits, by mpmath.
#[test]
fn one_step_is_the_closed_form() {
    for (sigma, q, exact) in [
        (0.05, 0.3, 0.2999999999999999888978),
        (0.5, 0.01, 0.006826894921370859113818),
        (1.0, 1e-6, 3.829249225480261899473e-7),
        (30.0, 0.999, 0.01328416292697774252469),
    ] {
        let interval = advantage(&run(sigma, q, 1.0));
        assert!(interval.contains(exact), "{sigma} {q}: {interval:?}");
        assert!(
            interval.width() <= 1e-14 * exact,
            "{sigma} {q}: {interval:?}"
        );
    }
}

#[test]
fn no_sampling_is_the_closed_form() {
    for (sigma, steps) in [(1.0, 1.0), (20.0, 400.0), (1000.0, 1e6), (3.0, 2.0)] {
        let exact = erf(f64::sqrt(steps) / (sigma * 8_f64.sqrt()));
        let interval = advantage(&run(sigma, 1.0, steps));
        assert!(
            (interval.middle() - exact).abs() <= 1e-12,
            "{sigma} {steps}"
        );
    }
}

/// Orders at which a tail underflows, by mpmath with 60 digits.
#[test]
fn closed_forms_hold_at_large_orders() {
    let demand = Demand {
        epsilon: vec![700.0],
        delta: Some(1e-5),
        ..Demand::default()
    };
    for (sigma, q, divergence, epsilon) in [
        (0.02, 1.0, 1.0, 1462.28501596477979),
        (0.01, 1.0, 1.0, 5425.50984614742956),
        (0.02, 0.5, 0.5, 1453.71989906271217),
    ] {
        let curve = PrivacyCurve::new(&run(sigma, q, 1.0), &demand);
        let at_700 = curve.hockey_stick(700.0);
        assert!(
            at_700.lower <= divergence && divergence <= at_700.upper,
            "{sigma} {q}: {at_700:?}"
        );
        assert!(at_700.width() < 1e-10, "{sigma} {q}: {at_700:?}");
        let (found, _) = curve.epsilon(1e-5);
        assert!(
            (found.middle() - epsilon).abs() < 1e-5,
            "{sigma} {q}: {found:?}"
        );
        assert!(found.width() < 1e-5, "{sigma} {q}: {found:?}");
    }
}

/// The Fourier form close to q = 1 against the Gaussian: `TV(q, T)` lies between `TV(1, T)` less the mass
/// `1 - q^T` and `TV(1, T)`.
#[test]
fn fourier_form_meets_the_gaussian() {
    let gap: f64 = 1e-9;
    for (sigma, steps) in [(20.0, 400.0), (5.0, 30.0), (50.0, 1e4)] {
        let gaussian = advantage(&run(sigma, 1.0, steps)).middle();
        let fourier = advantage(&run(sigma, 1.0 - gap, steps));
        assert!(
            fourier.lower <= gaussian && fourier.upper >= gaussian - gap * steps,
            "{sigma} {steps}: {fourier:?}"
        );
        assert!(fourier.width() < 1e-9, "{fourier:?}");
    }
}

/// `H_T(eps) = E_in[H_{T-1}(eps - L)]`, from the closed form of one step: no Fourier series, no grid of losses.
struct Convolution {
    losses: Vec<(f64, f64)>,
    q: f64,
    m: f64,
}

impl Convolution {
    fn new(sigma: f64, q: f64) -> Self {
        let m = 1.0 / sigma;
        let nodes = 1600;
        let (low, high) = (-11.0, 11.0 + m);
        let h = (high - low) / f64::from(nodes);
        let losses = (0..nodes)
            .map(|j| {
                let z = low + h * (f64::from(j) + 0.5);
                let out = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
                let ratio = 1.0 - q + q * (m * z - 0.5 * m * m).exp();
                (ratio.ln(), h * out * ratio)
            })
            .collect();
        Self { losses, q, m }
    }

    fn one_step(&self, epsilon: f64) -> f64 {
        if epsilon <= (1.0 - self.q).ln() {
            return -epsilon.exp_m1();
        }
        let z = ((epsilon.exp_m1() / self.q).ln_1p() + 0.5 * self.m * self.m) / self.m;
        (1.0 - self.q) * cdf(-z) + self.q * cdf(self.m - z) - epsilon.exp() * cdf(-z)
    }

    fn advantage(&self, steps: usize) -> f64 {
        self.beyond(0.0, steps)
    }

    fn beyond(&self, epsilon: f64, steps: usize) -> f64 {
        if steps == 1 {
            return self.one_step(epsilon);
        }
        self.losses
            .iter()
            .map(|&(loss, mass)| mass * self.beyond(epsilon - loss, steps - 1))
            .sum()
    }
}

#[test]
fn two_and_three_steps_by_convolution() {
    for (sigma, q) in [(1.0, 0.1), (2.0, 0.5), (0.8, 0.02), (5.0, 0.01)] {
        let convolution = Convolution::new(sigma, q);
        for steps in [2, 3] {
            let interval = advantage(&run(sigma, q, steps as f64));
            let brute = convolution.advantage(steps);
            // The convolution itself is good to some 1e-9: its integrand has bounded curvature only.
            assert!(
                interval.lower - 1e-9 <= brute && brute <= interval.upper + 1e-9,
                "{sigma} {q} {steps}: {brute} not in {interval:?}"
            );
            assert!(interval.width() < 0.05, "{sigma} {q} {steps}: {interval:?}");
        }
    }
}

#[test]
fn bounds_lie_above_the_truth() {
    for (sigma, q, steps) in [
        (1.0, 0.01, 1000.0),
        (0.5, 0.001, 10_000.0),
        (5.0, 0.001, 1e6),
        (20.0, 0.9, 50.0),
    ] {
        let run = run(sigma, q, steps);
        let delta = 1e-6;
        let curve = PrivacyCurve::new(
            &run,
            &Demand {
                delta: Some(delta),
                ..Demand::default()
            },
        );
        let truth = curve.advantage();
        let (epsilon, _) = curve.epsilon(delta);
        assert!(chi_square(&run) >= truth.upper);
        assert!(pinsker(&run) >= truth.upper);
        let from_epsilon = humphries(epsilon.upper, delta);
        assert!(from_epsilon >= truth.upper);
        assert!(erlingsson(epsilon.upper, delta) >= from_epsilon);
        assert!(yeom(epsilon.upper, delta) >= from_epsilon);
    }
}

/// Pinsker against the closed form of the divergence, reached at q = 1 and near it.
#[test]
fn pinsker_meets_its_closed_form() {
    for (sigma, steps) in [(2.0, 3.0), (10.0, 100.0)] {
        let closed = 0.5 * f64::sqrt(steps) / sigma;
        assert!((pinsker(&run(sigma, 1.0, steps)) / closed - 1.0).abs() < 1e-12);
        assert!((pinsker(&run(sigma, 1.0 - 1e-12, steps)) / closed - 1.0).abs() < 1e-8);
    }
}

/// PEERS: riskcal 1.5.1 returns a TPR of 4.1e-7 at FPR 1e-4 here, below blind guessing; the truth was found by an
/// FFT from closed-form distribution functions.
#[test]
fn low_false_positive_rates_of_the_riskcal_readme() {
    let run = run(0.5, 0.002, 10_000.0);
    let fpr = vec![1e-4, 1e-3, 1e-2];
    let curve = PrivacyCurve::new(
        &run,
        &Demand {
            fpr: fpr.clone(),
            ..Demand::default()
        },
    );
    for (tpr, value) in curve.roc(&fpr).iter().zip([0.01347005, 0.04790745, 0.1605]) {
        assert!((tpr.middle() / value - 1.0).abs() < 4e-4, "{tpr:?}");
    }
}
