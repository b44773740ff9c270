//! A pair of laws with finitely many losses, on a grid.

/// Two numbers that add up to a sum of many.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// Adds a term.
    pub(crate) fn add(&mut self, term: f64) {
        let high = self.high + term;
        let back = high - self.high;
        self.low += (self.high - (high - back)) + (term - back);
        self.high = high;
    }

    /// Multiplies by `1 - loss`.
    pub(crate) fn shrink(&mut self, loss: f64) {
        self.low -= self.low * loss;
        self.add(-self.high * loss);
    }

    /// The sum.
    pub(crate) fn value(&self) -> f64 {
        self.high + self.low
    }
}

/// Masses under "in" at the losses `first + i step`; under "out" they are `mass e^-loss`.
#[derive(Clone, Debug)]
pub(crate) struct LossDistribution {
    /// Loss of the first knot.
    pub(crate) first: f64,
    /// Distance of the knots.
    pub(crate) step: f64,
    /// Masses under "in".
    pub(crate) masses: Vec<f64>,
    /// Mass under "in" at an infinite loss.
    pub(crate) infinite: f64,
    /// Mass under "out" at the loss minus infinity.
    pub(crate) missing: f64,
    /// Relative error of the masses and absolute error of the losses, in units of `f64::EPSILON`.
    pub(crate) wobble: Vec<f64>,
    /// Absolute errors of the masses, of another source; empty where there are none.
    pub(crate) errors: Vec<f64>,
    /// Absolute error of any sum of masses, of another source.
    pub(crate) blur: f64,
}

/// Cells between two evaluations of the exponential; in between the factors come from a table.
const BLOCK: usize = 64;

impl LossDistribution {
    /// Loss of a knot.
    pub(crate) fn loss(&self, index: usize) -> f64 {
        self.first + index as f64 * self.step
    }

    /// `sum p` and `sum p e^-loss` with what lies at the infinities are 1, up to the error of such sums, and no mass is
    /// negative.
    pub(crate) fn is_sound(&self) -> bool {
        let inside = libm::exp(self.log_moment(1.0)) + self.infinite;
        let outside = libm::exp(self.log_moment(0.0)) + self.missing;
        let negative = self.masses.iter().any(|mass| *mass < 0.0);
        let slack = 1e-12 + self.blur + self.off(0.0, 0.0) + self.off(1.0, 0.0);
        // A mass that is no number fails the sums.
        !negative && (inside - 1.0).abs() < slack && (outside - 1.0).abs() < slack
    }

    /// `ln sum p e^((tilt - 1) loss)`: 0 at the tilts 0 and 1 but for what lies at the infinities.
    pub(crate) fn log_moment(&self, tilt: f64) -> f64 {
        let mut sum = Sum::default();
        let peak = self.for_weighted(tilt, |_, weighted| sum.add(weighted));
        peak + libm::log(sum.value())
    }

    /// The errors' `sum e^((tilt - 1) loss - peak)`.
    pub(crate) fn off(&self, tilt: f64, peak: f64) -> f64 {
        let errors = self
            .errors
            .iter()
            .enumerate()
            .filter(|(_, error)| **error > 0.0);
        errors
            .map(|(index, error)| {
                libm::exp(libm::log(*error) + (tilt - 1.0) * self.loss(index) - peak)
            })
            .sum()
    }

    /// Calls `with` on every knot's `p e^((tilt - 1) loss - peak)` and returns `peak`, which keeps the numbers in
    /// range.
    pub(crate) fn for_weighted(&self, tilt: f64, mut with: impl FnMut(usize, f64)) -> f64 {
        let slope = tilt - 1.0;
        // The largest exponent where there is mass at all.
        let first = self.masses.iter().position(|mass| *mass > 0.0).unwrap_or(0);
        let last = self
            .masses
            .iter()
            .rposition(|mass| *mass > 0.0)
            .unwrap_or(0);
        let end = |index: usize| slope * self.loss(index) + libm::log(self.masses[index].max(0.0));
        let mut peak = end(first).max(end(last));
        for start in (0..self.masses.len()).step_by(BLOCK) {
            peak = peak.max(end(start));
        }
        let table: [f64; BLOCK] =
            core::array::from_fn(|index| libm::exp(slope * self.step * index as f64));
        for (block, masses) in self.masses.chunks(BLOCK).enumerate() {
            let start = block * BLOCK;
            let base = slope * self.loss(start) - peak;
            // A block's own factors may leave the range of numbers before its products do.
            if base.abs() < 300.0 && (slope * self.step * BLOCK as f64).abs() < 300.0 {
                let factor = libm::exp(base);
                for (index, (mass, power)) in masses.iter().zip(table).enumerate() {
                    with(start + index, mass * (factor * power));
                }
            } else {
                for (index, mass) in masses.iter().enumerate() {
                    let weighted = if *mass > 0.0 {
                        libm::exp(libm::log(*mass) + slope * self.loss(start + index) - peak)
                    } else {
                        0.0
                    };
                    with(start + index, weighted);
                }
            }
        }
        peak
    }
}
