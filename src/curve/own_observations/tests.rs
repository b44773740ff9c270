use super::*;
use crate::curve::PrivacyCurve;
use crate::curve::engine::{Engine, suffices};
use crate::curve::epochs::Epochs;
use crate::curve::epsilon::crossing;
use crate::curve::tests::{Random, epochs_of_bins, meet};
use crate::fourier::{Aim, Lines, Tail};
use crate::grid::EpochCurve;
use crate::mechanism::{Demand, Enclosure, Noise, Shape};
use crate::random::is_whole_run;

/// One epoch: what the own observation says holds the curve by the density of the ratio, in both directions, and rates.
#[test]
fn the_density_of_an_epoch_lies_between() {
    let mut random = Random::new(91);
    let settings = if is_whole_run() { 60 } else { 8 };
    let (mut found, mut narrow) = (0, 0);
    while found < settings {
        let noise = 1.0 / random.log_uniform(5.0, 8.8);
        let bins = libm::floor(random.log_uniform(2.0, 1e5));
        let own = OwnObservations::new(&epochs_of_bins(noise, bins, 1.0)).expect("heavy");
        let Some(curve) = EpochCurve::new((1.0 / noise, bins), (1e-12, 1e-9)) else {
            continue;
        };
        found += 1;
        let mean = 0.5 / (noise * noise) - libm::log(bins);
        for order in [-3.0, 0.0, 1.0, 0.5 * mean, mean, mean + 3.0 / noise] {
            let what = format!("{noise} {bins} at {order}");
            let (by_own, by_density) = (own.hockey_stick(order), curve.hockey_stick(order));
            assert!(
                meet(by_own, by_density, 0.0),
                "{what}: {by_own:?} {by_density:?}"
            );
            narrow += usize::from(by_own.width() <= 1e-6 * by_own.upper);
            let (by_own, by_density) = (
                own.reverse_hockey_stick(order),
                curve.reverse_hockey_stick(order),
            );
            assert!(
                meet(by_own, by_density, 0.0),
                "{what}: {by_own:?} {by_density:?}"
            );
        }
        for fpr in [1e-12, 1e-5, 0.1] {
            let by_own = own.tpr(fpr, own.advantage(), &mut 0.0);
            let by_density = Enclosure::tpr(&curve, fpr);
            assert!(
                meet(by_own, by_density, 0.0),
                "{noise} {bins} {fpr}: {by_own:?} {by_density:?}"
            );
        }
    }
    assert!(narrow >= 2 * settings, "{narrow} of {}", 6 * settings);
}

/// Several epochs: in the tail it holds what lines of their tables say.
#[test]
fn lines_of_several_epochs_lie_between() {
    let mut random = Random::new(92);
    let settings = if is_whole_run() { 40 } else { 5 };
    let (mut found, mut close) = (0, 0);
    while found < settings {
        let noise = 1.0 / random.log_uniform(6.5, 8.8);
        let bins = libm::floor(random.log_uniform(3.0, 300.0));
        let epochs = libm::floor(random.log_uniform(4.0, 12.0));
        let delta = random.log_uniform(1e-12, 1e-5);
        let pair = epochs_of_bins(noise, bins, epochs);
        let own = OwnObservations::new(&pair).expect("heavy");
        let demand = Demand {
            delta: Some(delta),
            ..Demand::default()
        };
        let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
            continue;
        };
        let mut lines = Lines::of_tables(tables, &demand).expect("lines");
        lines.seek((Tail::Upper, Aim::Divergence(libm::log(delta))), 0);
        let order = crossing(delta, &|epsilon| own.hockey_stick(epsilon));
        let Some(by_lines) = lines.hockey_stick(order.lower) else {
            continue;
        };
        if by_lines.width() > 1e-6 * by_lines.upper {
            continue;
        }
        found += 1;
        let by_own = own.hockey_stick(order.lower);
        assert!(
            meet(by_own, by_lines, 0.0),
            "{noise} {bins} {epochs} {delta:e}: {by_own:?} {by_lines:?}"
        );
        close += usize::from(by_own.upper <= 10.0 * by_lines.upper);
    }
    assert!(2 * close >= settings, "{close} of {settings}");
}

