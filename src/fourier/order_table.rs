//! A sum of frequencies at many orders: from its values at equidistant ones, which one transform gives.

use crate::numerics::complex::Complex;
use crate::numerics::{count, rounding_of_transform};
use core::f64::consts::PI;
use realfft::RealFftPlanner;

/// Points of a period for each frequency, at least: with four a wave has four points or more.
const DENSITY: usize = 4;
/// Variance of the Gaussian between the points, in squares of their distance, and how many of them are taken on either side.
const VARIANCE: f64 = 4.0;
const TAPS: usize = 18;

/// A trigonometric sum `f(u) = sum over k of re_k cos(k u) + im_k sin(k u)` of `n` terms. With `phi(x) = e^(-x²/2v)` and the
/// frequencies `w_k = 2 pi k/M` of `M` points,
///
/// ```text
/// f(u) = sum over j of g_j phi(uM/(2 pi) - j),   g_j = f with each term divided by phi^(w_k) = sqrt(2 pi v) e^(-v w_k²/2),
/// ```
///
/// up to two errors. By Poisson's formula each term comes with its images at `w_k + 2 pi l`, which are smaller by
/// `e^(-2 v pi (pi - w_k)) <= e^(-v pi²)` for `M >= 4n`; and of the points only those within [`TAPS`] are taken.
pub(super) struct OrderTable {
    /// Points for each unit of the order, and the number of the first one that is kept.
    per_order: f64,
    first: f64,
    points: Vec<f64>,
    /// `phi` at whole numbers.
    kernel: [f64; TAPS + 1],
    /// Bound of the error of a reading, beside the rounding of its own sum.
    pub(super) error: f64,
}

/// What is read: the sum with its first two derivatives by the order, and a bound of the error of the first.
pub(super) struct OrderReading {
    pub(super) sums: [f64; 3],
    pub(super) error: f64,
}

impl OrderTable {
    /// For the multiples of a frequency `step` and the orders of a range. `None` where the terms or the range fit no period.
    pub(super) fn new(
        step: f64,
        (re, im): (&[f64], &[f64]),
        (low, high): (f64, f64),
    ) -> Option<Self> {
        let length = (DENSITY * re.len()).next_power_of_two();
        let mut transform = RealFftPlanner::<f64>::new();
        let transform = transform.plan_fft_inverse(length);
        let mut terms = transform.make_input_vec();
        let frequency = 2.0 * PI / length as f64;
        let peak = libm::sqrt(2.0 * PI * VARIANCE);
        let mut size = 0.0;
        for (k, (re, im)) in re.iter().zip(im).enumerate() {
            let w = frequency * k as f64;
            let both = if k == 0 { 1.0 } else { 0.5 };
            let weight = both * libm::exp(0.5 * VARIANCE * w * w) / peak;
            // Nothing turns at frequency 0.
            let across = if k == 0 { 0.0 } else { -weight * im };
            terms[k] = Complex {
                re: weight * re,
                im: across,
            };
            size += weight / both * (re.abs() + im.abs());
        }
        let mut points = transform.make_output_vec();
        transform.process(&mut terms, &mut points).ok()?;
        let per_order = step / frequency;
        let margin = TAPS as f64 + 2.0;
        let (first, last) = (
            libm::floor(per_order * low - margin),
            libm::ceil(per_order * high + margin),
        );
        let kept = last - first + 1.0;
        if !(kept <= length as f64 && size.is_finite()) {
            return None;
        }
        let period = length as f64;
        points.rotate_left(count(first - period * libm::floor(first / period)));
        points.truncate(count(kept));
        points.shrink_to_fit();
        let kernel = core::array::from_fn(|i| libm::exp(-0.5 * (i * i) as f64 / VARIANCE));
        // All taps weigh `peak` in sum, about.
        let transform = rounding_of_transform(length) + 8.0 * f64::EPSILON;
        let images = 3.0 * libm::exp(-VARIANCE * PI * PI);
        let left_out = 4.0 * libm::exp(-0.5 * (TAPS * TAPS) as f64 / VARIANCE);
        Some(Self {
            per_order,
            first,
            points,
            kernel,
            error: size * ((peak + 1.0) * transform + images * peak + left_out),
        })
    }

