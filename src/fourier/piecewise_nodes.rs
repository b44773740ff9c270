//! The nodes of a step whose loss is smooth on one stretch: Gauss-Legendre rules on panels, each with its certificate.

use super::panels::NODES;
use super::piecewise_step::{Atom, PiecewiseStep};
use super::tilted_step::{Node, Sums, TiltedStep};
use crate::numerics::legendre;

/// Largest product of a tilt and a slope of the loss.
const STEEPEST: f64 = 1e4;
/// Ellipses of Bernstein that are tried.
const ELLIPSES: [f64; 8] = [1.5, 2.0, 2.7, 3.7, 5.0, 7.0, 10.0, 15.0];
/// Largest angle that a height gives to the ratio.
const MOST_ANGLE: f64 = 0.95 * core::f64::consts::PI;
/// The error asked of a panel as a share of that of all.
const SHARE: f64 = 1.0 / 64.0;
/// Cells by which the mass is roughly known.
const ROUGH_CELLS: usize = 96;

/// A part of the stretch, and what its rule is off by.
struct Panel {
    centre: f64,
    half: f64,
    /// The error of the characteristic function at all frequencies asked for.
    error: f64,
    /// That of the mass of each half, and the losses between which the ratio is on the ellipse.
    tilted: f64,
    losses: (f64, f64),
}

/// What a rule must be good for.
struct Asked<'a> {
    step: &'a PiecewiseStep,
    s: f64,
    /// Highest frequency.
    t: f64,
    tolerance: f64,
}

impl Asked<'_> {
    /// The panel with the least bound. On the ellipse with foci at the ends and the sum `rho` of semi-axes, in units of half the
    /// length, an analytic function of at most `M` is integrated up to `64/15 M rho^(-2n)/(1 - rho^-2)` times half the length
    /// (Theorem 19.3 of Trefethen, Approximation Theory and Approximation Practice).
    ///
    /// `E_Q[w^(s+it) - 1 - (s+it)(w - 1)]` is what the sums are of, so that those of 1 and of `w` count, too.
    fn panel(&self, (left, right): (f64, f64)) -> Panel {
        let (centre, half) = (0.5 * (left + right), 0.5 * (right - left));
        let ellipses = ELLIPSES
            .into_iter()
            .filter_map(|rho| self.on_ellipse(centre, half, rho));
        ellipses
            .min_by(|a, b| a.error.total_cmp(&b.error))
            .unwrap_or(Panel {
                centre,
                half,
                error: f64::INFINITY,
                tilted: f64::INFINITY,
                losses: (0.0, 0.0),
            })
    }

    /// `None` where the ratio may be 0 inside.
    fn on_ellipse(&self, centre: f64, half: f64, rho: f64) -> Option<Panel> {
        let ratio = self.step.ratio;
        let reach = 0.5 * half * (rho + 1.0 / rho);
        let height = 0.5 * half * (rho - 1.0 / rho);
        if ratio.k * height > MOST_ANGLE {
            return None;
        }
        let (left, right) = (centre - reach, centre + reach);
        let (low, high) = (
            ratio.loss(left) + ratio.log_least(height),
            ratio.loss(right),
        );
        let density = self.step.density.log_largest(left, height);
        let rule = libm::log(64.0 / 15.0 * half / (1.0 - 1.0 / (rho * rho)))
            - 2.0 * (NODES as f64 - 1.0) * libm::log(rho);
        let off = |log_ratio: f64| libm::exp(density + rule + log_ratio);
        let turned = self.t * ratio.argument(right, height);
        let largest = |tilt: f64| (tilt * low).max(tilt * high);
        let tilts = self.step.tilts(self.s);
        let sides = if self.step.mirrored { 2.0 } else { 1.0 };
        let highest = 1.0 + self.s.abs() + self.t;
        let whole = off(0.0) + off(high.max(0.0));
        Some(Panel {
            centre,
            half,
            error: tilts
                .clone()
                .map(|tilt| off(largest(tilt) + turned))
                .sum::<f64>()
                + sides * highest * whole,
            tilted: tilts.map(|tilt| off(largest(tilt))).sum(),
            losses: (low, high),
        })
    }

    /// Panels of the stretch up to `end`, halved until each is good enough; `None` if there would be more than `most`.
    fn panels(&self, end: f64, most: f64) -> Option<Vec<Panel>> {
        let mut open = vec![(self.step.from, end)];
        let mut panels = Vec::new();
        while let Some(part) = open.pop() {
            if (panels.len() + open.len() + 1) as f64 > most {
                return None;
            }
            let panel = self.panel(part);
            if panel.error <= SHARE * self.tolerance {
                panels.push(panel);
            } else {
                let middle = panel.centre;
                if !(part.0 < middle && middle < part.1) {
                    return None;
                }
                open.extend([(middle, part.1), (part.0, middle)]);
            }
        }
        Some(panels)
    }
}