/// The sum of one or two is exceeded no more often than the bound says, and in the tail not much less: by the tail of a lognormal, and an
/// integral of it over the other one.
#[test]
fn others_exceed_no_more_often() {
    for shift in [3.0, 5.0, 9.0] {
        for log in [-20.0, -5.0, -1.0, 0.5, 4.0] {
            let one = Others { shift, bins: 1.0 };
            let truth = normal::sf(log / shift + 0.5 * shift);
            let bound = one.beyond(log);
            assert!(bound >= truth, "{shift} {log}: {bound:e} {truth:e}");
            let two = Others { shift, bins: 2.0 };
            // In parts of the first one, of which the other makes up what is left.
            let ratio = 2.0 * libm::exp(log);
            let place = |value: f64| libm::log(value) / shift + 0.5 * shift;
            let (from, to) = (-12.0, place(ratio));
            let parts = 20_000;
            let step = (to - from) / f64::from(parts);
            let within: f64 = (0..parts)
                .map(|part| {
                    let z = from + step * (f64::from(part) + 0.5);
                    let left = ratio - libm::exp(shift * (z - 0.5 * shift));
                    step * normal::density(z) * normal::sf(place(left))
                })
                .sum();
            let truth = normal::sf(to) + within;
            let bound = two.beyond(log);
            assert!(
                bound >= truth * (1.0 - 1e-6),
                "{shift} {log}: {bound:e} {truth:e}"
            );
            if log >= 0.5 {
                assert!(bound <= 40.0 * truth, "{shift} {log}: {bound:e} {truth:e}");
            }
        }
    }
}

/// What is known is narrow wherever noise is .1 and less: the advantage, rates, and epsilon, of which "in" against "out" asks for most.
#[test]
fn small_noise_is_known() {
    let demand = Demand {
        fpr: vec![1e-12, 1e-6, 1e-3],
        delta: Some(1e-15),
        ..Demand::default()
    };
    for (noise, bins, epochs) in [
        (0.1, 1000.0, 1.0),
        (0.08, 10.0, 10.0),
        (0.05, 1e9, 1.0),
        (0.03, 1e6, 3.0),
        (0.02, 8.0, 1000.0),
        (0.001, 42.0, 1.0),
        (1e-4, 2.0, 7.0),
    ] {
        let own = OwnObservations::new(&epochs_of_bins(noise, bins, epochs)).expect("heavy");
        assert!(suffices(&own, &demand), "{noise} {bins} {epochs}");
        let run = PrivacyCurve::of(&epochs_of_bins(noise, bins, epochs), &demand);
        let (epsilon, _) = run.epsilon(1e-15);
        assert!(
            epsilon.lower > 0.0 && epsilon.width() <= 1e-6 * epsilon.upper,
            "{noise} {bins} {epochs}: {epsilon:?}"
        );
        // Near that of own observations alone, a Gaussian's.
        let alone = epochs * (0.5 / (noise * noise) - libm::log(bins))
            + libm::sqrt(epochs) / noise * -normal::quantile(1e-15);
        assert!(
            (epsilon.upper / alone - 1.0).abs() < 0.05,
            "{epsilon:?} {alone}"
        );
    }
}

/// Light observations, other noise and other shapes have none.
#[test]
fn only_heavy_observations_are_served() {
    assert!(!OwnObservations::serves(&epochs_of_bins(0.5, 10.0, 1.0)));
    let mut other = epochs_of_bins(0.05, 10.0, 1.0);
    other.noise = Noise::Laplace;
    assert!(!OwnObservations::serves(&other));
    other = epochs_of_bins(0.05, 10.0, 1.0);
    other.shape = Shape::Mixture { group_size: 1 };
    assert!(OwnObservations::new(&other).is_none());
}
