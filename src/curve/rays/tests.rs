use super::integrand::Integrand;
use super::law::{Law, Rectangle};
use super::marks::Mark;
use super::path::Path;
use super::plan::Plan;
use super::ray::Ray;
use super::route::Route;
use super::start::Start;
use super::*;
use crate::curve::mirrored_step::MirroredStep;
use crate::curve::tests::Random;
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::PairPhase;
use crate::numerics::complex::{self, Complex};
use crate::numerics::normal;
use crate::random::is_whole_run;

fn pair(phases: Vec<PairPhase>) -> DominatingPair {
    DominatingPair {
        shape: Shape::Mirrored,
        noise: Noise::Gaussian,
        phases,
    }
}

fn phase(random: &mut Random, num_steps: f64) -> PairPhase {
    PairPhase {
        noise_per_shift: random.log_uniform(0.15, 15.0),
        sample_rate: random.log_uniform(1e-5, 0.9),
        num_steps,
    }
}

fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * random.uniform()
}

fn rectangle(centre: Complex<f64>, half: f64) -> [Complex<f64>; 4] {
    [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(a, b)| centre + Complex::new(a, b) * half)
}

/// A rectangle of places has its losses in the one that is said.
#[test]
fn losses_lie_in_their_rectangle() {
    let mut random = Random::new(91);
    let mut held = 0;
    for _ in 0..2000 {
        let law = Law::new(&phase(&mut random, 1.0));
        let turn = 1.0 / law.shift;
        let (re, im) = (
            between(&mut random, 0.0, 12.0),
            between(&mut random, 0.0, 2.2) * turn,
        );
        let (wide, high) = (
            between(&mut random, 0.0, 0.4) * turn,
            between(&mut random, 0.0, 0.4) * turn,
        );
        let y = Rectangle {
            re: (re, re + wide),
            im: (im, im + high),
        };
        let Some(loss) = law.loss_on(y) else {
            continue;
        };
        held += 1;
        for _ in 0..8 {
            let place = Complex::new(
                between(&mut random, re, re + wide),
                between(&mut random, im, im + high),
            );
            let found = law.loss(place);
            let slack = 1e-13 * (1.0 + complex::abs(found));
            assert!(
                loss.re.0 - slack <= found.re
                    && found.re <= loss.re.1 + slack
                    && loss.im.0 - slack <= found.im
                    && found.im <= loss.im.1 + slack,
                "{law:?} {y:?}: {found} {loss:?}"
            );
        }
    }
    assert!(held > 1500, "{held}");
}

/// At 0, 1 and 2 what a path makes is a normal mass.
#[test]
fn paths_meet_moments() {
    let mut random = Random::new(92);
    for _ in 0..100 {
        let law = Law::new(&phase(&mut random, 1.0));
        let (m, q) = (law.shift, law.rate);
        let (out, inside) = (normal::sf(0.5 * m), normal::sf(-0.5 * m));
        let square = q * q * libm::exp(m * m) * normal::sf(-1.5 * m);
        let moments = [
            out,
            (1.0 - q) * out + q * inside,
            (1.0 - q) * (1.0 - q) * out + 2.0 * q * (1.0 - q) * inside + square,
        ];
        for (s, wanted) in moments.into_iter().enumerate() {
            let s = Complex::new(s as f64, 0.0);
            // Of a region, the path rises.
            for half in [0.0, 0.2] {
                let path = Path::new(&law, rectangle(s, half), 1e-15).expect("a path");
                let (found, error) = path.at(s);
                let off = complex::abs(found - wanted);
                assert!(
                    off <= error + 1e-14 * wanted,
                    "{law:?} {s}: {found} {wanted} {error:e}"
                );
                // Of a heavy observation the square may not exist on the way up.
                assert!(
                    half > 0.0 || error <= 1e-12 * wanted.max(1.0),
                    "{law:?} {s}: {error:e}"
                );
            }
        }
    }
}

/// Paths of a small and of a large region agree, near the real axis and far from it; their modulus is no larger than is said.
#[test]
fn paths_agree() {
    let mut random = Random::new(93);
    let mut agreed = 0;
    for _ in 0..300 {
        let law = Law::new(&phase(&mut random, 1.0));
        let size = random.log_uniform(1.0, 1e4) / (law.shift * law.rate.max(1e-3)).min(1.0);
        let angle = between(&mut random, 1.2, 2.0);
        let s = Complex::new(libm::cos(angle), libm::sin(angle)) * size;
        let paths = [1e-6, 0.15].map(|share| Path::new(&law, rectangle(s, share * size), 1e-15));
        let [Some(small), Some(large)] = paths else {
            continue;
        };
        agreed += 1;
        let ((first, own), (second, other)) = (small.at(s), large.at(s));
        let off = complex::abs(first - second);
        assert!(
            off <= own + other,
            "{law:?} {s}: {first} {second} {own:e} {other:e}"
        );
        assert!(complex::abs(first) <= small.largest(s) + own);
        assert!(complex::abs(first) <= large.largest(s) + own);
    }
    assert!(agreed >= 200, "{agreed}");
}