    /// The sum at an order, `None` outside of the range.
    pub(super) fn at(&self, epsilon: f64) -> Option<OrderReading> {
        let place = self.per_order * epsilon;
        let before = libm::floor(place);
        let rest = place - before;
        let start = before - TAPS as f64 - self.first;
        if !(0.0..self.points.len() as f64).contains(&start) {
            return None;
        }
        let start = count(start);
        let taps = self.points.get(start..=start + 2 * TAPS)?;
        // phi(rest - i) = phi(rest) phi(i) e^(rest i/v).
        let at_rest = libm::exp(-0.5 * rest * rest / VARIANCE);
        let turns = [1.0, -1.0].map(|side| powers(libm::exp(side * rest / VARIANCE)));
        let (mut sums, mut size, mut farther) = ([0.0; 3], 0.0, 0.0);
        let mut add = |i: usize, side: usize| {
            let away = if side == 0 { i as f64 } else { -(i as f64) };
            let tap = if side == 0 { TAPS + i } else { TAPS - i };
            let weighed = taps[tap] * (at_rest * self.kernel[i] * turns[side][i]);
            let along = (rest - away) / VARIANCE;
            sums[0] += weighed;
            sums[1] -= weighed * along;
            sums[2] += weighed * (along * along - 1.0 / VARIANCE);
            size += weighed.abs();
            farther += weighed.abs() * i as f64;
        };
        // From the smallest ones on.
        for i in (1..=TAPS).rev() {
            add(i, 0);
            add(i, 1);
        }
        add(0, 0);
        // The place is rounded, which moves the sum by its slope; the powers and the sum have a rounding for each tap up to the centre.
        let moved = 4.0 * place.abs() * (sums[1].abs() + 1e-6 * size);
        sums[1] *= self.per_order;
        sums[2] *= self.per_order * self.per_order;
        Some(OrderReading {
            sums,
            error: self.error + f64::EPSILON * (moved + 6.0 * size + 3.0 * farther),
        })
    }
}

fn powers(base: f64) -> [f64; TAPS + 1] {
    let mut powers = [1.0; TAPS + 1];
    for i in 1..=TAPS {
        powers[i] = powers[i - 1] * base;
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(step: f64, (re, im): (&[f64], &[f64]), epsilon: f64) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for (k, (re, im)) in re.iter().zip(im).enumerate() {
            let t = step * k as f64;
            let (sin, cos) = libm::sincos(t * epsilon);
            sums[0] += re * cos + im * sin;
            sums[1] += t * (im * cos - re * sin);
            sums[2] -= t * t * (re * cos + im * sin);
        }
        sums
    }

    /// Readings differ from the sum by no more than they say, whether the terms decay or the last ones are the largest.
    #[test]
    fn readings_meet_the_sum() {
        const STEP: f64 = 0.37;
        for (terms, decay) in [(64, -2.0), (300, 0.0), (1000, 1.0), (4096, 2.0)] {
            let (mut re, mut im) = (Vec::new(), Vec::new());
            for k in 0..terms {
                let size = libm::pow(1.0 + f64::from(k), -decay);
                let (sin, cos) = libm::sincos(f64::from(k * k % 97));
                re.push(size * cos);
                im.push(size * sin);
            }
            let size: f64 = re.iter().chain(&im).map(|term| term.abs()).sum();
            let table = OrderTable::new(STEP, (&re, &im), (-3.0, 5.0)).unwrap();
            let last = STEP * f64::from(terms);
            for j in 0..200 {
                let epsilon = -3.0 + 0.0401 * f64::from(j);
                let read = table.at(epsilon).unwrap();
                let truth = direct(STEP, (&re, &im), epsilon);
                let off = [0, 1, 2].map(|k| (read.sums[k] - truth[k]).abs());
                let of_sum = 8.0 * f64::EPSILON * size * (1.0 + last);
                assert!(
                    off[0] <= read.error + of_sum,
                    "{terms} terms at {epsilon}: {off:?}"
                );
                assert!(read.error <= 1e-12 * size, "{terms} terms: {}", read.error);
                assert!(off[1] <= 1e-11 * size * (1.0 + last), "{terms}: {off:?}");
                assert!(
                    off[2] <= 1e-10 * size * (1.0 + last) * (1.0 + last),
                    "{terms}: {off:?}"
                );
            }
            assert!(table.at(5.1 + 40.0 / table.per_order).is_none());
            assert!(table.at(f64::NAN).is_none());
        }
    }

    /// A range that is longer than the period has no table, and few terms have a period of few points.
    #[test]
    fn ranges_beyond_the_period_are_left() {
        let table = |terms: usize, last: f64| {
            let terms = vec![1.0; terms];
            OrderTable::new(1.0, (&terms, &terms), (-3.0, last))
        };
        assert!(table(300, 3.0).is_some());
        assert!(table(300, 3.4).is_none());
        assert!(table(1, 0.0).is_none());
    }
}
