//! The density of the ratio of an epoch on panels of a Gauss-Legendre rule, each as long as Bernstein's ellipses allow.

use super::contour::Contours;
use super::large_summand::{LargeSummand, Tail};
use super::march::Precision;
use super::panel::{Around, Moments, NODES, Origin, Panel, Use, ellipse};
use super::sheet::Sheet;
use super::sheets::{Cover, cover};
use super::summands::Summands;
use crate::grid::composition::Transforms;
use crate::numerics::legendre;
use core::cell::OnceCell;

/// Error of a panel that is asked for, as a share of the largest density on it; on the tail, of the least.
const TOLERANCE_OF_PANEL: f64 = 1e-17;
const TOLERANCE_OF_TAIL: f64 = 1e-13;
/// The same of the mass where powers go with frequencies.
const TOLERANCE_OF_MASS: f64 = 1e-15;
/// What is left of a panel that was too long, and how much longer the next one may be.
const SHRINKAGE: f64 = 0.7;
const GROWTH: f64 = 1.6;
/// Length of the first panel of the tail that is tried, as a share of its place.
const FIRST: f64 = 0.4;
/// The same by contours, in standard deviations under a tilt.
const FIRST_OF_CONTOUR: f64 = 4.0;
/// Most panels that are tried, and where powers of heavy observations go with frequencies.
const MOST_PANELS: usize = 1000;
const MOST_PANELS_OF_FREQUENCIES: usize = 5000;
/// Knots that the sheets are laid with.
const POINTS: usize = 1 << 16;
/// Products of nodes and frequencies from which on no further sheet is laid.
const MOST_WORK: usize = 40_000_000;
/// Fewer bins than these are few.
const FEW: f64 = 64.0;
/// What a larger error may be worth, as a share of what may be missing.
const ENOUGH: f64 = 0.1;
/// Most of the relative error of a density that is taken from a sheet, and where no sheet is better.
const TOLERANCE: f64 = 1e-9;
const LOOSE: f64 = 3e-7;
/// What a density may be off by on a panel, as a share of what may be missing, where a smaller error takes another contour.
const ENOUGH_OF_PANEL: f64 = 1e-3;
/// Shifts up to which sheets take less time.
const LIGHT: f64 = 0.5;
/// What contours that are not narrow may leave open in all, at least.
const LEAST_OPEN: f64 = 1e-12;
/// Error of the polynomials through the nodes that is asked for, as a share of the same densities.
const TOLERANCE_BETWEEN: f64 = 1e-16;
const TOLERANCE_BETWEEN_OF_TAIL: f64 = 1e-11;

/// All panels.
pub(super) struct Panels {
    sheets: Vec<Sheet>,
    tail: Option<LargeSummand>,
    contours: Option<Contours>,
    pub(super) panels: Vec<Panel>,
    /// Nodes and weights between -1 and 1.
    pub(super) rule: [(f64, f64); NODES],
    /// Bound of the mass under "out" left of the panels.
    pub(super) left: f64,
    /// Bound of the mass under "in" that is not on the panels, from a ratio on.
    pub(super) missing: f64,
    pub(super) from: f64,
}

impl Panels {
    /// For a shift and so many bins, and for some use; what is not on the panels holds
    /// about as much under "in" as `spare` says, at least and at most.
    pub(super) fn new(pair: (f64, f64), spare: (f64, f64), purpose: Use) -> Option<Self> {
        let by_contours = || Self::by_contours(pair, spare, purpose);
        let by_sheets = || Self::by_sheets(pair, spare, purpose, true);
        let found = if pair.0 > LIGHT {
            by_contours().or_else(by_sheets)
        } else {
            by_sheets().or_else(by_contours)
        };
        found
            // Few summands are too rough for a law of what one large one makes.
            .or_else(|| {
                let few = pair.1 < FEW;
                few.then(|| Self::by_sheets(pair, spare, purpose, false))
                    .flatten()
            })
    }

    /// Each density by itself.
    pub(super) fn by_contours(
        (shift, bins): (f64, f64),
        spare: (f64, f64),
        purpose: Use,
    ) -> Option<Self> {
        let summands = Summands {
            shift,
            bins,
            times: bins,
        };
        if !Contours::serve(&summands) {
            return None;
        }
        let right = Tail::none(&summands, spare.0);
        let contours = Contours::new(summands, right.from)?;
        let (from, left) = contours.least(spare.0);
        let panels = of_contours(&contours, (from, right.from), (spare.0, purpose))?;
        let open = panels.iter().map(|panel| match panel.origin {
            Origin::Contour(route) if !route.is_narrow() => {
                2.0 * panel.half * panel.to() * route.error
            }
            _ => 0.0,
        });
        if open.sum::<f64>() > spare.1.max(LEAST_OPEN) {
            return None;
        }
        Some(Self {
            sheets: Vec::new(),
            tail: None,
            contours: Some(contours),
            panels,
            rule: legendre(),
            left,
            missing: right.missing,
            from: right.from,
        })
    }

