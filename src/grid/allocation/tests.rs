use super::epoch_curve::EpochCurve;
use super::epoch_table;
use super::knots::Knots;
use super::lognormal_sum::{repeat, summand};
use super::panel::Use;
use super::panels::Panels;
use super::sheets::knots;
use super::summands::Summands;
use super::taper::Taper;
use super::tilted_summand::TiltedSummand;
use crate::grid::composition::Transforms;
use crate::mechanism::Enclosure;
use crate::numerics::normal;

const POINTS: usize = 1 << 17;

fn summands(shift: f64, bins: f64) -> Summands {
    Summands {
        shift,
        bins,
        times: bins,
    }
}

fn law(shift: f64, bins: f64, spare: f64) -> Knots {
    let mut transforms = Transforms::default();
    let found = knots(
        summands(shift, bins),
        POINTS,
        (spare, spare),
        &mut transforms,
    );
    found.unwrap_or_else(|| panic!("shift {shift}, bins {bins}, spare {spare}"))
}

/// `E (S - x)_+` of masses at ratios.
fn curve(ratios: &[f64], masses: &[f64], x: f64) -> f64 {
    let parts = ratios.iter().zip(masses);
    parts.map(|(ratio, mass)| mass * (ratio - x).max(0.0)).sum()
}

/// The laws of few and of many bins, of light and of heavy summands.
const LAWS: [(f64, f64, f64); 7] = [
    (0.1, 100.0, 1e-11),
    (0.5, 1000.0, 1e-13),
    (0.833, 20.0, 1e-12),
    (1.0, 100.0, 1e-10),
    (1.0, 1e4, 1e-19),
    (1.0, 1e6, 1e-10),
    (1.43, 1000.0, 1e-12),
];

/// Masses and means under "out" add up to 1 but for what is stated to be missing.
#[test]
fn knots_hold_the_law() {
    for (shift, bins, spare) in LAWS {
        let law = law(shift, bins, spare);
        assert!(
            law.right <= 1.01 * spare + 1e-13,
            "{shift} {bins}: {}",
            law.right
        );
        let errors = curve(&law.ratios, &law.errors, 0.0) + law.errors.iter().sum::<f64>();
        let missing = law.left + law.right + errors + 1e-13;
        for masses in [&law.above, &law.below] {
            let sum: f64 = masses.iter().sum();
            let mean = curve(&law.ratios, masses, 0.0);
            assert!(
                (sum - 1.0).abs() <= missing,
                "{shift} {bins}: {:e}",
                sum - 1.0
            );
            assert!(
                (mean - 1.0).abs() <= missing,
                "{shift} {bins}: {:e}",
                mean - 1.0
            );
        }
    }
}

/// The curve lies between the pair below and the pair above, and both meet those of a linear grid, which come from
/// repeated products of transforms.
#[test]
fn sheets_and_a_linear_grid_meet() {
    for (shift, bins, cap) in [(0.5, 100.0, 4.0), (1.0, 1000.0, 4.0), (0.833, 20.0, 30.0)] {
        let sheets = law(shift, bins, 1e-12);
        let mut transforms = Transforms::default();
        let unit = cap / POINTS as f64;
        let (above, below) = summand(shift, unit * bins, POINTS).unwrap();
        let mut grid = |masses| repeat(masses, bins, 0.0, &mut transforms).unwrap();
        let (above, below) = (grid(above), grid(below));
        let ratios: Vec<_> = (0..POINTS).map(|index| index as f64 * unit).collect();
        let beyond = |masses: &[f64], x: f64| {
            // What lies above the cap is known in sum.
            let outside = 1.0 - masses.iter().sum::<f64>();
            let inside = 1.0 - curve(&ratios, masses, 0.0);
            curve(&ratios, masses, x) + inside - x * outside
        };
        for x in [0.7, 1.0, 1.1, 1.3, 1.7, 2.2] {
            let low = curve(&sheets.ratios, &sheets.below, x);
            let high = curve(&sheets.ratios, &sheets.above, x);
            assert!(low <= high, "{shift} {bins} {x}: {low:e} {high:e}");
            assert!(high - low < 1e-8, "{shift} {bins} {x}: {low:e} {high:e}");
            let slack = 1e-13 * bins + sheets.right;
            assert!(
                low <= beyond(&above.masses, x) + slack,
                "{shift} {bins} {x}"
            );
            assert!(
                high >= beyond(&below.masses, x) - slack,
                "{shift} {bins} {x}"
            );
        }
    }
}

