//! Sums of losses on one grid: the law of the total loss by FFT, tilted by an exponential and read off with a
//! certificate.
//!
//! The measure `e^(c L) Q` of one step, made a probability, is raised to the number of steps in frequency; the
//! result is the exact law of the sum modulo the window. What a reading can be wrong by: the mass outside the window
//! (Chernoff, from the masses themselves), the rounding of the transforms, and the rounding of the masses.

use super::loss_distribution::Sum;
use super::window::{Factor, Side, Window, log_moment};
use crate::numerics::{count, rounding_of_transform, whole};
use realfft::RealFftPlanner;
use realfft::num_complex::Complex;

/// The transforms planned so far.
#[derive(Default)]
pub(crate) struct Transforms(pub(crate) RealFftPlanner<f64>);

impl Transforms {
    /// The values of a spectrum.
    pub(crate) fn inverse(
        &mut self,
        spectrum: &mut [Complex<f64>],
        length: usize,
    ) -> Option<Vec<f64>> {
        let plan = self.0.plan_fft_inverse(length);
        let mut values = plan.make_output_vec();
        spectrum[0].im = 0.0;
        spectrum[length / 2].im = 0.0;
        plan.process(spectrum, &mut values).ok()?;
        let scale = 1.0 / length as f64;
        for value in &mut values {
            *value *= scale;
        }
        Some(values)
    }
}

/// The law of the total loss under one tilt.
#[derive(Clone, Debug)]
pub(crate) struct Composition {
    pub(crate) tilt: f64,
    pub(crate) side: Side,
    /// `ln` of the tilted mass.
    pub(crate) log_mass: f64,
    pub(crate) first: f64,
    pub(crate) step: f64,
    /// Mass under "in" at an infinite loss.
    pub(crate) infinite: f64,
    /// Mass under "out" at the loss minus infinity.
    pub(crate) missing: f64,
    /// Absolute error of any reading with weights in `[0, 1]`.
    pub(crate) absolute: f64,
    /// Absolute error of any mass, of another source.
    pub(crate) blur: f64,
    /// Relative error of the same.
    pub(crate) relative: f64,
    /// Sums weighted for the mass under "in" (`Left`, `Middle`: of the losses up to a knot; `Right`: from it on).
    pub(crate) inside: Vec<f64>,
    /// Sums weighted for the mass under "out" (`Left`: up to a knot; `Middle`, `Right`: from it on).
    pub(crate) outside: Vec<f64>,
}

impl Composition {
    /// None where the masses leave the range of numbers.
    pub(crate) fn new(
        factors: &[Factor],
        window: &Window,
        length: usize,
        transforms: &mut Transforms,
    ) -> Option<Self> {
        let step = factors[0].0.step;
        let tilt = window.tilt;
        let forward = transforms.0.plan_fft_forward(length);
        let inverse = transforms.0.plan_fft_inverse(length);
        let transform = rounding_of_transform(length);
        let mut input = vec![0.0; length];
        let mut spectrum = forward.make_output_vec();
        let mut scratch = forward.make_scratch_vec();
        let half = spectrum.len();
        let mut product = vec![Complex::new(1.0, 0.0); half];
        let mut inflated = vec![1.0; half];
        let mut sensitivity = vec![0.0; half];
        let (mut log_mass, mut relative, mut origin) = (0.0, 4.0 * f64::EPSILON, 0.0);
        let (mut log_finite, mut log_present, mut blur) = (0.0, 0.0, 0.0);
        let mut log_off = 0.0;
        for (pair, times) in factors {
            input.fill(0.0);
            let (mut mass, mut wobble) = (Sum::default(), 0.0);
            let mut place = 0;
            let peak = pair.for_weighted(tilt, |index, weighted| {
                input[place] += weighted;
                place += 1;
                if place == length {
                    place = 0;
                }
                mass.add(weighted);
                wobble += weighted * pair.wobble[index];
            });
            let mass = mass.value();
            if !(mass > 0.0 && mass.is_finite()) {
                return None;
            }
            log_mass += times * (peak + libm::log(mass));
            relative += times * f64::EPSILON * (wobble / mass + 4.0 * peak.abs());
            origin += times * pair.first;
            log_finite += times * libm::log1p(-pair.infinite);
            log_present += times * libm::log1p(-pair.missing);
            blur += times * pair.blur;
            log_off += times * libm::log1p(pair.off(tilt, peak) / mass);
            for value in &mut input {
                *value /= mass;
            }
            forward
                .process_with_scratch(&mut input, &mut spectrum, &mut scratch)
                .ok()?;
            let error = transform + 4.0 * f64::EPSILON;
            let blocks = spectrum.chunks(BLOCK).zip(product.chunks_mut(BLOCK));
            let bounds = inflated
                .chunks_mut(BLOCK)
                .zip(sensitivity.chunks_mut(BLOCK));
            for ((values, product), (inflated, sensitivity)) in blocks.zip(bounds) {
                raise(values, *times, error, product, inflated, sensitivity);
            }
        }
        let (mut spread, mut energy) = (0.0, 0.0);
        for ((value, inflated), sensitivity) in product.iter().zip(&inflated).zip(&sensitivity) {
            let error = (inflated * sensitivity).min(2.0);
            spread += 2.0 * error * error;
            energy += 2.0 * value.norm_sqr();
        }
        let noise = libm::sqrt(spread) + transform * libm::sqrt(energy);
        product[0].im = 0.0;
        if length.is_multiple_of(2) {
            product[half - 1].im = 0.0;
        }
        let mut law = input;
        let mut scratch = inverse.make_scratch_vec();
        inverse
            .process_with_scratch(&mut product, &mut law, &mut scratch)
            .ok()?;
        // The exponents were found for coarser masses; the ends follow from these.
        let above = log_moment(factors, tilt + window.high_exponent) - log_mass;
        let below = log_moment(factors, tilt - window.low_exponent) - log_mass;
        let high = (above - window.log_tau) / window.high_exponent;
        let low = (window.log_tau - below) / window.low_exponent;
        let start = libm::floor((0.5 * (low + high - length as f64 * step) - origin) / step);
        let first = origin + start * step;
        let shift = count(start.rem_euclid(length as f64));
        law.rotate_left(shift);
        let scale = 1.0 / length as f64;
        for value in &mut law {
            *value *= scale;
        }
        let last = first + (length - 1) as f64 * step;
        let outside_window =
            libm::exp((above - window.high_exponent * (last + 0.5 * step)).min(0.0))
                + libm::exp((below + window.low_exponent * (first - 0.5 * step)).min(0.0));
        let up_to = |rate: f64| sums(law.iter(), rate * step, length);
        let from = |rate: f64| {
            let mut sums = sums(law.iter().rev(), rate * step, length);
            sums.reverse();
            sums
        };
        let (inside, outside) = match window.side {
            Side::Left => (up_to(1.0 - tilt), up_to(-tilt)),
            Side::Middle => (up_to(1.0 - tilt), from(tilt)),
            Side::Right => (from(tilt - 1.0), from(tilt)),
        };
        relative += f64::EPSILON
            * (4.0 * log_mass.abs() + 4.0 * first.abs().max(last.abs()) * (1.0 + tilt.abs()));
        Some(Self {
            tilt,
            side: window.side,
            log_mass,
            first,
            step,
            infinite: -libm::expm1(log_finite),
            missing: -libm::expm1(log_present),
            absolute: noise + outside_window + libm::expm1(log_off),
            blur,
            relative,
            inside,
            outside,
        })
    }
}

