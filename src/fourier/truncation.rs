//! How fast the characteristic function of the loss must decay: the truncation certificate.

#[cfg(not(first_module))]
use super::merged_phases::PhaseBox;
use super::smooth_step::SmoothStep;
use super::step::Step;
use crate::numerics::{Bisection, count};
use core::f64::consts::PI;

/// `sinc` falls until here and never rises above [`PLATEAU`] again.
const PLATEAU_FROM: f64 = 2.553;
/// Bound of `|sin x / x|` for `x >= PLATEAU_FROM`; the largest side lobe is 0.217234.
const PLATEAU: f64 = 0.21733;

/// How much the logarithm of a density may sag in a cell, and the most cells that are spent on it.
const SAG: f64 = 0.05;
const MOST_CELLS: f64 = 4096.0;
/// Cells of a stretch beside atoms.
const CELLS_OF_STRETCH: f64 = 256.0;
/// Most cells of steps that are nearly alike.
#[cfg(not(first_module))]
const CELLS_OF_BOX: f64 = 128.0;
/// Humps of a density that are told apart.
const MOST_HUMPS: usize = 3;

/// `1 - env(x)` with `env` the decreasing envelope of `|sin x / x|`, rounded down.
fn envelope_gap(x: f64) -> f64 {
    if x < PLATEAU_FROM {
        // 1 - sin x / x = x²/6 - x⁴/120 + ..., alternating: an even number of terms is a lower bound.
        let square = x * x;
        square * (1.0 / 6.0 - square * (1.0 / 120.0 - square * (1.0 / 5040.0 - square / 362_880.0)))
    } else {
        1.0 - PLATEAU.min(1.0 / x)
    }
}

/// A stretch of losses: its length, and from below the density in it.
pub(super) type Cell = (f64, f64);

/// A stack of intervals below the density of one step's loss under `nu_s`, normalised.
///
/// If `f >= sum_j (eta_j/D_j) 1_{I_j}` with `I_j` of length `D_j`, then
/// `|∫ f e^{itl} dl| <= ∫ f - sum_j eta_j (1 - |sinc(t D_j/2)|)`: a bound on the characteristic
/// function that decreases in `t`, without evaluating it beyond the frequencies that are summed.
pub(crate) struct LayerCake {
    /// Length `D_j` of each interval and its mass `eta_j`.
    layers: Vec<(f64, f64)>,
    num_steps: f64,
    /// Of a table, see [`TabulatedStep::smoothness`]; the small module has none.
    #[cfg(not(first_module))]
    smoothness: Option<(f64, f64)>,
}

impl LayerCake {
    /// With the logarithm of the step's mass under `nu_s` and its error.
    pub(super) fn new(
        step: &Step,
        s: f64,
        (log_coefficient, uncertainty): (f64, f64),
        most_cells: f64,
    ) -> Self {
        let largest = log_coefficient + uncertainty;
        if let Some(step) = step.smooth() {
            return Self::of_smooth(step, s, largest, most_cells);
        }
        if let Some(step) = step.tabulated() {
            return Self {
                layers: Vec::new(),
                num_steps: step.num_steps,
                #[cfg(not(first_module))]
                smoothness: Some(step.smoothness(s, log_coefficient - uncertainty)),
            };
        }
        let stretch = step.piecewise().map(|step| {
            let cells = count(CELLS_OF_STRETCH.min(most_cells));
            (layers(step.cells(s, largest, cells)), step.num_steps)
        });
        let (layers, num_steps) = stretch.unwrap_or_default();
        Self {
            layers,
            num_steps,
            #[cfg(not(first_module))]
            smoothness: None,
        }
    }

    /// Builds the stack from the explicit density `f(l) = phi(z) (Q/phi) w^s/(psi(s) l'(z))`.
    ///
    /// [`SmoothStep::density_curvature`] bounds the curvature of `ln f` in `z`, so between two points it stays above
    /// the smaller end less `dz²/8` times that (if positive). [`layers`] make the minorant a sum of unimodal
    /// ones.
    fn of_smooth(step: &SmoothStep, s: f64, log_coefficient: f64, most_cells: f64) -> Self {
        Self::of_like(step, s, log_coefficient, most_cells, &|_, _| (0.0, 0.0))
    }