impl PiecewiseStep {
    /// Logarithm of the share of the atoms in `P^s Q^(1-s)`, roughly.
    pub(super) fn log_atoms(&self, s: f64) -> f64 {
        libm::log(self.atoms_mass(s) / self.rough_coefficient(s))
    }

    fn atoms_mass(&self, s: f64) -> f64 {
        let masses = self
            .all_atoms()
            .map(|atom| libm::exp(atom.log_out + s * atom.loss));
        masses.sum()
    }

    /// Largest slope of the loss.
    fn steepest(&self) -> f64 {
        self.ratio.k * self.ratio.largest_posterior(self.to)
    }

    /// The mass of `P^s Q^(1-s)` of one step, roughly.
    fn rough_coefficient(&self, s: f64) -> f64 {
        let end = self.end(s, -20.0, 0.0);
        let width = (end - self.from) / ROUGH_CELLS as f64;
        let places = (0..ROUGH_CELLS).map(|i| self.from + width * (i as f64 + 0.5));
        let stretch = |tilt: f64| -> f64 {
            let masses = places.clone().map(|x| libm::exp(self.log_density(x, tilt)));
            width * masses.sum::<f64>()
        };
        self.tilts(s).map(stretch).sum::<f64>() + self.atoms_mass(s)
    }