/// Where the tail begins farther in, it is that of the sheets: one large summand is all that matters there.
#[test]
fn tail_continues_the_sheets() {
    for (shift, bins) in [(1.0, 100.0), (1.0, 1000.0), (1.43, 1000.0)] {
        let (near, far) = (law(shift, bins, 1e-12), law(shift, bins, 1e-17));
        assert!(near.from < 0.8 * far.from, "{} {}", near.from, far.from);
        for share in [0.0, 0.02, 0.05] {
            let x = near.from + share * (far.from - near.from);
            let one = curve(&near.ratios, &near.above, x);
            let all = curve(&far.ratios, &far.above, x);
            let missing = near.right + 1e-6 * all;
            assert!(
                (one - all).abs() <= missing,
                "{shift} {bins} {x}: {one:e} {all:e}"
            );
            assert!(
                all > 3.0 * near.right,
                "{shift} {bins} {x}: {all:e} {:e}",
                near.right
            );
        }
    }
}

/// Against a plain sum over equidistant points.
#[test]
fn characteristic_function_of_a_summand() {
    for (shift, bins, kept, theta) in [
        (1.0, 100.0, 1.5, 3.0),
        (0.5, 1e4, 0.1, -20.0),
        (1.43, 1000.0, 6.0, 0.5),
    ] {
        let (summands, taper) = (summands(shift, bins), Taper::new(kept));
        let law = TiltedSummand::new(summands, taper, theta, 0.0).unwrap();
        let spacing = 0.7 * libm::sqrt(bins);
        let found = law.log_characteristic(spacing, 40).unwrap().logs;
        let step = 1e-4;
        let sum = |u: f64| {
            let parts = (-110_000..130_000).map(|index| {
                let z = f64::from(index) * step;
                let value = summands.value(z).min(taper.end());
                let mass = step * normal::density(z) * taper.at(value) * libm::exp(theta * value);
                (mass * libm::cos(u * value), mass * libm::sin(u * value))
            });
            parts.fold((0.0, 0.0), |(re, im), part| (re + part.0, im + part.1))
        };
        let (mass, _) = sum(0.0);
        let log_mass = bins * libm::log(mass);
        assert!(
            (log_mass - law.log_mass).abs() < 1e-11 * bins,
            "{shift}: {log_mass} {}",
            law.log_mass
        );
        for index in [1, 7, 40] {
            let (re, im) = sum(index as f64 * spacing);
            let (log, error) = found[index];
            let modulus = libm::log(libm::hypot(re, im) / mass);
            assert!(
                (log.re / bins - modulus).abs() < 1e-12,
                "{index}: {log} {modulus}"
            );
            assert!(
                (log.im / bins - libm::atan2(im, re)).abs() < 1e-12,
                "{index}: {log}"
            );
            assert!(error < 1e-9, "{error:e}");
        }
    }
}

/// Too few bins for the tail, too few knots, or sheets that would cost more than they are worth.
#[test]
fn laws_without_sheets() {
    let mut transforms = Transforms::default();
    let mut found = |shift, bins, points| {
        knots(
            summands(shift, bins),
            points,
            (1e-10, 1e-9),
            &mut transforms,
        )
        .is_some()
    };
    assert!(found(1.0, 100.0, POINTS));
    assert!(!found(1.0, 7.0, POINTS));
    assert!(!found(1.0, 100.0, 1 << 14));
    assert!(!found(3.0, 100.0, POINTS));
}

/// The curve by the density lies between the pair below and the pair above, far narrower, and has all of the mass and of the mean.
#[test]
fn density_lies_between_the_knots() {
    for (shift, bins, spare) in LAWS {
        let knots = law(shift, bins, spare);
        let density = EpochCurve::new((shift, bins), (spare, 1e3 * spare));
        let density = density.unwrap_or_else(|| panic!("shift {shift}, bins {bins}"));
        let spread = libm::sqrt(libm::expm1(shift * shift) / bins);
        for away in [-2.0, 0.0, 1.0, 3.0, 5.0] {
            let ratio = libm::exp(away * spread);
            let found = density.hockey_stick(away * spread);
            let low = curve(&knots.ratios, &knots.below, ratio);
            let high = curve(&knots.ratios, &knots.above, ratio) + knots.right + knots.left;
            let errors = curve(&knots.ratios, &knots.errors, ratio) + 1e-13;
            let what = format!("{shift} {bins} {away}: {found:?} {low:e} {high:e}");
            assert!(found.upper >= low - errors, "{what}");
            assert!(found.lower <= high + errors, "{what}");
            assert!(found.width() <= 1e-8 * found.upper + 1e3 * spare, "{what}");
        }
        let all = density.hockey_stick(-20.0);
        assert!(
            all.contains(-libm::expm1(-20.0)) && all.width() < 1e-10,
            "{all:?}"
        );
        let none = density.reverse_hockey_stick(-20.0);
        assert!(
            none.contains(-libm::expm1(-20.0)) && none.width() < 1e-10,
            "{none:?}"
        );
    }
}