    /// The same below the densities of all phases of a box.
    #[cfg(not(first_module))]
    pub(super) fn of_box(phases: &PhaseBox, s: f64) -> Self {
        let log_coefficient = phases.cell.log_coefficient(s);
        if log_coefficient.is_infinite() {
            return Self {
                layers: Vec::new(),
                num_steps: phases.middle.num_steps(),
                smoothness: None,
            };
        }
        let spread = |left: f64, right: f64| phases.cell.spread(s, (left, right));
        Self::of_like(&phases.middle, s, log_coefficient, CELLS_OF_BOX, &spread)
    }

    /// The same below the densities of all steps that are like this one: `spread` bounds, between two observations, by how much the logarithms
    /// of their densities and of the slopes of their losses differ.
    fn of_like(
        step: &SmoothStep,
        s: f64,
        log_coefficient: f64,
        most_cells: f64,
        spread: &dyn Fn(f64, f64) -> (f64, f64),
    ) -> Self {
        let (left, right) = step.range(s, -45.0, log_coefficient);
        let length = right - left;
        let curvature = step.density_curvature(s, (left, right)).max(0.0);
        // Strong tilts bend the density: the cells are so narrow that it hardly sags in them.
        let bent = libm::ceil(length * libm::sqrt(curvature / (8.0 * SAG))).min(MOST_CELLS);
        let cells = libm::ceil(3.0 * length)
            .clamp(64.0, 512.0)
            .max(bent)
            .min(most_cells);
        let width = length / cells;
        let sag = curvature * width * width / 8.0;
        let uncertainty = step.loss_relative_error(right.max(-left));
        let normaliser = libm::exp(-sag - log_coefficient) / libm::sqrt(2.0 * PI) * (1.0 - 1e-9);
        let at = |i: usize| {
            let z = left + width * i as f64;
            let point = step.point(z);
            let log_density = -0.5 * z * z + point.log_out + s * point.loss - step.log_slope(z);
            (z, point, log_density)
        };
        let mut stacked = Vec::with_capacity(count(cells));
        let (mut z, mut point, mut log_density) = at(0);
        for i in 1..=count(cells) {
            let (next_z, next, next_density) = at(i);
            let (apart, stretched) = spread(z, next_z);
            let height = libm::exp(log_density.min(next_density) - apart) * normaliser;
            // In the spike of small noise the losses differ by less than their rounding: there the cell
            // claims no mass.
            let rounding = 2.0 * uncertainty * point.size.max(next.size);
            let length = (next.loss - point.loss) * (1.0 - 1e-9) * libm::exp(-stretched) - rounding;
            stacked.push((length.max(0.0), height.min(1e300)));
            (z, point, log_density) = (next_z, next, next_density);
        }
        Self {
            layers: layers(stacked),
            num_steps: step.num_steps(),
            #[cfg(not(first_module))]
            smoothness: None,
        }
    }

    /// Lower bound of `1 - |psi(t')|` for all `t' >= t`.
    pub(crate) fn gap(&self, t: f64) -> f64 {
        let half = 0.5 * t;
        let mut sum = 0.0;
        for &(length, mass) in &self.layers {
            sum += mass * envelope_gap(half * length);
        }
        (sum * (1.0 - 1e-12)).min(1.0 - f64::EPSILON)
    }

    /// Upper bound of `ln |psi(t')|` for all `t' >= t`.
    pub(super) fn log_modulus(&self, t: f64) -> f64 {
        let Some((_, ends)) = self.smoothness() else {
            return self.log_falling(t);
        };
        let whole = libm::exp(self.log_falling(t)) + ends / t;
        libm::log(whole.min(1.0)) * (1.0 - 1e-12)
    }

    #[cfg(not(first_module))]
    fn smoothness(&self) -> Option<(f64, f64)> {
        self.smoothness
    }

    #[cfg(first_module)]
    fn smoothness(&self) -> Option<(f64, f64)> {
        None
    }

    /// The same without what the ends of a table leave, which no frequency makes much smaller.
    fn log_falling(&self, t: f64) -> f64 {
        match self.smoothness() {
            Some((variance, _)) => -0.5 * variance * t * t * (1.0 - 1e-12),
            None => libm::log1p(-self.gap(t)),
        }
    }
}

