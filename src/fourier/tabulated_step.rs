//! One step whose likelihood ratio is given as a table: an epoch of random allocation.

#[cfg(not(first_module))]
use super::tilted_step::ByMoments;
use super::tilted_step::{Node, Sums, TiltedStep};
use crate::mechanism::TabulatedRatio;
use std::rc::Rc;

/// Largest relative error of a loss.
const LOSS_ERROR: f64 = 4.0 * f64::EPSILON;
/// Largest logarithm of a power: what is below the smallest number in the table is still nothing then.
const LARGEST: f64 = 250.0;
/// Nodes of a table, whatever the frequency.
const MOST_NODES: f64 = 4e4;
/// Relative rounding of a node's mass, in units of epsilon.
const ROUNDING: f64 = 8.0;

/// So many steps of one table, or of what lies before one of its panels.
#[derive(Clone, Debug)]
pub(crate) struct TabulatedStep {
    pub(super) table: Rc<TabulatedRatio>,
    pub(super) num_steps: f64,
    cut: Option<Cut>,
}

/// The first panel that is left out, and what it and those after it have of both laws, and its errors.
#[derive(Clone, Copy, Debug)]
struct Cut {
    panel: usize,
    /// The loss at the cut, from above.
    edge: f64,
    out: (f64, f64),
    /// `E[w - 1]` there.
    excess: (f64, f64),
}

impl TabulatedStep {
    pub(crate) fn new(table: Rc<TabulatedRatio>, num_steps: f64) -> Self {
        Self {
            table,
            num_steps,
            cut: None,
        }
    }

    /// The steps without the losses from a panel on; none where something may be missing before it, and where nodes only share moments.
    pub(super) fn below(&self, panel: usize) -> Option<Self> {
        let table = &*self.table;
        let nodes = self.first_node(panel);
        if table.nodes[nodes].loss >= table.from || table.apart.is_some() {
            return None;
        }
        let (mut out, mut excess) = ((0.0, 0.0), (0.0, 0.0));
        for node in &table.nodes[nodes..] {
            let (mass, moved) = (libm::exp(node.log_out), libm::expm1(node.loss));
            let rounding = f64::EPSILON * (table.nodes.len() as f64 + node.log_out.abs() + 16.0);
            out.0 += mass;
            out.1 += rounding * mass + node.error;
            excess.0 += mass * moved;
            excess.1 += (rounding * mass + node.error) * moved.abs();
        }
        for panel in &table.panels[panel..] {
            let of_out = panel.error(0.0, 0.0);
            out.1 += of_out;
            excess.1 += of_out + panel.error(1.0, 0.0);
        }
        Some(Self {
            table: self.table.clone(),
            num_steps: self.num_steps,
            cut: Some(Cut {
                panel,
                edge: table.nodes[nodes].loss,
                out,
                excess,
            }),
        })
    }

    /// How many nodes lie before a panel.
    pub(super) fn first_node(&self, panel: usize) -> usize {
        let before = &self.table.panels[..panel];
        before.iter().map(|panel| panel.nodes).sum()
    }

    /// Bound of what the nodes lack of `E w^s` where the law is cut.
    fn lacking(&self, s: f64) -> f64 {
        let table = &*self.table;
        match &self.cut {
            None => table.lacking(s),
            Some(_) => table.lacking_left(s),
        }
    }