    /// Sheets, and the tail of one large summand if that is asked for.
    pub(super) fn by_sheets(
        (shift, bins): (f64, f64),
        spare: (f64, f64),
        purpose: Use,
        with_tail: bool,
    ) -> Option<Self> {
        let transforms = &mut Transforms::default();
        let summands = Summands {
            shift,
            bins,
            times: bins,
        };
        let Cover {
            sheets,
            left,
            tail,
            start,
        } = cover(
            summands,
            POINTS,
            Precision {
                most_work: MOST_WORK,
                tolerance: TOLERANCE,
                loose: LOOSE,
                enough: Some(ENOUGH * spare.1),
                with_tail,
            },
            spare,
            transforms,
        )?;
        let mut panels = Vec::new();
        for (index, (good, range)) in sheets.iter().enumerate() {
            panels.append(&mut of_sheet((index, &good.sheet), *range, purpose)?);
        }
        let law = if tail.to > tail.from {
            Some(LargeSummand::new(&summands, &tail, transforms)?)
        } else {
            None
        };
        if let Some(law) = &law {
            panels.append(&mut of_tail(law, (start, tail.to.max(start)), purpose)?);
        }
        Some(Self {
            sheets: sheets.into_iter().map(|(good, _)| good.sheet).collect(),
            tail: law,
            contours: None,
            panels,
            rule: legendre(),
            left,
            missing: tail.missing + tail.beyond,
            from: tail.from,
        })
    }

    /// Densities, which rounding may bring below 0, and their errors at offsets from the centre of a panel.
    pub(super) fn densities<const LENGTH: usize>(
        &self,
        panel: &Panel,
        offsets: &[f64; LENGTH],
    ) -> [(f64, f64); LENGTH] {
        match panel.origin {
            Origin::Sheet(index, centre) => {
                let sheet = &self.sheets[index];
                let turned = panel.turned.get_or_init(|| sheet.spectrum.turned(centre));
                let found = sheet.spectrum.densities(turned, offsets);
                core::array::from_fn(|node| {
                    let ratio = panel.centre + offsets[node];
                    let density = found[node] * sheet.spectrum.untilted(ratio);
                    (density, sheet.density_error(ratio, density.abs()))
                })
            }
            Origin::Tail => offsets.map(|offset| {
                let ratio = panel.centre + offset;
                self.tail.as_ref().map_or((0.0, 0.0), |law| {
                    let density = law.density(ratio);
                    (density, law.error(ratio, density.abs()))
                })
            }),
            Origin::Contour(route) => offsets.map(|offset| {
                let contours = self.contours.as_ref();
                contours.map_or((0.0, 0.0), |law| {
                    law.density(&route, (panel.centre - law.origin) + offset)
                })
            }),
        }
    }

    /// Densities and their errors at the nodes of a panel.
    pub(super) fn at_nodes(&self, panel: &Panel) -> [(f64, f64); NODES] {
        self.densities(panel, &self.rule.map(|(x, _)| panel.half * x))
    }

    /// Integrals over a part of a panel.
    pub(super) fn moments(
        &self,
        panel: &Panel,
        (from, to): (f64, f64),
        from_right: bool,
    ) -> Moments {
        let half = 0.5 * (to - from);
        let centre = 0.5 * ((from - panel.centre) + (to - panel.centre));
        let offsets = self.rule.map(|(x, _)| centre + half * x);
        self.sums(panel, half, &self.densities(panel, &offsets), from_right)
    }

    /// The same with the densities at the nodes of a part of half this length.
    pub(super) fn sums(
        &self,
        panel: &Panel,
        half: f64,
        densities: &[(f64, f64); NODES],
        from_right: bool,
    ) -> Moments {
        let mut sum = Moments::default();
        (sum.mass_error, sum.moment_error) = panel.rule_errors();
        for ((x, weight), (density, error)) in self.rule.iter().zip(densities) {
            let away = half * if from_right { 1.0 - x } else { 1.0 + x };
            sum.mass += half * weight * density;
            sum.mass_error += half * weight * error;
            sum.moment += half * weight * density * away;
            sum.moment_error += half * weight * error * away;
        }
        sum
    }
}

