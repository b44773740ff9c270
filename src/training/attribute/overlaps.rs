//! Overlaps of two laws on a lattice of orders, each at most the true one: `o(e) = e^(-e/2) (sum of min(P, e^e Q))`, even in
//! `e`, and convolved step by step.

use crate::numerics::{Bisection, count};
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use std::sync::Arc;

/// Error of a transform forth and back, as a share of the root of the sum of squares.
const TRANSFORM_ERROR: f64 = 2e-14;
/// Mass of sums of blocks that may lie beyond the orders that are read, about.
const BEYOND: f64 = 1e-10;
/// Longest transform for blocks.
const MOST_POINTS: f64 = 4_194_304.0;

/// Overlaps at the orders `(index - points/2) unit`; those of the inner half are found, and those beyond follow from the last.
pub(super) struct Overlaps {
    pub(super) unit: f64,
    values: Vec<f64>,
    forward: Arc<dyn RealToComplex<f64>>,
    backward: Arc<dyn ComplexToReal<f64>>,
}

impl Overlaps {
    /// Of equal laws, on a lattice whose inner half reaches from `-reach` to `reach`.
    pub(super) fn of_nothing(reach: f64, points: usize) -> Self {
        let unit = reach / (points / 4) as f64;
        let mut planner = RealFftPlanner::new();
        let order = |i: usize| (i as f64 - (points / 2) as f64) * unit;
        Self {
            unit,
            values: (0..points)
                .map(|i| libm::exp(-0.5 * order(i).abs()))
                .collect(),
            forward: planner.plan_fft_forward(points),
            backward: planner.plan_fft_inverse(points),
        }
    }

    fn points(&self) -> usize {
        self.values.len()
    }

    /// Index of the largest order that is found, from order 0.
    pub(super) fn last(&self) -> usize {
        self.points() / 4
    }

    fn spectrum(&self, mut values: Vec<f64>) -> Option<Vec<Complex<f64>>> {
        let mut spectrum = self.forward.make_output_vec();
        self.forward.process(&mut values, &mut spectrum).ok()?;
        Some(spectrum)
    }

    /// Transform of a kernel whose middle is the loss 0.
    pub(super) fn spectrum_of(&self, kernel: &[f64]) -> Option<Vec<Complex<f64>>> {
        let points = self.points();
        let mut wrapped = vec![0.0; points];
        for (index, mass) in kernel.iter().enumerate() {
            wrapped[(index + points - kernel.len() / 2) % points] += mass / points as f64;
        }
        self.spectrum(wrapped)
    }

    /// The least of the convolutions with kernels, each known up to `error`, and with their mirror images.
    pub(super) fn convolve(&mut self, kernels: &[Vec<Complex<f64>>], error: f64) -> Option<()> {
        let spectrum = self.spectrum(self.values.clone())?;
        let (middle, last) = (self.points() / 2, self.last());
        let size = libm::sqrt(self.values.iter().map(|o| o * o).sum::<f64>());
        let error = error + TRANSFORM_ERROR * size;
        let mut product = self.backward.make_input_vec();
        let mut found = self.backward.make_output_vec();
        let mut least = vec![1.0_f64; last + 1];
        for kernel in kernels {
            for ((product, a), b) in product.iter_mut().zip(&spectrum).zip(kernel) {
                *product = a * b;
            }
            product[0].im = 0.0;
            product[middle].im = 0.0;
            self.backward.process(&mut product, &mut found).ok()?;
            for (i, least) in least.iter_mut().enumerate() {
                *least = least.min(found[middle + i]).min(found[middle - i]);
            }
        }
        for (i, least) in least.iter().enumerate() {
            let value = (least - error).max(0.0);
            self.values[middle + i] = value;
            self.values[middle - i] = value;
        }
        // Beyond, the overlap is at least what it is at the last order.
        let decay = libm::exp(-0.5 * self.unit);
        let mut value = self.values[middle + last];
        for i in last + 1..=middle {
            value *= decay;
            if i < middle {
                self.values[middle + i] = value;
            }
            self.values[middle - i] = value;
        }
        Some(())
    }

    /// Of so many times the same in a row.
    ///
    /// Between the orders the overlap is at least linear in `e^e`: that is the overlap of masses `sqrt(P Q)` at the orders, its
    /// second differences. Where rounding makes one negative, 0 stands for it, which is counted.
    pub(super) fn repeated(&self, times: f64) -> Option<Self> {
        let (middle, last) = (self.points() / 2, self.last());
        let decay = libm::exp(-0.5 * self.unit);
        let scale = -libm::expm1(-self.unit);
        let (mut masses, mut error) = (vec![0.0; 2 * last + 1], 0.0);
        for (index, mass) in masses.iter_mut().enumerate() {
            let at = middle - last + index;
            let around = self.values[at - 1] + self.values[at + 1];
            let value = ((1.0 + decay * decay) * self.values[at] - decay * around) / scale;
            error += 8.0 * f64::EPSILON * self.values[at] / scale + (-value).max(0.0);
            *mass = value.max(0.0);
        }
        let reach = self.reach_of(&masses, times)?;
        let points =
            libm::exp2(libm::ceil(libm::log2(4.0 * reach / self.unit))).max(self.points() as f64);
        if points > MOST_POINTS {
            return None;
        }
        let mut all = Self::of_nothing(0.25 * points * self.unit, count(points));
        let mut kernel = all.spectrum_of(&masses)?;
        let mut errors = 0.0;
        for value in &mut kernel {
            // The masses are even, so their transform is real.
            let size = value.re.abs() * points;
            let power = libm::exp(times * libm::log(size.max(1e-300)));
            let rounding = (size + 1.0) * 8.0 * f64::EPSILON + TRANSFORM_ERROR;
            errors += 2.0 * times * power * (rounding / size.max(1e-300)).min(1.0);
            let odd = times % 2.0 == 1.0 && value.re < 0.0;
            *value = Complex::new(if odd { -power } else { power } / points, 0.0);
        }
        // The transform of what is convolved is at most its sum, 4 over the unit.
        let error = times * error + 4.0 / (self.unit * points) * errors + 4.0 * BEYOND;
        all.convolve(&[kernel], error)?;
        Some(all)
    }