    /// The law under `nu_s` for frequencies up to `t`, see [`TiltedStep::new`]: the nodes are what they are, and so is their error.
    pub(super) fn tilted(&self, s: f64, t: f64, most: f64) -> Option<TiltedStep> {
        let table = &*self.table;
        let (first, whole_end) = table.ends;
        let last = self.cut.map_or(whole_end, |cut| cut.edge);
        let panels = &table.panels[..self.cut.map_or(table.panels.len(), |cut| cut.panel)];
        if table.nodes.len() as f64 > most.max(MOST_NODES) || (s * first).max(s * last) > LARGEST {
            return None;
        }
        let mut sums = Sums::default();
        let mut nodes = Vec::with_capacity(table.nodes.len());
        let (mut error, mut second_order, mut first_order) = (0.0, 0.0, 0.0);
        let mut ends = Vec::with_capacity(4 * table.panels.len() + 3);
        let summation = table.nodes.len() as f64 / 4.0 + 16.0;
        let mut rows = table.nodes.iter();
        for panel in panels {
            let (mut own, mut range) = (0.0, (f64::INFINITY, f64::NEG_INFINITY));
            for node in rows.by_ref().take(panel.nodes) {
                let loss = node.loss;
                let (power, excess) = powers(s, loss);
                own += node.error * power;
                second_order += node.error * excess.abs();
                first_order += node.error * libm::expm1(loss).abs();
                range = (loss.min(range.0), loss.max(range.1));
                if node.log_out == f64::NEG_INFINITY {
                    continue;
                }
                let condition = summation + ROUNDING + node.log_out.abs() + 2.0 * (s * loss).abs();
                sums.add(s, loss, node.log_out, condition, 4.0);
                nodes.push(Node {
                    loss,
                    mass: libm::exp(node.log_out + s * loss),
                    condition: condition + 4.0 * (s * loss).abs(),
                    size: loss.abs(),
                });
            }
            error += own + panel.error(s, t);
            let both = panel.error(0.0, 0.0) + panel.error(1.0, 0.0);
            second_order += panel.error(s, 0.0) + (1.0 + s.abs()) * both;
            first_order += both;
            if panel.nodes > 0 {
                ends.extend([range.0, range.1].map(|loss| (loss, own)));
            }
            let (low, high) = panel.losses();
            ends.extend([low, high].map(|loss| (loss, panel.error(s, 0.0))));
        }
        // What lies where the law is cut is no more than an error, and what is beyond that lacks in both masses.
        let cut = self.lacking(s);
        let margin = table.margin();
        ends.push((first - margin, table.left * libm::exp(s * (first - margin))));
        if let Some(cut) = self.cut {
            // Of all E[1 + s (w - 1)] is 1.
            sums.coefficient -= cut.out.0 + s * cut.excess.0;
            sums.mean -= cut.excess.0;
            second_order += cut.out.1 + s.abs() * cut.excess.1;
            first_order += cut.excess.1;
        } else {
            for loss in [table.from, last + margin] {
                ends.push((loss, table.missing * libm::exp((s - 1.0) * loss)));
            }
        }
        let both = table.lacking(0.0) + table.lacking(1.0) + 2.0 * self.one_left_out();
        error += cut;
        second_order += cut + (1.0 + s.abs()) * both;
        first_order += both;
        let mut apart = None;
        if let Some(known) = &table.apart {
            let at = known.at(s)?;
            second_order += at.error(0.0);
            let (loss, mass) = known.growth(s);
            ends.extend([(-loss, mass), (loss, mass)]);
            apart = Some((at, known.most_power - s.abs()));
        }
        let coefficient = 1.0 + sums.coefficient;
        if !(coefficient > 1e-280 && coefficient < 1e280) {
            return None;
        }
        for node in &mut nodes {
            node.mass /= coefficient;
            node.condition += 2.0;
        }
        for end in &mut ends {
            end.1 /= coefficient;
        }
        let rounding = f64::EPSILON * sums.coefficient_rounding;
        let log_coefficient = libm::log1p(sums.coefficient);
        Some(TiltedStep {
            nodes,
            num_steps: self.num_steps,
            log_coefficient,
            log_coefficient_error: 1.1 * (second_order + rounding) / coefficient
                + 2.0 * f64::EPSILON * log_coefficient.abs(),
            mean: sums.mean / coefficient,
            mean_rounding: 1.1
                * (f64::EPSILON * (sums.mean_rounding + 4.0 * sums.mean.abs()) + first_order)
                / coefficient,
            quadrature_error: 2.0 * (error + second_order) / coefficient,
            loss_relative_error: LOSS_ERROR,
            outside: self.one_left_out() / coefficient.min(1.0),
            smallest: if table.apart.is_some() {
                f64::NEG_INFINITY
            } else {
                first - margin
            },
            ends,
            #[cfg(not(first_module))]
            apart: None,
            #[cfg(not(first_module))]
            by_moments: apart.map(|(apart, most_power)| {
                Box::new(ByMoments {
                    apart: apart.times(2.0 / coefficient),
                    most_power,
                })
            }),
        })
    }

    /// Bound of the probability of losses beyond where the law is cut, in one step and in all.
    fn one_left_out(&self) -> f64 {
        self.table.left + self.table.missing
    }

    pub(super) fn left_out(&self) -> f64 {
        self.num_steps * self.one_left_out()
    }

