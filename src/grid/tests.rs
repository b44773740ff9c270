//! The second engine against closed forms, reference values and itself.

use super::demand::GridDemand;
use super::enclosure::GridCurve;
use crate::mechanism::{DominatingPair, Enclosure, Gaussian, Noise, OneStep, PairPhase, Shape};
use crate::numerics::Interval;

const BULK: GridDemand = GridDemand {
    width: 1e-7,
    least_points: 0,
    most_points: 1 << 18,
    epsilon_max: 0.0,
    smallest: 0.1,
};

const TAILS: GridDemand = GridDemand {
    width: 1e-7,
    least_points: 0,
    most_points: 1 << 17,
    epsilon_max: 8.0,
    smallest: 1e-12,
};

const ONE: Shape = Shape::Mixture { group_size: 1 };

fn pair(shape: Shape, noise: Noise, phases: &[(f64, f64, f64)]) -> DominatingPair {
    let phases = phases
        .iter()
        .map(|&(noise_per_shift, sample_rate, num_steps)| PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        })
        .collect();
    DominatingPair {
        shape,
        noise,
        phases,
    }
}

fn one_step(noise_per_shift: f64, sample_rate: f64) -> OneStep {
    OneStep::new(&PairPhase {
        noise_per_shift,
        sample_rate,
        num_steps: 1.0,
    })
}

fn curve(shape: Shape, phases: &[(f64, f64, f64)], demand: &GridDemand) -> GridCurve {
    GridCurve::new(&pair(shape, Noise::Gaussian, phases), demand).expect("a curve")
}

fn advantage(shape: Shape, phases: &[(f64, f64, f64)]) -> Interval {
    curve(shape, phases, &BULK).advantage()
}

fn assert_meets(got: Interval, low: f64, high: f64, width: f64, what: &str) {
    assert!(
        got.lower <= high && low <= got.upper,
        "{what}: {got:?} misses {low}..{high}"
    );
    assert!(got.width() <= width, "{what}: width {:e}", got.width());
}

/// Values of `reference/accounting.json`, known to 1e-12 or as brackets.
#[test]
fn reference_values_lie_inside() {
    for (sigma, q, steps, low, high, width) in [
        (
            1.0,
            0.01,
            1000.0,
            0.16101761969792516,
            0.16101761969792516,
            1e-7,
        ),
        (
            0.5,
            0.001,
            10_000.0,
            0.24219006073381533,
            0.24219006073381533,
            4e-6,
        ),
        (
            1.0,
            0.02,
            2500.0,
            0.4735013854660661,
            0.4735013854660661,
            4e-7,
        ),
        (
            2.0,
            0.02,
            2500.0,
            0.2091872383501634,
            0.2091872383501634,
            4e-7,
        ),
        (
            0.8,
            0.004,
            15_000.0,
            0.35822848437467365,
            0.35822848437467365,
            2e-6,
        ),
        (
            10.0,
            0.5,
            2000.0,
            0.736447170614536,
            0.736447170614536,
            4e-7,
        ),
        (
            20.0,
            1.0,
            400.0,
            0.38292492254802624,
            0.38292492254802624,
            1e-7,
        ),
        (0.3, 0.01, 100.0, 0.4152355717944, 0.4152355916418, 1e-7),
        (
            5.0,
            0.001,
            1e6,
            0.08045370820958986,
            0.08045370820958986,
            4e-5,
        ),
        (
            1.0,
            1e-4,
            1e6,
            0.05224651640578504,
            0.05224651640578504,
            4e-5,
        ),
        (
            100.0,
            0.1,
            1e5,
            0.12563518141243324,
            0.12563518141243324,
            4e-6,
        ),
        (
            1.0,
            0.01,
            1.0,
            0.0038292492254802623,
            0.0038292492254802623,
            1e-7,
        ),
        (
            1.0,
            1e-9,
            1e6,
            5.229446544685601e-7,
            5.229446544685601e-7,
            1e-6,
        ),
        (0.1, 0.001, 1000.0, 0.632297822, 0.632297823, 1e-7),
        (0.2, 0.01, 1000.0, 0.998818432, 0.998818461, 1e-7),
        (0.2, 0.01, 100.0, 0.59466435, 0.59466447, 1e-7),
        (0.1, 0.0001, 100.0, 0.009950609, 0.009950611, 1e-7),
    ] {
        let got = advantage(ONE, &[(sigma, q, steps)]);
        assert_meets(got, low, high, width, &format!("{sigma} {q} {steps}"));
    }
    for (sigma, q, steps, value, width) in [
        (1.0, 0.01, 1000.0, 0.26435220483218325, 1e-7),
        (2.0, 0.02, 2500.0, 0.38364395335310575, 5e-7),
        (0.5, 0.001, 10_000.0, 0.342077368953873, 1e-5),
        (20.0, 1.0, 400.0, 0.682689492137086, 1e-7),
    ] {
        let got = advantage(Shape::Substitution, &[(sigma, q, steps)]);
        assert_meets(
            got,
            value,
            value,
            width,
            &format!("substitution {sigma} {q} {steps}"),
        );
    }
    for (sigma, bins, value, width) in [
        (1.0, 100.0, 0.05141635457478162, 1e-7),
        (0.5, 100.0, 0.18787895023564374, 1e-6),
        (2.0, 1000.0, 0.0067226099867161515, 1e-6),
    ] {
        let got = advantage(Shape::Allocation, &[(sigma, 1.0 / bins, bins)]);
        let slack = if bins > 500.0 { 2e-6 } else { 2e-8 };
        assert_meets(
            got,
            value - slack,
            value + slack,
            width,
            &format!("bins {sigma} {bins}"),
        );
    }
}