    /// Beyond which on either side sums of so many terms have a mass of about [`BEYOND`] by Chernoff's bound.
    fn reach_of(&self, masses: &[f64], times: f64) -> Option<f64> {
        let middle = masses.len() as f64 / 2.0 - 0.5;
        let most = (0..40)
            .map(|i| 0.05 * libm::pow(1.5, f64::from(i)))
            .take_while(|tilt| tilt * middle * self.unit < 300.0)
            .map(|tilt| {
                let sum: f64 = masses
                    .iter()
                    .enumerate()
                    .map(|(i, mass)| mass * libm::exp(tilt * (i as f64 - middle) * self.unit))
                    .sum();
                (times * libm::log(sum) - libm::log(BEYOND)) / tilt
            })
            .fold(f64::INFINITY, f64::min);
        most.is_finite().then_some(most.max(self.unit))
    }

    /// At most so much is the divergence at an order that is not negative.
    pub(super) fn hockey_stick(&self, epsilon: f64) -> f64 {
        // It falls with the order.
        let index = count(libm::floor((epsilon / self.unit).min(self.last() as f64)));
        let overlap = self.values[self.points() / 2 + index]
            * libm::exp(0.5 * index as f64 * self.unit)
            * (1.0 - 8.0 * f64::EPSILON);
        (1.0 - overlap).next_up().clamp(0.0, 1.0)
    }

    /// At most so many true positives are found at a rate of false positives: no tangent of the trade-off lies below.
    pub(super) fn tpr(&self, fpr: f64) -> f64 {
        let bound = |index: f64| {
            let epsilon = index * self.unit;
            self.hockey_stick(epsilon) + fpr * libm::exp(epsilon) * (1.0 + 8.0 * f64::EPSILON)
        };
        // Convex in e^e: the least lies where it stops falling.
        let (first, second) = Bisection::linear(60).until(|a, b| b - a < 1.5).bracket(
            0.0,
            self.last() as f64,
            |index| bound(libm::floor(index) + 1.0) < bound(libm::floor(index)),
        );
        [0.0, libm::floor(first), libm::floor(second)]
            .map(bound)
            .into_iter()
            .fold(1.0, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::super::gradient_pairs::GradientPair;
    use super::super::overlap_kernel::OverlapKernel;
    use super::*;
    use crate::numerics::normal;

    fn after(steps: usize, pair: &GradientPair, rate: f64, reach: f64) -> Overlaps {
        let mut overlaps = Overlaps::of_nothing(reach, 1 << 11);
        let kernel = OverlapKernel::new(pair, rate, overlaps.unit, overlaps.last(), false);
        let spectrum = overlaps.spectrum_of(&kernel.masses).expect("a transform");
        for _ in 0..steps {
            overlaps
                .convolve(core::slice::from_ref(&spectrum), kernel.error)
                .expect("a transform");
        }
        overlaps
    }

    /// Without sampling the sum is one Gaussian: divergences and rates lie above it, by little.
    #[test]
    fn lies_above_the_gaussian() {
        let overlaps = after(40, &GradientPair::on_a_ray(1.0, 0.1), 1.0, 5.0);
        let mu = 0.1 * libm::sqrt(40.0);
        for epsilon in [0.0, 0.3, 1.0, 2.0] {
            let exact = normal::cdf(0.5 * mu - epsilon / mu)
                - libm::exp(epsilon) * normal::cdf(-0.5 * mu - epsilon / mu);
            let found = overlaps.hockey_stick(epsilon);
            assert!(
                found >= exact && found <= 1.02 * exact + 3e-5,
                "{epsilon}: {found} {exact}"
            );
        }
        for fpr in [1e-3, 0.01, 0.1, 0.5] {
            let exact = normal::cdf(mu + normal::quantile(fpr));
            let found = overlaps.tpr(fpr);
            assert!(
                found >= exact * (1.0 - 1e-12) && found <= 1.02 * exact,
                "{fpr}: {found} {exact}"
            );
        }
    }

    /// Blocks of laws that are their own mirror images but for their boxes compose to what single steps do; of others, whose order is chosen within
    /// each block, they are no less.
    #[test]
    fn blocks_are_steps() {
        for (pair, spare) in [
            (GradientPair::of_one_length(1.0, 0.5), 1e-4),
            (GradientPair::on_a_ray(1.0, 0.5), 0.15),
        ] {
            let single = after(60, &pair, 0.2, 6.0);
            let blocks = after(20, &pair, 0.2, 6.0).repeated(3.0).expect("blocks");
            for epsilon in [0.0, 0.1, 0.5, 1.0] {
                let one = single.hockey_stick(epsilon);
                let more = blocks.hockey_stick(epsilon) - one;
                assert!(
                    more > -1e-8 && more < spare * one + 1e-8,
                    "{epsilon}: {one} {more}"
                );
            }
        }
    }
}