    /// Bound of the density of the loss under `P^s Q^(1-s)`, with `s > 0`, at the first end of a panel.
    pub(super) fn at_edge(&self, s: f64, panel: usize) -> f64 {
        let table = &*self.table;
        let first = &table.nodes[self.first_node(panel)];
        table.panels[panel].density_before * libm::exp(s * first.loss)
    }

    /// Roughly the variance of all losses.
    pub(super) fn rough_variance(&self) -> f64 {
        let nodes = self.table.nodes.iter();
        let second: f64 = nodes
            .map(|node| libm::exp(node.log_out) * node.loss * node.loss)
            .sum();
        self.num_steps * second
    }

    /// The law is that of a Gaussian of some variance and of what does not depend on it, cut at both ends: with `v` the variance,
    /// the path from `l` to `l + itv` and back at the ends shows that its characteristic function is at most `e^(-t² v/2)` and
    /// what the density at the ends adds, for which `(2/t)` times it is enough. The density is that where it is least in the
    /// margin, at most the mass there over its length. The first is the variance, the second what is over `t`, relative to the
    /// mass.
    pub(super) fn smoothness(&self, s: f64, least_log_coefficient: f64) -> (f64, f64) {
        let table = &*self.table;
        let ends = match &self.cut {
            None => table.lacking(s) / table.margin(),
            Some(cut) => table.lacking_left(s) / table.margin() + self.at_edge(s, cut.panel),
        };
        (
            table.variance,
            2.0 * ends * libm::exp(-least_log_coefficient) * (1.0 + 1e-9),
        )
    }
}

