use super::density::Bound;
use super::piece::{AtNodes, Piece, Reading};
use super::series::{Values, integral, largest, polynomials, series, through};
use super::*;
use crate::grid::allocation::panel::{LEBESGUE, NODES, Use};
use crate::grid::allocation::panels::Panels;
use crate::mechanism::Enclosure;
use crate::numerics::legendre_of_20;

fn rule() -> [(Values, f64); NODES] {
    legendre_of_20().map(|(x, weight)| (polynomials(x), weight))
}

/// The series through an exponential, its integrals from both sides and its bound on an ellipse.
#[test]
fn series_of_an_exponential() {
    let density = through(&rule(), &legendre_of_20().map(|(x, _)| libm::exp(x)));
    let right: [f64; NODES + 1] = integral(&density, false);
    let left: [f64; NODES + 1] = integral(&density, true);
    let farther: [f64; NODES + 2] = integral(&right, false);
    for x in [-1.0, -0.7, 0.0, 0.2, 1.0] {
        let [[own], [beyond], [before], [distance]] =
            series([&density[..], &right, &left, &farther], &[x]);
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-14, "{x}");
        near(own, libm::exp(x));
        near(beyond, libm::exp(1.0) - libm::exp(x));
        near(before, libm::exp(x) - libm::exp(-1.0));
        near(
            distance,
            libm::exp(1.0) * (1.0 - x) - libm::exp(1.0) + libm::exp(x),
        );
    }
    // The largest value on an ellipse is that at its right end.
    for rho in [1.5, 3.0, 6.0] {
        let end = 0.5 * (rho + 1.0 / rho);
        let bound = largest(&density, rho);
        assert!(
            bound >= libm::exp(end) && bound <= 4.0 * libm::exp(rho),
            "{rho}: {bound}"
        );
    }
}

/// Values of at most 1 at the nodes make a polynomial of at most the Lebesgue constant.
#[test]
fn lebesgue_constant_of_the_nodes() {
    let rule = rule();
    let each: Vec<_> = (0..NODES)
        .map(|node| {
            through(
                &rule,
                &core::array::from_fn(|other| f64::from(other == node)),
            )
        })
        .collect();
    let sum = |x: f64| -> f64 {
        let values = each.iter().map(|one| series([&one[..]], &[x])[0][0].abs());
        values.sum()
    };
    let most = (0..=4000)
        .map(|step| sum(f64::from(step) / 2000.0 - 1.0))
        .fold(0.0, f64::max);
    assert!(most <= LEBESGUE && most > 0.7 * LEBESGUE, "{most}");
}

/// Laws of light and of heavy observations, of few bins and of many.
const LAWS: [(f64, f64); 6] = [
    (0.1, 1000.0),
    (0.45, 6.0),
    (0.7, 4.0),
    (1.0, 100.0),
    (2.0, 1000.0),
    (3.3, 10.0),
];

/// Between the nodes the polynomials are as near to the density as they say, and of the whole law the mass and the mean are 1.
#[test]
fn polynomials_hold_the_law() {
    for (shift, bins) in LAWS {
        let spare = (1e-14, 1e-12);
        let law = PolynomialLaw::of_epoch((shift, bins), spare).expect("a law");
        let panels = Panels::new((shift, bins), spare, Use::Polynomials).expect("panels");
        for (panel, piece) in panels.panels.iter().zip(&law.pieces) {
            let offsets = [-0.999, -0.4, 0.03, 0.55, 0.98].map(|x| x * panel.half);
            let wanted = panels.densities(panel, &offsets);
            let found = piece.densities(&offsets.map(|offset| panel.centre + offset));
            for ((wanted, own), found) in wanted.into_iter().zip(found) {
                assert!(
                    (wanted - found).abs() <= piece.error + own,
                    "{shift} {bins}: {wanted:e} {found:e} {:e}",
                    piece.error
                );
            }
        }
        let first = law.first();
        let [all] = law
            .beyond(law.region(0.0), &[0.0], Towards::Right)
            .expect("all");
        let open = all.mass.error + law.lacking.left + law.lacking.missing + 1e-14;
        assert!(
            (all.mass.value - 1.0).abs() <= open,
            "{shift} {bins}: {first}"
        );
        let open = all.distance.error + law.lacking.left + law.lacking.missing + 1e-14;
        assert!((all.distance.value - 1.0).abs() <= open, "{shift} {bins}");
        assert!(open < 1e-8, "{shift} {bins}: {open:e}");
    }
}

/// What rounding and interpolation leave open of a law is in what is read of it: with the density of a piece moved by its error, every
/// reading stays within.
#[test]
fn errors_of_pieces_are_in_readings() {
    let place = |shift: f64| AtNodes {
        centre: 1.0,
        half: 0.25,
        densities: legendre_of_20().map(|(x, _)| (libm::exp(x) + shift, 1e-3)),
        between: 0.0,
    };
    let far = Reading {
        mass: Sum {
            value: 0.2,
            error: 1e-3,
        },
        distance: Sum {
            value: 0.1,
            error: 1e-3,
        },
    };
    for towards in [Towards::Right, Towards::Left] {
        let [mut piece, mut moved] =
            [0.0, 1e-3].map(|shift| Piece::through(&place(shift), &rule()));
        let wanted = Reading {
            mass: Sum {
                value: 0.201,
                error: 0.0,
            },
            distance: Sum {
                value: 0.101,
                error: 0.0,
            },
        };
        piece.with_far(far, towards);
        moved.with_far(wanted, towards);
        for ratio in [0.76, 1.0, 1.2] {
            let [found] = piece.beyond(&[ratio], towards);
            let [wanted] = moved.beyond(&[ratio], towards);
            for (found, wanted) in [(found.mass, wanted.mass), (found.distance, wanted.distance)] {
                let off = (found.value - wanted.value).abs();
                assert!(
                    off <= found.error && off > 0.05 * found.error,
                    "{towards:?} {ratio}"
                );
            }
        }
    }
}