/// mpmath, adaptive quadrature of `E_out (1 - w1 w2)_+`.
#[test]
fn two_steps_are_the_double_integral() {
    for (q, sigma, value) in [
        (0.01, 1.0, 0.0059439904235443647238),
        (0.1, 0.5, 0.11563620724671644558),
        (0.3, 0.2, 0.50199156825861931644),
        (1e-4, 2.0, 0.000028805457986048201881),
    ] {
        let got = advantage(ONE, &[(sigma, q, 2.0)]);
        assert_meets(got, value, value, 1e-7, &format!("{sigma} {q}"));
    }
}

/// Blocks (1, .01, 500), (2, .02, 500), (.7, .002, 3000), in any order and cut in any way.
#[test]
fn order_and_cuts_of_a_schedule_do_not_matter() {
    let value = 0.18324731629359325;
    for phases in [
        &[(1.0, 0.01, 500.0), (2.0, 0.02, 500.0), (0.7, 0.002, 3000.0)][..],
        &[
            (0.7, 0.002, 1000.0),
            (2.0, 0.02, 500.0),
            (1.0, 0.01, 500.0),
            (0.7, 0.002, 2000.0),
        ],
    ] {
        assert_meets(advantage(ONE, phases), value, value, 1e-6, "schedule");
    }
}

#[test]
fn unsampled_steps_are_the_gaussian_closed_form() {
    for (sigma, steps) in [(1.0, 4.0), (20.0, 400.0), (3.0, 1.0), (0.5, 4.0)] {
        let exact = Gaussian {
            mu: libm::sqrt(steps) / sigma,
        };
        let curve = curve(ONE, &[(sigma, 1.0, steps)], &TAILS);
        for epsilon in [-8.0, -3.0, 0.0, 0.5, 3.0, 8.0] {
            let want = exact.hockey_stick(epsilon);
            let width = 2e-6 * want.middle() + 1e-13;
            let what = format!("H at {epsilon}, sigma {sigma}");
            assert_meets(
                curve.hockey_stick(epsilon),
                want.lower,
                want.upper,
                width.max(2e-5 * want.middle()),
                &what,
            );
            assert_meets(
                curve.reverse_hockey_stick(epsilon),
                want.lower,
                want.upper,
                width.max(2e-5 * want.middle()),
                &what,
            );
            let want = exact.overlap(epsilon);
            assert_meets(
                curve.overlap(epsilon),
                want.lower,
                want.upper,
                2e-5 * want.middle(),
                &what,
            );
        }
        for fpr in [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5] {
            let want = exact.tpr(fpr);
            let what = format!("TPR at {fpr}, sigma {sigma}");
            assert_meets(
                curve.tpr(fpr),
                want.lower,
                want.upper,
                1e-4 * want.middle(),
                &what,
            );
            assert_meets(
                curve.reverse_tpr(fpr),
                want.lower,
                want.upper,
                1e-4 * want.middle(),
                &what,
            );
        }
    }
}

#[test]
fn one_step_is_the_closed_form() {
    for (sigma, q) in [(1.0, 0.01), (0.3, 0.2), (5.0, 1e-3), (0.1, 0.01)] {
        let exact = one_step(sigma, q);
        let curve = curve(ONE, &[(sigma, q, 1.0)], &TAILS);
        for epsilon in [-0.2, -0.005, 0.0, 0.01, 0.3, 2.0] {
            let want = exact.hockey_stick(epsilon);
            let what = format!("H at {epsilon}, sigma {sigma}, rate {q}");
            assert_meets(
                curve.hockey_stick(epsilon),
                want.lower,
                want.upper,
                2e-6,
                &what,
            );
        }
        for fpr in [1e-9, 1e-6, 1e-3, 0.1, 0.5] {
            let want = exact.tpr(fpr);
            let what = format!("TPR at {fpr}, sigma {sigma}, rate {q}");
            assert_meets(
                curve.tpr(fpr),
                want.lower,
                want.upper,
                1e-3 * want.middle(),
                &what,
            );
        }
    }
}