/// The panels of a sheet between two knots.
fn of_sheet(
    (index, sheet): (usize, &Sheet),
    (from, to): (f64, f64),
    purpose: Use,
) -> Option<Vec<Panel>> {
    let spectrum = &sheet.spectrum;
    let (theta, log_mass) = (spectrum.theta, spectrum.log_mass);
    let (first, last) = (2 * sheet.nearest(from), 2 * sheet.nearest(to));
    let place = |halves: usize| 0.5 * spectrum.unit * halves as f64;
    let largest = libm::log(spectrum.sum / (spectrum.length as f64 * spectrum.unit));
    let ellipses = |centre: f64, half: f64, strips: &[f64; 6]| -> Vec<Around> {
        let pairs = purpose.ellipses().iter().zip(strips);
        pairs
            .filter_map(|(rho, strip)| {
                let largest = |_, _| Some(strip + log_mass - theta * centre);
                ellipse(*rho, (centre, half), theta, largest)
            })
            .collect()
    };
    let mut longest = ((last - first) / 2).max(1);
    let strips = loop {
        let half = place(longest);
        let strips = purpose
            .ellipses()
            .map(|rho| spectrum.log_largest(0.5 * half * (rho - 1.0 / rho)));
        let centre = place(first) + half;
        // Beside the factor of the tilt, which is that of the density there.
        let fits = ellipses(centre, half, &strips).iter().any(|near| {
            let untilted = theta * centre - log_mass - largest;
            let Use::Powers(highest) = purpose else {
                return near.log_between(half) + untilted <= libm::log(TOLERANCE_BETWEEN);
            };
            let ellipse = &near.ellipse;
            // Powers of about the tilt go with frequencies, none without.
            let log = ellipse.log_error + untilted;
            let turned = log + ellipse.slope.abs() * ellipse.bend + highest * ellipse.turn;
            let plain = log + ellipse.slope.abs() * ellipse.along;
            if highest > 0.0 {
                turned <= libm::log(TOLERANCE_OF_PANEL * half)
                    && plain <= libm::log(TOLERANCE_OF_MASS * half)
            } else {
                plain <= libm::log(TOLERANCE_OF_PANEL * half)
            }
        });
        if fits {
            break strips;
        }
        if longest == 1 {
            return None;
        }
        longest = (7 * longest / 10).max(1);
    };
    let mut panels = Vec::new();
    let mut start = first;
    while start < last {
        let halves = longest.min((last - start) / 2);
        let (centre, half) = (place(start + halves), place(halves));
        panels.push(Panel {
            origin: Origin::Sheet(index, start + halves),
            centre,
            half,
            ellipses: ellipses(centre, half, &strips),
            turned: OnceCell::new(),
        });
        start += 2 * halves;
    }
    Some(panels)
}

/// The panels of the tail.
fn of_tail(law: &LargeSummand, (from, to): (f64, f64), purpose: Use) -> Option<Vec<Panel>> {
    let purpose = (purpose, MOST_PANELS);
    laid((from, to), FIRST * from, purpose, |(start, end)| {
        let density = law.density(end);
        Some((Origin::Tail, density, move |along, across| {
            law.log_largest(0.5 * (start + end) - along, across)
        }))
    })
}

/// Panels of densities by contours.
fn of_contours(
    law: &Contours,
    (from, to): (f64, f64),
    (spare, purpose): (f64, Use),
) -> Option<Vec<Panel>> {
    let first = (FIRST * from).min(FIRST_OF_CONTOUR * law.deviation(from));
    let most = match purpose {
        Use::Powers(highest) if highest > 0.0 && law.summands.shift > LIGHT => {
            MOST_PANELS_OF_FREQUENCIES
        }
        _ => MOST_PANELS,
    };
    laid((from, to), first, (purpose, most), |ends| {
        let enough = ENOUGH_OF_PANEL * spare / ((ends.1 - ends.0) * ends.1.max(1.0));
        let route = law.route(ends, (enough, purpose))?;
        let centre = 0.5 * (ends.0 + ends.1);
        Some((Origin::Contour(route), route.least, move |along, across| {
            Some(law.log_largest(&route, (centre - along, centre + along), across))
        }))
    })
}

/// Panels between two ratios, the first of which has about a length. Of a panel between two ratios a law tells where its densities come
/// from, a small one of them, and the logarithm of the largest on an ellipse with given semi-axes.
fn laid<F: Fn(f64, f64) -> Option<f64>>(
    (from, to): (f64, f64),
    first: f64,
    (purpose, most): (Use, usize),
    law: impl Fn((f64, f64)) -> Option<(Origin, f64, F)>,
) -> Option<Vec<Panel>> {
    let mut panels = Vec::new();
    let (mut start, mut length) = (from, first);
    for _ in 0..most {
        if start >= to {
            return Some(panels);
        }
        let half = 0.5 * length.min(to - start);
        let centre = start + half;
        let (origin, density, largest) = law((start, start + 2.0 * half))?;
        let on_ellipse = |rho: &f64| ellipse(*rho, (centre, half), 0.0, &largest);
        let ellipses: Vec<_> = purpose.ellipses().iter().filter_map(on_ellipse).collect();
        let fits = |near: &Around| match purpose {
            Use::Powers(highest) => {
                let error = near.ellipse.log_error + highest * near.ellipse.turn;
                error <= libm::log(TOLERANCE_OF_TAIL * half * density)
            }
            Use::Polynomials => {
                near.log_between(half) <= libm::log(TOLERANCE_BETWEEN_OF_TAIL * density)
            }
        };
        if !ellipses.iter().any(fits) {
            length = SHRINKAGE * 2.0 * half;
            continue;
        }
        panels.push(Panel {
            origin,
            centre,
            half,
            ellipses,
            turned: OnceCell::new(),
        });
        // The last one ends where the law does, to the digit.
        start = if 2.0 * half < to - start {
            centre + half
        } else {
            to
        };
        length = GROWTH * 2.0 * half;
    }
    None
}