/// Cut in two a path makes the same, at complex arguments and at real ones, where its way up from the real axis makes the imaginary part.
#[test]
fn cut_paths_agree_with_whole_ones() {
    let mut random = Random::new(96);
    let mut agreed = [0, 0];
    for index in 0..300 {
        let law = Law::new(&phase(&mut random, 1.0));
        let on_axis = index % 2 == 0;
        let s = if on_axis {
            Complex::new(1.0 + random.log_uniform(0.05, 20.0), 0.0)
        } else {
            let size = random.log_uniform(1.0, 100.0) / (law.shift * law.rate.max(1e-3)).min(1.0);
            let angle = between(&mut random, 1.3, 1.55);
            Complex::new(libm::cos(angle), libm::sin(angle)) * size
        };
        let region = rectangle(s, if on_axis { 0.0 } else { 0.05 * complex::abs(s) });
        let integrand = Integrand { law: &law, region };
        let along = |route: Option<Route>| {
            let route = route?;
            let allowed = 1e-15 * libm::exp(route.log.max(0.0));
            Path::along(&law, region, &route, allowed)
        };
        let (near, far) = (along(integrand.turned()), along(integrand.far(1e-13)));
        let (Some(whole), Some(near), Some(far)) = (Path::new(&law, region, 1e-15), near, far)
        else {
            continue;
        };
        let ((whole, own), (near, of_near), (far, of_far)) = (whole.at(s), near.at(s), far.at(s));
        let off = complex::abs(near + far - whole);
        assert!(
            off <= own + of_near + of_far,
            "{law:?} {s}: {near} {far} {whole} {off:e}"
        );
        agreed[usize::from(on_axis)] += 1;
        if on_axis {
            let (real, side) = integrand.real_and_side().expect("a cut");
            let [real, side] = [real, side].map(|route| along(Some(route)).expect("a path").at(s));
            let off = complex::abs(real.0 + side.0 - near);
            assert!(off <= real.1 + side.1 + of_near, "{law:?} {s}: {off:e}");
            assert!(real.0.im.abs() <= real.1, "{law:?} {s}: {real:?}");
        }
    }
    assert!(agreed[0] >= 90 && agreed[1] >= 90, "{agreed:?}");
}

/// With small losses and large ones apart a ray says the same as a whole one, and no more than the marks allow, for one phase and for two.
#[test]
fn parted_rays_agree_with_whole_ones() {
    let mut random = Random::new(97);
    let runs = if is_whole_run() { 150 } else { 20 };
    let (mut narrow, mut agreed) = (0, 0);
    for _ in 0..runs {
        let phases = if random.uniform() < 0.3 { 2 } else { 1 };
        let steps = |random: &mut Random| libm::round(random.log_uniform(2.0, 400.0));
        let laws: Vec<Law> = (0..phases)
            .map(|_| {
                let steps = steps(&mut random);
                Law::new(&phase(&mut random, steps))
            })
            .collect();
        let marks = Mark::all(&laws);
        let starts = Start::all(&laws);
        // About the loss of one step so many deviations out.
        let z = between(&mut random, 1.0, 6.0);
        let order = libm::log1p(laws[0].rate * libm::expm1(laws[0].shift * z));
        let best = starts
            .iter()
            .min_by(|a, b| a.log_at(order).total_cmp(&b.log_at(order)));
        let Some(plan) = Plan::new(&marks, order) else {
            continue;
        };
        let parted = plan.ray(&laws).map(|ray| ray.at(order));
        let Some(parted) = parted.filter(|reading| reading.error.is_finite()) else {
            continue;
        };
        assert!(
            parted.divergence - parted.error <= libm::exp(plan.log_most()),
            "{laws:?} {order}: {parted:?} {}",
            plan.log_most()
        );
        narrow += usize::from(parted.error <= 1e-6 * parted.divergence);
        let start = best.expect("starts");
        let deviation = 0.3 / (start.s - 1.0);
        let Some(whole) = Ray::new(&laws, start, deviation, order).map(|ray| ray.at(order)) else {
            continue;
        };
        let off = (whole.divergence - parted.divergence).abs();
        assert!(
            off <= whole.error + parted.error,
            "{laws:?} {order}: {whole:?} {parted:?}"
        );
        agreed += usize::from(whole.error <= 1e-3 * whole.divergence);
    }
    assert!(
        narrow * 10 >= runs * 7 && agreed * 3 >= runs,
        "{narrow}, {agreed} of {runs}"
    );
}