/// Running sums `s <- s e^-decay + term`.
fn sums<'a>(terms: impl Iterator<Item = &'a f64>, decay: f64, length: usize) -> Vec<f64> {
    let loss = -libm::expm1(-decay);
    let mut sum = Sum::default();
    let mut sums = Vec::with_capacity(length);
    for term in terms {
        sum.shrink(loss);
        sum.add(*term);
        sums.push(sum.value());
    }
    sums
}

/// Frequencies that are raised side by side.
const BLOCK: usize = 64;
/// Logarithm of what no product has to be known of.
const NEGLIGIBLE: f64 = -80.0;

/// Multiplies products by powers of `values`, which are off by `error`, their bounds by the powers of bounds, and adds to the
/// relative errors. Where all of a block is negligible, its products are 0, which their bounds are the error of.
fn raise(
    values: &[Complex<f64>],
    times: f64,
    error: f64,
    product: &mut [Complex<f64>],
    inflated: &mut [f64],
    sensitivity: &mut [f64],
) {
    let mut base = [Complex::default(); BLOCK];
    let mut modulus = [0.0; BLOCK];
    base[..values.len()].copy_from_slice(values);
    let mut most = 0.0_f64;
    for (modulus, value) in modulus.iter_mut().zip(values) {
        *modulus = libm::sqrt(value.norm_sqr()) + error;
        most = most.max(*modulus);
    }
    if times * libm::log(most) < NEGLIGIBLE - 1.0 {
        product.fill(Complex::default());
        let negligible = libm::exp(NEGLIGIBLE);
        inflated.iter_mut().for_each(|bound| *bound *= negligible);
        sensitivity.iter_mut().for_each(|share| *share += 1.0);
        return;
    }
    for (share, modulus) in sensitivity.iter_mut().zip(&modulus) {
        *share += times * error / modulus;
    }
    let mut powers = ([Complex::new(1.0, 0.0); BLOCK], [1.0; BLOCK]);
    let mut left = whole(times);
    while left > 0 {
        if left & 1 == 1 {
            for i in 0..BLOCK {
                powers.0[i] *= base[i];
                powers.1[i] *= modulus[i];
            }
        }
        for i in 0..BLOCK {
            base[i] *= base[i];
            modulus[i] *= modulus[i];
        }
        left >>= 1;
    }
    for (product, power) in product.iter_mut().zip(powers.0) {
        *product *= power;
    }
    for (bound, power) in inflated.iter_mut().zip(powers.1) {
        *bound *= power;
    }
}