/// `e^(s l)`, and what is left of it without `1 + s (e^l - 1)`.
fn powers(s: f64, loss: f64) -> (f64, f64) {
    let excess = libm::expm1(s * loss) - s * libm::expm1(loss);
    (libm::exp(s * loss), excess)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::fourier::Lines;
    use crate::fourier::step::Step;
    use crate::fourier::tilted_law::TiltedLaw;
    use crate::mechanism::{Demand, Gaussian, RatioEllipse, RatioNode, RatioPanel};
    use crate::numerics::{Interval, count, legendre, normal};

    /// The table of one Gaussian observation, out to so many standard deviations: panels of one each, on which the rule is exact.
    pub(in crate::fourier) fn gaussian(mu: f64, reach: f64) -> TabulatedRatio {
        let mean = -0.5 * mu * mu;
        let mut table = TabulatedRatio {
            ends: (mean - reach * mu, mean + reach * mu),
            left: normal::sf(reach),
            missing: normal::sf(reach - mu),
            from: mean + reach * mu,
            variance: mu * mu,
            ..TabulatedRatio::default()
        };
        let rule: [(f64, f64); 20] = legendre();
        let panels = count(reach);
        for panel in 0..2 * panels {
            let centre = panel as f64 - panels as f64 + 0.5;
            for (x, weight) in rule {
                let z = centre + 0.5 * x;
                table.nodes.push(RatioNode {
                    loss: mean + mu * z,
                    log_out: libm::log(0.5 * weight * normal::density(z)),
                    error: 0.0,
                });
            }
            table.panels.push(RatioPanel {
                nodes: 20,
                density_before: normal::density(centre - 0.5) / mu,
                ellipses: vec![RatioEllipse {
                    log_error: -42.0 - 0.5 * (centre.abs() - 0.5) * (centre.abs() - 0.5),
                    loss: mean + mu * centre,
                    slope: 0.0,
                    along: 0.5 * mu,
                    bend: 0.0,
                    turn: 0.0,
                }],
            });
        }
        table
    }

    fn meets(found: Interval, wanted: Interval, relative: f64) {
        let slack = 1e-14 * wanted.upper;
        assert!(
            found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
            "{found:?} {wanted:?}"
        );
        assert!(
            found.width() <= relative * wanted.upper,
            "{found:?} {wanted:?}"
        );
    }

    /// Below a panel the tilted law has the mass of a Gaussian there, whatever the tilt.
    #[test]
    fn steps_below_a_panel_have_its_mass() {
        let mu = 0.4;
        let table = Rc::new(gaussian(mu, 16.0));
        let step = TabulatedStep::new(table.clone(), 3.0);
        for panel in [14, 17, 20, 24] {
            let below = step.below(panel).expect("nothing is missing");
            for s in [0.5, 1.0, 2.5, 9.0] {
                let law = below.tilted(s, 10.0, 1e5).expect("in numbers");
                // Under the tilt the observation is shifted by s mu.
                let reach = panel as f64 - 16.0 - s * mu;
                let log = 0.5 * s * (s - 1.0) * mu * mu + libm::log(normal::cdf(reach));
                assert!(
                    (law.log_coefficient - log).abs() <= law.log_coefficient_error + 1e-14,
                    "{panel} {s}: {} {log}",
                    law.log_coefficient
                );
                // Where little is left of 1, that is a difference.
                let left = normal::cdf(reach);
                assert!(law.log_coefficient_error < 1e-10 / left, "{panel} {s}");
                let nodes: f64 = law.nodes.iter().map(|node| node.mass).sum();
                assert!((nodes - 1.0).abs() < 1e-10 / left, "{panel} {s}: {nodes}");
            }
            let density = normal::density(panel as f64 - 16.0) / mu;
            assert!(step.at_edge(0.0, panel) >= density * (1.0 - 1e-12));
        }
    }

    /// Steps of tables of Gaussians are one Gaussian, in the middle and in both tails.
    #[test]
    fn tables_of_gaussians_meet_the_closed_form() {
        for (mu, steps) in [(0.3, 4.0), (0.02, 100.0), (1.0, 1.0)] {
            let tables = vec![
                TabulatedStep::new(Rc::new(gaussian(mu, 16.0)), steps),
                TabulatedStep::new(Rc::new(gaussian(2.0 * mu, 16.0)), 2.0),
            ];
            let truth = Gaussian {
                mu: mu * libm::sqrt(steps + 8.0),
            };
            let orders = [0.5, 2.0, 5.0].map(|share| share * truth.mu);
            let demand = Demand {
                epsilon: orders.to_vec(),
                ..Demand::default()
            };
            let lines = Lines::of_tables(tables, &demand).unwrap();
            for epsilon in orders {
                meets(lines.overlap(epsilon), truth.overlap(epsilon), 1e-9);
                let wanted = truth.hockey_stick(epsilon);
                let by_lines = |tail: Option<Interval>| {
                    let middle = lines.overlap(epsilon).complement();
                    tail.map_or(middle, |tail| tail.intersect(middle))
                };
                meets(by_lines(lines.hockey_stick(epsilon)), wanted, 1e-6);
            }
        }
    }

    /// What is cut at the ends keeps the characteristic function from falling as the Gaussian part does: the bound holds, and it
    /// would not without the ends.
    #[test]
    fn ends_are_counted_in_the_decay() {
        let (mu, s) = (0.8, 0.5);
        let step = TabulatedStep::new(Rc::new(gaussian(mu, 3.0)), 1.0);
        let tilted = step.tilted(s, 50.0, 1e4).unwrap();
        let (variance, ends) =
            step.smoothness(s, tilted.log_coefficient - tilted.log_coefficient_error);
        let mut above_smooth = 0;
        for t in 2..50 {
            let t = f64::from(t);
            let (mut re, mut im) = (0.0, 0.0);
            for node in &tilted.nodes {
                let (sin, cos) = libm::sincos(t * node.loss);
                re += node.mass * cos;
                im += node.mass * sin;
            }
            let modulus = libm::hypot(re, im);
            let smooth = libm::exp(-0.5 * variance * t * t);
            assert!(modulus <= smooth + ends / t, "{t}: {modulus}");
            above_smooth += usize::from(modulus > smooth);
        }
        assert!(above_smooth > 20, "{above_smooth}");
    }

    /// The error of a node widens the mass of the tilted law by what it is worth there, and what is missing does.
    #[test]
    fn errors_of_nodes_are_in_the_law() {
        let mut table = gaussian(0.5, 16.0);
        let exact = TiltedLaw::at_rest(
            &[Step::Tabulated(TabulatedStep::new(
                Rc::new(table.clone()),
                3.0,
            ))],
            2.0,
            1e-15,
        )
        .unwrap();
        for node in &mut table.nodes {
            node.error = 1e-6 * libm::exp(node.log_out);
            node.log_out += libm::log1p(0.9e-6);
        }
        let step = Step::Tabulated(TabulatedStep::new(Rc::new(table), 3.0));
        let wrong = TiltedLaw::at_rest(&[step], 2.0, 1e-15).unwrap();
        let ((a, _), (b, error)) = (exact.log_coefficient(), wrong.log_coefficient());
        assert!(
            (a - b).abs() > 1e-8 && (a - b).abs() <= error,
            "{a} {b} {error}"
        );
        assert!(error < 1e-5, "{error}");
    }
}