/// Reference values of the ROC of setting A, in both directions.
#[test]
fn roc_of_a_long_training() {
    let curve = curve(ONE, &[(1.0, 0.01, 1000.0)], &TAILS);
    for (fpr, forward, reverse) in [
        (1e-6, 9.367508976013966e-06, 5.612900503413087e-06),
        (1e-3, 0.0040684478811426825, 0.0033244324201680575),
        (1e-2, 0.02913909458874684, 0.026027415005173037),
        (0.1, 0.19420113162795338, 0.1874850663265714),
    ] {
        assert_meets(curve.tpr(fpr), forward, forward, 1e-4 * forward, "forward");
        assert_meets(
            curve.reverse_tpr(fpr),
            reverse,
            reverse,
            1e-4 * reverse,
            "reverse",
        );
    }
    // delta at the eps of the table
    for (epsilon, delta) in [(1.8282366665176486, 1e-5), (1.1625123198621763, 1e-3)] {
        assert_meets(
            curve.hockey_stick(epsilon),
            delta,
            delta,
            1e-3 * delta,
            "delta",
        );
    }
}

/// `int (P - e^eps Q)_+` by the trapezoidal rule on a fine grid of the line.
#[test]
fn one_step_of_a_group_is_the_sum() {
    for (size, rate, sigma) in [(2_usize, 0.1, 1.0), (10, 0.02, 2.0), (5, 0.5, 1.5)] {
        let curve = curve(
            Shape::Mixture { group_size: size },
            &[(sigma, rate, 1.0)],
            &BULK,
        );
        let density = |x: f64| libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * core::f64::consts::PI);
        let inside = |z: f64| {
            let mut weight = libm::pow(1.0 - rate, size as f64);
            let mut sum = 0.0;
            for j in 0..=size {
                sum += weight * density(z - j as f64 / sigma);
                weight *= (size - j) as f64 / (j + 1) as f64 * rate / (1.0 - rate);
            }
            sum
        };
        let step = 1e-4;
        let sum: f64 = (-120_000..250_000)
            .map(|index| {
                let z = f64::from(index) * step;
                (inside(z) - density(z)).max(0.0) * step
            })
            .sum();
        assert_meets(
            curve.advantage(),
            sum - 1e-8,
            sum + 1e-8,
            1e-7,
            &format!("{size} {rate}"),
        );
    }
}

/// Numbers of records that are drawn once in 1e20 steps decide about a divergence of 1e-15 of a group of a hundred.
#[test]
fn rare_numbers_of_records_count() {
    let shape = Shape::Mixture { group_size: 100 };
    let demand = GridDemand {
        epsilon_max: 160.0,
        smallest: 1e-15,
        ..TAILS
    };
    let curve = curve(shape, &[(0.3505, 7.281e-5, 718.0)], &demand);
    // The first engine has the order of 1e-15 between 156.28634 and 156.28642.
    let delta = curve.hockey_stick(156.286);
    assert!(delta.upper >= 1e-15, "{delta:?}");
}

#[test]
fn a_mirrored_curve_is_its_own_mirror() {
    let curve = curve(Shape::Mirrored, &[(0.8, 0.05, 30.0)], &TAILS);
    for epsilon in [-2.0, 0.0, 0.4, 3.0] {
        let (one, two) = (
            curve.hockey_stick(epsilon),
            curve.reverse_hockey_stick(epsilon),
        );
        assert!(
            one.lower <= two.upper && two.lower <= one.upper,
            "{one:?} {two:?}"
        );
        assert!(
            (one.upper - two.upper).abs() <= 1e-9 + 1e-6 * one.upper,
            "{one:?} {two:?}"
        );
    }
    // One step: the curve of the directed pair for orders at least 1.
    let once = one_step(0.8, 0.05);
    let curve = self::curve(Shape::Mirrored, &[(0.8, 0.05, 1.0)], &TAILS);
    for epsilon in [0.0, 0.1, 1.0] {
        let want = once.hockey_stick(epsilon);
        assert_meets(
            curve.hockey_stick(epsilon),
            want.lower,
            want.upper,
            2e-6,
            "mirrored",
        );
    }
}