/// The characteristic function of the whole run decays at least as fast as that of some of its phases.
pub(crate) struct Decay(pub(crate) Vec<LayerCake>);

impl Decay {
    /// Upper bound of `ln |Psi(t')|` for all `t' >= t`.
    pub(super) fn log_modulus(&self, t: f64) -> f64 {
        self.0
            .iter()
            .map(|cake| cake.num_steps * cake.log_modulus(t))
            .sum()
    }

    /// The same without what the ends of tables leave.
    fn log_falling(&self, t: f64) -> f64 {
        if cfg!(first_module) {
            return self.log_modulus(t);
        }
        self.0
            .iter()
            .map(|cake| cake.num_steps * cake.log_falling(t))
            .sum()
    }

    /// Upper bound of `(1/pi) ∫_t^∞ |Psi| u^-2 du`.
    pub(crate) fn tail(&self, t: f64) -> f64 {
        const GROWTH: f64 = 1.25;
        let mut start = t;
        let mut sum = 0.0;
        for _ in 0..60 {
            let modulus = libm::exp(self.log_modulus(start));
            let end = start * GROWTH;
            sum += modulus * (1.0 / start - 1.0 / end);
            start = end;
            if modulus / start < 1e-3 * sum {
                break;
            }
        }
        let rest = libm::exp(self.log_modulus(start)) / start;
        (sum + rest) / PI
    }

    /// A frequency beyond which the tail is below `tolerance`, at most `limit`.
    pub(crate) fn cutoff(&self, tolerance: f64, limit: f64) -> f64 {
        let log_tolerance = libm::log(tolerance);
        let falls_below = |t: f64| self.log_falling(t) - libm::log(t) < log_tolerance;
        let mut high = 1.0;
        while high < limit && !falls_below(high) {
            high *= 4.0;
        }
        let mut low = high / 4.0;
        while low > 1e-12 && falls_below(low) {
            high = low;
            low /= 4.0;
        }
        let search = Bisection::logarithmic(100).until(|low, high| high / low <= 1.05);
        let (_, high) = search.bracket(low, high, |t| !falls_below(t));
        high.min(limit)
    }
}

/// Intervals under a function, which is given by cells: those under its running minima outward from its maximum, then those
/// under what is left above them, as often as there are humps.
///
/// The losses of a step that shows the record lie far from the others where the noise is small: a valley parts them.
fn layers(mut cells: Vec<Cell>) -> Vec<(f64, f64)> {
    let mut layers = Vec::with_capacity(cells.len());
    for _ in 0..MOST_HUMPS {
        let levels = stack(&cells, &mut layers);
        for (cell, level) in cells.iter_mut().zip(levels) {
            cell.1 -= level;
        }
    }
    layers
}