/// The order of the epochs does not matter, of equal ones nor of different ones, and what is read is narrow.
#[test]
fn products_do_not_depend_on_their_order() {
    let (one, other) = ((0.9, 50.0), (1.6, 12.0));
    let spare = (1e-16, 1e-14);
    for orders in [
        [vec![one, other], vec![other, one]],
        [vec![one, other, one], vec![other, one, one]],
    ] {
        let [first, second] =
            orders.map(|pairs| ProductCurve::new(&pairs, spare).expect("a curve"));
        for epsilon in [-1.5, -0.2, 0.0, 0.4, 1.0, 2.0] {
            for read in [Enclosure::hockey_stick, Enclosure::reverse_hockey_stick] {
                let (a, b) = (read(&first, epsilon), read(&second, epsilon));
                assert!(
                    a.lower <= b.upper && b.lower <= a.upper,
                    "{epsilon}: {a:?} {b:?}"
                );
                assert!(a.width() <= 1e-7 * a.upper, "{epsilon}: {a:?}");
            }
        }
        for fpr in [1e-9, 1e-3, 0.4] {
            let (a, b) = (first.tpr(fpr), second.tpr(fpr));
            assert!(
                a.lower <= b.upper && b.lower <= a.upper,
                "{fpr}: {a:?} {b:?}"
            );
            assert!(a.width() <= 1e-7 * a.upper, "{fpr}: {a:?}");
        }
    }
}

/// The bound of the density of two epochs holds on the real line, and is not far from it.
#[test]
fn bound_of_the_density_holds() {
    for law in LAWS {
        let mut epochs = KnownEpochs::default();
        let product = epochs
            .product(&[law, law], (1e-16, 1e-14))
            .expect("a product");
        let bound = Bound::new(&product.laws[0], &product.laws[1]);
        let spread = libm::sqrt(2.0 * libm::log1p(libm::expm1(law.0 * law.0) / law.1));
        let (mut checked, mut near) = (0, 0);
        for step in 0..60 {
            let ratio = libm::exp(spread * (f64::from(step) - 30.0) / 7.0);
            let found = product.density(ratio);
            if found.value < 1e3 * found.error {
                continue;
            }
            checked += 1;
            let log = bound.log_largest((ratio, ratio), 0.0) - libm::log(found.value);
            assert!(log >= -1e-9, "{law:?} at {ratio}: {log}");
            near += usize::from(log < 4.0);
        }
        assert!(
            checked > 20 && 2 * near > checked,
            "{law:?}: {near} of {checked}"
        );
    }
}

/// Between its nodes a polynomial through the density of two epochs is as near to it as the continued polynomials of both say, of heavy
/// observations in so many bins that the Gaussian part of the loss says nothing.
#[test]
fn continued_polynomials_bound_what_lies_between() {
    let (mut told, mut near, mut passed) = (0, 0, 0);
    for law in [(1.8, 3e5), (2.5, 5e4), (3.3, 2e4)] {
        let mut epochs = KnownEpochs::default();
        let product = epochs
            .product(&[law, law], (1e-16, 1e-14))
            .expect("a product");
        let bound = Bound::new(&product.laws[0], &product.laws[1]);
        for order in [-0.3, -0.02, 0.01, 0.4, 2.0] {
            for share in [0.004, 0.01, 0.02, 0.15, 0.3] {
                let centre: f64 = libm::exp(order);
                let half = share * centre;
                let between = product.between(centre, half);
                let ends = (centre - half, centre + half);
                passed += usize::from(product.passed(centre, ends) > 0.0);
                let at = |x: &f64| product.density(centre + half * x);
                let nodes = legendre_of_20().map(|(x, _)| at(&x));
                let polynomial = through(&rule(), &nodes.map(|node| node.value));
                let of_nodes = nodes.iter().map(|node| node.error).fold(0.0, f64::max);
                let places = [-0.98, -0.6, -0.11, 0.21, 0.47, 0.93];
                let [found] = series([&polynomial[..]], &places);
                let wanted = places.map(|x| at(&x));
                let open = between.nodes + (1.0 + LEBESGUE) * of_nodes;
                let mut most = 0.0_f64;
                for (found, wanted) in found.iter().zip(wanted) {
                    let off = (found - wanted.value).abs();
                    let what = format!("{law:?} at {order}, {share}");
                    assert!(off <= open + wanted.error, "{what}: {off:e} {open:e}");
                    most = most.max(off);
                }
                let largest = wanted.iter().map(|at| at.value).fold(0.0, f64::max);
                let is_told = between.nodes <= 1e-10 * largest;
                let by_gaussian = libm::exp(bound.log_between(centre, half));
                told += usize::from(is_told && by_gaussian > 1e-10 * largest);
                near += usize::from(most > 1e-6 * between.nodes);
            }
        }
    }
    assert!(
        told >= 7 && near >= 10 && passed >= 30,
        "{told} {near} {passed}"
    );
}

/// Places are found whatever was found before.
#[test]
fn places_are_found() {
    let mut known = KnownPlaces::default();
    let at = |order: f64| Place {
        order,
        log: -0.5 * order * order - order,
        slope: -order - 1.0,
    };
    for mass in [1e-3, 0.9, 1e-12, 0.5, 0.49999, 1e-3] {
        let found = known.find(mass, (-0.5, 20.0), at);
        let wanted = libm::sqrt(1.0 - 2.0 * libm::log(mass)) - 1.0;
        assert!(
            (found.order - wanted).abs() < 1e-9,
            "{mass}: {found:?} {wanted}"
        );
    }
}