#[test]
fn laplace_noise() {
    let laplace = |shape, rate: f64, sigma: f64, steps: f64| {
        GridCurve::new(&pair(shape, Noise::Laplace, &[(sigma, rate, steps)]), &BULK)
            .expect("a curve")
            .advantage()
    };
    for (rate, sigma) in [(1.0, 1.0), (0.01, 1.0), (0.2, 0.05), (0.5, 4.0)] {
        let value = rate * -libm::expm1(-0.5 / sigma);
        assert_meets(
            laplace(ONE, rate, sigma, 1.0),
            value,
            value,
            1e-7,
            "one step",
        );
        assert_meets(
            laplace(Shape::Mirrored, rate, sigma, 1.0),
            value,
            value,
            1e-7,
            "one step",
        );
    }
    // mpmath, adaptive quadrature of E_out (1 - w1 w2)_+
    for (rate, sigma, value) in [
        (1.0, 1.0, 0.44818083824283651761),
        (0.3, 0.5, 0.28616394674692688948),
    ] {
        assert_meets(
            laplace(ONE, rate, sigma, 2.0),
            value,
            value,
            1e-7,
            "two steps",
        );
    }
    let value = 1.0 - libm::pow(0.99, 100.0);
    assert_meets(
        laplace(ONE, 0.01, 0.01, 100.0),
        value - 1e-12,
        value,
        1e-7,
        "small noise",
    );
}

/// Balls and bins with one bin are unsampled steps.
#[test]
fn allocation_to_one_bin() {
    let value = Gaussian { mu: 2.0 }.advantage();
    let got = advantage(Shape::Allocation, &[(1.0, 1.0, 4.0)]);
    assert_meets(got, value.lower, value.upper, 2e-6, "one bin");
    let got = advantage(Shape::Allocation, &[(1.0, 1.0, 1.0)]);
    let value = Gaussian { mu: 1.0 }.advantage();
    assert_meets(got, value.lower, value.upper, 1e-6, "one bin, one step");
    // mpmath: E (1 - (Y1 + Y2)/2)_+ of two lognormals
    let value = 0.29776222519356196126;
    let got = advantage(Shape::Allocation, &[(1.0, 0.5, 2.0)]);
    assert_meets(got, value, value, 1e-6, "two bins");
}

#[test]
fn a_finer_grid_stays_inside() {
    for (sigma, q, steps) in [
        (1.0, 0.01, 100.0),
        (0.3, 1e-3, 20.0),
        (0.05, 0.1, 5.0),
        (4.0, 0.5, 40.0),
    ] {
        let coarse = GridDemand {
            width: 1e-4,
            least_points: 0,
            most_points: 1 << 12,
            ..BULK
        };
        let wide = curve(ONE, &[(sigma, q, steps)], &coarse).advantage();
        let fine = advantage(ONE, &[(sigma, q, steps)]);
        let inside = wide.lower <= fine.upper && fine.lower <= wide.upper;
        assert!(
            inside && fine.width() <= wide.width(),
            "{sigma} {q} {steps}: {wide:?} {fine:?}"
        );
    }
}

#[test]
fn random_settings_are_enclosed() {
    let mut state = 12345_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for _ in 0..150 {
        let sigma = 0.05 * libm::pow(200.0, random());
        let q = libm::pow(1e-6, random());
        let steps = libm::floor(libm::pow(1e5, random()));
        let demand = GridDemand {
            width: 1e-5,
            least_points: 0,
            most_points: 1 << 15,
            epsilon_max: 2.0,
            smallest: 1e-6,
        };
        let what = format!("sigma {sigma} rate {q} steps {steps}");
        let Some(curve) =
            GridCurve::new(&pair(ONE, Noise::Gaussian, &[(sigma, q, steps)]), &demand)
        else {
            panic!("{what}: nothing");
        };
        let got = curve.advantage();
        assert!(
            got.lower <= got.upper && got.width() < 2e-3,
            "{what}: {got:?}"
        );
        for fpr in [1e-6, 1e-3, 0.1, 0.9] {
            for roc in [curve.tpr(fpr), curve.reverse_tpr(fpr)] {
                assert!(
                    fpr <= roc.lower && roc.lower <= roc.upper && roc.upper <= 1.0,
                    "{what}: {roc:?}"
                );
                // The advantage is the largest TPR - FPR.
                assert!(
                    roc.lower - fpr <= got.upper,
                    "{what}: {roc:?} above {got:?}"
                );
            }
        }
        // H falls and stays above 1 - e^eps; O + H = 1.
        let mut before = 1.0;
        for epsilon in [-2.0, -0.5, 0.0, 0.5, 2.0] {
            let (value, overlap) = (curve.hockey_stick(epsilon), curve.overlap(epsilon));
            assert!(
                value.lower <= value.upper && value.lower <= before,
                "{what}: {value:?}"
            );
            let sum = (value.lower + overlap.lower, value.upper + overlap.upper);
            assert!(
                sum.0 <= 1.0 + 1e-15 && sum.1 >= 1.0 - 1e-15,
                "{what}: {sum:?}"
            );
            before = value.upper;
        }
    }
}