/// The rate of true positives is what its order says: no line above the curve lies below it, and the rates of the test there do not
/// exceed it.
#[test]
fn rates_meet_the_curve() {
    for (shift, bins, spare) in [(0.5, 1000.0, 1e-16), (1.0, 1e4, 1e-19), (0.1, 6.0, 1e-18)] {
        let density = EpochCurve::new((shift, bins), (spare, 1e3 * spare));
        let density = density.unwrap_or_else(|| panic!("shift {shift}, bins {bins}"));
        let mut before = 0.0;
        for fpr in [1e-9, 1e-5, 0.01, 0.3, 0.9] {
            let found = density.tpr(fpr);
            assert!(
                found.width() <= 1e-7 * found.upper,
                "{shift} {bins} {fpr}: {found:?}"
            );
            assert!(found.lower > before, "{found:?}");
            before = found.upper;
            let spread = libm::sqrt(libm::expm1(shift * shift) / bins);
            let lines = (-60..=60).map(|step| {
                let epsilon = 0.1 * f64::from(step) * spread;
                density.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon)
            });
            let least = lines.fold(f64::INFINITY, f64::min);
            assert!(found.lower <= least, "{found:?} {least}");
        }
    }
}

/// Both directions of the divergence: `Hrev(eps) = 1 - e^eps + e^eps H(-eps)`.
#[test]
fn directions_of_the_density_agree() {
    let density = EpochCurve::new((0.7, 50.0), (1e-16, 1e-16)).unwrap();
    for epsilon in [-0.3, -0.05, 0.0, 0.04, 0.2] {
        let reverse = density.reverse_hockey_stick(epsilon);
        let forward = density.hockey_stick(-epsilon);
        let other = |end: f64| -libm::expm1(epsilon) + libm::exp(epsilon) * end;
        assert!(reverse.lower <= other(forward.upper) + 1e-15, "{epsilon}");
        assert!(reverse.upper >= other(forward.lower) - 1e-15, "{epsilon}");
    }
}

/// The panels of a law leave no gap, whatever may be missing: also where the last sheet begins within a few cells of the tail.
#[test]
fn panels_leave_no_gap() {
    let (shift, bins) = (1.0 / 0.6012, 18519.0);
    let mut found = 0;
    for step in 0..12 {
        let most = 1.1e-9 * (1.0 + 0.005 * f64::from(step));
        let Some(panels) =
            Panels::by_sheets((shift, bins), (1e-2 * most, most), Use::Powers(0.0), true)
        else {
            continue;
        };
        found += 1;
        let mut end = panels.panels[0].from();
        let mut mass = 0.0;
        for panel in &panels.panels {
            assert!((panel.from() - end).abs() <= 1e-12 * end, "{step}: {end}");
            end = panel.to();
            mass += panels.moments(panel, (panel.from(), end), false).mass;
        }
        assert!(
            (mass - 1.0).abs() <= panels.left + panels.missing + 1e-13,
            "{step}: {:e}",
            mass - 1.0
        );
    }
    assert!(found >= 4, "{found}");
}

/// By contours masses and means under "out" add up to 1 but for what is stated, of light and of heavy observations, few and many.
#[test]
fn contours_hold_the_law() {
    let laws = [
        (0.1, 1000.0),
        (0.7, 4.0),
        (1.0, 100.0),
        (1.5, 2.0),
        (2.0, 1000.0),
        (3.3, 10.0),
        (3.3, 1e5),
        (5.0, 100.0),
    ];
    for (shift, bins) in laws {
        let panels =
            Panels::by_contours((shift, bins), (1e-12, 1e-10), Use::Powers(0.0)).expect("contours");
        let (mut mass, mut mean, mut error) = (0.0, 0.0, 0.0);
        for panel in &panels.panels {
            let (from, to) = (panel.from(), panel.to());
            let found = panels.moments(panel, (from, to), false);
            mass += found.mass;
            mean += found.moment + from * found.mass;
            error += found.moment_error + (1.0 + from) * found.mass_error;
        }
        let open = panels.left + panels.missing + error + 1e-13;
        assert!(open <= 1e-9, "{shift} {bins}: {open:e}");
        for sum in [mass, mean] {
            assert!((sum - 1.0).abs() <= open, "{shift} {bins}: {:e}", sum - 1.0);
        }
    }
}

/// The rules of a table are certain for the mass and the mean as well as for powers that go with frequencies: a thousand epochs have a
/// thousand times their error.
#[test]
fn tables_hold_masses() {
    for (shift, bins, epochs) in [
        (0.18, 144.0, 638.0),
        (0.2, 1890.0, 1015.0),
        (0.47, 3439.0, 2e4),
    ] {
        let highest = libm::sqrt(140.0 * bins / epochs) / shift;
        let table = epoch_table((shift, bins), (1e-18, 1e-16), highest).expect("a table");
        for power in [0.0, 1.0] {
            let error: f64 = table
                .panels
                .iter()
                .map(|panel| panel.error(power, 0.0))
                .sum();
            assert!(error < 1e-13, "{shift} {bins}: {error:e}");
        }
    }
}
