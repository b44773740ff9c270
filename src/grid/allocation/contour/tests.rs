use super::*;
use crate::numerics::{legendre, normal};

fn summands(shift: f64, bins: f64) -> Summands {
    Summands {
        shift,
        bins,
        times: bins,
    }
}

fn density(law: &Contours, x: f64) -> (f64, f64) {
    let route = law
        .route((x, x), (0.0, Use::Powers(0.0)))
        .unwrap_or_else(|| panic!("no ray at {x:e}"));
    law.density(&route, x - law.origin)
}

/// A single summand has the density of a lognormal, from left of its middle to its right tail.
#[test]
fn one_summand_is_lognormal() {
    for shift in [1.5, 2.0, 3.3, 5.0] {
        let summands = summands(shift, 1.0);
        let law = Contours::new(summands, summands.value(12.0)).unwrap();
        for z in [-2.0, -1.0, 0.5, 2.0, 4.0, 7.0, 10.0] {
            let x = summands.value(z);
            let (found, error) = density(&law, x);
            let wanted = summands.density(x);
            assert!(
                (found - wanted).abs() <= error + 1e-13 * wanted,
                "{shift} {z}: {found:e} {wanted:e} {error:e}"
            );
            assert!(error <= 1e-8 * wanted, "{shift} {z}: {error:e} {wanted:e}");
        }
    }
}

/// Two summands: the integral of one density over the other, by the smaller one of both.
#[test]
fn two_summands_are_a_convolution() {
    let rule = legendre::<20>();
    for shift in [0.7, 1.5, 3.0] {
        let summands = summands(shift, 2.0);
        let law = Contours::new(summands, 2.0 * summands.value(10.0)).unwrap();
        for x in [0.3, 0.9, 1.1, 2.0, 7.0, 40.0] {
            let (from, to) = (-12.0, summands.place(0.5 * x));
            let half = 0.5 * (to - from) / 60.0;
            let panels = (0..60).map(|panel| from + half * (2.0 * f64::from(panel) + 1.0));
            let wanted: f64 = panels
                .flat_map(|centre| rule.map(|(t, weight)| (centre + half * t, half * weight)))
                .map(|(z, weight)| {
                    let other = x - summands.value(z);
                    2.0 * weight * normal::density(z) * summands.density(other)
                })
                .sum();
            let (found, error) = density(&law, x);
            // What is left of the stretch is less than a smallest part.
            assert!(
                (found - wanted).abs() <= error + 1e-12 * wanted,
                "{shift} {x}: {found:e} {wanted:e} {error:e}"
            );
            assert!(error <= 1e-9 * wanted, "{shift} {x}: {error:e} {wanted:e}");
        }
    }
}

/// Wherever the contour meets the axis, the density is the same.
#[test]
fn rays_agree() {
    for (shift, bins) in [
        (0.1, 1000.0),
        (0.7, 4.0),
        (1.0, 100.0),
        (2.0, 1000.0),
        (3.3, 1e5),
    ] {
        let law = Contours::new(summands(shift, bins), 1e4).unwrap();
        let spread = libm::sqrt(libm::expm1(shift * shift) / bins).min(0.4);
        for x in [1.0 - spread, 1.0, 1.0 + spread, 1.0 + 3.0 * spread] {
            let (best, own) = density(&law, x);
            let others = (0..law.rays.len()).filter_map(|index| {
                let rough = law.rays[index].start.rough_error(x - law.origin);
                let route = (rough < 1e-6 * best).then(|| law.by_ray(index, (x, x)))??;
                Some(law.density(&route, x - law.origin))
            });
            let mut several = 0;
            for (other, error) in others.filter(|(_, error)| *error < 1e-6 * best) {
                several += 1;
                assert!(
                    (best - other).abs() <= own + error,
                    "{shift} {bins} {x}: {best:e} {other:e} {own:e} {error:e}"
                );
            }
            assert!(several >= 2, "{shift} {bins} {x}: {several}");
        }
    }
}

/// What lies left of the least ratio is no more than it says: a single summand has it in closed form.
#[test]
fn the_least_ratio_leaves_little() {
    for shift in [0.8, 2.0, 4.0] {
        let summands = summands(shift, 1.0);
        let law = Contours::new(summands, 1e4).unwrap();
        for spare in [1e-4, 1e-12, 1e-30] {
            let (ratio, left) = law.least(spare);
            let there = normal::cdf(summands.place(ratio));
            assert!(
                there <= left && left <= spare * (1.0 + 1e-6),
                "{shift} {spare}: {there:e} {left:e}"
            );
            assert!(there >= 1e-4 * spare, "{shift} {spare}: {there:e}");
        }
    }
}