/// Merges the cells of a function into nested intervals by falling height, and says how high these stand above each cell.
fn stack(cells: &[Cell], layers: &mut Vec<(f64, f64)>) -> Vec<f64> {
    let mode = (0..cells.len())
        .max_by(|&a, &b| cells[a].1.total_cmp(&cells[b].1))
        .unwrap_or(0);
    let (mut left, mut right) = (mode, mode + 1);
    let mut length = cells[mode].0;
    let mut level = cells[mode].1;
    let mut levels = vec![0.0; cells.len()];
    levels[mode] = level;
    loop {
        let next_left = left.checked_sub(1).map_or(-1.0, |i| cells[i].1);
        let next_right = cells.get(right).map_or(-1.0, |cell| cell.1);
        let next = next_left.max(next_right);
        // Running minimum: a cell above the current level adds no height.
        let lower = next.min(level).max(0.0);
        if lower < level {
            layers.push((length, (level - lower) * length));
        }
        level = lower;
        if next <= 0.0 {
            return levels;
        }
        let reached = if next_left >= next_right {
            left -= 1;
            left
        } else {
            right += 1;
            right - 1
        };
        length += cells[reached].0;
        levels[reached] = level;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{PairPhase, Shape};

    /// A step with small noise has two kinds of losses; both count for the decay, and the bound holds.
    #[test]
    fn losses_far_from_the_others_count() {
        let (noise_per_shift, q) = (0.088, 3e-3);
        let phase = PairPhase {
            noise_per_shift,
            sample_rate: q,
            num_steps: 1.0,
        };
        let step = SmoothStep::new(Shape::Mixture { group_size: 1 }, &phase).unwrap();
        // The law of the loss under "in", whose mass is 1.
        let cake = LayerCake::of_smooth(&step, 1.0, 0.0, f64::INFINITY);
        let m = 1.0 / noise_per_shift;
        let modulus = |t: f64| {
            let dz = 1e-3;
            let (mut re, mut im) = (0.0, 0.0);
            for i in -10_000..30_000 {
                let z = dz * (f64::from(i) + 0.5);
                let w = 1.0 + q * libm::expm1(m * (z - 0.5 * m));
                let mass = dz * libm::exp(-0.5 * z * z) / libm::sqrt(2.0 * PI) * w;
                let (sin, cos) = libm::sincos(t * libm::log(w));
                re += mass * cos;
                im += mass * sin;
            }
            libm::hypot(re, im)
        };
        for t in [0.03, 0.1, 0.3, 1.0, 10.0] {
            let bound = 1.0 - cake.gap(t);
            assert!(modulus(t) < bound + 1e-9, "{t}: {bound}");
        }
        assert!(cake.gap(1.0) > 0.5 * q, "{}", cake.gap(1.0));
    }

    /// No phase of a box has a larger characteristic function than the bound for all, which is not much more than that for the one in the
    /// middle.
    #[test]
    fn phases_of_a_box_decay_as_fast() {
        use crate::fourier::phase_cell::PhaseCell;
        use std::rc::Rc;
        let record = Shape::Mixture { group_size: 1 };
        for (shape, m, q, s) in [
            (record, 1.0, 0.01, 0.5),
            (record, 1.5, 1e-3, 0.5),
            (record, 0.8, 0.05, 3.0),
            (Shape::Substitution, 1.2, 3e-3, 0.5),
            (Shape::Substitution, 0.8, 0.05, 2.0),
        ] {
            let one = |m: f64, q: f64| {
                let phase = PairPhase {
                    noise_per_shift: 1.0 / m,
                    sample_rate: q,
                    num_steps: 1.0,
                };
                SmoothStep::new(shape, &phase).unwrap()
            };
            let is_replaced = shape == Shape::Substitution;
            let phases = PhaseBox {
                middle: one(m, q),
                cell: Rc::new(PhaseCell::new(is_replaced, (m, 0.01), (q, 0.01), 1.0)),
            };
            let cake = LayerCake::of_box(&phases, s);
            let middle = LayerCake::of_smooth(&one(m, q), s, phases.cell.log_coefficient(s), 128.0);
            for t in [1.0, 10.0, 100.0, 1e3] {
                assert!(cake.gap(t) > 0.6 * middle.gap(t), "{m}, {q}, {t}");
                for (x, y) in [(-0.01, -0.01), (-0.01, 0.01), (0.01, -0.01), (0.01, 0.01)] {
                    let step = one(m * (1.0 + x), q * (1.0 + y));
                    let (dz, mut re, mut im, mut all) = (2e-3, 0.0, 0.0, 0.0);
                    for i in -7000..7000 {
                        let z = dz * f64::from(i);
                        let mass = libm::exp(step.log_density(z, s));
                        let (sin, cos) = libm::sincos(t * step.point(z).loss);
                        (re, im, all) = (re + mass * cos, im + mass * sin, all + mass);
                    }
                    let modulus = libm::hypot(re, im) / all;
                    assert!(modulus <= 1.0 - cake.gap(t), "{m}, {q}, {t}: {modulus}");
                }
            }
        }
    }

    /// The intervals fill all of a function with two humps, and none of them is longer than where it stands.
    #[test]
    fn humps_are_filled() {
        let heights = [1.0, 5.0, 2.0, 0.5, 3.0, 2.9, 3.1, 0.0, 0.0, 0.2];
        let cells: Vec<(f64, f64)> = heights.map(|height| (0.5, height)).to_vec();
        let mut found = layers(cells);
        let mass: f64 = found.iter().map(|layer| layer.1).sum();
        let all: f64 = heights.iter().map(|height| 0.5 * height).sum();
        // What is beyond the gap takes another round, and the dent one more than there are.
        assert!(mass <= all && mass > 0.95 * all, "{mass} {all}");
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        assert_eq!(found[0], (3.5, 0.5 * 3.5));
    }
}