/// One step has a closed form: divergences in both tails and rates of true positives.
#[test]
fn one_step_meets_its_closed_form() {
    let mut random = Random::new(94);
    let settings = if is_whole_run() { 100 } else { 25 };
    let (mut narrow, mut all) = (0, 0);
    for _ in 0..settings {
        let pair = pair(vec![phase(&mut random, 1.0)]);
        let truth = MirroredStep::new(&pair).expect("one step");
        let law = Law::new(&pair.phases[0]);
        let orders = [-1.0, 0.0, 1.0, 3.0, 6.0].map(|z: f64| {
            let loss = libm::log1p(law.rate * libm::expm1(law.shift * z.abs()));
            loss.copysign(z)
        });
        let rates = [1e-9, 1e-3, 0.3, 0.8];
        let demand = Demand {
            epsilon: orders.to_vec(),
            fpr: rates.to_vec(),
            ..Demand::default()
        };
        let rays = Rays::prepared(&pair, &demand).expect("rays");
        let mut meet = |found: Interval, wanted: Interval, what: f64| {
            let slack = 1e-14 * wanted.upper;
            assert!(
                found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
                "{pair:?} {what}: {found:?} {wanted:?}"
            );
            narrow += usize::from(found.width() <= 1e-6 * found.upper);
            all += 1;
        };
        for order in orders {
            meet(
                Engine::hockey_stick(&rays, order),
                Engine::hockey_stick(&truth, order),
                order,
            );
        }
        for fpr in rates {
            let advantage = Engine::advantage(&rays);
            let wanted = Engine::tpr(&truth, fpr, Engine::advantage(&truth), &mut 0.0);
            meet(Engine::tpr(&rays, fpr, advantage, &mut 0.0), wanted, fpr);
        }
    }
    assert!(narrow * 20 >= all * 19, "{narrow} of {all}");
}

/// Few steps, of one phase and of two, and grids hold the same curve; the rays are the narrower ones.
#[test]
fn few_steps_and_grids_meet() {
    let mut random = Random::new(95);
    let settings = if is_whole_run() { 150 } else { 20 };
    let (mut narrow, mut all) = (0, 0);
    for round in 0..settings {
        let mut several = || {
            let steps = libm::floor(random.log_uniform(2.0, 100.0));
            phase(&mut random, steps)
        };
        let pair = pair((0..=round % 2).map(|_| several()).collect());
        let spread: f64 = pair
            .phases
            .iter()
            .map(|phase| {
                let (m, q) = (phase.shift(), phase.sample_rate);
                phase.num_steps * libm::pow(libm::log1p(q * libm::expm1(m)), 2.0)
            })
            .sum();
        let orders = [0.0, 0.5, 2.0].map(|share| share * libm::sqrt(spread));
        let demand = Demand {
            epsilon: orders.to_vec(),
            ..Demand::default()
        };
        let rays = Rays::prepared(&pair, &demand).expect("rays");
        let wanted = GridDemand {
            width: 1e-6,
            least_points: 0,
            most_points: 1 << 16,
            epsilon_max: orders[2],
            smallest: 0.1,
        };
        let Some(grid) = GridCurve::new(&pair, &wanted) else {
            continue;
        };
        for order in orders {
            let (first, second) = (Engine::hockey_stick(&rays, order), grid.hockey_stick(order));
            assert!(
                first.lower <= second.upper && second.lower <= first.upper,
                "{pair:?} at {order}: {first:?} {second:?}"
            );
            narrow += usize::from(first.width() <= 1e-6 * first.upper);
            all += 1;
        }
    }
    assert_eq!(narrow, all);
}

/// Where lines leave a part of what is asked, rays are asked before a grid.
#[test]
fn rays_come_before_grids() {
    use crate::curve::PrivacyCurve;
    for (noise, rate, steps, delta, epsilon) in [
        (0.4325, 1.72e-5, 80.0, 1e-15, 7.613378383),
        (0.17525, 7.281e-5, 718.0, 1e-15, 98.0677719),
        (0.2393, 3.86e-3, 370.0, 1.0937227624434e-5, 50.0),
        (3.152, 4.754e-5, 1487.0, 1e-15, 4.48247446581e-3),
    ] {
        let pair = pair(vec![PairPhase {
            noise_per_shift: noise,
            sample_rate: rate,
            num_steps: steps,
        }]);
        let demand = Demand {
            delta: Some(delta),
            ..Demand::default()
        };
        let curve = PrivacyCurve::of(&pair, &demand);
        assert_eq!(curve.method(), "fourier");
        let (found, _) = curve.epsilon(delta);
        assert!(found.width() <= 1e-8 * epsilon, "{found:?}");
        assert!(
            (found.middle() - epsilon).abs() <= 1e-8 * epsilon,
            "{found:?}"
        );
    }
}