    /// The atoms with their mirror images.
    fn all_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        let image = |atom: &Atom| Atom {
            loss: -atom.loss,
            log_out: atom.log_out + atom.loss,
        };
        let images = self
            .atoms
            .iter()
            .filter(|atom| self.mirrored && atom.loss != 0.0);
        self.atoms.iter().copied().chain(images.map(image))
    }

    /// See [`TiltedStep::new`].
    pub(super) fn tilted(&self, s: f64, t: f64, tolerance: f64, most: f64) -> Option<TiltedStep> {
        let per_step = tolerance / self.num_steps;
        let highest = 1.0 + t + s.abs();
        if s.abs() * self.steepest() > STEEPEST || most < 2.0 * NODES as f64 {
            return None;
        }
        let scale = self.rough_coefficient(s);
        if !(scale > 1e-280 && scale < 1e280) {
            return None;
        }
        let end = self.end(s, libm::log(1e-3 * per_step / highest), libm::log(scale));
        let asked = Asked {
            step: self,
            s,
            t,
            tolerance: per_step * scale,
        };
        let sides = if self.mirrored { 2.0 } else { 1.0 };
        let panels = asked.panels(end, most / (sides * NODES as f64))?;
        let (mut nodes, sums) = self.nodes(s, &panels);
        let coefficient = 1.0 + sums.coefficient;
        if !(coefficient > 1e-280 && coefficient < 1e280) {
            return None;
        }
        for node in &mut nodes {
            node.mass /= coefficient;
            node.condition += 2.0;
        }
        let outside = if self.is_cut() {
            4e-3 * per_step * scale.max(1.0) / highest
        } else {
            0.0
        };
        let error =
            panels.iter().map(|panel| panel.error).sum::<f64>() + (8.0 + 4.0 * highest) * outside;
        let rounding = f64::EPSILON * sums.coefficient_rounding;
        let off = |panel: &Panel| panel.tilted / coefficient;
        let ends = panels.iter().flat_map(|panel| {
            let (low, high) = panel.losses;
            let mirrored = if self.mirrored { off(panel) } else { 0.0 };
            [
                (low, off(panel)),
                (high, off(panel)),
                (-low, mirrored),
                (-high, mirrored),
            ]
        });
        Some(TiltedStep {
            nodes,
            num_steps: self.num_steps,
            log_coefficient: libm::log1p(sums.coefficient),
            log_coefficient_error: 1.1 * (error + rounding) / coefficient
                + 2.0 * f64::EPSILON * libm::log1p(sums.coefficient).abs(),
            mean: sums.mean / coefficient,
            mean_rounding: 1.1 * f64::EPSILON * (sums.mean_rounding + 4.0 * sums.mean.abs())
                / coefficient,
            quadrature_error: 2.0 * error / coefficient,
            loss_relative_error: Self::LOSS_ERROR,
            outside: outside / coefficient.min(1.0),
            smallest: self.smallest_loss(),
            ends: ends.filter(|end| end.1 > 0.0).collect(),
            #[cfg(not(first_module))]
            by_moments: None,
            #[cfg(not(first_module))]
            apart: None,
        })
    }

    /// All nodes with their masses under `P^s Q^(1-s)`, and the sums over them.
    fn nodes(&self, s: f64, panels: &[Panel]) -> (Vec<Node>, Sums) {
        let rule = legendre::<NODES>();
        let relative = Self::LOSS_ERROR / f64::EPSILON;
        let summation = (2 * NODES * panels.len()) as f64 / 4.0 + 16.0;
        let mut nodes = Vec::with_capacity(2 * NODES * panels.len() + 4);
        let mut sums = Sums::default();
        let mut add = |loss: f64, log_out: f64, size: f64, condition: f64| {
            let condition = summation + 2.0 * (log_out.abs() + (s * loss).abs()) + condition;
            let sensitivity = relative * size / loss.abs().max(1e-300);
            sums.add(s, loss, log_out, condition, sensitivity);
            nodes.push(Node {
                loss,
                mass: libm::exp(log_out + s * loss),
                condition: condition + relative * s.abs() * size,
                size,
            });
        };
        for atom in self.all_atoms() {
            let size = atom.loss.abs();
            add(atom.loss, atom.log_out, size, relative * size);
        }
        for panel in panels {
            for &(at, weight) in &rule {
                // Weights are known the worse the nearer they are to an end.
                let rounding = 4.0 / (1.0 - at * at);
                let x = panel.centre + panel.half * at;
                let loss = self.ratio.loss(x);
                let size = self.ratio.size(x, loss);
                let log_out = libm::log(weight * panel.half) + self.density.log(x);
                let squared = 2.0 * x * x + rounding;
                add(loss, log_out, size, squared);
                if self.mirrored {
                    add(-loss, log_out + loss, size, squared + relative * size);
                }
            }
        }
        (nodes, sums)
    }
}

#[cfg(test)]
mod tests {
    use super::super::step::Step;
    use super::super::truncation::LayerCake;
    use super::*;
    use crate::mechanism::{Noise, PairPhase, Shape};
    use crate::numerics::normal;

    const LAWS: [(Shape, Noise); 3] = [
        (Shape::Mixture { group_size: 1 }, Noise::Laplace),
        (Shape::Mirrored, Noise::Laplace),
        (Shape::Mirrored, Noise::Gaussian),
    ];

    fn step((shape, noise): (Shape, Noise), noise_per_shift: f64, q: f64) -> PiecewiseStep {
        let phase = PairPhase {
            noise_per_shift,
            sample_rate: q,
            num_steps: 1.0,
        };
        PiecewiseStep::new(shape, noise, &phase).expect("in pieces")
    }

    /// `E[w^(s + it)]` straight from both densities on the whole line, by the midpoint rule.
    fn brute(law: (Shape, Noise), noise_per_shift: f64, q: f64, s: f64, t: f64) -> (f64, f64) {
        let m = 1.0 / noise_per_shift;
        let density = |x: f64| match law.1 {
            Noise::Gaussian => normal::density(x),
            Noise::Laplace => 0.5 * libm::exp(-x.abs()),
        };
        let (mut re, mut im, mut equal) = (0.0, 0.0, 1.0);
        let dx = 1e-4;
        // The middle between the shifts is an edge of a cell.
        let first = 0.5 * m - 40.0;
        for i in 0..800_000 {
            let x = first + dx * (f64::from(i) + 0.5);
            let (out, moved) = (density(x), density(x - m));
            let inn = (1.0 - q) * out + q * moved;
            let mut add = |out: f64, inn: f64| {
                if out > 0.0 && inn > 0.0 {
                    let loss = libm::log(inn / out);
                    let mass = dx * out * libm::exp(s * loss);
                    let (sin, cos) = libm::sincos(t * loss);
                    re += mass * cos;
                    im += mass * sin;
                    equal -= dx * out;
                }
            };
            if law.0 == Shape::Mirrored {
                if x > 0.5 * m {
                    add(out, inn);
                    add(inn, out);
                }
            } else {
                add(out, inn);
            }
        }
        (re + equal, im)
    }

    /// The nodes give the characteristic function of the law, at rest and at frequencies, whatever the tilt.
    #[test]
    fn nodes_are_those_of_the_law() {
        for law in LAWS {
            for (noise, q, s, t) in [
                (1.0, 0.1, 0.5, 0.0),
                (0.7, 0.3, 2.5, 3.0),
                (2.0, 1.0, -1.5, 10.0),
                (0.25, 0.01, 0.5, 40.0),
            ] {
                let found = step(law, noise, q).tilted(s, t, 1e-13, 1e5).expect("nodes");
                let coefficient = libm::exp(found.log_coefficient);
                let (mut re, mut im) = (0.0, 0.0);
                for node in &found.nodes {
                    let (sin, cos) = libm::sincos(t * node.loss);
                    re += coefficient * node.mass * cos;
                    im += coefficient * node.mass * sin;
                }
                let (wanted_re, wanted_im) = brute(law, noise, q, s, t);
                let off = libm::hypot(re - wanted_re, im - wanted_im);
                // The midpoint rule is off by about dx² times the curvature.
                assert!(off < 1e-6 * coefficient, "{law:?} {noise} {q}: {off}");
                assert!(found.quadrature_error < 1e-12, "{}", found.quadrature_error);
            }
        }
    }

    /// Nodes for higher frequencies, on other panels, give the same values.
    #[test]
    fn other_panels_agree() {
        for law in LAWS {
            let step = step(law, 0.6, 0.05);
            let values = [50.0, 400.0].map(|highest| {
                let found = step.tilted(0.5, highest, 1e-14, 1e5).expect("nodes");
                let t = 50.0;
                let part = |f: fn(f64) -> f64| -> f64 {
                    let terms = found.nodes.iter().map(|node| node.mass * f(t * node.loss));
                    terms.sum()
                };
                (part(libm::cos), part(libm::sin), found.log_coefficient)
            });
            let [a, b] = values;
            let off = (a.0 - b.0).abs() + (a.1 - b.1).abs() + (a.2 - b.2).abs();
            assert!(off < 1e-13, "{law:?}: {off}");
        }
    }

    /// Beyond any frequency the characteristic function is as small as the stack says.
    #[test]
    fn decay_is_bounded() {
        for law in LAWS {
            for (noise, q, s) in [(1.0, 0.1, 0.5), (0.3, 0.02, 1.5), (3.0, 1.0, 0.5)] {
                let step = step(law, noise, q);
                let found = step.tilted(s, 3e3, 1e-13, 1e6).expect("nodes");
                let cake = LayerCake::new(
                    &Step::Piecewise(step),
                    s,
                    (found.log_coefficient, 0.0),
                    f64::INFINITY,
                );
                for t in [0.3, 1.0, 10.0, 100.0, 1e3, 3e3] {
                    let (mut re, mut im) = (0.0, 0.0);
                    for node in &found.nodes {
                        let (sin, cos) = libm::sincos(t * node.loss);
                        re += node.mass * cos;
                        im += node.mass * sin;
                    }
                    let modulus = libm::hypot(re, im);
                    assert!(modulus <= 1.0 - cake.gap(t) + 1e-9, "{law:?} {noise}: {t}");
                }
            }
        }
    }
}
